//! Bytes into lines.

use crate::games::NotationError;
use std::io::{BufRead, ErrorKind};

/// The longest line that is read, in bytes: some hundred thousand moves.
pub const LONGEST_LINE: usize = 1 << 20;

/// Reads the next line without its end, whatever bytes it has; `None` at the end of
/// the input. A line that is too long is skipped and reported.
pub fn next_line(input: &mut impl BufRead) -> Option<Result<String, NotationError>> {
    let mut line = Vec::new();
    let mut skipping = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // An input that cannot be read any more is at its end.
            Err(_) => &[],
        };
        if buffer.is_empty() {
            return (skipping || !line.is_empty()).then(|| finish(&line, skipping));
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        skipping |= line.len() + taken > LONGEST_LINE;
        if !skipping {
            line.extend_from_slice(&buffer[..taken]);
        }
        input.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            return Some(finish(&line, skipping));
        }
    }
}

fn finish(line: &[u8], too_long: bool) -> Result<String, NotationError> {
    let text = String::from_utf8_lossy(line);
    if too_long {
        let first = text.split_whitespace().next().unwrap_or_default();
        return Err(NotationError::new(first, format!("a line of at most {LONGEST_LINE} bytes")));
    }
    Ok(text.trim_end_matches('\r').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines(bytes: &[u8]) -> Vec<Result<String, String>> {
        // A small buffer, so that lines cross its border.
        let mut input = BufReader::with_capacity(7, Cursor::new(bytes.to_vec()));
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input) {
            lines.push(line.map_err(|error| error.to_string()));
        }
        lines
    }

    fn ok(text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }

    #[test]
    fn every_kind_of_line_end_is_understood() {
        assert_eq!(lines(b"one\ntwo\r\n\nisready"), [ok("one"), ok("two"), ok(""), ok("isready")]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [ok("")]);
    }

    #[test]
    fn bytes_that_are_no_text_survive() {
        assert_eq!(lines(b"a\xff\xfeb\nnext\0\n"), [ok("a\u{fffd}\u{fffd}b"), ok("next\0")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_reported_once() {
        let mut bytes = b"position ".to_vec();
        bytes.resize(3 * LONGEST_LINE, b'x');
        bytes.extend_from_slice(b"\nisready\n");
        let read = lines(&bytes);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0], Err(format!("'position': expected a line of at most {LONGEST_LINE} bytes")));
        assert_eq!(read[1], ok("isready"));
        let longest = vec![b'y'; LONGEST_LINE];
        assert_eq!(lines(&longest)[0].as_ref().map(String::len), Ok(LONGEST_LINE));
    }
}
