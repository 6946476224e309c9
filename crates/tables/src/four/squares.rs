//! Parts up to what half turns make of them, and parts that half turns make: the tetrads of corners and wings.
//!
//! Half turns never lead from the first four of eight corners, or of eight wings of two opposite inner layers, to the last
//! four. Of the order within a *tetrad* they keep how it goes with that of the other: number the four 0 to 3; then
//! i xor j says in which of three ways {i, j} parts them into pairs, and half turns do the same to the ways of
//! both tetrads. So they make 24 * 4 = 96 orders of eight, and 8! / 96 = 70 * 6 classes are left: the positions of
//! the first tetrad, and what the ways of its pairs have become relative to those of the other.

use std::marker::PhantomData;

use cubiform_cube::four::Cube4;
use cubiform_cube::state::is_odd;

use super::component::{Component, Ranked};
use super::motion::Motion;
use crate::{placement, subset};

/// For each way to part four into pairs the one that it has become.
type Ways = [u8; 3];

/// What an order of four does to the ways of its pairs.
fn ways(order: [u8; 4]) -> Ways {
    std::array::from_fn(|k| (order[0] ^ order[k + 1]) - 1)
}

/// An order that does so, with its first at `first`.
fn order(ways: Ways, first: u8) -> [u8; 4] {
    [first, first ^ (ways[0] + 1), first ^ (ways[1] + 1), first ^ (ways[2] + 1)]
}

/// What leads from what one tetrad does to its ways to what the other does.
fn relation(one: Ways, other: Ways) -> Ways {
    let mut relation = [0; 3];
    for (from, to) in one.iter().zip(other) {
        relation[usize::from(*from)] = to;
    }
    relation
}

/// The number of an order of three ways, 0..6.
fn number(ways: Ways) -> usize {
    2 * usize::from(ways[0]) + usize::from(ways[1] > ways[2])
}

/// The order of three ways of this number.
fn unnumber(number: usize) -> Ways {
    let first = number / 2;
    let (low, high) = ([1, 0, 0][first], [2, 2, 1][first]);
    if number % 2 == 1 { [first as u8, high, low] } else { [first as u8, low, high] }
}

/// The set of four positions, and in which order among these the four stand.
fn sorted(positions: &[u8]) -> (u32, [u8; 4]) {
    let set = positions.iter().fold(0, |set, p| set | 1 << p);
    (set, std::array::from_fn(|i| (set & ((1u32 << positions[i]) - 1)).count_ones() as u8))
}

/// Puts four on the positions of a set, in this order.
fn place(set: u32, order: [u8; 4], positions: &mut [u8]) {
    let mut members = (0..32).filter(|p| set >> p & 1 == 1);
    let members: [u8; 4] = std::array::from_fn(|_| members.next().expect("a set of four"));
    for (position, i) in positions.iter_mut().zip(order) {
        *position = members[usize::from(i)];
    }
}

/// What has two tetrads that go together.
pub(super) trait Eight: Copy {
    /// The positions of the eight on a cube, 0..8, if these are theirs.
    fn of(cube: &Cube4) -> Option<[u8; 8]>;
    /// Where a motion carries what stands at a position.
    fn position(motion: &Motion, position: u8) -> u8;
    /// What one is called after a motion.
    fn name(motion: &Motion, piece: usize) -> u8;
}

/// The corners, none of them twisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corners;

impl Eight for Corners {
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
pub(super) struct SliceWings;

impl Eight for SliceWings {
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

/// The positions of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Positions<E> {
    of: [u8; 8],
    eight: PhantomData<E>,
}

impl<E: Eight> Component for Positions<E> {
    fn of(cube: &Cube4) -> Option<Self> {
        E::of(cube).map(|of| Positions { of, eight: PhantomData })
    }

    fn moved(&self, motion: &Motion) -> Self {
        let mut moved = [0; 8];
        for (piece, position) in self.of.iter().enumerate() {
            moved[usize::from(E::name(motion, piece))] = E::position(motion, *position);
        }
        Positions { of: moved, eight: PhantomData }
    }
}

/// The positions of eight up to what half turns make of their names: 420 classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UpToHalfTurns<E>(Positions<E>);

impl<E: Eight> Component for UpToHalfTurns<E> {
    fn of(cube: &Cube4) -> Option<Self> {
        Positions::of(cube).map(UpToHalfTurns)
    }

    fn moved(&self, motion: &Motion) -> Self {
        UpToHalfTurns(self.0.moved(motion))
    }
}

impl<E: Eight> Ranked for UpToHalfTurns<E> {
    const SIZE: usize = 70 * 6;

    fn rank(&self) -> usize {
        let ((set, one), (_, other)) = (sorted(&self.0.of[..4]), sorted(&self.0.of[4..]));
        6 * subset::rank(set) + number(relation(ways(one), ways(other)))
    }

