//! A mixed strategy of set-ups: the regularized equilibrium of the game in which both players
//! choose a set-up and the net says how it ends.

use crate::rules;
use clap::Args;
use serde_json::json;
use sisku::games::bloch::{Kind, Position, Turn, set_ups};
use sisku::games::{Game, Player};
use sisku::search::{EvalSource, Evaluator};

/// The equilibrium of the set-ups of Bloch's game, by payoffs that the net gives
#[derive(Args)]
#[command(
    after_help = "Payoffs are averaged over the game's symmetries and over who moves first. The equilibrium is \
    found by magnetic mirror descent with a uniform magnet: a logit equilibrium of this temperature, and at 0 \
    nearly the exact one.\n\n\
    Examples:\n  \
    sisku-lab setups --temperature 0.005\n  \
    sisku-lab setups --eval-file new.net --weights"
)]
pub struct SetupsArgs {
    /// The net that gives the payoffs: 'embedded', 'handcrafted' or a file
    #[arg(long, default_value = "embedded")]
    eval_file: String,
    /// Temperature of the logit equilibrium, in expected score
    #[arg(long, default_value_t = 0.005)]
    temperature: f64,
    /// Steps of mirror descent
    #[arg(long, default_value_t = 4000)]
    steps: u32,
    /// Print the weights of all classes, as src/games/bloch/setup.rs has them
    #[arg(long)]
    weights: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A symmetric game of set-ups: what each row scores against each column, less one half.
struct Payoffs {
    rows: Vec<Vec<f64>>,
}

impl Payoffs {
    fn measure(evaluator: &Evaluator<Position>) -> Payoffs {
        let all = set_ups();
        let class_of: Vec<Vec<usize>> = all.iter().map(|&turn| images(turn)).collect();
        let scores: Vec<Vec<f64>> = all
            .iter()
            .map(|&one| all.iter().map(|&two| first_score(one, two, evaluator)).collect())
            .collect();
        let count = all.len();
        let mean = |i: usize, j: usize| {
            let pairs = class_of[i].iter().zip(&class_of[j]);
            pairs.map(|(&i, &j)| (scores[i][j] + 1.0 - scores[j][i]) / 2.0).sum::<f64>() / SYMMETRIES as f64
        };
        Payoffs { rows: (0..count).map(|i| (0..count).map(|j| mean(i, j) - 0.5).collect()).collect() }
    }

    /// What each set-up scores against a mixed strategy.
    fn against(&self, strategy: &[f64]) -> Vec<f64> {
        self.rows
            .iter()
            .map(|row| row.iter().zip(strategy).map(|(score, share)| score * share).sum())
            .collect()
    }

    /// Magnetic mirror descent (Sokota et al. 2023) with a uniform magnet.
    fn equilibrium(&self, temperature: f64, steps: u32) -> Vec<f64> {
        const LEARNING_RATE: f64 = 2.0;
        let count = self.rows.len();
        let mut logs = vec![0.0; count];
        let mut strategy = vec![1.0 / count as f64; count];
        for _ in 0..steps {
            let scores = self.against(&strategy);
            let shrink = 1.0 + LEARNING_RATE * temperature;
            for (log, score) in logs.iter_mut().zip(scores) {
                *log = (*log + LEARNING_RATE * score) / shrink;
            }
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
            strategy = logs.iter().map(|log| (log - most).exp() / sum).collect();
        }
        strategy
    }

