//! The forms of output: each writes what comes before the rows, a row for each scramble, and what comes after.

mod arrow_schema;
mod csv;
mod jsonl;
mod parquet;
mod table;

use std::borrow::Cow;
use std::io::{self, Write};

use cubiform_cube::Color;

use crate::analyze::Run;
use crate::args::Format;
use crate::goals::Goals;
use crate::report::Report;

pub(crate) use csv::is_length;
pub(crate) use jsonl::Map;
#[cfg(test)]
pub(crate) use parquet::Parquet;
pub(crate) use table::Style;

/// A form of output.
pub(crate) trait Render<R = Report> {
    /// Writes what comes before the rows.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes a row: what was found out about a scramble.
    fn row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what comes after the rows.
    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The renderer of CSV for these stages and colours, with the columns that are carried.
pub(crate) fn csv(
    stages: Vec<Cow<'static, str>>,
    colors: Vec<Color>,
    carried: Vec<String>,
) -> Box<dyn Render> {
    Box::new(csv::Csv { stages, colors, carried })
}

/// The renderer of Parquet for these stages and colours; `about` is what was asked.
pub(crate) fn parquet(stages: &[Cow<'static, str>], colors: &[Color], about: &Run) -> Box<dyn Render> {
    Box::new(parquet::Parquet::new(stages, colors, about))
}

/// The renderer of a format for these goals and colours; `about` is what was asked.
pub(crate) fn renderer(
    format: Format,
    goals: &Goals,
    colors: Vec<Color>,
    style: Style,
    about: &Run,
) -> Box<dyn Render> {
    match format {
        Format::Table => Box::new(table::Table::new(goals, style, about.carried.clone())),
        Format::Csv => csv(goals.stage_names(), colors, about.carried.clone()),
        Format::Jsonl => Box::new(jsonl::Jsonl::new(goals, style, about.carried.clone())),
        Format::Parquet => parquet(&goals.stage_names(), &colors, about),
    }
}
