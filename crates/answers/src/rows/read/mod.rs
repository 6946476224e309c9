//! The reader of an analysis in CSV, JSON lines or Parquet: row by row, with the place of each error.

mod csv;
#[cfg(all(test, feature = "parquet"))]
mod damage_tests;
mod header;
mod json;
#[cfg(feature = "parquet")]
mod panics;
#[cfg(feature = "parquet")]
mod parquet;

use std::fmt::Display;
use std::io::BufRead;
use std::mem;

use serde_json::{Map, Value};

use super::Columns;
use crate::Error;
use crate::analysis::record::Record;

pub use csv::is_analysis_header;
pub use json::is_analysis_line;

/// A row of an analysis.
#[derive(Clone, Debug, Default)]
pub struct AnalysisRow {
    /// The id of the scramble.
    pub id: String,
    /// The scramble, or the facelets of a state without a scramble, if the file has either.
    pub cube: Option<String>,
    /// The number of the row in the whole input, if it is known.
    pub row: Option<u64>,
    /// The lengths in HTM, by stage and then by colour.
    pub lengths: Vec<u8>,
    /// The names of the carried columns.
    pub carried_names: Vec<String>,
    /// The values of the carried columns.
    pub carried: Vec<Option<String>>,
}

/// A reader of an analysis.
pub struct AnalysisReader {
    /// The columns.
    pub columns: Columns,
    /// The settings of the run that wrote the file, as a JSON object; empty if they are not known.
    pub settings: Value,
    /// The last row read.
    pub row: AnalysisRow,
    rows: Box<dyn Rows>,
}

/// The rows of a file in one format.
trait Rows {
    /// Reads the next row. Returns whether there is one.
    fn read(&mut self, columns: &Columns, row: &mut AnalysisRow) -> Result<bool, Error>;

    /// Returns the place of the last row read, or of the header before the first row.
    fn place(&self) -> String;
}

/// The parts of a reader whose file has been opened.
type ReaderParts<R> = Result<(Columns, Map<String, Value>, R), Error>;

impl AnalysisRow {
    /// Returns the value of a carried column; `None` if the row or the file has none.
    pub fn carried_value(&self, name: &str) -> Option<&str> {
        self.carried[self.carried_names.iter().position(|known| known == name)?].as_deref()
    }

    /// Sets the value of a carried column. An empty text is no value.
    fn set_carried(&mut self, i: usize, text: Option<&str>) {
        set(&mut self.carried[i], text.filter(|text| !text.is_empty()));
    }
}

impl<'a> From<&'a AnalysisRow> for Record<'a> {
    fn from(row: &'a AnalysisRow) -> Record<'a> {
        let lengths = row.lengths.iter().copied().map(Some).collect();
        let cube = Some(row.cube.as_deref().unwrap_or_default());
        Record { id: &row.id, cube, row: row.row, carried: &row.carried, lengths, stages: &[], error: None }
    }
}

impl AnalysisReader {
    /// Opens CSV or JSON lines: the first byte determines the format. `name` is that of the file in messages.
    ///
    /// # Errors
    /// If the header or the first line cannot be read, or is not that of an analysis.
    pub fn open(name: &str, mut text: Box<dyn BufRead>) -> Result<AnalysisReader, Error> {
        let start = text.fill_buf().map_err(|e| cannot_read(name, &e))?.trim_ascii_start();
        if start.starts_with(b"[") {
            let message = "this is a single JSON document; an analysis must be JSON Lines";
            return Err(at(name, fault("json-document", message)));
        }
        match start.starts_with(b"{") {
            true => Ok(AnalysisReader::new(json::JsonRows::open(name, text)?)),
            false => Ok(AnalysisReader::new(csv::CsvRows::open(name, text)?)),
        }
    }

    /// Opens a Parquet file. `note` is called with what the reader of a file should know.
    ///
    /// # Errors
    /// If the file is damaged or not an analysis.
    #[cfg(feature = "parquet")]
    pub fn open_parquet(name: &str, file: std::fs::File, note: fn(&str)) -> Result<AnalysisReader, Error> {
        Ok(AnalysisReader::new(parquet::ParquetRows::open(name, file, note)?))
    }

    /// Returns a reader of rows that have the carried columns of `columns`. `name` is that of their source in messages,
    /// `settings` are those of the run.
    pub fn of_rows(
        name: &str,
        columns: Columns,
        settings: Map<String, Value>,
        rows: impl Iterator<Item = Result<AnalysisRow, Error>> + 'static,
    ) -> AnalysisReader {
        AnalysisReader::new((columns, settings, MemoryRows::new(name, rows)))
    }

    fn new<R: Rows + 'static>((columns, settings, rows): (Columns, Map<String, Value>, R)) -> AnalysisReader {
        let names = columns.carried().unwrap_or_default();
        let carried_names: Vec<String> = names.into_iter().map(String::from).collect();
        let carried = vec![None; carried_names.len()];
        let row = AnalysisRow { carried_names, carried, ..AnalysisRow::default() };
        AnalysisReader { columns, settings: Value::Object(settings), row, rows: Box::new(rows) }
    }

    /// Reads the next row. Returns whether there is one.
    ///
    /// # Errors
    /// If the file is damaged, or the row is not one of these columns.
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.row.lengths.clear();
        self.rows.read(&self.columns, &mut self.row)
    }

    /// Returns an error at the last row read, or at the header before the first row.
    pub fn fault(&self, message: impl Into<String>) -> Error {
        at(&self.rows.place(), Error::message(message.into()))
    }
}

/// Sets a text that may be missing, and keeps its memory.
fn set(text: &mut Option<String>, value: Option<&str>) {
    match (text.as_mut(), value) {
        (Some(text), Some(value)) => {
            text.clear();
            text.push_str(value);
        }
        (_, value) => *text = value.map(String::from),
    }
}

/// Returns the error of a file that is not an analysis of this layout, with a code for the hint of a front end.
fn fault(code: &'static str, message: impl ToString) -> Error {
    Error::message(message).code(code)
}

/// Returns an error about a place.
fn at(place: &str, error: Error) -> Error {
    let message = format!("{place}: {}", error.message);
    error.with_message(message)
}

fn cannot_read(name: &str, error: &impl Display) -> Error {
    Error::message(format!("cannot read {name}: {error}"))
}

/// The rows of an analysis, and their number so far.
struct MemoryRows<I> {
    name: String,
    rows: I,
    number: usize,
}

impl<I> MemoryRows<I> {
    fn new(name: &str, rows: I) -> MemoryRows<I> {
        MemoryRows { name: name.into(), rows, number: 0 }
    }
}

impl<I: Iterator<Item = Result<AnalysisRow, Error>>> Rows for MemoryRows<I> {
    fn read(&mut self, _: &Columns, row: &mut AnalysisRow) -> Result<bool, Error> {
        let Some(next) = self.rows.next() else { return Ok(false) };
        *row = AnalysisRow { carried_names: mem::take(&mut row.carried_names), ..next? };
        self.number += 1;
        Ok(true)
    }

    fn place(&self) -> String {
        format!("{}: row {}", self.name, self.number)
    }
}
