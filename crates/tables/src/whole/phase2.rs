//! Phase 2 of Kociemba's algorithm: how far a state of G1 is from solved, exactly when near, by bounds when far.

use crate::whole::distances::distances;
use crate::whole::phase1::symmetries;
use crate::whole::{
    Classes, ConjugateTable, Corners, IN_G1, INVERSES, KEEPING_UD, Known, LayerEdges, MoveSetConjugates,
    MoveTable, Near, Part, SliceOrder,
};
use cubiform_cube::{Cube, Move};

/// How near a state is of which all is known.
const RADIUS: u8 = 8;

/// How many keys are so near: a sixteenth of 5.07 million, and a few for states that symmetries keep.
const NEAR: usize = 600_000;

/// A state of G1, of 19,508,428,800.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The rank of its [`Corners`].
    pub corners: u16,
    /// The rank of its [`LayerEdges`].
    pub edges: u16,
    /// The rank of its [`SliceOrder`].
    pub order: u16,
}

impl State {
    /// That of a cube, which must be in G1.
    pub fn of(cube: &Cube) -> State {
        State {
            corners: Corners::rank_of(cube) as u16,
            edges: LayerEdges::rank_of(cube) as u16,
            order: SliceOrder::rank_of(cube) as u16,
        }
    }
}

/// The tables of phase 2.
#[derive(Debug)]
pub struct Phase2 {
    corners: MoveTable<Corners>,
    edges: MoveTable<LayerEdges>,
    orders: MoveTable<SliceOrder>,
    corner_classes: Classes,
    edge_classes: Classes,
    edge_conjugates: ConjugateTable<LayerEdges>,
    order_conjugates: ConjugateTable<SliceOrder>,
    sets: MoveSetConjugates,
    /// By class of the corners and order of the slice.
    corners_order: Vec<u8>,
    /// By class of the edges and order of the slice.
    edges_order: Vec<u8>,
    near: Near,
}

impl Phase2 {
    /// Computes them.
    pub fn new() -> Phase2 {
        let start = std::time::Instant::now();
        let corner_conjugates = ConjugateTable::<Corners>::new();
        let edge_conjugates = ConjugateTable::<LayerEdges>::new();
        let mut phase = Phase2 {
            corners: MoveTable::new(),
            edges: MoveTable::new(),
            orders: MoveTable::new(),
            corner_classes: Classes::new(Corners::SIZE, |rank, s| corner_conjugates.conjugate(rank, s)),
            edge_classes: Classes::new(LayerEdges::SIZE, |rank, s| edge_conjugates.conjugate(rank, s)),
            edge_conjugates,
            order_conjugates: ConjugateTable::new(),
            sets: MoveSetConjugates::new(),
            corners_order: Vec::new(),
            edges_order: Vec::new(),
            near: Near::fill(0, 0, 1, |_, _| ()),
        };
        let t0 = start.elapsed();
        phase.corners_order = phase.fill_order(&phase.corner_classes, &phase.corners);
        phase.edges_order = phase.fill_order(&phase.edge_classes, &phase.edges);
        let t1 = start.elapsed();
        phase.near = phase.fill_near();
        eprintln!(
            "phase2 moves {t0:?} orders {t1:?} near {:?} counts {:?}",
            start.elapsed(),
            phase.near.counts()
        );
        phase
    }

    /// The move table of the corners, whose moves are all eighteen.
    pub fn corner_moves(&self) -> &MoveTable<Corners> {
        &self.corners
    }

    /// The state after a move of G1.
    #[inline(always)]
    pub fn turn(&self, state: State, m: usize) -> State {
        State {
            corners: self.corners.row(state.corners.into())[m],
            edges: self.edges.row(state.edges.into())[m],
            order: self.orders.row(state.order.into())[m],
        }
    }

    /// At least how far from solved a state with these corners and this order is.
    #[inline(always)]
    pub fn corner_bound(&self, corners: usize, order: usize) -> u8 {
        let (class, s) = self.corner_classes.of(corners);
        self.corners_order[class * SliceOrder::SIZE + self.order_conjugates.conjugate(order, s)]
    }

    /// At least how far from solved a state with these edges and this order is.
    #[inline(always)]
    pub fn edge_bound(&self, edges: usize, order: usize) -> u8 {
        let (class, s) = self.edge_classes.of(edges);
        self.edges_order[class * SliceOrder::SIZE + self.order_conjugates.conjugate(order, s)]
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn near(&self, state: State) -> Option<Known> {
        let (class, s) = self.corner_classes.of(state.corners.into());
        let edges = self.edge_conjugates.conjugate(state.edges.into(), s);
        let order = self.order_conjugates.conjugate(state.order.into(), s);
        let known = self.near.get(key(class, edges, order))?;
        Some(Known { nearer: self.sets.conjugate(known.nearer, INVERSES[s].into()), ..known })
    }

    /// The greatest distance at which [`Phase2::near`] knows.
    pub fn radius(&self) -> u8 {
        self.near.radius()
    }

    fn fill_order<P: Part>(&self, classes: &Classes, moves: &MoveTable<P>) -> Vec<u8> {
        let expand = |state: usize, reach: &mut dyn FnMut(usize)| {
            let rank = classes.representative(state / SliceOrder::SIZE);
            for m in g1_moves() {
                let (class, s) = classes.of(moves.turn(rank, m.index()));
                let order = self.orders.turn(state % SliceOrder::SIZE, m.index());
                let order = self.order_conjugates.conjugate(order, s);
                for t in symmetries(classes.keeping(class)) {
                    reach(class * SliceOrder::SIZE + self.order_conjugates.conjugate(order, t));
                }
            }
        };
        distances(classes.count() * SliceOrder::SIZE, 0, u8::MAX, expand)
    }

    fn fill_near(&self) -> Near {
        let expand = |state: u32, reach: &mut dyn FnMut(u32, usize)| {
            let (class, edges, order) = unkey(state);
            let corners = self.corner_classes.representative(class) as u16;
            let state = State { corners, edges: edges as u16, order: order as u16 };
            for m in g1_moves() {
                let to = self.turn(state, m.index());
                let (class, s) = self.corner_classes.of(to.corners.into());
                let edges = self.edge_conjugates.conjugate(to.edges.into(), s);
                let order = self.order_conjugates.conjugate(to.order.into(), s);
                let back = KEEPING_UD[s].conjugate(m.inverse());
                for t in symmetries(self.corner_classes.keeping(class)) {
                    let edges = self.edge_conjugates.conjugate(edges, t);
                    let order = self.order_conjugates.conjugate(order, t);
                    reach(key(class, edges, order), KEEPING_UD[t].conjugate(back).index());
                }
            }
        };
        Near::fill(0, RADIUS, NEAR, expand)
    }
}

impl Default for Phase2 {
    fn default() -> Phase2 {
        Phase2::new()
    }
}

fn g1_moves() -> impl Iterator<Item = Move> {
    Move::all().filter(|m| IN_G1 >> m.index() & 1 == 1)
}

/// The key of a state whose corners are the representative of their class.
#[inline(always)]
fn key(class: usize, edges: usize, order: usize) -> u32 {
    ((class * SliceOrder::SIZE + order) * LayerEdges::SIZE + edges) as u32
}

/// The class of the corners, the edges and the order of a key.
fn unkey(key: u32) -> (usize, usize, usize) {
    let (rest, edges) = (key as usize / LayerEdges::SIZE, key as usize % LayerEdges::SIZE);
    (rest / SliceOrder::SIZE, edges, rest % SliceOrder::SIZE)
}
