//! `cubiform distribution`: counts all states by their distance from a goal.

mod show;

use std::time::Instant;

use cubiform_answers::distribution::{Count, CountedStates, FillCount, Question};
use cubiform_threads::Threads;

use crate::args::{CountFormat, Distribution, threads};
use crate::engines::check_memory;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::{self, note, short};
use crate::{interrupt, json};

/// Runs the command.
pub(crate) fn run(args: &Distribution) -> Result<(), Failure> {
    let colors = args.colors.as_ref().map(|colors| colors.0.clone());
    let (subject, stage) = (args.goal.clone(), args.stage.clone());
    let question = Question { subject, stage, colors, any_axis: args.any_axis };
    let count = question.count()?;
    let start = Instant::now();
    // Opened before the count, so that an output that cannot be written is reported at once.
    let output = Output::to(args.output.as_deref(), None)?;
    let counted = counted(count, threads(args.threads))?;
    note(format_args!("counted in {:.1} s", start.elapsed().as_secs_f64()));
    let text = match args.format {
        CountFormat::Table => show::table(&counted),
        CountFormat::Csv => show::csv(&counted),
        CountFormat::Json => json::document(&counted.document())?,
    };
    output.finish_with(text.as_bytes())
}

/// Counts the states while showing the progress.
fn counted(count: Count<'_>, threads: &Threads) -> Result<CountedStates, Failure> {
    Ok(match count {
        Count::Fill(fill) => {
            check(&fill)?;
            let progress = progress::Tables::new();
            progress.watch_fill(fill.name(), |watch| fill.run(threads, watch))?
        }
        quick => quick.run(threads, &interrupt::REQUESTED)?,
    })
}

/// Checks that there is enough memory for a table.
fn check(fill: &FillCount<'_>) -> Result<(), Failure> {
    let doing = format!("counting the {} states of {}", short(fill.states() as f64), fill.name());
    let remedy = "close other programs, use a machine with more memory, or choose a stage with fewer pieces";
    check_memory(&doing, fill.memory(), remedy)
}
