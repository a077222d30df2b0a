//! Which solver is faster: the engine's (MCTS-Solver guided by the net, with mate search) or
//! df-pn, on positions before the end of searched games.

use crate::commands::parse_variant;
use crate::dfpn::Dfpn;
use crate::generator;
use clap::Args;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use sisku::games::{Game, History, Player, Rules, Variant, Visitor};
use sisku::search::{Control, InformationMode, Limits, Proof, Search, SearchRequest, Settings};
use sisku::solve::{Solver, SolverSettings};
use std::time::{Duration, Instant};

/// Playouts of each turn of the games that the positions come from.
const GAME_NODES: u64 = 100;
/// Plies after which a game is given up.
const LONGEST_GAME: usize = 300;
/// Plies before the end, at least and at most.
const BEFORE_THE_END: std::ops::RangeInclusive<usize> = 3..=20;
/// Entries of df-pn's table: some 250 MB, as much as the engine's tree.
const ENTRIES: usize = 1 << 21;

/// Compare the engine's solver with df-pn
#[derive(Args)]
pub struct SolversArgs {
    /// The variants; all of them unless one is named
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',', value_parser = parse_variant)]
    variants: Vec<Variant>,
    /// Positions of each variant
    #[arg(long, default_value_t = 50)]
    count: u64,
    /// Seconds that each solver has for a position; df-pn has them twice, once for each winner
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl SolversArgs {
    pub fn run(&self) -> anyhow::Result<()> {
        let variants = if self.variants.is_empty() { Variant::ALL.to_vec() } else { self.variants.clone() };
        println!(
            "| variant | positions | engine proves | df-pn proves | only the engine | only df-pn | contradictions | engine's seconds | df-pn's seconds |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        for variant in variants {
            let tally = variant.visit(Compare(self));
            println!(
                "| {} | {} | {} | {} | {} | {} | {} | {:.1} | {:.1} |",
                variant.name(),
                self.count,
                tally.engine,
                tally.dfpn,
                tally.only_engine,
                tally.only_dfpn,
                tally.contradictions,
                tally.engine_time.as_secs_f64(),
                tally.dfpn_time.as_secs_f64(),
            );
        }
        Ok(())
    }
}

#[derive(Default)]
struct Tally {
    engine: u64,
    dfpn: u64,
    only_engine: u64,
    only_dfpn: u64,
    contradictions: u64,
    /// Time for all positions, whether they were solved or not.
    engine_time: Duration,
    /// The same for df-pn, which is only charged with the search for the right winner.
    dfpn_time: Duration,
}

struct Compare<'a>(&'a SolversArgs);

impl Visitor for Compare<'_> {
    type Output = Tally;

    fn visit<G: sisku::games::Notation>(self) -> Tally {
        let SolversArgs { count, seconds, seed, .. } = *self.0;
        let time = Duration::from_secs_f64(seconds);
        let mut tally = Tally::default();
        let mut solver = Solver::<G>::new(SolverSettings { check_nodes: 0, ..SolverSettings::default() });
        for number in 0..count {
            let position = before_the_end::<G>(&mut generator(seed, number));
            let limits = Limits { move_time: Some(time), ..Limits::default() };
            let begun = Instant::now();
            let proof = solver.solve(&position, &limits, &Default::default(), &mut |_| {}).map(|it| it.proof);
            let engine_time = begun.elapsed().min(time);
            let engine = match proof {
                Ok(Proof::Win(winner, _)) => Some(winner),
                _ => None,
            };
            // Whoever wins, df-pn is charged for the search for that win alone.
            let (mut dfpn, mut dfpn_time) = (None, time);
            for player in Player::BOTH {
                let begun = Instant::now();
                let found = Dfpn::new(player, ENTRIES, begun + time).search(&position);
                if found.wins == Some(true) {
                    (dfpn, dfpn_time) = (Some(player), begun.elapsed().min(time));
                    break;
                }
            }
            tally.engine += u64::from(engine.is_some());
            tally.dfpn += u64::from(dfpn.is_some());
            tally.only_engine += u64::from(engine.is_some() && dfpn.is_none());
            tally.only_dfpn += u64::from(engine.is_none() && dfpn.is_some());
            tally.contradictions += u64::from(engine.zip(dfpn).is_some_and(|(one, other)| one != other));
            tally.engine_time += engine_time;
            tally.dfpn_time += dfpn_time;
        }
        tally
    }
}

/// A position some plies before the end of a searched game, which is won by somebody.
fn before_the_end<G: Game>(rng: &mut impl Rng) -> G {
    loop {
        let rules = Rules::of(G::rule_options());
        let start = match G::SET_UPS.choose(rng) {
            Some(set_up) => (set_up.draw)(&rules, rng),
            None => G::start(&rules),
        };
        let mut game = History::new(start);
        let mut search =
            Search::new(Settings { hash_mb: 1, information: InformationMode::Open, ..Settings::default() });
        while game.moves().len() < LONGEST_GAME && game.current().outcome().is_none() {
            let limits = Limits { nodes: Some(GAME_NODES), ..Limits::default() };
            let request = SearchRequest::new(game.clone(), limits);
            match search.search(&request, &Control::new(&request.limits), &mut |_| {}).best {
                Some(mv) => game.push(mv),
                None => break,
            }
        }
        let back = rng.random_range(BEFORE_THE_END);
        if game.current().outcome().is_some() && game.moves().len() > back {
            let kept = game.moves().len() - back;
            let mut position = game.start().clone();
            game.moves()[..kept].iter().for_each(|&mv| position.play(mv));
            return position;
        }
    }
}
