//! A second, slow game, written from the rules text alone: a list of pieces with
//! coordinates, every rule tried on every pair of squares, every turn a copy. It shares
//! no code with the engine, so that a mistake has to be made twice to go unseen.

type Point = (i32, i32);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    owner: usize,
    kind: char,
    at: Point,
    known: bool,
    fresh: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pieces: Vec<Piece>,
    /// Kinds in reserve; a piece that everybody knows of is marked.
    reserves: [Vec<(char, bool)>; 2],
    placed: [bool; 2],
    side: usize,
    barter: [bool; 2],
    clock: u32,
    turn: u32,
    camp_depth: i32,
    advances: bool,
    limit: u32,
    pub status: &'static str,
}

const WIN: [&str; 2] = ["p1win", "p2win"];

fn beats(a: char, b: char) -> bool {
    ["RS", "SP", "PR"].contains(&format!("{a}{b}").as_str())
}

fn name((x, y): Point) -> String {
    format!("{}{}", ['a', 'b', 'c', 'd', 'e', 'f'][x as usize], y + 1)
}

fn near(a: Point, b: Point) -> bool {
    (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1
}

fn every_square() -> impl Iterator<Item = Point> {
    (0..8).flat_map(|y| (0..6).map(move |x| (x, y)))
}

impl Slow {
    pub(crate) fn new((camp_depth, advances, limit): (u32, u32, u32)) -> Slow {
        let all: Vec<(char, bool)> = "RRRPPPSSS".chars().map(|kind| (kind, false)).collect();
        Slow {
            pieces: Vec::new(),
            reserves: [all.clone(), all],
            placed: [false; 2],
            side: 0,
            barter: [true; 2],
            clock: 0,
            turn: 0,
            camp_depth: camp_depth as i32,
            advances: advances == 1,
            limit,
            status: "none",
        }
    }

    fn at(&self, point: Point) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.at == point)
    }

    /// Whether the point is in the camp that the owner wants to enter.
    fn enemy_camp(&self, owner: usize, point: Point) -> bool {
        if owner == 0 { point.1 > 7 - self.camp_depth } else { point.1 < self.camp_depth }
    }

    fn in_camp(&self, owner: usize) -> usize {
        self.pieces.iter().filter(|p| p.owner == owner && self.enemy_camp(owner, p.at)).count()
    }

    fn number(&self, owner: usize) -> usize {
        self.pieces.iter().filter(|p| p.owner == owner).count()
    }

    /// Where a piece may go.
    fn steps(&self, i: usize) -> Vec<Point> {
        let piece = &self.pieces[i];
        let forward = if piece.owner == 0 { 1 } else { -1 };
        every_square()
            .filter(|&to| {
                let middle = (piece.at.0, piece.at.1 + forward);
                let two =
                    piece.fresh && to == (piece.at.0, piece.at.1 + 2 * forward) && self.at(middle).is_none();
                (near(piece.at, to) || two) && self.at(to).is_none()
            })
            .collect()
    }

    /// Pieces that piece `i` may attack.
    fn targets(&self, i: usize) -> Vec<usize> {
        let piece = &self.pieces[i];
        if self.enemy_camp(piece.owner, piece.at) {
            return Vec::new();
        }
        (0..self.pieces.len())
            .filter(|&j| {
                let other = &self.pieces[j];
                other.owner != piece.owner
                    && near(piece.at, other.at)
                    && !self.enemy_camp(other.owner, other.at)
            })
            .collect()
    }

    fn attack(&self, attacker: usize, target: usize) -> Slow {
        let mut next = self.clone();
        let (a, t) = (self.pieces[attacker].clone(), self.pieces[target].clone());
        next.pieces[attacker].known = true;
        next.pieces[target].known = true;
        next.pieces[attacker].fresh = false;
        if beats(a.kind, t.kind) {
            next.pieces[attacker].at = t.at;
            next.pieces.remove(target);
            next.clock = 0;
        } else if beats(t.kind, a.kind) {
            if self.advances {
                next.pieces[target].at = a.at;
                next.pieces[target].fresh = false;
            }
            next.pieces.remove(attacker);
            next.clock = 0;
        }
        next
    }

    /// Everything the mover may do, by its text.
    pub(crate) fn turns(&self) -> Vec<(String, Slow)> {
        let mut turns = Vec::new();
        if self.status != "none" {
            return turns;
        }
        if !self.placed[self.side] {
            return self.set_ups();
        }
        let mut counted = self.clone();
        counted.clock += 1;
        for i in (0..self.pieces.len()).filter(|&i| self.pieces[i].owner == self.side) {
            let from = name(self.pieces[i].at);
            for target in self.targets(i) {
                let text = format!("{from}x{}", name(self.pieces[target].at));
                turns.push((text, counted.attack(i, target)));
            }
            for to in self.steps(i) {
                let mut moved = counted.clone();
                moved.pieces[i].at = to;
                moved.pieces[i].fresh = false;
                for target in moved.targets(i) {
                    let text = format!("{from}{}x{}", name(to), name(moved.pieces[target].at));
                    turns.push((text, moved.attack(i, target)));
                }
                turns.push((format!("{from}{}", name(to)), moved));
            }
            if self.barter[self.side] {
                turns.extend(self.barters(i));
            }
        }
        if turns.is_empty() {
            turns.push(("0000".to_string(), counted));
        }
        turns.into_iter().map(|(text, next)| (text, next.finish(self))).collect()
    }

    fn barters(&self, i: usize) -> Vec<(String, Slow)> {
        let mut turns: Vec<(String, Slow)> = Vec::new();
        for slot in 0..3 {
            let mut next = self.clone();
            let (kind, _) = next.reserves[self.side].remove(slot);
            let piece = &mut next.pieces[i];
            next.reserves[self.side].push((piece.kind, piece.known));
            piece.kind = kind;
            piece.known = false;
            next.barter[self.side] = false;
            next.clock = 0;
            let text = format!("{}={kind}", name(self.pieces[i].at));
            if turns.iter().all(|(other, _)| *other != text) {
                turns.push((text, next));
            }
        }
        turns
    }

    fn set_ups(&self) -> Vec<(String, Slow)> {
        let mut orders = vec![String::new()];
        for _ in 0..6 {
            orders = orders.iter().flat_map(|o| "RPS".chars().map(move |k| format!("{o}{k}"))).collect();
            orders.retain(|o| "RPS".chars().all(|k| o.matches(k).count() <= 3));
        }
        let turn = |order: String| {
            let mut next = self.clone();
            for (x, kind) in (0..).zip(order.chars()) {
                let at = (x, if self.side == 0 { 1 } else { 6 });
                next.pieces.push(Piece { owner: self.side, kind, at, known: false, fresh: true });
                let used = next.reserves[self.side].iter().position(|&(k, _)| k == kind).unwrap();
                next.reserves[self.side].remove(used);
            }
            next.placed[self.side] = true;
            (format!("={order}"), next.finish(self))
        };
        orders.into_iter().map(turn).collect()
    }

    /// Hands over the turn and looks whether the game is over.
    fn finish(mut self, before: &Slow) -> Slow {
        let (me, you) = (self.side, 1 - self.side);
        self.side = you;
        self.turn += u32::from(me == 1);
        if self.placed != [true, true] {
            return self;
        }
        let one_each = self.number(me) == 1 && self.number(you) == 1;
        let stayed = |player| before.in_camp(player) > 0 && self.in_camp(player) > 0;
        self.status = if self.in_camp(me) >= 2 {
            WIN[me]
        } else if self.in_camp(you) >= 2 {
            WIN[you]
        } else if self.number(you) == 0 {
            WIN[me]
        } else if self.number(me) == 0 {
            WIN[you]
        } else if one_each && stayed(me) {
            WIN[me]
        } else if one_each && stayed(you) {
            WIN[you]
        } else if one_each && self.in_camp(me) > 0 {
            WIN[me]
        } else if one_each && self.in_camp(you) > 0 {
            WIN[you]
        } else if self.limit > 0 && self.clock >= self.limit {
            "draw"
        } else {
            "none"
        };
        self
    }

    /// The position as a reader knows it: player 0 or 1, the public, or the referee.
    pub(crate) fn fen(&self, reader: &str) -> String {
        let sees = |owner: usize| reader == "all" || reader == ["p1", "p2"][owner];
        let dress = |owner: usize, c: char| if owner == 0 { c } else { c.to_ascii_lowercase() };
        let mut ranks = Vec::new();
        for y in (0..8).rev() {
            let mut rank = String::new();
            for x in 0..6 {
                match self.at((x, y)).map(|i| &self.pieces[i]) {
                    None => rank.push('.'),
                    Some(piece) => {
                        if piece.known {
                            rank.push('+');
                        }
                        let kind = if piece.known || sees(piece.owner) { piece.kind } else { 'X' };
                        rank.push(dress(piece.owner, kind));
                    }
                }
            }
            for run in (1..=6).rev() {
                rank = rank.replace(&".".repeat(run), &run.to_string());
            }
            ranks.push(rank);
        }
        let reserve = |owner: usize| {
            let mut texts: Vec<(usize, String)> = Vec::new();
            for &(kind, known) in &self.reserves[owner] {
                let masked = !known && !sees(owner) && self.placed[owner];
                let kind = if masked { 'X' } else { kind };
                let order = "RPSX".find(kind).unwrap() * 2 + usize::from(!known);
                let mark = if known { "+" } else { "" };
                texts.push((order, format!("{mark}{}", dress(owner, kind))));
            }
            texts.sort();
            texts.into_iter().map(|(_, text)| text).collect::<String>()
        };
        let mut fresh: Vec<char> = Vec::new();
        for owner in 0..2 {
            for x in 0..6 {
                if self.pieces.iter().any(|p| p.owner == owner && p.fresh && p.at.0 == x) {
                    fresh.push(dress(owner, ['A', 'B', 'C', 'D', 'E', 'F'][x as usize]));
                }
            }
        }
        let fresh = if fresh.is_empty() { "-".to_string() } else { fresh.into_iter().collect() };
        let barter = match self.barter {
            [true, true] => "Bb",
            [true, false] => "B",
            [false, true] => "b",
            [false, false] => "-",
        };
        let (one, two, side) = (reserve(0), reserve(1), self.side + 1);
        format!("{} {one}/{two} {side} {fresh} {barter} {} {}", ranks.join("/"), self.clock, self.turn)
    }

    /// A legal turn as a reader is told of it.
    pub(crate) fn observed(&self, text: &str, reader: &str) -> String {
        let own = reader == "all" || reader == ["p1", "p2"][self.side];
        let kind = |square: &str| {
            let piece = self.pieces.iter().find(|piece| name(piece.at) == square);
            piece.map(|piece| piece.kind).unwrap()
        };
        if let Some((path, target)) = text.split_once('x') {
            return format!("{text}:{}{}", kind(&path[..2]), kind(target));
        }
        match text.split_once('=') {
            Some(("", _)) if !own => "=XXXXXX".to_string(),
            Some((square, _)) if !own => format!("{square}=X"),
            _ => text.to_string(),
        }
    }
}
