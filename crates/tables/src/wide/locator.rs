//! Where sixteen children at a time lie in a table of words of orbits.

use std::arch::x86_64::*;

use super::{Bytes, WIDTH, Wide, blocks, lane_starts, load, look_up, spread, store, weigh};
use crate::lens::{Carried, Lens};
use crate::locator::{Cells, Entry, Located, Shape};
use crate::placement;
use crate::stances::{FLIPS_SHIFT, Stances, TURN_SHIFT};

/// How many lenses there is room for: the most used. The others have hardly any states.
const LENSES: usize = 4;

/// What a [`Locator`](crate::locator::Locator) knows, for views that undo turns and tables of words of orbits.
pub(crate) struct WideLocator {
    wide: Wide,
    shape: WideShape,
    /// By lens and place, 32 of them: the place of an edge in the table, for the first of the table's pieces.
    edges: [Bytes; 2],
    /// By lens and place: four times the position of a corner in the table, and its twist.
    corners: [Bytes; 2],
    /// By lens and flips: the flips of the table's base. In the second half by lens and turn: which code of the word.
    manners: [Bytes; 2],
    /// By lens: which of the search's pieces each of the table's is, a byte each.
    rest_from: [u32; WIDTH],
    corners_from: [u32; WIDTH],
    /// By lens: what other pieces' places differ in from the first one's.
    rest_flips: [u32; WIDTH],
}

/// The shapes for which it is compiled.
#[derive(Clone, Copy, Debug)]
enum WideShape {
    TwoSlots,
    Slot,
}

/// A byte that is none of a lane's.
const NONE: u8 = 0x80;

impl WideLocator {
    /// That of lenses, the most used first, which see these of the search's pieces; if there is room for what they do.
    pub(crate) fn new(
        shape: Shape,
        lenses: &[Lens],
        rest: &[usize],
        corners: &[usize],
    ) -> Option<Box<WideLocator>> {
        let wide = Wide::available()?;
        let shape = match shape {
            (4, 2, 2, Cells::Orbits) => WideShape::TwoSlots,
            (4, 1, 1, Cells::Orbits) => WideShape::Slot,
            _ => return None,
        };
        let lenses = &lenses[..lenses.len().min(LENSES)];
        // All pieces of a lens are carried alike, up to a flip.
        let first = |pieces: &[Carried]| pieces.iter().find(|(j, _)| *j == 0).expect("it has all pieces").1;
        let differs = |pieces: &[Carried], (_, places): &Carried| -> Option<u8> {
            let own = first(pieces);
            let by = own[0] ^ places[0];
            (by < 2 && own.iter().zip(places).all(|(a, b)| a ^ b == by)).then_some(by)
        };
        let mut all = Box::new(WideLocator {
            wide,
            shape,
            edges: [[0; 64]; 2],
            corners: [[0; 64]; 2],
            manners: [[0; 64]; 2],
            rest_from: [0; WIDTH],
            corners_from: [0; WIDTH],
            rest_flips: [0; WIDTH],
        });
        for (i, lens) in lenses.iter().enumerate() {
            let mut from = [[NONE; 4]; 2];
            let mut flips = [0; 4];
            for (piece, index) in lens.carried_rest.iter().zip(rest) {
                from[0][piece.0] = *index as u8;
                flips[piece.0] = differs(&lens.carried_rest, piece)?;
            }
            for (piece, index) in lens.carried_corners.iter().zip(corners) {
                from[1][piece.0] = *index as u8;
                if differs(&lens.carried_corners, piece)? != 0 {
                    return None;
                }
            }
            [all.rest_from[i], all.corners_from[i]] = from.map(u32::from_le_bytes);
            all.rest_flips[i] = u32::from_le_bytes(flips);
            let (edges, corners) = (first(&lens.carried_rest), first(&lens.carried_corners));
            for place in 0..24 {
                let at = i * 32 + place;
                all.edges[at / 64][at % 64] = edges[place];
                all.corners[at / 64][at % 64] = 4 * (corners[place] / 3) + corners[place] % 3;
            }
            for manner in 0..WIDTH {
                all.manners[0][i * WIDTH + manner] = lens.manners[manner << 4] >> 4;
                all.manners[1][i * WIDTH + manner] = lens.manners[manner] & 15;
            }
        }
        Some(all)
    }

