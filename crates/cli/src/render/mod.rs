//! The renderers of results, one for each output format.

mod arrow_schema;
mod csv;
mod jsonl;
pub(crate) mod parquet;
mod table;

use std::borrow::Cow;
use std::io::{self, Write};

use cubiform_cube::Color;

use crate::args::Format;
use cubiform_answers::analysis::columns::Layout;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::goals::Goals;
use cubiform_answers::parts::RowWriter;
use cubiform_answers::run::Run;

#[cfg(test)]
pub(crate) use parquet::Parquet;
pub(crate) use table::Style;

/// A renderer of rows in one output format.
pub(crate) trait Render<R = Report> {
    /// Writes the header.
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes a row: the results of one scramble.
    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the end of the output.
    fn write_end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl<R> RowWriter<R> for Box<dyn Render<R>> {
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        (**self).write_header(out)
    }

    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()> {
        (**self).write_row(row, out)
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        (**self).write_end(out)
    }
}

/// Creates the CSV renderer for these stages and colours and the settings `run`.
pub(crate) fn csv(stages: Vec<Cow<'static, str>>, colors: Vec<Color>, run: &Run) -> Box<dyn Render> {
    let carried = run.carried.clone();
    match run.layout {
        Layout::Wide => Box::new(csv::Csv { stages, colors, naming: run.columns, carried }),
        Layout::Long => Box::new(csv::LongCsv { goals: run.goal.clone(), carried }),
    }
}

/// Creates the Parquet renderer for these stages and colours and the settings `run`.
pub(crate) fn parquet(stages: &[Cow<'static, str>], colors: &[Color], run: &Run) -> Box<dyn Render> {
    Box::new(parquet::Parquet::new(stages, colors, run))
}

/// Creates the renderer of a format for these goals and colours and the settings `run`.
pub(crate) fn renderer(
    format: Format,
    goals: &Goals,
    colors: Vec<Color>,
    style: Style,
    run: &Run,
) -> Box<dyn Render> {
    match format {
        Format::Table => Box::new(table::Table::new(goals, style, run.carried.clone())),
        Format::Csv => csv(goals.stage_names(), colors, run),
        Format::Json => Box::new(jsonl::Document::new(jsonl::Jsonl::new(goals, style, run))),
        Format::Jsonl => Box::new(jsonl::Jsonl::new(goals, style, run)),
        Format::Parquet => parquet(&goals.stage_names(), &colors, run),
    }
}
