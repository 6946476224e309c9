//! The analyses that a command names: files, standard input, folders of parts, and files of scrambles, which are analysed in
//! memory.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cubiform_answers::input::{Input, Options, display_name, is_stdin, lines};
use cubiform_answers::parts::{MANIFEST_NAME, Manifest, describe_file};
use cubiform_answers::rows::read::AnalysisReader;
use cubiform_answers::stats::goal_comparison::GoalComparison;
use cubiform_answers::stats::read::{Analysis, OpenRows, Origin, ReadOptions, RowSource};
use cubiform_answers::stats::{Progress, ScrambleAnalysis};
use cubiform_answers::{Error, json_error_message};
use cubiform_stats::Subset;

use crate::analyze::file_state;
use crate::args::{Machine, Profiles};
use crate::engines;
use crate::failure::{Failure, file_error, say};
use crate::interrupt::{self, Interruptible, REQUESTED};
use crate::progress::Scrambles;

/// The message about a file among solutions that is an analysis.
pub(super) const ANALYSIS_HINT: &str =
    "this is an analysis of stages, not solutions\n  summarise it on its own with: cubiform stats";

/// The files of a command, and how it reads them.
pub(crate) struct Files {
    /// Whether shards of a run may be missing.
    pub(crate) partial: bool,
    /// The stages to which files of scrambles are analysed; all if `None`.
    pub(crate) stages: Option<&'static str>,
    /// The reader of the file that is opened first, if it is standard input or a pipe whose first line is known already.
    pub(crate) first: Cell<Option<Box<dyn BufRead>>>,
}

/// The first file of a command, of which the first line that is not empty has been read.
pub(super) struct FirstFile {
    /// The beginning of the file up to the end of that line.
    start: Vec<u8>,
    /// The start of the line in it.
    line: usize,
    /// The rest of the file; nothing of a folder.
    rest: Box<dyn BufRead>,
    /// Whether the file can be opened again: it is a regular file or a folder.
    reopens: bool,
}

impl FirstFile {
    /// Opens a file. A folder has no first line.
    pub(super) fn open(path: &Path) -> Result<FirstFile, Failure> {
        let is_folder = !is_stdin(path) && path.is_dir();
        let rest = if is_folder { Box::new(io::empty()) as Box<dyn BufRead> } else { reader(path)? };
        let reopens = !is_stdin(path) && (is_folder || path.is_file());
        let mut file = FirstFile { start: Vec::new(), line: 0, rest, reopens };
        let mut line = Vec::new();
        while file.line().trim_ascii().is_empty() && !lines::is_too_long(&file.start) {
            if lines::read(&mut file.rest, &mut line).map_err(|e| file_error(path, "read", &e))? == 0 {
                break;
            }
            file.line = file.start.len();
            file.start.append(&mut line);
        }
        Ok(file)
    }

    /// Returns the first line that is not empty.
    pub(super) fn line(&self) -> &[u8] {
        &self.start[self.line..]
    }

    /// Returns a reader of the whole file.
    pub(super) fn reader(self) -> Box<dyn BufRead> {
        Box::new(Cursor::new(self.start).chain(self.rest))
    }

    /// Returns a reader of the whole file if it cannot be opened again, for [`Files::first`].
    pub(super) fn once(self) -> Cell<Option<Box<dyn BufRead>>> {
        Cell::new((!self.reopens).then(|| self.reader()))
    }
}

impl Files {
    /// Opens files and folders, of which there is at least one, as one sample.
    pub(crate) fn open(&self, paths: &[PathBuf]) -> Result<Analysis, Failure> {
        let sources = paths
            .iter()
            .map(|path| source(path, self.stages, self.first.take()))
            .collect::<Result<_, _>>()?;
        let options =
            ReadOptions { partial: self.partial, max_rows: u64::MAX, cancel: interrupt::REQUESTED.clone() };
        let missing = |shards: &[String]| say(format_args!("missing shards: {}", shards.join(", ")));
        Analysis::open(sources, &options, missing).map_err(failed)
    }

