//! Indexing of coset tables: the addresses of a cube, and of its inverse, along all three axes.
//!
//! The coordinates of a cube's cosets are sums over its pieces: each piece, by its place (position and orientation),
//! adds a term for its twist or flip along each axis, for the positions of two slices, and for the corner coset.
//! [`IndexSums`] holds these sums in two words, so a move, which moves eight pieces, changes them by eight terms. No
//! coordinate needs a move table.
//!
//! The inverse of a cube has positions and pieces exchanged. One list of the pieces by position, [`PiecesByPosition`],
//! thus selects the terms of both: [`Indexer::turn`] updates the sums of the cube, [`Indexer::turn_inverse`] those of
//! the inverse.
//!
//! [`Indexer::word`] computes the word of a coset along one axis, [`Indexer::code`] the place of its code there:
//!
//! 1. The positions of the slice's edges give the class of the slice, the first symmetry `s1`, which maps the slice to
//!    the class representative, and the flips to exchange ([`slice_word`]).
//! 2. The flips, conjugated by `s1`, and the class give the row and the second symmetry `s2`, which maps to the
//!    representative of the row ([`row_word`]).
//! 3. The twist, conjugated by `s1` then `s2`, selects the word in the row.
//! 4. The corner coset, conjugated in the same way, selects the code in the word.

use std::sync::Arc;

use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Axis, Cube, Move, Symmetry};

use super::CosetCoordinate;
use super::corner_cosets::VECTORS;
use super::corner_ranks::{CORNERS_SHIFT, CornerRanks, PARITY_SHIFT, TWIST_BITS};
use crate::kociemba::{Coordinate, CornerPermutation, Flip, SymClasses, Twist, UD_SYMMETRIES, UdSlice};

/// For each axis (U-D, L-R, F-B), a symmetry that maps it to the U-D axis.
pub(crate) const AXIS_SYMMETRIES: [Symmetry; 3] = {
    let axes = [Axis::Y, Axis::X, Axis::Z];
    let (mut symmetries, mut i) = ([Symmetry::IDENTITY; 3], 0);
    while i < 3 {
        let mut s = 0;
        while !matches!(Symmetry::from_index(s).axis(axes[i]), Axis::Y) {
            s += 1;
        }
        symmetries[i] = Symmetry::from_index(s);
        i += 1;
    }
    symmetries
};

/// Fields of [`IndexSums::edges`]: the width of a rank of flips, and the first bits of the masks of slices and of the
/// hash.
const FLIP_BITS: u32 = 11;
const SLICES_SHIFT: u32 = 3 * FLIP_BITS;
/// The hash distinguishes edges of the same slice. Only [`IndexSums::key`] uses it.
const HASH_SHIFT: u32 = SLICES_SHIFT + 24;

/// Odd multipliers for hashing: 2^64 divided by the golden ratio, and a prime of xxHash.
const CORNER_MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const EDGE_MIX: u64 = 0xc2b2_ae3d_27d4_eb4f;

/// The coordinates of all cosets of a cube, as sums over its corners and over its edges.
///
/// | bits of `corners` | value |
/// |-------|-------|
/// | 0-11, 12-23, 24-35 | rank of the twists along the U-D, L-R and F-B axis |
/// | 36-43, 44-51, 52-59 | positions of the corners of one tetrad, on R, and on U: bit p of a mask for position p |
/// | 60-62 | 0 |
/// | 63 | parity of the permutation |
///
/// | bits of `edges` | value |
/// |-------|-------|
/// | 0-10, 11-21, 22-32 | rank of the flips along the U-D, L-R and F-B axis |
/// | 33-44, 45-56 | positions of the edges of the slice between U and D, and of that between L and R: bit p for position p |
/// | 57-63 | sum of a hash of each edge and its place, mod 2^7 |
///
/// A rank is a sum of digits, one for each position but the last, so the terms of the pieces add up without carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexSums {
    corners: u64,
    edges: u64,
}

