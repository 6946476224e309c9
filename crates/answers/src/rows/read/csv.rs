//! Rows of CSV: a header that names the columns, then a row for each scramble.

use std::io::{self, BufRead, Read};

use ::csv::{ByteRecord, ErrorKind, Reader, ReaderBuilder, Terminator, Trim};
use serde_json::Map;

use super::header::{is_long_layout, quoted};
use super::{AnalysisRow, ReaderParts, Rows, at, cannot_read, fault, set};
use crate::Error;
use crate::columns::is_length;
use crate::input::lines::BoundedReader;
use crate::rows::{ColumnKind, Columns};

/// Returns whether a record is the header of an analysis in CSV, also in the long layout of earlier versions.
pub fn is_analysis_header(header: &ByteRecord) -> bool {
    let names = names(header);
    names.first().is_some_and(|name| name == "id")
        && (is_long_layout(&names) || names.iter().any(|name| is_length(name)))
}

/// The names of the columns of a header.
fn names(header: &ByteRecord) -> Vec<String> {
    header.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// A CSV file.
pub(super) struct CsvRows {
    /// The file name in messages.
    name: String,
    reader: Reader<BoundedReader<Box<dyn Read>>>,
    /// The last row read.
    record: ByteRecord,
}

impl CsvRows {
    pub(super) fn open(name: &str, text: Box<dyn BufRead>) -> ReaderParts<CsvRows> {
        // The reader counts lines correctly only if every line, including the last, ends with a single byte. A
        // carriage return is trimmed as white space.
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(Terminator::Any(b'\n'))
            .trim(Trim::All)
            .from_reader(BoundedReader::new(Box::new(text.chain(&b"\n"[..])) as Box<dyn Read>));
        let mut rows = CsvRows { name: name.into(), reader, record: ByteRecord::new() };
        if !rows.next()? {
            return Err(at(name, fault("not-an-analysis", "the input is empty")));
        }
        let columns = Columns::from_names("a CSV analysis", &names(&rows.record));
        Ok((columns.map_err(|e| at(&rows.place(), e))?, Map::new(), rows))
    }

    /// Reads the next record that is not empty. Returns whether there was one.
    fn next(&mut self) -> Result<bool, Error> {
        loop {
            let line = self.reader.position().line();
            let has_row = self.reader.read_byte_record(&mut self.record).map_err(|e| match e.kind() {
                ErrorKind::Io(e) if e.kind() == io::ErrorKind::InvalidData => {
                    Error::message(format!("{}:{line}: {e}; is this an analysis?", self.name))
                }
                _ => cannot_read(&self.name, &e),
            })?;
            self.reader.get_mut().end_record();
            if !has_row || self.record.len() > 1 || !self.record[0].is_empty() {
                return Ok(has_row);
            }
        }
    }
}

impl Rows for CsvRows {
    fn read(&mut self, columns: &Columns, row: &mut AnalysisRow) -> Result<bool, Error> {
        if !self.next()? {
            return Ok(false);
        }
        read_row(columns, &self.record, row).map_err(|e| at(&self.place(), Error::message(e)))?;
        Ok(true)
    }

    fn place(&self) -> String {
        // The reader is at the start of the next line; a quoted id may contain line breaks.
        let within = self.record.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        format!("{}:{}", self.name, self.reader.position().line() - 1 - within)
    }
}

/// Reads a row from a record.
fn read_row(columns: &Columns, record: &ByteRecord, row: &mut AnalysisRow) -> Result<(), String> {
    let columns = &columns.list;
    if record.len() != columns.len() {
        return Err(format!("the row has {} columns but the header has {}", record.len(), columns.len()));
    }
    for ((number, column), cell) in (1..).zip(columns).zip(record) {
        let text = String::from_utf8_lossy(cell);
        match column.kind {
            ColumnKind::Length(_) => {
                let is_number = !cell.is_empty() && cell.iter().all(u8::is_ascii_digit);
                row.lengths.push(text.parse().ok().filter(|_| is_number).ok_or_else(|| {
                    let what = if is_number { "is too many moves" } else { "is not a number of moves" };
                    format!("column {number} ({}): {} {what}", column.name, quoted(&text))
                })?);
            }
            ColumnKind::Carried(i) => row.set_carried(i, Some(&text)),
            ColumnKind::Cube => set(&mut row.cube, Some(&text)),
            ColumnKind::Id => {
                row.id.clear();
                row.id.push_str(&text);
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_with_other_than_numbers_of_moves_is_refused() {
        let columns = Columns::from_names("", &["id", "cross_z0", "cross_z2"].map(String::from)).unwrap();
        let read = |cells: &[&str]| {
            let mut row = AnalysisRow::default();
            read_row(&columns, &ByteRecord::from(cells.to_vec()), &mut row).map(|()| row.lengths)
        };
        assert_eq!(read(&["a", "5", "12"]), Ok(vec![5, 12]));
        for (row, message) in [
            (&["a", "5"][..], "the row has 2 columns but the header has 3"),
            (&["a", "5", ""], "column 3 (cross_z2): '' is not a number of moves"),
            (&["a", "+5", "6"], "column 2 (cross_z0): '+5' is not a number of moves"),
            (&["a", "5", "300"], "column 3 (cross_z2): '300' is too many moves"),
        ] {
            assert_eq!(read(row).unwrap_err(), message);
        }
    }
}
