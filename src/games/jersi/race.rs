//! How far a king is from its goal, counting what stands in its way and who can catch
//! it in time.

use super::board::{BOARD, goal, size};
use super::mode::Mode;
use super::position::{Phase, Position};
use super::reach::{Reach, Threats};
use super::threat::within_a_turn;
use crate::games::Player;
use crate::games::hex::large::{self as hex, Cells};

/// Turns looked ahead. A king on its first row with cubes to ride needs three.
pub(super) const LONGEST: usize = 4;

/// A king's way to its goal, in turns of its own. The other side's units stand still,
/// or, for a clear way, hunt the king and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Race {
    /// The fewest turns past all that stands in the way, if few enough.
    pub turns: Option<usize>,
    /// The fewest turns without ever waiting where a hunter can have come by then.
    pub clear: Option<usize>,
    /// Cells of the goal row to which the clear way leads: one is easily blocked.
    pub doors: u32,
}

impl Race {
    /// Whether this king, on a clear way, is there before the other, with all that
    /// stands in that one's way. On equal ways who begins is first.
    pub(super) fn beats(&self, other: &Race, begins: bool) -> bool {
        match (self.clear, other.turns) {
            (Some(own), Some(other)) => own < other || (own == other && begins),
            (own, _) => own.is_some(),
        }
    }
}

/// Where a king may be, on its own feet (or on a mountain) and on a stack.
#[derive(Clone, Copy)]
struct Whereabouts {
    foot: Cells,
    mounted: Cells,
}

/// What a king may tread on.
struct Ground {
    empty: Cells,
    /// Empty cells and lone mountains.
    open: Cells,
    /// Own cubes that carry it on.
    mounts: Cells,
}

impl Ground {
    /// Where the king may be one turn later, its present places included.
    #[inline(always)]
    fn turn(&self, from: Whereabouts) -> Whereabouts {
        let anyhow = from.foot | from.mounted;
        let step = hex::spread(anyhow);
        let built = step & self.mounts;
        let ride = self.ride(from.mounted);
        let off = hex::spread(ride);
        Whereabouts {
            foot: anyhow | ((step | off) & self.open),
            mounted: from.mounted | ride | built | self.ride(built) | (off & self.mounts),
        }
    }

    /// Where stacks come to.
    #[inline(always)]
    fn ride(&self, stacks: Cells) -> Cells {
        if stacks == 0 {
            return 0;
        }
        (hex::spread(stacks) | hex::leap(stacks, self.empty)) & self.empty
    }
}

/// The cells where hunters with this reach can capture a king after so many turns of
/// theirs, from one on. Later turns count as if nothing were in the hunters' way.
#[inline(always)]
fn hunted(reach: &Reach) -> [Cells; LONGEST] {
    let (by_cube, by_stack) = reach.all();
    let now = by_cube | by_stack;
    let mut hunted = [now; LONGEST];
    hunted[1] |= (hex::spread(by_cube) & BOARD) | within_a_turn(by_stack);
    for turn in 2..LONGEST {
        hunted[turn] = within_a_turn(hunted[turn - 1]);
    }
    hunted
}

impl<M: Mode> Position<M> {
    /// The races of the mover's king and of the other, and whether it is the mover who
    /// begins.
    pub(super) fn races(&self, threats: &[Threats; 2]) -> ([Race; 2], bool) {
        // Once the king is back, it is its side's turn.
        let late = self.phase == Phase::PlaceKing;
        let [ours, theirs] = threats;
        let mine = self.race(self.mover, &theirs.reach, late);
        ([mine, self.race(!self.mover, &ours.reach, !late)], !late)
    }

    /// The race of a player's king against hunters with the other side's reach. The
    /// hunters may be to move first.
    fn race(&self, player: Player, hunters: &Reach, hunters_first: bool) -> Race {
        let king = self.king(player);
        let mut race = Race::default();
        if king == 0 {
            return race;
        }
        let empty = self.empty_cells();
        let ground =
            Ground { empty, open: empty | self.lone_mountains(), mounts: self.lone_cubes(player) & !king };
        let goal = goal(player);
        let hunted = hunted(hunters);
        let start = Whereabouts { foot: king, mounted: king & self.stacks };
        let (mut free, mut clear) = (start, start);
        let head_start = usize::from(hunters_first);
        if hunters_first && king & hunted[0] != 0 {
            clear = Whereabouts { foot: 0, mounted: 0 };
        }
        for turn in 1..=LONGEST {
            if race.turns.is_none() {
                free = ground.turn(free);
                if (free.foot | free.mounted) & goal != 0 {
                    race.turns = Some(turn);
                }
            }
            if clear.foot | clear.mounted == 0 {
                if race.turns.is_some() {
                    break;
                }
                continue;
            }
            clear = ground.turn(clear);
            race.doors = size((clear.foot | clear.mounted) & goal);
            if race.doors != 0 {
                race.clear = Some(turn);
                break;
            }
            let caught = hunted[(turn - 1 + head_start).min(LONGEST - 1)];
            clear.foot &= !caught;
            clear.mounted &= !caught;
        }
        race
    }
}

