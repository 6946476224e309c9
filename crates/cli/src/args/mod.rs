//! Command-line arguments and their help texts.
//!
//! Arguments that several commands share are in this file. Each submodule has the arguments of one or a few commands.

/// Help text for all commands that read cubes: the accepted notations, and the orientation in which answers start.
macro_rules! cubes {
    () => {
        "\
A cube is given as its scramble, its 54 facelets (in the order U R F D L B, as letters of faces or of colours in either \
case, with or without spaces), or its twenty pieces in Reid's notation. The form is detected: 40 to 67 letters of \
faces or colours without a number, apostrophe or bracket are facelets, never moves.

Scrambles start with white on top and green in front. Apply an answer right after the scramble, without rotating the \
cube in between: if rotations or wide moves of the scramble rotate the whole cube, the answer begins with a rotation that \
compensates for it."
    };
}

mod algorithms;
mod analyze;
mod human;
mod sample;
mod serve;
mod solve;
mod tables;

use std::path::PathBuf;
use std::sync::OnceLock;

use cubiform_answers::attempt::AttemptRequest;
use cubiform_answers::check::CheckRequest;
use cubiform_answers::insert::InsertRequest;
use cubiform_answers::named;
use cubiform_tables::catalogue::Profile;
use cubiform_threads::Threads;

use clap::builder::StyledStr;
use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};

pub(crate) use algorithms::*;
pub(crate) use analyze::*;
pub(crate) use human::*;
pub(crate) use sample::*;
pub(crate) use serve::*;
pub(crate) use solve::*;
pub(crate) use tables::*;

use crate::terminal::ColorChoice;

/// The text after the options in short help (`-h`).
const LONG_HELP_HINT: &str = "--help explains everything, with examples.";

/// The version, the commit if this is a program of a release, and the platform.
const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("COMMIT"), ", ", env!("TARGET"), ")");

/// The text after the subcommands.
const EXAMPLES: &str = "\
Examples:
  cubiform analyze \"D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'\"
  cubiform analyze -i scrambles.csv --stages cross,xcross --format csv --output table.csv
  cubiform tables list";

/// Exact answers about the Rubik's cube, for one scramble or for millions
#[derive(Debug, Parser)]
#[command(name = "cubiform", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true, subcommand_required = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours and links in output for people
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true, hide_default_value = true)]
    #[arg(help_heading = "Global options")]
    pub(crate) color: ColorChoice,
}

/// Returns the definition of the command line. Help texts of requests name other parameters in backticks; here they become
/// the names of arguments, with dashes.
pub(crate) fn command() -> clap::Command {
    Cli::command().long_version(LONG_VERSION).mut_subcommands(|command| {
        let arguments = command.clone();
        command.mut_args(|arg| {
            let text = |help: &StyledStr| named(&help.to_string(), |name| argument_name(&arguments, name));
            let (short, long) = (arg.get_help().map(text), arg.get_long_help().map(text));
            let arg = short.into_iter().fold(arg, Arg::help);
            long.into_iter().fold(arg, Arg::long_help)
        })
    })
}

