//! The AVX2 instruction set: vectors of eight lanes.

#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "there is a value of `Avx2` only where the processor has the instructions; blocks that need more than that say so"
)]

use std::arch::x86_64::*;

use crate::machine::InstructionSet;

use super::isa::{Bytes, Isa, SMALL_TABLE, Task, intrinsics, shifts};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the processor has AVX2, whether or not this process uses it.
    pub(crate) fn detect() -> Option<Avx2> {
        InstructionSet::Avx2.is_available().then_some(Avx2(()))
    }

    /// Returns the proof if this process uses AVX2 or AVX-512.
    #[inline(always)]
    pub(crate) fn chosen() -> Option<Avx2> {
        // The chosen instruction set is available, and AVX-512 includes AVX2.
        (InstructionSet::chosen() >= InstructionSet::Avx2).then_some(Avx2(()))
    }

    /// Returns the byte of `high` where the top bit of `top` is set, otherwise the byte of `low`.
    #[inline(always)]
    fn select(self, low: __m256i, high: __m256i, top: __m256i) -> __m256i {
        unsafe { _mm256_blendv_epi8(low, high, top) }
    }

    /// Returns a vector whose lanes in `active` are all ones, and the others zero.
    #[inline(always)]
    pub(super) fn lanes(self, active: u32) -> __m256i {
        unsafe {
            let own = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
            _mm256_cmpeq_epi32(_mm256_and_si256(self.splat(active), own), own)
        }
    }

    /// Reads four pairs of words.
    ///
    /// # Safety
    /// As for [`Isa::gather_pairs`].
    #[inline(always)]
    unsafe fn gather_four(self, table: *const [u32; 2], lanes: __m128i, at: __m128i) -> __m256 {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let lanes = _mm256_cvtepi32_epi64(lanes);
            let pairs = _mm256_mask_i32gather_epi64::<8>(self.splat(0), table.cast(), at, lanes);
            _mm256_castsi256_ps(pairs)
        }
    }
}

impl Isa for Avx2 {
    type Vector = __m256i;
    /// The first lane, and a mask whose byte i is set if lane i lies after the gap.
    type Moves = (usize, __m128i);

    const WIDTH: usize = 8;
    const MIN_INDEXED: u32 = 3;
    const MIN_READ: u32 = 4;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2")]
        fn compiled<T: Task>(isa: Avx2, task: T) -> T::Output {
            task.run(isa)
        }
        unsafe { compiled(self, task) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        unsafe { _mm256_set1_epi32(word as i32) }
    }

    #[inline(always)]
    unsafe fn load_from(self, words: *const u32) -> __m256i {
        // SAFETY: guaranteed by the caller.
        unsafe { _mm256_loadu_si256(words.cast()) }
    }

    #[inline(always)]
    unsafe fn store_to(self, words: *mut u32, vector: __m256i) {
        // SAFETY: guaranteed by the caller.
        unsafe { _mm256_storeu_si256(words.cast(), vector) }
    }

    intrinsics! {
        and(a, b) = _mm256_and_si256;
        or(a, b) = _mm256_or_si256;
        xor(a, b) = _mm256_xor_si256;
        and_not(a, b) = _mm256_andnot_si256;
        shift_left_each(vector, by) = _mm256_sllv_epi32;
        shift_right_each(vector, by) = _mm256_srlv_epi32;
        add(a, b) = _mm256_add_epi32;
        subtract(a, b) = _mm256_sub_epi32;
        multiply(a, b) = _mm256_mullo_epi32;
        add_bytes(a, b) = _mm256_add_epi8;
        multiply_halves(a, b) = _mm256_mullo_epi16;
        weighted_sum_bytes(vector, weights) = _mm256_maddubs_epi16;
        weighted_sum_halves(vector, weights) = _mm256_madd_epi16;
        shuffle(vector, at) = _mm256_shuffle_epi8;
    }

    shifts! {
        shift_left = _mm256_sll_epi32;
        shift_right = _mm256_srl_epi32;
        shift_left_halves = _mm256_sll_epi16;
        shift_right_halves = _mm256_srl_epi16;
    }

