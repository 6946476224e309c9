//! `cubiform review`: reviews solves stage by stage, with the optimal length of each stage and the best
//! continuations.

mod ending;
mod report;
mod source;
mod summary;

use std::sync::Arc;

use cubiform_answers::format::counted;
use cubiform_answers::goals::Goals;
use cubiform_answers::review::{ReviewedSolve, Solve, SolveRecord, Summary, json};
use cubiform_cube::goal::Variant;
use cubiform_human::{CfopSolver, Request};
use cubiform_solvers::cfop::Analyzer;

use crate::args::{self, OnError, ReviewFormat};
use crate::engines;
use crate::failure::{Failure, say};
use crate::interrupt::REQUESTED;
use crate::json::{document, line};
use crate::output::print;
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
    let solver = (solves > 0).then(|| open(args, solves)).transpose()?;
    let request = Request { effort: args.effort.search_effort(), ..Request::default() };
    let review = |solve: Solve| {
        let (solver, analyzer) = solver.as_ref().expect("the solver is open if there are solves");
        ReviewedSolve::new(solve, solver, analyzer.as_deref(), &request, &REQUESTED)
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

/// Opens the solver, and the analyzer unless optimal lengths are omitted, for this number of solves.
fn open(args: &args::Review, solves: u64) -> Result<(Arc<CfopSolver>, Option<Arc<Analyzer>>), Failure> {
    let engines = engines::open(&args.machine, args.profile)?;
    let goals = (!args.no_optimal).then(|| Goals::all_stages(Variant::std()));
    let analyzer = goals.map(|goals| engines.analyzer(&goals, None, Some(solves), &REQUESTED)).transpose()?;
    Ok((engines.cfop(&REQUESTED)?, analyzer))
}
