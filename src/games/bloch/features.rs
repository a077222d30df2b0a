//! The features of Bloch's game.
//!
//! A net evaluates full positions and players' views alike: hidden pieces have features of their
//! own.

use super::board::{FILES, Kind, RANKS, Square, squares, start_rank};
use super::evaluate::Handcrafted;
use super::policy::TurnScorer;
use super::position::Position;
use super::reach::{Reach, hunter, quarry};
use super::turn::{Action, Turn};
use crate::games::{Evaluate, Features, MAX_ACTIVE, MoveFeatureList, Player};

const SQUARES: usize = FILES * RANKS;
const KINDS: usize = Kind::TRUE.len();

// Feature planes of a position, a feature for each square: for each player, its pieces
// one-hot by kind.
/// Known to the observer, but not public.
const PRIVATE: usize = 0;
const PUBLIC: usize = PRIVATE + KINDS;
/// Attacked by a piece that beats them.
const ATTACKED: usize = PUBLIC + KINDS;
const UNKNOWN: usize = ATTACKED + KINDS;
/// Attacked by a hidden piece.
const ATTACKED_BY_HIDDEN: usize = UNKNOWN + 1;
const PLAYER_PLANES: usize = ATTACKED_BY_HIDDEN + 1;
const PLANES: usize = 2 * PLAYER_PLANES;

// Features after the planes, each for both players, the mover first.
const UNPLAYED: usize = PLANES * SQUARES;
/// Number of pieces of a kind in reserve, none to three, one-hot.
const RESERVE: usize = UNPLAYED + 2 * FILES;
/// Number of pieces of a kind known to the observer, on the board or not, one-hot.
const KNOWN: usize = RESERVE + 2 * KINDS * COUNTS;
const COUNTS: usize = Kind::EACH as usize + 1;
const BARTER: usize = KNOWN + 2 * KINDS * COUNTS;
/// A possible win in one move, see [`Position::near_win`].
const NEAR_WIN: usize = BARTER + 2;
/// How near the draw is, one-hot.
const CLOCK: usize = NEAR_WIN + 2;
const CLOCK_STEPS: usize = 10;
/// The value of the handcrafted evaluation, one-hot.
const HANDCRAFTED: usize = CLOCK + CLOCK_STEPS;
const HANDCRAFTED_STEPS: usize = 16;
/// How many ranks the foremost two pieces, and the foremost two that cannot be caught, have to go:
/// for each of the four, one-hot. See [`Position::runs`].
const RUNS: usize = HANDCRAFTED + HANDCRAFTED_STEPS;
const RUN_STEPS: usize = RANKS + 1;

/// The pieces of both armies, which no position exceeds.
const PIECES: usize = 2 * KINDS * Kind::EACH as usize;
// A piece has a kind and may be attacked by a piece that beats it and by a hidden one; then those
// after the planes, of which some are one-hot.
const _: () = assert!(3 * PIECES + 2 * (FILES + 2 * KINDS + 2 + 4) + 2 <= MAX_ACTIVE);

// Feature planes of a move. A piece may be hidden from the observer.
const FROM: usize = 0;
const TO: usize = FROM + 1 + KINDS;
/// The target of an attack, by the result of the attack.
const TARGET: usize = TO + 1 + KINDS;
const BARTERED: usize = TARGET + RESULTS;
const TURN_PLANES: usize = BARTERED + 1 + KINDS;
/// Results of an attack: won, lost, tied, unknown.
const RESULTS: usize = 4;
const UNKNOWN_RESULT: usize = RESULTS - 1;

/// Move features that have no square, after the planes.
mod flag {
    pub(super) const ACTION: usize = 0;
    /// Ranks gained, from -1 on.
    pub(super) const GAINED: usize = ACTION + 6;
    pub(super) const ENTERS: usize = GAINED + 4;
    pub(super) const LEAVES: usize = ENTERS + 1;
    /// Attacked by a piece that beats it, or by a hidden one: before the move and after it.
    pub(super) const FLEES: usize = LEAVES + 1;
    pub(super) const RISKS: usize = FLEES + 2;
    /// The result of an attack, and whether the target is near its goal.
    pub(super) const ATTACK: usize = RISKS + 2;
    /// Probabilities to win and to lose an attack on a hidden piece, in fifths.
    pub(super) const PROBABILITY: usize = ATTACK + 2 * super::RESULTS;
    pub(super) const FIFTHS: usize = 6;
    /// An attack that reveals the attacker's kind.
    pub(super) const REVEALS: usize = PROBABILITY + 2 * FIFTHS;
    /// A barter of a public piece; a barter for a piece of the same kind.
    pub(super) const HIDES: usize = REVEALS + 1;
    pub(super) const BLUFF: usize = HIDES + 1;
    /// The logit of the handcrafted policy, one-hot.
    pub(super) const HANDCRAFTED: usize = BLUFF + 1;
    pub(super) const HANDCRAFTED_STEPS: usize = 24;
    pub(super) const COUNT: usize = HANDCRAFTED + HANDCRAFTED_STEPS;
}
const FLAGS: usize = TURN_PLANES * SQUARES;

