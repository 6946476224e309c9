//! Phase 2 of Kociemba's algorithm: how far a state of G1 is from solved, exactly when near, by bounds when far.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::kociemba::ball_filter::{self, BallFilter, KeyCounts};
use crate::kociemba::distances::distances_until;
use crate::kociemba::sym_classes::SymmetrySet;
use crate::kociemba::{
    BlockedBloomFilter, ConjugateTable, Coordinate, CornerPermutation, Entry, ExactTable, IN_G1, INVERSES,
    MoveSetConjugates, MoveTable, SlicePermutation, SymClasses, UD_SYMMETRIES, UdEdges,
};
use crate::target::fill::{Filling, Watch};
use cubiform_cube::{Cube, Move};

/// How near a state is of which all is known, and how many keys are so near: a sixteenth of 5.1 million states, and more for
/// states whose corners symmetries keep.
const EXACT: (u8, usize) = (8, 440_856);

/// The same beside filters of what is beyond.
const EXACT_WITH_FILTERS: (u8, usize) = (7, 81_754);

/// How many keys are within a move more than these, and within two.
pub(super) const BALL_KEYS: KeyCounts = [440_856, 2_277_698];

/// How many states there are.
const STATE_COUNT: u64 = 19_508_428_800;

/// A state of G1, of 19,508,428,800.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct G1State {
    /// The rank of its [`CornerPermutation`].
    pub corners: u16,
    /// The rank of its [`UdEdges`].
    pub edges: u16,
    /// The rank of its [`SlicePermutation`].
    pub order: u16,
}

