//! The breadth-first fill of states that lie in rows of words: a level at a time, whole rows pulled from the rows that
//! moves lead to.
//!
//! For one row and one move the row that it leads to and the symmetry there are fixed. What is left is one permutation
//! of the columns and one of the bits of their words: a level is a pass over whole rows, each with one writer. That
//! several entries of a row whose class symmetries keep stand for the same states needs no care: those of one set either
//! all have a distance or none has, since this holds of the solved cube's row, which is where they begin, and a pull
//! keeps it: what a move makes of one entry, its conjugate makes of the other.

mod words;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::Move;

use crate::fill::{Progress, Watch};
pub(crate) use words::{Permuting, Word};

/// A row of which fewer bits than this are of the frontier is pulled word by word, skipping those that are empty.
const SPARSE: u64 = 700;

/// States in rows, each a class under the symmetries of [`crate::whole::KEEPING_UD`], of columns, each a word of bits.
/// The solved cube is the first bit of the first column of the first row.
pub(crate) trait Rows<W: Word>: Sync {
    /// How many rows there are.
    fn rows(&self) -> usize;
    /// How many columns each has, at most 65,536.
    fn columns(&self) -> usize;
    /// How many states there are.
    fn states(&self) -> u64;
    /// How many states each bit of a row stands for.
    fn weight(&self, row: usize) -> u64;
    /// By kind of column, the bits that stand for states.
    fn kinds(&self) -> Vec<W>;
    /// The kind of a column of a row.
    fn kind(&self, row: usize, column: usize) -> usize;
    /// The moves, bit `m` for move `m`.
    fn moves(&self) -> u32;
    /// The row to which a move leads from the representative of a row, and the symmetry that brings what it makes of
    /// that to the representative there.
    fn lead(&self, row: usize, m: usize) -> (usize, usize);
    /// For each column what move `m`, and after it symmetry `s`, makes of it.
    fn turned_columns(&self, m: usize, s: usize) -> Vec<u16>;
    /// For each bit what move `m`, and after it symmetry `s`, makes of it.
    fn turned_bits(&self, m: usize, s: usize) -> Vec<u8>;
    /// The code of a distance, 0 to 2. It differs from the codes of the distances after it until all that is next to
    /// the states of this distance has been found.
    fn code(&self, distance: usize) -> usize;
    /// The distance after which the fill ends.
    fn last(&self) -> usize;
}

/// How far a fill has come.
pub(crate) struct Levels<W> {
    /// By distance, the number of states: of every complete level.
    pub(crate) histogram: Vec<u64>,
    /// States found of the level after those.
    pub(crate) partial: u64,
    /// Whether it has ended, rather than been cancelled.
    pub(crate) complete: bool,
    /// For each word the low and the high bits of codes; both are set where there is no distance.
    pub(crate) planes: Vec<[W; 2]>,
}

/// What a move and a symmetry do to the columns of a row and their bits.
struct Step<W> {
    columns: Vec<u16>,
    /// From the row that is led to, back.
    bits: Arc<Permuting<W>>,
}

/// What is pulled from.
struct Frontier<W> {
    words: Vec<W>,
    /// By row, how many states of it there are.
    counts: Vec<u64>,
}

/// The steps of the moves, sixteen for each of the eighteen; of others than those of the states they are empty.
fn steps<W: Word>(states: &impl Rows<W>) -> Vec<Step<W>> {
    let mut known: HashMap<Vec<u8>, Arc<Permuting<W>>> = HashMap::new();
    let mut steps = Vec::with_capacity(Move::COUNT * 16);
    for m in 0..Move::COUNT {
        for s in 0..16 {
            let (mut columns, mut bits) = (Vec::new(), Vec::new());
            if states.moves() >> m & 1 == 1 {
                (columns, bits) = (states.turned_columns(m, s), states.turned_bits(m, s));
            }
            let bits = known.entry(bits).or_insert_with_key(|from| Arc::new(Permuting::new(from)));
            steps.push(Step { columns, bits: Arc::clone(bits) });
        }
    }
    steps
}

