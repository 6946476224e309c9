//! Phase 2 of Kociemba's algorithm: the distance of a state of G1 from solved, in the ten moves of G1.
//!
//! A state is a permutation of the corners, of the edges of U and D, and of the slice edges. Within the radius of the
//! exact table its distance is exact; beyond, it is bounded by the ball filters, if there are any, and by two pruning
//! tables:
//!
//! | pruning table | entries |
//! |---|---|
//! | corner class and slice permutation | 2768 * 24 |
//! | corner class and set of positions of the U edges | 2768 * C(8, 4) = 2768 * 70 |
//!
//! An entry of a pruning table has the distance and, for each move, whether it reduces, keeps or increases the distance
//! (`PruningEntry`). So one look-up per table selects the children within a depth, before any child is generated.
//!
//! A [key](Phase::key) is `(corner class * 24 + slice permutation) * 40,320 + permutation of the edges of U and D`.

use crate::kociemba::phase::{self, KeyTables, Phase};
use crate::kociemba::{
    BallFilter, ConjugateTable, Coordinate, CornerPermutation, IN_G1, INVERSES, MoveSetConjugates, MoveTable,
    SlicePermutation, SymClasses, UdEdges,
};
use crate::subset;
use cubiform_cube::{Cube, Move};
use cubiform_store::distance_table::distances_until;
use cubiform_threads::CancelToken;

/// A state of phase 2: one of the 19,508,428,800 elements of G1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct G1State {
    /// Rank of `CornerPermutation`.
    pub corners: u16,
    /// Rank of `UdEdges`.
    pub edges: u16,
    /// Rank of `SlicePermutation`.
    pub order: u16,
}

impl G1State {
    /// Returns the state of a cube, which must be in G1.
    pub fn from_cube(cube: &Cube) -> G1State {
        G1State {
            corners: CornerPermutation::rank_of(cube) as u16,
            edges: UdEdges::rank_of(cube) as u16,
            order: SlicePermutation::rank_of(cube) as u16,
        }
    }
}

/// The ten moves of G1, ascending.
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

/// By move: its index in [`G1_MOVES`]; 0 for moves outside G1.
const G1_MOVE_INDEX: [u8; Move::COUNT] = {
    let mut indices = [0; Move::COUNT];
    let mut i = 0;
    while i < G1_MOVES.len() {
        indices[G1_MOVES[i].index()] = i as u8;
        i += 1;
    }
    indices
};

/// A distance, with the moves that reduce it and the moves that do not increase it.
///
/// | bits | value |
/// |---|---|
/// | 0-9 | improving moves: bit `i` is set if move `G1_MOVES[i]` reduces the distance |
/// | 10-19 | moves that do not increase the distance |
/// | 20-31 | distance, in moves of G1 |
#[derive(Clone, Copy, Debug)]
struct PruningEntry(u32);

impl PruningEntry {
    fn new(distance: u8, improving: u32, not_worsening: u32) -> PruningEntry {
        PruningEntry(improving | not_worsening << 10 | u32::from(distance) << 20)
    }

    #[inline(always)]
    fn distance(self) -> u8 {
        (self.0 >> 20) as u8
    }

    /// Returns the moves, as a set of indices in [`G1_MOVES`], after which the distance is at most `depth_left`. A move
    /// changes the distance by at most one.
    #[inline(always)]
    fn within(self, depth_left: u8) -> usize {
        let all = (1 << 10) - 1;
        (match (self.distance(), depth_left) {
            (d, b) if d < b => all,
            (d, b) if d == b => self.0 >> 10 & all,
            (d, b) if d == b + 1 => self.0 & all,
            _ => 0,
        }) as usize
    }
}

/// The number of sets of positions of the edges of U, in G1: C(8, 4) = 70.
///
/// The edges of D occupy the other positions, so that moves and symmetries act on a set, also symmetries that exchange U
/// and D.
const UPPER_SETS: usize = subset::count(8, 4);

/// Returns the rank of the set of positions of the edges of U, given the rank of [`UdEdges`].
fn upper_set(edges: usize) -> u8 {
    let positions = UdEdges::unrank(edges);
    subset::rank(positions[..4].iter().fold(0, |set, position| set | 1 << position)) as u8
}

/// The move tables, symmetry tables and lower bounds of phase 2.
#[derive(Debug)]
pub struct Phase2 {
    corner_moves: MoveTable<CornerPermutation>,
    /// By rank and index of the move in [`G1_MOVES`].
    edge_moves: Vec<[u16; G1_MOVES.len()]>,
    slice_moves: MoveTable<SlicePermutation>,
    edge_conjugates: ConjugateTable<UdEdges>,
    slice_conjugates: ConjugateTable<SlicePermutation>,
    /// Pruning table by corner class and slice permutation.
    corner_slice_entries: Vec<PruningEntry>,
    /// Pruning table by corner class and set of positions of the U edges.
    corner_upper_entries: Vec<PruningEntry>,
    /// By rank of [`UdEdges`]: the rank of the set of positions of the edges of U.
    upper_sets: Vec<u8>,
    /// By set of positions of the edges of U and symmetry: the conjugate.
    upper_conjugates: Vec<[u8; 16]>,
    /// By symmetry and set of moves (indices in [`G1_MOVES`]): the images under the inverse symmetry, bit `m` for move
    /// `m`.
    move_sets: Vec<[u32; 1 << G1_MOVES.len()]>,
    /// The tables by key, with the symmetry classes of the corners.
    tables: KeyTables,
}

