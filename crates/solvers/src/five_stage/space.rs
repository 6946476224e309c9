//! A stage as a space to search: what the distances of its table leave of the turns.

use cubiform_cube::four::Turn;
use cubiform_search::{MoveOrder, Space};
use cubiform_tables::four::{Slot, Stage, StageState, StageTable};

use super::run_merger::{CanonicalTurns, TurnDelta};

/// A space whose goals are the ends of a stage, as a stage_search goes through it.
pub(crate) trait SearchStage: Space {
    /// What a partial solution knows of its cube.
    type State: Copy;
    /// The order of its moves.
    fn order(&self) -> &MoveOrder;
    /// The turns that its moves are.
    fn turns(&self) -> &[Turn];
    /// Where a search begins, from a state and how far that is, at least.
    fn root(&self, state: Self::State, distance: u8) -> Self::Node;
}

impl SearchStage for StageSpace {
    type State = StageState;

    fn order(&self) -> &MoveOrder {
        &self.order
    }

    fn turns(&self) -> &[Turn] {
        &self.turns
    }

    fn root(&self, state: StageState, distance: u8) -> Node {
        Node { state, distance }
    }
}

/// A stage and its table.
pub(crate) struct StageSpace {
    pub(crate) table: StageTable,
    stage: &'static Stage,
    /// By move, its place in the stage's list of turns.
    places: Vec<u8>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) added: Vec<TurnDelta>,
    order: MoveOrder,
    /// If ways may go on where they have met the stage: the moves with which they may end, since it was not met before.
    last: Option<u64>,
}

impl StageSpace {
    pub(crate) fn new(table: StageTable) -> StageSpace {
        let stage = table.stage();
        let canon = CanonicalTurns::new(stage.turns(), table.turns());
        let turns: Vec<Turn> = canon.moves.iter().map(|place| stage.turns()[*place]).collect();
        StageSpace {
            stage,
            places: canon.moves.iter().map(|place| *place as u8).collect(),
            added: turns.iter().map(|turn| TurnDelta::of(*turn)).collect(),
            order: MoveOrder::new(turns.len(), |a, b| canon.may_precede(a, b)),
            turns,
            table,
            last: None,
        }
    }

    /// The same for ways that go on where they have met the stage, and end with a turn that is none of the next's: such as
    /// are given.
    pub(crate) fn passing(self, next: &[Turn]) -> StageSpace {
        let is_last = |m: &usize| !next.contains(&self.turns[*m]);
        let last = (0..self.turns.len()).filter(is_last).fold(0, |set, m| set | 1 << m);
        StageSpace { last: Some(last), ..self }
    }

    pub(crate) fn stage(&self) -> &'static Stage {
        self.stage
    }
}

/// A state and its distance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub(crate) state: StageState,
    pub(crate) distance: u8,
}

/// What becomes of a state by each move.
#[derive(Default)]
pub(crate) struct ChildBatch {
    children: Vec<(StageState, Slot, u8)>,
}

impl Space for StageSpace {
    type Node = Node;
    type Children = ChildBatch;
    /// The moves that a child has left.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &Node, budget: u8) -> u8 {
        budget
    }

    /// None from a state that has met the stage, if a way ends where it first meets it.
    #[inline(always)]
    fn candidate_moves(&self, budget: &u8, parent: &Node, moves: u64) -> u64 {
        match self.last {
            Some(last) if *budget == 0 => moves & last,
            Some(_) => moves,
            None if parent.distance == 0 => 0,
            None => moves,
        }
    }

    #[inline(always)]
    fn expand(&self, _: &u8, parent: &Node, mut moves: u64, children: &mut ChildBatch) -> u32 {
        let made = moves.count_ones();
        if children.children.is_empty() {
            let nothing = (parent.state, self.table.slot(parent.state), 0);
            children.children.resize(self.places.len(), nothing);
        }
        while moves != 0 {
            let m = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let state = self.stage.turn(parent.state, self.places[m].into());
            let place = self.table.slot(state);
            self.table.prefetch(place);
            children.children[m] = (state, place, 0);
        }
        made
    }

    #[inline(always)]
    fn prune(&self, budget: &u8, parent: &Node, children: &mut ChildBatch, alive: u64, _: usize) -> u64 {
        let (mut left, mut admitted) = (alive, 0);
        while left != 0 {
            let m = left.trailing_zeros() as usize;
            left &= left - 1;
            let (_, place, distance) = &mut children.children[m];
            *distance = self.table.distance_next_to(parent.distance, *place);
            admitted |= u64::from(*distance <= *budget) << m;
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
