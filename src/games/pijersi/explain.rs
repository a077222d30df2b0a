//! What is wrong with a turn, in words.

use super::board::{Board, Cell};
use super::position::{Position, Role};
use super::scene::kind;
use super::turn::{Action, Turn};
use super::turn_text::read_cells;
use crate::games::explain::{after, cannot_go, cell_names, not_the_movers, nothing_on, one, over};
use crate::games::hex::small as hex;

/// What moves in one action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    /// A single cube or the top of a stack.
    Cube,
    Stack,
}

/// One action of a turn.
#[derive(Clone, Copy)]
struct Step {
    mover: Mover,
    from: Cell,
    to: Cell,
}

impl<B: Board> Position<B> {
    /// Why a text of either notation and any case is no legal turn: the first thing that is wrong
    /// with it. Its actions are tried one after the other, so nothing is said of a legal turn.
    pub(super) fn fault(&self, text: &str) -> Option<String> {
        over(self).and_then(|()| self.check(&text.to_ascii_lowercase())).err()
    }

    fn check(&self, text: &str) -> Result<(), String> {
        let Some((cells, marks)) = read_cells::<B>(text) else { return check_cells::<B>(text) };
        let steps = if marks.is_empty() { self.steps_of_cells(&cells) } else { marked(&cells, &marks) };
        let Some(&first) = steps.first() else { return Ok(()) };
        self.check_owner(first.from)?;
        self.check_step(first)?;
        let Some(&second) = steps.get(1) else { return Ok(()) };
        self.check_pair(first, second)?;
        let text = first.text::<B>();
        self.after_step(first).check_step(second).map_err(|fault| after(&text, &fault))
    }

    /// The actions that cells without marks stand for.
    fn steps_of_cells(&self, cells: &[Cell]) -> Vec<Step> {
        let Some(turn) = self.turn_of_cells(cells) else { return Vec::new() };
        let (from, via, to) = (turn.from(), turn.via(), turn.to());
        let step = |mover, from, to| Step { mover, from, to };
        match turn.action() {
            Action::Single | Action::Top => vec![step(Mover::Cube, from, to)],
            Action::Stack => vec![step(Mover::Stack, from, to)],
            Action::SingleThenStack | Action::TopThenStack => {
                vec![step(Mover::Cube, from, via), step(Mover::Stack, via, to)]
            }
            Action::StackThenTop => vec![step(Mover::Stack, from, via), step(Mover::Cube, via, to)],
        }
    }

    /// The position after a legal first action, the same player to move.
    fn after_step(&self, step: Step) -> Self {
        let action = match step.mover {
            Mover::Stack => Action::Stack,
            Mover::Cube if self.stacks & step.from.set() != 0 => Action::Top,
            Mover::Cube => Action::Single,
        };
        let mut position = *self;
        position.play_turn(Turn::one(action, step.from, step.to));
        position.mover = self.mover;
        position
    }

    fn check_owner(&self, cell: Cell) -> Result<(), String> {
        match self.unit(cell) {
            None => Err(nothing_on(&B::name(cell))),
            Some(unit) if unit.owner != self.mover => {
                Err(not_the_movers(&B::name(cell), unit.owner, self.mover))
            }
            Some(_) => Ok(()),
        }
    }

    /// One action of the mover's cube or stack.
    fn check_step(&self, step: Step) -> Result<(), String> {
        let Step { mover, from, to } = step;
        if mover == Mover::Stack && self.stacks & from.set() == 0 {
            return Err(format!("'=' moves a stack, and {} holds a single cube", B::name(from)));
        }
        if from == to {
            return Err(format!("it stands on {} already", B::name(to)));
        }
        self.check_way(step)?;
        match self.unit(to) {
            None => Ok(()),
            Some(unit) if unit.owner != self.mover => self.check_capture(step),
            Some(_) => self.check_build(step),
        }
    }

    /// The way of an action, whatever it leads to.
    fn check_way(&self, step: Step) -> Result<(), String> {
        let Step { mover, from, to } = step;
        if B::around(from) & to.set() != 0 {
            return Ok(());
        }
        let why = match (mover, between::<B>(from, to)) {
            (Mover::Cube, _) if self.stacks & from.set() != 0 => {
                "the top of a stack goes one space only".to_string()
            }
            (Mover::Cube, _) => "a single cube goes one space only".to_string(),
            (Mover::Stack, None) => "a stack goes one space, or two in a straight line".to_string(),
            (Mover::Stack, Some(middle)) if self.unit(middle).is_none() => return Ok(()),
            (Mover::Stack, Some(middle)) => {
                let held = self.held(middle);
                format!(
                    "the stack may go two spaces straight, but {} in between holds {held}",
                    B::name(middle)
                )
            }
        };
        Err(cannot_go(&B::name(from), &B::name(to), &why))
    }

