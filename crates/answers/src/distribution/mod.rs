//! The operation `distribution`: the number of all states at each distance from a goal, and its JSON.

mod count;

use cubiform_cube::{Color, Reduction};
use cubiform_stats::distribution::StateCounts;
use cubiform_store::TableKind;
use cubiform_tables::catalogue::Entry;
use serde::{Deserialize, Serialize};

use crate::format::color_names;
use crate::goals::{CountedGoal, parse_counted_goal};
use crate::limits::Limits;
use crate::operation::{Context, Door, Operation};
use crate::{Error, tables};

#[cfg(feature = "clap")]
use crate::arguments::text_of;

pub use count::{Count, CountQuestion, FillCount};

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
        about: "The number of states at each distance. Counts that fill large tables are refused.",
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

/// The goal of each phase of Thistlethwaite's algorithm. JSON output contains these texts.
pub const PHASES: [&str; 4] = [
    "all edges oriented",
    "all corners oriented, and the slice's edges in the slice",
    "every piece where half turns can bring it home",
    "solved, by half turns",
];

/// The name of a phase, to which a hyphen and a number from 1 are appended.
const THISTLETHWAITE: &str = "thistlethwaite";

/// The name of the 2x2x2, as of the puzzle.
const TWO: &str = "222";

/// The states to be counted.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A goal, or the goal of a table.
    Goal(CountedGoal),
    /// A table of something other than a goal.
    Table(&'static dyn TableKind),
    /// A space that is counted state by state in about a second.
    Small(SmallSpace),
}

/// A space that is counted state by state in about a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallSpace {
    /// A phase of Thistlethwaite's algorithm, numbered from 0.
    Phase(usize),
    /// A step between EO, DR, HTR and the finish, from all states after EO or HTR.
    Step(Reduction),
    /// The 2x2x2.
    Two,
}

impl SmallSpace {
    /// Returns the name.
    pub fn name(self) -> String {
        match self {
            SmallSpace::Phase(number) => format!("{THISTLETHWAITE}-{}", number + 1),
            SmallSpace::Step(Reduction::Drm(pairs)) => {
                let pairs = pairs.iter().map(|(corners, edges)| format!("{corners}c{edges}e"));
                format!("DR-{}", pairs.collect::<Vec<_>>().join(" or "))
            }
            SmallSpace::Step(step) => step.name().into(),
            SmallSpace::Two => TWO.into(),
        }
    }
}

impl Subject {
    /// Returns the name.
    pub fn name(&self) -> String {
        match self {
            Subject::Goal(counted) => counted.goal.name.to_string(),
            Subject::Table(table) => table.name().into(),
            Subject::Small(space) => space.name(),
        }
    }
}

/// Parses the name of a table, a phase or the 2x2x2, or a goal.
///
/// # Errors
/// If the text is none of them; the message lists the names that may be meant.
pub fn parse_subject(text: &str) -> Result<Subject, Error> {
    let name = text.trim().to_ascii_lowercase();
    if name == TWO {
        return Ok(Subject::Small(SmallSpace::Two));
    }
    if let Some(rest) = name.strip_prefix(THISTLETHWAITE) {
        let number = rest.strip_prefix('-').and_then(|number| number.parse::<usize>().ok());
        let phase = number.and_then(|number| number.checked_sub(1)).filter(|phase| *phase < PHASES.len());
        return phase.map(|number| Subject::Small(SmallSpace::Phase(number))).ok_or_else(|| {
            incomplete(format!(
                "name one of its phases: {THISTLETHWAITE}-1 to {THISTLETHWAITE}-{}",
                PHASES.len()
            ))
        });
    }
    if Entry::named(&name).is_none()
        && let Some(table) = tables::named(&name)
    {
        return Ok(Subject::Table(table));
    }
    // Tables whose names begin with the text, as the names of a set do.
    let has_prefix = |table: &&'static dyn TableKind| {
        table.name().strip_prefix(&*name).is_some_and(|rest| rest.starts_with('-'))
    };
    let candidates: Vec<&str> = tables::all().filter(has_prefix).map(|table| table.name()).collect();
    parse_counted_goal(text).map(Subject::Goal).map_err(|error| match &candidates[..] {
        [] => error,
        tables => incomplete(format!("name one of these tables: {}", tables.join(", "))),
    })
}

/// Returns the error of the beginning of several names.
fn incomplete(message: String) -> Error {
    Error::usage("goal", message).code("incomplete-name")
}

/// A counted distribution.
#[derive(Clone, Debug)]
pub struct CountedStates {
    /// The name of the stage, table or phase.
    pub name: String,
    /// The bottom colours over which the minimum is taken, or `None` if the states are those of the goal's own pieces.
    pub colors: Option<Vec<Color>>,
    /// Whether the minimum over the three axes is counted.
    pub any_axis: bool,
    /// The metric.
    pub metric: &'static str,
    /// A description of the table and of the source of its counts.
    pub source: Option<String>,
    /// Whether the last count includes all greater distances.
    pub is_last_or_more: bool,
    /// The number of states at each distance.
    pub counts: StateCounts,
}

