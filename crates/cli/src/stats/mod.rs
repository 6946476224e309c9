//! `cubiform stats`: statistics of analysed scrambles, optionally by group, comparisons between samples and goals, and the
//! lengths of solutions.

mod fair;
mod overview;
pub(crate) mod read;
pub(crate) mod show;
mod solutions;

use cubiform_answers::stats::labels::{Labels, main_sets};
use cubiform_answers::stats::{StatsOptions, Summary};
use cubiform_stats::Subset;

use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::output::{Output, check_distinct};
use crate::terminal::Terminal;

use self::read::{Files, FirstFile, failed};

/// Runs the command.
pub(crate) fn run(args: &Stats) -> Result<(), Failure> {
    let options = args.request.options().map_err(failed)?;
    let paths = || args.files.iter().chain(&args.against).chain(&args.beside);
    read::check_stdin(paths())?;
    show::check_output(args.format, args.output.as_deref())?;
    // An output that cannot be written is reported before the files are read.
    if let (Some(output), Some(plot)) = (&args.output, &args.plot) {
        check_distinct(output, plot)?;
    }
    let output = Output::to(args.output.as_deref(), paths())?;
    let plot = args.plot.as_deref().map(|plot| Output::file(plot, paths())).transpose()?;
    let first = FirstFile::open(&args.files[0])?;
    if solutions::is_first_line(first.line()) {
        return solutions::run(args, first, output, plot);
    }
    if plot.is_some() {
        return Err(Failure::usage("--plot applies to solutions, but the input has none"));
    }
    if let Some(settings) = &options.fair {
        return fair::run(args, &options, settings, first, output);
    }
    let files = Files { partial: args.partial, stages: None, first: first.once() };
    let mut samples = files.open_both(&args.files, &args.against)?;
    let mut goals = files.open_beside(&samples, &args.files[0], &args.beside, options.sets())?;
    let labels = Labels::of(&samples);
    let stages_to_draw = match &args.histogram {
        Some(names) => labels.chosen("--histogram", names).map_err(Failure::usage)?,
        None => Vec::new(),
    };
    let summary = Summary::read(&mut samples, &mut goals, &options, |_| {}).map_err(failed)?;
    if args.format == StatsFormat::Table && !args.details {
        let heading = overview::heading(&summary.sample, samples.skipped());
        let text = match &stages_to_draw[..] {
            [] => overview(&options, &summary, &labels),
            stages => histograms(args, &options, &summary, stages, &labels),
        };
        return output.finish_with((heading + &text).as_bytes());
    }
    let heading = show::heading(&summary.counts(), samples.skipped());
    let provenance = || {
        let mut files = samples.provenance().map_err(failed)?;
        files.extend(goals.provenance().map_err(failed)?);
        Ok(Some(files))
    };
    let document = summary.document();
    output.finish_with(&show::render(&document, heading, &labels, args.format, provenance)?)
}

/// Returns the histograms of these stages, for each group if there are groups.
fn histograms(
    args: &Stats,
    options: &StatsOptions,
    summary: &Summary,
    stages: &[usize],
    labels: &Labels,
) -> String {
    let width = Terminal::of_output(args.output.as_ref()).width.unwrap_or(overview::WIDTH);
    let draw = |sample| -> String {
        let sets = options.sets.as_deref();
        stages.iter().map(|place| overview::histograms(sample, *place, labels, sets, width)).collect()
    };
    match &options.by {
        None => draw(&summary.sample),
        Some(by) => {
            let groups = summary.groups.iter();
            groups.map(|(group, s)| format!("\n{} {group}\n{}", by.name(), draw(s))).collect()
        }
    }
}

/// Returns the first table, which fits a screen, for each group if there are groups, and the tables of comparisons.
fn overview(options: &StatsOptions, summary: &Summary, labels: &Labels) -> String {
    let (sample, groups, sets) = (&summary.sample, &summary.groups, options.sets.as_deref());
    let mut text = match &options.by {
        None => format!("\n{}", overview::table(sample, labels, sets)),
        Some(by) => overview::comparison(&by.name(), groups, labels, sets),
    };
    for (by, (group, sample)) in options.by.iter().flat_map(|by| groups.iter().map(move |group| (by, group)))
    {
        let count = cubiform_answers::format::scrambles(sample.rows());
        let table = overview::table(sample, labels, sets);
        text += &format!("\n{} {group}: {count}\n\n{table}", by.name());
    }
    let main_sets = sample.stages().iter().flat_map(|stage| main_sets(&stage.colors));
    let shown = sets.map_or_else(|| main_sets.collect(), <[Subset]>::to_vec);
    for part in summary.comparison.iter().chain(&summary.beside) {
        text += &show::part_of_sets(part, &shown, labels);
    }
    text + &format!("\n{}\n", overview::OPTIONS_HINT)
}
