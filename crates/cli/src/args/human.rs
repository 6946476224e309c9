//! The arguments of `cubiform review` and `cases`.

use clap::{Args, Subcommand};
use cubiform_solvers::human::cases::Set;

use crate::args::{Effort, ListFormat, Machine, Profiles};

const REVIEW_EXAMPLES: &str = concat!(
    cubes!(),
    "

The solution is read from there on, and the best continuation is for a cube held so.

The bottom colour is the one whose first two layers are solved first. A stage ends where its pieces
first are in place; least is the fewest moves to there from where it began, proven for the cross and
pairs, for OLL and PLL (~) the shortest known algorithm with its turns of U. lost is how much longer
the stage made the shortest whole solution that the solver knows.

Examples:
  cubiform review \"F U2 L2 B2 F' U L2 U R2 D2 L' B L2 B' R2 U2\" \"y x' // inspection
    U R2 U' F' L F' U' L' // XXCross
    U' R U R' // 3rd pair
    R' U R U2 R' U R // 4th pair
    U R' U' R U' R' U2 R // OLL
    U // AUF\"
  cubiform review \"D2 U L2 B2 ...\" < solution.txt"
);

const CASES_EXAMPLES: &str = "\
Numbers, names and pictures are those of the usual sheets. In the picture of an OLL case, seen from
above with the back at the top, # is the top colour; around a PLL case stand the letters of the
faces to which the side stickers belong. The probability of a pair is that of its case once both
pieces are in the top layer or in their slot.

Examples:
  cubiform cases list oll
  cubiform cases list oll --group fish
  cubiform cases show oll 27
  cubiform cases show pll Ga Gb --format json";

/// Arguments of `cubiform review`.
#[derive(Args, Debug)]
#[command(after_help = REVIEW_EXAMPLES)]
pub(crate) struct Review {
    /// The scramble, in quotes, or the cube by its facelets; white on top, green in front
    #[arg(value_name = "SCRAMBLE")]
    pub(crate) scramble: String,

    /// The solution, in quotes, with rotations, wide turns, slices and comments as they were; without
    /// it or with -, standard input
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: Option<String>,

    /// Leave out the fewest moves to the cross and to pairs, the only thing that needs tables
    #[arg(long)]
    pub(crate) no_least: bool,

    /// How far the solver looks ahead for the best continuation
    #[arg(long, value_name = "EFFORT", value_enum, default_value_t = Effort::Usual)]
    pub(crate) effort: Effort,

    /// How to print it
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,

    /// Which tables to use
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t = Profiles::Auto)]
    pub(crate) profile: Profiles,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// Arguments of `cubiform cases`.
#[derive(Args, Debug)]
#[command(after_help = CASES_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cases {
    #[command(subcommand)]
    pub(crate) action: CasesAction,
}

/// What to do with cases.
#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// A line for each case: number, name, group, probability and the usual algorithm
    List {
        /// f2l, oll or pll; all without it
        #[arg(value_name = "SET", value_parser = case_set)]
        set: Option<Set>,
        /// Only those of this group
        #[arg(short, long, value_name = "GROUP")]
        group: Option<String>,
        /// How to print it
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// The picture and all algorithms of cases
    Show {
        /// f2l, oll or pll
        #[arg(value_name = "SET", value_parser = case_set)]
        set: Set,
        /// Numbers, letters or names, such as 27, Ga or sune; all of the set without any
        #[arg(value_name = "CASE")]
        labels: Vec<String>,
        /// How to print it
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
}

/// The set of cases that an argument names.
fn case_set(name: &str) -> Result<Set, String> {
    Set::from_name(name).ok_or_else(|| "the sets are f2l, oll and pll".to_string())
}
