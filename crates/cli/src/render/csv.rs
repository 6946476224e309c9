//! CSV: a row for each scramble, a column for each stage and colour, in the order and with the names of the spec.

use std::borrow::Cow;
use std::io::{self, Write};

use cubiform_cube::{Color, Symmetry};

use crate::render::Render;
use crate::report::Report;

/// Writes `id`, the columns that are carried, then `STAGE_SUFFIX` for each stage and colour; the suffix is the rotation that brings the colour
/// down.
pub(crate) struct Csv {
    pub(crate) stages: Vec<Cow<'static, str>>,
    pub(crate) colors: Vec<Color>,
    /// The names of the columns that are carried.
    pub(crate) carried: Vec<String>,
}

impl Render for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let carried = self.carried.iter().cloned();
        write_row("id", carried.chain(columns(&self.stages, &self.colors)), out)
    }

    fn row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        let carried =
            (0..self.carried.len()).map(|i| report.scramble.carried(i).unwrap_or_default().to_string());
        write_row(&report.scramble.id, carried.chain(lengths.map(|(_, length)| length.to_string())), out)
    }
}

/// The names of the columns after the id.
pub(super) fn columns(stages: &[Cow<'static, str>], colors: &[Color]) -> impl Iterator<Item = String> {
    stages
        .iter()
        .flat_map(move |stage| colors.iter().map(move |c| format!("{stage}_{}", Symmetry::column_suffix(*c))))
}

/// Whether a name is that of a column of lengths, by its suffix.
pub(crate) fn is_length(name: &str) -> bool {
    let suffix = name.rsplit_once('_').map(|(_, suffix)| suffix);
    suffix.is_some_and(|suffix| {
        Color::COLUMNS.into_iter().any(|color| Symmetry::column_suffix(color) == suffix)
    })
}

fn write_row(id: &str, cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(std::iter::once(id.to_string()).chain(cells)).map_err(io::Error::from)?;
    out.write_all(&writer.into_inner().map_err(|e| io::Error::other(e.to_string()))?)
}
