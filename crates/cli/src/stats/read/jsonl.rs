//! Rows of JSON lines: an object for each scramble, whose stages have lengths by colour.

use std::borrow::Cow;
use std::fmt;
use std::io::BufRead;
use std::marker::PhantomData;

use cubiform_cube::Color;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::failure::{Failure, of_json};
use crate::lines::{self, TOO_LONG};
use crate::stats::read::columns::{Columns, shown};
use crate::stats::read::{REMEDY, Row};

/// A file of JSON lines.
pub(super) struct Rows {
    /// How to call the file in messages.
    name: String,
    file: Box<dyn BufRead>,
    line: u64,
    text: Vec<u8>,
    columns: Columns,
    /// The row at which it is, and its lengths.
    object: Object,
    lengths: Vec<u8>,
    /// What the first line says of all.
    goal: Option<Value>,
    metric: Option<String>,
    /// Whether it is the first, which has been read for its columns and is still to come.
    is_first: bool,
}

/// What is read of an object.
#[derive(Default, serde::Deserialize)]
struct Object {
    id: String,
    scramble: Option<String>,
    facelets: Option<String>,
    goal: Option<Value>,
    metric: Option<String>,
    stages: Pairs<Pairs<u8>>,
}

/// The names and values of an object, in their order.
#[derive(Default)]
struct Pairs<V>(Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs<V>, D::Error> {
        struct Read<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Read<V> {
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
        deserializer.deserialize_map(Read(PhantomData))
    }
}

impl Rows {
    pub(super) fn open(name: String, file: Box<dyn BufRead>) -> Result<Rows, Failure> {
        let (columns, object, lengths) = (Columns(Vec::new()), Object::default(), Vec::new());
        let (goal, metric, is_first) = (None, None, false);
        let mut rows =
            Rows { name, file, line: 0, text: Vec::new(), columns, object, lengths, goal, metric, is_first };
        rows.is_first = rows.read()?;
        (rows.goal, rows.metric) = (rows.object.goal.take(), rows.object.metric.take());
        rows.columns = columns_of(&rows.object).map_err(|e| super::Rows::bad(&rows, &e))?;
        Ok(rows)
    }

    /// Reads the next object, if there is one.
    fn read(&mut self) -> Result<bool, Failure> {
        loop {
            let read = lines::read(&mut self.file, &mut self.text);
            let count = read.map_err(|e| Failure::Message(format!("cannot read {}: {e}", self.name)))?;
            self.line += 1;
            if count == 0 {
                return Ok(false);
            }
            if lines::is_too_long(&self.text) {
                return Err(super::Rows::bad(self, &format!("{TOO_LONG}; is this an analysis?")));
            }
            if self.text.trim_ascii().is_empty() {
                continue;
            }
            self.object = serde_json::from_slice(&self.text).map_err(|e| {
                let (column, fault) = (e.column(), of_json(&e));
                Failure::Message(format!(
                    "{}:{}:{column}: this is no analysis in JSON lines: {fault}\n  {REMEDY}",
                    self.name, self.line
                ))
            })?;
            return Ok(true);
        }
    }
}

impl super::Rows for Rows {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        if !std::mem::take(&mut self.is_first) && !self.read()? {
            return Ok(false);
        }
        if !has_columns(&self.object, &self.columns) {
            columns_of(&self.object).map_err(|e| self.bad(&e))?;
            return Err(self.bad("its stages or colours are others than those of the lines before"));
        }
        self.lengths.clear();
        let lengths = self.object.stages.0.iter().flat_map(|(_, colors)| &colors.0);
        self.lengths.extend(lengths.map(|(_, length)| *length));
        Ok(true)
    }

    fn row(&self) -> Row<'_> {
        let scramble = self.object.scramble.as_deref().or(self.object.facelets.as_deref());
        Row {
            id: Cow::Borrowed(&self.object.id),
            scramble: scramble.map(Cow::Borrowed),
            lengths: &self.lengths,
        }
    }

    fn run(&self) -> Value {
        let fields = [("goal", self.goal.clone()), ("metric", self.metric.clone().map(Value::from))];
        let known = fields.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
        Value::Object(known.collect())
    }

    fn bad(&self, message: &str) -> Failure {
        Failure::Message(format!("{}:{}: {message}", self.name, self.line))
    }
}

/// The stages of an object, and their colours.
fn columns_of(object: &Object) -> Result<Columns, String> {
    let color = |(name, _): &(String, u8)| {
        let known = Color::COLUMNS.into_iter().find(|color| color.name() == name);
        known.ok_or_else(|| format!("{} is no bottom colour", shown(name.as_bytes())))
    };
    let stage = |(name, colors): &(String, Pairs<u8>)| {
        Ok((name.clone(), colors.0.iter().map(color).collect::<Result<Vec<Color>, String>>()?))
    };
    let stages = object.stages.0.iter().map(stage).collect::<Result<Vec<_>, String>>()?;
    if stages.is_empty() {
        return Err(format!("there is no stage in it\n  {REMEDY}"));
    }
    for (i, (stage, colors)) in stages.iter().enumerate() {
        let is_twice = |color: &Color| colors.iter().filter(|other| *other == color).count() > 1;
        if let Some(color) = colors.iter().find(|color| is_twice(color)) {
            return Err(format!("'{color}' is there twice"));
        }
        if stages[..i].iter().any(|(other, _)| other == stage) {
            return Err(format!("the stage {} is there twice", shown(stage.as_bytes())));
        }
    }
    if let Some((stage, _)) = stages.iter().find(|(_, colors)| colors.is_empty()) {
        let stage = shown(stage.as_bytes());
        return Err(format!("the stage {stage} has no bottom colour, such as \"white\": 6\n  {REMEDY}"));
    }
    Ok(Columns(stages))
}

/// Whether an object has these stages and colours, in this order.
fn has_columns(object: &Object, columns: &Columns) -> bool {
    let stages = object.stages.0.iter().map(|(stage, colors)| (&stage[..], &colors.0));
    stages.len() == columns.0.len()
        && stages.zip(&columns.0).all(|((stage, colors), (known, of_stage))| {
            stage == known && colors.iter().map(|(color, _)| &color[..]).eq(of_stage.iter().map(|c| c.name()))
        })
}
