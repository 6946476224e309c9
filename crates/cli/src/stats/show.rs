//! The forms in which statistics are shown. All have the same parts, each a table with named columns.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Number;

use crate::render::Map;
use crate::words::{grouped, scrambles};

/// A table of it: rows that say what they are about, and measures of that.
pub(crate) struct Part {
    /// Its name for programs.
    pub(crate) name: &'static str,
    /// What it is, for people.
    pub(crate) title: Cow<'static, str>,
    /// What the rows are about.
    pub(crate) keys: &'static [&'static str],
    measures: Vec<Measure>,
    /// Keys and measures, as many as their names.
    pub(crate) rows: Vec<(Vec<String>, Vec<Value>)>,
    /// Whether it is shown to people, too.
    pub(crate) for_people: bool,
}

/// What a column of measures is.
struct Measure {
    /// The goal, where each column has one of its own.
    goal: Option<String>,
    name: Cow<'static, str>,
}

impl Measure {
    /// The title of the column.
    fn title(&self) -> Cow<'_, str> {
        match &self.goal {
            None => Cow::Borrowed(&*self.name),
            Some(goal) if self.name == MEAN => Cow::Borrowed(goal),
            Some(goal) => Cow::Owned(format!("{goal}_{}", self.name)),
        }
    }
}

/// The measure whose column has the title of its goal alone.
pub(crate) const MEAN: &str = "mean";

/// A measure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Count(u64),
    Real(f64),
    /// A part of all, which people see in a hundred.
    Share(f64),
    /// It cannot be told.
    None,
}

impl From<usize> for Value {
    fn from(count: usize) -> Value {
        Value::Count(count as u64)
    }
}

impl From<f64> for Value {
    fn from(real: f64) -> Value {
        Value::Real(real)
    }
}

impl From<Option<f64>> for Value {
    fn from(real: Option<f64>) -> Value {
        real.map_or(Value::None, Value::Real)
    }
}

impl Value {
    fn for_people(self) -> String {
        match self {
            Value::Count(count) => grouped(count),
            Value::Real(real) => format!("{real:.4}"),
            Value::Share(share) => format!("{:.2} %", 100.0 * share),
            Value::None => "-".into(),
        }
    }

    fn for_programs(self) -> serde_json::Value {
        match self {
            Value::Count(count) => count.into(),
            Value::Real(real) | Value::Share(real) => Number::from_f64(real).into(),
            Value::None => serde_json::Value::Null,
        }
    }
}

impl Part {
    /// A part without rows.
    pub(crate) fn new(
        name: &'static str,
        title: impl Into<Cow<'static, str>>,
        keys: &'static [&'static str],
        measures: &[&'static str],
    ) -> Part {
        let measures = measures.iter().map(|name| Measure { goal: None, name: Cow::from(*name) }).collect();
        Part { name, title: title.into(), keys, measures, rows: Vec::new(), for_people: true }
    }

    /// Adds a measure.
    pub(crate) fn measure(&mut self, name: &'static str) {
        self.measures.push(Measure { goal: None, name: name.into() });
    }

    /// Adds a measure of a goal.
    pub(crate) fn measure_of(&mut self, goal: &str, name: &'static str) {
        self.measures.push(Measure { goal: Some(goal.into()), name: name.into() });
    }

    /// Adds a row.
    pub(crate) fn add<const N: usize>(&mut self, keys: [String; N], values: Vec<Value>) {
        debug_assert_eq!((keys.len(), values.len()), (self.keys.len(), self.measures.len()));
        self.rows.push((keys.into(), values));
    }

    /// The names of its columns.
    fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.keys.iter().map(|key| Cow::Borrowed(*key)).chain(self.measures.iter().map(Measure::title))
    }

    /// What people see of it: rows of cells, the names of the columns first.
    pub(crate) fn cells(&self) -> Vec<Vec<String>> {
        let name = |name: &str| name.replace('_', " ");
        let rows = self.rows.iter().map(|(keys, values)| {
            keys.iter().cloned().chain(values.iter().map(|value| value.for_people())).collect()
        });
        std::iter::once(self.names().map(|title| name(&title)).collect()).chain(rows).collect()
    }
}

/// What comes before the parts: `20 scrambles`.
pub(super) fn heading(rows: &[(&str, u64)], skipped: u64) -> String {
    let against = rows.get(1).map(|(_, count)| format!(", against {}", grouped(*count))).unwrap_or_default();
    format!("{}{against}{}\n", scrambles(rows[0].1), skipped_lines(skipped))
}

/// How many lines of the input are not in a sample, in parentheses; nothing if all are.
pub(crate) fn skipped_lines(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => " (1 line of the input was skipped)".into(),
        count => format!(" ({} lines of the input were skipped)", grouped(count)),
    }
}

