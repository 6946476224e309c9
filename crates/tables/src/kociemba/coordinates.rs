//! The coordinates of the two-phase algorithm: twist, flip, UD slice, and permutations of corners and edges.
//!
//! | coordinate | numbers | size |
//! |---|---|---|
//! | [`Twist`] | twists at the eight corner positions | 3^7 = 2187 |
//! | [`Flip`] | flips at the twelve edge positions | 2^11 = 2048 |
//! | [`UdSlice`] | the set of positions of the slice edges | C(12, 4) = 495 |
//! | `FlipSlice` | flips and set of positions of the slice edges together | 2048 * 495 = 1,013,760 |
//! | [`CornerPermutation`] | positions of the corners | 8! = 40,320 |
//! | `FourEdges` | positions of four edges | 12! / 8! = 11,880 |
//! | `UdEdges` | in G1, positions of the edges of U and D | 8! = 40,320 |
//! | `SlicePermutation` | in G1, positions of the slice edges | 4! = 24 |
//!
//! The *slice edges* are FR, FL, BL and BR. A *place* of a corner is `3 * position + twist`, one of an edge
//! `2 * position + flip`.

use cubiform_cube::piece::{CORNER_IMAGE, CORNER_TURN, EDGE_IMAGE, EDGE_TURN, conjugate_corner};
use cubiform_cube::{Axis, Cube, Move, Symmetry, placement};

use crate::subset;

/// The moves of G1, bit `m` for move `m`: all turns of U and D, and the half turns of the other faces.
pub const IN_G1: u32 = {
    let (mut set, mut m) = (0, 0);
    while m < Move::COUNT {
        let each = Move::from_index(m);
        if each.quarters() == 2 || matches!(each.face().axis(), Axis::Y) {
            set |= 1 << m;
        }
        m += 1;
    }
    set
};

/// A numbering (rank, unrank) of the states of some pieces, such that the state after a move depends only on the state
/// before it. The solved cube has rank 0.
pub trait Coordinate {
    /// Number of ranks; ranks are 0..`SIZE`.
    const SIZE: usize;
    /// The moves under which the coordinate is closed, bit `m` for move `m`: all eighteen, or those of G1.
    const MOVES: u32 = (1 << Move::COUNT) - 1;
    /// The state that a rank stands for, unpacked.
    type Pieces: Copy;
    /// Returns the state of these pieces on a cube.
    fn pieces(cube: &Cube) -> Self::Pieces;
    /// Returns the rank of a state.
    fn rank(pieces: &Self::Pieces) -> usize;
    /// Returns the state of a rank, which must be less than [`Coordinate::SIZE`].
    fn unrank(rank: usize) -> Self::Pieces;
    /// Returns the state after a move, which must be one of [`Coordinate::MOVES`].
    fn turn(pieces: &Self::Pieces, m: Move) -> Self::Pieces;
    /// Returns the rank of these pieces on a cube.
    fn rank_of(cube: &Cube) -> usize {
        Self::rank(&Self::pieces(cube))
    }
}

/// A coordinate whose conjugates by symmetries of the U-D axis depend on nothing but its state.
pub(crate) trait Symmetric: Coordinate {
    /// Returns the state of these pieces on the conjugate ([`Cube::conjugate`]) of a cube.
    fn conjugate(pieces: &Self::Pieces, s: Symmetry) -> Self::Pieces;
}

/// The twists at the eight corner positions: 3^7 = 2187.
///
/// The rank is a number in base 3, position 0 the lowest digit. The twist of the last position follows, since the sum
/// of all is a multiple of three.
#[derive(Clone, Copy, Debug)]
pub struct Twist;

impl Twist {
    /// Returns the twists of corners in these places.
    pub(crate) fn of_places(places: &[u8; 8]) -> [u8; 8] {
        let mut twists = [0; 8];
        places.iter().for_each(|place| twists[usize::from(place / 3)] = place % 3);
        twists
    }

