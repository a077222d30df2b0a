//! `info` lines: what an engine reports while it searches.

use std::fmt;
use std::str::FromStr;

/// The score of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of whatever the engine counts in.
    Cp(i64),
    /// Plies to the win, negative to the loss.
    Mate(i64),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(score) => write!(f, "cp {score}"),
            Score::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

/// Whether a score is only known from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At least so good.
    Lower,
    /// At most so good.
    Upper,
}

impl Bound {
    const fn name(self) -> &'static str {
        match self {
            Bound::Lower => "lowerbound",
            Bound::Upper => "upperbound",
        }
    }

    fn find(word: &str) -> Option<Bound> {
        [Bound::Lower, Bound::Upper].into_iter().find(|bound| bound.name() == word)
    }
}

/// The chances to win, draw and lose, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WdlShares {
    /// Of 1000 games, those won.
    pub win: i64,
    /// Those drawn.
    pub draw: i64,
    /// Those lost.
    pub loss: i64,
}

/// The facts of one `info` line. What the line does not say is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth of the search.
    pub depth: Option<u64>,
    /// Length of the longest line searched (selective depth).
    pub seldepth: Option<u64>,
    /// The rank of this line of play, from 1.
    pub multipv: Option<u64>,
    /// How good the position is for the player to move.
    pub score: Option<Score>,
    /// Whether the score is a bound only.
    pub bound: Option<Bound>,
    /// The chances of the player to move.
    pub wdl: Option<WdlShares>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Memory used, in thousandths.
    pub hashfull: Option<u64>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// Load of the processor, in thousandths.
    pub cpuload: Option<u64>,
    /// Moves expected to the end of the game.
    pub movesleft: Option<u64>,
    /// The number of the move being searched, from 1.
    pub currmovenumber: Option<u64>,
    /// The move being searched.
    pub currmove: Option<String>,
    /// Whether the line is the result of a perft: `depth` is its depth then.
    pub perft: bool,
    /// The count of a perft.
    pub result: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// What goes on to the end of the line.
    pub tail: InfoTail,
}

/// What goes on to the end of an `info` line. Blanks between words do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum InfoTail {
    /// The line ends before.
    #[default]
    Nothing,
    /// The principal variation.
    Pv(Vec<String>),
    /// A move and the line that refutes it.
    Refutation(Vec<String>),
    /// The line being searched.
    CurrLine(Vec<String>),
    /// Text for people.
    Text(String),
}

impl InfoTail {
    fn read(key: &str, words: &[&str]) -> Option<InfoTail> {
        let own = || words.iter().map(|word| word.to_string()).collect();
        match key {
            "pv" => Some(InfoTail::Pv(own())),
            "refutation" => Some(InfoTail::Refutation(own())),
            "currline" => Some(InfoTail::CurrLine(own())),
            "string" => Some(InfoTail::Text(words.join(" "))),
            _ => None,
        }
    }
}

impl fmt::Display for InfoTail {
    /// With a blank before it, unless there is nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, words) = match self {
            InfoTail::Nothing => return Ok(()),
            InfoTail::Pv(moves) => ("pv", moves.join(" ")),
            InfoTail::Refutation(moves) => ("refutation", moves.join(" ")),
            InfoTail::CurrLine(moves) => ("currline", moves.join(" ")),
            InfoTail::Text(text) => ("string", text.clone()),
        };
        write!(f, " {key}")?;
        if words.is_empty() { Ok(()) } else { write!(f, " {words}") }
    }
}

/// What is wrong with an `info` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InfoFlaw {
    /// It is none.
    NotInfo,
    /// It says nothing.
    Empty,
    /// A word that clients who know UCI only will not understand.
    UnknownWord(String),
    /// A score without `cp` or `mate`.
    BareScore(String),
    /// A score with `cp` or `mate` that is no whole number.
    BadScore(String),
    /// A number that is not whole.
    NotWhole {
        /// The key before it.
        key: String,
        /// What stands in its place.
        word: String,
    },
    /// A key at the end of the line that needs a number.
    NoNumber(String),
    /// `wdl` without three whole numbers.
    BadWdl,
}

