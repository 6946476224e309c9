//! What a search tracks: its pieces, where they stand, the orientation of all edges, and how moves turn that.

use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Cube, Move, PieceSet};

use crate::coordinate::{MAX_BASE, orientation, turn_orientation};
use crate::orbit::{self, AFTER, ORBIT, Orbits, TURNS};
use crate::placement;

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

/// A state of the tracked pieces: where they stand, two by two. The places of two pieces take ten bits, five a place.
/// With them the orientation of all twelve edges, tracked or not: bit p is whether the edge that stands in position p
/// is flipped relative to Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The places of the base.
    pub(crate) base: [u16; 2],
    /// The places of the other edges.
    pub(crate) rest: [u16; 2],
    /// The places of the corners.
    pub(crate) corners: [u16; 2],
    /// The orientation of all edges, by position.
    pub(crate) orientation: u16,
}

/// Indices of positions of a base: four numbers below twelve, rounded up for a mask.
pub(crate) const BASES: usize = 1 << 15;

/// Where a base stands: a number of its positions, the flips, bit j for edge j of the base, and the turn that makes the
/// positions of the own placement of their orbit of U and D, if they are of one.
///
/// As it is, the number is the index of the positions, below `BASES`; with the turn undone it is that of the orbit, or
/// one after those for a placement that is in none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    number: u16,
    /// Flips, and the turn in the low four bits.
    manner: u8,
    in_orbit: bool,
}

/// How many manners there are for each number.
pub(crate) const MANNERS: usize = 16 * ORBIT;

impl Standing {
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        usize::from(self.number)
    }

    /// Flips times 16, and the turn.
    #[inline(always)]
    pub(crate) fn manner(self) -> usize {
        usize::from(self.manner)
    }

    #[inline(always)]
    pub(crate) fn turn(self) -> usize {
        self.manner() % ORBIT
    }

    /// Whether it is of an orbit.
    #[inline(always)]
    pub fn is_in_orbit(self) -> bool {
        self.in_orbit
    }

    /// After move `m`, one of [`ORBIT_MOVES`](orbit::ORBIT_MOVES), in the same orbit.
    #[inline(always)]
    pub fn turned(self, m: usize) -> Standing {
        Standing { manner: self.manner & !(ORBIT as u8 - 1) | AFTER[m & 31][self.turn()], ..self }
    }
}

/// Where the flips lie in a part of a base's index.
const FLIPS_SHIFT: u32 = 20;

/// The index of positions, each below 12; missing ones count as 0.
pub(crate) fn base_index(positions: &[u8]) -> usize {
    (0..MAX_BASE).fold(0, |index, j| 12 * index + usize::from(positions.get(j).copied().unwrap_or(0)))
}

/// The bits of a place.
pub(crate) const PLACE: u32 = 31;

/// Two places in ten bits.
pub(crate) const PAIRS: usize = 1 << 10;

/// Positions in half of an orientation.
pub(crate) const HALF: usize = 6;

/// Orientations of half of the positions.
pub(crate) const HALVES: usize = 1 << HALF;

/// The halves of an orientation.
#[inline(always)]
pub(crate) fn halves(orientation: u16) -> [usize; 2] {
    [usize::from(orientation) % HALVES, usize::from(orientation >> HALF) % HALVES]
}

/// A place that is none.
pub(crate) const NOWHERE: u8 = 31;

/// Places two by two.
fn pack(places: impl Iterator<Item = u8>) -> [u16; 2] {
    let mut pairs = [0; 2];
    for (j, place) in places.enumerate() {
        pairs[j / 2] |= u16::from(place) << (5 * (j % 2));
    }
    pairs
}

/// The word of two pairs.
#[inline(always)]
fn word([first, second]: [u16; 2]) -> u32 {
    u32::from(first) | u32::from(second) << 16
}

impl Tracked {
    /// The pieces as a set.
    pub fn pieces(&self) -> PieceSet {
        let edges: Vec<usize> = self.base.iter().chain(&self.rest).copied().collect();
        PieceSet::new(&self.corners, &edges)
    }

