//! Bloch's game as the inputs of a net.
//!
//! A net judges full positions and what one player sees of them alike: pieces that the
//! reader does not know have inputs of their own.

use super::board::{FILES, Kind, RANKS, Square, squares, start_rank};
use super::evaluate::Handcrafted;
use super::policy::TurnScorer;
use super::position::Position;
use super::reach::{Reach, hunter, quarry};
use super::turn::{Action, Turn};
use crate::games::{Evaluate, Features, InputList, Player};

const SQUARES: usize = FILES * RANKS;
const KINDS: usize = Kind::TRUE.len();

// The planes of inputs that tell of a position: for each player, its pieces by kind.
const SECRET: usize = 0;
const PUBLIC: usize = SECRET + KINDS;
/// Attacked by what beats them.
const PREY: usize = PUBLIC + KINDS;
const UNKNOWN: usize = PREY + KINDS;
/// Attacked by pieces that the reader does not know.
const FEARING: usize = UNKNOWN + 1;
const PLAYER_PLANES: usize = FEARING + 1;
const PLANES: usize = 2 * PLAYER_PLANES;

// What there is beside the squares, each for both players, the mover first.
const UNPLAYED: usize = PLANES * SQUARES;
/// How many of a kind are in reserve: none to three.
const RESERVE: usize = UNPLAYED + 2 * FILES;
/// How many of a kind the reader knows of, wherever they are.
const KNOWN: usize = RESERVE + 2 * KINDS * COUNTS;
const COUNTS: usize = Kind::EACH as usize + 1;
const BARTER: usize = KNOWN + 2 * KINDS * COUNTS;
/// Who may win next.
const NEAR_WIN: usize = BARTER + 2;
/// How near the draw is.
const CLOCK: usize = NEAR_WIN + 2;
const CLOCK_STEPS: usize = 10;
/// What is thought by hand.
const JUDGED: usize = CLOCK + CLOCK_STEPS;
const JUDGED_STEPS: usize = 16;

// The planes of inputs that tell of a turn. A piece may be unknown to the reader.
const FROM: usize = 0;
const TO: usize = FROM + 1 + KINDS;
/// What is attacked, by how the attack ends.
const TARGET: usize = TO + 1 + KINDS;
const BARTERED: usize = TARGET + ENDS;
const TURN_PLANES: usize = BARTERED + 1 + KINDS;
/// How an attack ends: won, lost, with equal kinds, or that is not known.
const ENDS: usize = 4;
const NOT_KNOWN: usize = ENDS - 1;

/// What a turn does, whatever the squares: inputs after the planes.
mod deed {
    pub const ACTION: usize = 0;
    /// Ranks gained, from -1 on.
    pub const GAINED: usize = ACTION + 6;
    pub const ENTERS: usize = GAINED + 4;
    pub const LEAVES: usize = ENTERS + 1;
    /// In reach of what beats it, or of something unknown: before and after.
    pub const FLEES: usize = LEAVES + 1;
    pub const RISKS: usize = FLEES + 2;
    /// How an attack ends, and whether the target is near its goal.
    pub const ATTACK: usize = RISKS + 2;
    /// Chances to win and to lose against something unknown, in fifths.
    pub const CHANCE: usize = ATTACK + 2 * super::ENDS;
    pub const FIFTHS: usize = 6;
    /// An attack tells what a piece is that was secret.
    pub const TELLS: usize = CHANCE + 2 * FIFTHS;
    /// A piece bartered that everybody knows, or for one of its kind.
    pub const HIDES: usize = TELLS + 1;
    pub const BLUFF: usize = HIDES + 1;
    /// What is thought by hand.
    pub const JUDGED: usize = BLUFF + 1;
    pub const JUDGED_STEPS: usize = 24;
    pub const COUNT: usize = JUDGED + JUDGED_STEPS;
}
const DEEDS: usize = TURN_PLANES * SQUARES;

/// The inputs of Bloch's game.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

/// A square as a player sees it, from its own end and its own left.
#[inline(always)]
fn place(square: Square, player: Player) -> usize {
    let file = match player {
        Player::One => square.file(),
        Player::Two => FILES - 1 - square.file(),
    };
    square.progress(player) * FILES + file
}

/// The step of a scale that a number is on.
fn step(number: f32, least: f32, width: f32, steps: usize) -> usize {
    (((number - least) / width).max(0.0) as usize).min(steps - 1)
}

