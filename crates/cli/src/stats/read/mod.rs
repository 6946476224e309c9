//! Reading what `cubiform analyze` wrote for programs, in any of its formats: rows, of one file after another.

pub(crate) mod columns;
mod csv;
#[cfg(test)]
mod damage;
mod jsonl;
mod limits;
mod object;
mod origin;
mod overlap;
mod parquet;
mod shards;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use cubiform_cube::Color;
use cubiform_stats::{Sample, Subset};
use serde_json::{Map, Value};

use crate::analyze;
use crate::error::{Failure, about_file, say};
use crate::input::{Input, is_stdin};
use crate::interrupt;
use crate::interruptible::Interruptible;
use crate::stats::group::By;
pub(crate) use crate::stats::read::columns::Columns;
use crate::stats::read::limits::Limits;
use crate::stats::read::origin::Origin;
use crate::stats::read::overlap::Overlap;

/// What to do about a file that is something else.
const REMEDY: &str = "write one with: cubiform analyze -i SCRAMBLES --format csv";

/// A message of another command about a file that is an analysis.
pub(crate) const ANALYSIS: &str =
    "this is an analysis of stages, not solutions\n  summarise it with: cubiform stats";

/// Whether a record is the header of an analysis in CSV, of either layout.
pub(crate) fn is_analysis_header(header: &::csv::ByteRecord) -> bool {
    let is_long = columns::long_layout(header.iter()).is_some();
    header.get(0) == Some(b"id") && (is_long || header.iter().any(columns::is_length))
}

/// Whether a line is one of an analysis in JSON lines, of either layout.
pub(crate) fn is_analysis_line(line: &[u8]) -> bool {
    let Ok(object) = serde_json::from_slice::<Value>(line) else { return false };
    object.get("stages").is_some_and(Value::is_object)
        || ["stage", "color", "moves"].iter().all(|name| object.get(name).is_some())
}

/// The sample in these files, and the one with which it is compared.
pub(crate) struct Samples {
    first: Analysis,
    against: Option<(Analysis, Overlap)>,
}

impl Samples {
    /// Opens these files; `partial` allows shards of a run to be missing.
    pub(crate) fn open(files: &[PathBuf], against: &[PathBuf], partial: bool) -> Result<Samples, Failure> {
        let first = Analysis::open(files, partial)?;
        if against.is_empty() {
            return Ok(Samples { first, against: None });
        }
        let other = Analysis::open(against, partial)?;
        shards::check_apart(&first.origins, &other.origins)?;
        let overlap = Overlap::new(first.stages(), other.stages());
        Ok(Samples { first, against: Some((other, overlap)) })
    }

    /// The stages of the first sample, each with its colours, in the order of [`Row::lengths`].
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        self.first.stages()
    }

    /// Groups the rows of the first sample.
    pub(crate) fn group_by(&mut self, by: &By) -> Result<(), Failure> {
        self.first.group_by(by.clone())
    }

    /// The group of the row that came last.
    pub(crate) fn group(&self) -> &str {
        self.first.group()
    }

    /// The next row of the first sample, if there is one; that there is none at all is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>, Failure> {
        let Some(row) = self.first.next()? else { return Ok(None) };
        if let Some((_, overlap)) = &mut self.against {
            overlap.remember(&row);
        }
        Ok(Some(row))
    }

    /// Reads the second sample, after all rows of the first.
    pub(crate) fn against(&mut self, sets: &[Subset]) -> Result<Option<Sample>, Failure> {
        let Some((analysis, overlap)) = &mut self.against else { return Ok(None) };
        let mut sample = Sample::with_sets(analysis.stages().to_vec(), sets);
        while let Some(row) = analysis.next()? {
            sample.add(row.lengths);
            overlap.find(&row);
        }
        overlap.check()?;
        Ok(Some(sample))
    }

    /// What is to be told with results made of the first sample, where a file says that itself: Parquet and parts do.
    pub(crate) fn credit(&self) -> Option<&str> {
        self.first.origins.iter().find_map(|origin| origin.asked("credit")?.as_str())
    }

    /// How many lines of their inputs the runs skipped that wrote the first sample.
    pub(crate) fn skipped(&self) -> u64 {
        self.first.origins.iter().map(Origin::skipped).sum()
    }

    /// What identifies all that was read: this program, and by sample the files and folders, the runs that wrote them, and
    /// the shards that are missing.
    pub(crate) fn provenance(&self) -> Result<Map<String, Value>, Failure> {
        let mut told = Map::new();
        told.insert("program".into(), format!("cubiform {}", env!("CARGO_PKG_VERSION")).into());
        let samples =
            [("files", Some(&self.first)), ("against", self.against.as_ref().map(|(other, _)| other))];
        for (name, analysis) in samples.into_iter().filter_map(|(name, analysis)| Some((name, analysis?))) {
            told.insert(name.into(), analysis.described()?);
            if !analysis.missing.is_empty() {
                told.insert(format!("{name}_missing_shards"), analysis.missing.clone().into());
            }
        }
        Ok(told)
    }
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
pub(crate) trait Rows {
    /// What its columns are.
    fn columns(&self) -> &Columns;

