//! Sets of states, one bit each.

/// A set of numbers below [`BITS`](BitSet::BITS), as bits.
///
/// The operations are plain loops: a closure would not be compiled for the wider vectors of the function into which it is
/// inlined.
pub(crate) trait BitSet: Copy + PartialEq + Send + Sync + 'static {
    /// The number of bits.
    const BITS: usize;
    /// The number of 64-bit [words](BitSet::word).
    const WORDS: usize = Self::BITS.div_ceil(64);
    /// The empty set.
    const EMPTY: Self;
    /// Returns the union.
    fn or(self, other: Self) -> Self;
    /// Returns the intersection.
    fn and(self, other: Self) -> Self;
    /// Returns the complement.
    fn not(self) -> Self;
    /// Returns the number of elements.
    fn count(self) -> u32;
    /// Returns the bits of elements `64 * i..64 * (i + 1)`, with `i` below [`WORDS`](BitSet::WORDS). Bits beyond the last
    /// element are clear.
    fn word(self, i: usize) -> u64;
    /// Returns the set with these [words](BitSet::word).
    fn from_words(word: impl FnMut(usize) -> u64) -> Self;

    /// Returns the set of one element.
    fn single(element: usize) -> Self;

    /// Returns whether the set has no element.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns `count` bits, fewer than 64, from `bit` on; those beyond the last are clear.
    fn bits_from(self, bit: usize, count: usize) -> usize;
}

macro_rules! integer_set {
    ($($word:ty),*) => {$(
        impl BitSet for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: $word = 0;
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
            fn word(self, i: usize) -> u64 {
                (u128::from(self) >> (64 * i)) as u64
            }
            #[inline(always)]
            fn from_words(mut word: impl FnMut(usize) -> u64) -> $word {
                (0..Self::WORDS).fold(0, |set, i| set | u128::from(word(i)) << (64 * i)) as $word
            }
            #[inline(always)]
            fn single(element: usize) -> $word {
                1 << element
            }
            #[inline(always)]
            fn bits_from(self, bit: usize, count: usize) -> usize {
                if bit < <Self as BitSet>::BITS { (self >> bit) as usize & ((1 << count) - 1) } else { 0 }
            }
        }
    )*};
}

integer_set!(u8, u16, u32, u64, u128);

/// Builds an array of `N` words with a loop.
macro_rules! words {
    ($n:expr, $i:ident => $word:expr) => {{
        let mut words = [0; $n];
        let mut $i = 0;
        while $i < $n {
            words[$i] = $word;
            $i += 1;
        }
        words
    }};
}
pub(crate) use words;

impl<const N: usize> BitSet for [u64; N] {
    const BITS: usize = 64 * N;
    const EMPTY: Self = [0; N];
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        words!(N, i => self[i] | other[i])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        words!(N, i => self[i] & other[i])
    }
    #[inline(always)]
    fn not(self) -> Self {
        words!(N, i => !self[i])
    }
    #[inline(always)]
    fn count(self) -> u32 {
        let mut count = 0;
        for word in self {
            count += word.count_ones();
        }
        count
    }
    #[inline(always)]
    fn word(self, i: usize) -> u64 {
        self[i]
    }
    #[inline(always)]
    fn from_words(mut word: impl FnMut(usize) -> u64) -> Self {
        words!(N, i => word(i))
    }
    #[inline(always)]
    fn single(element: usize) -> Self {
        words!(N, i => if i == element / 64 { 1 << (element % 64) } else { 0 })
    }
    #[inline(always)]
    fn bits_from(self, bit: usize, count: usize) -> usize {
        let (i, low) = (bit / 64, bit % 64);
        let next = if low + count > 64 && i + 1 < N { self[i + 1] << (64 - low) } else { 0 };
        (self[i] >> low | next) as usize & ((1 << count) - 1)
    }
}
