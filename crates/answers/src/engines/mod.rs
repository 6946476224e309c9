//! The solvers of all questions with their tables: opened at first need by one policy, and kept.
//!
//! ```
//! use cubiform_answers::engines::{Engines, GoalTables, TablePolicy};
//! use cubiform_answers::goals::{Goals, parse_goals};
//! use cubiform_threads::{CancelToken, Threads};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Without a folder, tables are filled in memory.
//! let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available());
//! let goals = Goals::new(&parse_goals("std")?, "cross")?;
//! let analyzer = engines.analyzer(&goals, None, Some(1), &CancelToken::new())?;
//! assert!(analyzer.stages().eq(["cross"]));
//! # Ok(())
//! # }
//! ```

mod error;
mod kept;
mod warm_up;

use std::sync::{Arc, Mutex, PoisonError};

use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{DistanceOracle, Watch, searched_stages};
use cubiform_human::CfopSolver;
use cubiform_human::cases::sets::{DeriveError, DerivedSet, KnownSet};
use cubiform_solvers::algorithms::{AlgorithmSearch, AlgorithmsError, Question};
use cubiform_solvers::cfop::{Analyzer, BuildError, TableObserver, TableRequest};
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
use cubiform_store::fill;
use cubiform_store::{Event, OpenTable, OpenTables, Store, TableChecks, TableKind};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::cosets::{COSETS, CosetTable};
use cubiform_tables::four::{PAIR_TABLE, Pairs, Stage, StageEntry};
use cubiform_threads::{CancelToken, Threads};

use self::kept::{Kept, KeptByKey};
use crate::goals::Goals;

pub use self::error::{EngineError, four_set};
pub use self::warm_up::{WARM_UPS, WarmUp};
pub use cubiform_solvers::cfop::{GoalTables, TableEvent, TablePolicy};

/// The minimum number of cubes for which a large table of the optimal solver is copied into memory. An optimal solution
/// takes seconds.
const MIN_CUBES_FOR_OPTIMAL_COPY: u64 = 6;

/// A solver of the 4x4x4: the metric, the beam width if it is not the default, and whether it generates scrambles, which
/// are the same on every machine.
type FourKey = (Metric, Option<usize>, bool);

/// The beam width of scrambles of the 4x4x4. It is fixed, so that scrambles are the same on every machine.
const SCRAMBLE_BEAM: usize = 40;

/// The maximum number of searches of algorithms that are kept, with their tables of up to 60 MB on a server: those of a method.
const MAX_SEARCHES: usize = 12;

/// The generator of scrambles of the 4x4x4.
const FOUR_SCRAMBLER: FourKey = (Metric::OuterBlock, Some(SCRAMBLE_BEAM), true);

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