impl Phase2 {
    /// Computes the tables. With ball filters the exact table is smaller, of radius 7 instead of 8. Returns `None` if
    /// `cancel` was set before they were done.
    pub fn new_until(ball_filter: Option<BallFilter>, cancel: &CancelToken) -> Option<Phase2> {
        let check_cancel = || (!cancel.is_cancelled()).then_some(());
        let corner_conjugates = ConjugateTable::<CornerPermutation>::new();
        check_cancel()?;
        let edge_conjugates = ConjugateTable::<UdEdges>::new();
        check_cancel()?;
        let edge_moves = MoveTable::<UdEdges>::new();
        check_cancel()?;
        let corner_moves = MoveTable::new();
        check_cancel()?;
        let corner_classes =
            SymClasses::new(CornerPermutation::SIZE, |rank, s| corner_conjugates.conjugate(rank, s));
        check_cancel()?;
        let move_set_conjugates = MoveSetConjugates::new();
        let upper_sets: Vec<u8> = (0..UdEdges::SIZE).map(upper_set).collect();
        // Edges of each set. What they become determines what the set becomes.
        let some_edges = |set: usize| upper_sets.iter().position(|of| usize::from(*of) == set);
        let some_edges: Vec<usize> =
            (0..UPPER_SETS).map(|set| some_edges(set).expect("edges can be in every set")).collect();
        let mut phase = Phase2 {
            corner_moves,
            slice_moves: MoveTable::new(),
            upper_conjugates: some_edges
                .iter()
                .map(|edges| std::array::from_fn(|s| upper_sets[edge_conjugates.conjugate(*edges, s)]))
                .collect(),
            upper_sets,
            edge_moves: (0..UdEdges::SIZE)
                .map(|rank| G1_MOVES.map(|m| edge_moves.row(rank)[m.index()]))
                .collect(),
            edge_conjugates,
            slice_conjugates: ConjugateTable::new(),
            move_sets: INVERSES
                .iter()
                .map(|s| std::array::from_fn(|set| unpack_conjugated(&move_set_conjugates, set, (*s).into())))
                .collect(),
            corner_slice_entries: Vec::new(),
            corner_upper_entries: Vec::new(),
            tables: KeyTables::new(corner_classes, ball_filter),
        };
        phase.corner_slice_entries = phase.fill_pruning_entries(
            SlicePermutation::SIZE,
            |order, m| phase.slice_moves.turn(order, m),
            |order, s| phase.slice_conjugates.conjugate(order, s),
            cancel,
        )?;
        phase.corner_upper_entries = phase.fill_pruning_entries(
            UPPER_SETS,
            |set, m| phase.upper_sets[edge_moves.turn(some_edges[set], m)].into(),
            |set, s| phase.upper_conjugates[set][s].into(),
            cancel,
        )?;
        phase.tables.exact = phase::fill_exact_table(&phase, cancel)?;
        Some(phase)
    }

    /// Returns the rank of the corner permutation after move `m`, any of the eighteen.
    #[inline(always)]
    pub fn turn_corners(&self, corners: u16, m: usize) -> u16 {
        self.corner_moves.row(corners.into())[m]
    }

    /// Returns a lower bound on the distance of every state with these corners and this slice permutation, in moves of
    /// G1.
    #[inline(always)]
    pub fn corner_lower_bound(&self, corners: u16, order: u16) -> u8 {
        let (class, s) = self.tables.classes.class_of(corners.into());
        let order = self.slice_conjugates.conjugate(order.into(), s);
        self.corner_slice_entries[class * SlicePermutation::SIZE + order].distance()
    }

