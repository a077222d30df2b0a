//! Command lines of engines: a program and its arguments in one text.
//!
//! On unix they follow the shell's rules. On Windows a backslash separates folders, so that
//! `C:\engines\my.exe` means what it says there.

/// A quote that has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenQuote;

/// The words of a command line.
pub(super) fn split(text: &str) -> Result<Vec<String>, OpenQuote> {
    if cfg!(windows) { split_windows(text) } else { shell_words::split(text).map_err(|_| OpenQuote) }
}

/// A command line of one word.
pub(crate) fn quote(word: &str) -> String {
    if cfg!(windows) { quote_windows(word) } else { shell_words::quote(word).into_owned() }
}

/// Words are separated by blanks. Double quotes keep blanks anywhere, single ones only around a
/// whole word: they may be part of a file's name. Nothing else is special.
fn split_windows(text: &str) -> Result<Vec<String>, OpenQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' if c == '"' || word.is_none() => {
                let (quoted, rest) = chars.as_str().split_once(c).ok_or(OpenQuote)?;
                word.get_or_insert_default().push_str(quoted);
                chars = rest.chars();
            }
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// No file's name has a double quote on Windows.
fn quote_windows(word: &str) -> String {
    let plain = !word.is_empty() && !word.starts_with('\'') && !word.contains(char::is_whitespace);
    if plain { word.to_string() } else { format!("\"{word}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_are_part_of_paths_on_windows() {
        let words = |text| split_windows(text).expect(text);
        assert_eq!(words(r"C:\engines\my.exe --net D:\a.net"), [r"C:\engines\my.exe", "--net", r"D:\a.net"]);
        assert_eq!(
            words(r#" "C:\my engines\x.exe"  --name="a b" '' "#),
            [r"C:\my engines\x.exe", "--name=a b", ""]
        );
        assert_eq!(words(r"'\\host\a b\x.exe' y"), [r"\\host\a b\x.exe", "y"]);
        assert_eq!(words(r"C:\O'Brien\x.exe it's"), [r"C:\O'Brien\x.exe", "it's"]);
        assert_eq!(words("  "), Vec::<String>::new());
        assert_eq!(split_windows(r#"a "b"#), Err(OpenQuote));
    }

    #[test]
    fn what_is_quoted_is_one_word() {
        for word in [r"C:\a b\x.exe", r"C:\a\x.exe", "", "'x'", r"C:\O'Brien\x"] {
            assert_eq!(split_windows(&quote_windows(word)), Ok(vec![word.to_string()]));
            assert_eq!(split(&quote(word)), Ok(vec![word.to_string()]));
        }
    }
}
