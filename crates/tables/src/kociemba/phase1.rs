//! Phase 1 of Kociemba's algorithm: the distance of a cube from G1.
//!
//! A state is a coset of G1: twist, flip and UD slice. Within the radius of the exact table its distance is exact;
//! beyond, it is bounded by the radius and, if there are any, by the ball filters.
//!
//! A *key* identifies a coset up to the sixteen symmetries of the U-D axis: the coset is conjugated by a symmetry that
//! maps its twist to the representative of the twist's class. Then
//!
//! ```text
//! key = (twist class * 495 + slice) * 2048 + flip
//! ```
//!
//! If symmetries stabilize the representative twist, several keys stand for equivalent cosets. Tables contain all of
//! them.

use crate::kociemba::ball_filter::{self, BallFilter, KeyCounts};
use crate::kociemba::huge_pages::zeros;
use crate::kociemba::{
    BlockedBloomFilter, ConjugateTable, Coordinate, Entry, ExactTable, Flip, FlipSliceConjugates, INVERSES,
    MoveSetConjugates, MoveTable, SymClasses, Twist, UD_SYMMETRIES, UdSlice,
};
use cubiform_cube::{Cube, Move};
use cubiform_store::fill::{Filling, Watch};
use cubiform_threads::CancelToken;

/// Radius of the exact table without ball filters, in moves, and its number of keys. The ball has 13.2 million cosets;
/// keys are somewhat more than a sixteenth of these, since a coset whose twist has a stabilizer has several.
const EXACT: (u8, usize) = (7, 1_005_765);

/// Radius and number of keys of the exact table that goes with ball filters.
const EXACT_WITH_FILTERS: (u8, usize) = (6, 88_043);

/// Number of keys within one and within two moves more than the radius of [`EXACT_WITH_FILTERS`].
pub(super) const BALL_KEYS: KeyCounts = [1_005_765, 10_513_134];

/// Number of cosets of G1: 3^7 * 2^11 * C(12, 4).
const STATE_COUNT: u64 = 2_217_093_120;

/// A state of phase 1: one of the 2,217,093,120 cosets of G1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coset {
    /// Rank of `Twist`.
    pub twist: u16,
    /// Rank of `Flip`.
    pub flip: u16,
    /// Rank of `UdSlice`.
    pub slice: u16,
}

impl Coset {
    /// Returns the coset of a cube.
    pub fn from_cube(cube: &Cube) -> Coset {
        Coset {
            twist: Twist::rank_of(cube) as u16,
            flip: Flip::rank_of(cube) as u16,
            slice: UdSlice::rank_of(cube) as u16,
        }
    }
}

/// The move tables, symmetry tables and lower bounds of phase 1.
#[derive(Debug)]
pub struct Phase1 {
    twist_moves: MoveTable<Twist>,
    /// By twist and move, for the twist after the move:
    ///
    /// | bits | value |
    /// |---|---|
    /// | 0-3 | index in [`UD_SYMMETRIES`] of the symmetry that maps it to its representative |
    /// | 4-15 | its symmetry class |
    class_after_move: Vec<[u16; Move::COUNT]>,
    flip_moves: MoveTable<Flip>,
    slice_moves: MoveTable<UdSlice>,
    /// Symmetry classes of the twists.
    classes: SymClasses,
    flip_slice_conjugates: FlipSliceConjugates,
    move_set_conjugates: MoveSetConjugates,
    exact: ExactTable,
    ball_filter: Option<BallFilter>,
}

