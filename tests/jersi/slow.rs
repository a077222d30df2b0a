//! A second, slow Jersi, written from the rules text alone: cells are points with
//! doubled coordinates, every rule is tried on every pair of cells, every action
//! copies the board. It shares no code with the engine, so that a mistake has to be
//! made twice to go unseen.

use crate::common::fen_rows;
use std::collections::BTreeMap;

const LENGTHS: [i32; 9] = [7, 8, 7, 8, 9, 8, 7, 8, 7];
pub(crate) const CELLS: usize = 69;
const NONE: char = '.';

/// The cubes of a cell as FEN letters, the lower or only one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pile([char; 2]);

impl Pile {
    pub(crate) const EMPTY: Pile = Pile([NONE; 2]);

    pub(crate) fn of(cubes: &str) -> Pile {
        let mut pile = Pile::EMPTY;
        cubes.chars().filter(|&cube| cube != '-').for_each(|cube| pile.push(cube));
        pile
    }

    pub(crate) fn len(self) -> usize {
        self.0.iter().filter(|&&cube| cube != NONE).count()
    }

    fn top(self) -> char {
        self.0[self.len().max(1) - 1]
    }

    fn push(&mut self, cube: char) {
        self.0[self.len()] = cube;
    }

    /// Takes the upper or only cube.
    pub(crate) fn take_top(&mut self) -> char {
        let top = self.top();
        self.0[self.len() - 1] = NONE;
        top
    }

    fn has_mountain(self) -> bool {
        self.0.iter().any(|cube| cube.eq_ignore_ascii_case(&'m'))
    }

    fn lone_mountain(self) -> bool {
        self.len() == 1 && self.has_mountain()
    }

    /// The colour of the unit: its top's, unless that is a mountain.
    fn unit_of(self, white: bool) -> bool {
        self.len() > 0 && !self.top().eq_ignore_ascii_case(&'m') && self.top().is_uppercase() == white
    }
}

/// Which rules are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    pub drops: bool,
    pub ransom: bool,
    /// Whether a lone king's capture begins the count towards the draw anew.
    pub king_resets: bool,
}

/// One decision: its two strings, and what it leads to.
#[derive(Clone, Debug)]
pub(crate) struct SlowTurn {
    pub ugi: String,
    pub native: String,
    pub after: Slow,
    /// The mover wins by a king that cannot come back.
    pub for_good: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slow {
    pub variant: Variant,
    pub cubes: [Pile; CELLS],
    pub white: bool,
    /// The cubes in reserve, as letters.
    pub reserve: Vec<char>,
    pub quiet: u32,
    pub number: u32,
    /// The sixth field of the FEN, empty for a turn.
    pub phase: String,
}

/// A cell's coordinates: doubled column, row.
pub(crate) fn point(cell: usize) -> (i32, i32) {
    let mut j = cell as i32 + 1;
    for (y, n) in LENGTHS.into_iter().enumerate() {
        if j <= n {
            return (2 * j - (n + 1), y as i32);
        }
        j -= n;
    }
    panic!("no such cell: {cell}");
}

pub(crate) fn name(cell: usize) -> String {
    let (x, y) = point(cell);
    let j = (x + LENGTHS[y as usize] + 1) / 2;
    format!("{}{j}", (b'a' + y as u8) as char)
}

fn adjacent(a: usize, b: usize) -> bool {
    let ((ax, ay), (bx, by)) = (point(a), point(b));
    [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)].contains(&(bx - ax, by - ay))
}

/// The cell between two cells that are straight two apart.
fn between(a: usize, b: usize) -> Option<usize> {
    let ((ax, ay), (bx, by)) = (point(a), point(b));
    let straight = [(4, 0), (-4, 0), (2, 2), (2, -2), (-2, 2), (-2, -2)].contains(&(bx - ax, by - ay));
    let middle = ((ax + bx) / 2, (ay + by) / 2);
    if straight { (0..CELLS).find(|&cell| point(cell) == middle) } else { None }
}

fn beats(attacker: char, victim: char) -> bool {
    let prey = match attacker.to_ascii_lowercase() {
        'r' => "sfkw",
        'p' => "rfkw",
        's' => "pfkw",
        'f' => "frpsk",
        _ => "",
    };
    prey.contains(victim.to_ascii_lowercase())
}