    /// Where the tracked pieces of `cube` stand.
    pub fn state(&self, cube: &Cube) -> State {
        let edge = |edge: &usize| cube.edges()[*edge];
        // A missing edge of the base would turn like one: it stands in a place that no move reaches.
        let missing = std::iter::repeat_n(NOWHERE, MAX_BASE - self.base.len());
        State {
            base: pack(self.base.iter().map(edge).chain(missing)),
            rest: pack(self.rest.iter().map(edge)),
            corners: pack(self.corners.iter().map(|corner| cube.corners()[*corner])),
            orientation: orientation(cube),
        }
    }

    /// A mask for states: two are equal under it if these pieces stand alike and, if `oriented`, all edges are
    /// oriented alike. The base is always compared as a whole.
    pub fn mask(&self, pieces: PieceSet, oriented: bool) -> State {
        let pairs = |set: u16, list: &[usize]| {
            pack(list.iter().map(|piece| if set >> piece & 1 == 1 { PLACE as u8 } else { 0 }))
        };
        State {
            base: [u16::MAX; 2],
            rest: pairs(pieces.edges, &self.rest),
            corners: pairs(u16::from(pieces.corners), &self.corners),
            orientation: if oriented { u16::MAX } else { 0 },
        }
    }
}

impl State {
    /// Whether it equals `other` under a [mask](Tracked::mask).
    #[inline]
    pub fn equals_under(&self, other: &State, mask: &State) -> bool {
        let equal = |own: [u16; 2], other, mask| (word(own) ^ word(other)) & word(mask) == 0;
        equal(self.base, other.base, mask.base)
            && equal(self.rest, other.rest, mask.rest)
            && equal(self.corners, other.corners, mask.corners)
            && (self.orientation ^ other.orientation) & mask.orientation == 0
    }
}

/// How moves turn states: the move tables of pairs of edges and of pairs of corners. They are small, so that they
/// stay in the cache beside what the look-ups need.
pub struct Turns {
    /// By two places in ten bits and move: the two places after it. A cache line holds all moves of a pair.
    edges: Box<[[u16; 32]; PAIRS]>,
    corners: Box<[[u16; 32]; PAIRS]>,
    /// By two places of the base, the first two or the last two: their part of the index of positions, and of the flips
    /// times 16 from bit 20 on.
    bases: [Box<[u32; PAIRS]>; 2],
    /// By the orientation of the first or the last six positions and move: their part of the orientation after it,
    /// the two exclusive.
    orientations: [Box<[[u16; 32]; HALVES]>; 2],
    /// By the index of a base's positions: its [`Standing`] with the turn undone. Only of four edges.
    orbits: Option<Box<[Standing; BASES]>>,
    /// By two places and turn of U and D: the two places before it, in a byte each.
    edges_before: Box<[[u16; ORBIT]; PAIRS]>,
    corners_before: Box<[[u16; ORBIT]; PAIRS]>,
}

