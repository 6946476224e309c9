//! Phase 1 of Kociemba's algorithm: the distance of a cube from G1.
//!
//! A state is a coset of G1: twist, flip and UD slice. Within the radius of the exact table its distance is exact;
//! beyond, it is bounded by the radius and, if there are any, by the ball filters.
//!
//! A [key](Phase::key) is `(twist class * 495 + slice) * 2048 + flip`.

use crate::kociemba::huge_pages::zeros;
use crate::kociemba::phase::{self, KeyTables, Phase};
use crate::kociemba::{
    BallFilter, BlockedBloomFilter, ConjugateTable, Coordinate, Flip, FlipSliceConjugates, IN_G1, MoveTable,
    SymClasses, Twist, UdSlice,
};
use cubiform_cube::{Cube, Move};
use cubiform_threads::CancelToken;

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
    /// | 0-3 | index in [`UD_SYMMETRIES`](super::UD_SYMMETRIES) of the symmetry that maps it to its representative |
    /// | 4-15 | its symmetry class |
    class_after_move: Vec<[u16; Move::COUNT]>,
    flip_moves: MoveTable<Flip>,
    slice_moves: MoveTable<UdSlice>,
    flip_slice_conjugates: FlipSliceConjugates,
    /// The tables by key, with the symmetry classes of the twists.
    tables: KeyTables,
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
            flip_slice_conjugates,
            tables: KeyTables::new(classes, ball_filter),
        };
        phase.tables.exact = phase::fill_exact_table(&phase, cancel)?;
        Some(phase)
    }

    /// Returns a lower bound on the distance of a coset from G1, in moves (HTM). It is exact within the radius of the
    /// exact table.
    pub fn lower_bound(&self, coset: Coset) -> u8 {
        let (key, _) = self.key(coset);
        let distance = self.exact_table().get(key).map(|entry| entry.distance);
        distance.unwrap_or_else(|| {
            let excludes_key = |filter: &&BlockedBloomFilter| !filter.may_contain(key);
            self.exact_table().radius()
                + 1
                + self.ball_filters().iter().take_while(excludes_key).count() as u8
        })
    }
}

impl Phase for Phase1 {
    type State = Coset;
    const MOVES: u32 = (1 << Move::COUNT) - 1;
    /// Moves of G1 do not lead from outside G1 into it: after the last other move, they belong to phase 2.
    const LAST_MOVES: u32 = !IN_G1;
    const SIZES: [usize; 2] = [Flip::SIZE, UdSlice::SIZE];
    /// 3^7 * 2^11 * C(12, 4).
    const STATES: u64 = 2_217_093_120;
    /// The ball has 13.2 million cosets; keys are somewhat more than a sixteenth of these, since a coset whose twist has
    /// a stabilizer has several.
    const EXACT: (u8, usize) = (7, 1_005_765);
    const EXACT_WITH_FILTERS: (u8, usize) = (6, 88_043);
    const BALL_KEYS: [usize; 2] = [1_005_765, 10_513_134];

    #[inline(always)]
    fn tables(&self) -> &KeyTables {
        &self.tables
    }

    #[inline(always)]
    fn ranks(coset: Coset) -> [usize; 3] {
        [coset.twist, coset.flip, coset.slice].map(usize::from)
    }

    #[inline(always)]
    fn state(ranks: [usize; 3]) -> Coset {
        let [twist, flip, slice] = ranks.map(|rank| rank as u16);
        Coset { twist, flip, slice }
    }

    #[inline(always)]
    fn turn(&self, coset: Coset, m: usize) -> Coset {
        Coset {
            twist: self.twist_moves.row(coset.twist.into())[m],
            flip: self.flip_moves.row(coset.flip.into())[m],
            slice: self.slice_moves.row(coset.slice.into())[m],
        }
    }

    #[inline(always)]
    fn conjugate(&self, flip: usize, slice: usize, s: usize) -> (usize, usize) {
        self.flip_slice_conjugates.conjugate(flip, slice, s)
    }

    #[inline(always)]
    fn key_after(&self, coset: Coset, m: usize) -> (u32, usize) {
        let packed = usize::from(self.class_after_move[usize::from(coset.twist)][m]);
        let (class, s) = (packed >> 4, packed & 15);
        let (flip, slice) =
            (self.flip_moves.turn(coset.flip.into(), m), self.slice_moves.turn(coset.slice.into(), m));
        (self.key_of_class(class, flip, slice, s), s)
    }
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

        /// Returns the number of all cosets by distance from G1, in moves (HTM).
        ///
        /// The count takes one byte of memory for each key, and four for each key of the frontier and of the next level.
        pub(crate) fn distribution(&self) -> Vec<u64> {
            let size = self.tables.classes.count() * UdSlice::SIZE * Flip::SIZE;
            let expand = |state: usize, children: &mut Vec<usize>| {
                let mut keys = Vec::new();
                phase::expand(self, state as u32, &mut keys);
                children.extend(keys.iter().map(|(key, _)| *key as usize));
            };
            let mut counts = Vec::new();
            let distances = distances_until(size, [0], u8::MAX, || false, expand).expect("nobody stops it");
            for (key, distance) in distances.into_iter().enumerate() {
                assert_ne!(distance, UNREACHED, "every coset can be reached");
                counts.resize(counts.len().max(usize::from(distance) + 1), 0);
                counts[usize::from(distance)] += self.tables.states::<Phase1>(key as u32);
            }
            counts
        }
    }
}