impl IndexSums {
    /// Returns a hash of the cube.
    #[inline(always)]
    pub(super) fn key(self) -> u32 {
        let mixed = self.corners.wrapping_mul(CORNER_MIX).wrapping_add(self.edges.wrapping_mul(EDGE_MIX));
        (mixed >> 32) as u32
    }
}

/// The pieces of a cube by position: the places of the pieces of its inverse, as in [`Cube::corners`] and
/// [`Cube::edges`].
///
/// | array | value at position p |
/// |-------|-------|
/// | `corners` | 3 × corner at p + twist of the inverse, (3 - twist of the corner) mod 3 |
/// | `edges` | 2 × edge at p + flip |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecesByPosition {
    corners: [u8; 8],
    /// Four zeros follow the twelve edges.
    edges: [u8; 16],
}

impl Default for PiecesByPosition {
    fn default() -> PiecesByPosition {
        PiecesByPosition::from_cube(&Cube::SOLVED)
    }
}

impl PiecesByPosition {
    /// Returns the pieces of a cube.
    pub fn from_cube(cube: &Cube) -> PiecesByPosition {
        let inverse = cube.inverse();
        let mut edges = [0; 16];
        edges[..12].copy_from_slice(inverse.edges());
        PiecesByPosition { corners: *inverse.corners(), edges }
    }

    /// Returns whether the cube is solved.
    pub fn is_solved(&self) -> bool {
        self.corners == *Cube::SOLVED.corners() && self.edges[..12] == *Cube::SOLVED.edges()
    }
}

/// The word of a coset: the codes of all corner cosets with its row and twist, which lie side by side.
///
/// | bits | value |
/// |-------|-------|
/// | 0-47 | index in the table of the first code |
/// | 48-51 | the symmetry that maps the cube to the representative of the row |
/// | 56-63 | distance of the row: the distance from solved of flips and UD-slice alone |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word(u64);

impl Word {
    const SYMMETRY_SHIFT: u32 = 48;
    const ROW_DISTANCE_SHIFT: u32 = 56;
}

/// The address of a code in a table: the index of the code in bits 0-47, the distance of the row as in [`Word`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeAddress(u64);

impl CodeAddress {
    /// Returns the index of the byte.
    #[inline(always)]
    pub(super) fn byte(self) -> usize {
        (self.0 << 16 >> 18) as usize
    }

    /// Returns the shift of the code in its byte.
    #[inline(always)]
    pub(super) fn shift(self) -> u32 {
        2 * (self.0 as u32 & 3)
    }

    /// Returns the distance of flips and UD-slice alone.
    #[inline(always)]
    pub(super) fn row_distance(self) -> u8 {
        (self.0 >> Word::ROW_DISTANCE_SHIFT) as u8
    }
}

/// The changes that a move makes, by position of its face, the four corners first, and by the piece there as in
/// [`PiecesByPosition`]. Places are padded to 32, so that masked indices need no bounds checks.
type Terms = [[u64; PLACES]; 8];
const PLACES: usize = 32;

/// The positions that each move turns, four corners and then four edges, before and after the move.
const POSITIONS: [[[u8; 8]; 2]; Move::COUNT] = {
    let (mut positions, mut m) = ([[[0; 8]; 2]; Move::COUNT], 0);
    while m < Move::COUNT {
        let (mut count, mut p) = (0, 0);
        while p < 8 + 12 {
            let (from, to) = match p {
                0..8 => (p as u8, CORNER_TURN[m][3 * p] / 3),
                _ => (p as u8 - 8, EDGE_TURN[m][2 * (p - 8)] / 2),
            };
            if from != to {
                (positions[m][0][count], positions[m][1][count]) = (from, to);
                count += 1;
            }
            p += 1;
        }
        assert!(count == 8, "a face has four corners and four edges");
        m += 1;
    }
    positions
};

