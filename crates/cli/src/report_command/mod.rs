//! `cubiform report`: a page with figures and tables that summarise analysed scrambles, and the figures as files.

mod examples;
mod figures;
mod folder;
mod page;

use std::cell::Cell;
use std::path::{Path, PathBuf};

use cubiform_stats::Sample;

use self::examples::StageExamples;
use self::figures::{Inputs, NamedSample};
use self::folder::Folder;
use self::page::Page;
use crate::args::Report;
use crate::failure::{Failure, say};
use crate::figure::foot::foot;
use crate::output::check_folder;
use crate::stats::read::{self, Files, failed};
use cubiform_answers::format::{counted, scrambles, shortened};
use cubiform_answers::goals::goal_with;
use cubiform_answers::input::wca;
use cubiform_answers::stats::goal_comparison::name_of_file;
use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::{StatsOptions, Summary, flatten, parts};

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
    let summary = Summary::read(&mut samples, &mut goals, &options, |row| examples::add(&mut examples, row));
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