fn colour(letter: char, white: bool) -> char {
    if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

impl Slow {
    /// Reads a complete FEN, trusting it.
    pub(crate) fn read(variant: Variant, fen: &str) -> Slow {
        let fields: Vec<&str> = fen.split(' ').collect();
        let pile = |cubes: Option<String>| cubes.map_or(Pile::EMPTY, |cubes| Pile::of(&cubes));
        let rows = fen_rows(fields[0]).into_iter();
        let rows: Vec<Vec<Pile>> = rows.map(|row| row.into_iter().map(pile).collect()).collect();
        assert!(rows.iter().map(|row| row.len() as i32).eq(LENGTHS), "{fen}");
        let mut reserve = Vec::new();
        let letters: Vec<char> = fields[2].chars().filter(|&c| c != '-').collect();
        for pair in letters.chunks(2) {
            (0..pair[1].to_digit(10).unwrap()).for_each(|_| reserve.push(pair[0]));
        }
        Slow {
            variant,
            cubes: rows.concat().try_into().unwrap(),
            white: fields[1] == "w",
            reserve,
            quiet: fields[3].parse().unwrap(),
            number: fields[4].parse().unwrap(),
            phase: fields.get(5).unwrap_or(&"").to_string(),
        }
    }

    pub(crate) fn fen(&self) -> String {
        let mut rows = Vec::new();
        for y in (0..9).rev() {
            let mut text = String::new();
            let mut run = 0;
            for cell in (0..CELLS).filter(|&cell| point(cell).1 == y) {
                let pile = self.cubes[cell];
                if pile.len() == 0 {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text.extend(pile.0.map(|cube| if cube == NONE { '-' } else { cube }));
            }
            if run > 0 {
                text += &run.to_string();
            }
            rows.push(text);
        }
        let mut reserve = String::new();
        for letter in ['M', 'W', 'm', 'w'] {
            let count = self.reserve.iter().filter(|&&cube| cube == letter).count();
            if count > 0 {
                reserve += &format!("{letter}{count}");
            }
        }
        let reserve = if reserve.is_empty() { "-" } else { &reserve };
        let side = if self.white { 'w' } else { 'b' };
        let board = rows.join("/");
        format!("{board} {side} {reserve} {} {} {}", self.quiet, self.number, self.phase)
            .trim_end()
            .to_string()
    }

    fn own(&self, cell: usize) -> bool {
        self.cubes[cell].unit_of(self.white)
    }

    fn enemy(&self, cell: usize) -> bool {
        self.cubes[cell].unit_of(!self.white)
    }

    /// The mark of a capture on a cell.
    fn mark(&self, cell: usize) -> &'static str {
        match self.enemy(cell) {
            true if self.cubes[cell].top().eq_ignore_ascii_case(&'k') => "!!",
            true => "!",
            false => "",
        }
    }

    /// Whether the cube on `a` would build on a lone cube of its own side.
    fn builds(&self, a: usize, b: usize) -> bool {
        let pile = self.cubes[b];
        a != b && self.own(b) && pile.len() == 1 && !pile.top().eq_ignore_ascii_case(&'k')
    }

    /// Whether what stands on `a` captures what stands on `b`.
    fn captures(&self, a: usize, b: usize) -> bool {
        self.enemy(b) && beats(self.cubes[a].top(), self.cubes[b].top())
    }

    /// Removes a captured unit; a mountain under it stays.
    fn clear(&mut self, cell: usize) {
        let pile = &mut self.cubes[cell];
        while pile.len() > 0 && !pile.lone_mountain() {
            pile.take_top();
        }
    }

    /// The cube on `a`, single or on top, moves to `b`.
    fn move_cube(&self, a: usize, b: usize) -> Option<Slow> {
        if !self.own(a) || !adjacent(a, b) {
            return None;
        }
        let free = self.cubes[b].len() == 0 || self.cubes[b].lone_mountain();
        if !free && !self.builds(a, b) && !self.captures(a, b) {
            return None;
        }
        let mut after = self.clone();
        let cube = after.cubes[a].take_top();
        if self.captures(a, b) {
            after.clear(b);
        }
        after.cubes[b].push(cube);
        Some(after)
    }

    /// The stack on `a` moves to `b`.
    fn move_stack(&self, a: usize, b: usize) -> Option<Slow> {
        let stack = self.cubes[a];
        if !self.own(a) || stack.len() != 2 || stack.has_mountain() {
            return None;
        }
        let far = between(a, b).is_some_and(|middle| self.cubes[middle].len() == 0);
        let free = self.cubes[b].len() == 0;
        let takes = self.captures(a, b) && !self.cubes[b].has_mountain();
        if !(adjacent(a, b) || far) || !(free || takes) {
            return None;
        }
        let mut after = self.clone();
        after.cubes[b] = std::mem::replace(&mut after.cubes[a], Pile::EMPTY);
        Some(after)
    }

    /// A cube from the mover's reserve comes to a cell.
    fn drop_cube(&self, letter: char, cell: usize) -> Option<Slow> {
        let cube = colour(letter, self.white);
        let at = self.reserve.iter().position(|&reserved| reserved == cube)?;
        let pile = self.cubes[cell];
        let lone = pile.len() == 1 && pile.top().is_uppercase() == self.white;
        let fits = match letter {
            'M' => pile.has_mountain(),
            _ => !pile.top().eq_ignore_ascii_case(&'k'),
        };
        if pile.len() != 0 && !(lone && fits) {
            return None;
        }
        let mut after = self.clone();
        after.reserve.remove(at);
        after.cubes[cell].push(cube);
        Some(after)
    }

    /// The number of cubes that a side has on the board, its king left out.
    fn subjects(&self, white: bool) -> usize {
        let cubes = self.cubes.iter().flat_map(|pile| pile.0);
        cubes.filter(|&cube| cube != NONE && cube.is_uppercase() == white && !"kK".contains(cube)).count()
    }

    /// The cell of a side's king.
    pub(crate) fn king(&self, white: bool) -> Option<usize> {
        (0..CELLS).find(|&cell| self.cubes[cell].top() == colour('k', white))
    }

    pub(crate) fn at_goal(&self, white: bool) -> bool {
        self.king(white).is_some_and(|cell| point(cell).1 == if white { 8 } else { 0 })
    }

    /// Where the captured king of a side may return.
    fn returns(&self, white: bool) -> Vec<usize> {
        let home = if white { 0 } else { 8 };
        let fits = |&cell: &usize| {
            let pile = self.cubes[cell];
            point(cell).1 == home
                && (pile.len() == 0 || pile.lone_mountain() || pile.len() == 1 && pile.unit_of(white))
        };
        (0..CELLS).filter(fits).collect()
    }

    /// The cells where a side can give up a cube of a kind.
    fn gifts(&self, kind: char, white: bool) -> Vec<usize> {
        (0..CELLS).filter(|&cell| self.cubes[cell].top() == colour(kind, white)).collect()
    }

    /// The other side is to move, the whole turn being over.
    fn turn_over(mut self) -> Slow {
        self.number += u32::from(!self.white);
        self.white = !self.white;
        self.phase = String::new();
        self
    }

    /// All that may follow the actions of a turn: nothing, or what a captured king brings.
    fn finish(&self, ugi: &str, native: &str, mut done: Slow, turns: &mut Vec<SlowTurn>) {
        let captured = native.contains('!');
        // Cubes on the board that the other side has lost, kings left aside.
        let lost = self.subjects(!self.white) > done.subjects(!self.white);
        let anew = captured && (self.variant.king_resets || lost);
        done.quiet = if anew { 0 } else { self.quiet + 1 };
        let mut push = |extra: &str, after: Slow, for_good: bool| {
            turns.push(SlowTurn {
                ugi: format!("{ugi}{extra}"),
                native: format!("{native}{extra}"),
                after,
                for_good,
            })
        };
        if !native.contains("!!") {
            return push("", done.turn_over(), false);
        }
        if self.variant.ransom {
            let kinds: Vec<char> =
                "RPSFW".chars().filter(|&kind| !done.gifts(kind, !self.white).is_empty()).collect();
            for &kind in &kinds {
                let mut after = done.clone();
                after.white = !self.white;
                after.phase = format!("#{kind}");
                push(&format!("#{kind}"), after, false);
            }
            if kinds.is_empty() {
                push("", done.turn_over(), true);
            }
            return;
        }
        let places = done.returns(!self.white);
        for &cell in &places {
            let mut after = done.clone();
            after.cubes[cell].push(colour('k', !self.white));
            push(&format!("/K:{}", name(cell)), after.turn_over(), false);
        }
        if places.is_empty() {
            push("", done.turn_over(), true);
        }
    }

    /// All decisions, whether or not the game has ended.
    fn all_turns(&self) -> Vec<SlowTurn> {
        let mut turns = Vec::new();
        if self.phase == "/K" {
            for cell in self.returns(!self.white) {
                let mut after = self.clone();
                after.cubes[cell].push(colour('k', !self.white));
                let ugi = format!("/K:{}", name(cell));
                turns.push(SlowTurn { native: ugi.clone(), ugi, after: after.turn_over(), for_good: false });
            }
            return turns;
        }
        if let Some(kind) = self.phase.strip_prefix('#') {
            for cell in self.gifts(kind.chars().next().unwrap(), self.white) {
                let mut after = self.clone();
                after.cubes[cell].take_top();
                after.white = !self.white;
                after.phase = "/K".to_string();
                let ugi = format!("#{}", name(cell));
                turns.push(SlowTurn { native: ugi.clone(), ugi, after, for_good: false });
            }
            return turns;
        }
        for a in (0..CELLS).filter(|&a| self.own(a)) {
            for b in 0..CELLS {
                let (an, bn) = (name(a), name(b));
                if let Some(after) = self.move_cube(a, b) {
                    let native = format!("{an}-{bn}{}", self.mark(b));
                    if self.builds(a, b) {
                        for c in 0..CELLS {
                            let Some(last) = after.move_stack(b, c) else { continue };
                            let ugi = format!("{an}-{bn}={}", name(c));
                            self.finish(&ugi, &format!("{ugi}{}", after.mark(c)), last, &mut turns);
                        }
                    }
                    self.finish(&format!("{an}-{bn}"), &native, after, &mut turns);
                }
                if let Some(after) = self.move_stack(a, b) {
                    let first = format!("{an}={bn}{}", self.mark(b));
                    for c in 0..CELLS {
                        let Some(last) = after.move_cube(b, c) else { continue };
                        let ugi = format!("{an}={bn}-{}", name(c));
                        let native = format!("{first}-{}{}", name(c), after.mark(c));
                        self.finish(&ugi, &native, last, &mut turns);
                    }
                    self.finish(&format!("{an}={bn}"), &first, after, &mut turns);
                }
            }
        }
        for (text, done) in self.all_drops() {
            self.finish(&text, &text, done, &mut turns);
        }
        turns
    }

    fn all_drops(&self) -> BTreeMap<String, Slow> {
        let mut drops = BTreeMap::new();
        for kind in ['M', 'W'] {
            for a in 0..CELLS {
                let Some(one) = self.drop_cube(kind, a) else { continue };
                let first = format!("{kind}:{}", name(a));
                for other in ['M', 'W'] {
                    for b in (0..CELLS).filter(|&b| a == b || adjacent(a, b)) {
                        let Some(two) = one.drop_cube(other, b) else { continue };
                        let mut parts = [first.clone(), format!("{other}:{}", name(b))];
                        if a != b {
                            parts.sort();
                        }
                        drops.insert(parts.join("/"), two);
                    }
                }
                drops.insert(first, one);
            }
        }
        drops
    }

    /// Every turn has a first action or a drop.
    fn can_move(&self) -> bool {
        let pairs = || (0..CELLS).flat_map(|a| (0..CELLS).map(move |b| (a, b)));
        pairs().any(|(a, b)| self.move_cube(a, b).is_some() || self.move_stack(a, b).is_some())
            || (0..CELLS).any(|cell| self.drop_cube('M', cell).or(self.drop_cube('W', cell)).is_some())
    }

    /// `p1win`, `p2win`, `draw` or `none`, with 40 quiet turns for a draw.
    pub(crate) fn status(&self) -> &'static str {
        let win = |white: bool| if white { "p1win" } else { "p2win" };
        if self.phase.starts_with('#') {
            return "none";
        }
        if self.phase == "/K" {
            return if self.returns(!self.white).is_empty() { win(self.white) } else { "none" };
        }
        if self.king(self.white).is_none() || self.at_goal(!self.white) {
            win(!self.white)
        } else if self.quiet >= 40 {
            "draw"
        } else if !self.can_move() {
            win(!self.white)
        } else {
            "none"
        }
    }

    /// The legal decisions: none after the end.
    pub(crate) fn turns(&self) -> Vec<SlowTurn> {
        if self.status() == "none" { self.all_turns() } else { Vec::new() }
    }
}
