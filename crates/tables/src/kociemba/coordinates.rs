//! Parts of a cube's state that turn by themselves: twists, flips, the slice, permutations; each with its ranks.

use cubiform_cube::piece::{
    CORNER_IMAGE, CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner, conjugate_edge,
};
use cubiform_cube::{Cube, Move, Symmetry};

use crate::kociemba::IN_G1;
use crate::{placement, subset};

/// A part of a cube's state: what a move makes of it depends on nothing else. The solved cube's has rank 0.
pub trait Coordinate {
    /// How many there are; ranks are 0..SIZE.
    const SIZE: usize;
    /// The moves under which it is closed, bit `m` for move `m`: all eighteen, or those of G1.
    const MOVES: u32 = (1 << Move::COUNT) - 1;
    /// What it knows, spelled out.
    type Pieces: Copy;
    /// This part of a cube.
    fn of(cube: &Cube) -> Self::Pieces;
    /// Its rank.
    fn rank(pieces: &Self::Pieces) -> usize;
    /// The part of this rank, below [`Coordinate::SIZE`].
    fn unrank(rank: usize) -> Self::Pieces;
    /// What a move makes of it, which must be one of [`Coordinate::MOVES`].
    fn turn(pieces: &Self::Pieces, m: Move) -> Self::Pieces;
    /// The rank of this part of a cube.
    fn rank_of(cube: &Cube) -> usize {
        Self::rank(&Self::of(cube))
    }
}

/// A part for which that holds of symmetries, too, if they keep the axis of U and D.
pub trait Symmetric: Coordinate {
    /// This part of the cube as [`Cube::conjugate`] sees it.
    fn conjugate(pieces: &Self::Pieces, s: Symmetry) -> Self::Pieces;
}

/// The twists at the eight corner positions: 3^7 = 2187, the last being what makes the sum a multiple of three.
#[derive(Clone, Copy, Debug)]
pub struct Twist;

impl Coordinate for Twist {
    const SIZE: usize = 2187;
    type Pieces = [u8; 8];

    fn of(cube: &Cube) -> [u8; 8] {
        let mut twists = [0; 8];
        for place in cube.corners() {
            twists[usize::from(place / 3)] = place % 3;
        }
        twists
    }

    fn rank(twists: &[u8; 8]) -> usize {
        twists[..7].iter().rev().fold(0, |rank, twist| 3 * rank + usize::from(*twist))
    }

    fn unrank(mut rank: usize) -> [u8; 8] {
        let mut twists = [0; 8];
        for twist in &mut twists[..7] {
            *twist = (rank % 3) as u8;
            rank /= 3;
        }
        twists[7] = (3 - twists.iter().sum::<u8>() % 3) % 3;
        twists
    }

    fn turn(twists: &[u8; 8], m: Move) -> [u8; 8] {
        let mut turned = [0; 8];
        for (position, twist) in twists.iter().enumerate() {
            let to = CORNER_TURN[m.index()][3 * position + usize::from(*twist)];
            turned[usize::from(to / 3)] = to % 3;
        }
        turned
    }
}

impl Symmetric for Twist {
    fn conjugate(twists: &[u8; 8], s: Symmetry) -> [u8; 8] {
        let mut image = [0; 8];
        for (position, twist) in twists.iter().enumerate() {
            // Whichever corner stands there: twists are relative to the axis, which is kept.
            let to = conjugate_corner(s, position, (3 * position) as u8 + twist);
            image[usize::from(to / 3)] = to % 3;
        }
        image
    }
}

/// The flips at the twelve edge positions, relative to the axis of F and B: 2^11 = 2048, bit `p` for position `p`, the
/// last being what makes their number even.
///
/// What a symmetry makes of it depends on the slice: see [`FlipSlice`].
#[derive(Clone, Copy, Debug)]
pub struct Flip;

impl Coordinate for Flip {
    const SIZE: usize = 2048;
    /// Bit `p` for position `p`, all twelve.
    type Pieces = u16;

    fn of(cube: &Cube) -> u16 {
        cube.edges().iter().fold(0, |flips, place| flips | u16::from(place % 2) << (place / 2))
    }

    fn rank(flips: &u16) -> usize {
        usize::from(flips & 0x7ff)
    }

    fn unrank(rank: usize) -> u16 {
        rank as u16 | (rank.count_ones() as u16 & 1) << 11
    }

