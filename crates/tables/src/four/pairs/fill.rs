//! The fill of the table of pairs: breadth-first, a word at a time.
//!
//! A turn multiplies the permutation p from both sides. So no numbering has rows that a turn maps as a whole, as the
//! numberings of [`crate::rows`] have. But a turn maps all bits of a word to one other word. Levels with few words are
//! pushed: each word of the frontier adds its bits to the words that turns lead to. Levels with many words are pulled:
//! each word with unknown bits collects these from the words that turns lead to (the turns are closed under inversion).
//!
//! | data of a word | size |
//! |---|---|
//! | two planes of codes: low and high bits of the distance mod 3, both 1 while unknown ([`row_fill`]) | 2 * 16 bits |
//! | frontier: bits at the last distance | 16 bits |
//! | found: bits one turn from these | 16 bits |
//!
//! In a file a word is three bytes: 12 codes of two bits.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize};

use super::numbering::{BITS, CLASSES, ClassOrder, ORDERS, SYMMETRIES};
use super::{IDENTITY, Pairs, TURNS};
use crate::kociemba::prefetch;
use crate::levels::row_fill::{self, PackedRows, Planes, Shape, set_code};
use crate::levels::{Count, Counts, Crew, Levels};
use crate::rows::{BitPermutation, digits};
use cubiform_store::fill::{Filling, Watch};
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

/// The size of a table: a row for each class.
pub(super) const SHAPE: Shape = Shape { rows: CLASSES, words: ORDERS, bits: BITS, align: 1 };

/// The memory that a fill needs, in bytes: four arrays of 16 bits for each word.
pub(super) const MEMORY: u64 = (WORDS * 8) as u64;

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
    let mut fill = PairFill {
        pairs,
        bit_images: BitImages::new(&numbering.permutations),
        planes: vec![[ALL; 2]; WORDS],
        frontier: vec![0u16; WORDS],
        frontier_words: 0,
        next_level: (0..WORDS).map(|_| AtomicU16::new(0)).collect(),
    };
    let solved = pairs.state(&cubiform_cube::four::Cube4::SOLVED).expect("it is solved");
    let goal = numbering.class_order_after(&IDENTITY, TURNS);
    for equivalent in numbering.equivalent_entries(&numbering.pairs(goal.class, goal.order), goal.class) {
        let bit = numbering.bit(&solved, equivalent.turn_symmetry);
        fill.next_level[equivalent.word()].fetch_or(1 << bit, Relaxed);
    }
    let goals = fill.commit_level(0, &Crew::new(threads, watch));
    let mut counts = Counts { levels: vec![goals], ..Counts::default() };
    counts.fill(&mut fill, threads, watch);
    counts.filling(PackedRows { planes: fill.planes, shape: SHAPE })
}

/// A fill in progress.
struct PairFill<'a> {
    pairs: &'a Pairs,
    bit_images: BitImages,
    planes: Vec<Planes<u16>>,
    /// By word: the bits at the last distance.
    frontier: Vec<u16>,
    /// The number of words that have such bits.
    frontier_words: usize,
    /// By word: the bits found one turn from the frontier.
    next_level: Vec<AtomicU16>,
}

impl Levels for PairFill<'_> {
    fn states(&self) -> u64 {
        STATES
    }

    /// Does nothing: committing a level makes it the frontier.
    fn advance(&mut self, _: usize, _: &Crew<'_>) {}

    fn find(&mut self, depth: usize, crew: &Crew<'_>) -> Count {
        let is_pushed = self.frontier_words < WORDS / PUSH_FRACTION;
        let find = |class, _: &mut ()| if is_pushed { self.push(class) } else { self.pull(class) };
        crew.each(0..CLASSES, || (), find);
        self.commit_level(depth % 3, crew)
    }
}

impl PairFill<'_> {
    /// Returns the bits of a word that have no distance yet.
    #[inline(always)]
    fn unknown(&self, word: usize) -> u16 {
        row_fill::unvisited(&self.planes[word])
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

    /// Writes the code of the found bits, makes them the frontier, and clears `next_level`. Returns the number of states in
    /// the new frontier.
    fn commit_level(&mut self, code: usize, crew: &Crew<'_>) -> Count {
        let words = self.planes.chunks_exact_mut(ORDERS).zip(self.frontier.chunks_exact_mut(ORDERS));
        let words = words.zip(self.next_level.chunks_exact(ORDERS)).enumerate();
        let (states, frontier_words) = (AtomicU64::new(0), AtomicUsize::new(0));
        type Words<'a> = ((&'a mut [Planes<u16>], &'a mut [u16]), &'a [AtomicU16]);
        let commit = |(class, ((planes, frontier), next_level)): (usize, Words<'_>), _: &mut ()| {
            let (mut bits, mut count) = (0, 0);
            for ((planes, frontier), next) in planes.iter_mut().zip(frontier).zip(next_level) {
                let new = next.swap(0, Relaxed) & row_fill::unvisited(planes);
                *frontier = new;
                if new != 0 {
                    set_code(planes, new, code);
                    bits += u64::from(new.count_ones());
                    count += 1;
                }
            }
            states.fetch_add(bits * self.pairs.numbering.weight(class), Relaxed);
            frontier_words.fetch_add(count, Relaxed);
            0
        };
        crew.each(words, || (), commit);
        self.frontier_words = frontier_words.into_inner();
        Count { states: states.into_inner(), orbits: 0 }
    }
}

const _: () = assert!(BITS * 2 == 24 && SYMMETRIES == 8, "a word has three bytes");
