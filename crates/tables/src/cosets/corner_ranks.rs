//! The corner coset of a cube, from the sums over its corners.

use super::CosetCoordinate;
use super::corner_cosets::{CornerCosetKind, CornerCosets, masks};
use crate::kociemba::{Coordinate as _, CornerPermutation};
use cubiform_cube::state::is_odd;

/// Fields of [`IndexSums::corners`](super::indexer::IndexSums::corners): the width of a rank of twists, and the first bits of the masks of corners and of
/// the parity.
pub(super) const TWIST_BITS: u32 = 12;
pub(super) const CORNERS_SHIFT: u32 = 3 * TWIST_BITS;
/// The top bit, which sums of the other fields never carry into.
pub(super) const PARITY_SHIFT: u32 = 63;

/// The numbering of corner cosets by the sum over the corners.
#[derive(Debug)]
pub(super) struct CornerRanks {
    /// The first bit of the byte of the sum that is the number: the positions of a tetrad, or the parity.
    shift: u32,
    /// The numbers of pairings, which need more than a byte.
    pairings: Option<Pairings>,
    /// By number: the coset. Numbers without a coset have 0.
    cosets: [u8; 256],
}

/// Tables that map the masks of [`IndexSums`](super::IndexSums) to the coset with pairings.
#[derive(Debug)]
struct Pairings {
    /// By tetrad mask: its rank.
    tetrads: Box<[u8; 256]>,
    /// By tetrad mask and mask of the corners on one face: the [`pairing`].
    pairings: Vec<u8>,
    /// By rank of the tetrads and the pairings of two faces: the coset.
    ranks: Vec<u8>,
}

/// The number of ways to divide two tetrads into pairs.
const PAIRINGS: usize = 9;

impl CornerRanks {
    pub(super) fn new(coordinate: &CosetCoordinate) -> CornerRanks {
        let corner_cosets = &coordinate.corner_cosets;
        let kind = corner_cosets.kind;
        let mut cosets = [0; 256];
        for positions in (0..CornerPermutation::SIZE).map(CornerPermutation::unrank) {
            let [x, y, z] = masks(&positions);
            let coset = corner_cosets.rank(&positions);
            let number = match kind {
                CornerCosetKind::Parity => usize::from(is_odd(&positions)),
                CornerCosetKind::Trivial | CornerCosetKind::Tetrads => usize::from(x ^ y ^ z),
                CornerCosetKind::Pairings => coset,
            };
            cosets[number] = coset as u8;
        }
        CornerRanks {
            shift: if kind == CornerCosetKind::Parity { PARITY_SHIFT } else { CORNERS_SHIFT },
            pairings: (kind == CornerCosetKind::Pairings).then(|| Pairings::new(corner_cosets)),
            cosets,
        }
    }

    /// Returns, by number, the coset.
    pub(super) fn cosets(&self) -> &[u8; 256] {
        &self.cosets
    }

    /// Returns the number of the corner coset, given the sum over the corners.
    #[inline(always)]
    pub(super) fn number(&self, sum: u64) -> u8 {
        match &self.pairings {
            None => (sum >> self.shift) as u8,
            Some(pairings) => pairings.rank(sum),
        }
    }

    /// Returns the number of the coset to which a quarter turn about an axis, made before the cube, leads. It is the same
    /// for the four of them.
    #[inline(always)]
    pub(super) fn number_after_turn(&self, axis: usize, sum: u64) -> u8 {
        // The tetrad of a corner that is turned becomes the other, and its other two components are exchanged; one of
        // them becomes its opposite.
        let [tetrads, right, up] = [0, 8, 16].map(|i| sum >> (CORNERS_SHIFT + i) & 0xff);
        let front = tetrads ^ right ^ up;
        let changes = match axis {
            0 => [up, tetrads & up, 0],
            1 => [right, 0, tetrads & right],
            _ => [front, (right ^ up) & front, !(right ^ up) & front],
        };
        let changes = changes[0] | changes[1] << 8 | changes[2] << 16;
        self.number(sum ^ changes << CORNERS_SHIFT ^ 1 << PARITY_SHIFT)
    }
}

impl Pairings {
    fn new(corner_cosets: &CornerCosets) -> Pairings {
        let (mut tetrads, mut count) = (Box::new([0; 256]), 0);
        for mask in (0..128u8).filter(|mask| mask.count_ones() == 4) {
            tetrads[usize::from(mask)] = count;
            tetrads[usize::from(!mask)] = count;
            count += 1;
        }
        let mut pairings = vec![0; 1 << 16];
        let mut ranks = vec![0; usize::from(count) * PAIRINGS * PAIRINGS];
        for positions in (0..CornerPermutation::SIZE).map(CornerPermutation::unrank) {
            let [x, y, z] = masks(&positions);
            let tetrad_mask = x ^ y ^ z;
            for mask in [x, y] {
                pairings[pairing_index(tetrad_mask, mask)] = pairing(tetrad_mask, mask);
            }
            let at = (usize::from(tetrads[usize::from(tetrad_mask)]) * PAIRINGS
                + usize::from(pairing(tetrad_mask, x)))
                * PAIRINGS
                + usize::from(pairing(tetrad_mask, y));
            ranks[at] = corner_cosets.rank(&positions) as u8;
        }
        Pairings { tetrads, pairings, ranks }
    }

    /// Returns the coset, given the sum over the corners.
    #[inline(always)]
    fn rank(&self, sum: u64) -> u8 {
        let mask = |i: u32| (sum >> (CORNERS_SHIFT + 8 * i)) as u8;
        let pairing = |i| usize::from(self.pairings[pairing_index(mask(0), mask(i))]);
        let at =
            (usize::from(self.tetrads[usize::from(mask(0))]) * PAIRINGS + pairing(1)) * PAIRINGS + pairing(2);
        self.ranks[at]
    }
}

#[inline(always)]
fn pairing_index(tetrads: u8, mask: u8) -> usize {
    usize::from(tetrads) << 8 | usize::from(mask)
}

/// Returns the number, below [`PAIRINGS`], of the division of both tetrads into pairs by `mask`. In base 3, the high
/// digit belongs to the tetrad without position 7.
fn pairing(tetrads: u8, mask: u8) -> u8 {
    let of = |tetrad: u8| {
        // The index, among the other three members, of the one paired with the first.
        let members: Vec<u8> = (0..8).filter(|p| tetrad >> p & 1 == 1).collect();
        let first = mask >> members[0] & 1;
        let mate = members[1..].iter().position(|p| mask >> p & 1 == first);
        mate.expect("a mask divides a tetrad into two pairs") as u8
    };
    let first = tetrads.min(!tetrads);
    3 * of(first) + of(!first)
}
