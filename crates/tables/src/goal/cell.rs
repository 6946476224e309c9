//! Cells: sets of flip patterns, one bit for each pattern.
//!
//! A *flip index* of k bits names a pattern of flips; a cell is a set of flip indices, stored as 2^k bits. A fill holds
//! one cell for each row, rest placement and corner tuple of a [`coordinate`](crate::goal::coordinate). Steps permute
//! flip indices, and so the bits of cells. Each permutation is a few operations on whole words, which compilers turn
//! into vector code over many cells:
//!
//! | operation on an index | on a cell |
//! |-----------------------|-----------|
//! | [`toggle`](Cell::toggle) bit a | exchanges neighbouring blocks of 2^a bits |
//! | [`transpose`](Cell::transpose) bits a and b | exchanges the bits with a set, b clear with those with a clear, b set |
//! | [`toggle_if_odd`](Cell::toggle_if_odd) bit a | toggles a where the other bits have an odd sum |
//!
//! [`toggle_if_odd`](Cell::toggle_if_odd) serves flips by position, whose index leaves out the last position because
//! the sum of all flips is even: to exchange that position with position a is to toggle bit a where the other bits have
//! an odd sum.

use crate::levels::bits::{BitSet, words};

/// A set of flip indices in 0..`1 << INDEX_BITS`.
pub(crate) trait Cell: BitSet {
    /// The number of bits of an index: one for each edge that may be flipped.
    const INDEX_BITS: usize = Self::BITS.ilog2() as usize;
    /// The number of 16-bit groups in each word, at least one.
    const HALFWORDS: usize = match Self::INDEX_BITS {
        0..=4 => 1,
        5 => 2,
        _ => 4,
    };
    /// Returns the set of `f ^ 1 << bit` for all elements f.
    fn toggle(self, bit: usize) -> Self;
    /// Returns the set with bits `a < b` of every element exchanged.
    fn transpose(self, a: usize, b: usize) -> Self;
    /// Returns the set with bit `bit` toggled in every element whose other bits have an odd sum.
    fn toggle_if_odd(self, bit: usize) -> Self;

    /// Calls `visit` with every element, in ascending order.
    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(usize)) {
        for i in 0..Self::WORDS {
            let mut left = self.word(i);
            while left != 0 {
                visit(64 * i + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

/// By index bit: the bits of a 64-bit word whose index has that bit clear.
const CLEAR: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// By index bit: the bits of a 64-bit word whose index without that bit has an odd sum. The last element is for the sum
/// of the whole index.
const ODD: [u64; 7] = {
    let mut odd = [0; 7];
    let mut i = 0;
    while i < 7 * 64 {
        let (bit, index) = (i / 64, i % 64);
        odd[bit] |= ((index & !(1 << bit)).count_ones() as u64 & 1) << index;
        i += 1;
    }
    odd
};

/// By word of a cell: all ones if the index of the word has an odd sum.
const ODD_WORD: [u64; 32] = {
    let mut odd = [0; 32];
    let mut i = 0usize;
    while i < 32 {
        odd[i] = (i.count_ones() as u64 & 1).wrapping_neg();
        i += 1;
    }
    odd
};

macro_rules! word_cell {
    ($($word:ty),*) => {$(
        impl Cell for $word {
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
            fn toggle_if_odd(self, bit: usize) -> $word {
                let odd = ODD[bit] as $word;
                self & !odd | self.toggle(bit) & odd
            }
        }
    )*};
}

word_cell!(u8, u16, u32, u64);

impl<const N: usize> Cell for [u64; N] {
    #[inline(always)]
    fn toggle(self, bit: usize) -> Self {
        if bit < 6 {
            words!(N, i => self[i].toggle(bit))
        } else {
            words!(N, i => self[(i ^ 1 << (bit - 6)) % N])
        }
    }
    #[inline(always)]
    fn transpose(self, a: usize, b: usize) -> Self {
        if b < 6 {
            return words!(N, i => self[i].transpose(a, b));
        }
        let high = 1 << (b - 6);
        if a >= 6 {
            let low = 1 << (a - 6);
            return words!(N, i => {
                let differ = (i & low == 0) != (i & high == 0);
                self[if differ { i ^ low ^ high } else { i } % N]
            });
        }
        // Bit b selects the word, bit a a position within it.
        let shift = 1 << a;
        words!(N, i => {
            let (own, other) = (self[i], self[(i ^ high) % N]);
            if i & high == 0 {
                own & CLEAR[a] | (other & CLEAR[a]) << shift
            } else {
                own & !CLEAR[a] | (other >> shift) & CLEAR[a]
            }
        })
    }
    #[inline(always)]
    fn toggle_if_odd(self, bit: usize) -> Self {
        if bit < 6 {
            return words!(N, i => {
                let odd = ODD[bit] ^ ODD_WORD[i];
                self[i] & !odd | self[i].toggle(bit) & odd
            });
        }
        let high = 1 << (bit - 6);
        words!(N, i => {
            let odd = ODD[6] ^ ODD_WORD[i & !high];
            self[i] & !odd | self[(i ^ high) % N] & odd
        })
    }
}

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
        let mut indices = Vec::new();
        cell.for_each(|i| indices.push(i));
        assert_eq!(indices, (0..size).filter(|i| contains(cell, *i)).collect::<Vec<_>>());
        for x in (0..size).step_by((size / 256).max(1)).chain([size - 1]) {
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
        for bit in 0..C::INDEX_BITS {
            let moved = cell.toggle_if_odd(bit);
            for f in 0..size {
                let others = (f & !(1 << bit)).count_ones() as usize;
                assert_eq!(contains(moved, f), contains(cell, f ^ (others % 2) << bit), "{bit} {f}");
            }
        }
        assert!((0..size).all(|f| (cell.word(f / 64) >> (f % 64) & 1 == 1) == contains(cell, f)));
        assert_eq!(C::from_words(|i| cell.word(i)), cell);
    }

    #[test]
    fn every_cell_width_transforms_indices_as_defined() {
        check::<u8>();
        check::<u16>();
        check::<u32>();
        check::<u64>();
        check::<[u64; 2]>();
        check::<[u64; 4]>();
        check::<[u64; 32]>();
    }
}
