//! Reads the output of `cubiform analyze` in any of its formats, row by row and file by file.

mod limits;
mod origin;
mod overlap;
mod shards;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use cubiform_cube::Color;
use cubiform_stats::{Sample, Subset};
use serde_json::{Map, Value};

use crate::analyze;
use crate::failure::{Failure, display_name, file_error, say};
use crate::interrupt;
use crate::interruptible::Interruptible;
use crate::stats::group::GroupColumns;
use crate::stats::read::limits::LengthLimits;
use crate::stats::read::origin::Origin;
use crate::stats::read::overlap::Overlap;
use cubiform_answers::Error;
use cubiform_answers::input::{Input, is_stdin};
use cubiform_answers::rows::Columns;
use cubiform_answers::rows::read::{AnalysisReader, AnalysisRow};

/// The message of other commands about a file that is an analysis.
pub(crate) const ANALYSIS_HINT: &str =
    "this is an analysis of stages, not solutions\n  summarise it with: cubiform stats";

/// Options of reading.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadOptions {
    /// Whether shards of a run may be missing.
    pub(crate) partial: bool,
    /// The stages to which files of scrambles are analysed; all if `None`.
    pub(crate) stages: Option<&'static str>,
}

/// A source of rows.
enum Source {
    /// A file.
    File(PathBuf),
    /// The analysis of a file of scrambles, with the name of the file.
    Memory(Box<AnalysisReader>, String),
}

impl Source {
    /// Opens the source. Returns it with its name in messages.
    fn open(self) -> Result<(AnalysisReader, String), Failure> {
        match self {
            Source::File(path) => Ok((open(&path)?, display_name(&path))),
            Source::Memory(reader, name) => Ok((*reader, name)),
        }
    }
}

/// Files with the same columns, read as one sequence of rows.
pub(crate) struct Analysis {
    /// The sample that this one is compared with.
    against: Option<Box<(Analysis, Overlap)>>,
    /// The files and folders that were named.
    origins: Vec<Origin>,
    /// The missing shards of their runs.
    missing: Vec<String>,
    /// The files still to be read, each with the index of its origin.
    files: VecDeque<(Source, usize)>,
    reader: AnalysisReader,
    limits: LengthLimits,
    /// The name of the first file, and the name of all files, in messages.
    first: String,
    names: String,
    is_empty: bool,
    /// The groupings, and the group of the last row returned in each.
    by: Vec<GroupColumns>,
    pub(crate) groups: Vec<String>,
}

impl Analysis {
    /// Opens the first file; a folder stands for its parts.
    ///
    /// # Panics
    /// Panics if `paths` is empty.
    pub(crate) fn open(paths: &[PathBuf], options: ReadOptions) -> Result<Analysis, Failure> {
        let (mut files, mut origins) = (VecDeque::new(), Vec::new());
        for (place, path) in paths.iter().enumerate() {
            let (parts, origin) = files_of(path, options.stages)?;
            files.extend(parts.into_iter().map(|file| (file, place)));
            origins.push(origin);
        }
        let missing = shards::check(&origins, options.partial)?;
        if !missing.is_empty() {
            say(format_args!("missing shards: {}", missing.join(", ")));
        }
        let names = match paths {
            [path] => display_name(path),
            _ => "the files".into(),
        };
        let Some((source, place)) = files.pop_front() else {
            return Err(Failure::Message(format!("{names}: no rows yet")));
        };
        let (reader, first) = source.open()?;
        let limits = LengthLimits::new(reader.columns());
        let mut analysis = Analysis {
            against: None,
            origins,
            missing,
            files,
            reader,
            limits,
            first,
            names,
            is_empty: true,
            by: Vec::new(),
            groups: Vec::new(),
        };
        analysis.note_run(place);
        Ok(analysis)
    }

    /// Opens the files of a sample, if there are any, that this one is compared with.
    pub(crate) fn compared_with(self, files: &[PathBuf], options: ReadOptions) -> Result<Analysis, Failure> {
        if files.is_empty() {
            return Ok(self);
        }
        let other = Analysis::open(files, options)?;
        shards::check_apart(&self.origins, &other.origins)?;
        let overlap = Overlap::new(self.stages(), other.stages());
        Ok(Analysis { against: Some(Box::new((other, overlap))), ..self })
    }

