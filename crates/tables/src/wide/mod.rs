//! Sixteen children at a time, with AVX-512: their stances, where they lie in a table, and what is there.
//!
//! What is done is what [`stances`](crate::stances), [`locator`](crate::locator) and [`view`](crate::view) do one by one,
//! and the tests compare the two. A lane of 32 bits has a child: its standing, or the places of four pieces in a byte
//! each. Tables of up to 128 bytes are asked by permuting bytes, only the larger ones by gathering.

use std::arch::x86_64::*;

use crate::locator::Located;
use crate::view::CodeSet;

/// Calls a function that is compiled for the features that [`Wide::available`] asks for.
macro_rules! with_features {
    ($wide:expr, $call:expr) => {{
        let Wide(()) = $wide;
        // SAFETY: there is a `Wide` only where the processor has the features.
        unsafe { $call }
    }};
}

mod locator;
mod stances;

pub(crate) use locator::WideLocator;
pub(crate) use stances::WideStances;

/// That the processor has what this needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide(());

impl Wide {
    /// If it has.
    pub(crate) fn available() -> Option<Wide> {
        let all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vpopcntdq");
        all.then_some(Wide(()))
    }

    /// Reads the words of the children whose lanes are in `set`, and gives those whose codes are among these.
    ///
    /// # Panics
    /// If a word lies outside the table.
    #[inline(always)]
    pub(crate) fn read(
        self,
        table: &[u8],
        set: u32,
        located: &Located,
        admitted: CodeSet,
        words: &mut [u32; 32],
    ) -> u32 {
        with_features!(self, read(table, set, located, admitted, words))
    }
}

/// How many lanes a vector has.
const WIDTH: usize = 16;

/// The vectors of 16 lanes that have some of `set`: where each starts, and its part of the set.
#[inline(always)]
fn blocks(set: u32) -> impl Iterator<Item = (usize, __mmask16)> {
    let parts = [(0, set as __mmask16), (WIDTH, (set >> WIDTH) as __mmask16)];
    parts.into_iter().filter(|(_, part)| *part != 0)
}

/// The vector of lanes from `start` on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn load<T: Copy>(lanes: &[T; 32], start: usize) -> __m512i {
    const { assert!(size_of::<T>() == size_of::<u32>()) };
    let lanes: &[T] = &lanes[start..][..WIDTH];
    // SAFETY: there are sixteen, of four bytes each.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn store(lanes: &mut [u32; 32], start: usize, vector: __m512i) {
    let lanes = &mut lanes[start..][..WIDTH];
    // SAFETY: there are sixteen, of four bytes each.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), vector) }
}

/// 64 bytes.
type Bytes = [u8; 64];

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn bytes(bytes: &Bytes) -> __m512i {
    // SAFETY: there are 64.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// The bytes of a table of 128 that these, below 128, point at.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn look_up([low, high]: &[Bytes; 2], at: __m512i) -> __m512i {
    _mm512_permutex2var_epi8(bytes(low), at, bytes(high))
}

/// In each byte where its lane begins, among the four lanes within which bytes are shuffled.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn lane_starts() -> __m512i {
    _mm512_broadcast_i32x4(_mm_set_epi32(0x0c0c_0c0c, 0x0808_0808, 0x0404_0404, 0))
}

/// In each lane one of its bytes, four times.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn spread<const BYTE: i8>(vector: __m512i) -> __m512i {
    _mm512_shuffle_epi8(vector, _mm512_add_epi8(lane_starts(), _mm512_set1_epi8(BYTE)))
}

/// In each lane the sum of its four bytes, each times its weight; of bytes whose sums by twos fit in 16 bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn weigh(vector: __m512i, weights: [i8; 4]) -> __m512i {
    let pairs = _mm512_maddubs_epi16(vector, _mm512_set1_epi32(i32::from_le_bytes(weights.map(|w| w as u8))));
    _mm512_madd_epi16(pairs, _mm512_set1_epi16(1))
}

