//! Cubes of a group of a few moves as a space: the numbers of their parts.

use cubiform_search::Space;

use super::part::Part;

/// The maximum number of parts.
pub(super) const MOST_PARTS: usize = 8;

/// The numbers of the arrangements of the parts, and the greatest of their distances.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) numbers: [u32; MOST_PARTS],
    pub(super) bound: u8,
}

/// The children of a node, by move.
pub(super) struct Children {
    nodes: Vec<Node>,
    alive: u64,
}

impl Default for Children {
    fn default() -> Children {
        Children { nodes: vec![Node::default(); cubiform_search::MAX_MOVES], alive: 0 }
    }
}

/// The space.
pub(super) struct SubgroupSpace {
    pub(super) parts: Vec<Part>,
}

impl SubgroupSpace {
    /// The node with these numbers.
    pub(super) fn node(&self, numbers: [u32; MOST_PARTS]) -> Node {
        let distances = self.parts.iter().zip(numbers).map(|(part, number)| part.distance(number));
        Node { bound: distances.max().unwrap_or(0), numbers }
    }
}

impl Space for SubgroupSpace {
    type Node = Node;
    type Children = Children;
    /// The moves that a child has left.
    type Plan = u8;

    fn plan(&self, _: &Node, budget: u8) -> u8 {
        budget
    }

    fn expand(&self, budget: &u8, parent: &Node, moves: u64, children: &mut Children) -> u32 {
        children.alive = 0;
        let mut left = moves;
        while left != 0 {
            let m = left.trailing_zeros() as usize;
            left &= left - 1;
            let child = &mut children.nodes[m];
            child.bound = 0;
            for ((part, number), turned) in self.parts.iter().zip(parent.numbers).zip(&mut child.numbers) {
                *turned = part.turned(number, m);
                child.bound = child.bound.max(part.distance(*turned));
                if child.bound > *budget {
                    break;
                }
            }
            children.alive |= u64::from(child.bound <= *budget) << m;
        }
        0
    }

    fn prune(&self, _: &u8, _: &Node, children: &mut Children, alive: u64, _: usize) -> u64 {
        alive & children.alive
    }

    fn commit(&self, _: &u8, _: &Node, children: &Children, m: u8, child: &mut Node) {
        *child = children.nodes[usize::from(m)];
    }

    fn is_goal(&self, node: &Node) -> bool {
        // The parts have all pieces that the moves carry, each with the centres.
        node.bound == 0
    }
}
