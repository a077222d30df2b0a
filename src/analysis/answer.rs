//! Answers as values, and their JSON.

use crate::games::{Outcome, Player, Value};
use crate::search::Proof;
use serde::Serialize;

/// A line of output.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// The analysis of a turn.
    Answer(Box<Answer>),
    /// A query that could not be understood.
    Failure(Failure),
    /// A search that was terminated before it began.
    Terminated {
        /// The query's id.
        id: String,
        /// The turn that was not analysed.
        turn: usize,
        /// Always true.
        terminated: bool,
    },
    /// What a request that is no query has done.
    Done {
        /// The request's id.
        id: String,
        /// What was asked for.
        action: &'static str,
        /// The query that was terminated; none for all of them.
        #[serde(skip_serializing_if = "Option::is_none")]
        terminate_id: Option<String>,
        /// The engine's version.
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<&'static str>,
    },
}

/// A query that could not be understood: what is wrong, and in which field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The query's id, if it could be read.
    pub id: Option<String>,
    /// What is wrong.
    pub error: String,
    /// The field; none if the line is no object.
    pub field: Option<String>,
}

/// The analysis of one turn of a query. Values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The query's id.
    pub id: String,
    /// The turn: how many of the query's moves were played.
    pub turn: usize,
    /// The search goes on: a later answer has the same id and turn.
    #[serde(skip_serializing_if = "is_false")]
    pub during_search: bool,
    /// The search was ended by `terminate`.
    #[serde(skip_serializing_if = "is_false")]
    pub terminated: bool,
    /// The position, as the player to move may know it.
    pub fen: String,
    /// The player to move: 1 or 2.
    pub mover: u8,
    /// How the game has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The position's value.
    pub root: RootAnswer,
    /// The best moves, best first.
    pub moves: Vec<MoveAnswer>,
    /// Playouts of this search.
    pub nodes: u64,
    /// Milliseconds that it took, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// The whole policy, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Vec<Policy>>,
    /// What the player to move believes of hidden pieces, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub belief: Option<Vec<Belief>>,
}

/// A position's value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RootAnswer {
    /// Win, draw and loss.
    #[serde(flatten)]
    pub value: ValueAnswer,
    /// Visits, those of a kept tree included.
    pub visits: u64,
    /// What is proven.
    pub proof: Option<ProofAnswer>,
}

/// A move of the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveAnswer {
    /// 0 for the best move.
    pub order: usize,
    /// The move in UGI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in native notation.
    pub native: String,
    /// Visits.
    pub visits: u32,
    /// The prior probability by the policy.
    pub prior: f64,
    /// Win, draw and loss.
    #[serde(flatten)]
    pub value: ValueAnswer,
    /// What is proven.
    pub proof: Option<ProofAnswer>,
    /// The probability of the move in the mixed strategy, in games with secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The principal variation, in UGI notation.
    pub pv: Vec<String>,
}

/// Probabilities, which add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ValueAnswer {
    /// Probability of a win.
    pub win: f64,
    /// Probability of a draw.
    pub draw: f64,
    /// Probability of a loss.
    pub loss: f64,
}

impl From<Value> for ValueAnswer {
    fn from(value: Value) -> Self {
        ValueAnswer { win: rounded(value.win), draw: rounded(value.draw), loss: rounded(value.loss()) }
    }
}

/// A proven result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProofAnswer {
    /// `win`, `draw` or `loss`.
    pub result: &'static str,
    /// The plies to the end, for a win or a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
}

impl ProofAnswer {
    /// A proof as this player sees it.
    pub(crate) fn of(proof: Proof, player: Player) -> Option<Self> {
        match proof {
            Proof::Unknown => None,
            Proof::Draw => Some(ProofAnswer { result: "draw", plies: None }),
            Proof::Win(winner, plies) => {
                let result = if winner == player { "win" } else { "loss" };
                Some(ProofAnswer { result, plies: Some(plies) })
            }
        }
    }
}

/// A move and its prior.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Policy {
    /// The move in UGI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its prior probability.
    pub prior: f64,
}

/// What is believed of one hidden piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Belief {
    /// Where it is.
    pub cell: String,
    /// The probability of each kind, the likeliest first.
    pub kinds: Vec<KindProbability>,
}

/// A kind of piece and its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindProbability {
    /// The kind's name.
    pub kind: String,
    /// Its probability.
    pub probability: f64,
}

/// A probability with six digits: more say nothing, and cost bytes.
pub(super) fn rounded(probability: impl Into<f64>) -> f64 {
    (probability.into() * 1e6).round() / 1e6
}

fn is_false(flag: &bool) -> bool {
    !flag
}
