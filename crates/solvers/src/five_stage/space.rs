//! A stage as a space to search: what the distances of its table leave of the turns.

use cubiform_cube::four::{Metric, Turn};
use cubiform_search::{Order, Space};
use cubiform_tables::four::{Place, Stage, StageTable, State};

use super::joint::{Added, Canon};

/// A stage and its table.
pub(super) struct StageSpace {
    pub(super) table: StageTable,
    stage: &'static Stage,
    /// By move, its place in the stage's list of turns.
    places: Vec<u8>,
    pub(super) turns: Vec<Turn>,
    pub(super) added: Vec<Added>,
    pub(super) order: Order,
}

impl StageSpace {
    pub(super) fn new(metric: Metric, table: StageTable) -> StageSpace {
        let stage = table.stage();
        let canon = Canon::new(metric, stage.turns(), table.turns());
        let turns: Vec<Turn> = canon.moves.iter().map(|place| stage.turns()[*place]).collect();
        StageSpace {
            stage,
            places: canon.moves.iter().map(|place| *place as u8).collect(),
            added: turns.iter().map(|turn| Added::of(*turn)).collect(),
            order: Order::new(turns.len(), |a, b| canon.may_precede(a, b)),
            turns,
            table,
        }
    }

    pub(super) fn stage(&self) -> &'static Stage {
        self.stage
    }
}

/// A state and its distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    pub(super) distance: u8,
}

/// What becomes of a state by each move.
#[derive(Default)]
pub(super) struct Brood {
    children: Vec<(State, Place, u8)>,
}

impl Space for StageSpace {
    type Node = Node;
    type Brood = Brood;
    /// The moves that a child has left.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &Node, budget: u8) -> u8 {
        budget
    }

    /// None from a state that has met the stage: a way through a stage ends where it first meets it.
    #[inline(always)]
    fn worth_making(&self, _: &u8, parent: &Node, moves: u64) -> u64 {
        if parent.distance == 0 { 0 } else { moves }
    }

    #[inline(always)]
    fn rounds(&self, _: &u8) -> usize {
        1
    }

    #[inline(always)]
    fn children(&self, _: &u8, parent: &Node, mut moves: u64, brood: &mut Brood) -> u32 {
        let made = moves.count_ones();
        if brood.children.is_empty() {
            let nothing = (parent.state, self.table.place(parent.state), 0);
            brood.children.resize(self.places.len(), nothing);
        }
        while moves != 0 {
            let m = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let state = self.stage.turn(parent.state, self.places[m].into());
            let place = self.table.place(state);
            self.table.prefetch(place);
            brood.children[m] = (state, place, 0);
        }
        made
    }

    fn request(&self, _: &u8, _: &mut Brood, _: u64, _: usize) -> u32 {
        0
    }

    #[inline(always)]
    fn admit(&self, budget: &u8, parent: &Node, brood: &mut Brood, alive: u64, _: usize) -> u64 {
        let (mut left, mut admitted) = (alive, 0);
        while left != 0 {
            let m = left.trailing_zeros() as usize;
            left &= left - 1;
            let (_, place, distance) = &mut brood.children[m];
            *distance = self.table.distance_next_to(parent.distance, *place);
            admitted |= u64::from(*distance <= *budget) << m;
        }
        admitted
    }

    #[inline(always)]
    fn settle(&self, _: &Self::Plan, brood: &Brood, m: u8) -> Node {
        let (state, _, distance) = brood.children[usize::from(m)];
        Node { state, distance }
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.distance == 0
    }
}
