//! What is wrong with a decision, in words.

use super::board::{BOARD, Cell, cells, home};
use super::generate::captures_king;
use super::mode::Mode;
use super::position::{Phase, Position, Role, Unit};
use super::scene::kind;
use super::turn::{Action, Turn};
use super::turn_text::read_action;
use crate::games::explain::{
    after, cannot_go, cell_names, list, not_the_movers, nothing_on, one, over, player,
};
use crate::games::hex::large as hex;
use crate::games::hex::row_name;

/// One action on the board: a cube (`-`) or a stack (`=`) moves.
#[derive(Clone, Copy)]
struct Step {
    stack: bool,
    from: Cell,
    to: Cell,
}

/// What stands behind the actions of a turn.
#[derive(Clone, Copy)]
enum Tail {
    Nothing,
    King(Cell),
    Kind(Role),
}

impl<M: Mode> Position<M> {
    /// Why a text of any case is no legal decision: the first thing that is wrong with it. Its
    /// actions are tried one after the other, so nothing is said of a legal one.
    pub(super) fn fault(&self, text: &str) -> Option<String> {
        over(self).and_then(|()| self.check(&text.to_ascii_lowercase())).err()
    }

    fn check(&self, text: &str) -> Result<(), String> {
        match self.phase {
            Phase::GiveUp(role) => return self.check_ransom(text, role),
            Phase::PlaceKing => return self.check_return(text),
            Phase::Turn => {}
        }
        if text.starts_with('#') {
            return Err("nothing is to be given up now".to_string());
        }
        if text.starts_with('/') {
            return Err("no king is to be put back now".to_string());
        }
        if text.chars().nth(1) == Some(':') { self.check_drops(text) } else { self.check_turn(text) }
    }

    /// The decision which cube to give up.
    fn check_ransom(&self, text: &str, role: Role) -> Result<(), String> {
        let (giver, role_name) = (player(self.mover), one(name(role)));
        let Some(place) = text.strip_prefix('#') else {
            let example = cells(self.topped(self.mover, role)).next().map_or_else(String::new, Cell::name);
            return Err(format!("{giver} has to give up {role_name} as ransom first, such as #{example}"));
        };
        let Some(cell) = whole_cell(place) else { return check_cells(place) };
        self.check_owner(cell)?;
        if self.top(cell) == role {
            return Ok(());
        }
        Err(format!("the ransom is {role_name}, and {} holds {}", cell.name(), self.held(cell)))
    }

    /// The decision where the king returns after a ransom.
    fn check_return(&self, text: &str) -> Result<(), String> {
        let Some(place) = text.strip_prefix("/k:") else {
            let example = self.king_example();
            return Err(format!("the captured king has to be put back first, such as {example}"));
        };
        whole_cell(place).map_or_else(|| check_cells(place), |cell| self.check_king(cell))
    }

    /// A way to put the king back, for example.
    fn king_example(&self) -> String {
        let cell = cells(self.king_cells(!self.mover)).next();
        cell.map_or_else(String::new, |cell| format!("/K:{}", cell.name()))
    }

    /// Where the captured king of the other player is put back.
    fn check_king(&self, cell: Cell) -> Result<(), String> {
        let owner = !self.mover;
        if self.king_cells(owner) & cell.set() != 0 {
            return Ok(());
        }
        let (owner_name, cell_name) = (player(owner), cell.name());
        let why = if home(owner) & cell.set() == 0 {
            let row = cells(home(owner)).next().map_or('a', |cell| row_name(cell.row()));
            format!("it returns to its own first row, {row}")
        } else {
            format!(
                "it may stand on an empty cell, on a lone cube of its side or on a lone mountain, \
                 and {cell_name} holds {}",
                self.held(cell)
            )
        };
        Err(format!("the king of {owner_name} cannot be put on {cell_name}: {why}"))
    }

    /// A turn on the board.
    fn check_turn(&self, text: &str) -> Result<(), String> {
        let Some((steps, tail)) = read(text) else { return check_cells(text) };
        let Some(&first) = steps.first() else { return Ok(()) };
        self.check_owner(first.from)?;
        self.check_step(first)?;
        let mut turn = first.turn();
        if let Some(&second) = steps.get(1) {
            self.check_pair(first, second)?;
            let mut next = *self;
            next.act(turn);
            next.check_step(second).map_err(|fault| after(&first.text(), &fault))?;
            let action = if first.stack { Action::StackThenTop } else { Action::CubeThenStack };
            turn = Turn::two(action, first.from, first.to, second.to);
        }
        if steps.len() > 2 {
            return Err("a turn is one or two actions, not more".to_string());
        }
        self.check_tail(turn, tail)
    }

