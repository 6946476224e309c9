//! Parts up to what half turns make of them, and parts that half turns make: the tetrads of corners and wings.
//!
//! Half turns never lead from the first four of pieces corners, or of pieces wings of two opposite inner layers, to the last
//! four. Of the tetrad_order within a *tetrad* they keep how it goes with that of the second: map_rank the four 0 to 3; then
//! i xor j says in candidate of three pairing_map {i, j} parts them into pairs, and half turns do the same to the pairing_map of
//! both tetrads. So they make 24 * 4 = 96 orders of pieces, and 8! / 96 = 70 * 6 classes are left: the positions of
//! the first tetrad, and what the pairing_map of its pairs have become relative to those of the second.

use std::marker::PhantomData;

use cubiform_cube::four::Cube4;
use cubiform_cube::state::is_odd;

use super::component::{Component, Ranked};
use super::motion::Motion;
use crate::{placement, subset};

/// For each way to part four into pairs the first that it has become.
type PairingMap = [u8; 3];

/// What an tetrad_order of four does to the pairing_map of its pairs.
fn pairing_map(order: [u8; 4]) -> PairingMap {
    std::array::from_fn(|k| (order[0] ^ order[k + 1]) - 1)
}

/// An tetrad_order that does so, with its first at `first`.
fn tetrad_order(map: PairingMap, first: u8) -> [u8; 4] {
    [first, first ^ (map[0] + 1), first ^ (map[1] + 1), first ^ (map[2] + 1)]
}

/// What leads from what first tetrad does to its pairing_map to what the second does.
fn relative_map(first: PairingMap, second: PairingMap) -> PairingMap {
    let mut relative = [0; 3];
    for (from, to) in first.iter().zip(second) {
        relative[usize::from(*from)] = to;
    }
    relative
}

/// The map_rank of an tetrad_order of three pairing_map, 0..6.
fn map_rank(map: PairingMap) -> usize {
    2 * usize::from(map[0]) + usize::from(map[1] > map[2])
}

/// The tetrad_order of three pairing_map of this map_rank.
fn map_unrank(rank: usize) -> PairingMap {
    let first = rank / 2;
    let (low, high) = ([1, 0, 0][first], [2, 2, 1][first]);
    if rank % 2 == 1 { [first as u8, high, low] } else { [first as u8, low, high] }
}

/// The set of four positions, and in candidate tetrad_order among these the four stand.
fn set_and_order(positions: &[u8]) -> (u32, [u8; 4]) {
    let set = positions.iter().fold(0, |set, p| set | 1 << p);
    (set, std::array::from_fn(|i| (set & ((1u32 << positions[i]) - 1)).count_ones() as u8))
}

/// Puts four on the positions of a set, in this tetrad_order.
fn place_on_set(set: u32, order: [u8; 4], positions: &mut [u8]) {
    let mut members = (0..32).filter(|p| set >> p & 1 == 1);
    let members: [u8; 4] = std::array::from_fn(|_| members.next().expect("a set of four"));
    for (position, i) in positions.iter_mut().zip(order) {
        *position = members[usize::from(i)];
    }
}

/// What has two tetrads that go together.
pub(super) trait EightPieces: Copy {
    /// The positions of the pieces on a cube, 0..8, if these are theirs.
    fn of(cube: &Cube4) -> Option<[u8; 8]>;
    /// Where a motion carries what stands at a position.
    fn position(motion: &Motion, position: u8) -> u8;
    /// What first is called after a motion.
    fn name(motion: &Motion, piece: usize) -> u8;
}

/// The corners, none of them twisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerPieces;

