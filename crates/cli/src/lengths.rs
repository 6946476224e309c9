//! `cubiform lengths`: how long the solutions are that `cubiform solve` wrote, in figures and as a figure.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use cubiform_cube::four::Metric;
use cubiform_stats::Histogram;
use serde::{Deserialize, Deserializer};

use crate::args::{Lengths, StatsFormat};
use crate::failure::{Failure, about_file};
use crate::figure::bars::{HTM, Series, bars, mean};
use crate::figure::palette::SERIES;
use crate::interrupt;
use crate::output::{Output, check_distinct};
use crate::stats::parts::{MEASURES, row};
use crate::stats::read::{check_stdin, name, reader};
use crate::stats::show::{self, Part, Value};
use crate::words::grouped;

/// What to do about a file that is something else.
const REMEDY: &str = "write one with: cubiform solve -i CUBES --format csv";

/// No solution has more moves: a number that does is none of `cubiform solve`.
const MOST: usize = 1000;

/// What is read of a solution. What has no default must be there, even if it is empty.
#[derive(Deserialize)]
struct Line {
    id: String,
    #[serde(default)]
    method: Option<String>,
    metric: String,
    #[serde(deserialize_with = "there")]
    length: Option<usize>,
    #[serde(default)]
    cpu_ms: Option<f64>,
    #[serde(deserialize_with = "there")]
    error: Option<String>,
}

/// An option that may be empty, but not missing.
fn there<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// The solutions of a method in a metric.
#[derive(Default)]
struct Group {
    counts: Vec<u64>,
    unsolved: u64,
    /// The first of the longest.
    longest: String,
    cpu_ms: f64,
    /// The cube that came last: of several solutions of it the first counts.
    last: Option<String>,
}

/// By method, if that is told, and metric.
type Groups = BTreeMap<(String, String), Group>;

/// Runs the command.
pub(crate) fn run(args: &Lengths) -> Result<(), Failure> {
    check_stdin("lengths", args.files.iter())?;
    // That they cannot be written is found before all is read.
    if let (Some(output), Some(plot)) = (&args.output, &args.plot) {
        check_distinct(output, plot)?;
    }
    let mut output = Output::to(args.output.as_deref(), &args.files)?;
    let plot = args.plot.as_deref().map(|plot| Output::file(plot, &args.files)).transpose()?;

    let mut groups = Groups::new();
    for path in &args.files {
        read(path, &mut groups)?;
    }
    if groups.is_empty() {
        return Err(Failure::Message(format!("there is no solution in what was read\n  {REMEDY}")));
    }
    let (solved, parts) = parts(&groups);
    if let Some(mut plot) = plot {
        let drawn = draw(&args.title, &groups)?;
        plot.write_all(drawn.as_bytes()).map_err(|e| plot.failure(&e))?;
        plot.finish()?;
    }
    let unsolved: u64 = groups.values().map(|group| group.unsolved).sum();
    let heading = match unsolved {
        0 => format!("{} solved\n", grouped(solved)),
        unsolved => format!("{} solved, {} unsolved\n", grouped(solved), grouped(unsolved)),
    };
    let text = match args.format {
        StatsFormat::Table => show::table(heading, &parts),
        StatsFormat::Markdown => show::markdown(heading, &parts),
        StatsFormat::Csv => show::csv(&["method", "metric", "moves", "id"], &parts),
        StatsFormat::Json => show::json(&[("solved", solved), ("unsolved", unsolved)], &parts),
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}

/// Reads a file in CSV or JSON lines, which its first byte tells.
fn read(path: &Path, groups: &mut Groups) -> Result<(), Failure> {
    let cannot = |e: io::Error| about_file(path, "read", &e);
    let mut reader = reader(path)?;
    let bad = |line: u64, why: &str| Failure::Message(format!("{}:{line}: {why}\n  {REMEDY}", name(path)));
    let is_jsonl = reader.fill_buf().map_err(cannot)?.trim_ascii_start().starts_with(b"{");
    if is_jsonl {
        for (line, text) in (1..).zip(reader.lines()) {
            let text = text.map_err(cannot)?;
            interrupt::or(Ok(()))?;
            if !text.trim().is_empty() {
                let read = serde_json::from_str(&text).map_err(|e| bad(line, &e.to_string()))?;
                add(read, groups).map_err(|e| bad(line, &e))?;
            }
        }
        return Ok(());
    }
    let mut reader = csv::Reader::from_reader(reader);
    let headers = reader.headers().map_err(|e| bad(1, &e.to_string()))?.clone();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|e| {
        let line = e.position().map_or(1, csv::Position::line);
        bad(line, &e.to_string())
    })? {
        interrupt::or(Ok(()))?;
        let line = record.position().map_or(1, csv::Position::line);
        let read = record.deserialize(Some(&headers)).map_err(|e| match e.kind() {
            csv::ErrorKind::Deserialize { err, .. } => {
                let column = err.field().and_then(|field| headers.get(field as usize));
                let column = column.map(|column| format!("column {column}: ")).unwrap_or_default();
                bad(line, &format!("{column}{}", err.kind()))
            }
            _ => bad(line, &e.to_string()),
        })?;
        add(read, groups).map_err(|e| bad(line, &e))?;
    }
    Ok(())
}