    /// Stores the run settings of a file that is not part of a folder.
    fn note_run(&mut self, place: usize) {
        let origin = &mut self.origins[place];
        if !origin.is_folder() {
            origin.run = self.reader.settings().clone();
        }
    }

    /// Returns the columns of the current file.
    pub(crate) fn columns(&self) -> &Columns {
        self.reader.columns()
    }

    /// Returns the stages with their colours, in the order of [`AnalysisRow::lengths`].
    pub(crate) fn stages(&self) -> &[(String, Vec<Color>)] {
        self.reader.columns().stages()
    }

    /// Returns the next row, or `None` at the end. An analysis without rows is an error.
    pub(crate) fn next(&mut self) -> Result<Option<&AnalysisRow>, Failure> {
        interrupt::or(Ok(()))?;
        while !self.reader.advance().map_err(failure)? {
            let Some((source, place)) = self.files.pop_front() else {
                let message = format!("{}: no scrambles, only a header", self.names);
                return if self.is_empty { Err(Failure::Message(message)) } else { Ok(None) };
            };
            let (next, _) = source.open()?;
            if next.columns().stages() != self.stages() {
                let message = format!("its stages or colours differ from those of {}", self.first);
                return Err(failure(next.fault(message)));
            }
            self.reader = next;
            self.check_by()?;
            self.note_run(place);
        }
        self.is_empty = false;
        let (reader, row) = (&self.reader, self.reader.row());
        let fault = |message: String| failure(reader.fault(message));
        for (by, group) in self.by.iter().zip(&mut self.groups) {
            *group = by.group_of(row).map_err(fault)?;
        }
        self.limits.check(reader.columns(), &row.lengths).map_err(fault)?;
        if let Some((_, overlap)) = self.against.as_deref_mut() {
            overlap.remember(row);
        }
        Ok(Some(row))
    }

    /// Reads the sample that this one is compared with, after all rows of this one have been read.
    pub(crate) fn against(&mut self, sets: &[Subset]) -> Result<Option<Sample>, Failure> {
        let Some((analysis, overlap)) = self.against.as_deref_mut() else { return Ok(None) };
        let mut sample = Sample::with_sets(analysis.stages().to_vec(), sets);
        while let Some(row) = analysis.next()? {
            sample.add(&row.lengths);
            overlap.look_up(row);
        }
        overlap.check()?;
        Ok(Some(sample))
    }

    /// Groups the remaining rows, in addition to earlier groupings.
    pub(crate) fn group_by(&mut self, by: GroupColumns) -> Result<(), Failure> {
        self.by.push(by);
        self.groups.push(String::new());
        self.check_by()
    }

    /// Checks that the current file has the columns of the groupings.
    fn check_by(&self) -> Result<(), Failure> {
        let check = |by: &GroupColumns| by.check(self.reader.columns());
        self.by.iter().try_for_each(check).map_err(|message| failure(self.reader.fault(message)))
    }

    /// Returns the attribution required for results made from these files, if a file states it. Parquet files and
    /// folders of parts do.
    pub(crate) fn credit(&self) -> Option<&str> {
        self.origins.iter().find_map(|origin| origin.setting("credit")?.as_str())
    }

    /// Returns the number of input lines that the runs skipped.
    pub(crate) fn skipped(&self) -> u64 {
        self.origins.iter().map(Origin::skipped).sum()
    }

    /// Returns the provenance of both samples: this program, the files and folders of each sample with the runs that
    /// wrote them, and the missing shards.
    pub(crate) fn provenance(&self) -> Result<Map<String, Value>, Failure> {
        let mut provenance = Map::new();
        provenance.insert("program".into(), format!("cubiform {}", env!("CARGO_PKG_VERSION")).into());
        let against = self.against.iter().map(|against| ("against", &against.0));
        for (name, analysis) in std::iter::once(("files", self)).chain(against) {
            provenance.insert(name.into(), analysis.files()?.into());
            if !analysis.missing.is_empty() {
                provenance.insert(format!("{name}_missing_shards"), analysis.missing.clone().into());
            }
        }
        Ok(provenance)
    }

