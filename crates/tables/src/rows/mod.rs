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

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use cubiform_threads::CancelToken;

use self::words::{BitPermutation, Word, digits};
use cubiform_store::fill::{CodeWriter, Filling, Progress, Watch};
use cubiform_threads::Threads;

/// A numbering of states up to symmetry by rows and columns.
///
/// Moves must not lead from a column with a state to a column without one.
pub(crate) trait RowSpace: Send + Sync {
    /// Returns the numbers of rows, words in a row and bits in a word.
    fn shape(&self) -> Shape;
    /// Returns the number of states, not folded by symmetry.
    fn states(&self) -> u64;
    /// Returns the number of moves. The set of moves is closed under inverses.
    fn moves(&self) -> usize;
    /// Returns the columns at distance 0, with all their images under symmetries.
    fn goals(&self) -> Vec<Column>;
    /// Returns the number of states for which each column of a row stands.
    fn weight(&self, row: usize) -> u64;
    /// Returns the effect of move `m` on a row.
    fn step(&self, row: usize, m: usize) -> RowMove<'_>;
    /// Returns the effects of the symmetries that stabilize a row, the identity among them, or an empty list if the
    /// identity is the only one. Returns `None` if states up to symmetry are not to be counted.
    fn stabilizer(&self, _row: usize) -> Option<Vec<RowMove<'_>>> {
        None
    }
    /// Returns the meaning of the codes.
    fn coding(&self) -> Coding;
}

/// The size of a numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    /// The number of words in a row, at most 65,536.
    pub(crate) words: usize,
    /// The number of bits in a word, at most 210.
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

    /// Returns the number of bytes of memory that a fill needs for its columns: three words for each word of each row.
    pub(crate) const fn memory(self) -> u64 {
        self.rows as u64 * self.words as u64 * self.word_bytes() as u64 * 3
    }

    /// Returns the number of bytes of a word in memory.
    const fn word_bytes(self) -> usize {
        match self.bits {
            0..=6 => 1,
            7..=36 => 8,
            37..=96 => 16,
            _ => 32,
        }
    }
}

/// One column of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Column {
    pub(crate) row: usize,
    pub(crate) word: usize,
    pub(crate) bit: usize,
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

/// A fill in progress.
struct FillState<W> {
    shape: Shape,
    /// For each word the low and the high bits of codes; both are set where there is no distance yet.
    planes: Vec<[W; 2]>,
}

/// The columns of the last level.
struct Frontier<W> {
    words: Vec<W>,
    /// By row: the number of its columns in the level.
    counts: Vec<u64>,
}

/// The buffers of one thread.
struct Scratch<W> {
    /// The words of a row that have columns without a distance.
    open: Vec<u16>,
    pulled: Vec<W>,
    permutation: BitPermutation<W>,
}

/// Fills a table on `threads` threads until it is complete or cancelled.
pub(crate) fn run(rows: &dyn RowSpace, threads: &Threads, watch: &Watch<'_>) -> Filling {
    match rows.shape().word_bytes() {
        1 => fill::<u8, { digits(6) }>(rows, threads, watch),
        8 => fill::<u64, { digits(36) }>(rows, threads, watch),
        16 => fill::<u128, { digits(96) }>(rows, threads, watch),
        _ => fill::<[u64; 4], { digits(210) }>(rows, threads, watch),
    }
}

