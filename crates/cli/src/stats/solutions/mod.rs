//! `cubiform stats` of solutions: the lengths of the solutions that `cubiform solve` wrote.

mod figure;
pub(super) mod read;

use cubiform_answers::format::grouped;
use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::parts::{LENGTHS, measure_names, measure_values};
use cubiform_answers::stats::{Document, Table, Value};

use self::read::{Groups, REMEDY};
use super::document;
use super::read::{FirstFile, reader};
use crate::args::Stats;
use crate::failure::Failure;
use crate::output::Output;

/// Summarises the lengths of solutions, and plots them to `plot`.
pub(super) fn run(
    args: &Stats,
    first: FirstFile,
    output: Output,
    plot: Option<Output>,
) -> Result<(), Failure> {
    check(args)?;
    let mut groups = Groups::new();
    let mut first = Some(first);
    for path in &args.files {
        let open = || match first.take() {
            Some(first) => Ok(first.reader()),
            None => Ok(reader(path)?),
        };
        read::read(path, open, &mut groups)?;
    }
    if groups.is_empty() {
        return Err(Failure::Message(format!("no solutions in the input\n  {REMEDY}")));
    }
    let (solved, parts) = parts(&groups);
    if let Some(plot) = plot {
        plot.finish_with(figure::draw(&args.title, &groups, &args.files)?.as_bytes())?;
    }
    let unsolved: u64 = groups.values().map(|group| group.unsolved).sum();
    let stopped: u64 = groups.values().map(|group| group.stopped).sum();
    let counts = [("solved", solved), ("unsolved", unsolved), ("stopped", stopped)];
    let texts = counts.iter().filter(|(name, count)| *count > 0 || *name == "solved");
    let texts: Vec<String> = texts.map(|(name, count)| format!("{} {name}", grouped(*count))).collect();
    let heading = texts.join(", ") + "\n";
    let document = Document { counts: counts.into(), keys: vec!["method", "metric", "moves", "id"], parts };
    output.finish_with(&document::render(&document, heading, &Labels::none(), args.format, || Ok(None))?)
}

/// Checks that no option applies only to analyses.
fn check(args: &Stats) -> Result<(), Failure> {
    let request = &args.request;
    let given = [
        ("--details", args.details),
        ("--histogram", args.histogram.is_some()),
        ("--against", !args.against.is_empty()),
        ("--beside", !args.beside.is_empty()),
        ("--by", request.by.is_some()),
        ("--sets", request.sets.is_some()),
        ("--fair", request.fair),
        ("--partial", args.partial),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(Failure::usage(format!("{option} applies to analyses, but the input has solutions")))
        }
        None => Ok(()),
    }
}

/// Returns the number of solved cubes and the parts of the output.
fn parts(groups: &Groups) -> (u64, Vec<Table>) {
    let measures = measure_names().into_iter().chain(["unsolved", "cpu_ms"]);
    let mut summary = Table::new("summary", "solution lengths", &["method", "metric"], measures);
    let keys = &["method", "metric", "id"];
    let mut longest = Table::new("longest", "longest (first occurrence)", keys, ["length"]);
    let keys = &["method", "metric", "moves"];
    let mut counts = Table::new(LENGTHS, "solutions by length", keys, ["solutions"]);
    let mut solved = 0;
    for ((method, metric), group) in groups {
        let Some(histogram) = group.histogram() else { continue };
        let method = if method.is_empty() { "-" } else { method };
        solved += histogram.total();
        let cpu_ms = Value::Real(group.cpu_ms / histogram.total() as f64);
        let measures = measure_values(&histogram).into_iter().chain([group.unsolved.into(), cpu_ms]);
        summary.add([&method, metric], measures);
        longest.add([&method, metric, &group.longest], [histogram.max() as u64]);
        for (moves, count) in histogram.counts().iter().enumerate().filter(|(_, count)| **count > 0) {
            counts.add([&method, metric, &moves], [*count]);
        }
    }
    (solved, vec![summary, longest, counts])
}
