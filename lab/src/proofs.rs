//! Proofs under stress: searches near the end of games and near the draw, with several threads
//! and little memory, whose every claim is checked by a slow search on the rules alone.

pub mod command;
mod positions;

use crate::{generator, legal_moves};
use positions::{Case, NAMED};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};
use sisku::games::{Game, History, Notation, Rules, Variant, Visitor};
use sisku::search::{
    Control, EvalSource, InformationMode, Limits, Proof, Search, SearchReport, SearchRequest, SearchResult,
    Settings,
};
use sisku::solve::{CheckVerdict, Claim, ProofChecker};

/// Sizes of the tree in MB. The smallest fills up, so that nodes are pruned.
const HASHES: [usize; 2] = [1, 16];
/// Searches in a tree: a first one, and one of a position that follows, in what is left of it.
const SEARCHES_IN_TREE: usize = 2;
/// Playouts of a search, unless a number is given.
const NODES: [u64; 4] = [200, 500, 1500, 6000];
/// Every so many positions of a variant one is a named one.
const NAMED_EVERY: u64 = 8;
/// Moves that the slow search may play to find a win shorter than the one claimed.
const SHORTER_BUDGET: u64 = 100_000;

/// What is searched and how much is checked.
pub struct Stress {
    pub seed: u64,
    pub variants: Vec<Variant>,
    /// Numbers of search threads.
    pub threads: Vec<usize>,
    /// Playouts of each search; drawn if `None`.
    pub nodes: Option<u64>,
    /// Moves that the slow search may play for a claim.
    pub check_nodes: u64,
}

/// What came of searches with one number of threads.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub searches: u64,
    /// Searches in which nodes were pruned, or nearly: the tree was full.
    pub full: u64,
    pub claims: u64,
    pub wrong: u64,
    pub unchecked: u64,
    /// Proven wins and losses of the root for which the slow search could tell whether there is
    /// a shorter win.
    pub lengths: u64,
    /// Those of them that are longer than necessary: right, but not the shortest.
    pub longer: u64,
}

impl Tally {
    pub fn checked(&self) -> u64 {
        self.claims - self.unchecked
    }

    pub fn add(&mut self, other: &Tally) {
        self.searches += other.searches;
        self.full += other.full;
        self.claims += other.claims;
        self.wrong += other.wrong;
        self.unchecked += other.unchecked;
        self.lengths += other.lengths;
        self.longer += other.longer;
    }
}

/// What came of a position: a tally for each number of threads, and what was wrong.
pub struct Examined {
    pub variant: Variant,
    pub tallies: Vec<Tally>,
    pub faults: Vec<String>,
}

impl Stress {
    /// The searches of one position.
    pub fn searches_at_once(&self) -> u64 {
        (self.threads.len() * HASHES.len() * SEARCHES_IN_TREE) as u64
    }

