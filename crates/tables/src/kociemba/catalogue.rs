//! The ball filters of the two phases as tables of the store.
//!
//! They are optional: without them a phase uses a larger exact table.

use crate::counts::tell_fields;
use crate::{COUNTS, counts};
use cubiform_threads::Threads;

use crate::kociemba::ball_filter::{self, BallFilter, KeyCounts};
use crate::kociemba::phase::{self, Phase};
use crate::kociemba::phase1::Phase1;
use crate::kociemba::phase2::Phase2;
use cubiform_store::fill::{Checkpoint, Filling, Watch};
use cubiform_store::table_kind::{Distances, TableKind};
use cubiform_store::{HAS_FILES, OpenTable, TableBytes};

/// The ball filters of one phase of Kociemba's algorithm, as a table that can be built and kept as a file.
#[derive(Debug)]
pub struct PhaseEntry {
    name: &'static str,
    description: &'static str,
    /// The number of keys in each of the two balls.
    keys: KeyCounts,
    /// Number of states by distance in moves (HTM); the last number counts all states that are farther.
    histogram: &'static [u64],
    /// The exact distribution of all states by distance.
    distances: Distances,
    /// Computes the tables of the phase and builds its filters. Returns `None` if it was cancelled.
    fill: fn(&Watch<'_>) -> Option<Filling>,
}

/// The filters of phase 1. The distribution of its distances is known ([Kociemba](http://kociemba.org)).
pub(crate) static PHASE_1: PhaseEntry = PhaseEntry {
    name: "phase-1",
    description: "two-phase: cosets of G1 within 8 moves",
    keys: Phase1::BALL_KEYS,
    histogram: counts!(COUNTS, "phase-1"),
    distances: Distances {
        counts: counts!(COUNTS, "phase-1 distances"),
        is_last_or_more: false,
        source: "counted state by state by the full tests (Phase1::distribution); known since Kociemba",
    },
    fill: |watch| Some(phase::fill_ball_filters(&Phase1::new_until(None, watch.cancel)?, watch)),
};

/// The filters of phase 2.
pub(crate) static PHASE_2: PhaseEntry = PhaseEntry {
    name: "phase-2",
    description: "two-phase: states of G1 within 9 moves",
    keys: Phase2::BALL_KEYS,
    histogram: counts!(COUNTS, "phase-2"),
    distances: Distances {
        counts: counts!(COUNTS, "phase-2 distances"),
        is_last_or_more: false,
        source: "counted state by state by the full tests (g1::distribution); known since Kociemba",
    },
    fill: |watch| Some(phase::fill_ball_filters(&Phase2::new_until(None, watch.cancel)?, watch)),
};

/// The filters of both phases.
pub static PHASES: [&PhaseEntry; 2] = [&PHASE_1, &PHASE_2];

impl OpenTable for PhaseEntry {
    type Table = BallFilter;

    fn table(&self, bytes: TableBytes) -> BallFilter {
        BallFilter::from_bytes(self.keys, &bytes, bytes.file().cloned())
    }
}

impl TableKind for PhaseEntry {
    tell_fields!();

    fn distances(&self) -> Distances {
        self.distances
    }

    fn identity(&self) -> String {
        format!("{} filters of {:?} keys", self.name, self.keys)
    }

    fn entries(&self) -> u64 {
        self.payload() * 8
    }

    fn payload(&self) -> u64 {
        ball_filter::payload_bytes(self.keys)
    }

    fn memory(&self) -> u64 {
        // Peak memory: up to 18 children for each key of the last level that is expanded, four bytes each. Their
        // vectors may have doubled their capacity; the tables of the phase come on top.
        let children = self.keys[0] as u64 * 18 * 4;
        3 * children + (64 << 20)
    }

    fn fill(&self, _: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        if !HAS_FILES {
            return Filling::cancelled();
        }
        (self.fill)(watch).unwrap_or_else(Filling::cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_are_prefixes_of_the_exact_distributions() {
        for entry in PHASES {
            let (last, stored) = entry.histogram.split_last().expect("there are distances");
            let counts = entry.distances().counts;
            assert_eq!(counts[..stored.len()], *stored, "{}", entry.name);
            assert_eq!(counts[stored.len()..].iter().sum::<u64>(), *last, "{}", entry.name);
        }
    }
}
