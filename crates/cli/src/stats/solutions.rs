//! `cubiform stats` of solutions: the lengths of the solutions in files that `cubiform solve` wrote, counted by method, metric
//! and length, and their figure.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use cubiform_answers::format::grouped;
use cubiform_answers::input::lines::{self, BoundedReader, LINE_TOO_LONG};
use cubiform_answers::input::{display_name, is_stdin};
use cubiform_answers::rows::read::{is_analysis_header, is_analysis_line};
use cubiform_answers::stats::labels::Labels;
use cubiform_answers::stats::parts::{LENGTHS, measure_names, measure_values};
use cubiform_answers::stats::{Document, Table, Value};
use cubiform_cube::four::Metric;
use cubiform_solvers::solver::Unsolved;
use cubiform_stats::Histogram;
use serde::{Deserialize, Deserializer};

use super::read::{ANALYSIS_HINT, FirstFile, reader};
use super::show;
use crate::args::Stats;
use crate::failure::{Failure, file_error};
use crate::figure::bars::BarChart;
use crate::figure::series::{Series, format_mean};
use crate::figure::{HTM, SERIES, foot};
use crate::interrupt;
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
        read_groups(path, open, &mut groups)?;
    }
    if groups.is_empty() {
        return Err(Failure::Message(format!("no solutions in the input\n  {REMEDY}")));
    }
    let (solved, parts) = parts(&groups);
    if let Some(plot) = plot {
        plot.finish_with(draw_figure(&args.title, &groups, &args.files)?.as_bytes())?;
    }
    let unsolved: u64 = groups.values().map(|group| group.unsolved).sum();
    let stopped: u64 = groups.values().map(|group| group.stopped).sum();
    let counts = [("solved", solved), ("unsolved", unsolved), ("stopped", stopped)];
    let texts = counts.iter().filter(|(name, count)| *count > 0 || *name == "solved");
    let texts: Vec<String> = texts.map(|(name, count)| format!("{} {name}", grouped(*count))).collect();
    let heading = texts.join(", ") + "\n";
    let document = Document { counts: counts.into(), keys: vec!["method", "metric", "moves", "id"], parts };
    output.finish_with(&show::render(&document, heading, &Labels::none(), args.format, || Ok(None))?)
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

/// The advice for files of another kind.
const REMEDY: &str = "write one with: cubiform solve -i CUBES --format csv";

/// The maximum length of a solution. Greater numbers cannot come from `cubiform solve`.
const MAX_LENGTH: usize = 1000;

/// The required columns.
const COLUMNS: [&str; 4] = ["id", "metric", "length", "error"];

/// A solution in the input. Fields without a default are required, even if empty: see [`COLUMNS`].
#[derive(Deserialize)]
struct Line {
    id: String,
    #[serde(default)]
    method: Option<String>,
    metric: String,
    #[serde(deserialize_with = "required_option")]
    length: Option<usize>,
    #[serde(default)]
    cpu_ms: Option<f64>,
    #[serde(deserialize_with = "required_option")]
    error: Option<String>,
}

/// Deserialises an option whose field may be empty but not missing.
fn required_option<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// The solutions of one method in one metric.
#[derive(Default)]
struct Group {
    counts: Vec<u64>,
    unsolved: u64,
    /// The number of cubes whose search was interrupted.
    stopped: u64,
    /// The id of the first of the longest solutions.
    longest: String,
    cpu_ms: f64,
    /// The id of the previous cube. Only the first solution of each cube counts.
    last: Option<String>,
}

/// Groups by method, which is empty if the input has none, and metric.
type Groups = BTreeMap<(String, String), Group>;

impl Group {
    /// Returns the histogram of lengths, or `None` if no cube is solved.
    fn histogram(&self) -> Option<Histogram> {
        (!self.counts.is_empty()).then(|| Histogram::new(&self.counts[..]))
    }
}

/// Returns whether a line is the first one of a file of solutions: a header of CSV, or an object of JSON lines.
pub(super) fn is_first_line(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.starts_with(b"{") {
        let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line);
        return object.is_ok_and(|object| COLUMNS.iter().all(|column| object.contains_key(*column)));
    }
    let mut header = csv::Reader::from_reader(line);
    header
        .headers()
        .is_ok_and(|header| COLUMNS.iter().all(|column| header.iter().any(|name| name == *column)))
}

