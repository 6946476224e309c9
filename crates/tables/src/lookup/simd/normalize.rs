//! The vector path of normalisation: the children in all lanes of a vector at a time.

use cubiform_cube::Move;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};

use super::isa::{Bytes, Isa, Task};
use super::{Simd, byte_table, vectors_of};
use crate::goal::ud_coset::{self, UD_TURNS};
use crate::lookup::lanes::{Lanes, ORDER};
use crate::lookup::normalized_state::{BASES, BaseKey, FLIPS_SHIFT, NormalizedStates};
use crate::lookup::tracked::TrackedState;

/// By place, up to 32 of them: the place after each move, in the order of lanes.
type Rows = [[u8; 32]; 32];

/// The tables that normalise children with vectors: see [`normalize`](crate::lookup::normalize).
pub(crate) struct SimdNormalizer {
    simd: Simd,
    edges: Rows,
    corners: Rows,
    /// By layer, quarter turns and place of an edge in the layer (eight): the place before the turn.
    edges_before: [Bytes; 1],
    /// By layer, quarter turns and place of a corner in the layer (twelve): the place before the turn.
    corners_before: [Bytes; 2],
}

/// The numbers of places of edges and of corners in a layer.
const LAYER_EDGES: u8 = 8;
const LAYER_CORNERS: u8 = 12;

impl SimdNormalizer {
    pub(crate) fn new() -> Option<Box<SimdNormalizer>> {
        Some(SimdNormalizer::with(Simd::chosen()?))
    }

    fn with(simd: Simd) -> Box<SimdNormalizer> {
        let rows = |turn: &[[u8; 24]; Move::COUNT]| -> Rows {
            let place = |m: usize, place: usize| {
                turn.get(m).and_then(|turn| turn.get(place)).copied().unwrap_or(place as u8)
            };
            std::array::from_fn(|p| ORDER.map(|m| place(m.into(), p)))
        };
        // For index i of such a table: the turn and the place.
        let before = |i: usize, places: u8| {
            let places = usize::from(places);
            let (layer, quarters, place) = (i / (4 * places), i / places % 4, i % places);
            (layer < 2)
                .then(|| (&UD_TURNS[ud_coset::inverse(quarters << (2 * layer))], layer * places + place))
        };
        Box::new(SimdNormalizer {
            simd,
            edges: rows(&EDGE_TURN),
            corners: rows(&CORNER_TURN),
            edges_before: byte_table(|i| before(i, LAYER_EDGES).map_or(0, |(turn, place)| turn.edges[place])),
            corners_before: byte_table(|i| {
                before(i, LAYER_CORNERS).map_or(0, |(turn, place)| turn.corners[place])
            }),
        })
    }

    /// Writes the children of a state whose lanes are in `set`, normalised.
    #[inline(always)]
    pub(crate) fn normalize(
        &self,
        cosets: &[BaseKey; BASES],
        state: &TrackedState,
        lanes: Lanes,
        set: u32,
        states: &mut NormalizedStates,
    ) {
        self.simd.run(NormalizeTask { tables: self, cosets, state, lanes, set, states });
    }
}

/// The task of [`SimdNormalizer::normalize`].
struct NormalizeTask<'a> {
    tables: &'a SimdNormalizer,
    cosets: &'a [BaseKey; BASES],
    state: &'a TrackedState,
    lanes: Lanes,
    set: u32,
    states: &'a mut NormalizedStates,
}

