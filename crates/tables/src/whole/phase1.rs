//! Phase 1 of Kociemba's algorithm: how far a cube is from G1, exactly when near, by bounds when far.

use crate::whole::classes::SymmetrySet;
use crate::whole::distances::{FAR, distances};
use crate::whole::{
    Classes, ConjugateTable, Flip, FlipSliceConjugates, INVERSES, KEEPING_UD, Known, MoveSetConjugates,
    MoveTable, Near, Part, Slice, Twist,
};
use cubiform_cube::{Cube, Move};

/// How near a state is of which all is known.
const RADIUS: u8 = 7;

/// How many keys are so near: a sixteenth of 13.2 million states, and more for states whose twists symmetries keep.
const NEAR: usize = 1_005_765;

/// A state as phase 1 sees it: a coset of G1, of 2,217,093,120.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coset {
    /// The rank of its [`Twist`].
    pub twist: u16,
    /// The rank of its [`Flip`].
    pub flip: u16,
    /// The rank of its [`Slice`].
    pub slice: u16,
}

impl Coset {
    /// That of a cube.
    pub fn of(cube: &Cube) -> Coset {
        Coset {
            twist: Twist::rank_of(cube) as u16,
            flip: Flip::rank_of(cube) as u16,
            slice: Slice::rank_of(cube) as u16,
        }
    }
}

/// The tables of phase 1.
#[derive(Debug)]
pub struct Phase1 {
    twists: MoveTable<Twist>,
    flips: MoveTable<Flip>,
    slices: MoveTable<Slice>,
    classes: Classes,
    conjugates: FlipSliceConjugates,
    sets: MoveSetConjugates,
    near: Near,
}

impl Phase1 {
    /// Computes them.
    pub fn new() -> Phase1 {
        let twist_conjugates = ConjugateTable::<Twist>::new();
        let mut phase = Phase1 {
            twists: MoveTable::new(),
            flips: MoveTable::new(),
            slices: MoveTable::new(),
            classes: Classes::new(Twist::SIZE, |twist, s| twist_conjugates.conjugate(twist, s)),
            conjugates: FlipSliceConjugates::new(),
            sets: MoveSetConjugates::new(),
            near: Near::nothing(),
        };
        phase.near = Near::fill(0, RADIUS, NEAR, |key, reached| phase.expand(key, reached));
        phase
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
    pub fn near(&self) -> &Near {
        &self.near
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn known(&self, coset: Coset) -> Option<Known> {
        let (key, s) = self.key(coset);
        Some(self.as_seen(self.near.get(key)?, s))
    }

    /// What is known of the state of a key as it is of the state itself, from which symmetry `s` leads to it.
    #[inline(always)]
    pub fn as_seen(&self, known: Known, s: usize) -> Known {
        Known { nearer: self.sets.conjugate(known.nearer, INVERSES[s].into()), ..known }
    }

    /// The key of the state, and the symmetry of [`KEEPING_UD`] that makes the state of the key of it.
    #[inline(always)]
    pub fn key(&self, coset: Coset) -> (u32, usize) {
        let (class, s) = self.classes.of(coset.twist.into());
        let (flip, slice) = self.conjugates.conjugate(coset.flip.into(), coset.slice.into(), s);
        (key(class, flip, slice), s)
    }

    /// How many states are near, by their distance.
    pub fn near_counts(&self) -> Vec<u64> {
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
        let moves = self.twists.bytes() + self.flips.bytes() + self.slices.bytes();
        moves + self.classes.bytes() + self.conjugates.bytes() + size_of_val(&self.sets) + self.near.bytes()
    }

    /// How many cosets there are by their distance from G1, all of them: takes a minute and a gigabyte.
    pub fn distribution(&self) -> Vec<u64> {
        let size = self.classes.count() * Slice::SIZE * Flip::SIZE;
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
            let back = KEEPING_UD[s].conjugate(m.inverse());
            for t in self.classes.keeping(class).members() {
                let (flip, slice) = self.conjugates.conjugate(flip, slice, t);
                reached.push((key(class, flip, slice), KEEPING_UD[t].conjugate(back).index() as u8));
            }
        }
    }
}

impl Default for Phase1 {
    fn default() -> Phase1 {
        Phase1::new()
    }
}

/// The key of a state whose twist is the representative of its class.
#[inline(always)]
fn key(class: usize, flip: usize, slice: usize) -> u32 {
    ((class * Slice::SIZE + slice) * Flip::SIZE + flip) as u32
}

/// The class of the twist, the flip and the slice of a key.
fn unkey(key: u32) -> (usize, usize, usize) {
    let (rest, flip) = (key as usize / Flip::SIZE, key as usize % Flip::SIZE);
    (rest / Slice::SIZE, flip, rest % Slice::SIZE)
}
