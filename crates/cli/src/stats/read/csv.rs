//! Rows of CSV: a header that says what the columns are, and a row for each scramble.

use std::io::{self, BufRead, Read};

use csv::{ByteRecord, ReaderBuilder};

use crate::failure::Failure;
use crate::lines::Bounded;
use crate::render::is_length;
use crate::stats::read::columns::{Columns, shown};
use crate::stats::read::{REMEDY, Row};

/// A file in CSV.
pub(super) struct Rows {
    /// How to call the file in messages.
    name: String,
    reader: csv::Reader<Bounded<Box<dyn Read>>>,
    columns: Columns,
    /// How many columns after the id were carried from the input.
    carried: usize,
    /// The row at which it is.
    record: ByteRecord,
    lengths: Vec<u8>,
}

impl Rows {
    pub(super) fn open(name: String, file: Box<dyn BufRead>) -> Result<Rows, Failure> {
        // Lines are counted rightly only if each ends with one byte, the last one too; what else is at the end of a
        // line is white space.
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .trim(csv::Trim::All)
            .from_reader(Bounded::new(Box::new(file.chain(&b"\n"[..])) as Box<dyn Read>));
        let (columns, record, lengths) = (Columns(Vec::new()), ByteRecord::new(), Vec::new());
        let mut rows = Rows { name, reader, columns, carried: 0, record, lengths };
        if !rows.read()? {
            return Err(Failure::Message(format!("{}: there is nothing in it\n  {REMEDY}", rows.name)));
        }
        (rows.columns, rows.carried) = header(&rows.record).map_err(|e| super::Rows::bad(&rows, &e))?;
        Ok(rows)
    }

    /// Reads the next row with something on it, if there is one.
    fn read(&mut self) -> Result<bool, Failure> {
        loop {
            let line = self.reader.position().line();
            let read = self.reader.read_byte_record(&mut self.record);
            let there = read.map_err(|e| self.cannot_read(&e, line))?;
            self.reader.get_mut().end_record();
            if !there || self.record.len() > 1 || !self.record[0].is_empty() {
                return Ok(there);
            }
        }
    }

    /// A failure to read the row that begins in this line.
    fn cannot_read(&self, error: &csv::Error, line: u64) -> Failure {
        match error.kind() {
            csv::ErrorKind::Io(e) if e.kind() == io::ErrorKind::InvalidData => {
                Failure::Message(format!("{}:{line}: {e}; is this an analysis?", self.name))
            }
            _ => Failure::Message(format!("cannot read {}: {error}", self.name)),
        }
    }
}

impl super::Rows for Rows {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        if !self.read()? {
            return Ok(false);
        }
        let read = lengths(&self.columns, self.carried, &self.record, &mut self.lengths);
        read.map(|()| true).map_err(|e| self.bad(&e))
    }

    fn row(&self) -> Row<'_> {
        Row { id: String::from_utf8_lossy(&self.record[0]), scramble: None, lengths: &self.lengths }
    }

    fn carried(&self) -> Vec<Option<String>> {
        let cells = self.record.iter().skip(1).take(self.carried);
        cells
            .map(|cell| Some(String::from_utf8_lossy(cell).into_owned()).filter(|text| !text.is_empty()))
            .collect()
    }

    fn bad(&self, message: &str) -> Failure {
        // The reader is at the start of the line after it; a quoted id may have lines of its own.
        let within = self.record.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        let line = self.reader.position().line() - 1 - within;
        Failure::Message(format!("{}:{line}: {message}", self.name))
    }
}

/// The columns of a header, and how many of those after the id were carried from the input: all before the first of
/// lengths.
fn header(header: &ByteRecord) -> Result<(Columns, usize), String> {
    if header.get(0) != Some(b"id") {
        let found = header.get(0).map(shown).unwrap_or_default();
        return Err(format!("this is no analysis in CSV: its first column is {found}, not 'id'\n  {REMEDY}"));
    }
    let first = header.iter().skip(1).position(|cell| str::from_utf8(cell).is_ok_and(is_length)).unwrap_or(0);
    Ok((Columns::named((1..).zip(header).skip(1 + first))?, first))
}

/// The lengths of a row.
fn lengths(
    columns: &Columns,
    carried: usize,
    record: &ByteRecord,
    lengths: &mut Vec<u8>,
) -> Result<(), String> {
    let count = columns.count() + carried;
    if record.len() != count + 1 {
        return Err(format!("the row has {} columns, the header {}", record.len(), count + 1));
    }
    lengths.clear();
    for (index, cell) in record.iter().skip(1 + carried).enumerate() {
        let is_number = !cell.is_empty() && cell.iter().all(u8::is_ascii_digit);
        let length = str::from_utf8(cell).ok().filter(|_| is_number).and_then(|text| text.parse().ok());
        lengths.push(length.ok_or_else(|| {
            let what = if is_number { "is too many moves" } else { "is no number of moves" };
            format!("column {} ({}): {} {what}", index + carried + 2, columns.name(index), shown(cell))
        })?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_begins_with_ids() {
        let said = header(&ByteRecord::from(vec!["scramble", "x"])).unwrap_err();
        let message = "this is no analysis in CSV: its first column is 'scramble', not 'id'";
        assert!(said.starts_with(message), "{said}");
        let said = header(&ByteRecord::from(vec!["id", "scramble"])).unwrap_err();
        assert!(said.starts_with("column 2: 'scramble'"), "{said}");
    }

    #[test]
    fn columns_before_the_lengths_are_carried() {
        let (columns, carried) =
            header(&ByteRecord::from(vec!["id", "date", "time_ms", "cross_z2"])).unwrap();
        assert_eq!((columns.count(), carried), (1, 2));
        let mut found = Vec::new();
        let row = ByteRecord::from(vec!["a", "2024", "", "5"]);
        assert_eq!(lengths(&columns, carried, &row, &mut found).map(|()| found), Ok(vec![5]));
        let row = ByteRecord::from(vec!["a", "2024", "", "x"]);
        let message = lengths(&columns, carried, &row, &mut Vec::new()).unwrap_err();
        assert_eq!(message, "column 4 (cross_z2): 'x' is no number of moves");
    }

    #[test]
    fn rows_are_numbers() {
        let (columns, carried) = header(&ByteRecord::from(vec!["id", "cross_z0", "cross_z2"])).unwrap();
        assert_eq!(carried, 0);
        let read = |row: &[&str]| {
            let mut found = vec![1, 2, 3];
            lengths(&columns, 0, &ByteRecord::from(row.to_vec()), &mut found).map(|()| found)
        };
        assert_eq!(read(&["a", "5", "12"]), Ok(vec![5, 12]));
        for (row, message) in [
            (&["a", "5"][..], "the row has 2 columns, the header 3"),
            (&["a", "5", ""], "column 3 (cross_z2): '' is no number of moves"),
            (&["a", "+5", "6"], "column 2 (cross_z0): '+5' is no number of moves"),
            (&["a", "5", "300"], "column 3 (cross_z2): '300' is too many moves"),
        ] {
            assert_eq!(read(row).unwrap_err(), message);
        }
    }
}
