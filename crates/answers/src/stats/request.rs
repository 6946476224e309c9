//! The request for statistics of analysed scrambles.

use cubiform_stats::Subset;
use cubiform_stats::fairness::Settings;
use serde::{Deserialize, Serialize};

use crate::Error;
#[cfg(feature = "clap")]
use crate::arguments;
use crate::bounded::{Bounded, checked};
use crate::limits::Limits;
use crate::stats::StatsOptions;
use crate::stats::group::parse_group_columns;

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
