//! Positions near the end of a game, and near the draw.

use crate::legal_moves;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};
use sisku::games::{Game, History, Notation, Rules};
use sisku::search::{Control, EvalSource, InformationMode, Limits, Search, SearchRequest, Settings};

/// Rules that draw a game after turns without progress.
const QUIET_LIMITS: [&str; 2] = ["DrawLimit", "NoProgress"];
/// The rule that draws a game after turns of any kind.
const TURN_LIMIT: &str = "MaxTurns";
/// Plies after which a game is given up.
const LONGEST_GAME: usize = 160;
/// Playouts of a searched turn.
const QUICK_NODES: u64 = 40;

/// The positions that were found wrong or suspect, by variant.
pub const NAMED: [(&str, &str); 2] = [
    ("pijersi", "1p-2srrp/p-srs-wwr-p-1/5s-/3R-3/1S-P-PRS-P-/1P-1WW1R-1/R-1S-2S- b 19 10"),
    ("bloch", "5r/5+S/6/+r2r+s1/1S4/6/6/6 PPP/pss 2 - - 20 34"),
];

/// A game whose current position is to be searched, and its rules.
pub struct Case<G: Game> {
    pub history: History<G>,
    pub rules: Rules,
}

/// A game that begins with a FEN, under the usual rules.
pub fn named<G: Notation>(fen: &str) -> anyhow::Result<Case<G>> {
    let rules = Rules::of(G::rule_options());
    Ok(Case { history: History::new(G::from_fen(fen, &rules)?), rules })
}

/// A game that is nearly over: won soon or, more often, drawn soon.
pub fn near_end<G: Notation>(rng: &mut impl Rng) -> anyhow::Result<Case<G>> {
    loop {
        let rules = random_rules::<G>(rng)?;
        let game = play_out::<G>(&rules, rng);
        let kept = game.moves().len().saturating_sub(rng.random_range(1..=8));
        let mut history = History::new(game.start().clone());
        game.moves()[..kept].iter().for_each(|&mv| history.push(mv));
        let case = if rng.random_ratio(3, 4) {
            near_draw(Case { history, rules }, rng)?
        } else {
            Case { history, rules }
        };
        if case.history.current().outcome().is_none() {
            return Ok(case);
        }
    }
}

/// Rules that users may choose: switches either way, limits as usual or low.
fn random_rules<G: Game>(rng: &mut impl Rng) -> anyhow::Result<Rules> {
    let mut rules = Rules::of(G::rule_options());
    for option in G::rule_options() {
        let value = if QUIET_LIMITS.contains(&option.name) {
            if rng.random_ratio(1, 3) { rng.random_range(4..=12) } else { option.default }
        } else if option.name == TURN_LIMIT {
            option.default
        } else {
            rng.random_range(option.min..=option.max)
        };
        rules.set(option.name, &value.to_string())?;
    }
    Ok(rules)
}

/// Plays a game with random turns and quick searches, which end it when they can.
fn play_out<G: Game>(rules: &Rules, rng: &mut impl Rng) -> History<G> {
    let start = match G::SET_UPS.choose(rng) {
        Some(set_up) => (set_up.draw)(rules, rng),
        None => G::start(rules),
    };
    let mut game = History::new(start);
    let mut search = Search::new(Settings {
        hash_mb: 1,
        evaluation: EvalSource::Handcrafted,
        information: InformationMode::Open,
        ..Settings::default()
    });
    while game.moves().len() < LONGEST_GAME && game.current().outcome().is_none() {
        let mv = if rng.random_ratio(3, 5) {
            legal_moves(game.current()).into_iter().choose(rng)
        } else {
            let limits = Limits { nodes: Some(QUICK_NODES), ..Limits::default() };
            let request = SearchRequest::new(game.clone(), limits);
            search.search(&request, &Control::new(&request.limits), &mut |_| {}).best
        };
        match mv {
            Some(mv) => game.push(mv),
            None => break,
        }
    }
    game
}

/// The same game a few turns before a draw: by a limit that is nearly reached, or by a counter
/// that is nearly at its limit.
fn near_draw<G: Notation>(case: Case<G>, rng: &mut impl Rng) -> anyhow::Result<Case<G>> {
    let Case { history, mut rules } = case;
    let left: u32 = rng.random_range(1..=6);
    let fen = history.current().fen();
    let fields: Vec<&str> = fen.split_whitespace().collect();
    // The counters are the first two numbers in a row: quiet turns, and the full turn.
    let numbers = |pair: &[&str]| pair.iter().all(|field| field.parse::<u32>().is_ok());
    let at = fields.windows(2).position(numbers);
    let limit = QUIET_LIMITS.into_iter().find(|name| rules.get(name) != 0);
    let (Some(at), Some(limit)) = (at, limit) else { return Ok(Case { history, rules }) };
    let (quiet, turn): (u32, u32) = (fields[at].parse()?, fields[at + 1].parse()?);
    let has_turn_limit = G::rule_options().iter().any(|option| option.name == TURN_LIMIT);
    let history = match rng.random_range(0..if has_turn_limit { 3 } else { 2 }) {
        0 => {
            rules.set(limit, &(quiet + left).to_string())?;
            history.with_rules(&rules)
        }
        1 => {
            let quiet = rules.get(limit).saturating_sub(left).to_string();
            let mut fields = fields.clone();
            fields[at] = &quiet;
            History::new(G::from_fen(&fields.join(" "), &rules)?)
        }
        _ => {
            let played = 2 * turn.saturating_sub(1) + history.current().mover().index() as u32;
            rules.set(TURN_LIMIT, &(played + left).to_string())?;
            history.with_rules(&rules)
        }
    };
    Ok(Case { history, rules })
}
