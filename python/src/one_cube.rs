//! Texts that should be one cube, but are a list of them or the name of a file.

use std::path::Path;

use cubiform_answers::Error;
use cubiform_answers::input::{BadLine, SourceLocation};
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::scramble::is_list;
use cubiform_cube::fault::Fault;
use pyo3::prelude::*;
use serde_json::{Map, Value};

/// The message about a list of cubes, and its remedy.
const SEVERAL: &str = "expected one cube, not several lines";
const AS_LIST: &str = "pass a list of cubes, such as text.splitlines()";

/// The members of requests that are one cube.
const CUBES: [&str; 3] = ["scramble", "to", "case"];

/// The members of requests that users have in files, too.
const TEXTS: [&str; 4] = ["scramble", "case", "solution", "skeleton"];

/// The functions that read a file, by its extension. Their argument is the name of the file.
const READERS: [(&str, &str); 13] = [
    ("csv", "pandas.read_csv({})"),
    ("tsv", "pandas.read_csv({}, sep=\"\\t\")"),
    ("parquet", "pandas.read_parquet({})"),
    ("feather", "pandas.read_feather({})"),
    ("arrow", "pandas.read_feather({})"),
    ("xlsx", "pandas.read_excel({})"),
    ("xls", "pandas.read_excel({})"),
    ("ods", "pandas.read_excel({})"),
    ("json", "pandas.read_json({})"),
    ("jsonl", "pandas.read_json({}, lines=True)"),
    ("ndjson", "pandas.read_json({}, lines=True)"),
    ("zip", "cubiform.read_wca({})"),
    ("txt", LINES),
];

/// The expression for the lines of a file, and for its text.
const LINES: &str = "pathlib.Path({}).read_text().splitlines()";
const TEXT: &str = "pathlib.Path({}).read_text()";

/// Returns the extension of the name of a file in lower case.
fn extension(name: &str) -> String {
    let extension = Path::new(name).extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

/// Returns whether a text, which is no cube, is the name of a file: one that exists, or with a known extension.
fn is_file_name(text: &str) -> bool {
    let is_line = !text.is_empty() && text.len() < 4096 && !text.contains(char::is_control);
    let is_known = || READERS.iter().any(|(known, _)| *known == extension(text));
    is_line && (is_known() || Path::new(text).is_file())
}

/// Returns the advice to read a file with the expression `reader`.
fn advice(name: &str, reader: &str) -> String {
    format!("read it first: {}", reader.replace("{}", &format!("{name:?}")))
}

/// Returns an error about the name of a file in place of its contents.
fn file_instead(error: Error, name: &str, what: &str, reader: &str) -> Error {
    let mut error = error.with_message(format!("{name:?} is the name of a file, not {what}"));
    error.hints.clear();
    error.place.column = None;
    error.hint(advice(name, reader))
}

/// Returns the error of a text that is no cube, with advice if it is the name of a file.
pub(crate) fn with_advice(error: Error, text: &str) -> Error {
    let text = text.trim();
    if is_file_name(text) { file_instead(error, text, "a cube", reader(text)) } else { error }
}

/// Returns the expression that reads the cubes of a file.
fn reader(name: &str) -> &'static str {
    let extension = extension(name);
    READERS.iter().find(|(known, _)| *known == extension).map_or(LINES, |(_, reader)| reader)
}

/// Returns the advice to read the cubes of a file.
#[pyfunction]
pub(crate) fn advice_to_read(name: &str) -> String {
    advice(name, reader(name))
}

/// Checks that a text is not a list of cubes, whose moves would be joined.
///
/// # Errors
/// If it is a list.
pub(crate) fn check(text: &str, puzzle: Puzzle, place: &SourceLocation) -> Result<(), BadLine> {
    if !is_list(text, puzzle) {
        return Ok(());
    }
    Err(BadLine {
        place: place.clone(),
        line: 1,
        column: 1,
        is_state: true,
        message: format!("{SEVERAL}; {AS_LIST}"),
        fault: Box::new(Fault { code: "several-cubes", values: Vec::new() }),
    })
}

/// Checks that no member of a request that is one cube is a list of them.
///
/// # Errors
/// If one is a list.
pub(crate) fn check_members(members: &Map<String, Value>) -> Result<(), Error> {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    match CUBES.into_iter().find(|name| text(name).is_some_and(|text| is_list(text, Puzzle::Three))) {
        Some(name) => Err(Error::usage(name, SEVERAL).hint("pass one cube at a time")),
        None => Ok(()),
    }
}

/// Returns the error of a request, with advice if one of its texts is the name of a file.
pub(crate) fn advised(error: Error, texts: &Map<String, Value>) -> Error {
    let name = TEXTS.into_iter().find(|name| error.parameter == Some(name));
    let text = name.and_then(|name| texts.get(name)?.as_str());
    match text.map(str::trim).filter(|text| is_file_name(text)) {
        Some(name) => file_instead(error, name, "its contents", TEXT),
        None => error,
    }
}
