//! Permutations of corners and wings up to half turns, and permutations made by half turns: tetrads and their pairings.
//!
//! Half turns never exchange pieces between the first four and the last four of the eight corners, or of the eight
//! wings of two opposite inner layers ([`cell`](cubiform_cube::four::cell) defines this order). Such a set of four
//! is a *tetrad*.
//!
//! A tetrad 0..4 splits into two pairs in three ways, its *pairings*: in pairing `k` (0..3) the partners are `i` and
//! `i ^ (k + 1)`. A permutation of the tetrad permutes the pairings; this is the homomorphism S4 -> S3, whose kernel
//! has four elements. Half turns permute the pairings of both tetrads of a set of eight in the same way. So they make
//!
//! ```text
//! 4! * 4 = 96 permutations:              any of the 4! of one tetrad, one of four of the other
//! 8! / 96 = C(8, 4) * 3! = 420 cosets:   positions of the first tetrad, relative permutation of the pairings
//! ```
//!
//! | component | numbers | size |
//! |---|---|---|
//! | [`UpToHalfTurns`] | eight corners or slice wings, up to half turns | 70 * 6 = 420 |
//! | [`LayerWings`] | wings 0..16, up to half turns | 70 * 70 * 6 * 3 = 88,200 |
//! | [`SquareCorners`] | permutations of the corners by half turns | 96 |
//! | [`SquareWings`] | permutations of all wings by half turns | 96^3 = 884,736 |

use std::marker::PhantomData;

use cubiform_cube::four::Cube4;
use cubiform_cube::state::is_odd;

use super::component::{Component, Motion};
use crate::kociemba::unrank;
use cubiform_cube::placement;

use crate::subset;

/// A permutation of the three pairings of a tetrad: the image of each.
type PairingMap = [u8; 3];

/// Returns the permutation of the pairings by a permutation of a tetrad.
fn pairing_map(order: [u8; 4]) -> PairingMap {
    std::array::from_fn(|k| (order[0] ^ order[k + 1]) - 1)
}

/// Returns the permutation of a tetrad that has this effect on pairings and maps 0 to `first`.
fn tetrad_order(map: PairingMap, first: u8) -> [u8; 4] {
    [first, first ^ (map[0] + 1), first ^ (map[1] + 1), first ^ (map[2] + 1)]
}

/// Returns the permutation of pairings by which `second` differs from `first`: `relative_map[first[k]] = second[k]`.
fn relative_map(first: PairingMap, second: PairingMap) -> PairingMap {
    let mut relative = [0; 3];
    for (from, to) in first.iter().zip(second) {
        relative[usize::from(*from)] = to;
    }
    relative
}

/// Returns the lexicographic rank of a permutation of three pairings, 0..6.
fn map_rank(map: PairingMap) -> usize {
    2 * usize::from(map[0]) + usize::from(map[1] > map[2])
}

/// Returns the permutation of three pairings of this rank.
fn map_unrank(rank: usize) -> PairingMap {
    let first = rank / 2;
    let (low, high) = ([1, 0, 0][first], [2, 2, 1][first]);
    if rank % 2 == 1 { [first as u8, high, low] } else { [first as u8, low, high] }
}

/// Returns the set of four positions, and the index of each of the four in the sorted set.
fn set_and_order(positions: &[u8]) -> (u32, [u8; 4]) {
    let set = positions.iter().fold(0, |set, p| set | 1 << p);
    (set, std::array::from_fn(|i| (set & ((1u32 << positions[i]) - 1)).count_ones() as u8))
}

/// Sets the positions of four pieces: piece `i` gets the member `order[i]` of the sorted set.
fn place_on_set(set: u32, order: [u8; 4], positions: &mut [u8]) {
    let mut members = (0..32).filter(|p| set >> p & 1 == 1);
    let members: [u8; 4] = std::array::from_fn(|_| members.next().expect("a set of four"));
    for (position, i) in positions.iter_mut().zip(order) {
        *position = members[usize::from(i)];
    }
}

/// Returns the positions of pieces, by piece, after a motion that gives them the names `name` and the positions `position`.
fn moved<const N: usize>(
    positions: &[u8; N],
    name: impl Fn(usize) -> u8,
    position: impl Fn(u8) -> u8,
) -> [u8; N] {
    let mut moved = [0; N];
    for (piece, from) in positions.iter().enumerate() {
        moved[usize::from(name(piece))] = position(*from);
    }
    moved
}

/// Returns the positions of wings, by wing, after a motion.
fn moved_wings<const N: usize>(positions: &[u8; N], motion: &Motion) -> [u8; N] {
    moved(positions, |wing| motion.wing_names[wing], |position| motion.wings[usize::from(position)])
}

/// A kind of eight pieces with two tetrads: pieces 0..4 and 4..8.
pub(super) trait EightPieces: Copy {
    /// Returns the positions of the eight on a cube, each 0..8; `None` if one is elsewhere or twisted.
    fn from_cube(cube: &Cube4) -> Option<[u8; 8]>;
    /// Returns the image of a position under a motion.
    fn position(motion: &Motion, position: u8) -> u8;
    /// Returns the name of a piece after a motion.
    fn name(motion: &Motion, piece: usize) -> u8;
    /// Returns the positions after a motion.
    fn moved(positions: &[u8; 8], motion: &Motion) -> [u8; 8] {
        moved(positions, |piece| Self::name(motion, piece), |position| Self::position(motion, position))
    }
}

