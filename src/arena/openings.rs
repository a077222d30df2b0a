//! Where games begin: set-ups, files of positions or moves, random moves. The opening
//! of a round depends on the settings and its number only.

use super::config::{BookOrder, OpeningSettings, base_name};
use crate::games::{History, Information, Notation, NotationError, Rules, Variant, Visitor};
use anyhow::{Context, ensure};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// How often random moves are drawn again before a book is given up.
const TRIES: usize = 1000;

/// A position and the moves that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// Where the moves begin; `None` is the usual start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fen: Option<String>,
    /// As UGI carries them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<String>,
}

/// The set-up that every game has: its usual start position.
pub(crate) const USUAL: &str = "classic";

/// Whether some game has a set-up of this name.
fn is_set_up(name: &str) -> bool {
    Variant::ALL.iter().any(|variant| variant.set_ups().contains(&name))
}

/// The name of a source that is the same on every machine, and the fingerprint of a file.
pub(crate) fn identify(source: &str) -> anyhow::Result<(String, Option<String>)> {
    if is_set_up(source) {
        return Ok((source.to_string(), None));
    }
    // FNV-1a: to notice another file, not to withstand a forger.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = read(source)?.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step);
    Ok((base_name(Path::new(source)), Some(format!("{hash:016x}"))))
}

fn read(path: &str) -> anyhow::Result<String> {
    let mut names: Vec<&str> = Vec::new();
    for name in Variant::ALL.iter().flat_map(|variant| variant.set_ups()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let names = names.join(", ");
    fs::read_to_string(path)
        .with_context(|| format!("openings '{path}': expected {names} or a readable file"))
}

/// All openings of a match.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    /// The game, if we know it.
    game: Option<(Variant, Rules)>,
    settings: OpeningSettings,
    /// The openings of a file in the order of use, or none.
    lines: Vec<Opening>,
}

impl Book {
    /// Reads a book from the name of a set-up or the path of a file; every line is
    /// checked if we know the game.
    pub(crate) fn open(
        source: &str,
        settings: OpeningSettings,
        game: Option<(Variant, Rules)>,
    ) -> anyhow::Result<Self> {
        let mut lines = Vec::new();
        if !is_set_up(source) {
            let text = read(source)?;
            let file_lines = (1..).zip(text.lines());
            for (number, line) in file_lines.filter(|(_, line)| !is_comment(line)) {
                let opening = match &game {
                    Some((variant, rules)) => variant.visit(ReadLine { line, rules }),
                    None => Ok(split_line(line)),
                };
                lines.push(opening.with_context(|| format!("{source}, line {number}"))?);
            }
            ensure!(!lines.is_empty(), "{source}: expected at least one opening");
        }
        if game.is_none() {
            let usual = settings.source == USUAL || settings.fingerprint.is_some();
            ensure!(usual, "openings '{source}': expected classic or a file for a game we do not know");
            ensure!(settings.plies == 0, "plies {}: expected 0 for a game we do not know", settings.plies);
        }
        if settings.order == BookOrder::Random {
            lines.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(settings.seed));
        }
        Ok(Book { game, settings, lines })
    }

    /// Number of openings before they repeat, if they do.
    pub(crate) fn size(&self) -> Option<usize> {
        let endless = self.settings.plies > 0 || self.settings.source != USUAL;
        if self.settings.fingerprint.is_some() && self.settings.plies == 0 {
            return Some(self.lines.len());
        }
        (!endless).then_some(1)
    }

    /// The opening of a round.
    pub(crate) fn opening(&self, round: u64) -> anyhow::Result<Opening> {
        let line = self.lines.get(round as usize % self.lines.len().max(1));
        let Some((variant, rules)) = &self.game else { return Ok(line.cloned().unwrap_or_default()) };
        variant.visit(Draw { settings: &self.settings, line, rules, round })
    }
}

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

