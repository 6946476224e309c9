//! The settings of an analysis, recorded with its rows, the scrambles that it takes from its input, its position there, and
//! the first setting in which it differs from an earlier run, whose rows it would continue.

pub(crate) mod hex;
mod selection;

use std::fmt;

use cubiform_cube::{Color, Frame};
use cubiform_store::TableIdentity;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::analysis::AnalyzeQuestion;
use crate::columns::{Naming, is_default};
use crate::goals::GoalNames;
use crate::held::Order;
use crate::input::{Content, Input, Item, wca};
use crate::rows::Columns;
use crate::scramble::id_of;

pub use selection::{ItemRange, Selection, Shard, WantedItems};

/// The settings of a run. A resumed run must have the same settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The program and its version.
    pub program: String,
    /// The goal by its name, or as it was written; a list, if there are several goals.
    pub goal: GoalNames,
    /// The stages, in order.
    pub stages: Vec<String>,
    /// The letters of the bottom colours, in the order of the columns; empty for a goal on axes.
    pub colors: String,
    /// The metric of move counts.
    pub metric: String,
    /// The allowed moves, if not all: `<R,U,F>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// The number of solutions of each stage.
    pub solutions: usize,
    /// The order of solutions of the same length.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Order,
    /// Maximum number of moves beyond the optimum.
    #[serde(default, skip_serializing_if = "is_default")]
    pub slack: u8,
    /// Whether solutions have links to a player.
    #[serde(default, skip_serializing_if = "is_default")]
    pub links: bool,
    /// The format of the parts.
    pub format: String,
    /// The shard of the input, I/N.
    pub shard: String,
    /// The sources of the scrambles.
    pub input: Vec<InputSource>,
    /// The selected events of the WCA's table, comma-separated, if the input has such a table.
    pub events: Option<String>,
    /// The attribution that the source requires.
    pub credit: Option<String>,
    /// The naming of the columns of lengths.
    #[serde(default, skip_serializing_if = "is_default")]
    pub columns: Naming,
    /// The layout of the rows, if an earlier version wrote another one: `long`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The columns of the input that are carried into the output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried: Vec<String>,
    /// The condition of `--where`, if the input was filtered.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The table files that were used, if the results are a single file. In a folder of parts, the manifest lists
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<UsedTable>,
}

impl Run {
    /// Returns the columns of its rows.
    pub fn row_columns(&self) -> Columns {
        let stages = self.stages.iter().map(String::as_str);
        let color = |letter: char| Color::COLUMNS.into_iter().find(|color| color.letter() == letter);
        let frames = match &self.colors[..] {
            "" => Frame::sides(),
            letters => Frame::bottoms(letters.chars().filter_map(color)),
        };
        Columns::new(stages, &frames, &self.carried, self.columns)
    }

    /// Creates the settings of a run over the whole of an input without a name, in no format yet.
    pub fn new(question: &AnalyzeQuestion) -> Run {
        let (goals, request) = (&question.goals, &question.request);
        Run {
            program: program(),
            goal: goals.names(),
            stages: goals.stage_names().iter().map(ToString::to_string).collect(),
            colors: request.frames.iter().filter_map(|frame| frame.color()).map(Color::letter).collect(),
            metric: "HTM".into(),
            moves: question.moves.map(|moves| moves.to_string()),
            solutions: question.solutions(),
            order: question.order(),
            slack: request.slack,
            links: question.links,
            format: String::new(),
            shard: Shard::default().to_string(),
            input: Vec::new(),
            events: None,
            credit: None,
            columns: Naming::default(),
            layout: None,
            carried: Vec::new(),
            condition: None,
            tables: Vec::new(),
        }
    }

    /// Creates the settings of a run over the whole of this input, in no format yet. The input is not described.
    pub fn of_input(question: &AnalyzeQuestion, input: &Input) -> Run {
        let credit = input.credit.clone();
        Run {
            // The default events, if the input is a table of the WCA.
            events: credit.is_some().then(|| wca::EVENTS.join(",")),
            credit,
            carried: input.carried(),
            ..Run::new(question)
        }
    }
}

/// A table file that a run used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UsedTable {
    /// The name of the table.
    pub name: String,
    /// The kind of its entries, with the version of their numbering.
    pub identity: String,
    /// The checksum (XXH3, 64 bits) of its entries, from the header of its file.
    #[serde(with = "hex")]
    pub xxh3: u64,
}

