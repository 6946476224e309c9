//! The two phases as spaces of the search: bounds while the goal is far, the moves that come nearer once it is near.

use cubiform_search::Space;
use cubiform_tables::whole::phase1::{Coset, Phase1};
use cubiform_tables::whole::phase2::{Phase2, State};
use cubiform_tables::whole::{FAR, IN_G1, Known};

use super::Tables;

/// A phase: its states, what moves make of them, and what its tables know.
pub(super) trait Phase {
    /// A state.
    type State: Copy + Default;
    /// The moves that it makes.
    const MOVES: u32;
    /// The moves that may come last.
    const LAST: u32;
    fn turn(&self, state: Self::State, m: usize) -> Self::State;
    /// All about the state, if it is near.
    fn near(&self, state: Self::State) -> Option<Known>;
    /// Whether the state may be within `budget` moves, as far as bounds tell.
    fn may_reach(&self, state: Self::State, budget: u8) -> bool;
    /// The greatest distance at which a state is near.
    fn radius(&self) -> u8;
}

impl Phase for Phase1 {
    type State = Coset;
    const MOVES: u32 = (1 << 18) - 1;
    // A state of G1 stays there by moves of G1: those are phase 2's.
    const LAST: u32 = !IN_G1;

    #[inline(always)]
    fn turn(&self, state: Coset, m: usize) -> Coset {
        self.turn(state, m)
    }

    #[inline(always)]
    fn near(&self, state: Coset) -> Option<Known> {
        self.near(state)
    }

    #[inline(always)]
    fn may_reach(&self, state: Coset, budget: u8) -> bool {
        self.bound(state) <= budget
    }

    #[inline(always)]
    fn radius(&self) -> u8 {
        self.radius()
    }
}

impl Phase for Phase2 {
    type State = State;
    const MOVES: u32 = IN_G1;
    const LAST: u32 = IN_G1;

    #[inline(always)]
    fn turn(&self, state: State, m: usize) -> State {
        self.turn(state, m)
    }

    #[inline(always)]
    fn near(&self, state: State) -> Option<Known> {
        self.near(state)
    }

    #[inline(always)]
    fn may_reach(&self, state: State, budget: u8) -> bool {
        self.corner_bound(state.corners.into(), state.order.into()) <= budget
            && self.edge_bound(state.edges.into(), state.order.into()) <= budget
    }

    #[inline(always)]
    fn radius(&self) -> u8 {
        self.radius()
    }
}

/// A state of a phase, and what is known of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node<T> {
    pub(super) state: T,
    /// Its distance, or [`FAR`] where it has not been looked up or is not near.
    pub(super) distance: u8,
    /// The moves that come nearer, if its distance is known.
    nearer: u32,
}

/// The children of a node.
#[derive(Default)]
pub(super) struct Brood<T> {
    children: [Node<T>; 18],
    budget: u8,
}

/// A phase as a space.
#[derive(Clone, Copy)]
pub(super) struct PhaseSpace<'a, P>(pub(super) &'a P);

impl<P: Phase> PhaseSpace<'_, P> {
    /// The node of a state that has `budget` moves, unless it cannot reach the goal in them.
    #[inline(always)]
    pub(super) fn node(&self, state: P::State, budget: u8) -> Option<Node<P::State>> {
        if budget > self.0.radius() {
            let far = Node { state, distance: FAR, nearer: 0 };
            return self.0.may_reach(state, budget).then_some(far);
        }
        if !self.0.may_reach(state, budget) {
            return None;
        }
        let known = self.0.near(state)?;
        (known.distance <= budget).then_some(Node { state, distance: known.distance, nearer: known.nearer })
    }
}

impl<P: Phase> Space for PhaseSpace<'_, P> {
    type Node = Node<P::State>;
    type Brood = Brood<P::State>;
    /// The budget of the children.
    type Plan = u8;

    #[inline(always)]
    fn plan(&self, _: &Node<P::State>, budget: u8) -> u8 {
        budget
    }

    #[inline(always)]
    fn rounds(&self, _: &u8) -> usize {
        1
    }

    #[inline(always)]
    fn children(&self, budget: &u8, _: &Node<P::State>, _: u64, brood: &mut Brood<P::State>) -> u32 {
        brood.budget = *budget;
        0
    }

    #[inline(always)]
    fn request(&self, _: &u8, _: &mut Brood<P::State>, _: u64, _: usize) -> u32 {
        0
    }

    #[inline(always)]
    fn admit(
        &self,
        budget: &u8,
        parent: &Node<P::State>,
        brood: &mut Brood<P::State>,
        alive: u64,
        _: usize,
    ) -> u64 {
        let mut alive = alive & u64::from(if *budget == 0 { P::LAST & P::MOVES } else { P::MOVES });
        // Where no move can be lost only those that come nearer will do.
        let tight = parent.distance == budget + 1;
        if tight {
            alive &= u64::from(parent.nearer);
        }
        let mut admitted = 0;
        while alive != 0 {
            let m = alive.trailing_zeros() as usize;
            alive &= alive - 1;
            let state = self.0.turn(parent.state, m);
            if tight {
                brood.children[m] = Node { state, distance: *budget, nearer: 0 };
                admitted |= 1 << m;
            } else if let Some(node) = self.node(state, *budget) {
                brood.children[m] = node;
                admitted |= 1 << m;
            }
        }
        admitted
    }

    #[inline(always)]
    fn settle(&self, brood: &Brood<P::State>, m: u8) -> Node<P::State> {
        let mut node = brood.children[usize::from(m)];
        if node.nearer == 0 && node.distance != FAR && node.distance != 0 {
            node.nearer = self.0.near(node.state).map_or(0, |known| known.nearer);
        }
        node
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node<P::State>) -> bool {
        node.distance == 0
    }
}

impl Tables {
    pub(super) fn first(&self) -> PhaseSpace<'_, Phase1> {
        PhaseSpace(&self.phase1)
    }

    pub(super) fn second(&self) -> PhaseSpace<'_, Phase2> {
        PhaseSpace(&self.phase2)
    }
}
