//! How fast the rules are: perft, listing, counting and playing turns.
//!
//! `cargo bench --bench rules`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sisku::games::perft::perft;
use sisku::games::pijersi::{Board, Board45, Board51, Position};
use sisku::games::{Game, Notation, Rules};

/// A position in the thick of it: stacks and captures on both sides.
const MIDGAME: &str = "g1:w g2:s g3:w g45:sr f1:pp f3:s f4:S f6:r f7:rr e4:p \
                       d5:PR b1:W b4:SP b5:P b7:S a15:RSPWR";

fn main() {
    divan::main();
}

/// Where to measure.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Start,
    Midgame,
}

const PHASES: [Phase; 2] = [Phase::Start, Phase::Midgame];

impl Phase {
    fn position<B: Board>(self) -> Position<B> {
        let rules = Rules::of(Position::<B>::rule_options());
        match self {
            Phase::Start => Position::start(&rules),
            Phase::Midgame => Position::from_fen(MIDGAME, &rules).expect("a set-up for both boards"),
        }
    }
}

fn turns<B: Board>(position: &Position<B>) -> Vec<<Position<B> as Game>::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Items are leaves.
#[divan::bench(types = [Board45, Board51], args = [2, 3, 4], max_time = 5)]
fn perft_from_the_start<B: Board>(bencher: Bencher, depth: u32) {
    let start = Phase::Start.position::<B>();
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(black_box(&start), depth));
}

/// Items are leaves.
#[divan::bench(types = [Board45, Board51], args = [2, 3], max_time = 5)]
fn perft_of_a_midgame<B: Board>(bencher: Bencher, depth: u32) {
    let midgame = Phase::Midgame.position::<B>();
    bencher.counter(ItemsCount::new(perft(&midgame, depth))).bench(|| perft(black_box(&midgame), depth));
}

/// Items are turns.
#[divan::bench(types = [Board45, Board51], args = PHASES)]
fn list_turns<B: Board>(bencher: Bencher, phase: Phase) {
    let position = phase.position::<B>();
    let mut moves = turns(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        moves.clear();
        black_box(&position).legal_moves(&mut moves);
        moves.len()
    });
}

/// Items are turns.
#[divan::bench(types = [Board45, Board51], args = PHASES)]
fn count_turns<B: Board>(bencher: Bencher, phase: Phase) {
    let position = phase.position::<B>();
    bencher
        .counter(ItemsCount::new(turns(&position).len()))
        .bench_local(|| black_box(&position).count_moves());
}

/// Items are turns.
#[divan::bench(types = [Board45, Board51], args = PHASES)]
fn play_every_turn<B: Board>(bencher: Bencher, phase: Phase) {
    let position = phase.position::<B>();
    let moves = turns(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        moves.iter().fold(0, |hash, &turn| {
            let mut next = *black_box(&position);
            next.play(turn);
            hash ^ next.placement()
        })
    });
}

/// Whether somebody can arrive, asked in every position after a turn.
#[divan::bench(types = [Board45, Board51], args = PHASES)]
fn look_for_wins<B: Board>(bencher: Bencher, phase: Phase) {
    let position = phase.position::<B>();
    let after = |&turn: &_| {
        let mut next = position;
        next.play(turn);
        next
    };
    let nexts: Vec<Position<B>> = turns(&position).iter().map(after).collect();
    bencher
        .counter(ItemsCount::new(nexts.len()))
        .bench_local(|| black_box(&nexts).iter().filter(|next| next.can_win_now()).count());
}
