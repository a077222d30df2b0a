//! `sisku completions` and `sisku man`, from the same definitions as the command line.

use super::Cli;
use anyhow::{Context, anyhow};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::process::ExitCode;

/// Print a script that completes the command line in a shell
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sisku completions bash > ~/.local/share/bash-completion/completions/sisku\n  \
    sisku completions zsh > ~/.zfunc/_sisku\n  sisku completions fish > ~/.config/fish/completions/sisku.fish"
)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "sisku", &mut script);
        super::print(&String::from_utf8_lossy(&script))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Print the manual page of sisku or of a subcommand
#[derive(Args)]
#[command(after_help = "Examples:\n  sisku man > sisku.1\n  sisku man match | man -l -")]
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
