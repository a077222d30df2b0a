//! The value of a turn by counting: the race to the camps by the safest paths, pieces, and
//! what the opponent may take next.

use super::counted::{
    Counted, FILES, NEAR, Odds, SQUARES, all_squares, beats, index, neighbours, odds, square,
};
use sisku::games::bloch::{Action, Hidden, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Outcome, Player};

/// The value of a win.
const WIN: f32 = 100.0;
/// The most that a piece's path costs: it may as well stay.
const FAR: f32 = 14.0;
/// How likely an enemy attacks a piece whose kind it does not know.
const GAMBLE: f32 = 0.6;
/// Worlds in which a win of the opponent is looked for.
const CHECKED: usize = 64;

/// Turns without an attack after which a player is as impatient as it gets.
const QUIET: usize = 40;

/// What matters how much to a player.
#[derive(Clone, Copy)]
pub struct Weights {
    /// The cost of the paths of the two foremost pieces of one's own.
    pub run: f32,
    /// The same of the enemy's.
    pub stop: f32,
    /// A piece.
    pub piece: f32,
    /// A piece that is likely to be taken next.
    pub exposed: f32,
    /// The cost of a step, in steps, onto a square where an enemy surely takes the piece.
    pub risk: f32,
}

impl Weights {
    /// The same for a player who sees a draw coming, since nobody has attacked for some turns:
    /// up to twice as eager to run, and half as careful.
    pub fn impatient(self, game: &History<Position>) -> Weights {
        let quiet = game.moves().iter().rev().take_while(|&&turn| !super::attacks(turn)).count();
        let share = quiet.min(QUIET) as f32 / QUIET as f32;
        let careful = 1.0 - share / 2.0;
        Weights {
            run: self.run * (1.0 + share),
            exposed: self.exposed * careful,
            risk: self.risk * careful,
            ..self
        }
    }
}

/// The board as a player may count it.
#[derive(Clone)]
struct Sight {
    /// Whose piece is on each square, and how likely it is of each kind.
    pieces: [Option<(Player, Odds)>; SQUARES],
}

impl Sight {
    /// What is seen in some worlds that cannot be told apart.
    fn new(worlds: &[Position]) -> Sight {
        let mut pieces = [None; SQUARES];
        for square in all_squares() {
            let owner = worlds.first().and_then(|world| world.piece(square)).map(|(owner, _)| owner);
            pieces[index(square)] = owner.map(|owner| (owner, odds(worlds, square)));
        }
        Sight { pieces }
    }

    /// A player's pieces: squares and odds.
    fn of(&self, player: Player) -> impl Iterator<Item = (usize, &Odds)> {
        let own = move |(i, piece): (usize, &'_ Option<(Player, Odds)>)| {
            piece.as_ref().filter(|(owner, _)| *owner == player).map(|_| i)
        };
        let squares: Vec<usize> = self.pieces.iter().enumerate().filter_map(own).collect();
        squares.into_iter().filter_map(|i| self.pieces[i].as_ref().map(|(_, odds)| (i, odds)))
    }

    /// The costs of entering each square for a piece of a player.
    fn costs(&self, player: Player, piece: &Odds, risk: f32) -> [f32; SQUARES] {
        let mut costs = [1.0; SQUARES];
        // How likely no enemy takes the piece on each square.
        let mut safe = [1.0; SQUARES];
        for (i, enemy) in self.pieces.iter().enumerate() {
            let Some((owner, enemy)) = enemy else { continue };
            if *owner == player {
                costs[i] += 1.5;
                continue;
            }
            costs[i] += 4.0 * (1.0 - beats(piece, enemy));
            let left = 1.0 - 0.7 * beats(enemy, piece);
            (0..SQUARES).filter(|&near| NEAR[i] >> near & 1 == 1).for_each(|near| safe[near] *= left);
        }
        for (i, cost) in costs.iter_mut().enumerate().filter(|&(i, _)| !is_goal(i, player)) {
            *cost += risk * (1.0 - safe[i]);
        }
        costs
    }

    /// The cost of the cheapest path of a piece into the enemy camp.
    fn path(&self, player: Player, from: usize, piece: &Odds, risk: f32) -> f32 {
        let costs = self.costs(player, piece, risk);
        let mut reached = [f32::INFINITY; SQUARES];
        reached[from] = 0.0;
        let mut least = if is_goal(from, player) { 0.0 } else { FAR };
        // Squares whose neighbours may be cheaper than known: costs are corrected until they are not.
        let mut open: u64 = 1 << from;
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            if reached[i] >= least {
                continue;
            }
            for &next in neighbours(i) {
                let next = usize::from(next);
                let cost = reached[i] + costs[next];
                if cost < reached[next] {
                    reached[next] = cost;
                    if is_goal(next, player) {
                        least = least.min(cost);
                    } else {
                        open |= 1 << next;
                    }
                }
            }
        }
        least
    }

    /// The cost of bringing two pieces into the enemy camp.
    fn race(&self, player: Player, risk: f32) -> f32 {
        let mut paths: Vec<f32> =
            self.of(player).map(|(from, piece)| self.path(player, from, piece, risk)).collect();
        paths.sort_by(f32::total_cmp);
        paths.extend([FAR, FAR]);
        paths.iter().take(2).sum()
    }
}

