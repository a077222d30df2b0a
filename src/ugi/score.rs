//! The numbers of a search as UGI shows them: centipawns, plies to mate, thousandths.

use super::wire::Score;
use crate::games::{Player, Value};
use crate::search::{Proof, PvLine};

/// The score of a principal variation, for the player to move.
pub fn score<M>(line: &PvLine<M>, mover: Player) -> Score {
    match line.proof {
        Proof::Win(winner, plies) if winner == mover => Score::Mate(plies.into()),
        Proof::Win(_, plies) => Score::Mate(-i64::from(plies)),
        Proof::Draw => Score::Cp(0),
        Proof::Unknown => Score::Cp(centipawns(line.value.score())),
    }
}

/// An expected score as centipawns, on the logistic scale of Elo: a difference of 400 is
/// ten to one.
pub fn centipawns(score: f32) -> i64 {
    let score = score.clamp(0.001, 0.999);
    (400.0 * (score / (1.0 - score)).log10()).round() as i64
}

/// Win, draw and loss in thousandths, which add up to 1000.
pub fn wdl(value: Value) -> [u32; 3] {
    let draw = (value.draw * 1000.0).round() as u32;
    let win = ((value.win * 1000.0).round() as u32).min(1000 - draw);
    [win, draw, 1000 - draw - win]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(value: Value, proof: Proof) -> PvLine<u32> {
        PvLine { value, proof, estimate: value, visits: 1, prior: 0.5, pv: Vec::new() }
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let mate = |winner, plies| score(&line(Value::WIN, Proof::Win(winner, plies)), Player::One);
        assert_eq!([1, 3, 5].map(|plies| mate(Player::One, plies)), [1, 3, 5].map(Score::Mate));
        assert_eq!([1, 2, 6].map(|plies| mate(Player::Two, plies)), [-1, -2, -6].map(Score::Mate));
    }

    #[test]
    fn ten_to_one_is_four_hundred() {
        assert_eq!(
            score(&line(Value { win: 10.0 / 11.0, draw: 0.0 }, Proof::Unknown), Player::One),
            Score::Cp(400)
        );
        assert_eq!(score(&line(Value { win: 0.25, draw: 0.5 }, Proof::Unknown), Player::Two), Score::Cp(0));
        assert_eq!(score(&line(Value::DRAW, Proof::Draw), Player::Two), Score::Cp(0));
    }

    #[test]
    fn thousandths_add_up() {
        for (win, draw) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.3335, 0.3335), (0.4999, 0.0001)] {
            let parts = wdl(Value { win, draw });
            assert_eq!(parts.iter().sum::<u32>(), 1000, "{parts:?}");
        }
    }
}