/// Computes the addresses of cosets in the tables of one coordinate.
#[derive(Debug)]
pub struct Indexer {
    /// By move: the changes of the cube's sums, and of the sums of its inverse.
    own_terms: Box<[Terms; Move::COUNT]>,
    inverse_terms: Box<[Terms; Move::COUNT]>,
    /// By move, position and piece there: the piece after the move.
    turned: Box<[[[u8; PLACES]; 8]; Move::COUNT]>,
    /// The terms of the sums by `24 * piece + place`.
    corners: Vec<u64>,
    edges: Vec<u64>,
    /// By axis and mask of the positions of its slice's edges: a [`slice_word`].
    slices: Box<[[u32; 4096]; 3]>,
    /// By symmetry and the lower or upper bits of the rank of the flips: the conjugated flips. A symmetry permutes the
    /// flips and then exchanges some; the permuted rank is the XOR of both parts, and [`slice_word`] has the flips to
    /// exchange.
    lower_flips: Box<[[u16; 1 << LOWER_FLIPS]; 16]>,
    upper_flips: Box<[[u16; 1 << UPPER_FLIPS]; 16]>,
    /// By class of the slice and rank of the flips: a [`row_word`].
    rows: Box<[[u32; Flip::SIZE]; CLASSES]>,
    /// By two symmetries: their product.
    products: [[u8; 16]; 16],
    /// By symmetry and rank of the twists: the conjugated rank.
    twist_conjugates: Box<[[u16; TWISTS]; 16]>,
    /// By axis, symmetry and number of a corner coset: the coset conjugated by the symmetry of the axis and by this one.
    corner_conjugates: Box<[[[u8; 256]; 16]; 3]>,
    ranks: CornerRanks,
    /// The number of corner cosets.
    corner_coset_count: u64,
    codes_per_row: u64,
}

/// Packs the data of the positions of a slice's edges.
///
/// | bits | value |
/// |-------|-------|
/// | 0-15 | flips to exchange, by XOR, when a state is conjugated by the symmetry |
/// | 16-23 | symmetry class of the slice |
/// | 24-31 | `s1`: the symmetry that maps the slice to the class representative |
///
/// The arrays of the indexer are small, to stay in the first-level cache.
fn slice_word(flip_xor: usize, class: usize, symmetry: usize) -> u32 {
    (flip_xor | class << 16 | symmetry << 24) as u32
}

/// Packs the data of a class of slices and a rank of flips.
///
/// | bits | value |
/// |-------|-------|
/// | 0-15 | row |
/// | 16-23 | `s2`: the symmetry, applied after `s1`, that maps to the row's representative |
/// | 24-31 | distance of the row from the solved one in moves |
fn row_word(row: usize, symmetry: usize, row_distance: u8) -> u32 {
    (row | symmetry << 16 | usize::from(row_distance) << 24) as u32
}

/// The capacities for classes of slices and ranks of twists: powers of two, so that masked indices need no bounds
/// checks.
const CLASSES: usize = 64;
const TWISTS: usize = 1 << TWIST_BITS;

/// Builds a table of `N` entries on the heap, without a copy on the stack.
fn table<T: std::fmt::Debug, const N: usize>(entry: impl FnMut(usize) -> T) -> Box<[T; N]> {
    (0..N).map(entry).collect::<Box<[T]>>().try_into().expect("N entries")
}

/// The number of bits of a rank of flips in its lower and upper part.
const LOWER_FLIPS: u32 = 6;
const UPPER_FLIPS: u32 = FLIP_BITS - LOWER_FLIPS;

