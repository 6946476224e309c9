//! Fills of numberings whose moves carry whole rows to rows.
//!
//! A row is a list of sets of states, and a level one pass over all rows, each written by one thread. A fill stores two
//! bit planes for each set, a low and a high one, with the code of each state:
//!
//! | high | low | state |
//! |------|-----|-------|
//! | 0 | 0 | code 0 |
//! | 0 | 1 | code 1 |
//! | 1 | 0 | code 2 |
//! | 1 | 1 | no distance yet |

use std::io::{self, Write};
use std::ops::Add;

use cubiform_store::fill::{CodeWriter, Watch};

use crate::levels::bits::BitSet;
use crate::levels::{Count, Counts, Crew, Levels};

/// The low and the high plane of a set of states.
pub(crate) type Planes<B> = [B; 2];

/// Returns the states without a distance.
#[inline(always)]
pub(crate) fn unvisited<B: BitSet>(planes: &Planes<B>) -> B {
    planes[0].and(planes[1])
}

/// Gives a code, 0 to 2, to states without a distance: the bits that the code has clear are cleared.
#[inline(always)]
pub(crate) fn set_code<B: BitSet>(planes: &mut Planes<B>, states: B, code: usize) {
    if code != 1 {
        planes[0] = planes[0].and(states.not());
    }
    if code != 2 {
        planes[1] = planes[1].and(states.not());
    }
}

/// The size of a numbering by rows of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    /// The number of sets in a row.
    pub(crate) words: usize,
    /// The number of states in a set.
    pub(crate) bits: usize,
    /// The alignment of rows in a table: each is padded to a multiple of this number of bytes.
    pub(crate) align: usize,
}

impl Shape {
    /// Returns the number of entries.
    pub(crate) const fn entries(self) -> u64 {
        self.rows as u64 * self.words as u64 * self.bits as u64
    }

    /// Returns the number of bytes of a row in a table: two bits an entry, padded.
    pub(crate) const fn row_bytes(self) -> usize {
        (self.words * self.bits).div_ceil(4).next_multiple_of(self.align)
    }

    /// Returns the number of bytes of a table.
    pub(crate) const fn bytes(self) -> u64 {
        self.rows as u64 * self.row_bytes() as u64
    }

    /// Returns the number of bytes of memory that a fill of permuted words needs for its columns: three words for each
    /// word of each row.
    pub(crate) const fn memory(self) -> u64 {
        self.rows as u64 * self.words as u64 * self.word_bytes() as u64 * 3
    }

    /// Returns the number of bytes of a word in memory.
    pub(crate) const fn word_bytes(self) -> usize {
        match self.bits {
            0..=6 => 1,
            7..=36 => 8,
            37..=96 => 16,
            _ => 32,
        }
    }
}

/// A numbering of states by rows of sets.
pub(crate) struct RowNumbering {
    pub(crate) shape: Shape,
    /// The number of states, not folded by symmetry.
    pub(crate) states: u64,
    /// By row: the number of states for which each column stands.
    pub(crate) weights: Vec<u64>,
    /// The columns at distance 0, with all their images under symmetries.
    pub(crate) goals: Vec<Column>,
    pub(crate) coding: Coding,
}

/// One column of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Column {
    pub(crate) row: usize,
    /// The number of the set in the row.
    pub(crate) word: usize,
    /// The element of the set.
    pub(crate) bit: usize,
}

/// The meaning of a two-bit code. During a fill, 3 stands for no distance yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// The distance modulo 3.
    Modulo3,
    /// 0 for at most this distance, 1 and 2 for the next two, 3 for all greater distances.
    From(u8),
}

impl Coding {
    fn code(self, depth: usize) -> usize {
        match self {
            Coding::Modulo3 => depth % 3,
            Coding::From(base) => depth.saturating_sub(base.into()),
        }
    }

    /// Returns the greatest distance that has a code of its own.
    fn last(self) -> usize {
        match self {
            Coding::Modulo3 => usize::MAX,
            Coding::From(base) => usize::from(base) + 2,
        }
    }
}

/// The effect of moves on a numbering by rows.
pub(crate) trait RowKernel<B: BitSet>: Sync {
    /// The buffers of one thread.
    type Buffers;
    /// Whether the frontier counts its states by row. If not, the count of a row is only zero or not.
    const COUNTS_FRONTIER: bool;

