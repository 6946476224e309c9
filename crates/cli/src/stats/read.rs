//! Reading what `cubiform analyze --format csv` wrote: a header that says what the columns are, and a row for each
//! scramble, taken one by one.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use csv::{ByteRecord, ReaderBuilder};
use cubiform_cube::{Color, Symmetry};
use cubiform_stats::Sample;

use crate::failure::{Failure, about_file};
use crate::interrupt;
use crate::words::shortened;

/// What to do about a file that is something else.
const REMEDY: &str = "write one with: cubiform analyze -i SCRAMBLES --format csv";

/// What the columns of a file are: its stages, each with its colours, in the order of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Columns(Vec<(String, Vec<Color>)>);

/// The sample that is in these files together.
pub(crate) fn sample(paths: &[PathBuf]) -> Result<Sample, Failure> {
    let mut analysis = Analysis::open(paths)?;
    let mut sample = Sample::new(analysis.stages().to_vec());
    while let Some(row) = analysis.next()? {
        sample.add(row.lengths);
    }
    Ok(sample)
}

/// What is told of a scramble.
pub(crate) struct Row<'a> {
    pub(crate) id: Cow<'a, str>,
    /// The scramble itself, where the file has it; CSV has it not.
    pub(crate) scramble: Option<Cow<'a, str>>,
    /// The lengths, by stage and in these by colour.
    pub(crate) lengths: &'a [u8],
}

/// Files of the same columns, read as one: row after row.
pub(crate) struct Analysis<'a> {
    /// The files to come.
    paths: std::slice::Iter<'a, PathBuf>,
    rows: Rows,
    columns: Columns,
    /// What the first file is called, or all of them.
    first: String,
    names: String,
    lengths: Vec<u8>,
    is_empty: bool,
}

impl Analysis<'_> {
    /// Opens the first of these files.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn open(paths: &[PathBuf]) -> Result<Analysis<'_>, Failure> {
        let mut rest = paths.iter();
        let (rows, columns) = begin(rest.next().expect("the arguments name a file"))?;
        let first = rows.name.clone();
        let names = if paths.len() == 1 { first.clone() } else { "the files".into() };
        Ok(Analysis { paths: rest, rows, columns, first, names, lengths: Vec::new(), is_empty: true })
    }

    /// The stages, each with its colours, in the order of [`Row::lengths`].
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        &self.columns.0
    }

    /// The next row, if there is one; that there is none at all is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>, Failure> {
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        while !self.rows.next()? {
            let Some(path) = self.paths.next() else {
                let message = format!("{}: there are no scrambles, only a header", self.names);
                return if self.is_empty { Err(Failure::Message(message)) } else { Ok(None) };
            };
            let (rows, columns) = begin(path)?;
            if columns != self.columns {
                return Err(rows.bad(&format!("its columns are others than those of {}", self.first)));
            }
            self.rows = rows;
        }
        let record = &self.rows.record;
        self.columns.lengths(record, &mut self.lengths).map_err(|e| self.rows.bad(&e))?;
        self.is_empty = false;
        Ok(Some(Row { id: String::from_utf8_lossy(&record[0]), scramble: None, lengths: &self.lengths }))
    }
}

/// Opens a file and reads what its columns are.
fn begin(path: &Path) -> Result<(Rows, Columns), Failure> {
    let mut rows = Rows::open(path)?;
    if !rows.next()? {
        return Err(Failure::Message(format!("{}: there is nothing in it\n  {REMEDY}", rows.name)));
    }
    let columns = Columns::of(&rows.record).map_err(|e| rows.bad(&e))?;
    Ok((rows, columns))
}

/// The rows of a file, one after the other.
struct Rows {
    /// How to call the file in messages.
    name: String,
    reader: csv::Reader<Box<dyn Read>>,
    /// The row at which it is.
    record: ByteRecord,
}

impl Rows {
    fn open(path: &Path) -> Result<Rows, Failure> {
        let name = if is_stdin(path) { "<stdin>".to_string() } else { path.display().to_string() };
        // Lines are counted rightly only if each ends with one byte, the last one too; what else is at the end of a
        // line is white space.
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .trim(csv::Trim::All)
            .from_reader(Box::new(open(path)?.chain(&b"\n"[..])) as Box<dyn Read>);
        Ok(Rows { name, reader, record: ByteRecord::new() })
    }

    /// Goes to the next row with something on it, if there is one.
    fn next(&mut self) -> Result<bool, Failure> {
        loop {
            let read = self.reader.read_byte_record(&mut self.record);
            let there = read.map_err(|e| Failure::Message(format!("cannot read {}: {e}", self.name)))?;
            if !there || self.record.len() > 1 || !self.record[0].is_empty() {
                return Ok(there);
            }
        }
    }

    /// A fault of the row.
    fn bad(&self, message: &str) -> Failure {
        // The reader is at the start of the line after it; a quoted id may have lines of its own.
        let within = self.record.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        let line = self.reader.position().line() - 1 - within;
        Failure::Message(format!("{}:{line}: {message}", self.name))
    }
}

/// Refuses arguments of `command` that name standard input more than once.
pub(crate) fn check_stdin<'a>(
    command: &'static str,
    mut paths: impl Iterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let mut is_next = || paths.any(|path| is_stdin(path));
    if is_next() && is_next() {
        return Err(Failure::usage(command, "standard input, -, can be read only once"));
    }
    Ok(())
}

