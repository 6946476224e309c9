//! The solvers of a server: opened with their tables before it is ready, and analyzers of further goals on demand.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cubiform_answers::Error;
use cubiform_answers::goals::{GoalStages, Goals};
use cubiform_answers::puzzle::{BoxedSolver, SCRAMBLE_BEAM};
use cubiform_answers::solutions::solve::Engine;
use cubiform_answers::tables::open_optimal;
use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::Variant;
use cubiform_draw::{DistanceOracle, Watch};
use cubiform_human::CfopSolver;
use cubiform_solvers::cfop::{Analyzer, Goal, TableRequirements};
use cubiform_solvers::five_stage::FiveStage;
use cubiform_solvers::optimal::{Optimal, Portfolio, SolutionRequest};
use cubiform_solvers::outer_block::OuterBlock;
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::{OpenTables, Store, StoreError, TableKind};
use cubiform_tables::Table;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_tables::cosets::CosetTable;
use cubiform_tables::four::{PAIR_TABLE, Stage, StageEntry};
use cubiform_threads::{CancelToken, Threads};

use crate::problem::{Kind, Problem};
use crate::settings::Settings;

/// The maximum number of analyzers that are kept.
const MAX_ANALYZERS: usize = 64;

/// The minimum size, in bytes, of a table that is copied into memory if its file is mapped with small pages.
const LARGE: u64 = 100_000_000;

/// The memory that tables leave free, in bytes.
const RESERVED_MEMORY: u64 = 1 << 30;

/// The reason why a server cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// A table cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table of a goal that is to be prepared is not built.
    #[error("the table {table} of the goal {goal} is not built")]
    NotBuilt {
        /// The name of the table.
        table: &'static str,
        /// The name of the goal.
        goal: String,
    },
    /// A goal has more pieces than can be analysed.
    #[error("the goal {goal}: {message}")]
    Goal {
        /// The name of the goal.
        goal: String,
        /// The reason.
        message: String,
    },
    /// No table of the optimal solver is built.
    #[error(
        "optimal solutions need one of the tables optimal-small, optimal-medium and optimal-large, but none is built"
    )]
    NoOptimalTable,
    /// A table's file has a wrong checksum.
    #[error("{0}")]
    Damaged(String),
    /// The preparation was stopped.
    #[error("stopped")]
    Cancelled,
}

/// Analyzers by their goals and stages, in the order in which they were made.
type Analyzers = Vec<(String, Arc<OnceLock<Result<Arc<Analyzer>, Problem>>>)>;

/// The solvers and their tables.
pub(crate) struct Engines {
    store: Store,
    threads: Threads,
    profile: Option<Profile>,
    /// The open tables of goals, by name.
    tables: Mutex<HashMap<&'static str, Arc<Table>>>,
    /// The tables that were filled in memory for goals, by the name of the goal.
    ad_hoc: HashMap<String, Vec<Arc<Table>>>,
    analyzers: Mutex<Analyzers>,
    pub(crate) two_phase: Engine,
    pub(crate) thistlethwaite: Engine,
    pub(crate) cfop: Arc<CfopSolver>,
    pub(crate) by_cfop: Engine,
    pub(crate) scrambler: Scrambler,
    pub(crate) two: TwoByTwo,
    pub(crate) oracle: Arc<DistanceOracle>,
    /// The solvers of the 4x4x4 whose tables are built, by metric.
    four: Vec<(Metric, BoxedSolver<Cube4>)>,
    /// The generator of scrambles of the 4x4x4, if its tables are built.
    four_scrambler: Option<BoxedSolver<Cube4>>,
    optimal: Option<Arc<CosetTable>>,
    damaged: Arc<AtomicBool>,
}