    #[inline(always)]
    fn count_ones(self, vector: __m256i) -> __m256i {
        unsafe {
            let counts =
                _mm256_broadcastsi128_si256(_mm_set_epi8(4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0));
            let low = _mm256_and_si256(vector, self.splat_byte(15));
            let high = _mm256_and_si256(self.shift_right_halves(vector, 4), self.splat_byte(15));
            let bytes = _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high));
            // Adds the two bytes of each half. The upper half is 0.
            _mm256_maddubs_epi16(bytes, self.splat_byte(1))
        }
    }

    #[inline(always)]
    fn less_than(self, a: __m256i, b: __m256i) -> u32 {
        unsafe {
            let is_not_less = _mm256_cmpeq_epi32(_mm256_max_epu32(a, b), a);
            !_mm256_movemask_ps(_mm256_castsi256_ps(is_not_less)) as u32 & 0xff
        }
    }

    #[inline(always)]
    fn have_common_bits(self, a: __m256i, b: __m256i) -> u32 {
        unsafe {
            let is_disjoint = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), self.splat(0));
            !_mm256_movemask_ps(_mm256_castsi256_ps(is_disjoint)) as u32 & 0xff
        }
    }

    #[inline(always)]
    fn decrement_where_less(self, vector: __m256i, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(vector, _mm256_cmpgt_epi32(b, a)) }
    }

    #[inline(always)]
    fn select_bytes(self, byte: __m256i, bound: u8, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi8(self.splat_byte(bound), byte)) }
    }

    #[inline(always)]
    fn select_lanes(self, active: u32, a: __m256i, b: __m256i) -> __m256i {
        self.select(b, a, self.lanes(active))
    }

    /// Shuffles each sixteen bytes of the table; bits 4, 5 and 6 of `at` select among the results.
    #[inline(always)]
    fn look_up<const BLOCKS: usize>(self, table: &[Bytes; BLOCKS], at: __m256i) -> __m256i {
        const { assert!(BLOCKS == 1 || BLOCKS == 2) };
        let mut blocks = [at; BLOCKS];
        for (result, bytes) in blocks.iter_mut().zip(table) {
            let mut sixteens = [at; 4];
            for (sixteen, bytes) in sixteens.iter_mut().zip(bytes.as_chunks::<16>().0) {
                // SAFETY: the chunk has 16 bytes.
                *sixteen = unsafe {
                    let bytes = _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()));
                    _mm256_shuffle_epi8(bytes, at)
                };
            }
            let bit_4 = self.shift_left_halves(at, 3);
            let low = self.select(sixteens[0], sixteens[1], bit_4);
            let high = self.select(sixteens[2], sixteens[3], bit_4);
            *result = self.select(low, high, self.shift_left_halves(at, 2));
        }
        if BLOCKS == 1 {
            blocks[0]
        } else {
            self.select(blocks[0], blocks[BLOCKS - 1], self.shift_left_halves(at, 1))
        }
    }

    #[inline(always)]
    fn permute_words(self, table: &[u32; SMALL_TABLE], at: __m256i) -> __m256i {
        // SAFETY: the table has eight words.
        unsafe { _mm256_permutevar8x32_epi32(_mm256_loadu_si256(table.as_ptr().cast()), at) }
    }

    #[inline(always)]
    unsafe fn gather(self, table: *const u32, active: u32, at: __m256i) -> __m256i {
        // SAFETY: guaranteed by the caller.
        unsafe { _mm256_mask_i32gather_epi32::<4>(self.splat(0), table.cast(), at, self.lanes(active)) }
    }

    #[inline(always)]
    unsafe fn gather_pairs(self, table: *const [u32; 2], active: u32, at: __m256i) -> [__m256i; 2] {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let lanes = self.lanes(active);
            let first = self.gather_four(table, _mm256_castsi256_si128(lanes), _mm256_castsi256_si128(at));
            let (lanes, at) = (_mm256_extracti128_si256::<1>(lanes), _mm256_extracti128_si256::<1>(at));
            let second = self.gather_four(table, lanes, at);
            let even = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second));
            let odd = _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(first, second));
            // The lanes are two of the first, two of the second, and again; the permutation puts them in order.
            [_mm256_permute4x64_epi64::<0b11_01_10_00>(even), _mm256_permute4x64_epi64::<0b11_01_10_00>(odd)]
        }
    }

    #[inline(always)]
    fn moves(self, start: usize, gap: u32) -> (usize, __m128i) {
        unsafe {
            let iota = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            (start, _mm_cmpgt_epi8(iota, _mm_set1_epi8(gap as i8 - start as i8 - 1)))
        }
    }

    #[inline(always)]
    fn after(self, rows: [&[u8; 32]; 4], (start, after_gap): (usize, __m128i)) -> __m256i {
        let mut bytes = [after_gap; 4];
        for (own, row) in bytes.iter_mut().zip(rows) {
            let (before, after) = (&row[start..][..Self::WIDTH], &row[start + 3..][..Self::WIDTH]);
            // SAFETY: both slices have eight bytes.
            *own = unsafe {
                let before = _mm_loadl_epi64(before.as_ptr().cast());
                _mm_blendv_epi8(before, _mm_loadl_epi64(after.as_ptr().cast()), after_gap)
            };
        }
        unsafe {
            let first = _mm_unpacklo_epi8(bytes[0], bytes[1]);
            let second = _mm_unpacklo_epi8(bytes[2], bytes[3]);
            _mm256_set_m128i(_mm_unpackhi_epi16(first, second), _mm_unpacklo_epi16(first, second))
        }
    }
}
