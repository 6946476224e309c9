//! The numbering of the cosets: rows are classes of flips and slices, columns are twists times corner cosets.

use cubiform_cube::{Cube, Move};

use super::corner_cosets::{CornerCosetKind, CornerCosets};
use crate::kociemba::{
    ConjugateTable, Coordinate, CornerPermutation, Flip, FlipSlice, FlipSliceConjugates, MoveTable,
    SymClasses, Twist, UdSlice, distances,
};
use crate::rows::Shape;

/// The numbering's version: part of what identifies a table's file.
pub(super) const NUMBERING: u32 = 1;

/// How many classes of flips and slices there are.
pub(super) const ROWS: usize = 64_430;

/// Bytes to a multiple of which rows are padded: a line of the cache.
const LINE: usize = 64;

/// Rows, and words of twists whose bits are corner cosets.
pub(super) const fn shape(kind: CornerCosetKind) -> Shape {
    Shape { rows: ROWS, words: Twist::SIZE, bits: kind.size(), align: LINE }
}

/// The cosets that one kind of corner_cosets tells apart, numbered.
///
/// A state's column is `twist * corner_cosets.size() + key_of`, both of the state as the symmetry sees it that brings its flips
/// and slice to the representative of their class. Where that is kept by symmetries, several columns of its row stand
/// for one class of states: all have the same distance, whichever is read.
#[derive(Debug)]
pub struct CosetCoordinate {
    base: u8,
    corner_cosets: CornerCosets,
    classes: SymClasses,
    conjugates: FlipSliceConjugates,
    flips: MoveTable<Flip>,
    slices: MoveTable<UdSlice>,
    twists: MoveTable<Twist>,
    twist_conjugates: ConjugateTable<Twist>,
}

impl CosetCoordinate {
    /// Computes it.
    pub fn new(kind: CornerCosetKind) -> CosetCoordinate {
        CosetCoordinate::with_base(kind, kind.base())
    }

    /// The same, for tables that tell other distances than those of [`CornerCosetKind::base`].
    pub fn with_base(kind: CornerCosetKind, base: u8) -> CosetCoordinate {
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

    /// The distance that a table does not tell from lesser ones: see [`CornerCosetKind::base`].
    pub fn base(&self) -> u8 {
        self.base
    }

    /// What it keeps of the corners' permutation.
    pub fn corner_cosets(&self) -> &CornerCosets {
        &self.corner_cosets
    }

    /// The classes of flips and slices: its rows.
    pub fn classes(&self) -> &SymClasses {
        &self.classes
    }

    pub(super) fn conjugates(&self) -> &FlipSliceConjugates {
        &self.conjugates
    }

    pub(super) fn twist_conjugates(&self) -> &ConjugateTable<Twist> {
        &self.twist_conjugates
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.classes.count()
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        Twist::SIZE * self.corner_cosets.size()
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        shape(self.corner_cosets.kind()).entries()
    }

    /// How many cosets there are.
    pub fn states(&self) -> u64 {
        (FlipSlice::SIZE * self.columns()) as u64
    }

    /// Bytes of a row of a table: two bits an entry, padded.
    pub fn row_bytes(&self) -> usize {
        shape(self.corner_cosets.kind()).row_bytes()
    }

    /// How many cosets an entry of a row stands for.
    pub(super) fn weight(&self, row: usize) -> u64 {
        self.classes.size(row)
    }

    /// The row to which a move leads from the representative of a row, and the symmetry that brings what it makes of
    /// that to the representative there.
    pub(super) fn row_step(&self, row: usize, m: usize) -> (usize, usize) {
        let rank = self.classes.representative(row);
        let (flip, slice) = (self.flips.turn(rank % Flip::SIZE, m), self.slices.turn(rank / Flip::SIZE, m));
        self.classes.of(slice * Flip::SIZE + flip)
    }

    /// By row, how far its flips and slice are from solved.
    pub(super) fn row_distances(&self) -> Vec<u8> {
        distances(self.rows(), 0, u8::MAX, |row, reach| {
            reach.extend((0..Move::COUNT).map(|m| self.row_step(row, m).0));
        })
    }

    /// For each twist what move `m`, and after it symmetry `s`, makes of it.
    pub(super) fn twists_after(&self, m: usize, s: usize) -> Vec<u16> {
        let turned = |twist| self.twist_conjugates.conjugate(self.twists.turn(twist, m), s) as u16;
        (0..Twist::SIZE).map(turned).collect()
    }

    /// For each corner key_of what move `m`, and after it symmetry `s`, makes of it.
    pub(super) fn corner_cosets_after(&self, m: usize, s: usize) -> Vec<u8> {
        let turned = |rank| self.corner_cosets.conjugate_by_ud(self.corner_cosets.turn(rank, m), s) as u8;
        (0..self.corner_cosets.size()).map(turned).collect()
    }

    /// The row and the column of the key_of of a cube, seen along the axis of U and D.
    pub fn entry_of(&self, cube: &Cube) -> (usize, usize) {
        let (row, s) = self.classes.of(FlipSlice::rank_of(cube));
        let twist = self.twist_conjugates.conjugate(Twist::rank_of(cube), s);
        let corners =
            self.corner_cosets.conjugate_by_ud(self.corner_cosets.rank(&CornerPermutation::of(cube)), s);
        (row, twist * self.corner_cosets.size() + corners)
    }

    /// Whether two moves, made before any cube, lead into the same key_of.
    pub fn are_equivalent(&self, a: Move, b: Move) -> bool {
        self.key_of(&Cube::SOLVED.turn(a)) == self.key_of(&Cube::SOLVED.turn(b))
    }

    /// Whether a move, made before any cube, leads into the cube's own key_of.
    pub fn is_fixed_by(&self, m: Move) -> bool {
        self.key_of(&Cube::SOLVED.turn(m)) == self.key_of(&Cube::SOLVED)
    }

    /// What tells a cube's key_of from others.
    fn key_of(&self, cube: &Cube) -> [usize; 3] {
        [
            FlipSlice::rank_of(cube),
            Twist::rank_of(cube),
            self.corner_cosets.rank(&CornerPermutation::of(cube)),
        ]
    }
}
