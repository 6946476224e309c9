//! The solvers of `solve` and `scramble`, opened with the tables in the folder.

use std::sync::Arc;

use cubiform_answers::generators::{Generators, MoveSet};
use cubiform_answers::input::Input;
use cubiform_answers::puzzle::SCRAMBLE_BEAM;
use cubiform_answers::request::SolveQuestion;
use cubiform_answers::solvers::Solvers;
use cubiform_answers::{Error, tables};
use cubiform_cube::Move;
use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::condition::Condition;
use cubiform_human::CfopSolver;
use cubiform_solvers::five_stage::FiveStage;
use cubiform_solvers::optimal::{Optimal, Portfolio};
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::subgroup::{Subgroup, SubgroupError};
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::TableKind;
use cubiform_tables::cosets::COSETS;
use cubiform_tables::four::{PAIR_TABLE, Pairs, Stage, StageEntry};
use cubiform_threads::{CancelToken, Threads};

use crate::args::{Machine, Profiles};
use crate::draws::{self, DrawRequest};
use crate::error::Failure;
use crate::paths::Folder;
use crate::progress::note;
use crate::{interrupt, open_tables, table_checks};

/// The solvers of a run.
pub(crate) struct RunSolvers<'a> {
    pub(crate) machine: &'a Machine,
    /// An estimate of the number of cubes, if known.
    pub(crate) cubes: Option<u64>,
    /// Whether an optimal search takes all threads, as for a single cube.
    pub(crate) takes_all_threads: bool,
    /// Whether to print how states under a condition are drawn, and the tables for that.
    pub(crate) draws: (bool, Profiles),
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Usage { message, .. } => Error::usage(None, message),
            Failure::Message(message) => Error::message(message),
            Failure::Interrupted => Error::cancelled(),
            Failure::Reported | Failure::ClosedPipe => unreachable!("opening a solver prints nothing"),
        }
    }
}

impl<'a> RunSolvers<'a> {
    /// Creates the solvers of a run without an estimate.
    pub(crate) fn new(machine: &'a Machine) -> RunSolvers<'a> {
        RunSolvers { machine, cubes: None, takes_all_threads: false, draws: (false, Profiles::Auto) }
    }

    /// Returns the two-phase solver, with the pruning tables that are built if it is `filtered`. They make it faster, but
    /// may change the solution that is found within a node limit.
    fn open_two_phase(&self, filtered: bool) -> Result<TwoPhase, Failure> {
        let folder = Folder::find(self.machine.tables.as_deref())?;
        let store = folder.store(self.machine.threads());
        let filters = if filtered { Filters::open(&store) } else { Ok(Filters::default()) };
        let filters = filters.map_err(|e| Failure::store(&e, &folder))?;
        TwoPhase::with_filters(filters, self.machine.threads(), &interrupt::REQUESTED)
            .ok_or(Failure::Interrupted)
    }

    /// Opens the tables for `metric` and returns the solver of the 4x4x4. Its two-phase part uses tables if `filtered`.
    fn open_four(
        &self,
        metric: Metric,
        filtered: bool,
        beam: Option<usize>,
    ) -> Result<Arc<dyn Solver<Cube4>>, Failure> {
        let threads = self.machine.threads();
        let folder = Folder::find(self.machine.tables.as_deref())?;
        let store = folder.store(threads);
        let failed = |e| Failure::store(&e, &folder);
        let entries = StageEntry::of(metric);
        let set = entries[0].set().expect("stages have a set");
        let needed: Vec<&dyn TableKind> = tables::all().filter(|table| table.set() == Some(set)).collect();
        for entry in &needed {
            if !store.has(*entry).map_err(failed)? {
                let bytes: u64 = needed.iter().map(|entry| entry.payload()).sum();
                return Err(Failure::Message(format!(
                    "the 4x4x4 in {} needs {} tables ({} MB), and {} is not built\n  build them with: {}",
                    metric.name().to_uppercase(),
                    needed.len(),
                    bytes / 1_000_000,
                    entry.name(),
                    folder.command(&format!("tables build {set}"))
                )));
            }
        }
        let was_there = "the file was there a moment ago";
        let open = |entry: &'static StageEntry| store.open(entry).map(|table| table.expect(was_there));
        if metric != Metric::OuterBlock {
            Stage::all(threads);
            let tables = entries.iter().map(open).collect::<Result<_, _>>().map_err(failed)?;
            table_checks::start();
            let mut solver = FiveStage::new(metric, tables);
            beam.into_iter().for_each(|width| solver.set_beam(width));
            return Ok(Arc::new(solver));
        }
        let (_, two_phase) = threads.join(Pairs::get, || self.open_two_phase(filtered));
        let tables = entries.iter().map(open).collect::<Result<_, _>>().map_err(failed)?;
        let pairs = store.open(&PAIR_TABLE).map_err(failed)?.expect(was_there);
        table_checks::start();
        let mut solver = OuterBlock::new(tables, pairs, two_phase?);
        beam.into_iter().for_each(|width| solver.set_beam(width));
        Ok(Arc::new(solver))
    }
}

impl Solvers for RunSolvers<'_> {
    fn two_phase(&self) -> Result<TwoPhase, Error> {
        Ok(self.open_two_phase(true)?)
    }

