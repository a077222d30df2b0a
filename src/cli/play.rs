//! `sisku play`: a game in the terminal.

mod lines;
mod screen;
mod words;

use crate::formats::{GameRecord, ReadOptions};
use crate::games::{NotationError, Rules, Variant};
use crate::play::{Clock, EnginePlayer, Seat, Table, Thought, TimeControl, restore, save};
use crate::search::{Control, Level, Limits};
use crate::ugi::Options;
use anyhow::Context;
use clap::Args;
use lines::{Input, Lines};
use screen::Screen;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use words::{HELP, examples, expectation, is_yes, player, result_words, wrapped};

/// Play against the engine, or with two persons, in the terminal
#[derive(Args)]
#[command(
    after_help = "Type a turn, such as b4c4 or b4=c4-d4, or a word: help, hint, eval, moves [CELL], undo, board, flip, draw,\n\
    resign, new, save FILE, quit. Tab completes. Ctrl-C stops the engine's thinking; twice, it leaves.\n\n\
    In games with secrets the screen and saved files show what you may know, until the game is over.\n\n\
    Exit codes: 0 after quit or the end of the input, 2 bad usage or a file that cannot be read, 130 after Ctrl-C.\n\n\
    Examples:\n  \
    sisku play --level 3\n  \
    sisku play --variant jersi --side 2 --clock 10+5\n  \
    sisku play --variant bloch --two\n  \
    sisku play --resume game.txt"
)]
pub(super) struct Play {
    /// The game to play [default: pijersi, or that of the file]
    #[arg(long, value_name = "NAME", value_parser = super::variant_names(), ignore_case = true)]
    variant: Option<String>,
    /// The engine's level; 10, the default, is its full strength
    #[arg(long, conflicts_with = "two", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// The side you play [default: 1, or as the file says]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    side: Option<u8>,
    /// Two persons at one screen
    #[arg(long, conflicts_with = "side")]
    two: bool,
    /// How the pieces are set up; 'sisku setup --help' lists the kinds
    #[arg(long, value_name = "KIND", conflicts_with_all = ["fen", "resume"])]
    setup: Option<String>,
    /// The position to begin with
    #[arg(long, conflicts_with = "resume")]
    fen: Option<String>,
    /// Go on with a saved game, or with any game file; other flags go before what it says
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Minutes for each player, and seconds added after each move, such as 10+5
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,
    /// Milliseconds that the engine thinks, without a clock
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
    /// Random seed, so that a game can be repeated
    #[arg(long)]
    seed: Option<u32>,
    /// Set an option of the engine; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Play {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let (table, options) = self.open()?;
        let seed = self.seed.map_or_else(|| crate::entropy::secret_number() >> 32, u64::from);
        // Hints are as good as they can be.
        let mut advisor = options.clone();
        advisor.set("Level", Some("10"))?;
        let thinking = Arc::new(Mutex::new(None::<Arc<Control>>));
        stop_thinking_on_ctrl_c(&thinking)?;
        let session = Session {
            engine: <dyn EnginePlayer>::new(&options, seed),
            advisor: <dyn EnginePlayer>::new(&advisor, 0),
            play: &self,
            screen: Screen::new(table.seats() == [Seat::Engine, Seat::Person]),
            table,
            thinking,
            last_thought: None,
            interrupted: false,
            turn_began: Instant::now(),
        };
        session.run()
    }

    /// The game to begin or go on with, and the engine's options.
    fn open(&self) -> anyhow::Result<(Table, Options)> {
        let seats = match (self.two, self.side) {
            (true, _) => Some([Seat::Person, Seat::Person]),
            (false, Some(1)) => Some([Seat::Person, Seat::Engine]),
            (false, Some(_)) => Some([Seat::Engine, Seat::Person]),
            (false, None) => None,
        };
        let table = match &self.resume {
            Some(path) => {
                let name = path.display().to_string();
                let bytes = fs::read(path).with_context(|| name.clone())?;
                let text = String::from_utf8_lossy(&bytes);
                let options = ReadOptions { variant: self.variant(), ..ReadOptions::default() };
                let table = restore(&text, &options, seats);
                let table = table.map_err(|error| anyhow::anyhow!("{}", error.in_file(&name)))?;
                let clock = self.clock.map(Clock::new).or(table.clock().copied());
                table.with_clock(clock)
            }
            None => {
                let variant = self.variant().unwrap_or(Variant::ALL[0]);
                let game = self.begin(variant, self.options(variant, None)?.rules)?;
                Table::new(game, seats.unwrap_or([Seat::Person, Seat::Engine]), self.clock)
            }
        };
        let level = self.level.or(table.level());
        let mut options = self.options(table.game().variant(), level)?;
        options.rules = table.game().rules().clone();
        let engine_plays = table.seats().contains(&Seat::Engine);
        let level = engine_plays.then_some(level.unwrap_or(Level::MAX.number()));
        Ok((table.with_level(level), options))
    }

    fn variant(&self) -> Option<Variant> {
        self.variant.as_deref().and_then(Variant::find)
    }

    fn options(&self, variant: Variant, level: Option<u8>) -> anyhow::Result<Options> {
        let mut options = Options::new(variant);
        if let Some(level) = level {
            options.set("Level", Some(&level.to_string()))?;
        }
        for (name, flag) in [("Variant", "--variant"), ("Level", "--level")] {
            let names =
                |text: &&String| text.split('=').next().is_some_and(|n| n.trim().eq_ignore_ascii_case(name));
            if let Some(text) = self.options.iter().find(names) {
                return Err(NotationError::new(text, format!("the flag {flag} instead")).into());
            }
        }
        super::set_options(&mut options, &self.options)?;
        Ok(options)
    }

    /// A game at its start.
    fn begin(&self, variant: Variant, rules: Rules) -> anyhow::Result<GameRecord> {
        let start = match (&self.fen, &self.setup) {
            (Some(fen), _) => Some(fen.clone()).filter(|fen| fen != "startpos"),
            (None, Some(kind)) => {
                let seed = self.seed.map_or_else(crate::entropy::secret_number, u64::from);
                Some(super::setup::draw(variant, kind, seed, 1)?.trim().to_string())
            }
            (None, None) => None,
        };
        Ok(GameRecord::new(variant, &rules, start.as_deref())?)
    }
}

