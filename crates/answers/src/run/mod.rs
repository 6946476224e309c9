//! The settings of an analysis, recorded with its rows, and the scrambles that it takes from its input.

mod difference;
pub(crate) mod hex;
mod input_source;
mod position;
mod selection;
mod shard;

use cubiform_cube::{Color, Frame};
use cubiform_store::TableIdentity;
use serde::{Deserialize, Serialize};

use crate::analysis::AnalyzeQuestion;
use crate::columns::{Naming, is_default};
use crate::goals::GoalNames;
use crate::held::Order;
use crate::input::{Input, wca};
use crate::rows::Columns;

pub use difference::Difference;
pub use input_source::InputSource;
pub use position::Position;
pub use selection::{ItemRange, Selection, WantedItems};
pub use shard::Shard;

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
