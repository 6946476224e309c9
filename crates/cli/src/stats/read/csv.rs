//! Rows of a CSV file: a header that names the columns, then a row per scramble.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use csv::{ByteRecord, ReaderBuilder};

use crate::error::Failure;
use crate::stats::read::columns::{Columns, is_almost_length, is_length, long_layout, quoted};
use crate::stats::read::{FORMAT_HINT, Row};
use cubiform_answers::input::lines::Bounded;

/// A CSV file.
pub(super) struct Rows {
    /// The file name in messages.
    name: String,
    reader: csv::Reader<Bounded<Box<dyn Read>>>,
    header: Header,
    /// The current row.
    record: ByteRecord,
    lengths: Vec<u8>,
}

/// The columns of a file and their positions.
struct Header {
    columns: Columns,
    /// The index of the first column of lengths.
    first: usize,
    /// The index of the column of scrambles or facelets, if there is one.
    scramble: Option<usize>,
    /// The indices of the carried columns.
    carried: Vec<usize>,
}

impl Rows {
    pub(super) fn open(name: String, file: Box<dyn BufRead>) -> Result<Rows, Failure> {
        // The reader counts lines correctly only if every line, including the last, ends with a single byte. A
        // carriage return is trimmed as white space.
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .trim(csv::Trim::All)
            .from_reader(Bounded::new(Box::new(file.chain(&b"\n"[..])) as Box<dyn Read>));
        let header = Header { columns: Columns::empty(), first: 1, scramble: None, carried: Vec::new() };
        let (record, lengths) = (ByteRecord::new(), Vec::new());
        let mut rows = Rows { name, reader, header, record, lengths };
        if !rows.read()? {
            return Err(Failure::Message(format!("{}: the input is empty\n  {FORMAT_HINT}", rows.name)));
        }
        rows.header = self::header(&rows.record).map_err(|e| super::Rows::fault(&rows, &e))?;
        Ok(rows)
    }

    /// Reads the next row that is not empty. Returns whether there was one.
    fn read(&mut self) -> Result<bool, Failure> {
        loop {
            let line = self.reader.position().line();
            let read = self.reader.read_byte_record(&mut self.record);
            let has_row = read.map_err(|e| self.cannot_read(&e, line))?;
            self.reader.get_mut().end_record();
            if !has_row || self.record.len() > 1 || !self.record[0].is_empty() {
                return Ok(has_row);
            }
        }
    }

    /// Returns the error of a row that begins on this line and cannot be read.
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
        &self.header.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        if !self.read()? {
            return Ok(false);
        }
        let read = lengths(&self.header, &self.record, &mut self.lengths);
        read.map(|()| true).map_err(|e| self.fault(&e))
    }

    fn row(&self) -> Row<'_> {
        let scramble = self.header.scramble.map(|place| String::from_utf8_lossy(&self.record[place]));
        Row { id: String::from_utf8_lossy(&self.record[0]), scramble, lengths: &self.lengths }
    }

    fn carried(&self, name: &str) -> Option<Cow<'_, str>> {
        let names = self.header.columns.carried()?;
        let place = self.header.carried[names.iter().position(|known| known == name)?];
        Some(String::from_utf8_lossy(&self.record[place])).filter(|text| !text.is_empty())
    }

    fn fault(&self, message: &str) -> Failure {
        // The reader is at the start of the next line; a quoted id may contain line breaks.
        let within = self.record.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        let line = self.reader.position().line() - 1 - within;
        Failure::Message(format!("{}:{line}: {message}", self.name))
    }
}

/// Reads a header: `id`, then carried columns with the scrambles and row numbers among them, then lengths.
fn header(header: &ByteRecord) -> Result<Header, String> {
    if header.get(0) != Some(b"id") {
        let found = header.get(0).map(quoted).unwrap_or_default();
        return Err(format!("not a CSV analysis: its first column is {found}, not 'id'\n  {FORMAT_HINT}"));
    }
    if let Some(message) = long_layout(header.iter()) {
        return Err(message);
    }
    if ["metric", "length", "error"].iter().all(|name| header.iter().any(|cell| cell == name.as_bytes())) {
        return Err("these are solutions, not an analysis\n  summarise them with: cubiform lengths".into());
    }
    let first = header.iter().skip(1).position(|cell| is_length(cell) || is_almost_length(cell));
    let first = first.map_or(header.len(), |place| place + 1);
    let (mut scramble, mut carried, mut names) = (None, Vec::new(), Vec::new());
    for (place, cell) in header.iter().enumerate().take(first).skip(1) {
        match cell {
            b"scramble" | b"facelets" => scramble = Some(place),
            b"row" => {}
            cell => {
                carried.push(place);
                names.push(String::from_utf8_lossy(cell).into_owned());
            }
        }
    }
    let columns = Columns::from_names((1..).zip(header).skip(first))?.with_carried(names);
    Ok(Header { columns, first, scramble, carried })
}

/// Reads the lengths of a row.
fn lengths(header: &Header, record: &ByteRecord, lengths: &mut Vec<u8>) -> Result<(), String> {
    let Header { columns, first, .. } = header;
    let count = first + columns.count();
    if record.len() != count {
        return Err(format!("the row has {} columns but the header has {count}", record.len()));
    }
    lengths.clear();
    for (index, cell) in record.iter().skip(*first).enumerate() {
        let is_number = !cell.is_empty() && cell.iter().all(u8::is_ascii_digit);
        let length = str::from_utf8(cell).ok().filter(|_| is_number).and_then(|text| text.parse().ok());
        lengths.push(length.ok_or_else(|| {
            let what = if is_number { "is too many moves" } else { "is not a number of moves" };
            format!("column {} ({}): {} {what}", first + index + 1, columns.name(index), quoted(cell))
        })?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_that_does_not_begin_with_id_is_refused() {
        let message_for =
            |names: &[&str]| header(&ByteRecord::from(names.to_vec())).err().unwrap_or_default();
        let message = message_for(&["scramble", "x"]);
        assert!(
            message.starts_with("not a CSV analysis: its first column is 'scramble', not 'id'"),
            "{message}"
        );
        assert!(message_for(&["id", "scramble"]).starts_with("no stage column"));
        assert!(message_for(&["id", "event", "cross_z4"]).starts_with("column 3: 'cross_z4'"));
        assert!(message_for(&["id", "metric", "length", "error"]).contains("cubiform lengths"));
        assert!(message_for(&["id", "row", "stage", "color", "moves"]).contains("--layout wide"));
    }

    #[test]
    fn columns_before_the_lengths_are_carried() {
        let names = ["id", "event", "scramble", "row", "time_ms", "cross_z2", "cross_z0"];
        let found = header(&ByteRecord::from(names.to_vec())).unwrap();
        assert_eq!(found.columns.carried().unwrap(), ["event", "time_ms"]);
        assert_eq!((found.first, found.scramble, &found.carried[..]), (5, Some(2), &[1, 4][..]));
    }

    #[test]
    fn row_with_other_than_numbers_of_moves_is_refused() {
        let columns = header(&ByteRecord::from(vec!["id", "cross_z0", "cross_z2"])).unwrap();
        let read = |row: &[&str]| {
            let mut found = vec![1, 2, 3];
            lengths(&columns, &ByteRecord::from(row.to_vec()), &mut found).map(|()| found)
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
