//! `cubiform distribution`: counts all states by their distance from a goal.

mod show;

use std::time::Instant;

use cubiform_answers::distribution::{Count, DistributionQuestion, DistributionRequest, FillCount};
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::{Context, Operation as _, answer_question};

use crate::args::Arguments;
use crate::args::{CountFormat, Distribution};
use crate::engines::check_memory;
use crate::failure::Failure;
use crate::json;
use crate::operation;
use crate::output::Output;
use crate::progress::{note, short};

/// Runs the command.
pub(crate) fn run(args: &Distribution) -> Result<(), Failure> {
    let Arguments { request, format, machine } = &args.answer;
    let question = request.clone().check(&Limits::NONE)?;
    let start = Instant::now();
    // Opened before the count, so that an output that cannot be written is reported at once.
    let output = Output::to(args.output.as_deref(), None)?;
    if let DistributionQuestion::Counted(question) = &question
        && let Count::Fill(fill) = question.count()?
    {
        check(&fill)?;
    }
    let solvers = operation::open(machine, DistributionRequest::DOOR.needs)?;
    let counted = answer_question::<DistributionRequest>(question, &Context::new(&solvers))?;
    note(format_args!("counted in {:.1} s", start.elapsed().as_secs_f64()));
    let text = match format {
        CountFormat::Table => show::table(&counted),
        CountFormat::Csv => show::csv(&counted),
        CountFormat::Json => json::document(&counted)?,
    };
    output.finish_with(text.as_bytes())
}

/// Checks that there is enough memory for a table.
fn check(fill: &FillCount<'_>) -> Result<(), Failure> {
    let doing = format!("counting the {} states of {}", short(fill.states() as f64), fill.name());
    let remedy = "close other programs, use a machine with more memory, or choose a stage with fewer pieces";
    check_memory(&doing, fill.memory(), remedy)
}