impl Engines {
    /// Opens the tables and creates the solvers.
    pub(crate) fn prepare(settings: &Settings, cancel: &CancelToken) -> Result<Engines, PrepareError> {
        let (store, threads) = (&settings.store, &settings.threads);
        let stopped = || PrepareError::Cancelled;
        let filters = Filters::open(store)?;
        let two_phase = TwoPhase::with_filters(filters, threads, cancel).ok_or_else(stopped)?;
        // Scrambles do not depend on the filters that are built.
        let unfiltered = TwoPhase::with_filters(Filters::default(), threads, cancel).ok_or_else(stopped)?;
        let optimal = match settings.allows_optimal {
            true => Some(Arc::new(open_optimal(store)?.ok_or(PrepareError::NoOptimalTable)?)),
            false => None,
        };
        let (cfop, thistlethwaite) =
            threads.join(|| CfopSolver::new_until(cancel), || Thistlethwaite::new_until(cancel));
        let oracle = DistanceOracle::new(threads, &Watch { cancel, report: &|_| {} });
        let cfop = Arc::new(cfop.ok_or_else(stopped)?);
        let mut engines = Engines {
            store: store.clone(),
            threads: threads.clone(),
            profile: settings.profile,
            tables: Mutex::default(),
            ad_hoc: HashMap::new(),
            analyzers: Mutex::default(),
            two_phase: Engine::Faces(Box::new(two_phase.clone())),
            thistlethwaite: Engine::Faces(Box::new(thistlethwaite.ok_or_else(stopped)?)),
            by_cfop: Engine::Cfop(Arc::clone(&cfop)),
            cfop,
            scrambler: Scrambler::sharing(unfiltered.clone()),
            two: TwoByTwo::new_until(cancel).ok_or_else(stopped)?,
            oracle: Arc::new(oracle.ok_or_else(stopped)?),
            four: open_four(store, threads, &two_phase)?,
            four_scrambler: open_outer_block(store, &unfiltered)?.map(|mut solver| -> BoxedSolver<Cube4> {
                solver.set_beam(SCRAMBLE_BEAM);
                Box::new(solver)
            }),
            optimal,
            damaged: Arc::default(),
        };
        for goal in &settings.goals {
            engines.prepare_goal(goal, cancel)?;
        }
        engines.verify(cancel)?;
        Ok(engines)
    }

    /// Opens the tables of a goal and makes the analyzer of all of its stages.
    fn prepare_goal(&mut self, goal: &Variant, cancel: &CancelToken) -> Result<(), PrepareError> {
        let stages: Vec<usize> = (0..goal.stages.len()).collect();
        let of_goal = |message: String| PrepareError::Goal { goal: goal.name.to_string(), message };
        let needs = self.requirements(goal, &stages).map_err(|e| of_goal(e.to_string()))?;
        for entry in &needs.entries {
            if self.store.must_build(*entry) {
                return Err(PrepareError::NotBuilt { table: entry.name, goal: goal.name.to_string() });
            }
            let table = self.open_fast(entry)?;
            self.tables.get_mut().unwrap_or_else(PoisonError::into_inner).insert(entry.name, table);
        }
        if !needs.ad_hoc.is_empty() {
            let mut filled = Vec::new();
            for coordinate in needs.ad_hoc {
                let watch = cubiform_store::fill::Watch { cancel, ..cubiform_store::fill::Watch::quiet() };
                let (table, _) =
                    Table::fill(coordinate, &self.threads, &watch).ok_or(PrepareError::Cancelled)?;
                filled.push(Arc::new(table));
            }
            self.ad_hoc.insert(goal.name.to_string(), filled);
        }
        let all = Goals::new(&cubiform_answers::goals::GoalList(vec![goal.clone()]), "all")
            .map_err(|error| of_goal(error.to_string()))?;
        self.analyzer(&all, None).map_err(|problem| of_goal(problem.detail().to_string())).map(drop)
    }

    /// Opens a table for many look-ups: large ones whose files are mapped with small pages are copied into memory, if
    /// there is enough.
    fn open_fast(&self, entry: &'static Entry) -> Result<Arc<Table>, StoreError> {
        if let Some(known) = self.known_table(entry.name) {
            return Ok(known);
        }
        let not_found = "the file was there a moment ago";
        let table = self.store.open(entry)?.expect(not_found);
        let fits = cubiform_store::available_memory()
            .is_none_or(|available| entry.payload() + RESERVED_MEMORY <= available);
        let is_slow = entry.payload() >= LARGE && cubiform_store::is_mapped_huge(table.bytes()) != Some(true);
        if is_slow && fits {
            drop(table);
            let loaded = self.store.load(entry, &cubiform_store::Observer::quiet())?;
            return Ok(Arc::new(loaded.expect(not_found)));
        }
        Ok(Arc::new(table))
    }

    fn known_table(&self, name: &str) -> Option<Arc<Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Returns the tables that some stages of a goal need: those of the profile of the server, or the full ones if they
    /// are built.
    fn requirements(
        &self,
        goal: &Variant,
        stages: &[usize],
    ) -> Result<TableRequirements, cubiform_solvers::cfop::TooLarge> {
        cubiform_answers::tables::requirements(goal, stages, self.profile, &self.store)
    }

    /// Returns the analyzer of some stages of some goals, made at the first request for them. Takes up to some hundredths
    /// of a second then.
    pub(crate) fn analyzer(&self, goals: &Goals, moves: Option<u32>) -> Result<Arc<Analyzer>, Problem> {
        let key = key(goals, moves);
        let cell = {
            let mut analyzers = self.analyzers.lock().unwrap_or_else(PoisonError::into_inner);
            match analyzers.iter().position(|(known, _)| *known == key) {
                Some(place) => {
                    // The analyzers used last are kept.
                    let found = analyzers.remove(place);
                    let cell = Arc::clone(&found.1);
                    analyzers.push(found);
                    cell
                }
                None => {
                    if analyzers.len() == MAX_ANALYZERS {
                        analyzers.remove(0);
                    }
                    let cell = Arc::new(OnceLock::new());
                    analyzers.push((key.clone(), Arc::clone(&cell)));
                    cell
                }
            }
        };
        let made = cell.get_or_init(|| self.analyzer_of(goals.each(), moves).map(Arc::new)).clone();
        if made.is_err() {
            // The tables may be built later.
            let mut analyzers = self.analyzers.lock().unwrap_or_else(PoisonError::into_inner);
            analyzers.retain(|(known, _)| *known != key);
        }
        made
    }

