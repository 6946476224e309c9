//! The vector path of bounds: computing the distances of a child in eight probes at a time.

use std::arch::x86_64::*;

use super::Avx2;
use crate::lookup::bounds::{Bounds, Child, MAX_PROBES, ProbeBatch};

impl Avx2 {
    /// Computes [`Bounds::become_child`]. Few searches have more than eight probes, so wider vectors would gain
    /// nothing.
    #[inline(always)]
    pub(crate) fn become_child(
        self,
        own: &mut Bounds,
        parent: &Bounds,
        probes: usize,
        child: Child,
        look_ups: &ProbeBatch,
    ) {
        // SAFETY: a `self` exists only where the processor has the instructions.
        unsafe {
            if probes <= WIDTH {
                compute_bounds::<1>(self, own, parent, probes, child, look_ups);
            } else {
                compute_bounds::<2>(self, own, parent, probes, child, look_ups);
            }
        }
    }
}

/// The number of probes computed at a time.
const WIDTH: usize = 8;

/// Computes the bounds of a child in `BLOCKS` blocks of eight probes: see [`Bounds::become_child`].
#[target_feature(enable = "avx2")]
fn compute_bounds<const BLOCKS: usize>(
    isa: Avx2,
    own: &mut Bounds,
    parent: &Bounds,
    probes: usize,
    Child { move_index, lane, unread }: Child,
    look_ups: &ProbeBatch,
) {
    let (lane, probes) = (lane & 31, probes.min(MAX_PROBES));
    let (mut no_progress, mut sum, mut largest, mut first) = (0, 0, 0, 0);
    let mut distances = [_mm_setzero_si128(); 2];
    for (block, bytes) in distances.iter_mut().enumerate().take(BLOCKS) {
        let start = block * WIDTH;
        let used = (1u32 << (probes - start).min(WIDTH)) - 1;
        let unread = u32::from(unread) >> start & used;
        let read = || {
            let words = from_probes(start, |probe| look_ups.words[probe][lane]);
            (words, from_probes(start, |probe| look_ups.addresses[probe].coset_lanes[lane]))
        };
        let from_parent = || {
            // SAFETY: the slice has eight words.
            let words = unsafe { _mm256_loadu_si256(parent.words[start..][..WIDTH].as_ptr().cast()) };
            (words, from_probes(start, |probe| parent.coset_lanes[probe].after(move_index).0.into()))
        };
        let (words, coset_lanes) = if unread == 0 {
            read()
        } else if unread == used {
            from_parent()
        } else {
            let (is_unread, ours, others) = (isa.lanes(unread), from_parent(), read());
            (_mm256_blendv_epi8(others.0, ours.0, is_unread), _mm256_blendv_epi8(others.1, ours.1, is_unread))
        };
        let one = _mm256_set1_epi32(1);
        let code = _mm256_srlv_epi32(words, _mm256_and_si256(coset_lanes, _mm256_set1_epi32(15)));
        let high = _mm256_and_si256(_mm256_srli_epi32::<15>(code), _mm256_set1_epi32(2));
        let code = _mm256_or_si256(high, _mm256_and_si256(code, one));
        let is_no_progress = _mm256_cmpeq_epi32(code, _mm256_set1_epi32(3));
        no_progress |= (_mm256_movemask_ps(_mm256_castsi256_ps(is_no_progress)) as u32 & used) << start;
        // The residue of each code, from a table of two bits for each. Then the difference to the parent's distance,
        // mod 3.
        let residue = _mm256_srlv_epi32(_mm256_set1_epi32(0b01_10_01_00), _mm256_add_epi32(code, code));
        let residue = _mm256_and_si256(residue, _mm256_set1_epi32(3));
        // SAFETY: the slice has eight bytes.
        let parent_distance = unsafe { _mm_loadl_epi64(parent.distances[start..][..WIDTH].as_ptr().cast()) };
        let parent_distance = _mm256_cvtepu8_epi32(parent_distance);
        let change = _mm256_sub_epi32(_mm256_add_epi32(residue, _mm256_set1_epi32(33)), parent_distance);
        let thirds = _mm256_srli_epi32::<9>(_mm256_mullo_epi16(change, _mm256_set1_epi32(171)));
        let change = _mm256_sub_epi32(change, _mm256_mullo_epi16(thirds, _mm256_set1_epi32(3)));
        // A difference of 2 mod 3 is -1.
        let less = _mm256_mullo_epi16(_mm256_srli_epi32::<1>(change), _mm256_set1_epi32(3));
        let distance = _mm256_sub_epi32(_mm256_add_epi32(parent_distance, change), less);
        let distance = narrow(_mm256_and_si256(distance, isa.lanes(used)));
        let minimum = _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(distance, _mm_set1_epi16(-1)))) as u32;
        let (maximum, at) = (0xffff - (minimum & 0xffff), minimum >> 16 & 7);
        if block == 0 || maximum > largest {
            (largest, first) = (maximum, at + start as u32);
        }
        *bytes = _mm_packus_epi16(distance, _mm_setzero_si128());
        sum += _mm_cvtsi128_si32(_mm_sad_epu8(*bytes, _mm_setzero_si128()));
        let coset_lanes = narrow(coset_lanes);
        // SAFETY: both slices have eight elements, words and bytes.
        unsafe {
            _mm256_storeu_si256(own.words[start..][..WIDTH].as_mut_ptr().cast(), words);
            _mm_storel_epi64(
                own.coset_lanes[start..][..WIDTH].as_mut_ptr().cast(),
                _mm_packus_epi16(coset_lanes, coset_lanes),
            );
        }
    }
    // SAFETY: the array has sixteen bytes.
    unsafe {
        let all = _mm_unpacklo_epi64(distances[0], distances[1]);
        _mm_storeu_si128(own.distances.as_mut_ptr().cast(), all);
    }
    (own.sum, own.no_progress, own.largest) = (sum as u16, no_progress as u16, first as u8);
}

/// Returns the words of the eight probes from `start` on.
#[target_feature(enable = "avx2")]
#[inline]
fn from_probes(start: usize, word: impl Fn(usize) -> u32) -> __m256i {
    let word = |i: usize| word((start + i) % MAX_PROBES) as i32;
    _mm256_set_epi32(word(7), word(6), word(5), word(4), word(3), word(2), word(1), word(0))
}

/// Packs eight numbers below 2^16 into halves.
#[target_feature(enable = "avx2")]
#[inline]
fn narrow(vector: __m256i) -> __m128i {
    let both = _mm256_packus_epi32(vector, vector);
    _mm256_castsi256_si128(_mm256_permute4x64_epi64::<0b1000>(both))
}
