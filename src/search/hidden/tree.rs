//! The tree over public states, with statistics per action and rows per information set.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Index of a node.
pub(super) type NodeId = u32;

/// An action at a public state: a move, and the bucket of the mover's private information that
/// matters to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) mv: u32,
    pub(super) bucket: u32,
}

/// The statistics of an action. Scores are those of the player who takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) action: Action,
    /// In the information set that it was found in, without root noise.
    pub(super) prior: f32,
    pub(super) visits: u32,
    pub(super) draws: f32,
    pub(super) score: f64,
}

impl Edge {
    fn new(action: Action, prior: f32) -> Self {
        Edge { action, prior, visits: 0, draws: 0.0, score: 0.0 }
    }

    /// The mean score, or `None` if there are no visits.
    #[inline]
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| (self.score / f64::from(self.visits)) as f32)
    }

    /// The mean draw rate.
    pub(super) fn draw_rate(&self) -> f32 {
        self.draws / self.visits.max(1) as f32
    }

    /// Backpropagation: adds the result of a playout.
    #[inline]
    pub(super) fn add(&mut self, score: f32, draw: f32) {
        self.visits += 1;
        self.score += f64::from(score);
        self.draws += draw;
    }

    /// Adds the statistics of the same action in another tree.
    pub(super) fn merge(&mut self, other: &Edge) {
        self.visits += other.visits;
        self.score += other.score;
        self.draws += other.draws;
    }
}

/// A public state: all histories that have the same public observations.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// In the order in which they were found.
    pub(super) edges: Vec<Edge>,
    /// Public observations of moves, and the nodes that they lead to.
    children: Vec<(u32, NodeId)>,
}

impl Node {
    pub(super) fn child(&self, observed: u32) -> Option<NodeId> {
        self.children.iter().find(|&&(other, _)| other == observed).map(|&(_, node)| node)
    }
}

/// A legal action of an information set: its edge in the node, its prior there, and its statistics
/// in this information set alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) edge: u32,
    pub(super) prior: f32,
    pub(super) visits: u32,
    pub(super) score: f32,
}

impl Entry {
    fn new(edge: u32, prior: f32) -> Self {
        Entry { edge, prior, visits: 0, score: 0.0 }
    }

    /// Visits and score for selection, by partial pooling: those of the information set, and as a
    /// prior what others found about the same action, at a share of their visits.
    #[inline]
    pub(super) fn pooled(&self, edge: &Edge, share: f32) -> (f32, f32) {
        let visits = self.visits as f32 + share * (edge.visits - self.visits) as f32;
        (visits, self.score + share * (edge.score as f32 - self.score))
    }
}

/// An information set: a public state and the mover's private information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Infoset {
    pub(super) node: NodeId,
    /// Identifies the private information.
    pub(super) secret: u64,
}

/// Where the entries of an information set are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    first: u32,
    len: u32,
}

/// The nodes and information sets, within a memory limit.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    rows: HashMap<Infoset, Row, BuildHasherDefault<InfosetHasher>>,
    entries: Vec<Entry>,
    used: usize,
    limit: usize,
}

/// Memory of a node without its edges, with its list of children on average.
const NODE_BYTES: usize = size_of::<Node>() + 64;
/// Memory of a row without its entries, in a hash table that is half full.
const ROW_BYTES: usize = 2 * (size_of::<Infoset>() + size_of::<Row>());
/// More entries than a row has.
const LONG_ROW: usize = 256;

impl Tree {
    /// The root is node 0.
    pub(super) fn new(bytes: usize) -> Self {
        Tree {
            nodes: vec![Node::default()],
            rows: HashMap::default(),
            entries: Vec::new(),
            used: NODE_BYTES,
            limit: bytes,
        }
    }

    pub(super) fn hashfull(&self) -> u32 {
        (self.used.saturating_mul(1000) / self.limit.max(1)).min(1000) as u32
    }

