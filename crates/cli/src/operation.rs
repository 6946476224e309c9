//! The commands that answer one document: any operation, with the options that all of them have.

use clap::Args;
use cubiform_answers::Error;
use cubiform_answers::engines::{Engines, GoalTables, TablePolicy};
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::{Context, Needs, Operation, answer_question};

use crate::args::{Arguments, Machine, Profiles};
use crate::engines;
use crate::engines::RunSolvers;
use crate::failure::Failure;
use crate::output::print_as;
use crate::progress::Count;

/// Answers a request, and prints the answer as `text` formats it, or as a JSON document.
pub(crate) fn run<O: Operation + Args + Clone>(
    args: &Arguments<O>,
    text: impl Fn(&O::Answer) -> String,
) -> Result<(), Failure> {
    let answer = answer(args.request.clone(), &args.machine)?;
    print_as(args.format, || text(&answer), &answer)
}

/// Checks and answers a request.
pub(crate) fn answer<O: Operation>(request: O, machine: &Machine) -> Result<O::Answer, Error> {
    let question = request.check(&Limits::NONE)?;
    let solvers = open(machine, O::DOOR.needs)?;
    answer_question::<O>(question, &Context::new(&solvers))
}

/// Calls `work` with a context whose steps are shown as progress.
pub(crate) fn with_progress<T>(
    machine: &Machine,
    needs: Needs,
    progress: &Count,
    work: impl FnOnce(&Context<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let solvers = open(machine, needs)?;
    let report = |done, all| progress.show(done, all);
    work(&Context { report: &report, ..Context::new(&solvers) })
}

/// Opens the solvers of an operation. Only tables of goals need a folder.
pub(crate) fn open(machine: &Machine, needs: Needs) -> Result<RunSolvers, Error> {
    let engines = match engines::open(machine, Profiles::Auto) {
        Err(_) if needs != Needs::GoalTables => {
            Engines::new(GoalTables::in_memory(), TablePolicy::default(), machine.threads())
        }
        engines => engines?,
    };
    Ok(RunSolvers { engines, cubes: None, takes_all_threads: false, explains_draws: false })
}
