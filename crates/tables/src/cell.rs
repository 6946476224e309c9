//! Cells: sets of flips, one bit for each way of flipping the tracked edges, and what turns do to such sets.
//!
//! A move carries the flips `f` of a placement to `f ^ x`, a symmetry also permutes their bits. On a set of
//! flips, kept as 2^k bits, the first is an exchange of neighbouring blocks of bits for each bit of `x`, the
//! second a few transpositions of index bits: shifts and masks that work on whole vectors of cells.

use std::io::{self, Write};

/// A set of flips, indexed by 0..`1 << INDEX_BITS`.
pub trait Cell: Copy + Send + Sync + PartialEq {
    /// How many bits an index has: one for each edge that may be flipped.
    const INDEX_BITS: usize;
    /// The empty set.
    const EMPTY: Self;
    /// The flips in either set.
    fn or(self, other: Self) -> Self;
    /// The flips in both sets.
    fn and(self, other: Self) -> Self;
    /// The flips not in the set.
    fn not(self) -> Self;
    /// How many flips are in the set.
    fn count(self) -> u32;
    /// The set of `f ^ 1 << bit` for all `f` in it.
    fn toggle(self, bit: usize) -> Self;
    /// The set with bits `a < b` of every index exchanged.
    fn transpose(self, a: usize, b: usize) -> Self;
    /// The set of one index.
    fn single(index: usize) -> Self;
    /// Writes it, little-endian.
    ///
    /// # Errors
    /// Those of the writer.
    fn write(self, out: &mut impl Write) -> io::Result<()>;
    /// Reads it from as many bytes as it takes.
    ///
    /// # Panics
    /// If there are not as many.
    fn read(bytes: &[u8]) -> Self;
}

/// The bits of a 64-bit word whose index has bit `bit` clear.
const CLEAR: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

macro_rules! word_cell {
    ($word:ty, $bits:expr) => {
        impl Cell for $word {
            const INDEX_BITS: usize = $bits;
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
            fn toggle(self, bit: usize) -> $word {
                let (shift, clear) = (1 << bit, CLEAR[bit] as $word);
                (self >> shift & clear) | (self & clear) << shift
            }
            #[inline(always)]
            fn transpose(self, a: usize, b: usize) -> $word {
                let distance = (1 << b) - (1 << a);
                let mask = (!CLEAR[a] & CLEAR[b]) as $word;
                let change = (self >> distance ^ self) & mask;
                self ^ change ^ change << distance
            }
            #[inline(always)]
            fn single(index: usize) -> $word {
                1 << index
            }
            fn write(self, out: &mut impl Write) -> io::Result<()> {
                out.write_all(&self.to_le_bytes())
            }
            fn read(bytes: &[u8]) -> $word {
                <$word>::from_le_bytes(bytes.try_into().expect("as many bytes as a word has"))
            }
        }
    };
}

word_cell!(u8, 3);
word_cell!(u16, 4);
word_cell!(u32, 5);
word_cell!(u64, 6);

/// Builds an array of words by index with a loop, not a closure: a closure would not be compiled for the wider
/// vectors of the function that it is inlined into.
macro_rules! words {
    ($words:expr, $i:ident => $word:expr) => {{
        let mut words = [0; $words];
        let mut $i = 0;
        while $i < $words {
            words[$i] = $word;
            $i += 1;
        }
        words
    }};
}

macro_rules! array_cell {
    ($words:expr, $bits:expr) => {
        impl Cell for [u64; $words] {
            const INDEX_BITS: usize = $bits;
            const EMPTY: Self = [0; $words];
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                words!($words, i => self[i] | other[i])
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                words!($words, i => self[i] & other[i])
            }
            #[inline(always)]
            fn not(self) -> Self {
                words!($words, i => !self[i])
            }
            #[inline(always)]
            fn count(self) -> u32 {
                let mut len = 0;
                for word in self {
                    len += word.count_ones();
                }
                len
            }
            #[inline(always)]
            fn toggle(self, bit: usize) -> Self {
                if bit < 6 {
                    words!($words, i => self[i].toggle(bit))
                } else {
                    words!($words, i => self[i ^ 1 << (bit - 6)])
                }
            }
            #[inline(always)]
            fn transpose(self, a: usize, b: usize) -> Self {
                if b < 6 {
                    return words!($words, i => self[i].transpose(a, b));
                }
                let high = 1 << (b - 6);
                if a >= 6 {
                    let low = 1 << (a - 6);
                    return words!($words, i => {
                        let differ = (i & low == 0) != (i & high == 0);
                        self[if differ { i ^ low ^ high } else { i }]
                    });
                }
                // Bit b selects the word, bit a a position within it.
                let shift = 1 << a;
                words!($words, i => {
                    let (own, other) = (self[i], self[i ^ high]);
                    if i & high == 0 {
                        own & CLEAR[a] | (other & CLEAR[a]) << shift
                    } else {
                        own & !CLEAR[a] | (other >> shift) & CLEAR[a]
                    }
                })
            }
            #[inline(always)]
            fn single(index: usize) -> Self {
                words!($words, i => if i == index / 64 { 1 << (index % 64) } else { 0 })
            }
            fn write(self, out: &mut impl Write) -> io::Result<()> {
                self.iter().try_for_each(|w| w.write(out))
            }
            fn read(bytes: &[u8]) -> Self {
                assert_eq!(bytes.len(), 8 * $words, "as many bytes as the words have");
                std::array::from_fn(|i| u64::read(&bytes[8 * i..8 * i + 8]))
            }
        }
    };
}

array_cell!(2, 7);
array_cell!(4, 8);

#[cfg(test)]
mod tests {
    use super::*;

    fn contains<C: Cell>(cell: C, index: usize) -> bool {
        cell.and(C::single(index)).count() == 1
    }

    fn check<C: Cell + std::fmt::Debug>() {
        let size = 1usize << C::INDEX_BITS;
        let cell = (0..size).filter(|i| i * i % 7 < 3).fold(C::EMPTY, |c, i| c.or(C::single(i)));
        assert_eq!(cell.count() as usize, (0..size).filter(|i| i * i % 7 < 3).count());
        assert_eq!(cell.and(cell.not()), C::EMPTY);
        for x in 0..size {
            let toggled = (0..C::INDEX_BITS).filter(|bit| x >> bit & 1 == 1);
            let moved = toggled.fold(cell, |cell, bit| cell.toggle(bit));
            assert!((0..size).all(|f| contains(moved, f) == contains(cell, f ^ x)));
        }
        for b in 0..C::INDEX_BITS {
            for a in 0..b {
                let swapped = cell.transpose(a, b);
                for f in 0..size {
                    let differ = (f >> a & 1) != (f >> b & 1);
                    let g = if differ { f ^ 1 << a ^ 1 << b } else { f };
                    assert_eq!(contains(swapped, f), contains(cell, g), "{a} {b} {f}");
                }
            }
        }
        let mut bytes = Vec::new();
        cell.write(&mut bytes).unwrap();
        assert_eq!(bytes.len(), size / 8);
        assert_eq!(C::read(&bytes), cell);
        assert!((0..size).all(|f| (bytes[f / 8] >> (f % 8) & 1 == 1) == contains(cell, f)));
    }

    #[test]
    fn every_width_permutes_its_indices_as_said() {
        check::<u8>();
        check::<u16>();
        check::<u32>();
        check::<u64>();
        check::<[u64; 2]>();
        check::<[u64; 4]>();
    }
}