    fn turn(flips: &u16, m: Move) -> u16 {
        (0..12).fold(0, |turned, position| {
            let to = EDGE_TURN[m.index()][2 * position + usize::from(flips >> position & 1)];
            turned | u16::from(to % 2) << (to / 2)
        })
    }
}

/// The positions in which the four edges FR, FL, BL, BR stand, in whatever order: 12 over 4 = 495.
#[derive(Clone, Copy, Debug)]
pub struct UdSlice;

impl Coordinate for UdSlice {
    const SIZE: usize = 495;
    /// Bit `p` for position `p`; four of twelve.
    type Pieces = u16;

    fn of(cube: &Cube) -> u16 {
        cube.edges()[8..].iter().fold(0, |set, place| set | 1 << (place / 2))
    }

    fn rank(set: &u16) -> usize {
        // Positions counted from the last, so that the slice itself comes first.
        subset::rank(u32::from(set.reverse_bits() >> 4))
    }

    fn unrank(rank: usize) -> u16 {
        (subset::unrank(rank, 4) as u16).reverse_bits() >> 4
    }

    fn turn(set: &u16, m: Move) -> u16 {
        (0..12)
            .filter(|position| set >> position & 1 == 1)
            .fold(0, |turned, position: usize| turned | 1 << (EDGE_TURN[m.index()][2 * position] / 2))
    }
}

impl Symmetric for UdSlice {
    fn conjugate(set: &u16, s: Symmetry) -> u16 {
        let positions = (0..12).filter(|position| set >> position & 1 == 1);
        positions.fold(0, |image, position: usize| image | 1 << EDGE_IMAGE[s.index()][position])
    }
}

/// [`Flip`] and [`UdSlice`] together: rank `2048 * slice + flip`, 1,013,760 of them.
#[derive(Clone, Copy, Debug)]
pub struct FlipSlice;

impl Coordinate for FlipSlice {
    const SIZE: usize = Flip::SIZE * UdSlice::SIZE;
    /// The flips and the set of positions.
    type Pieces = (u16, u16);

    fn of(cube: &Cube) -> (u16, u16) {
        (Flip::of(cube), UdSlice::of(cube))
    }

    fn rank((flips, set): &(u16, u16)) -> usize {
        UdSlice::rank(set) * Flip::SIZE + Flip::rank(flips)
    }

    fn unrank(rank: usize) -> (u16, u16) {
        (Flip::unrank(rank % Flip::SIZE), UdSlice::unrank(rank / Flip::SIZE))
    }

    fn turn((flips, set): &(u16, u16), m: Move) -> (u16, u16) {
        (Flip::turn(flips, m), UdSlice::turn(set, m))
    }
}

impl Symmetric for FlipSlice {
    fn conjugate((flips, set): &(u16, u16), s: Symmetry) -> (u16, u16) {
        let image = (0..12u16).fold(0, |image, position| {
            // Any edge of the slice will do for the one there, or any other for one that is not of the slice.
            let edge = if set >> position & 1 == 1 { 8 } else { 0 };
            let to = conjugate_edge(s, edge, (2 * position + (flips >> position & 1)) as u8);
            image | u16::from(to % 2) << (to / 2)
        });
        (image, UdSlice::conjugate(set, s))
    }
}

/// The positions of the eight corners: 8! = 40,320, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct CornerPermutation;

impl Coordinate for CornerPermutation {
    const SIZE: usize = 40_320;
    /// For each corner its position.
    type Pieces = [u8; 8];

    fn of(cube: &Cube) -> [u8; 8] {
        cube.corners().map(|place| place / 3)
    }

    fn rank(positions: &[u8; 8]) -> usize {
        placement::rank(8, positions)
    }

    fn unrank(rank: usize) -> [u8; 8] {
        unrank(8, rank)
    }

    fn turn(positions: &[u8; 8], m: Move) -> [u8; 8] {
        positions.map(|position| CORNER_TURN[m.index()][3 * usize::from(position)] / 3)
    }
}

impl Symmetric for CornerPermutation {
    fn conjugate(positions: &[u8; 8], s: Symmetry) -> [u8; 8] {
        conjugate_permutation(positions, &CORNER_IMAGE[s.index()], 0)
    }
}