/// What is said after the first Ctrl-C.
const AGAIN: &str = "Ctrl-C again leaves.";

/// What the engine thinks about at the moment, for Ctrl-C.
type Thinking = Arc<Mutex<Option<Arc<Control>>>>;

fn stop_thinking_on_ctrl_c(thinking: &Thinking) -> anyhow::Result<()> {
    let thinking = thinking.clone();
    super::on_ctrl_c(move |_| {
        let control = thinking.lock().unwrap_or_else(PoisonError::into_inner).take();
        match control {
            Some(control) => control.stop(),
            None => std::process::exit(super::INTERRUPTED.into()),
        }
    })
}

struct Session<'a> {
    play: &'a Play,
    table: Table,
    engine: Box<dyn EnginePlayer>,
    /// Gives hints, at full strength.
    advisor: Box<dyn EnginePlayer>,
    screen: Screen,
    thinking: Thinking,
    /// The engine's last thought, which decides about offers of a draw.
    last_thought: Option<Thought>,
    /// Whether Ctrl-C was the last thing typed: the next one leaves.
    interrupted: bool,
    /// When the turn began: everything that a person types until it is made counts.
    turn_began: Instant,
}

/// What comes after a line.
enum Next {
    /// The game goes on.
    On,
    /// The person leaves.
    Leave(ExitCode),
}

