//! `far-states`: finds the states that are at least some moves away from a stage on every one of a set of colours.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::Parser;
use cubiform_cube::{Color, facelets};
use cubiform_research::best_slot::FarStates;
use cubiform_research::{Watch, arguments};
use cubiform_stats::Subset;
use cubiform_stats::distribution::ColorGoal;
use cubiform_threads::{CancelToken, Threads};

/// Finds the states that are at least some moves away from a stage on every one of a set of bottom colours, and prints
/// their number and the facelets of the first ones
#[derive(Parser)]
struct Args {
    /// Stage: xcross, cross_pair, pseudo_xcross or pseudo_cross_pseudo_pair
    #[arg(value_parser = arguments::parse_goal)]
    stage: ColorGoal,
    /// Minimum number of moves. The states should be few, since they are enumerated one by one
    at_least: usize,
    /// Bottom colours, white and yellow among them: letters (WY), names (white,yellow) or all
    #[arg(long, default_value = "all", value_parser = arguments::parse_colors)]
    colors: Subset,
    /// Number of states to print
    #[arg(long, default_value_t = 3)]
    print: usize,
    /// Number of threads [default: all]
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let threads = args.threads.map_or_else(Threads::available, Threads::new);
    let watch = Watch { report: &arguments::show, ..Watch::quiet() };
    let colors: Vec<Color> = args.colors.colors().collect();
    let Some(states) = FarStates::new(args.stage, &colors, args.at_least, &CancelToken::never()) else {
        eprintln!(
            "error: the stage must have a slot, the colours white and yellow, and the moves be at least 1"
        );
        return ExitCode::FAILURE;
    };
    let first = Mutex::new(Vec::new());
    let number = states.find(&threads, &watch, &|cube, _| {
        let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.len() < args.print {
            first.push(facelets::format(cube));
        }
    });
    println!("{}", number.expect("nothing cancels the search"));
    first.into_inner().unwrap_or_else(PoisonError::into_inner).iter().for_each(|state| println!("{state}"));
    ExitCode::SUCCESS
}
