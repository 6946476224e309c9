//! What a search tracks: its pieces, where they stand, and how moves turn that.

use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Cube, Move, PieceSet};

use crate::coordinate::MAX_BASE;

/// The pieces that a search tracks, in its order: base edges, other edges, corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracked {
    /// Up to [`MAX_BASE`] edges, searched as one coordinate.
    pub base: Vec<usize>,
    /// Up to [`MAX_REST`](crate::coordinate::MAX_REST) other edges.
    pub rest: Vec<usize>,
    /// Up to [`MAX_CORNERS`](crate::coordinate::MAX_CORNERS) corners.
    pub corners: Vec<usize>,
}

/// A state of the tracked pieces.
///
/// Places stand two by two in ten bits each, five a place, the first two in the low half of a word and the next two in
/// the high half: see [`Turns`]. Beside its places the base has an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The places of the base.
    pub(crate) places: u32,
    /// The places of the other edges.
    pub(crate) rest: u32,
    /// The places of the corners.
    pub(crate) corners: u32,
    /// The index of the positions of the base, below [`BASES`].
    pub(crate) base: u16,
    /// The flips of the base, bit j for its edge j.
    pub(crate) flips: u8,
}

/// Indices of positions of a base: four numbers below twelve, rounded up for a mask.
pub(crate) const BASES: usize = 1 << 15;

/// The index of positions, each below 12; missing ones count as 0.
pub(crate) fn base_index(positions: &[u8]) -> usize {
    (0..MAX_BASE).fold(0, |index, j| 12 * index + usize::from(positions.get(j).copied().unwrap_or(0)))
}

/// Where the place of piece j lies in a word of a state.
pub(crate) const fn place_shift(j: usize) -> u8 {
    [0, 5, 16, 21][j]
}

/// The bits of a place.
pub(crate) const PLACE: u32 = 31;

/// Two places in ten bits.
pub(crate) const PAIRS: usize = 1 << 10;

/// A place that is none.
pub(crate) const NOWHERE: u8 = 31;

/// A word with these places.
pub(crate) fn pack(places: impl Iterator<Item = u8>) -> u32 {
    places.enumerate().fold(0, |word, (j, place)| word | u32::from(place) << place_shift(j))
}

impl Tracked {
    /// The pieces as a set.
    pub fn pieces(&self) -> PieceSet {
        let edges: Vec<usize> = self.base.iter().chain(&self.rest).copied().collect();
        PieceSet::new(&self.corners, &edges)
    }

    /// Where the tracked pieces of `cube` stand.
    pub fn state(&self, cube: &Cube) -> State {
        let places: Vec<u8> = self.base.iter().map(|edge| cube.edges()[*edge]).collect();
        let positions: Vec<u8> = places.iter().map(|place| place / 2).collect();
        // A missing edge of the base would turn like one: it stands in a place that no move reaches.
        let missing = std::iter::repeat_n(NOWHERE, MAX_BASE - places.len());
        State {
            places: pack(places.iter().copied().chain(missing)),
            rest: pack(self.rest.iter().map(|edge| cube.edges()[*edge])),
            corners: pack(self.corners.iter().map(|corner| cube.corners()[*corner])),
            base: base_index(&positions) as u16,
            flips: places.iter().enumerate().fold(0, |flips, (j, place)| flips | (place & 1) << j),
        }
    }

    /// A mask for the words and flips of states: two states are equal under it if these pieces stand alike.
    ///
    /// The base is always compared as a whole.
    pub fn mask(&self, pieces: PieceSet) -> (u32, u32) {
        let word = |set: u16, list: &[usize]| {
            pack(list.iter().map(|piece| if set >> piece & 1 == 1 { PLACE as u8 } else { 0 }))
        };
        (word(pieces.edges, &self.rest), word(u16::from(pieces.corners), &self.corners))
    }
}

impl State {
    /// Whether it equals `other` in the base and under a [mask](Tracked::mask).
    #[inline]
    pub fn equals_under(&self, other: &State, (rest, corners): (u32, u32)) -> bool {
        self.places == other.places
            && (self.rest ^ other.rest) & rest == 0
            && (self.corners ^ other.corners) & corners == 0
    }
}

/// How moves turn states: the move tables of pairs of edges and of pairs of corners. They are small, so that they
/// stay in the cache beside what the look-ups need.
pub struct Turns {
    /// By two places in ten bits and move: the two places after it. A cache line holds all moves of a pair.
    edges: Vec<[u16; 32]>,
    corners: Vec<[u16; 32]>,
    /// By two places of the base, the first two or the last two: their part of the index, and above bit 16 their
    /// flips.
    bases: [Vec<u32>; 2],
}

impl Default for Turns {
    fn default() -> Turns {
        Turns::new()
    }
}

impl Turns {
    /// The tables.
    pub fn new() -> Turns {
        let pairs = |turn: &[[u8; 24]; 18]| -> Vec<[u16; 32]> {
            let place = |m: usize, p: usize| u16::from(turn[m].get(p).copied().unwrap_or(p as u8));
            let after = |pair: usize, m: usize| place(m, pair % 32) | place(m, pair / 32) << 5;
            let moves = |pair| std::array::from_fn(|m| if m < Move::COUNT { after(pair, m) } else { 0 });
            (0..PAIRS).map(moves).collect()
        };
        let position = |place: usize| if place < 24 { place as u8 / 2 } else { 0 };
        let flip = |place: usize| if place < 24 { place as u32 % 2 } else { 0 };
        let base = |half: usize| {
            let part = |pair: usize| {
                let mut positions = [0; MAX_BASE];
                positions[2 * half] = position(pair % 32);
                positions[2 * half + 1] = position(pair / 32);
                let flips = (flip(pair % 32) | flip(pair / 32) << 1) << (2 * half);
                base_index(&positions) as u32 | flips << 16
            };
            (0..PAIRS).map(part).collect()
        };
        Turns { edges: pairs(&EDGE_TURN), corners: pairs(&CORNER_TURN), bases: [base(0), base(1)] }
    }

    /// The states after those moves whose bits are set, each at the index of its move; other entries are kept.
    #[inline(always)]
    pub fn turn_each(&self, state: &State, moves: u64, states: &mut [State; Move::COUNT]) {
        let halves = |word: u32| [(word & 1023) as usize, (word >> 16 & 1023) as usize];
        let [p0, p1] = halves(state.places);
        let [r0, r1] = halves(state.rest);
        let [c0, c1] = halves(state.corners);
        let (p0, p1) = (&self.edges[p0], &self.edges[p1]);
        let (r0, r1) = (&self.edges[r0], &self.edges[r1]);
        let (c0, c1) = (&self.corners[c0], &self.corners[c1]);
        let (first, second): (&[u32; PAIRS], &[u32; PAIRS]) = (
            self.bases[0][..].try_into().expect("a table of all pairs"),
            self.bases[1][..].try_into().expect("a table of all pairs"),
        );
        for m in bits(moves).take_while(|m| *m < Move::COUNT) {
            let base = first[usize::from(p0[m]) & (PAIRS - 1)] + second[usize::from(p1[m]) & (PAIRS - 1)];
            states[m] = State {
                places: u32::from(p0[m]) | u32::from(p1[m]) << 16,
                rest: u32::from(r0[m]) | u32::from(r1[m]) << 16,
                corners: u32::from(c0[m]) | u32::from(c1[m]) << 16,
                base: base as u16,
                flips: (base >> 16) as u8,
            };
        }
    }
}

/// The indices of the bits set, ascending.
#[inline(always)]
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (i < 64).then_some(i)
    })
}
