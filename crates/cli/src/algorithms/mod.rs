//! `cubiform algorithms`: all algorithms of cases, in the order of effort.

mod drawing;
mod sheet;

use cubiform_answers::Error;
use cubiform_answers::algorithms::{AlgorithmAnswer, AlgorithmObject, AlgorithmRequest, CaseAlgorithms};
use cubiform_answers::format::counted;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Operation as _;

use crate::args::{Algorithms, SheetFormat};
use crate::failure::Failure;
use crate::json;
use crate::operation::with_progress;
use crate::output::print;
use crate::progress::Count;
use crate::terminal::Terminal;
use crate::text_table::align_before_text;

/// Runs the command.
pub(crate) fn run(args: &Algorithms) -> Result<(), Failure> {
    let answer = answer(args)?;
    let text = match args.answer.format {
        SheetFormat::Table => text(&answer, Terminal::of_stdout()),
        SheetFormat::Html => sheet::html(&answer),
        SheetFormat::Markdown => sheet::markdown(&answer),
        SheetFormat::Csv => sheet::csv(&answer),
        SheetFormat::Anki => sheet::anki(&answer),
        SheetFormat::Json => json::document(&answer)?,
    };
    print(text.as_bytes())
}

fn answer(args: &Algorithms) -> Result<AlgorithmAnswer, Error> {
    let question = args.answer.request.clone().check(&Limits::NONE)?;
    let count = question.case_count();
    let progress = Count::hidden_if(count == 1, counted(count, "case"));
    with_progress(&args.answer.machine, AlgorithmRequest::DOOR.needs, &progress, |context| {
        question.answer(context, args.keep.as_deref())
    })
}

/// Returns the algorithms of all cases as tables.
fn text(answer: &AlgorithmAnswer, terminal: Terminal) -> String {
    let cases = answer.cases.iter().map(|case| of_case(answer, case, terminal));
    cases.collect::<Vec<_>>().join("\n")
}

fn of_case(answer: &AlgorithmAnswer, case: &CaseAlgorithms, terminal: Terminal) -> String {
    let name = case.case.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let table = || align_before_text(&rows(case), 1, terminal.limit());
    let Some(optimal) = case.optimal else {
        return match case.count {
            0 => format!("{name}the turns {} do not solve it\n", answer.moves),
            _ => format!("{name}the algorithm solves it\n{}", table()),
        };
    };
    let metric = answer.metric.to_uppercase();
    let lengths = if answer.slack == 0 {
        format!("{optimal}")
    } else {
        format!("{optimal} to {}", optimal + answer.slack)
    };
    let found = match counted(case.count, "algorithm") {
        found if !case.is_complete => format!("some of the algorithms, {found}"),
        found if case.count > 1 => format!("all {found}"),
        found => found,
    };
    let mut text = format!("{name}{found} of {lengths} moves ({metric}) of {}\n", answer.moves);
    if case.algorithms.iter().any(|algorithm| algorithm.on_sheet) {
        text.pop();
        text.push_str("; * is on the sheet\n");
    }
    text + &table()
}

/// Returns the rows of the table of a case, with a head.
fn rows(case: &CaseAlgorithms) -> Vec<Vec<String>> {
    let head = ["algorithm", "moves", "effort"].map(String::from).to_vec();
    let row = |algorithm: &AlgorithmObject| {
        let sheet = if algorithm.on_sheet { " *" } else { "" };
        let text = format!("{}{sheet}", written(algorithm));
        vec![text, algorithm.length.to_string(), algorithm.reasons.replacen("effort ", "", 1)]
    };
    [head].into_iter().chain(case.algorithms.iter().map(row)).collect()
}

/// Returns an algorithm with the turns of U before and after it.
fn written(algorithm: &AlgorithmObject) -> String {
    match &algorithm.after[..] {
        "" => algorithm.text.clone(),
        after => format!("{} ({after})", algorithm.text),
    }
}
