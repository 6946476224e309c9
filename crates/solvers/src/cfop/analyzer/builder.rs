//! The construction of an analyzer: its goal and stages, its tables and its threads.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_store::{Observer, Store};
use cubiform_tables::Table;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_threads::Threads;

use super::goal::check_stages;
use super::{Analyzer, BuildError, Goal};
use crate::cfop::goal_tables::{GoalTables, TableEvent, TableObserver, TablePolicy, TableRequest};
use crate::reduction::Reductions;

/// A builder of an [`Analyzer`]: see [`Analyzer::builder`].
pub struct AnalyzerBuilder<'a> {
    goal: &'a Variant,
    stages: Option<Vec<usize>>,
    store: Option<&'a Store>,
    tables: Option<&'a [Arc<Table>]>,
    profile: Profile,
    moves: Option<u32>,
    threads: Threads,
    observer: Observer<'a>,
}

impl Analyzer {
    /// Starts to build an analyzer of a goal.
    ///
    /// ```
    /// use cubiform_cube::goal::Variant;
    /// use cubiform_solvers::cfop::Analyzer;
    ///
    /// let goal = Variant::std();
    /// let crosses = Analyzer::builder(&goal).stages([0]).build()?;
    /// assert!(Analyzer::builder(&goal).stages([7]).build().is_err());
    /// # Ok::<(), cubiform_solvers::cfop::BuildError>(())
    /// ```
    pub fn builder(goal: &Variant) -> AnalyzerBuilder<'_> {
        AnalyzerBuilder::new(goal)
    }
}

impl<'a> AnalyzerBuilder<'a> {
    fn new(goal: &'a Variant) -> AnalyzerBuilder<'a> {
        AnalyzerBuilder {
            goal,
            stages: None,
            store: None,
            tables: None,
            profile: Profile::Small,
            moves: None,
            threads: Threads::available(),
            observer: Observer::quiet(),
        }
    }

    /// Sets the indices of the stages to analyse, in ascending order. The default is all of them.
    #[must_use]
    pub fn stages(mut self, stages: impl IntoIterator<Item = usize>) -> Self {
        self.stages = Some(stages.into_iter().collect());
        self
    }

    /// Opens the tables from `store`, which builds those that it lacks. The default is to fill them in memory, which
    /// takes seconds in each process.
    #[must_use]
    pub fn store(mut self, store: &'a Store) -> Self {
        self.store = Some(store);
        self
    }

    /// Uses these tables, which must bound every target.
    #[must_use]
    pub fn tables(mut self, tables: &'a [Arc<Table>]) -> Self {
        self.tables = Some(tables);
        self
    }

    /// Sets the profile that the tables are taken from: larger tables make later stages faster. The default is
    /// [`Profile::Small`].
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Restricts lengths and solutions to some moves: see [`Analyzer::within`].
    #[must_use]
    pub fn moves(mut self, moves: u32) -> Self {
        self.moves = Some(moves);
        self
    }

    /// Sets the threads that fill and open tables. The default is all that the system has.
    #[must_use]
    pub fn threads(mut self, threads: &Threads) -> Self {
        self.threads = threads.clone();
        self
    }

    /// Sets what receives the progress of a [`store`](Self::store) and what cancels the construction.
    #[must_use]
    pub fn observer(mut self, observer: Observer<'a>) -> Self {
        self.observer = observer;
        self
    }

    /// Builds the analyzer.
    ///
    /// # Errors
    /// If the stages, the moves or the tables do not fit the goal, or a table cannot be opened or built.
    pub fn build(self) -> Result<Analyzer, BuildError> {
        let stages = self.stages.clone().unwrap_or_else(|| (0..self.goal.stages.len()).collect());
        if self.goal.is_on_axes() {
            return self.along_axes(&stages);
        }
        let analyzer = match self.tables {
            Some(tables) => {
                let goal = Goal { variant: self.goal, stages: &stages, tables };
                Analyzer::of_goals(&[goal], &self.threads)?
            }
            None => self.open(&stages)?,
        };
        match self.moves {
            Some(moves) => analyzer.within(moves),
            None => Ok(analyzer),
        }
    }

    /// Computes the tables of the stages of a goal on axes.
    fn along_axes(&self, stages: &[usize]) -> Result<Analyzer, BuildError> {
        check_stages(self.goal, stages)?;
        if self.moves.is_some() {
            return Err(BuildError::MovesOnAxes);
        }
        let stages = stages.iter().map(|stage| &self.goal.stages[*stage]);
        let cancel = self.observer.cancel;
        let reductions = Reductions::in_memory(&self.threads, cancel);
        reductions
            .and_then(|reductions| Analyzer::along_axes(stages, reductions, cancel))
            .ok_or(BuildError::Cancelled)
    }

    /// Opens or fills the tables that the stages require.
    fn open(&self, stages: &[usize]) -> Result<Analyzer, BuildError> {
        let tables = self.store.cloned().map_or_else(GoalTables::in_memory, GoalTables::in_store);
        let report = |event: TableEvent<'_>| {
            if let TableEvent::Progress(table, event) = event
                && let Some(entry) = Entry::named(table)
            {
                (self.observer.report)(entry, event);
            }
        };
        let request = TableRequest {
            goals: &[(self.goal, stages)],
            policy: &TablePolicy { profile: Some(self.profile), ..TablePolicy::default() },
            cubes: None,
            threads: &self.threads,
        };
        tables.analyzer(&request, &TableObserver { cancel: self.observer.cancel, report: &report })
    }
}
