//! Output formats of statistics. Every format renders the same tables, whose columns have names.

use std::borrow::Cow;
use std::fmt::Display;

use cubiform_stats::Subset;
use serde::Serialize;

use crate::stats::labels::Labels;
use crate::text_table::align_columns;
use cubiform_answers::analysis::json::Members;
use cubiform_answers::format::{decimal, grouped, probability, scrambles};

/// A table of measures, with key columns that identify each row.
pub(crate) struct Table {
    /// The name in CSV and JSON.
    pub(crate) name: &'static str,
    /// The title in text output.
    pub(crate) title: Cow<'static, str>,
    /// The names of the key columns.
    pub(crate) keys: &'static [&'static str],
    measures: Vec<Measure>,
    /// The keys and the measures of each row.
    pub(crate) rows: Vec<(Vec<String>, Vec<Value>)>,
    /// Whether text output shows the table.
    pub(crate) is_shown: bool,
    /// The group of rows that the table is about, if rows are grouped.
    group: Option<String>,
}

/// A column of measures.
struct Measure {
    /// The goal, if each column belongs to a goal of its own.
    goal: Option<String>,
    name: &'static str,
    /// The column name.
    title: Cow<'static, str>,
}

/// The measure whose column is named after its goal alone.
pub(crate) const MEAN: &str = "mean";

/// A cell of a measure.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Count(u64),
    Real(f64),
    /// A fraction, which text output shows as a percentage.
    Share(f64),
    /// The probability of a test, which text output shows with an exponent if it is small.
    Probability(f64),
    Text(String),
    /// Unknown or not defined.
    None,
}

impl From<u64> for Value {
    fn from(count: u64) -> Value {
        Value::Count(count)
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
    /// The cells of a test that was not made.
    pub(crate) const NONE: [Value; 3] = [const { Value::None }; 3];

    fn to_text(&self, digits: usize) -> String {
        match self {
            Value::Count(count) => grouped(*count),
            Value::Real(real) => decimal(*real, digits),
            Value::Share(share) => format!("{} %", decimal(100.0 * share, 2)),
            Value::Probability(p) => probability(*p),
            Value::Text(text) => text.clone(),
            Value::None => "-".into(),
        }
    }

    fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("numbers and texts have JSON")
    }
}

impl Table {
    /// Creates a table without rows.
    pub(crate) fn new(
        name: &'static str,
        title: impl Into<Cow<'static, str>>,
        keys: &'static [&'static str],
        measures: impl IntoIterator<Item = &'static str>,
    ) -> Table {
        let measures =
            measures.into_iter().map(|name| Measure { goal: None, name, title: name.into() }).collect();
        Table { name, title: title.into(), keys, measures, rows: Vec::new(), is_shown: true, group: None }
    }

    /// Returns the table with its group set.
    pub(crate) fn with_group(self, group: &str) -> Table {
        Table { group: Some(group.into()), ..self }
    }

    /// Adds a column for a measure of a goal.
    pub(crate) fn add_goal_measure(&mut self, goal: &str, name: &'static str) {
        let title = if name == MEAN { goal.to_string() } else { format!("{goal}_{name}") };
        self.measures.push(Measure { goal: Some(goal.into()), name, title: title.into() });
    }

    /// Returns the group of rows that the table is about, if rows are grouped.
    pub(crate) fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }

    /// Returns the names of the columns of measures.
    pub(crate) fn measures(&self) -> impl Iterator<Item = &str> {
        self.measures.iter().map(|measure| &*measure.title)
    }

    /// Adds a row.
    pub(crate) fn add<const N: usize>(
        &mut self,
        keys: [&dyn Display; N],
        values: impl IntoIterator<Item = impl Into<Value>>,
    ) {
        let values: Vec<Value> = values.into_iter().map(Into::into).collect();
        debug_assert_eq!((keys.len(), values.len()), (self.keys.len(), self.measures.len()));
        self.rows.push((keys.map(ToString::to_string).into(), values));
    }

    /// Returns the names of the columns.
    fn column_names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().copied().chain(self.measures())
    }

    /// Returns the cells of the text output, with the column titles as the first row.
    pub(crate) fn cells(&self, labels: &Labels) -> Vec<Vec<String>> {
        self.cells_of(labels, 4, |_| true)
    }

    /// Returns the cells of the rows whose keys `keep` accepts, with `digits` decimals.
    fn cells_of(&self, labels: &Labels, digits: usize, keep: impl Fn(&[String]) -> bool) -> Vec<Vec<String>> {
        let rows = self.rows.iter().filter(|(keys, _)| keep(keys));
        let rows = rows.map(|row| self.row(row, labels, digits));
        std::iter::once(self.column_names().map(column_title).collect()).chain(rows).collect()
    }

    /// Returns the cells of a row of the text output, with `digits` decimals.
    fn row(&self, (keys, values): &(Vec<String>, Vec<Value>), labels: &Labels, digits: usize) -> Vec<String> {
        let keys = self.keys.iter().zip(keys).map(|(name, key)| match *name {
            "stage" | "after" => labels.get(key).to_string(),
            _ => key.clone(),
        });
        keys.chain(values.iter().map(|value| value.to_text(digits))).collect()
    }
}

