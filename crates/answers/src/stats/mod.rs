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
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod parts;
pub mod read;
mod table;
mod texts;

use cubiform_stats::fairness::Settings;
use cubiform_stats::{Sample, Subset};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::bounded::{Bounded, checked};
use crate::limits::Limits;
use crate::operation::{Context, Door, Methods, Needs, Operation};
use crate::rows::read::AnalysisRow;

use goal_comparison::GoalComparison;
use group::{GroupColumns, Groups, parse_group_columns};
use read::Analysis;
use texts::statistics;

#[cfg(feature = "clap")]
use crate::arguments;

pub use table::{Document, Object, Table, Value, flatten};
pub use texts::{Progress, ScrambleAnalysis, StatsAnswer};

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

/// The seed of the permutations, unless another is given.
const SEED: u64 = 1;

/// Statistics of analysed scrambles.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct StatsRequest {
    /// The analysis as CSV or JSON lines, in the wide layout, or scrambles, which are then analysed.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "id,cross_white,cross_yellow\n1,6,5\n2,5,7\n3,6,6\n")]
    pub input: String,

    /// The name of the file of the input, which the provenance repeats and messages begin with; `input` by default.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "mine.csv")]
    pub name: Option<String>,

    /// Another sample, whose means are compared with those of the input.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "id,cross_white\n1,5\n2,6\n")]
    pub against: Option<String>,

    /// An analysis for another goal, which is compared within each scramble.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[schema(example = "id,pseudo_cross_white\n1,4\n2,5\n3,5\n")]
    pub beside: Option<String>,

    /// Group the rows by a column, such as event, date or round
    ///
    /// Prints a table with the means of all groups, and then each group. The columns are those that analyze copied
    /// from its input (--carry); year is the year of the column date, or of the competition. Several columns are separated by commas.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN"))]
    #[cfg_attr(
        feature = "clap",
        arg(value_parser = arguments::text_of(parse_group_columns), conflicts_with_all = ["against", "beside"])
    )]
    #[schema(example = "event")]
    pub by: Option<String>,

    /// Colour sets: letters separated by commas, such as W,WG,CN, or all (63 sets)
    ///
    /// The best colour of a set counts, separately for each scramble.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SETS", value_parser = arguments::text_of(Subset::list)))]
    #[schema(example = "W,WY")]
    pub sets: Option<String>,

    /// Test whether the scrambles may be uniformly random states
    ///
    /// Compares means and distributions with the exact ones, and tests the symmetry of the six colours. Groups by event
    /// and by year are tested, too, if the files have these columns; `by` chooses other columns.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Fairness"))]
    #[cfg_attr(feature = "clap", arg(conflicts_with_all = ["against", "beside", "histogram"]))]
    #[schema(example = false)]
    pub fair: bool,

    /// Maximum number of permutations of a test [default: 9999, or more if there are many tests]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = "Fairness", requires = "fair"))]
    #[schema(inline)]
    pub permutations: Option<Bounded<1, 1_000_000_000>>,

    /// Seed of the permutations
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "SEED", help_heading = "Fairness", requires = "fair")
    )]
    #[cfg_attr(feature = "clap", arg(default_value = "1"))]
    #[schema(example = 1, default = 1)]
    pub seed: Option<u64>,
}

/// Statistics whose parameters fit together. The texts are not read yet.
pub struct StatsQuestion {
    /// The texts.
    pub request: StatsRequest,
    /// The other parameters.
    pub options: StatsOptions,
    /// The limits of the samples.
    pub limits: Limits,
}

impl StatsRequest {
    /// Reads the parameters apart from the texts.
    ///
    /// # Errors
    /// If one cannot be read, or is out of its range.
    pub fn options(&self) -> Result<StatsOptions, Error> {
        let sets = self.sets.as_deref().map(Subset::list).transpose();
        let by = self.by.as_deref().map(parse_group_columns).transpose();
        let permutations = checked("permutations", self.permutations)?;
        let settings = Settings { permutations, seed: self.seed.unwrap_or(SEED) };
        Ok(StatsOptions {
            sets: sets.map_err(|error| Error::usage("sets", error))?,
            by: by.map_err(|error| Error::usage("by", error))?,
            fair: self.fair.then_some(settings),
        })
    }

    /// Reads and checks the request.
    ///
    /// # Errors
    /// If there is no input, a parameter cannot be read, or parameters contradict each other.
    pub fn question(self, limits: &Limits) -> Result<StatsQuestion, Error> {
        limits.texts([
            ("name", self.name.as_deref()),
            ("by", self.by.as_deref()),
            ("sets", self.sets.as_deref()),
        ])?;
        let options = self.options()?;
        let others = [("against", &self.against), ("beside", &self.beside)];
        let other = others.into_iter().find(|(_, text)| text.is_some()).map(|(name, _)| name);
        let contradiction =
            |parameter, message: String| Err(Error::usage(parameter, message).code(Error::CONTRADICTION));
        match other {
            _ if self.input.trim().is_empty() => {
                let error = Error::usage("input", "no analysis").code("no-input").placed();
                return Err(error.hint("give one as 'input': CSV or JSON lines of an analysis, or scrambles"));
            }
            Some(other) if options.by.is_some() => {
                return contradiction("by", format!("cannot be used with `{other}`"));
            }
            Some(other) if self.fair => {
                return contradiction("fair", format!("cannot be used with `{other}`"));
            }
            _ if !self.fair && (self.permutations.is_some() || self.seed.is_some()) => {
                return contradiction(
                    "fair",
                    "`permutations` and `seed` are for the test of fairness".into(),
                );
            }
            _ => {}
        }
        Ok(StatsQuestion { request: self, options, limits: *limits })
    }
}

impl Operation for StatsRequest {
    const DOOR: Door = Door {
        name: "stats",
        path: "/v1/stats",
        tag: "stats",
        summary: "Summarise analysed scrambles",
        about: "Of an analysis in CSV or JSON lines, or of scrambles, which are analysed first: the number of scrambles, and a list of\n\
            rows for each table of measures.",
        answer: "The statistics",
        methods: Methods::Post,
        needs: Needs::GoalTables,
        ..Door::NEW
    };

    type Question = StatsQuestion;
    type Answer = StatsAnswer;
    type Document = StatsAnswer;

    fn check(self, limits: &Limits) -> Result<StatsQuestion, Error> {
        self.question(limits)
    }

    fn is_quick(_: &StatsQuestion) -> bool {
        false
    }

    fn answer(question: StatsQuestion, context: &Context<'_>) -> Result<StatsAnswer, Error> {
        statistics(question, context)
    }
}