    /// What a best response scores, less one half.
    fn exploitability(&self, strategy: &[f64]) -> f64 {
        self.against(strategy).into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// What player one expects of a game with these set-ups.
fn first_score(one: Turn, two: Turn, evaluator: &Evaluator<Position>) -> f64 {
    let mut position = Position::start(&rules());
    position.play(one);
    position.play(two);
    let score = f64::from(evaluator.value(&position).score());
    if position.mover() == Player::One { score } else { 1.0 - score }
}

/// The symmetries: three rotations of the kinds, with and without mirroring.
const SYMMETRIES: usize = 6;

/// The numbers of a set-up's images under each symmetry.
fn images(turn: Turn) -> Vec<usize> {
    let image = |symmetry: usize| {
        let mut kinds = turn.pieces().map(|kind| rotated(kind, symmetry % 3));
        if symmetry >= 3 {
            kinds.reverse();
        }
        set_ups().iter().position(|other| other.pieces() == kinds)
    };
    (0..SYMMETRIES).filter_map(image).collect()
}

fn rotated(kind: Kind, by: usize) -> Kind {
    let index = Kind::TRUE.iter().position(|&other| other == kind).unwrap_or(0);
    Kind::TRUE[(index + by) % Kind::TRUE.len()]
}

/// The set-ups of which no image comes before them, one of each class.
fn classes() -> Vec<usize> {
    (0..set_ups().len()).filter(|&i| images(set_ups()[i]).into_iter().min() == Some(i)).collect()
}

fn letters(turn: Turn) -> String {
    turn.pieces().iter().map(|kind| kind.letter()).collect()
}

impl SetupsArgs {
    pub fn run(self) -> anyhow::Result<()> {
        let source =
            EvalSource::find::<Position>(&self.eval_file).map_err(|error| anyhow::anyhow!("{error}"))?;
        let payoffs = Payoffs::measure(&Evaluator::new(source.net::<Position>()));
        let strategy = payoffs.equilibrium(self.temperature, self.steps);
        let count = strategy.len();
        let uniform = vec![1.0 / count as f64; count];
        let engine = engine_strategy();
        let entropy: f64 =
            -strategy.iter().filter(|&&share| share > 0.0).map(|share| share * share.ln()).sum::<f64>();
        let scores = payoffs.against(&uniform);
        let score_of_strategy = |strategy: &[f64], other: &[f64]| {
            strategy.iter().zip(payoffs.against(other)).map(|(share, score)| share * score).sum::<f64>()
        };
        let mut best = classes();
        best.sort_by(|&a, &b| strategy[b].total_cmp(&strategy[a]));
        let best: Vec<(String, f64)> =
            best.into_iter().map(|i| (letters(set_ups()[i]), strategy[i])).collect();
        let figures = json!({
            "classes": best.len(),
            "effective": entropy.exp(),
            "best_over_uniform": scores.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            "worst_over_uniform": scores.iter().copied().fold(f64::INFINITY, f64::min),
            "exploitability": payoffs.exploitability(&strategy),
            "exploitability_uniform": payoffs.exploitability(&uniform),
            "exploitability_engine": payoffs.exploitability(&engine),
            "over_engine": score_of_strategy(&strategy, &engine),
            "over_uniform": score_of_strategy(&strategy, &uniform),
            "strategy": best,
        });
        if self.json {
            return crate::commands::print(&format!("{figures}\n"));
        }
        let mut text = String::new();
        for name in [
            "classes",
            "effective",
            "best_over_uniform",
            "worst_over_uniform",
            "exploitability",
            "exploitability_uniform",
            "exploitability_engine",
            "over_engine",
            "over_uniform",
        ] {
            text += &format!("{name:24} {}\n", figures[name]);
        }
        let shown = if self.weights { best.len() } else { 12 };
        for (letters, share) in best.iter().take(shown) {
            text += &format!("{letters} {:.3}\n", share * count as f64);
        }
        crate::commands::print(&text)
    }
}

/// The mixed strategy that the engine has.
fn engine_strategy() -> Vec<f64> {
    use sisku::games::HiddenPlay;
    let mixed = sisku::games::bloch::Hidden::mixed_strategy(&Position::start(&rules())).unwrap_or_default();
    let sum: f64 = mixed.iter().map(|&(_, weight)| f64::from(weight)).sum();
    mixed.iter().map(|&(_, weight)| f64::from(weight) / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_those_of_the_rules() {
        assert_eq!(classes().len(), 86);
        let sizes: usize = classes()
            .iter()
            .map(|&i| images(set_ups()[i]).into_iter().collect::<std::collections::BTreeSet<_>>().len())
            .sum();
        assert_eq!(sizes, 510);
    }

    #[test]
    fn the_equilibrium_of_rock_paper_scissors_is_even_and_a_dominated_row_is_left_out() {
        let rows = vec![
            vec![0.0, 0.5, -0.5, 0.2],
            vec![-0.5, 0.0, 0.5, 0.2],
            vec![0.5, -0.5, 0.0, 0.2],
            vec![-0.2, -0.2, -0.2, 0.0],
        ];
        let payoffs = Payoffs { rows };
        let strategy = payoffs.equilibrium(0.01, 4000);
        for share in &strategy[..3] {
            assert!((share - 1.0 / 3.0).abs() < 1e-3, "{strategy:?}");
        }
        assert!(strategy[3] < 1e-6 && payoffs.exploitability(&strategy) < 1e-3);
        assert!(payoffs.exploitability(&[1.0, 0.0, 0.0, 0.0]) > 0.4);
    }
}
