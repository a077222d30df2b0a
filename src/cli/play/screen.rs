//! What a person sees.

use crate::cli::progress::clock_time;
use crate::draw::{Colour, Picture};
use crate::games::Player;
use crate::play::Table;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// Lines that push what was there out of sight where the screen cannot be cleared.
const BLANK_LINES: usize = 60;

pub(super) struct Screen {
    colour: Colour,
    terminal: bool,
    flipped: bool,
}

impl Screen {
    /// The terminal, or a pipe; `flipped` with player two below.
    pub(super) fn new(flipped: bool) -> Self {
        let terminal = io::stdout().is_terminal();
        let plain = !terminal || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Screen { colour: if plain { Colour::Never } else { Colour::Always }, terminal, flipped }
    }

    pub(super) fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    /// Prints a line.
    pub(super) fn say(&self, text: &str) {
        // A reader that has gone is noticed when the next line is asked for.
        let _ = crate::cli::print(&format!("{text}\n"));
    }

    /// Draws the game as it may be shown; the clock of the player to move has run for so long.
    pub(super) fn board(&self, table: &Table, running: Duration) {
        let shown = table.shown();
        let mut picture = Picture::of_turn(&shown, shown.turns());
        picture.flipped = self.flipped;
        let _ = crate::cli::print(&format!("\n{}", picture.text(self.colour)));
        if let Some(clock) = table.clock() {
            let used = |player| if player == table.mover() { running } else { Duration::ZERO };
            let left = |player| clock.left(player).saturating_sub(used(player));
            let left = Player::BOTH.map(|player| clock_time(left(player).as_secs()));
            self.say(&format!("Clocks: player 1 {}, player 2 {}", left[0], left[1]));
        }
    }

    /// What stands before the place where one types.
    pub(super) fn prompt(&self, table: &Table) -> String {
        match table.finish() {
            Some(_) if table.game().variant().hidden() => "new, save or quit> ".to_string(),
            Some(_) => "new, undo, save or quit> ".to_string(),
            None => format!("player {}> ", table.mover().index() + 1),
        }
    }

    /// A blank page, for the screen to be passed to the other player.
    pub(super) fn blank(&self, next: Player) {
        if self.terminal {
            // Clears the screen and what was scrolled away.
            let _ = crate::cli::print("\x1b[2J\x1b[3J\x1b[H");
        } else {
            let _ = crate::cli::print(&"\n".repeat(BLANK_LINES));
        }
        self.say(&format!("Pass the screen to player {}, who presses Enter.", next.index() + 1));
    }
}
