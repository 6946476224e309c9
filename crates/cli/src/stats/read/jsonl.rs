//! Rows of a JSON Lines file: an object per scramble, whose stages have lengths by colour.

use std::borrow::Cow;
use std::io::BufRead;

use cubiform_cube::Color;
use serde_json::Value;

use crate::error::Failure;
use crate::stats::read::columns::{Columns, canonical, quoted};
use crate::stats::read::object::{Object, Pairs};
use crate::stats::read::{FORMAT_HINT, Row};
use cubiform_answers::input::lines::{self, LINE_TOO_LONG};
use cubiform_answers::json_error_message;

/// A JSON Lines file.
pub(super) struct Rows {
    /// The file name in messages.
    name: String,
    file: Box<dyn BufRead>,
    line: u64,
    text: Vec<u8>,
    columns: Columns,
    /// The current row and its lengths.
    object: Object,
    lengths: Vec<u8>,
    /// The goal and the metric of the first line, which hold for all lines.
    goal: Option<Value>,
    metric: Option<String>,
    /// Whether the current row is the first one, which was read for its columns and has not been returned yet.
    is_first: bool,
}

impl Rows {
    pub(super) fn open(name: String, file: Box<dyn BufRead>) -> Result<Rows, Failure> {
        let (columns, object, lengths) = (Columns::empty(), Object::default(), Vec::new());
        let (goal, metric, is_first) = (None, None, false);
        let mut rows =
            Rows { name, file, line: 0, text: Vec::new(), columns, object, lengths, goal, metric, is_first };
        rows.is_first = rows.read()?;
        (rows.goal, rows.metric) = (rows.object.goal.take(), rows.object.metric.take());
        rows.columns = columns_of(&rows.object).map_err(|e| super::Rows::fault(&rows, &e))?;
        Ok(rows)
    }

    /// Reads the next object. Returns whether there was one.
    fn read(&mut self) -> Result<bool, Failure> {
        loop {
            let read = lines::read(&mut self.file, &mut self.text);
            let count = read.map_err(|e| Failure::Message(format!("cannot read {}: {e}", self.name)))?;
            self.line += 1;
            if count == 0 {
                return Ok(false);
            }
            if lines::is_too_long(&self.text) {
                return Err(super::Rows::fault(self, &format!("{LINE_TOO_LONG}; is this an analysis?")));
            }
            if self.text.trim_ascii().is_empty() {
                continue;
            }
            self.object = serde_json::from_slice(&self.text).map_err(|e| {
                if let Some(message) = other_file_message(&self.text) {
                    return super::Rows::fault(self, message);
                }
                let (column, reason) = (e.column(), json_error_message(&e));
                Failure::Message(format!(
                    "{}:{}:{column}: not a JSON Lines analysis: {reason}\n  {FORMAT_HINT}",
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
            columns_of(&self.object).map_err(|e| self.fault(&e))?;
            return Err(self.fault("its stages or colours differ from those of the lines before"));
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

    fn carried(&self, name: &str) -> Option<Cow<'_, str>> {
        self.object.carried(name)
    }

    fn run(&self) -> Value {
        let fields = [("goal", self.goal.clone()), ("metric", self.metric.clone().map(Value::from))];
        let known = fields.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
        Value::Object(known.collect())
    }

    fn fault(&self, message: &str) -> Failure {
        Failure::Message(format!("{}:{}: {message}", self.name, self.line))
    }
}

/// Returns the stages and colours of an object.
fn columns_of(object: &Object) -> Result<Columns, String> {
    let color = |(name, _): &(String, u8)| {
        let known = Color::COLUMNS.into_iter().find(|color| color.name() == name);
        known.ok_or_else(|| format!("{} is not a bottom colour", quoted(name.as_bytes())))
    };
    let stage = |(name, colors): &(String, Pairs<u8>)| {
        Ok((name.clone(), colors.0.iter().map(color).collect::<Result<Vec<Color>, String>>()?))
    };
    let stages = object.stages.0.iter().map(stage).collect::<Result<Vec<_>, String>>()?;
    if stages.is_empty() {
        return Err(format!("no stage found\n  {FORMAT_HINT}"));
    }
    for (i, (stage, colors)) in stages.iter().enumerate() {
        let is_twice = |color: &Color| colors.iter().filter(|other| *other == color).count() > 1;
        if let Some(color) = colors.iter().find(|color| is_twice(color)) {
            return Err(format!("duplicate colour '{color}'"));
        }
        if stages[..i].iter().any(|(other, _)| other == stage) {
            return Err(format!("duplicate stage {}", quoted(stage.as_bytes())));
        }
    }
    if let Some((stage, _)) = stages.iter().find(|(_, colors)| colors.is_empty()) {
        let stage = quoted(stage.as_bytes());
        return Err(format!("the stage {stage} has no bottom colour, such as \"white\": 6\n  {FORMAT_HINT}"));
    }
    Ok(Columns::from_stages(stages))
}

/// Returns a message for a line of a known file type that is not an analysis.
fn other_file_message(line: &[u8]) -> Option<&'static str> {
    let object: Value = serde_json::from_slice(line).ok()?;
    let has = |names: &[&str]| names.iter().all(|name| object.get(name).is_some());
    if has(&["id", "metric", "length", "error"]) {
        return Some("these are solutions, not an analysis\n  summarise them with: cubiform lengths");
    }
    has(&["id", "stage", "color", "moves"]).then_some(
        "this analysis has the long layout, with an object for each stage and colour\n  write the wide \
         layout, the default: cubiform analyze -i SCRAMBLES --format jsonl --layout wide",
    )
}

/// Returns whether an object has these stages and colours, in this order.
fn has_columns(object: &Object, columns: &Columns) -> bool {
    let stages = object.stages.0.iter().map(|(stage, colors)| (&stage[..], &colors.0));
    let is_same = |stage: &str, known: &str| stage == known || canonical(stage) == known;
    stages.len() == columns.stages().len()
        && stages.zip(columns.stages()).all(|((stage, colors), (known, of_stage))| {
            is_same(stage, known)
                && colors.iter().map(|(color, _)| &color[..]).eq(of_stage.iter().map(|c| c.name()))
        })
}