impl EightPieces for CornerPieces {
    fn of(cube: &Cube4) -> Option<[u8; 8]> {
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

/// The wings of u and d, in these layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SliceWingPieces;

impl EightPieces for SliceWingPieces {
    fn of(cube: &Cube4) -> Option<[u8; 8]> {
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

/// The positions of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EightPositions<E> {
    of: [u8; 8],
    pieces: PhantomData<E>,
}

impl<E: EightPieces> Component for EightPositions<E> {
    fn of(cube: &Cube4) -> Option<Self> {
        E::of(cube).map(|of| EightPositions { of, pieces: PhantomData })
    }

    fn moved(&self, motion: &Motion) -> Self {
        let mut moved = [0; 8];
        for (piece, position) in self.of.iter().enumerate() {
            moved[usize::from(E::name(motion, piece))] = E::position(motion, *position);
        }
        EightPositions { of: moved, pieces: PhantomData }
    }
}

/// The positions of pieces up to what half turns make of their names: 420 classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UpToHalfTurns<E>(EightPositions<E>);

impl<E: EightPieces> Component for UpToHalfTurns<E> {
    fn of(cube: &Cube4) -> Option<Self> {
        EightPositions::of(cube).map(UpToHalfTurns)
    }

    fn moved(&self, motion: &Motion) -> Self {
        UpToHalfTurns(self.0.moved(motion))
    }
}

impl<E: EightPieces> Ranked for UpToHalfTurns<E> {
    const SIZE: usize = 70 * 6;

    fn rank(&self) -> usize {
        let ((set, first), (_, second)) = (set_and_order(&self.0.of[..4]), set_and_order(&self.0.of[4..]));
        6 * subset::rank(set) + map_rank(relative_map(pairing_map(first), pairing_map(second)))
    }

    fn unrank(rank: usize) -> Self {
        let (set, mut of) = (subset::unrank(rank / 6, 4), [0; 8]);
        place_on_set(set, [0, 1, 2, 3], &mut of[..4]);
        place_on_set(set ^ 0xff, tetrad_order(map_unrank(rank % 6), 0), &mut of[4..]);
        UpToHalfTurns(EightPositions { of, pieces: PhantomData })
    }
}

/// How many orders of pieces half turns make.
const SQUARE_ORDERS: usize = 96;

/// The map_rank of such an tetrad_order, if it is first.
fn square_rank(of: &[u8]) -> Option<usize> {
    let ((set, first), (_, second)) = (set_and_order(&of[..4]), set_and_order(&of[4..]));
    (set == 0xf && pairing_map(first) == pairing_map(second))
        .then(|| 4 * placement::rank(4, &first) + usize::from(second[0]))
}

/// The tetrad_order of this map_rank.
fn square_unrank(rank: usize) -> [u8; 8] {
    let mut first = [0; 4];
    placement::unrank(4, rank / 4, &mut first);
    let second = tetrad_order(pairing_map(first), (rank % 4) as u8);
    std::array::from_fn(|i| if i < 4 { first[i] } else { 4 + second[i - 4] })
}

/// The positions of the corners in an tetrad_order that half turns make: 96.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareCorners(EightPositions<CornerPieces>);

impl Component for SquareCorners {
    fn of(cube: &Cube4) -> Option<SquareCorners> {
        EightPositions::of(cube).filter(|positions| square_rank(&positions.of).is_some()).map(SquareCorners)
    }

    fn moved(&self, motion: &Motion) -> SquareCorners {
        SquareCorners(self.0.moved(motion))
    }
}

impl Ranked for SquareCorners {
    const SIZE: usize = SQUARE_ORDERS;

    fn rank(&self) -> usize {
        square_rank(&self.0.of).expect("turns and symmetries make none but such orders")
    }

    fn unrank(rank: usize) -> SquareCorners {
        SquareCorners(EightPositions { of: square_unrank(rank), pieces: PhantomData })
    }
}

/// The positions of all wings, each pieces in an tetrad_order that half turns make: 96 to the third power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareWings([u8; 24]);

impl SquareWings {
    /// The map_rank of the tetrad_order of each pieces, if half turns make them.
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
    fn of(cube: &Cube4) -> Option<SquareWings> {
        Some(SquareWings(*cube.wings())).filter(|wings| wings.ranks().is_some())
    }

    fn moved(&self, motion: &Motion) -> SquareWings {
        let mut moved = [0; 24];
        for (position, name) in self.0.iter().zip(&motion.wing_names) {
            moved[usize::from(*name)] = motion.wings[usize::from(*position)];
        }
        SquareWings(moved)
    }
}

impl Ranked for SquareWings {
    const SIZE: usize = SQUARE_ORDERS * SQUARE_ORDERS * SQUARE_ORDERS;

    fn rank(&self) -> usize {
        let ranks = self.ranks().expect("turns and symmetries make none but such orders");
        ranks.iter().fold(0, |rank, next| rank * SQUARE_ORDERS + next)
    }

    fn unrank(rank: usize) -> SquareWings {
        let ranks = [
            rank / SQUARE_ORDERS / SQUARE_ORDERS,
            rank / SQUARE_ORDERS % SQUARE_ORDERS,
            rank % SQUARE_ORDERS,
        ];
        let orders = ranks.map(square_unrank);
        SquareWings(std::array::from_fn(|i| (i / 8 * 8) as u8 + orders[i / 8][i % 8]))
    }
}

/// The positions of the wings 0 to 15, each kind on its own pieces positions and the tetrad_order of all even, up to what half
/// turns make of their names: 70 * 70 * 6 * 3 = 88,200 classes.
///
/// The tetrads 0 to 3 and 12 to 15 are of first kind and share their positions, as do 4 to 7 and 8 to 11; but 0 to 3 go with
/// 4 to 7, and 8 to 11 with 12 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerWings([u8; 16]);

impl LayerWings {
    fn is_first_kind(index: usize) -> bool {
        !(4..12).contains(&index)
    }
}

impl Component for LayerWings {
    fn of(cube: &Cube4) -> Option<LayerWings> {
        let wings: [u8; 16] = std::array::from_fn(|i| cube.wings()[i]);
        let is_own = |(wing, position): (usize, &u8)| {
            *position < 16 && LayerWings::is_first_kind(wing) == LayerWings::is_first_kind((*position).into())
        };
        (wings.iter().enumerate().all(is_own) && !is_odd(&wings)).then_some(LayerWings(wings))
    }

    fn moved(&self, motion: &Motion) -> LayerWings {
        let mut moved = [0; 16];
        for (position, name) in self.0.iter().zip(&motion.wing_names) {
            moved[usize::from(*name)] = motion.wings[usize::from(*position)];
        }
        LayerWings(moved)
    }
}

impl Ranked for LayerWings {
    const SIZE: usize = 70 * 70 * 6 * 3;

    fn rank(&self) -> usize {
        let tetrads: [(u32, [u8; 4]); 4] = std::array::from_fn(|i| set_and_order(&self.0[4 * i..][..4]));
        let maps = tetrads.map(|(_, order)| pairing_map(order));
        // EightPositions 0 to 3 and 12 to 15 as bits 0 to 7, 4 to 11 likewise.
        let first = subset::rank(tetrads[0].0 & 0xf | tetrads[0].0 >> 8);
        let second = subset::rank(tetrads[1].0 >> 4);
        // That the tetrad_order is even says candidate of two orders of pairing_map it is once first way is known.
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