impl Turns {
    /// The tables for these pieces.
    pub fn new(tracked: &Tracked) -> Turns {
        let pairs = |turn: &[[u8; 24]; 18]| -> Box<[[u16; 32]; PAIRS]> {
            let place = |m: usize, p: usize| u16::from(turn[m].get(p).copied().unwrap_or(p as u8));
            let after = |pair: usize, m: usize| place(m, pair % 32) | place(m, pair / 32) << 5;
            let moves = |pair| std::array::from_fn(|m| if m < Move::COUNT { after(pair, m) } else { 0 });
            let rows: Vec<_> = (0..PAIRS).map(moves).collect();
            rows.try_into().expect("a row for each two places")
        };
        let position = |place: usize| if place < 24 { place as u8 / 2 } else { 0 };
        let flip = |place: usize| if place < 24 { place as u32 % 2 } else { 0 };
        let base = |half: usize| {
            let part = |pair: usize| {
                let mut positions = [0; MAX_BASE];
                positions[2 * half] = position(pair % 32);
                positions[2 * half + 1] = position(pair / 32);
                let flips = (flip(pair % 32) | flip(pair / 32) << 1) << (2 * half);
                base_index(&positions) as u32 | flips << FLIPS_SHIFT
            };
            Box::new(std::array::from_fn(part))
        };
        let half = |half: usize| -> Box<[[u16; 32]; HALVES]> {
            let part = |word: usize, m: Move| {
                let turned = turn_orientation((word << (half * HALF)) as u16, m);
                // What the move flips whatever stands there is in the first half's part alone.
                if half == 0 { turned } else { turned ^ turn_orientation(0, m) }
            };
            let row = |word| std::array::from_fn(|m| Move::all().nth(m).map_or(0, |m| part(word, m)));
            Box::new(std::array::from_fn(row))
        };
        let before = |places: fn(usize) -> &'static [u8; 24]| -> Box<[[u16; ORBIT]; PAIRS]> {
            let place =
                |t: usize, p: usize| u16::from(places(orbit::inverse(t)).get(p).copied().unwrap_or(p as u8));
            let row = |pair: usize| std::array::from_fn(|t| place(t, pair % 32) | place(t, pair / 32) << 8);
            let rows: Vec<_> = (0..PAIRS).map(row).collect();
            rows.try_into().expect("a row for each two places")
        };
        Turns {
            edges: pairs(&EDGE_TURN),
            corners: pairs(&CORNER_TURN),
            bases: [base(0), base(1)],
            orientations: [half(0), half(1)],
            orbits: (tracked.base.len() == MAX_BASE).then(|| undone(&Orbits::of(&tracked.base))),
            edges_before: before(|t| &TURNS[t].edges),
            corners_before: before(|t| &TURNS[t].corners),
        }
    }

    /// All children of a state.
    #[inline(always)]
    pub fn children(&self, state: &State) -> Children<'_> {
        let edges = |pairs: [u16; 2]| pairs.map(|pair| &self.edges[usize::from(pair) & (PAIRS - 1)]);
        let [first, last] = halves(state.orientation);
        Children {
            base: edges(state.base),
            rest: edges(state.rest),
            corners: state.corners.map(|pair| &self.corners[usize::from(pair) & (PAIRS - 1)]),
            orientation: [&self.orientations[0][first], &self.orientations[1][last]],
        }
    }

    /// A state as views want it: as it is, or with its turn undone.
    #[inline(always)]
    pub(crate) fn stance(&self, state: &State, undo: bool) -> Stance {
        let [first, second] = &self.bases;
        let [a, b] = state.base.map(|pair| usize::from(pair) & (PAIRS - 1));
        let base = first[a] + second[b];
        let (index, flips) = (base as u16 & (BASES - 1) as u16, (base >> (FLIPS_SHIFT - 4)) as u8);
        let index_only = Standing { number: index, manner: flips, in_orbit: false };
        if undo && let Some(orbits) = &self.orbits {
            let orbit = orbits[usize::from(index)];
            let turn = orbit.turn();
            let before = |pairs: [u16; 2], table: &[[u16; ORBIT]; PAIRS]| {
                pairs.map(|pair| table[usize::from(pair) & (PAIRS - 1)][turn])
            };
            return Stance {
                standing: Standing { manner: orbit.manner | flips, ..orbit },
                rest: places(before(state.rest, &self.edges_before)),
                corners: places(before(state.corners, &self.corners_before)),
                orientation: 0,
            };
        }
        let apart = |pairs: [u16; 2]| places(pairs.map(|pair| pair & PLACE as u16 | pair >> 5 << 8));
        let (rest, corners) = (apart(state.rest), apart(state.corners));
        Stance { standing: index_only, rest, corners, orientation: state.orientation }
    }

    /// Where a base in these positions, nothing flipped, stands as it is or with its turn undone.
    pub(crate) fn standing_at(&self, positions: &[u8], undo: bool) -> Standing {
        let index = base_index(positions);
        match &self.orbits {
            Some(orbits) if undo => orbits[index],
            _ => Standing { number: index as u16, ..Standing::default() },
        }
    }

    /// Those children whose bits are set, each at the index of its move: as they are, or with their turns undone.
    #[inline(always)]
    pub fn stances(&self, children: &Children<'_>, moves: u32, undo: bool, stances: &mut Stances) {
        for m in bits(moves) {
            stances.set(m, self.stance(&children.state(m), undo));
        }
    }
}

