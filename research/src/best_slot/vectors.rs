//! Operations on 32 lanes of 16 bits, for each instruction set.
//!
//! Most loops over lanes are plain and are compiled once for each instruction set. What a compiler does not find, the
//! sums of products of 16-bit lanes and the look-up in a table of 32 words, is here.

/// The number of lanes of a block.
pub(super) const BLOCK: usize = 32;

/// The values of a block of lanes.
pub(super) type Block = [i16; BLOCK];

/// Operations on blocks of lanes.
pub(super) trait Vectors: Copy {
    /// Partial sums of products.
    type Sum: Copy;

    /// Returns sums of 0.
    fn zero(self) -> Self::Sum;

    /// Adds the products of two blocks, or subtracts them.
    fn add_products(self, sum: Self::Sum, a: &Block, b: &Block, is_negative: bool) -> Self::Sum;

    /// Returns the total of the partial sums, which must fit.
    fn total(self, sum: Self::Sum) -> i32;

    /// Returns the total of the partial sums.
    fn total_wide(self, sum: Self::Sum) -> i64;

    /// Intersects the set of each lane with an element of a table: the one at its index in `lanes`, exclusive or
    /// `group`, modulo 32.
    #[inline(always)]
    fn intersect(self, sets: &mut [u32; BLOCK], table: &[u32; 32], lanes: &[u32; BLOCK], group: u32) {
        for (set, lane) in sets.iter_mut().zip(lanes) {
            *set &= table[(lane ^ group) as usize & 31];
        }
    }
}

/// Operations without vector instructions of their own.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Vectors for Portable {
    type Sum = i64;

    #[inline(always)]
    fn zero(self) -> i64 {
        0
    }

    #[inline(always)]
    fn add_products(self, sum: i64, a: &Block, b: &Block, is_negative: bool) -> i64 {
        let products: i32 = a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        let products = i64::from(products);
        if is_negative { sum - products } else { sum + products }
    }

    #[inline(always)]
    fn total(self, sum: i64) -> i32 {
        sum as i32
    }

    #[inline(always)]
    fn total_wide(self, sum: i64) -> i64 {
        sum
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{BLOCK, Block, Vectors};

    /// Operations with AVX2.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(());

    impl Avx2 {
        /// # Safety
        /// The processor must have AVX2.
        pub(in super::super) unsafe fn new() -> Avx2 {
            Avx2(())
        }
    }

    impl Vectors for Avx2 {
        type Sum = __m256i;

        #[inline(always)]
        fn zero(self) -> __m256i {
            // SAFETY: a value of this type exists only if the processor has AVX2.
            unsafe { _mm256_setzero_si256() }
        }

        #[inline(always)]
        fn add_products(self, mut sum: __m256i, a: &Block, b: &Block, is_negative: bool) -> __m256i {
            // SAFETY: as above; a block has two vectors of 32 bytes.
            unsafe {
                let (a, b) = (a.as_ptr().cast::<__m256i>(), b.as_ptr().cast::<__m256i>());
                for half in 0..2 {
                    let (a, b) = (_mm256_loadu_si256(a.add(half)), _mm256_loadu_si256(b.add(half)));
                    let products = _mm256_madd_epi16(a, b);
                    sum = if is_negative {
                        _mm256_sub_epi32(sum, products)
                    } else {
                        _mm256_add_epi32(sum, products)
                    };
                }
            }
            sum
        }

        #[inline(always)]
        fn total(self, sum: __m256i) -> i32 {
            let mut lanes = [0i32; 8];
            // SAFETY: as above; the array has 32 bytes.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), sum) };
            lanes.iter().sum()
        }

        #[inline(always)]
        fn total_wide(self, sum: __m256i) -> i64 {
            let mut lanes = [0i32; 8];
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), sum) };
            lanes.iter().map(|lane| i64::from(*lane)).sum()
        }
    }

    /// Operations with AVX-512.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(());

    impl Avx512 {
        /// # Safety
        /// The processor must have AVX-512 F and BW.
        pub(in super::super) unsafe fn new() -> Avx512 {
            Avx512(())
        }
    }

    impl Vectors for Avx512 {
        type Sum = __m512i;

        #[inline(always)]
        fn zero(self) -> __m512i {
            // SAFETY: a value of this type exists only if the processor has AVX-512 F and BW.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        fn add_products(self, sum: __m512i, a: &Block, b: &Block, is_negative: bool) -> __m512i {
            // SAFETY: as above; a block has 64 bytes.
            unsafe {
                let (a, b) = (_mm512_loadu_si512(a.as_ptr().cast()), _mm512_loadu_si512(b.as_ptr().cast()));
                let products = _mm512_madd_epi16(a, b);
                if is_negative { _mm512_sub_epi32(sum, products) } else { _mm512_add_epi32(sum, products) }
            }
        }

        #[inline(always)]
        fn total(self, sum: __m512i) -> i32 {
            // SAFETY: as above.
            unsafe { _mm512_reduce_add_epi32(sum) }
        }

        #[inline(always)]
        fn total_wide(self, sum: __m512i) -> i64 {
            let mut lanes = [0i32; 16];
            // SAFETY: as above; the array has 64 bytes.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), sum) };
            lanes.iter().map(|lane| i64::from(*lane)).sum()
        }

        #[inline(always)]
        fn intersect(self, sets: &mut [u32; BLOCK], table: &[u32; 32], lanes: &[u32; BLOCK], group: u32) {
            // SAFETY: as above; each array has 128 bytes, and the permutation ignores higher bits of an index.
            unsafe {
                let group = _mm512_set1_epi32(group as i32);
                let low = _mm512_loadu_si512(table.as_ptr().cast());
                let high = _mm512_loadu_si512(table.as_ptr().add(16).cast());
                for half in [0, 16] {
                    let index = _mm512_xor_si512(_mm512_loadu_si512(lanes.as_ptr().add(half).cast()), group);
                    let chosen = _mm512_permutex2var_epi32(low, index, high);
                    let set = sets.as_mut_ptr().add(half).cast();
                    _mm512_storeu_si512(set, _mm512_and_si512(_mm512_loadu_si512(set.cast_const()), chosen));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::random;

    fn check<V: Vectors>(vectors: V) {
        let mut random = random(3);
        for _ in 0..20 {
            let a: Block = std::array::from_fn(|_| (random() % 3889) as i16 - 1944);
            let b: Block = std::array::from_fn(|_| (random() % 3889) as i16 - 1944);
            let product: i32 = a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(b)).sum();
            let sum = vectors.add_products(vectors.zero(), &a, &b, false);
            assert_eq!(vectors.total(sum), product);
            assert_eq!(vectors.total(vectors.add_products(sum, &a, &b, true)), 0);
            let table: [u32; 32] = std::array::from_fn(|_| random());
            let lanes: [u32; BLOCK] = std::array::from_fn(|_| random() % 32);
            let sets: [u32; BLOCK] = std::array::from_fn(|_| random());
            let group = random() % 32;
            let mut intersections = sets;
            vectors.intersect(&mut intersections, &table, &lanes, group);
            for lane in 0..BLOCK {
                assert_eq!(intersections[lane], sets[lane] & table[(lanes[lane] ^ group) as usize]);
            }
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_sums_and_sets() {
        check(Portable);
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                check(unsafe { Avx2::new() });
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                // SAFETY: the processor has both.
                check(unsafe { Avx512::new() });
            }
        }
    }
}
