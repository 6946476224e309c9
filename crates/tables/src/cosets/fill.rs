//! The breadth-first fill of the cosets: a level at a time, whole rows pulled from the rows that moves lead to.
//!
//! For one row and one move the row that it leads to and the symmetry there are fixed. What is left is one permutation
//! of the twists and one of the corner cosets, which lie as the bits of a word: a level is a pass over whole rows, each
//! with one writer. That several columns of a row whose class symmetries keep stand for the same cosets needs no care:
//! the columns of one set either all have a distance or none has, since this holds of the solved cube's row, which is
//! where they begin, and a pull keeps it: what a move makes of one column, its conjugate makes of the other.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::Move;

use super::coordinate::ROWS;
use super::words::{Permuting, Word};
use super::{CosetCoordinate, QuotientKind};
use crate::fill::{Codes, Filling, Progress, Watch};
use crate::whole::{Part, Twist};

/// Words in a row.
const TWISTS: usize = Twist::SIZE;

/// A row of which fewer bits than this are of the frontier is pulled word by word, skipping those that are empty.
const SPARSE: u64 = 700;

/// Bytes of memory that a fill takes: three words for each row and twist.
pub fn memory(kind: QuotientKind) -> u64 {
    let word = match kind.size() {
        0..=8 => 1,
        9..=64 => 8,
        _ => 32,
    };
    (ROWS * TWISTS * word * 3) as u64
}

/// Fills the table of a coordinate on `threads` threads, until it has ended or is cancelled.
pub fn run(coordinate: &Arc<CosetCoordinate>, threads: usize, watch: &Watch<'_>) -> Filling {
    match coordinate.quotient().size() {
        0..=8 => fill::<u8, 1>(coordinate, threads, watch),
        9..=64 => fill::<u64, 5>(coordinate, threads, watch),
        _ => fill::<[u64; 4], 27>(coordinate, threads, watch),
    }
}

/// What a move and a symmetry do to the columns of a row.
struct Step<W> {
    twists: Vec<u16>,
    /// From the row that is led to, back.
    corners: Arc<Permuting<W>>,
}

/// A table being filled.
struct Filled<W> {
    coordinate: Arc<CosetCoordinate>,
    /// For each word the low and the high bits of codes; both are set where there is no distance yet.
    planes: Vec<[W; 2]>,
}

/// What is pulled from.
struct Frontier<W> {
    words: Vec<W>,
    /// By row, how many states of it there are.
    counts: Vec<u64>,
}

fn steps<W: Word>(coordinate: &CosetCoordinate) -> Vec<Step<W>> {
    let mut known: HashMap<Vec<u8>, Arc<Permuting<W>>> = HashMap::new();
    let mut steps = Vec::with_capacity(Move::COUNT * 16);
    for m in 0..Move::COUNT {
        for s in 0..16 {
            let corners = coordinate.turned_corners(m, s);
            let corners = known.entry(corners).or_insert_with_key(|from| Arc::new(Permuting::new(from)));
            steps.push(Step { twists: coordinate.turned_twists(m, s), corners: Arc::clone(corners) });
        }
    }
    steps
}

fn fill<W: Word, const BYTES: usize>(
    coordinate: &Arc<CosetCoordinate>,
    threads: usize,
    watch: &Watch<'_>,
) -> Filling {
    let (rows, size) = (coordinate.rows(), coordinate.quotient().size());
    let steps = steps::<W>(coordinate);
    let none = (0..size).fold(W::default(), |all, bit| all.or(W::single(bit)));
    let mut filled = Filled { coordinate: Arc::clone(coordinate), planes: vec![[none, none]; rows * TWISTS] };
    filled.planes[0] = [none.and(W::single(0).not()); 2];
    let mut missing: Vec<u64> = vec![(size * TWISTS) as u64; rows];
    missing[0] -= 1;
    let mut frontier = Frontier { words: vec![W::default(); rows * TWISTS], counts: vec![0; rows] };
    frontier.counts[0] = 1;
    let mut histogram = vec![coordinate.weight(0)];
    let base = coordinate.base();
    loop {
        let depth = histogram.len();
        if depth > usize::from(base) + 2 {
            // All that is left is farther, which is all that its code says.
            let reached: u64 = histogram.iter().sum();
            histogram.push(coordinate.states() - reached);
            return Filling::new(histogram, 0, true, Box::new(filled));
        }
        advance(code(base, depth - 1), none, threads, &filled.planes, &mut frontier);
        let reached = AtomicU64::new(histogram.iter().sum());
        let report = || {
            let reached = reached.load(Ordering::Relaxed);
            (watch.report)(Progress { depth, reached, states: coordinate.states() });
        };
        report();
        let mut found = vec![0; rows];
        let items = filled.planes.chunks_exact_mut(TWISTS).zip(&mut missing).zip(&mut found).enumerate();
        let queue = Mutex::new(items);
        let frontier_ref = &frontier;
        let worker = || {
            let mut open: Vec<u16> = Vec::with_capacity(TWISTS);
            let mut pulled = vec![W::default(); TWISTS];
            loop {
                let next = queue.lock().expect("no worker panics with the lock").next();
                let Some((row, ((planes, missing), found))) = next else { return };
                if *missing == 0 || watch.cancel.load(Ordering::Relaxed) {
                    continue;
                }
                open.clear();
                open.extend((0..TWISTS as u16).filter(|t| !unknown(&planes[usize::from(*t)]).is_empty()));
                if !pull::<W, BYTES>(coordinate, &steps, frontier_ref, row, &open, &mut pulled) {
                    continue;
                }
                *found = settle(code(base, depth), &open, &pulled, planes);
                *missing -= *found;
                if *found > 0 {
                    reached.fetch_add(*found * coordinate.weight(row), Ordering::Relaxed);
                    report();
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(worker);
            }
            worker();
        });
        let partial = found.iter().enumerate().map(|(row, count)| count * coordinate.weight(row)).sum();
        if watch.cancel.load(Ordering::Relaxed) {
            return Filling::new(histogram, partial, false, Box::new(filled));
        }
        histogram.push(partial);
        frontier.counts = found;
    }
}

