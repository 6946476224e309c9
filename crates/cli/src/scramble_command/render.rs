//! Output of scrambles as text, CSV, JSON lines or one JSON document.

use std::io::{self, Write};

use clap::ValueEnum;

use super::Row;
use crate::args::{Puzzle, ScrambleEvent, ScrambleFormat, Scrambles};
use cubiform_answers::json_array::JsonArray;

/// A writer of scrambles in one format.
pub(super) struct Render {
    format: ScrambleFormat,
    event: ScrambleEvent,
    /// The state of the JSON document.
    array: JsonArray,
}

impl Render {
    /// Creates the writer for the format of the arguments.
    pub(super) fn new(args: &Scrambles) -> Render {
        let event = match args.puzzle {
            Puzzle::Three => args.event,
            Puzzle::Two => ScrambleEvent::Two,
            Puzzle::Four => ScrambleEvent::Four,
        };
        Render { format: args.format, event, array: JsonArray::default() }
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
            ScrambleFormat::Jsonl => writeln!(out, "{}", self.object(row)),
            ScrambleFormat::Json => self.array.item(self.object(row).to_string().as_bytes(), out),
        }
    }

    /// Writes the end of the document.
    pub(super) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == ScrambleFormat::Json { self.array.end(out) } else { Ok(()) }
    }

    /// Returns a scramble as a JSON object.
    fn object(&self, row: &Row) -> serde_json::Value {
        let event = self.event.to_possible_value().expect("every event has a name");
        serde_json::json!({
            "id": row.id,
            "event": event.get_name(),
            "scramble": row.scramble,
            "length": row.length,
            "facelets": row.facelets,
        })
    }
}