/// The symmetries: three ways to name the kinds, each plain and mirrored.
fn rotated(kind: usize, symmetry: usize) -> usize {
    (kind + symmetry / 2) % KINDS
}

/// The same where 0 stands for an unknown kind.
fn rotated_or_unknown(kind: usize, symmetry: usize) -> usize {
    kind.checked_sub(1).map_or(0, |kind| 1 + rotated(kind, symmetry))
}

fn mirrored_file(file: usize, symmetry: usize) -> usize {
    if symmetry % 2 == 1 { FILES - 1 - file } else { file }
}

fn mirrored(place: usize, symmetry: usize) -> usize {
    place / FILES * FILES + mirrored_file(place % FILES, symmetry)
}

impl Features<Position> for Inputs {
    const INPUTS: usize = JUDGED + JUDGED_STEPS;
    const MOVE_INPUTS: usize = DEEDS + deed::COUNT;
    const SYMMETRIES: usize = 6;
    const NET: &'static [u8] = include_bytes!("../../../nets/bloch.net");

    fn position(position: &Position, mut on: impl FnMut(usize)) {
        let mover = position.mover;
        for (i, player) in [mover, !mover].into_iter().enumerate() {
            tell_pieces(position, player, |plane, square| {
                on((i * PLAYER_PLANES + plane) * SQUARES + place(square, mover));
            });
            for square in squares(position.unplayed & super::board::rank(start_rank(player))) {
                on(UNPLAYED + i * FILES + place(square, mover) % FILES);
            }
            let (reserve, known) = (&position.reserves[player.index()], position.census(player));
            for (k, kind) in Kind::TRUE.into_iter().enumerate() {
                let row = (i * KINDS + k) * COUNTS;
                on(RESERVE + row + usize::from(reserve[kind.index()]).min(COUNTS - 1));
                on(KNOWN + row + usize::from(known[kind.index()]).min(COUNTS - 1));
            }
            if position.barter[player.index()] {
                on(BARTER + i);
            }
            if position.near_win(player) {
                on(NEAR_WIN + i);
            }
        }
        let limit = usize::from(position.reading.no_progress);
        if let Some(near) = (usize::from(position.clock) * CLOCK_STEPS).checked_div(limit) {
            on(CLOCK + near.min(CLOCK_STEPS - 1));
        }
        let chance = Handcrafted::value(position).win;
        on(JUDGED + step(chance, 0.0, 1.0 / JUDGED_STEPS as f32, JUDGED_STEPS));
    }

    fn moves(position: &Position, moves: &[Turn], mut each: impl FnMut(&[u16])) {
        let scorer = TurnScorer::new(position);
        let mut list = InputList::default();
        for &turn in moves {
            list.clear();
            tell_turn(&scorer, turn, &mut list);
            each(list.inputs());
        }
    }

    fn image(symmetry: usize, input: usize) -> usize {
        let counts = |input: usize| {
            let (row, count) = (input / COUNTS, input % COUNTS);
            (row / KINDS * KINDS + rotated(row % KINDS, symmetry)) * COUNTS + count
        };
        match input {
            ..UNPLAYED => {
                let (plane, place) = (input / SQUARES, input % SQUARES);
                let (player, plane) = (plane / PLAYER_PLANES, plane % PLAYER_PLANES);
                let plane = match plane {
                    UNKNOWN.. => plane,
                    _ => plane / KINDS * KINDS + rotated(plane % KINDS, symmetry),
                };
                (player * PLAYER_PLANES + plane) * SQUARES + mirrored(place, symmetry)
            }
            UNPLAYED..RESERVE => UNPLAYED + mirrored(input - UNPLAYED, symmetry),
            RESERVE..KNOWN => RESERVE + counts(input - RESERVE),
            KNOWN..BARTER => KNOWN + counts(input - KNOWN),
            BARTER.. => input,
        }
    }

    fn move_image(symmetry: usize, input: usize) -> usize {
        if input >= DEEDS {
            return input;
        }
        let (plane, place) = (input / SQUARES, input % SQUARES);
        let plane = match plane {
            ..TO => FROM + rotated_or_unknown(plane - FROM, symmetry),
            TO..TARGET => TO + rotated_or_unknown(plane - TO, symmetry),
            TARGET..BARTERED => plane,
            BARTERED.. => BARTERED + rotated_or_unknown(plane - BARTERED, symmetry),
        };
        plane * SQUARES + mirrored(place, symmetry)
    }
}