    /// Searches the position of a number, and checks what is claimed of it.
    pub fn examine(&self, number: u64) -> anyhow::Result<Examined> {
        struct Examine<'a>(&'a Stress, Variant, u64);
        impl Visitor for Examine<'_> {
            type Output = anyhow::Result<Examined>;
            fn visit<G: Notation>(self) -> Self::Output {
                let Examine(stress, variant, number) = self;
                stress.examine_game::<G>(variant, number)
            }
        }
        let variants = self.variants.len() as u64;
        let variant = self.variants[(number % variants) as usize];
        variant.visit(Examine(self, variant, number))
    }

    fn examine_game<G: Notation>(&self, variant: Variant, number: u64) -> anyhow::Result<Examined> {
        let mut rng = generator(self.seed, number);
        let fen = NAMED.iter().find(|(name, _)| *name == variant.name()).map(|(_, fen)| *fen);
        let is_named = (number / self.variants.len() as u64).is_multiple_of(NAMED_EVERY);
        let case = match fen.filter(|_| is_named) {
            Some(fen) => positions::named::<G>(fen)?,
            None => positions::near_end::<G>(&mut rng)?,
        };
        let mut slow = ProofChecker::new(self.check_nodes);
        let evaluation = [EvalSource::Embedded, EvalSource::Handcrafted].choose(&mut rng).cloned();
        let settings = Settings {
            multi_pv: [1, 3, 8, 500].choose(&mut rng).copied().unwrap_or(1),
            evaluation: evaluation.unwrap_or_default(),
            // What a player may know matters in games with secrets only.
            information: match rng.random_ratio(1, 3) {
                true => InformationMode::Player,
                false => InformationMode::Open,
            },
            ..Settings::default()
        };
        let mut faults = Vec::new();
        let mut tallies = Vec::new();
        for &threads in &self.threads {
            // The same chance for each, as far as threads allow.
            let mut rng = rng.clone();
            let mut tally = Tally::default();
            for hash_mb in HASHES {
                let settings = Settings { hash_mb, threads, ..settings.clone() };
                let mut examination = Examination {
                    nodes: self.nodes,
                    rules: &case.rules,
                    slow: &mut slow,
                    tally,
                    faults: Vec::new(),
                };
                examination.search_twice(&case, settings, &mut rng);
                tally = examination.tally;
                let place = format!("variant {}, seed {}, position {number}", variant.name(), self.seed);
                faults.extend(examination.faults.iter().map(|fault| format!("{place}: {fault}")));
            }
            tallies.push(tally);
        }
        Ok(Examined { variant, tallies, faults })
    }
}

/// The searches in one tree, and what is found.
struct Examination<'a, G: Game> {
    nodes: Option<u64>,
    rules: &'a Rules,
    slow: &'a mut ProofChecker<G>,
    tally: Tally,
    faults: Vec<String>,
}

