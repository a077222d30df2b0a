//! The game trait, and the usual start position.

use super::board::{Cell, goal};
use super::features::JersiFeatures;
use super::hash::{self, Fact};
use super::knowledge::HandMade;
use super::mode::Mode;
use super::mv::Turn;
use super::position::{Phase, Position, Reserve, Role};
use crate::games::hex::large::ROWS;
use crate::games::{Game, NotationError, Outcome, Player, RuleOption, Rules, SetUp};
use rand::Rng;

/// Quiet turns that make a draw; 0 switches the rule off.
pub(super) const DRAW_LIMIT: RuleOption = RuleOption { name: "DrawLimit", default: 40, min: 0, max: 1000 };
/// Turns of both sides after which any game is a draw, because kings may be captured
/// for ever; 0 switches the rule off.
pub(super) const MAX_TURNS: RuleOption = RuleOption { name: "MaxTurns", default: 0, min: 0, max: 10_000 };

/// How many turns before a draw the hash begins to tell counters apart.
///
/// Further away, positions that differ in a counter alone share a hash, so that
/// tables may share what they know; nearer, the coming draw is part of the position.
const COUNTED_BEFORE_DRAW: u16 = 10;

/// Player one's rows, a and b; player two's are the same turned by half a turn.
const FIRST_ROWS: [&str; 2] = ["PSRKSRP", "FRPSRPSF"];

impl<M: Mode> Position<M> {
    fn classic(rules: &Rules) -> Self {
        let mut position = Self::empty(rules);
        for (row, letters) in FIRST_ROWS.into_iter().enumerate() {
            for (column, role) in letters.chars().filter_map(Role::of).enumerate() {
                let mirrored = (ROWS - 1 - row, letters.len() - 1 - column);
                for (player, (row, column)) in [(Player::One, (row, column)), (Player::Two, mirrored)] {
                    if let Some(cell) = Cell::at(row, column) {
                        position.put(player, role, cell);
                    }
                }
            }
        }
        if M::DROPS {
            position.reserves = [Reserve::FULL; 2];
        }
        position
    }
}

/// The turns left until a limit, as far as they are to be told apart.
fn counted(limit: u16, played: u32) -> Option<u64> {
    let left = u32::from(limit).saturating_sub(played);
    (limit != 0 && left <= COUNTED_BEFORE_DRAW.into()).then_some(left.into())
}

impl<M: Mode> Game for Position<M> {
    type Move = Turn;
    type Knowledge = HandMade;
    type Features = JersiFeatures;

    fn rule_options() -> &'static [RuleOption] {
        &[DRAW_LIMIT, MAX_TURNS]
    }

    fn start(rules: &Rules) -> Self {
        Self::classic(rules)
    }

    fn set_up(kind: SetUp, rules: &Rules, _rng: &mut dyn Rng) -> Option<Self> {
        (kind == SetUp::Classic).then(|| Self::classic(rules))
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        Self::read(text, rules)
    }

    fn notation(&self) -> String {
        self.write()
    }

    fn diagram(&self) -> String {
        self.draw()
    }

    fn counters(&self) -> Vec<(&'static str, String)> {
        let of = |limit: u16| if limit == 0 { String::new() } else { format!(" of {limit}") };
        let mut counters = vec![
            ("Quiet turns", format!("{}{}", self.quiet, of(self.draw_limit))),
            ("Full turn", self.full_turn.to_string()),
        ];
        if M::DROPS {
            counters.push(("Reserves", self.write_reserves()));
        }
        if self.max_turns != 0 {
            counters.push(("Turns", format!("{}{}", self.turns_played(), of(self.max_turns))));
        }
        match self.phase {
            Phase::Turn => {}
            Phase::GiveUp(role) => {
                counters.push(("To decide", format!("which {} to give up", role.letter())))
            }
            Phase::PlaceKing => counters.push(("To decide", "where the captured king returns".to_string())),
        }
        counters
    }

    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        self.read_turn(text)
    }

    fn ugi_move(&self, turn: Turn) -> String {
        self.write_turn(turn, false)
    }

    fn native_move(&self, turn: Turn) -> String {
        self.write_turn(turn, true)
    }

    #[inline(always)]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.judge()
    }

    fn ending(&self) -> &'static str {
        match self.judge() {
            Some(Outcome::Draw) if self.is_long() => "turn limit",
            Some(Outcome::Draw) => "quiet turns",
            _ if self.phase == Phase::PlaceKing || self.king(self.mover) == 0 => "king captured",
            _ if self.king(!self.mover) & goal(!self.mover) != 0 => "arrival",
            _ => "blocked",
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Turn>) {
        if self.judge_last_turn().is_none() {
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
        let fact = |kind, value: Option<u64>| value.map_or(0, |value| hash::fact(kind, value));
        self.placement
            ^ hash::fact(Fact::Reserves, one << 8 | two)
            ^ hash::fact(Fact::Phase, phase)
            ^ hash::fact(Fact::Mover, self.mover.index() as u64)
            ^ fact(Fact::QuietLeft, counted(self.draw_limit, self.quiet.into()))
            ^ fact(Fact::TurnsLeft, counted(self.max_turns, self.turns_played()))
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        if self.judge_last_turn().is_some() { 0 } else { self.count_turns() }
    }

    fn without_draws(&self) -> Self {
        Position { draw_limit: 0, max_turns: 0, ..*self }
    }

    #[inline]
    fn can_win_now(&self) -> bool {
        self.can_win() && self.judge_last_turn().is_none()
    }

    #[inline]
    fn opponent_may_win_next(&self) -> bool {
        self.is_threatened()
    }
}
