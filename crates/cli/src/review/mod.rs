//! `cubiform review`: reviews solves stage by stage, with the optimal length of each stage and the best
//! continuations.

mod ending;
mod report;
mod source;
mod summary;

use cubiform_answers::Error;
use cubiform_answers::format::counted;
use cubiform_answers::operation::{Context, Operation as _};
use cubiform_answers::review::{ReviewQuestion, ReviewRequest, Solve, SolveRecord, Summary, json};

use crate::args::{self, OnError, ReviewFormat};
use crate::failure::{Failure, say};
use crate::json::{document, line};
use crate::output::print;
use crate::solvers::RunSolvers;
use crate::terminal::Terminal;

use self::source::Entry;

/// Runs the command.
pub(crate) fn run(args: &args::Review) -> Result<(), Failure> {
    let all = source::entries(args)?;
    let (count, mut entries) = (all.len(), Vec::new());
    for entry in all {
        match entry {
            Entry::Unreadable(error) if args.on_error == OnError::Skip => {
                say(format_args!("skipped: {error}"));
            }
            Entry::Unreadable(error) => return Err(error.into()),
            entry => entries.push(entry),
        }
    }
    let skipped = count - entries.len();
    reviews(args, entries)?;
    if skipped > 0 {
        say(format_args!("{skipped} of {} could not be read", counted(count, "solve")));
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Reviews the solves that were read.
fn reviews(args: &args::Review, entries: Vec<Entry>) -> Result<(), Failure> {
    let is_reviewed = |entry: &Entry| matches!(entry, Entry::Reviewed(_));
    if !args.summary && entries.iter().any(is_reviewed) {
        return Err(Failure::usage("these are reviews, not solves; summarise them with --summary"));
    }
    if args.summary && args.links {
        return Err(Failure::usage("--links has no effect with --summary"));
    }
    let solves = entries.iter().filter(|entry| !is_reviewed(entry)).count() as u64;
    let solvers = (solves > 0).then(|| RunSolvers::open(&args.machine, args.profile)).transpose()?;
    let review = |solve: Solve| {
        let solvers = solvers.as_ref().expect("the solvers are open if there are solves");
        let question = ReviewQuestion { together: solves, ..args.request.of_solves(vec![solve]) };
        let answer = ReviewRequest::answer(question, &Context::new(solvers))?;
        answer.solves.into_iter().next().ok_or_else(|| Error::message("a review is missing"))
    };
    if args.summary {
        let records = entries.into_iter().map(|entry| match entry {
            Entry::Solve(solve) => Ok(SolveRecord::from(&review(*solve)?)),
            Entry::Reviewed(record) => Ok(record),
            Entry::Unreadable(error) => Err(error.into()),
        });
        let summary = Summary::of_records(&records.collect::<Result<Vec<_>, Failure>>()?);
        return match args.format {
            ReviewFormat::Table => print(summary::table(&summary, Terminal::of_stdout()).as_bytes()),
            ReviewFormat::Json => print(document(&summary)?.as_bytes()),
            ReviewFormat::Jsonl => print(line(&summary)?.as_bytes()),
        };
    }
    let terminal = Terminal::of_stdout();
    let many = entries.len() > 1;
    let mut all = Vec::new();
    for (i, entry) in entries.into_iter().enumerate() {
        let Entry::Solve(solve) = entry else { continue };
        let reviewed = review(*solve)?;
        match args.format {
            ReviewFormat::Table => {
                let heading = if i == 0 { "" } else { "\n" };
                let text = report::table(&reviewed, terminal, args.links, many.then_some(i + 1));
                print(format!("{heading}{text}").as_bytes())?;
            }
            ReviewFormat::Jsonl => print(line(&json::object(&reviewed))?.as_bytes())?,
            ReviewFormat::Json => {}
        }
        all.push(reviewed);
    }
    match (args.format, &all[..]) {
        (ReviewFormat::Json, [one]) => print(document(&json::object(one))?.as_bytes()),
        (ReviewFormat::Json, all) => print(document(&json::several(all))?.as_bytes()),
        (ReviewFormat::Table, all) if many => {
            print(format!("\n{}", summary::table(&Summary::of(all), terminal)).as_bytes())
        }
        _ => Ok(()),
    }
}