/// A table of 128 bytes.
fn table(byte: impl Fn(usize) -> u8) -> [Bytes; 2] {
    [0, 64].map(|start| std::array::from_fn(|i| byte(start + i)))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
fn read(table: &[u8], set: u32, located: &Located, admitted: CodeSet, words: &mut [u32; 32]) -> u32 {
    let admitted = _mm512_set1_epi32(admitted.bits() as i32);
    let one = _mm512_set1_epi32(1);
    let count = _mm512_set1_epi32((table.len() / size_of::<u32>()) as i32);
    let mut among = 0;
    for (start, part) in blocks(set) {
        let at = load(&located.words, start);
        let within = _mm512_cmplt_epu32_mask(at, count);
        assert!(within & part == part, "a location of another table");
        // SAFETY: the words lie within the table, as was just asserted.
        let word = unsafe {
            _mm512_mask_i32gather_epi32::<4>(_mm512_setzero_si512(), part, at, table.as_ptr().cast())
        };
        store(words, start, word);
        let code = _mm512_srlv_epi32(word, load(&located.codes, start));
        let high = _mm512_and_si512(_mm512_srli_epi32::<15>(code), _mm512_set1_epi32(2));
        // One instruction: a | b & c.
        let code = _mm512_ternarylogic_epi32::<0b1111_1000>(high, code, one);
        let bit = _mm512_srlv_epi32(admitted, code);
        among |= u32::from(_mm512_mask_test_epi32_mask(part, bit, one)) << start;
    }
    among
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Lanes, bits};
    use crate::table::code;
    use crate::tracked::Tracked;
    use cubiform_cube::goal::CROSS;
    use cubiform_cube::{Cube, Move, random};

    pub(super) const ALL: u32 = (1 << Move::COUNT) - 1;

    pub(super) fn tracked() -> Tracked {
        Tracked { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] }
    }

    /// All moves, and those without a face, with some of their lanes.
    pub(super) fn sets(random: u32) -> impl Iterator<Item = (Lanes, u32)> {
        let moves = (0..7).map(|face| ALL & !(7 << (3 * face)));
        moves.map(move |moves| (Lanes::of(moves), Lanes::of(moves).lanes(moves & (random | random >> 9))))
    }

    /// Cubes, with a number each that has no pattern.
    pub(super) fn cubes(count: usize) -> impl Iterator<Item = (Cube, u32)> {
        let numbers = (1u32..).map(|i| i.wrapping_mul(0x9e37_79b9) >> 7);
        random::states(8).take(count).zip(numbers)
    }

    #[test]
    fn parts_of_a_set() {
        assert_eq!(blocks(0x0003_0000).collect::<Vec<_>>(), [(16, 3)]);
        assert_eq!(blocks(0x0001_8001).collect::<Vec<_>>(), [(0, 0x8001), (16, 1)]);
    }

    #[test]
    fn codes_are_those_read_one_by_one() {
        let Some(wide) = Wide::available() else { return };
        let table: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(0x85eb_ca6b) >> 11) as u8).collect();
        let mut located = Located::default();
        for (_, number) in cubes(200) {
            for lane in 0..32 {
                let random = number.rotate_left(lane as u32).wrapping_mul(0xc2b2_ae35);
                (located.words[lane], located.codes[lane]) = (random >> 8 & 0x1ff, random & 15);
            }
            for (parent, limit) in
                (1..12).flat_map(|parent| [parent - 1, parent, parent + 1].map(|l| (parent, l)))
            {
                let admitted = CodeSet::within(parent, limit);
                for (_, set) in sets(number) {
                    let mut words = [0; 32];
                    let among = wide.read(&table, set, &located, admitted, &mut words);
                    assert_eq!(among & !set, 0);
                    for lane in bits(set) {
                        let at = located.words[lane] as usize * 4;
                        let word = u32::from_le_bytes(table[at..at + 4].try_into().unwrap());
                        assert_eq!(words[lane], word);
                        let is_admitted = admitted.bits() >> code(word, located.codes[lane]) & 1;
                        assert_eq!(among >> lane & 1, is_admitted, "lane {lane}");
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "of another table")]
    fn a_word_outside_the_table_is_not_read() {
        let wide = Wide::available().expect("of another table: there is nothing to test");
        let mut located = Located::default();
        located.words[3] = 16;
        wide.read(&[0; 64], 0b1000, &located, CodeSet::within(1, 1), &mut [0; 32]);
    }
}