/// Returns the column title of the text output.
fn column_title(name: &str) -> String {
    match name {
        "colors" => "colours".into(),
        "one" => "one colour".into(),
        "axis" => "dual CN".into(),
        "two_axes" => "two pairs".into(),
        "any" => "CN".into(),
        "to_axis" => "saved by dual CN".into(),
        "to_two_axes" => "by two pairs".into(),
        "to_any" => "by CN".into(),
        "to_axis_se" | "to_two_axes_se" | "to_any_se" => "se".into(),
        "color_spread" => "colour spread".into(),
        "axis_spread" => "pair spread".into(),
        "cpu_ms" => "CPU ms".into(),
        name => name.replace('_', " "),
    }
}

/// Returns the line that precedes the tables: `20 scrambles`.
pub(super) fn heading(rows: &[(&str, u64)], skipped: u64) -> String {
    let against =
        rows.get(1).map(|(_, count)| format!(", compared with {}", grouped(*count))).unwrap_or_default();
    format!("{}{against}{}\n", scrambles(rows[0].1), skipped_lines(skipped))
}

/// Returns a note in parentheses with the number of skipped input lines, or an empty string if there are none.
pub(crate) fn skipped_lines(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => " (1 input line skipped)".into(),
        count => format!(" ({} input lines skipped)", grouped(count)),
    }
}

/// Appends the tables that text shows, each as `table` renders it, under the headings that `heading` gives to groups.
fn add_shown(
    text: &mut String,
    parts: &[Table],
    heading: impl Fn(&str) -> String,
    table: impl Fn(&Table) -> String,
) {
    let mut group = None;
    for part in parts.iter().filter(|part| part.is_shown) {
        if part.group != group {
            group.clone_from(&part.group);
            *text += &group.as_deref().map(&heading).unwrap_or_default();
        }
        *text += &table(part);
    }
}

/// Renders tables as text with aligned columns and an empty line between stages.
pub(crate) fn table(mut text: String, parts: &[Table], labels: &Labels) -> String {
    let table = |part: &Table| {
        format!("\n{}\n\n{}", part.title, with_blank_lines(&part.cells(labels), part.keys.len()))
    };
    add_shown(&mut text, parts, |group| format!("\n== {group} ==\n"), table);
    text
}

/// Renders the rows of a table that belong to these colour sets, with three decimals.
pub(crate) fn part_of_sets(part: &Table, sets: &[Subset], labels: &Labels) -> String {
    let names: Vec<String> = sets.iter().map(Subset::to_string).collect();
    let place = part.keys.iter().position(|key| *key == "colors");
    let is_wanted = |keys: &[String]| place.is_none_or(|place| names.contains(&keys[place]));
    let cells = part.cells_of(labels, 3, is_wanted);
    format!("\n{}\n\n{}", part.title, align_columns(&cells, part.keys.len()))
}

/// Aligns rows like [`align_columns`]. If several columns are aligned left, inserts an empty line wherever the first
/// column changes.
fn with_blank_lines(rows: &[Vec<String>], left: usize) -> String {
    let aligned = align_columns(rows, left);
    let mut text = String::new();
    for (i, line) in aligned.lines().enumerate() {
        if left > 1 && i > 1 && rows[i][0] != rows[i - 1][0] {
            text.push('\n');
        }
        text += line;
        text.push('\n');
    }
    text
}

/// Renders tables as Markdown, with numbers aligned right.
pub(crate) fn markdown(mut text: String, parts: &[Table], labels: &Labels) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let table = |part: &Table| {
        let mut cells = part.cells(labels);
        cells.iter_mut().flatten().for_each(|cell| *cell = cell.replace('|', "\\|"));
        let rule = part.keys.iter().map(|_| "---").chain(part.measures.iter().map(|_| "---:"));
        cells.insert(1, rule.map(String::from).collect());
        let lines: String = cells.iter().map(|row| line(row)).collect();
        format!("\n### {}\n\n{lines}", capitalize(&part.title))
    };
    add_shown(&mut text, parts, |group| format!("\n## {group}\n"), table);
    text
}

pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A JSON object.
pub(crate) type Object = serde_json::Map<String, serde_json::Value>;

