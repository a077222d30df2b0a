//! Counting the legal turns without listing them.
//!
//! The same turns as [`Position::each_turn`] lists, but grouped so that whole sets of
//! cells are counted at once.

use super::board::{Board, cells};
use super::position::Position;
use crate::games::hex::small::{self as hex, Cells, STEPS};

#[inline(always)]
fn size(cells: Cells) -> u64 {
    cells.count_ones().into()
}

impl<B: Board> Position<B> {
    /// The number of turns of a position that has not ended by arrival or draw.
    #[inline(always)]
    pub(super) fn count_turns(&self) -> u64 {
        let [rocks, papers, scissors, wise] = self.by_role(self.mover);
        let [their_rocks, their_papers, their_scissors, _] = self.by_role(!self.mover);
        // Who captures whom.
        let fights = [(rocks, their_scissors), (papers, their_rocks), (scissors, their_papers)];
        let all = self.owned[self.mover.index()];
        let empty = self.empty_cells();
        let singles = all & !self.stacks;
        let wise_singles = wise & singles;
        let mut total = 0;

        // For each direction, the single cubes that are built on by a step in it, and
        // the empty cells that a stack has one and two steps against it.
        let mut built = [0; STEPS.len()];
        let mut near = [0; STEPS.len()];
        let mut far = [0; STEPS.len()];
        for (i, step) in STEPS.into_iter().enumerate() {
            near[i] = hex::shift(empty, step);
            far[i] = hex::shift(empty & near[i], step);
            let onto_any = hex::shift(all & !wise, step) & singles;
            built[i] = onto_any | hex::shift(wise, step) & wise_singles;
            // Cubes with something to capture one step against the direction.
            let hunters = fights.iter().fold(0, |set, (own, prey)| set | own & hex::shift(*prey, step));
            total += size(hex::shift(all, step) & empty | hunters);
            // A single builder vacates its space: the stack may go there or across it.
            let by_single = built[i] & hex::shift(singles, step);
            let across = hex::shift(near[i] | hunters, step);
            total += size(by_single) + size(by_single & across);
        }
        // As often as a cube is built on, the new stack may stay or go to an empty cell.
        let stays_or_goes = plus(tally(near), tally(far), B::CELLS);
        total += sum_of_products(&tally(built), &stays_or_goes);

        // The new stack may also capture.
        let enemies = their_rocks | their_papers | their_scissors;
        for via in cells(singles & (hex::spread(enemies) | hex::leap(enemies, empty))) {
            let around = B::around(via);
            let reach = around | hex::leap(via.set(), empty);
            for (own, prey) in fights {
                total += size(own & around) * size(reach & prey);
            }
        }
        // Stacks that go first, and their tops afterwards.
        let targets = self.targets();
        for from in cells(all & self.stacks) {
            let role = self.top(from).index();
            let reach = Self::stack_reach(from, empty, targets.open[role]);
            let onward = targets.open[role] | targets.build[role] | from.set();
            total += size(reach);
            for step in STEPS {
                total += size(hex::shift(reach, step) & onward);
            }
        }
        total
    }
}

/// Adds three sets cell by cell: the binary digits one and two of each sum.
#[inline(always)]
const fn add(a: Cells, b: Cells, c: Cells) -> (Cells, Cells) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// In how many of six sets each cell is, as planes of binary digits, the lowest first.
#[inline(always)]
const fn tally([a, b, c, d, e, f]: [Cells; 6]) -> [Cells; 3] {
    let (abc, abc2) = add(a, b, c);
    let (def, def2) = add(d, e, f);
    let (one, all2) = add(abc, def, 0);
    let (two, four) = add(abc2, def2, all2);
    [one, two, four]
}

/// Adds two such numbers cell by cell, and one more for the cells of a set.
#[inline(always)]
const fn plus(a: [Cells; 3], b: [Cells; 3], set: Cells) -> [Cells; 4] {
    let (one, carry) = add(a[0], b[0], set);
    let (two, carry) = add(a[1], b[1], carry);
    let (four, eight) = add(a[2], b[2], carry);
    [one, two, four, eight]
}

/// Multiplies numbers cell by cell and adds up the products.
#[inline(always)]
fn sum_of_products(a: &[Cells], b: &[Cells]) -> u64 {
    let mut sum = 0;
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            sum += size(x & y) << (i + j);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_cells_add_up_and_multiply() {
        // Cell i is in the first i of six sets, so the planes of its digits spell i.
        let sets: [Cells; 6] = std::array::from_fn(|n| (n + 1..7).fold(0, |set, i| set | 1 << i));
        let number = |planes: &[Cells], i: usize| {
            planes.iter().enumerate().fold(0, |n, (digit, plane)| n | (plane >> i & 1) << digit)
        };
        let counts = tally(sets);
        let sums = plus(counts, counts, 1 << 6);
        for i in 0..7 {
            assert_eq!(number(&counts, i), i as u64);
            assert_eq!(number(&sums, i), 2 * i as u64 + u64::from(i == 6));
        }
        let products: u64 = (0..7).map(|i| number(&counts, i) * number(&sums, i)).sum();
        assert_eq!(sum_of_products(&counts, &sums), products);
    }
}
