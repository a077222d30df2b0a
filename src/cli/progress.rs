//! Progress of long work, for people at a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// A bar on stderr with the time left; nothing where that is no terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    /// Steps of the bar: work is shown as a share of the whole.
    const STEPS: f64 = 1e6;
    /// How often it is drawn anew, at most, in a second.
    const HZ: u8 = 5;
    const TEMPLATE: &str = "[{bar:24}] {msg}, {left} left";

    /// A bar for work that begins now.
    pub(super) fn new() -> Self {
        Bar::from(0.0)
    }

    /// A bar for work of which this share, from 0 to 1, was done before.
    pub(super) fn from(done: f64) -> Self {
        let left = |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&clock_time(state.eta().as_secs()));
        };
        let style = ProgressStyle::with_template(Bar::TEMPLATE)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("left", left)
            .progress_chars("# ");
        let target = ProgressDrawTarget::stderr_with_hz(Bar::HZ);
        let bar = ProgressBar::with_draw_target(Some(Bar::STEPS as u64), target)
            .with_style(style)
            .with_position(Bar::position(done));
        Bar { bar, start: Instant::now() }
    }

    fn position(done: f64) -> u64 {
        (done.clamp(0.0, 1.0) * Bar::STEPS) as u64
    }

    /// Whether there is nobody to see it.
    pub(super) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Shows that this share of the work, from 0 to 1, is done, and a few words about it.
    pub(super) fn show(&self, done: f64, words: impl FnOnce() -> String) {
        if !self.is_hidden() {
            self.bar.set_message(words());
            self.bar.set_position(Bar::position(done));
        }
    }

    /// Takes the bar away while something else is printed.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away for good.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Time since the work began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Hours, minutes and seconds as clocks show them.
pub(super) fn clock_time(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_at_a_glance() {
        assert_eq!(
            [0, 61, 3599, 3600, 90_061].map(clock_time),
            ["0:00", "1:01", "59:59", "1:00:00", "25:01:01"]
        );
    }

    #[test]
    fn the_template_is_understood() {
        assert!(ProgressStyle::with_template(Bar::TEMPLATE).is_ok());
    }
}
