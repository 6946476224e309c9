//! The CSV output: a row for each scramble with a column for each stage and colour, or a row for each scramble, stage
//! and colour.

use std::borrow::Cow;
use std::io::{self, Write};

use cubiform_cube::Color;
use cubiform_solvers::cfop::NoLength;

use crate::render::Render;
use cubiform_answers::analysis::columns::Naming;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::goals::GoalNames;

/// The renderer of the wide layout: `id`, the carried columns, and a column for each stage and colour.
pub(crate) struct Csv {
    pub(crate) stages: Vec<Cow<'static, str>>,
    pub(crate) colors: Vec<Color>,
    pub(crate) naming: Naming,
    /// The names of the carried columns.
    pub(crate) carried: Vec<String>,
}

/// The renderer of the long layout: `id`, `row`, the carried columns, `goal`, `stage`, `color` and `moves`.
pub(crate) struct LongCsv {
    pub(crate) goals: GoalNames,
    /// The names of the carried columns.
    pub(crate) carried: Vec<String>,
}

impl Render for Csv {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let lengths = columns(&self.stages, &self.colors, self.naming);
        write_row("id", self.carried.iter().cloned().chain(lengths), out)
    }

    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let lengths = report.stages.iter().flat_map(|stage| &stage.lengths);
        let lengths = lengths.map(|(_, length)| format_length(*length));
        write_row(&report.scramble.id, carried(report, &self.carried).chain(lengths), out)
    }
}

impl Render for LongCsv {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let row = std::iter::once("row".to_string());
        let last = ["goal", "stage", "color", "moves"].map(String::from);
        write_row("id", row.chain(self.carried.iter().cloned()).chain(last), out)
    }

    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        for stage in &report.stages {
            for (color, length) in &stage.lengths {
                let row = std::iter::once(report.row.to_string());
                let goal = self.goals.get(stage.goal).to_string();
                let last = [goal, stage.name.to_string(), color.name().into(), format_length(*length)];
                write_row(&report.scramble.id, row.chain(carried(report, &self.carried)).chain(last), out)?;
            }
        }
        Ok(())
    }
}

/// Formats a length. An unknown length is empty.
fn format_length(length: Result<u8, NoLength>) -> String {
    length.map_or_else(|_| String::new(), |length| length.to_string())
}

/// Returns the values of the carried columns. A missing value is empty.
fn carried(report: &Report, names: &[String]) -> impl Iterator<Item = String> {
    (0..names.len()).map(|i| report.scramble.carried_value(i).unwrap_or_default().to_string())
}

/// Returns the names of the columns of lengths.
pub(super) fn columns(
    stages: &[Cow<'static, str>],
    colors: &[Color],
    naming: Naming,
) -> impl Iterator<Item = String> {
    stages.iter().flat_map(move |stage| colors.iter().map(move |color| naming.column(stage, *color)))
}

fn write_row(id: &str, cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(std::iter::once(id.to_string()).chain(cells)).map_err(io::Error::from)?;
    out.write_all(&writer.into_inner().map_err(|e| io::Error::other(e.to_string()))?)
}
