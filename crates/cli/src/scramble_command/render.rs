//! Output of scrambles as text, CSV, JSON lines or one JSON document.

use std::io::{self, Write};

use cubiform_answers::json_array::JsonArray;
use serde::Serialize;

use crate::args::{ScrambleFormat, Scrambles};

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

    /// Writes the header of CSV, with the names of the columns.
    pub(super) fn begin(&mut self, columns: &[&str], out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Csv { writeln!(out, "{}", columns.join(",")) } else { Ok(()) }
    }

    /// Writes a row, whose cells of CSV need no quotes. Text has the second cell alone.
    pub(super) fn row(
        &mut self,
        row: &impl Serialize,
        cells: &[&str],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.format {
            ScrambleFormat::Text => writeln!(out, "{}", cells[1]),
            ScrambleFormat::Csv => writeln!(out, "{}", cells.join(",")),
            ScrambleFormat::Jsonl => {
                serde_json::to_writer(&mut *out, row)?;
                writeln!(out)
            }
            ScrambleFormat::Json => self.array.item(&serde_json::to_vec(row)?, out),
        }
    }

    /// Writes the end of the document.
    pub(super) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Json { self.array.end(out) } else { Ok(()) }
    }
}
