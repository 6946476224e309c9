//! The search space of a stage: its table has exact distances, so hardly any node is expanded in vain.

use cubiform_cube::four::Turn;
use cubiform_search::{MoveOrder, Space};
use cubiform_tables::four::{CodeAddress, Stage, StageState, StageTable};

use super::run_merger::{CanonicalTurns, TurnDelta};
use crate::move_order::bits;

/// A space that [`search_ends`](super::stage_search::search_ends) searches for the ends of a stage.
pub(crate) trait SearchStage: Space {
    /// The state of a partial solution in the stage.
    type State: Copy;
    /// Returns the canonical order of the moves.
    fn order(&self) -> &MoveOrder;
    /// Returns the root node of a state, given a lower bound on its distance.
    fn root(&self, state: Self::State, distance: u8) -> Self::Node;
}

impl SearchStage for StageSpace {
    type State = StageState;

    fn order(&self) -> &MoveOrder {
        &self.order
    }

    fn root(&self, state: StageState, distance: u8) -> Node {
        Node { state, distance }
    }
}

/// The space of one stage, bounded by its table.
pub(crate) struct StageSpace {
    pub(crate) table: StageTable,
    pub(crate) stage: &'static Stage,
    /// The index of each move in the stage's list of turns.
    places: Vec<u8>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) added: Vec<TurnDelta>,
    order: MoveOrder,
    /// If paths may pass through the goal: the moves with which they may end. `None` if they end at the first goal
    /// state.
    last: Option<u64>,
}

impl StageSpace {
    pub(crate) fn new(table: StageTable) -> StageSpace {
        let stage = table.stage();
        let canonical = CanonicalTurns::new(stage.turns(), table.turns());
        let turns: Vec<Turn> = canonical.moves.iter().map(|address| stage.turns()[*address]).collect();
        StageSpace {
            stage,
            places: canonical.moves.iter().map(|address| *address as u8).collect(),
            added: turns.iter().map(|turn| TurnDelta::new(*turn)).collect(),
            order: MoveOrder::new(turns.len(), |a, b| canonical.may_precede(a, b)),
            turns,
            table,
            last: None,
        }
    }

    /// Lets paths pass through the goal and end with a turn that is not among `next`, the turns of the next stage.
    pub(crate) fn passing(self, next: &[Turn]) -> StageSpace {
        let is_last = |m: &usize| !next.contains(&self.turns[*m]);
        let last = (0..self.turns.len()).filter(is_last).fold(0, |set, m| set | 1 << m);
        StageSpace { last: Some(last), ..self }
    }
}

/// A state, and its distance in the table of the stage.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<S = StageState> {
    pub(crate) state: S,
    pub(crate) distance: u8,
}

/// The state, address and distance of each child.
#[derive(Default)]
pub(crate) struct ChildBatch {
    children: Vec<(StageState, CodeAddress, u8)>,
}

impl Space for StageSpace {
    type Node = Node;
    type Children = ChildBatch;
    /// The moves remaining at a child.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &Node, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    /// Paths end at the first goal state, unless they may pass through it.
    #[inline(always)]
    fn candidate_moves(&self, child_depth_left: &u8, parent: &Node, moves: u64) -> u64 {
        match self.last {
            Some(last) if *child_depth_left == 0 => moves & last,
            Some(_) => moves,
            None if parent.distance == 0 => 0,
            None => moves,
        }
    }

    #[inline(always)]
    fn expand(&self, _: &u8, parent: &Node, moves: u64, children: &mut ChildBatch) -> u32 {
        let generated = moves.count_ones();
        if children.children.is_empty() {
            let placeholder = (parent.state, self.table.address(parent.state), 0);
            children.children.resize(self.places.len(), placeholder);
        }
        for m in bits(moves) {
            let state = self.stage.turn(parent.state, self.places[m].into());
            let address = self.table.address(state);
            self.table.codes().prefetch(address);
            children.children[m] = (state, address, 0);
        }
        generated
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
        let mut admitted = 0;
        for m in bits(alive) {
            let (_, address, distance) = &mut children.children[m];
            *distance = self.table.codes().child_distance(parent.distance, *address);
            admitted |= u64::from(*distance <= *child_depth_left) << m;
        }
        admitted
    }

    #[inline(always)]
    fn commit(&self, _: &Self::Plan, _: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let (state, _, distance) = children.children[usize::from(m)];
        *child = Node { state, distance };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.distance == 0
    }
}