    /// Returns the analyzer if it is made already.
    pub(crate) fn known_analyzer(&self, goals: &Goals, moves: Option<u32>) -> Option<Arc<Analyzer>> {
        let key = key(goals, moves);
        let analyzers = self.analyzers.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, cell) = analyzers.iter().find(|(known, _)| *known == key)?;
        cell.get()?.clone().ok()
    }

    /// Creates an analyzer of some stages of some goals, restricted to a set of moves if it is given.
    fn analyzer_of(&self, goals: &[GoalStages], moves: Option<u32>) -> Result<Analyzer, Problem> {
        let tables: Vec<Vec<Arc<Table>>> =
            goals.iter().map(|asked| self.tables_of(asked)).collect::<Result<_, _>>()?;
        let of_goals = goals.iter().zip(&tables);
        let goals: Vec<Goal<'_>> = of_goals
            .map(|(asked, tables)| Goal { variant: &asked.goal, stages: &asked.stages, tables })
            .collect();
        let analyzer = Analyzer::of_goals(&goals, &Threads::single())
            .map_err(|e| Problem::new(Kind::Unanswerable, e.to_string()))?;
        let analyzer = match moves {
            Some(moves) => analyzer.within(moves).map_err(|e| Error::usage("moves", e))?,
            None => analyzer,
        };
        Ok(analyzer.checking_tables(self.table_check()))
    }

    /// Returns the tables of a goal, opening those that are built.
    fn tables_of(&self, GoalStages { goal, stages }: &GoalStages) -> Result<Vec<Arc<Table>>, Problem> {
        let needs = self
            .requirements(goal, stages)
            .map_err(|e| Error::usage("goal", format!("'{}': {e}", goal.name)))?;
        let mut tables = match self.ad_hoc.get(&goal.name[..]) {
            Some(filled) => filled.clone(),
            None if needs.ad_hoc.is_empty() => Vec::new(),
            None => {
                return Err(Problem::new(
                    Kind::Unanswerable,
                    format!(
                        "the goal '{}' needs tables of its own, which this server fills only at its start (with --goals)",
                        goal.name
                    ),
                ));
            }
        };
        for entry in needs.entries {
            let table = match self.known_table(entry.name) {
                Some(table) => table,
                None => {
                    let opened = self.store.open(entry).map_err(|e| {
                        tracing::error!(table = entry.name, error = %e, "a table cannot be opened");
                        Problem::internal()
                    })?;
                    let Some(table) = opened else {
                        let message = format!(
                            "the goal '{}' needs the table {}, which is not built on this server; build it with: \
                             cubiform tables build {}",
                            goal.name, entry.name, entry.name
                        );
                        return Err(Problem::new(Kind::Unanswerable, message));
                    };
                    let table = Arc::new(table);
                    let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
                    Arc::clone(tables.entry(entry.name).or_insert(table))
                }
            };
            tables.push(table);
        }
        Ok(tables)
    }

    /// Returns the solver of the 4x4x4 in a metric, if its tables are built.
    pub(crate) fn four(&self, metric: Metric) -> Result<&BoxedSolver<Cube4>, Problem> {
        let found = self.four.iter().find(|(known, _)| *known == metric);
        found.map(|(_, solver)| solver).ok_or_else(|| no_four(metric))
    }

    /// Returns the generator of scrambles of the 4x4x4, if its tables are built.
    pub(crate) fn four_scrambler(&self) -> Result<&BoxedSolver<Cube4>, Problem> {
        self.four_scrambler.as_ref().ok_or_else(|| no_four(Metric::OuterBlock))
    }

    /// Creates an analyzer of one stage of a named goal, both by their indices.
    pub(crate) fn stage_analyzer(&self, (goal, stage): (usize, usize)) -> Result<Analyzer, Problem> {
        let goal = (Variant::NAMED[goal].variant)();
        self.analyzer_of(&[GoalStages { goal, stages: vec![stage] }], None)
    }

    /// Returns the optimal solver for so many solutions, if this server offers it.
    pub(crate) fn optimal(&self, wanted: SolutionRequest) -> Result<Engine, Problem> {
        let table = self.optimal.as_ref().ok_or_else(|| {
            Problem::new(
                Kind::Unanswerable,
                "this server does not offer optimal solutions; it does if it is started with --allow-optimal",
            )
        })?;
        let optimal = Optimal::new(Arc::clone(table)).checking_tables(self.table_check());
        Ok(Engine::Faces(Box::new(Portfolio::new(optimal, None, &Threads::single(), wanted))))
    }

    /// Returns a check of the files of all open tables, for a search that expands more nodes than it should.
    fn table_check(&self) -> cubiform_solvers::cfop::TableCheck {
        let (open, damaged) = (self.store.open_tables().clone(), Arc::clone(&self.damaged));
        Box::new(move || {
            tracing::warn!("a search takes unusually long: checking the tables");
            let is_intact = are_intact(&open);
            damaged.fetch_or(!is_intact, Ordering::Relaxed);
            is_intact
        })
    }

    /// Checks the files of all open tables that are not verified.
    fn verify(&self, cancel: &CancelToken) -> Result<(), PrepareError> {
        for file in self.store.open_tables().files() {
            if file.is_verified() {
                continue;
            }
            tracing::info!(table = file.name(), "checking a table (first run only)");
            match file.check(cancel) {
                Ok(true) => {}
                Ok(false) => return Err(PrepareError::Cancelled),
                Err(e) => return Err(PrepareError::Damaged(e.to_string())),
            }
        }
        Ok(())
    }

    /// Records that a table contradicted itself or the cube: the answers of this server can no longer be trusted.
    pub(crate) fn report_contradiction(&self, contradiction: &dyn std::fmt::Display) {
        tracing::error!(%contradiction, "a table contradicts itself; the server is no longer ready");
        self.damaged.store(true, Ordering::Relaxed);
    }

    /// Returns whether no table is known to be damaged.
    pub(crate) fn are_intact(&self) -> bool {
        !self.damaged.load(Ordering::Relaxed)
    }

    /// Returns the store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }
}