    /// Returns the numbering.
    fn numbering(&self) -> &RowNumbering;
    /// Allocates buffers.
    fn buffers(&self) -> Self::Buffers;
    /// Gives a code to the states of a row without a distance that are one move from the frontier. Returns their number,
    /// and the number of their orbits if they were counted.
    fn find(
        &self,
        row: usize,
        code: usize,
        frontier: &Frontier<B>,
        planes: &mut [Planes<B>],
        buffers: &mut Self::Buffers,
    ) -> (u64, Option<u64>);
    /// Returns the number of orbits of these sets of a row under its stabilizer; `None` if every orbit has one state.
    fn orbits(&self, _row: usize, _sets: &[B]) -> Option<u64> {
        None
    }
}

/// The states from which a level pulls: those of the last level, and those of earlier levels with the same code, which do
/// no harm because all their neighbours have a distance.
pub(crate) struct Frontier<B> {
    /// The sets of all rows. Those of rows without states are undefined.
    pub(crate) sets: Vec<B>,
    /// By row: the number of its states.
    pub(crate) counts: Vec<u64>,
}

/// Returns the set of the first `bits` elements.
fn all_of<B: BitSet>(bits: usize) -> B {
    (0..bits).fold(B::EMPTY, |all, bit| all.or(B::single(bit)))
}

/// A fill by rows in progress.
pub(crate) struct RowFill<'k, B, K> {
    kernel: &'k K,
    pub(crate) planes: Vec<Planes<B>>,
    pub(crate) frontier: Frontier<B>,
    /// By row: the number of states without a distance.
    unvisited: Vec<u64>,
    /// Whether the next level was begun earlier, so that it has states in rows where none are found now.
    is_resumed: bool,
}

impl<'k, B: BitSet, K: RowKernel<B>> RowFill<'k, B, K> {
    /// Returns a fill that has only the goals, and their count; `None` if cancelled.
    pub(crate) fn start(kernel: &'k K, watch: &Watch<'_>) -> Option<(Self, Counts)> {
        let RowNumbering { shape: Shape { rows, words, bits, .. }, goals, .. } = kernel.numbering();
        let all = all_of(*bits);
        let mut planes = Vec::with_capacity(rows * words);
        for _ in 0..*rows {
            // Writing gigabytes also takes time.
            if watch.cancel.is_cancelled() {
                return None;
            }
            planes.extend(std::iter::repeat_n([all, all], *words));
        }
        let mut sets = vec![B::EMPTY; rows * words];
        let mut counts = vec![0; *rows];
        for Column { row, word, bit } in goals {
            let (i, goal) = (row * words + word, B::single(*bit));
            counts[*row] += u64::from(sets[i].and(goal).is_empty());
            sets[i] = sets[i].or(goal);
            set_code(&mut planes[i], goal, 0);
        }
        let fill = RowFill::new(kernel, planes, Frontier { sets, counts });
        let goals = |row: usize| {
            let sets = &fill.frontier.sets[row * words..][..*words];
            fill.count(row, fill.frontier.counts[row], kernel.orbits(row, sets))
        };
        let counts = Counts {
            levels: vec![(0..*rows).map(goals).fold(Count::default(), Count::add)],
            ..Counts::default()
        };
        Some((fill, counts))
    }

    /// Returns a fill that goes on with these planes.
    pub(crate) fn resume(kernel: &'k K, planes: Vec<Planes<B>>) -> Self {
        let Shape { rows, words, .. } = kernel.numbering().shape;
        // The rows of the last level are not known, so all are taken.
        let frontier = Frontier { sets: vec![B::EMPTY; rows * words], counts: vec![1; rows] };
        RowFill { is_resumed: true, ..RowFill::new(kernel, planes, frontier) }
    }

    fn new(kernel: &'k K, planes: Vec<Planes<B>>, frontier: Frontier<B>) -> Self {
        let shape = kernel.numbering().shape;
        let count = |row: &[Planes<B>]| row.iter().map(|planes| u64::from(unvisited(planes).count())).sum();
        let unvisited = planes.chunks_exact(shape.words).map(count).collect();
        RowFill { kernel, planes, frontier, unvisited, is_resumed: false }
    }

    /// Returns the count of `elements` of a row.
    fn count(&self, row: usize, elements: u64, orbits: Option<u64>) -> Count {
        Count { states: elements * self.kernel.numbering().weights[row], orbits: orbits.unwrap_or(elements) }
    }
}

