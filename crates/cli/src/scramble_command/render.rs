//! Output of scrambles as text, CSV, JSON lines or one JSON document.

use std::io::{self, Write};

use cubiform_answers::scrambles::Row;

use crate::args::{ScrambleFormat, Scrambles};
use cubiform_answers::json_array::JsonArray;

/// A writer of scrambles in one format.
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
    pub(super) fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            ScrambleFormat::Csv => writeln!(out, "id,scramble"),
            ScrambleFormat::Text | ScrambleFormat::Jsonl | ScrambleFormat::Json => Ok(()),
        }
    }

    /// Writes a scramble.
    pub(super) fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            ScrambleFormat::Text => writeln!(out, "{}", row.scramble),
            ScrambleFormat::Csv => writeln!(out, "{},{}", row.id, row.scramble),
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
