//! The states a move and two beyond those of which a phase knows all: too many for a table, few enough for filters.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::kociemba::bloom::BlockedBloomFilter;
use crate::store::table_file::TableFile;
use crate::target::fill::{CodeWriter, Filling, Progress, Watch};

/// Bits a key of the filters of those within a move, and within two moves: the latter are ten times as many, and most of
/// what is asked about is not among them.
const BITS_PER_KEY: [usize; 2] = [8, 6];

/// Filters of the states within a move more, and within two, than the radius of a phase's [`crate::whole::Near`].
#[derive(Debug)]
pub struct BallFilter {
    filters: [BlockedBloomFilter; 2],
    /// The file that they were read from, if they come from one.
    file: Option<Arc<TableFile>>,
}

/// The first bits of keys by which they are sorted in buckets.
const BUCKET_BITS: u32 = 12;

/// How many keys there are within a move more, and within two.
pub(crate) type KeyCounts = [usize; 2];

/// How many words the filters have.
fn word_counts(keys: KeyCounts) -> [usize; 2] {
    std::array::from_fn(|i| (keys[i] * BITS_PER_KEY[i]).div_ceil(64))
}

/// How many bytes they have.
pub(crate) const fn payload_bytes(keys: KeyCounts) -> u64 {
    let mut bytes = 0;
    let mut i = 0;
    while i < keys.len() {
        bytes += (keys[i] * BITS_PER_KEY[i]).div_ceil(64) * 8;
        i += 1;
    }
    bytes as u64
}

impl BallFilter {
    /// Those that [`fill`] wrote.
    ///
    /// # Panics
    /// If the length is not that of the filters of so many keys.
    pub(crate) fn from_bytes(keys: KeyCounts, codes: &[u8], file: Option<Arc<TableFile>>) -> BallFilter {
        assert_eq!(codes.len() as u64, payload_bytes(keys), "filters of these numbers of keys");
        let (first, second) = codes.split_at(word_counts(keys)[0] * 8);
        BallFilter {
            filters: [BlockedBloomFilter::from_bytes(first), BlockedBloomFilter::from_bytes(second)],
            file,
        }
    }

    /// By how many moves they are beyond, less one.
    pub fn filters(&self) -> &[BlockedBloomFilter] {
        &self.filters
    }

    /// The file that they were read from, if they come from one.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        self.file.as_ref()
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        self.filters.iter().map(BlockedBloomFilter::bytes).sum()
    }
}

impl CodeWriter for BallFilter {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.filters.iter().try_for_each(|filter| filter.write(out))
    }
}

/// A fill that was cancelled previous it began.
pub(crate) fn empty_filling(keys: KeyCounts) -> Filling {
    Filling::new(
        Vec::new(),
        0,
        false,
        Box::new(BallFilter { filters: word_counts(keys).map(|_| BlockedBloomFilter::new(0)), file: None }),
    )
}

/// Finds all states within `radius + 2` moves of the one of key 0, a frontier at a time, and makes filters of the last two
/// levels with all previous them. `states(key)` is how many a key stands for, `expand` as of
/// [`crate::whole::Near::fill`], `all` how many states there are: the last of the histogram is that of all that are
/// farther.
///
/// # Panics
/// If there are other numbers of keys than `keys`.
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
        // In buckets by their first bits, each of which is soon sorted: between them it looks whether it is cancelled.
        let is_cancelled = || watch.cancel.load(Ordering::Relaxed);
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); 1 << BUCKET_BITS];
        for keys in frontier.chunks(1 << 10) {
            if is_cancelled() {
                return Filling::new(histogram, 0, false, Box::new(BallFilter { filters, file: None }));
            }
            keys.iter().for_each(|key| expand(*key, &mut children));
            children
                .drain(..)
                .for_each(|(key, _)| buckets[(key >> (u32::BITS - BUCKET_BITS)) as usize].push(key));
        }
        let mut next = Vec::new();
        // A move changes the distance by at most one.
        let mut visited = [&previous, &frontier].map(|keys| keys.iter().peekable());
        let mut count = 0;
        for mut bucket in buckets {
            if is_cancelled() {
                return Filling::new(histogram, 0, false, Box::new(BallFilter { filters, file: None }));
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
    assert_eq!([within(radius + 1), within(radius + 2)], keys, "the known numbers of keys");
    histogram.push(all - histogram.iter().sum::<u64>());
    Filling::new(histogram, 0, true, Box::new(BallFilter { filters, file: None }))
}
