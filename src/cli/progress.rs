//! Progress of long work, for people at a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// A bar on stderr; nothing where that is no terminal.
pub struct Bar {
    shown: bool,
    start: Instant,
    drawn: Option<Instant>,
}

impl Bar {
    const WIDTH: usize = 24;
    const REDRAW: Duration = Duration::from_millis(200);

    pub fn new() -> Self {
        Bar { shown: io::stderr().is_terminal(), start: Instant::now(), drawn: None }
    }

    /// Shows that this part of the work, from 0 to 1, is done, and a few words about it.
    pub fn show(&mut self, done: f64, words: impl FnOnce() -> String) {
        let due = self.drawn.is_none_or(|drawn| drawn.elapsed() > Bar::REDRAW);
        if !self.shown || !due {
            return;
        }
        self.drawn = Some(Instant::now());
        let bar = "#".repeat((done.clamp(0.0, 1.0) * Bar::WIDTH as f64) as usize);
        let left = self.start.elapsed().as_secs_f64() * (1.0 - done) / done.max(1e-6);
        let left = if done > 0.0 { format!(", {} left", clock_time(left as u64)) } else { String::new() };
        let width = Bar::WIDTH;
        eprint!("\r[{bar:<width$}] {}{left}\x1b[K", words());
    }

    /// Takes the bar away.
    pub fn clear(&mut self) {
        if self.drawn.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }

    /// Time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Hours, minutes and seconds as clocks show them.
pub fn clock_time(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::clock_time;

    #[test]
    fn times_are_read_at_a_glance() {
        assert_eq!(
            [0, 61, 3599, 3600, 90_061].map(clock_time),
            ["0:00", "1:01", "59:59", "1:00:00", "25:01:01"]
        );
    }
}
