//! Export as Gambit's `.efg`, which OpenSpiel's `efg_game` reads.

use super::{Node, Tree};
use sisku::games::Player;
use std::io::{self, Write};

impl Tree {
    /// Writes the tree. Information sets are numbered by player, from 1.
    pub fn write_efg(&self, title: &str, out: &mut impl Write) -> io::Result<()> {
        let mut counts = [0; 2];
        let numbers: Vec<u32> = self
            .sets
            .iter()
            .map(|set| {
                let count = &mut counts[set.player.index()];
                *count += 1;
                *count
            })
            .collect();
        writeln!(out, "EFG 2 R \"{title}\" {{ \"Player 1\" \"Player 2\" }}\n\"\"")?;
        write!(out, "c \"\" 1 \"\" {{")?;
        for deal in 0..self.deals {
            write!(out, " \"deal {deal}\" 1/{}", self.deals)?;
        }
        writeln!(out, " }} 0")?;
        (0..self.deals).try_for_each(|deal| self.write_node(deal, &numbers, out))
    }

    fn write_node(&self, node: usize, numbers: &[u32], out: &mut impl Write) -> io::Result<()> {
        let (set, first) = match self.nodes[node] {
            Node::Terminal(1) => return writeln!(out, "t \"\" 1 \"one\" {{ 1 -1 }}"),
            Node::Terminal(-1) => return writeln!(out, "t \"\" 2 \"two\" {{ -1 1 }}"),
            Node::Terminal(_) => return writeln!(out, "t \"\" 3 \"draw\" {{ 0 0 }}"),
            Node::Decision { set, first } => (set as usize, first as usize),
        };
        let player = if self.sets[set].player == Player::One { 1 } else { 2 };
        write!(out, "p \"\" {player} {} \"\" {{", numbers[set])?;
        self.sets[set].actions.iter().try_for_each(|action| write!(out, " \"{action}\""))?;
        writeln!(out, " }} 0")?;
        (0..self.sets[set].actions.len()).try_for_each(|i| self.write_node(first + i, numbers, out))
    }
}
