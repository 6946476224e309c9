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

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use crate::kociemba::catalogue::{PHASE_1, PHASE_2};
    use crate::kociemba::phase::Phase as _;
    use crate::kociemba::phase1::{Coset, Phase1};
    use crate::kociemba::phase2::Phase2;
    use cubiform_cube::{Move, random};
    use cubiform_store::{Observer, Store};
    use cubiform_threads::Threads;

    /// A folder with the filters of both phases. The build compares their counts with the known ones.
    static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), &Threads::new(2));
        assert!(store.build(&PHASE_1, &Observer::quiet()).unwrap());
        assert!(store.build(&PHASE_2, &Observer::quiet()).unwrap());
        folder
    });

    fn store() -> Store {
        Store::new(FOLDER.path(), &Threads::new(2))
    }

    #[test]
    fn phase_1_filters_contain_all_cosets_within_eight_moves_and_few_others() {
        let with = Phase1::new(store().load(&PHASE_1, &Observer::quiet()).unwrap());
        let without = Phase1::new(None);
        assert_eq!(
            (with.exact_table().radius(), with.ball_filters().len(), without.exact_table().radius()),
            (6, 2, 7)
        );
        // All cosets within seven moves; a move farther for the second filter.
        for (key, entry) in without.exact_table().iter().step_by(97) {
            assert!(entry.distance < 7 || with.ball_filters()[0].may_contain(key));
            assert!(with.ball_filters()[1].may_contain(key));
        }
        let mut passed = [0; 2];
        let mut near_count = 0;
        for cube in random::states(3).take(20_000) {
            let coset = Coset::from_cube(&cube);
            let (key, _) = with.key(coset);
            for m in Move::all().step_by(5) {
                assert_eq!(with.key_after(coset, m.index()), with.key(with.turn(coset, m.index())));
            }
            let lower_bound = with.lower_bound(coset);
            if let Some(entry) = without.entry(coset) {
                near_count += 1;
                assert!(lower_bound <= entry.distance && lower_bound >= entry.distance.min(7));
            }
            for (count, filter) in passed.iter_mut().zip(with.ball_filters()) {
                *count += u32::from(filter.may_contain(key));
            }
        }
        // 0.6 and 6.2 % of all states are within seven and eight moves; false positives come on top.
        assert!((60..200).contains(&near_count), "{near_count}");
        assert!((400..1200).contains(&passed[0]) && (1800..3000).contains(&passed[1]), "{passed:?}");
    }

    #[test]
    fn phase_2_filters_contain_all_states_within_nine_moves_and_few_others() {
        let with = Phase2::new(store().load(&PHASE_2, &Observer::quiet()).unwrap());
        let without = Phase2::new(None);
        for (key, entry) in without.exact_table().iter().step_by(41) {
            assert!(entry.distance < 8 || with.ball_filters()[0].may_contain(key));
            assert!(with.ball_filters()[1].may_contain(key));
        }
        let foreign = (0..40_000u32).map(|i| i.wrapping_mul(0x9e37_79b1) >> 3);
        let passed = foreign.filter(|key| with.ball_filters()[1].may_contain(*key)).count();
        assert!(passed < 4000, "{passed}");
    }

    #[test]
    fn opening_a_damaged_filter_file_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("phase-2.cubiform");
        let mut bytes = std::fs::read(store().path(&PHASE_2)).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let error =
            Store::new(folder.path(), &Threads::new(1)).load(&PHASE_2, &Observer::quiet()).unwrap_err();
        assert!(error.to_string().contains("phase-2"), "{error}");
        assert!(
            Store::new(folder.path(), &Threads::new(1)).load(&PHASE_1, &Observer::quiet()).unwrap().is_none()
        );
    }
}
