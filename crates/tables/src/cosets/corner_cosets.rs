//! What a coset keeps of the permutation of the corners: nothing, its parity, the tetrads, or all but half turns.

use std::collections::HashMap;

use cubiform_cube::piece::CORNER_FACES;
use cubiform_cube::{Face, Move, Symmetry};

use crate::kociemba::{Coordinate, CornerPermutation, Symmetric, UD_SYMMETRIES};

/// A kind of [`CornerCosets`], coarsest first.
///
/// Half turns change none of them. Write a corner position as a vector over two elements: whether it lies on R, on U and
/// on F. Its *tetrad* is the sum of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerCosetKind {
    /// One: what is left are the cosets of G1.
    Trivial,
    /// Two: whether the permutation is odd.
    Parity,
    /// Thirty-five: in which two fours of positions the two tetrads stand, whichever is where.
    Tetrads,
    /// Two hundred and ten: beside that which pairing of the one four belongs to which of the other. R, U and F each part
    /// both tetrads into two pairs; half turns change the pairings of both alike.
    Pairings,
}

/// The cosets of a group of permutations of the corners that has those of half turns, and how moves and symmetries act on
/// them.
#[derive(Clone, Debug)]
pub struct CornerCosets {
    kind: CornerCosetKind,
    /// By coset and move.
    moves: Vec<[u8; Move::COUNT]>,
    /// By symmetry and coset.
    conjugates: Vec<Vec<u8>>,
    /// By what tells a coset from the others.
    ranks: HashMap<u64, u8>,
}

/// Of corner position `p`, bit 0 whether it lies on R, bit 1 on U, bit 2 on F.
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

/// [`vector`] of each corner.
pub(super) const VECTORS: [u8; 8] = {
    let (mut vectors, mut p) = ([0; 8], 0);
    while p < 8 {
        vectors[p] = vector(p);
        p += 1;
    }
    vectors
};

/// In which positions corners on R, on U, and on F stand, a bit each.
pub(super) fn masks(positions: &[u8; 8]) -> [u8; 3] {
    let mask = |i: u8| (0..8).fold(0, |mask, c: usize| mask | (VECTORS[c] >> i & 1) << positions[c]);
    [mask(0), mask(1), mask(2)]
}

impl CornerCosetKind {
    /// How many cosets there are.
    pub const fn size(self) -> usize {
        match self {
            CornerCosetKind::Trivial => 1,
            CornerCosetKind::Parity => 2,
            CornerCosetKind::Tetrads => 35,
            CornerCosetKind::Pairings => 210,
        }
    }

    /// The distance that a table does not tell from lesser ones: a few hundredths of all cosets are as near. The next
    /// two distances it tells, and what is farther.
    pub const fn base(self) -> u8 {
        match self {
            CornerCosetKind::Trivial | CornerCosetKind::Parity => 8,
            CornerCosetKind::Tetrads => 9,
            CornerCosetKind::Pairings => 10,
        }
    }

    /// Its name in what identifies a table.
    pub const fn name(self) -> &'static str {
        match self {
            CornerCosetKind::Trivial => "nothing",
            CornerCosetKind::Parity => "parity",
            CornerCosetKind::Tetrads => "tetrads",
            CornerCosetKind::Pairings => "pairings",
        }
    }

    /// What tells the coset of a permutation from the others.
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
                // A mask and that of the rest, of up_to_complement tetrad or of both, are the same pairs.
                let mut pairings =
                    [x, y, z].map(|mask| up_to_complement(mask).min(up_to_complement(mask ^ tetrads)));
                pairings.sort_unstable();
                number(&[up_to_complement(tetrads), pairings[0], pairings[1], pairings[2]])
            }
        }
    }
}

pub(super) fn is_odd(positions: &[u8; 8]) -> bool {
    let pairs = (0..8).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.filter(|(a, b)| positions[*a] < positions[*b]).count() % 2 == 1
}

impl CornerCosets {
    /// Finds the cosets, breadth-first.
    pub fn new(kind: CornerCosetKind) -> CornerCosets {
        let solved = std::array::from_fn(|c| c as u8);
        let mut found: Vec<[u8; 8]> = vec![solved];
        let mut ranks = HashMap::from([(kind.signature(&solved), 0)]);
        let mut moves = Vec::new();
        while let Some(positions) = found.get(moves.len()).copied() {
            let mut row = [0; Move::COUNT];
            for m in Move::all() {
                let turned = CornerPermutation::turn(&positions, m);
                row[m.index()] = *ranks.entry(kind.signature(&turned)).or_insert_with(|| {
                    found.push(turned);
                    (found.len() - 1) as u8
                });
            }
            moves.push(row);
        }
        assert_eq!(found.len(), kind.size(), "{kind:?} has its known number of cosets");
        let conjugate =
            |s, positions: &[u8; 8]| ranks[&kind.signature(&CornerPermutation::conjugate(positions, s))];
        let conjugates = Symmetry::all().map(|s| found.iter().map(|p| conjugate(s, p)).collect()).collect();
        CornerCosets { kind, moves, conjugates, ranks }
    }

    /// Its kind.
    pub fn kind(&self) -> CornerCosetKind {
        self.kind
    }

    /// How many cosets there are.
    pub fn size(&self) -> usize {
        self.moves.len()
    }

    /// The coset of a permutation, given for each corner its position.
    pub fn rank(&self, positions: &[u8; 8]) -> usize {
        self.ranks[&self.kind.signature(positions)].into()
    }

    /// What a move makes of a coset.
    pub fn turn(&self, rank: usize, m: usize) -> usize {
        self.moves[rank][m].into()
    }

    /// What a symmetry, any of the 48, makes of a coset.
    pub fn conjugate(&self, rank: usize, s: Symmetry) -> usize {
        self.conjugates[s.index()][rank].into()
    }

    /// What symmetry `s` of [`UD_SYMMETRIES`] makes of a coset.
    pub fn conjugate_by_ud(&self, rank: usize, s: usize) -> usize {
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
            let rank = |cube: &Cube| cosets.rank(&CornerPermutation::of(cube));
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
