//! csTimer's CSV of a session: `No.;Time;Comment;Scramble;Date;P.1`.
//!
//! Rows end with CR LF. A field is quoted only if it contains a semicolon or a line end; in another field, a leading
//! quote is part of the text. A solve with more phases than the header has columns `P.n` has extra fields.

use super::super::delimited::{self, Dialect, Quotes, trimmed};
use super::super::row_error::RowError;
use super::{Solve, time};

/// The format of rows.
const DIALECT: Dialect = Dialect { separator: ';', quotes: Quotes::WhereNeeded };

/// The titles of the columns that are read, in any order.
const TITLES: [&str; 5] = ["No.", "Time", "Comment", "Scramble", "Date"];

/// The columns of a session's CSV.
#[derive(Debug)]
pub(crate) struct Header {
    positions: [usize; 5],
    count: usize,
}

impl Header {
    /// Parses csTimer's header. Returns `None` for any other line.
    pub(crate) fn parse(line: &str) -> Option<Header> {
        let titles = Dialect::separated_by(';').titles(line).ok()?;
        let find = |title: &str| titles.iter().position(|other| other == title);
        let mut positions = [0; 5];
        for (place, title) in positions.iter_mut().zip(TITLES) {
            *place = find(title)?;
        }
        Some(Header { positions, count: titles.len() })
    }

    /// Returns whether a row lacks fields, so that a quoted field may continue in the next line.
    pub(crate) fn is_open(&self, row: &str) -> bool {
        DIALECT.fields(row).count() < self.count
    }

    /// Returns whether a line begins a row, that is, with a number.
    pub(crate) fn begins_row(line: &str) -> bool {
        line.split_once(';')
            .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Returns the error about a row that lacks fields.
    pub(crate) fn miscounted(&self, row: &str) -> RowError {
        let count = DIALECT.fields(row).count();
        let message = format!("the row has {count} columns; csTimer's header has {}", self.count);
        delimited::row_error(row, row.len(), message)
    }

    /// Reads the solve of a row. Returns it with the byte offset of its scramble.
    pub(crate) fn read(&self, row: &str) -> Result<(Solve, usize), RowError> {
        let fields = DIALECT.fields(row).collect::<Result<Vec<_>, _>>()?;
        if fields.len() < self.count {
            return Err(self.miscounted(row));
        }
        let [number, result, comment, scramble, date] = self.positions.map(|place| &fields[place]);
        let (id, at) = trimmed(number);
        if id.is_empty() {
            return Err(delimited::row_error(row, at, "the solve has no number"));
        }
        let (written, at) = trimmed(result);
        let Some(time) = time::parse(written) else {
            let message =
                format!("'{}' is not a time such as 12.34, 14.34+ or DNF(12.34)", written.escape_debug());
            return Err(delimited::row_error(row, at, message));
        };
        let solve = Solve {
            id: id.into(),
            scramble: scramble.text.to_string(),
            time: Some(time),
            comment: comment.text.trim().into(),
            date: time::to_iso(&date.text),
            session: None,
        };
        Ok((solve, scramble.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_one_or_several_phases() {
        let header = Header::parse("No.;Time;Comment;Scramble;Date;P.1").unwrap();
        let read =
            |row: &str| header.read(row).map(|(solve, at)| (solve.id, solve.scramble, solve.comment, at));
        let wanted = |id: &str, scramble: &str, comment: &str, at| {
            Ok((id.into(), scramble.into(), comment.into(), at))
        };
        assert_eq!(read("1;12.34;;R U;2024-01-02 03:04:05;12.34"), wanted("1", "R U", "", 9));
        assert_eq!(read("2;14.34+;\"a;b\";R U;N/A;12.34"), wanted("2", "R U", "a;b", 15));
        assert_eq!(read("3;DNF(9.9);\"hm\";R U;N/A;1.00;2.00;6.90"), wanted("3", "R U", "\"hm\"", 16));
        let two = Header::parse("No.;Time;Comment;Scramble;Date;P.1;P.2").unwrap();
        assert!(two.is_open("1;9.9;;R U;N/A;9.9") && !two.is_open("1;9.9;;R U;N/A;9.9;"));
        assert!(header.is_open("4;9.9;\"a") && !header.is_open("4;9.9;\"a\nb\";R U;N/A;9.9"));
        assert!(Header::parse("No.;Time;Scramble").is_none() && Header::parse("id,scramble").is_none());
    }

    #[test]
    fn errors_have_their_column() {
        let header = Header::parse("No.;Time;Comment;Scramble;Date;P.1").unwrap();
        let error = |row: &str| header.read(row).map(|_| ()).unwrap_err();
        assert_eq!(error("1;fast;;R U;N/A;1").column, 2);
        assert!(error("1;fast;;R U;N/A;1").message.starts_with("'fast' is not a time"));
        assert!(error("1;9.9;;R U").message.contains("has 4 columns; csTimer's header has 6"));
        assert!(error(";9.9;;R U;N/A;1").message.contains("no number"));
    }
}