impl Session<'_> {
    fn run(mut self) -> anyhow::Result<ExitCode> {
        let mut lines = Lines::new();
        self.screen.say(&format!("{}. Type 'help' for the commands.", self.table.game().variant().title()));
        // Who goes on with a saved game need not be the player to move.
        if self.table.passes_the_screen()
            && self.table.finish().is_none()
            && (self.table.game().turns() > 0 || self.play.fen.is_some())
        {
            self.screen.blank(self.table.mover());
            if let Next::Leave(code) = uncover(&mut lines)? {
                return Ok(code);
            }
            self.turn_began = Instant::now();
        }
        self.board();
        if self.table.to_move() == Seat::Person {
            self.show_examples();
        }
        let mut announced = false;
        loop {
            let over = self.table.finish();
            if let (Some(finish), false) = (&over, announced) {
                self.board();
                self.screen.say(&result_words(finish.outcome, &finish.reason));
            }
            announced = over.is_some();
            if over.is_none() && self.table.to_move() == Seat::Engine {
                self.engine_moves()?;
                continue;
            }
            lines.complete_with(if over.is_some() { Vec::new() } else { self.words() });
            let input = lines.next(&self.screen.prompt(&self.table))?;
            let late = !self.table.has_time(self.turn_began.elapsed());
            let interrupted = std::mem::take(&mut self.interrupted);
            let next = match input {
                Input::Text(text) if text.trim().is_empty() || late => Next::On,
                Input::Text(text) => self.take(text.trim(), &mut lines)?,
                Input::Interrupted if interrupted => Next::Leave(ExitCode::from(super::INTERRUPTED)),
                Input::Interrupted => {
                    self.interrupted = true;
                    self.screen.say(AGAIN);
                    continue;
                }
                Input::End => Next::Leave(ExitCode::SUCCESS),
            };
            if let Next::Leave(code) = next {
                return Ok(code);
            }
            if self.interrupted {
                self.screen.say(AGAIN);
            }
        }
    }

    /// Draws the game, with the clocks as they stand now.
    fn board(&self) {
        let running = if self.table.finish().is_some() { Duration::ZERO } else { self.turn_began.elapsed() };
        self.screen.board(&self.table, running);
    }

    /// Says how turns are written, by some that are legal now.
    fn show_examples(&self) {
        let moves = if self.table.finish().is_some() { Vec::new() } else { self.table.legal_moves() };
        if !moves.is_empty() {
            self.screen.say(&format!("Turns look like this: {}", examples(&moves)));
        }
    }

    /// What Tab completes to: the legal moves in both notations.
    fn words(&self) -> Vec<String> {
        self.table.legal_moves().into_iter().flat_map(|mv| [mv.ugi, mv.native]).collect()
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        let mover = self.table.mover();
        let limits = match self.table.clock() {
            Some(clock) => Limits { clock: Some(clock.of(mover)), ..Limits::default() },
            None => {
                Limits { move_time: Some(Duration::from_millis(self.play.movetime)), ..Limits::default() }
            }
        };
        let game = self.table.game().clone();
        self.screen.note("Sisku thinks …");
        let (thought, interrupted) = think(&mut *self.engine, &self.thinking, &game, &limits);
        let thought = thought.context("the engine has no move in this position")?;
        match self.table.play(&thought.mv, self.turn_began.elapsed()) {
            Ok(_) => {
                self.turn_began = Instant::now();
                let shown = self.table.shown();
                let mv = shown.made(shown.turns()).map(|mv| mv.native).unwrap_or_default();
                // The end is drawn by whoever announces it.
                if self.table.finish().is_none() {
                    self.board();
                }
                self.screen.say(&format!("Sisku plays {mv}"));
                if interrupted {
                    self.interrupted = true;
                    self.screen.say(AGAIN);
                }
            }
            // Out of time, which ends the game.
            Err(_) if self.table.finish().is_some() => {}
            Err(error) => return Err(error.into()),
        }
        self.last_thought = Some(thought);
        Ok(())
    }

    /// What the advisor thinks, from the knowledge of the player to move.
    fn advice(&mut self) -> Option<Thought> {
        let game = self.table.game().clone();
        let limits =
            Limits { move_time: Some(Duration::from_millis(self.play.movetime)), ..Limits::default() };
        let (thought, interrupted) = think(&mut *self.advisor, &self.thinking, &game, &limits);
        self.interrupted = interrupted;
        thought
    }

    fn take(&mut self, text: &str, lines: &mut Lines) -> anyhow::Result<Next> {
        let (word, rest) =
            text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
        let over = self.table.finish().is_some();
        match word.to_ascii_lowercase().as_str() {
            "help" | "?" => {
                self.screen.say(HELP);
                self.show_examples();
            }
            "quit" | "exit" | "q" => return Ok(Next::Leave(ExitCode::SUCCESS)),
            "board" | "show" => self.board(),
            "flip" => {
                self.screen.flip();
                self.board();
            }
            "fen" => self.screen.say(&self.table.shown().fen(usize::MAX)),
            "new" => self.begin_anew()?,
            "save" => self.save(rest),
            "undo" => match self.table.undo() {
                Ok(turns) => {
                    self.turn_began = Instant::now();
                    self.board();
                    let what = match turns {
                        0 => "the end of the game".to_string(),
                        1 => "1 turn".to_string(),
                        _ => format!("{turns} turns"),
                    };
                    self.screen.say(&format!("Taken back: {what}."));
                }
                Err(error) => self.screen.say(&error.to_string()),
            },
            "hint" | "eval" | "moves" | "resign" | "draw" if over => self.screen.say("The game is over."),
            "hint" => self.hint(),
            "eval" => self.eval(),
            "moves" => self.moves(rest),
            "resign" => self.table.resign(),
            "draw" => self.offer_draw(lines)?,
            _ => return self.person_moves(text, lines),
        }
        Ok(Next::On)
    }

    fn person_moves(&mut self, text: &str, lines: &mut Lines) -> anyhow::Result<Next> {
        let mover = self.table.mover();
        match self.table.play(text, self.turn_began.elapsed()) {
            Ok(_) => {
                let over = self.table.finish().is_some();
                if self.table.passes_the_screen() && !over && self.table.mover() != mover {
                    self.screen.blank(self.table.mover());
                    if let leave @ Next::Leave(_) = uncover(lines)? {
                        return Ok(leave);
                    }
                }
                self.turn_began = Instant::now();
                if self.table.to_move() == Seat::Person && !over {
                    self.board();
                }
            }
            Err(error) => {
                let words = self.table.explain(text).unwrap_or_else(|| error.to_string());
                self.screen.say(&words);
            }
        }
        Ok(Next::On)
    }

    fn begin_anew(&mut self) -> anyhow::Result<()> {
        let (variant, rules) = (self.table.game().variant(), self.table.game().rules().clone());
        let game = match self.play.resume.is_none() {
            true => self.play.begin(variant, rules)?,
            false => GameRecord::new(variant, &rules, None)?,
        };
        let time = self.table.clock().map(|clock| clock.control);
        self.table = Table::new(game, self.table.seats(), time).with_level(self.table.level());
        self.engine.clear();
        self.advisor.clear();
        self.last_thought = None;
        self.turn_began = Instant::now();
        self.board();
        Ok(())
    }

    fn save(&self, name: &str) {
        if name.is_empty() {
            self.screen.say(&NotationError::new("save", "the name of a file after it").to_string());
            return;
        }
        let saved = save(&self.table).map_err(|error| error.to_string());
        let saved = saved.and_then(|text| write_new(Path::new(name), &text));
        self.screen.say(&match saved {
            Ok(()) => format!("Saved: sisku play --resume {}", crate::arena::config::quote(name)),
            Err(error) => format!("{name}: {error}"),
        });
    }

    fn hint(&mut self) {
        match self.advice() {
            Some(thought) => self.screen.say(&format!("{} ({})", thought.native, expectation(&thought))),
            None => self.screen.say("No hint."),
        }
    }

    fn eval(&mut self) {
        match self.advice() {
            Some(thought) => self.screen.say(&format!("{}; {}", expectation(&thought), thought.pv.join(" "))),
            None => self.screen.say("Nothing is known."),
        }
    }

    fn moves(&self, cell: &str) {
        let moves = self.table.legal_moves();
        let matches = |mv: &str| mv.get(..cell.len()).is_some_and(|start| start.eq_ignore_ascii_case(cell));
        let moves: Vec<&str> = moves.iter().map(|mv| mv.native.as_str()).filter(|mv| matches(mv)).collect();
        self.screen.say(&match moves.len() {
            0 => format!("No move begins with '{cell}'."),
            _ => wrapped(&moves),
        });
    }

    /// The engine accepts where it does not expect more than a draw; a person is asked.
    fn offer_draw(&mut self, lines: &mut Lines) -> anyhow::Result<()> {
        let other = self.table.seats()[(!self.table.mover()).index()];
        let accepted = match other {
            Seat::Engine => self.last_thought.as_ref().is_some_and(|thought| thought.expected <= 0.5),
            Seat::Person => {
                let question = format!("{}, do you accept a draw? (yes or no) ", player(!self.table.mover()));
                matches!(lines.next(&question)?, Input::Text(answer) if is_yes(&answer))
            }
        };
        if accepted {
            self.table.agree_draw();
        } else {
            self.screen.say("The draw is declined.");
        }
        Ok(())
    }
}

