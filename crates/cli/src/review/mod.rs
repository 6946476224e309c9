//! `cubiform review`: reviews solves stage by stage, with the optimal length of each stage and the best
//! continuations.

mod ending;
mod report;
mod source;
mod summary;

use cubiform_answers::review::{ReviewedSolve, json};
use cubiform_answers::{Error, json_error_message};
use cubiform_cube::goal::Variant;
use cubiform_human::{CfopSolver, Request};
use cubiform_solvers::cfop::Analyzer;

use crate::args::{self, ReviewFormat};
use crate::error::Failure;
use crate::interrupt;
use crate::open_tables::{self, TableRequest};
use crate::output::print;
use crate::paths::Folder;
use crate::terminal::Terminal;

fn failed(error: Error) -> Failure {
    Failure::of("review", error)
}

/// Runs the command.
pub(crate) fn run(args: &args::Review) -> Result<(), Failure> {
    let solves = source::solves(args)?;
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let analyzer = if args.no_optimal { None } else { Some(analyzer(args, solves.len(), &folder)?) };
    let solver = CfopSolver::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let request = Request { effort: args.effort.search_effort(), ..Request::default() };
    let terminal = Terminal::of_stdout();
    let many = solves.len() > 1;
    let mut all = Vec::new();
    for (i, solve) in solves.into_iter().enumerate() {
        let reviewed = ReviewedSolve::new(solve, &solver, analyzer.as_ref(), &request, &interrupt::REQUESTED)
            .map_err(failed)?;
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
            print(format!("\n{}", summary::table(all, terminal)).as_bytes())
        }
        _ => Ok(()),
    }
}

/// Returns a value as a line of JSON.
fn line(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(value).map_err(|e| Failure::Message(json_error_message(&e)))?;
    Ok(text + "\n")
}

/// Returns a value as indented JSON.
fn document(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|e| Failure::Message(json_error_message(&e)))?;
    Ok(text + "\n")
}

/// Opens the analyzer that proves the optimal lengths of stages.
fn analyzer(args: &args::Review, solves: usize, folder: &Folder) -> Result<Analyzer, Failure> {
    let variant = Variant::std();
    let stages: Vec<usize> = (0..variant.stages.len()).collect();
    let need = TableRequest {
        command: "review",
        goal: &variant,
        stages: &stages,
        profile: args.profile,
        scrambles: Some(solves as u64),
        threads: args.machine.threads(),
    };
    open_tables::analyzer(&need, folder)
}