/// Fills the distances of states on `threads` threads, until there are no more, or their last level is filled, or it is
/// cancelled. `BYTES` must be how many bytes of a word have any bits.
pub(crate) fn fill<W: Word, const BYTES: usize>(
    states: &impl Rows<W>,
    threads: usize,
    watch: &Watch<'_>,
) -> Levels<W> {
    let (rows, columns) = (states.rows(), states.columns());
    let steps = steps::<W>(states);
    let kinds = states.kinds();
    let all = kinds.iter().fold(W::default(), |all, kind| all.or(*kind));
    let mut planes = Vec::with_capacity(rows * columns);
    let mut missing: Vec<u64> = Vec::with_capacity(rows);
    for row in 0..rows {
        // No distance yet; what stands for no state has one.
        planes.extend((0..columns).map(|column| [kinds[states.kind(row, column)]; 2]));
        missing.push(planes[row * columns..].iter().map(|[low, _]| u64::from(low.count())).sum());
    }
    planes[0] = planes[0].map(|plane: W| plane.and(W::single(0).not()));
    missing[0] -= 1;
    let mut frontier = Frontier { words: vec![W::default(); rows * columns], counts: vec![0; rows] };
    frontier.counts[0] = 1;
    let mut histogram = vec![states.weight(0)];
    loop {
        let depth = histogram.len();
        let known: u64 = histogram.iter().sum();
        if depth > states.last() || known == states.states() || histogram[depth - 1] == 0 {
            return Levels { histogram, partial: 0, complete: true, planes };
        }
        advance(states.code(depth - 1), (all, columns), threads, &planes, &mut frontier);
        let reached = AtomicU64::new(known);
        let report = || {
            let reached = reached.load(Ordering::Relaxed);
            (watch.report)(Progress { depth, reached, states: states.states() });
        };
        report();
        let mut found = vec![0; rows];
        let items = planes.chunks_exact_mut(columns).zip(&mut missing).zip(&mut found).enumerate();
        let queue = Mutex::new(items);
        let frontier_ref = &frontier;
        let worker = || {
            let mut open: Vec<u16> = Vec::with_capacity(columns);
            let mut pulled = vec![W::default(); columns];
            loop {
                let next = queue.lock().expect("no worker panics with the lock").next();
                let Some((row, ((planes, missing), found))) = next else { return };
                if *missing == 0 || watch.cancel.load(Ordering::Relaxed) {
                    continue;
                }
                open.clear();
                open.extend((0..columns).filter(|t| !unknown(&planes[*t]).is_empty()).map(|t| t as u16));
                if !pull::<W, BYTES>(states, &steps, frontier_ref, row, &open, &mut pulled) {
                    continue;
                }
                *found = settle(states.code(depth), &open, &pulled, planes);
                *missing -= *found;
                if *found > 0 {
                    reached.fetch_add(*found * states.weight(row), Ordering::Relaxed);
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
        let partial = found.iter().enumerate().map(|(row, count)| count * states.weight(row)).sum();
        if watch.cancel.load(Ordering::Relaxed) {
            return Levels { histogram, partial, complete: false, planes };
        }
        histogram.push(partial);
        frontier.counts = found;
    }
}

/// Those without a distance yet.
#[inline(always)]
fn unknown<W: Word>(planes: &[W; 2]) -> W {
    planes[0].and(planes[1])
}

/// Unites in `pulled` what of the frontier one move from the words in `open` of `row` reaches; whether there is any.
fn pull<W: Word, const BYTES: usize>(
    states: &impl Rows<W>,
    steps: &[Step<W>],
    frontier: &Frontier<W>,
    row: usize,
    open: &[u16],
    pulled: &mut [W],
) -> bool {
    let mut any = false;
    let columns = states.columns();
    for m in (0..Move::COUNT).filter(|m| states.moves() >> m & 1 == 1) {
        let (to, s) = states.lead(row, m);
        if frontier.counts[to] == 0 {
            continue;
        }
        if !any {
            pulled.fill(W::default());
            any = true;
        }
        let step = &steps[m * 16 + s];
        let words = &frontier.words[to * columns..][..columns];
        let (from, bits) = (&step.columns[..columns], &*step.bits);
        if frontier.counts[to] < SPARSE {
            for t in open {
                let word = words[usize::from(from[usize::from(*t)])];
                if !word.is_empty() {
                    let pulled = &mut pulled[usize::from(*t)];
                    *pulled = pulled.or(bits.apply::<BYTES>(word));
                }
            }
        } else if open.len() == columns {
            for (pulled, column) in pulled.iter_mut().zip(from) {
                *pulled = pulled.or(bits.apply::<BYTES>(words[usize::from(*column)]));
            }
        } else {
            for t in open {
                let pulled = &mut pulled[usize::from(*t)];
                *pulled = pulled.or(bits.apply::<BYTES>(words[usize::from(from[usize::from(*t)])]));
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

/// Makes what has this code the frontier, in rows of which any were found. Nearer states with the same code are among
/// it, and what stands for none, which does no harm: all that is next to them has its distance.
fn advance<W: Word>(
    code: usize,
    (all, columns): (W, usize),
    threads: usize,
    planes: &[[W; 2]],
    frontier: &mut Frontier<W>,
) {
    let words = frontier.words.chunks_exact_mut(columns).zip(planes.chunks_exact(columns));
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