    /// Adds a child node; `None` if the tree is full.
    pub(super) fn add(&mut self, parent: NodeId, observed: u32) -> Option<NodeId> {
        if self.used + NODE_BYTES > self.limit {
            return None;
        }
        self.used += NODE_BYTES;
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node::default());
        self.nodes[parent as usize].children.push((observed, id));
        Some(id)
    }

    /// The entries of an information set, if it was expanded.
    #[inline]
    pub(super) fn row(&self, infoset: Infoset) -> Option<Row> {
        self.rows.get(&infoset).copied()
    }

    #[inline]
    pub(super) fn entries(&self, row: Row) -> &[Entry] {
        &self.entries[row.first as usize..(row.first + row.len) as usize]
    }

    /// Replaces the priors that selection goes by. Edges keep theirs.
    pub(super) fn set_priors(&mut self, row: Row, priors: &[f32]) {
        let entries = &mut self.entries[row.first as usize..(row.first + row.len) as usize];
        entries.iter_mut().zip(priors).for_each(|(entry, &prior)| entry.prior = prior);
    }

    /// Backpropagation: adds the result of a playout to the action of a row.
    #[inline]
    pub(super) fn add_result(&mut self, node: NodeId, (row, action): (Row, u32), score: f32, draw: f32) {
        let entry = &mut self.entries[(row.first + action) as usize];
        entry.visits += 1;
        entry.score += score;
        self.nodes[node as usize].edges[entry.edge as usize].add(score, draw);
    }

    /// Whether information sets can still be expanded; one that cannot is a leaf.
    pub(super) fn has_room(&self) -> bool {
        self.used + ROW_BYTES + LONG_ROW * (size_of::<Entry>() + size_of::<Edge>()) < self.limit
    }

    /// Expands an information set: its legal actions with their priors.
    pub(super) fn expand(&mut self, infoset: Infoset, actions: impl Iterator<Item = (Action, f32)>) -> Row {
        let edges = &mut self.nodes[infoset.node as usize].edges;
        let known = edges.len();
        let first = self.entries.len();
        let mut guess = 0;
        for (action, prior) in actions {
            // Worlds in which a piece is of the same kind have the same actions of it, in the same
            // order.
            let index = match edges.get(guess).is_some_and(|edge| edge.action == action) {
                true => Some(guess),
                false => edges[..known].iter().position(|edge| edge.action == action),
            };
            let edge = index.unwrap_or_else(|| {
                edges.push(Edge::new(action, prior));
                edges.len() - 1
            });
            guess = edge + 1;
            self.entries.push(Entry::new(edge as u32, prior));
        }
        let len = self.entries.len() - first;
        self.used += ROW_BYTES + len * size_of::<Entry>() + (edges.len() - known) * size_of::<Edge>();
        let row = Row { first: first as u32, len: len as u32 };
        self.rows.insert(infoset, row);
        row
    }
}

/// A hash of what is well mixed already.
#[derive(Default)]
pub(super) struct InfosetHasher(u64);

impl Hasher for InfosetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEGABYTE: usize = 1 << 20;

    fn action(mv: u32, bucket: u32) -> Action {
        Action { mv, bucket }
    }

    #[test]
    fn information_sets_of_a_node_share_the_edges_of_equal_actions() {
        let mut tree = Tree::new(MEGABYTE);
        let [here, there] = [7, 8].map(|secret| Infoset { node: 0, secret });
        let row = tree.expand(here, [(action(1, 0), 0.5), (action(2, 1), 0.5)].into_iter());
        let other = tree.expand(there, [(action(1, 0), 0.9), (action(2, 2), 0.1)].into_iter());
        assert_eq!(tree.nodes[0].edges.len(), 3);
        let edges = |row: Row| tree.entries(row).iter().map(|entry| entry.edge).collect::<Vec<u32>>();
        assert_eq!((edges(row), edges(other)), (vec![0, 1], vec![0, 2]));
        assert_eq!(tree.row(there).map(|row| tree.entries(row)[0].prior), Some(0.9));
        assert!(tree.row(Infoset { node: 0, secret: 9 }).is_none());
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = Tree::new(MEGABYTE);
        let mut rows = 0;
        while tree.has_room() {
            tree.expand(Infoset { node: 0, secret: rows }, (0..30).map(|mv| (action(mv, 0), 0.1)));
            rows += 1;
        }
        assert!((1000..4000).contains(&rows), "{rows}");
        let mut observed = 0;
        while tree.add(0, observed).is_some() {
            observed += 1;
        }
        assert!(tree.hashfull() > 990);
    }
}