#[cfg(test)]
mod tests {
    use super::super::Classic;
    use super::*;
    use crate::games::{Game, Notation, Rules};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// White's race in a position, white or the hunters to move first.
    fn race(fen: &str, hunters_first: bool) -> Race {
        let rules = Rules::of(Position::<Classic>::rule_options());
        let position = Position::<Classic>::from_fen(fen, &rules).expect(fen);
        position.race(Player::One, &position.threats(Player::Two).reach, hunters_first)
    }

    #[test]
    fn a_free_road_takes_the_turns_of_its_steps() {
        let far = race("k-6/8/3K-3/8/9/8/7/3r-4/7 w - 0 1", true);
        assert_eq!((far.turns, far.clear), (Some(2), Some(2)));
        assert_eq!(far.doors, 3);
        assert_eq!(race("k-6/8/7/8/K-8/8/7/8/7 w - 0 1", false).turns, Some(4));
        assert_eq!(race("k-6/8/7/8/9/K-7/7/8/7 w - 0 1", false).turns, None, "five are too many");
    }

    #[test]
    fn stacks_carry_the_king() {
        assert_eq!(race("k-6/8/7/3RK4/9/8/7/8/7 w - 0 1", false).turns, Some(1));
        let cube_ahead = race("k-6/8/3R-3/3K-4/9/8/7/8/7 w - 0 1", false);
        assert_eq!(cube_ahead.turns, Some(1), "it builds and rides on");
    }

    #[test]
    fn walls_are_gone_round_and_mountains_climbed() {
        assert_eq!(race("6k-/8/K-6/8/9/8/7/8/7 w - 0 1", false).turns, Some(2));
        assert_eq!(race("6k-/MMMM6/K-6/8/9/8/7/8/7 w - 0 1", false).turns, Some(3));
        assert_eq!(race("6k-/M-m-6/K-6/8/9/8/7/8/7 w - 0 1", false).turns, Some(2));
    }

    #[test]
    fn a_hunter_in_time_shuts_the_way() {
        let shut = race("k-2r-3/8/3K-3/8/9/8/7/8/7 w - 0 1", false);
        assert_eq!((shut.turns, shut.clear), (Some(2), None));
        let wise = race("k-2w-3/8/3K-3/8/9/8/7/8/7 w - 0 1", false);
        assert_eq!(wise.clear, Some(2), "a wise catches nobody");
    }

    #[test]
    fn the_tempo_decides_whether_hunters_are_in_time() {
        let fen = "k-r-3r-1/8/3K-3/8/9/8/7/8/7 w - 0 1";
        assert_eq!(race(fen, false).clear, Some(2));
        assert_eq!(race(fen, true).clear, None);
        let attacked = "k-6/8/2r-K-3/8/9/8/7/8/7 w - 0 1";
        assert_eq!(race(attacked, true).clear, None);
    }

    #[test]
    fn who_begins_wins_a_race_of_equals() {
        let [two, three] = [2, 3].map(|turns| Race { turns: Some(turns), clear: Some(turns), doors: 1 });
        assert!(two.beats(&two, true) && !two.beats(&two, false));
        assert!(two.beats(&three, false) && !three.beats(&two, true));
        let caught = Race { clear: None, ..two };
        assert!(!caught.beats(&three, true) && !three.beats(&caught, true), "a hunted king still may come");
        assert!(three.beats(&Race::default(), false));
    }

    #[test]
    fn one_turn_is_what_can_arrive() {
        let rules = Rules::of(Position::<Classic>::rule_options());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut arriving = 0;
        for _ in 0..100 {
            let mut position = Position::<Classic>::start(&rules);
            while position.outcome().is_none() {
                for player in [Player::One, Player::Two] {
                    let reach = position.threats(!player).reach;
                    let race = position.race(player, &reach, player != position.mover);
                    let arrives = position.can_arrive(player);
                    assert_eq!(race.turns == Some(1), arrives, "{}", position.fen());
                    assert!(race.clear.is_none() || race.clear >= race.turns, "{}", position.fen());
                    arriving += u32::from(arrives);
                }
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                // Moves of cubes come before drops, and bring the kings about.
                let some = moves.len().min(200);
                position.play(moves[rng.random_range(..some)]);
            }
        }
        assert!(arriving > 100, "{arriving}");
    }
}
