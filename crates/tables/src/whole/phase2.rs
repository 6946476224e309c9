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

/// The moves of G1.
const G1_MOVES: [Move; 10] = {
    let mut moves = [Move::from_index(0); 10];
    let (mut count, mut m) = (0, 0);
    while m < Move::COUNT {
        if IN_G1 >> m & 1 == 1 {
            moves[count] = Move::from_index(m);
            count += 1;
        }
        m += 1;
    }
    moves
};

/// A distance, and where the moves of [`G1_MOVES`] lead: ten bits for those that come nearer, ten for those that do not
/// lead farther, then the distance.
///
/// With these the children of a node are tested without being made.
#[derive(Clone, Copy, Debug)]
struct Signpost(u32);

impl Signpost {
    fn new(distance: u8, nearer: u32, not_farther: u32) -> Signpost {
        Signpost(nearer | not_farther << 10 | u32::from(distance) << 20)
    }

    #[inline(always)]
    fn distance(self) -> u8 {
        (self.0 >> 20) as u8
    }

    /// The moves, as a set of ten bits, that lead to where `budget` may be enough.
    #[inline(always)]
    fn within(self, budget: u8) -> usize {
        let all = (1 << 10) - 1;
        (match (self.distance(), budget) {
            (d, b) if d < b => all,
            (d, b) if d == b => self.0 >> 10 & all,
            (d, b) if d == b + 1 => self.0 & all,
            _ => 0,
        }) as usize
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
    corners_order: Vec<Signpost>,
    /// By class of the edges and order of the slice.
    edges_order: Vec<Signpost>,
    /// By symmetry and set of moves of G1: the moves to which the inverse of the symmetry carries them.
    unpacked: Vec<[u32; 1 << G1_MOVES.len()]>,
    near: Near,
}

impl Phase2 {
    /// Computes them.
    pub fn new() -> Phase2 {
        let start = std::time::Instant::now();
        let corner_conjugates = ConjugateTable::<Corners>::new();
        let edge_conjugates = ConjugateTable::<LayerEdges>::new();
        let sets = MoveSetConjugates::new();
        let mut phase = Phase2 {
            corners: MoveTable::new(),
            edges: MoveTable::new(),
            orders: MoveTable::new(),
            corner_classes: Classes::new(Corners::SIZE, |rank, s| corner_conjugates.conjugate(rank, s)),
            edge_classes: Classes::new(LayerEdges::SIZE, |rank, s| edge_conjugates.conjugate(rank, s)),
            edge_conjugates,
            order_conjugates: ConjugateTable::new(),
            unpacked: INVERSES
                .iter()
                .map(|s| std::array::from_fn(|set| unpack(&sets, set, (*s).into())))
                .collect(),
            sets,
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
    pub fn corner_bound(&self, corners: u16, order: u16) -> u8 {
        self.by_corners(corners, order).0.distance()
    }

    /// The moves after which, as far as bounds tell, `budget` more may do, bit `m` for move `m`.
    #[inline(always)]
    pub fn promising(&self, state: State, budget: u8) -> u32 {
        let (signpost, s) = self.by_corners(state.corners, state.order);
        let by_corners = self.unpacked[s][signpost.within(budget)];
        if by_corners == 0 {
            return 0;
        }
        let (signpost, s) = self.by_edges(state.edges, state.order);
        by_corners & self.unpacked[s][signpost.within(budget)]
    }

    #[inline(always)]
    fn by_corners(&self, corners: u16, order: u16) -> (Signpost, usize) {
        let (class, s) = self.corner_classes.of(corners.into());
        let order = self.order_conjugates.conjugate(order.into(), s);
        (self.corners_order[class * SliceOrder::SIZE + order], s)
    }

    #[inline(always)]
    fn by_edges(&self, edges: u16, order: u16) -> (Signpost, usize) {
        let (class, s) = self.edge_classes.of(edges.into());
        let order = self.order_conjugates.conjugate(order.into(), s);
        (self.edges_order[class * SliceOrder::SIZE + order], s)
    }

    /// The states near the solved one, by the keys of [`Phase2::key`].
    #[inline(always)]
    pub fn near(&self) -> &Near {
        &self.near
    }

    /// The key of the state, and the symmetry of [`KEEPING_UD`] that makes the state of the key of it.
    #[inline(always)]
    pub fn key(&self, state: State) -> (u32, usize) {
        let (class, s) = self.corner_classes.of(state.corners.into());
        let edges = self.edge_conjugates.conjugate(state.edges.into(), s);
        (key(class, edges, self.order_conjugates.conjugate(state.order.into(), s)), s)
    }

    /// What is known of the state of a key as it is of the state itself, from which symmetry `s` leads to it.
    #[inline(always)]
    pub fn as_seen(&self, known: Known, s: usize) -> Known {
        Known { nearer: self.sets.conjugate(known.nearer, INVERSES[s].into()), ..known }
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn known(&self, state: State) -> Option<Known> {
        let (key, s) = self.key(state);
        Some(self.as_seen(self.near.get(key)?, s))
    }

    fn fill_order<P: Part>(&self, classes: &Classes, moves: &MoveTable<P>) -> Vec<Signpost> {
        let expand = |state: usize, reach: &mut dyn FnMut(usize)| {
            let rank = classes.representative(state / SliceOrder::SIZE);
            for m in G1_MOVES {
                let (class, s) = classes.of(moves.turn(rank, m.index()));
                let order = self.orders.turn(state % SliceOrder::SIZE, m.index());
                let order = self.order_conjugates.conjugate(order, s);
                for t in symmetries(classes.keeping(class)) {
                    reach(class * SliceOrder::SIZE + self.order_conjugates.conjugate(order, t));
                }
            }
        };
        let distances = distances(classes.count() * SliceOrder::SIZE, 0, u8::MAX, expand);
        let signpost = |state: usize| {
            let rank = classes.representative(state / SliceOrder::SIZE);
            let (mut nearer, mut not_farther) = (0, 0);
            for (i, m) in G1_MOVES.iter().enumerate() {
                let (class, s) = classes.of(moves.turn(rank, m.index()));
                let order = self.orders.turn(state % SliceOrder::SIZE, m.index());
                let to = class * SliceOrder::SIZE + self.order_conjugates.conjugate(order, s);
                nearer |= u32::from(distances[to] < distances[state]) << i;
                not_farther |= u32::from(distances[to] <= distances[state]) << i;
            }
            Signpost::new(distances[state], nearer, not_farther)
        };
        (0..distances.len()).map(signpost).collect()
    }

    fn fill_near(&self) -> Near {
        let expand = |state: u32, reach: &mut dyn FnMut(u32, usize)| {
            let (class, edges, order) = unkey(state);
            let corners = self.corner_classes.representative(class) as u16;
            let state = State { corners, edges: edges as u16, order: order as u16 };
            for m in G1_MOVES {
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

/// The moves to which symmetry `s` carries those of a set of ten bits.
fn unpack(sets: &MoveSetConjugates, set: usize, s: usize) -> u32 {
    let moves = G1_MOVES.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
    sets.conjugate(moves.fold(0, |set, (_, m)| set | 1 << m.index()), s)
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
