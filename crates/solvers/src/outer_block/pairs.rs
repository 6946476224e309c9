//! The search space of the pairing of wings.

use cubiform_search::{MoveOrder, Space};
use cubiform_tables::four::{CodeAddress, PairState, PairTable, Pairs};

use crate::five_stage::run_merger::{CanonicalTurns, TurnDelta};
use crate::five_stage::space::{Node, SearchStage};
use crate::move_order::bits;

/// The space of the pairing, bounded by its table and by the distance of the centres.
pub(super) struct PairSpace {
    pub(super) table: PairTable,
    pub(super) pairs: &'static Pairs,
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
pub(super) type PairNode = Node<PairState>;

/// The address of each child, and its distance after `prune`.
#[derive(Default)]
pub(super) struct ChildBatch {
    children: [(CodeAddress, u8); 32],
    /// The children whose centres can still be solved in the moves remaining, as a bit mask.
    generated: u64,
}

impl Space for PairSpace {
    type Node = PairNode;
    type Children = ChildBatch;
    /// The moves remaining at a child.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &PairNode, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    /// Paths end at the goal: from there the 3x3x3 is solved.
    #[inline(always)]
    fn candidate_moves(&self, _: &u8, parent: &PairNode, moves: u64) -> u64 {
        if self.is_goal(parent) { 0 } else { moves }
    }

    #[inline(always)]
    fn expand(&self, child_depth_left: &u8, parent: &PairNode, moves: u64, children: &mut ChildBatch) -> u32 {
        children.generated = 0;
        for m in bits(moves) {
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
        parent: &PairNode,
        children: &mut ChildBatch,
        alive: u64,
        _: usize,
    ) -> u64 {
        let mut admitted = 0;
        for m in bits(alive & children.generated) {
            let (address, distance) = &mut children.children[m];
            *distance = self.table.codes().child_distance(parent.distance, *address);
            admitted |= u64::from(*distance <= *child_depth_left) << m;
        }
        admitted
    }

    #[inline(always)]
    fn commit(&self, _: &u8, parent: &PairNode, children: &ChildBatch, m: u8, child: &mut PairNode) {
        let m = usize::from(m);
        *child = Node { state: self.pairs.turn(&parent.state, m), distance: children.children[m].1 };
    }

    #[inline(always)]
    fn is_goal(&self, node: &PairNode) -> bool {
        node.distance == 0 && self.pairs.centre_distance(&node.state) == 0
    }
}

impl SearchStage for PairSpace {
    type State = PairNode;

    fn order(&self) -> &MoveOrder {
        &self.order
    }

    fn root(&self, state: PairNode, _: u8) -> PairNode {
        state
    }
}