/// The code of a distance: 0 as far as the base, then 1 and 2; 3 is for what is farther.
fn code(base: u8, depth: usize) -> usize {
    depth.saturating_sub(base.into())
}

/// Those without a distance yet.
#[inline(always)]
fn unknown<W: Word>(planes: &[W; 2]) -> W {
    planes[0].and(planes[1])
}

/// Unites in `pulled` what of the frontier one move from the words in `open` of `row` reaches; whether there is any.
fn pull<W: Word, const BYTES: usize>(
    coordinate: &CosetCoordinate,
    steps: &[Step<W>],
    frontier: &Frontier<W>,
    row: usize,
    open: &[u16],
    pulled: &mut [W],
) -> bool {
    let mut any = false;
    for m in 0..Move::COUNT {
        let (to, s) = coordinate.lead(row, m);
        if frontier.counts[to] == 0 {
            continue;
        }
        if !any {
            pulled.fill(W::default());
            any = true;
        }
        let step = &steps[m * 16 + s];
        let words: &[W; TWISTS] =
            frontier.words[to * TWISTS..][..TWISTS].try_into().expect("a row has as many words");
        let (twists, corners) = (&step.twists[..TWISTS], &*step.corners);
        if frontier.counts[to] < SPARSE {
            for t in open {
                let word = words[usize::from(twists[usize::from(*t)])];
                if !word.is_empty() {
                    let pulled = &mut pulled[usize::from(*t)];
                    *pulled = pulled.or(corners.apply::<BYTES>(word));
                }
            }
        } else if open.len() == TWISTS {
            for (pulled, twist) in pulled.iter_mut().zip(twists) {
                *pulled = pulled.or(corners.apply::<BYTES>(words[usize::from(*twist)]));
            }
        } else {
            for t in open {
                let pulled = &mut pulled[usize::from(*t)];
                *pulled = pulled.or(corners.apply::<BYTES>(words[usize::from(twists[usize::from(*t)])]));
            }
        }
    }
    any
}

/// Gives those that were pulled and have no distance yet this code; how many there were.
fn settle<W: Word>(code: usize, open: &[u16], pulled: &[W], planes: &mut [[W; 2]]) -> u64 {
    let mut found = 0;
    let (clear_low, clear_high) = (code != 1, code != 2);
    for t in open {
        let planes = &mut planes[usize::from(*t)];
        let new = pulled[usize::from(*t)].and(unknown(planes));
        found += u64::from(new.count());
        if clear_low {
            planes[0] = planes[0].and(new.not());
        }
        if clear_high {
            planes[1] = planes[1].and(new.not());
        }
    }
    found
}

/// Makes what has this code the frontier, in rows of which any were found. Those nearer than the base are all among it,
/// which does no harm: all that is next to them has its distance.
fn advance<W: Word>(code: usize, all: W, threads: usize, planes: &[[W; 2]], frontier: &mut Frontier<W>) {
    let words = frontier.words.chunks_exact_mut(TWISTS).zip(planes.chunks_exact(TWISTS));
    let queue = Mutex::new(words.zip(&mut frontier.counts).filter(|(_, count)| **count > 0));
    let worker = || {
        loop {
            let next = queue.lock().expect("no worker panics with the lock").next();
            let Some(((words, planes), count)) = next else { return };
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
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(worker);
        }
        worker();
    });
}

impl<W: Word> Codes for Filled<W> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut row_bytes = Vec::with_capacity(self.coordinate.row_bytes());
        for row in self.planes.chunks_exact(TWISTS) {
            row_bytes.clear();
            pack(row, self.coordinate.quotient().size(), &mut row_bytes);
            row_bytes.resize(self.coordinate.row_bytes(), 0);
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
        for i in 0..size.div_ceil(8) {
            let codes = SPREAD[usize::from(low.byte(i))] | SPREAD[usize::from(high.byte(i))] << 1;
            bits |= u64::from(codes) << count;
            count += 2 * (size - 8 * i).min(8);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosets::catalogue::COSETS;

    #[test]
    fn cosets_of_g1_have_their_known_distances() {
        let coordinate = Arc::new(CosetCoordinate::with_base(QuotientKind::Nothing, 2));
        let filling = run(&coordinate, 2, &Watch::quiet());
        // Kociemba's phase 1.
        let near = [1, 4, 50, 592, 7156];
        assert_eq!(filling.histogram[..5], near);
        assert_eq!(filling.histogram[5..], [2_217_093_120 - near.iter().sum::<u64>()]);
    }

    /// A minute and 3.4 GB: only where the tables of `cargo xtask full` are tested.
    #[test]
    fn histograms_are_those_of_the_catalogue() {
        if std::env::var_os("CUBIFORM_FULL_TEST_TABLES").is_none() {
            return;
        }
        for entry in &COSETS {
            assert_eq!(
                run(entry.coordinate(), 2, &Watch::quiet()).histogram,
                entry.histogram,
                "{}",
                entry.name
            );
        }
    }
}
