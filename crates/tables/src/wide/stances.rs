//! Stances of sixteen children at a time.

use std::arch::x86_64::*;

use cubiform_cube::Move;
use cubiform_cube::piece::{CORNER_TURN, EDGE_TURN};

use super::{Bytes, Wide, blocks, bytes, look_up, spread, store, table, weigh};
use crate::lanes::Lanes;
use crate::orbit::{self, TURNS};
use crate::stances::{BASES, FLIPS_SHIFT, Stances, Standing};
use crate::tracked::State;

/// By place, up to 32 of them: the place after each move.
type Rows = [[u8; 32]; 32];

/// What stances are made with: see [`StanceTables`](crate::stances::StanceTables).
pub(crate) struct WideStances {
    wide: Wide,
    edges: Rows,
    corners: Rows,
    /// By layer, quarter turn and place in the layer, eight of them: the place of an edge before it.
    edges_before: Bytes,
    /// By layer, quarter turn and place in the layer, twelve of them: the place of a corner before it.
    corners_before: [Bytes; 2],
}

/// Places of edges and of corners in a layer.
const LAYER_EDGES: usize = 8;
const LAYER_CORNERS: usize = 12;

impl WideStances {
    pub(crate) fn new() -> Option<Box<WideStances>> {
        let wide = Wide::available()?;
        let rows = |turn: &[[u8; 24]; Move::COUNT]| -> Rows {
            let place = |m: usize, place: usize| {
                turn.get(m).and_then(|turn| turn.get(place)).copied().unwrap_or(place as u8)
            };
            std::array::from_fn(|p| std::array::from_fn(|m| place(m, p)))
        };
        // Index i of such a table: the place in question, and what turned it.
        let before = |i: usize, places: usize| {
            let (layer, quarters, place) = (i / (4 * places), i / places % 4, i % places);
            (layer < 2).then(|| (&TURNS[orbit::inverse(quarters << (2 * layer))], layer * places + place))
        };
        Some(Box::new(WideStances {
            wide,
            edges: rows(&EDGE_TURN),
            corners: rows(&CORNER_TURN),
            edges_before: std::array::from_fn(|i| {
                before(i, LAYER_EDGES).map_or(0, |(turn, place)| turn.edges[place])
            }),
            corners_before: table(|i| {
                before(i, LAYER_CORNERS).map_or(0, |(turn, place)| turn.corners[place])
            }),
        }))
    }

