//! Phase 1 of Kociemba's algorithm: how far a cube is from G1, exactly when near, by bounds when far.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::kociemba::ball_filter::{self, BallFilter, Keys};
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
pub(super) const BALL_KEYS: Keys = [1_005_765, 10_513_134];

/// How many cosets there are.
const STATES: u64 = 2_217_093_120;

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
    twists: MoveTable<Twist>,
    /// By twist and move: the class to which it leads, and in the last four bits the symmetry that leads on to its
    /// representative.
    turned_classes: HugePageBuf<[u16; Move::COUNT]>,
    flips: MoveTable<Flip>,
    slices: MoveTable<UdSlice>,
    classes: SymClasses,
    conjugates: FlipSliceConjugates,
    sets: MoveSetConjugates,
    near: ExactTable,
    beyond: Option<BallFilter>,
}

impl Phase1 {
    /// Computes them: beside filters of what is beyond a smaller one of what is near.
    pub fn new(beyond: Option<BallFilter>) -> Phase1 {
        Phase1::new_until(beyond, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(beyond: Option<BallFilter>, cancel: &AtomicBool) -> Option<Phase1> {
        let go_on = || (!cancel.load(Ordering::Relaxed)).then_some(());
        let twist_conjugates = ConjugateTable::<Twist>::new();
        let twists = MoveTable::<Twist>::new();
        go_on()?;
        let classes = SymClasses::new(Twist::SIZE, |twist, s| twist_conjugates.conjugate(twist, s));
        let mut turned_classes = HugePageBuf::new(Twist::SIZE);
        for (twist, turned) in turned_classes.iter_mut().enumerate() {
            *turned = twists.row(twist).map(|to| {
                let (class, s) = classes.of(to.into());
                (class << 4 | s) as u16
            });
        }
        go_on()?;
        let conjugates = FlipSliceConjugates::new();
        go_on()?;
        let mut phase = Phase1 {
            twists,
            turned_classes,
            flips: MoveTable::new(),
            slices: MoveTable::new(),
            classes,
            conjugates,
            sets: MoveSetConjugates::new(),
            near: ExactTable::empty(),
            beyond,
        };
        let (radius, count) = if phase.beyond.is_some() { EXACT_WITH_FILTERS } else { EXACT };
        phase.near = ExactTable::fill(0, radius, count, cancel, |key, reached| phase.expand(key, reached))?;
        Some(phase)
    }

    /// The state after a move.
    #[inline(always)]
    pub fn turn(&self, coset: Coset, m: usize) -> Coset {
        Coset {
            twist: self.twists.row(coset.twist.into())[m],
            flip: self.flips.row(coset.flip.into())[m],
            slice: self.slices.row(coset.slice.into())[m],
        }
    }

    /// The states near G1, by the keys of [`Phase1::key`].
    #[inline(always)]
    pub fn exact_table(&self) -> &ExactTable {
        &self.near
    }

    /// Filters of the states within a move more than those that are near, and so on; none if there are none.
    #[inline(always)]
    pub fn ball_filters(&self) -> &[BlockedBloomFilter] {
        self.beyond.as_ref().map_or(&[], BallFilter::filters)
    }

    /// Makes the filters.
    pub(super) fn fill_ball_filters(&self, watch: &Watch<'_>) -> Filling {
        let states = |key| self.classes.size(unkey(key).0);
        let expand = |key, reached: &mut _| self.expand(key, reached);
        ball_filter::fill(EXACT_WITH_FILTERS.0, BALL_KEYS, STATES, watch, states, expand)
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn entry(&self, coset: Coset) -> Option<Entry> {
        let (key, s) = self.key(coset);
        Some(self.conjugated(self.near.get(key)?, s))
    }

    /// At least how far from G1 a state is: exactly, if it is near.
    pub fn lower_bound(&self, coset: Coset) -> u8 {
        let (key, _) = self.key(coset);
        let known = self.near.get(key).map(|known| known.distance);
        known.unwrap_or_else(|| {
            let farther = |filter: &&BlockedBloomFilter| !filter.may_contain(key);
            self.near.radius() + 1 + self.ball_filters().iter().take_while(farther).count() as u8
        })
    }

    /// What is known of the state of a key as it is of the state itself, from which symmetry `s` leads to it.
    #[inline(always)]
    pub fn conjugated(&self, known: Entry, s: usize) -> Entry {
        Entry { improving_moves: self.sets.conjugate(known.improving_moves, INVERSES[s].into()), ..known }
    }

    /// The key of the state, and the symmetry of [`UD_SYMMETRIES`] that makes the state of the key of it.
    #[inline(always)]
    pub fn key(&self, coset: Coset) -> (u32, usize) {
        let (class, s) = self.classes.of(coset.twist.into());
        let (flip, slice) = self.conjugates.conjugate(coset.flip.into(), coset.slice.into(), s);
        (key(class, flip, slice), s)
    }

    /// The key of the state after a move, and the symmetry that leads from that state to the key's.
    #[inline(always)]
    pub fn key_after(&self, coset: Coset, m: usize) -> (u32, usize) {
        let turned = usize::from(self.turned_classes[usize::from(coset.twist)][m]);
        let (class, s) = (turned >> 4, turned & 15);
        let (flip, slice) = (self.flips.turn(coset.flip.into(), m), self.slices.turn(coset.slice.into(), m));
        let (flip, slice) = self.conjugates.conjugate(flip, slice, s);
        (key(class, flip, slice), s)
    }

    /// How many states are near, by their distance.
    pub fn exact_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::from(self.near.radius()) + 1];
        for (key, known) in self.near.iter() {
            // A key stands for a state of each of the twists of its class.
            let (class, ..) = unkey(key);
            counts[usize::from(known.distance)] += self.classes.size(class);
        }
        counts
    }

    /// How large they are, in bytes.
    pub fn bytes(&self) -> usize {
        let moves = self.twists.bytes()
            + size_of_val(&self.turned_classes[..])
            + self.flips.bytes()
            + self.slices.bytes();
        moves
            + self.classes.bytes()
            + self.conjugates.bytes()
            + size_of_val(&self.sets)
            + self.near.bytes()
            + self.beyond.as_ref().map_or(0, BallFilter::bytes)
    }

    /// How many cosets there are by their distance from G1, all of them: takes a minute and a gigabyte.
    pub fn distribution(&self) -> Vec<u64> {
        let size = self.classes.count() * UdSlice::SIZE * Flip::SIZE;
        let expand = |state: usize, reached: &mut Vec<usize>| {
            let mut keys = Vec::new();
            self.expand(state as u32, &mut keys);
            reached.extend(keys.iter().map(|(key, _)| *key as usize));
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
    fn expand(&self, state: u32, reached: &mut Vec<(u32, u8)>) {
        let (class, flip, slice) = unkey(state);
        let twist = self.classes.representative(class) as u16;
        let coset = Coset { twist, flip: flip as u16, slice: slice as u16 };
        for m in Move::all() {
            let to = self.turn(coset, m.index());
            let (class, s) = self.classes.of(to.twist.into());
            let (flip, slice) = self.conjugates.conjugate(to.flip.into(), to.slice.into(), s);
            let back = UD_SYMMETRIES[s].conjugate(m.inverse());
            for t in self.classes.stabilizer(class).members() {
                let (flip, slice) = self.conjugates.conjugate(flip, slice, t);
                reached.push((key(class, flip, slice), UD_SYMMETRIES[t].conjugate(back).index() as u8));
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