/// The features of Bloch's game.
#[derive(Clone, Copy, Debug)]
pub struct BlochFeatures;

/// The index of a square from a player's perspective.
#[inline(always)]
fn square_index(square: Square, player: Player) -> usize {
    let file = match player {
        Player::One => square.file(),
        Player::Two => FILES - 1 - square.file(),
    };
    square.progress(player) * FILES + file
}

/// Quantizes a number for a one-hot encoding.
fn quantize(number: f32, least: f32, width: f32, steps: usize) -> usize {
    (((number - least) / width).max(0.0) as usize).min(steps - 1)
}

/// The symmetries: the three rotations of the kinds, each with and without mirroring.
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

impl Features<Position> for BlochFeatures {
    const NAME: &'static str = "bloch";
    const REVISION: u32 = 2;
    const COUNT: usize = RUNS + 8 * RUN_STEPS;
    const MOVE_COUNT: usize = FLAGS + flag::COUNT;
    const SYMMETRIES: usize = 6;
    const NET: &'static [u8] = include_bytes!("../../../nets/bloch.net");
    const FEW_MOVES: bool = true;

    fn active_features(position: &Position, mut activate: impl FnMut(usize)) {
        let mover = position.mover;
        for (i, player) in [mover, !mover].into_iter().enumerate() {
            encode_pieces(position, player, |plane, square| {
                activate((i * PLAYER_PLANES + plane) * SQUARES + square_index(square, mover));
            });
            for square in squares(position.unplayed & super::board::rank(start_rank(player))) {
                activate(UNPLAYED + i * FILES + square_index(square, mover) % FILES);
            }
            let (reserve, known) = (&position.reserves[player.index()], position.census(player));
            for (k, kind) in Kind::TRUE.into_iter().enumerate() {
                let row = (i * KINDS + k) * COUNTS;
                activate(RESERVE + row + usize::from(reserve[kind.index()]).min(COUNTS - 1));
                activate(KNOWN + row + usize::from(known[kind.index()]).min(COUNTS - 1));
            }
            if position.barter[player.index()] {
                activate(BARTER + i);
            }
            if position.near_win(player) {
                activate(NEAR_WIN + i);
            }
            let runs = position.runs(player);
            for (n, far) in runs.nearest.into_iter().chain(runs.free).enumerate() {
                activate(RUNS + (4 * i + n) * RUN_STEPS + far.min(RUN_STEPS - 1));
            }
        }
        let limit = usize::from(position.rules.no_progress);
        if let Some(near) = (usize::from(position.clock) * CLOCK_STEPS).checked_div(limit) {
            activate(CLOCK + near.min(CLOCK_STEPS - 1));
        }
        let win = Handcrafted::value(position).win;
        activate(HANDCRAFTED + quantize(win, 0.0, 1.0 / HANDCRAFTED_STEPS as f32, HANDCRAFTED_STEPS));
    }

    fn move_features(position: &Position, moves: &[Turn], mut each: impl FnMut(&[u16])) {
        let scorer = TurnScorer::new(position);
        let mut list = MoveFeatureList::default();
        for &turn in moves {
            list.clear();
            encode_move(&scorer, turn, &mut list);
            each(list.as_slice());
        }
    }

    fn symmetric(symmetry: usize, feature: usize) -> usize {
        let counts = |feature: usize| {
            let (row, count) = (feature / COUNTS, feature % COUNTS);
            (row / KINDS * KINDS + rotated(row % KINDS, symmetry)) * COUNTS + count
        };
        match feature {
            ..UNPLAYED => {
                let (plane, place) = (feature / SQUARES, feature % SQUARES);
                let (player, plane) = (plane / PLAYER_PLANES, plane % PLAYER_PLANES);
                let plane = match plane {
                    UNKNOWN.. => plane,
                    _ => plane / KINDS * KINDS + rotated(plane % KINDS, symmetry),
                };
                (player * PLAYER_PLANES + plane) * SQUARES + mirrored(place, symmetry)
            }
            UNPLAYED..RESERVE => UNPLAYED + mirrored(feature - UNPLAYED, symmetry),
            RESERVE..KNOWN => RESERVE + counts(feature - RESERVE),
            KNOWN..BARTER => KNOWN + counts(feature - KNOWN),
            BARTER.. => feature,
        }
    }

