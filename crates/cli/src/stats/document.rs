//! Tables as a document in any output format: of `stats`, of its tests of fairness, and of `lengths`.

use crate::args::StatsFormat;
use crate::failure::Failure;
use crate::stats::labels::Labels;
use crate::stats::parquet;
use crate::stats::show::{self, Object, Table};

/// The tables of a command, with what the formats say besides.
pub(crate) struct Document<'a> {
    /// The line before the tables of text and Markdown.
    pub(crate) heading: String,
    /// The numbers of scrambles or of cubes, with their names in JSON.
    pub(crate) counts: &'a [(&'static str, u64)],
    /// The key columns of CSV.
    pub(crate) keys: Vec<&'static str>,
    pub(crate) parts: &'a [Table],
    pub(crate) labels: &'a Labels,
}

impl Document<'_> {
    /// Renders the document. `provenance` is called for the formats that name the files, if the command has any.
    pub(crate) fn render(
        self,
        format: StatsFormat,
        provenance: impl FnOnce() -> Result<Option<Object>, Failure>,
    ) -> Result<Vec<u8>, Failure> {
        let Document { heading, counts, keys, parts, labels } = self;
        let text = match format {
            StatsFormat::Table => show::table(heading, parts, labels),
            StatsFormat::Markdown => show::markdown(heading, parts, labels),
            StatsFormat::Csv => show::csv(&keys, parts, provenance()?.as_ref()),
            StatsFormat::Json => show::json(counts, parts, provenance()?),
            StatsFormat::Jsonl => show::jsonl(counts, parts, provenance()?),
            StatsFormat::Parquet => return Ok(parquet::lengths(parts, &provenance()?.unwrap_or_default())),
        };
        Ok(text.into_bytes())
    }
}