impl From<TableIdentity> for UsedTable {
    fn from(table: TableIdentity) -> UsedTable {
        UsedTable { name: table.name.into(), identity: table.identity, xxh3: table.checksum }
    }
}

impl Run {
    /// Returns whether the states are random. They are then written as facelets.
    pub fn is_random(&self) -> bool {
        self.input.iter().any(|source| matches!(source, InputSource::Random { .. }))
    }
}

/// Returns the name and version of the program.
pub fn program() -> String {
    format!("cubiform {}", env!("CARGO_PKG_VERSION"))
}

/// Returns settings of a run, for tests.
#[cfg(test)]
pub(crate) fn example() -> Run {
    serde_json::from_str(
        r#"{"program": "cubiform 0.1.0", "goal": "std", "stages": ["cross"], "colors": "W", "metric": "HTM",
            "solutions": 0, "format": "csv", "shard": "1/1", "input": [], "events": null, "credit": null}"#,
    )
    .expect("valid settings")
}

/// A source of scrambles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputSource {
    /// A file.
    File {
        /// Its name, without its folder.
        name: String,
        /// Its length in bytes.
        bytes: u64,
        /// The hash (XXH3, 64 bits) of its bytes.
        #[serde(with = "hex")]
        xxh3: u64,
    },
    /// A pipe or standard input, which can be read only once.
    Stream(String),
    /// Random states.
    Random {
        /// Their number.
        count: u64,
        /// The random seed.
        seed: u64,
        /// The condition that they satisfy, if any.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none", default)]
        condition: Option<String>,
    },
    /// The number of arguments on the command line.
    Arguments(usize),
}

impl InputSource {
    /// Returns the source without the name of a file, which does not identify its contents.
    pub fn without_name(&self) -> InputSource {
        match self.clone() {
            InputSource::File { bytes, xxh3, .. } => InputSource::File { name: String::new(), bytes, xxh3 },
            InputSource::Stream(_) => InputSource::Stream(String::new()),
            other => other,
        }
    }
}

/// The position of a run in its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The number of scrambles taken, including unreadable lines.
    pub items: u64,
    /// The digest of these scrambles: the sum modulo 2^64 of a hash of each one's row, id, text and carried values. The
    /// digests of shards add up to the digest of the whole input.
    #[serde(with = "hex")]
    pub digest: u64,
}

impl Position {
    /// Returns the position after an item, which is the scramble `row` of the whole input. Returns `None` for a note or
    /// a failure.
    fn after(self, row: u64, item: &Item) -> Option<Position> {
        let hashed = |parts: &[&[u8]]| parts.iter().fold(row, |seed, part| xxh3_64_with_seed(part, seed));
        let hash = match item {
            Item::Line(line) => {
                let text = match &line.content {
                    Content::Text(text) => text,
                    Content::Cell { scramble, .. } => scramble,
                };
                let hash = hashed(&[id_of(line).as_bytes(), text.as_bytes()]);
                // Without carried values, only id and text are hashed.
                line.carried.iter().fold(hash, |seed, value| match value {
                    Some(value) => xxh3_64_with_seed(value.as_bytes(), seed.wrapping_add(1)),
                    None => seed.wrapping_add(2),
                })
            }
            Item::State(id, cube, _) => hashed(&[id.as_bytes(), &cube.corners()[..], &cube.edges()[..]]),
            Item::Bad(bad) => hashed(&[&bad.place.number().to_le_bytes()[..], bad.message.as_bytes()]),
            Item::Note(_) | Item::Failed(_) => return None,
        };
        Some(Position { items: self.items + 1, digest: self.digest.wrapping_add(hash) })
    }
}

/// A setting in which a run differs from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the setting.
    pub name: &'static str,
    /// Whether the name is that of a parameter, which each front end spells in its own way.
    pub is_parameter: bool,
    /// The value of the earlier run; empty for a setting without values.
    pub then: Option<String>,
    /// The value of this run.
    pub now: Option<String>,
}

impl fmt::Display for Difference {
    /// Describes the earlier run. The name of a parameter stands in backticks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_parameter { format!("`{}`", self.name) } else { self.name.into() };
        match (&self.then, &self.now) {
            (None, _) => write!(f, "it was started without {name}"),
            (Some(then), None) if then.is_empty() => write!(f, "it was started with {name}"),
            (Some(then), None) => write!(f, "it was started with {name} {then}"),
            (Some(then), Some(now)) => write!(f, "it was started with {name} {then}, not {now}"),
        }
    }
}

