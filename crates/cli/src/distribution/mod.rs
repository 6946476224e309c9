//! `cubiform distribution`: counts all states by their distance from a goal.

mod show;

use std::io::Write as _;
use std::time::Instant;

use cubiform_answers::distribution::{Count, CountedStates, FillCount, Request};
use cubiform_answers::{Error, json_error_message};
use cubiform_stats::distribution::Watch;
use cubiform_threads::Threads;

use crate::args::{CountFormat, Distribution, threads};
use crate::error::Failure;
use crate::interrupt;
use crate::open_tables::check_memory;
use crate::output::Output;
use crate::progress::{self, note, short};

/// Runs the command.
pub(crate) fn run(args: &Distribution) -> Result<(), Failure> {
    let colors = args.colors.as_ref().map(|colors| &colors.0[..]);
    let request = Request::new(&args.goal, args.stage.as_deref(), colors).map_err(failed)?;
    let threads = threads(args.threads);
    // Opened before the count, so that an output that cannot be written is reported at once.
    let mut output = Output::to(args.output.as_deref(), None)?;
    let start = Instant::now();
    let counted = counted(request.count().map_err(failed)?, threads)?;
    note(format_args!("counted in {:.1} s", start.elapsed().as_secs_f64()));
    let text = match args.format {
        CountFormat::Table => show::table(&counted),
        CountFormat::Csv => show::csv(&counted),
        CountFormat::Json => json(&counted)?,
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}

fn failed(error: Error) -> Failure {
    Failure::of("distribution", error)
}

/// Counts the states while showing the progress.
fn counted(count: Count<'_>, threads: &Threads) -> Result<CountedStates, Failure> {
    let counted = match count {
        Count::Fill(fill) => {
            check(&fill)?;
            let progress = progress::Tables::new();
            progress.watch_fill(fill.name(), |watch| fill.run(threads, watch))
        }
        Count::Colors(count) => {
            let progress = progress::Count::new(count.title());
            let report = |done, parts| progress.show(done, parts);
            count.run(threads, &Watch { cancel: &interrupt::REQUESTED, report: &report })
        }
        quick => quick.run(threads, &interrupt::REQUESTED),
    };
    counted.map_err(failed)
}

/// Checks that there is enough memory for a table.
fn check(fill: &FillCount<'_>) -> Result<(), Failure> {
    let doing = format!("counting the {} states of {}", short(fill.states() as f64), fill.name());
    let remedy = "close other programs, use a machine with more memory, or choose a stage with fewer pieces";
    check_memory(&doing, fill.memory(), remedy)
}

/// Returns the JSON document.
fn json(counted: &CountedStates) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(&counted.document());
    text.map(|text| text + "\n").map_err(|e| Failure::Message(json_error_message(&e)))
}
