//! csTimer's file of all sessions: `{"session1":[[[0,12340],"R U ...","comment",1600000000],...],"properties":{...}}`.
//!
//! The first list of a record contains the penalty (0, milliseconds, or -1 for DNF), the time in milliseconds without
//! the penalty, and the ends of the phases. `properties.sessionData` is a JSON document in a string, with the name and
//! the scramble type of each session.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::item::{BadLine, Item, SourceLocation};
use super::super::raw::{Document, RawLines, failed};
use super::super::time::{self, Time};
use super::{Solve, SolveCounts};
use crate::error::json_error_message;
use crate::input::ReadContext;

/// The maximum number of sessions of a file.
const MAX_SESSIONS: usize = 10_000;

/// The maximum length in bytes of the record of a solve, and of the properties of a session.
const MAX_RECORD: usize = 1 << 20;

/// Returns whether a text begins like a session file: an object whose first member is a session or the properties.
pub(crate) fn is_meant(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = String::from_utf8_lossy(&start[..start.len().min(256)]);
    let name = text.trim_start().strip_prefix('{').and_then(|rest| rest.trim_start().strip_prefix('"'));
    let name = name.and_then(|rest| rest.split('"').next());
    name.is_some_and(|name| name == "properties" || number(name).is_some())
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

/// A session that is not read to its end.
struct Session {
    number: u64,
    /// Its name, or its number.
    name: String,
    /// The text of its records that are not read yet.
    records: Records,
    /// The number of records read.
    count: u64,
}

/// The solves of a file, which are read from its text one after the other: the text is all that is in memory.
pub(crate) struct Sessions {
    document: Document,
    /// The sessions that are left, in the order of their numbers.
    sessions: VecDeque<Session>,
    counts: SolveCounts,
    /// The scrambles of a solve that has several.
    items: VecDeque<Item>,
    /// The position of the file in the input, in bytes.
    start: u64,
    /// The length of the records that were read, and that of all records.
    read: (u64, u64),
    max_record: usize,
}

impl Sessions {
    /// Reads the rest of a file.
    pub(crate) fn open(raw: &mut RawLines, context: &mut ReadContext<'_>) -> Result<Sessions, Box<Item>> {
        let start = *context.bytes;
        let mut document = raw.read_document(context.bytes)?;
        let text = document.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&document.bytes);
        let first = document.bytes.len() - text.len();
        let file: File<'_> = serde_json::from_slice(text).map_err(|e| {
            let (name, line, column) = (&raw.name, e.line(), e.column());
            let message = json_error_message(&e);
            failed(format!("{name}:{line}:{column}: this is not a session file of csTimer: {message}"))
        })?;
        let max_record = raw.max_line.min(MAX_RECORD);
        let mut infos =
            file.properties.map(|properties| session_infos(properties, max_record)).unwrap_or_default();
        let (mut sessions, mut unescaped) = (Vec::new(), Vec::new());
        for (number, session) in file.sessions {
            let info = infos.remove(&number).unwrap_or_default();
            let records = if session.get().starts_with('[') {
                let at = first + session.get().as_ptr().addr() - text.as_ptr().addr();
                Records(at..at + session.get().len())
            } else {
                if raw.memory.is_some() && session.get().len() > max_record {
                    return Err(Box::new(failed(format!(
                        "{}: 'session{number}' is a long text, as early versions of csTimer wrote; export it again",
                        raw.name
                    ))));
                }
                // Early versions wrote the records as a JSON document in a string.
                let list = serde_json::from_str::<String>(session.get()).ok();
                let list = list.filter(|list| serde_json::from_str::<Vec<IgnoredAny>>(list).is_ok());
                let list = list.ok_or_else(|| {
                    failed(format!("{}: 'session{number}' is not a list of solves", raw.name))
                })?;
                let at = document.bytes.len() + unescaped.len();
                unescaped.extend_from_slice(list.trim().as_bytes());
                Records(at..document.bytes.len() + unescaped.len())
            };
            let name = info.name.unwrap_or_else(|| number.to_string());
            sessions.push((info.scramble_type, Session { number, name, records, count: 0 }));
        }
        document.bytes.extend_from_slice(&unescaped);
        sessions.sort_by_key(|(_, session)| session.number);
        let mut left = VecDeque::new();
        for (scramble_type, mut session) in sessions {
            if super::may_be_three(&scramble_type) {
                session.records.enter();
                left.push_back(session);
                continue;
            }
            session.records.enter();
            let solves = std::iter::from_fn(|| session.records.next(&document.bytes)).count() as u64;
            context.counts.other_puzzles(solves, scramble_type);
        }
        let all = left.iter().map(|session| session.records.0.len() as u64).sum();
        Ok(Sessions {
            document,
            sessions: left,
            counts: SolveCounts::default(),
            items: VecDeque::new(),
            start,
            read: (0, all),
            max_record,
        })
    }

    /// Returns the next scramble, the error of a record, or `None` at the end of the file.
    pub(crate) fn next(
        &mut self,
        name: &Arc<str>,
        columns: &[String],
        context: &mut ReadContext<'_>,
    ) -> Option<Item> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Some(item);
            }
            let session = self.sessions.front_mut()?;
            let before = session.records.0.len();
            let Some(record) = session.records.next(&self.document.bytes) else {
                self.sessions.pop_front();
                continue;
            };
            self.read.0 += (before - session.records.0.len()) as u64;
            session.count += 1;
            let place = SourceLocation::Solve(Arc::clone(name), session.number, session.count);
            let solve = match record.len() <= self.max_record {
                true => {
                    serde_json::from_slice(record).map_err(|_| FORM).and_then(|record| read_record(&record))
                }
                false => Err("the record of this solve is too long"),
            };
            match solve {
                Ok(solve) => {
                    let id = format!("{}-{}", session.number, session.count);
                    let solve = Solve { id, session: Some(session.name.clone()), ..solve };
                    let at = |_, column| (place.clone(), column);
                    let carried = solve.values(columns);
                    let mut lines = solve.lines(&mut self.counts, &carried, context, at);
                    // The whole file has been read; each line counts for its share, so that progress is that of the solves.
                    let length = *context.bytes - self.start;
                    let share = u128::from(length) * u128::from(self.read.0) / u128::from(self.read.1.max(1));
                    for line in &mut lines {
                        line.bytes = self.start + share as u64;
                    }
                    self.items.extend(lines.into_iter().map(Item::Line));
                }
                Err(message) => {
                    let message = message.into();
                    let fault = Box::default();
                    let bad = BadLine { place, line: 1, column: 1, is_state: true, message, fault };
                    return Some(Item::Bad(bad));
                }
            }
        }
    }
}

