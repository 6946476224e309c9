//! The solvers and tables of a command: opened in the table folder, with notes and progress on standard error.

use std::fmt;
use std::sync::Arc;

use cubiform_answers::Error;
use cubiform_answers::draws::draw_error;
use cubiform_answers::engines::{
    EngineError, Engines, GoalTables, OptimalRequest, TableEvent, TablePolicy, four_set,
};
use cubiform_answers::generators::MoveSet;
use cubiform_answers::solvers::{self, Solvers};
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::Draw;
use cubiform_solvers::cfop::BuildError;
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::solver::Solver;
use cubiform_store::TableKind;
use cubiform_tables::catalogue::Entry;
use cubiform_threads::{CancelToken, Threads};

use crate::args::{Machine, Profiles};
use crate::failure::{Failure, say};
use crate::paths::Folder;
use crate::progress::{self, Tries, note, short};
use crate::{interrupt, table_checks};

/// The advice for too little memory.
const MEMORY_REMEDY: &str = "close other programs, or use a machine with more memory";

/// Creates the solvers of a command, which open their tables at first need.
///
/// # Errors
/// If there is no table folder.
pub(crate) fn open(machine: &Machine, profile: Profiles) -> Result<Engines, Failure> {
    let (folder, threads) = (Folder::find(machine.tables.as_deref())?, machine.threads());
    let tables = GoalTables::in_store(table_checks::store(&folder, threads));
    let policy = TablePolicy { profile: profile.profile(), ..TablePolicy::default() };
    let progress = progress::Tables::new();
    let engines = Engines::new(tables, policy, threads).with_checks(table_checks::checks());
    Ok(engines.with_report(move |event| show(event, &folder, &progress)))
}

/// Shows an event.
fn show(event: TableEvent<'_>, folder: &Folder, progress: &progress::Tables) {
    let names = |entries: &[&'static Entry], separator: &str| {
        entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(separator)
    };
    match event {
        TableEvent::Progress(name, event) => progress.show(name, event),
        TableEvent::Ended => progress.clear(),
        TableEvent::Suggested(larger) => note(format_args!(
            "larger tables make this many times faster ({:.1} GB of disk space, built in about a minute):\n  {}",
            larger.iter().map(|entry| entry.payload()).sum::<u64>() as f64 / 1e9,
            folder.command(&format!("tables build {}", names(larger, " "))),
        )),
        TableEvent::Missing(missing) => {
            let (names, folder) = (names(missing, ", "), folder.path.display());
            note(format_args!("building tables (first run only): {names} in {folder}"));
        }
        TableEvent::Built(table, took) => {
            note(format_args!("built {} in {:.1} s", table.name, took.as_secs_f64()));
        }
        TableEvent::TooLarge(bytes) => say(format_args!(
            "the tables take {:.1} GB, more than the free memory: reads from disk will slow down the search",
            bytes as f64 / 1e9
        )),
        TableEvent::Filling(name, states) => {
            note(format_args!("filling {name} in memory: {} states", short(states as f64)));
        }
    }
}

impl From<EngineError> for Failure {
    /// Words an error, with its remedy.
    fn from(error: EngineError) -> Failure {
        match error {
            EngineError::Build(BuildError::Store(error)) => Failure::store(&error, table_checks::folder()),
            EngineError::Build(BuildError::Cancelled) => Failure::Interrupted,
            EngineError::Build(BuildError::TooLarge { .. }) => Failure::Usage(format!("--goal {error}")),
            EngineError::Build(BuildError::Memory { .. }) => {
                Failure::Message(format!("{error}\n  {MEMORY_REMEDY}"))
            }
            EngineError::NoFourTable { metric, .. } => {
                let build = table_checks::folder().command(&format!("tables build {}", four_set(metric)));
                Failure::Message(format!("{error}\n  build them with: {build}"))
            }
            error => Failure::Message(error.to_string()),
        }
    }
}

/// Checks that `needed` bytes of memory are free.
///
/// # Errors
/// Returns a message with the operation (`doing`) and the remedy if too little memory is free.
pub(crate) fn check_memory(doing: &str, needed: u64, remedy: &str) -> Result<(), Failure> {
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    TablePolicy::default().shortage(needed).map_or(Ok(()), |free| {
        let (needed, free) = (gigabytes(needed), gigabytes(free));
        let message = format!("{doing} takes {needed:.1} GB of memory, {free:.1} GB are free");
        Err(Failure::Message(format!("{message}\n  {remedy}")))
    })
}

/// The number of trials from which a pilot estimates the number of states, with a standard error of a few per cent.
const PILOT_TRIALS: u32 = 1000;

/// The solvers of a run.
pub(crate) struct RunSolvers {
    pub(crate) engines: Engines,
    /// An estimate of the number of cubes, if known.
    pub(crate) cubes: Option<u64>,
    /// Whether an optimal search takes all threads, as for a single cube.
    pub(crate) takes_all_threads: bool,
    /// Whether to print how states under a condition are drawn, even if standard error is not a terminal.
    pub(crate) explains_draws: bool,
}

impl RunSolvers {
    /// Opens the solvers of a command for an unknown number of cubes.
    ///
    /// # Errors
    /// If there is no folder for tables.
    pub(crate) fn open(machine: &Machine, profile: Profiles) -> Result<RunSolvers, Failure> {
        let engines = open(machine, profile)?;
        Ok(RunSolvers { engines, cubes: None, takes_all_threads: false, explains_draws: false })
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Usage(message) => Error::usage(None, message),
            Failure::Message(message) => Error::message(message),
            Failure::Interrupted => Error::cancelled(),
            Failure::Reported | Failure::ClosedPipe => unreachable!("opening a solver prints nothing"),
        }
    }
}

impl Solvers for RunSolvers {
    fn engines(&self) -> &Engines {
        &self.engines
    }

    fn cancel(&self) -> &CancelToken {
        &interrupt::REQUESTED
    }

    fn failed(&self, error: EngineError) -> Error {
        Failure::from(error).into()
    }

    fn note(&self, message: fmt::Arguments<'_>) {
        progress::note(message);
    }

    fn optimal(
        &self,
        solutions: SolutionRequest,
        moves: Option<MoveSet>,
        reason: &str,
    ) -> Result<Arc<dyn Solver>, Error> {
        let request = OptimalRequest {
            has_upper_bounds: moves.is_none() && solutions.solutions <= 1,
            solutions,
            moves: moves.map(|moves| moves.0),
            threads: (!self.takes_all_threads).then(Threads::single),
            cubes: self.cubes,
        };
        match self.engines.optimal(&request, self.cancel()) {
            Ok(solver) => Ok(Arc::new(solver)),
            Err(EngineError::NoOptimalTable) => {
                let build = table_checks::folder().command("tables build optimal-medium");
                let error = Error::message(format!("{reason} a table, but none is built"));
                Err(error.hint_line(format!("build one with: {build}")))
            }
            Err(EngineError::Build(BuildError::Moves(error))) => Err(Error::usage("moves", error)),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn draw(&self, condition: &Condition, seed: u64) -> Result<Draw, Error> {
        let mut draw = solvers::draw(self, condition, seed)?;
        let tries = Tries::new();
        draw.report_to(move |so_far| tries.show(so_far));
        if self.explains_draws {
            draw.run_pilot(PILOT_TRIALS).map_err(|error| draw_error(&error, condition))?;
            say(&draw);
        } else {
            progress::note(&draw);
        }
        Ok(draw)
    }
}
