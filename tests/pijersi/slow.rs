//! A second, slow Pijersi, written from the rules text alone: cells are points with
//! doubled coordinates, every rule is tried on every pair of cells, every action
//! copies the board. It shares no code with the engine, so that a mistake has to be
//! made twice to go unseen.

use crate::common::fen_rows;

/// A point of the plane: doubled column, row.
type Point = (i32, i32);

/// One turn: its two strings, what it captures on the way, and what it leads to.
#[derive(Clone, Debug)]
pub(crate) struct SlowTurn {
    pub ugi: String,
    pub native: String,
    pub captures: u32,
    /// A fighter stood on the goal row after the first of two actions.
    pub touched_goal: bool,
    pub after: Slow,
}

/// A position. `cubes[i]` are the cubes on cell i, bottom first, as FEN letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slow {
    lengths: [i32; 7],
    pub cubes: Vec<String>,
    pub white: bool,
    pub quiet: u32,
    pub number: u32,
    pub limit: u32,
}

/// The boards by the names that the data files use.
pub(crate) fn lengths(board: &str) -> [i32; 7] {
    match board {
        "45" => [6, 7, 6, 7, 6, 7, 6],
        "51" => [6, 7, 8, 9, 8, 7, 6],
        other => panic!("no such board: {other}"),
    }
}

impl Slow {
    /// Reads a complete FEN, trusting it.
    pub(crate) fn read(board: &str, fen: &str) -> Slow {
        let lengths = lengths(board);
        let fields: Vec<&str> = fen.split(' ').collect();
        let rows = fen_rows(fields[0]);
        assert!(rows.iter().map(|row| row.len() as i32).eq(lengths), "{fen}");
        Slow {
            lengths,
            cubes: rows.concat().into_iter().map(Option::unwrap_or_default).collect(),
            white: fields[1] == "w",
            quiet: fields[2].parse().unwrap(),
            number: fields[3].parse().unwrap(),
            limit: 20,
        }
    }

    /// A board without cubes.
    pub(crate) fn empty(board: &str) -> Slow {
        let lengths = lengths(board);
        let cells = lengths.iter().sum::<i32>() as usize;
        Slow { lengths, cubes: vec![String::new(); cells], white: true, quiet: 0, number: 1, limit: 20 }
    }

