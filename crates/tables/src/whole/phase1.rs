//! Phase 1 of Kociemba's algorithm: how far a cube is from G1, exactly when near, by bounds when far.

use crate::whole::distances::distances;
use crate::whole::{
    Classes, ConjugateTable, Flip, FlipSlice, FlipSliceConjugates, INVERSES, KEEPING_UD, Known,
    MoveSetConjugates, MoveTable, Near, Part, Slice, Twist,
};
use cubiform_cube::{Cube, Move};

/// How near a state is of which all is known.
const RADIUS: u8 = 7;

/// How many keys are so near: a sixteenth of 13.2 million, and a few for states that symmetries keep.
const NEAR: usize = 1_200_000;

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
    /// By class of the twist and slice.
    twist_slice: Vec<u8>,
    /// By slice and flip.
    flip_slice: Vec<u8>,
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
            twist_slice: Vec::new(),
            flip_slice: Vec::new(),
            near: Near::fill(0, 0, 1, |_, _| ()),
        };
        let start = std::time::Instant::now();
        phase.twist_slice = phase.fill_twist_slice();
        let t1 = start.elapsed();
        phase.flip_slice = phase.fill_flip_slice();
        let t2 = start.elapsed();
        phase.near = phase.fill_near();
        eprintln!("phase1 ts {t1:?} fs {t2:?} near {:?} counts {:?}", start.elapsed(), phase.near.counts());
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

    /// At least how far from G1 the state is.
    #[inline(always)]
    pub fn bound(&self, coset: Coset) -> u8 {
        let flip_slice = self.flip_slice[usize::from(coset.slice) * Flip::SIZE + usize::from(coset.flip)];
        let (class, s) = self.classes.of(coset.twist.into());
        let slice = self.conjugates.slice(coset.slice.into(), s);
        flip_slice.max(self.twist_slice[class * Slice::SIZE + slice])
    }

    /// All about the state, if it is near.
    #[inline(always)]
    pub fn near(&self, coset: Coset) -> Option<Known> {
        let (key, s) = self.key(coset);
        let known = self.near.get(key)?;
        Some(Known { nearer: self.sets.conjugate(known.nearer, INVERSES[s].into()), ..known })
    }

    /// The greatest distance at which [`Phase1::near`] knows.
    pub fn radius(&self) -> u8 {
        self.near.radius()
    }

    /// The key of the state, and the symmetry that makes the state of the key of it.
    #[inline(always)]
    fn key(&self, coset: Coset) -> (u32, usize) {
        let (class, s) = self.classes.of(coset.twist.into());
        let (flip, slice) = self.conjugates.conjugate(coset.flip.into(), coset.slice.into(), s);
        (key(class, flip, slice), s)
    }

    fn fill_twist_slice(&self) -> Vec<u8> {
        let expand = |state: usize, reach: &mut dyn FnMut(usize)| {
            let twist = self.classes.representative(state / Slice::SIZE);
            for m in 0..Move::COUNT {
                let (class, s) = self.classes.of(self.twists.turn(twist, m));
                let slice = self.conjugates.slice(self.slices.turn(state % Slice::SIZE, m), s);
                for t in symmetries(self.classes.keeping(class)) {
                    reach(class * Slice::SIZE + self.conjugates.slice(slice, t));
                }
            }
        };
        distances(self.classes.count() * Slice::SIZE, 0, u8::MAX, expand)
    }

    fn fill_flip_slice(&self) -> Vec<u8> {
        let conjugate = |rank: usize, s| {
            let (flip, slice) = self.conjugates.conjugate(rank % Flip::SIZE, rank / Flip::SIZE, s);
            slice * Flip::SIZE + flip
        };
        let classes = Classes::new(FlipSlice::SIZE, conjugate);
        let expand = |class: usize, reach: &mut dyn FnMut(usize)| {
            let rank = classes.representative(class);
            for m in 0..Move::COUNT {
                let (flip, slice) =
                    (self.flips.turn(rank % Flip::SIZE, m), self.slices.turn(rank / Flip::SIZE, m));
                reach(classes.of(slice * Flip::SIZE + flip).0);
            }
        };
        let of_classes = distances(classes.count(), 0, u8::MAX, expand);
        (0..FlipSlice::SIZE).map(|rank| of_classes[classes.of(rank).0]).collect()
    }

    fn fill_near(&self) -> Near {
        let expand = |state: u32, reach: &mut dyn FnMut(u32, usize)| {
            let (class, flip, slice) = unkey(state);
            let twist = self.classes.representative(class) as u16;
            let coset = Coset { twist, flip: flip as u16, slice: slice as u16 };
            for m in Move::all() {
                let to = self.turn(coset, m.index());
                let (class, s) = self.classes.of(to.twist.into());
                let (flip, slice) = self.conjugates.conjugate(to.flip.into(), to.slice.into(), s);
                let back = KEEPING_UD[s].conjugate(m.inverse());
                for t in symmetries(self.classes.keeping(class)) {
                    let (flip, slice) = self.conjugates.conjugate(flip, slice, t);
                    reach(key(class, flip, slice), KEEPING_UD[t].conjugate(back).index());
                }
            }
        };
        Near::fill(0, RADIUS, NEAR, expand)
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

/// The symmetries of a set.
pub(crate) fn symmetries(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |s| set >> s & 1 == 1)
}
