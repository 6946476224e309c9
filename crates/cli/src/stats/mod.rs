//! `cubiform stats`: statistics of analysed scrambles, optionally by group, and comparisons between samples and goals.

pub(crate) mod document;
mod fair;
pub(crate) mod goal_comparison;
pub(crate) mod group;
mod histogram;
pub(crate) mod labels;
mod overview;
pub(crate) mod parquet;
pub(crate) mod parts;
pub(crate) mod read;
pub(crate) mod sets;
pub(crate) mod show;

use cubiform_stats::{Sample, Subset};

use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::Terminal;

use self::document::Document;
use self::goal_comparison::GoalComparison;
use self::group::Groups;
use self::labels::Labels;
use self::read::{Analysis, ReadOptions};
use self::show::Table;

/// Runs the command.
pub(crate) fn run(args: &Stats) -> Result<(), Failure> {
    if args.fair {
        return fair::run(args);
    }
    let files = || args.files.iter().chain(&args.against).chain(&args.beside);
    read::check_stdin("stats", files())?;
    if args.format == StatsFormat::Parquet {
        parquet::check_output("stats", args.output.as_deref())?;
    }
    // An output that cannot be written is reported before the files are read.
    let output = Output::to(args.output.as_deref(), files())?;
    let options = ReadOptions { partial: args.partial, stages: None };
    let mut samples = Analysis::open(&args.files, options)?.compared_with(&args.against, options)?;
    let sets = args.sets.as_ref().map_or(&Subset::COMMON[..], |sets| &sets.0);
    let mut goals = GoalComparison::open(&samples, &args.files[0], &args.beside, sets, args.partial)?;
    let labels = Labels::new(samples.stages().iter().map(|(stage, _)| &stage[..]));
    let stages_to_draw = match &args.histogram {
        Some(names) => labels.chosen("--histogram", names).map_err(|e| Failure::usage("stats", e))?,
        None => Vec::new(),
    };
    if let Some(by) = &args.by {
        samples.group_by(by.clone())?;
    }
    let mut sample = Sample::with_sets(samples.stages().to_vec(), sets);
    let mut groups = args.by.clone().map(|by| Groups::new(by, sample.clone()));
    while let Some(row) = samples.next()? {
        let values = sample.add(&row.lengths);
        goals.add_row(row, values)?;
        if let Some(groups) = &mut groups {
            let lengths = row.lengths.to_vec();
            groups.sample(&samples.groups[0])?.add(&lengths);
        }
    }
    let groups = groups.map(Groups::finish).transpose()?.unwrap_or_default();
    let mut parts = if groups.is_empty() { parts::all(&sample) } else { parts::by_group(&groups) };
    let mut counts = vec![("scrambles", sample.rows())];
    // The tables of the options --against and --beside.
    let mut requested = Vec::new();
    if let Some(other) = samples.against(sets)? {
        counts.push(("against", other.rows()));
        requested.push(parts::comparison(&sample, &other)?);
    }
    requested.extend(goals.finish(&sample)?);
    if args.format == StatsFormat::Table && !args.details {
        let heading = overview::heading(&sample, samples.skipped());
        let text = match &stages_to_draw[..] {
            [] => overview(args, &sample, &groups, &requested, &labels),
            stages => histograms(args, &sample, &groups, stages, &labels),
        };
        return output.finish_with((heading + &text).as_bytes());
    }
    parts.append(&mut requested);
    let group = (!groups.is_empty()).then_some("group");
    let document = Document {
        heading: show::heading(&counts, samples.skipped()),
        counts: &counts,
        keys: group.into_iter().chain(["goal", "stage", "after", "colors", "moves"]).collect(),
        parts: &parts,
        labels: &labels,
    };
    let provenance = || {
        let mut files = samples.provenance()?;
        files.extend(goals.provenance()?);
        Ok(Some(files))
    };
    output.finish_with(&document.render(args.format, provenance)?)
}

/// Returns the histograms of these stages, for each group if there are groups.
fn histograms(
    args: &Stats,
    sample: &Sample,
    groups: &[(String, Sample)],
    stages: &[usize],
    labels: &Labels,
) -> String {
    let width = Terminal::of_output(args.output.as_ref()).width().unwrap_or(histogram::WIDTH);
    let sets = args.sets.as_ref().map(|sets| &sets.0[..]);
    let draw = |sample: &Sample| -> String {
        stages.iter().map(|place| histogram::draw(sample, *place, labels, sets, width)).collect()
    };
    match &args.by {
        None => draw(sample),
        Some(by) => groups.iter().map(|(group, s)| format!("\n{} {group}\n{}", by.name(), draw(s))).collect(),
    }
}

/// Returns the first table, which fits a screen, for each group if there are groups, and the requested tables.
fn overview(
    args: &Stats,
    sample: &Sample,
    groups: &[(String, Sample)],
    requested: &[Table],
    labels: &Labels,
) -> String {
    let sets = args.sets.as_ref().map(|sets| &sets.0[..]);
    let mut text = match &args.by {
        None => format!("\n{}", overview::table(sample, labels, sets)),
        Some(by) => overview::comparison(&by.name(), groups, labels, sets),
    };
    for (by, (group, sample)) in args.by.iter().flat_map(|by| groups.iter().map(move |group| (by, group))) {
        let count = cubiform_answers::format::scrambles(sample.rows());
        let table = overview::table(sample, labels, sets);
        text += &format!("\n{} {group}: {count}\n\n{table}", by.name());
    }
    let main_sets = sample.stages().iter().flat_map(|stage| labels::main_sets(stage.colors()));
    let shown = sets.map_or_else(|| main_sets.collect(), <[Subset]>::to_vec);
    for part in requested {
        text += &show::part_of_sets(part, &shown, labels);
    }
    text + &format!("\n{}\n", overview::OPTIONS_HINT)
}
