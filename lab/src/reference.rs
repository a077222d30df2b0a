//! The reference player, whose Elo is the zero of the levels' scale, as a UGI engine: it wins in
//! one move if it can, and else moves at random.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::{
    Game, History, Information, Notation, NotationError, Observer, Outcome, Rules, Variant, Visitor,
};
use sisku::ugi::Options;
use sisku::ugi::wire::{BestMove, Command, Go, Id, Info, PositionCommand, READY_OK, Start, UGI_OK};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, Write};

/// The options that mean something to a player who does not search, besides the rules.
const OPTIONS: [&str; 2] = ["Variant", "Seed"];

/// Speaks UGI until the client quits or the input ends.
pub fn run(variant: Variant, input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    let mut engine = Engine::new(variant);
    for line in input.lines() {
        let answer = match Command::read(&line?) {
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => engine.answer(command),
            Ok(None) => continue,
            Err(error) => Err(error),
        };
        let lines = answer.unwrap_or_else(|error| vec![Info::text(format!("error: {error}")).to_string()]);
        for line in lines {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
    }
    Ok(())
}

/// A number from the system's entropy.
fn entropy() -> u64 {
    RandomState::new().hash_one(0)
}

struct Engine {
    options: Options,
    game: Box<dyn Table>,
    dice: Xoshiro256PlusPlus,
}

impl Engine {
    fn new(variant: Variant) -> Self {
        let options = Options::new(variant);
        let dice = Xoshiro256PlusPlus::seed_from_u64(entropy());
        Engine { game: table(variant, &options.rules), options, dice }
    }

    fn answer(&mut self, command: Command) -> Result<Vec<String>, NotationError> {
        match command {
            Command::Ugi => return Ok(self.identify()),
            Command::IsReady => return Ok(vec![READY_OK.to_string()]),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => {
                self.options.set(&name, value.as_deref())?;
                self.new_game();
            }
            Command::Position(position) => self.game.set_up(&position, &self.options.rules)?,
            Command::Moves(moves) => self.game.play_on(&moves)?,
            Command::Go(Go::Manual(mv)) => self.game.play_on(&[mv])?,
            Command::Go(_) => {
                let mv = self.game.choose(&mut self.dice);
                return Ok(vec![BestMove { mv, ponder: None }.to_string()]);
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    fn new_game(&mut self) {
        let seed = self.options.seed.unwrap_or_else(entropy);
        self.dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.game = table(self.options.variant, &self.options.rules);
    }

    fn identify(&self) -> Vec<String> {
        let mut lines = vec![
            Id::Name("Sisku reference player".to_string()).to_string(),
            Id::Author("the Sisku developers".to_string()).to_string(),
        ];
        let rules = self.options.variant.rule_options();
        let is_known = |name: &str| OPTIONS.contains(&name) || rules.iter().any(|rule| rule.name == name);
        let options = self.options.announce().into_iter().filter(|option| is_known(&option.name));
        lines.extend(options.map(|option| option.to_string()));
        lines.push(UGI_OK.to_string());
        lines
    }
}

/// A game of any variant.
trait Table {
    fn set_up(&mut self, position: &PositionCommand, rules: &Rules) -> Result<(), NotationError>;
    fn play_on(&mut self, moves: &[String]) -> Result<(), NotationError>;
    /// A move, or `None` if the game is over.
    fn choose(&self, dice: &mut Xoshiro256PlusPlus) -> Option<String>;
}

fn table(variant: Variant, rules: &Rules) -> Box<dyn Table> {
    struct Open<'a>(&'a Rules);
    impl Visitor for Open<'_> {
        type Output = Box<dyn Table>;
        fn visit<G: Notation>(self) -> Self::Output {
            Box::new(History::new(G::start(self.0)))
        }
    }
    variant.visit(Open(rules))
}

impl<G: Notation> Table for History<G> {
    fn set_up(&mut self, position: &PositionCommand, rules: &Rules) -> Result<(), NotationError> {
        let start = match &position.start {
            Start::Startpos => G::start(rules),
            Start::Fen(fen) => G::from_fen(fen, rules)?,
        };
        let mut game = History::new(start);
        game.play_on(&position.moves)?;
        *self = game;
        Ok(())
    }

    fn play_on(&mut self, moves: &[String]) -> Result<(), NotationError> {
        moves.iter().try_for_each(|mv| self.play(mv).map(|_| ()))
    }

    fn choose(&self, dice: &mut Xoshiro256PlusPlus) -> Option<String> {
        let view = G::Information::view(self.current(), Observer::Player(self.current().mover()));
        choose(&view, dice).map(|mv| view.ugi_move(mv))
    }
}

/// A move that wins at once whatever is hidden, or any.
fn choose<G: Game>(view: &G, dice: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
    let player = view.mover();
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    let worlds = G::Information::determinizations(view, !player);
    let wins = |mv: G::Move| {
        let won = |(position, _): &(G, f32)| {
            let mut next = position.clone();
            next.play(mv);
            next.outcome() == Some(Outcome::Win(player))
        };
        !worlds.is_empty() && worlds.iter().all(won)
    };
    let winning: Vec<G::Move> = moves.iter().copied().filter(|&mv| wins(mv)).collect();
    winning.choose(dice).or_else(|| moves.choose(dice)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(variant: Variant, lines: &str) -> String {
        let mut output = Vec::new();
        run(variant, lines.as_bytes(), &mut output).expect("memory");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn it_wins_in_one_and_else_plays_something_legal() {
        let won = say(Variant::Pijersi, "position fen 6/R-6/6/7/5r-/6S-/6 w 0 5\ngo nodes 1\n");
        assert!(won.starts_with("bestmove f1g"), "{won}");
        for &variant in Variant::ALL {
            let mut moves = Vec::new();
            for _ in 0..30 {
                let moves_so_far =
                    if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
                let answer = say(variant, &format!("position startpos{moves_so_far}\ngo movetime 10\n"));
                let mv = BestMove::move_in(answer.trim()).unwrap_or_else(|| panic!("{answer}")).to_string();
                if mv == BestMove::NO_MOVE {
                    break;
                }
                moves.push(mv);
            }
            // Its moves are drawn by entropy; nobody can win before the second turn.
            assert!(moves.len() > 2, "{variant:?}: {moves:?}");
        }
    }

    #[test]
    fn a_seed_repeats_its_moves() {
        let game = "setoption name Seed value 3\nposition startpos\ngo nodes 1\ngo nodes 1\ngo nodes 1\n";
        assert_eq!(say(Variant::Jersi, game), say(Variant::Jersi, game));
        let other = game.replace('3', "4");
        assert_ne!(say(Variant::Jersi, game), say(Variant::Jersi, &other));
    }
}