    /// The stages, each with its colours, in the order of [`Row::lengths`].
    fn stages(&self) -> &[(String, Vec<Color>)] {
        self.columns().stages()
    }

    /// Goes to the next row, if there is one.
    fn advance(&mut self) -> Result<bool, Failure>;

    /// The row to which it went.
    fn row(&self) -> Row<'_>;

    /// The value of a column of this row that was carried along; `None` if the row or the file has none.
    fn carried(&self, name: &str) -> Option<Cow<'_, str>>;

    /// The values of all columns of this row that were carried along, in order.
    fn all_carried(&self) -> Vec<Option<String>> {
        let names = self.columns().carried().unwrap_or_default().iter();
        names.map(|name| self.carried(name).map(Cow::into_owned)).collect()
    }

    /// What it says about the run that wrote it, as a JSON object.
    fn run(&self) -> Value {
        Value::Object(Map::new())
    }

    /// A fault of the row at which it is, or at first of what is before the rows.
    fn bad(&self, message: &str) -> Failure;
}

/// Files of the same columns, read as one: row after row.
pub(crate) struct Analysis {
    /// What was named.
    origins: Vec<Origin>,
    /// The shards of their runs that are missing.
    missing: Vec<String>,
    /// The files to come, each with the place of its origin.
    files: VecDeque<(PathBuf, usize)>,
    rows: Box<dyn Rows>,
    columns: Columns,
    limits: Limits,
    /// What the first file is called, or all of them.
    first: String,
    names: String,
    is_empty: bool,
    /// How rows are grouped, if they are, and the group of the row that came last.
    by: Option<By>,
    group: String,
}

