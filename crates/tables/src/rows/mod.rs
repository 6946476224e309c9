//! The breadth-first fill of numberings by rows and columns: a level at a time, whole rows pulled from the rows that
//! moves lead to.
//!
//! For one row and one move the row that it leads to and the symmetry there are fixed. What is left is one permutation
//! of the columns, which are words of bits: one permutation of the words of the row and one of the bits of each. So a
//! level is a pass over whole rows, each with one writer.
//!
//! Where symmetries keep what a row stands for, several of its columns stand for the same states up to symmetry. That
//! needs no care: the columns of one such set either all have a distance or all_bits has, since found_level holds of the goals,
//! which have all their images among them, and a pull keeps it: what a move makes of one column, its conjugate makes of
//! the other.

pub(crate) mod words;

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use self::words::{BitPermutation, Word, digits};
use crate::target::fill::{CodeWriter, Filling, Progress, Watch};
use crate::threads::share;

/// A numbering of states up to symmetry by rows and columns: a row is what symmetries bring a part of a state to, a
/// column what the same symmetry makes of the rest, as a word and a bit of it.
///
/// A column that has no state must not be led to from one that has.
pub(crate) trait RowSpace: Send + Sync {
    /// How many rows, words in a row, bits in a word.
    fn shape(&self) -> Shape;
    /// How many states there are, not up to symmetry.
    fn states(&self) -> u64;
    /// How many moves there are; with each there is the one that undoes it.
    fn moves(&self) -> usize;
    /// Where distances begin, with all that symmetries make of it.
    fn goals(&self) -> Vec<Column>;
    /// How many states a column of a row stands for.
    fn weight(&self, row: usize) -> u64;
    /// Where move `m` leads from a row.
    fn step(&self, row: usize, m: usize) -> RowStep<'_>;
    /// What the symmetries do to the columns of a row that keep it, if there are any but the identity, which is then
    /// among them. `None` if states up to symmetry are not to be counted.
    fn stabilizer(&self, _row: usize) -> Option<Vec<RowStep<'_>>> {
        None
    }
    /// How distances are told.
    fn coding(&self) -> Coding;
}

/// The size of a numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    /// Words in a row, at most 65,536.
    pub(crate) words: usize,
    /// Bits in a word, at most 210.
    pub(crate) bits: usize,
    /// Bytes to a multiple of which rows are padded in a table.
    pub(crate) align: usize,
}

impl Shape {
    /// How many entries there are.
    pub(crate) const fn entries(self) -> u64 {
        self.rows as u64 * self.words as u64 * self.bits as u64
    }

    /// Bytes of a row of a table: two bits an entry, padded.
    pub(crate) const fn row_bytes(self) -> usize {
        (self.words * self.bits).div_ceil(4).next_multiple_of(self.align)
    }

    /// Bytes of a table.
    pub(crate) const fn bytes(self) -> u64 {
        self.rows as u64 * self.row_bytes() as u64
    }

    /// Bytes of memory that a fill takes for its columns: three words for each word of each row.
    pub(crate) const fn memory(self) -> u64 {
        self.rows as u64 * self.words as u64 * self.word_bytes() as u64 * 3
    }

    /// Bytes of a word in memory.
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

/// Where something leads from a row.
pub(crate) struct RowStep<'a> {
    /// The row.
    pub(crate) row: usize,
    /// For each word here the one there.
    pub(crate) words: &'a [u16],
    /// For each bit of a word here the one there.
    pub(crate) bits: &'a [u8],
}

/// What the two bits of a code say of a distance. 3 is for what has all_bits yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// The distance modulo 3.
    Modulo3,
    /// 0 for at most found_level distance, 1 and 2 for the next two, 3 for what is farther.
    From(u8),
}

impl Coding {
    fn code(self, depth: usize) -> usize {
        match self {
            Coding::Modulo3 => depth % 3,
            Coding::From(base) => depth.saturating_sub(base.into()),
        }
    }

    /// The last distance that is told apart.
    fn last(self) -> usize {
        match self {
            Coding::Modulo3 => usize::MAX,
            Coding::From(base) => usize::from(base) + 2,
        }
    }
}

/// A table being filled.
struct FillState<W> {
    shape: Shape,
    /// For each word the low and the high bits of codes; both are set where there is no distance yet.
    planes: Vec<[W; 2]>,
}

