//! The fill of the table of pairs: breadth-first, a word at a time.
//!
//! A turn multiplies the permutation p from both sides. So no numbering has rows that a turn maps as a whole, as the
//! numberings of [`crate::rows`] have. But a turn maps all bits of a word to one other word. Levels with few words are
//! pushed: each word of the frontier adds its bits to the words that turns lead to. Levels with many words are pulled:
//! each word with unknown bits collects these from the words that turns lead to (the turns are closed under inversion).
//!
//! | data of a word | size |
//! |---|---|
//! | two planes of codes: low and high bits of the distance mod 3, both 1 while unknown | 2 * 16 bits |
//! | frontier: bits at the last distance | 16 bits |
//! | found: bits one turn from these | 16 bits |
//!
//! In a file a word is three bytes: 12 codes of two bits.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::numbering::{BITS, CLASSES, ClassOrder, ORDERS, SYMMETRIES};
use super::{IDENTITY, Pairs, TURNS};
use crate::kociemba::prefetch;
use crate::rows::words::{BitPermutation, digits};
use cubiform_store::fill::{CodeWriter, Filling, Progress, Watch};
use cubiform_threads::Threads;

/// The number of words.
const WORDS: usize = CLASSES * ORDERS;

/// Digits of a permutation of the bits of a word ([`BitPermutation`]).
const DIGITS: usize = digits(BITS);

/// All bits of a word.
const ALL: u16 = (1 << BITS) - 1;

/// The frontier is pushed while it has fewer than `WORDS / PUSH_FRACTION` words.
const PUSH_FRACTION: usize = 12;

/// The number of states: 12! / 2 permutations, 12 bits each.
pub(super) const STATES: u64 = 239_500_800 * BITS as u64;

/// The size of a table, in bytes.
pub(super) const BYTES: u64 = (WORDS * BITS / 4) as u64;

/// The memory that a fill needs, in bytes: four arrays of 16 bits for each word.
pub(super) const MEMORY: u64 = (WORDS * 8) as u64;

/// The codes: planes of the low and of the high bits.
struct CodePlanes {
    low: Vec<u16>,
    high: Vec<u16>,
}

/// By turn and symmetry: the permutation of the bits of a word, and its inverse.
struct BitImages {
    /// Maps bits of a word to those of the word after the turn.
    to: Vec<BitPermutation<u16>>,
    /// Maps bits of the word after the turn to those of the word.
    from: Vec<BitPermutation<u16>>,
}

impl BitImages {
    fn new(permutations: &[[u8; BITS]]) -> BitImages {
        let permutation = |from: &[u8]| {
            let mut permutation = BitPermutation::new(DIGITS);
            permutation.set(from);
            permutation
        };
        let inverse = |to: &[u8; BITS]| {
            let mut from = [0; BITS];
            to.iter().enumerate().for_each(|(bit, to)| from[usize::from(*to)] = bit as u8);
            from
        };
        BitImages {
            to: permutations.iter().map(|to| permutation(&inverse(to))).collect(),
            from: permutations.iter().map(|to| permutation(to)).collect(),
        }
    }
}

/// Fills the table on `threads` threads, until it is complete or cancelled.
pub(super) fn run(pairs: &Pairs, threads: &Threads, watch: &Watch<'_>) -> Filling {
    let numbering = &pairs.numbering;
    let bit_images = BitImages::new(numbering.permutations());
    let mut filled = CodePlanes { low: vec![ALL; WORDS], high: vec![ALL; WORDS] };
    let mut frontier = vec![0u16; WORDS];
    let next_level: Vec<AtomicU16> = (0..WORDS).map(|_| AtomicU16::new(0)).collect();
    let solved = pairs.state(&cubiform_cube::four::Cube4::SOLVED).expect("it is solved");
    let goal = numbering.class_order_after(&IDENTITY, TURNS);
    for equivalent in numbering.equivalent_entries(&numbering.pairs(goal.class, goal.order), goal.class) {
        let bit = numbering.bit(&solved, equivalent.turn_symmetry);
        next_level[equivalent.word()].fetch_or(1 << bit, Relaxed);
    }
    let (mut histogram, mut reached) = (Vec::new(), 0);
    loop {
        let depth = histogram.len();
        let (states, words) =
            commit_level(pairs, depth % 3, threads, &mut filled, &mut frontier, &next_level);
        if watch.cancel.is_cancelled() || states == 0 {
            let complete = states == 0 && !watch.cancel.is_cancelled();
            return Filling::new(histogram, states, complete, Box::new(filled));
        }
        histogram.push(states);
        reached += states;
        let is_pushed = words < WORDS / PUSH_FRACTION;
        let (next_class, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let worker = || {
            loop {
                let class = next_class.fetch_add(1, Relaxed);
                if class >= CLASSES || watch.cancel.is_cancelled() {
                    return;
                }
                let level = Level {
                    pairs,
                    bit_images: &bit_images,
                    filled: &filled,
                    frontier: &frontier,
                    next_level: &next_level,
                };
                let new = if is_pushed { level.push(class) } else { level.pull(class) };
                let done = reached + done.fetch_add(new, Relaxed) + new;
                (watch.report)(Progress { depth: depth + 1, reached: done.min(STATES), states: STATES });
            }
        };
        threads.run(worker);
    }
}

/// The data from which a level is filled.
struct Level<'a> {
    pairs: &'a Pairs,
    bit_images: &'a BitImages,
    filled: &'a CodePlanes,
    /// By word: the bits at the last distance.
    frontier: &'a [u16],
    /// By word: the bits found one turn from the frontier.
    next_level: &'a [AtomicU16],
}

