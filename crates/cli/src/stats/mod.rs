//! `cubiform stats`: statistics of analysed scrambles, optionally by group, and comparisons between samples and goals.

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

use std::io::Write as _;

use cubiform_stats::{Lengths, Sample, Subset};

use crate::args::{Stats, StatsFormat};
use crate::error::Failure;
use crate::output::Output;
use crate::terminal::Terminal;

use self::goal_comparison::GoalComparison;
use self::group::Groups;
use self::labels::Labels;
use self::read::{ReadOptions, Samples};
use self::show::Table;

/// The results of reading and counting.
struct Results {
    labels: Labels,
    sample: Sample,
    /// The number of scrambles of each sample, with the sample's name in JSON.
    rows: Vec<(&'static str, u64)>,
    skipped: u64,
    /// All tables of the chosen format.
    parts: Vec<Table>,
    /// The tables requested by options of their own: `--against` and `--beside`.
    requested: Vec<Table>,
    groups: Vec<(String, Sample)>,
}

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
    let mut output = Output::to(args.output.as_deref(), files())?;
    let mut samples = Samples::open(&args.files, &args.against, ReadOptions::new(args.partial))?;
    let sets = args.sets.as_ref().map_or(&Subset::COMMON[..], |sets| &sets.0);
    let mut goals = GoalComparison::open(&samples, &args.files[0], &args.beside, sets, args.partial)?;
    let labels = Labels::of(samples.stages().iter().map(|(stage, _)| &stage[..]));
    let stages_to_draw = match &args.histogram {
        Some(names) => labels.chosen("--histogram", names).map_err(|e| Failure::usage("stats", e))?,
        None => Vec::new(),
    };
    if let Some(by) = &args.by {
        samples.group_by(by)?;
    }
    let mut sample = Sample::with_sets(samples.stages().to_vec(), sets);
    let new_sample = sample.clone();
    let mut groups = args.by.clone().map(|by| Groups::new(by, move || new_sample.clone()));
    while let Some(row) = samples.next()? {
        let values = sample.add(&row.lengths);
        goals.add_row(row, values)?;
        if let Some(groups) = &mut groups {
            let lengths = row.lengths.to_vec();
            groups.sample(&samples.groups()[0])?.add(&lengths);
        }
    }
    let groups = groups.map(Groups::finish).transpose()?.unwrap_or_default();
    let mut parts = match &groups[..] {
        [] => parts::all(&sample),
        groups => parts::by_group(groups),
    };
    let mut rows = vec![("scrambles", sample.rows())];
    let mut requested = Vec::new();
    if let Some(other) = samples.against(sets)? {
        rows.push(("against", other.rows()));
        requested.push(parts::comparison(&sample, &other)?);
    }
    requested.extend(goals.finish(&sample)?);
    if args.details || args.format != StatsFormat::Table {
        parts.append(&mut requested);
    }
    let results = Results { labels, sample, rows, skipped: samples.skipped(), parts, requested, groups };
    let provenance = || {
        let mut files = samples.provenance()?;
        files.extend(goals.provenance()?);
        Ok::<_, Failure>(files)
    };
    let text = match args.format {
        StatsFormat::Table if args.details => details(&results),
        StatsFormat::Table => {
            let terminal = Terminal::of_output(args.output.as_ref());
            text_tables(args, &results, &stages_to_draw, terminal)
        }
        StatsFormat::Markdown => show::markdown(heading(&results), &results.parts, &results.labels),
        StatsFormat::Csv => show::csv(&key_columns(&results), &results.parts, Some(&provenance()?)),
        StatsFormat::Json => show::json(&results.rows, &results.parts, Some(provenance()?)),
        StatsFormat::Jsonl => show::jsonl(&results.rows, &results.parts, Some(provenance()?)),
        StatsFormat::Parquet => {
            let bytes = parquet::lengths(&results.parts, &provenance()?);
            output.write_all(&bytes).map_err(|e| output.failure(&e))?;
            return output.finish();
        }
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}

/// Returns the key columns of the CSV output.
fn key_columns(results: &Results) -> Vec<&'static str> {
    let group = (!results.groups.is_empty()).then_some("group");
    group.into_iter().chain(["goal", "stage", "after", "colors", "moves"]).collect()
}

/// Returns the line with the number of scrambles, which precedes the tables.
fn heading(results: &Results) -> String {
    show::heading(&results.rows, results.skipped)
}

/// Returns all tables as text, for each group if there are groups.
fn details(results: &Results) -> String {
    show::table(heading(results), &results.parts, &results.labels)
}

/// Returns the first table, which fits a screen, and the requested tables; or histograms if `stages_to_draw` is not
/// empty.
fn text_tables(args: &Stats, results: &Results, stages_to_draw: &[usize], terminal: Terminal) -> String {
    let Results { labels, sample, .. } = results;
    let sets = args.sets.as_ref().map(|sets| &sets.0[..]);
    let mut text = overview::heading(sample, results.skipped);
    if stages_to_draw.is_empty() {
        text.push('\n');
    }
    match &args.by {
        _ if !stages_to_draw.is_empty() => {
            let width = terminal.width().unwrap_or(histogram::WIDTH);
            let draw_all = |sample: &Sample| -> String {
                stages_to_draw
                    .iter()
                    .map(|place| histogram::draw(sample, *place, labels, sets, width))
                    .collect()
            };
            match &args.by {
                None => text += &draw_all(sample),
                Some(by) => {
                    for (group, sample) in &results.groups {
                        text += &format!("\n{} {group}\n{}", by.name(), draw_all(sample));
                    }
                }
            }
            return text;
        }
        None => text += &overview::table(sample, labels, sets),
        Some(by) => {
            text.pop();
            text += &overview::comparison(&by.name(), &results.groups, labels, sets);
            for (group, sample) in &results.groups {
                let count = cubiform_answers::format::scrambles(sample.rows());
                text += &format!("\n{} {group}: {count}\n\n", by.name());
                text += &overview::table(sample, labels, sets);
            }
        }
    }
    let main: Vec<Subset> = match sets {
        Some(sets) => sets.into(),
        None => {
            let stages = sample.stages().iter();
            stages.flat_map(|stage: &Lengths| labels::main_sets(stage.colors())).collect()
        }
    };
    for part in &results.requested {
        text += &show::part_of_sets(part, &main, labels);
    }
    text += &format!("\n{}\n", overview::OPTIONS_HINT);
    text
}
