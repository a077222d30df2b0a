//! Levels of play: a search that is limited on purpose, and a choice of moves that errs as
//! people do.
//!
//! All strengths below the full one lie on one path, from a player who moves nearly at random to
//! one who searches some thousand playouts. A game says which places on the path are its levels
//! ([`Evaluate::LEVELS`]). A limited search counts playouts, not time, and starts with an empty
//! tree on one thread, so that a level is as strong on every machine and at every time control
//! that leaves it some tens of milliseconds.

use super::{Limits, SearchRequest, Settings};
use crate::games::{Evaluate, Game, Information, LEVELS, Rung};
use crate::math::{exp, ln};

/// A level of play, from 1 to 10; 10 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// Full strength.
    pub const MAX: Level = Level(LEVELS as u8);

    /// The level of this number, if there is one.
    pub fn new(number: u64) -> Option<Level> {
        let number = u8::try_from(number).ok()?;
        (Level::MIN.0..=Level::MAX.0).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Level::MAX
    }
}

/// How strong a search plays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Strength {
    /// As strong as it can.
    #[default]
    Full,
    /// A level of the game's scale.
    Level(Level),
    /// An Elo on the game's scale, whose zero is a player who wins in one move if possible, and
    /// else moves at random. Beyond the ends of the scale, the weakest level or full strength.
    Elo(i32),
    /// A place on the path, for calibration.
    Skill(f32),
    /// A handicap of its own, for experiments.
    Handicap(Handicap),
}

impl Strength {
    /// The handicap of a game's search; `None` at full strength.
    pub(super) fn handicap<G: Game>(self) -> Option<Handicap> {
        let scale = &G::Evaluation::LEVELS;
        let skill = match self {
            Strength::Full | Strength::Level(Level::MAX) => return None,
            Strength::Level(level) => scale.rungs[usize::from(level.0) - 1].skill,
            Strength::Elo(elo) => skill_of_elo(&scale.rungs, elo)?,
            Strength::Skill(skill) => skill,
            Strength::Handicap(handicap) => return Some(handicap),
        };
        let handicap = Handicap::of_skill(skill);
        Some(Handicap { playouts: (handicap.playouts * scale.pace).max(LEAST_PLAYOUTS), ..handicap })
    }
}

/// The skill of an Elo, interpolated between levels; `None` for full strength.
fn skill_of_elo(rungs: &[Rung], elo: i32) -> Option<f32> {
    if elo <= rungs[0].elo {
        return Some(rungs[0].skill);
    }
    let above = rungs.iter().position(|rung| rung.elo > elo)?;
    let (low, high) = (rungs[above - 1], rungs[above]);
    let share = (elo - low.elo) as f32 / (high.elo - low.elo).max(1) as f32;
    Some(low.skill + share * (high.skill - low.skill))
}

/// What makes a search weak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// Playouts of a search.
    pub playouts: f32,
    /// Moves are drawn by their visits, in which the policy counts for some, to this power (the
    /// inverse of a temperature): at 0 all moves alike.
    pub sharpness: f32,
    /// Moves whose expected score is so much below the best one's are not played.
    pub margin: f32,
    /// How many plies ahead forced results are seen: a win in one move is 1 ply away, a loss to
    /// the reply is 2. A fraction is the chance to see one ply more.
    pub sight: f32,
    /// The share of moves made in haste: by the policy alone, looking no further than the reply.
    pub haste: f32,
}

const fn handicap(playouts: f32, [sharpness, margin]: [f32; 2], sight: f32, haste: f32) -> Handicap {
    Handicap { playouts, sharpness, margin, sight, haste }
}

/// Playouts of a level at the least, so that there is something to report.
const LEAST_PLAYOUTS: f32 = 8.0;

/// The path from weak to strong: one entry for each whole skill from 0. The playouts are those of
/// a game of pace 1, in which full strength makes 12,500 in a tenth of a second. Steps are even
/// in Pijersi (docs/levels.md).
const PATH: [Handicap; 11] = [
    handicap(8.0, [0.0, 1.0], 0.0, 0.0),
    handicap(8.0, [0.03, 1.0], 0.4, 0.0),
    handicap(8.0, [0.22, 1.0], 0.83, 0.0),
    handicap(16.0, [0.45, 0.9], 1.02, 0.0),
    handicap(350.0, [2.1, 0.35], 1.6, 0.6),
    handicap(800.0, [5.0, 0.22], 2.2, 0.55),
    handicap(1200.0, [8.0, 0.15], 5.5, 0.37),
    handicap(1750.0, [10.0, 0.12], 8.5, 0.21),
    handicap(2700.0, [14.0, 0.085], 13.0, 0.085),
    handicap(4500.0, [20.0, 0.05], 20.0, 0.0),
    handicap(12500.0, [20.0, 0.03], 20.0, 0.0),
];

impl Handicap {
    /// The handicap at a place of the path.
    fn of_skill(skill: f32) -> Handicap {
        let last = PATH.len() - 1;
        let skill = skill.clamp(0.0, last as f32);
        let below = (skill as usize).min(last - 1);
        let (low, high, share) = (PATH[below], PATH[below + 1], skill - below as f32);
        let between = |low: f32, high: f32| low + share * (high - low);
        Handicap {
            // Twice as many playouts are as much everywhere.
            playouts: exp(between(ln(low.playouts), ln(high.playouts))),
            sharpness: between(low.sharpness, high.sharpness),
            margin: between(low.margin, high.margin),
            sight: between(low.sight, high.sight),
            haste: between(low.haste, high.haste),
        }
    }

    /// The settings of a limited search: one thread. The choice after a hidden search needs the
    /// report of every root move.
    pub(super) fn settings<G: Game>(&self, settings: &Settings) -> Settings {
        let multi_pv = if G::Information::HIDDEN { usize::MAX } else { settings.multi_pv };
        Settings { threads: 1, multi_pv, ..settings.clone() }
    }

    /// The request of a limited search. It ends after some playouts whatever the client has
    /// asked for; who must not answer yet waits afterwards.
    pub(super) fn request<G: Game>(&self, request: &SearchRequest<G>) -> SearchRequest<G> {
        let playouts = (self.playouts + 0.5) as u64;
        let nodes = Some(request.limits.nodes.map_or(playouts, |nodes| nodes.min(playouts)));
        let limits = Limits { nodes, infinite: false, ponder: false, ..request.limits.clone() };
        SearchRequest { limits, ..request.clone() }
    }
}