impl Run {
    /// Returns the first setting that keeps `self` from resuming the run `earlier`, if any.
    ///
    /// The sources of the input and the version of the program may differ: the digest of the position shows whether the
    /// scrambles are the same. So may the number of random states.
    pub fn difference_from(&self, earlier: &Run) -> Option<Difference> {
        let has_events = self.events.is_some() && earlier.events.is_some();
        let values = |run: &Run| {
            let random = match &run.input[..] {
                [InputSource::Random { seed, condition, .. }] => Some((*seed, condition.as_deref())),
                _ => None,
            };
            let quoted = |text: &str| format!("\"{text}\"");
            let or =
                |text: &str, default: &str| if text.is_empty() { default.into() } else { text.to_string() };
            let condition = run.condition.as_deref().map(quoted);
            [
                ("goal", false, Some(run.goal.to_string())),
                ("stages", false, Some(run.stages.join(","))),
                ("colours", false, Some(run.colors.clone())),
                ("metric", false, Some(run.metric.clone())),
                ("solutions", true, Some(run.solutions.to_string())),
                ("slack", true, Some(run.slack.to_string())),
                ("order", true, Some(run.order.name().into())),
                ("links", true, Some(if run.links { "on" } else { "off" }.into())),
                ("moves", true, Some(run.moves.clone().unwrap_or_else(|| "all moves".into()))),
                ("format", true, Some(run.format.clone())),
                ("columns", true, Some(run.columns.name().into())),
                ("carry", true, Some(or(&run.carried.join(","), "none"))),
                ("where", true, Some(condition.unwrap_or_else(|| "no condition".into()))),
                ("random", true, random.map(|_| String::new())),
                ("seed", true, random.map(|(seed, _)| seed.to_string())),
                ("where", true, random.and_then(|(_, condition)| condition).map(quoted)),
                ("shard", true, Some(run.shard.clone())),
                ("events", true, run.events.clone().filter(|_| has_events)),
            ]
        };
        let differs = |((name, is_parameter, now), (_, _, then)): (_, (_, _, Option<String>))| {
            (now != then).then_some(Difference { name, is_parameter, then, now })
        };
        values(self).into_iter().zip(values(earlier)).find_map(differs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(change: impl Fn(&mut Run)) -> Run {
        let mut run = crate::run::example();
        change(&mut run);
        run
    }

    fn random(seed: u64, condition: Option<&str>) -> Run {
        let condition = condition.map(ToString::to_string);
        run(|run| run.input = vec![InputSource::Random { count: seed, seed, condition: condition.clone() }])
    }

    #[test]
    fn difference_names_first_setting_that_differs() {
        let plain = run(|_| ());
        let text = |now: &Run, then: &Run| Some(now.difference_from(then)?.to_string().replace('`', ""));
        for (now, then, wanted) in [
            (run(|run| run.colors = "WY".into()), &plain, "it was started with colours W, not WY"),
            (run(|run| run.links = true), &plain, "it was started with links off, not on"),
            (run(|run| run.slack = 1), &plain, "it was started with slack 0, not 1"),
            (run(|run| run.order = Order::Effort), &plain, "it was started with order found, not effort"),
            (run(|run| run.carried = vec!["a".into()]), &plain, "it was started with carry none, not a"),
            (
                run(|run| run.condition = Some("cross <= 5".into())),
                &plain,
                "it was started with where no condition, not \"cross <= 5\"",
            ),
            (run(|run| run.shard = "1/2".into()), &plain, "it was started with shard 1/1, not 1/2"),
            (random(1, None), &plain, "it was started without random"),
            (plain.clone(), &random(1, None), "it was started with random"),
            (random(1, None), &random(2, None), "it was started with seed 2, not 1"),
            (random(1, Some("x")), &random(1, None), "it was started without where"),
            (random(1, None), &random(1, Some("x")), "it was started with where \"x\""),
            (random(1, Some("y")), &random(1, Some("x")), "it was started with where \"x\", not \"y\""),
        ] {
            assert_eq!(text(&now, then).as_deref(), Some(wanted));
        }
        let events = |events: &str| run(|run| run.events = Some(events.into()));
        assert_eq!(text(&events("333"), &plain), None);
        let wanted = "it was started with events 333oh, not 333";
        assert_eq!(text(&events("333"), &events("333oh")).as_deref(), Some(wanted));
    }
}
