//! The rules of Jersi, as the engine asks for them.

use super::board::goal;
use super::evaluate::Handcrafted;
use super::features::JersiFeatures;
use super::hash::{self, Fact};
use super::mode::Mode;
use super::position::{Phase, Position};
use super::setup;
use super::turn::Turn;
use crate::games::{Game, Open, Outcome, Player, RuleOption, Rules, SetUp};
use rand::{Rng, RngExt};

/// Quiet turns that make a draw; 0 switches the rule off.
pub(super) const DRAW_LIMIT: RuleOption = RuleOption { name: "DrawLimit", default: 40, min: 0, max: 1000 };
/// Turns of both sides after which any game is a draw, because kings may be captured
/// for ever; 0 switches the rule off.
pub(super) const MAX_TURNS: RuleOption = RuleOption { name: "MaxTurns", default: 0, min: 0, max: 10_000 };
/// Whether every capture restarts the count of quiet turns (the letter of Jersi 4.8), or only
/// those of something other than a lone king (the author's correction in 4.10, by which
/// games in which kings are captured again and again come to an end).
///
/// A king on a mountain is alone, for the mountain stays. A king on a cube is not: the
/// cube is lost, so the count restarts, as with any other capture in the same turn. A
/// ransom is given up, not captured. The author's program, jersi-certu, counts the same
/// way; it has no ransom.
pub(super) const KING_RESETS: RuleOption = RuleOption { name: "KingResets", default: 1, min: 0, max: 1 };

/// Turns before a draw from which on the hash tells counters apart.
///
/// Further away, positions that differ in a counter alone share a hash, so that
/// tables may share what they know; nearer, the coming draw is part of the position.
const COUNTED_BEFORE_DRAW: u16 = 10;

/// The turns left until a limit, as far as they are to be told apart.
fn counted(limit: u16, played: u32) -> Option<u64> {
    let left = u32::from(limit).saturating_sub(played);
    (limit != 0 && left <= COUNTED_BEFORE_DRAW.into()).then_some(left.into())
}

impl<M: Mode> Game for Position<M> {
    type Move = Turn;
    type Information = Open;
    type Evaluation = Handcrafted;
    type Features = JersiFeatures;

    const SET_UPS: &'static [SetUp<Self>] = setup::all::<M>();
    // Engines that play the same every time would repeat one game from the classic start.
    const MATCH_SET_UP: usize = 1;

    fn rule_options() -> &'static [RuleOption] {
        &[DRAW_LIMIT, MAX_TURNS, KING_RESETS]
    }

    fn self_play_rules(rng: &mut dyn Rng) -> Rules {
        let mut rules = Rules::of(Self::rule_options());
        rules.put(KING_RESETS.name, rng.random::<bool>().into());
        rules
    }

    fn start(rules: &Rules) -> Self {
        setup::classic(rules)
    }

    fn with_rules(&self, rules: &Rules) -> Self {
        let fresh = Self::empty(rules);
        Position {
            draw_limit: fresh.draw_limit,
            max_turns: fresh.max_turns,
            king_resets: fresh.king_resets,
            ..*self
        }
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
            Some(Outcome::Draw) if self.is_long() => "turn limit",
            Some(Outcome::Draw) => "quiet turns",
            _ if self.phase == Phase::PlaceKing || self.king(self.mover) == 0 => "king captured",
            _ if self.king(!self.mover) & goal(!self.mover) != 0 => "arrival",
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
        let [one, two] =
            self.reserves.map(|reserve| u64::from(reserve.mountains) << 4 | u64::from(reserve.wise));
        let phase = match self.phase {
            Phase::Turn => 0,
            Phase::GiveUp(role) => 1 + role.index() as u64,
            Phase::PlaceKing => 100,
        };
        // Without a draw by quiet turns it does not matter what restarts their count.
        let kings_count_on = (self.draw_limit != 0 && !self.king_resets).then_some(0);
        let fact = |kind, value: Option<u64>| value.map_or(0, |value| hash::fact(kind, value));
        self.placement
            ^ hash::fact(Fact::Reserves, one << 8 | two)
            ^ hash::fact(Fact::Phase, phase)
            ^ hash::fact(Fact::Mover, self.mover.index() as u64)
            ^ fact(Fact::QuietLeft, counted(self.draw_limit, self.quiet.into()))
            ^ fact(Fact::TurnsLeft, counted(self.max_turns, self.turns_played()))
            ^ fact(Fact::KingsCountOn, kings_count_on)
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        if self.outcome_of_last_turn().is_some() { 0 } else { self.count_turns() }
    }

    fn without_draws(&self) -> Self {
        Position { draw_limit: 0, max_turns: 0, ..*self }
    }

    #[inline]
    fn can_win_now(&self) -> bool {
        self.can_win() && self.outcome_of_last_turn().is_none()
    }

    #[inline]
    fn opponent_may_win_next(&self) -> bool {
        self.is_threatened()
    }
}