impl<G: Notation> Examination<'_, G> {
    /// Searches a position, then one that follows, with what is left of the tree.
    fn search_twice(&mut self, case: &Case<G>, settings: Settings, rng: &mut Xoshiro256PlusPlus) {
        let mut search = Search::new(settings);
        let mut history = case.history.clone();
        for _ in 0..SEARCHES_IN_TREE {
            let result = self.search(&mut search, &history, rng);
            history = continued(&history, &result, rng);
        }
    }

    fn search(
        &mut self,
        search: &mut Search<G>,
        history: &History<G>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> SearchResult<G::Move> {
        let nodes = self.nodes.unwrap_or(*NODES.choose(rng).unwrap_or(&NODES[0]));
        let mut request =
            SearchRequest::new(history.clone(), Limits { nodes: Some(nodes), ..Limits::default() });
        request.seed = rng.random_range(0..4);
        if rng.random_ratio(1, 8) {
            let count = rng.random_range(1..=5);
            request.search_moves = legal_moves(history.current()).into_iter().sample(rng, count);
        }
        let mut claims: Vec<Claim<G>> = Vec::new();
        let mut full = false;
        let mut note = |report: &SearchReport<G::Move>| {
            full |= report.hashfull >= 870;
            for claim in claims_of(&request, report) {
                if !claims.contains(&claim) {
                    claims.push(claim);
                }
            }
        };
        let result = search.search(&request, &Control::new(&request.limits), &mut note);
        self.tally.searches += 1;
        self.tally.full += u64::from(full);
        self.tally.claims += claims.len() as u64;
        for claim in &claims {
            match self.slow.check(claim) {
                CheckVerdict::Right => {}
                CheckVerdict::TooLarge => self.tally.unchecked += 1,
                CheckVerdict::Wrong => {
                    self.tally.wrong += 1;
                    let place = if claim.position == *history.current() { "here" } else { "after a move" };
                    let fault = format!("claimed {:?} {place}: {}", claim.proof, claim.position.fen());
                    self.faults.push(fault + &self.recipe(search.settings(), &request));
                }
            }
        }
        self.compare(search.settings(), &request, &result);
        result
    }

    /// Whether the answer agrees with what is proven of the root, and whether that is the
    /// shortest win.
    fn compare(&mut self, settings: &Settings, request: &SearchRequest<G>, result: &SearchResult<G::Move>) {
        let (root, player) = (result.report.root.proof, request.history.current().mover());
        let best = result.report.lines.first().map_or(Proof::Unknown, |line| line.proof);
        if root == Proof::Unknown {
            let playouts: u64 = result.root_visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
            // Those of a reused tree count too: there cannot be fewer than were made.
            if playouts < result.report.nodes / 2 && result.mixture.is_empty() {
                self.tally.wrong += 1;
                let fault = format!("{} playouts, {playouts} of moves", result.report.nodes);
                self.faults.push(fault + &self.recipe(settings, request));
            }
            return;
        }
        if best.score(player) != root.score(player) {
            self.tally.wrong += 1;
            let fault = format!("the root is {root:?}, the best move {best:?}");
            self.faults.push(fault + &self.recipe(settings, request));
        }
        let position = request.history.current().clone();
        let claim = Claim { position, moves: request.search_moves.clone(), proof: root };
        if let Some(shortest) = self.slow.is_shortest(&claim, SHORTER_BUDGET) {
            self.tally.lengths += 1;
            self.tally.longer += u64::from(!shortest);
        }
    }

    /// How to repeat a search, as UGI.
    fn recipe(&self, settings: &Settings, request: &SearchRequest<G>) -> String {
        let mut lines = vec![
            format!("Threads value {}", settings.threads),
            format!("Hash value {}", settings.hash_mb),
            format!("MultiPV value {}", settings.multi_pv),
            format!("Seed value {}", request.seed),
        ];
        lines.extend(self.rules.changes().map(|(name, value)| format!("{name} value {value}")));
        if settings.evaluation == EvalSource::Handcrafted {
            lines.push("EvalFile value handcrafted".into());
        }
        if settings.information == InformationMode::Open {
            lines.push("Information value open (if it has secrets)".into());
        }
        let mut text: String = lines.iter().map(|line| format!("\n  setoption name {line}")).collect();
        let history = &request.history;
        text += &format!("\n  position fen {} moves {}", history.start().fen(), history.ugi_moves());
        text += &format!("\n  go nodes {}", request.limits.nodes.unwrap_or_default());
        if !request.search_moves.is_empty() {
            let moves = request.search_moves.iter().map(|&mv| history.current().ugi_move(mv));
            text += &format!(" searchmoves {}", moves.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

/// What a report claims: of the root, and of each move that has a line.
fn claims_of<G: Game>(request: &SearchRequest<G>, report: &SearchReport<G::Move>) -> Vec<Claim<G>> {
    let position = request.history.current();
    let root =
        Claim { position: position.clone(), moves: request.search_moves.clone(), proof: report.root.proof };
    let lines = report.lines.iter().filter_map(|line| {
        let mut next = position.clone();
        next.play(*line.pv.first()?);
        let proof = match line.proof {
            Proof::Win(winner, plies) => Proof::Win(winner, plies.saturating_sub(1)),
            other => other,
        };
        Some(Claim { position: next, moves: Vec::new(), proof })
    });
    std::iter::once(root).chain(lines).filter(|claim| claim.proof != Proof::Unknown).collect()
}

/// The game one or two plies further on, by the best move and the reply expected or by any;
/// as it is if that would end it.
fn continued<G: Game>(
    history: &History<G>,
    result: &SearchResult<G::Move>,
    rng: &mut impl Rng,
) -> History<G> {
    let mut next = history.clone();
    for suggested in [result.best, result.ponder].into_iter().take(rng.random_range(1..=2)) {
        let any = legal_moves(next.current()).into_iter().choose(rng);
        let legal = |mv: &G::Move| legal_moves(next.current()).contains(mv);
        if let Some(mv) = suggested.filter(legal).filter(|_| rng.random_ratio(2, 3)).or(any) {
            next.push(mv);
        }
    }
    if next.current().outcome().is_some() { history.clone() } else { next }
}
