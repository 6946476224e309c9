//! The operation `distribution`: the number of all states at each distance.

use cubiform_cube::Color;
use serde::{Deserialize, Serialize};

use super::count::{Count, CountQuestion};
use super::counted::{CountedStates, Document};
use super::subject::parse_subject;
use crate::Error;
#[cfg(feature = "clap")]
use crate::arguments::text_of;
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};

/// The states to count.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct DistributionRequest {
    /// A goal (as for analyze), a stage such as "pseudo cross", or the name of a table
    #[cfg_attr(feature = "clap", arg(value_name = "GOAL", value_parser = subject))]
    #[schema(example = "cross")]
    pub goal: String,

    /// Stage, if the goal has several [default: the first]
    #[cfg_attr(feature = "clap", arg(short, long = "stages", alias = "stage", value_name = "STAGE"))]
    #[schema(example = "xcross")]
    pub stage: Option<String>,

    /// Bottom colours (the best one counts): letters (WY), names (white,yellow) or all
    #[cfg_attr(feature = "clap", arg(short, long, value_name = "COLORS", value_parser = text_of(Color::list)))]
    #[schema(example = "WY")]
    pub colors: Option<String>,

    /// Count by the best of the three axes: for the stages eo and dr of the goal dr
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "colors"))]
    pub any_axis: bool,
}

/// Returns the text of a subject, if it is right.
#[cfg(feature = "clap")]
fn subject(text: &str) -> Result<String, String> {
    parse_subject(text).map(|_| text.into()).map_err(|error| error.text(|_| None))
}

/// A checked request for a distribution.
#[derive(Debug)]
pub enum DistributionQuestion {
    /// The counts are stored.
    Stored(Box<CountedStates>),
    /// The states are counted.
    Counted(CountQuestion),
}

impl Operation for DistributionRequest {
    const DOOR: Door = Door {
        name: "distribution",
        path: "/v1/distribution",
        tag: "distribution",
        summary: "Count all states by their distance",
        about: "The document of `cubiform distribution --format json`. Counts that fill large tables are refused.",
        answer: "The distribution",
        ..Door::NEW
    };

    type Question = DistributionQuestion;
    type Answer = CountedStates;
    type Document = Document<'static>;

    fn check(self, limits: &Limits) -> Result<DistributionQuestion, Error> {
        limits.texts([("goal", Some(&self.goal)), ("stage", self.stage.as_deref())])?;
        if self.goal.is_empty() {
            return Err(Error::usage("goal", "no goal")
                .code("no-goal")
                .placed()
                .hint("name one, such as cross"));
        }
        let colors = self.colors.as_deref().map(Color::list).transpose();
        let question = CountQuestion {
            subject: parse_subject(&self.goal)?,
            stage: self.stage,
            colors: colors.map_err(|error| Error::usage("colors", error))?,
            any_axis: self.any_axis,
        };
        let count = question.count()?;
        if let Count::Known(counted) = count {
            return Ok(DistributionQuestion::Stored(Box::new(counted)));
        }
        if count.memory() > limits.count_memory {
            let gigabytes = count.memory() as f64 / 1e9;
            let message = format!("counting these states takes {gigabytes:.1} GB of memory, too much here");
            let error = Error::message(message).code(Error::TOO_EXPENSIVE);
            return Err(error.hint("choose a stage with fewer pieces"));
        }
        Ok(DistributionQuestion::Counted(question))
    }

    fn is_quick(question: &DistributionQuestion) -> bool {
        matches!(question, DistributionQuestion::Stored(_))
    }

    fn answer(question: DistributionQuestion, context: &Context<'_>) -> Result<CountedStates, Error> {
        match question {
            DistributionQuestion::Stored(counted) => Ok(*counted),
            DistributionQuestion::Counted(question) => match question.count()? {
                Count::Fill(fill) => {
                    let engines = context.solvers.engines();
                    engines
                        .watch_fill(fill.name(), context.cancel(), |watch| fill.run(context.threads(), watch))
                }
                count => count.run(context.threads(), context.cancel()),
            },
        }
    }
}
