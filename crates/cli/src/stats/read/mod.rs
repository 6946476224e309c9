//! Reading what `cubiform analyze` wrote for programs, in any of its formats: rows, of one file after another.

mod columns;
mod csv;
mod jsonl;
mod parquet;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use cubiform_cube::Color;
use cubiform_stats::Sample;

use crate::analyze::Manifest;
use crate::failure::{Failure, about_file, say};
use crate::input::is_stdin;
use crate::interrupt;
use crate::interruptible::Interruptible;
use crate::stats::read::columns::Columns;

/// What to do about a file that is something else.
const REMEDY: &str = "write one with: cubiform analyze -i SCRAMBLES --format csv";

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
    /// The scramble itself, or the facelets of a state that has none, where the file has it; CSV has it not.
    pub(crate) scramble: Option<Cow<'a, str>>,
    /// The lengths, by stage and in these by colour.
    pub(crate) lengths: &'a [u8],
}

/// The rows of a file, one after the other.
trait Rows {
    /// What its columns are.
    fn columns(&self) -> &Columns;

    /// Goes to the next row, if there is one.
    fn advance(&mut self) -> Result<bool, Failure>;

    /// The row to which it went.
    fn row(&self) -> Row<'_>;

    /// What is to be told with results made of it, if it says that itself.
    fn credit(&self) -> Option<String> {
        None
    }

    /// A fault of the row at which it is, or at first of what is before the rows.
    fn bad(&self, message: &str) -> Failure;
}

/// Files of the same columns, read as one: row after row.
pub(crate) struct Analysis {
    /// The files to come.
    paths: VecDeque<PathBuf>,
    rows: Box<dyn Rows>,
    columns: Columns,
    /// What the first file is called, or all of them.
    first: String,
    names: String,
    is_empty: bool,
    credit: Option<String>,
}

impl Analysis {
    /// Opens the first of these files; a folder of parts stands for them.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn open(paths: &[PathBuf]) -> Result<Analysis, Failure> {
        let (mut files, mut credit) = (VecDeque::new(), None);
        for path in paths {
            let (parts, said) = files_of(path)?;
            files.extend(parts);
            credit = credit.or(said);
        }
        let names = match paths {
            [path] => name(path),
            _ => "the files".into(),
        };
        let Some(path) = files.pop_front() else {
            return Err(Failure::Message(format!("{names}: there are no rows yet")));
        };
        let rows = begin(&path)?;
        let (columns, first) = (rows.columns().clone(), name(&path));
        let credit = credit.or(rows.credit());
        Ok(Analysis { paths: files, rows, columns, first, names, is_empty: true, credit })
    }

    /// What is to be told with results made of it, where a file says that itself: Parquet and parts do.
    pub(crate) fn credit(&self) -> Option<&str> {
        self.credit.as_deref()
    }

    /// The stages, each with its colours, in the order of [`Row::lengths`].
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        &self.columns.0
    }

    /// The next row, if there is one; that there is none at all is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>, Failure> {
        interrupt::or(Ok(()))?;
        while !self.rows.advance()? {
            let Some(path) = self.paths.pop_front() else {
                let message = format!("{}: there are no scrambles, only a header", self.names);
                return if self.is_empty { Err(Failure::Message(message)) } else { Ok(None) };
            };
            self.rows = begin(&path)?;
            if *self.rows.columns() != self.columns {
                return Err(self.rows.bad(&format!("its columns are others than those of {}", self.first)));
            }
        }
        self.is_empty = false;
        Ok(Some(self.rows.row()))
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

/// The files that a path stands for: itself, or the parts that a manifest in it lists, and what that wants told.
fn files_of(path: &Path) -> Result<(Vec<PathBuf>, Option<String>), Failure> {
    if is_stdin(path) || !path.is_dir() {
        return Ok((vec![path.into()], None));
    }
    let shown = path.display();
    let Some(manifest) = Manifest::read(path)? else {
        return Err(Failure::Message(format!(
            "cannot read {shown}: it is a folder without a manifest of parts"
        )));
    };
    if !manifest.complete {
        say(format_args!("{shown} is of an unfinished run: it has {} rows", manifest.rows));
    }
    Ok((manifest.files(path)?, manifest.run.credit))
}

/// How a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".into() } else { path.display().to_string() }
}

/// Opens a file, or standard input.
pub(crate) fn reader(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stdin(path) {
        let stdin = Interruptible::new(io::stdin()).map_err(|e| about_file(path, "read", &e))?;
        return Ok(Box::new(BufReader::new(stdin)));
    }
    let file = File::open(path).map_err(|e| about_file(path, "read", &e))?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        // A pipe may wait for ever.
        let pipe = Interruptible::new(file).map_err(|e| about_file(path, "read", &e))?;
        return Ok(Box::new(BufReader::new(pipe)));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// Opens a file, whose first bytes tell its format, and reads what its columns are.
fn begin(path: &Path) -> Result<Box<dyn Rows>, Failure> {
    let cannot = |e: io::Error| about_file(path, "read", &e);
    let mut reader = reader(path)?;
    let start = reader.fill_buf().map_err(cannot)?;
    if start.starts_with(b"PAR1") {
        // It is read from its end.
        if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            return Err(Failure::Message(format!("{}: Parquet can only be read from a file", name(path))));
        }
        let file = File::open(path).map_err(cannot)?;
        return Ok(Box::new(parquet::Rows::open(name(path), file)?));
    }
    if start.trim_ascii_start().starts_with(b"{") {
        return Ok(Box::new(jsonl::Rows::open(name(path), reader)?));
    }
    Ok(Box::new(csv::Rows::open(name(path), reader)?))
}