/// A receiver of the events while tables are opened.
type Report = Arc<dyn Fn(TableEvent<'_>) + Send + Sync>;

/// The solvers and analyzers of a program, which open their tables at first need. Clones share what is opened.
#[derive(Clone)]
pub struct Engines {
    tables: Arc<GoalTables>,
    checks: Arc<TableChecks>,
    policy: TablePolicy,
    threads: Threads,
    report: Report,
    kept: Arc<KeptSolvers>,
}

/// The solvers that were made already.
#[derive(Default)]
struct KeptSolvers {
    analyzers: KeptByKey<String, Analyzer>,
    /// The analyzers that are kept forever.
    prepared: Mutex<Vec<Arc<Analyzer>>>,
    /// With the filters that are built.
    two_phase: Kept<TwoPhase>,
    /// Without filters, so that scrambles do not depend on those that are built.
    unfiltered: Kept<TwoPhase>,
    thistlethwaite: Kept<Thistlethwaite>,
    reductions: Kept<Reductions>,
    optimal: Kept<CosetTable>,
    cfop: Kept<CfopSolver>,
    /// By the kind of pieces and the maximum number of moves.
    algorithms: KeptByKey<(PieceKind, usize), AlgorithmSet>,
    searches: KeptByKey<Question, AlgorithmSearch, MAX_SEARCHES>,
    /// By name.
    case_sets: KeptByKey<&'static str, DerivedSet>,
    two: Kept<TwoByTwo>,
    four: KeptByKey<FourKey, dyn Solver<Cube4>>,
    oracle: Kept<DistanceOracle>,
}

impl Engines {
    /// Creates solvers with these tables of goals. Nothing receives what is found out about them.
    pub fn new(tables: GoalTables, policy: TablePolicy, threads: &Threads) -> Engines {
        let open = tables.store().map_or_else(OpenTables::default, |store| store.open_tables().clone());
        Engines {
            tables: Arc::new(tables),
            checks: Arc::new(TableChecks::new(open, |_| {})),
            policy,
            threads: threads.clone(),
            report: Arc::new(|_| {}),
            kept: Arc::default(),
        }
    }

    /// Returns the solvers with these checks of their open tables.
    #[must_use]
    pub fn with_checks(self, checks: Arc<TableChecks>) -> Engines {
        Engines { checks, ..self }
    }

    /// Returns the solvers with a receiver of the events while tables are opened, called from any thread.
    #[must_use]
    pub fn with_report(self, report: impl Fn(TableEvent<'_>) + Send + Sync + 'static) -> Engines {
        Engines { report: Arc::new(report), ..self }
    }

    /// Returns the solvers with other threads for what is opened from now on.
    #[must_use]
    pub fn with_threads(self, threads: &Threads) -> Engines {
        Engines { threads: threads.clone(), ..self }
    }

    /// Returns the tables of goals.
    pub fn tables(&self) -> &GoalTables {
        &self.tables
    }

    /// Returns the checks of the open tables.
    pub fn checks(&self) -> &Arc<TableChecks> {
        &self.checks
    }

    /// Fills the table called `name`, which is not kept, while its progress is reported.
    pub(crate) fn watch_fill<T>(
        &self,
        name: &str,
        cancel: &CancelToken,
        fill: impl FnOnce(&fill::Watch<'_>) -> T,
    ) -> T {
        let report = |progress| (self.report)(TableEvent::Progress(name, Event::Filling(progress)));
        let filled = fill(&fill::Watch { cancel, report: &report });
        (self.report)(TableEvent::Ended);
        filled
    }

    /// Returns the threads.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Returns the store of the tables, unless they are filled in memory.
    pub fn store(&self) -> Option<&Store> {
        self.tables.store()
    }

    /// Returns the analyzer of some stages of some goals, restricted to a set of moves if it is given, and starts to check
    /// its tables in the background. `cubes` is an estimate of the number of cubes, if known.
    ///
    /// # Errors
    /// If the goals or moves cannot be analysed, or a table can be neither opened nor built within the policy.
    pub fn analyzer(
        &self,
        goals: &Goals,
        moves: Option<u32>,
        cubes: Option<u64>,
        cancel: &CancelToken,
    ) -> Result<Arc<Analyzer>, EngineError> {
        let made = self.kept.analyzers.get(key(goals, moves), || {
            let analyzer = self.open(&stages_of(goals), &self.policy, cubes, cancel)?;
            Ok::<_, EngineError>(match moves {
                Some(moves) => analyzer.within(moves)?,
                None => analyzer,
            })
        })?;
        self.checks.start();
        Ok(made)
    }

    /// Returns the analyzer if it is made already.
    pub fn known_analyzer(&self, goals: &Goals, moves: Option<u32>) -> Option<Arc<Analyzer>> {
        self.kept.analyzers.known(&key(goals, moves))
    }

    /// Makes the analyzer of one stage of a named goal, both by their indices.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn stage_analyzer(
        &self,
        (goal, stage): (usize, usize),
        cubes: Option<u64>,
        cancel: &CancelToken,
    ) -> Result<Analyzer, EngineError> {
        let goal = (Variant::NAMED[goal].variant)();
        let analyzer = self.open(&[(&goal, &[stage])], &self.policy, cubes, cancel)?;
        self.checks.start();
        Ok(analyzer)
    }

    /// Makes the analyzers of the stages that draws of random states under a condition search for.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn analyzers_of_condition(
        &self,
        condition: &Condition,
        cubes: Option<u64>,
        cancel: &CancelToken,
    ) -> Result<Vec<Analyzer>, EngineError> {
        let analyzer = |stage| self.stage_analyzer(stage, cubes, cancel);
        searched_stages(condition).into_iter().map(analyzer).collect()
    }

    /// Builds the tables of some goals that are missing. Fills none in memory.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn build_missing(&self, goals: &Goals, cancel: &CancelToken) -> Result<(), EngineError> {
        let (goals, policy, threads) = (stages_of(goals), &self.policy, &self.threads);
        // For one cube, tables are only mapped, and no larger ones are suggested.
        let request = TableRequest { goals: &goals, policy, cubes: Some(1), threads };
        Ok(self.tables.build_missing(&request, &self.observer(cancel))?)
    }

    /// Opens the tables of all stages of a goal for many cubes, and keeps them open. Fills those that only this goal needs,
    /// even if the policy does not allow it later. Starts no check.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn prepare(&self, goal: &Variant, cancel: &CancelToken) -> Result<(), EngineError> {
        let policy = TablePolicy { fills: true, min_cubes_for_copy: 0, ..self.policy.clone() };
        self.prepare_by(goal, policy, cancel)
    }

    /// Maps the tables of all stages of a goal and keeps them open: the full ones if they are built, otherwise the small ones,
    /// which it builds or fills even if the policy does not allow it later. Starts no check.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn prepare_missing(&self, goal: &Variant, cancel: &CancelToken) -> Result<(), EngineError> {
        let policy = TablePolicy { profile: None, builds: true, fills: true, ..self.policy.clone() };
        self.prepare_by(goal, policy, cancel)
    }

    fn prepare_by(
        &self,
        goal: &Variant,
        policy: TablePolicy,
        cancel: &CancelToken,
    ) -> Result<(), EngineError> {
        let goals = Goals::all_stages(goal.clone());
        let open = || self.open(&stages_of(&goals), &policy, Some(0), cancel);
        let analyzer = self.kept.analyzers.get(key(&goals, None), open)?;
        self.kept.prepared.lock().unwrap_or_else(PoisonError::into_inner).push(analyzer);
        Ok(())
    }

    /// Adds an open table of the catalogue. Analyzers that are made from now on use it.
    pub fn insert(&self, entry: &Entry, table: Table) {
        self.tables.insert(entry, table);
        self.kept.analyzers.clear();
    }

    /// Returns an observer that passes events on.
    fn observer<'a>(&'a self, cancel: &'a CancelToken) -> TableObserver<'a> {
        TableObserver { cancel, report: &*self.report }
    }

    /// Opens the tables of goals and makes their analyzer, which checks them if a search takes unusually long.
    fn open(
        &self,
        goals: &[(&Variant, &[usize])],
        policy: &TablePolicy,
        cubes: Option<u64>,
        cancel: &CancelToken,
    ) -> Result<Analyzer, EngineError> {
        if let [(goal, stages)] = goals
            && goal.is_on_axes()
        {
            let stages = stages.iter().map(|stage| &goal.stages[*stage]);
            return made(Analyzer::along_axes(stages, self.reductions(cancel)?, cancel));
        }
        let request = TableRequest { goals, policy, cubes, threads: &self.threads };
        let checks = Arc::clone(&self.checks);
        let analyzer = self.tables.analyzer(&request, &self.observer(cancel))?;
        Ok(analyzer.checking_tables(Box::new(move || checks.check_for_long_search())))
    }

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
    fn unfiltered(&self, cancel: &CancelToken) -> Result<Arc<TwoPhase>, EngineError> {
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

    /// Returns the search of the steps of a method, or of other algorithms, with the tables of its question.
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
    fn store_of_four(&self, metric: Metric) -> Result<&Store, EngineError> {
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

/// Returns a solver whose construction was not cancelled.
fn made<T>(solver: Option<T>) -> Result<T, EngineError> {
    solver.ok_or(EngineError::CANCELLED)
}

/// Returns the goals with the indices of their stages.
fn stages_of(goals: &Goals) -> Vec<(&Variant, &[usize])> {
    goals.each().iter().map(|selected| (&selected.goal, &selected.stages[..])).collect()
}

/// Returns the name of an analyzer among those that are kept.
fn key(goals: &Goals, moves: Option<u32>) -> String {
    let names = goals.each().iter().map(|selected| format!("{}:{:?}", selected.goal.name, selected.stages));
    format!("{};{}", names.collect::<Vec<_>>().join(";"), moves.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use cubiform_cube::{Cube, Frame};
    use cubiform_solvers::cfop::Request;

    use super::*;
    use crate::Error;
    use crate::goals::parse_goals;

    fn engines(policy: TablePolicy) -> Engines {
        Engines::new(GoalTables::in_memory(), policy, &Threads::new(2))
    }

    #[test]
    fn an_analyzer_is_kept_for_its_goals_and_moves() {
        let (engines, cancel) = (engines(TablePolicy::default()), CancelToken::new());
        let goals = Goals::new(&parse_goals("cross").unwrap(), "all").unwrap();
        assert!(engines.known_analyzer(&goals, None).is_none());
        let first = engines.analyzer(&goals, None, None, &cancel).unwrap();
        assert!(Arc::ptr_eq(&first, &engines.analyzer(&goals, None, Some(1), &cancel).unwrap()));
        assert!(Arc::ptr_eq(&first, &engines.known_analyzer(&goals, None).unwrap()));
        assert!(engines.known_analyzer(&goals, Some(0x3f)).is_none());
    }

    #[test]
    fn goals_of_own_tables_are_refused_unless_prepared() {
        let policy = TablePolicy { fills: false, ..TablePolicy::default() };
        let (engines, cancel) = (engines(policy), CancelToken::new());
        let list = parse_goals("DF + DR").unwrap();
        let goals = Goals::new(&list, "all").unwrap();
        let refused = engines.analyzer(&goals, None, None, &cancel).map(drop).unwrap_err();
        assert_eq!(Error::from(refused).code, "table-not-filled");
        engines.prepare(&list.0[0], &cancel).unwrap();
        assert!(engines.analyzer(&goals, None, None, &cancel).is_ok());
    }

    #[test]
    fn a_prepared_goal_on_axes_is_analysed_along_them() {
        let (engines, cancel) = (engines(TablePolicy::default()), CancelToken::new());
        let list = parse_goals("dr").unwrap();
        engines.prepare(&list.0[0], &cancel).unwrap();
        let goals = Goals::new(&list, "all").unwrap();
        let analyzer = engines.analyzer(&goals, None, None, &cancel).unwrap();
        let request = Request { frames: Frame::sides(), solutions: 0, slack: 0, only_best: false };
        let analysis = analyzer.analyze(&Cube::SOLVED, &request).unwrap();
        assert!(analysis.len() == 5 && analysis.iter().flatten().all(|result| result.length == Ok(0)));
    }

    #[test]
    fn solvers_without_their_tables_say_which_to_build() {
        let (engines, cancel) = (engines(TablePolicy::default()), CancelToken::new());
        let refused = engines.four(Metric::Slice, None, &cancel).map(drop).unwrap_err();
        let message = "the 4x4x4 in SST needs 5 tables (885 MB), and 444-slice-1 is not built";
        assert_eq!(refused.to_string(), message);
        let error = Error::from(refused);
        assert_eq!(
            (error.code, &error.values[..]),
            ("table-not-built", &[("table", "444-slice-1".into())][..])
        );
        assert_eq!(error.hints[0].text(), "build them with: cubiform tables build 444-slice");
        let refused = engines.optimal(&OptimalRequest::default(), &cancel).map(drop).unwrap_err();
        assert!(matches!(refused, EngineError::NoOptimalTable) && !engines.has_optimal_table());
    }
}
