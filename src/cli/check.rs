//! `sisku check`.

use super::GameArgs;
use crate::arena::check::{self, CheckPlan, Patience};
use crate::arena::engine::Launch;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Test whether an engine speaks UGI 1.0, and as arenas and GUIs expect
#[derive(Args)]
#[command(
    after_help = "Every step is a line: ok, warn (allowed, but some clients stumble) or FAIL, with what was\n\
    found and, if not ok, what was said last. Options of 'check' come before the engine; what\n\
    follows it goes to the engine. Exit code: 0 if nothing failed, 1 if a step failed, 2 if the\n\
    engine cannot be started or the command line is wrong.\n\n\
    Examples:\n  sisku check ./sisku\n  sisku check --variant pijersi51 ./sisku --option Threads=2\n  \
    sisku check --json ./engine | jq '.steps[] | select(.verdict != \"ok\")'"
)]
pub(super) struct Check {
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON object with everything that was said
    #[arg(long)]
    json: bool,
    /// Show what was said in every step
    #[arg(long, short)]
    verbose: bool,
    /// Milliseconds that an answer may come late before the step fails
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Seconds to wait for an answer that does not come
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    patience: u64,
    /// Take these steps only
    #[arg(long, value_name = "STEP", value_delimiter = ',', hide_possible_values = true, value_parser = step_names())]
    only: Vec<String>,
    /// The engine, then its own arguments
    #[arg(value_name = "ENGINE [ARGS]", required = true, trailing_var_arg = true)]
    engine: Vec<String>,
}

fn step_names() -> PossibleValuesParser {
    PossibleValuesParser::new(check::names())
}

impl Check {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let owner = super::match_cmd::owner();
        // Ctrl-C ends the waits, so that the engine is ended too and the report is printed.
        let cancel = owner.clone();
        super::on_ctrl_c(move |_| cancel.cancel())?;
        let patience = Patience {
            answer: Duration::from_secs(self.patience),
            margin: Duration::from_millis(self.margin),
        };
        let mut args = self.engine.into_iter();
        let program = args.next().unwrap_or_default();
        let plan = CheckPlan {
            launch: Launch { program: PathBuf::from(program), args: args.collect(), cwd: None },
            variant: self.game.variant(),
            patience,
            only: self.only,
        };
        let (json, verbose) = (self.json, self.verbose);
        let mut printed = Ok(());
        // Only once the engine has been started: else there is nothing but an error.
        let mut heading = format!("Testing {} by {}\n", plan.variant.name(), check::SPECIFICATION);
        let report = check::run(&plan, &owner, &mut |step| {
            if !json && printed.is_ok() {
                let heading = std::mem::take(&mut heading);
                printed = super::print(&format!("{heading}{}\n", step.line(verbose)));
            }
        });
        let report = report.map_err(|fault| anyhow::anyhow!("cannot start {}", fault.cause()))?;
        printed?;
        super::print(&if json { format!("{:#}\n", report.json()) } else { format!("{report}\n") })?;
        Ok(if report.passed() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