/// The positions of four edges, `FIRST..FIRST + 4`, among all twelve: 12 * 11 * 10 * 9 = 11,880. `FIRST` is 0 for the
/// edges of U, 4 for those of D, 8 for those of the slice; a move does the same to each.
///
/// Ranks are those of [`placement::rank`], less that of the solved cube.
#[derive(Clone, Copy, Debug)]
pub struct FourEdges<const FIRST: usize>;

impl<const FIRST: usize> FourEdges<FIRST> {
    /// The rank of the four at home, by [`placement::rank`].
    const HOME: usize =
        placement::rank(12, &[FIRST as u8, FIRST as u8 + 1, FIRST as u8 + 2, FIRST as u8 + 3]);
}

impl<const FIRST: usize> Coordinate for FourEdges<FIRST> {
    const SIZE: usize = 11_880;
    /// For each of the four its position.
    type Pieces = [u8; 4];

    fn of(cube: &Cube) -> [u8; 4] {
        std::array::from_fn(|i| cube.edges()[FIRST + i] / 2)
    }

    fn rank(positions: &[u8; 4]) -> usize {
        (placement::rank(12, positions) + Self::SIZE - Self::HOME) % Self::SIZE
    }

    fn unrank(rank: usize) -> [u8; 4] {
        unrank(12, (rank + Self::HOME) % Self::SIZE)
    }

    fn turn(positions: &[u8; 4], m: Move) -> [u8; 4] {
        positions.map(|position| EDGE_TURN[m.index()][2 * usize::from(position)] / 2)
    }
}

/// Within G1, the positions of the eight edges of U and D among those of U and D: 8! = 40,320, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct UdEdges;

impl Coordinate for UdEdges {
    const SIZE: usize = 40_320;
    const MOVES: u32 = IN_G1;
    /// For each of the edges its position.
    type Pieces = [u8; 8];

    fn of(cube: &Cube) -> [u8; 8] {
        std::array::from_fn(|edge| cube.edges()[edge] / 2)
    }

    fn rank(positions: &[u8; 8]) -> usize {
        placement::rank(8, positions)
    }

    fn unrank(rank: usize) -> [u8; 8] {
        unrank(8, rank)
    }

    fn turn(positions: &[u8; 8], m: Move) -> [u8; 8] {
        positions.map(|position| EDGE_TURN[m.index()][2 * usize::from(position)] / 2)
    }
}

impl Symmetric for UdEdges {
    fn conjugate(positions: &[u8; 8], s: Symmetry) -> [u8; 8] {
        let images: &[u8; 12] = &EDGE_IMAGE[s.index()];
        conjugate_permutation(positions, &std::array::from_fn(|i| images[i]), 0)
    }
}

/// Within G1, the positions of the four edges of the slice in it: 4! = 24, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct SlicePermutation;

impl Coordinate for SlicePermutation {
    const SIZE: usize = 24;
    const MOVES: u32 = IN_G1;
    /// For each of the edges its position less 8.
    type Pieces = [u8; 4];

    fn of(cube: &Cube) -> [u8; 4] {
        std::array::from_fn(|i| cube.edges()[8 + i] / 2 - 8)
    }

    fn rank(positions: &[u8; 4]) -> usize {
        placement::rank(4, positions)
    }

    fn unrank(rank: usize) -> [u8; 4] {
        unrank(4, rank)
    }

    fn turn(positions: &[u8; 4], m: Move) -> [u8; 4] {
        positions.map(|position| EDGE_TURN[m.index()][2 * usize::from(position) + 16] / 2 - 8)
    }
}

impl Symmetric for SlicePermutation {
    fn conjugate(positions: &[u8; 4], s: Symmetry) -> [u8; 4] {
        let images: &[u8; 12] = &EDGE_IMAGE[s.index()];
        conjugate_permutation(positions, &std::array::from_fn(|i| images[8 + i]), 8)
    }
}

fn unrank<const K: usize>(n: usize, rank: usize) -> [u8; K] {
    let mut positions = [0; K];
    placement::unrank(n, rank, &mut positions);
    positions
}

/// The piece that is the image of one stands in the image of its position. Images are counted from `first`.
fn conjugate_permutation<const K: usize>(positions: &[u8; K], images: &[u8; K], first: u8) -> [u8; K] {
    let mut image = [0; K];
    for (piece, position) in positions.iter().enumerate() {
        image[usize::from(images[piece] - first)] = images[usize::from(*position)] - first;
    }
    image
}