/// What is pulled from.
struct Frontier<W> {
    words: Vec<W>,
    /// By row, how many columns of it there are.
    counts: Vec<u64>,
}

/// What a thread needs for itself.
struct Scratch<W> {
    /// The words of a row that have columns without a distance.
    open: Vec<u16>,
    pulled: Vec<W>,
    permutation: BitPermutation<W>,
}

/// Fills a table on `threads` threads, until it has ended or is cancelled.
pub(crate) fn run(rows: &dyn RowSpace, threads: usize, watch: &Watch<'_>) -> Filling {
    match rows.shape().word_bytes() {
        1 => fill::<u8, { digits(6) }>(rows, threads, watch),
        8 => fill::<u64, { digits(36) }>(rows, threads, watch),
        16 => fill::<u128, { digits(96) }>(rows, threads, watch),
        _ => fill::<[u64; 4], { digits(210) }>(rows, threads, watch),
    }
}

fn fill<W: Word, const DIGITS: usize>(rows: &dyn RowSpace, threads: usize, watch: &Watch<'_>) -> Filling {
    let shape = rows.shape();
    let Shape { rows: row_count, words, bits, .. } = shape;
    assert!(digits(bits) <= DIGITS && bits <= W::BITS && words <= 1 << 16, "columns have room");
    let all_bits = (0..bits).fold(W::default(), |all, bit| all.or(W::single(bit)));
    let mut filled = FillState { shape, planes: Vec::with_capacity(row_count * words) };
    for _ in 0..row_count {
        // To write gigabytes takes a while, too.
        if watch.cancel.load(Ordering::Relaxed) {
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
        let orbits = orbit_count(rows, row, &frontier.words[row * words..][..words]);
        let count = frontier.counts[row];
        RowCount { count, orbits: orbits.unwrap_or(count) }
    };
    let mut levels = vec![level(rows, (0..row_count).map(goal_count))];
    let coding = rows.coding();
    loop {
        let depth = levels.len();
        if depth > coding.last() {
            // All that is left is farther, which is all that its code says.
            let beyond_last = |row| RowCount { count: unvisited_counts[row], orbits: unvisited_counts[row] };
            levels.push(level(rows, (0..row_count).map(beyond_last)));
            return filling(rows, levels, LevelCount::default(), true, filled);
        }
        advance((coding, depth - 1), all_bits, (threads, watch.cancel), &filled, &mut frontier);
        if watch.cancel.load(Ordering::Relaxed) {
            return filling(rows, levels, LevelCount::default(), false, filled);
        }
        let states = rows.states();
        let reached = AtomicU64::new(levels.iter().map(|level| level.states).sum());
        let report = || {
            let reached = reached.load(Ordering::Relaxed);
            (watch.report)(Progress { depth, reached, states });
        };
        report();
        let mut found = vec![RowCount::default(); row_count];
        let items =
            filled.planes.chunks_exact_mut(words).zip(&mut unvisited_counts).zip(&mut found).enumerate();
        let queue = Mutex::new(items);
        let frontier_ref = &frontier;
        let worker = || {
            let mut scratch = Scratch {
                open: Vec::with_capacity(words),
                pulled: vec![W::default(); words],
                permutation: BitPermutation::new(DIGITS),
            };
            loop {
                let next = queue.lock().expect("no worker panics with the lock").next();
                let Some((row, ((planes, row_unvisited), found))) = next else { return };
                if watch.cancel.load(Ordering::Relaxed) {
                    return;
                }
                if *row_unvisited == 0 {
                    continue;
                }
                if !pull::<W, DIGITS>(rows, frontier_ref, row, planes, &mut scratch) {
                    continue;
                }
                found.count = commit_level(coding.code(depth), planes, &mut scratch);
                if found.count > 0 {
                    found.orbits = orbit_count(rows, row, &scratch.pulled).unwrap_or(found.count);
                    *row_unvisited -= found.count;
                    reached.fetch_add(found.count * rows.weight(row), Ordering::Relaxed);
                    report();
                }
            }
        };
        share(threads, worker);
        let found_level = level(rows, found.iter().copied());
        if watch.cancel.load(Ordering::Relaxed) {
            return filling(rows, levels, found_level, false, filled);
        }
        if found_level.states == 0 {
            return filling(rows, levels, found_level, true, filled);
        }
        levels.push(found_level);
        frontier.counts.iter_mut().zip(&found).for_each(|(count, found)| *count = found.count);
    }
}

/// What of a level there is in a row.
#[derive(Clone, Copy, Default)]
struct RowCount {
    count: u64,
    /// How many the symmetries that keep the row tell apart.
    orbits: u64,
}

/// How many states there are at a distance, all of them and up to symmetry.
#[derive(Clone, Copy, Default)]
struct LevelCount {
    states: u64,
    orbits: u64,
}

fn level(rows: &dyn RowSpace, found: impl Iterator<Item = RowCount>) -> LevelCount {
    found.enumerate().filter(|(_, found)| found.count > 0).fold(LevelCount::default(), |sum, (row, found)| {
        LevelCount { states: sum.states + found.count * rows.weight(row), orbits: sum.orbits + found.orbits }
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
    let orbits = levels.iter().map(|level| level.orbits).collect();
    Filling::new(histogram, partial.states, complete, Box::new(filled)).with_orbit_counts(orbits)
}

/// How many of a set of columns of a row the symmetries that keep the row tell apart, if there are such: by Burnside's
/// lemma the mean of how many each leaves where they are.
fn orbit_count<W: Word>(rows: &dyn RowSpace, row: usize, set: &[W]) -> Option<u64> {
    let stabilizer = rows.stabilizer(row)?;
    let fixed_columns = |step: &RowStep<'_>| {
        let bits = step.bits.iter().enumerate().filter(|(bit, to)| *bit == usize::from(**to));
        let bits = bits.fold(W::default(), |all, (bit, _)| all.or(W::single(bit)));
        let words = step.words.iter().enumerate().filter(|(word, to)| *word == usize::from(**to));
        words.map(|(word, _)| u64::from(set[word].and(bits).count())).sum::<u64>()
    };
    let sum: u64 = stabilizer.iter().map(fixed_columns).sum();
    (!stabilizer.is_empty()).then(|| sum / stabilizer.len() as u64)
}

/// Those without a distance yet.
#[inline(always)]
fn unvisited<W: Word>(planes: &[W; 2]) -> W {
    planes[0].and(planes[1])
}

/// Unites what of the frontier one move from the words of `row` reaches that have columns without a distance; whether
/// there is any.
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
            // So few that it pays to skip words that are empty.
            for word in open.iter().map(|word| usize::from(*word)) {
                let found = source[usize::from(to[word])];
                if !found.is_empty() {
                    pulled[word] = pulled[word].or(permutation.apply::<DIGITS>(found));
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

/// Gives those that were pulled and have no distance yet found_level code, and leaves them alone in what was pulled; how many
/// there were.
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

/// Makes what has the code of found_level distance the frontier, in rows of which any were found. Those that are nearer and
/// have the same code are among it, which does no harm: all that is next to them has its distance. Once it is cancelled
/// the rest means nothing.
fn advance<W: Word>(
    (coding, depth): (Coding, usize),
    all: W,
    (threads, cancel): (usize, &AtomicBool),
    filled: &FillState<W>,
    frontier: &mut Frontier<W>,
) {
    let (code, words) = (coding.code(depth), filled.shape.words);
    let chunks = frontier.words.chunks_exact_mut(words).zip(filled.planes.chunks_exact(words));
    let queue = Mutex::new(chunks.zip(&mut frontier.counts).filter(|(_, count)| **count > 0));
    let worker = || {
        loop {
            let next = queue.lock().expect("no worker panics with the lock").next();
            let Some(((words, planes), count)) = next else { return };
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            *count = 0;
            for (word, [low, high]) in words.iter_mut().zip(planes) {
                *word = match code {
                    // Bits that stand for nothing are clear in both planes.
                    0 => low.or(*high).not().and(all),
                    1 => low.and(high.not()),
                    _ => high.and(low.not()),
                };
                *count += u64::from(word.count());
            }
        }
    };
    share(threads, worker);
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

/// Every other bit of two bytes, by byte.
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

/// Appends the codes of words of `size` bits each, two bits an entry, the first lowest.
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
