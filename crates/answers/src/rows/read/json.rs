//! Rows of JSON lines: an object for each scramble, whose stages have lengths by colour.

use std::fmt;
use std::io::BufRead;
use std::marker::PhantomData;

use cubiform_cube::Color;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::header::{canonical, quoted};
use super::{AnalysisRow, ReaderParts, Rows, at, cannot_read, fault};
use crate::input::lines::{self, LINE_TOO_LONG};
use crate::rows::Columns;
use crate::{Error, json_error_message};

/// Returns whether a line belongs to an analysis in JSON lines, in either layout.
pub fn is_analysis_line(line: &[u8]) -> bool {
    let Ok(object) = serde_json::from_slice::<Value>(line) else { return false };
    object.get("stages").is_some_and(Value::is_object)
        || ["stage", "color", "moves"].iter().all(|name| object.get(name).is_some())
}

/// The members of an object that are read.
#[derive(Default, Deserialize)]
#[serde(expecting = "an object")]
struct RowObject {
    id: String,
    scramble: Option<String>,
    facelets: Option<String>,
    goal: Option<Value>,
    metric: Option<String>,
    stages: Pairs<Pairs<u8>>,
    // These long members are not needed.
    #[serde(default, rename = "solutions")]
    _solutions: IgnoredAny,
    #[serde(default, rename = "best")]
    _best: IgnoredAny,
    /// All other members, including the carried ones.
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// The names and values of an object, in file order.
struct Pairs<V>(Vec<(String, V)>);

impl<V> Default for Pairs<V> {
    fn default() -> Pairs<V> {
        Pairs(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs<V>, D::Error> {
        struct MapVisitor<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for MapVisitor<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<V>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

/// A JSON Lines file.
pub(super) struct JsonRows {
    /// The file name in messages.
    name: String,
    file: Box<dyn BufRead>,
    line: u64,
    text: Vec<u8>,
    object: RowObject,
    /// Whether the object is the first one, which was read for its columns and has not been returned yet.
    is_first: bool,
}

impl JsonRows {
    pub(super) fn open(name: &str, file: Box<dyn BufRead>) -> ReaderParts<JsonRows> {
        let (object, name) = (RowObject::default(), name.to_string());
        let mut rows = JsonRows { name, file, line: 0, text: Vec::new(), object, is_first: false };
        rows.is_first = rows.next()?;
        let columns = columns_of(&rows.object).map_err(|e| at(&rows.place(), e))?;
        // The goal and the metric of the first line hold for all lines.
        let settings =
            [("goal", rows.object.goal.take()), ("metric", rows.object.metric.take().map(Value::from))];
        let settings = settings.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
        Ok((columns, settings.collect(), rows))
    }

    /// Reads the next object. Returns whether there was one.
    fn next(&mut self) -> Result<bool, Error> {
        loop {
            let read = lines::read(&mut self.file, &mut self.text);
            let count = read.map_err(|e| cannot_read(&self.name, &e))?;
            self.line += 1;
            if count == 0 {
                return Ok(false);
            }
            if lines::is_too_long(&self.text) {
                let message = format!("{LINE_TOO_LONG}; is this an analysis?");
                return Err(at(&self.place(), Error::message(message)));
            }
            if self.text.trim_ascii().is_empty() {
                continue;
            }
            self.object = serde_json::from_slice(&self.text).map_err(|e| match other_file(&self.text) {
                Some(error) => at(&self.place(), error),
                None => {
                    let place = format!("{}:{}", self.place(), e.column());
                    let message = format!("not a JSON Lines analysis: {}", json_error_message(&e));
                    at(&place, fault("not-an-analysis", message))
                }
            })?;
            return Ok(true);
        }
    }
}

impl Rows for JsonRows {
    fn read(&mut self, columns: &Columns, row: &mut AnalysisRow) -> Result<bool, Error> {
        if !std::mem::take(&mut self.is_first) && !self.next()? {
            return Ok(false);
        }
        if !has_columns(&self.object, columns) {
            let differ = || Error::message("its stages or colours differ from those of the lines before");
            return Err(at(&self.place(), columns_of(&self.object).map_or_else(|e| e, |_| differ())));
        }
        let object = std::mem::take(&mut self.object);
        row.lengths
            .extend(object.stages.0.iter().flat_map(|(_, colors)| &colors.0).map(|(_, length)| length));
        (row.id, row.cube) = (object.id, object.scramble.or(object.facelets));
        (row.carried_names, row.carried) =
            object.others.into_iter().map(|(name, value)| (name, text(value))).unzip();
        Ok(true)
    }

    fn place(&self) -> String {
        format!("{}:{}", self.name, self.line)
    }
}

/// Returns the text of a carried member: a text, or a number or boolean as written.
fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns the stages and colours of an object.
fn columns_of(object: &RowObject) -> Result<Columns, Error> {
    let mut stages: Vec<(String, Vec<Color>)> = Vec::new();
    for (stage, lengths) in &object.stages.0 {
        let mut colors = Vec::new();
        for (name, _) in &lengths.0 {
            let known = Color::COLUMNS.into_iter().find(|color| color.name() == name);
            colors.push(
                known.ok_or_else(|| Error::message(format!("{} is not a bottom colour", quoted(name))))?,
            );
        }
        stages.push((stage.clone(), colors));
    }
    if stages.is_empty() {
        return Err(fault("not-an-analysis", "no stage found"));
    }
    for (i, (stage, colors)) in stages.iter().enumerate() {
        let is_twice = |color: &Color| colors.iter().filter(|other| *other == color).count() > 1;
        if let Some(color) = colors.iter().find(|color| is_twice(color)) {
            return Err(Error::message(format!("duplicate colour '{color}'")));
        }
        if stages[..i].iter().any(|(other, _)| other == stage) {
            return Err(Error::message(format!("duplicate stage {}", quoted(stage))));
        }
    }
    if let Some((stage, _)) = stages.iter().find(|(_, colors)| colors.is_empty()) {
        let message = format!("the stage {} has no bottom colour, such as \"white\": 6", quoted(stage));
        return Err(fault("not-an-analysis", message));
    }
    Ok(Columns::from_stages(stages, None))
}

/// Returns the error of a line of a known file type that is not an analysis.
fn other_file(line: &[u8]) -> Option<Error> {
    let object: Value = serde_json::from_slice(line).ok()?;
    let has = |names: &[&str]| names.iter().all(|name| object.get(name).is_some());
    if has(&["id", "metric", "length", "error"]) {
        return Some(fault("solutions", "these are solutions, not an analysis"));
    }
    let message = "this analysis has the long layout, with an object for each stage and colour";
    has(&["id", "stage", "color", "moves"]).then(|| fault("not-an-analysis", message))
}

/// Returns whether an object has these stages and colours, in this order.
fn has_columns(object: &RowObject, columns: &Columns) -> bool {
    let stages = object.stages.0.iter().map(|(stage, colors)| (&stage[..], &colors.0));
    let is_same = |stage: &str, known: &str| stage == known || canonical(stage) == known;
    stages.len() == columns.stages.len()
        && stages.zip(&columns.stages).all(|((stage, colors), (known, of_stage))| {
            is_same(stage, known)
                && colors.iter().map(|(color, _)| &color[..]).eq(of_stage.iter().map(|c| c.name()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_members_are_returned_by_name() {
        let line = r#"{"id":"a","event":"333","time_ms":12340,"stages":{"cross":{"white":5}},"date":null,"best":{}}"#;
        let (columns, _, mut rows) = JsonRows::open("a", Box::new(line.as_bytes())).unwrap();
        let mut row = AnalysisRow::default();
        assert!(rows.read(&columns, &mut row).unwrap());
        assert_eq!((row.carried_value("event"), row.carried_value("time_ms")), (Some("333"), Some("12340")));
        assert_eq!((row.carried_value("date"), row.carried_value("id")), (None, None));
    }

    #[test]
    fn missing_or_repeated_id_and_stages_are_refused() {
        let message = |text: &str| serde_json::from_str::<RowObject>(text).err().unwrap().to_string();
        assert!(message(r#"{"stages":{}}"#).starts_with("missing field `id`"));
        assert!(message(r#"{"id":"a"}"#).starts_with("missing field `stages`"));
        assert!(message(r#"{"id":"a","id":"b","stages":{}}"#).starts_with("duplicate field `id`"));
    }
}
