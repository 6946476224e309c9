//! `count-axes`: counts all states by the EO or the DR of the best of the three axes.

use std::process::ExitCode;

use clap::Parser;
use cubiform_cube::Reduction;
use cubiform_research::axes::best_of_axes;
use cubiform_research::{Watch, arguments};
use cubiform_threads::Threads;

/// Counts all states by the EO or the DR of the best of the three axes, and prints a line of counts.txt
#[derive(Parser)]
struct Args {
    /// Step: eo (seconds) or dr (minutes)
    #[arg(value_parser = parse_step)]
    step: Reduction,
    /// Number of threads [default: all]
    #[arg(long)]
    threads: Option<usize>,
}

fn parse_step(text: &str) -> Result<Reduction, String> {
    match text {
        "eo" => Ok(Reduction::Eo),
        "dr" => Ok(Reduction::Dr),
        _ => Err("expected eo or dr".into()),
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let threads = args.threads.map_or_else(Threads::available, Threads::new);
    let watch = Watch { report: &arguments::show, ..Watch::quiet() };
    let Some(counts) = best_of_axes(args.step, &threads, &watch) else { return ExitCode::FAILURE };
    let name = if args.step == Reduction::Eo { "eo" } else { "dr" };
    let counts: Vec<String> = counts.counts().iter().map(u128::to_string).collect();
    println!("{name} axes: {}", counts.join(" "));
    ExitCode::SUCCESS
}