impl InfoFlaw {
    /// Whether clients that read the line stumble, rather than miss something.
    pub fn is_wrong(&self) -> bool {
        !matches!(self, InfoFlaw::Empty | InfoFlaw::UnknownWord(_) | InfoFlaw::BareScore(_))
    }
}

impl fmt::Display for InfoFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InfoFlaw::NotInfo => f.write_str("no 'info' at its beginning"),
            InfoFlaw::Empty => f.write_str("an 'info' that says nothing"),
            InfoFlaw::UnknownWord(word) => write!(f, "the word '{word}'"),
            InfoFlaw::BareScore(number) => write!(f, "'score {number}' without 'cp' or 'mate'"),
            InfoFlaw::BadScore(word) => write!(f, "'score … {word}': not a whole number"),
            InfoFlaw::NotWhole { key, word } => write!(f, "'{key} {word}': not a whole number"),
            InfoFlaw::NoNumber(key) => write!(f, "'{key}' without a number"),
            InfoFlaw::BadWdl => f.write_str("'wdl' without three whole numbers"),
        }
    }
}

impl std::error::Error for InfoFlaw {}

impl Info {
    /// The first word of the line.
    pub const WORD: &str = "info";

    /// Text for people.
    pub fn text(text: impl Into<String>) -> Info {
        Info { tail: InfoTail::Text(text.into()), ..Info::default() }
    }

    /// The line with a bare `score N`, for clients that take the word after `score` for a
    /// number.
    pub fn with_bare_score(&self, score: i64) -> String {
        let scored = Info { score: Some(Score::Cp(score)), ..self.clone() };
        scored.to_string().replacen(" score cp ", " score ", 1)
    }

    /// The place of a key that is followed by one whole number.
    fn number(&mut self, key: &str) -> Option<&mut Option<u64>> {
        Some(match key {
            "depth" => &mut self.depth,
            "seldepth" => &mut self.seldepth,
            "multipv" => &mut self.multipv,
            "nodes" => &mut self.nodes,
            "nps" => &mut self.nps,
            "hashfull" => &mut self.hashfull,
            "tbhits" => &mut self.tbhits,
            "cpuload" => &mut self.cpuload,
            "movesleft" => &mut self.movesleft,
            "currmovenumber" => &mut self.currmovenumber,
            "result" => &mut self.result,
            "time" => &mut self.time,
            _ => return None,
        })
    }

    /// Reads what can be read of any engine's line: what is wrong or unknown is passed over,
    /// the first of each kind counts, and a bare `score N`, as Natural Selection writes it, is
    /// taken for centipawns.
    pub fn lenient(line: &str) -> Info {
        let mut info = Info::default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(mut rest) = words.strip_prefix(&[Info::WORD]) else { return info };
        while let Some((&key, after)) = rest.split_first() {
            rest = after;
            let number = || after.first().and_then(|word| word.parse().ok());
            match key {
                "string" => {
                    info.tail = InfoTail::Text(after.join(" "));
                    break;
                }
                "score" if info.score.is_none() => info.score = lenient_score(after),
                key => {
                    if let Some(place) = info.number(key)
                        && place.is_none()
                    {
                        *place = number();
                    }
                }
            }
        }
        info
    }
}

fn lenient_score(after: &[&str]) -> Option<Score> {
    match after {
        ["cp", score, ..] => score.parse().ok().map(Score::Cp),
        ["mate", moves, ..] => moves.parse().ok().map(Score::Mate),
        [score, ..] => score.parse().ok().map(Score::Cp),
        [] => None,
    }
}

impl FromStr for Info {
    type Err = InfoFlaw;