    fn check_owner(&self, cell: Cell) -> Result<(), String> {
        match self.unit(cell) {
            None => Err(nothing_on(&cell.name())),
            Some(Unit { top: (_, Role::Mountain), .. }) => {
                Err(format!("{} holds {}, and mountains never move", cell.name(), self.held(cell)))
            }
            Some(Unit { top: (owner, _), .. }) if owner != self.mover => {
                Err(not_the_movers(&cell.name(), owner, self.mover))
            }
            Some(_) => Ok(()),
        }
    }

    /// One action of the mover's cube or stack.
    fn check_step(&self, step: Step) -> Result<(), String> {
        let Step { stack, from, to } = step;
        if stack && self.stacks & from.set() == 0 {
            return Err(format!("'=' moves a stack, and {} holds {}", from.name(), self.held(from)));
        }
        if from == to {
            return Err(format!("it stands on {} already", to.name()));
        }
        self.check_way(step)?;
        match self.unit(to) {
            None => Ok(()),
            Some(Unit { top: (_, Role::Mountain), .. }) => self.check_climb(step),
            Some(Unit { top: (owner, _), .. }) if owner != self.mover => self.check_capture(step),
            Some(_) => self.check_build(step),
        }
    }

    /// The way of an action, whatever it leads to.
    fn check_way(&self, step: Step) -> Result<(), String> {
        let Step { stack, from, to } = step;
        if from.around() & to.set() != 0 {
            return Ok(());
        }
        let why = match between(from, to) {
            _ if !stack && self.unit(from).is_some_and(|unit| unit.bottom.is_some()) => {
                "the cube on top goes one cell only".to_string()
            }
            _ if !stack => "a single cube goes one cell only".to_string(),
            None => "a stack goes one cell, or two in a straight line".to_string(),
            Some(middle) if self.unit(middle).is_none() => return Ok(()),
            Some(middle) => format!(
                "the stack may go two cells straight, but {} in between holds {}",
                middle.name(),
                self.held(middle)
            ),
        };
        Err(cannot_go(&from.name(), &to.name(), &why))
    }

    /// An action that ends on a bare mountain or a wall.
    fn check_climb(&self, step: Step) -> Result<(), String> {
        let why = if self.walls & step.to.set() != 0 {
            format!("{} holds a wall of two mountains, which nobody climbs", step.to.name())
        } else if step.stack {
            format!("{} holds a mountain, which only a single cube climbs", step.to.name())
        } else {
            return Ok(());
        };
        Err(cannot_go(&step.from.name(), &step.to.name(), &why))
    }

    /// An action that ends on the mover's own.
    fn check_build(&self, step: Step) -> Result<(), String> {
        let cell_name = step.to.name();
        let why = if step.stack {
            "a stack never moves onto a cube of its own side".to_string()
        } else if self.lone_cubes(self.mover) & step.to.set() == 0 {
            format!("{cell_name} holds {}, two cubes already", self.held(step.to))
        } else if self.king(self.mover) & step.to.set() != 0 {
            format!("{cell_name} holds the king, and nothing may lie on a king")
        } else {
            return Ok(());
        };
        Err(cannot_go(&step.from.name(), &cell_name, &why))
    }

    /// An action that ends on an enemy.
    fn check_capture(&self, step: Step) -> Result<(), String> {
        let (role, target) = (self.top(step.from), self.top(step.to));
        let prey = prey(role);
        let why = if prey.is_empty() {
            format!("a {} captures nothing", name(role))
        } else if !prey.contains(&target) {
            let names: Vec<&str> = prey.iter().map(|&role| name(role)).collect();
            format!("{} captures only {}", name(role), list(&names))
        } else if step.stack && self.all_mountains() & step.to.set() != 0 {
            "what stands on a mountain is captured only by a single cube, not by a stack".to_string()
        } else {
            return Ok(());
        };
        let captor = if step.stack {
            self.whole(step.from)
        } else {
            format!("the {} on {}", name(role), step.from.name())
        };
        Err(format!("{captor} cannot capture {}: {why}", self.whole(step.to)))
    }

    /// Two actions of which the first can be done.
    fn check_pair(&self, first: Step, second: Step) -> Result<(), String> {
        let first_text = first.text();
        let ends = |what: &str| Err(format!("{first_text} ends the turn: so does every cube that {what}"));
        match self.unit(first.to) {
            _ if first.stack && !second.stack => Ok(()),
            _ if first.stack => {
                Err(format!("after {first_text} only the top of the stack may move: '-' instead of '='"))
            }
            None => ends("moves to an empty cell"),
            Some(Unit { top: (_, Role::Mountain), .. }) => ends("climbs a mountain"),
            Some(Unit { top: (owner, _), .. }) if owner != self.mover => ends("captures"),
            Some(_) if second.stack => Ok(()),
            Some(_) => Err(format!("after {first_text} only the new stack may move: '=' instead of '-'")),
        }
    }