/// Reads a file in CSV or JSON lines. The first byte determines the format.
fn read_groups(
    path: &Path,
    open: impl FnOnce() -> Result<Box<dyn BufRead>, Failure>,
    groups: &mut Groups,
) -> Result<(), Failure> {
    let cannot = |e: io::Error| file_error(path, "read", &e);
    let bad =
        |line: u64, why: &str| Failure::Message(format!("{}:{line}: {why}\n  {REMEDY}", display_name(path)));
    let analysis = || Failure::Message(format!("{}: {ANALYSIS_HINT}", display_name(path)));
    if !is_stdin(path) && path.is_dir() {
        return Err(analysis());
    }
    let mut reader = open()?;
    if reader.fill_buf().map_err(cannot)?.starts_with(b"PAR1") {
        return Err(analysis());
    }
    let is_jsonl = reader.fill_buf().map_err(cannot)?.trim_ascii_start().starts_with(b"{");
    if is_jsonl {
        let mut text = Vec::new();
        for line in 1.. {
            if lines::read(&mut reader, &mut text).map_err(cannot)? == 0 {
                break;
            }
            if lines::is_too_long(&text) {
                return Err(bad(line, LINE_TOO_LONG));
            }
            interrupt::or(Ok(()))?;
            if !text.trim_ascii().is_empty() {
                let read = serde_json::from_slice(&text).map_err(|e| match is_analysis_line(&text) {
                    true => analysis(),
                    false => bad(line, &format!("not a solution in JSON lines: {e}")),
                })?;
                add(read, groups).map_err(|e| bad(line, &e))?;
            }
        }
        return Ok(());
    }
    let mut reader = csv::Reader::from_reader(BoundedReader::new(reader));
    let headers = reader.headers().map_err(|e| bad(1, &without_prefix(&e)))?.clone();
    let missing = COLUMNS.into_iter().filter(|column| headers.iter().all(|header| header != *column));
    let missing: Vec<String> = missing.map(|column| format!("'{column}'")).collect();
    if !missing.is_empty() && is_analysis_header(headers.as_byte_record()) {
        return Err(analysis());
    }
    if !missing.is_empty() && !headers.is_empty() {
        let columns = if missing.len() == 1 { "column" } else { "columns" };
        return Err(bad(1, &format!("not a file of solutions: it has no {columns} {}", missing.join(", "))));
    }
    let mut record = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        let read = reader.read_record(&mut record);
        if !read.map_err(|e| bad(e.position().map_or(line, csv::Position::line), &without_prefix(&e)))? {
            break;
        }
        reader.get_mut().end_record();
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

/// Returns the message of a CSV error; for an overlong record without the prefix of the CSV reader.
fn without_prefix(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Io(e) if e.kind() == io::ErrorKind::InvalidData => e.to_string(),
        _ => error.to_string(),
    }
}

/// Returns whether the error of a solution means that the search was interrupted.
fn is_stopped(error: &str) -> bool {
    error == Unsolved::Cancelled.to_string()
}

/// Counts a solution in its group.
fn add(line: Line, groups: &mut Groups) -> Result<(), String> {
    let group = groups.entry((line.method.unwrap_or_default(), line.metric)).or_default();
    match line.length {
        Some(length) if length > MAX_LENGTH => {
            return Err(format!("invalid length {length}: the maximum is {MAX_LENGTH} moves"));
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
        None if line.error.as_deref().is_some_and(is_stopped) => group.stopped += 1,
        None if line.error.is_some_and(|error| !error.is_empty()) => group.unsolved += 1,
        None => return Err("neither a length nor an error".into()),
    }
    group.last = Some(line.id);
    Ok(())
}

/// Draws the figure as SVG.
fn draw_figure(title: &str, groups: &Groups, files: &[PathBuf]) -> Result<String, Failure> {
    let several = groups.len() > 1;
    let name_of = |method: &str, metric: &str| format!("{method} {metric}").trim().to_string();
    let series = groups.iter().filter_map(|((method, metric), group)| {
        let histogram = group.histogram()?;
        let name = match several {
            true => format!("{}: mean {}", name_of(method, metric), format_mean(&histogram, 3)),
            false => "solutions".into(),
        };
        Some(Series { name, histogram, exact: None })
    });
    let series: Vec<Series> = series.collect();
    if series.is_empty() || series.len() > SERIES.len() {
        let max = SERIES.len();
        let message = format!("--plot: cannot plot {} methods and metrics, only 1 to {max}", series.len());
        return Err(Failure::Message(message));
    }
    // The first group with a solution is the only one if there is one series.
    let first = groups.iter().find(|(_, group)| !group.counts.is_empty());
    let first = first.map(|((method, metric), _)| name_of(method, metric)).unwrap_or_default();
    let solved: u64 = series.iter().map(|series| series.histogram.total()).sum();
    let count = |count: u64, what: &str| match count {
        0 => String::new(),
        count => format!(", {} {what}", grouped(count)),
    };
    let not_solved = count(groups.values().map(|group| group.unsolved).sum(), "unsolved")
        + &count(groups.values().map(|group| group.stopped).sum(), "stopped");
    let mut subtitle = format!("{} solved{not_solved}", grouped(solved));
    if let [one] = &series[..] {
        subtitle = format!("{first}: {subtitle}, mean {} moves", format_mean(&one.histogram, 3));
    }
    let each = if several { " of each method and metric" } else { "" };
    let sentence = format!("Bars are shares of the solutions{each} by length: {subtitle}.");
    let mut metrics: Vec<&str> = groups.keys().map(|(_, metric)| &metric[..]).collect();
    metrics.dedup();
    let moves = if let [metric] = metrics[..] { axis_label(metric) } else { "moves" };
    let mut figure = BarChart { title: title.into(), subtitle, sentence, moves, series }.draw();
    figure.name = "lengths".into();
    figure.foot = foot(&format!("{} solutions", grouped(solved)), files)?;
    Ok(figure.file())
}

/// Returns the label of the axis of moves in a metric.
fn axis_label(metric: &str) -> &'static str {
    let is = |known: Metric| metric.eq_ignore_ascii_case(known.name());
    match metric {
        "HTM" => HTM,
        _ if is(Metric::Slice) => "moves (slice turn metric)",
        _ if is(Metric::Block) => "moves (block turn metric)",
        _ if is(Metric::OuterBlock) => "moves (outer block turn metric)",
        _ => "moves",
    }
}