    fn from_str(line: &str) -> Result<Self, InfoFlaw> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut rest = words.strip_prefix(&[Info::WORD]).ok_or(InfoFlaw::NotInfo)?;
        if rest.is_empty() {
            return Err(InfoFlaw::Empty);
        }
        let mut info = Info::default();
        while let Some((&key, after)) = rest.split_first() {
            if let Some(tail) = InfoTail::read(key, after) {
                info.tail = tail;
                break;
            }
            if let Some(place) = info.number(key) {
                let (&word, after) =
                    after.split_first().ok_or_else(|| InfoFlaw::NoNumber(key.to_string()))?;
                let not_whole = || InfoFlaw::NotWhole { key: key.to_string(), word: word.to_string() };
                // Numbers below zero are well-formed, but tell nothing.
                *place = u64::try_from(whole(word).ok_or_else(not_whole)?).ok();
                rest = after;
                continue;
            }
            rest = match key {
                "perft" => {
                    info.perft = true;
                    // Some write the depth without its name.
                    let depth = after.first().and_then(|word| whole(word));
                    info.depth = depth.and_then(|depth| depth.try_into().ok()).or(info.depth);
                    &after[usize::from(depth.is_some())..]
                }
                "currmove" => {
                    info.currmove = after.first().map(|word| word.to_string());
                    after.get(1..).unwrap_or_default()
                }
                "score" => info.read_score(after)?,
                "wdl" => {
                    let numbers = after.get(..3).ok_or(InfoFlaw::BadWdl)?.iter().map(|word| whole(word));
                    let numbers: Option<Vec<i64>> = numbers.collect();
                    let Some([win, draw, loss]) = numbers.as_deref() else { return Err(InfoFlaw::BadWdl) };
                    info.wdl = Some(WdlShares { win: *win, draw: *draw, loss: *loss });
                    &after[3..]
                }
                key => return Err(InfoFlaw::UnknownWord(key.to_string())),
            };
        }
        Ok(info)
    }
}

impl Info {
    /// Reads what comes after `score`; gives the words after it.
    fn read_score<'a, 'b>(&mut self, after: &'b [&'a str]) -> Result<&'b [&'a str], InfoFlaw> {
        let rest = match after {
            [kind @ ("cp" | "mate"), number, rest @ ..] => {
                let number = whole(number).ok_or_else(|| InfoFlaw::BadScore(number.to_string()))?;
                self.score = Some(if *kind == "cp" { Score::Cp(number) } else { Score::Mate(number) });
                rest
            }
            [number, ..] if whole(number).is_some() => return Err(InfoFlaw::BareScore(number.to_string())),
            [word, ..] => {
                return Err(InfoFlaw::NotWhole { key: "score".to_string(), word: word.to_string() });
            }
            [] => return Err(InfoFlaw::NoNumber("score".to_string())),
        };
        self.bound = rest.first().and_then(|word| Bound::find(word));
        Ok(&rest[usize::from(self.bound.is_some())..])
    }
}

