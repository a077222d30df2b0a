//! A small engine with a fault, to test `sisku match`. It plays the first board's game
//! at once and by its seed, always the same.
//!
//! `faulty_engine FAULT [N]`: what is wrong with it, from the N-th `go` of the process on.
//! Further arguments are ignored: they make a process easy to find.

use sisku::games::pijersi::{Board45, Position};
use sisku::games::{Game, History, Notation, Outcome, Player, Rules};
use sisku::ugi::wire::GameResult;
use std::io::{self, BufRead, Write};
use std::time::Duration;

type Board = Position<Board45>;

fn main() {
    #[cfg(windows)]
    let _sign = sign_of_life();
    let mut args = std::env::args().skip(1);
    let fault = args.next().unwrap_or_else(|| "none".to_string());
    let from = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    if fault == "sleep" {
        forever();
    }
    if fault == "no-start" {
        eprintln!("cannot start");
        std::process::exit(7);
    }
    let rules = Rules::of(Board::rule_options());
    let record = History::new(Board::start(&rules));
    let mut engine = Engine { fault, from, searches: 0, games: 0, seed: 0, rules, record, told: Vec::new() };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line == "quit" {
            return;
        }
        engine.take(&line);
    }
    if engine.fault == "immortal" {
        forever();
    }
}

/// A file that stays locked as long as this process runs, named by its last argument: on Windows
/// the arguments of other processes cannot be looked up.
#[cfg(windows)]
fn sign_of_life() -> Option<std::fs::File> {
    let mark = std::env::args().skip(2).last()?;
    let name = format!("sisku-alive-{mark}-{}", std::process::id());
    let file = std::fs::File::create(std::env::temp_dir().join(name)).ok()?;
    file.lock().ok().map(|()| file)
}

fn forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

fn say(text: &str) {
    // Nobody listening is no reason to panic.
    if writeln!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()).is_err() {
        std::process::exit(0);
    }
}

struct Engine {
    fault: String,
    /// The first search that goes wrong.
    from: u32,
    searches: u32,
    games: u32,
    seed: u64,
    rules: Rules,
    record: History<Board>,
    /// The moves of the position as they were told.
    told: Vec<String>,
}

impl Engine {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault && self.searches >= self.from
    }

    fn take(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => {
                say(&format!("id name Faulty {}", self.fault));
                say("option name Seed type spin default 0 min 0 max 1000000");
                say("ugiok");
            }
            ["isready"] => say("readyok"),
            ["setoption", ..] if self.fault == "rejects" => say("info string error: no options, please"),
            ["setoption", "name", "Seed", "value", seed] => self.seed = seed.parse().unwrap_or(0),
            ["uginewgame"] => {
                self.games += 1;
                if self.fault == "crash-new-game" && self.games > 1 {
                    std::process::exit(5);
                }
            }
            ["position", rest @ ..] => self.position(rest),
            ["go", ..] => self.go(),
            ["query", question @ ..] => self.answer(question),
            _ => {}
        }
    }

    fn position(&mut self, words: &[&str]) {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(split);
        let start = match start {
            ["fen", fen @ ..] => Board::from_fen(&fen.join(" "), &self.rules).ok(),
            _ => Some(Board::start(&self.rules)),
        };
        let Some(start) = start else { return say("info string error: no such position") };
        self.record = History::new(start);
        self.told = moves.iter().skip(1).map(|mv| mv.to_string()).collect();
        for mv in &self.told {
            if self.record.play(mv).is_err() {
                say("info string error: no such move");
            }
        }
    }

    fn go(&mut self) {
        self.searches += 1;
        self.break_down();
        if self.is("mute") {
            return;
        }
        while self.is("flood") {
            say("info string and another thing");
        }
        if self.is("slow") {
            std::thread::sleep(Duration::from_millis(2500));
        }
        if self.is("garbage") {
            let _ =
                io::stdout().write_all(b"\xff\xfe\x00 bestmove\n\n   \nbestmovex\ninfo depth score nodes\n");
            say(&"x".repeat(2_000_000));
        }
        let best = if self.is("illegal") { "a1g6".to_string() } else { self.choose() };
        let score = if self.is("gloomy") { -900 } else { 12 };
        say(&format!("info depth 1 score cp {score} nodes 10"));
        if self.is("empty") {
            say("bestmove");
        } else {
            say(&format!("bestmove {best}"));
        }
    }

    /// Faults after which there is no more engine.
    fn break_down(&self) {
        if self.is("crash") {
            eprintln!("this is the end");
            std::process::exit(3);
        }
        if self.is("orphan") {
            // Leaves somebody behind who holds the output open.
            if let Ok(exe) = std::env::current_exe() {
                let mark = std::env::args().nth(3).unwrap_or_default();
                let _ = std::process::Command::new(exe).args(["sleep", &mark]).spawn();
            }
            std::process::exit(4);
        }
        if self.is("hang") {
            forever();
        }
    }

    /// Wins at once if it can, else plays by chance, which the position and the seed decide,
    /// but avoids to lose at once: games are to last a while.
    fn choose(&self) -> String {
        let position = self.record.current();
        if self.fault == "hidden" && !self.told_as_a_player() {
            std::process::exit(6);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mix = (position.key() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let first = mix as usize % moves.len().max(1);
        moves.rotate_left(first);
        let safe = moves.iter().copied().find(|&mv| {
            let mut next = *position;
            next.play(mv);
            !next.can_win_now()
        });
        let safe = safe.or(moves.first().copied());
        position.winning_move().or(safe).map_or_else(|| "0000".to_string(), |mv| position.ugi_move(mv))
    }

    /// Whether the other side's moves came in the form in which `query history` gives them.
    fn told_as_a_player(&self) -> bool {
        let mover = self.record.current().mover();
        let first = self.record.start().mover();
        let by = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        self.told.iter().enumerate().all(|(ply, mv)| (by(ply) == mover) != mv.contains(['-', '=']))
    }

    fn answer(&self, question: &[&str]) {
        let position = self.record.current();
        let lie = self.fault == "lie";
        let answer = match question {
            ["gameover"] => (position.outcome().is_some() != lie).to_string(),
            ["p1turn"] => ((position.mover() == Player::One) != lie).to_string(),
            ["result"] => {
                let lied = position.outcome().map(|outcome| match outcome {
                    Outcome::Win(winner) => Outcome::Win(!winner),
                    Outcome::Draw => Outcome::Win(Player::One),
                });
                GameResult::from(if lie { lied } else { position.outcome() }).to_string()
            }
            ["islegal", mv] => position.parse_move(mv).is_ok().to_string(),
            ["fen"] if lie => "nonsense".to_string(),
            ["fen"] => position.fen(),
            ["hidden"] => (self.fault == "hidden").to_string(),
            ["history", reader] => self.history(if *reader == "p1" { Player::One } else { Player::Two }),
            _ => return say("info string error: no such question"),
        };
        say(&format!("response {answer}"));
    }

    /// The moves, those of the other side in another notation.
    fn history(&self, reader: Player) -> String {
        let mut position = *self.record.start();
        let mut texts = Vec::new();
        for &mv in self.record.moves() {
            let own = position.mover() == reader;
            texts.push(if own { position.ugi_move(mv) } else { position.native_move(mv) });
            position.play(mv);
        }
        texts.join(" ")
    }
}