    /// Fills a pruning table by corner class and another coordinate of `size` ranks, given the rank after a move and the
    /// conjugate by a symmetry. Returns `None` if `cancel` was set.
    fn fill_pruning_entries(
        &self,
        size: usize,
        turn: impl Fn(usize, usize) -> usize,
        conjugate: impl Fn(usize, usize) -> usize,
        cancel: &CancelToken,
    ) -> Option<Vec<PruningEntry>> {
        let is_cancelled = || cancel.is_cancelled();
        let to = |state: usize, m: Move| {
            let rank = self.tables.classes.representative(state / size);
            let (class, s) = self.tables.classes.class_of(self.corner_moves.turn(rank, m.index()));
            (class, conjugate(turn(state % size, m.index()), s))
        };
        let expand = |state: usize, children: &mut Vec<usize>| {
            for m in G1_MOVES {
                let (class, other) = to(state, m);
                let stabilizer = self.tables.classes.stabilizer(class);
                children.extend(stabilizer.map(|t| class * size + conjugate(other, t)));
            }
        };
        let distances =
            distances_until(self.tables.classes.count() * size, [0], u8::MAX, is_cancelled, expand)?;
        let entry_of = |state: usize| {
            let (mut improving, mut not_worsening) = (0, 0);
            for (i, m) in G1_MOVES.iter().enumerate() {
                let (class, other) = to(state, *m);
                let to = distances[class * size + other];
                improving |= u32::from(to < distances[state]) << i;
                not_worsening |= u32::from(to <= distances[state]) << i;
            }
            PruningEntry::new(distances[state], improving, not_worsening)
        };
        let entry_of =
            |state: usize| (!state.is_multiple_of(1 << 10) || !is_cancelled()).then(|| entry_of(state));
        (0..distances.len()).map(entry_of).collect()
    }
}

impl Phase for Phase2 {
    type State = G1State;
    const MOVES: u32 = IN_G1;
    const LAST_MOVES: u32 = IN_G1;
    const SIZES: [usize; 2] = [UdEdges::SIZE, SlicePermutation::SIZE];
    /// 8! * 8! * 4! / 2.
    const STATES: u64 = 19_508_428_800;
    /// The ball has 5.1 million states; keys are somewhat more than a sixteenth of these, since a state whose corners
    /// have a stabilizer has several.
    const EXACT: (u8, usize) = (8, 440_856);
    const EXACT_WITH_FILTERS: (u8, usize) = (7, 81_754);
    const BALL_KEYS: [usize; 2] = [440_856, 2_277_698];

    #[inline(always)]
    fn tables(&self) -> &KeyTables {
        &self.tables
    }

    #[inline(always)]
    fn ranks(state: G1State) -> [usize; 3] {
        [state.corners, state.edges, state.order].map(usize::from)
    }

    #[inline(always)]
    fn state(ranks: [usize; 3]) -> G1State {
        let [corners, edges, order] = ranks.map(|rank| rank as u16);
        G1State { corners, edges, order }
    }

    #[inline(always)]
    fn turn(&self, state: G1State, m: usize) -> G1State {
        G1State {
            corners: self.corner_moves.row(state.corners.into())[m],
            edges: self.edge_moves[usize::from(state.edges)][usize::from(G1_MOVE_INDEX[m])],
            order: self.slice_moves.row(state.order.into())[m],
        }
    }

    #[inline(always)]
    fn conjugate(&self, edges: usize, order: usize, s: usize) -> (usize, usize) {
        (self.edge_conjugates.conjugate(edges, s), self.slice_conjugates.conjugate(order, s))
    }

    /// Returns the moves after which both pruning tables have a distance of at most `depth_left`: bit `m` for move `m`.
    #[inline(always)]
    fn candidate_moves(&self, state: G1State, depth_left: u8) -> u32 {
        let (class, s) = self.tables.classes.class_of(state.corners.into());
        let order = self.slice_conjugates.conjugate(state.order.into(), s);
        let upper = self.upper_conjugates[usize::from(self.upper_sets[usize::from(state.edges)])][s];
        let set = self.corner_slice_entries[class * SlicePermutation::SIZE + order].within(depth_left)
            & self.corner_upper_entries[class * UPPER_SETS + usize::from(upper)].within(depth_left);
        self.move_sets[s][set]
    }
}

/// Returns the images under symmetry `s` of a set of moves given as indices in [`G1_MOVES`].
fn unpack_conjugated(sets: &MoveSetConjugates, set: usize, s: usize) -> u32 {
    let moves = G1_MOVES.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
    sets.conjugate(moves.fold(0, |set, (_, m)| set | 1 << m.index()), s)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Phase2 {
        /// Computes the tables. With ball filters the exact table is smaller, of radius 7 instead of 8.
        pub(crate) fn new(ball_filter: Option<BallFilter>) -> Phase2 {
            Phase2::new_until(ball_filter, &CancelToken::never()).expect("nobody cancels it")
        }
    }

    #[test]
    fn moves_and_symmetries_act_on_the_sets_of_positions_of_upper_edges() {
        let phase = Phase2::new(None);
        let mut after_move = vec![[u8::MAX; G1_MOVES.len()]; UPPER_SETS];
        for edges in 0..UdEdges::SIZE {
            let set = usize::from(phase.upper_sets[edges]);
            for (s, conjugate) in phase.upper_conjugates[set].iter().enumerate() {
                assert_eq!(phase.upper_sets[phase.edge_conjugates.conjugate(edges, s)], *conjugate);
            }
            for (known, to) in after_move[set].iter_mut().zip(phase.edge_moves[edges]) {
                let to = phase.upper_sets[usize::from(to)];
                assert!([to, u8::MAX].contains(known));
                *known = to;
            }
        }
    }
}