/// Whether it means standard input.
fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin()));
    }
    let cannot = |e: io::Error| about_file(path, "read", &e);
    if fs::metadata(path).map_err(cannot)?.is_dir() {
        return Err(Failure::Message(format!("cannot read {}: it is a folder", path.display())));
    }
    Ok(Box::new(File::open(path).map_err(cannot)?))
}

/// A cell as it is shown in messages: shortened, and without what would move a terminal's cursor.
fn shown(cell: &[u8]) -> String {
    format!("'{}'", shortened(&String::from_utf8_lossy(cell), 40))
}

impl Columns {
    /// What a header says.
    fn of(header: &ByteRecord) -> Result<Columns, String> {
        if header.get(0) != Some(b"id") {
            let found = header.get(0).map(shown).unwrap_or_default();
            return Err(format!(
                "this is no analysis in CSV: its first column is {found}, not 'id'\n  {REMEDY}"
            ));
        }
        let mut stages: Vec<(String, Vec<Color>)> = Vec::new();
        for (cell, number) in header.iter().skip(1).zip(2..) {
            let column = str::from_utf8(cell).ok().and_then(|text| text.rsplit_once('_'));
            let color = |suffix: &str| {
                Color::COLUMNS.into_iter().find(|color| Symmetry::column_suffix(*color) == suffix)
            };
            let Some((stage, color)) = column.and_then(|(stage, suffix)| Some((stage, color(suffix)?)))
            else {
                return Err(format!(
                    "column {number}: {} is no stage with a bottom colour, such as cross_z0; the colours are z0, \
                     z2, z3, z1, x3, x1",
                    shown(cell)
                ));
            };
            // Those of a stage stand together.
            match stages.iter_mut().position(|(known, _)| known == stage) {
                Some(i) if i + 1 == stages.len() && !stages[i].1.contains(&color) => stages[i].1.push(color),
                Some(i) if stages[i].1.contains(&color) => {
                    return Err(format!("column {number}: {} is there twice", shown(cell)));
                }
                Some(_) => {
                    return Err(format!("column {number}: {} stands apart from its stage", shown(cell)));
                }
                None => stages.push((stage.to_string(), vec![color])),
            }
        }
        if stages.is_empty() {
            return Err(format!("there is no stage in it, only ids\n  {REMEDY}"));
        }
        Ok(Columns(stages))
    }

    /// How many lengths a row has.
    fn count(&self) -> usize {
        self.0.iter().map(|(_, colors)| colors.len()).sum()
    }

    /// The name of a column, from 0 after the ids.
    fn name(&self, index: usize) -> String {
        let mut names = self.0.iter().flat_map(|(stage, colors)| colors.iter().map(move |c| (stage, c)));
        let (stage, color) = names.nth(index).expect("there is such a column");
        format!("{stage}_{}", Symmetry::column_suffix(*color))
    }

    /// The lengths of a row.
    fn lengths(&self, record: &ByteRecord, lengths: &mut Vec<u8>) -> Result<(), String> {
        let count = self.count();
        if record.len() != count + 1 {
            return Err(format!("the row has {} columns, the header {}", record.len(), count + 1));
        }
        lengths.clear();
        for (index, cell) in record.iter().skip(1).enumerate() {
            let is_number = !cell.is_empty() && cell.iter().all(u8::is_ascii_digit);
            let length = str::from_utf8(cell).ok().filter(|_| is_number).and_then(|text| text.parse().ok());
            lengths.push(length.ok_or_else(|| {
                let what = if is_number { "is too many moves" } else { "is no number of moves" };
                format!("column {} ({}): {} {what}", index + 2, self.name(index), shown(cell))
            })?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(header: &[&str]) -> Result<Columns, String> {
        Columns::of(&ByteRecord::from(header.to_vec()))
    }

    #[test]
    fn a_header_says_what_the_columns_are() {
        let found = columns(&["id", "xcross_pair_z0", "xcross_pair_x1", "f2l_z2"]).unwrap();
        let stages: Vec<(&str, String)> =
            found.0.iter().map(|(s, colors)| (&s[..], colors.iter().map(|c| c.letter()).collect())).collect();
        assert_eq!(stages, [("xcross_pair", "YB".to_string()), ("f2l", "W".to_string())]);
        assert_eq!(
            (found.count(), found.name(1), found.name(2)),
            (3, "xcross_pair_x1".into(), "f2l_z2".into())
        );
    }

    #[test]
    fn a_header_of_something_else_is_refused() {
        for (header, message) in [
            (&["scramble", "x"][..], "this is no analysis in CSV: its first column is 'scramble', not 'id'"),
            (&["id"], "there is no stage in it"),
            (&["id", "scramble"], "column 2: 'scramble' is no stage with a bottom colour"),
            (&["id", "cross_z0", "cross_z4"], "column 3: 'cross_z4' is no stage with a bottom colour"),
            (&["id", "cross_z0", "cross_z0"], "column 3: 'cross_z0' is there twice"),
            (&["id", "a_z0", "b_z0", "a_z1"], "column 4: 'a_z1' stands apart from its stage"),
        ] {
            let said = columns(header).unwrap_err();
            assert!(said.starts_with(message), "{said}");
        }
    }

    #[test]
    fn rows_are_numbers() {
        let columns = columns(&["id", "cross_z0", "cross_z2"]).unwrap();
        let read = |row: &[&str]| {
            let mut lengths = vec![1, 2, 3];
            columns.lengths(&ByteRecord::from(row.to_vec()), &mut lengths).map(|()| lengths)
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