impl Task for NormalizeTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let NormalizeTask { tables, cosets, state, lanes, set, states } = self;
        let ones = isa.splat_byte(1);
        let base_rows = rows(&tables.edges, state.base);
        let rest_rows = rows(&tables.edges, state.rest);
        let corner_rows = rows(&tables.corners, state.corners);
        for (start, active) in vectors_of(isa, set) {
            if active == 0 {
                continue;
            }
            let moves = isa.moves(start, lanes.gap());
            let base = isa.after(base_rows, moves);
            let rest = isa.after(rest_rows, moves);
            let corners = isa.after(corner_rows, moves);

            let positions = isa.and(isa.shift_right_halves(base, 1), isa.splat_byte(15));
            let number =
                isa.weighted_sum_of_halves(isa.weighted_sum_of_bytes(positions, [12, 1, 12, 1]), [144, 1]);
            let number = isa.and(number, isa.splat(BASES as u32 - 1));
            let flips = isa.weighted_sum(isa.and(base, ones), [1, 2, 4, 8]);
            // SAFETY: the numbers are below `BASES`, and a base key has the size of a word.
            let base_key = unsafe { isa.gather(cosets.as_ptr().cast(), active, number) };
            // In each byte, 8 × the quarter turns of U, and of D.
            let turn = isa.spread(base_key, 2);
            let of_u = isa.and(isa.shift_left_halves(turn, 3), isa.splat_byte(3 << 3));
            let of_d = isa.and(isa.shift_left_halves(turn, 1), isa.splat_byte(3 << 3));
            let base_key = isa.or(base_key, isa.shift_left(flips, FLIPS_SHIFT));

            let of_d_edges = isa.add_bytes(of_d, isa.splat_byte(3 * LAYER_EDGES));
            let offset = isa.select_bytes(rest, LAYER_EDGES, of_u, of_d_edges);
            let before = isa.look_up(&tables.edges_before, isa.add_bytes(rest, offset));
            let rest = isa.select_bytes(rest, 2 * LAYER_EDGES, before, rest);

            // 12 × the quarter turns: 8 × and half of that.
            let of_u = isa.add_bytes(of_u, isa.shift_right_halves(of_u, 1));
            let of_d = isa.add_bytes(of_d, isa.shift_right_halves(of_d, 1));
            let of_d_corners = isa.add_bytes(of_d, isa.splat_byte(3 * LAYER_CORNERS));
            let offset = isa.select_bytes(corners, LAYER_CORNERS, of_u, of_d_corners);
            let corners = isa.look_up(&tables.corners_before, isa.add_bytes(corners, offset));

            let [base_keys, rests, all_corners] = states.vectors();
            isa.store(base_keys, start, base_key);
            isa.store(rests, start, rest);
            isa.store(all_corners, start, corners);
        }
    }
}

/// Returns the rows of four pieces by their places.
#[inline(always)]
fn rows(table: &Rows, [first, second]: [u16; 2]) -> [&[u8; 32]; 4] {
    [first, first >> 5, second, second >> 5].map(|place| &table[usize::from(place & 31)])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cubes, sets, tracked};
    use super::*;
    use crate::lookup::lanes::bits;
    use crate::lookup::tracked::TrackedPieces;
    use crate::lookup::tracked_moves::TrackedMoves;

    #[test]
    fn vector_normalization_equals_scalar_normalization() {
        let tracked = tracked();
        let turns = TrackedMoves::new(&tracked);
        for simd in Simd::all().map(SimdNormalizer::with) {
            assert_equals_scalar(&simd, &tracked, &turns);
        }
    }

    fn assert_equals_scalar(simd: &SimdNormalizer, tracked: &TrackedPieces, turns: &TrackedMoves) {
        for (cube, number) in cubes(2000) {
            let state = tracked.state(&cube);
            for (lanes, set) in sets(number) {
                let (mut own, mut plain) = (NormalizedStates::default(), NormalizedStates::default());
                simd.normalize(
                    turns.normalize_tables.cosets.as_deref().unwrap(),
                    &state,
                    lanes,
                    set,
                    &mut own,
                );
                turns.normalize_children_scalar(&state, lanes, set, true, &mut plain);
                for lane in bits(set) {
                    assert_eq!(own.get(lane), plain.get(lane), "{:?}: lane {lane} of {lanes:?}", simd.simd);
                }
            }
        }
    }
}