/// Tells of a player's pieces, by plane and square.
fn tell_pieces(position: &Position, player: Player, mut put: impl FnMut(usize, Square)) {
    let threats = Reach::new(position, !player);
    let (prey, unknown) = (threats.prey(position, player), threats.0[Kind::Unknown.index()]);
    let free = !position.goal(player);
    for square in squares(position.owned[player.index()]) {
        let kind = position.kind(square).index();
        match kind.checked_sub(1) {
            None => put(UNKNOWN, square),
            Some(kind) => {
                put(if position.public & square.set() != 0 { PUBLIC } else { SECRET } + kind, square);
                if prey & square.set() != 0 {
                    put(PREY + kind, square);
                }
            }
        }
        if unknown & free & square.set() != 0 {
            put(FEARING, square);
        }
    }
}

/// Tells of a deed.
#[inline(always)]
fn tell(list: &mut InputList, deed: usize) {
    list.add(DEEDS + deed);
}

/// Tells of a turn.
fn tell_turn(scorer: &TurnScorer<'_>, turn: Turn, list: &mut InputList) {
    let position = scorer.position;
    let mover = position.mover;
    let action = turn.action();
    tell(list, deed::ACTION + action as usize);
    if matches!(action, Action::Pass | Action::SetUp) {
        return;
    }
    tell(list, deed::JUDGED + step(scorer.logit(turn), -6.0, 0.5, deed::JUDGED_STEPS));
    let (from, to) = (turn.from(), turn.to());
    let kind = position.kind(from);
    let put = |list: &mut InputList, plane: usize, square: Square| {
        list.add(plane * SQUARES + place(square, mover));
    };
    put(list, FROM + kind.index(), from);
    // What stands there in the end, as far as that can be foreseen.
    let stays = if action == Action::Barter { turn.kind() } else { kind };
    for (square, kind, deeds) in [(from, kind, deed::FLEES), (to, stays, deed::RISKS)] {
        if kind.known() && scorer.attacked(hunter(kind), square) {
            tell(list, deeds);
        }
        if scorer.attacked(Kind::Unknown, square) {
            tell(list, deeds + 1);
        }
    }
    if action == Action::Barter {
        put(list, BARTERED + turn.kind().index(), from);
        if position.public & from.set() != 0 {
            tell(list, deed::HIDES);
        }
        if turn.kind() == kind {
            tell(list, deed::BLUFF);
        }
        return;
    }
    if action != Action::Attack {
        put(list, TO + kind.index(), to);
        let gained = (to.progress(mover) + 1).saturating_sub(from.progress(mover));
        tell(list, deed::GAINED + gained.min(3));
    }
    let goal = position.goal(mover);
    match (goal & from.set() != 0, goal & to.set() != 0) {
        (false, true) => tell(list, deed::ENTERS),
        (true, false) => tell(list, deed::LEAVES),
        _ => {}
    }
    if action != Action::Move {
        tell_attack(scorer, turn, list);
    }
}

/// Tells how an attack ends, as far as that is known.
fn tell_attack(scorer: &TurnScorer<'_>, turn: Turn, list: &mut InputList) {
    let position = scorer.position;
    let mover = position.mover;
    let target = turn.target();
    let (kind, attacked) = (position.kind(turn.from()), position.kind(target));
    let end = match () {
        _ if !kind.known() || !attacked.known() => NOT_KNOWN,
        _ if kind.beats(attacked) => 0,
        _ if attacked.beats(kind) => 1,
        _ => 2,
    };
    list.add((TARGET + end) * SQUARES + place(target, mover));
    let near = target.progress(!mover) >= RANKS - 3;
    tell(list, deed::ATTACK + 2 * end + usize::from(near));
    if kind.known() && !attacked.known() {
        let chances = [scorer.guess[quarry(kind).index()], scorer.guess[hunter(kind).index()]];
        for (i, chance) in chances.into_iter().enumerate() {
            tell(list, deed::CHANCE + i * deed::FIFTHS + step(chance, -0.1, 0.2, deed::FIFTHS));
        }
    }
    if position.public & turn.from().set() == 0 {
        tell(list, deed::TELLS);
    }
}