/// Returns the name of an analyzer in the list.
fn key(goals: &Goals, moves: Option<u32>) -> String {
    let names = |asked: &GoalStages| format!("{}:{:?}", asked.goal.name, asked.stages);
    let names = goals.each().iter().map(names).collect::<Vec<_>>().join(";");
    format!("{names};{}", moves.unwrap_or_default())
}

/// Reads the files of all open tables, and returns whether their checksums are right.
fn are_intact(open: &OpenTables) -> bool {
    open.files().iter().all(|file| match file.check(&CancelToken::never()) {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(table = file.name(), %error, "a table is damaged");
            false
        }
    })
}

/// Returns the problem of a metric of the 4x4x4 whose tables are not built.
fn no_four(metric: Metric) -> Problem {
    let set = StageEntry::of(metric)[0].set().unwrap_or_default();
    let name = metric.name().to_uppercase();
    let detail = format!(
        "the tables of the 4x4x4 in {name} are not built on this server; build them with: cubiform tables build {set}"
    );
    Problem::new(Kind::Unanswerable, detail)
}

/// Returns whether the tables of the 4x4x4 in a metric are built.
fn has_four(store: &Store, metric: Metric) -> bool {
    let set = StageEntry::of(metric)[0].set();
    let mut needed = cubiform_tables::kinds().filter(|table| table.set() == set);
    !needed.any(|table| store.must_build(table))
}

/// Creates the solver of the 4x4x4 in the metric of the WCA, if its tables are built.
fn open_outer_block(store: &Store, two_phase: &TwoPhase) -> Result<Option<OuterBlock>, StoreError> {
    if !has_four(store, Metric::OuterBlock) {
        return Ok(None);
    }
    let Some(pairs) = store.open(&PAIR_TABLE)? else { return Ok(None) };
    let mut tables = Vec::new();
    for entry in StageEntry::of(Metric::OuterBlock) {
        tables.extend(store.open(entry)?);
    }
    Ok(Some(OuterBlock::new(tables, pairs, two_phase.clone())))
}

/// Creates the solvers of the 4x4x4 whose tables are built.
fn open_four(
    store: &Store,
    threads: &Threads,
    two_phase: &TwoPhase,
) -> Result<Vec<(Metric, BoxedSolver<Cube4>)>, StoreError> {
    let mut solvers: Vec<(Metric, BoxedSolver<Cube4>)> = Vec::new();
    for metric in [Metric::Slice, Metric::Block] {
        if !has_four(store, metric) {
            continue;
        }
        let mut tables = Vec::new();
        for entry in StageEntry::of(metric) {
            tables.extend(store.open(entry)?);
        }
        Stage::all(threads);
        solvers.push((metric, Box::new(FiveStage::new(metric, tables))));
    }
    if let Some(solver) = open_outer_block(store, two_phase)? {
        solvers.push((Metric::OuterBlock, Box::new(solver)));
    }
    Ok(solvers)
}
