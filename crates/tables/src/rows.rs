//! The breadth-first fill of numberings by rows and columns, which the coset tables, the 4x4x4 tables and the count of
//! G1 share.
//!
//! A state is split into two parts. Symmetries bring one part to a representative, the *row*; the same symmetry carries
//! the other part to the *column*, a bit of a word. For one row and one move, the target row and the symmetry there are
//! fixed, so a move carries the whole row to one other row:
//!
//! | part | effect of a move |
//! |------|------------------|
//! | row | becomes [`RowMove::row`] |
//! | word of the row | one permutation of the words |
//! | bit of the word | one permutation of the bits, the same for all words |
//!
//! A level is one pass over all rows, each written by one thread, which *pulls* the states of the last level back along
//! the moves.
//!
//! If symmetries stabilize a row, several of its columns are the same state up to symmetry. The fill treats them as
//! separate columns. Either all or none of them have a distance: the goals contain all their images, and a pull that
//! reaches a column reaches its images by the conjugated move.
//!
//! A word is permuted by table look-up, six bits (a *digit*) at a time: for each digit and each of its 64 values,
//! [`BitPermutation`] holds the word of permuted bits, and the union over all digits is the permuted word.

use cubiform_store::fill::{Filling, Watch};
use cubiform_threads::Threads;

use crate::levels::bits::BitSet;
use crate::levels::row_fill::{Frontier, PackedRows, Planes, RowFill, RowKernel, set_code, unvisited};

pub(crate) use crate::levels::row_fill::{Coding, Column, RowNumbering, Shape};

/// A numbering of states up to symmetry by rows of at most 65,536 words with at most 210 bits, and its moves.
///
/// Moves must not lead from a column with a state to a column without one.
pub(crate) struct RowSpace<'a> {
    pub(crate) numbering: RowNumbering,
    /// The number of moves. The set of moves is closed under inverses.
    pub(crate) moves: usize,
    /// Returns the effect of a move on a row.
    pub(crate) step: &'a (dyn Fn(usize, usize) -> RowMove<'a> + Sync),
    /// Returns the effects of the symmetries that stabilize a row, the identity among them, or an empty list if the
    /// identity is the only one. `None` if states up to symmetry are not to be counted.
    pub(crate) stabilizer: Option<&'a (dyn Fn(usize) -> Vec<RowMove<'a>> + Sync)>,
}

/// The effect of a move or a symmetry on a row.
pub(crate) struct RowMove<'a> {
    /// The target row.
    pub(crate) row: usize,
    /// By word of the source row: the word of the target row.
    pub(crate) words: &'a [u16],
    /// By bit of a word of the source row: the bit in the target row.
    pub(crate) bits: &'a [u8],
}

/// Fills a table on `threads` threads until it is complete or cancelled.
pub(crate) fn run(rows: RowSpace<'_>, threads: &Threads, watch: &Watch<'_>) -> Filling {
    match rows.numbering.shape.word_bytes() {
        1 => fill::<u8, { digits(6) }>(rows, threads, watch),
        8 => fill::<u64, { digits(36) }>(rows, threads, watch),
        16 => fill::<u128, { digits(96) }>(rows, threads, watch),
        _ => fill::<[u64; 4], { digits(210) }>(rows, threads, watch),
    }
}

fn fill<W: BitSet, const DIGITS: usize>(rows: RowSpace<'_>, threads: &Threads, watch: &Watch<'_>) -> Filling {
    let shape = rows.numbering.shape;
    assert!(digits(shape.bits) <= DIGITS && shape.bits <= W::BITS, "a word holds all bits");
    assert!(shape.words <= 1 << 16, "the number of a word has 16 bits");
    let kernel = PermutationKernel::<DIGITS>(rows);
    let Some((mut levels, mut counts)) = RowFill::<W, _>::start(&kernel, watch) else {
        return Filling::cancelled();
    };
    counts.fill(&mut levels, threads, watch);
    let filling = counts.filling(PackedRows { planes: levels.planes, shape });
    if kernel.0.stabilizer.is_none() {
        return filling;
    }
    filling.with_orbit_counts(counts.levels.iter().map(|level| level.orbits).collect())
}

/// The buffers of one thread.
struct Buffers<W> {
    /// The words of a row that have columns without a distance.
    open: Vec<u16>,
    pulled: Vec<W>,
    permutation: BitPermutation<W>,
}

/// The kernel of a numbering whose words have `DIGITS` digits.
struct PermutationKernel<'a, const DIGITS: usize>(RowSpace<'a>);

