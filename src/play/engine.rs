//! The engine at the table: it answers for a game of any variant.

use crate::formats::GameRecord;
use crate::games::{History, Information, Notation, Observer, Value, Variant, Visitor};
use crate::search::{Control, InformationMode, Limits, Proof, Search, SearchRequest};
use crate::ugi::Options;

/// What the engine thinks of a position, from the point of view and the knowledge of the player to
/// move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move, in UGI notation.
    pub mv: String,
    /// The move, in native notation.
    pub native: String,
    /// Win, draw and loss of the player to move.
    pub value: Value,
    /// The expected points of the player to move: a win is 1, a draw 1/2.
    pub expected: f32,
    /// What is proven.
    pub proof: Proof,
    /// The principal variation, in native notation.
    pub pv: Vec<String>,
}

/// A search of any variant, kept from move to move.
pub trait EnginePlayer: Send {
    /// Thinks about the last position of a game; `None` if the game is over or of another variant.
    fn think(&mut self, game: &GameRecord, limits: &Limits, control: &Control) -> Option<Thought>;
    /// Forgets everything, for a new game.
    fn clear(&mut self);
}

impl dyn EnginePlayer {
    /// A search of a variant with these options, but with this seed.
    pub fn new(options: &Options, seed: u64) -> Box<dyn EnginePlayer> {
        options.variant.visit(Make(options, seed))
    }
}

struct Make<'a>(&'a Options, u64);

impl Visitor for Make<'_> {
    type Output = Box<dyn EnginePlayer>;

    fn visit<G: Notation>(self) -> Self::Output {
        let Make(options, seed) = self;
        let search = Search::<G>::new(options.settings.clone());
        Box::new(TypedEnginePlayer { search, seed, variant: options.variant })
    }
}

struct TypedEnginePlayer<G: Notation> {
    search: Search<G>,
    seed: u64,
    variant: Variant,
}

impl<G: Notation> EnginePlayer for TypedEnginePlayer<G> {
    fn think(&mut self, game: &GameRecord, limits: &Limits, control: &Control) -> Option<Thought> {
        if game.variant() != self.variant {
            return None;
        }
        let history = game.history::<G>()?;
        let request =
            SearchRequest { seed: self.seed, ..SearchRequest::new(history.clone(), limits.clone()) };
        let result = self.search.search(&request, control, &mut |_| {});
        let position = history.current();
        let view = match self.search.settings().information {
            InformationMode::Player => G::Information::view(position, Observer::Player(position.mover())),
            InformationMode::Open => position.clone(),
        };
        let best = result.best?;
        let line = result.report.lines.into_iter().find(|line| line.pv.first() == Some(&best));
        let line = line.map(|line| (line.value, line.proof, line.pv));
        let (value, proof, pv) = line.unwrap_or((Value::of_score(0.5, 0.0), Proof::Unknown, vec![best]));
        Some(Thought {
            mv: view.ugi_move(best),
            native: view.native_move(best),
            value,
            expected: value.score(),
            proof,
            pv: History::new(view).native_line(&pv),
        })
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}
