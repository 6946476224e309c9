//! csTimer's file of all sessions: `{"session1":[[[0,12340],"R U ...","comment",1600000000],...],"properties":{...}}`.
//!
//! The first list of a record contains the penalty (0, milliseconds, or -1 for DNF), the time in milliseconds without
//! the penalty, and the ends of the phases. `properties.sessionData` is a JSON document in a string, with the name and
//! the scramble type of each session.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use serde_json::Value;

use super::super::carry::ExtraColumns;
use super::super::raw::RawLines;
use super::super::{BadLine, Item, ReadContext, SourceLocation};
use super::time::{self, Time};
use super::{Solve, SolveCounts, puzzle};
use crate::error::json_error_message;

/// The maximum number of scramble types in a note.
const MAX_TYPES: usize = 8;

/// Returns whether a text begins like a session file: an object whose first member is a session or the properties.
pub(crate) fn is_meant(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = String::from_utf8_lossy(&start[..start.len().min(256)]);
    let name = text.trim_start().strip_prefix('{').and_then(|rest| rest.trim_start().strip_prefix('"'));
    let name = name.and_then(|rest| rest.split('"').next());
    name.is_some_and(|name| name == "properties" || number(name).is_some())
}

/// Returns the columns of the file.
pub(crate) fn extra_columns() -> ExtraColumns {
    super::session_columns()
}

/// Parses the number of a session from the name of its member.
fn number(name: &str) -> Option<u64> {
    name.strip_prefix("session")?.parse().ok()
}

/// The properties of a session.
#[derive(Default)]
struct SessionInfo {
    name: Option<String>,
    scramble_type: String,
}

/// Reads the rest of a file. Returns its scrambles, and the errors in its records.
pub(crate) fn read(
    raw: &mut RawLines,
    columns: &[String],
    context: &mut ReadContext<'_>,
) -> Result<VecDeque<Item>, Box<Item>> {
    let before = *context.bytes;
    let bytes = raw.read_to_end(context.bytes)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let file: BTreeMap<String, Value> = serde_json::from_slice(text).map_err(|e| {
        let (name, line, column) = (&raw.name, e.line(), e.column());
        Item::Failed(format!(
            "{name}:{line}:{column}: this is not a session file of csTimer: {}",
            json_error_message(&e)
        ))
    })?;
    let infos = session_infos(file.get("properties"));
    let mut sessions: Vec<(u64, &Value)> =
        file.iter().filter_map(|(name, session)| Some((number(name)?, session))).collect();
    sessions.sort_by_key(|(number, _)| *number);
    let (mut items, mut solve_counts) = (VecDeque::new(), SolveCounts::default());
    for (number, session) in sessions {
        let solves = read_solves(session).ok_or_else(|| {
            Box::new(Item::Failed(format!("{}: 'session{number}' is not a list of solves", raw.name)))
        })?;
        let unknown = SessionInfo::default();
        let info = infos.get(&number).unwrap_or(&unknown);
        if !puzzle::may_be_three(&info.scramble_type) {
            context.counts.other_puzzles += solves.len() as u64;
            let types = &mut context.counts.types;
            if !solves.is_empty() && !types.contains(&info.scramble_type) && types.len() < MAX_TYPES {
                types.push(info.scramble_type.clone());
            }
            continue;
        }
        let session = info.name.clone().unwrap_or_else(|| number.to_string());
        for (solve, k) in solves.iter().zip(1..) {
            let place = SourceLocation::Solve(Arc::clone(&raw.name), number, k);
            match read_record(solve) {
                Ok(solve) => {
                    let solve =
                        Solve { id: format!("{number}-{k}"), session: Some(session.clone()), ..solve };
                    let at = |_, column| (place.clone(), column);
                    items.extend(
                        solve.lines(&mut solve_counts, columns, context, at).into_iter().map(Item::Line),
                    );
                }
                Err(message) => items.push_back(Item::Bad(BadLine {
                    place,
                    line: 1,
                    column: 1,
                    is_state: true,
                    message: message.into(),
                })),
            }
        }
    }
    // The whole document has been read; each line counts for its share, so that progress is that of the solves.
    let (length, count) = (*context.bytes - before, items.len() as u64);
    for (item, number) in items.iter_mut().zip(1..) {
        if let Item::Line(line) = item {
            line.bytes = before + length * number / count;
        }
    }
    Ok(items)
}

/// Returns the records of a session. Early versions of csTimer wrote them as a JSON document in a string.
fn read_solves(session: &Value) -> Option<Vec<Value>> {
    match session {
        Value::Array(solves) => Some(solves.clone()),
        Value::String(text) => serde_json::from_str(text).ok(),
        _ => None,
    }
}

/// Reads the names and scramble types of the sessions.
fn session_infos(properties: Option<&Value>) -> HashMap<u64, SessionInfo> {
    let data = properties.and_then(|properties| properties.get("sessionData"));
    let data = match data {
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or_default(),
        Some(data) => data.clone(),
        None => Value::Null,
    };
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let one = |(number, of): (&String, &Value)| {
        let scramble_type =
            of.get("opt").and_then(|options| options.get("scrType")).or_else(|| of.get("scr"));
        let scramble_type = scramble_type.and_then(text).unwrap_or_default();
        Some((number.parse().ok()?, SessionInfo { name: of.get("name").and_then(text), scramble_type }))
    };
    data.as_object().into_iter().flatten().filter_map(one).collect()
}