/// Returns the way in which users of a command write a parameter, `--goal` or `the solution`, or `None` for other words.
pub(crate) fn argument_name(command: &clap::Command, parameter: &str) -> Option<String> {
    let is_named = |arg: &&Arg| arg.get_id() == parameter || arg.get_long() == Some(parameter);
    let arg = command.get_arguments().find(is_named)?;
    Some(arg.get_long().map_or_else(|| format!("the {parameter}"), |name| format!("--{name}")))
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the minimum number of moves to each stage of a solve, for each bottom colour
    Analyze(Analyze),
    /// Solve the whole cube: in few moves, optimally, or like a speedcuber
    Solve(Solve),
    /// Generate random-state scrambles, as used in competition
    Scramble(Scrambles),
    /// Review a CFOP solve stage by stage and show shorter alternatives
    Review(Review),
    /// Review an attempt at fewest moves step by step and show better continuations
    #[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/attempt.txt").trim_ascii_end())]
    Attempt(Arguments<AttemptRequest>),
    /// Insert algorithms into a skeleton, a partial solution of fewest moves
    #[command(after_help = LONG_HELP_HINT, after_long_help = include_str!("help/insert.txt").trim_ascii_end())]
    Insert(Arguments<InsertRequest>),
    /// List, show or find the cases of CFOP: F2L, OLL and PLL, with their algorithms
    Cases(Cases),
    /// Find all algorithms of a case, of a set of cases or of a cube, with any turns
    Algorithms(Algorithms),
    /// Compare methods, which are chains of goals, on the same random states
    Methods(Methods),
    /// Check the text of a goal or a condition
    Check(Arguments<CheckRequest>),
    /// Count all states by their distance from a goal
    Distribution(Distribution),
    /// Summarise analysed scrambles
    Stats(Stats),
    /// Plot analysed scrambles: a page with figures and tables, and the figures as SVG
    Report(Report),
    /// Merge the shards of a run into one folder
    Merge(Merge),
    /// List, build, verify or remove the pruning tables
    Tables(Tables),
    /// Answer over HTTP
    Serve(Serve),
    /// Measure the memory of this machine and the speed of the analyzer
    Bench(Bench),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages, one for each command
    Man {
        /// The folder, which is created if it is missing
        folder: PathBuf,
    },
}

/// The sets of tables to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profiles {
    /// The full tables if they are built and fit in memory, otherwise the small ones
    Auto,
    /// Under 500 MB for all goals together; built in seconds if missing
    Small,
    /// Several gigabytes, many times faster; built in minutes if missing
    Full,
}

impl Profiles {
    /// Returns the profile, unless it is chosen by the tables that are built.
    pub(crate) fn profile(self) -> Option<Profile> {
        match self {
            Profiles::Auto => None,
            Profiles::Small => Some(Profile::Small),
            Profiles::Full => Some(Profile::Full),
        }
    }
}

/// Global options: the table folder and the number of threads.
#[derive(Args, Debug, Default)]
pub(crate) struct Machine {
    /// Folder of the tables [env: CUBIFORM_TABLES] [default: cubiform/tables in your cache folder]
    #[arg(long, value_name = "DIR", global = true, help_heading = "Global options")]
    pub(crate) tables: Option<PathBuf>,

    /// Number of threads [default: the number of logical processors]
    #[arg(long, value_name = "N", global = true, help_heading = "Global options")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Machine {
    /// Returns the threads of this process.
    pub(crate) fn threads(&self) -> &'static Threads {
        threads(self.threads)
    }
}

/// Returns the threads of this process: `given`, or else as many as this machine runs at once. Everything that computes
/// on several threads takes them from this budget; the first call decides its size.
pub(crate) fn threads(given: Option<u16>) -> &'static Threads {
    static THREADS: OnceLock<Threads> = OnceLock::new();
    THREADS.get_or_init(|| given.map_or_else(Threads::available, |given| Threads::new(given.into())))
}

/// The handling of unreadable lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop at the line and exit with 1
    Stop,
    /// Report the line on standard error, continue, and exit with 1 at the end
    Skip,
}

/// Arguments of a command: a request, and the options that all commands have.
#[derive(Args, Debug)]
pub(crate) struct Arguments<R: Args, F: ValueEnum + Default + Clone + Send + Sync + 'static = ListFormat> {
    #[command(flatten)]
    pub(crate) request: R,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: F,

    #[command(flatten)]
    pub(crate) machine: Machine,
}

/// An output format: a table or JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people
    #[default]
    Table,
    /// One JSON document, for programs
    Json,
}

#[cfg(test)]
mod help_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_definition_passes_the_assertions_of_clap() {
        command().debug_assert();
    }
}