/// The standings with their turns undone, nothing flipped, by the index of positions.
fn undone(orbits: &Orbits) -> Box<[Standing; BASES]> {
    let mut standings = vec![Standing::default(); BASES];
    let mut others = orbits.len();
    for placed in 0..placement::count(12, MAX_BASE) {
        let mut positions = [0; MAX_BASE];
        placement::unrank(12, placed, &mut positions);
        standings[base_index(&positions)] = match orbits.seat(placed) {
            Some((orbit, turn)) => Standing { number: orbit as u16, manner: turn as u8, in_orbit: true },
            None => {
                others += 1;
                Standing { number: others as u16 - 1, ..Standing::default() }
            }
        };
    }
    standings.into_boxed_slice().try_into().expect("there are so many")
}

/// Four places of which two each are in a word, in a byte each.
#[inline(always)]
fn places(pairs: [u16; 2]) -> [u8; 4] {
    word(pairs).to_le_bytes()
}

/// A state as views want it: where its base stands, and the places of its other pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stance {
    pub(crate) standing: Standing,
    /// Of the edges outside the base.
    pub(crate) rest: [u8; 4],
    pub(crate) corners: [u8; 4],
    /// The orientation of all edges; 0 if a turn was undone.
    pub(crate) orientation: u16,
}

/// Children of a state as views want them, each at the index of its move.
#[derive(Clone, Debug, Default)]
pub struct Stances([Stance; 32]);

impl Stances {
    #[inline(always)]
    fn set(&mut self, m: usize, stance: Stance) {
        self.0[m & 31] = stance;
    }

    #[inline(always)]
    pub(crate) fn get(&self, m: usize) -> &Stance {
        &self.0[m & 31]
    }

    /// Where the base of a child stands.
    #[inline(always)]
    pub fn standing(&self, m: usize) -> Standing {
        self.get(m).standing
    }
}

/// The children of a state by all moves: for each two of its pieces, and each half of its orientation, the row of what
/// they become, by move. A child
/// takes no work until it is asked for.
#[derive(Clone, Copy)]
pub struct Children<'t> {
    base: [&'t [u16; 32]; 2],
    rest: [&'t [u16; 32]; 2],
    corners: [&'t [u16; 32]; 2],
    orientation: [&'t [u16; 32]; 2],
}

impl Children<'_> {
    /// The child by move `m`, below 32.
    #[inline(always)]
    pub fn state(&self, m: usize) -> State {
        State {
            base: self.base.map(|row| row[m]),
            rest: self.rest.map(|row| row[m]),
            corners: self.corners.map(|row| row[m]),
            orientation: self.orientation[0][m] ^ self.orientation[1][m],
        }
    }
}

/// The indices of the bits that are set, ascending.
#[inline(always)]
pub fn bits(set: u32) -> Bits {
    Bits(set)
}

/// See [`bits`].
#[derive(Clone, Copy, Debug)]
pub struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let i = self.0.trailing_zeros() as usize & 31;
        self.0 &= self.0 - 1;
        Some(i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::{Algorithm, random};

    #[test]
    fn children_are_the_states_of_the_turned_cube() {
        let all = Tracked { base: vec![4, 5, 6], rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
        let turns = Turns::new(&all);
        for cube in random::states(5).take(300) {
            let state = all.state(&cube);
            for m in Move::all() {
                assert_eq!(turns.children(&state).state(m.index()), all.state(&cube.turn(m)), "{m}");
            }
        }
    }

    #[test]
    fn a_mask_leaves_what_it_compares() {
        let all = Tracked { base: vec![4, 5, 6, 7], rest: vec![8, 9], corners: vec![4] };
        let solved = all.state(&Cube::SOLVED);
        let equal = |moves: &str, pieces, oriented| {
            let state = all.state(&Algorithm::parse(moves).unwrap().cube());
            state.equals_under(&solved, &all.mask(pieces, oriented))
        };
        let (none, edge) = (PieceSet::default(), PieceSet::new(&[], &[8]));
        // It takes the pair at FR out and flips edges.
        assert!(equal("F' U' F", none, false) && !equal("F' U' F", none, true));
        assert!(!equal("F' U' F", edge, false));
        assert!(equal("U", edge, true));
    }
}
