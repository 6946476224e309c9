//! Tables as a document in any output format: of `stats`, of its tests of fairness, and of solutions.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::{Document, Object, parquet};

use crate::args::StatsFormat;
use crate::failure::Failure;
use crate::json;
use crate::render::NOT_TO_A_TERMINAL;
use crate::stats::show;

/// Renders a document, with this line before the tables of text and Markdown. `provenance` is called for the formats that
/// name the files, if the command has any.
pub(crate) fn render(
    document: &Document,
    heading: String,
    labels: &Labels,
    format: StatsFormat,
    provenance: impl FnOnce() -> Result<Option<Object>, Failure>,
) -> Result<Vec<u8>, Failure> {
    let text = match format {
        StatsFormat::Table => show::table(heading, &document.parts, labels),
        StatsFormat::Markdown => show::markdown(heading, &document.parts, labels),
        StatsFormat::Csv => document.csv(provenance()?.as_ref()),
        StatsFormat::Json => json::document(&document.json(provenance()?))?,
        StatsFormat::Jsonl => document.jsonl(provenance()?),
        StatsFormat::Parquet => {
            return Ok(parquet::lengths(&document.parts, &provenance()?.unwrap_or_default()));
        }
    };
    Ok(text.into_bytes())
}

/// Checks that Parquet is not written to a terminal, given the file that the user named.
pub(crate) fn check_output(format: StatsFormat, file: Option<&Path>) -> Result<(), Failure> {
    if format == StatsFormat::Parquet && file.is_none() && io::stdout().is_terminal() {
        return Err(Failure::usage(NOT_TO_A_TERMINAL));
    }
    Ok(())
}