impl Level<'_> {
    /// Returns the bits of a word that have no distance yet.
    #[inline(always)]
    fn unknown(&self, word: usize) -> u16 {
        self.filled.low[word] & self.filled.high[word]
    }

    /// Returns the words that the turns lead to, and prefetches the frontier there.
    #[inline(always)]
    fn children(&self, edges: &super::EdgePermutation) -> [ClassOrder; TURNS] {
        std::array::from_fn(|turn| {
            let child = self.pairs.numbering.class_order_after(edges, turn);
            prefetch(&self.frontier[child.word()]);
            child
        })
    }

    /// Adds the children of the frontier words of a class to `next_level`. Returns 0: new states are counted when the level
    /// is committed.
    fn push(&self, class: usize) -> u64 {
        let numbering = &self.pairs.numbering;
        for order in 0..ORDERS {
            let bits = self.frontier[class * ORDERS + order];
            if bits == 0 {
                continue;
            }
            let edges = numbering.pairs(class, order);
            for child in self.children(&edges) {
                let new = self.bit_images.to[child.turn_symmetry].apply::<DIGITS>(bits)
                    & self.unknown(child.word());
                if new == 0 {
                    continue;
                }
                self.next_level[child.word()].fetch_or(new, Relaxed);
                if numbering.has_stabilizer(child.class) {
                    let child_pairs = numbering.pairs(child.class, child.order);
                    for equivalent in numbering.equivalent_entries(&child_pairs, child.class) {
                        let new = self.bit_images.to[equivalent.turn_symmetry].apply::<DIGITS>(new);
                        self.next_level[equivalent.word()].fetch_or(new, Relaxed);
                    }
                }
            }
        }
        0
    }

    /// Finds the unknown bits of the words of a class that are one turn from the frontier. Returns the number of states
    /// found.
    fn pull(&self, class: usize) -> u64 {
        let numbering = &self.pairs.numbering;
        let mut count = 0;
        for order in 0..ORDERS {
            let word = class * ORDERS + order;
            let unknown = self.unknown(word);
            if unknown == 0 {
                continue;
            }
            let mut new = 0;
            for child in self.children(&numbering.pairs(class, order)) {
                new |= self.bit_images.from[child.turn_symmetry].apply::<DIGITS>(self.frontier[child.word()]);
                if new & unknown == unknown {
                    break;
                }
            }
            self.next_level[word].store(new & unknown, Relaxed);
            count += u64::from((new & unknown).count_ones());
        }
        count * numbering.weight(class)
    }
}

/// Writes the code of the found bits, makes them the frontier, and clears `next_level`. Returns the number of states and of
/// words in the new frontier.
fn commit_level(
    pairs: &Pairs,
    code: usize,
    threads: &Threads,
    filled: &mut CodePlanes,
    frontier: &mut [u16],
    next_level: &[AtomicU16],
) -> (u64, usize) {
    let planes = filled.low.chunks_exact_mut(ORDERS).zip(filled.high.chunks_exact_mut(ORDERS));
    let queue = Mutex::new(
        planes.zip(frontier.chunks_exact_mut(ORDERS)).zip(next_level.chunks_exact(ORDERS)).enumerate(),
    );
    let (states, words) = (AtomicU64::new(0), AtomicUsize::new(0));
    let worker = || {
        loop {
            let next = queue.lock().expect("no worker panics with the lock").next();
            let Some((class, (((low, high), frontier), next_level))) = next else { return };
            let (mut bits, mut count) = (0, 0);
            for i in 0..ORDERS {
                let new = next_level[i].swap(0, Relaxed) & low[i] & high[i];
                frontier[i] = new;
                if new != 0 {
                    low[i] &= if code == 1 { u16::MAX } else { !new };
                    high[i] &= if code == 2 { u16::MAX } else { !new };
                    bits += u64::from(new.count_ones());
                    count += 1;
                }
            }
            states.fetch_add(bits * pairs.numbering.weight(class), Relaxed);
            words.fetch_add(count, Relaxed);
        }
    };
    threads.run(worker);
    (states.into_inner(), words.into_inner())
}

impl CodeWriter for CodePlanes {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(3 * ORDERS);
        for (low, high) in self.low.chunks_exact(ORDERS).zip(self.high.chunks_exact(ORDERS)) {
            bytes.clear();
            for (low, high) in low.iter().zip(high) {
                let spread =
                    |bits: u16| (0..BITS).fold(0u32, |all, i| all | u32::from(bits >> i & 1) << (2 * i));
                bytes.extend_from_slice(&(spread(*low) | spread(*high) << 1).to_le_bytes()[..3]);
            }
            out.write_all(&bytes)?;
        }
        out.flush()
    }
}

const _: () = assert!(BITS * 2 == 24 && SYMMETRIES == 8, "a word has three bytes");