impl Indexer {
    /// Computes the tables for a coordinate.
    pub(crate) fn new(coordinate: &Arc<CosetCoordinate>) -> Indexer {
        let corners: Vec<u64> = (0..192).map(|i| corner_term(i / 24, i % 24)).collect();
        let edges: Vec<u64> = (0..288).map(|i| edge_term(i / 24, i % 24)).collect();
        let change = |m: usize, i: usize, code: usize| position_change(m, i, code, &corners, &edges);
        let conjugates = &coordinate.conjugates;
        let slice_classes = SymClasses::new(UdSlice::SIZE, |slice, s| conjugates.slice(slice, s));
        let slice_entry = |to_ud: Symmetry, set: usize| {
            if set.count_ones() != 4 {
                return 0;
            }
            let image = (0..12).fold(0, |image, p| image | (set >> p & 1) << EDGE_IMAGE[to_ud.index()][p]);
            let slice = UdSlice::rank(&(image as u16));
            let (class, symmetry) = slice_classes.class_of(slice);
            slice_word(conjugates.conjugate(0, slice, symmetry).0, class, symmetry)
        };
        let distances = coordinate.row_distances();
        let rows = |class: usize| {
            if class >= slice_classes.count() {
                return [0; Flip::SIZE];
            }
            let slice = slice_classes.representative(class);
            std::array::from_fn(|flip| {
                let (row, s) = coordinate.classes.class_of(slice * Flip::SIZE + flip);
                row_word(row, s, distances[row])
            })
        };
        // The permuted flips without the exchanged ones, which `slice_word` has.
        let permuted =
            |flip, s| (conjugates.conjugate(flip, 0, s).0 ^ conjugates.conjugate(0, 0, s).0) as u16;
        let product = |a: usize, b: usize| {
            let product = UD_SYMMETRIES[a].then(UD_SYMMETRIES[b]);
            UD_SYMMETRIES.iter().position(|s| *s == product).expect("the symmetries are a group") as u8
        };
        let corner_cosets = &coordinate.corner_cosets;
        let ranks = CornerRanks::new(coordinate);
        let mut corner_conjugates = Box::new([[[0; 256]; 16]; 3]);
        for (to_ud, cosets) in AXIS_SYMMETRIES.iter().zip(&mut *corner_conjugates) {
            for (s, cosets) in cosets.iter_mut().enumerate() {
                for (conjugate, coset) in cosets.iter_mut().zip(ranks.cosets()) {
                    let coset = corner_cosets.conjugate((*coset).into(), *to_ud);
                    *conjugate = corner_cosets.conjugate_by_ud(coset, s) as u8;
                }
            }
        }
        let twists = &coordinate.twist_conjugates;
        let size = corner_cosets.size();
        Indexer {
            own_terms: table(|m| of_positions(|i, code| change(m, i, code).0)),
            inverse_terms: table(|m| of_positions(|i, code| change(m, i, code).1)),
            turned: table(|m| of_positions(|i, code| change(m, i, code).2)),
            corners,
            edges,
            slices: table(|axis| std::array::from_fn(|set| slice_entry(AXIS_SYMMETRIES[axis], set))),
            lower_flips: table(|s| std::array::from_fn(|flip| permuted(flip, s))),
            upper_flips: table(|s| std::array::from_fn(|flip| permuted(flip << LOWER_FLIPS, s))),
            rows: table(rows),
            products: std::array::from_fn(|a| std::array::from_fn(|b| product(a, b))),
            twist_conjugates: table(|s| {
                let conjugate = |twist| twists.conjugate(twist, s) as u16;
                std::array::from_fn(|twist| if twist < Twist::SIZE { conjugate(twist) } else { 0 })
            }),
            corner_conjugates,
            ranks,
            corner_coset_count: size as u64,
            codes_per_row: 4 * coordinate.row_bytes() as u64,
        }
    }

    /// Returns the sums of a cube.
    pub fn sums(&self, cube: &Cube) -> IndexSums {
        let term = |terms: &[u64], (piece, place): (usize, &u8)| terms[24 * piece + usize::from(*place)];
        let odd = u64::from(is_odd(&CornerPermutation::pieces(cube)));
        let corners = cube.corners().iter().enumerate().map(|corner| term(&self.corners, corner));
        let edges = cube.edges().iter().enumerate().map(|edge| term(&self.edges, edge));
        IndexSums {
            corners: corners.sum::<u64>().wrapping_add(odd << PARITY_SHIFT),
            edges: edges.fold(0, u64::wrapping_add),
        }
    }

