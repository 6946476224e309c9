//! CSV: a row for each scramble, a column for each stage and colour, in the order and with the names of the spec.

use std::borrow::Cow;
use std::io::{self, Write};

use cubiform_cube::{Color, Symmetry};

use crate::render::Render;
use crate::report::Report;

/// Writes `id`, then `STAGE_SUFFIX` for each stage and colour; the suffix is the rotation that brings the colour
/// down.
pub(crate) struct Csv {
    pub(crate) stages: Vec<Cow<'static, str>>,
    pub(crate) colors: Vec<Color>,
}

impl Render for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_row("id", columns(&self.stages, &self.colors), out)
    }

    fn row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        write_row(
            &report.scramble.id,
            lengths.map(|(_, length)| length.map_or_else(|_| String::new(), |length| length.to_string())),
            out,
        )
    }
}

/// The names of the columns after the id.
pub(super) fn columns(stages: &[Cow<'static, str>], colors: &[Color]) -> impl Iterator<Item = String> {
    stages
        .iter()
        .flat_map(move |stage| colors.iter().map(move |c| format!("{stage}_{}", Symmetry::column_suffix(*c))))
}

fn write_row(id: &str, cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(std::iter::once(id.to_string()).chain(cells)).map_err(io::Error::from)?;
    out.write_all(&writer.into_inner().map_err(|e| io::Error::other(e.to_string()))?)
}
