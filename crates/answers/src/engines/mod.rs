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
mod solvers;
mod warm_up;

use std::sync::{Arc, Mutex, PoisonError};

use cubiform_cube::Symmetry;
use cubiform_cube::four::Cube4;
use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::notation::Turn;
use cubiform_draw::{DistanceOracle, searched_stages};
use cubiform_human::CfopSolver;
use cubiform_human::cases::sets::DerivedSet;
use cubiform_solvers::algorithms::{AlgorithmSearch, Question};
use cubiform_solvers::cfop::{Analyzer, TableObserver, TableRequest};
use cubiform_solvers::insertion::{AlgorithmSet, PieceKind};
use cubiform_solvers::reduction::Reductions;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_store::fill;
use cubiform_store::{Event, OpenTables, Store, TableChecks};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::cosets::CosetTable;
use cubiform_threads::{CancelToken, Threads};

use self::kept::{Kept, KeptByKey};
use self::solvers::FourKey;
use crate::easiest::EasiestAlgorithm;
use crate::goals::Goals;

pub use self::error::{EngineError, four_set};
pub use self::solvers::OptimalRequest;
pub use self::warm_up::{WARM_UPS, WarmUp};
pub use cubiform_solvers::cfop::{GoalTables, TableEvent, TablePolicy};

/// The maximum number of searches of algorithms that are kept, with their tables of up to 60 MB on a server: those of a method.
const MAX_SEARCHES: usize = 16;

/// The maximum number of cases whose easiest algorithms are kept: more than two of the largest sets of a method have.
const MAX_EASIEST: usize = 1024;

/// A case: the name of its set, the turns of an algorithm and whether turns of U around it are free, its index, and how the centres
/// are held.
pub(crate) type EasiestKey = (&'static str, (Vec<Turn>, bool), usize, Symmetry);

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
    /// The easiest algorithms of cases.
    easiest: KeptByKey<EasiestKey, Option<EasiestAlgorithm>, MAX_EASIEST>,
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
    use cubiform_cube::four::Metric;
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
