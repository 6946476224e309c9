//! Conditions on states as an argument of a command line: their help and their parser.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::goals::parse_condition;

/// The long help of conditions on states: their syntax.
pub const CONDITION: &str = "\
A condition compares the minimum numbers of moves to stages:

  cross[W], xcross[WY], f2l
    the minimum over the colours in brackets, written as for --colors; without brackets over all six
  eo_xcross, xcross_pair, ...
    stages of other goals, named like their columns
  == != < <= > >=
    comparisons of numbers and of sums of stages: xcross[W] - cross[W] <= 1
  && || ! ( )
    combinations; also written and, or, not

Examples: \"xcross[W] == 10 && xcross[Y] == 10\", \"3 <= cross <= 4 or not f2l[G] < 12\".

Random states are independent and uniformly distributed over all states that satisfy the condition, however few there are. \
Rare crosses and xcrosses, and short lengths of later stages such as \"f2l <= 6\", are drawn directly. Other conditions use \
rejection sampling: random states are tried until one satisfies the condition. Progress shows how rare such states are; \
after some minutes without a hit the command gives up.";

/// A parser that checks the text of a condition and keeps it. Its errors name the option themselves.
#[derive(Clone, Copy, Debug)]
pub struct ConditionText;

impl TypedValueParser for ConditionText {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let text = value.to_string_lossy();
        parse_condition(&text).map(|_| text.to_string()).map_err(|error| {
            let option = arg.and_then(Arg::get_long).map(|name| format!("--{name}"));
            let text = error.text(|parameter| option.clone().filter(|_| error.parameter == Some(parameter)));
            command.clone().error(ErrorKind::ValueValidation, text)
        })
    }
}
