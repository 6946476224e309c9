//! The writers of results, one for each output format.

mod table;

use crate::args::Format;
use cubiform_answers::analysis::json::Objects;
use cubiform_answers::goals::Goals;
use cubiform_answers::rows::parquet::{Parquet, entries};
use cubiform_answers::rows::{Columns, Csv, JsonDocument, JsonLines, RowWriter};
use cubiform_answers::run::Run;

pub(crate) use table::Style;

/// The message for Parquet that would go to a terminal.
pub(crate) const NOT_TO_A_TERMINAL: &str =
    "Parquet cannot be written to a terminal; name a file with --output";

/// Creates the writer of Parquet for the columns of the run `run`. Random states have no scramble.
pub(crate) fn parquet(columns: Columns, run: &Run) -> Parquet {
    let cubes = if run.is_random() { "facelets" } else { "scramble" };
    Parquet::new(columns.with_cubes(cubes), &run.program, entries(run))
}

/// Creates the writer of a format for these goals and the settings `run`.
pub(crate) fn renderer(format: Format, goals: &Goals, style: Style, run: &Run) -> Box<dyn RowWriter> {
    let columns = || run.row_columns();
    let json_lines = || {
        let objects = Objects::new(goals, run.carried.clone());
        JsonLines(if style.solutions { objects.with_solutions(style.slack) } else { objects })
    };
    match format {
        Format::Table => Box::new(table::Table::new(goals, style, run.carried.clone())),
        Format::Csv => Box::new(Csv(columns())),
        Format::Json => Box::new(JsonDocument::new(json_lines())),
        Format::Jsonl => Box::new(json_lines()),
        Format::Parquet => Box::new(parquet(columns(), run)),
    }
}
