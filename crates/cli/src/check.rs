//! `cubiform check`: checks the text of a goal or a condition.

use cubiform_answers::check::{Check, CheckRequest, CheckedStage};

use crate::args::Arguments;
use crate::failure::Failure;
use crate::operation;
use crate::output::print_as;
use crate::text_layout::align_columns;

/// Runs the command. It fails if the text is not valid.
pub(crate) fn run(args: &Arguments<CheckRequest>) -> Result<(), Failure> {
    let check = operation::answer(args.request.clone(), &args.machine)?;
    print_as(args.format, || text(&check), &check)?;
    if check.valid { Ok(()) } else { Err(Failure::Reported) }
}

/// Returns the canonical text with its stages, or the first error with its place.
fn text(check: &Check) -> String {
    if let Some(error) = &check.error {
        return format!("not valid: column {}: {}\n", error.column, error.message);
    }
    let head = ["stage", "column", "choices"].map(String::from).to_vec();
    let row = |stage: &CheckedStage| vec![stage.title.clone(), stage.name.clone(), stage.choices.to_string()];
    let rows: Vec<Vec<String>> = [head].into_iter().chain(check.stages.iter().map(row)).collect();
    format!("{}\n\n{}", check.name.as_deref().unwrap_or_default(), align_columns(&rows, 2))
}