    /// An action that ends on the mover's own.
    fn check_build(&self, step: Step) -> Result<(), String> {
        let Step { mover, from, to } = step;
        let why = if mover == Mover::Stack {
            "a stack never moves onto a cube of its own side".to_string()
        } else if self.stacks & to.set() != 0 {
            format!("{} holds a stack of two already", B::name(to))
        } else if self.top(from) == Role::Wise && self.top(to) != Role::Wise {
            format!("a wise lies only on a wise, and {} holds {}", B::name(to), self.held(to))
        } else {
            return Ok(());
        };
        Err(cannot_go(&B::name(from), &B::name(to), &why))
    }

    /// An action that ends on an enemy.
    fn check_capture(&self, step: Step) -> Result<(), String> {
        let (role, target) = (self.top(step.from), self.top(step.to));
        let why = match role.prey() {
            Some(prey) if prey == target => return Ok(()),
            Some(_) if target == Role::Wise => "a wise is never captured".to_string(),
            Some(prey) => format!("{} captures {} only", name(role), name(prey)),
            None => "a wise captures nothing".to_string(),
        };
        let captor = match step.mover {
            Mover::Cube => format!("the {} on {}", name(role), B::name(step.from)),
            Mover::Stack => self.whole(step.from),
        };
        Err(format!("{captor} cannot capture {}: {why}", self.whole(step.to)))
    }

    /// Two actions of which the first can be done.
    fn check_pair(&self, first: Step, second: Step) -> Result<(), String> {
        let first_text = first.text::<B>();
        let ends = |what: &str| Err(format!("{first_text} ends the turn: so does every cube that {what}"));
        match (first.mover, self.unit(first.to)) {
            (Mover::Cube, None) => ends("moves to an empty space"),
            (Mover::Cube, Some(unit)) if unit.owner != self.mover => ends("captures"),
            _ if first.mover != second.mover => Ok(()),
            (Mover::Cube, _) => {
                Err(format!("after {first_text} only the new stack may move: '=' instead of '-'"))
            }
            (Mover::Stack, _) => {
                Err(format!("after {first_text} only the top of the stack may move: '-' instead of '='"))
            }
        }
    }

    /// What a cell holds.
    fn held(&self, cell: Cell) -> String {
        if self.stacks & cell.set() != 0 { "a stack".to_string() } else { one(name(self.top(cell))) }
    }

    /// All that stands on a cell.
    fn whole(&self, cell: Cell) -> String {
        let (role, cell_name) = (name(self.top(cell)), B::name(cell));
        match self.stacks & cell.set() {
            0 => format!("the {role} on {cell_name}"),
            _ => format!("the stack on {cell_name} ({role} on top)"),
        }
    }
}

impl Step {
    /// In native notation.
    fn text<B: Board>(self) -> String {
        let sign = if self.mover == Mover::Cube { '-' } else { '=' };
        format!("{}{sign}{}", B::name(self.from), B::name(self.to))
    }
}

fn name(role: Role) -> &'static str {
    kind(role).name
}

/// The actions that cells joined by marks stand for.
fn marked(cells: &[Cell], marks: &[char]) -> Vec<Step> {
    let mover = |mark: char| if mark == '-' { Mover::Cube } else { Mover::Stack };
    let pairs = cells.windows(2).zip(marks);
    pairs.map(|(pair, &mark)| Step { mover: mover(mark), from: pair[0], to: pair[1] }).collect()
}

/// The cell in the middle, if two cells are two steps apart in a straight line.
fn between<B: Board>(from: Cell, to: Cell) -> Option<Cell> {
    let middle = |step: i32| {
        let middle = hex::shift(from.set(), step) & B::CELLS;
        (middle != 0 && hex::shift(middle, step) == to.set()).then_some(middle)
    };
    let middle = hex::STEPS.into_iter().find_map(middle)?;
    super::board::cells(middle).next()
}

/// What is wrong with the cells of a text that is no turn.
fn check_cells<B: Board>(text: &str) -> Result<(), String> {
    let names = cell_names(text, &['-', '=', '!']);
    let on_board = |name: &str| B::read_cell(name).is_some_and(|(_, rest)| rest.is_empty());
    match names.iter().find(|name| !on_board(name)) {
        Some(name) => Err(format!("there is no space {name}")),
        None if names.len() > 3 => Err("a turn is one or two actions, of three spaces at most".to_string()),
        None => Ok(()),
    }
}
