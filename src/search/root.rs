//! The root of the tree and how it moves along with the game.

use super::Judge;
use super::apart::Apart;
use super::params::Params;
use super::rank::{Order, Ranker};
use super::tree::{Child, Tree};
use crate::games::{Game, Record};
use crate::math;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// What varies the priors of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// A little, so that seeds choose among nearly equal moves.
    Shade { seed: u64 },
    /// This share of the priors is drawn from a Dirichlet distribution: a few moves get
    /// most of it, whatever is thought of them.
    Surprise { seed: u64, share: f32 },
}

impl Noise {
    /// The noise of the seed that users set; 0 stands for none.
    pub fn of_seed(seed: u64) -> Option<Noise> {
        (seed != 0).then_some(Noise::Shade { seed })
    }

    pub(super) fn apply(self, priors: &mut [f32]) {
        /// How far a seed may shift a prior, as a part of it.
        const SHADE: f32 = 0.2;
        /// Moves that get most of a surprise, more or less.
        const SURPRISED: f32 = 10.0;
        match self {
            Noise::Shade { seed } => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                priors.iter_mut().for_each(|prior| *prior *= 1.0 + rng.random_range(-SHADE..SHADE));
            }
            Noise::Surprise { seed, share } => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let shape = SURPRISED / priors.len().max(1) as f32;
                let parts: Vec<f32> = priors.iter().map(|_| gamma(shape, &mut rng)).collect();
                let sum = parts.iter().sum::<f32>().max(f32::MIN_POSITIVE);
                for (prior, part) in priors.iter_mut().zip(parts) {
                    *prior += share * (part / sum - *prior);
                }
            }
        }
    }
}

/// Draws from the gamma distribution of this shape, by the method of Marsaglia and Tsang.
fn gamma(shape: f32, rng: &mut Xoshiro256PlusPlus) -> f32 {
    // A shape below 1 is brought above it, and the result scaled back.
    let (d, scale) = match shape < 1.0 {
        true => (shape + 2.0 / 3.0, math::exp(math::ln(positive(rng)) / shape)),
        false => (shape - 1.0 / 3.0, 1.0),
    };
    loop {
        let x = normal(rng);
        let v = 1.0 + x / (9.0 * d).sqrt();
        let v = v * v * v;
        if v > 0.0 && math::ln(positive(rng)) < 0.5 * x * x + d - d * v + d * math::ln(v) {
            return d * v * scale;
        }
    }
}

/// Draws from the normal distribution, by the method of Marsaglia.
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    loop {
        let (x, y) = (rng.random_range(-1.0..1.0f32), rng.random_range(-1.0..1.0f32));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * math::ln(square) / square).sqrt();
        }
    }
}

/// Draws from the numbers above 0 and up to 1.
fn positive(rng: &mut Xoshiro256PlusPlus) -> f32 {
    1.0 - rng.random::<f32>()
}

/// The root: its statistics, and the position they belong to.
pub struct Root<G: Game> {
    pub node: Apart<Child>,
    position: Option<G>,
}

impl<G: Game> Default for Root<G> {
    fn default() -> Self {
        Root { node: Apart::default(), position: None }
    }
}

impl<G: Game> Root<G> {
    /// Forgets the tree.
    pub fn clear(&mut self, tree: &Tree) {
        tree.discard(self.node.take_page());
        self.node.forget();
        self.position = None;
    }

    /// Moves the root to the current position of a game, with all that is known of
    /// it if the tree has it: at the root itself, or one or two moves below. Games
    /// go on by two moves between searches, however the client tells of them.
    pub fn follow(&mut self, tree: &Tree, game: &Record<G>) {
        let target = game.current();
        if let Some(old) = self.position.take()
            && let Some(path) = self.find(tree, &old, target)
        {
            let mut position = old;
            for mv in path {
                let chooser = position.mover();
                position.play(G::Move::from(mv));
                self.descend(tree, mv);
                if chooser == position.mover() {
                    self.node.flip();
                }
            }
        } else {
            self.clear(tree);
        }
        self.position = Some(target.clone());
    }

    /// The moves from the old root to the target, if they are in the tree.
    fn find(&self, tree: &Tree, old: &G, target: &G) -> Option<Vec<u32>> {
        let wanted = target.notation();
        let is_target = |position: &G| position.key() == target.key() && position.notation() == wanted;
        if is_target(old) {
            return Some(Vec::new());
        }
        let after = |position: &G, child: &Child| {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            next
        };
        for child in tree.children(self.node.page()?) {
            let next = after(old, child);
            if is_target(&next) {
                return Some(vec![child.mv()]);
            }
            let Some(page) = child.page() else { continue };
            for reply in tree.children(page) {
                if is_target(&after(&next, reply)) {
                    return Some(vec![child.mv(), reply.mv()]);
                }
            }
        }
        None
    }

    /// Makes the child with this move the root.
    fn descend(&mut self, tree: &Tree, mv: u32) {
        let page = self.node.take_page();
        let child = page.and_then(|page| tree.children(page).find(|child| child.mv() == mv));
        match child {
            Some(child) => self.node.move_from(child),
            None => self.node.forget(),
        }
        tree.discard(page);
    }

    /// Lists all the root's moves, with priors as the root wants them.
    pub fn prepare(&self, tree: &Tree, judge: &Judge<G>, params: &Params, noise: Option<Noise>) {
        let Some(position) = &self.position else { return };
        if position.outcome().is_some() {
            return;
        }
        let mut ranker = Ranker::<G>::default();
        let order = Order { wanted: usize::MAX, temperature: params.root_temperature };
        let ranked = ranker.rank(judge, position, order);
        if self.node.page().is_none() {
            self.node.publish(tree.list(ranked.moves.len(), ranked.moves));
        }
        let Some(page) = self.node.page() else { return };
        let listed = tree.page(page).listed();
        if listed < ranked.moves.len() && tree.claim_growth(page) {
            tree.append(page, &ranked.moves[listed..]);
        }
        let mut priors: Vec<f32> = ranked.moves.iter().map(|&(_, prior)| prior).collect();
        if let Some(noise) = noise {
            noise.apply(&mut priors);
        }
        for (child, (&(mv, _), prior)) in tree.children(page).zip(ranked.moves.iter().zip(priors)) {
            debug_assert_eq!(child.mv(), mv, "a node's moves keep their order");
            child.set_prior(prior.clamp(0.0, 1.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_has_the_right_mean_and_spread() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for shape in [0.1, 0.5, 3.0] {
            let draws: Vec<f32> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = draws.iter().sum::<f32>() / draws.len() as f32;
            let spread = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / draws.len() as f32;
            assert!((mean / shape - 1.0).abs() < 0.08, "{shape}: mean {mean}");
            assert!((spread / shape - 1.0).abs() < 0.15, "{shape}: spread {spread}");
        }
    }

    #[test]
    fn surprises_keep_the_sum_of_priors() {
        let mut priors = [0.5, 0.3, 0.1, 0.1];
        Noise::Surprise { seed: 3, share: 0.25 }.apply(&mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{priors:?}");
        assert!(priors[0] >= 0.375 && priors != [0.5, 0.3, 0.1, 0.1]);
    }
}
