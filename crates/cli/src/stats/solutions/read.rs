//! The solutions in files that `cubiform solve` wrote, counted by method, metric and length.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::Path;

use cubiform_solvers::solver::Unsolved;
use cubiform_stats::Histogram;
use serde::{Deserialize, Deserializer};

use crate::failure::{Failure, file_error};
use crate::interrupt;
use crate::stats::read::ANALYSIS_HINT;
use cubiform_answers::input::lines::{self, BoundedReader, LINE_TOO_LONG};
use cubiform_answers::input::{display_name, is_stdin};
use cubiform_answers::rows::read::{is_analysis_header, is_analysis_line};

/// The advice for files of another kind.
pub(super) const REMEDY: &str = "write one with: cubiform solve -i CUBES --format csv";

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
pub(super) struct Group {
    pub(super) counts: Vec<u64>,
    pub(super) unsolved: u64,
    /// The number of cubes whose search was interrupted.
    pub(super) stopped: u64,
    /// The id of the first of the longest solutions.
    pub(super) longest: String,
    pub(super) cpu_ms: f64,
    /// The id of the previous cube. Only the first solution of each cube counts.
    last: Option<String>,
}

/// Groups by method, which is empty if the input has none, and metric.
pub(super) type Groups = BTreeMap<(String, String), Group>;

impl Group {
    /// Returns the histogram of lengths, or `None` if no cube is solved.
    pub(super) fn histogram(&self) -> Option<Histogram> {
        (!self.counts.is_empty()).then(|| Histogram::new(&self.counts[..]))
    }
}

/// Returns whether a line is the first one of a file of solutions: a header of CSV, or an object of JSON lines.
pub(in crate::stats) fn is_first_line(line: &[u8]) -> bool {
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
pub(super) fn read(
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
