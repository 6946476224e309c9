//! Tables of measures, and their documents in CSV, JSON and JSON lines. Every format renders the same tables, whose columns
//! have names.

use std::borrow::Cow;
use std::fmt::Display;

use serde::Serialize;

use crate::analysis::json::Members;

/// A table of measures, with key columns that identify each row.
pub struct Table {
    /// The name in CSV and JSON.
    pub name: &'static str,
    /// The title in text output.
    pub title: Cow<'static, str>,
    /// The names of the key columns.
    pub keys: &'static [&'static str],
    measures: Vec<Measure>,
    /// The keys and the measures of each row.
    pub rows: Vec<(Vec<String>, Vec<Value>)>,
    /// Whether text output shows the table.
    pub is_shown: bool,
    /// The group of rows that the table is about, if rows are grouped.
    pub group: Option<String>,
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
pub(super) const MEAN: &str = "mean";

/// A cell of a measure.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number of moves or of scrambles.
    Count(u64),
    /// A number.
    Real(f64),
    /// A fraction, which text output shows as a percentage.
    Share(f64),
    /// The probability of a test, which text output shows with an exponent if it is small.
    Probability(f64),
    /// A text.
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
    pub const NONE: [Value; 3] = [const { Value::None }; 3];

    /// Returns a count; `None` for other values.
    #[cfg(feature = "arrow")]
    pub(super) fn count(&self) -> Option<i64> {
        if let Value::Count(count) = self { i64::try_from(*count).ok() } else { None }
    }

    /// Returns a number that is no count; `None` for other values.
    #[cfg(feature = "arrow")]
    pub(super) fn real(&self) -> Option<f64> {
        if let Value::Real(number) | Value::Share(number) = self { Some(*number) } else { None }
    }

    fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("numbers and texts have JSON")
    }
}

impl Table {
    /// Creates a table without rows.
    pub fn new(
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
    pub fn with_group(self, group: &str) -> Table {
        Table { group: Some(group.into()), ..self }
    }

    /// Adds a column for a measure of a goal.
    pub fn add_goal_measure(&mut self, goal: &str, name: &'static str) {
        let title = if name == MEAN { goal.to_string() } else { format!("{goal}_{name}") };
        self.measures.push(Measure { goal: Some(goal.into()), name, title: title.into() });
    }

    /// Returns the names of the columns of measures.
    pub fn measures(&self) -> impl Iterator<Item = &str> {
        self.measures.iter().map(|measure| &*measure.title)
    }

    /// Adds a row.
    pub fn add<const N: usize>(
        &mut self,
        keys: [&dyn Display; N],
        values: impl IntoIterator<Item = impl Into<Value>>,
    ) {
        let values: Vec<Value> = values.into_iter().map(Into::into).collect();
        debug_assert_eq!((keys.len(), values.len()), (self.keys.len(), self.measures.len()));
        self.rows.push((keys.map(ToString::to_string).into(), values));
    }

    /// Returns the names of the columns.
    pub fn column_names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().copied().chain(self.measures())
    }
}

/// A JSON object.
pub type Object = serde_json::Map<String, serde_json::Value>;

/// Tables as a document, with the numbers that stand before them and the provenance after them.
pub struct Document {
    /// The numbers of scrambles or of cubes, with their names in JSON.
    pub counts: Vec<(&'static str, u64)>,
    /// The key columns of CSV.
    pub keys: Vec<&'static str>,
    /// The tables.
    pub parts: Vec<Table>,
}

impl Document {
    /// Renders one CSV table with a row per measure and the key columns. A key that a table lacks is an empty
    /// cell. The provenance, if it is part of the output, names the files and the runs that wrote them; its values are in a
    /// text column of their own.
    pub fn csv(&self, provenance: Option<&Object>) -> String {
        let all_keys = &self.keys[..];
        let mut writer = csv::Writer::from_writer(Vec::new());
        let has_text_column = provenance.is_some();
        let mut write = |record: &[&str], text: &str| {
            let record = record.iter().copied().chain(has_text_column.then_some(text));
            writer.write_record(record).expect("writing to memory does not fail");
        };
        write(&[&["part"], all_keys, &["measure", "value"]].concat(), "text");
        for part in &self.parts {
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

    /// Returns the JSON object: the numbers of scrambles, each table as a list of objects, and the provenance.
    pub fn json(&self, provenance: Option<Object>) -> impl Serialize + use<'_> {
        let mut members: Vec<(&'static str, JsonMember<'_>)> =
            self.counts.iter().map(|(name, count)| (*name, JsonMember::Value((*count).into()))).collect();
        for part in &self.parts {
            // The tables of all groups with the same name form one list.
            match members.iter_mut().find(|(name, _)| *name == part.name) {
                Some((_, JsonMember::Rows(list))) => list.extend(objects(part)),
                _ => members.push((part.name, JsonMember::Rows(objects(part).collect()))),
            }
        }
        members.extend(provenance.map(|provenance| ("provenance", JsonMember::Value(provenance.into()))));
        Members(members)
    }

    /// Renders JSON lines: an object with the numbers of scrambles, an object per table row with the table's name as the
    /// member `part`, and an object with the provenance.
    pub fn jsonl(&self, provenance: Option<Object>) -> String {
        let mut text = String::new();
        let mut add = |part: &str, members: Vec<(&str, serde_json::Value)>| {
            let all = std::iter::once(("part", part.into())).chain(members).collect();
            text += &serde_json::to_string(&Members(all)).expect("names and numbers are valid JSON");
            text.push('\n');
        };
        add("counts", self.counts.iter().map(|(name, count)| (*name, (*count).into())).collect());
        for part in &self.parts {
            objects(part).for_each(|Members(members)| add(part.name, members));
        }
        if let Some(provenance) = provenance {
            add("provenance", vec![("provenance", provenance.into())]);
        }
        text
    }
}

/// Flattens a JSON object to texts, each with its path such as `files.1.run.goal`. Nulls are omitted; a list of
/// scalars becomes one text.
pub fn flatten(object: &Object) -> Vec<(String, String)> {
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