impl<W: BitSet, const DIGITS: usize> RowKernel<W> for PermutationKernel<'_, DIGITS> {
    type Buffers = Buffers<W>;
    const COUNTS_FRONTIER: bool = true;

    fn numbering(&self) -> &RowNumbering {
        &self.0.numbering
    }

    fn orbits(&self, row: usize, set: &[W]) -> Option<u64> {
        orbit_count(&self.0, row, set)
    }

    fn buffers(&self) -> Buffers<W> {
        Buffers {
            open: Vec::with_capacity(self.0.numbering.shape.words),
            pulled: vec![W::EMPTY; self.0.numbering.shape.words],
            permutation: BitPermutation::new(DIGITS),
        }
    }

    fn find(
        &self,
        row: usize,
        code: usize,
        frontier: &Frontier<W>,
        planes: &mut [Planes<W>],
        buffers: &mut Buffers<W>,
    ) -> (u64, Option<u64>) {
        if !pull::<W, DIGITS>(&self.0, frontier, row, planes, buffers) {
            return (0, None);
        }
        let mut count = 0;
        for word in buffers.open.iter().map(|word| usize::from(*word)) {
            let new = buffers.pulled[word].and(unvisited(&planes[word]));
            // The orbits of the new columns are counted below.
            buffers.pulled[word] = new;
            count += u64::from(new.count());
            set_code(&mut planes[word], new, code);
        }
        let orbits = if count > 0 { orbit_count(&self.0, row, &buffers.pulled) } else { None };
        (count, orbits)
    }
}

/// Returns the number of orbits of a set of columns under the symmetries that stabilize the row, by Burnside's lemma:
/// the mean number of columns that each symmetry fixes. Returns `None` if the row has no such symmetries.
fn orbit_count<W: BitSet>(rows: &RowSpace<'_>, row: usize, set: &[W]) -> Option<u64> {
    let stabilizer = (rows.stabilizer?)(row);
    let fixed_columns = |step: &RowMove<'_>| {
        let bits = step.bits.iter().enumerate().filter(|(bit, to)| *bit == usize::from(**to));
        let bits = bits.fold(W::EMPTY, |all, (bit, _)| all.or(W::single(bit)));
        let words = step.words.iter().enumerate().filter(|(word, to)| *word == usize::from(**to));
        words.map(|(word, _)| u64::from(set[word].and(bits).count())).sum::<u64>()
    };
    let sum: u64 = stabilizer.iter().map(fixed_columns).sum();
    (!stabilizer.is_empty()).then(|| sum / stabilizer.len() as u64)
}

/// Sets `buffers.pulled` to the union of the frontier's columns one move from `row`, for words that have columns
/// without a distance. Returns false, with `pulled` unchanged, if no move leads to a row of the frontier.
fn pull<W: BitSet, const DIGITS: usize>(
    rows: &RowSpace<'_>,
    frontier: &Frontier<W>,
    row: usize,
    planes: &[Planes<W>],
    buffers: &mut Buffers<W>,
) -> bool {
    let Buffers { open, pulled, permutation } = buffers;
    let count = planes.len();
    let mut is_reached = false;
    for m in 0..rows.moves {
        let step = (rows.step)(row, m);
        let columns = frontier.counts[step.row];
        if columns == 0 {
            continue;
        }
        if !is_reached {
            pulled.fill(W::EMPTY);
            open.clear();
            open.extend(
                (0..=u16::MAX).zip(planes).filter(|(_, p)| !unvisited(p).is_empty()).map(|(word, _)| word),
            );
            is_reached = true;
        }
        permutation.set(step.bits);
        let source = &frontier.sets[step.row * count..][..count];
        let to = &step.words[..count];
        if columns < count as u64 / 3 {
            // There are few enough for skipping empty words to pay.
            for word in open.iter().map(|word| usize::from(*word)) {
                let word_bits = source[usize::from(to[word])];
                if !word_bits.is_empty() {
                    pulled[word] = pulled[word].or(permutation.apply::<DIGITS>(word_bits));
                }
            }
        } else if open.len() == count {
            for (pulled, to) in pulled.iter_mut().zip(to) {
                *pulled = pulled.or(permutation.apply::<DIGITS>(source[usize::from(*to)]));
            }
        } else {
            for word in open.iter().map(|word| usize::from(*word)) {
                pulled[word] = pulled[word].or(permutation.apply::<DIGITS>(source[usize::from(to[word])]));
            }
        }
    }
    is_reached
}

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
