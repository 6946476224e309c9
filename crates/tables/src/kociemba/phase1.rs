//! Phase 1 of Kociemba's algorithm: how far a cube is from G1, exactly when near, by bounds when far.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::kociemba::ball_filter::{self, BallFilter, KeyCounts};
use crate::kociemba::distances::{FAR, distances};
use crate::kociemba::huge_pages::HugePageBuf;
use crate::kociemba::sym_classes::SymmetrySet;
use crate::kociemba::{
    BlockedBloomFilter, ConjugateTable, Coordinate, Entry, ExactTable, Flip, FlipSliceConjugates, INVERSES,
    MoveSetConjugates, MoveTable, SymClasses, Twist, UD_SYMMETRIES, UdSlice,
};
use crate::target::fill::{Filling, Watch};
use cubiform_cube::{Cube, Move};

/// How near a state is of which all is known, and how many keys are so near: a sixteenth of 13.2 million states, and more
/// for states whose twists symmetries keep.
const EXACT: (u8, usize) = (7, 1_005_765);

/// The same beside filters of what is beyond.
const EXACT_WITH_FILTERS: (u8, usize) = (6, 88_043);

/// How many keys are within a move more than these, and within two.
pub(super) const BALL_KEYS: KeyCounts = [1_005_765, 10_513_134];

/// How many cosets there are.
const STATE_COUNT: u64 = 2_217_093_120;

/// A state as phase 1 sees it: a coset of G1, of 2,217,093,120.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coset {
    /// The rank of its [`Twist`].
    pub twist: u16,
    /// The rank of its [`Flip`].
    pub flip: u16,
    /// The rank of its [`UdSlice`].
    pub slice: u16,
}

impl Coset {
    /// That of a cube.
    pub fn of(cube: &Cube) -> Coset {
        Coset {
            twist: Twist::rank_of(cube) as u16,
            flip: Flip::rank_of(cube) as u16,
            slice: UdSlice::rank_of(cube) as u16,
        }
    }
}

/// The tables of phase 1.
#[derive(Debug)]
pub struct Phase1 {
    twist_moves: MoveTable<Twist>,
    /// By twist and move: the class to which it leads, and in the last four bits the symmetry that leads on to its
    /// representative.
    class_after_move: HugePageBuf<[u16; Move::COUNT]>,
    flip_moves: MoveTable<Flip>,
    slice_moves: MoveTable<UdSlice>,
    classes: SymClasses,
    flip_slice_conjugates: FlipSliceConjugates,
    move_set_conjugates: MoveSetConjugates,
    exact: ExactTable,
    ball_filter: Option<BallFilter>,
}

