//! Output of scrambles as text, CSV, JSON lines or one JSON document.

use std::io::{self, Write};

use cubiform_answers::scrambles::{Row, StateRow};
use serde::Serialize;

use crate::args::{ScrambleFormat, Scrambles};
use cubiform_answers::json_array::JsonArray;

/// A row of the output.
pub(super) trait TextRow: Serialize {
    /// The header of CSV.
    const HEADER: &str;

    /// Returns the line of text.
    fn text(&self) -> &str;

    /// Returns the line of CSV.
    fn csv(&self) -> String;
}

impl TextRow for Row {
    const HEADER: &str = "id,scramble";

    fn text(&self) -> &str {
        &self.scramble
    }

    fn csv(&self) -> String {
        format!("{},{}", self.id, self.scramble)
    }
}

impl TextRow for StateRow {
    const HEADER: &str = "id,facelets,images";

    fn text(&self) -> &str {
        &self.facelets
    }

    fn csv(&self) -> String {
        format!("{},{},{}", self.id, self.facelets, self.images)
    }
}

/// A writer of rows in one format.
pub(super) struct Render {
    format: ScrambleFormat,
    /// The state of the JSON document.
    array: JsonArray,
}

impl Render {
    /// Creates the writer for the format of the arguments.
    pub(super) fn new(args: &Scrambles) -> Render {
        Render { format: args.format, array: JsonArray::default() }
    }

    /// Writes the header.
    pub(super) fn begin<R: TextRow>(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Csv { writeln!(out, "{}", R::HEADER) } else { Ok(()) }
    }

    /// Writes a row.
    pub(super) fn row(&mut self, row: &impl TextRow, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            ScrambleFormat::Text => writeln!(out, "{}", row.text()),
            ScrambleFormat::Csv => writeln!(out, "{}", row.csv()),
            ScrambleFormat::Jsonl => writeln!(out, "{}", serde_json::to_string(row)?),
            ScrambleFormat::Json => self.array.item(&serde_json::to_vec(row)?, out),
        }
    }

    /// Writes the end of the document.
    pub(super) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Json { self.array.end(out) } else { Ok(()) }
    }
}