/// Waits until the next player has the screen: only Enter uncovers it. What was typed before is
/// forgotten, since it may hold secrets of the other player.
fn uncover(lines: &mut Lines) -> anyhow::Result<Next> {
    lines.forget();
    let next = match lines.next("")? {
        Input::Text(_) => Next::On,
        Input::Interrupted => Next::Leave(ExitCode::from(super::INTERRUPTED)),
        Input::End => Next::Leave(ExitCode::SUCCESS),
    };
    lines.forget();
    Ok(next)
}

/// What comes of thinking, and whether Ctrl-C ended it.
fn think(
    engine_player: &mut dyn EnginePlayer,
    thinking: &Thinking,
    game: &GameRecord,
    limits: &Limits,
) -> (Option<Thought>, bool) {
    let control = Arc::new(Control::new(limits));
    let set = |value| std::mem::replace(&mut *thinking.lock().unwrap_or_else(PoisonError::into_inner), value);
    set(Some(control.clone()));
    let thought = engine_player.think(game, limits, &control);
    // Ctrl-C takes the control away.
    let interrupted = set(None).is_none();
    (thought, interrupted)
}

/// Writes a file that is not there yet, or that was saved by us before.
fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let ours = fs::read_to_string(path).is_ok_and(|old| old.starts_with("# seats: "));
    if path.exists() && !ours {
        return Err("there is another file of this name".to_string());
    }
    fs::write(path, text).map_err(|error| error.to_string())
}