/// Reads the solve of a record, without its id and session.
fn read_record(record: &Value) -> Result<Solve, &'static str> {
    const FORM: &str = "a solve should be [[penalty, time], scramble, comment, date]";
    let Some([times, rest @ ..]) = record.as_array().map(Vec::as_slice) else { return Err(FORM) };
    let Some([penalty, measured, ..]) = times.as_array().map(Vec::as_slice) else { return Err(FORM) };
    let (Some(penalty), Some(measured)) = (penalty.as_f64(), measured.as_f64()) else { return Err(FORM) };
    if !(0.0..1e15).contains(&measured) || !(-1.0..1e9).contains(&penalty) {
        return Err(FORM);
    }
    // Early versions of csTimer wrote fractions.
    let (penalty, measured) = (penalty.round() as i64, measured.round() as u64);
    let time = match penalty {
        0 => Time { milliseconds: Some(measured), penalty: None },
        -1 => Time { milliseconds: Some(measured), penalty: Some("DNF".into()) },
        penalty => Time {
            milliseconds: Some(measured + penalty.unsigned_abs()),
            penalty: Some(format!("+{}", penalty as f64 / 1000.0)),
        },
    };
    let text = |at: usize| rest.get(at).and_then(Value::as_str).unwrap_or_default().to_string();
    Ok(Solve {
        id: String::new(),
        scramble: text(0),
        time: Some(time),
        comment: text(1).trim().into(),
        date: rest.get(2).and_then(Value::as_i64).and_then(time::iso_of_unix),
        session: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_files_are_known_by_their_first_member() {
        for start in ["{\"session1\":[", "\u{feff} {\n \"properties\": {", "{\"session12\""] {
            assert!(is_meant(start.as_bytes()), "{start}");
        }
        for start in ["{\"session\":\"a\"", "{\"id\":1", "{}", "[]", "{\"sessionX\":1", ""] {
            assert!(!is_meant(start.as_bytes()), "{start}");
        }
    }

    /// The document is read at once, but progress is that of the solves.
    #[test]
    fn each_solve_counts_for_its_share_of_the_file() {
        let solves = vec![r#"[[0,12340],"R U","",1600000000]"#; 50].join(",");
        let text = format!("{{\"session1\":[{solves}]}}");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        let paths = [file.path().to_path_buf(), file.path().to_path_buf()];
        let input = crate::input::Input::from_files(&paths, crate::input::Options::plain()).unwrap();
        let total = input.total.unwrap();
        let bytes: Vec<u64> = input
            .filter_map(|item| if let Item::Line(line) = item { Some(line.bytes) } else { None })
            .collect();
        assert_eq!((bytes.len(), bytes[99], bytes[49]), (100, total, total / 2));
        for (number, bytes) in (1..).zip(bytes) {
            assert!(bytes.abs_diff(total * number / 100) <= 1, "{number}: {bytes} of {total}");
        }
    }

    #[test]
    fn records_are_read_with_their_penalties() {
        let read = |text: &str| read_record(&serde_json::from_str(text).unwrap());
        for (text, milliseconds, penalty) in [
            (r#"[[0,12340],"R U","",1600000000]"#, 12_340, None),
            (r#"[[2000,12340,5000],"R U","x",1600000000]"#, 14_340, Some("+2")),
            (r#"[[-1,12340],"R U"]"#, 12_340, Some("DNF")),
            (r#"[[4000,1000],"R U","",1600000000,["U","333",1]]"#, 5_000, Some("+4")),
        ] {
            let solve = read(text).unwrap();
            let time = solve.time.unwrap();
            assert_eq!((time.milliseconds, time.penalty.as_deref()), (Some(milliseconds), penalty), "{text}");
            assert_eq!(solve.scramble, "R U");
        }
        assert_eq!(
            read(r#"[[0,1],"R","",1600000000]"#).unwrap().date.as_deref(),
            Some("2020-09-13T12:26:40Z")
        );
        for text in ["[]", "[[0]]", "{}", r#"[["a",1],"R"]"#, "[[0,-5]]", "[[0,1e300]]", "7"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn session_names_and_types_are_read() {
        let data = r#"{"sessionData":"{\"1\":{\"name\":1,\"opt\":{}},\"2\":{\"name\":\"OH\",\"opt\":{\"scrType\":\"333oh\"}},\"3\":{\"name\":\"old\",\"scr\":\"222so\"}}"}"#;
        let infos = session_infos(Some(&serde_json::from_str(data).unwrap()));
        let of =
            |number: u64| (infos[&number].name.as_deref().unwrap_or(""), &infos[&number].scramble_type[..]);
        assert_eq!([of(1), of(2), of(3)], [("1", ""), ("OH", "333oh"), ("old", "222so")]);
    }
}
