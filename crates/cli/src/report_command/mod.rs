//! `cubiform report`: a page with figures and tables that summarise analysed scrambles, and the figures as files.
//!
//! A new output folder appears complete; in an existing one each file is replaced atomically, and foreign files are not touched.

mod figures;
mod page;

use std::cell::Cell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cubiform_answers::format::{counted, scrambles, shortened};
use cubiform_answers::goals::goal_with;
use cubiform_answers::input::wca;
use cubiform_answers::stats::goal_comparison::name_of_file;
use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::{StatsOptions, Summary, flatten, parts};
use cubiform_files::outputs::{TemporaryFolder, is_temporary, remove_stale};
use cubiform_stats::Sample;

use self::figures::{Inputs, NamedSample};
use self::page::{Page, StageExamples};
use crate::args::Report;
use crate::failure::{Failure, file_error, say};
use crate::figure::{SVG_START, foot};
use crate::output::{Output, check_folder};
use crate::stats::read::{self, Files, failed};

/// The file name of the page.
const PAGE: &str = "index.html";

/// Runs the command.
pub(crate) fn run(args: &Report) -> Result<(), Failure> {
    let files = || args.files.iter().chain(&args.against).chain(&args.beside);
    read::check_stdin(files())?;
    // An output folder that cannot be written is reported before the input is read.
    check_folder(&args.out, files())?;
    let mut folder = Folder::new(&args.out, PAGE, page::GENERATOR)?;

    let reading = Files { partial: args.partial, stages: None, first: Cell::default() };
    let mut samples = reading.open_both(&args.files, &args.against)?;
    let labels = Labels::of(&samples);
    let stages = args.stages.as_ref().map(|names| labels.chosen("--stages", names));
    let stages = stages.transpose().map_err(Failure::usage)?;
    let options =
        StatsOptions { sets: args.sets.as_ref().map(|sets| sets.0.clone()), ..StatsOptions::default() };
    let mut goals = reading.open_beside(&samples, &args.files[0], &args.beside, options.sets())?;
    let mut examples: Vec<StageExamples> = samples.stages().iter().map(StageExamples::new).collect();
    let summary = Summary::read(&mut samples, &mut goals, &options, |row| page::add(&mut examples, row));
    let Summary { sample, against, comparison, beside, .. } = summary.map_err(failed)?;
    let mut provenance = samples.provenance().map_err(failed)?;
    provenance.extend(goals.provenance().map_err(failed)?);
    let mut parts = parts::all(&sample);
    let measures = beside.is_some().then(|| goals.measures(&sample));
    let comparisons = comparison.into_iter().chain(measures).chain(beside);
    // The histogram stays the last table.
    let last = parts.len().saturating_sub(1);
    parts.splice(last..last, comparisons);
    let name = sample_name(args.name.as_deref(), &args.files);
    let against_name = sample_name(args.against_name.as_deref(), &args.against);
    let sample = NamedSample { name: &name, sample: &sample };
    let against = against.as_ref().map(|sample| NamedSample { name: &against_name, sample });
    let compared = (!args.beside.is_empty()).then_some(&goals);
    let inputs =
        Inputs { sample, against, goals: compared, sets: options.sets.as_deref(), stages: stages.as_deref() };
    let figures =
        figures::draw_all(&inputs, &foot(&question(sample.sample), &files().cloned().collect::<Vec<_>>())?);

    let mut names = Vec::new();
    for figure in &figures.figures {
        names.push(figure.file_name());
        folder.write(&figure.file_name(), &figure.file())?;
    }
    let credit = args.wca.as_ref().map(|date| wca::attribution(date.as_deref()));
    let page = Page {
        title: &args.title,
        sample: (sample, &args.files),
        against: against.map(|against| (against, &args.against[..])),
        beside: &args.beside,
        skipped: samples.skipped(),
        credit: credit.or_else(|| samples.credit().map(str::to_string)),
        figures: &figures,
        parts: &parts,
        labels: &labels,
        examples: &examples,
        provenance: &flatten(&provenance),
    };
    names.push(PAGE.to_string());
    folder.write(PAGE, &page.html())?;
    folder.finish(&names)?;
    let count = counted(figures.figures.len(), "figure");
    say(format_args!("wrote {} and {count}", args.out.join(PAGE).display()));
    Ok(())
}

/// Returns the goal and the size of a sample, as in `goal std, 1,000 scrambles`.
fn question(sample: &Sample) -> String {
    let goal = sample.stages().first().and_then(|stage| goal_with(&stage.name));
    let goal = goal.map(|goal| format!("goal {goal}, ")).unwrap_or_default();
    goal + &scrambles(sample.rows())
}

