//! `count-colors`: counts all states by the shortest stage over a set of bottom colours.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use cubiform_cube::Color;
use cubiform_research::best_slot::BestSlotCounter;
use cubiform_research::crosses::CrossCounter;
use cubiform_research::{Watch, arguments, pieces};
use cubiform_stats::Subset;
use cubiform_stats::distribution::{ColorGoal, StateCounts};
use cubiform_threads::Threads;

/// Counts all states by the shortest stage over a set of bottom colours, and prints a line of counts.txt
#[derive(Parser)]
struct Args {
    /// Stage: cross, pseudo_cross, xcross, cross_pair, pseudo_xcross or pseudo_cross_pseudo_pair
    #[arg(value_parser = arguments::parse_goal)]
    stage: ColorGoal,
    /// Bottom colours: letters (WY), names (white,yellow) or all
    #[arg(long, default_value = "W", value_parser = arguments::parse_colors)]
    colors: Subset,
    /// Folder of the pieces of a count that takes hours
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Count only the Ith of N equal shares of the pieces
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = parse_shard)]
    shard: (usize, usize),
    /// Write the work file of gpu/halves.cu in place of counting
    #[arg(long, value_name = "FILE", conflicts_with_all = ["folder", "shard"])]
    work: Option<PathBuf>,
    /// Number of threads [default: all]
    #[arg(long)]
    threads: Option<usize>,
}

fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    numbers.filter(|(i, n)| (1..=*n).contains(i)).ok_or_else(|| "expected a share such as 1/2".into())
}

fn main() -> ExitCode {
    let args = Args::parse();
    match count(&args) {
        Ok(Some(counts)) => {
            let counts: Vec<String> = counts.counts().iter().map(u128::to_string).collect();
            let (size, pairs) = (args.colors.size(), args.colors.opposite_pairs());
            println!("{} {size},{pairs}: {}", args.stage.name(), counts.join(" "));
            ExitCode::SUCCESS
        }
        Ok(None) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Counts the states. Returns `None` if pieces of other shards are missing, or a work file was written instead.
fn count(args: &Args) -> Result<Option<StateCounts>, String> {
    let threads = args.threads.map_or_else(Threads::available, Threads::new);
    let colors: Vec<Color> = args.colors.colors().collect();
    let watch = Watch { report: &arguments::show, ..Watch::quiet() };
    if args.stage.is_cross() {
        let counter =
            CrossCounter::new(&args.stage.stage().choices[0], &colors).map_err(|e| e.to_string())?;
        return Ok(counter.count(&threads, &watch).map(StateCounts::from));
    }
    let counter = BestSlotCounter::new(args.stage, &colors)
        .ok_or("a goal whose corner and edge are independent is counted for one colour only")?;
    if let Some(path) = &args.work {
        let written = File::create(path).and_then(|file| {
            let mut file = BufWriter::new(file);
            counter.write_work(&mut file)?;
            file.flush()
        });
        return written.map(|()| None).map_err(|e| format!("cannot write {}: {e}", path.display()));
    }
    match &args.folder {
        Some(folder) if counter.takes_hours() => {
            pieces::run(&counter, folder, args.shard, &threads).map_err(|e| e.to_string())
        }
        None if counter.takes_hours() => Err("this count takes hours: name a --folder for its pieces".into()),
        _ => Ok(counter.count(&threads, &watch)),
    }
}