impl Analysis {
    /// Opens the first of these files; a folder of parts stands for them. `partial` allows shards of a run to be missing.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn open(paths: &[PathBuf], partial: bool) -> Result<Analysis, Failure> {
        let (mut files, mut origins) = (VecDeque::new(), Vec::new());
        for (place, path) in paths.iter().enumerate() {
            let (parts, origin) = files_of(path)?;
            files.extend(parts.into_iter().map(|file| (file, place)));
            origins.push(origin);
        }
        let missing = shards::check(&origins, partial)?;
        if !missing.is_empty() {
            say(format_args!("missing shards: {}", missing.join(", ")));
        }
        let names = match paths {
            [path] => name(path),
            _ => "the files".into(),
        };
        let Some((path, place)) = files.pop_front() else {
            return Err(Failure::Message(format!("{names}: there are no rows yet")));
        };
        let rows = begin(&path)?;
        let (columns, first) = (rows.columns().clone(), name(&path));
        let limits = Limits::of(&columns);
        let mut analysis = Analysis {
            origins,
            missing,
            files,
            rows,
            columns,
            limits,
            first,
            names,
            is_empty: true,
            by: None,
            group: String::new(),
        };
        analysis.note_run(place);
        Ok(analysis)
    }

    /// Keeps what a file that is not part of a folder says about its run.
    fn note_run(&mut self, place: usize) {
        let origin = &mut self.origins[place];
        if !origin.is_folder() {
            origin.run = self.rows.run();
        }
    }

    /// The stages, each with its colours, in the order of [`Row::lengths`].
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        self.columns.stages()
    }

    /// The next row, if there is one; that there is none at all is an error.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>, Failure> {
        interrupt::or(Ok(()))?;
        while !self.rows.advance()? {
            let Some((path, place)) = self.files.pop_front() else {
                let message = format!("{}: there are no scrambles, only a header", self.names);
                return if self.is_empty { Err(Failure::Message(message)) } else { Ok(None) };
            };
            self.rows = begin(&path)?;
            if self.rows.stages() != self.columns.stages() {
                let message = format!("its stages or colours are others than those of {}", self.first);
                return Err(self.rows.bad(&message));
            }
            self.columns = self.rows.columns().clone();
            self.check_by()?;
            self.note_run(place);
        }
        self.is_empty = false;
        if let Some(by) = &self.by {
            self.group = by.group_of(&*self.rows).map_err(|message| self.rows.bad(&message))?;
        }
        let row = self.rows.row();
        self.limits.check(&self.columns, row.lengths).map_err(|message| self.rows.bad(&message))?;
        Ok(Some(row))
    }

    /// Groups the rows that are still to come.
    pub(crate) fn group_by(&mut self, by: By) -> Result<(), Failure> {
        self.by = Some(by);
        self.check_by()
    }

    /// Checks that the file has the columns by which rows are grouped.
    fn check_by(&self) -> Result<(), Failure> {
        let Some(by) = &self.by else { return Ok(()) };
        by.check(&self.columns).map_err(|message| self.rows.bad(&message))
    }

    /// The group of the row that came last.
    pub(crate) fn group(&self) -> &str {
        &self.group
    }

    /// What identifies the files, as a JSON array.
    pub(crate) fn described(&self) -> Result<Value, Failure> {
        self.origins.iter().map(Origin::described).collect()
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

/// The files that a path stands for: itself, the parts that a manifest in it lists, or the analysis of the scrambles in it.
fn files_of(path: &Path) -> Result<(Vec<PathBuf>, Origin), Failure> {
    if !is_stdin(path) && path.is_dir() {
        let (origin, manifest) = Origin::of_folder(path)?;
        if !manifest.complete {
            let shown = path.display();
            say(format_args!("{shown} is of an unfinished run: it has {} rows", manifest.rows));
        }
        return Ok((manifest.files(path)?, origin));
    }
    let mut origin = Origin::of_file(path);
    if !is_stdin(path) && path.is_file() && begin(path).is_err() && Input::is_of_scrambles(path) {
        let analysis = analyze::analyze_file(path)?;
        let file = analysis.path.clone();
        origin.run = open_parquet(&file)?.run();
        origin.analysis = Some(analysis);
        return Ok((vec![file], origin));
    }
    if !is_stdin(path) && path.is_file() && is_parquet(path)? {
        origin.run = open_parquet(path)?.run();
    }
    Ok((vec![path.into()], origin))
}

/// Whether a file begins as Parquet does.
fn is_parquet(path: &Path) -> Result<bool, Failure> {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4).read_to_end(&mut start));
    read.map_err(|e| about_file(path, "read", &e))?;
    Ok(start == b"PAR1")
}

/// Opens a file in Parquet.
fn open_parquet(path: &Path) -> Result<parquet::Rows, Failure> {
    let file = File::open(path).map_err(|e| about_file(path, "read", &e))?;
    parquet::Rows::open(name(path), file)
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
pub(crate) fn begin(path: &Path) -> Result<Box<dyn Rows>, Failure> {
    let cannot = |e: io::Error| about_file(path, "read", &e);
    let mut reader = reader(path)?;
    let start = reader.fill_buf().map_err(cannot)?;
    if start.starts_with(b"PAR1") {
        // It is read from its end.
        if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            return Err(Failure::Message(format!("{}: Parquet can only be read from a file", name(path))));
        }
        return Ok(Box::new(open_parquet(path)?));
    }
    if start.trim_ascii_start().starts_with(b"{") {
        return Ok(Box::new(jsonl::Rows::open(name(path), reader)?));
    }
    if start.trim_ascii_start().starts_with(b"[") {
        return Err(Failure::Message(format!(
            "{}: this is one JSON document; analyses are read as JSON lines\n  write them with: cubiform analyze \
             --format jsonl",
            name(path)
        )));
    }
    Ok(Box::new(csv::Rows::open(name(path), reader)?))
}
