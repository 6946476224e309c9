//! Move tables of the pieces that a search tracks, and the tables that normalise its states.

use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};
use cubiform_cube::{Move, placement};

use crate::goal::places::MAX_BASE;
use crate::goal::ud_coset::{self, COSET_SIZE, UD_TURNS, UdCosets};
use crate::kociemba::{Coordinate as _, Flip};
use crate::lookup::normalized_state::{BASES, BaseKey, FLIPS_SHIFT, base_index};
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::SimdNormalizer;
use crate::lookup::tracked::{HALF, HALVES, PAIRS, TrackedPieces, TrackedState, halves};

/// Move tables of tracked states: 64 KiB each for pairs of edges and of corners, small enough to stay in the cache
/// beside the data of the look-ups.
pub(crate) struct TrackedMoves {
    /// The pair of edges after each move, by pair and move. A cache line holds all moves of a pair.
    edges: Box<[[u16; 32]; PAIRS]>,
    /// The pair of corners after each move, by pair and move.
    corners: Box<[[u16; 32]; PAIRS]>,
    /// By half of an orientation and move: its part of the orientation after the move. The XOR of both parts is the
    /// whole.
    orientations: [Box<[[u16; 32]; HALVES]>; 2],
    /// The tables that normalise states.
    pub(crate) normalize_tables: NormalizeTables,
}

impl TrackedMoves {
    /// Builds the tables for these pieces.
    pub(crate) fn new(tracked: &TrackedPieces) -> TrackedMoves {
        let pairs = |turn: &[[u8; 24]; 18]| -> Box<[[u16; 32]; PAIRS]> {
            let place = |m: usize, p: usize| u16::from(turn[m].get(p).copied().unwrap_or(p as u8));
            let after = |pair: usize, m: usize| place(m, pair % 32) | place(m, pair / 32) << 5;
            let moves = |pair| std::array::from_fn(|m| if m < Move::COUNT { after(pair, m) } else { 0 });
            let rows: Vec<_> = (0..PAIRS).map(moves).collect();
            rows.try_into().expect("a row for each pair")
        };
        let half = |half: usize| -> Box<[[u16; 32]; HALVES]> {
            let part = |word: usize, m: Move| {
                let turned = Flip::turn(&((word << (half * HALF)) as u16), m);
                // The flips that the move makes of any state belong to the part of the first half alone.
                if half == 0 { turned } else { turned ^ Flip::turn(&0, m) }
            };
            let row = |word| std::array::from_fn(|m| Move::all().nth(m).map_or(0, |m| part(word, m)));
            Box::new(std::array::from_fn(row))
        };
        TrackedMoves {
            edges: pairs(&EDGE_TURN),
            corners: pairs(&CORNER_TURN),
            orientations: [half(0), half(1)],
            normalize_tables: NormalizeTables::new(tracked),
        }
    }

    /// Returns the children of a state, each computed on demand.
    #[inline(always)]
    pub(crate) fn children(&self, state: &TrackedState) -> Children<'_> {
        let edges = |pairs: [u16; 2]| pairs.map(|pair| &self.edges[usize::from(pair) & (PAIRS - 1)]);
        let [first, last] = halves(state.orientation);
        Children {
            base: edges(state.base),
            rest: edges(state.rest),
            corners: state.corners.map(|pair| &self.corners[usize::from(pair) & (PAIRS - 1)]),
            orientation: [&self.orientations[0][first], &self.orientations[1][last]],
        }
    }
}

/// The children of a state: the rows of the move tables for its pairs and the halves of its orientation.
#[derive(Clone, Copy)]
pub(crate) struct Children<'t> {
    base: [&'t [u16; 32]; 2],
    rest: [&'t [u16; 32]; 2],
    corners: [&'t [u16; 32]; 2],
    orientation: [&'t [u16; 32]; 2],
}

impl Children<'_> {
    /// Returns the child by move `m`, which is below 32.
    #[inline(always)]
    pub(crate) fn state(&self, m: usize) -> TrackedState {
        TrackedState {
            base: self.base.map(|row| row[m]),
            rest: self.rest.map(|row| row[m]),
            corners: self.corners.map(|row| row[m]),
            orientation: self.orientation[0][m] ^ self.orientation[1][m],
        }
    }
}

/// Tables that normalise states of some tracked pieces.
pub(crate) struct NormalizeTables {
    /// By the first and the second pair of base places: their part of the key of the placement as it is.
    pub(super) bases: [Box<[u32; PAIRS]>; 2],
    /// By base index: the key of the normalised placement. Only for a base of four edges.
    pub(super) cosets: Option<Box<[BaseKey; BASES]>>,
    /// The positions of the representatives.
    pub(super) representatives: Vec<[u8; MAX_BASE]>,
    /// By pair of edges and turn of U and D: the two places before the turn, a byte each.
    pub(super) edges_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// By pair of corners and turn: the two places before the turn, a byte each.
    pub(super) corners_before: Box<[[u16; COSET_SIZE]; PAIRS]>,
    /// The vector path, if the processor has one.
    #[cfg(target_arch = "x86_64")]
    pub(super) simd: Option<Box<SimdNormalizer>>,
}

impl NormalizeTables {
    pub(crate) fn new(tracked: &TrackedPieces) -> NormalizeTables {
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
        let before = |places: fn(usize) -> &'static [u8; 24]| -> Box<[[u16; COSET_SIZE]; PAIRS]> {
            let place = |t: usize, p: usize| {
                u16::from(places(ud_coset::inverse(t)).get(p).copied().unwrap_or(p as u8))
            };
            let row = |pair: usize| std::array::from_fn(|t| place(t, pair % 32) | place(t, pair / 32) << 8);
            let rows: Vec<_> = (0..PAIRS).map(row).collect();
            rows.try_into().expect("a row for each pair")
        };
        let has_cosets = tracked.base.len() == MAX_BASE;
        let (cosets, representatives) =
            has_cosets.then(|| normalizing_keys_of(&UdCosets::get(&tracked.base))).unzip();
        NormalizeTables {
            bases: [base(0), base(1)],
            cosets,
            representatives: representatives.unwrap_or_default(),
            edges_before: before(|t| &UD_TURNS[t].edges),
            corners_before: before(|t| &UD_TURNS[t].corners),
            #[cfg(target_arch = "x86_64")]
            simd: has_cosets.then(SimdNormalizer::new).flatten(),
        }
    }
}

/// Returns the key of each normalised placement by base index, without flips, and the positions of the representatives.
fn normalizing_keys_of(cosets: &UdCosets) -> (Box<[BaseKey; BASES]>, Vec<[u8; MAX_BASE]>) {
    let mut base_keys = vec![BaseKey::default(); BASES];
    let mut representatives = Vec::new();
    let mut others = cosets.len();
    for placed in 0..placement::count(12, MAX_BASE) {
        let positions = ud_coset::base_positions(placed);
        let base_key = match cosets.find(placed) {
            Some((coset, turn)) => BaseKey::new(coset, turn, true),
            None => {
                others += 1;
                BaseKey::new(others - 1, 0, false)
            }
        };
        if base_key.turn() == 0 {
            representatives.push(positions);
        }
        base_keys[base_index(&positions)] = base_key;
    }
    (base_keys.into_boxed_slice().try_into().expect("BASES entries"), representatives)
}
