//! `cubiform stats`: statistics of analysed scrambles, alone, by group, or beside others.

mod beside;
pub(crate) mod group;
mod histogram;
pub(crate) mod labels;
mod overview;
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

use self::beside::Goals;
use self::group::Groups;
use self::labels::Labels;
use self::read::Samples;
use self::show::{Part, Provenance};

/// What was read and counted.
struct Found {
    labels: Labels,
    sample: Sample,
    /// The number of scrambles of each sample, by its name for programs.
    rows: Vec<(&'static str, u64)>,
    skipped: u64,
    /// All measures.
    parts: Vec<Part>,
    /// The measures that people asked for by an option of their own.
    asked: Vec<Part>,
    groups: Vec<(String, Sample)>,
}

/// Runs the command.
pub(crate) fn run(args: &Stats) -> Result<(), Failure> {
    let files = || args.files.iter().chain(&args.against).chain(&args.beside);
    read::check_stdin("stats", files())?;
    // An output that cannot be written is found before the files are read.
    let mut output = Output::to(args.output.as_deref(), files())?;
    let mut samples = Samples::open(&args.files, &args.against, args.partial)?;
    let sets = args.sets.as_ref().map_or(&Subset::COMMON[..], |sets| &sets.0);
    let mut goals = Goals::open(&samples, &args.files[0], &args.beside, sets, args.partial)?;
    let labels = Labels::of(samples.stages().iter().map(|(stage, _)| &stage[..]));
    let drawn = match &args.histogram {
        Some(asked) => histogram::stages(asked, &labels).map_err(|e| Failure::usage("stats", e))?,
        None => Vec::new(),
    };
    if let Some(by) = &args.by {
        samples.group_by(by)?;
    }
    let mut sample = Sample::with_sets(samples.stages().to_vec(), sets);
    let mut groups = args.by.clone().map(|by| Groups::new(by, samples.stages(), sets));
    while let Some(row) = samples.next()? {
        let values = sample.add(row.lengths);
        goals.follow(&row, values)?;
        if let Some(groups) = &mut groups {
            let lengths = row.lengths.to_vec();
            groups.add(samples.group(), &lengths)?;
        }
    }
    let groups = groups.map(Groups::finish).transpose()?.unwrap_or_default();
    let mut parts = match &groups[..] {
        [] => parts::of(&sample),
        groups => parts::of_groups(groups),
    };
    let mut rows = vec![("scrambles", sample.rows())];
    let mut asked = Vec::new();
    if let Some(other) = samples.against(sets)? {
        rows.push(("against", other.rows()));
        asked.push(parts::comparison(&sample, &other)?);
    }
    asked.extend(goals.finish(&sample)?);
    if args.details || args.format != StatsFormat::Table {
        parts.append(&mut asked);
    }
    let found = Found { labels, sample, rows, skipped: samples.skipped(), parts, asked, groups };
    let provenance = || {
        let mut told = samples.provenance()?;
        told.extend(goals.provenance()?);
        Ok::<_, Failure>(told)
    };
    let text = match args.format {
        StatsFormat::Table if args.details => details(&found),
        StatsFormat::Table => {
            let terminal = Terminal::of_output(args.output.as_ref());
            for_people(args, &found, &drawn, terminal)
        }
        StatsFormat::Markdown => show::markdown(heading(&found), &found.parts, &found.labels),
        StatsFormat::Csv => show::csv(&keys(&found), &found.parts, Provenance::Of(provenance()?)),
        StatsFormat::Json => show::json(&found.rows, &found.parts, Provenance::Of(provenance()?)),
        StatsFormat::Jsonl => show::jsonl(&found.rows, &found.parts, Provenance::Of(provenance()?)),
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}

/// The columns of CSV that say what a row is about.
fn keys(found: &Found) -> Vec<&'static str> {
    let group = (!found.groups.is_empty()).then_some("group");
    group.into_iter().chain(["goal", "stage", "after", "colors", "moves"]).collect()
}

/// The number of scrambles, before all measures.
fn heading(found: &Found) -> String {
    show::heading(&found.rows, found.skipped)
}

/// All measures, of each group if there are groups.
fn details(found: &Found) -> String {
    show::table(heading(found), &found.parts, &found.labels)
}

/// The first table, which fits a screen, and what was asked for besides.
fn for_people(args: &Stats, found: &Found, drawn: &[usize], terminal: Terminal) -> String {
    let Found { labels, sample, .. } = found;
    let sets = args.sets.as_ref().map(|sets| &sets.0[..]);
    let mut text = overview::heading(sample, found.skipped);
    if drawn.is_empty() {
        text.push('\n');
    }
    match &args.by {
        _ if !drawn.is_empty() => {
            let width = terminal.width().unwrap_or(histogram::WIDTH);
            let of = |sample: &Sample| -> String {
                drawn.iter().map(|place| histogram::draw(sample, *place, labels, sets, width)).collect()
            };
            match &args.by {
                None => text += &of(sample),
                Some(by) => {
                    for (group, sample) in &found.groups {
                        text += &format!("\n{} {group}\n{}", by.name(), of(sample));
                    }
                }
            }
            return text;
        }
        None => text += &overview::table(sample, labels, sets),
        Some(by) => {
            text.pop();
            text += &overview::comparison(&by.name(), &found.groups, labels, sets);
            for (group, sample) in &found.groups {
                let count = crate::format::scrambles(sample.rows());
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
    for part in &found.asked {
        text += &show::part_of_sets(part, &main, labels);
    }
    text += &format!("\n{}\n", overview::MORE);
    text
}
