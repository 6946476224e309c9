//! The corner coset of a cube, from the sums over its corners.

use super::CosetCoordinate;
use super::corner_cosets::{CornerCosetKind, masks};
use crate::kociemba::{Coordinate as _, CornerPermutation};
use cubiform_cube::state::is_odd;

/// Fields of [`IndexSums::corners`](super::indexer::IndexSums::corners): the width of a rank of twists, and the first bits of the masks of corners and of
/// the parity.
pub(super) const TWIST_BITS: u32 = 12;
pub(super) const CORNERS_SHIFT: u32 = 3 * TWIST_BITS;
/// The top bit, which sums of the other fields never carry into.
pub(super) const PARITY_SHIFT: u32 = 63;

/// Tables that map the masks of [`IndexSums`](super::IndexSums) to the corner coset.
#[derive(Debug)]
pub(super) enum CornerRanks {
    Trivial,
    Parity([u8; 2]),
    Tetrads(Box<[u8; 256]>),
    Pairings {
        tetrads: Box<[u8; 256]>,
        /// By tetrad mask and mask of the corners on one face: the [`pairing`].
        pairings: Vec<u8>,
        /// By rank of the tetrads and the pairings of two faces: the coset.
        ranks: Vec<u8>,
    },
}

/// The number of ways to divide two tetrads into pairs.
const PAIRINGS: usize = 9;

impl CornerRanks {
    pub(super) fn new(coordinate: &CosetCoordinate) -> CornerRanks {
        let corner_cosets = &coordinate.corner_cosets;
        let permutations = || (0..CornerPermutation::SIZE).map(CornerPermutation::unrank);
        let mut tetrads = Box::new([0; 256]);
        match corner_cosets.kind {
            CornerCosetKind::Trivial => CornerRanks::Trivial,
            CornerCosetKind::Parity => {
                let mut ranks = [0; 2];
                for positions in permutations() {
                    ranks[usize::from(is_odd(&positions))] = corner_cosets.rank(&positions) as u8;
                }
                CornerRanks::Parity(ranks)
            }
            CornerCosetKind::Tetrads => {
                for positions in permutations() {
                    let [x, y, z] = masks(&positions);
                    tetrads[usize::from(x ^ y ^ z)] = corner_cosets.rank(&positions) as u8;
                }
                CornerRanks::Tetrads(tetrads)
            }
            CornerCosetKind::Pairings => {
                let mut count = 0;
                for mask in (0..128u8).filter(|mask| mask.count_ones() == 4) {
                    tetrads[usize::from(mask)] = count;
                    tetrads[usize::from(!mask)] = count;
                    count += 1;
                }
                let mut pairings = vec![0; 1 << 16];
                let mut ranks = vec![0; usize::from(count) * PAIRINGS * PAIRINGS];
                for positions in permutations() {
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
                CornerRanks::Pairings { tetrads, pairings, ranks }
            }
        }
    }

    /// Returns the corner coset, given the sum of the corners.
    #[inline(always)]
    pub(super) fn rank(&self, sum: u64) -> usize {
        let mask = |i: u32| (sum >> (CORNERS_SHIFT + 8 * i)) as u8;
        match self {
            CornerRanks::Trivial => 0,
            CornerRanks::Parity(ranks) => ranks[(sum >> PARITY_SHIFT) as usize].into(),
            CornerRanks::Tetrads(ranks) => ranks[usize::from(mask(0) ^ mask(1) ^ mask(2))].into(),
            CornerRanks::Pairings { tetrads, pairings, ranks } => {
                let tetrad_mask = mask(0) ^ mask(1) ^ mask(2);
                let pairing = |i| usize::from(pairings[pairing_index(tetrad_mask, mask(i))]);
                let at = (usize::from(tetrads[usize::from(tetrad_mask)]) * PAIRINGS + pairing(0)) * PAIRINGS
                    + pairing(1);
                ranks[at].into()
            }
        }
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