/// The part of a document that has the records of a session which are not read yet.
struct Records(Range<usize>);

impl Records {
    /// Leaves out the brackets around the records.
    fn enter(&mut self) {
        self.0 = self.0.start + 1..self.0.end - 1;
    }

    /// Returns the text of the next record, and `None` after the last one. The list is known to be JSON.
    fn next<'a>(&mut self, document: &'a [u8]) -> Option<&'a [u8]> {
        let rest = &document[self.0.clone()];
        let skipped = rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
        let mut values = serde_json::Deserializer::from_slice(&rest[skipped..]).into_iter::<&RawValue>();
        let Some(Ok(record)) = values.next() else {
            self.0.start = self.0.end;
            return None;
        };
        self.0.start += skipped + values.byte_offset();
        Some(record.get().as_bytes())
    }
}

/// The members of a file, as text.
struct File<'a> {
    sessions: Vec<(u64, &'a RawValue)>,
    properties: Option<&'a RawValue>,
}

impl<'de: 'a, 'a> Deserialize<'de> for File<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<File<'a>, D::Error> {
        deserializer.deserialize_map(Members(Vec::new())).map(|members| {
            let mut file = File { sessions: Vec::new(), properties: None };
            for (name, text) in members {
                match number(&name) {
                    Some(number) => file.sessions.push((number, text)),
                    None if name == "properties" => file.properties = Some(text),
                    None => {}
                }
            }
            file
        })
    }
}

/// Reads the members of an object as text, up to [`MAX_SESSIONS`] of them and without duplicates.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Visitor<'de> for Members<'a> {
    type Value = Vec<(Cow<'a, str>, &'a RawValue)>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut names = std::collections::HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            if names.len() == MAX_SESSIONS {
                return Err(A::Error::custom(format!("it has more than {MAX_SESSIONS} sessions")));
            }
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("'{}' stands twice", name.escape_debug())));
            }
            self.0.push((name.into(), map.next_value()?));
        }
        Ok(self.0)
    }
}

/// Returns the document in a JSON string, or the document itself.
fn text_or_document(json: &str) -> Cow<'_, str> {
    serde_json::from_str::<String>(json).map_or(Cow::Borrowed(json), Cow::Owned)
}

