//! The pairing of the wings as a space to search.

use cubiform_cube::four::Turn;
use cubiform_search::{MoveOrder, Space};
use cubiform_tables::four::pairs::{PairState, PairTable, Pairs, Slot};

use crate::five_stage::run_merger::{CanonicalTurns, TurnDelta};
use crate::five_stage::space::SearchStage;

/// The stage and its table.
pub(super) struct PairSpace {
    pub(super) table: PairTable,
    pairs: &'static Pairs,
    pub(super) added: Vec<TurnDelta>,
    order: MoveOrder,
}

impl PairSpace {
    pub(super) fn new(table: PairTable) -> PairSpace {
        let pairs = table.pairs();
        let places: Vec<usize> = (0..pairs.turns().len()).collect();
        let canon = CanonicalTurns::new(pairs.turns(), &places);
        assert_eq!(canon.moves, places, "no turn does what another does");
        PairSpace {
            added: pairs.turns().iter().map(|turn| TurnDelta::of(*turn)).collect(),
            order: MoveOrder::new(places.len(), |a, b| canon.may_precede(a, b)),
            pairs,
            table,
        }
    }
}

/// A state, and what its table says of its distance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) state: PairState,
    pub(super) distance: u8,
}

/// What becomes of a state by each move: where its code lies, and its distance once that is read.
#[derive(Default)]
pub(super) struct ChildBatch {
    children: [(Slot, u8); 32],
    /// Those whose centres are near enough.
    made: u64,
}

impl Space for PairSpace {
    type Node = Node;
    type Children = ChildBatch;
    /// The moves that a child has left.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &Node, budget: u8) -> u8 {
        budget
    }

    /// None from a state that is in order: the faces go on from there.
    #[inline(always)]
    fn candidate_moves(&self, _: &u8, parent: &Node, moves: u64) -> u64 {
        if self.is_goal(parent) { 0 } else { moves }
    }

    #[inline(always)]
    fn expand(&self, budget: &u8, parent: &Node, mut moves: u64, children: &mut ChildBatch) -> u32 {
        children.made = 0;
        while moves != 0 {
            let m = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            if self.pairs.centre_distance_after(&parent.state, m) <= *budget {
                children.children[m].0 = self.table.slot_after(&parent.state, m);
                children.made |= 1 << m;
            }
        }
        children.made.count_ones()
    }

    #[inline(always)]
    fn prune(&self, budget: &u8, parent: &Node, children: &mut ChildBatch, alive: u64, _: usize) -> u64 {
        let (mut left, mut admitted) = (alive & children.made, 0);
        while left != 0 {
            let m = left.trailing_zeros() as usize;
            left &= left - 1;
            let (spot, distance) = &mut children.children[m];
            *distance = self.table.distance_next_to(parent.distance, *spot);
            admitted |= u64::from(*distance <= *budget) << m;
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
    /// A state, and what its table says of its distance.
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