    /// What follows actions that can be done.
    fn check_tail(&self, turn: Turn, tail: Tail) -> Result<(), String> {
        if !captures_king(turn, self.king(!self.mover)) {
            return match tail {
                Tail::Nothing => Ok(()),
                Tail::King(_) => Err("no king is captured, so none is put back".to_string()),
                Tail::Kind(_) => Err("no king is captured, so no ransom is to be named".to_string()),
            };
        }
        let mut next = *self;
        next.act(turn);
        if M::RANSOM { next.check_kind(tail) } else { next.check_king_tail(tail) }
    }

    /// What follows a captured king in this position, which is the one after the actions.
    fn check_king_tail(&self, tail: Tail) -> Result<(), String> {
        let example = self.king_example();
        match tail {
            Tail::Nothing if example.is_empty() => Ok(()),
            Tail::Nothing => Err(format!(
                "the king of {} is captured: say where it returns, such as {example}, at the end",
                player(!self.mover)
            )),
            _ if example.is_empty() => {
                Err("the captured king cannot return anywhere, so nothing follows the actions".to_string())
            }
            Tail::King(cell) => self.check_king(cell),
            Tail::Kind(_) => Err(format!(
                "there is no ransom in this variant: say where the king returns, such as {example}"
            )),
        }
    }

    /// The same in the game with a ransom.
    fn check_kind(&self, tail: Tail) -> Result<(), String> {
        let victim = player(!self.mover);
        let kinds: Vec<Role> = self.ransoms(!self.mover).collect();
        let examples: Vec<String> = kinds.iter().map(|kind| format!("#{}", kind.letter())).collect();
        let examples = examples.join(", ");
        match tail {
            Tail::Nothing if kinds.is_empty() => Ok(()),
            _ if kinds.is_empty() => {
                Err(format!("{victim} has nothing to give up, so nothing follows the actions"))
            }
            Tail::Kind(role) if kinds.contains(&role) => Ok(()),
            Tail::Kind(role) if !Role::RANSOMS.contains(&role) => {
                Err(format!("a {} is never a ransom: name one of {examples}", name(role)))
            }
            Tail::Kind(role) => {
                let role = name(role);
                Err(format!("{victim} has no {role} on the board, single or on top; it has {examples}"))
            }
            Tail::King(_) => Err(format!(
                "the king returns only after its ransom: name a kind of cube to give up instead, of {examples}"
            )),
            Tail::Nothing => Err(format!(
                "the king of {victim} is captured: name the kind of its ransom, of {examples}, at the end"
            )),
        }
    }

    /// One or two drops.
    fn check_drops(&self, text: &str) -> Result<(), String> {
        let mut drops = text.split('/');
        let Some((role, cell)) = drops.next().map(read_drop).transpose()?.flatten() else { return Ok(()) };
        self.check_drop(role, cell)?;
        let Some(second) = drops.next() else { return Ok(()) };
        let Some((second, other)) = read_drop(second)? else { return Ok(()) };
        let mut next = *self;
        next.act(Turn::drop(role, cell));
        let first = format!("{}:{}", role.letter(), cell.name());
        next.check_drop(second, other).map_err(|fault| after(&first, &fault))?;
        if (cell.set() | cell.around()) & other.set() == 0 {
            let (cell, other) = (cell.name(), other.name());
            return Err(format!(
                "two cubes are dropped on one cell or on two neighbouring ones, \
                 and {cell} is not next to {other}"
            ));
        }
        match drops.next() {
            None => Ok(()),
            Some(_) => Err("at most two cubes are dropped in a turn".to_string()),
        }
    }

    /// A drop in this position, that of another cube before it included.
    fn check_drop(&self, role: Role, cell: Cell) -> Result<(), String> {
        let (dropper, role_name, cell_name) = (player(self.mover), name(role), cell.name());
        if !M::DROPS {
            return Err("there are no reserves in this variant, so nothing is dropped".to_string());
        }
        if !matches!(role, Role::Mountain | Role::Wise) {
            return Err(format!("a {role_name} is never dropped: only mountains and wise are in reserve"));
        }
        if *self.reserves[self.mover.index()].clone().of(role) == 0 {
            return Err(format!("{dropper} has no {role_name} left in reserve"));
        }
        let own = |cube: (crate::games::Player, Role)| cube.0 == self.mover;
        let why = match self.unit(cell) {
            None => return Ok(()),
            Some(Unit { top, bottom: Some(_) }) if own(top) => {
                format!("{cell_name} holds {}, two cubes already", self.held(cell))
            }
            Some(Unit { top, .. }) if !own(top) => format!(
                "it lands on an empty cell or on an own lone cube, and {cell_name} is {}'s",
                player(top.0)
            ),
            Some(Unit { top: (_, Role::Mountain), .. }) => return Ok(()),
            Some(_) if role == Role::Mountain => {
                format!(
                    "a mountain lies only on a mountain of its colour, and {cell_name} holds {}",
                    self.held(cell)
                )
            }
            Some(Unit { top: (_, Role::King), .. }) => {
                format!("{cell_name} holds the king, and nothing may lie on a king")
            }
            Some(_) => return Ok(()),
        };
        Err(format!("the {role_name} cannot be dropped on {cell_name}: {why}"))
    }