    fn symmetric_move(symmetry: usize, feature: usize) -> usize {
        if feature >= FLAGS {
            return feature;
        }
        let (plane, place) = (feature / SQUARES, feature % SQUARES);
        let plane = match plane {
            ..TO => FROM + rotated_or_unknown(plane - FROM, symmetry),
            TO..TARGET => TO + rotated_or_unknown(plane - TO, symmetry),
            TARGET..BARTERED => plane,
            BARTERED.. => BARTERED + rotated_or_unknown(plane - BARTERED, symmetry),
        };
        plane * SQUARES + mirrored(place, symmetry)
    }
}

/// The features of a player's pieces, by plane and square.
fn encode_pieces(position: &Position, player: Player, mut put: impl FnMut(usize, Square)) {
    let threats = Reach::new(position, !player);
    let (attacked, by_hidden) = (threats.attacked(position, player), threats.0[Kind::Unknown.index()]);
    let free = !position.goal(player);
    for square in squares(position.owned[player.index()]) {
        let kind = position.kind(square).index();
        match kind.checked_sub(1) {
            None => put(UNKNOWN, square),
            Some(kind) => {
                put(if position.public & square.set() != 0 { PUBLIC } else { PRIVATE } + kind, square);
                if attacked & square.set() != 0 {
                    put(ATTACKED + kind, square);
                }
            }
        }
        if by_hidden & free & square.set() != 0 {
            put(ATTACKED_BY_HIDDEN, square);
        }
    }
}

/// Adds a feature that has no square.
#[inline(always)]
fn push_flag(list: &mut MoveFeatureList, flag: usize) {
    list.push(FLAGS + flag);
}

/// Adds the features of a move.
fn encode_move(scorer: &TurnScorer<'_>, turn: Turn, list: &mut MoveFeatureList) {
    let position = scorer.position;
    let mover = position.mover;
    let action = turn.action();
    push_flag(list, flag::ACTION + action as usize);
    if matches!(action, Action::Pass | Action::SetUp) {
        return;
    }
    push_flag(list, flag::HANDCRAFTED + quantize(scorer.logit(turn), -6.0, 0.5, flag::HANDCRAFTED_STEPS));
    let (from, to) = (turn.from(), turn.to());
    let kind = position.kind(from);
    let put = |list: &mut MoveFeatureList, plane: usize, square: Square| {
        list.push(plane * SQUARES + square_index(square, mover));
    };
    put(list, FROM + kind.index(), from);
    // The kind after the move, where that is known.
    let kind_after = if action == Action::Barter { turn.kind() } else { kind };
    for (square, kind, flags) in [(from, kind, flag::FLEES), (to, kind_after, flag::RISKS)] {
        if kind.known() && scorer.attacked(hunter(kind), square) {
            push_flag(list, flags);
        }
        if scorer.attacked(Kind::Unknown, square) {
            push_flag(list, flags + 1);
        }
    }
    if action == Action::Barter {
        put(list, BARTERED + turn.kind().index(), from);
        if position.public & from.set() != 0 {
            push_flag(list, flag::HIDES);
        }
        if turn.kind() == kind {
            push_flag(list, flag::BLUFF);
        }
        return;
    }
    if action != Action::Attack {
        put(list, TO + kind.index(), to);
        let gained = (to.progress(mover) + 1).saturating_sub(from.progress(mover));
        push_flag(list, flag::GAINED + gained.min(3));
    }
    let goal = position.goal(mover);
    match (goal & from.set() != 0, goal & to.set() != 0) {
        (false, true) => push_flag(list, flag::ENTERS),
        (true, false) => push_flag(list, flag::LEAVES),
        _ => {}
    }
    if action != Action::Move {
        encode_attack(scorer, turn, list);
    }
}

/// Adds the features of an attack: its result, or the probabilities of its results.
fn encode_attack(scorer: &TurnScorer<'_>, turn: Turn, list: &mut MoveFeatureList) {
    let position = scorer.position;
    let mover = position.mover;
    let target = turn.target();
    let (kind, attacked) = (position.kind(turn.from()), position.kind(target));
    let result = match () {
        _ if !kind.known() || !attacked.known() => UNKNOWN_RESULT,
        _ if kind.beats(attacked) => 0,
        _ if attacked.beats(kind) => 1,
        _ => 2,
    };
    list.push((TARGET + result) * SQUARES + square_index(target, mover));
    let near = target.progress(!mover) >= RANKS - 3;
    push_flag(list, flag::ATTACK + 2 * result + usize::from(near));
    if kind.known() && !attacked.known() {
        let probabilities =
            [scorer.hidden_prior[quarry(kind).index()], scorer.hidden_prior[hunter(kind).index()]];
        for (i, probability) in probabilities.into_iter().enumerate() {
            push_flag(
                list,
                flag::PROBABILITY + i * flag::FIFTHS + quantize(probability, -0.1, 0.2, flag::FIFTHS),
            );
        }
    }
    if position.public & turn.from().set() == 0 {
        push_flag(list, flag::REVEALS);
    }
}
