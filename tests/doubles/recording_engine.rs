//! An engine for Bloch's game that writes down every line it is sent, to test what
//! `sisku match` lets players know. It plays by chance from what it was told, and says aloud
//! what it has, as an engine may.
//!
//! `recording_engine FILE [NUMBER [seeded]]`: where to write, and a number that decides its
//! play; `seeded` has an option `Seed`, to hear what it is given.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::Position;
use sisku::games::{Game, History, Notation, NotationError, Player, Rules};
use sisku::ugi::wire::GameResult;
use std::fs::File;
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "heard.log".to_string());
    let seed = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let option = match args.next().as_deref() {
        Some("seeded") => "option name Seed type spin default 0 min 0 max 4294967295\n",
        _ => "",
    };
    let mut log = File::create(path)?;
    let rules = Rules::of(Position::rule_options());
    let mut record = History::new(Position::start(&rules));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for line in io::stdin().lock().lines() {
        let line = line?;
        writeln!(log, "{line}")?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["quit"] => return Ok(()),
            ["ugi"] => println!("id name Recorder\n{option}ugiok"),
            ["isready"] => println!("readyok"),
            ["position", rest @ ..] => match read(rest, &rules) {
                Ok(read) => record = read,
                Err(error) => writeln!(log, "wrong: {error}")?,
            },
            ["go", ..] => {
                let mut moves = Vec::new();
                record.current().legal_moves(&mut moves);
                let best = moves.choose(&mut rng).map(|&mv| record.current().ugi_move(mv));
                let best = best.unwrap_or_else(|| "0000".to_string());
                println!("info string I see {}", record.current().fen());
                println!("info depth 1 score cp 12 nodes 10 pv {best}\nbestmove {best}");
            }
            ["query", question] => println!("response {}", answer(record.current(), question)),
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}

fn read(words: &[&str], rules: &Rules) -> Result<History<Position>, NotationError> {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(split);
    let mut record = History::new(match start {
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" "), rules)?,
        _ => Position::start(rules),
    });
    for mv in moves.iter().skip(1) {
        record.play(mv)?;
    }
    Ok(record)
}

fn answer(position: &Position, question: &str) -> String {
    match (question, position.outcome()) {
        ("gameover", outcome) => outcome.is_some().to_string(),
        ("p1turn", _) => (position.mover() == Player::One).to_string(),
        ("result", outcome) => GameResult::from(outcome).to_string(),
        ("hidden", _) => "true".to_string(),
        _ => "none".to_string(),
    }
}