fn fill<W: Word, const DIGITS: usize>(rows: &dyn RowSpace, threads: &Threads, watch: &Watch<'_>) -> Filling {
    let shape = rows.shape();
    let Shape { rows: row_count, words, bits, .. } = shape;
    assert!(digits(bits) <= DIGITS && bits <= W::BITS && words <= 1 << 16, "columns have room");
    let all_bits = (0..bits).fold(W::default(), |all, bit| all.or(W::single(bit)));
    let mut filled = FillState { shape, planes: Vec::with_capacity(row_count * words) };
    for _ in 0..row_count {
        // Writing gigabytes also takes time.
        if watch.cancel.is_cancelled() {
            return filling(rows, Vec::new(), LevelCount::default(), false, filled);
        }
        filled.planes.extend(std::iter::repeat_n([all_bits, all_bits], words));
    }
    let mut unvisited_counts = vec![(words * bits) as u64; row_count];
    let mut frontier = Frontier { words: vec![W::default(); row_count * words], counts: vec![0; row_count] };
    for Column { row, word, bit } in rows.goals() {
        filled.planes[row * words + word]
            .iter_mut()
            .for_each(|plane| *plane = plane.and(W::single(bit).not()));
        frontier.words[row * words + word] = frontier.words[row * words + word].or(W::single(bit));
        frontier.counts[row] += 1;
        unvisited_counts[row] -= 1;
    }
    let goal_count = |row: usize| {
        let orbit_count = orbit_count(rows, row, &frontier.words[row * words..][..words]);
        let count = frontier.counts[row];
        RowCount { count, orbit_count: orbit_count.unwrap_or(count) }
    };
    let mut levels = vec![level(rows, (0..row_count).map(goal_count))];
    let coding = rows.coding();
    loop {
        let depth = levels.len();
        if depth > coding.last() {
            // All columns that are left have the code of greater distances.
            let beyond_last =
                |row| RowCount { count: unvisited_counts[row], orbit_count: unvisited_counts[row] };
            levels.push(level(rows, (0..row_count).map(beyond_last)));
            return filling(rows, levels, LevelCount::default(), true, filled);
        }
        advance((coding, depth - 1), all_bits, (threads, watch.cancel), &filled, &mut frontier);
        if watch.cancel.is_cancelled() {
            return filling(rows, levels, LevelCount::default(), false, filled);
        }
        let states = rows.states();
        let reached = AtomicU64::new(levels.iter().map(|level| level.states).sum());
        let report = || {
            let reached = reached.load(Ordering::Relaxed);
            (watch.report)(Progress { depth, reached, states });
        };
        report();
        let mut counts = vec![RowCount::default(); row_count];
        let items =
            filled.planes.chunks_exact_mut(words).zip(&mut unvisited_counts).zip(&mut counts).enumerate();
        let queue = Mutex::new(items);
        let frontier_ref = &frontier;
        let worker = || {
            let mut scratch = Scratch {
                open: Vec::with_capacity(words),
                pulled: vec![W::default(); words],
                permutation: BitPermutation::new(DIGITS),
            };
            loop {
                let next = queue.lock().expect("no worker panics while it holds the lock").next();
                let Some((row, ((planes, row_unvisited), new))) = next else { return };
                if watch.cancel.is_cancelled() {
                    return;
                }
                if *row_unvisited == 0 {
                    continue;
                }
                if !pull::<W, DIGITS>(rows, frontier_ref, row, planes, &mut scratch) {
                    continue;
                }
                new.count = commit_level(coding.code(depth), planes, &mut scratch);
                if new.count > 0 {
                    new.orbit_count = orbit_count(rows, row, &scratch.pulled).unwrap_or(new.count);
                    *row_unvisited -= new.count;
                    reached.fetch_add(new.count * rows.weight(row), Ordering::Relaxed);
                    report();
                }
            }
        };
        threads.run(worker);
        let new_level = level(rows, counts.iter().copied());
        if watch.cancel.is_cancelled() {
            return filling(rows, levels, new_level, false, filled);
        }
        if new_level.states == 0 {
            return filling(rows, levels, new_level, true, filled);
        }
        levels.push(new_level);
        frontier.counts.iter_mut().zip(&counts).for_each(|(count, new)| *count = new.count);
    }
}

/// The states of a level in one row.
#[derive(Clone, Copy, Default)]
struct RowCount {
    count: u64,
    /// The number of states up to the symmetries that stabilize the row.
    orbit_count: u64,
}

/// The states of a level: all of them, and up to symmetry.
#[derive(Clone, Copy, Default)]
struct LevelCount {
    states: u64,
    orbit_count: u64,
}

fn level(rows: &dyn RowSpace, counts: impl Iterator<Item = RowCount>) -> LevelCount {
    counts.enumerate().filter(|(_, new)| new.count > 0).fold(LevelCount::default(), |sum, (row, new)| {
        LevelCount {
            states: sum.states + new.count * rows.weight(row),
            orbit_count: sum.orbit_count + new.orbit_count,
        }
    })
}

fn filling<W: Word>(
    rows: &dyn RowSpace,
    mut levels: Vec<LevelCount>,
    partial: LevelCount,
    complete: bool,
    filled: FillState<W>,
) -> Filling {
    let histogram = levels.iter().map(|level| level.states).collect();
    if rows.stabilizer(0).is_none() {
        levels.clear();
    }
    let orbit_counts = levels.iter().map(|level| level.orbit_count).collect();
    Filling::new(histogram, partial.states, complete, Box::new(filled)).with_orbit_counts(orbit_counts)
}