impl G1State {
    /// That of a cube, which must be in G1.
    pub fn of(cube: &Cube) -> G1State {
        G1State {
            corners: CornerPermutation::rank_of(cube) as u16,
            edges: UdEdges::rank_of(cube) as u16,
            order: SlicePermutation::rank_of(cube) as u16,
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

/// The indices of the moves in [`G1_MOVES`].
const G1_MOVE_INDEX: [u8; Move::COUNT] = {
    let mut indices = [0; Move::COUNT];
    let mut i = 0;
    while i < G1_MOVES.len() {
        indices[G1_MOVES[i].index()] = i as u8;
        i += 1;
    }
    indices
};

/// A distance, and where the moves of [`G1_MOVES`] lead: ten bits for those that come improving, ten for those that do not
/// lead farther, then the distance.
///
/// With these the children of a node are tested without being made.
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

    /// The moves, as a set of ten bits, that lead to where `depth_left` may be enough.
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

/// Which four of the eight positions in U and D the edges of U have: 8 over 4.
const UPPER_LAYER_SETS: usize = 70;

/// The halves: where the edges of U are, in whatever order. A symmetry that exchanges U and D makes of it where those of
/// D were.
#[derive(Debug)]
struct UpperLayerSets {
    /// By rank of the [`UdEdges`].
    of: Vec<u8>,
    after_move: Vec<[u8; Move::COUNT]>,
    conjugates: Vec<[u8; 16]>,
}

impl UpperLayerSets {
    fn new(conjugates: &ConjugateTable<UdEdges>, moves: &MoveTable<UdEdges>) -> UpperLayerSets {
        let set = |rank: usize| UdEdges::unrank(rank)[..4].iter().fold(0u8, |set, p| set | 1 << p);
        // The first four positions lead in a rank: all of a index stand together but for the order of the four.
        let sets: Vec<u8> = (0..UdEdges::SIZE).step_by(24).map(set).collect();
        let mut numbers: Vec<u8> = sets.clone();
        numbers.sort_unstable();
        numbers.dedup();
        let number = |set: u8| numbers.iter().position(|s| *s == set).expect("one of the halves");
        // The solved cube's is the first: the least set.
        let of: Vec<u8> = sets.iter().map(|set| number(*set) as u8).flat_map(|index| [index; 24]).collect();
        let ranks: Vec<usize> = (0..UPPER_LAYER_SETS)
            .map(|index| of.iter().position(|h| usize::from(*h) == index).expect("it has ranks"))
            .collect();
        let after_moves = |rank: &usize| {
            let mut row = [0; Move::COUNT];
            G1_MOVES.iter().for_each(|m| row[m.index()] = of[moves.turn(*rank, m.index())]);
            row
        };
        let conjugated = |rank: &usize| std::array::from_fn(|s| of[conjugates.conjugate(*rank, s)]);
        UpperLayerSets {
            after_move: ranks.iter().map(after_moves).collect(),
            conjugates: ranks.iter().map(conjugated).collect(),
            of,
        }
    }

    #[inline(always)]
    fn of(&self, edges: u16) -> usize {
        self.of[usize::from(edges)].into()
    }

    fn turn(&self, index: usize, m: Move) -> usize {
        self.after_move[index][m.index()].into()
    }

    #[inline(always)]
    fn conjugate(&self, index: usize, s: usize) -> usize {
        self.conjugates[index][s].into()
    }
}

/// The tables of phase 2.
#[derive(Debug)]
pub struct Phase2 {
    corner_moves: MoveTable<CornerPermutation>,
    /// By rank and the place of the move in [`G1_MOVES`].
    edge_moves: Vec<[u16; G1_MOVES.len()]>,
    slice_moves: MoveTable<SlicePermutation>,
    corner_classes: SymClasses,
    edge_conjugates: ConjugateTable<UdEdges>,
    slice_conjugates: ConjugateTable<SlicePermutation>,
    move_set_conjugates: MoveSetConjugates,
    /// By class of the corners and order of the slice.
    corner_slice_entries: Vec<PruningEntry>,
    /// By class of the corners and halves of the edges.
    corner_upper_entries: Vec<PruningEntry>,
    upper_layer_sets: UpperLayerSets,
    /// By symmetry and set of moves of G1: the moves to which the inverse of the symmetry carries them.
    move_sets: Vec<[u32; 1 << G1_MOVES.len()]>,
    exact: ExactTable,
    ball_filter: Option<BallFilter>,
}

impl Phase2 {
    /// Computes them: beside filters of what is beyond a smaller one of what is near.
    pub fn new(ball_filter: Option<BallFilter>) -> Phase2 {
        Phase2::new_until(ball_filter, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(ball_filter: Option<BallFilter>, cancel: &AtomicBool) -> Option<Phase2> {
        let check_cancel = || (!cancel.load(Ordering::Relaxed)).then_some(());
        let corner_conjugates = ConjugateTable::<CornerPermutation>::new();
        check_cancel()?;
        let edge_conjugates = ConjugateTable::<UdEdges>::new();
        check_cancel()?;
        let edge_moves = MoveTable::new();
        check_cancel()?;
        let corner_moves = MoveTable::new();
        check_cancel()?;
        let corner_classes =
            SymClasses::new(CornerPermutation::SIZE, |rank, s| corner_conjugates.conjugate(rank, s));
        check_cancel()?;
        let move_set_conjugates = MoveSetConjugates::new();
        let mut phase = Phase2 {
            corner_moves,
            slice_moves: MoveTable::new(),
            corner_classes,
            upper_layer_sets: UpperLayerSets::new(&edge_conjugates, &edge_moves),
            edge_moves: (0..UdEdges::SIZE)
                .map(|rank| G1_MOVES.map(|m| edge_moves.row(rank)[m.index()]))
                .collect(),
            edge_conjugates,
            slice_conjugates: ConjugateTable::new(),
            move_sets: INVERSES
                .iter()
                .map(|s| std::array::from_fn(|set| unpack_conjugated(&move_set_conjugates, set, (*s).into())))
                .collect(),
            move_set_conjugates,
            corner_slice_entries: Vec::new(),
            corner_upper_entries: Vec::new(),
            exact: ExactTable::empty(),
            ball_filter,
        };
        let (slices, conjugates) = (&phase.slice_moves, &phase.slice_conjugates);
        phase.corner_slice_entries = phase.fill_pruning_entries(
            SlicePermutation::SIZE,
            |order, m| slices.turn(order, m.index()),
            |order, s| conjugates.conjugate(order, s),
            cancel,
        )?;
        let upper_sets = &phase.upper_layer_sets;
        phase.corner_upper_entries = phase.fill_pruning_entries(
            UPPER_LAYER_SETS,
            |index, m| upper_sets.turn(index, m),
            |index, s| upper_sets.conjugate(index, s),
            cancel,
        )?;
        let (radius, count) = if phase.ball_filter.is_some() { EXACT_WITH_FILTERS } else { EXACT };
        phase.exact =
            ExactTable::fill(0, radius, count, cancel, |key, children| phase.expand(key, children))?;
        Some(phase)
    }

    /// The move table of the corners, whose moves are all eighteen.
    pub fn corner_moves(&self) -> &MoveTable<CornerPermutation> {
        &self.corner_moves
    }

    /// The state after a move of G1.
    #[inline(always)]
    pub fn turn(&self, state: G1State, m: usize) -> G1State {
        G1State {
            corners: self.corner_moves.row(state.corners.into())[m],
            edges: self.edge_moves[usize::from(state.edges)][usize::from(G1_MOVE_INDEX[m])],
            order: self.slice_moves.row(state.order.into())[m],
        }
    }

    /// At least how far from solved a state with these corners and this order is.
    #[inline(always)]
    pub fn corner_lower_bound(&self, corners: u16, order: u16) -> u8 {
        let (class, s) = self.corner_classes.of(corners.into());
        let order = self.slice_conjugates.conjugate(order.into(), s);
        self.corner_slice_entries[class * SlicePermutation::SIZE + order].distance()
    }

    /// The moves after which, as far as bounds tell, `depth_left` more may do, bit `m` for move `m`.
    #[inline(always)]
    pub fn candidate_moves(&self, state: G1State, depth_left: u8) -> u32 {
        let (class, s) = self.corner_classes.of(state.corners.into());
        let order = self.slice_conjugates.conjugate(state.order.into(), s);
        let index = self.upper_layer_sets.conjugate(self.upper_layer_sets.of(state.edges), s);
        let set = self.corner_slice_entries[class * SlicePermutation::SIZE + order].within(depth_left)
            & self.corner_upper_entries[class * UPPER_LAYER_SETS + index].within(depth_left);
        self.move_sets[s][set]
    }

    /// Filters of the states within a move more than those that are near, and so on; none if there are none.
    #[inline(always)]
    pub fn ball_filters(&self) -> &[BlockedBloomFilter] {
        self.ball_filter.as_ref().map_or(&[], BallFilter::filters)
    }

    /// Makes the filters.
    pub(super) fn fill_ball_filters(&self, watch: &Watch<'_>) -> Filling {
        let states = |key| self.corner_classes.size(unkey(key).0);
        let expand = |key, children: &mut _| self.expand(key, children);
        ball_filter::fill(EXACT_WITH_FILTERS.0, BALL_KEYS, STATE_COUNT, watch, states, expand)
    }

    /// The states near the solved one, by the keys of [`Phase2::key`].
    #[inline(always)]
    pub fn exact_table(&self) -> &ExactTable {
        &self.exact
    }

    /// The key of the state, and the symmetry of [`UD_SYMMETRIES`] that makes the state of the key of it.
    #[inline(always)]
    pub fn key(&self, state: G1State) -> (u32, usize) {
        let (class, s) = self.corner_classes.of(state.corners.into());
        let edges = self.edge_conjugates.conjugate(state.edges.into(), s);
        (key(class, edges, self.slice_conjugates.conjugate(state.order.into(), s)), s)
    }

    /// What is known of the state of a key as it is of the state itself, from which symmetry `s` leads to it.
    #[inline(always)]
    pub fn conjugated(&self, entry: Entry, s: usize) -> Entry {
        Entry {
            improving_moves: self.move_set_conjugates.conjugate(entry.improving_moves, INVERSES[s].into()),
            ..entry
        }
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn entry(&self, state: G1State) -> Option<Entry> {
        let (key, s) = self.key(state);
        Some(self.conjugated(self.exact.get(key)?, s))
    }

    /// How many states are near, by their distance.
    pub fn exact_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::from(self.exact.radius()) + 1];
        for (key, entry) in self.exact.iter() {
            // A key stands for a state of each of the permutations of the corners of its class.
            let (class, ..) = unkey(key);
            counts[usize::from(entry.distance)] += self.corner_classes.size(class);
        }
        counts
    }

    /// How large they are, in bytes.
    pub fn bytes(&self) -> usize {
        let moves = self.corner_moves.bytes() + size_of_val(&self.edge_moves[..]) + self.slice_moves.bytes();
        let conjugates = self.edge_conjugates.bytes() + self.slice_conjugates.bytes();
        let sets = size_of_val(&self.move_set_conjugates) + size_of_val(&self.move_sets[..]);
        let entry_bytes =
            size_of_val(&self.corner_slice_entries[..]) + size_of_val(&self.corner_upper_entries[..]);
        moves
            + conjugates
            + sets
            + entry_bytes
            + self.corner_classes.bytes()
            + self.upper_layer_sets.of.len()
            + self.exact.bytes()
            + self.ball_filter.as_ref().map_or(0, BallFilter::bytes)
    }

    /// Signposts by class of the corners and another other, of which there are `size`; `None` if `cancel` was set.
    fn fill_pruning_entries(
        &self,
        size: usize,
        turn: impl Fn(usize, Move) -> usize,
        conjugate: impl Fn(usize, usize) -> usize,
        cancel: &AtomicBool,
    ) -> Option<Vec<PruningEntry>> {
        let is_cancelled = || cancel.load(Ordering::Relaxed);
        let to = |state: usize, m: Move| {
            let rank = self.corner_classes.representative(state / size);
            let (class, s) = self.corner_classes.of(self.corner_moves.turn(rank, m.index()));
            (class, conjugate(turn(state % size, m), s))
        };
        let expand = |state: usize, children: &mut Vec<usize>| {
            for m in G1_MOVES {
                let (class, other) = to(state, m);
                let stabilizer = self.corner_classes.stabilizer(class).members();
                children.extend(stabilizer.map(|t| class * size + conjugate(other, t)));
            }
        };
        let distances =
            distances_until(self.corner_classes.count() * size, 0, u8::MAX, is_cancelled, expand)?;
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

    /// Appends the keys to which the moves lead from one, with the moves that lead back.
    fn expand(&self, parent: u32, children: &mut Vec<(u32, u8)>) {
        let (class, edges, order) = unkey(parent);
        let corners = self.corner_classes.representative(class) as u16;
        let state = G1State { corners, edges: edges as u16, order: order as u16 };
        for m in G1_MOVES {
            let child = self.turn(state, m.index());
            let (class, s) = self.corner_classes.of(child.corners.into());
            let edges = self.edge_conjugates.conjugate(child.edges.into(), s);
            let order = self.slice_conjugates.conjugate(child.order.into(), s);
            let back = UD_SYMMETRIES[s].conjugate(m.inverse());
            for t in self.corner_classes.stabilizer(class).members() {
                let edges = self.edge_conjugates.conjugate(edges, t);
                let order = self.slice_conjugates.conjugate(order, t);
                children.push((key(class, edges, order), UD_SYMMETRIES[t].conjugate(back).index() as u8));
            }
        }
    }
}

/// The moves to which symmetry `s` carries those of a set of ten bits.
fn unpack_conjugated(sets: &MoveSetConjugates, set: usize, s: usize) -> u32 {
    let moves = G1_MOVES.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
    sets.conjugate(moves.fold(0, |set, (_, m)| set | 1 << m.index()), s)
}

/// The key of a state whose corners are the representative of their class.
#[inline(always)]
fn key(class: usize, edges: usize, order: usize) -> u32 {
    ((class * SlicePermutation::SIZE + order) * UdEdges::SIZE + edges) as u32
}

/// The class of the corners, the edges and the order of a key.
fn unkey(key: u32) -> (usize, usize, usize) {
    let (rest, edges) = (key as usize / UdEdges::SIZE, key as usize % UdEdges::SIZE);
    (rest / SlicePermutation::SIZE, edges, rest % SlicePermutation::SIZE)
}
