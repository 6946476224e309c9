//! `cubiform distribution`: counts all states by their distance from a goal, as a text table or CSV.

use std::fmt::Write as _;
use std::time::Instant;

use cubiform_answers::distribution::{
    Count, CountedStates, DistributionQuestion, DistributionRequest, FillCount, Row, titled,
};
use cubiform_answers::format::grouped;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::{Context, Operation as _, answer_question};

use crate::args::{Arguments, CountFormat, Distribution};
use crate::engines::check_memory;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::{note, short};
use crate::{json, operation};

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
        CountFormat::Table => table(&counted),
        CountFormat::Csv => csv(&counted),
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

/// Formats a share in percent with five decimal places.
fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.000_01 => "<0.00001 %".into(),
        percent => format!("{percent:.5} %"),
    }
}

/// Returns the text table.
fn table(counted: &CountedStates) -> String {
    let colors = match &counted.colors {
        Some(colors) => format!(", {}", titled(colors)),
        None if counted.any_axis => ", best of three axes".into(),
        None => String::new(),
    };
    let total = grouped(counted.counts.total());
    let width = total.len().max("states".len());
    let mut text = format!("{}{colors}: {total} states\n", counted.name);
    let label =
        |row: &Row| if row.or_more { format!("{} or more", row.moves) } else { row.moves.to_string() };
    let first = counted.rows().map(|row| label(&row).len()).max().unwrap_or(0).max("moves".len());
    text += &format!("{:>first$}  {:>width$}        share   cumulative\n", "moves", "states");
    let mut sum = 0.0;
    for row in counted.rows() {
        sum += row.share;
        let (moves, states) = (label(&row), grouped(row.states));
        let (share, sum) = (percent(row.share), percent(sum));
        let _ = writeln!(text, "{moves:>first$}  {states:>width$}  {share:>11}  {sum:>11}");
    }
    let median = counted.counts.median();
    if counted.is_last_or_more {
        let _ = writeln!(text, "median {median}; the mean is not known exactly");
    } else {
        let (mean, deviation) = (counted.counts.mean(), counted.counts.standard_deviation());
        let _ = writeln!(text, "mean {mean:.6}, standard deviation {deviation:.6}, median {median}");
    }
    if let Some(source) = &counted.source {
        let _ = writeln!(text, "{source} ({} moves)", counted.metric);
    }
    text
}

/// Returns the CSV table.
fn csv(counted: &CountedStates) -> String {
    let row = |Row { moves, or_more, states, share }| {
        format!("{moves}{},{states},{share}\n", if or_more { "+" } else { "" })
    };
    "moves,states,share\n".to_string() + &counted.rows().map(row).collect::<String>()
}
