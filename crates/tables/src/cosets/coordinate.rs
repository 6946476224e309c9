//! The numbering of cosets: rows are symmetry classes of flips and UD-slice, columns are twists × corner cosets.

use cubiform_cube::Move;

use super::corner_cosets::{CornerCosetKind, CornerCosets};
use crate::kociemba::{
    ConjugateTable, Coordinate, Flip, FlipSlice, FlipSliceConjugates, MoveTable, SymClasses, Twist, UdSlice,
};
use crate::rows::Shape;
use cubiform_store::distance_table::distances_until;

/// The version of the numbering, which is part of a table file's identity.
pub(super) const NUMBERING: u32 = 1;

/// The number of symmetry classes of flips and UD-slice.
pub(super) const ROWS: usize = 64_430;

/// The alignment of rows in bytes: a cache line.
const LINE: usize = 64;

/// Returns the shape of a table: rows, words (twists) and bits in a word (corner cosets).
pub(super) const fn shape(kind: CornerCosetKind) -> Shape {
    Shape { rows: ROWS, words: Twist::SIZE, bits: kind.size(), align: LINE }
}

/// The numbering of the cosets with one kind of corner cosets.
///
/// The row of a cube is the symmetry class of its flips and UD-slice. Let `s` be the symmetry that maps these to the
/// class representative. The column is `twist * corner_cosets.size() + corner_coset`, both of the cube conjugated by
/// `s`. If the representative has a nontrivial stabilizer, several columns of the row stand for the same class of
/// states; they have equal distances, so any of them may be read.
#[derive(Debug)]
pub(crate) struct CosetCoordinate {
    /// The largest distance that a table does not distinguish from smaller ones: see [`CornerCosetKind::base`].
    pub(crate) base: u8,
    /// The corner cosets.
    pub(crate) corner_cosets: CornerCosets,
    /// The symmetry classes of flips and UD-slice: the rows.
    pub(crate) classes: SymClasses,
    pub(super) conjugates: FlipSliceConjugates,
    flips: MoveTable<Flip>,
    slices: MoveTable<UdSlice>,
    twists: MoveTable<Twist>,
    pub(super) twist_conjugates: ConjugateTable<Twist>,
}

impl CosetCoordinate {
    /// Computes the numbering.
    pub(crate) fn new(kind: CornerCosetKind) -> CosetCoordinate {
        CosetCoordinate::with_base(kind, kind.base())
    }

    /// Computes the numbering for tables with another base than `CornerCosetKind::base`.
    pub(crate) fn with_base(kind: CornerCosetKind, base: u8) -> CosetCoordinate {
        let conjugates = FlipSliceConjugates::new();
        let conjugate = |rank: usize, s| {
            let (flip, slice) = conjugates.conjugate(rank % Flip::SIZE, rank / Flip::SIZE, s);
            slice * Flip::SIZE + flip
        };
        let classes = SymClasses::new(FlipSlice::SIZE, conjugate);
        assert_eq!(classes.count(), ROWS, "the known number of classes");
        CosetCoordinate {
            base,
            corner_cosets: CornerCosets::new(kind),
            classes,
            conjugates,
            flips: MoveTable::new(),
            slices: MoveTable::new(),
            twists: MoveTable::new(),
            twist_conjugates: ConjugateTable::new(),
        }
    }

    /// Returns the number of columns.
    pub(crate) fn columns(&self) -> usize {
        Twist::SIZE * self.corner_cosets.size()
    }

    /// Returns the number of cosets, not reduced by symmetry.
    pub(crate) fn states(&self) -> u64 {
        (FlipSlice::SIZE * self.columns()) as u64
    }

    /// Returns the size of a table row in bytes: two bits for each entry, padded.
    pub(crate) fn row_bytes(&self) -> usize {
        shape(self.corner_cosets.kind).row_bytes()
    }

    /// Returns the row that move `m` leads to from the representative of `row`, and the symmetry that maps the turned
    /// representative to the representative of that row.
    pub(super) fn row_step(&self, row: usize, m: usize) -> (usize, usize) {
        let rank = self.classes.representative(row);
        let (flip, slice) = (self.flips.turn(rank % Flip::SIZE, m), self.slices.turn(rank / Flip::SIZE, m));
        self.classes.class_of(slice * Flip::SIZE + flip)
    }

    /// Returns, by row, the distance of its flips and UD-slice from the solved ones, in moves (HTM).
    pub(super) fn row_distances(&self) -> Vec<u8> {
        let expand = |row: usize, reach: &mut Vec<usize>| {
            reach.extend((0..Move::COUNT).map(|m| self.row_step(row, m).0));
        };
        distances_until(self.classes.count(), [0], u8::MAX, || false, expand).expect("nobody stops it")
    }

    /// Returns, by twist, the twist after move `m` and conjugation by symmetry `s`.
    pub(super) fn twists_after(&self, m: usize, s: usize) -> Vec<u16> {
        let turned = |twist| self.twist_conjugates.conjugate(self.twists.turn(twist, m), s) as u16;
        (0..Twist::SIZE).map(turned).collect()
    }

    /// Returns, by corner coset, the corner coset after move `m` and conjugation by symmetry `s`.
    pub(super) fn corner_cosets_after(&self, m: usize, s: usize) -> Vec<u8> {
        let turned = |rank| self.corner_cosets.conjugate_by_ud(self.corner_cosets.turn(rank, m), s) as u8;
        (0..self.corner_cosets.size()).map(turned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kociemba::CornerPermutation;
    use cubiform_cube::Cube;

    impl CosetCoordinate {
        /// Returns row and column of the coset of a cube, along the U-D axis.
        pub(crate) fn entry_of(&self, cube: &Cube) -> (usize, usize) {
            let (row, s) = self.classes.class_of(UdSlice::rank_of(cube) * Flip::SIZE + Flip::rank_of(cube));
            let twist = self.twist_conjugates.conjugate(Twist::rank_of(cube), s);
            let corners = self
                .corner_cosets
                .conjugate_by_ud(self.corner_cosets.rank(&CornerPermutation::pieces(cube)), s);
            (row, twist * self.corner_cosets.size() + corners)
        }
    }
}