/// Counts a solution.
fn add(line: Line, groups: &mut Groups) -> Result<(), String> {
    let group = groups.entry((line.method.unwrap_or_default(), line.metric)).or_default();
    match line.length {
        Some(length) if length > MOST => {
            return Err(format!("{length} moves are more than any solution has"));
        }
        Some(_) if group.last.as_ref() == Some(&line.id) => {}
        Some(length) => {
            if length >= group.counts.len() {
                group.counts.resize(length + 1, 0);
                group.longest.clone_from(&line.id);
            }
            group.counts[length] += 1;
            group.cpu_ms += line.cpu_ms.unwrap_or(0.0);
        }
        None if line.error.is_some_and(|error| !error.is_empty()) => group.unsolved += 1,
        None => return Err("there is neither a length nor an error".into()),
    }
    group.last = Some(line.id);
    Ok(())
}

/// What is said of them, and how many are solved.
fn parts(groups: &Groups) -> (u64, Vec<Part>) {
    let title = "moves of the solutions";
    let mut summary = Part::new("summary", title, &["method", "metric"], &MEASURES);
    summary.measure("unsolved".into());
    summary.measure("cpu_ms".into());
    let keys = &["method", "metric", "id"];
    let mut longest = Part::new("longest", "the first of the longest", keys, &["length"]);
    let keys = &["method", "metric", "moves"];
    let mut counts = Part::new("histogram", "solutions of each length", keys, &["solutions"]);
    let mut solved = 0;
    for ((method, metric), group) in groups {
        let Some(histogram) = group.histogram() else { continue };
        let own = || [if method.is_empty() { "-" } else { method }, metric].map(str::to_string);
        solved += histogram.total();
        let mut measures = row(&histogram);
        measures.extend([Value::Count(group.unsolved), (group.cpu_ms / histogram.total() as f64).into()]);
        summary.add(own(), measures);
        let [method, metric] = own();
        longest.add([method, metric, group.longest.clone()], vec![histogram.greatest().into()]);
        for (moves, count) in histogram.counts().iter().enumerate().filter(|(_, count)| **count > 0) {
            let [method, metric] = own();
            counts.add([method, metric, moves.to_string()], vec![Value::Count(*count)]);
        }
    }
    (solved, vec![summary, longest, counts])
}

impl Group {
    fn histogram(&self) -> Option<Histogram> {
        (!self.counts.is_empty()).then(|| Histogram::new(&self.counts[..]))
    }
}

/// The shares of each length, of each method and metric.
fn draw(title: &str, groups: &Groups) -> Result<String, Failure> {
    let several = groups.len() > 1;
    let series: Vec<Series> = groups
        .iter()
        .filter_map(|((method, metric), group)| {
            let histogram = group.histogram()?;
            let of = format!("{method} {metric}");
            let name = if several { format!("{}, mean {}", of.trim(), mean(&histogram, 3)) } else { of };
            Some(Series { name, histogram, exact: None })
        })
        .collect();
    if series.is_empty() || series.len() > SERIES.len() {
        let most = SERIES.len();
        let message = format!("a drawing has 1 to {most} methods and metrics, not {}", series.len());
        return Err(Failure::Message(message));
    }
    let subtitle = match &series[..] {
        [one] => format!("{} solved, mean {} moves", grouped(one.histogram.total()), mean(&one.histogram, 3)),
        _ => "shares in % above the bars".into(),
    };
    let metrics: Vec<&str> = groups.keys().map(|(_, metric)| &metric[..]).collect();
    let axis = if metrics.iter().all(|metric| *metric == metrics[0]) { counted(metrics[0]) } else { "moves" };
    Ok(bars("lengths", title.into(), subtitle, axis, &series).file())
}

/// What an axis says of a metric.
fn counted(metric: &str) -> &'static str {
    let is = |known: Metric| metric.eq_ignore_ascii_case(known.name());
    match metric {
        "HTM" => HTM,
        _ if is(Metric::Slice) => "moves (slice-turn metric)",
        _ if is(Metric::Block) => "moves (block-turn metric)",
        _ if is(Metric::OuterBlock) => "moves (outer-block-turn metric)",
        _ => "moves",
    }
}
