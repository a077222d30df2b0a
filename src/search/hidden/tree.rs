//! The tree over what everybody sees.

/// Number of a node.
pub type NodeId = u32;

/// A choice at a node: a move, and the secret that bears on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    pub mv: u32,
    pub secret: u32,
}

/// What is known of a choice. Scores are those of the player who chooses.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub choice: Choice,
    pub prior: f32,
    /// How often it was chosen.
    pub visits: u32,
    pub score: f64,
}

impl Edge {
    /// The mean result, or `None` if there is none yet.
    pub fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| (self.score / f64::from(self.visits)) as f32)
    }
}

/// Everything that looks the same to everybody.
#[derive(Debug, Default)]
pub struct Node {
    /// Sorted by choice.
    pub edges: Vec<Edge>,
    /// What everybody is told of a move, and the node it leads to.
    children: Vec<(u32, NodeId)>,
}

impl Node {
    pub fn child(&self, told: u32) -> Option<NodeId> {
        self.children.iter().find(|&&(other, _)| other == told).map(|&(_, node)| node)
    }

    /// Where a choice is, or where it belongs.
    pub fn find(&self, choice: Choice) -> Result<usize, usize> {
        self.edges.binary_search_by(|edge| edge.choice.cmp(&choice))
    }
}

/// Nodes, never more than fit into the memory allowed.
pub struct Tree {
    pub nodes: Vec<Node>,
    used: usize,
    limit: usize,
}

/// What a node costs beside its edges, the list of children included, on the average.
const NODE_BYTES: usize = size_of::<Node>() + 64;

impl Tree {
    /// The root is node 0.
    pub fn new(megabytes: usize) -> Self {
        Tree { nodes: vec![Node::default()], used: NODE_BYTES, limit: megabytes << 20 }
    }

    pub fn fullness(&self) -> u32 {
        (self.used.saturating_mul(1000) / self.limit.max(1)).min(1000) as u32
    }

    /// A new node below another, or `None` if memory is full.
    pub fn add(&mut self, parent: NodeId, told: u32) -> Option<NodeId> {
        if self.used + NODE_BYTES > self.limit {
            return None;
        }
        self.used += NODE_BYTES;
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node::default());
        self.nodes[parent as usize].children.push((told, id));
        Some(id)
    }

    /// Adds a choice that the node does not have yet, at its place.
    pub fn insert(&mut self, node: NodeId, place: usize, choice: Choice, prior: f32) {
        let edges = &mut self.nodes[node as usize].edges;
        let before = edges.capacity();
        edges.insert(place, Edge { choice, prior, visits: 0, score: 0.0 });
        self.used += (edges.capacity() - before) * size_of::<Edge>();
    }

    /// Whether new choices still fit; a node met when they do not is a leaf.
    pub fn has_room(&self) -> bool {
        self.used + 256 * size_of::<Edge>() < self.limit
    }
}