    /// Returns the sums after a move, given the pieces and the sums of the cube.
    #[inline(always)]
    pub fn turn(&self, pieces: &PiecesByPosition, sums: IndexSums, m: usize) -> IndexSums {
        changed(&self.own_terms[m], &POSITIONS[m][0], pieces, sums)
    }

    /// Returns the sums of the inverse after a move on the cube, given the pieces of the cube and the sums of its
    /// inverse.
    #[inline(always)]
    pub fn turn_inverse(&self, pieces: &PiecesByPosition, sums: IndexSums, m: usize) -> IndexSums {
        changed(&self.inverse_terms[m], &POSITIONS[m][0], pieces, sums)
    }

    /// Returns the pieces after a move.
    #[inline(always)]
    #[must_use]
    pub fn turn_pieces(&self, pieces: &PiecesByPosition, m: usize) -> PiecesByPosition {
        let ([from, to], by_piece) = (&POSITIONS[m], &self.turned[m]);
        let mut turned = *pieces;
        for i in 0..4 {
            let piece = pieces.corners[usize::from(from[i]) % 8];
            turned.corners[usize::from(to[i]) % 8] = by_piece[i][usize::from(piece) % PLACES];
        }
        for i in 4..8 {
            let piece = pieces.edges[usize::from(from[i]) % 16];
            turned.edges[usize::from(to[i]) % 16] = by_piece[i][usize::from(piece) % PLACES];
        }
        turned
    }

    /// Returns the word of a cube's coset along an axis, an index of `AXIS_SYMMETRIES`.
    #[inline(always)]
    pub fn word(&self, axis: usize, sums: IndexSums) -> Word {
        let field = |word: u64, at: u32, bits: u32| (word >> at) as usize & ((1 << bits) - 1);
        let both = sums.edges >> SLICES_SHIFT;
        let slice = if axis == 2 { !(both | both >> 12) } else { both >> (12 * axis) } as usize % (1 << 12);
        let word = self.slices[axis][slice];
        let flips = field(sums.edges, FLIP_BITS * axis as u32, FLIP_BITS);
        let (flip_xor, class) = (word as usize & 0xffff, (word >> 16) as usize % CLASSES);
        let first = (word >> 24) as usize % 16;
        let lower = self.lower_flips[first][flips % (1 << LOWER_FLIPS)];
        let upper = self.upper_flips[first][flips >> LOWER_FLIPS];
        let row = self.rows[class][(usize::from(lower ^ upper) ^ flip_xor) % Flip::SIZE];
        let s = usize::from(self.products[first][(row >> 16) as usize % 16]) % 16;
        let twist = self.twist_conjugates[s][field(sums.corners, TWIST_BITS * axis as u32, TWIST_BITS)];
        let start = u64::from(row & 0xffff) * self.codes_per_row + u64::from(twist) * self.corner_coset_count;
        Word(start | (s as u64) << Word::SYMMETRY_SHIFT | u64::from(row >> 24) << Word::ROW_DISTANCE_SHIFT)
    }

    /// Returns the address, in the word of a cube along an axis, of the code of that cube or of another one with the same
    /// word, given the sums of the latter.
    #[inline(always)]
    pub fn code(&self, axis: usize, word: Word, sums: IndexSums) -> CodeAddress {
        self.coset_code(axis, word, self.ranks.number(sums.corners))
    }

    /// Returns the address, in the word of a cube along an axis, of the code to which a quarter turn about that axis, made
    /// before the cube, leads. It is the same for the four of them.
    #[inline(always)]
    pub fn turn_code(&self, axis: usize, word: Word, sums: IndexSums) -> CodeAddress {
        self.coset_code(axis, word, self.ranks.number_after_turn(axis, sums.corners))
    }

    #[inline(always)]
    fn coset_code(&self, axis: usize, word: Word, number: u8) -> CodeAddress {
        let s = (word.0 >> Word::SYMMETRY_SHIFT) as usize % 16;
        CodeAddress(word.0 + u64::from(self.corner_conjugates[axis][s][usize::from(number)]))
    }

