//! What the fuzz targets share: how an input names a variant, and what holds of positions.

use sisku::games::{
    Evaluate, Features, Game, Information, MAX_ACTIVE, MAX_MOVE_ACTIVE, Notation, Rules, Variant, bloch,
};
use std::any::Any;

/// The variant that the first byte of an input stands for (in seeds a digit), and the rest.
pub fn variant(data: &[u8]) -> Option<(Variant, &[u8])> {
    let (&first, rest) = data.split_first()?;
    let number = usize::from(first.wrapping_sub(b'0')) % Variant::ALL.len();
    Some((Variant::ALL[number], rest))
}

/// The rules that the first byte of an input stands for, and the rest: `0` for the usual
/// ones; else two bits for each rule choose its default, least, greatest or least but one.
pub fn rules<G: Game>(data: &[u8]) -> Option<(Rules, &[u8])> {
    let (&first, rest) = data.split_first()?;
    let mut bits = first.wrapping_sub(b'0');
    let mut rules = Rules::of(G::rule_options());
    for option in G::rule_options() {
        let value = [option.default, option.min, option.max, option.min + 1][usize::from(bits & 3)];
        let set = rules.set(option.name, &value.to_string());
        assert_eq!(set, Ok(true), "{} {value}", option.name);
        bits >>= 2;
    }
    Some((rules, rest))
}

/// Some of a list, spread over all of it: what is slow is not done for each move.
fn some<T: Copy>(list: &[T], most: usize) -> impl Iterator<Item = T> + '_ {
    list.iter().copied().step_by(list.len().div_ceil(most).max(1))
}

/// What holds of every position that can be read or reached.
pub fn check_position<G: Notation>(position: &G, rules: &Rules) {
    check_text(position, rules);
    check_hash(position);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(position.count_moves(), moves.len() as u64, "{}", position.fen());
    assert_eq!(position.outcome().is_some(), moves.is_empty(), "{}", position.fen());
    let distinct: std::collections::HashSet<u32> = moves.iter().map(|&mv| mv.into()).collect();
    assert_eq!(distinct.len(), moves.len(), "{}", position.fen());
    for &mv in &moves {
        let packed: u32 = mv.into();
        assert_eq!(G::Move::from(packed), mv);
    }
    if position.outcome().is_none() {
        check_evaluation(position, &moves);
    }
    let _ = (position.ending(), position.opponent_may_win_next(), position.key());
    let wins = position.winning_move().inspect(|mv| assert!(moves.contains(mv), "{}", position.fen()));
    assert!(wins.is_some() || !position.can_win_now(), "{}", position.fen());
    // Without draws, a game that was drawn may go on.
    let free = position.without_draws();
    let mut free_moves = Vec::new();
    free.legal_moves(&mut free_moves);
    assert_eq!(free.count_moves(), free_moves.len() as u64, "{}", position.fen());
}

/// What holds of the legal moves of a position, and of what they lead to.
pub fn check_moves<G: Notation>(position: &G, rules: &Rules) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for mv in some(&moves, 12) {
        check_move_text(position, mv);
    }
    for mv in some(&moves, 48) {
        let mut next = position.clone();
        next.play(mv);
        check_hash(&next);
        check_text(&next, rules);
    }
    for mv in some(&moves, 4) {
        let mut next = position.clone();
        next.play(mv);
        check_position(&next, rules);
    }
}

/// A position is read from what it was written as.
fn check_text<G: Notation>(position: &G, rules: &Rules) {
    let fen = position.fen();
    let read = G::from_fen(&fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(read.fen(), fen);
    // A FEN does not tell everything of a game with secrets: which kinds were removed, and
    // what stood where before the last turn.
    if !G::Information::HIDDEN {
        assert!(read == *position, "{fen}: read as something else");
        assert_eq!(read.key(), position.key(), "{fen}");
    }
    if let Some(native) = position.native_position() {
        let read = G::from_fen(&native, rules).unwrap_or_else(|error| panic!("{native}: {error}"));
        assert!(read == *position, "{native}: read as something else");
    }
    assert!(!position.diagram().is_empty());
    position.counters();
}

/// The hash that is kept up to date is the one computed from scratch. Positions of open
/// games are compared with those read from their FEN instead, the hash included.
fn check_hash<G: Notation>(position: &G) {
    if let Some(position) = (position as &dyn Any).downcast_ref::<bloch::Position>() {
        assert_eq!(position.placement(), position.fresh_placement(), "{}", position.fen());
    }
}

/// A legal move is read from what it was written as, in both forms.
fn check_move_text<G: Notation>(position: &G, mv: G::Move) {
    for text in [position.ugi_move(mv), position.native_move(mv)] {
        assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {}", position.fen());
    }
}

/// Evaluation and features are within their bounds.
fn check_evaluation<G: Notation>(position: &G, moves: &[G::Move]) {
    let value = G::Evaluation::value(position);
    let sound = |share: f32| (-1e-5..=1.0 + 1e-5).contains(&share);
    assert!(sound(value.win) && sound(value.draw) && sound(value.win + value.draw), "{}", position.fen());
    let mut logits = Vec::new();
    G::Evaluation::logits(position, moves, &mut logits);
    assert_eq!(logits.len(), moves.len());
    assert!(logits.iter().all(|logit| logit.is_finite()), "{}", position.fen());
    let mut active = 0;
    G::Features::active_features(position, |feature| {
        active += 1;
        assert!(feature < G::Features::COUNT, "{}", position.fen());
    });
    assert!(active <= MAX_ACTIVE, "{}", position.fen());
    let mut listed = 0;
    G::Features::move_features(position, moves, |features| {
        listed += 1;
        assert!(features.len() <= MAX_MOVE_ACTIVE, "{}", position.fen());
        assert!(features.iter().all(|&feature| usize::from(feature) < G::Features::MOVE_COUNT));
    });
    assert_eq!(listed, moves.len(), "{}", position.fen());
}