    /// Where the codes of those children lie whose lanes are in `set`; gives those of which it does not know.
    #[inline(always)]
    pub(crate) fn locate(
        &self,
        entries: &[Entry],
        set: u32,
        stances: &Stances,
        located: &mut Located,
    ) -> u32 {
        match self.shape {
            WideShape::TwoSlots => {
                with_features!(self.wide, self.find::<2, 2>(entries, set, stances, located))
            }
            WideShape::Slot => with_features!(self.wide, self.find::<1, 1>(entries, set, stances, located)),
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
    fn find<const REST: usize, const CORNERS: usize>(
        &self,
        entries: &[Entry],
        set: u32,
        stances: &Stances,
        located: &mut Located,
    ) -> u32 {
        let corner_count = placement::count(8, CORNERS) * 3usize.pow(CORNERS as u32);
        let row_cells = placement::count(8, REST) * corner_count;
        let mut others = 0;
        for (start, part) in blocks(set) {
            let standing = load(&stances.standings, start);
            let number = _mm512_and_si512(standing, _mm512_set1_epi32(0xffff));
            let within = _mm512_cmplt_epu32_mask(number, _mm512_set1_epi32(entries.len() as i32));
            assert!(within & part == part, "a standing of another base");
            let [row_taken, manner_lens] = gather(entries, part, number);
            let lens = _mm512_srli_epi32::<24>(manner_lens);
            let known = _mm512_cmplt_epu32_mask(lens, _mm512_set1_epi32(LENSES as i32));
            others |= u32::from(part & !known) << start;
            let of_lens = |table: &[u32; WIDTH]| {
                // SAFETY: there are sixteen, of four bytes each.
                _mm512_permutexvar_epi32(lens, unsafe { _mm512_loadu_si512(table.as_ptr().cast()) })
            };
            let in_lens = _mm512_slli_epi16::<5>(spread::<3>(manner_lens));
            let carried = |pieces: &[[u8; 4]; 32], from: &[u32; WIDTH], table: &[Bytes; 2]| {
                let from = _mm512_add_epi8(of_lens(from), lane_starts());
                let own = _mm512_shuffle_epi8(load(pieces, start), from);
                look_up(table, _mm512_or_si512(own, in_lens))
            };

            let rest = carried(&stances.rest, &self.rest_from, &self.edges);
            let rest = _mm512_xor_si512(rest, of_lens(&self.rest_flips));
            let rest_rank = free_rank::<REST>(rest, _mm512_srli_epi32::<16>(row_taken));
            let weights = std::array::from_fn(|j| if j < REST { 1 << j } else { 0 });
            let rest_flips = weigh(_mm512_and_si512(rest, _mm512_set1_epi8(1)), weights);
            let corners = carried(&stances.corners, &self.corners_from, &self.corners);
            let row = _mm512_and_si512(row_taken, _mm512_set1_epi32(0xffff));
            let cell = _mm512_mullo_epi32(row, _mm512_set1_epi32(row_cells as i32));
            let in_row = _mm512_add_epi32(times(rest_rank, corner_count), corner_rank::<CORNERS>(corners));
            let cell = _mm512_add_epi32(cell, in_row);
            let [flips, code] = self.manners(standing, lens, _mm512_srli_epi32::<16>(manner_lens));
            let flips = _mm512_or_si512(flips, _mm512_slli_epi32::<4>(rest_flips));
            let word = _mm512_sllv_epi32(cell, _mm512_set1_epi32(4 + REST as i32));
            store(&mut located.words, start, _mm512_or_si512(word, flips));
            store(&mut located.codes, start, code);
        }
        others
    }

    /// The flips of the table's base, and which code of the word it is, by how the search's stands, the lens, and what is
    /// exchanged in the row.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn manners(&self, standing: __m512i, lens: __m512i, exchanged: __m512i) -> [__m512i; 2] {
        let low = _mm512_set1_epi32(15);
        // The flips in one byte, the turn in the next, each with the lens.
        let flips = _mm512_and_si512(_mm512_srli_epi32::<FLIPS_SHIFT>(standing), low);
        let turn = _mm512_srli_epi32::<{ TURN_SHIFT - 8 }>(standing);
        let turn = _mm512_and_si512(turn, _mm512_set1_epi32(15 << 8));
        let lenses = _mm512_or_si512(_mm512_slli_epi32::<4>(lens), _mm512_slli_epi32::<12>(lens));
        let at = _mm512_or_si512(_mm512_or_si512(flips, turn), lenses);
        let both = look_up(&self.manners, _mm512_or_si512(at, _mm512_set1_epi32(64 << 8)));
        let flips = _mm512_xor_si512(both, _mm512_srli_epi32::<4>(exchanged));
        let code = _mm512_xor_si512(_mm512_srli_epi32::<8>(both), exchanged);
        [_mm512_and_si512(flips, low), _mm512_and_si512(code, low)]
    }
}

/// The rank of edges, each in a place, among the positions that are not taken, of which there are eight.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn free_rank<const REST: usize>(rest: __m512i, taken: __m512i) -> __m512i {
    let free: [__m512i; REST] = std::array::from_fn(|j| {
        let position = _mm512_srlv_epi32(rest, _mm512_set1_epi32(8 * j as i32 + 1));
        let position = _mm512_and_si512(position, _mm512_set1_epi32(15));
        let taken_below = _mm512_andnot_si512(_mm512_sllv_epi32(_mm512_set1_epi32(-1), position), taken);
        _mm512_sub_epi32(position, _mm512_popcnt_epi32(taken_below))
    });
    rank(8, &free)
}

