//! Bloom filters of the states at the two distances beyond an exact table.
//!
//! An [`ExactTable`](crate::kociemba::ExactTable) of radius `r` holds all states within `r` moves of a phase's goal.
//! The states within `r + 1` and `r + 2` moves are too many for such a table. A [`BallFilter`] has a Bloom filter of
//! each of the two balls: a state that filter 0 excludes has distance at least `r + 2`, one that filter 1 excludes at
//! least `r + 3`.
//!
//! The payload of a table file is the words of filter 0, then those of filter 1, little-endian. Filter `i` has
//! `ceil(keys[i] * BITS_PER_KEY[i] / 64)` words.

use std::io::{self, Write};
use std::sync::Arc;

use crate::kociemba::bloom::BlockedBloomFilter;
use cubiform_store::TableFile;
use cubiform_store::fill::{CodeWriter, Filling, Progress, Watch};

/// Bits for each key, by filter. The second filter has ten times (phase 1) or five times (phase 2) as many keys; most
/// queried keys are not among them, so that fewer bits suffice.
const BITS_PER_KEY: [usize; 2] = [8, 6];

/// Bloom filters of the balls of radius `r + 1` and `r + 2`, where `r` is the radius of the phase's
/// [`ExactTable`](crate::kociemba::ExactTable).
#[derive(Debug)]
pub struct BallFilter {
    /// `filters[i]` contains all states within `radius + 1 + i` moves of the goal.
    pub(crate) filters: [BlockedBloomFilter; 2],
    /// The file that the filters were read from, if any: keeps it in the list of open tables.
    _file: Option<Arc<TableFile>>,
}

/// Number of leading bits of a key that select its bucket while a level is sorted.
const BUCKET_BITS: u32 = 12;

/// The number of keys in each of the two balls.
pub(crate) type KeyCounts = [usize; 2];

/// Returns the number of words of each filter.
fn word_counts(keys: KeyCounts) -> [usize; 2] {
    std::array::from_fn(|i| (keys[i] * BITS_PER_KEY[i]).div_ceil(64))
}

/// Returns the size of both filters in a file, in bytes.
pub(crate) fn payload_bytes(keys: KeyCounts) -> u64 {
    8 * word_counts(keys).iter().sum::<usize>() as u64
}

impl BallFilter {
    /// Reads the filters that [`fill`] wrote.
    ///
    /// # Panics
    /// If `codes` does not have the length of filters of `keys`.
    pub(crate) fn from_bytes(keys: KeyCounts, codes: &[u8], file: Option<Arc<TableFile>>) -> BallFilter {
        assert_eq!(codes.len() as u64, payload_bytes(keys), "filters of these numbers of keys");
        let (first, second) = codes.split_at(word_counts(keys)[0] * 8);
        BallFilter {
            filters: [BlockedBloomFilter::from_bytes(first), BlockedBloomFilter::from_bytes(second)],
            _file: file,
        }
    }
}

impl CodeWriter for BallFilter {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.filters.iter().try_for_each(|filter| filter.write(out))
    }
}

/// Finds all keys within `radius + 2` moves of the goal, key 0, breadth-first, and builds the filters.
///
/// `states(key)` is the number of states that a key stands for, `all` the number of all states. `expand` is as for
/// [`ExactTable::fill`](crate::kociemba::ExactTable::fill). The histogram has a last number for all states that are
/// farther than `radius + 2` moves.
///
/// # Panics
/// If the numbers of keys found are not `keys`.
pub(crate) fn fill(
    radius: u8,
    keys: KeyCounts,
    all: u64,
    watch: &Watch<'_>,
    states: impl Fn(u32) -> u64,
    expand: impl Fn(u32, &mut Vec<(u32, u8)>),
) -> Filling {
    let mut filters = word_counts(keys).map(BlockedBloomFilter::new);
    let (mut previous, mut frontier) = (Vec::new(), vec![0u32]);
    let (mut histogram, mut key_counts) = (vec![states(0)], vec![1]);
    let mut children = Vec::new();
    filters.iter_mut().for_each(|filter| filter.insert(0));
    for distance in 1..=radius + 2 {
        let reached = histogram.iter().sum();
        (watch.report)(Progress { depth: distance.into(), reached, states: all });
        // Keys are sorted by bucket: each bucket is sorted quickly, and cancellation is checked between buckets.
        let is_cancelled = || watch.cancel.is_cancelled();
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); 1 << BUCKET_BITS];
        for keys in frontier.chunks(1 << 10) {
            if is_cancelled() {
                return Filling::cancelled();
            }
            keys.iter().for_each(|key| expand(*key, &mut children));
            children
                .drain(..)
                .for_each(|(key, _)| buckets[(key >> (u32::BITS - BUCKET_BITS)) as usize].push(key));
        }
        let mut next = Vec::new();
        // A move changes the distance by at most one: a child that was visited before is in the current or the previous
        // level. Both are sorted, as the buckets are.
        let mut visited = [&previous, &frontier].map(|keys| keys.iter().peekable());
        let mut count = 0;
        for mut bucket in buckets {
            if is_cancelled() {
                return Filling::cancelled();
            }
            bucket.sort_unstable();
            bucket.dedup();
            for visited in &mut visited {
                bucket.retain(|key| {
                    while visited.next_if(|visited| *visited < key).is_some() {}
                    visited.peek() != Some(&key)
                });
            }
            for (i, filter) in filters.iter_mut().enumerate() {
                if usize::from(distance) <= usize::from(radius) + 1 + i {
                    bucket.iter().for_each(|key| filter.insert(*key));
                }
            }
            count += bucket.iter().map(|key| states(*key)).sum::<u64>();
            next.extend(bucket);
        }
        histogram.push(count);
        key_counts.push(next.len());
        (previous, frontier) = (frontier, next);
    }
    let within = |distance: u8| key_counts[..=usize::from(distance)].iter().sum::<usize>();
    assert_eq!([within(radius + 1), within(radius + 2)], keys, "the expected numbers of keys");
    histogram.push(all - histogram.iter().sum::<u64>());
    Filling::complete(histogram, BallFilter { filters, _file: None })
}
