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
use crate::math::{exp, ln, mix};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

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
    /// The handicap of a game's search; `None` at full strength. The seed stands for the form of
    /// the day.
    pub(super) fn handicap<G: Game>(self, seed: u64) -> Option<Handicap> {
        let scale = &G::Evaluation::LEVELS;
        let skill = match self {
            Strength::Full | Strength::Level(Level::MAX) => return None,
            Strength::Level(level) => scale.rungs[usize::from(level.0) - 1].skill,
            Strength::Elo(elo) => skill_of_elo(&scale.rungs, elo)?,
            Strength::Skill(skill) => skill,
            Strength::Handicap(handicap) => return Some(handicap),
        };
        let usual = Handicap::of_skill(skill);
        let today = Handicap::of_skill(skill + form(seed, skill, scale.form));
        Some(Handicap {
            playouts: (today.playouts * scale.pace).max(LEAST_PLAYOUTS),
            // Who usually sees a loss to the reply sees it on a bad day, too.
            sight: today.sight.max(usual.sight.min(2.0)),
            ..today
        })
    }
}

/// How far a player's form of the day is from its usual one, in skills: within ± `width`, mostly
/// near 0, and less near the ends of the path, so that no good day takes too long. Without it, the
/// levels of a game of many moves, in which luck evens out, would be too far apart.
fn form(seed: u64, skill: f32, width: f32) -> f32 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed ^ FORM_SALT));
    let room = (BEST_SKILL - skill).max(0.0);
    let form = width.min(2.0 * room).min(2.0 * skill.max(0.0)) * (rng.random::<f32>() - rng.random::<f32>());
    form.min(room)
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
    /// inverse of a temperature): at 0 all moves alike, below 0 rather those that policy and
    /// playouts like least.
    pub sharpness: f32,
    /// Moves whose expected score is so much below the best one's are not played.
    pub margin: f32,
    /// How many plies ahead forced results are seen: a win in one move is 1 ply away, a loss to
    /// the reply is 2. A fraction is the chance to see one ply more. Below 0, nothing is seen, and
    /// moves that lose to the reply are drawn so many times more often than their number says.
    pub sight: f32,
    /// The share of moves made in haste: by the policy alone, looking no further than the reply.
    pub haste: f32,
}

const fn handicap(playouts: f32, [sharpness, margin]: [f32; 2], sight: f32, haste: f32) -> Handicap {
    Handicap { playouts, sharpness, margin, sight, haste }
}

/// What makes the form another number than what is drawn from the same seed elsewhere.
const FORM_SALT: u64 = 0xF0;
/// The greatest skill that a good day can give; what takes longer is left to full strength.
const BEST_SKILL: f32 = 9.0;
/// Playouts of a level at the least, so that there is something to report.
const LEAST_PLAYOUTS: f32 = 8.0;

/// The skill of the path's first entry. At skill 0 moves are random; in a game in which chance
/// seldom wins, the lowest level must be worse than that to lose to the reference player.
const LEAST_SKILL: f32 = -1.0;

/// The path from weak to strong: one entry for each whole skill from [`LEAST_SKILL`]. The playouts
/// are those of a game of pace 1, in which full strength makes 12,500 in a tenth of a second. Steps
/// are even in Pijersi (docs/levels.md).
const PATH: [Handicap; 12] = [
    handicap(8.0, [-0.4, 1.0], -6.0, 0.0),
    handicap(8.0, [0.0, 1.0], 0.0, 0.0),
    handicap(8.0, [0.03, 1.0], 0.4, 0.0),
    handicap(8.0, [0.22, 1.0], 0.83, 0.0),
    handicap(16.0, [0.45, 0.9], 1.02, 0.0),
    handicap(350.0, [2.1, 0.35], 1.6, 0.6),
    handicap(800.0, [5.0, 0.22], 2.2, 0.55),
    handicap(1200.0, [8.0, 0.15], 5.5, 0.37),
    handicap(1750.0, [10.0, 0.12], 8.5, 0.21),
    handicap(2700.0, [14.0, 0.085], 13.0, 0.085),
    handicap(5500.0, [60.0, 0.03], 20.0, 0.0),
    handicap(12500.0, [60.0, 0.03], 20.0, 0.0),
];

impl Handicap {
    /// The handicap at a place of the path.
    fn of_skill(skill: f32) -> Handicap {
        let last = LEAST_SKILL + (PATH.len() - 1) as f32;
        let skill = skill.clamp(LEAST_SKILL, last);
        let whole = skill.floor().min(last - 1.0);
        let below = (whole - LEAST_SKILL) as usize;
        let (low, high, share) = (PATH[below], PATH[below + 1], skill - whole);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};

    type Pijersi = Position<Board45>;

    #[test]
    fn only_ten_levels_exist() {
        assert_eq!((Level::new(0), Level::new(11), Level::new(257)), (None, None, None));
        assert_eq!(Level::new(10), Some(Level::MAX));
        assert_eq!(Level::new(3).map(Level::number), Some(3));
    }

    #[test]
    fn the_path_rises() {
        for pair in PATH.windows(2) {
            assert!(pair[0].playouts <= pair[1].playouts && pair[0].sharpness <= pair[1].sharpness);
            assert!(pair[0].margin >= pair[1].margin && pair[0].sight <= pair[1].sight);
        }
        let between = Handicap::of_skill(1.5);
        assert!((between.sight - (PATH[2].sight + PATH[3].sight) / 2.0).abs() < 1e-6);
        assert_eq!(Handicap::of_skill(LEAST_SKILL), PATH[0]);
        assert_eq!(Handicap::of_skill(0.0), PATH[1]);
        assert_eq!(Handicap::of_skill(-3.0).sight, PATH[0].sight);
        assert_eq!(Handicap::of_skill(f32::NAN.max(30.0)).sight, PATH[11].sight);
    }

    #[test]
    fn an_elo_lies_between_levels() {
        let rungs: Vec<Rung> = (0..4).map(|i| Rung { skill: i as f32, elo: -100 + 200 * i }).collect();
        assert_eq!(skill_of_elo(&rungs, -100), Some(0.0));
        assert_eq!(skill_of_elo(&rungs, -900), Some(0.0));
        assert_eq!(skill_of_elo(&rungs, 0), Some(0.5));
        assert_eq!(skill_of_elo(&rungs, 350), Some(2.25));
        assert_eq!(skill_of_elo(&rungs, 500), None);
    }

    #[test]
    fn only_full_strength_has_no_handicap() {
        let handicap = |strength: Strength| strength.handicap::<Pijersi>(1);
        assert_eq!(handicap(Strength::Full), None);
        assert_eq!(handicap(Strength::Level(Level::MAX)), None);
        assert_eq!(handicap(Strength::Elo(i32::MAX)), None);
        for number in 1..10 {
            let level = Level::new(number).expect("a level");
            assert!(handicap(Strength::Level(level)).is_some_and(|handicap| handicap.playouts >= 1.0));
        }
        assert!(handicap(Strength::Elo(i32::MIN)).is_some());
    }

    #[test]
    fn a_bad_day_does_not_blind_a_good_player() {
        for seed in 0..200 {
            for number in 6..10 {
                let level = Strength::Level(Level::new(number).expect("a level"));
                let handicap = level.handicap::<Pijersi>(seed).expect("not the highest");
                assert!(handicap.sight >= 2.0, "level {number}: {handicap:?}");
            }
        }
    }
}
