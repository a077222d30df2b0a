//! The grammar of `info` lines.

/// What is wrong with an `info` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Clients that read it will stumble.
    Wrong(String),
    /// Clients that know UCI only will not understand it.
    Odd(String),
}

/// Words followed by one whole number.
const NUMBERS: [&str; 13] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "multipv",
    "hashfull",
    "tbhits",
    "cpuload",
    "currmovenumber",
    "movesleft",
    "result",
    "perft",
];

/// Looks for a flaw in an `info` line.
pub fn flaw(line: &str) -> Option<Flaw> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut rest = words.strip_prefix(&["info"])?;
    if rest.is_empty() {
        return Some(Flaw::Odd("an 'info' that says nothing".to_string()));
    }
    while let Some((&key, after)) = rest.split_first() {
        rest = match key {
            // What follows is text or moves, to the end of the line.
            "string" | "pv" | "refutation" | "currline" => return None,
            "currmove" => after.get(1..).unwrap_or_default(),
            "score" => match score(after) {
                Ok(rest) => rest,
                Err(flaw) => return Some(flaw),
            },
            "wdl" => match after.get(..3) {
                Some(three) if three.iter().all(|word| whole(word)) => &after[3..],
                _ => return Some(Flaw::Wrong("'wdl' without three whole numbers".to_string())),
            },
            key if NUMBERS.contains(&key) => match after.split_first() {
                Some((number, rest)) if whole(number) => rest,
                Some((other, _)) => return Some(Flaw::Wrong(format!("'{key} {other}': not a whole number"))),
                None => return Some(Flaw::Wrong(format!("'{key}' without a number"))),
            },
            key => return Some(Flaw::Odd(format!("the word '{key}'"))),
        };
    }
    None
}

fn score<'a, 'b>(after: &'b [&'a str]) -> Result<&'b [&'a str], Flaw> {
    match after {
        ["cp" | "mate", number, rest @ ..] if whole(number) => match rest {
            ["lowerbound" | "upperbound", rest @ ..] => Ok(rest),
            rest => Ok(rest),
        },
        ["cp" | "mate", number, ..] => Err(Flaw::Wrong(format!("'score … {number}': not a whole number"))),
        [number, ..] if whole(number) => Err(Flaw::Odd(format!("'score {number}' without 'cp' or 'mate'"))),
        [other, ..] => Err(Flaw::Wrong(format!("'score {other}': not a whole number"))),
        [] => Err(Flaw::Wrong("'score' without a number".to_string())),
    }
}

fn whole(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// The last number that the lines give for a key.
pub fn last_number(lines: &[String], key: &str) -> Option<u64> {
    let number = |line: &String| {
        let mut words = line.strip_prefix("info ")?.split_whitespace();
        words
            .by_ref()
            .find(|&word| word == key || word == "string" || word == "pv")
            .filter(|&word| word == key)?;
        words.next()?.parse().ok()
    };
    lines.iter().rev().find_map(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_lines_have_no_flaw() {
        for line in [
            "info depth 4 seldepth 9 multipv 1 score cp -12 wdl 1 2 997 nodes 5 nps 6 hashfull 0 time 3 pv a1b1",
            "info score mate -3 upperbound time 2",
            "info string any 1.5 words",
            "bestmove a1b1",
        ] {
            assert_eq!(flaw(line), None, "{line}");
        }
    }

    #[test]
    fn flaws_are_named() {
        let wrong = |words: &str| Some(Flaw::Wrong(words.to_string()));
        let odd = |words: &str| Some(Flaw::Odd(words.to_string()));
        assert_eq!(flaw("info depth 1.5"), wrong("'depth 1.5': not a whole number"));
        assert_eq!(flaw("info nodes"), wrong("'nodes' without a number"));
        assert_eq!(flaw("info score cp 0.3"), wrong("'score … 0.3': not a whole number"));
        assert_eq!(flaw("info score 57"), odd("'score 57' without 'cp' or 'mate'"));
        assert_eq!(flaw("info score"), wrong("'score' without a number"));
        assert_eq!(flaw("info wdl 1 2"), wrong("'wdl' without three whole numbers"));
        assert_eq!(flaw("info error x"), odd("the word 'error'"));
        assert_eq!(flaw("info"), odd("an 'info' that says nothing"));
    }

    #[test]
    fn the_last_number_counts() {
        let lines: Vec<String> = ["info nodes 5", "info depth 2 nodes 70 pv nodes 8", "info string nodes 9"]
            .map(String::from)
            .to_vec();
        assert_eq!(last_number(&lines, "nodes"), Some(70));
        assert_eq!(last_number(&lines, "nps"), None);
    }
}
