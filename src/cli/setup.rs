//! `sisku setup`.

use super::GameArgs;
use crate::games::{Game, Rules, SetUp, Visitor};
use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Print start positions
#[derive(Args)]
#[command(after_help = "The same seed gives the same positions everywhere.\n\n\
    Examples:\n  sisku setup\n  sisku setup half-random --seed 7 --count 100 > openings.txt\n  \
    sisku setup full-random --variant pijersi51")]
pub struct Setup {
    /// How the pieces are set up
    #[arg(default_value = SetUp::Classic.name(), value_parser = PossibleValuesParser::new(SetUp::ALL.map(SetUp::name)))]
    kind: String,
    #[command(flatten)]
    game: GameArgs,
    /// Random seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of positions
    #[arg(long, default_value_t = 1)]
    count: usize,
}

impl Setup {
    pub fn run(self) -> anyhow::Result<()> {
        let variant = self.game.variant();
        let kind = SetUp::ALL.into_iter().find(|kind| kind.name() == self.kind).unwrap_or(SetUp::Classic);
        let positions = variant.visit(Draw { kind, seed: self.seed, count: self.count });
        let positions =
            positions.with_context(|| format!("{} has no set-up '{}'", variant.name(), self.kind))?;
        super::print(&positions)
    }
}

struct Draw {
    kind: SetUp,
    seed: u64,
    count: usize,
}

impl Visitor for Draw {
    /// A line for each position.
    type Output = Option<String>;

    fn visit<G: Game>(self) -> Self::Output {
        let rules = Rules::of(G::rule_options());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut lines = String::new();
        for _ in 0..self.count {
            lines.push_str(&G::set_up(self.kind, &rules, &mut rng)?.notation());
            lines.push('\n');
        }
        Some(lines)
    }
}
