//! UGI, the Universal Game Interface: commands are parsed, a session executes them, replies are
//! written. `protocol.md` describes it for clients.

mod active_game;
mod certu;
mod limits;
mod options;
mod reply;
pub mod score;
mod session;
pub mod wire;

pub use options::Options;
pub use reply::Style;
pub use session::SessionMode;

use crate::games::Variant;
use session::{Event, Session};
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;
use wire::Sink;

/// The greeting for interactive users.
pub fn greeting() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let games: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    format!("Sisku {version} speaks UGI and plays {}. Type 'help' for the commands.", games.join(", "))
}

/// Speaks UGI, with these options to begin with, until the client quits, the input
/// ends or the output is closed; returns whether every line was accepted.
pub fn run(
    options: Options,
    mode: SessionMode,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> bool {
    let (events, received) = mpsc::channel();
    let session = Session::new(options, mode, Sink::new(output), events.clone());
    // The reader is never joined: it may wait for input that does not come.
    thread::spawn(move || read(input, &events));
    session.run(&received)
}

fn read(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    while let Some(line) = wire::next_line(&mut input) {
        if events.send(Event::Line(line.whole(), Instant::now())).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}
