//! The AVX-512 instruction set: vectors of sixteen lanes.

#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "there is a value of `Avx512` only where the processor has the instructions; blocks that need more than that say so"
)]

use std::arch::x86_64::*;

use crate::machine::InstructionSet;

use super::isa::{Bytes, Isa, SMALL_TABLE, Task, intrinsics, shifts};

/// Proof that the processor has the AVX-512 extensions that [`Isa::run`] enables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the processor has them.
    pub(super) fn detect() -> Option<Avx512> {
        InstructionSet::Avx512.is_available().then_some(Avx512(()))
    }
}

impl Isa for Avx512 {
    type Vector = __m512i;
    /// Byte j of a lane is the index of its move in the row of piece j, within four rows of 32 bytes.
    type Moves = __m512i;

    const WIDTH: usize = 16;
    const MIN_INDEXED: u32 = 1;
    const MIN_READ: u32 = 2;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
        fn compiled<T: Task>(isa: Avx512, task: T) -> T::Output {
            task.run(isa)
        }
        unsafe { compiled(self, task) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        unsafe { _mm512_set1_epi32(word as i32) }
    }

    #[inline(always)]
    unsafe fn load_from(self, words: *const u32) -> __m512i {
        // SAFETY: guaranteed by the caller.
        unsafe { _mm512_loadu_si512(words.cast()) }
    }

    #[inline(always)]
    unsafe fn store_to(self, words: *mut u32, vector: __m512i) {
        // SAFETY: guaranteed by the caller.
        unsafe { _mm512_storeu_si512(words.cast(), vector) }
    }

    intrinsics! {
        and(a, b) = _mm512_and_si512;
        or(a, b) = _mm512_or_si512;
        xor(a, b) = _mm512_xor_si512;
        and_not(a, b) = _mm512_andnot_si512;
        shift_left_each(vector, by) = _mm512_sllv_epi32;
        shift_right_each(vector, by) = _mm512_srlv_epi32;
        add(a, b) = _mm512_add_epi32;
        subtract(a, b) = _mm512_sub_epi32;
        multiply(a, b) = _mm512_mullo_epi32;
        add_bytes(a, b) = _mm512_add_epi8;
        multiply_halves(a, b) = _mm512_mullo_epi16;
        weighted_sum_bytes(vector, weights) = _mm512_maddubs_epi16;
        weighted_sum_halves(vector, weights) = _mm512_madd_epi16;
        count_ones(vector) = _mm512_popcnt_epi32;
        shuffle(vector, at) = _mm512_shuffle_epi8;
    }

    shifts! {
        shift_left = _mm512_sll_epi32;
        shift_right = _mm512_srl_epi32;
        shift_left_halves = _mm512_sll_epi16;
        shift_right_halves = _mm512_srl_epi16;
    }

    #[inline(always)]
    fn less_than(self, a: __m512i, b: __m512i) -> u32 {
        unsafe { _mm512_cmplt_epu32_mask(a, b) }.into()
    }

    #[inline(always)]
    fn have_common_bits(self, a: __m512i, b: __m512i) -> u32 {
        unsafe { _mm512_test_epi32_mask(a, b) }.into()
    }

    #[inline(always)]
    fn decrement_where_less(self, vector: __m512i, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_mask_sub_epi32(vector, _mm512_cmplt_epu32_mask(a, b), vector, self.splat(1)) }
    }

    #[inline(always)]
    fn select_bytes(self, byte: __m512i, bound: u8, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_mask_blend_epi8(_mm512_cmplt_epu8_mask(byte, self.splat_byte(bound)), b, a) }
    }

    #[inline(always)]
    fn select_lanes(self, active: u32, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_mask_blend_epi32(active as __mmask16, b, a) }
    }

    #[inline(always)]
    fn look_up<const BLOCKS: usize>(self, table: &[Bytes; BLOCKS], at: __m512i) -> __m512i {
        const { assert!(BLOCKS == 1 || BLOCKS == 2) };
        // SAFETY: a block has 64 bytes.
        unsafe {
            let first = _mm512_loadu_si512(table[0].as_ptr().cast());
            if BLOCKS == 1 {
                return _mm512_permutexvar_epi8(at, first);
            }
            _mm512_permutex2var_epi8(first, at, _mm512_loadu_si512(table[BLOCKS - 1].as_ptr().cast()))
        }
    }

    #[inline(always)]
    fn permute_words(self, table: &[u32; SMALL_TABLE], at: __m512i) -> __m512i {
        // SAFETY: the table has eight words.
        unsafe {
            let table = _mm256_loadu_si256(table.as_ptr().cast());
            _mm512_permutexvar_epi32(at, _mm512_zextsi256_si512(table))
        }
    }

    #[inline(always)]
    unsafe fn gather(self, table: *const u32, active: u32, at: __m512i) -> __m512i {
        // SAFETY: guaranteed by the caller.
        unsafe { _mm512_mask_i32gather_epi32::<4>(self.splat(0), active as __mmask16, at, table.cast()) }
    }

    #[inline(always)]
    unsafe fn gather_pairs(self, table: *const [u32; 2], active: u32, at: __m512i) -> [__m512i; 2] {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let (none, table) = (self.splat(0), table.cast());
            let (low, high) = (active as __mmask8, (active >> 8) as __mmask8);
            let first = _mm512_mask_i32gather_epi64::<8>(none, low, _mm512_castsi512_si256(at), table);
            let at = _mm512_extracti64x4_epi64::<1>(at);
            let second = _mm512_mask_i32gather_epi64::<8>(none, high, at, table);
            let even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
            let odd = _mm512_or_si512(even, self.splat(1));
            [_mm512_permutex2var_epi32(first, even, second), _mm512_permutex2var_epi32(first, odd, second)]
        }
    }

    #[inline(always)]
    fn moves(self, start: usize, gap: u32) -> __m512i {
        unsafe {
            let iota = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            let lane = _mm512_add_epi32(iota, self.splat(start as u32));
            let after_gap = _mm512_cmpge_epi32_mask(lane, self.splat(gap));
            let m = _mm512_mask_add_epi32(lane, after_gap, lane, self.splat(3));
            _mm512_or_si512(self.spread(_mm512_and_si512(m, self.splat(31)), 0), self.splat(0x6040_2000))
        }
    }

    #[inline(always)]
    fn after(self, rows: [&[u8; 32]; 4], moves: __m512i) -> __m512i {
        // SAFETY: a row has 32 bytes.
        unsafe {
            let [a, b, c, d] = rows.map(|row| row.as_ptr());
            let first = _mm512_castsi256_si512(_mm256_loadu_si256(a.cast()));
            let first = _mm512_inserti64x4::<1>(first, _mm256_loadu_si256(b.cast()));
            let second = _mm512_castsi256_si512(_mm256_loadu_si256(c.cast()));
            let second = _mm512_inserti64x4::<1>(second, _mm256_loadu_si256(d.cast()));
            _mm512_permutex2var_epi8(first, moves, second)
        }
    }
}