/// Tables with columns of even width; a line between stages.
pub(crate) fn table(heading: String, parts: &[Part]) -> String {
    let mut text = heading;
    for part in parts.iter().filter(|part| part.for_people) {
        let cells = part.cells();
        let width = |i: usize| cells.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..part.names().count()).map(width).collect();
        let _ = writeln!(text, "\n{}\n", part.title);
        for (i, row) in cells.iter().enumerate() {
            let new_stage = i > 1 && row[0] != cells[i - 1][0];
            if new_stage && part.keys.len() > 1 {
                text.push('\n');
            }
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match column < part.keys.len() {
                    true => line += &format!("{cell:<width$}  "),
                    false => line += &format!("{cell:>width$}  "),
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}

/// Tables in Markdown, numbers to the right.
pub(crate) fn markdown(heading: String, parts: &[Part]) -> String {
    let mut text = heading;
    for part in parts.iter().filter(|part| part.for_people) {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let cells = part.cells();
        let rule = part.keys.iter().map(|_| "---").chain(part.measures.iter().map(|_| "---:"));
        let _ = write!(text, "\n### {}\n\n{}", capitalized(&part.title), line(&cells[0]));
        let _ = writeln!(text, "| {} |", rule.collect::<Vec<_>>().join(" | "));
        text.extend(cells[1..].iter().map(|row| line(row)));
    }
    text
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// All of it in one table, a row for each measure, with columns for these keys: what does not apply is empty. The
/// provenance has texts, in a column of their own.
pub(crate) fn csv(
    all_keys: &[&str],
    parts: &[Part],
    provenance: Option<&serde_json::Map<String, serde_json::Value>>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |record: &[&str], text: &str| {
        let text = provenance.map(|_| text);
        let record = record.iter().copied().chain(text);
        writer.write_record(record).expect("memory takes all that is written");
    };
    write(&[&["part"], all_keys, &["measure", "value"]].concat(), "text");
    for part in parts {
        for (keys, values) in &part.rows {
            let key =
                |name: &str| part.keys.iter().position(|key| *key == name).map(|place| &keys[place][..]);
            for (measure, value) in part.measures.iter().zip(values) {
                let value = match value.for_programs() {
                    serde_json::Value::Null => String::new(),
                    number => number.to_string(),
                };
                let goal = measure.goal.as_deref();
                let of_goal = |name: &str| goal.filter(|_| name == "goal");
                let keys: Vec<&str> =
                    all_keys.iter().map(|name| key(name).or(of_goal(name)).unwrap_or_default()).collect();
                write(&[&[part.name], &keys[..], &[&*measure.name, &value]].concat(), "");
            }
        }
    }
    for (name, text) in provenance.map(flattened).unwrap_or_default() {
        let keys = vec![""; all_keys.len()];
        write(&[&["provenance"], &keys[..], &[&name, ""]].concat(), &text);
    }
    let bytes = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8(bytes).expect("all that was written is text")
}

/// What a program is told under a name.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Count(u64),
    Rows(Vec<Map<'a, serde_json::Value>>),
    Provenance(serde_json::Map<String, serde_json::Value>),
}

/// The values of a JSON object as texts, with the path to each: `files.1.run.goal`. Null is left out; a list of plain
/// values is one text.
pub(crate) fn flattened(object: &serde_json::Map<String, serde_json::Value>) -> Vec<(String, String)> {
    fn text(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => None,
            serde_json::Value::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }
    fn add(name: String, value: &serde_json::Value, found: &mut Vec<(String, String)>) {
        let below = |key: &str| if name.is_empty() { key.to_string() } else { format!("{name}.{key}") };
        match value {
            serde_json::Value::Object(object) => object.iter().for_each(|(k, v)| add(below(k), v, found)),
            serde_json::Value::Array(list) => match list.iter().map(text).collect::<Option<Vec<_>>>() {
                Some(texts) => found.push((name, texts.join(","))),
                None => (1..).zip(list).for_each(|(i, v): (usize, _)| add(below(&i.to_string()), v, found)),
            },
            value => found.extend(text(value).map(|text| (name, text))),
        }
    }
    let mut found = Vec::new();
    object.iter().for_each(|(key, value)| add(key.clone(), value, &mut found));
    found
}

/// One object: how many scrambles there are, each part as a list of objects, and the provenance.
pub(crate) fn json(
    rows: &[(&'static str, u64)],
    parts: &[Part],
    provenance: Option<serde_json::Map<String, serde_json::Value>>,
) -> String {
    let counts = rows.iter().map(|(name, count)| (*name, Told::Count(*count)));
    let titles: Vec<Vec<Cow<'_, str>>> = parts.iter().map(|part| part.names().collect()).collect();
    let parts = parts.iter().zip(&titles).map(|(part, titles)| {
        let object = |(keys, values): &(Vec<String>, Vec<Value>)| {
            let keys = keys.iter().zip(part.keys).map(|(text, key)| match *key {
                "moves" => text.parse::<u64>().expect("a number of moves").into(),
                _ => serde_json::Value::from(&text[..]),
            });
            Map(titles
                .iter()
                .map(|title| &**title)
                .zip(keys.chain(values.iter().map(|v| v.for_programs())))
                .collect())
        };
        (part.name, Told::Rows(part.rows.iter().map(object).collect()))
    });
    let provenance = provenance.map(|told| ("provenance", Told::Provenance(told)));
    let told = Map(counts.chain(parts).chain(provenance).collect());
    serde_json::to_string_pretty(&told).expect("names and numbers can be written in JSON") + "\n"
}