/// The corners, none of them twisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerPieces;

impl EightPieces for CornerPieces {
    fn from_cube(cube: &Cube4) -> Option<[u8; 8]> {
        let corners = cube.corners();
        corners.iter().all(|place| place % 3 == 0).then(|| corners.map(|place| place / 3))
    }

    fn position(motion: &Motion, position: u8) -> u8 {
        motion.corners[3 * usize::from(position)] / 3
    }

    fn name(motion: &Motion, piece: usize) -> u8 {
        motion.corner_names[piece]
    }
}

/// The wings 16..24 of the inner layers u and d, all within these layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SliceWingPieces;

impl EightPieces for SliceWingPieces {
    fn from_cube(cube: &Cube4) -> Option<[u8; 8]> {
        let wings: [u8; 8] = std::array::from_fn(|i| cube.wings()[16 + i]);
        wings.iter().all(|position| *position >= 16).then(|| wings.map(|position| position - 16))
    }

    fn position(motion: &Motion, position: u8) -> u8 {
        motion.wings[16 + usize::from(position)] - 16
    }

    fn name(motion: &Motion, piece: usize) -> u8 {
        motion.wing_names[16 + piece] - 16
    }
}

/// The positions of eight pieces up to permutations of the pieces by half turns: 420 cosets.
///
/// The rank is `6 * rank of the set of positions of the first tetrad + rank of the relative permutation of pairings`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UpToHalfTurns<E>([u8; 8], PhantomData<E>);

impl<E: EightPieces> Component for UpToHalfTurns<E> {
    const SIZE: usize = 70 * 6;

    fn from_cube(cube: &Cube4) -> Option<Self> {
        E::from_cube(cube).map(|positions| UpToHalfTurns(positions, PhantomData))
    }

    fn moved(&self, motion: &Motion) -> Self {
        UpToHalfTurns(E::moved(&self.0, motion), PhantomData)
    }

    fn rank(&self) -> usize {
        let ((set, first), (_, second)) = (set_and_order(&self.0[..4]), set_and_order(&self.0[4..]));
        6 * subset::rank(set) + map_rank(relative_map(pairing_map(first), pairing_map(second)))
    }

    fn unrank(rank: usize) -> Self {
        let (set, mut of) = (subset::unrank(rank / 6, 4), [0; 8]);
        place_on_set(set, [0, 1, 2, 3], &mut of[..4]);
        place_on_set(set ^ 0xff, tetrad_order(map_unrank(rank % 6), 0), &mut of[4..]);
        UpToHalfTurns(of, PhantomData)
    }
}

/// The number of permutations of eight pieces that half turns make: 4! * 4.
const SQUARE_ORDERS: usize = 96;

/// Returns the rank of a permutation of eight, if half turns make it: `4 * rank of the first tetrad's permutation +
/// image of the first piece of the second tetrad`.
fn square_rank(of: &[u8]) -> Option<usize> {
    let ((set, first), (_, second)) = (set_and_order(&of[..4]), set_and_order(&of[4..]));
    (set == 0xf && pairing_map(first) == pairing_map(second))
        .then(|| 4 * placement::rank(4, &first) + usize::from(second[0]))
}

/// Returns the permutation of eight of this rank.
fn square_unrank(rank: usize) -> [u8; 8] {
    let first: [u8; 4] = unrank(4, rank / 4);
    let second = tetrad_order(pairing_map(first), (rank % 4) as u8);
    std::array::from_fn(|i| if i < 4 { first[i] } else { 4 + second[i - 4] })
}

/// The positions of the corners, in one of the 96 permutations that half turns make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareCorners([u8; 8]);

impl Component for SquareCorners {
    const SIZE: usize = SQUARE_ORDERS;

    fn from_cube(cube: &Cube4) -> Option<SquareCorners> {
        CornerPieces::from_cube(cube).filter(|of| square_rank(of).is_some()).map(SquareCorners)
    }

    fn moved(&self, motion: &Motion) -> SquareCorners {
        SquareCorners(CornerPieces::moved(&self.0, motion))
    }

    fn rank(&self) -> usize {
        square_rank(&self.0).expect("turns and symmetries preserve the group of half turns")
    }

    fn unrank(rank: usize) -> SquareCorners {
        SquareCorners(square_unrank(rank))
    }
}

/// The positions of all wings, each set of eight in one of the 96 permutations that half turns make: 96^3.
///
/// A rank has three digits in base 96: wings 0..8, 8..16 and 16..24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareWings([u8; 24]);

