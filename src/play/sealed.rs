//! Saved games. While a game with secrets is under way, its file shows what the person may know;
//! the rest is sealed in a line of its own, so that the game can go on later.
//!
//! A seal keeps eyes from falling on secrets. It is no encryption: the key is in the file.

use super::clock::Clock;
use super::table::{Finish, Seat, Table};
use crate::entropy::secret_number;
use crate::formats::{Format, FormatError, GameRecord, ReadOptions, read, write};
use crate::games::NotationError;
use crate::math::mix;
use std::fmt::Write;
use std::time::Duration;

const SEAL: &str = "# sealed: ";
const SEATS: &str = "# seats: ";
const LEVEL: &str = "# level: ";
const CLOCK: &str = "# clock: ";

/// A game as a native record, with who sits where and the clocks in comments.
pub fn save(table: &Table) -> Result<String, FormatError> {
    let mut shown = table.shown();
    if let Some(finish) = table.finish() {
        shown.header.result = Some(finish.outcome);
        shown.header.reason = Some(finish.reason);
    }
    let mut text = String::new();
    let _ = writeln!(text, "{SEATS}{}", table.seats().map(seat_name).join(" "));
    if let Some(level) = table.level() {
        let _ = writeln!(text, "{LEVEL}{level}");
    }
    if let Some(clock) = table.clock() {
        let left = crate::games::Player::BOTH.map(|player| clock.left(player).as_millis().to_string());
        let _ = writeln!(text, "{CLOCK}{} {}", clock.control, left.join(" "));
    }
    if table.viewer().is_some() {
        let secret = write(table.game(), Format::Ugi)?;
        let _ = writeln!(text, "{SEAL}{}", seal(&secret, secret_number()));
    }
    Ok(text + &write(&shown, Format::Native)?)
}

/// The game of a file: as [`save`] has written it, or any game file, which two persons go on with
/// unless `seats` says otherwise.
pub fn restore(text: &str, options: &ReadOptions, seats: Option<[Seat; 2]>) -> Result<Table, FormatError> {
    let line = |mark: &str| text.lines().find_map(|line| line.strip_prefix(mark));
    let visible: String =
        text.lines().filter(|line| !line.starts_with(SEAL)).map(|line| format!("{line}\n")).collect();
    let shown = first_game(&visible, options)?;
    let header = shown.header.clone();
    let mut game = match line(SEAL) {
        None => shown,
        Some(sealed) => {
            let broken =
                || FormatError::general(NotationError::new(SEAL.trim(), "a seal that was not changed"));
            let secret = unseal(sealed.trim()).ok_or_else(broken)?;
            let variant = Some(shown.variant());
            first_game(&secret, &ReadOptions { variant, ..options.clone() }).map_err(|_| broken())?
        }
    };
    game.header = header;
    let saved = line(SEATS).and_then(read_seats);
    let seats = seats.or(saved).unwrap_or([Seat::Person; 2]);
    let level = line(LEVEL).and_then(|level| level.trim().parse().ok());
    let reason = || game.header.reason.clone().unwrap_or_else(|| "as the file says".to_string());
    let finish = game.header.result.map(|outcome| Finish { outcome, reason: reason() });
    let clock = line(CLOCK).and_then(read_clock);
    Ok(Table::new(game, seats, None).with_level(level).with_clock(clock).with_finish(finish))
}

fn first_game(text: &str, options: &ReadOptions) -> Result<GameRecord, FormatError> {
    read(text, options).swap_remove(0)
}

const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Person => "person",
        Seat::Engine => "engine",
    }
}

fn read_seats(text: &str) -> Option<[Seat; 2]> {
    let seat = |word: &str| [Seat::Person, Seat::Engine].into_iter().find(|&seat| seat_name(seat) == word);
    let seats: Vec<Seat> = text.split_whitespace().map(seat).collect::<Option<_>>()?;
    seats.try_into().ok()
}

fn read_clock(text: &str) -> Option<Clock> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[control, one, two] = words.as_slice() else { return None };
    let left = |text: &str| text.parse().ok().map(Duration::from_millis);
    Some(Clock::with_left(control.parse().ok()?, [left(one)?, left(two)?]))
}

/// A stream of bytes that a key gives.
fn stream(key: u64) -> impl Iterator<Item = u8> {
    (0..).flat_map(move |block: u64| mix(key ^ mix(block)).to_le_bytes())
}

/// Text as hexadecimal digits that say nothing to the eye.
fn seal(text: &str, key: u64) -> String {
    let mut sealed = format!("{key:016x}");
    for (byte, mask) in text.bytes().zip(stream(key)) {
        let _ = write!(sealed, "{:02x}", byte ^ mask);
    }
    sealed
}

fn unseal(sealed: &str) -> Option<String> {
    if !sealed.is_ascii() || sealed.len() < 16 || !sealed.len().is_multiple_of(2) {
        return None;
    }
    let key = u64::from_str_radix(&sealed[..16], 16).ok()?;
    let bytes = (16..sealed.len()).step_by(2).map(|at| u8::from_str_radix(&sealed[at..at + 2], 16).ok());
    let bytes: Vec<u8> =
        bytes.zip(stream(key)).map(|(byte, mask)| Some(byte? ^ mask)).collect::<Option<_>>()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_comes_back_and_cannot_be_read() {
        let text = "position startpos moves =RPSRPS =SSPPRR a2a4\n";
        let sealed = seal(text, 77);
        assert_eq!(unseal(&sealed).as_deref(), Some(text));
        assert!(!sealed.contains("RPS"));
        assert_eq!(unseal("12"), None);
        assert_eq!(unseal(&sealed[..sealed.len() - 1]), None);
        assert_eq!(unseal(&format!("{}zz", &sealed[..16])), None);
    }
}