    /// Opens a sample, and the one that it is compared with if there are files of it.
    pub(crate) fn open_both(&self, paths: &[PathBuf], against: &[PathBuf]) -> Result<Analysis, Failure> {
        let samples = self.open(paths)?;
        match against {
            [] => Ok(samples),
            _ => samples.compared_with(self.open(against)?).map_err(failed),
        }
    }

    /// Opens the analyses of other goals, which are compared with the sample of the file `path`.
    pub(crate) fn open_beside(
        &self,
        samples: &Analysis,
        path: &Path,
        beside: &[PathBuf],
        sets: &[Subset],
    ) -> Result<GoalComparison, Failure> {
        let open = |path: &PathBuf| Ok((path.clone(), self.open(std::slice::from_ref(path))?));
        let others = beside.iter().map(open).collect::<Result<_, Failure>>()?;
        GoalComparison::new(samples, path, others, sets).map_err(failed)
    }
}

/// Checks that the arguments name standard input at most once.
pub(crate) fn check_stdin<'a>(mut paths: impl Iterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    let mut is_next = || paths.any(|path| is_stdin(path));
    if is_next() && is_next() {
        return Err(Failure::usage("standard input (-) can be read only once"));
    }
    Ok(())
}

/// Returns the rows that a path stands for: those of the file itself, of the parts listed in a folder's manifest, or of the
/// analysis of a file of scrambles, to these stages. `opened` reads the file if it is open already.
fn source(path: &Path, stages: Option<&str>, opened: Option<Box<dyn BufRead>>) -> Result<RowSource, Failure> {
    if let Some(opened) = opened {
        let named = path.to_path_buf();
        let origin = Origin::of_file(path, move || describe_file(&named));
        let (path, name) = (path.to_path_buf(), display_name(path));
        return Ok(RowSource {
            origin,
            files: vec![Box::new(move || Ok((open_reader(&path, opened)?, name)))],
        });
    }
    let file = |path: PathBuf| Box::new(move || Ok((open(&path)?, display_name(&path)))) as OpenRows;
    if !is_stdin(path) && path.is_dir() {
        let (manifest, origin) = folder(path)?;
        if !manifest.complete {
            let folder = path.display();
            say(format_args!("{folder}: unfinished run with {} rows", manifest.rows));
        }
        let files = manifest.files(path).map_err(Failure::of_run)?;
        return Ok(RowSource { origin, files: files.into_iter().map(file).collect() });
    }
    let named = path.to_path_buf();
    let mut origin = Origin::of_file(path, move || describe_file(&named));
    if !is_stdin(path) && path.is_file() {
        let is_of_scrambles =
            || Input::from_files(&[path.into()], Options::plain()).is_ok_and(Input::is_of_scrambles);
        match open(path) {
            Ok(reader) => origin.run = reader.settings.clone(),
            // Solutions name their scrambles, too.
            Err(error) if error.code == "solutions" => return Err(failed(error)),
            Err(_) if is_of_scrambles() => {
                let (analysis, name) = (analyze_file(path, stages)?, display_name(path));
                origin.run = analysis.settings.clone();
                return Ok(RowSource { origin, files: vec![Box::new(move || Ok((analysis, name)))] });
            }
            // Other formats have no settings: they are reported when their rows are read.
            Err(error) if starts_as_parquet(&mut *reader(path)?) => return Err(failed(error)),
            Err(_) => {}
        }
    }
    Ok(RowSource { origin, files: vec![file(path.into())] })
}