/// Returns the number of orbits of a set of columns under the symmetries that stabilize the row, by Burnside's lemma:
/// the mean number of columns that each symmetry fixes. Returns `None` if the row has no such symmetries.
fn orbit_count<W: Word>(rows: &dyn RowSpace, row: usize, set: &[W]) -> Option<u64> {
    let stabilizer = rows.stabilizer(row)?;
    let fixed_columns = |step: &RowMove<'_>| {
        let bits = step.bits.iter().enumerate().filter(|(bit, to)| *bit == usize::from(**to));
        let bits = bits.fold(W::default(), |all, (bit, _)| all.or(W::single(bit)));
        let words = step.words.iter().enumerate().filter(|(word, to)| *word == usize::from(**to));
        words.map(|(word, _)| u64::from(set[word].and(bits).count())).sum::<u64>()
    };
    let sum: u64 = stabilizer.iter().map(fixed_columns).sum();
    (!stabilizer.is_empty()).then(|| sum / stabilizer.len() as u64)
}

/// Returns the columns without a distance.
#[inline(always)]
fn unvisited<W: Word>(planes: &[W; 2]) -> W {
    planes[0].and(planes[1])
}

/// Sets `scratch.pulled` to the union of the frontier's columns one move from `row`, for words that have columns
/// without a distance. Returns false, with `pulled` unchanged, if no move leads to a row of the frontier.
fn pull<W: Word, const DIGITS: usize>(
    rows: &dyn RowSpace,
    frontier: &Frontier<W>,
    row: usize,
    planes: &[[W; 2]],
    scratch: &mut Scratch<W>,
) -> bool {
    let Scratch { open, pulled, permutation } = scratch;
    let count = planes.len();
    let mut is_reached = false;
    for m in 0..rows.moves() {
        let step = rows.step(row, m);
        let columns = frontier.counts[step.row];
        if columns == 0 {
            continue;
        }
        if !is_reached {
            pulled.fill(W::default());
            open.clear();
            open.extend(
                (0..=u16::MAX).zip(planes).filter(|(_, p)| !unvisited(p).is_empty()).map(|(word, _)| word),
            );
            is_reached = true;
        }
        permutation.set(step.bits);
        let source = &frontier.words[step.row * count..][..count];
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

/// Gives this code to the pulled columns that have no distance yet, and removes all others from `scratch.pulled`.
/// Returns the number of columns that got it.
fn commit_level<W: Word>(code: usize, planes: &mut [[W; 2]], scratch: &mut Scratch<W>) -> u64 {
    let mut count = 0;
    let (clear_low, clear_high) = (code != 1, code != 2);
    for word in scratch.open.iter().map(|word| usize::from(*word)) {
        let planes = &mut planes[word];
        let new = scratch.pulled[word].and(unvisited(planes));
        scratch.pulled[word] = new;
        count += u64::from(new.count());
        if clear_low {
            planes[0] = planes[0].and(new.not());
        }
        if clear_high {
            planes[1] = planes[1].and(new.not());
        }
    }
    count
}

/// Sets the frontier to the columns with the code of `depth`, in rows where the last level has any. Columns of smaller
/// distances with the same code are among them, which does no harm because all their neighbours have a distance. The
/// frontier is undefined if the fill is cancelled.
fn advance<W: Word>(
    (coding, depth): (Coding, usize),
    all: W,
    (threads, cancel): (&Threads, &CancelToken),
    filled: &FillState<W>,
    frontier: &mut Frontier<W>,
) {
    let (code, words) = (coding.code(depth), filled.shape.words);
    let chunks = frontier.words.chunks_exact_mut(words).zip(filled.planes.chunks_exact(words));
    let queue = Mutex::new(chunks.zip(&mut frontier.counts).filter(|(_, count)| **count > 0));
    let worker = || {
        loop {
            let next = queue.lock().expect("no worker panics while it holds the lock").next();
            let Some(((words, planes), count)) = next else { return };
            if cancel.is_cancelled() {
                return;
            }
            *count = 0;
            for (word, [low, high]) in words.iter_mut().zip(planes) {
                *word = match code {
                    // Unused bits are clear in both planes.
                    0 => low.or(*high).not().and(all),
                    1 => low.and(high.not()),
                    _ => high.and(low.not()),
                };
                *count += u64::from(word.count());
            }
        }
    };
    threads.run(worker);
}

impl<W: Word> CodeWriter for FillState<W> {
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

/// Appends the codes of words of `size` bits each, two bits a code, the first lowest.
fn pack<W: Word>(words: &[[W; 2]], size: usize, bytes: &mut Vec<u8>) {
    let (mut bits, mut count) = (0u64, 0);
    for [low, high] in words {
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
