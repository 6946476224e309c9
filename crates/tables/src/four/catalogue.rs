//! The tables of the stages: names, sizes and histograms.

use crate::counts::tell_fields;
use crate::{COUNTS, counts};
use cubiform_cube::four::Metric;
use cubiform_threads::Threads;

use super::stages::{FIVE_STAGES, FOR_OUTER_BLOCKS};
use super::{Stage, StageTable, table};
use crate::rows::Shape;
use cubiform_store::fill::{Checkpoint, Filling, Watch};
use cubiform_store::{HAS_FILES, OpenTable, TableBytes, TableKind};

/// The version of the numbering, part of the identity of a table's file.
const NUMBERING: u32 = 1;

/// The table of a stage in one metric, as a table that can be built and kept as a file.
#[derive(Debug)]
pub struct StageEntry {
    /// The name, also the stem of the file.
    pub name: &'static str,
    /// A description of its states in one line, for users.
    pub description: &'static str,
    /// The number of the stage in its chain, from 1.
    pub stage: usize,
    /// The metric of the distances.
    pub metric: Metric,
    /// Number of states by distance.
    pub histogram: &'static [u64],
    /// Number of states by distance, up to the symmetries of the stage.
    pub orbits: &'static [u64],
}

/// A [`StageEntry`]: metric, stage, name and description.
macro_rules! entry {
    ($metric:ident, $stage:literal, $name:literal, $description:literal) => {
        StageEntry {
            name: $name,
            description: $description,
            stage: $stage,
            metric: Metric::$metric,
            histogram: counts!(COUNTS, $name),
            orbits: counts!(COUNTS, concat!($name, " orbits")),
        }
    };
}

/// All tables: those in slice turns, then in block turns, then in outer-block turns, each by stage.
///
/// The histograms and orbit counts in slice turns are those of the published description of the five-stage method; the
/// others were counted by the fill.
pub(crate) static STAGE_TABLES: [StageEntry; 12] = [
    entry!(Slice, 1, "444-slice-1", "4x4x4, slice turns: corners' twists, wings of u and d to their layers"),
    entry!(Slice, 2, "444-slice-2", "4x4x4, slice turns: centres of F and B, order of the wings of u and d"),
    entry!(
        Slice,
        3,
        "444-slice-3",
        "4x4x4, slice turns: centres of L and R, kinds and parity of the other wings"
    ),
    entry!(Slice, 4, "444-slice-4", "4x4x4, slice turns: centres of U and D, orders of corners and wings"),
    entry!(Slice, 5, "444-slice-5", "4x4x4, slice turns: the rest, by half turns"),
    entry!(Block, 1, "444-block-1", "4x4x4, block turns: corners' twists, wings of u and d to their layers"),
    entry!(Block, 2, "444-block-2", "4x4x4, block turns: centres of F and B, order of the wings of u and d"),
    entry!(
        Block,
        3,
        "444-block-3",
        "4x4x4, block turns: centres of L and R, kinds and parity of the other wings"
    ),
    entry!(Block, 4, "444-block-4", "4x4x4, block turns: centres of U and D, orders of corners and wings"),
    entry!(Block, 5, "444-block-5", "4x4x4, block turns: the rest, by half turns"),
    entry!(OuterBlock, 1, "444-outer-1", "4x4x4, outer-block turns: centres of F and B to their axis"),
    entry!(
        OuterBlock,
        2,
        "444-outer-2",
        "4x4x4, outer-block turns: the other centres to their axes, parity of the wings"
    ),
];

impl StageEntry {
    /// Returns the tables in a metric, by stage: five in slice turns, five in block turns, two in outer-block turns.
    pub fn for_metric(metric: Metric) -> &'static [StageEntry] {
        match metric {
            Metric::Slice => &STAGE_TABLES[..5],
            Metric::Block => &STAGE_TABLES[5..10],
            Metric::OuterBlock => &STAGE_TABLES[10..],
        }
    }

    /// Returns the stage: one of the stages for outer-block turns if that is the metric, else one of the five.
    pub(crate) fn stage(&self) -> &'static Stage {
        if self.metric == Metric::OuterBlock { Stage::outer(self.stage) } else { Stage::get(self.stage) }
    }

    fn shape(&self) -> Shape {
        let chain = if self.metric == Metric::OuterBlock { FOR_OUTER_BLOCKS } else { FIVE_STAGES };
        chain.shapes[self.stage - 1]
    }
}

impl OpenTable for StageEntry {
    type Table = StageTable;

    /// Computes the data of the stage at its first use.
    fn table(&self, bytes: TableBytes) -> StageTable {
        StageTable::new(self.name, self.stage(), self.metric, bytes)
    }
}

impl TableKind for StageEntry {
    tell_fields!();

    fn set(&self) -> Option<&'static str> {
        Some(&self.name[..self.name.len() - "-1".len()])
    }

    fn metric(&self) -> &'static str {
        ["SST", "BTM", "OBTM"][self.metric as usize]
    }

    fn orbit_counts(&self) -> Option<&'static [u64]> {
        Some(self.orbits)
    }

    fn identity(&self) -> String {
        format!("{} numbering {NUMBERING}", self.name)
    }

    fn entries(&self) -> u64 {
        self.shape().entries()
    }

    fn payload(&self) -> u64 {
        self.shape().bytes()
    }

    fn memory(&self) -> u64 {
        table::memory(self.shape())
    }

    fn fill(&self, threads: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        if !HAS_FILES {
            return Filling::cancelled();
        }
        table::run(self.stage(), self.metric, threads, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_the_expected_names_metrics_and_sizes() {
        for (metric, name, stages) in [
            (Metric::Slice, "444-slice", 5),
            (Metric::Block, "444-block", 5),
            (Metric::OuterBlock, "444-outer", 2),
        ] {
            let entries = StageEntry::for_metric(metric);
            assert!(entries.iter().map(|entry| entry.stage).eq(1..=stages));
            for entry in entries {
                assert_eq!((entry.metric, entry.set()), (metric, Some(name)));
                assert_eq!(entry.name, format!("{name}-{}", entry.stage));
                assert!(entry.memory() <= 2_500_000_000);
            }
            let bytes: u64 = entries.iter().map(|entry| entry.payload()).sum();
            assert!(bytes <= 900_000_000, "{bytes}");
        }
    }

    /// Orbits are counted by Burnside's lemma over all columns of all rows, without a fill.
    #[test]
    fn histograms_sum_to_the_states_and_orbit_counts_to_the_orbits() {
        for entry in &STAGE_TABLES {
            let stage = entry.stage();
            assert_eq!(entry.states(), stage.states(), "{}", entry.name);
            assert_eq!(entry.orbits.iter().sum::<u64>(), stage.orbit_count(), "{}", entry.name);
            assert_eq!(entry.orbits.len(), entry.histogram.len());
            let goals: u64 = stage.goals.iter().map(|goal| stage.classes.size(goal.row)).sum();
            assert_eq!(goals, entry.histogram[0], "{}", entry.name);
        }
    }
}
