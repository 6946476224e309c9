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
    measures: Vec<Cow<'static, str>>,
    /// Keys and measures, as many as their names.
    pub(crate) rows: Vec<(Vec<String>, Vec<Value>)>,
    /// Whether it is shown to people, too.
    pub(crate) for_people: bool,
}

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
        let measures = measures.iter().map(|measure| Cow::from(*measure)).collect();
        Part { name, title: title.into(), keys, measures, rows: Vec::new(), for_people: true }
    }

    /// Adds a measure.
    pub(crate) fn measure(&mut self, name: String) {
        self.measures.push(name.into());
    }

    /// Adds a row.
    pub(crate) fn add<const N: usize>(&mut self, keys: [String; N], values: Vec<Value>) {
        debug_assert_eq!((keys.len(), values.len()), (self.keys.len(), self.measures.len()));
        self.rows.push((keys.into(), values));
    }

    /// The names of its columns.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().copied().chain(self.measures.iter().map(|measure| &**measure))
    }

    /// What people see of it: rows of cells, the names of the columns first.
    pub(crate) fn cells(&self) -> Vec<Vec<String>> {
        let name = |name: &str| name.replace('_', " ");
        let rows = self.rows.iter().map(|(keys, values)| {
            keys.iter().cloned().chain(values.iter().map(|value| value.for_people())).collect()
        });
        std::iter::once(self.names().map(name).collect()).chain(rows).collect()
    }
}

/// What comes before the parts: `20 scrambles`.
pub(super) fn heading(rows: &[(&str, u64)]) -> String {
    let against = rows.get(1).map(|(_, count)| format!(", against {}", grouped(*count))).unwrap_or_default();
    format!("{}{against}\n", scrambles(rows[0].1))
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

/// All of it in one table, a row for each measure, with columns for these keys: what does not apply is empty.
pub(crate) fn csv(all_keys: &[&str], parts: &[Part]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |record: &[&str]| writer.write_record(record).expect("memory takes all that is written");
    write(&[&["part"], all_keys, &["measure", "value"]].concat());
    for part in parts {
        for (keys, values) in &part.rows {
            let key = |name: &&str| {
                part.keys.iter().position(|key| key == name).map_or("", |position| &keys[position][..])
            };
            for (measure, value) in part.measures.iter().zip(values) {
                let value = match value.for_programs() {
                    serde_json::Value::Null => String::new(),
                    number => number.to_string(),
                };
                let keys: Vec<&str> = all_keys.iter().map(key).collect();
                write(&[&[part.name], &keys[..], &[measure, &value]].concat());
            }
        }
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
}

/// One object: how many scrambles there are, and each part as a list of objects.
pub(crate) fn json(rows: &[(&'static str, u64)], parts: &[Part]) -> String {
    let counts = rows.iter().map(|(name, count)| (*name, Told::Count(*count)));
    let parts = parts.iter().map(|part| {
        let object = |(keys, values): &(Vec<String>, Vec<Value>)| {
            let keys = keys.iter().zip(part.keys).map(|(text, key)| match *key {
                "moves" => text.parse::<u64>().expect("a number of moves").into(),
                _ => serde_json::Value::from(&text[..]),
            });
            Map(part.names().zip(keys.chain(values.iter().map(|v| v.for_programs()))).collect())
        };
        (part.name, Told::Rows(part.rows.iter().map(object).collect()))
    });
    let told = Map(counts.chain(parts).collect());
    serde_json::to_string_pretty(&told).expect("names and numbers can be written in JSON") + "\n"
}
