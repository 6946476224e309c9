//! Words of bits, each a set of neighbouring columns of a row, and permutations of their bits.
//!
//! A word is permuted by table look-up, six bits (a *digit*) at a time: for each digit and each of its 64 values,
//! [`BitPermutation`] holds the word of permuted bits, and the union over all digits is the permuted word.

use crate::levels::bits::BitSet;

/// The number of bits of a digit. Tables of six bits are small enough to be built for each row and to stay in the
/// first-level cache.
const DIGIT_BITS: usize = 6;

/// The number of values of a digit.
const DIGIT_VALUES: usize = 1 << DIGIT_BITS;

/// A permutation of bits: for each digit and each value of it, the permuted word.
pub(crate) struct BitPermutation<W> {
    digits: Vec<[W; DIGIT_VALUES]>,
}

/// Returns the number of digits of a word of `bits` bits.
pub(crate) const fn digits(bits: usize) -> usize {
    bits.div_ceil(DIGIT_BITS)
}

impl<W: BitSet> BitPermutation<W> {
    /// Allocates a permutation of this many digits, which maps every word to 0 until it is [`set`](Self::set).
    pub(crate) fn new(digits: usize) -> BitPermutation<W> {
        BitPermutation { digits: vec![[W::EMPTY; DIGIT_VALUES]; digits] }
    }

    /// Sets the permutation to the one that moves bit `from[i]` to bit `i`.
    pub(crate) fn set(&mut self, from: &[u8]) {
        let mut to = [0u8; 256];
        for (i, from) in from.iter().enumerate() {
            to[usize::from(*from)] = i as u8;
        }
        for (digit, to) in self.digits.iter_mut().zip(to[..from.len()].chunks(DIGIT_BITS)) {
            // Values below 2^i are done; each value from 2^i to 2^(i+1) has bit i in addition.
            for (i, to) in to.iter().enumerate() {
                let bit = W::single(usize::from(*to));
                for value in 0..1 << i {
                    digit[1 << i | value] = digit[value].or(bit);
                }
            }
        }
    }

    /// Returns the permuted word. `DIGITS` must be the number of digits.
    #[inline(always)]
    pub(crate) fn apply<const DIGITS: usize>(&self, word: W) -> W {
        let digits: &[[W; DIGIT_VALUES]; DIGITS] =
            self.digits.first_chunk().expect("as many digits as it has");
        let mut permuted = digits[0][word.bits_from(0, DIGIT_BITS)];
        for i in 1..DIGITS {
            permuted = permuted.or(digits[i][word.bits_from(DIGIT_BITS * i, DIGIT_BITS)]);
        }
        permuted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: BitSet, const DIGITS: usize>(size: usize) {
        assert_eq!(digits(size), DIGITS);
        let mut permutation = BitPermutation::<W>::new(DIGITS);
        for step in [11, 13] {
            let from: Vec<u8> = (0..size).map(|i| ((i * step + 3) % size) as u8).collect();
            permutation.set(&from);
            for (to, from) in from.iter().enumerate() {
                assert!(permutation.apply::<DIGITS>(W::single((*from).into())) == W::single(to));
            }
            let all = (0..size).fold(W::EMPTY, |all, i| all.or(W::single(i)));
            assert!(permutation.apply::<DIGITS>(all) == all);
            assert_eq!(all.count(), size as u32);
        }
    }

    #[test]
    fn bit_permutation_moves_every_bit() {
        check::<u8, 1>(1);
        check::<u8, 1>(2);
        check::<u16, 2>(12);
        check::<u64, 6>(35);
        check::<u128, 16>(96);
        check::<[u64; 4], 35>(210);
    }
}