    /// The children of a state whose lanes are in `set`, with their turns undone.
    #[inline(always)]
    pub(crate) fn stances(
        &self,
        orbits: &[Standing; BASES],
        state: &State,
        lanes: Lanes,
        set: u32,
        stances: &mut Stances,
    ) {
        with_features!(self.wide, self.make(orbits, state, lanes, set, stances));
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
    fn make(&self, orbits: &[Standing; BASES], state: &State, lanes: Lanes, set: u32, stances: &mut Stances) {
        let gap = _mm512_set1_epi32(lanes.gap() as i32);
        for (start, part) in blocks(set) {
            let iota = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            let lane = _mm512_add_epi32(iota, _mm512_set1_epi32(start as i32));
            let after_gap = _mm512_cmpge_epi32_mask(lane, gap);
            let m = _mm512_mask_add_epi32(lane, after_gap, lane, _mm512_set1_epi32(3));
            // Byte j of a lane: its move in the row of piece j, four rows of 32.
            let in_rows = _mm512_or_si512(
                spread::<0>(_mm512_and_si512(m, _mm512_set1_epi32(31))),
                _mm512_set1_epi32(0x6040_2000),
            );
            let base = after(&self.edges, state.base, in_rows);
            let rest = after(&self.edges, state.rest, in_rows);
            let corners = after(&self.corners, state.corners, in_rows);

            let positions = _mm512_and_si512(_mm512_srli_epi16::<1>(base), _mm512_set1_epi8(15));
            let pairs = _mm512_maddubs_epi16(positions, _mm512_set1_epi16(0x010c));
            let number = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_0090));
            let flips = weigh(_mm512_and_si512(base, _mm512_set1_epi8(1)), [1, 2, 4, 8]);
            let number = _mm512_and_si512(number, _mm512_set1_epi32(BASES as i32 - 1));
            // SAFETY: the numbers are below `BASES`.
            let standing = unsafe {
                _mm512_mask_i32gather_epi32::<4>(_mm512_setzero_si512(), part, number, orbits.as_ptr().cast())
            };
            // Eight times the quarters of U, and of D, in each byte.
            let turn = spread::<2>(standing);
            let of_u = _mm512_and_si512(_mm512_slli_epi16::<3>(turn), _mm512_set1_epi8(3 << 3));
            let of_d = _mm512_and_si512(_mm512_slli_epi16::<1>(turn), _mm512_set1_epi8(3 << 3));
            let standing = _mm512_or_si512(standing, _mm512_slli_epi32::<FLIPS_SHIFT>(flips));

            let in_u = _mm512_cmplt_epu8_mask(rest, _mm512_set1_epi8(LAYER_EDGES as i8));
            let in_layer = _mm512_cmplt_epu8_mask(rest, _mm512_set1_epi8(2 * LAYER_EDGES as i8));
            let of_d_edges = _mm512_add_epi8(of_d, _mm512_set1_epi8(3 * LAYER_EDGES as i8));
            let at = _mm512_add_epi8(rest, _mm512_mask_blend_epi8(in_u, of_d_edges, of_u));
            let rest = _mm512_mask_permutexvar_epi8(rest, in_layer, at, bytes(&self.edges_before));

            // Twelve times the quarters: those times eight, and half of that.
            let half_more = |turn| _mm512_add_epi8(turn, _mm512_srli_epi16::<1>(turn));
            let in_u = _mm512_cmplt_epu8_mask(corners, _mm512_set1_epi8(LAYER_CORNERS as i8));
            let of_d = _mm512_add_epi8(half_more(of_d), _mm512_set1_epi8(3 * LAYER_CORNERS as i8));
            let at = _mm512_add_epi8(corners, _mm512_mask_blend_epi8(in_u, of_d, half_more(of_u)));
            let corners = look_up(&self.corners_before, at);

            let [standings, rests, all_corners] = stances.vectors();
            store(standings, start, standing);
            store(rests, start, rest);
            store(all_corners, start, corners);
        }
    }
}

/// The places of four pieces after the moves of all lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn after(rows: &Rows, pairs: [u16; 2], in_rows: __m512i) -> __m512i {
    let two = |pair: u16| {
        let [first, second] = [pair & 31, pair >> 5 & 31].map(|place| &rows[usize::from(place)]);
        // SAFETY: a row has 32 bytes.
        let [first, second] = [first, second].map(|row| unsafe { _mm256_loadu_si256(row.as_ptr().cast()) });
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
    };
    _mm512_permutex2var_epi8(two(pairs[0]), in_rows, two(pairs[1]))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cubes, sets, tracked};
    use super::*;
    use crate::lanes::bits;
    use crate::tracked::Turns;

    #[test]
    fn stances_are_those_made_one_by_one() {
        let Some(wide) = WideStances::new() else { return };
        let tracked = tracked();
        let turns = Turns::new(&tracked);
        for (cube, number) in cubes(2000) {
            let state = tracked.state(&cube);
            for (lanes, set) in sets(number) {
                let (mut own, mut plain) = (Stances::default(), Stances::default());
                wide.stances(turns.orbits().unwrap(), &state, lanes, set, &mut own);
                turns.stances_one_by_one(&state, lanes, set, true, &mut plain);
                for lane in bits(set) {
                    assert_eq!(own.get(lane), plain.get(lane), "lane {lane} of {lanes:?}");
                }
            }
        }
    }
}
