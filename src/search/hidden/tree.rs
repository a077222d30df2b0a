//! The tree over public states.

/// Index of a node.
pub(super) type NodeId = u32;

/// An action at an information set: a move, and the bucket of the mover's private information
/// that matters to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct InfosetAction {
    pub(super) mv: u32,
    pub(super) bucket: u32,
}

/// The statistics of an action. Scores are those of the player who takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) action: InfosetAction,
    pub(super) prior: f32,
    pub(super) visits: u32,
    score: f64,
    draws: f64,
}

impl Edge {
    /// The mean score, or `None` if there are no visits.
    #[inline]
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| (self.score / f64::from(self.visits)) as f32)
    }

    /// The sum of the scores.
    #[inline]
    pub(super) fn score_sum(&self) -> f64 {
        self.score
    }

    /// The mean draw rate.
    pub(super) fn draw_rate(&self) -> f32 {
        (self.draws / f64::from(self.visits.max(1))) as f32
    }

    /// Backpropagation: adds the result of a playout.
    #[inline]
    pub(super) fn add(&mut self, score: f32, draw: f32) {
        self.visits += 1;
        self.score += f64::from(score);
        self.draws += f64::from(draw);
    }
}

/// A public state: all histories that have the same public observations.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Sorted by action.
    pub(super) edges: Vec<Edge>,
    /// Public observations of moves, and the nodes that they lead to.
    children: Vec<(u32, NodeId)>,
}

impl Node {
    pub(super) fn child(&self, observed: u32) -> Option<NodeId> {
        self.children.iter().find(|&&(other, _)| other == observed).map(|&(_, node)| node)
    }

    /// The index of an action's edge, or where it is to be inserted.
    pub(super) fn find(&self, action: InfosetAction) -> Result<usize, usize> {
        self.edges.binary_search_by(|edge| edge.action.cmp(&action))
    }
}

/// The nodes, within a memory limit.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    used: usize,
    limit: usize,
}

/// Memory of a node without its edges, with its list of children on average.
const NODE_BYTES: usize = size_of::<Node>() + 64;

impl Tree {
    /// The root is node 0.
    pub(super) fn new(megabytes: usize) -> Self {
        Tree { nodes: vec![Node::default()], used: NODE_BYTES, limit: megabytes << 20 }
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

    /// Inserts an action that the node does not have yet, where [`Node::find`] says.
    pub(super) fn insert(&mut self, node: NodeId, index: usize, action: InfosetAction, prior: f32) {
        let edges = &mut self.nodes[node as usize].edges;
        let before = edges.capacity();
        edges.insert(index, Edge { action, prior, visits: 0, score: 0.0, draws: 0.0 });
        self.used += (edges.capacity() - before) * size_of::<Edge>();
    }

    /// Whether nodes can still be expanded; a node that cannot is a leaf.
    pub(super) fn has_room(&self) -> bool {
        self.used + 256 * size_of::<Edge>() < self.limit
    }
}