    fn unrank(rank: usize) -> Self {
        let (set, mut of) = (subset::unrank(rank / 6, 4), [0; 8]);
        place(set, [0, 1, 2, 3], &mut of[..4]);
        place(set ^ 0xff, order(unnumber(rank % 6), 0), &mut of[4..]);
        UpToHalfTurns(Positions { of, eight: PhantomData })
    }
}

/// How many orders of eight half turns make.
const SQUARES: usize = 96;

/// The number of such an order, if it is one.
fn square_rank(of: &[u8]) -> Option<usize> {
    let ((set, one), (_, other)) = (sorted(&of[..4]), sorted(&of[4..]));
    (set == 0xf && ways(one) == ways(other)).then(|| 4 * placement::rank(4, &one) + usize::from(other[0]))
}

/// The order of this number.
fn square_unrank(rank: usize) -> [u8; 8] {
    let mut one = [0; 4];
    placement::unrank(4, rank / 4, &mut one);
    let other = order(ways(one), (rank % 4) as u8);
    std::array::from_fn(|i| if i < 4 { one[i] } else { 4 + other[i - 4] })
}

/// The positions of the corners in an order that half turns make: 96.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareCorners(Positions<Corners>);

impl Component for SquareCorners {
    fn of(cube: &Cube4) -> Option<SquareCorners> {
        Positions::of(cube).filter(|positions| square_rank(&positions.of).is_some()).map(SquareCorners)
    }

    fn moved(&self, motion: &Motion) -> SquareCorners {
        SquareCorners(self.0.moved(motion))
    }
}

impl Ranked for SquareCorners {
    const SIZE: usize = SQUARES;

    fn rank(&self) -> usize {
        square_rank(&self.0.of).expect("turns and symmetries make none but such orders")
    }

    fn unrank(rank: usize) -> SquareCorners {
        SquareCorners(Positions { of: square_unrank(rank), eight: PhantomData })
    }
}

/// The positions of all wings, each eight in an order that half turns make: 96 to the third power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareWings([u8; 24]);

impl SquareWings {
    /// The number of the order of each eight, if half turns make them.
    fn ranks(&self) -> Option<[usize; 3]> {
        let mut ranks = [0; 3];
        for (eight, rank) in ranks.iter_mut().enumerate() {
            let first = 8 * eight as u8;
            let of: [u8; 8] = std::array::from_fn(|i| self.0[8 * eight + i].wrapping_sub(first));
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
    const SIZE: usize = SQUARES * SQUARES * SQUARES;

    fn rank(&self) -> usize {
        let ranks = self.ranks().expect("turns and symmetries make none but such orders");
        ranks.iter().fold(0, |rank, next| rank * SQUARES + next)
    }

    fn unrank(rank: usize) -> SquareWings {
        let ranks = [rank / SQUARES / SQUARES, rank / SQUARES % SQUARES, rank % SQUARES];
        let orders = ranks.map(square_unrank);
        SquareWings(std::array::from_fn(|i| (i / 8 * 8) as u8 + orders[i / 8][i % 8]))
    }
}

/// The positions of the wings 0 to 15, each kind on its own eight positions and the order of all even, up to what half
/// turns make of their names: 70 * 70 * 6 * 3 = 88,200 classes.
///
/// The tetrads 0 to 3 and 12 to 15 are of one kind and share their positions, as do 4 to 7 and 8 to 11; but 0 to 3 go with
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
        let tetrads: [(u32, [u8; 4]); 4] = std::array::from_fn(|i| sorted(&self.0[4 * i..][..4]));
        let ways = tetrads.map(|(_, order)| ways(order));
        // Positions 0 to 3 and 12 to 15 as bits 0 to 7, 4 to 11 likewise.
        let first = subset::rank(tetrads[0].0 & 0xf | tetrads[0].0 >> 8);
        let second = subset::rank(tetrads[1].0 >> 4);
        // That the order is even says which of two orders of ways it is once one way is known.
        ((first * 70 + second) * 6 + number(relation(ways[0], ways[1]))) * 3
            + usize::from(relation(ways[2], ways[3])[0])
    }

    fn unrank(rank: usize) -> LayerWings {
        let first = subset::unrank(rank / 18 / 70, 4);
        let (first, second) = (first & 0xf | (first & 0xf0) << 8, subset::unrank(rank / 18 % 70, 4) << 4);
        let mut wings = [0; 16];
        place(first, [0, 1, 2, 3], &mut wings[..4]);
        place(second, order(unnumber(rank / 3 % 6), 0), &mut wings[4..8]);
        place(0x0ff0 ^ second, [0, 1, 2, 3], &mut wings[8..12]);
        for which in 0..2 {
            place(0xf00f ^ first, order(unnumber(rank % 3 * 2 + which), 0), &mut wings[12..]);
            if !is_odd(&wings) {
                break;
            }
        }
        LayerWings(wings)
    }
}