    /// Returns the address of a cube's coset along an axis.
    #[inline(always)]
    pub fn address(&self, axis: usize, sums: IndexSums) -> CodeAddress {
        self.code(axis, self.word(axis, sums), sums)
    }
}

/// Returns the term of a corner in a place.
fn corner_term(corner: usize, place: usize) -> u64 {
    let mut term = 0;
    for (axis, to_ud) in AXIS_SYMMETRIES.iter().enumerate() {
        let image = conjugate_corner(*to_ud, corner, place as u8);
        let mut twists = [0; 8];
        twists[usize::from(image / 3)] = image % 3;
        // Ranks ignore the twist of the last position.
        term |= (Twist::rank(&twists) as u64) << (TWIST_BITS * axis as u32);
    }
    let vector = VECTORS[corner];
    // Whether the corner is in the tetrad whose components have an odd sum, on R, and on U.
    for (i, is_in) in [vector.count_ones() as u8 & 1, vector & 1, vector >> 1 & 1].into_iter().enumerate() {
        term |= u64::from(is_in) << (CORNERS_SHIFT + 8 * i as u32 + place as u32 / 3);
    }
    term
}

/// Returns the term of an edge in a place.
fn edge_term(edge: usize, place: usize) -> u64 {
    let mut term = 0;
    for (axis, to_ud) in AXIS_SYMMETRIES.iter().enumerate() {
        let image = conjugate_edge(*to_ud, edge, place as u8);
        if image / 2 < 11 {
            term |= u64::from(image % 2) << (FLIP_BITS * axis as u32 + u32::from(image / 2));
        }
        if axis < 2 && EDGE_IMAGE[to_ud.index()][edge] >= 8 {
            term |= 1 << (SLICES_SHIFT + 12 * axis as u32 + place as u32 / 2);
        }
    }
    // Two multiplications: sums of single products are nearly equal for all permutations of the places.
    let mixed = (24 * edge + place + 1) as u64;
    let mixed = mixed.wrapping_mul(EDGE_MIX);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(CORNER_MIX);
    term | mixed >> HASH_SHIFT << HASH_SHIFT
}

/// Returns the sums with the changes, by piece, of the positions that a move turns.
#[inline(always)]
fn changed(terms: &Terms, from: &[u8; 8], pieces: &PiecesByPosition, sums: IndexSums) -> IndexSums {
    let corner = |i: usize| terms[i][usize::from(pieces.corners[usize::from(from[i]) % 8]) % PLACES];
    let edge = |i: usize| terms[i][usize::from(pieces.edges[usize::from(from[i]) % 16]) % PLACES];
    let four =
        |terms: [u64; 4]| terms[0].wrapping_add(terms[1]).wrapping_add(terms[2].wrapping_add(terms[3]));
    IndexSums {
        corners: sums.corners.wrapping_add(four([corner(0), corner(1), corner(2), corner(3)])),
        edges: sums.edges.wrapping_add(four([edge(4), edge(5), edge(6), edge(7)])),
    }
}

/// Returns values by position of a face and piece there.
fn of_positions<T: Copy + Default>(value: impl Fn(usize, usize) -> T) -> [[T; PLACES]; 8] {
    std::array::from_fn(|i| std::array::from_fn(|code| if code < 24 { value(i, code) } else { T::default() }))
}