    /// The rows of the FEN.
    pub(crate) fn placement(&self) -> String {
        let mut text = String::new();
        for y in (0..7).rev() {
            let mut run = 0;
            for i in (0..self.cubes.len()).filter(|&i| self.point(i).1 == y) {
                let cubes = &self.cubes[i];
                if cubes.is_empty() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text += cubes;
                if cubes.len() == 1 {
                    text.push('-');
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            if y > 0 {
                text.push('/');
            }
        }
        text
    }

    pub(crate) fn fen(&self) -> String {
        let side = if self.white { 'w' } else { 'b' };
        format!("{} {side} {} {}", self.placement(), self.quiet, self.number)
    }

    /// Cell j of a row of n cells has x = 2j - (n + 1).
    fn point(&self, cell: usize) -> Point {
        let mut j = cell as i32 + 1;
        for (y, n) in self.lengths.into_iter().enumerate() {
            if j <= n {
                return (2 * j - (n + 1), y as i32);
            }
            j -= n;
        }
        panic!("no such cell: {cell}");
    }

    fn cell_at(&self, point: Point) -> Option<usize> {
        (0..self.cubes.len()).find(|&i| self.point(i) == point)
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        let (x, y) = self.point(cell);
        let j = (x + self.lengths[y as usize] + 1) / 2;
        format!("{}{j}", (b'a' + y as u8) as char)
    }

    fn adjacent(&self, a: usize, b: usize) -> bool {
        let ((ax, ay), (bx, by)) = (self.point(a), self.point(b));
        [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)].contains(&(bx - ax, by - ay))
    }

    /// The cell between two cells that are straight two apart.
    fn between(&self, a: usize, b: usize) -> Option<usize> {
        let ((ax, ay), (bx, by)) = (self.point(a), self.point(b));
        let straight = [(4, 0), (-4, 0), (2, 2), (2, -2), (-2, 2), (-2, -2)].contains(&(bx - ax, by - ay));
        if straight { self.cell_at(((ax + bx) / 2, (ay + by) / 2)) } else { None }
    }

    fn own(&self, cell: usize) -> bool {
        self.cubes[cell].starts_with(|c: char| c.is_uppercase() == self.white)
    }

    fn enemy(&self, cell: usize) -> bool {
        !self.cubes[cell].is_empty() && !self.own(cell)
    }

    fn role(&self, cell: usize) -> char {
        self.cubes[cell].chars().last().unwrap().to_ascii_lowercase()
    }

    /// Whether the piece on `a` captures what stands on `b`.
    fn captures(&self, a: usize, b: usize) -> bool {
        self.enemy(b) && [('r', 's'), ('s', 'p'), ('p', 'r')].contains(&(self.role(a), self.role(b)))
    }

    /// The cube on `a`, single or on top, moves to `b`.
    fn move_cube(&self, a: usize, b: usize) -> Option<Slow> {
        if !self.own(a) || !self.adjacent(a, b) {
            return None;
        }
        let mut after = self.clone();
        let cube = after.cubes[a].pop().unwrap();
        if self.builds(a, b) {
            after.cubes[b].push(cube);
        } else if self.cubes[b].is_empty() || self.captures(a, b) {
            after.cubes[b] = cube.to_string();
        } else {
            return None;
        }
        Some(after)
    }

    /// Whether the cube on `a` would build a stack on `b`.
    fn builds(&self, a: usize, b: usize) -> bool {
        a != b && self.own(b) && self.cubes[b].len() == 1 && (self.role(a) != 'w' || self.role(b) == 'w')
    }

    /// The stack on `a` moves to `b`.
    fn move_stack(&self, a: usize, b: usize) -> Option<Slow> {
        if !self.own(a) || self.cubes[a].len() != 2 {
            return None;
        }
        let near = self.adjacent(a, b);
        let far = self.between(a, b).is_some_and(|middle| self.cubes[middle].is_empty());
        if !near && !far || !(self.cubes[b].is_empty() || self.captures(a, b)) {
            return None;
        }
        let mut after = self.clone();
        after.cubes[b] = std::mem::take(&mut after.cubes[a]);
        Some(after)
    }

    /// The mover has a rock, paper or scissors on its far row.
    fn at_goal(&self, white: bool) -> bool {
        let goal = if white { 6 } else { 0 };
        (0..self.cubes.len()).any(|i| {
            let cubes = &self.cubes[i];
            self.point(i).1 == goal
                && cubes.starts_with(|c: char| c.is_uppercase() == white)
                && !cubes.to_ascii_lowercase().ends_with('w')
        })
    }

    /// All turns, whether or not the game has ended.
    fn all_turns(&self) -> Vec<SlowTurn> {
        let mut turns = Vec::new();
        let cells = 0..self.cubes.len();
        for a in cells.clone().filter(|&a| self.own(a)) {
            let stack = self.cubes[a].len() == 2;
            for b in cells.clone() {
                let (an, bn) = (self.name(a), self.name(b));
                let taken = u32::from(self.enemy(b));
                let mark = if taken == 1 { "!" } else { "" };
                if let Some(after) = self.move_cube(a, b) {
                    let ugi = if stack { format!("{an}{an}{bn}") } else { format!("{an}{bn}") };
                    turns.push(self.finish(ugi, format!("{an}-{bn}{mark}"), taken, false, &after));
                    if self.builds(a, b) {
                        for c in cells.clone() {
                            let Some(last) = after.move_stack(b, c) else { continue };
                            let cn = self.name(c);
                            let taken = u32::from(after.enemy(c));
                            let mark = if taken == 1 { "!" } else { "" };
                            let touched = after.at_goal(self.white);
                            let native = format!("{an}-{bn}={cn}{mark}");
                            turns.push(self.finish(format!("{an}{bn}{cn}"), native, taken, touched, &last));
                        }
                    }
                }
                if let Some(after) = self.move_stack(a, b) {
                    let native = format!("{an}={bn}{mark}");
                    turns.push(self.finish(format!("{an}{bn}{bn}"), native, taken, false, &after));
                    for c in cells.clone() {
                        let Some(last) = after.move_cube(b, c) else { continue };
                        let cn = self.name(c);
                        let second = u32::from(after.enemy(c));
                        let second_mark = if second == 1 { "!" } else { "" };
                        let touched = after.at_goal(self.white);
                        let native = format!("{an}={bn}{mark}-{cn}{second_mark}");
                        let ugi = format!("{an}{bn}{cn}");
                        turns.push(self.finish(ugi, native, taken + second, touched, &last));
                    }
                }
            }
        }
        turns
    }

    fn finish(
        &self,
        ugi: String,
        native: String,
        captures: u32,
        touched_goal: bool,
        board: &Slow,
    ) -> SlowTurn {
        let mut after = board.clone();
        after.white = !self.white;
        after.quiet = if captures > 0 { 0 } else { self.quiet + 1 };
        after.number += u32::from(!self.white);
        SlowTurn { ugi, native, captures, touched_goal, after }
    }

    /// The side to move has a turn: every turn begins with an action.
    fn can_move(&self) -> bool {
        let cells = 0..self.cubes.len();
        cells
            .clone()
            .filter(|&a| self.own(a))
            .any(|a| cells.clone().any(|b| self.move_cube(a, b).is_some() || self.move_stack(a, b).is_some()))
    }

    /// `p1win`, `p2win`, `draw` or `none`.
    pub(crate) fn status(&self) -> &'static str {
        let side_that_moved = !self.white;
        let win = |white| if white { "p1win" } else { "p2win" };
        if self.at_goal(side_that_moved) {
            win(side_that_moved)
        } else if self.quiet >= self.limit {
            "draw"
        } else if !self.can_move() {
            win(side_that_moved)
        } else {
            "none"
        }
    }

    /// The side that moved has arrived.
    pub(crate) fn arrived(&self) -> bool {
        self.at_goal(!self.white)
    }

    /// The side to move already has a fighter on its goal row, which no game leads to.
    pub(crate) fn already_there(&self) -> bool {
        self.at_goal(self.white)
    }

    /// The legal turns: none after the end.
    pub(crate) fn turns(&self) -> Vec<SlowTurn> {
        if self.status() == "none" { self.all_turns() } else { Vec::new() }
    }
}
