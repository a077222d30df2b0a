//! `sisku completions` and `sisku man`, from the same definitions as the command line.

use super::Cli;
use anyhow::{Context, anyhow};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use std::process::ExitCode;

/// Print a script that completes the command line in a shell
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 done, 2 bad usage.\n\nExamples:\n  sisku completions bash > ~/.local/share/bash-completion/completions/sisku\n  \
    sisku completions zsh > ~/.zfunc/_sisku\n  sisku completions fish > ~/.config/fish/completions/sisku.fish"
)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut visible(), "sisku", &mut script);
        super::print(&String::from_utf8_lossy(&script))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The command line without the subcommands that nobody types: what completes takes no notice
/// of `hide`.
fn visible() -> Command {
    let all = Cli::command();
    let shown: Vec<Command> =
        all.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let mut visible = Command::new("sisku").version(env!("CARGO_PKG_VERSION")).args(all.get_arguments());
    if let Some(about) = all.get_about() {
        visible = visible.about(about.clone());
    }
    visible.subcommands(shown)
}

/// Print the manual page of sisku or of a subcommand
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 done, 2 no such subcommand.\n\nExamples:\n  sisku man > sisku.1\n  sisku man match | man -l -"
)]
pub(super) struct Man {
    /// The subcommand
    command: Option<String>,
}

impl Man {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut sisku = Cli::command();
        sisku.build();
        let page = match &self.command {
            None => sisku,
            Some(name) => {
                let found = sisku.find_subcommand(name).cloned();
                found.with_context(|| format!("'{name}': expected a subcommand of sisku"))?
            }
        };
        let title = self.command.map_or_else(|| "sisku".to_string(), |name| format!("sisku-{name}"));
        let mut text = Vec::new();
        clap_mangen::Man::new(page)
            .title(title)
            .render(&mut text)
            .map_err(|error| anyhow!("cannot write the page: {error}"))?;
        super::print(&String::from_utf8_lossy(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}