    /// Returns the provenance of the files, each as a JSON object.
    pub(crate) fn files(&self) -> Result<Vec<Value>, Failure> {
        self.origins.iter().map(Origin::to_json).collect()
    }
}

/// Checks that the arguments of `command` name standard input at most once.
pub(crate) fn check_stdin<'a>(
    command: &'static str,
    mut paths: impl Iterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let mut is_next = || paths.any(|path| is_stdin(path));
    if is_next() && is_next() {
        return Err(Failure::usage(command, "standard input (-) can be read only once"));
    }
    Ok(())
}

/// Returns the sources that a path stands for: the file itself, the parts listed in a folder's manifest, or the
/// analysis of a file of scrambles, to these stages.
fn files_of(path: &Path, stages: Option<&str>) -> Result<(Vec<Source>, Origin), Failure> {
    if !is_stdin(path) && path.is_dir() {
        let (origin, manifest) = Origin::of_folder(path)?;
        if !manifest.complete {
            let folder = path.display();
            say(format_args!("{folder}: unfinished run with {} rows", manifest.rows));
        }
        return Ok((manifest.files(path)?.into_iter().map(Source::File).collect(), origin));
    }
    let mut origin = Origin::of_file(path);
    if !is_stdin(path) && path.is_file() {
        match open(path) {
            Ok(reader) => origin.run = reader.settings().clone(),
            Err(_) if Input::is_of_scrambles(path) => {
                let analysis = analyze::analyze_file(path, stages)?;
                origin.run = analysis.settings().clone();
                return Ok((vec![Source::Memory(Box::new(analysis), display_name(path))], origin));
            }
            // Other formats have no settings: they are reported when their rows are read.
            Err(failure) if starts_as_parquet(&mut *reader(path)?) => return Err(failure),
            Err(_) => {}
        }
    }
    Ok((vec![Source::File(path.into())], origin))
}

/// Returns the failure of an analysis that cannot be read.
fn failure(error: Error) -> Failure {
    let hint = match error.code {
        "not-an-analysis" => "write one with: cubiform analyze -i SCRAMBLES --format csv",
        "long-layout" => {
            "write the wide layout, the default: cubiform analyze -i SCRAMBLES --format csv --layout wide"
        }
        "long-layout-json" => {
            "write the wide layout, the default: cubiform analyze -i SCRAMBLES --format jsonl --layout wide"
        }
        "solutions" => "summarise them with: cubiform lengths",
        "json-document" => "write it with: cubiform analyze --format jsonl",
        _ => return error.into(),
    };
    error.hint_line(hint).into()
}

/// Returns whether a file starts with the magic number of Parquet.
fn starts_as_parquet(reader: &mut dyn BufRead) -> bool {
    reader.fill_buf().is_ok_and(|start| start.starts_with(b"PAR1"))
}

/// Opens a file or standard input.
pub(crate) fn reader(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stdin(path) {
        let stdin = Interruptible::new(io::stdin()).map_err(|e| file_error(path, "read", &e))?;
        return Ok(Box::new(BufReader::new(stdin)));
    }
    let file = File::open(path).map_err(|e| file_error(path, "read", &e))?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        // Reading from a pipe may block without end.
        let pipe = Interruptible::new(file).map_err(|e| file_error(path, "read", &e))?;
        return Ok(Box::new(BufReader::new(pipe)));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// Opens an analysis in any format.
pub(crate) fn open(path: &Path) -> Result<AnalysisReader, Failure> {
    let (name, mut reader) = (display_name(path), reader(path)?);
    reader.fill_buf().map_err(|e| file_error(path, "read", &e))?;
    if !starts_as_parquet(&mut *reader) {
        return AnalysisReader::open(&name, reader).map_err(failure);
    }
    // The metadata is at the end of the file.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Err(Failure::Message(format!("{name}: Parquet can only be read from a file")));
    }
    let file = File::open(path).map_err(|e| file_error(path, "read", &e))?;
    AnalysisReader::open_parquet(&name, file, |note| say(note)).map_err(failure)
}
