//! Games that are given up before their end, by what both engines say of them.

use crate::arena::config::{DrawRule, ResignRule};
use crate::arena::records::MoveRecord;
use crate::games::{Outcome, Player};
use crate::ugi::wire::Score;

/// The reasons in records.
pub(super) const RESIGNED: &str = "resigned";
pub(super) const AGREED: &str = "agreed draw";

/// How a game is given up after these moves, if it is.
pub(super) fn adjudicate(
    moves: &[MoveRecord],
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
) -> Option<(Outcome, &'static str)> {
    if let Some(rule) = resign {
        let last = last_scores(moves, rule.moves);
        for player in [Player::One, Player::Two] {
            let wins = |scores: &Vec<i64>| scores.iter().all(|&score| score >= rule.score.max(1));
            let loses = |scores: &Vec<i64>| scores.iter().all(|&score| score <= -rule.score.max(1));
            let [winner, loser] = [&last[player.index()], &last[(!player).index()]];
            if winner.as_ref().is_some_and(wins) && loser.as_ref().is_some_and(loses) {
                return Some((Outcome::Win(player), RESIGNED));
            }
        }
    }
    if let Some(rule) = draw.filter(|rule| moves.len() >= rule.from) {
        let even = |scores: &Vec<i64>| scores.iter().all(|&score| score.abs() <= rule.score);
        if last_scores(moves, rule.moves).iter().all(|scores| scores.as_ref().is_some_and(even)) {
            return Some((Outcome::Draw, AGREED));
        }
    }
    None
}

/// The scores of each player's last moves; `None` if there are fewer, or one came without.
fn last_scores(moves: &[MoveRecord], count: usize) -> [Option<Vec<i64>>; 2] {
    [1, 2].map(|by| {
        let scores = moves.iter().rev().filter(|mv| mv.by == by).take(count).map(|mv| {
            mv.score.map(|score| match score {
                Score::Cp(score) => score,
                // A proof beats every estimate.
                Score::Mate(distance) if distance > 0 => i64::MAX,
                Score::Mate(_) => -i64::MAX,
            })
        });
        scores.collect::<Option<Vec<i64>>>().filter(|scores| scores.len() == count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ugi::wire::Info;
    use std::time::Duration;

    fn game(scores: &[Option<Score>]) -> Vec<MoveRecord> {
        let by = |ply: usize| if ply.is_multiple_of(2) { Player::One } else { Player::Two };
        let record = |(ply, &score): (usize, &Option<Score>)| {
            let info = Info { score, ..Info::default() };
            MoveRecord::new(by(ply), "a1a2".to_string(), Duration::ZERO, info)
        };
        scores.iter().enumerate().map(record).collect()
    }

    #[test]
    fn who_loses_by_both_scores_has_lost() {
        let rule = Some(ResignRule { moves: 2, score: 500 });
        let end = |scores: &[Option<Score>]| adjudicate(&game(scores), rule, None);
        let [win, loss] = [Some(Score::Cp(500)), Some(Score::Cp(-600))];
        assert_eq!(end(&[win, loss, win, loss]), Some((Outcome::Win(Player::One), RESIGNED)));
        assert_eq!(end(&[loss, win, loss, win]), Some((Outcome::Win(Player::Two), RESIGNED)));
        let mate = [Some(Score::Mate(3)), Some(Score::Mate(-2))];
        assert_eq!(end(&[win, loss, mate[0], mate[1]]), Some((Outcome::Win(Player::One), RESIGNED)));
        for open in [
            &[win, loss, win][..],
            &[win, win, win, win],
            &[win, loss, None, loss],
            &[Some(Score::Cp(499)), loss, win, loss],
            &[],
        ] {
            assert_eq!(end(open), None, "{open:?}");
        }
        assert_eq!(adjudicate(&game(&[win, loss, win, loss]), None, None), None, "off by default");
    }

    #[test]
    fn even_games_are_drawn_in_time() {
        let rule = |from| Some(DrawRule { from, moves: 2, score: 10 });
        let even = [Some(Score::Cp(10)), Some(Score::Cp(-10)), Some(Score::Cp(0)), Some(Score::Cp(3))];
        assert_eq!(adjudicate(&game(&even), None, rule(4)), Some((Outcome::Draw, AGREED)));
        assert_eq!(adjudicate(&game(&even), None, rule(5)), None);
        let [a, b, c, _] = even;
        assert_eq!(adjudicate(&game(&[a, b, c, Some(Score::Cp(11))]), None, rule(0)), None);
        assert_eq!(adjudicate(&game(&[a, b, c, Some(Score::Mate(9))]), None, rule(0)), None);
    }
}
