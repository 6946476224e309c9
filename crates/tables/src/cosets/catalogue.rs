//! The catalogue of coset tables: names, sizes and histograms.

use std::sync::{Arc, OnceLock};

use crate::counts::tell_fields;
use crate::{COUNTS, counts};
use cubiform_threads::Threads;

use super::coordinate::{NUMBERING, shape};
use super::{CornerCosetKind, CosetCoordinate, CosetTable, fill};
use cubiform_store::fill::{Checkpoint, Filling, Watch};
use cubiform_store::table_kind::{Distances, TableKind};
use cubiform_store::{HAS_FILES, OpenTable, TableBytes};

/// A coset table that can be built.
#[derive(Debug)]
pub struct CosetEntry {
    /// The name, which is also the stem of its file's name.
    pub name: &'static str,
    /// A description of its states, one line for users.
    pub description: &'static str,
    /// The kind of its corner cosets.
    pub kind: CornerCosetKind,
    /// The number of cosets by distance in half turn metric. The last number counts all that are at least as far.
    pub histogram: &'static [u64],
    coordinate: OnceLock<Arc<CosetCoordinate>>,
}

/// A [`CosetEntry`]: kind of the corner cosets, name and description.
macro_rules! entry {
    ($kind:ident, $name:literal, $description:literal) => {
        CosetEntry {
            name: $name,
            description: $description,
            kind: CornerCosetKind::$kind,
            histogram: counts!(COUNTS, $name),
            coordinate: OnceLock::new(),
        }
    };
}

/// All coset tables, smallest first.
///
/// The histograms were counted by `fill`. The same fill reproduces the known distances of phase 1 for the cosets of
/// G1.
pub static COSETS: [CosetEntry; 3] = [
    entry!(Parity, "optimal-small", "cosets: flips, slice, twists, parity of the corners"),
    entry!(Tetrads, "optimal-medium", "cosets: flips, slice, twists, tetrads of the corners"),
    entry!(Pairings, "optimal-large", "cosets: flips, slice, twists, pairings of the corners"),
];

impl CosetEntry {
    /// Returns the entry of this name.
    pub fn named(name: &str) -> Option<&'static CosetEntry> {
        COSETS.iter().find(|entry| entry.name == name)
    }

    /// Returns the numbering of its cosets, computed at the first call.
    pub(crate) fn coordinate(&self) -> &Arc<CosetCoordinate> {
        self.coordinate.get_or_init(|| Arc::new(CosetCoordinate::new(self.kind)))
    }
}

impl OpenTable for CosetEntry {
    type Table = CosetTable;

    fn table(&self, bytes: TableBytes) -> CosetTable {
        CosetTable::new(self.coordinate(), bytes)
    }
}

impl TableKind for CosetEntry {
    tell_fields!();

    fn distances(&self) -> Distances {
        Distances {
            counts: self.histogram,
            is_last_or_more: true,
            source: "counted when the table is filled; the table stores no greater distances",
        }
    }

    fn identity(&self) -> String {
        format!(
            "{} cosets of flips slice twists corners {} numbering {NUMBERING}",
            self.name,
            self.kind.name()
        )
    }

    fn entries(&self) -> u64 {
        shape(self.kind).entries()
    }

    fn payload(&self) -> u64 {
        shape(self.kind).bytes()
    }

    fn memory(&self) -> u64 {
        fill::memory(self.kind)
    }

    fn fill(&self, threads: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        if !HAS_FILES {
            return Filling::cancelled();
        }
        fill::run(self.coordinate(), threads, watch)
    }
}