/// Returns the given name of a sample, or the stem of its first file's name.
fn sample_name(given: Option<&str>, files: &[PathBuf]) -> String {
    match (given, files.first()) {
        (Some(given), _) => shortened(given, 30),
        (None, file) => name_of_file(file.map_or(Path::new("-"), |file| file), "sample"),
    }
}

/// A new folder, or an existing one whose files are to be replaced.
struct Folder {
    path: PathBuf,
    /// The temporary folder that becomes the new folder; `None` for an existing folder, whose files are temporary one
    /// by one.
    staged: Option<TemporaryFolder>,
    /// The files written so far, in order, not yet under their final names.
    files: Vec<Output>,
}

impl Folder {
    /// Opens the folder at `path`. An existing folder may contain only the files of an earlier report: a `page` that
    /// contains `mark`, and figures.
    fn new(path: &Path, page: &str, mark: &str) -> Result<Folder, Failure> {
        let write_error = |e: io::Error| file_error(path, "write", &e);
        let refused = |why: String| Failure::Message(format!("cannot write {}: {why}", path.display()));
        let is_new = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_dir() => {
                return Err(refused("it is a file; give the output folder first, then the analyses".into()));
            }
            Ok(_) => false,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(path).is_ok() {
                    return Err(refused("it is a symbolic link to a folder that does not exist".into()));
                }
                true
            }
            Err(e) => return Err(write_error(e)),
        };
        if !is_new {
            for entry in fs::read_dir(path).map_err(write_error)? {
                let entry = entry.map_err(write_error)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if is_temporary(&name) {
                    continue;
                }
                if name != page && !is_figure(&name) {
                    let why = "which does not belong to a report\n  choose a new folder";
                    return Err(refused(format!("it contains {name}, {why}")));
                }
                let is_file = entry.file_type().map_err(write_error)?.is_file();
                let mark = if name == page { mark } else { SVG_START };
                let is_marked = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains(mark);
                if !is_file || !is_marked(fs::read(entry.path()).map_err(write_error)?) {
                    return Err(refused(format!("its {name} is not from a report\n  choose a new folder")));
                }
            }
            remove_stale(path);
            return Ok(Folder { path: path.into(), staged: None, files: Vec::new() });
        }
        // The path may end with a slash.
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !parent.is_dir() {
            return Err(refused(format!("the folder {} does not exist", parent.display())));
        }
        let staged = TemporaryFolder::create(parent).map_err(write_error)?;
        remove_stale(parent);
        Ok(Folder { path: path.into(), staged: Some(staged), files: Vec::new() })
    }

    /// Writes a file, which is not visible in the folder yet.
    fn write(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let folder = self.staged.as_ref().map_or(&*self.path, TemporaryFolder::path);
        let mut file = Output::new_file(&folder.join(name))?.named(self.path.join(name).display());
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(|e| file.failure(&e))?;
        self.files.push(file);
        Ok(())
    }

    /// Moves the files to their final names, in the order in which they were written, and removes the figures of an
    /// earlier report that are not in `names`. The page is written last, so that it never refers to a missing figure.
    fn finish(self, names: &[String]) -> Result<(), Failure> {
        let write_error = |e: io::Error| file_error(&self.path, "write", &e);
        for file in self.files {
            file.finish_quietly()?;
        }
        if let Some(staged) = self.staged {
            return staged.rename(&self.path).map_err(write_error);
        }
        for entry in fs::read_dir(&self.path).map_err(write_error)? {
            let name = entry.map_err(write_error)?.file_name().to_string_lossy().into_owned();
            if is_figure(&name) && !names.contains(&name) {
                let removed = cubiform_files::remove(&self.path.join(name));
                removed.or_else(|e| {
                    if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(write_error(e)) }
                })?;
            }
        }
        Ok(())
    }
}

/// Returns whether a file is named like a figure of a report: `figure-01-cross.svg`.
fn is_figure(name: &str) -> bool {
    let Some(name) = name.strip_prefix("figure-").and_then(|name| name.strip_suffix(".svg")) else {
        return false;
    };
    let Some((number, title)) = name.split_once('-') else { return false };
    let is_word = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    number.len() >= 2 && number.bytes().all(|letter| letter.is_ascii_digit()) && title.bytes().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_recognised_by_their_names() {
        for name in ["figure-01-one-color.svg", "figure-10-axes.svg", "figure-103-all-stages-wy.svg"] {
            assert!(is_figure(name), "{name}");
        }
        for name in
            ["figure-1-a.svg", "figure-01.svg", "figure-01-a.png", "figure-01-A b.svg", "notes-01-a.svg"]
        {
            assert!(!is_figure(name), "{name}");
        }
    }
}
