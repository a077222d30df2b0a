//! Bloch's game as a [`Game`].

use super::evaluate::Handcrafted;
use super::features::BlochFeatures;
use super::information::Hidden;
use super::position::{CAMP_DEPTH, DEFENDER_ADVANCES, NO_PROGRESS, Position, RuleValues};
use super::setup;
use super::turn::Turn;
use crate::games::{Game, Outcome, Player, RuleOption, Rules, SetUp};

impl Game for Position {
    type Move = Turn;
    type Information = Hidden;
    type Evaluation = Handcrafted;
    type Features = BlochFeatures;

    const SET_UPS: &'static [SetUp<Self>] = setup::ALL;

    fn rule_options() -> &'static [RuleOption] {
        &[CAMP_DEPTH, DEFENDER_ADVANCES, NO_PROGRESS]
    }

    fn start(rules: &Rules) -> Self {
        Position::empty(rules)
    }

    fn with_rules(&self, rules: &Rules) -> Self {
        let mut position = Position { rules: RuleValues::new(rules), ..*self };
        position.ended = position.terminal_outcome(0);
        position
    }

    #[inline(always)]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.ended
    }

    fn ending(&self) -> &'static str {
        match self.ended {
            Some(Outcome::Win(winner)) if self.arrived(winner).count_ones() >= 2 => "arrival",
            Some(Outcome::Win(winner)) if self.owned[(!winner).index()] == 0 => "no pieces",
            Some(Outcome::Win(_)) => "last pieces",
            _ => "no progress",
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Turn>) {
        if self.ended.is_none() {
            self.each_turn(|turn| moves.push(turn));
        }
    }

    #[inline(always)]
    fn play(&mut self, turn: Turn) {
        self.play_turn(turn);
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn count_moves(&self) -> u64 {
        if self.ended.is_some() { 0 } else { self.count_turns() }
    }

    fn without_draws(&self) -> Self {
        let mut position = *self;
        position.rules.no_progress = 0;
        if position.ended == Some(Outcome::Draw) {
            position.ended = None;
        }
        position
    }

    #[inline]
    fn can_win_now(&self) -> bool {
        self.near_win(self.mover) && self.winning_move().is_some()
    }

    fn winning_move(&self) -> Option<Turn> {
        if self.ended.is_some() || !self.under_way() {
            return None;
        }
        let mut won = None;
        self.each_turn(|turn| {
            if won.is_none() {
                let mut next = *self;
                next.play_turn(turn);
                won = (next.ended == Some(Outcome::Win(self.mover))).then_some(turn);
            }
        });
        won
    }

    #[inline]
    fn opponent_may_win_next(&self) -> bool {
        self.under_way() && self.near_win(!self.mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Notation;

    #[test]
    fn endings_have_names() {
        let rules = Rules::of(Position::rule_options());
        for (fen, mv, outcome, ending) in [
            ("R5/1P3r/6/6/6/6/6/6 RPS/rps 1 - - 0 9", "b7b8", Outcome::Win(Player::One), "arrival"),
            ("6/6/6/2s3/2R3/6/P5/6 RPS/rps 1 - - 0 9", "c4xc5", Outcome::Win(Player::One), "no pieces"),
            ("6/6/6/2s3/2P3/6/6/6 RPS/rps 1 - - 0 9", "c4xc5", Outcome::Win(Player::Two), "no pieces"),
            ("6/R5/6/5p/6/6/6/6 RPS/rps 1 - - 0 9", "a7a8", Outcome::Win(Player::One), "last pieces"),
            ("6/6/6/5p/6/6/RS4/6 RPS/rps 1 - - 59 9", "a2a3", Outcome::Draw, "no progress"),
        ] {
            let mut position = Position::from_fen(fen, &rules).expect(fen);
            assert_eq!(position.outcome(), None, "{fen}");
            position.play(position.parse_move(mv).expect(mv));
            assert_eq!((position.outcome(), position.ending()), (Some(outcome), ending), "{fen}");
        }
    }
}