/// A counted distribution in JSON.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = DistributionAnswer)]
pub struct Document<'a> {
    /// The name of the stage, table or phase.
    #[schema(example = "cross")]
    goal: &'a str,
    /// The bottom colours over which the minimum is taken; absent if the states are those of the goal's own pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<String>>, example = json!(["white", "yellow"]))]
    colors: Option<Vec<&'static str>>,
    /// Whether the minimum over the three axes is counted; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = false)]
    any_axis: bool,
    /// The metric of the distances: `HTM`, or that of the table.
    #[schema(example = "HTM")]
    metric: &'a str,
    /// A description of the table and of the source of its counts; absent for goals that are counted on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "all edges oriented: counted now, state by state")]
    source: Option<&'a str>,
    /// The number of all states.
    #[schema(example = 190_080)]
    states: u128,
    /// The mean distance in moves; null if it is not known exactly.
    #[schema(required = true, example = 5.811_879)]
    mean: Option<f64>,
    /// The standard deviation of the distance in moves; null if it is not known exactly.
    #[schema(required = true, example = 0.862_5)]
    standard_deviation: Option<f64>,
    /// The median distance in moves.
    #[schema(example = 6.0)]
    median: f64,
    /// The states at each distance, from 0.
    distances: Vec<Row>,
}

/// The states at one distance.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = DistributionRow)]
pub struct Row {
    /// The distance in moves.
    #[schema(example = 6, minimum = 0)]
    pub moves: usize,
    /// Whether the count includes all greater distances; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = true)]
    pub or_more: bool,
    /// The number of states.
    #[schema(example = 102_246, minimum = 0)]
    pub states: u128,
    /// The share of all states, from 0 to 1.
    #[schema(example = 0.537_910, minimum = 0, maximum = 1)]
    pub share: f64,
}

/// Returns the names of the bottom colours, white first: `white or yellow (dual colour neutral)`.
pub fn titled(colors: &[Color]) -> String {
    match colors {
        all if all.len() == Color::COLUMNS.len() => "any of the six colours (colour neutral)".into(),
        [a, b] if a.face().opposite() == b.face() => {
            format!("{} (dual colour neutral)", color_names(colors))
        }
        _ => color_names(colors),
    }
}

impl serde::Serialize for CountedStates {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(serializer)
    }
}

impl CountedStates {
    /// Returns counts in the half turn metric, without a source and not over several colours or axes.
    fn new(name: impl Into<String>, counts: impl Into<StateCounts>) -> CountedStates {
        CountedStates {
            name: name.into(),
            colors: None,
            any_axis: false,
            metric: "HTM",
            source: None,
            is_last_or_more: false,
            counts: counts.into(),
        }
    }

    /// Returns the rows, from distance 0.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        let last = self.counts.counts().len() - 1;
        let rows = self.counts.counts().iter().zip(self.counts.shares()).enumerate();
        rows.map(move |(moves, (states, share))| Row {
            moves,
            or_more: self.is_last_or_more && moves == last,
            states: *states,
            share,
        })
    }

    /// Returns the JSON document.
    pub fn document(&self) -> Document<'_> {
        let exact = |number: f64| (!self.is_last_or_more).then_some(number);
        let colors = self.colors.as_ref();
        Document {
            goal: &self.name,
            colors: colors.map(|colors| colors.iter().map(|color| color.name()).collect()),
            any_axis: self.any_axis,
            metric: self.metric,
            source: self.source.as_deref(),
            states: self.counts.total(),
            mean: exact(self.counts.mean()),
            standard_deviation: exact(self.counts.standard_deviation()),
            median: self.counts.median(),
            distances: self.rows().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_subject_distinguishes_tables_phases_and_goals() {
        for (text, name) in [
            ("Phase-1", "phase-1"),
            ("444-slice-3", "444-slice-3"),
            ("thistlethwaite-4", "thistlethwaite-4"),
            ("222", "222"),
        ] {
            let subject = parse_subject(text).unwrap();
            assert!(!matches!(subject, Subject::Goal(_)));
            assert_eq!(subject.name(), name);
        }
        for text in ["cross", "cross-ready", "pseudo cross", "cross + FR"] {
            assert!(matches!(parse_subject(text).unwrap(), Subject::Goal(_)), "{text}");
        }
        let message = parse_subject("444-slice").unwrap_err().message.clone();
        assert!(message.starts_with("name one of these tables: 444-slice-1, 444-slice-2"), "{message}");
        for text in ["thistlethwaite", "thistlethwaite-0", "thistlethwaite-5", "thistlethwaite 1"] {
            assert!(
                parse_subject(text).unwrap_err().message.contains("thistlethwaite-1 to thistlethwaite-4"),
                "{text}"
            );
        }
    }

    #[test]
    fn titled_names_sets_of_colors_as_cubers_do() {
        for (letters, title) in [
            ("G", "green"),
            ("YW", "white or yellow (dual colour neutral)"),
            ("WG", "white or green"),
            ("WYG", "white, yellow or green"),
            ("all", "any of the six colours (colour neutral)"),
        ] {
            assert_eq!(titled(&Color::list(letters).unwrap()), title, "{letters}");
        }
    }
}
