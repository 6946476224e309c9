//! The JSON of an analysis as lines or as one array: an object for each scramble, or for each row of the long layout.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::RowWriter;
use super::columns::{ColumnKind, Columns};
use super::record::{Cell, Record};
use crate::analysis::json::{Members, Objects};
use crate::analysis::report::Report;
use crate::input::TIME;
use crate::json_array::JsonArray;

/// A writer of JSON lines.
pub enum JsonLines {
    /// An object for each scramble.
    Wide(Objects),
    /// An object for each row of the long layout.
    Long(Columns),
}

/// A writer of one JSON array of the objects that another writer writes as lines.
pub struct JsonDocument<W> {
    lines: W,
    array: JsonArray,
}

impl RowWriter for JsonLines {
    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        match self {
            JsonLines::Wide(objects) => write_line(&objects.row(report), out),
            JsonLines::Long(columns) => {
                let record = Record::from(report);
                (0..columns.rows_per_cube()).try_for_each(|i| write_line(&long_row(columns, &record, i), out))
            }
        }
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

/// Returns the members of a row of the long layout. A carried column without a value is left out.
fn long_row<'a>(columns: &'a Columns, record: &Record<'a>, i: usize) -> Members<'a, Cell<'a>> {
    let members = columns.list.iter().map(|column| (column, columns.cell(column.kind, record, i)));
    let members = members.filter_map(|(column, cell)| match (column.kind, cell) {
        (ColumnKind::Carried(_), Cell::Null) => None,
        (_, cell) => Some((&column.name[..], cell.typed(&column.name))),
    });
    Members(members.collect())
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

fn write_line(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}