/// Reads the manifest of a folder. Returns it with the origin of the folder.
fn folder(path: &Path) -> Result<(Manifest, Origin), Failure> {
    let Some(manifest) = Manifest::read(path).map_err(Failure::of_run)? else {
        let folder = path.display();
        return Err(Failure::Message(format!("cannot read {folder}: the folder has no {MANIFEST_NAME}")));
    };
    let file = path.join(MANIFEST_NAME);
    let text = fs::read(&file).map_err(|e| file_error(&file, "read", &e))?;
    let json = serde_json::from_slice(&text).map_err(|e| {
        Failure::Message(format!("cannot read {}: {}", file.display(), json_error_message(&e)))
    })?;
    Ok((manifest, Origin::of_folder(path, json)))
}

/// Converts an error of the analyses that are read, with a hint.
pub(crate) fn failed(error: Error) -> Failure {
    with_hint(error).into()
}

/// Adds the hint of the command to the error of an analysis.
pub(crate) fn with_hint(error: Error) -> Error {
    let hint = match error.code {
        "not-an-analysis" => "write one with: cubiform analyze -i SCRAMBLES --format csv",
        "solutions" => "summarise them on their own with: cubiform stats",
        "json-document" => "write it with: cubiform analyze --format jsonl",
        _ => return error,
    };
    error.hint_line(hint)
}

/// Returns whether a file starts with the magic number of Parquet.
fn starts_as_parquet(reader: &mut dyn BufRead) -> bool {
    reader.fill_buf().is_ok_and(|start| start.starts_with(b"PAR1"))
}

/// Opens a file or standard input.
pub(crate) fn reader(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    let cannot = |e: io::Error| Error::file(path, "read", &e);
    if is_stdin(path) {
        return Ok(Box::new(BufReader::new(Interruptible::new(io::stdin()).map_err(cannot)?)));
    }
    Ok(Box::new(BufReader::new(interrupt::open(path).map_err(cannot)?)))
}

/// Opens an analysis in any format.
pub(crate) fn open(path: &Path) -> Result<AnalysisReader, Error> {
    open_reader(path, reader(path)?)
}

/// Opens an analysis in any format from a reader of the file.
fn open_reader(path: &Path, mut reader: Box<dyn BufRead>) -> Result<AnalysisReader, Error> {
    let cannot = |e: io::Error| Error::file(path, "read", &e);
    let name = display_name(path);
    reader.fill_buf().map_err(cannot)?;
    if !starts_as_parquet(&mut *reader) {
        return AnalysisReader::open(&name, reader);
    }
    // The metadata is at the end of the file.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Err(Error::message(format!("{name}: Parquet can only be read from a file")));
    }
    AnalysisReader::open_parquet(&name, File::open(path).map_err(cannot)?, |note| say(note))
}

/// Analyses the scrambles of a file: all colours, and these stages of the default goal, or all.
fn analyze_file(file: &Path, stages: Option<&str>) -> Result<AnalysisReader, Failure> {
    let name = file.display();
    say(format_args!("analysing the scrambles in {name}: {}, all colours", stages.unwrap_or("all stages")));
    let engines = engines::open(&Machine::default(), Profiles::Auto)?;
    let options = Options { pipe_reader: Some(interrupt::reader), ..Options::default() };
    let mut input = Input::from_files(&[PathBuf::from(file)], options).map_err(Failure::of_run)?;
    let source = describe_file(file)?;
    input.expect([file_state(&source)]);
    let analysis = ScrambleAnalysis::open(&engines, stages, input.estimate(), &REQUESTED)?;
    let progress = Mutex::new((Scrambles::new(input.total, true), 0));
    let report = |event: Progress<'_>| {
        let (progress, scrambles) = &mut *progress.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Progress::Done(bytes) => {
                *scrambles += 1;
                progress.step(bytes);
            }
            Progress::Note(note) => progress.suspend(|| say(note)),
        }
    };
    let rows = analysis.run(&name.to_string(), input, source, &REQUESTED, &report);
    let (progress, scrambles) = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    progress.finish();
    let rows = rows.map_err(Failure::of_run)?;
    if scrambles == 0 {
        say("the input has no scrambles");
    }
    Ok(rows)
}
