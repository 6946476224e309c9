//! Components of an arrangement of the pieces, such as the set of positions of some centres, and how they make rows,
//! words and bits.
//!
//! A component is closed under motions: the component after a turn or symmetry depends only on the component before it.

use std::hash::Hash;

use cubiform_cube::four::Cube4;

use super::motion::Motion;

/// Information about an arrangement of the pieces that is closed under motions, with ranks 0..SIZE.
pub(super) trait Component: Copy {
    /// The number of ranks.
    const SIZE: usize;
    /// Returns this component of a cube, or `None` if the cube has not met the earlier stages.
    fn from_cube(cube: &Cube4) -> Option<Self>;
    /// Returns the component after a motion.
    fn moved(&self, motion: &Motion) -> Self;
    /// Returns the rank.
    fn rank(&self) -> usize;
    /// Returns the component of a rank.
    fn unrank(rank: usize) -> Self;
}

/// A component that splits into a *base*, whose symmetry class is the row of a table, and a *bit*.
///
/// With a fixed base, a motion permutes the bits.
pub(super) trait RowPieces: Component {
    /// The number of bases.
    const BASES: usize;
    /// The number of bits for each base, at most 256.
    const BITS: usize;
    /// A key that determines the permutation of the bits of a base by a motion.
    type ColumnMap: Copy + Eq + Hash;
    /// Returns the rank of the base.
    fn base(&self) -> usize;
    /// Returns the bit.
    fn bit(&self) -> usize;
    /// Returns the component with this base and this bit.
    fn new(base: usize, bit: usize) -> Self;
    /// Returns the key of the permutation of the bits of this base by a motion; `index` is a unique number of the
    /// motion.
    fn column_map(&self, motion: &Motion, index: usize) -> Self::ColumnMap;
}

/// A base and bits that are independent of each other.
impl<A: Component, B: Component> RowPieces for (A, B) {
    const BASES: usize = A::SIZE;
    const BITS: usize = B::SIZE;
    /// The index of the motion.
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
    const SIZE: usize = A::SIZE * B::SIZE;

    fn from_cube(cube: &Cube4) -> Option<(A, B)> {
        Some((A::from_cube(cube)?, B::from_cube(cube)?))
    }

    fn moved(&self, motion: &Motion) -> (A, B) {
        (self.0.moved(motion), self.1.moved(motion))
    }

    fn rank(&self) -> usize {
        self.0.rank() * B::SIZE + self.1.rank()
    }

    fn unrank(rank: usize) -> (A, B) {
        (A::unrank(rank / B::SIZE), B::unrank(rank % B::SIZE))
    }
}

/// The empty component.
impl Component for () {
    const SIZE: usize = 1;

    fn from_cube(_: &Cube4) -> Option<()> {
        Some(())
    }

    fn moved(&self, _: &Motion) {}

    fn rank(&self) -> usize {
        0
    }

    fn unrank(_: usize) {}
}
