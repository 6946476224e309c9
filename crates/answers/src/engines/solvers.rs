//! The solvers of whole cubes, of steps and of draws, each made at its first use.

use std::sync::Arc;

use cubiform_cube::four::{Cube4, Metric};
use cubiform_draw::{DistanceOracle, Watch};
use cubiform_human::CfopSolver;
use cubiform_human::cases::sets::{DeriveError, DerivedSet, KnownSet};
use cubiform_solvers::algorithms::{AlgorithmSearch, AlgorithmsError, Question};
use cubiform_solvers::cfop::BuildError;
use cubiform_solvers::five_stage::FiveStage;
use cubiform_solvers::insertion::{AlgorithmSet, PieceKind};
use cubiform_solvers::optimal::{Optimal, Portfolio, SolutionRequest};
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::reduction::Reductions;
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::{OpenTable, Store, TableKind};
use cubiform_tables::cosets::{COSETS, CosetTable};
use cubiform_tables::four::{PAIR_TABLE, Pairs, Stage, StageEntry};
use cubiform_threads::{CancelToken, Threads};

use super::error::{EngineError, four_set};
use super::{EasiestKey, Engines, made};
use crate::Error;
use crate::easiest::EasiestAlgorithm;

/// The minimum number of cubes for which a large table of the optimal solver is copied into memory. An optimal solution
/// takes seconds.
const MIN_CUBES_FOR_OPTIMAL_COPY: u64 = 6;

/// A solver of the 4x4x4: the metric, the beam width if it is not the default, and whether it generates scrambles, which
/// are the same on every machine.
pub(super) type FourKey = (Metric, Option<usize>, bool);

/// The beam width of scrambles of the 4x4x4. It is fixed, so that scrambles are the same on every machine.
const SCRAMBLE_BEAM: usize = 40;

/// The generator of scrambles of the 4x4x4.
pub(super) const FOUR_SCRAMBLER: FourKey = (Metric::OuterBlock, Some(SCRAMBLE_BEAM), true);

/// A request for optimal solutions.
#[derive(Clone, Debug, Default)]
pub struct OptimalRequest {
    /// The solutions of each cube.
    pub solutions: SolutionRequest,
    /// The moves of solutions, bit `m` for move `m`; all by default.
    pub moves: Option<u32>,
    /// Whether the two-phase solver runs beside the search, for upper bounds.
    pub has_upper_bounds: bool,
    /// The threads that search one cube; those of the solvers by default.
    pub threads: Option<Threads>,
    /// An estimate of the number of cubes, if known.
    pub cubes: Option<u64>,
}

impl Engines {
    /// Builds the filters of the two-phase solver that are missing, where they can be written.
    ///
    /// # Errors
    /// If `cancel` was cancelled, or a fill gave wrong counts.
    pub fn build_filters(&self, cancel: &CancelToken) -> Result<(), EngineError> {
        let Some(store) = self.store() else { return Ok(()) };
        Ok(self.observer(cancel).watch(|observer| Filters::build(store, observer))?)
    }

    /// Returns the two-phase solver. It is faster with its filters, which are built if the policy allows it.
    ///
    /// # Errors
    /// If a filter is damaged, or `cancel` was cancelled.
    pub fn two_phase(&self, cancel: &CancelToken) -> Result<Arc<TwoPhase>, EngineError> {
        self.kept.two_phase.get(|| {
            if self.policy.builds {
                self.build_filters(cancel)?;
            }
            let filters = self.store().map(Filters::open).transpose()?.unwrap_or_default();
            if filters.first.is_none() && filters.second.is_none() {
                return Ok((*self.unfiltered(cancel)?).clone());
            }
            made(TwoPhase::with_filters(filters, &self.threads, cancel))
        })
    }

    /// Returns the two-phase solver without filters, whose solutions are the same on every machine.
    pub(super) fn unfiltered(&self, cancel: &CancelToken) -> Result<Arc<TwoPhase>, EngineError> {
        self.kept.unfiltered.get(|| made(TwoPhase::with_filters(Filters::default(), &self.threads, cancel)))
    }

