//! The command `cubiform`: reads what is asked, has the libraries answer it, and shows the answer.
//!
//! Exit codes: 0 done, 1 failed, 2 asked wrongly, 130 interrupted. A reader that closes its end of the pipe has
//! seen enough: that is 0.

mod analyze;
mod args;
mod bench;
mod cases;
mod choice;
mod credit;
mod distribution;
mod draws;
mod failure;
mod figure;
mod four;
mod input;
mod interrupt;
mod interruptible;
mod lengths;
mod loading;
mod output;
mod paths;
mod pipeline;
mod progress;
mod render;
mod report;
mod report_command;
mod review;
mod scramble;
mod scramble_command;
mod solve;
mod stats;
mod tables_command;
mod wca;
mod words;
mod zipped;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::{Cli, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse();
    interrupt::install();
    let result = match cli.command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Cases(args) => cases::run(&args),
        Command::Distribution(args) => distribution::run(&args),
        Command::Lengths(args) => lengths::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Report(args) => report_command::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Scramble(args) => scramble_command::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Tables(args) => tables_command::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "cubiform", &mut script);
            output::print(&script)
        }
    };
    interruptible::or_interrupted(result).map_or_else(Failure::exit, |()| ExitCode::SUCCESS)
}
