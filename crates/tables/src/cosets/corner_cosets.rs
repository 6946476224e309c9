//! Corner cosets: the permutation of the corners reduced to nothing, its parity, its tetrads, or its tetrads and their
//! pairings.

use std::collections::HashMap;

use cubiform_cube::piece::CORNER_FACES;
use cubiform_cube::state::is_odd;
use cubiform_cube::{Face, Move, Symmetry};

use crate::closure::Closure;
use crate::kociemba::{Coordinate, CornerPermutation, Symmetric, UD_SYMMETRIES};

/// A kind of `CornerCosets`, coarsest first. A half turn before a cube changes none of them.
///
/// A corner position is a vector over the field of two elements: whether it lies on R, on U and on F. The sum of the
/// three components is the *tetrad* of the position: two sets of four positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerCosetKind {
    /// One coset: the cosets of a table are then those of G1.
    Trivial,
    /// Two cosets: the parity of the permutation.
    Parity,
    /// 35 cosets: the unordered pair of the sets of positions that the corners of the two tetrads take.
    Tetrads,
    /// 210 cosets: the tetrads, and the correspondence between the pairings of the one and of the other. Each of R, U
    /// and F divides both tetrads into two pairs, and half turns change the pairings of both in the same way.
    Pairings,
}

/// The cosets of a group of corner permutations that contains those of the half turns, with the action of moves and
/// symmetries.
#[derive(Clone, Debug)]
pub(crate) struct CornerCosets {
    /// The kind.
    pub(crate) kind: CornerCosetKind,
    /// By coset and move: the coset after the move.
    moves: Vec<Vec<usize>>,
    /// By symmetry and coset: the conjugated coset.
    conjugates: Vec<Vec<u8>>,
    /// The coset by [signature](CornerCosetKind::signature).
    ranks: HashMap<u64, usize>,
}

/// Returns the vector of corner position `p`: bit 0 if it lies on R, bit 1 on U, bit 2 on F.
const fn vector(p: usize) -> u8 {
    let (mut vector, mut k) = (0, 0);
    while k < 3 {
        vector |= match CORNER_FACES[p][k] {
            Face::R => 1,
            Face::U => 2,
            Face::F => 4,
            _ => 0,
        };
        k += 1;
    }
    vector
}

/// The [`vector`] of each corner.
pub(super) const VECTORS: [u8; 8] = {
    let (mut vectors, mut p) = ([0; 8], 0);
    while p < 8 {
        vectors[p] = vector(p);
        p += 1;
    }
    vectors
};

/// Returns the positions of the corners on R, on U, and on F, as bit masks.
pub(super) fn masks(positions: &[u8; 8]) -> [u8; 3] {
    let mask = |i: u8| (0..8).fold(0, |mask, c: usize| mask | (VECTORS[c] >> i & 1) << positions[c]);
    [mask(0), mask(1), mask(2)]
}

impl CornerCosetKind {
    /// Returns the number of cosets.
    pub(crate) const fn size(self) -> usize {
        [1, 2, 35, 210][self as usize]
    }

    /// Returns the largest distance that a table does not distinguish from smaller ones, chosen so that a few per cent
    /// of all cosets have at most this distance. The next two distances have codes of their own, and all larger ones
    /// share a code.
    pub(crate) const fn base(self) -> u8 {
        match self {
            CornerCosetKind::Trivial | CornerCosetKind::Parity => 8,
            CornerCosetKind::Tetrads => 9,
            CornerCosetKind::Pairings => 10,
        }
    }

    /// Returns its name in the identity of a table.
    pub(crate) const fn name(self) -> &'static str {
        ["nothing", "parity", "tetrads", "pairings"][self as usize]
    }

    /// Returns a number that is equal for two permutations if and only if their cosets are.
    fn signature(self, positions: &[u8; 8]) -> u64 {
        let [x, y, z] = masks(positions);
        let tetrads = x ^ y ^ z;
        let up_to_complement = |mask: u8| mask.min(!mask);
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        match self {
            CornerCosetKind::Trivial => 0,
            CornerCosetKind::Parity => u64::from(is_odd(positions)),
            CornerCosetKind::Tetrads => number(&[up_to_complement(tetrads)]),
            CornerCosetKind::Pairings => {
                // A mask, its complement, and its complement within one tetrad denote the same pairs.
                let mut pairings =
                    [x, y, z].map(|mask| up_to_complement(mask).min(up_to_complement(mask ^ tetrads)));
                pairings.sort_unstable();
                number(&[up_to_complement(tetrads), pairings[0], pairings[1], pairings[2]])
            }
        }
    }
}

impl CornerCosets {
    /// Finds the cosets breadth-first.
    pub(crate) fn new(kind: CornerCosetKind) -> CornerCosets {
        let solved: [u8; 8] = std::array::from_fn(|c| c as u8);
        let signature = |positions: &[u8; 8]| kind.signature(positions);
        let turn = |positions: &[u8; 8], m| CornerPermutation::turn(positions, Move::from_index(m));
        let Closure { states: cosets, after: moves, numbers: ranks } =
            Closure::new(solved, Move::COUNT, signature, turn);
        assert_eq!(cosets.len(), kind.size(), "{kind:?} has its known number of cosets");
        let conjugate =
            |s, positions: &[u8; 8]| ranks[&signature(&CornerPermutation::conjugate(positions, s))] as u8;
        let conjugates = Symmetry::all().map(|s| cosets.iter().map(|p| conjugate(s, p)).collect()).collect();
        CornerCosets { kind, moves, conjugates, ranks }
    }

    /// Returns the number of cosets.
    pub(crate) fn size(&self) -> usize {
        self.moves.len()
    }

    /// Returns the coset of a permutation, given as the position of each corner.
    pub(crate) fn rank(&self, positions: &[u8; 8]) -> usize {
        self.ranks[&self.kind.signature(positions)]
    }

    /// Returns the coset after a move.
    pub(crate) fn turn(&self, rank: usize, m: usize) -> usize {
        self.moves[rank][m]
    }

    /// Returns the coset conjugated by any of the 48 symmetries.
    pub(crate) fn conjugate(&self, rank: usize, s: Symmetry) -> usize {
        self.conjugates[s.index()][rank].into()
    }

    /// Returns the coset conjugated by symmetry `s` of [`UD_SYMMETRIES`].
    pub(crate) fn conjugate_by_ud(&self, rank: usize, s: usize) -> usize {
        self.conjugate(rank, UD_SYMMETRIES[s])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::{Cube, random};

    #[test]
    fn cosets_commute_with_moves_and_symmetries() {
        use CornerCosetKind::{Pairings, Parity, Tetrads, Trivial};
        for kind in [Trivial, Parity, Tetrads, Pairings] {
            let cosets = CornerCosets::new(kind);
            let rank = |cube: &Cube| cosets.rank(&CornerPermutation::pieces(cube));
            assert_eq!(rank(&Cube::SOLVED), 0);
            for cube in random::states(7).take(50) {
                for m in Move::all() {
                    assert_eq!(cosets.turn(rank(&cube), m.index()), rank(&cube.turn(m)));
                }
                for s in Symmetry::all() {
                    assert_eq!(cosets.conjugate(rank(&cube), s), rank(&cube.conjugate(s)));
                }
                // A half turn before the cube does not change its coset.
                for m in Move::all().filter(|m| m.quarters() == 2) {
                    assert_eq!(rank(&Cube::SOLVED.turn(m).then(&cube)), rank(&cube));
                }
            }
        }
    }
}
