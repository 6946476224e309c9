//! Parts of an arrangement of the pieces that motions carry by themselves, and how such parts make a stage's rows and
//! columns.

use std::hash::Hash;

use cubiform_cube::four::Cube4;

use super::motion::Motion;

/// A part of an arrangement: what a motion makes of it depends on nothing else.
pub(super) trait Component: Copy {
    /// This part of a cube, if it is one of a cube that has met the stage before.
    fn of(cube: &Cube4) -> Option<Self>;
    /// What a motion makes of it.
    fn moved(&self, motion: &Motion) -> Self;
}

/// A part with ranks 0..SIZE.
pub(super) trait Ranked: Component {
    /// How many there are.
    const SIZE: usize;
    /// Its rank.
    fn rank(&self) -> usize;
    /// The part of this rank.
    fn unrank(rank: usize) -> Self;
}

/// A part in two: symmetries bring the *base* to the representative of its class, which is a row; the *bit* goes along.
pub(super) trait Row: Component {
    /// How many bases there are.
    const BASES: usize;
    /// How many bits there are with each base, at most 256.
    const BITS: usize;
    /// What tells apart the ways in which motions permute the bits.
    type ColumnMap: Copy + Eq + Hash;
    /// The rank of its base.
    fn base(&self) -> usize;
    /// Its bit.
    fn bit(&self) -> usize;
    /// The part with this base and this bit.
    fn new(base: usize, bit: usize) -> Self;
    /// The way in which a motion permutes the bits with its base; `index` is one for each motion.
    fn column_map(&self, motion: &Motion, index: usize) -> Self::ColumnMap;
}

/// A base and bits that know nothing of each other.
impl<A: Ranked, B: Ranked> Row for (A, B) {
    const BASES: usize = A::SIZE;
    const BITS: usize = B::SIZE;
    /// The motion.
    type ColumnMap = usize;

    fn base(&self) -> usize {
        self.0.rank()
    }

    fn bit(&self) -> usize {
        self.1.rank()
    }

    fn new(base: usize, bit: usize) -> (A, B) {
        (A::unrank(base), B::unrank(bit))
    }

    fn column_map(&self, _: &Motion, index: usize) -> usize {
        index
    }
}

impl<A: Component, B: Component> Component for (A, B) {
    fn of(cube: &Cube4) -> Option<(A, B)> {
        Some((A::of(cube)?, B::of(cube)?))
    }

    fn moved(&self, motion: &Motion) -> (A, B) {
        (self.0.moved(motion), self.1.moved(motion))
    }
}

impl<A: Ranked, B: Ranked> Ranked for (A, B) {
    const SIZE: usize = A::SIZE * B::SIZE;

    fn rank(&self) -> usize {
        self.0.rank() * B::SIZE + self.1.rank()
    }

    fn unrank(rank: usize) -> (A, B) {
        (A::unrank(rank / B::SIZE), B::unrank(rank % B::SIZE))
    }
}

/// Nothing at all.
impl Component for () {
    fn of(_: &Cube4) -> Option<()> {
        Some(())
    }

    fn moved(&self, _: &Motion) {}
}

impl Ranked for () {
    const SIZE: usize = 1;

    fn rank(&self) -> usize {
        0
    }

    fn unrank(_: usize) {}
}
