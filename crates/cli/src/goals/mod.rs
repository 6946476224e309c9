//! The parsers of arguments that name goals, with completions for shells.

#[cfg(test)]
mod random_goals;

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use cubiform_answers::Error;
use cubiform_answers::goals::{GoalList, parse_condition, parse_goal, parse_goals};
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;

use crate::error::text;

/// A parser of one goal. Its possible values are the named goals, for shell completions.
#[derive(Clone, Debug)]
pub(crate) struct GoalParser;

impl TypedValueParser for GoalParser {
    type Value = Variant;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Variant, clap::Error> {
        parse_goal(&value.to_string_lossy()).map_err(|error| invalid(command, &error))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(named_goals()))
    }
}

/// A parser of one or more goals. Its possible values are the named goals, for shell completions.
#[derive(Clone, Debug)]
pub(crate) struct GoalsParser;

impl TypedValueParser for GoalsParser {
    type Value = GoalList;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<GoalList, clap::Error> {
        parse_goals(&value.to_string_lossy()).map_err(|error| invalid(command, &error))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(named_goals()))
    }
}

/// A parser of conditions on states. Its errors name the option themselves.
#[derive(Clone, Debug)]
pub(crate) struct ConditionParser;

impl TypedValueParser for ConditionParser {
    type Value = Condition;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Condition, clap::Error> {
        parse_condition(&value.to_string_lossy()).map_err(|error| invalid(command, &error))
    }
}

fn invalid(command: &Command, error: &Error) -> clap::Error {
    command.clone().error(ErrorKind::ValueValidation, text(command, error))
}

fn named_goals() -> impl Iterator<Item = PossibleValue> {
    Variant::NAMED.iter().map(|known| {
        // The common name: in an expression, `eo` means all edges oriented.
        PossibleValue::new(known.label).help(known.about)
    })
}