/// Returns what a move changes by turning the piece `code` in position `i` of its face: the sums of the cube, the sums of
/// the inverse, and the piece itself.
fn position_change(
    m: usize,
    i: usize,
    code: usize,
    corner_terms: &[u64],
    edge_terms: &[u64],
) -> (u64, u64, u8) {
    let (turn, terms, k) =
        if i < 4 { (&CORNER_TURN[m], corner_terms, 3) } else { (&EDGE_TURN[m], edge_terms, 2) };
    // The place of piece `place / k` in the inverse of a cube, given that piece `position` is in `place`.
    let inverse_place = |position: usize, place: usize| k * position + (k - place % k) % k;
    let position = usize::from(POSITIONS[m][0][i]);
    let (piece, place) = (code / k, inverse_place(position, code));
    let to = usize::from(turn[place]);
    let becomes = inverse_place(piece, to);
    // A quarter turn changes the parity of the corners, in the inverse too.
    let parity = u64::from(i == 0 && Move::from_index(m).quarters() != 2) << PARITY_SHIFT;
    let own = terms[24 * piece + to].wrapping_sub(terms[24 * piece + place]);
    let inverse = terms[24 * (to / k) + becomes].wrapping_sub(terms[24 * position + code]);
    (own.wrapping_add(parity), inverse.wrapping_add(parity), becomes as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::random;

    fn bit(place: CodeAddress) -> u64 {
        8 * place.byte() as u64 + u64::from(place.shift())
    }

    #[test]
    fn turned_sums_equal_sums_of_the_turned_cube_and_give_its_slots() {
        use crate::cosets::CornerCosetKind::{Pairings, Parity, Tetrads, Trivial};
        for kind in [Trivial, Parity, Tetrads, Pairings] {
            let coordinate = Arc::new(CosetCoordinate::new(kind));
            let indexer = Indexer::new(&coordinate);
            for cube in random::states(9).take(60) {
                let (sums, inverse) = (indexer.sums(&cube), indexer.sums(&cube.inverse()));
                let pieces = PiecesByPosition::from_cube(&cube);
                for (axis, to_ud) in AXIS_SYMMETRIES.iter().enumerate() {
                    let (row, column) = coordinate.entry_of(&cube.conjugate(*to_ud));
                    let (address, expected) = (bit(indexer.address(axis, sums)), 2 * column as u64);
                    let same_row = address / (2 * indexer.codes_per_row) == row as u64;
                    assert!(same_row, "{kind:?} axis {axis}");
                    // If the row has a nontrivial stabilizer, any equivalent column will do.
                    if coordinate.classes.stabilizer(row).len() == 1 {
                        assert_eq!(address % (2 * indexer.codes_per_row), expected, "{kind:?} axis {axis}");
                    }
                }
                for m in Move::all() {
                    let turned = cube.turn(m);
                    assert_eq!(indexer.turn(&pieces, sums, m.index()), indexer.sums(&turned), "{m}");
                    let inverse_sums = indexer.sums(&turned.inverse());
                    assert_eq!(indexer.turn_inverse(&pieces, inverse, m.index()), inverse_sums, "{m}");
                    assert_eq!(
                        indexer.turn_pieces(&pieces, m.index()),
                        PiecesByPosition::from_cube(&turned),
                        "{m}"
                    );
                    for axis in 0..3 {
                        // The search relies on this: a half turn keeps the coset of the inverse, both quarter turns of a
                        // face lead it to one coset, and those of a face on the axis to one in the parent's word.
                        let (word, first) = (indexer.word(axis, inverse), m.index() / 3 * 3);
                        let first = indexer.turn_inverse(&pieces, inverse, first);
                        let expected = match (m.quarters() == 2, m.index() / 3 % 3 == axis) {
                            (true, _) => indexer.code(axis, word, inverse),
                            (false, true) => {
                                let other = indexer.turn_inverse(&pieces, inverse, 3 * axis);
                                assert_eq!(indexer.code(axis, word, other), indexer.code(axis, word, first));
                                assert_eq!(
                                    indexer.turn_code(axis, word, inverse),
                                    indexer.code(axis, word, first)
                                );
                                indexer.code(axis, word, other)
                            }
                            (false, false) => indexer.address(axis, first),
                        };
                        let own = indexer.address(axis, inverse_sums);
                        let row = bit(own) / (2 * indexer.codes_per_row);
                        assert_eq!(row, bit(expected) / (2 * indexer.codes_per_row), "axis {axis}, {m}");
                        if coordinate.classes.stabilizer(row as usize).len() == 1 {
                            assert_eq!(own, expected, "axis {axis}, {m}");
                        }
                    }
                }
            }
        }
    }
}