impl Phase1 {
    /// Computes them: beside filters of what is beyond a smaller one of what is near.
    pub fn new(ball_filter: Option<BallFilter>) -> Phase1 {
        Phase1::new_until(ball_filter, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(ball_filter: Option<BallFilter>, cancel: &AtomicBool) -> Option<Phase1> {
        let check_cancel = || (!cancel.load(Ordering::Relaxed)).then_some(());
        let twist_conjugates = ConjugateTable::<Twist>::new();
        let twist_moves = MoveTable::<Twist>::new();
        check_cancel()?;
        let classes = SymClasses::new(Twist::SIZE, |twist, s| twist_conjugates.conjugate(twist, s));
        let mut class_after_move = HugePageBuf::new(Twist::SIZE);
        for (twist, row) in class_after_move.iter_mut().enumerate() {
            *row = twist_moves.row(twist).map(|child| {
                let (class, s) = classes.of(child.into());
                (class << 4 | s) as u16
            });
        }
        check_cancel()?;
        let flip_slice_conjugates = FlipSliceConjugates::new();
        check_cancel()?;
        let mut phase = Phase1 {
            twist_moves,
            class_after_move,
            flip_moves: MoveTable::new(),
            slice_moves: MoveTable::new(),
            classes,
            flip_slice_conjugates,
            move_set_conjugates: MoveSetConjugates::new(),
            exact: ExactTable::empty(),
            ball_filter,
        };
        let (radius, count) = if phase.ball_filter.is_some() { EXACT_WITH_FILTERS } else { EXACT };
        phase.exact =
            ExactTable::fill(0, radius, count, cancel, |key, children| phase.expand(key, children))?;
        Some(phase)
    }

    /// The state after a move.
    #[inline(always)]
    pub fn turn(&self, coset: Coset, m: usize) -> Coset {
        Coset {
            twist: self.twist_moves.row(coset.twist.into())[m],
            flip: self.flip_moves.row(coset.flip.into())[m],
            slice: self.slice_moves.row(coset.slice.into())[m],
        }
    }

    /// The states near G1, by the keys of [`Phase1::key`].
    #[inline(always)]
    pub fn exact_table(&self) -> &ExactTable {
        &self.exact
    }

    /// Filters of the states within a move more than those that are near, and so on; none if there are none.
    #[inline(always)]
    pub fn ball_filters(&self) -> &[BlockedBloomFilter] {
        self.ball_filter.as_ref().map_or(&[], BallFilter::filters)
    }

    /// Makes the filters.
    pub(super) fn fill_ball_filters(&self, watch: &Watch<'_>) -> Filling {
        let states = |key| self.classes.size(unkey(key).0);
        let expand = |key, children: &mut _| self.expand(key, children);
        ball_filter::fill(EXACT_WITH_FILTERS.0, BALL_KEYS, STATE_COUNT, watch, states, expand)
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn entry(&self, coset: Coset) -> Option<Entry> {
        let (key, s) = self.key(coset);
        Some(self.conjugated(self.exact.get(key)?, s))
    }

    /// At least how far from G1 a state is: exactly, if it is near.
    pub fn lower_bound(&self, coset: Coset) -> u8 {
        let (key, _) = self.key(coset);
        let distance = self.exact.get(key).map(|entry| entry.distance);
        distance.unwrap_or_else(|| {
            let excludes_key = |filter: &&BlockedBloomFilter| !filter.may_contain(key);
            self.exact.radius() + 1 + self.ball_filters().iter().take_while(excludes_key).count() as u8
        })
    }

    /// What is known of the state of a key as it is of the state itself, from which symmetry `s` leads to it.
    #[inline(always)]
    pub fn conjugated(&self, entry: Entry, s: usize) -> Entry {
        Entry {
            improving_moves: self.move_set_conjugates.conjugate(entry.improving_moves, INVERSES[s].into()),
            ..entry
        }
    }

    /// The key of the state, and the symmetry of [`UD_SYMMETRIES`] that makes the state of the key of it.
    #[inline(always)]
    pub fn key(&self, coset: Coset) -> (u32, usize) {
        let (class, s) = self.classes.of(coset.twist.into());
        let (flip, slice) = self.flip_slice_conjugates.conjugate(coset.flip.into(), coset.slice.into(), s);
        (key(class, flip, slice), s)
    }

    /// The key of the state after a move, and the symmetry that leads from that state to the key's.
    #[inline(always)]
    pub fn key_after(&self, coset: Coset, m: usize) -> (u32, usize) {
        let packed = usize::from(self.class_after_move[usize::from(coset.twist)][m]);
        let (class, s) = (packed >> 4, packed & 15);
        let (flip, slice) =
            (self.flip_moves.turn(coset.flip.into(), m), self.slice_moves.turn(coset.slice.into(), m));
        let (flip, slice) = self.flip_slice_conjugates.conjugate(flip, slice, s);
        (key(class, flip, slice), s)
    }

    /// How many states are near, by their distance.
    pub fn exact_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::from(self.exact.radius()) + 1];
        for (key, entry) in self.exact.iter() {
            // A key stands for a state of each of the twists of its class.
            let (class, ..) = unkey(key);
            counts[usize::from(entry.distance)] += self.classes.size(class);
        }
        counts
    }

    /// How large they are, in bytes.
    pub fn bytes(&self) -> usize {
        let moves = self.twist_moves.bytes()
            + size_of_val(&self.class_after_move[..])
            + self.flip_moves.bytes()
            + self.slice_moves.bytes();
        moves
            + self.classes.bytes()
            + self.flip_slice_conjugates.bytes()
            + size_of_val(&self.move_set_conjugates)
            + self.exact.bytes()
            + self.ball_filter.as_ref().map_or(0, BallFilter::bytes)
    }

    /// How many cosets there are by their distance from G1, all of them: takes a minute and a gigabyte.
    pub fn distribution(&self) -> Vec<u64> {
        let size = self.classes.count() * UdSlice::SIZE * Flip::SIZE;
        let expand = |state: usize, children: &mut Vec<usize>| {
            let mut keys = Vec::new();
            self.expand(state as u32, &mut keys);
            children.extend(keys.iter().map(|(key, _)| *key as usize));
        };
        let mut counts = Vec::new();
        for (key, distance) in distances(size, 0, u8::MAX, expand).into_iter().enumerate() {
            assert_ne!(distance, FAR, "every coset can be reached");
            counts.resize(counts.len().max(usize::from(distance) + 1), 0);
            counts[usize::from(distance)] += self.classes.size(unkey(key as u32).0);
        }
        counts
    }

    /// Appends the keys to which the moves lead from one, with the moves that lead back.
    fn expand(&self, parent: u32, children: &mut Vec<(u32, u8)>) {
        let (class, flip, slice) = unkey(parent);
        let twist = self.classes.representative(class) as u16;
        let coset = Coset { twist, flip: flip as u16, slice: slice as u16 };
        for m in Move::all() {
            let child = self.turn(coset, m.index());
            let (class, s) = self.classes.of(child.twist.into());
            let (flip, slice) =
                self.flip_slice_conjugates.conjugate(child.flip.into(), child.slice.into(), s);
            let back = UD_SYMMETRIES[s].conjugate(m.inverse());
            for t in self.classes.stabilizer(class).members() {
                let (flip, slice) = self.flip_slice_conjugates.conjugate(flip, slice, t);
                children.push((key(class, flip, slice), UD_SYMMETRIES[t].conjugate(back).index() as u8));
            }
        }
    }
}

/// The key of a state whose twist is the representative of its class.
#[inline(always)]
fn key(class: usize, flip: usize, slice: usize) -> u32 {
    ((class * UdSlice::SIZE + slice) * Flip::SIZE + flip) as u32
}

/// The class of the twist, the flip and the slice of a key.
fn unkey(key: u32) -> (usize, usize, usize) {
    let (rest, flip) = (key as usize / Flip::SIZE, key as usize % Flip::SIZE);
    (rest / UdSlice::SIZE, flip, rest % UdSlice::SIZE)
}