impl<B: BitSet, K: RowKernel<B>> Levels for RowFill<'_, B, K> {
    fn states(&self) -> u64 {
        self.kernel.numbering().states
    }

    fn beyond(&self, depth: usize) -> Option<Count> {
        let rows = 0..self.unvisited.len();
        let rest =
            || rows.map(|row| self.count(row, self.unvisited[row], None)).fold(Count::default(), Count::add);
        (depth > self.kernel.numbering().coding.last()).then(rest)
    }

    fn advance(&mut self, depth: usize, crew: &Crew<'_>) {
        let RowNumbering { shape, coding, .. } = self.kernel.numbering();
        let (code, len, all) = (coding.code(depth), shape.words, all_of(shape.bits));
        let rows = self.frontier.sets.chunks_exact_mut(len).zip(self.planes.chunks_exact(len));
        let rows = rows.zip(&mut self.frontier.counts).filter(|(_, count)| **count > 0);
        let advance = |((sets, planes), count): ((&mut [B], &[Planes<B>]), &mut u64), _: &mut ()| {
            let mut total = 0;
            for (set, [low, high]) in sets.iter_mut().zip(planes) {
                *set = match code {
                    0 => low.or(*high).not().and(all),
                    1 => low.and(high.not()),
                    _ => high.and(low.not()),
                };
                if K::COUNTS_FRONTIER {
                    total += u64::from(set.count());
                }
            }
            if K::COUNTS_FRONTIER {
                *count = total;
            }
            0
        };
        crew.each(rows, || (), advance);
    }

    fn find(&mut self, depth: usize, crew: &Crew<'_>) -> Count {
        let RowFill { kernel, planes, frontier, unvisited, is_resumed } = self;
        let RowNumbering { shape, coding, weights, .. } = kernel.numbering();
        let (code, len) = (coding.code(depth), shape.words);
        let mut found = vec![(0, None); shape.rows];
        let rows = planes.chunks_exact_mut(len).zip(unvisited).zip(&mut found).enumerate();
        let rows = rows.filter(|(_, ((_, unvisited), _))| **unvisited > 0);
        crew.each(
            rows,
            || kernel.buffers(),
            |(row, ((planes, unvisited), found)), buffers| {
                *found = kernel.find(row, code, &*frontier, planes, buffers);
                *unvisited -= found.0;
                found.0 * weights[row]
            },
        );
        let is_resumed = std::mem::take(is_resumed);
        for (count, (found, _)) in frontier.counts.iter_mut().zip(&found) {
            *count = if is_resumed { 1 } else { *found };
        }
        let nonempty = found.iter().enumerate().filter(|(_, (found, _))| *found > 0);
        let counts = nonempty.map(|(row, (found, orbits))| self.count(row, *found, *orbits));
        counts.fold(Count::default(), Count::add)
    }
}

/// The planes of some rows, as a file has them: the codes of a row one after the other, two bits each, the first lowest.
pub(crate) struct PackedRows<B> {
    pub(crate) planes: Vec<Planes<B>>,
    pub(crate) shape: Shape,
}

impl<B: BitSet> CodeWriter for PackedRows<B> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut row_bytes = Vec::with_capacity(self.shape.row_bytes());
        for row in self.planes.chunks_exact(self.shape.words) {
            row_bytes.clear();
            pack(row, self.shape.bits, &mut row_bytes);
            row_bytes.resize(self.shape.row_bytes(), 0);
            out.write_all(&row_bytes)?;
        }
        out.flush()
    }
}

/// By byte: its bits spread to the even bits of 16.
const SPREAD: [u16; 256] = {
    let (mut spread, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte >> bit & 1) as u16) << (2 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Appends the codes of sets of `size` states each, two bits a code, the first lowest.
fn pack<B: BitSet>(sets: &[Planes<B>], size: usize, bytes: &mut Vec<u8>) {
    let (mut bits, mut count) = (0u64, 0);
    for [low, high] in sets {
        for from in (0..size).step_by(8) {
            let codes = SPREAD[low.bits_from(from, 8)] | SPREAD[high.bits_from(from, 8)] << 1;
            bits |= u64::from(codes) << count;
            count += 2 * (size - from).min(8);
            while count >= 8 {
                bytes.push(bits as u8);
                bits >>= 8;
                count -= 8;
            }
        }
    }
    if count > 0 {
        bytes.push(bits as u8);
    }
}
