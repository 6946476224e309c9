//! Goals and conditions as arguments of a command line.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use cubiform_cube::goal::Variant;

use crate::Error;
use crate::goals::{parse_condition, parse_goals};

/// The long help of goals: their names and the syntax of expressions.
pub(super) const GOALS: &str = include_str!("help/goal.txt").trim_ascii_end();

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
pub(super) fn goals(text: &str) -> Result<String, Error> {
    parse_goals(text).map(|_| text.into())
}

/// Returns the text of a condition, if it is right.
pub(super) fn condition(text: &str) -> Result<String, Error> {
    parse_condition(text).map(|_| text.into())
}
