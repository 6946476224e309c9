//! Counts of all states by the shortest stage over a set of bottom colours. They take minutes to hours, so
//! [`cubiform_stats::distribution::known()`] has their results.
//!
//! * [`crosses`]: the cross and the pseudo cross, over all states of the twelve edges.
//! * [`best_slot`]: the cross and the best of its four slots, over the first two layers or the whole cube; its hardest states.
//! * [`axes`]: EO and DR along the best of the three axes, over the whole cube.
//! * [`pieces`]: a folder of the pieces of a count that takes hours.
//! * [`arguments`]: what the programs share on their command lines.

pub mod arguments;
pub mod axes;
pub mod best_slot;
mod cross_distances;
pub mod crosses;
mod flips;
mod parts;
pub mod pieces;
mod placement_classes;
#[cfg(test)]
mod random_for_tests;

use cubiform_stats::distribution::StateCounts;
use cubiform_threads::CancelToken;

/// Progress and cancellation of a count.
pub struct Watch<'a> {
    /// Cancels the count when set.
    pub cancel: &'a CancelToken,
    /// Called repeatedly, from any thread, with the number of parts done and of all parts. Parts take about the same
    /// time each.
    pub report: &'a (dyn Fn(u64, u64) + Sync),
}

impl Watch<'static> {
    /// Returns a watch without reports and without cancellation.
    pub fn quiet() -> Watch<'static> {
        static NEVER: CancelToken = CancelToken::never();
        Watch { cancel: &NEVER, report: &|_, _| {} }
    }
}

/// Returns the counts of the distances, from 0, given the numbers of states that are at least 0, 1, 2, ... moves away.
///
/// # Panics
/// If there are no states, or a number exceeds the one before it.
pub(crate) fn counts_of_thresholds(at_least: &[u128]) -> StateCounts {
    let mut counts: Vec<u128> = at_least.windows(2).map(|pair| pair[0] - pair[1]).collect();
    counts.extend(at_least.last());
    StateCounts::new(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_become_counts_beyond_64_bits() {
        let cube = 43_252_003_274_489_856_000;
        let counts = counts_of_thresholds(&[cube, cube - 1, 7, 7, 0, 0]);
        assert_eq!(counts.counts(), [1, cube - 8, 0, 7]);
        assert_eq!((counts.total(), counts.median()), (cube, 1.0));
    }
}