impl SquareWings {
    /// Returns the rank of the permutation of each set of eight; `None` if half turns do not make one of them.
    fn ranks(&self) -> Option<[usize; 3]> {
        let mut ranks = [0; 3];
        for (group, rank) in ranks.iter_mut().enumerate() {
            let first = 8 * group as u8;
            let of: [u8; 8] = std::array::from_fn(|i| self.0[8 * group + i].wrapping_sub(first));
            *rank = if of.iter().all(|position| *position < 8) { square_rank(&of)? } else { return None };
        }
        Some(ranks)
    }
}

impl Component for SquareWings {
    const SIZE: usize = SQUARE_ORDERS * SQUARE_ORDERS * SQUARE_ORDERS;

    fn from_cube(cube: &Cube4) -> Option<SquareWings> {
        Some(SquareWings(*cube.wings())).filter(|wings| wings.ranks().is_some())
    }

    fn moved(&self, motion: &Motion) -> SquareWings {
        SquareWings(moved_wings(&self.0, motion))
    }

    fn rank(&self) -> usize {
        let ranks = self.ranks().expect("turns and symmetries preserve the group of half turns");
        ranks.iter().fold(0, |rank, next| rank * SQUARE_ORDERS + next)
    }

    fn unrank(rank: usize) -> SquareWings {
        let orders = [SQUARE_ORDERS * SQUARE_ORDERS, SQUARE_ORDERS, 1];
        let orders = orders.map(|place| square_unrank(rank / place % SQUARE_ORDERS));
        SquareWings(std::array::from_fn(|i| (i / 8 * 8) as u8 + orders[i / 8][i % 8]))
    }
}

/// The positions of the wings 0..16, up to permutations of the wings by half turns: 70 * 70 * 6 * 3 = 88,200 cosets.
///
/// Each of the two kinds of wings ([`WingKinds`](super::sets::WingKinds)) must be on its own eight positions, and the
/// permutation must be even. The four tetrads are linked in two ways:
///
/// | tetrad | wings | shares positions with | pairings permuted together with |
/// |---|---|---|---|
/// | 0 | 0..4 | 3 | 1 |
/// | 1 | 4..8 | 2 | 0 |
/// | 2 | 8..12 | 1 | 3 |
/// | 3 | 12..16 | 0 | 2 |
///
/// The rank has four digits, the highest first:
///
/// | base | digit |
/// |---|---|
/// | 70 | set of positions of tetrad 0 among 0..4 and 12..16 |
/// | 70 | set of positions of tetrad 1 among 4..12 |
/// | 6 | relative permutation of the pairings of tetrads 0 and 1 |
/// | 3 | image of pairing 0 under the relative permutation of tetrads 2 and 3; the rest follows, since the wings are permuted evenly |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerWings([u8; 16]);

impl LayerWings {
    /// Returns whether a wing or position is of the first kind.
    fn is_first_kind(index: usize) -> bool {
        !(4..12).contains(&index)
    }
}

impl Component for LayerWings {
    const SIZE: usize = 70 * 70 * 6 * 3;

    fn from_cube(cube: &Cube4) -> Option<LayerWings> {
        let wings: [u8; 16] = std::array::from_fn(|i| cube.wings()[i]);
        let is_own = |(wing, position): (usize, &u8)| {
            *position < 16 && LayerWings::is_first_kind(wing) == LayerWings::is_first_kind((*position).into())
        };
        (wings.iter().enumerate().all(is_own) && !is_odd(&wings)).then_some(LayerWings(wings))
    }

    fn moved(&self, motion: &Motion) -> LayerWings {
        LayerWings(moved_wings(&self.0, motion))
    }

    fn rank(&self) -> usize {
        let tetrads: [(u32, [u8; 4]); 4] = std::array::from_fn(|i| set_and_order(&self.0[4 * i..][..4]));
        let maps = tetrads.map(|(_, order)| pairing_map(order));
        // Positions 0..4 and 12..16 become bits 0..8; positions 4..12 likewise.
        let first = subset::rank(tetrads[0].0 & 0xf | tetrads[0].0 >> 8);
        let second = subset::rank(tetrads[1].0 >> 4);
        // Of the two permutations of pairings with this first image, the parity of the wings selects one.
        ((first * 70 + second) * 6 + map_rank(relative_map(maps[0], maps[1]))) * 3
            + usize::from(relative_map(maps[2], maps[3])[0])
    }

    fn unrank(rank: usize) -> LayerWings {
        let first = subset::unrank(rank / 18 / 70, 4);
        let (first, second) = (first & 0xf | (first & 0xf0) << 8, subset::unrank(rank / 18 % 70, 4) << 4);
        let mut wings = [0; 16];
        place_on_set(first, [0, 1, 2, 3], &mut wings[..4]);
        place_on_set(second, tetrad_order(map_unrank(rank / 3 % 6), 0), &mut wings[4..8]);
        place_on_set(0x0ff0 ^ second, [0, 1, 2, 3], &mut wings[8..12]);
        for candidate in 0..2 {
            place_on_set(
                0xf00f ^ first,
                tetrad_order(map_unrank(rank % 3 * 2 + candidate), 0),
                &mut wings[12..],
            );
            if !is_odd(&wings) {
                break;
            }
        }
        LayerWings(wings)
    }
}
