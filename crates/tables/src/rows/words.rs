//! Sets of entries of a column as words of bits, and their permutations by look-ups of bytes.

/// A set of up to 8, 32, 64 or 256 entries.
pub(crate) trait Word: Copy + Default + PartialEq + Send + Sync + 'static {
    /// The set of one.
    fn single(bit: usize) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn not(self) -> Self;
    fn count(self) -> u32;
    /// Eight bits, the `i`-th eight.
    fn byte(self, i: usize) -> u8;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

macro_rules! plain_word {
    ($word:ty) => {
        impl Word for $word {
            #[inline(always)]
            fn single(bit: usize) -> $word {
                1 << bit
            }
            #[inline(always)]
            fn or(self, other: $word) -> $word {
                self | other
            }
            #[inline(always)]
            fn and(self, other: $word) -> $word {
                self & other
            }
            #[inline(always)]
            fn not(self) -> $word {
                !self
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn byte(self, i: usize) -> u8 {
                (self >> (8 * i)) as u8
            }
        }
    };
}

plain_word!(u8);
plain_word!(u32);
plain_word!(u64);

impl Word for [u64; 4] {
    #[inline(always)]
    fn single(bit: usize) -> [u64; 4] {
        std::array::from_fn(|i| if bit / 64 == i { 1 << (bit % 64) } else { 0 })
    }
    #[inline(always)]
    fn or(self, other: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|i| self[i] | other[i])
    }
    #[inline(always)]
    fn and(self, other: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|i| self[i] & other[i])
    }
    #[inline(always)]
    fn not(self) -> [u64; 4] {
        self.map(|word| !word)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn byte(self, i: usize) -> u8 {
        (self[i / 8] >> (8 * (i % 8))) as u8
    }
}

/// A permutation of bits: for each byte of a word and its value the bits that these become.
pub(crate) struct Permuting<W> {
    bytes: Vec<[W; 256]>,
}

impl<W: Word> Permuting<W> {
    /// The one that takes bit `from[i]` to bit `i`.
    pub(crate) fn new(from: &[u8]) -> Permuting<W> {
        let mut bytes = vec![[W::default(); 256]; from.len().div_ceil(8)];
        for (to, from) in from.iter().enumerate() {
            let (byte, bit) = (usize::from(from / 8), from % 8);
            for (value, word) in bytes[byte].iter_mut().enumerate() {
                if value >> bit & 1 == 1 {
                    *word = word.or(W::single(to));
                }
            }
        }
        Permuting { bytes }
    }

    /// The permuted word. `BYTES` must be how many of its bytes have any bits.
    #[inline(always)]
    pub(crate) fn apply<const BYTES: usize>(&self, word: W) -> W {
        let bytes: &[[W; 256]; BYTES] = self.bytes.first_chunk().expect("as many bytes as it has");
        let mut permuted = bytes[0][usize::from(word.byte(0))];
        for i in 1..BYTES {
            permuted = permuted.or(bytes[i][usize::from(word.byte(i))]);
        }
        permuted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word, const BYTES: usize>(size: usize) {
        let from: Vec<u8> = (0..size).map(|i| ((i * 11 + 3) % size) as u8).collect();
        let permuting = Permuting::<W>::new(&from);
        assert_eq!(permuting.bytes.len(), BYTES);
        for (to, from) in from.iter().enumerate() {
            assert!(permuting.apply::<BYTES>(W::single((*from).into())) == W::single(to));
        }
        let all = (0..size).fold(W::default(), |all, i| all.or(W::single(i)));
        assert!(permuting.apply::<BYTES>(all) == all);
        assert_eq!(all.count(), size as u32);
    }

    #[test]
    fn permutations_of_bits_take_each_to_its_place() {
        check::<u8, 1>(2);
        check::<u32, 3>(24);
        check::<u64, 5>(35);
        check::<[u64; 4], 27>(210);
    }
}