    /// Returns the twists after a motion, given the image of each place.
    pub(crate) fn moved(twists: &[u8; 8], images: &[u8; 24]) -> [u8; 8] {
        Twist::of_places(&std::array::from_fn(|position| {
            images[3 * position + usize::from(twists[position])]
        }))
    }
}

impl Coordinate for Twist {
    const SIZE: usize = 2187;
    type Pieces = [u8; 8];

    fn pieces(cube: &Cube) -> [u8; 8] {
        Twist::of_places(cube.corners())
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
        Twist::moved(twists, &CORNER_TURN[m.index()])
    }
}

impl Symmetric for Twist {
    fn conjugate(twists: &[u8; 8], s: Symmetry) -> [u8; 8] {
        // The twist is relative to the axis, which is preserved, so that any corner may be assumed to stand there.
        let image = |position| conjugate_corner(s, position, (3 * position) as u8 + twists[position]);
        Twist::of_places(&std::array::from_fn(image))
    }
}

/// The flips at the twelve edge positions, relative to the F-B axis: 2^11 = 2048.
///
/// Bit `p` of the rank is the flip at position `p`. The flip of position 11 follows, since the number of flipped edges
/// is even. Conjugates depend on the slice as well: see `FlipSlice`.
#[derive(Clone, Copy, Debug)]
pub struct Flip;

impl Coordinate for Flip {
    const SIZE: usize = 2048;
    /// Bit `p` is the flip at position `p`, for all twelve positions.
    type Pieces = u16;

    fn pieces(cube: &Cube) -> u16 {
        cube.edges().iter().fold(0, |flips, place| flips | u16::from(place % 2) << (place / 2))
    }

    fn rank(flips: &u16) -> usize {
        usize::from(flips & 0x7ff)
    }

    fn unrank(rank: usize) -> u16 {
        rank as u16 | (rank.count_ones() as u16 & 1) << 11
    }

    fn turn(flips: &u16, m: Move) -> u16 {
        (0..12).fold(0, |after, position| {
            let to = EDGE_TURN[m.index()][2 * position + usize::from(flips >> position & 1)];
            after | u16::from(to % 2) << (to / 2)
        })
    }
}

/// The set of positions of the four slice edges FR, FL, BL and BR: C(12, 4) = 495.
#[derive(Clone, Copy, Debug)]
pub struct UdSlice;

impl Coordinate for UdSlice {
    const SIZE: usize = 495;
    /// Bit `p` is set if a slice edge stands at position `p`; four of twelve bits.
    type Pieces = u16;

    fn pieces(cube: &Cube) -> u16 {
        cube.edges()[8..].iter().fold(0, |set, place| set | 1 << (place / 2))
    }

    fn rank(set: &u16) -> usize {
        // Positions are counted from the last, so that the set of the slice itself has rank 0.
        subset::rank(u32::from(set.reverse_bits() >> 4))
    }

    fn unrank(rank: usize) -> u16 {
        (subset::unrank(rank, 4) as u16).reverse_bits() >> 4
    }

    fn turn(set: &u16, m: Move) -> u16 {
        subset::image((*set).into(), |position| EDGE_TURN[m.index()][2 * position] / 2) as u16
    }
}

impl Symmetric for UdSlice {
    fn conjugate(set: &u16, s: Symmetry) -> u16 {
        subset::image((*set).into(), |position| EDGE_IMAGE[s.index()][position]) as u16
    }
}

/// [`Flip`] and [`UdSlice`] together: rank `2048 * slice + flip`, 1,013,760 in all.
///
/// Ranks have more than 16 bits, so that it has no move table; its conjugates are those of
/// [`FlipSliceConjugates`](crate::kociemba::FlipSliceConjugates).
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlipSlice;

impl FlipSlice {
    pub(crate) const SIZE: usize = Flip::SIZE * UdSlice::SIZE;
}

/// The positions of the eight corners: 8! = 40,320, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct CornerPermutation;

impl Coordinate for CornerPermutation {
    const SIZE: usize = 40_320;
    /// The position of each corner.
    type Pieces = [u8; 8];

