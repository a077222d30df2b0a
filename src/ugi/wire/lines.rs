//! Bytes into lines of bounded length.

use crate::games::NotationError;
use std::io::{BufRead, ErrorKind};

/// The longest line that is read, in bytes: some hundred thousand moves. A peer gone mad
/// must not fill our memory.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line without its end, whatever bytes it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InputLine {
    /// The line, or its first [`LONGEST_LINE`] bytes.
    pub(crate) text: String,
    /// Whether there was more of it.
    pub(crate) cut: bool,
}

impl InputLine {
    /// The line, if all of it is there.
    pub(crate) fn whole(self) -> Result<String, NotationError> {
        if self.cut {
            let first = super::first_word(&self.text);
            return Err(NotationError::new(first, format!("a line of at most {LONGEST_LINE} bytes")));
        }
        Ok(self.text)
    }
}

/// Reads the next line; `None` at the end of the input. What is too long is skipped.
pub(crate) fn next_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut line = Vec::new();
    let (mut any, mut cut) = (false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // An input that cannot be read any more is at its end.
            Err(_) => &[],
        };
        if buffer.is_empty() {
            return any.then(|| finish(&line, cut));
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let fits = part.len().min(LONGEST_LINE - line.len());
        line.extend_from_slice(&part[..fits]);
        cut |= fits < part.len();
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Some(finish(&line, cut));
        }
    }
}

fn finish(line: &[u8], cut: bool) -> InputLine {
    let text = String::from_utf8_lossy(line);
    InputLine { text: text.trim_end_matches('\r').to_string(), cut }
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
            lines.push(line.whole().map_err(|error| error.to_string()));
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
    fn a_line_that_is_too_long_is_cut_and_reported_once() {
        let mut bytes = b"position ".to_vec();
        bytes.resize(3 * LONGEST_LINE, b'x');
        bytes.extend_from_slice(b"\nisready\n");
        let read = lines(&bytes);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0], Err(format!("'position': expected a line of at most {LONGEST_LINE} bytes")));
        assert_eq!(read[1], ok("isready"));
        let cut = next_line(&mut bytes.as_slice()).expect("a line");
        assert_eq!((cut.text.len(), cut.cut), (LONGEST_LINE, true));
        let longest = vec![b'y'; LONGEST_LINE];
        assert_eq!(lines(&longest)[0].as_ref().map(String::len), Ok(LONGEST_LINE));
    }
}
