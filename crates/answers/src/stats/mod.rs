//! Statistics of analysed scrambles, optionally by group, and comparisons between samples and goals.
//!
//! A front end opens the [`read::Analysis`] of its files or texts; a [`Summary`] reads it, and its [`Document`] has the tables
//! of measures.

#[cfg(feature = "arrow")]
pub mod arrow;
pub mod fair;
pub mod goal_comparison;
pub mod group;
pub mod labels;
mod operation;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod parts;
pub mod read;
mod request;
mod scrambles;
mod table;
mod texts;

use cubiform_stats::fairness::Settings;
use cubiform_stats::{Sample, Subset};

use crate::Error;
use crate::rows::read::AnalysisRow;

use goal_comparison::GoalComparison;
use group::{GroupColumns, Groups};
use read::Analysis;

pub use request::{StatsQuestion, StatsRequest};
pub use scrambles::{Progress, ScrambleAnalysis};
pub use table::{Document, Object, Table, Value, flatten};
pub use texts::StatsAnswer;

/// The parameters of statistics apart from the samples.
#[derive(Clone, Debug, Default)]
pub struct StatsOptions {
    /// The colour sets; the common ones by default.
    pub sets: Option<Vec<Subset>>,
    /// The columns by which rows are grouped.
    pub by: Option<GroupColumns>,
    /// The settings of the test of fairness, if it is wanted.
    pub fair: Option<Settings>,
}

impl StatsOptions {
    /// Returns the colour sets of a summary.
    pub fn sets(&self) -> &[Subset] {
        self.sets.as_deref().unwrap_or(&Subset::COMMON)
    }
}

/// The statistics of a sample, of its groups, and of what it is compared with.
pub struct Summary {
    /// The sample.
    pub sample: Sample,
    /// The groups by name, if rows are grouped.
    pub groups: Vec<(String, Sample)>,
    /// The sample that it is compared with.
    pub against: Option<Sample>,
    /// The comparison of both samples.
    pub comparison: Option<Table>,
    /// The comparison with other goals.
    pub beside: Option<Table>,
}

impl Summary {
    /// Reads the samples and the other goals. `each` is called with the rows of the first sample.
    ///
    /// # Errors
    /// If rows cannot be read, or the samples cannot be compared.
    pub fn read(
        samples: &mut Analysis,
        goals: &mut GoalComparison,
        options: &StatsOptions,
        mut each: impl FnMut(&AnalysisRow),
    ) -> Result<Summary, Error> {
        let sets = options.sets();
        if let Some(by) = &options.by {
            samples.group_by(by.clone())?;
        }
        let mut sample = Sample::with_sets(samples.stages().to_vec(), sets);
        let mut groups = options.by.clone().map(|by| Groups::new(by, sample.clone()));
        while let Some((row, of_row)) = samples.next_row()? {
            goals.add_row(row, sample.add(&row.lengths))?;
            if let Some(groups) = &mut groups {
                groups.sample(&of_row[0])?.add(&row.lengths);
            }
            each(row);
        }
        let groups = groups.map(Groups::finish).transpose()?.unwrap_or_default();
        let against = samples.against(sets)?;
        let comparison = against.as_ref().map(|other| parts::comparison(&sample, other)).transpose()?;
        let beside = goals.finish(&sample)?;
        Ok(Summary { sample, groups, against, comparison, beside })
    }

    /// Returns the numbers of scrambles, with their names in JSON.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let against = self.against.iter().map(|other| ("against", other.rows()));
        std::iter::once(("scrambles", self.sample.rows())).chain(against).collect()
    }

    /// Returns the tables as a document.
    pub fn document(self) -> Document {
        let counts = self.counts();
        let group = (!self.groups.is_empty()).then_some("group");
        let mut parts = match group {
            Some(_) => parts::by_group(&self.groups),
            None => parts::all(&self.sample),
        };
        parts.extend(self.comparison.into_iter().chain(self.beside));
        let keys = group.into_iter().chain(["goal", "stage", "after", "colors", "moves"]).collect();
        Document { counts, keys, parts }
    }
}