    fn pieces(cube: &Cube) -> [u8; 8] {
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

/// The positions of the edges `FIRST..FIRST + K` among the positions `FROM..FROM + AMONG`: all twelve, or those that these
/// edges take in G1.
///
/// The rank is that of [`placement::rank`], shifted cyclically so that the solved cube has rank 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgePlacement<const FIRST: usize, const K: usize, const FROM: usize, const AMONG: usize>;

/// The positions of the four edges `FIRST..FIRST + 4` among all twelve: 12 * 11 * 10 * 9 = 11,880.
///
/// `FIRST` is 0 for the edges of U, 4 for those of D, 8 for the slice edges. A move maps the positions in the same way
/// in all three cases.
pub(crate) type FourEdges<const FIRST: usize> = EdgePlacement<FIRST, 4, 0, 12>;

/// In G1, the positions of the eight edges of U and D, which stand in U and D: 8! = 40,320, in lexicographic order.
pub(crate) type UdEdges = EdgePlacement<0, 8, 0, 8>;

/// In G1, the positions of the four slice edges, which stand in the slice: 4! = 24, in lexicographic order.
pub(crate) type SlicePermutation = EdgePlacement<8, 4, 8, 4>;

impl<const FIRST: usize, const K: usize, const FROM: usize, const AMONG: usize>
    EdgePlacement<FIRST, K, FROM, AMONG>
{
    /// The [`placement::rank`] of the edges on the solved cube.
    const HOME: usize = {
        let (mut positions, mut i) = ([0; K], 0);
        while i < K {
            positions[i] = (FIRST - FROM + i) as u8;
            i += 1;
        }
        placement::rank(AMONG, &positions)
    };
}

impl<const FIRST: usize, const K: usize, const FROM: usize, const AMONG: usize> Coordinate
    for EdgePlacement<FIRST, K, FROM, AMONG>
{
    const SIZE: usize = placement::count(AMONG, K);
    const MOVES: u32 = if AMONG == 12 { (1 << Move::COUNT) - 1 } else { IN_G1 };
    /// The position of each edge, less `FROM`.
    type Pieces = [u8; K];

    fn pieces(cube: &Cube) -> [u8; K] {
        std::array::from_fn(|i| cube.edges()[FIRST + i] / 2 - FROM as u8)
    }

    fn rank(positions: &[u8; K]) -> usize {
        (placement::rank(AMONG, positions) + Self::SIZE - Self::HOME) % Self::SIZE
    }

    fn unrank(rank: usize) -> [u8; K] {
        unrank(AMONG, (rank + Self::HOME) % Self::SIZE)
    }

    fn turn(positions: &[u8; K], m: Move) -> [u8; K] {
        positions.map(|position| EDGE_TURN[m.index()][2 * (FROM + usize::from(position))] / 2 - FROM as u8)
    }
}

/// The edges that take each other's positions.
impl<const K: usize, const FROM: usize> Symmetric for EdgePlacement<FROM, K, FROM, K> {
    fn conjugate(positions: &[u8; K], s: Symmetry) -> [u8; K] {
        let images: &[u8; 12] = &EDGE_IMAGE[s.index()];
        conjugate_permutation(positions, &std::array::from_fn(|i| images[FROM + i]), FROM as u8)
    }
}

/// Returns the placement of `K` pieces at `n` positions with this rank.
pub(crate) fn unrank<const K: usize>(n: usize, rank: usize) -> [u8; K] {
    let mut positions = [0; K];
    placement::unrank(n, rank, &mut positions);
    positions
}

/// Returns the conjugate of a permutation: the image of each piece stands at the image of its position. Images are
/// numbered from `first`.
fn conjugate_permutation<const K: usize>(positions: &[u8; K], images: &[u8; K], first: u8) -> [u8; K] {
    let mut image = [0; K];
    for (piece, position) in positions.iter().enumerate() {
        image[usize::from(images[piece] - first)] = images[usize::from(*position)] - first;
    }
    image
}