    /// Returns the solver by Thistlethwaite's algorithm.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub fn thistlethwaite(&self, cancel: &CancelToken) -> Result<Arc<Thistlethwaite>, EngineError> {
        self.kept.thistlethwaite.get(|| made(Thistlethwaite::new_until(cancel)))
    }

    /// Returns the steps of fewest-moves solves.
    ///
    /// # Errors
    /// As [`two_phase`](Self::two_phase).
    pub fn reductions(&self, cancel: &CancelToken) -> Result<Reductions, EngineError> {
        let reductions = self.kept.reductions.get(|| {
            let two_phase = (*self.two_phase(cancel)?).clone();
            Ok::<_, EngineError>(Reductions::new(self.thistlethwaite(cancel)?, two_phase))
        });
        Ok((*reductions?).clone())
    }

    /// Returns the generator of scrambles.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub fn scrambler(&self, cancel: &CancelToken) -> Result<Scrambler, EngineError> {
        Ok(Scrambler::sharing((*self.unfiltered(cancel)?).clone()))
    }

    /// Returns the CFOP solver.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub fn cfop(&self, cancel: &CancelToken) -> Result<Arc<CfopSolver>, EngineError> {
        self.kept.cfop.get(|| made(CfopSolver::new_until(cancel)))
    }

    /// Returns the algorithms that insertions try, of at most `max_moves` moves.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    ///
    /// # Panics
    /// As [`AlgorithmSet::find`].
    pub fn algorithms(
        &self,
        kind: PieceKind,
        max_moves: usize,
        cancel: &CancelToken,
    ) -> Result<Arc<AlgorithmSet>, EngineError> {
        let find = || made(AlgorithmSet::find(kind, max_moves, cancel));
        self.kept.algorithms.get((kind, max_moves), find)
    }

    /// Returns the search of the steps of a method, with the tables of its question.
    ///
    /// # Errors
    /// As [`AlgorithmSearch::new`].
    pub(crate) fn search(
        &self,
        question: Question,
        cancel: &CancelToken,
    ) -> Result<Arc<AlgorithmSearch>, AlgorithmsError> {
        self.kept
            .searches
            .get(question.clone(), || AlgorithmSearch::new(&question, None, &self.threads, cancel))
    }

    /// Returns the cases of a known set.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub(crate) fn case_set(
        &self,
        set: &'static KnownSet,
        cancel: &CancelToken,
    ) -> Result<Arc<DerivedSet>, DeriveError> {
        self.kept.case_sets.get(set.name, || set.definition().derive(false, cancel))
    }

    /// Returns the easiest algorithm of a case of a known set, which `find` finds at the first use.
    ///
    /// # Errors
    /// If `find` fails.
    pub(crate) fn easiest(
        &self,
        key: EasiestKey,
        find: impl FnOnce() -> Result<Option<EasiestAlgorithm>, Error>,
    ) -> Result<Option<EasiestAlgorithm>, Error> {
        Ok((*self.kept.easiest.get(key, find)?).clone())
    }

    /// Returns the solver of the 2x2x2.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub fn two(&self, cancel: &CancelToken) -> Result<Arc<TwoByTwo>, EngineError> {
        self.kept.two.get(|| made(TwoByTwo::new_until(cancel)))
    }

    /// Returns the distances from which random states under a condition are drawn, which take 37 MB.
    ///
    /// # Errors
    /// If `cancel` was cancelled.
    pub fn oracle(&self, cancel: &CancelToken) -> Result<Arc<DistanceOracle>, EngineError> {
        let watch = Watch { cancel, report: &|_| {} };
        self.kept.oracle.get(|| made(DistanceOracle::new(&self.threads, &watch)))
    }

    /// Returns whether a table of the optimal solver is built.
    pub fn has_optimal_table(&self) -> bool {
        self.store().is_some_and(|store| COSETS.iter().any(|entry| !store.must_build(entry)))
    }

    /// Returns the largest table of the optimal solver that is built, if one is.
    ///
    /// # Errors
    /// If the table is damaged, or `cancel` was cancelled.
    pub fn optimal_table(&self, cancel: &CancelToken) -> Result<Option<Arc<CosetTable>>, EngineError> {
        match self.coset_table(None, cancel) {
            Err(EngineError::NoOptimalTable) => Ok(None),
            table => table.map(Some),
        }
    }

    /// Returns the table of the optimal solver, whose check begins.
    fn coset_table(&self, cubes: Option<u64>, cancel: &CancelToken) -> Result<Arc<CosetTable>, EngineError> {
        let table = self.kept.optimal.get(|| self.open_optimal(cubes, cancel))?;
        self.checks.start();
        Ok(table)
    }

    /// Returns the optimal solver with the largest of its tables that is built.
    ///
    /// # Errors
    /// If none is built, a table is damaged, the moves cannot be searched, or `cancel` was cancelled.
    pub fn optimal(&self, request: &OptimalRequest, cancel: &CancelToken) -> Result<Portfolio, EngineError> {
        let table = self.coset_table(request.cubes, cancel)?;
        let two_phase = request.has_upper_bounds.then(|| self.two_phase(cancel)).transpose()?;
        let checks = Arc::clone(&self.checks);
        let optimal = match request.moves {
            Some(moves) => Optimal::within(table, moves).map_err(BuildError::from)?,
            None => Optimal::new(table),
        };
        let optimal = optimal.checking_tables(Box::new(move || checks.check_for_long_search()));
        let two_phase = two_phase.map(|solver| (*solver).clone());
        let threads = request.threads.as_ref().unwrap_or(&self.threads);
        Ok(Portfolio::new(optimal, two_phase, threads, request.solutions))
    }

    /// Opens the largest table of the optimal solver that is built, and copies it into memory for many cubes.
    fn open_optimal(&self, cubes: Option<u64>, cancel: &CancelToken) -> Result<CosetTable, EngineError> {
        let store = self.store().ok_or(EngineError::NoOptimalTable)?;
        for entry in COSETS.iter().rev() {
            let Some(table) = store.open(entry)? else { continue };
            if cubes.is_some_and(|cubes| cubes >= MIN_CUBES_FOR_OPTIMAL_COPY)
                && self.policy.shortage(entry.payload()).is_none()
                && self.policy.is_slow(table.bytes())
                && let Some(copy) = self.observer(cancel).watch(|observer| store.load(entry, observer))?
            {
                return Ok(copy);
            }
            return Ok(table);
        }
        Err(EngineError::NoOptimalTable)
    }

    /// Returns the solver of the 4x4x4 in a metric, with a beam of this width if it is given.
    ///
    /// # Errors
    /// If a table is missing or damaged, or `cancel` was cancelled.
    pub fn four(
        &self,
        metric: Metric,
        beam: Option<usize>,
        cancel: &CancelToken,
    ) -> Result<Arc<dyn Solver<Cube4>>, EngineError> {
        self.kept.four.get((metric, beam, false), || self.open_four(metric, beam, || self.two_phase(cancel)))
    }

    /// Returns the generator of scrambles of the 4x4x4.
    ///
    /// # Errors
    /// As [`four`](Self::four).
    pub fn four_scrambler(&self, cancel: &CancelToken) -> Result<Arc<dyn Solver<Cube4>>, EngineError> {
        let (metric, beam, _) = FOUR_SCRAMBLER;
        self.kept.four.get(FOUR_SCRAMBLER, || self.open_four(metric, beam, || self.unfiltered(cancel)))
    }

    /// Returns the store if it has all tables of the 4x4x4 in a metric.
    pub(super) fn store_of_four(&self, metric: Metric) -> Result<&Store, EngineError> {
        let missing = |table: &dyn TableKind| EngineError::NoFourTable { metric, table: table.name() };
        let store = self.store().ok_or_else(|| missing(&StageEntry::for_metric(metric)[0]))?;
        let mut needed = cubiform_tables::kinds().filter(|table| table.set() == Some(four_set(metric)));
        needed.find(|table| store.must_build(*table)).map_or(Ok(store), |table| Err(missing(table)))
    }

    /// Opens the tables of the 4x4x4 in a metric and makes their solver.
    fn open_four(
        &self,
        metric: Metric,
        beam: Option<usize>,
        two_phase: impl FnOnce() -> Result<Arc<TwoPhase>, EngineError>,
    ) -> Result<Box<dyn Solver<Cube4>>, EngineError> {
        let entries = StageEntry::for_metric(metric);
        let missing = |table: &dyn TableKind| EngineError::NoFourTable { metric, table: table.name() };
        let store = self.store_of_four(metric)?;
        let tables = || -> Result<Vec<_>, EngineError> {
            entries.iter().map(|entry| open_built(store, entry, missing)).collect()
        };
        let solver: Box<dyn Solver<Cube4>> = if metric == Metric::OuterBlock {
            let (_, two_phase) = self.threads.join(Pairs::get, two_phase);
            let pairs = open_built(store, &PAIR_TABLE, missing)?;
            let mut solver = OuterBlock::new(tables()?, pairs, (*two_phase?).clone());
            solver.beam = beam;
            Box::new(solver)
        } else {
            Stage::all(&self.threads);
            let mut solver = FiveStage::new(metric, tables()?);
            solver.beam = beam;
            Box::new(solver)
        };
        self.checks.start();
        Ok(solver)
    }
}

/// Opens a table of the 4x4x4, which `missing` reports.
fn open_built<K: OpenTable>(
    store: &Store,
    kind: &K,
    missing: impl Fn(&dyn TableKind) -> EngineError,
) -> Result<K::Table, EngineError> {
    store.open(kind)?.ok_or_else(|| missing(kind))
}
