//! Values of arguments: durations, counts, goals and conditions as texts of a command line.

use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use cubiform_cube::goal::Variant;

use crate::Error;
use crate::goals::{parse_condition, parse_goals};

/// The long help of goals: their names and the syntax of expressions.
pub(crate) const GOALS: &str = include_str!("help/goal.txt").trim_ascii_end();

/// The long help of conditions on states: their syntax.
pub const CONDITION: &str = include_str!("help/condition.txt").trim_ascii_end();

/// A parser of a text whose errors have a place. An error names the option that was given.
#[derive(Clone, Copy, Debug)]
pub struct TextParser<T> {
    parse: fn(&str) -> Result<T, Error>,
    suggests_goals: bool,
}

impl<T> TextParser<T> {
    /// Returns a parser of goals. Its possible values are the named goals, for shell completions.
    pub fn of_goals(parse: fn(&str) -> Result<T, Error>) -> TextParser<T> {
        TextParser { parse, suggests_goals: true }
    }

    /// Returns a parser of another text.
    pub fn new(parse: fn(&str) -> Result<T, Error>) -> TextParser<T> {
        TextParser { parse, suggests_goals: false }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for TextParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        (self.parse)(&value.to_string_lossy()).map_err(|error| {
            let option = arg.and_then(Arg::get_long).map(|name| format!("--{name}"));
            let text = error.text(|parameter| option.clone().filter(|_| error.parameter == Some(parameter)));
            command.clone().error(ErrorKind::ValueValidation, text)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // The common name: in an expression, `eo` means all edges oriented.
        let values = Variant::known().map(|known| PossibleValue::new(known.label).help(known.about));
        self.suggests_goals.then(|| Box::new(values) as _)
    }
}

/// Returns the text of goals, if it is right.
pub(crate) fn goals(text: &str) -> Result<String, Error> {
    parse_goals(text).map(|_| text.into())
}

/// Returns the text of a condition, if it is right.
pub(crate) fn condition(text: &str) -> Result<String, Error> {
    parse_condition(text).map(|_| text.into())
}

/// Parses a number, or `all` as `usize::MAX`.
pub(crate) fn parse_count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        text => text.parse().map_err(|_| "expected a number such as 3, or all".into()),
    }
}

/// Returns a parser that checks a text and keeps it.
pub(crate) fn text_of<T, E: std::fmt::Display>(
    read: impl Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |text| read(text).map(|_| text.to_string()).map_err(|error| error.to_string())
}

/// Parses a duration such as `10ms`, `1.5s` or `2min`.
///
/// # Errors
/// If the text is not a positive duration with a unit.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" | "m" => 60.0,
        _ => return Err("expected a number and a unit, such as 10ms, 1.5s or 2min".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("{number:?} is not a number; expected a time such as 10ms, 1.5s or 2min"))?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "the time must be positive and finite".into())
}
