//! Playing strength by level, as calibrated for a game.

/// Number of levels of play; the last is full strength.
pub const LEVELS: usize = 10;

/// A level of play: where it stands on the search's path from weak to strong play, and how
/// strong that has proved to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The place on the path, see `search::Handicap`. That of the last level is where the path
    /// comes nearest to full strength; the level itself has no handicap.
    pub skill: f32,
    /// Elo above a player who wins in one move if possible, and else moves at random.
    pub elo: i32,
}

/// The scale of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelScale {
    /// How fast the game is searched: levels make so many times the playouts of the path, so
    /// that they take the same time in every game.
    pub pace: f32,
    /// How far the form of the day may be from the usual one, in skills: more in games of many
    /// moves, in which luck evens out.
    pub form: f32,
    /// The levels, the weakest first.
    pub rungs: [Rung; LEVELS],
}

impl LevelScale {
    /// The scale of levels with these skills and Elo.
    pub(super) const fn new([pace, form]: [f32; 2], skills: [f32; LEVELS], elo: [i32; LEVELS]) -> LevelScale {
        let mut rungs = [Rung { skill: 0.0, elo: 0 }; LEVELS];
        let mut i = 0;
        while i < LEVELS {
            rungs[i] = Rung { skill: skills[i], elo: elo[i] };
            i += 1;
        }
        LevelScale { pace, form, rungs }
    }

    /// The scale of a game that was not calibrated: that of Pijersi, roughly.
    pub(super) const UNCALIBRATED: LevelScale = LevelScale::new(
        [0.5, 2.0],
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0],
        [-90, 85, 260, 435, 610, 785, 960, 1135, 1310, 1500],
    );
}