    /// What a cell holds.
    fn held(&self, cell: Cell) -> String {
        match self.unit(cell) {
            None => "nothing".to_string(),
            Some(Unit { top: (_, role), bottom: None }) => one(name(role)),
            Some(Unit { top: (_, Role::Mountain), .. }) => "a wall".to_string(),
            Some(Unit { top: (_, role), bottom: Some((_, Role::Mountain)) }) => {
                format!("{} on a mountain", one(name(role)))
            }
            Some(_) => "a stack".to_string(),
        }
    }

    /// All that stands on a cell.
    fn whole(&self, cell: Cell) -> String {
        let (role, cell_name) = (name(self.top(cell)), cell.name());
        match self.stacks & cell.set() {
            0 => format!("the {role} on {cell_name}"),
            _ => format!("the stack on {cell_name} ({role} on top)"),
        }
    }
}

impl Step {
    fn turn(self) -> Turn {
        Turn::one(if self.stack { Action::Stack } else { Action::Cube }, self.from, self.to)
    }

    /// As it is written.
    fn text(self) -> String {
        format!("{}{}{}", self.from.name(), if self.stack { '=' } else { '-' }, self.to.name())
    }
}

fn name(role: Role) -> &'static str {
    kind(role).name
}

/// What a role captures.
fn prey(role: Role) -> &'static [Role] {
    use Role::{Fool, King, Paper, Rock, Scissors, Wise};
    match role {
        Rock => &[Scissors, Fool, King, Wise],
        Paper => &[Rock, Fool, King, Wise],
        Scissors => &[Paper, Fool, King, Wise],
        Fool => &[Rock, Paper, Scissors, Fool, King],
        King | Wise | Role::Mountain => &[],
    }
}

/// The cell that a whole text names.
fn whole_cell(text: &str) -> Option<Cell> {
    Cell::read(text).filter(|(_, rest)| rest.is_empty()).map(|(cell, _)| cell)
}

/// One drop, if the text makes sense.
fn read_drop(text: &str) -> Result<Option<(Role, Cell)>, String> {
    let Some((letter, place)) = text.split_once(':') else { return Ok(None) };
    let mut letters = letter.chars();
    let role = letters.next().filter(|_| letters.next().is_none()).and_then(Role::of);
    let Some(cell) = whole_cell(place) else { return check_cells(place).map(|()| None) };
    Ok(role.map(|role| (role, cell)))
}

/// The actions of a turn, however many, and what follows them.
fn read(text: &str) -> Option<(Vec<Step>, Tail)> {
    let (mut from, mut rest) = Cell::read(text)?;
    let mut steps = Vec::new();
    while rest.starts_with(['-', '=']) {
        let (sign, to, after) = read_action(rest)?;
        steps.push(Step { stack: sign == '=', from, to });
        (from, rest) = (to, after);
    }
    let tail = if rest.is_empty() {
        Tail::Nothing
    } else if let Some(place) = rest.strip_prefix("/k:") {
        Tail::King(whole_cell(place)?)
    } else {
        let mut letters = rest.strip_prefix('#')?.chars();
        let role = letters.next().and_then(Role::of).filter(|_| letters.next().is_none())?;
        Tail::Kind(role)
    };
    (!steps.is_empty()).then_some((steps, tail))
}

/// The cell in the middle, if two cells are two steps apart in a straight line.
fn between(from: Cell, to: Cell) -> Option<Cell> {
    let middle = |step: i32| {
        let middle = hex::shift(from.set(), step) & BOARD;
        (middle != 0 && hex::shift(middle, step) == to.set()).then_some(middle)
    };
    cells(hex::STEPS.into_iter().find_map(middle)?).next()
}

/// What is wrong with the cells of a text that is no turn.
fn check_cells(text: &str) -> Result<(), String> {
    let (actions, tail) = text.split_once("/k:").unwrap_or((text, ""));
    let mut names = cell_names(actions, &['-', '=', '!']);
    names.extend(cell_names(tail, &[]));
    match names.iter().find(|name| whole_cell(name).is_none()) {
        Some(name) => Err(format!("there is no cell {name}")),
        None => Ok(()),
    }
}
