//! `sisku bench`.

use super::GameArgs;
use crate::bench::{self, Bench as Done};
use crate::games::{Game, Visitor};
use crate::search::{Control, Limits};
use clap::Args;
use std::io::{self, IsTerminal};

/// Search fixed positions on one thread; print a signature and the speed
#[derive(Args)]
#[command(after_help = "The nodes and the signature change only if the search does.\n\n\
    Examples:\n  sisku bench\n  sisku bench --variant pijersi51 --json")]
pub struct Bench {
    #[command(flatten)]
    game: GameArgs,
    /// Nodes for each position
    #[arg(long, default_value_t = bench::NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub fn run(self) -> anyhow::Result<()> {
        let variant = self.game.variant();
        let done = variant.visit(Run { nodes: self.nodes });
        let (positions, nodes, ms) = (done.positions, done.nodes, done.time.as_millis());
        let (nps, signature) = (done.speed(), done.signature);
        let name = variant.name();
        super::print(&if self.json {
            format!(
                "{{\"variant\":\"{name}\",\"positions\":{positions},\"nodes\":{nodes},\
                 \"signature\":\"{signature:016x}\",\"time_ms\":{ms},\"nps\":{nps}}}\n"
            )
        } else {
            format!("{positions} positions, {nodes} nodes, signature {signature:016x}, {ms} ms, {nps} nps\n")
        })
    }
}

struct Run {
    nodes: u64,
}

impl Visitor for Run {
    type Output = Done;

    fn visit<G: Game>(self) -> Done {
        let on_terminal = io::stderr().is_terminal();
        let control = Control::new(&Limits::default());
        let done = bench::run::<G>(self.nodes, &control, &mut |so_far| {
            if on_terminal {
                let (done, all, nps) = (so_far.positions, bench::POSITIONS, so_far.speed());
                eprint!("\r{done}/{all} positions, {nps} nps  ");
            }
        });
        if on_terminal {
            eprint!("\r\x1b[K");
        }
        done
    }
}
