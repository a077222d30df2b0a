//! Bulk counting: the number of legal turns without generating them.
//!
//! Counts the turns of [`Position::each_turn`] by population counts of bitboards. How often a cell
//! can be reached or built on is kept in bit-sliced counters: bitboards of the binary digits of
//! a number for each cell.

use super::board::{Board, cells};
use super::position::Position;
use crate::games::hex::small::{self as hex, Cells, STEPS};

#[inline(always)]
fn popcount(cells: Cells) -> u64 {
    cells.count_ones().into()
}

impl<B: Board> Position<B> {
    /// The number of legal turns of a position that has not ended by arrival or draw.
    #[inline(always)]
    pub(super) fn count_turns(&self) -> u64 {
        let [rocks, papers, scissors, wise] = self.by_role(self.mover);
        let [their_rocks, their_papers, their_scissors, _] = self.by_role(!self.mover);
        // Own cubes and the enemies that they capture.
        let captures = [(rocks, their_scissors), (papers, their_rocks), (scissors, their_papers)];
        let all = self.owned[self.mover.index()];
        let empty = self.empty_cells();
        let singles = all & !self.stacks;
        let wise_singles = wise & singles;
        let mut total = 0;

        // For each direction: single cubes that a step in it builds on, and the cells that have
        // one or two empty cells next to them against it.
        let mut built = [0; STEPS.len()];
        let mut near = [0; STEPS.len()];
        let mut far = [0; STEPS.len()];
        for (i, step) in STEPS.into_iter().enumerate() {
            near[i] = hex::shift(empty, step);
            far[i] = hex::shift(empty & near[i], step);
            let onto_any = hex::shift(all & !wise, step) & singles;
            built[i] = onto_any | hex::shift(wise, step) & wise_singles;
            // Cubes that can capture one step against the direction.
            let hunters = captures.iter().fold(0, |set, (own, prey)| set | own & hex::shift(*prey, step));
            total += popcount(hex::shift(all, step) & empty | hunters);
            // A single cube that builds vacates its cell: the stack may move there or over it.
            let by_single = built[i] & hex::shift(singles, step);
            let across = hex::shift(near[i] | hunters, step);
            total += popcount(by_single) + popcount(by_single & across);
        }
        // Each way to build, times the ways to go on: stay, or move to an empty cell.
        let stays_or_goes = plus(tally(near), tally(far), B::CELLS);
        total += sum_of_products(&tally(built), &stays_or_goes);

        // The new stack may also capture.
        let enemies = their_rocks | their_papers | their_scissors;
        for via in cells(singles & (hex::spread(enemies) | hex::leap(enemies, empty))) {
            let around = B::around(via);
            let reach = around | hex::leap(via.set(), empty);
            for (own, prey) in captures {
                total += popcount(own & around) * popcount(reach & prey);
            }
        }
        // Stack moves, alone or followed by a move of the top.
        let targets = self.targets();
        for from in cells(all & self.stacks) {
            let role = self.top(from).index();
            let reach = Self::stack_reach(from, empty, targets.open[role]);
            let onward = targets.open[role] | targets.build[role] | from.set();
            total += popcount(reach);
            for step in STEPS {
                total += popcount(hex::shift(reach, step) & onward);
            }
        }
        total
    }
}

/// A full adder in every cell: sum and carry of three bits.
#[inline(always)]
const fn full_adder(a: Cells, b: Cells, c: Cells) -> (Cells, Cells) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// How many of six bitboards hold each cell, as a bit-sliced counter, lowest digit first.
#[inline(always)]
const fn tally([a, b, c, d, e, f]: [Cells; 6]) -> [Cells; 3] {
    let (abc, abc2) = full_adder(a, b, c);
    let (def, def2) = full_adder(d, e, f);
    let (one, all2) = full_adder(abc, def, 0);
    let (two, four) = full_adder(abc2, def2, all2);
    [one, two, four]
}

/// Adds two bit-sliced counters, and one in the cells of a bitboard.
#[inline(always)]
const fn plus(a: [Cells; 3], b: [Cells; 3], set: Cells) -> [Cells; 4] {
    let (one, carry) = full_adder(a[0], b[0], set);
    let (two, carry) = full_adder(a[1], b[1], carry);
    let (four, eight) = full_adder(a[2], b[2], carry);
    [one, two, four, eight]
}

/// The sum over all cells of the products of two bit-sliced counters.
#[inline(always)]
fn sum_of_products(a: &[Cells], b: &[Cells]) -> u64 {
    let mut sum = 0;
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            sum += popcount(x & y) << (i + j);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_cells_add_up_and_multiply() {
        // Cell i is in the first i of six bitboards, so its counter is i.
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
