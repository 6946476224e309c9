//! What the store must know of a table of any kind: what it is, and how to fill it.

use std::fmt::Debug;

use crate::catalogue::{CATALOGUE, Entry, Profile};
use crate::cosets::catalogue::{COSETS, CosetEntry};
use crate::four::catalogue::STAGE_TABLES;
use crate::four::pairs::PAIR_TABLE;
use crate::kociemba::catalogue::PHASES;
use crate::target::fill::{self, Checkpoint, Filling, Watch};
use crate::target::table::{codes, payload_len};

/// The states of a table by distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances {
    /// The number of states at each distance.
    pub counts: &'static [u64],
    /// Whether the last number is that of all states that are at its distance or farther.
    pub is_last_or_more: bool,
    /// Where the numbers come from, for people.
    pub source: &'static str,
}

/// A table that can be built and kept as a file.
pub trait TableKind: Debug + Sync {
    /// Its name: also the stem of its file.
    fn name(&self) -> &'static str;
    /// What its states are, in a line for people.
    fn description(&self) -> &'static str;
    /// The profile that has it, if one has.
    fn profile(&self) -> Option<Profile> {
        None
    }
    /// The name under which it is built together with others, if there is one beside those of profiles.
    fn set(&self) -> Option<&'static str> {
        None
    }
    /// States by distance, in moves of the table's metric.
    fn histogram(&self) -> &'static [u64];
    /// States by distance, as far as it is known: also beyond what the table has.
    fn distances(&self) -> Distances {
        Distances {
            counts: self.histogram(),
            is_last_or_more: false,
            source: "counted when the table is filled; every build compares its own count",
        }
    }
    /// What counts as one move.
    fn metric(&self) -> &'static str {
        "HTM"
    }
    /// States by distance up to symmetry, if a fill counts them.
    fn orbit_counts(&self) -> Option<&'static [u64]> {
        None
    }
    /// What identifies its contents in a file, apart from the format.
    fn identity(&self) -> String;
    /// How many entries it has.
    fn entries(&self) -> u64;
    /// Bytes of its codes.
    fn payload(&self) -> u64;
    /// Bytes of memory that a fill takes.
    fn memory(&self) -> u64;
    /// Bytes of the codes of a fill that was stopped, if one can go on from them.
    fn checkpoint_bytes(&self) -> Option<u64> {
        None
    }
    /// Fills it, until it is done or stopped.
    fn fill(&self, threads: usize, watch: &Watch<'_>, from: Option<Checkpoint<'_>>) -> Filling;

    /// How many states it has.
    fn states(&self) -> u64 {
        self.histogram().iter().sum()
    }
}

impl TableKind for Entry {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.about
    }

    fn profile(&self) -> Option<Profile> {
        Some(self.profile)
    }

    fn histogram(&self) -> &'static [u64] {
        self.histogram
    }

    fn identity(&self) -> String {
        self.identity()
    }

    fn entries(&self) -> u64 {
        codes(self.coordinate())
    }

    fn payload(&self) -> u64 {
        payload_len(self.coordinate())
    }

    fn memory(&self) -> u64 {
        fill::memory(self.coordinate())
    }

    fn checkpoint_bytes(&self) -> Option<u64> {
        Some(fill::checkpoint_len(self.coordinate()))
    }

    fn fill(&self, threads: usize, watch: &Watch<'_>, from: Option<Checkpoint<'_>>) -> Filling {
        fill::run(self.coordinate(), threads, watch, from)
    }
}

/// All tables: those of targets, those of cosets, smallest first, those of the two phases, and those of the stages of the
/// 4x4x4.
pub fn all() -> impl Iterator<Item = &'static dyn TableKind> {
    let targets = CATALOGUE.iter().map(|entry| entry as &'static dyn TableKind);
    let cosets = COSETS.iter().map(|entry: &CosetEntry| entry as &'static dyn TableKind);
    let phases = PHASES.iter().map(|entry| *entry as &'static dyn TableKind);
    let stages = STAGE_TABLES.iter().map(|entry| entry as &'static dyn TableKind);
    let pairs = std::iter::once(&PAIR_TABLE as &'static dyn TableKind);
    targets.chain(cosets).chain(phases).chain(stages).chain(pairs)
}

/// The names under which several tables are built together, beside those of profiles.
pub fn sets() -> Vec<&'static str> {
    let mut sets: Vec<&'static str> = all().filter_map(|table| table.set()).collect();
    sets.dedup();
    sets
}

/// The table of this name.
pub fn named(name: &str) -> Option<&'static dyn TableKind> {
    all().find(|table| table.name() == name)
}