/// Renders one CSV table with a row per measure and the columns `all_keys`. A key that a table lacks is an empty
/// cell. The provenance, if it is part of the output, names the files and the runs that wrote them; its values are in a
/// text column of their own.
pub(crate) fn csv(all_keys: &[&str], parts: &[Table], provenance: Option<&Object>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let has_text_column = provenance.is_some();
    let mut write = |record: &[&str], text: &str| {
        let record = record.iter().copied().chain(has_text_column.then_some(text));
        writer.write_record(record).expect("writing to memory does not fail");
    };
    write(&[&["part"], all_keys, &["measure", "value"]].concat(), "text");
    for part in parts {
        for (keys, values) in &part.rows {
            let key =
                |name: &str| part.keys.iter().position(|key| *key == name).map(|place| &keys[place][..]);
            for (measure, value) in part.measures.iter().zip(values) {
                let (value, text) = match value.to_json() {
                    serde_json::Value::Null => (String::new(), String::new()),
                    serde_json::Value::String(text) => (String::new(), text),
                    number => (number.to_string(), String::new()),
                };
                let of_part = |name: &str| match name {
                    "goal" => measure.goal.as_deref(),
                    "group" => part.group.as_deref(),
                    _ => None,
                };
                let keys: Vec<&str> =
                    all_keys.iter().map(|name| key(name).or(of_part(name)).unwrap_or_default()).collect();
                write(&[&[part.name], &keys[..], &[measure.name, &value]].concat(), &text);
            }
        }
    }
    for (name, text) in provenance.map(flatten).unwrap_or_default() {
        let keys = vec![""; all_keys.len()];
        write(&[&["provenance"], &keys[..], &[&name, ""]].concat(), &text);
    }
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("the output is UTF-8")
}

/// Flattens a JSON object to texts, each with its path such as `files.1.run.goal`. Nulls are omitted; a list of
/// scalars becomes one text.
pub(crate) fn flatten(object: &Object) -> Vec<(String, String)> {
    fn text(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => None,
            serde_json::Value::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }
    fn add(name: String, value: &serde_json::Value, entries: &mut Vec<(String, String)>) {
        let path_of = |key: &str| if name.is_empty() { key.to_string() } else { format!("{name}.{key}") };
        match value {
            serde_json::Value::Object(object) => object.iter().for_each(|(k, v)| add(path_of(k), v, entries)),
            serde_json::Value::Array(list) => match list.iter().map(text).collect::<Option<Vec<_>>>() {
                Some(texts) => entries.push((name, texts.join(","))),
                None => {
                    (1..).zip(list).for_each(|(i, v): (usize, _)| add(path_of(&i.to_string()), v, entries));
                }
            },
            value => entries.extend(text(value).map(|text| (name, text))),
        }
    }
    let mut entries = Vec::new();
    object.iter().for_each(|(key, value)| add(key.clone(), value, &mut entries));
    entries
}

/// The value of a member of the JSON output.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonMember<'a> {
    Value(serde_json::Value),
    Rows(Vec<Members<'a, serde_json::Value>>),
}

/// Returns the rows of a table as JSON objects.
fn objects(part: &Table) -> impl Iterator<Item = Members<'_, serde_json::Value>> {
    part.rows.iter().map(|(keys, values)| {
        let keys = keys.iter().zip(part.keys).map(|(text, key)| match *key {
            "moves" | "row" => text.parse::<u64>().expect("a number").into(),
            _ => serde_json::Value::from(&text[..]),
        });
        let cells = keys.chain(values.iter().map(|value| value.to_json()));
        let group = part.group.iter().map(|group| ("group", serde_json::Value::from(&group[..])));
        Members(group.chain(part.column_names().zip(cells)).collect())
    })
}

/// Renders one JSON object: the numbers of scrambles, each table as a list of objects, and the provenance.
pub(crate) fn json(rows: &[(&'static str, u64)], parts: &[Table], provenance: Option<Object>) -> String {
    let mut members: Vec<(&str, JsonMember<'_>)> =
        rows.iter().map(|(name, count)| (*name, JsonMember::Value((*count).into()))).collect();
    for part in parts {
        // The tables of all groups with the same name form one list.
        match members.iter_mut().find(|(name, _)| *name == part.name) {
            Some((_, JsonMember::Rows(list))) => list.extend(objects(part)),
            _ => members.push((part.name, JsonMember::Rows(objects(part).collect()))),
        }
    }
    members.extend(provenance.map(|provenance| ("provenance", JsonMember::Value(provenance.into()))));
    serde_json::to_string_pretty(&Members(members)).expect("names and numbers are valid JSON") + "\n"
}

/// Renders JSON lines: an object with the numbers of scrambles, an object per table row with the table's name as the
/// member `part`, and an object with the provenance.
pub(crate) fn jsonl(rows: &[(&'static str, u64)], parts: &[Table], provenance: Option<Object>) -> String {
    let mut text = String::new();
    let mut add = |part: &str, members: Vec<(&str, serde_json::Value)>| {
        let all = std::iter::once(("part", part.into())).chain(members).collect();
        text += &serde_json::to_string(&Members(all)).expect("names and numbers are valid JSON");
        text.push('\n');
    };
    add("counts", rows.iter().map(|(name, count)| (*name, (*count).into())).collect());
    for part in parts {
        objects(part).for_each(|Members(members)| add(part.name, members));
    }
    if let Some(provenance) = provenance {
        add("provenance", vec![("provenance", provenance.into())]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_round_to_zero_have_no_sign() {
        let values = [Value::Real(-0.00004), Value::Share(-0.00004), Value::Real(-0.00006)];
        assert_eq!(values.map(|value| value.to_text(4)), ["0.0000", "0.00 %", "-0.0001"]);
    }
}