/// Reads the names and scramble types of the sessions, each of which has at most `max` bytes.
fn session_infos(properties: &RawValue, max: usize) -> HashMap<u64, SessionInfo> {
    #[derive(Deserialize)]
    struct Properties<'a> {
        #[serde(borrow, rename = "sessionData")]
        data: Option<&'a RawValue>,
    }
    // The properties, too, are an object or a JSON document in a string.
    let properties = text_or_document(properties.get());
    let data =
        serde_json::from_str::<Properties<'_>>(&properties).ok().and_then(|properties| properties.data);
    let Some(data) = data.map(RawValue::get) else { return HashMap::new() };
    let data = text_or_document(data);
    let members = serde_json::Deserializer::from_str(&data).deserialize_map(Members(Vec::new()));
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let one = |(number, of): (Cow<'_, str>, &RawValue)| {
        let of: Value =
            Some(of.get()).filter(|of| of.len() <= max).and_then(|of| serde_json::from_str(of).ok())?;
        let own = || of.get("scrType").or_else(|| of.get("scr"));
        let scramble_type = of.get("opt").and_then(|options| options.get("scrType")).or_else(own);
        let scramble_type = scramble_type.and_then(text).unwrap_or_default();
        Some((number.parse().ok()?, SessionInfo { name: of.get("name").and_then(text), scramble_type }))
    };
    members.unwrap_or_default().into_iter().filter_map(one).collect()
}

/// The form of a record, as messages tell it.
const FORM: &str = "a solve should be [[penalty, time], scramble, comment, date]";

/// Reads the solve of a record, without its id and session.
fn read_record(record: &Value) -> Result<Solve, &'static str> {
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
            assert!(bytes.abs_diff(total * number / 100) <= 2, "{number}: {bytes} of {total}");
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

    /// Returns the ids and scrambles of a file, or its errors.
    fn read(text: &str) -> Vec<String> {
        let reader = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        let input = match crate::input::Input::from_reader("s.json", reader, crate::input::Options::plain()) {
            Ok(input) => input,
            Err(error) => return vec![error.to_string()],
        };
        let describe = |item| match item {
            Item::Line(line) => match line.content {
                crate::input::Content::Cell { id, scramble, .. } => format!("{id} {scramble}"),
                other => format!("{other:?}"),
            },
            Item::Bad(bad) => bad.to_string(),
            Item::Note(note) => format!("note: {note}"),
            Item::Failed(error) => error.to_string(),
            Item::State(..) => unreachable!("a file has no random states"),
        };
        input.map(describe).collect()
    }

    #[test]
    fn sessions_are_read_in_the_order_of_their_numbers() {
        let one = r#"[ [[0,1],"R U"] , [[0,2],"F"], 7 ]"#;
        let old = r#""[[[0,3],\"L2\"]]""#;
        let text = format!(r#"{{"session10":{old},"session2":{one},"other":[{{"":0}}],"session3":[]}}"#);
        let form = "session 2, solve 3: a solve should be [[penalty, time], scramble, comment, date]";
        let items = read(&text);
        assert_eq!(items.len(), 4, "{items:?}");
        assert_eq!((&items[0][..], &items[1][..], &items[3][..]), ("2-1 R U", "2-2 F", "10-1 L2"));
        assert!(items[2].contains("a solve should be"), "{} {form}", items[2]);
    }

    #[test]
    fn a_file_with_faults_is_refused_with_the_reason() {
        let many: Vec<String> = (0..=MAX_SESSIONS).map(|number| format!(r#""session{number}":[]"#)).collect();
        for (text, reason) in [
            (r#"{"session1":[[[0,1],"R"]"#.to_string(), "EOF while parsing"),
            (r#"{"session1":[],"session1":[]}"#.to_string(), "'session1' stands twice"),
            (r#"{"session1":{}}"#.to_string(), "'session1' is not a list of solves"),
            (r#"{"session1":"[1"}"#.to_string(), "'session1' is not a list of solves"),
            (format!("{{{}}}", many.join(",")), "more than 10000 sessions"),
        ] {
            let items = read(&text);
            assert!(items.len() == 1 && items[0].contains(reason), "{reason}: {items:?}");
        }
    }

    #[test]
    fn session_names_and_types_are_read() {
        let data = r#"{"sessionData":"{\"1\":{\"name\":1,\"opt\":{}},\"2\":{\"name\":\"OH\",\"opt\":{\"scrType\":\"333oh\"}},\"3\":{\"name\":\"old\",\"scr\":\"222so\"}}"}"#;
        let infos = session_infos(serde_json::from_str(data).unwrap(), MAX_RECORD);
        // csTimer reads the properties as a text, too.
        let text = serde_json::to_string(data).unwrap();
        let of_text = session_infos(serde_json::from_str(&text).unwrap(), MAX_RECORD);
        assert_eq!((of_text.len(), &of_text[&2].scramble_type[..]), (3, "333oh"));
        let of =
            |number: u64| (infos[&number].name.as_deref().unwrap_or(""), &infos[&number].scramble_type[..]);
        assert_eq!([of(1), of(2), of(3)], [("1", ""), ("OH", "333oh"), ("old", "222so")]);
    }
}
