//! The command `cubiform`: parses arguments, calls the solver libraries and prints the results.
//!
//! Exit codes: 0 done, 1 failed, 2 usage error, 130 interrupted. If the reader of standard output closes the pipe, the
//! program exits with 0 without a message.
//!
//! The code is a library to give the fuzz targets access to the file readers ([`fuzzing`]), and because the Python package
//! installs the command too.

mod algorithms;
mod analyze;
mod args;
mod bench;
mod cases;
mod check;
mod distribution;
mod engines;
mod error;
mod failure;
mod fewest_moves;
mod figure;
#[doc(hidden)]
pub mod fuzzing;
mod interrupt;
mod json;
mod merge;
mod methods;
mod operation;
mod output;
mod paths;
mod progress;
#[cfg(test)]
mod random_goal_tests;
mod render;
mod report_command;
mod review;
mod scramble_command;
mod serve;
mod solve;
mod stats;
mod table_checks;
mod tables_command;
mod terminal;
mod text_layout;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::FromArgMatches;
use cubiform_tables::machine::InstructionSet;

use crate::args::{Cli, Command};
use crate::failure::Failure;

/// Runs a command line, whose first argument is the name of the program, and returns the exit code. Changes the signal
/// handlers of the process, and runs once in it.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let parsed = args::command().try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| {
        error::set_running(&matches);
        Cli::from_arg_matches(&matches)
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return error::exit_of_parser(error),
    };
    terminal::choose_color(cli.color);
    if let Err(error) = InstructionSet::from_environment() {
        failure::say(format_args!("error: {error}"));
        return ExitCode::from(2);
    }
    interrupt::install();
    // Without this handler, a table file that is truncated during a run ends the process without a message.
    let _ = cubiform_store::report_faults();
    let result = match cli.command {
        Command::Algorithms(args) => algorithms::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Cases(args) => cases::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Distribution(args) => distribution::run(&args),
        Command::Attempt(args) => fewest_moves::attempt(&args),
        Command::Insert(args) => fewest_moves::insert(&args),
        Command::Methods(args) => methods::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Report(args) => report_command::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Scramble(args) => scramble_command::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Tables(args) => tables_command::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut args::command(), "cubiform", &mut script);
            output::print(&script)
        }
        Command::Man { folder } => write_manual(&folder),
    };
    table_checks::finish(interrupt::or_interrupted(result)).map_or_else(Failure::exit, |()| ExitCode::SUCCESS)
}

/// Writes the manual pages of all commands.
fn write_manual(folder: &Path) -> Result<(), Failure> {
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(args::command(), folder));
    written.map_err(|e| failure::file_error(folder, "write manual pages to", &e))
}