fn whole(word: &str) -> Option<i64> {
    word.parse().ok()
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is written is taken out, so that nothing is written twice.
        let mut left = self.clone();
        let mut numbers = |f: &mut fmt::Formatter<'_>, keys: &[&str]| {
            let mut told = keys.iter().filter_map(|key| Some((key, left.number(key)?.take()?)));
            told.try_for_each(|(key, number)| write!(f, " {key} {number}"))
        };
        f.write_str(Info::WORD)?;
        if self.perft {
            f.write_str(" perft")?;
            numbers(f, &["depth", "result", "time", "nps"])?;
        }
        numbers(f, &["depth", "seldepth", "multipv"])?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
            if let Some(bound) = self.bound {
                write!(f, " {}", bound.name())?;
            }
        }
        if let Some(WdlShares { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        numbers(f, &["nodes", "nps", "hashfull", "tbhits", "cpuload", "movesleft", "currmovenumber"])?;
        if let Some(mv) = &self.currmove {
            write!(f, " currmove {mv}")?;
        }
        numbers(f, &["result", "time"])?;
        self.tail.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn good_lines_are_read_and_written() {
        for line in [
            "info depth 4 seldepth 9 multipv 1 score cp -12 wdl 1 2 997 nodes 5 nps 6 hashfull 0 time 3 pv a1b1",
            "info score mate -3 upperbound time 2",
            "info string any 1.5 words",
            "info perft depth 2 result 5 time 3 nps 7",
            "info depth 3 currmovenumber 2 currmove a1b1",
            "info nodes 3 refutation a1b1 b1c1",
        ] {
            assert_eq!(line.parse::<Info>().expect(line).to_string(), line);
        }
        assert_eq!("info perft 3 result 9".parse::<Info>(), "info perft depth 3 result 9".parse());
        assert_eq!("info depth -1".parse::<Info>(), Ok(Info::default()), "well-formed, but nothing");
    }

    #[test]
    fn random_lines_survive_the_wire() {
        const KEYS: [&str; 12] = [
            "depth",
            "seldepth",
            "multipv",
            "nodes",
            "nps",
            "hashfull",
            "tbhits",
            "cpuload",
            "movesleft",
            "currmovenumber",
            "result",
            "time",
        ];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..2000 {
            let mut info = Info { perft: rng.random_bool(0.1), ..Info::default() };
            for key in KEYS {
                let number = rng.random_bool(0.5).then(|| rng.random_range(0..1 << 50));
                *info.number(key).expect(key) = number;
            }
            info.score = match rng.random_range(0..3) {
                0 => None,
                1 => Some(Score::Cp(rng.random_range(-9999..9999))),
                _ => Some(Score::Mate(rng.random_range(-99..99))),
            };
            info.bound = [None, Some(Bound::Lower), Some(Bound::Upper)][rng.random_range(0..3)];
            info.bound = info.bound.filter(|_| info.score.is_some());
            let (win, draw, loss) = (rng.random_range(0..1000), rng.random_range(0..1000), 0);
            info.wdl = rng.random::<bool>().then_some(WdlShares { win, draw, loss });
            info.currmove = rng.random::<bool>().then(|| "a1b1".to_string());
            let moves = || vec!["b1c1".to_string(), "depth".to_string()];
            info.tail = match rng.random_range(0..5) {
                0 => InfoTail::Pv(moves()),
                1 => InfoTail::Refutation(moves()),
                2 => InfoTail::CurrLine(moves()),
                3 => InfoTail::Text("score cp 0.5".to_string()),
                _ => InfoTail::Nothing,
            };
            if info != Info::default() {
                assert_eq!(info.to_string().parse(), Ok(info.clone()), "{info}");
            }
        }
    }

    #[test]
    fn flaws_are_named() {
        let flaw = |line: &str| {
            let flaw = line.parse::<Info>().expect_err(line);
            (flaw.is_wrong(), flaw.to_string())
        };
        for (line, wrong, words) in [
            ("info depth 1.5", true, "'depth 1.5': not a whole number"),
            ("info nodes", true, "'nodes' without a number"),
            ("info score cp 0.3", true, "'score … 0.3': not a whole number"),
            ("info score 57", false, "'score 57' without 'cp' or 'mate'"),
            ("info score 5.7", true, "'score 5.7': not a whole number"),
            ("info score", true, "'score' without a number"),
            ("info wdl 1 2", true, "'wdl' without three whole numbers"),
            ("info error x", false, "the word 'error'"),
            ("info", false, "an 'info' that says nothing"),
            ("bestmove a1b1", true, "no 'info' at its beginning"),
        ] {
            assert_eq!(flaw(line), (wrong, words.to_string()), "{line}");
        }
    }

    #[test]
    fn what_any_engine_says_is_read() {
        let read = |line: &str| {
            let info = Info::lenient(line);
            (info.score, info.depth, info.nodes)
        };
        assert_eq!(read("info depth 4 time 20 score 57 pv x"), (Some(Score::Cp(57)), Some(4), None));
        assert_eq!(read("info depth 2 nodes 70 pv nodes 8"), (None, Some(2), Some(70)));
        assert_eq!(read("info nonsense 5 pv a1b1 score mate -3").0, Some(Score::Mate(-3)));
        for line in [
            "info",
            "info score",
            "info score cp",
            "info depth x nodes -1",
            "info string depth 9",
            "x depth 9",
        ] {
            assert_eq!(read(line), (None, None, None), "{line}");
        }
    }
}
