//! The analysis of a file of scrambles in memory, for commands that read analyses.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cubiform_answers::input::{Input, Options};
use cubiform_answers::parts::describe_file;
use cubiform_answers::rows::read::AnalysisReader;
use cubiform_answers::stats::{Progress, ScrambleAnalysis};

use super::file_state;
use crate::args::{Machine, Profiles};
use crate::failure::{Failure, say};
use crate::interrupt::REQUESTED;
use crate::progress::Scrambles;
use crate::{engines, interruptible};

/// Analyses the scrambles of a file: all colours, and these stages of the default goal, or all.
pub(crate) fn analyze_file(file: &Path, stages: Option<&str>) -> Result<AnalysisReader, Failure> {
    let name = file.display();
    say(format_args!("analysing the scrambles in {name}: {}, all colours", stages.unwrap_or("all stages")));
    let engines = engines::open(&Machine::default(), Profiles::Auto)?;
    let options = Options { pipe_reader: Some(interruptible::reader), ..Options::default() };
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