/// The words of a line that tell the position, and those that tell the moves.
fn parts(line: &str) -> (Vec<&str>, Vec<&str>) {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    words.drain(..usize::from(words.first() == Some(&"position")));
    // Moves begin after their word, or with the first number of a native record. The
    // counters at the end of a position are numbers too, but what begins with a set-up
    // in rows has no move numbers.
    let rows = words.iter().any(|word| word.contains('/'));
    let is_number = |word: &str| word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
    let at = words.iter().position(|&word| word == "moves");
    let at = at.or_else(|| words.iter().position(|word| !rows && is_number(word)));
    let moves = words.split_off(at.unwrap_or(words.len()));
    let moves = moves.into_iter().filter(|&word| word != "moves" && !is_number(word)).collect();
    words.drain(..usize::from(matches!(words.first(), Some(&"startpos" | &"fen"))));
    (words, moves)
}

/// Reads a line of a game we do not know.
fn split_line(line: &str) -> Opening {
    let (head, moves) = parts(line);
    let own = |words: Vec<&str>| words.into_iter().map(str::to_string).collect();
    let is_position = !moves.is_empty() || head.iter().any(|word| word.contains('/'));
    if is_position {
        Opening { fen: (!head.is_empty()).then(|| head.join(" ")), moves: own(moves) }
    } else {
        Opening { fen: None, moves: own(head) }
    }
}

/// Whether words have rows of a position in them. A colon is in rows of some games too, and
/// in what is announced with a move, which begins with another word.
fn looks_like_position(words: &[&str]) -> bool {
    words.iter().any(|word| word.contains('/')) || words.first().is_some_and(|word| word.contains(':'))
}

/// Reads a line of a file under the rules of a game.
struct ReadLine<'a> {
    line: &'a str,
    rules: &'a Rules,
}

impl Visitor for ReadLine<'_> {
    type Output = Result<Opening, NotationError>;

    fn visit<G: Notation>(self) -> Self::Output {
        let (head, moves) = parts(self.line);
        let from = |start: G, usual: bool, moves: &[&str]| {
            let mut record = History::new(start);
            let mut texts = Vec::new();
            for text in moves {
                let before = record.current().clone();
                texts.push(before.ugi_move(record.choose(text)?));
            }
            match record.current().outcome() {
                _ if !G::Information::is_complete(record.start()) => {
                    Err(NotationError::new(self.line, "a position of which all is known"))
                }
                Some(_) => Err(NotationError::new(self.line, "a game that is not over")),
                None => Ok(Opening { fen: (!usual).then(|| record.start().fen()), moves: texts }),
            }
        };
        if head.is_empty() {
            return from(G::start(self.rules), true, &moves);
        }
        match G::from_fen(&head.join(" "), self.rules) {
            Ok(start) => from(start, false, &moves),
            // Without rows it may be nothing but moves.
            Err(_) if moves.is_empty() && !looks_like_position(&head) => {
                from(G::start(self.rules), true, &head)
            }
            Err(error) => Err(error),
        }
    }
}

/// Makes the opening of a round.
struct Draw<'a> {
    settings: &'a OpeningSettings,
    line: Option<&'a Opening>,
    rules: &'a Rules,
    round: u64,
}

impl Visitor for Draw<'_> {
    type Output = anyhow::Result<Opening>;

    fn visit<G: Notation>(self) -> Self::Output {
        let settings = self.settings;
        // Neighbouring numbers must not make neighbouring generators.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let salt: u64 = rng.random();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(salt.wrapping_add(self.round));
        for _ in 0..TRIES {
            let (opening, start) = match self.line {
                Some(line) => (line.clone(), self.end_of::<G>(line)?),
                None => {
                    let set_up = G::SET_UPS.iter().find(|set_up| set_up.name == settings.source);
                    let set_up =
                        set_up.with_context(|| format!("no set-up '{}' in this game", settings.source))?;
                    let start = (set_up.draw)(self.rules, &mut rng);
                    let fen = (set_up.name != USUAL).then(|| start.fen());
                    (Opening { fen, moves: Vec::new() }, start)
                }
            };
            if settings.plies == 0 {
                return Ok(opening);
            }
            if let Some(moves) = random_moves(start, settings.plies, &mut rng) {
                let moves = [opening.moves, moves].concat();
                return Ok(Opening { moves, ..opening });
            }
        }
        anyhow::bail!("no opening of {} random moves that leaves a game to play", settings.plies)
    }
}