/// The [rank](crate::coordinate::corner_rank) of corners, each in a byte that is four times its position and its twist.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn corner_rank<const CORNERS: usize>(corners: __m512i) -> __m512i {
    let positions: [__m512i; CORNERS] = std::array::from_fn(|j| {
        let position = _mm512_srlv_epi32(corners, _mm512_set1_epi32(8 * j as i32 + 2));
        _mm512_and_si512(position, _mm512_set1_epi32(7))
    });
    let weights = std::array::from_fn(|j| if j < CORNERS { 3i8.pow((CORNERS - 1 - j) as u32) } else { 0 });
    let twists = weigh(_mm512_and_si512(corners, _mm512_set1_epi8(3)), weights);
    _mm512_add_epi32(times(rank(8, &positions), 3usize.pow(CORNERS as u32)), twists)
}

/// The entries with these numbers, which are below how many there are, in two halves each.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn gather(entries: &[Entry], part: __mmask16, numbers: __m512i) -> [__m512i; 2] {
    const { assert!(size_of::<Entry>() == size_of::<u64>()) };
    let none = _mm512_setzero_si512();
    let eight = |part: u16, numbers: __m256i| {
        // SAFETY: the numbers are below how many entries there are, of eight bytes each.
        unsafe { _mm512_mask_i32gather_epi64::<8>(none, part as __mmask8, numbers, entries.as_ptr().cast()) }
    };
    let first = eight(part & 0xff, _mm512_castsi512_si256(numbers));
    let second = eight(part >> 8, _mm512_extracti64x4_epi64::<1>(numbers));
    let even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    let odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
    [even, odd].map(|halves| _mm512_permutex2var_epi32(first, halves, second))
}

/// A number below 2^16, as is the product, times another.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn times(vector: __m512i, by: usize) -> __m512i {
    _mm512_mullo_epi16(vector, _mm512_set1_epi32(by as i32))
}

/// The [rank](placement::rank) of positions below `n`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn rank<const K: usize>(n: usize, positions: &[__m512i; K]) -> __m512i {
    let one = _mm512_set1_epi32(1);
    let mut rank = _mm512_setzero_si512();
    for (i, position) in positions.iter().enumerate() {
        let mut digit = *position;
        for former in &positions[..i] {
            let taken = _mm512_cmplt_epi32_mask(*former, *position);
            digit = _mm512_mask_sub_epi32(digit, taken, digit, one);
        }
        rank = if i == 0 { digit } else { _mm512_add_epi32(times(rank, n - i), digit) };
    }
    rank
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Symmetry;

    use super::super::tests::{cubes, sets, tracked};
    use super::*;
    use crate::catalogue;
    use crate::lanes::bits;
    use crate::locator::Locator;
    use crate::tracked::Turns;

    #[test]
    fn locations_are_those_found_one_by_one() {
        if Wide::available().is_none() {
            return;
        }
        let tracked = tracked();
        let turns = Turns::new(&tracked);
        for name in ["cross-slot", "cross-slots-adjacent", "cross-slots-opposite"] {
            let coordinate = catalogue::Entry::named(name).unwrap().coordinate();
            let (mut locators, mut left) = (0, 0);
            for s in Symmetry::all() {
                let Some(locator) = Locator::new(&tracked, &turns, s, coordinate) else { continue };
                let wide = locator.wide().expect("it has room for the lenses of these tables");
                locators += 1;
                for (cube, number) in cubes(300) {
                    let state = tracked.state(&cube);
                    for (lanes, set) in sets(number) {
                        let mut stances = Stances::default();
                        turns.stances_one_by_one(&state, lanes, set, true, &mut stances);
                        let (mut own, mut plain) = (Located::default(), Located::default());
                        let others = wide.locate(locator.entries(), set, &stances, &mut own);
                        locator.locate_one_by_one(set, &stances, &mut plain);
                        assert_eq!(others & !set, 0);
                        left += others.count_ones();
                        for lane in bits(set & !others) {
                            let at = |located: &Located| (located.words[lane], located.codes[lane]);
                            assert_eq!(at(&own), at(&plain), "{name}, {s:?}, lane {lane}");
                        }
                    }
                }
            }
            assert!(locators > 1 && left > 0, "{name}: {locators} locators, {left} left to others");
        }
    }
}
