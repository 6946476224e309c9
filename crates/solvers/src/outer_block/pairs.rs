//! The search space of the pairing of wings.

use cubiform_cube::four::Turn;
use cubiform_search::{MoveOrder, Space};
use cubiform_tables::four::{CodeAddress, PairState, PairTable, Pairs};

use crate::five_stage::run_merger::{CanonicalTurns, TurnDelta};
use crate::five_stage::space::SearchStage;

/// The space of the pairing, bounded by its table and by the distance of the centres.
pub(super) struct PairSpace {
    pub(super) table: PairTable,
    pairs: &'static Pairs,
    pub(super) added: Vec<TurnDelta>,
    order: MoveOrder,
}

impl PairSpace {
    pub(super) fn new(table: PairTable) -> PairSpace {
        let pairs = table.pairs();
        let indices: Vec<usize> = (0..pairs.turns().len()).collect();
        let canonical = CanonicalTurns::new(pairs.turns(), &indices);
        assert_eq!(canonical.moves, indices, "no two turns are equivalent");
        PairSpace {
            added: pairs.turns().iter().map(|turn| TurnDelta::new(*turn)).collect(),
            order: MoveOrder::new(indices.len(), |a, b| canonical.may_precede(a, b)),
            pairs,
            table,
        }
    }
}

/// A state with the distance of its table, a lower bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) state: PairState,
    pub(super) distance: u8,
}

/// The address of each child, and its distance after `prune`.
#[derive(Default)]
pub(super) struct ChildBatch {
    children: [(CodeAddress, u8); 32],
    /// The children whose centres can still be solved in the moves remaining, as a bit mask.
    generated: u64,
}

impl Space for PairSpace {
    type Node = Node;
    type Children = ChildBatch;
    /// The moves remaining at a child.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &Node, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    /// Paths end at the goal: from there the 3x3x3 is solved.
    #[inline(always)]
    fn candidate_moves(&self, _: &u8, parent: &Node, moves: u64) -> u64 {
        if self.is_goal(parent) { 0 } else { moves }
    }

    #[inline(always)]
    fn expand(&self, child_depth_left: &u8, parent: &Node, mut moves: u64, children: &mut ChildBatch) -> u32 {
        children.generated = 0;
        while moves != 0 {
            let m = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            if self.pairs.centre_distance_after(&parent.state, m) <= *child_depth_left {
                children.children[m].0 = self.table.address_after(&parent.state, m);
                children.generated |= 1 << m;
            }
        }
        children.generated.count_ones()
    }

    #[inline(always)]
    fn prune(
        &self,
        child_depth_left: &u8,
        parent: &Node,
        children: &mut ChildBatch,
        alive: u64,
        _: usize,
    ) -> u64 {
        let (mut remaining, mut admitted) = (alive & children.generated, 0);
        while remaining != 0 {
            let m = remaining.trailing_zeros() as usize;
            remaining &= remaining - 1;
            let (address, distance) = &mut children.children[m];
            *distance = self.table.codes().child_distance(parent.distance, *address);
            admitted |= u64::from(*distance <= *child_depth_left) << m;
        }
        admitted
    }

    #[inline(always)]
    fn commit(&self, _: &u8, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m);
        *child = Node { state: self.pairs.turn(&parent.state, m), distance: children.children[m].1 };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.distance == 0 && self.pairs.centre_distance(&node.state) == 0
    }
}

impl SearchStage for PairSpace {
    /// A state with the distance of its table.
    type State = (PairState, u8);

    fn order(&self) -> &MoveOrder {
        &self.order
    }

    fn turns(&self) -> &[Turn] {
        self.pairs.turns()
    }

    fn root(&self, (state, distance): (PairState, u8), _: u8) -> Node {
        Node { state, distance }
    }
}
