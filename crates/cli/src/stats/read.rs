//! The analyses that a command names: files, standard input, folders of parts, and files of scrambles, which are analysed in
//! memory.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use cubiform_answers::input::{Input, Options, display_name, is_stdin};
use cubiform_answers::parts::{MANIFEST_NAME, Manifest, describe_file};
use cubiform_answers::rows::read::AnalysisReader;
use cubiform_answers::stats::goal_comparison::GoalComparison;
use cubiform_answers::stats::read::{Analysis, OpenRows, Origin, ReadOptions, RowSource};
use cubiform_answers::{Error, json_error_message};
use cubiform_stats::Subset;

use crate::failure::{Failure, file_error, say};
use crate::interruptible::{self, Interruptible};
use crate::{analyze, interrupt};

/// The message of other commands about a file that is an analysis.
pub(crate) const ANALYSIS_HINT: &str =
    "this is an analysis of stages, not solutions\n  summarise it with: cubiform stats";

/// The files of a command, and how it reads them.
pub(crate) struct Files {
    /// Whether shards of a run may be missing.
    pub(crate) partial: bool,
    /// The stages to which files of scrambles are analysed; all if `None`.
    pub(crate) stages: Option<&'static str>,
}

impl Files {
    /// Opens files and folders, of which there is at least one, as one sample.
    pub(crate) fn open(&self, paths: &[PathBuf]) -> Result<Analysis, Failure> {
        let sources = paths.iter().map(|path| source(path, self.stages)).collect::<Result<_, _>>()?;
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
/// analysis of a file of scrambles, to these stages.
fn source(path: &Path, stages: Option<&str>) -> Result<RowSource, Failure> {
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
            Err(_) if is_of_scrambles() => {
                let (analysis, name) = (analyze::analyze_file(path, stages)?, display_name(path));
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
        "solutions" => "summarise them with: cubiform lengths",
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
    Ok(Box::new(BufReader::new(interruptible::open(path).map_err(cannot)?)))
}

/// Opens an analysis in any format.
pub(crate) fn open(path: &Path) -> Result<AnalysisReader, Error> {
    let cannot = |e: io::Error| Error::file(path, "read", &e);
    let (name, mut reader) = (display_name(path), reader(path)?);
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
