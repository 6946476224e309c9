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

pub(crate) mod words;

use cubiform_store::fill::{Filling, Watch};
use cubiform_threads::Threads;

use self::words::{BitPermutation, digits};
use crate::levels::bits::BitSet;
pub(crate) use crate::levels::row_fill::{Coding, Column, RowNumbering, Shape};
use crate::levels::row_fill::{Frontier, PackedRows, Planes, RowFill, RowKernel, set_code, unvisited};

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