    fn thistlethwaite(&self) -> Result<Arc<dyn Solver>, Error> {
        let solver = Thistlethwaite::new_until(&interrupt::REQUESTED).ok_or_else(Error::cancelled)?;
        Ok(Arc::new(solver))
    }

    fn optimal(&self, question: &SolveQuestion, moves: Option<MoveSet>) -> Result<Arc<dyn Solver>, Error> {
        let folder = Folder::find(self.machine.tables.as_deref())?;
        let store = folder.store(self.machine.threads());
        let wanted = question.wanted();
        for entry in COSETS.iter().rev() {
            let opened = open_tables::open_coset_table(entry, &store, self.cubes, &folder)?;
            let Some(table) = opened else { continue };
            let single = Threads::single();
            let threads = if self.takes_all_threads { self.machine.threads() } else { &single };
            let has_upper_bounds = moves.is_none() && wanted.solutions <= 1;
            let two_phase = has_upper_bounds.then(|| self.two_phase()).transpose()?;
            let moves = moves.map_or((1 << Move::COUNT) - 1, |moves| moves.0);
            let optimal = Optimal::within(Arc::new(table), moves).map_err(|e| Error::usage("moves", e))?;
            let optimal = optimal.checking_tables(table_checks::long_search_check());
            return Ok(Arc::new(Portfolio::new(optimal, two_phase, threads, wanted)));
        }
        let who = match question.request.method {
            Some(_) => "`method` optimal needs",
            None => "shortest solutions with these moves need",
        };
        let build = folder.command("tables build optimal-medium");
        Err(Error::message(format!("{who} a table, but none is built"))
            .hint_line(format!("build one with: {build}")))
    }

    fn has_optimal(&self) -> Result<bool, Error> {
        let store = Folder::find(self.machine.tables.as_deref())?.store(self.machine.threads());
        Ok(COSETS.iter().any(|entry| !store.must_build(entry)))
    }

    fn subgroup(&self, moves: &Generators) -> Result<Subgroup, Error> {
        note(format_args!("preparing the tables of the moves {moves}, which are not kept"));
        Subgroup::new(&moves.turns(), &interrupt::REQUESTED).map_err(|error| match error {
            SubgroupError::Cancelled => Error::cancelled(),
            error => Error::usage(None, format!("`moves` {moves}: {error}")),
        })
    }

    fn cfop(&self) -> Result<Arc<CfopSolver>, Error> {
        CfopSolver::new_until(&interrupt::REQUESTED).map(Arc::new).ok_or_else(Error::cancelled)
    }

    fn two(&self) -> Result<Arc<TwoByTwo>, Error> {
        TwoByTwo::new_until(&interrupt::REQUESTED).map(Arc::new).ok_or_else(Error::cancelled)
    }

    fn four(&self, metric: Metric, beam: Option<usize>) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        Ok(self.open_four(metric, true, beam)?)
    }

    fn four_scrambler(&self) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        Ok(self.open_four(Metric::OuterBlock, false, Some(SCRAMBLE_BEAM))?)
    }

    fn scrambler(&self) -> Result<Scrambler, Error> {
        Scrambler::new_until(self.machine.threads(), &interrupt::REQUESTED).ok_or_else(Error::cancelled)
    }

    fn states(&self, condition: &Condition, seed: u64, _: &CancelToken) -> Result<Input, Error> {
        let request = draw_request(self.machine, condition, seed, self.draws);
        Ok(draws::input(&request, &Folder::find(self.machine.tables.as_deref())?)?)
    }
}

/// Returns the request for states that satisfy a condition.
pub(crate) fn draw_request<'a>(
    machine: &'a Machine,
    condition: &'a Condition,
    seed: u64,
    (explain, profile): (bool, Profiles),
) -> DrawRequest<'a> {
    DrawRequest { command: "scramble", condition, count: u64::MAX, seed, explain, profile, machine }
}