impl Draw<'_> {
    fn end_of<G: Notation>(&self, line: &Opening) -> Result<G, NotationError> {
        let start = match &line.fen {
            Some(fen) => G::from_fen(fen, self.rules)?,
            None => G::start(self.rules),
        };
        let mut record = History::new(start);
        for text in &line.moves {
            record.choose(text)?;
        }
        Ok(record.current().clone())
    }
}

/// Plays random moves; `None` if they end the game or leave it to be won at once.
fn random_moves<G: Notation>(
    mut position: G,
    plies: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(&mut moves);
        let &mv = moves.choose(rng)?;
        texts.push(position.ugi_move(mv));
        position.play(mv);
    }
    let open = position.outcome().is_none() && !position.can_win_now();
    open.then_some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Option<(Variant, Rules)> {
        let variant = Variant::ALL[0];
        Some((variant, Rules::of(variant.rule_options())))
    }

    fn settings(source: &str, plies: u32, seed: u64) -> OpeningSettings {
        let order = BookOrder::Sequential;
        OpeningSettings { source: source.into(), fingerprint: None, order, plies, seed }
    }

    fn book(source: &str, plies: u32, seed: u64) -> Book {
        Book::open(source, settings(source, plies, seed), game()).expect(source)
    }

    fn line(text: &str) -> Result<Opening, String> {
        let (variant, rules) = game().expect("a game");
        variant.visit(ReadLine { line: text, rules: &rules }).map_err(|error| error.to_string())
    }

    #[test]
    fn rounds_have_openings_of_their_own_whatever_the_order() {
        for source in ["half-random", "full-random"] {
            let openings: Vec<Opening> =
                (0..50).map(|r| book(source, 2, 7).opening(r).expect("one")).collect();
            let again = book(source, 2, 7);
            for (round, opening) in openings.iter().enumerate().rev() {
                assert_eq!(&again.opening(round as u64).expect("one"), opening);
            }
            let mut different: Vec<&Opening> = openings.iter().collect();
            different.dedup();
            assert_eq!(different.len(), 50);
            assert_ne!(book(source, 2, 8).opening(0).expect("one"), openings[0]);
        }
        assert_eq!(book("classic", 0, 1).opening(3).expect("one"), Opening::default());
        assert_eq!((book("classic", 0, 1).size(), book("classic", 1, 1).size()), (Some(1), None));
    }

    #[test]
    fn random_moves_leave_a_game_to_play() {
        let book = book("classic", 12, 3);
        for round in 0..40 {
            let opening = book.opening(round).expect("one");
            assert_eq!((opening.moves.len(), &opening.fen), (12, &None));
            assert!(line(&format!("moves {}", opening.moves.join(" "))).is_ok());
        }
    }

    #[test]
    fn lines_are_positions_or_moves_in_either_notation() {
        const FEN: &str = "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 3 5";
        let fen = |moves: &[&str]| {
            Ok(Opening { fen: Some(FEN.into()), moves: moves.iter().map(|m| m.to_string()).collect() })
        };
        let usual =
            |moves: &[&str]| Ok(Opening { fen: None, moves: moves.iter().map(|m| m.to_string()).collect() });
        assert_eq!(line(FEN), fen(&[]));
        assert_eq!(line(&format!("position fen {FEN} moves b1c1 f1e1")), fen(&["b1c1", "f1e1"]));
        assert_eq!(line("startpos"), usual(&[]));
        assert_eq!(line("startpos moves b1c1"), usual(&["b1c1"]));
        assert_eq!(line("b1c1 f1e1"), usual(&["b1c1", "f1e1"]));
        assert_eq!(line("1 b1-c1 2 f1-e1"), usual(&["b1c1", "f1e1"]));
        assert!(line("b1c1 b1c1").expect_err("not legal").contains("b1c1"));
        assert!(line("6/7/6 w").is_err());
        let over = line("5R-/7/6/7/6/7/s-5 b 0 5").expect_err("over");
        assert!(over.contains("a game that is not over"), "{over}");
    }

    #[test]
    fn a_hidden_game_begins_where_all_is_known() {
        let rules = Rules::of(Variant::Bloch.rule_options());
        let line = |text: &str| Variant::Bloch.visit(ReadLine { line: text, rules: &rules });
        let moves = ["=RPSRPS", "=SSPPRR"].map(str::to_string).to_vec();
        assert_eq!(line("=RPSRPS =SSPPRR"), Ok(Opening { fen: None, moves }));
        assert!(line("6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1").is_ok());
        // What is announced may stand there, and has to be true.
        let attack = line("=RPSRPS =SSPPRR a2a4 a7a5 a4xa5:RS").expect("an opening");
        assert_eq!(attack.moves.last().map(String::as_str), Some("a4xa5"));
        let error = |text: &str| line(text).expect_err(text).to_string();
        assert!(error("=RPSRPS =SSPPRR a2a4 a7a5 a4xa5:RP").starts_with("'a4xa5:RP': expected"));
        assert!(error("=XXXXXX =SSPPRR").starts_with("'=XXXXXX': expected a legal turn"));
        let view = "6/xxxxxx/6/6/6/6/RPSRPS/6 RPS/xxx 1 ABCDEFabcdef Bb 0 1";
        assert!(error(view).ends_with("expected a position of which all is known"));
    }

    #[test]
    fn files_are_used_line_by_line_or_shuffled() {
        let path = std::env::temp_dir().join(format!("sisku-book-{}.txt", std::process::id()));
        let moves = ["b1c1", "b2c1", "b3c3", "b5c5", "b6c6"];
        fs::write(&path, format!("# mine\n\n{}\n", moves.join("\n"))).expect("writable");
        let source = path.to_string_lossy().into_owned();
        let (name, fingerprint) = identify(&source).expect("there");
        let mut settings = OpeningSettings { fingerprint, ..settings(&name, 0, 1) };
        let firsts = |settings: &OpeningSettings| -> Vec<String> {
            let book = Book::open(&source, settings.clone(), game()).expect("good lines");
            assert_eq!(book.size(), Some(5));
            (0..10).map(|round| book.opening(round).expect("one").moves.concat()).collect()
        };
        assert_eq!(firsts(&settings), [moves, moves].concat());
        settings.order = BookOrder::Random;
        let shuffled = firsts(&settings);
        assert_ne!(shuffled[..5], moves.map(str::to_string));
        assert_eq!(shuffled[..5], shuffled[5..]);
        fs::write(&path, "b1c1\nb1z9\n").expect("writable");
        let error = Book::open(&source, settings, game()).expect_err("a bad line");
        assert!(format!("{error:#}").contains("line 2: 'b1z9'"), "{error:#}");
        fs::remove_file(&path).expect("removable");
        assert!(identify(&source).is_err());
    }

    #[test]
    fn unknown_games_take_lines_on_trust() {
        assert_eq!(split_line("e2e4 e7e5").moves, ["e2e4", "e7e5"]);
        let opening = split_line("fen x/y w moves a b");
        assert_eq!((opening.fen.as_deref(), opening.moves.len()), (Some("x/y w"), 2));
        assert!(Book::open("half-random", settings("half-random", 0, 1), None).is_err());
        assert!(Book::open("classic", settings("classic", 4, 1), None).is_err());
    }
}