impl Phase1 {
    /// Computes the tables. With ball filters the exact table is smaller, of radius 6 instead of 7. Returns `None` if
    /// `cancel` was set before they were done.
    pub fn new_until(ball_filter: Option<BallFilter>, cancel: &CancelToken) -> Option<Phase1> {
        let check_cancel = || (!cancel.is_cancelled()).then_some(());
        let twist_conjugates = ConjugateTable::<Twist>::new();
        let twist_moves = MoveTable::<Twist>::new();
        check_cancel()?;
        let classes = SymClasses::new(Twist::SIZE, |twist, s| twist_conjugates.conjugate(twist, s));
        let mut class_after_move: Vec<[u16; Move::COUNT]> = zeros(Twist::SIZE);
        for (twist, row) in class_after_move.iter_mut().enumerate() {
            *row = twist_moves.row(twist).map(|child| {
                let (class, s) = classes.class_of(child.into());
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

    /// Returns the coset after a move.
    #[inline(always)]
    pub fn turn(&self, coset: Coset, m: usize) -> Coset {
        Coset {
            twist: self.twist_moves.row(coset.twist.into())[m],
            flip: self.flip_moves.row(coset.flip.into())[m],
            slice: self.slice_moves.row(coset.slice.into())[m],
        }
    }

    /// Returns the exact table of the cosets near G1, by [`Phase1::key`].
    #[inline(always)]
    pub fn exact_table(&self) -> &ExactTable {
        &self.exact
    }

    /// Returns the filters of the balls beyond the exact table: `ball_filters()[i]` contains all keys within
    /// `radius + 1 + i` moves. Empty if there are none.
    #[inline(always)]
    pub fn ball_filters(&self) -> &[BlockedBloomFilter] {
        self.ball_filter.as_ref().map_or(&[], BallFilter::filters)
    }

    /// Builds the ball filters.
    pub(super) fn fill_ball_filters(&self, watch: &Watch<'_>) -> Filling {
        let states = |key| self.classes.size(unkey(key).0);
        let expand = |key, children: &mut _| self.expand(key, children);
        ball_filter::fill(EXACT_WITH_FILTERS.0, BALL_KEYS, STATE_COUNT, watch, states, expand)
    }

    /// Returns a lower bound on the distance of a coset from G1, in moves (HTM). It is exact within the radius of the
    /// exact table.
    pub fn lower_bound(&self, coset: Coset) -> u8 {
        let (key, _) = self.key(coset);
        let distance = self.exact.get(key).map(|entry| entry.distance);
        distance.unwrap_or_else(|| {
            let excludes_key = |filter: &&BlockedBloomFilter| !filter.may_contain(key);
            self.exact.radius() + 1 + self.ball_filters().iter().take_while(excludes_key).count() as u8
        })
    }

    /// Converts the entry of a key to the frame of the coset itself; `s` is the symmetry that [`Phase1::key`] returned.
    #[inline(always)]
    pub fn conjugated(&self, entry: Entry, s: usize) -> Entry {
        Entry {
            improving_moves: self.move_set_conjugates.conjugate(entry.improving_moves, INVERSES[s].into()),
            ..entry
        }
    }

    /// Returns the key of a coset, and the symmetry of `UD_SYMMETRIES` that maps the coset to the key's coset.
    #[inline(always)]
    pub fn key(&self, coset: Coset) -> (u32, usize) {
        let (class, s) = self.classes.class_of(coset.twist.into());
        let (flip, slice) = self.flip_slice_conjugates.conjugate(coset.flip.into(), coset.slice.into(), s);
        (key(class, flip, slice), s)
    }

    /// Returns the [`Phase1::key`] of the coset after a move.
    #[inline(always)]
    pub fn key_after(&self, coset: Coset, m: usize) -> (u32, usize) {
        let packed = usize::from(self.class_after_move[usize::from(coset.twist)][m]);
        let (class, s) = (packed >> 4, packed & 15);
        let (flip, slice) =
            (self.flip_moves.turn(coset.flip.into(), m), self.slice_moves.turn(coset.slice.into(), m));
        let (flip, slice) = self.flip_slice_conjugates.conjugate(flip, slice, s);
        (key(class, flip, slice), s)
    }

    /// Appends the keys of the children of a key, each with the move that leads back. If the child's twist has a
    /// stabilizer, all its equivalent keys are appended.
    fn expand(&self, parent: u32, children: &mut Vec<(u32, u8)>) {
        let (class, flip, slice) = unkey(parent);
        let twist = self.classes.representative(class) as u16;
        let coset = Coset { twist, flip: flip as u16, slice: slice as u16 };
        for m in Move::all() {
            let child = self.turn(coset, m.index());
            let (class, s) = self.classes.class_of(child.twist.into());
            let (flip, slice) =
                self.flip_slice_conjugates.conjugate(child.flip.into(), child.slice.into(), s);
            let back = UD_SYMMETRIES[s].conjugate(m.inverse());
            for t in self.classes.stabilizer(class) {
                let (flip, slice) = self.flip_slice_conjugates.conjugate(flip, slice, t);
                children.push((key(class, flip, slice), UD_SYMMETRIES[t].conjugate(back).index() as u8));
            }
        }
    }
}

/// Returns the key of a coset whose twist is the representative of its class.
#[inline(always)]
fn key(class: usize, flip: usize, slice: usize) -> u32 {
    ((class * UdSlice::SIZE + slice) * Flip::SIZE + flip) as u32
}

/// Returns the class of the twist, the flip and the slice of a key.
fn unkey(key: u32) -> (usize, usize, usize) {
    let (rest, flip) = (key as usize / Flip::SIZE, key as usize % Flip::SIZE);
    (rest / UdSlice::SIZE, flip, rest % UdSlice::SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_store::distance_table::{UNREACHED, distances_until};

    impl Phase1 {
        /// Computes the tables. With ball filters the exact table is smaller, of radius 6 instead of 7.
        pub(crate) fn new(ball_filter: Option<BallFilter>) -> Phase1 {
            Phase1::new_until(ball_filter, &CancelToken::never()).expect("nobody cancels it")
        }

        /// Returns distance and improving moves of a coset within the exact radius, else `None`.
        #[inline(always)]
        pub(crate) fn entry(&self, coset: Coset) -> Option<Entry> {
            let (key, s) = self.key(coset);
            Some(self.conjugated(self.exact.get(key)?, s))
        }

        /// Returns the number of cosets in the exact table, by distance.
        pub(crate) fn exact_counts(&self) -> Vec<u64> {
            let mut counts = vec![0; usize::from(self.exact.radius()) + 1];
            for (key, entry) in self.exact.iter() {
                // A key stands for one coset for each twist of its class.
                let (class, ..) = unkey(key);
                counts[usize::from(entry.distance)] += self.classes.size(class);
            }
            counts
        }

        /// Returns the number of all cosets by distance from G1, in moves (HTM).
        ///
        /// The count takes one byte of memory for each key, and four for each key of the frontier and of the next level.
        pub(crate) fn distribution(&self) -> Vec<u64> {
            let size = self.classes.count() * UdSlice::SIZE * Flip::SIZE;
            let expand = |state: usize, children: &mut Vec<usize>| {
                let mut keys = Vec::new();
                self.expand(state as u32, &mut keys);
                children.extend(keys.iter().map(|(key, _)| *key as usize));
            };
            let mut counts = Vec::new();
            let distances = distances_until(size, [0], u8::MAX, || false, expand).expect("nobody stops it");
            for (key, distance) in distances.into_iter().enumerate() {
                assert_ne!(distance, UNREACHED, "every coset can be reached");
                counts.resize(counts.len().max(usize::from(distance) + 1), 0);
                counts[usize::from(distance)] += self.classes.size(unkey(key as u32).0);
            }
            counts
        }
    }
}