/// Whether a square is in the camp that a player wants to enter.
fn is_goal(index: usize, player: Player) -> bool {
    match player {
        Player::One => index >= SQUARES - FILES,
        Player::Two => index < FILES,
    }
}

/// What turns are worth to the player to move.
pub struct Assessor<'a> {
    counted: &'a Counted,
    weights: &'a Weights,
    /// The board before the turn.
    before: Sight,
}

impl<'a> Assessor<'a> {
    pub fn new(counted: &'a Counted, weights: &'a Weights) -> Self {
        Assessor { counted, weights, before: Sight::new(&counted.worlds) }
    }

    /// The expected value of a turn.
    pub fn value(&self, turn: Turn) -> f32 {
        let (worlds, me) = (&self.counted.worlds, self.counted.me);
        if !super::attacks(turn) {
            // Nothing is announced: no more is known of the enemy than before.
            let after = |world: &Position| {
                let mut next = *world;
                next.play(turn);
                next
            };
            let after: Vec<Position> = checked(worlds).map(after).collect();
            let mut sight = self.before.clone();
            if turn.action() != Action::Pass {
                let moved = odds(after.get(..1).unwrap_or_default(), turn.to());
                sight.pieces[index(turn.from())] = None;
                sight.pieces[index(turn.to())] = Some((me, moved));
            }
            return position(&after, &sight, me, self.weights);
        }
        let all = worlds.len().max(1) as f32;
        let groups = self.counted.after(turn);
        let value = |worlds: &Vec<Position>| {
            let some: Vec<Position> = checked(worlds).copied().collect();
            worlds.len() as f32 / all * position(&some, &Sight::new(worlds), me, self.weights)
        };
        groups.iter().map(value).sum()
    }
}

/// The worlds in which a win of the opponent is looked for.
fn checked(worlds: &[Position]) -> impl Iterator<Item = &Position> {
    worlds.iter().step_by(worlds.len().div_ceil(CHECKED).max(1))
}

/// The value of a position with the opponent to move, as far as it can be told from others: what is
/// seen in all worlds, and some of them.
fn position(worlds: &[Position], sight: &Sight, me: Player, weights: &Weights) -> f32 {
    let Some(first) = worlds.first() else { return 0.0 };
    match first.outcome() {
        Some(Outcome::Win(winner)) => return if winner == me { WIN } else { -WIN },
        Some(Outcome::Draw) => return 0.0,
        None => {}
    }
    let lost = worlds.iter().filter(|world| world.can_win_now()).count() as f32;
    let pieces = sight.of(me).count() as f32 - sight.of(!me).count() as f32;
    weights.piece * pieces - weights.run * sight.race(me, weights.risk)
        + weights.stop * sight.race(!me, 0.5 * weights.risk)
        - weights.exposed * exposed(first, sight, me)
        - WIN * lost / worlds.len() as f32
}

/// The worth of one's own pieces that the opponent may take next: of the most endangered one,
/// and some of the others'.
fn exposed(world: &Position, sight: &Sight, me: Player) -> f32 {
    let seen = Hidden::view(world, Observer::Player(!me));
    let mut attacks: Vec<(usize, usize)> = Vec::new();
    for turn in crate::legal_moves(world).into_iter().filter(|&turn| super::attacks(turn)) {
        let attack = (index(turn.from()), index(turn.target()));
        if !attacks.contains(&attack) {
            attacks.push(attack);
        }
    }
    let mut worths: Vec<f32> = Vec::new();
    for (target, piece) in sight.of(me) {
        let Some(square) = square(target) else { continue };
        let attackers = attacks.iter().filter(|(_, attacked)| *attacked == target);
        let odds = |from: usize| sight.pieces[from].as_ref().map_or(0.0, |(_, odds)| beats(odds, piece));
        let safe: f32 = attackers.map(|&(from, _)| 1.0 - odds(from)).product();
        let known = seen.piece(square).is_some_and(|(_, kind)| kind.known());
        let likely = if known { 1.0 } else { GAMBLE };
        worths.push(likely * (1.0 - safe) * (1.0 + 0.15 * square.progress(me) as f32));
    }
    worths.sort_by(|a, b| b.total_cmp(a));
    worths.iter().take(1).sum::<f32>() + 0.25 * worths.iter().skip(1).sum::<f32>()
}
