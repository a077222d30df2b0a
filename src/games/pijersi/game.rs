//! Pijersi as a [`Game`].

use super::board::Board;
use super::evaluate::Handcrafted;
use super::features::PijersiFeatures;
use super::position::Position;
use super::setup;
use super::turn::Turn;
use crate::games::{Game, Open, Outcome, Player, RuleOption, Rules, SetUp};
use crate::math::mix;

/// Quiet turns that make a draw; 0 switches the rule off.
pub(super) const DRAW_LIMIT: RuleOption = RuleOption { name: "DrawLimit", default: 20, min: 0, max: 1000 };

/// Quiet turns before the limit from which on the counter is part of the hash. Further away,
/// positions that differ in the counter alone are transpositions.
const COUNTED_BEFORE_DRAW: u16 = 10;

const MOVER_KEY: u64 = mix(1 << 32);
const QUIET_SEED: u64 = 1 << 33;

impl<B: Board> Game for Position<B> {
    type Move = Turn;
    type Information = Open;
    type Evaluation = Handcrafted;
    type Features = PijersiFeatures;

    const SET_UPS: &'static [SetUp<Self>] = setup::all::<B>();
    /// Half-random: openings differ, and both sides have the same.
    const MATCH_SET_UP: usize = 1;

    fn rule_options() -> &'static [RuleOption] {
        &[DRAW_LIMIT]
    }

    fn start(rules: &Rules) -> Self {
        setup::classic(rules)
    }

    fn with_rules(&self, rules: &Rules) -> Self {
        let mut position = *self;
        position.draw_limit = Self::empty(rules).draw_limit;
        position
    }

    #[inline(always)]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.terminal_outcome()
    }

    fn ending(&self) -> &'static str {
        match self.terminal_outcome() {
            Some(Outcome::Draw) => "quiet turns",
            _ if self.arrived() => "arrival",
            _ => "blocked",
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Turn>) {
        if self.outcome_of_last_turn().is_none() {
            self.each_turn(|turn| moves.push(turn));
        }
    }

    #[inline(always)]
    fn play(&mut self, turn: Turn) {
        self.play_turn(turn);
    }

    fn key(&self) -> u64 {
        let mover = if self.mover == Player::Two { MOVER_KEY } else { 0 };
        let left = self.draw_limit.saturating_sub(self.quiet);
        let quiet = if self.draw_limit != 0 && left <= COUNTED_BEFORE_DRAW {
            mix(QUIET_SEED + u64::from(left))
        } else {
            0
        };
        self.placement ^ mover ^ quiet
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        if self.outcome_of_last_turn().is_some() { 0 } else { self.count_turns() }
    }

    fn without_draws(&self) -> Self {
        let mut position = *self;
        position.draw_limit = 0;
        position
    }

    #[inline]
    fn can_win_now(&self) -> bool {
        self.can_arrive() && self.outcome_of_last_turn().is_none()
    }

    #[inline]
    fn opponent_may_win_next(&self) -> bool {
        self.passed().can_arrive()
    }
}
