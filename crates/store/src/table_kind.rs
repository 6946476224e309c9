//! Kinds of tables: the properties that the store needs of a table, and the functions that fill and open it.
//!
//! Another crate adds a table by implementing [`TableKind`], and [`OpenTable`](crate::OpenTable) for the type of the open table.
//! [`distance_table`](crate::distance_table) does both for small tables of one byte a state.

use std::fmt::Debug;

use cubiform_threads::Threads;

use crate::fill::{Checkpoint, Filling, Watch};

/// The purpose for which a table is built, by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Built at the first use. The small tables of one goal take at most 400 MB together.
    Small,
    /// Built on request. These tables take gigabytes.
    Full,
}

impl Profile {
    /// Returns the name, for users.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Small => "small",
            Profile::Full => "full",
        }
    }
}

/// The number of states at each distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances {
    /// By distance in moves of the table's metric: the number of states.
    pub counts: &'static [u64],
    /// Whether the last number counts the states at that distance or farther.
    pub is_last_or_more: bool,
    /// The origin of the numbers, as text for users.
    pub source: &'static str,
}

/// A table that can be built and kept as a file. Two kinds with the same name share a file.
pub trait TableKind: Debug + Sync {
    /// Returns the name, which is also the stem of the file's name: lower-case letters, digits and hyphens.
    fn name(&self) -> &'static str;
    /// Returns a description of the table's states, one line for users.
    fn description(&self) -> &'static str;
    /// Returns the profile that contains the table, if any.
    fn profile(&self) -> Option<Profile> {
        None
    }
    /// Returns the name under which the table is built together with others, apart from profiles, if any.
    fn set(&self) -> Option<&'static str> {
        None
    }
    /// Returns the number of states stored at each distance, in moves of the table's metric.
    fn histogram(&self) -> &'static [u64];
    /// Returns the known number of states at each distance, also beyond the distances that the table stores.
    fn distances(&self) -> Distances {
        Distances {
            counts: self.histogram(),
            is_last_or_more: false,
            source: "counted when the table is filled; every build compares its own count",
        }
    }
    /// Returns the metric, for instance `HTM`, the half turn metric.
    fn metric(&self) -> &'static str {
        "HTM"
    }
    /// Returns the number of orbits under symmetry at each distance, if a fill counts them.
    fn orbit_counts(&self) -> Option<&'static [u64]> {
        None
    }
    /// Returns the text that identifies the contents in a file, apart from the file format. If it contains
    /// ` numbering N`, a file of a smaller N is outdated and a build replaces it; one of a larger N is kept and refused.
    /// Identity and histogram together must fit the header: about 4 KB, eight bytes a number.
    fn identity(&self) -> String;
    /// Returns the number of entries.
    fn entries(&self) -> u64;
    /// Returns the size of the codes in bytes.
    fn payload(&self) -> u64;
    /// Returns the memory that a fill needs, in bytes.
    fn memory(&self) -> u64;
    /// Returns the size in bytes of the codes of a cancelled fill, or `None` if such a fill cannot be resumed.
    fn checkpoint_bytes(&self) -> Option<u64> {
        None
    }
    /// Fills the table, from the start or from a checkpoint, until it is complete or cancelled. A checkpoint is given
    /// only to kinds with [`checkpoint_bytes`](Self::checkpoint_bytes).
    fn fill(&self, threads: &Threads, watch: &Watch<'_>, from: Option<Checkpoint<'_>>) -> Filling;

    /// Returns the number of states.
    fn states(&self) -> u64 {
        self.histogram().iter().sum()
    }
}
