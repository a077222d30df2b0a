//! How fast the search is: evaluation, priors and whole playouts.
//!
//! `cargo bench --bench search`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sisku::games::pijersi::{Board45, Board51, Position};
use sisku::games::{Evaluate, Game, History, Rules};
use sisku::search::{Control, Limits, Search, SearchRequest, Settings};

const PLAYOUTS: u64 = 20_000;

fn main() {
    divan::main();
}

fn start<G: Game>() -> G {
    G::start(&Rules::of(G::rule_options()))
}

/// The value of a position.
#[divan::bench(types = [Position<Board45>, Position<Board51>])]
fn evaluation<G: Game>(bencher: Bencher) {
    let position = start::<G>();
    bencher.bench(|| G::Evaluation::value(black_box(&position)));
}

/// The logits of all moves of a position; items are moves.
#[divan::bench(types = [Position<Board45>, Position<Board51>])]
fn priors<G: Game>(bencher: Bencher) {
    let position = start::<G>();
    let (mut moves, mut logits) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench_local(|| G::Evaluation::logits(black_box(&position), &moves, &mut logits));
}

/// Searches from the start; items are playouts.
#[divan::bench(types = [Position<Board45>, Position<Board51>], args = [1, 2], max_time = 5)]
fn playouts<G: Game>(bencher: Bencher, threads: usize) {
    let game = History::new(start::<G>());
    let limits = Limits { nodes: Some(PLAYOUTS), ..Limits::default() };
    let mut search = Search::<G>::new(Settings { threads, ..Settings::default() });
    let request = SearchRequest::new(game, limits);
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        search.clear();
        search.search(&request, &Control::new(&request.limits), &mut |_| {})
    });
}
