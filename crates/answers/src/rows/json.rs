//! The JSON of an analysis as lines or as one array: an object for each scramble.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::RowWriter;
use crate::analysis::json::Objects;
use crate::analysis::record::Cell;
use crate::analysis::report::Report;
use crate::input::TIME;
use crate::json_array::JsonArray;

/// A writer of JSON lines.
pub struct JsonLines(pub Objects);

/// A writer of one JSON array of the objects that another writer writes as lines.
pub struct JsonDocument<W> {
    lines: W,
    array: JsonArray,
}

impl RowWriter for JsonLines {
    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self.0.row(report))?;
        out.write_all(b"\n")
    }
}

impl<W> JsonDocument<W> {
    /// Creates a writer of an array of the objects of `lines`.
    pub fn new(lines: W) -> JsonDocument<W> {
        JsonDocument { lines, array: JsonArray::default() }
    }
}

impl<R: ?Sized, W: RowWriter<R>> RowWriter<R> for JsonDocument<W> {
    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::new();
        self.lines.write_row(row, &mut lines)?;
        let mut objects = lines.split(|byte| *byte == b'\n').filter(|object| !object.is_empty());
        objects.try_for_each(|object| self.array.item(object, out))
    }

    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.end(out)
    }
}

impl<'a> Cell<'a> {
    /// Returns the cell of a carried column; a time is a number.
    pub(crate) fn typed(self, name: &str) -> Cell<'a> {
        match self {
            Cell::Text(text) if name == TIME => text.parse().map_or(self, Cell::Number),
            other => other,
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Null | Cell::Solutions(_) => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_u64(*number),
            Cell::Length(length) => serializer.serialize_u8(*length),
        }
    }
}
