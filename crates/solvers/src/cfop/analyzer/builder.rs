//! The construction of an analyzer: its goal and stages, its tables and its threads.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_store::{Observer, Store, StoreError};
use cubiform_tables::Table;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_threads::Threads;

use super::{Analyzer, Goal};
use crate::cfop::choices::TooLarge;
use crate::cfop::goal_tables::{GoalTables, TableEvent, TableObserver, TablePolicy, TableRequest};
use crate::move_order::UnfitMoves;

/// The reason why an analyzer cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The goal has no stage of this index.
    #[error("the goal {goal} has no stage {index}; its {count} stages are numbered from 0")]
    UnknownStage {
        /// The name of the goal.
        goal: String,
        /// The index.
        index: usize,
        /// The number of stages of the goal.
        count: usize,
    },
    /// The stages are not in ascending order.
    #[error("the stages of a goal must be given in ascending order, each once")]
    StageOrder,
    /// The goal has more pieces than can be tracked.
    #[error("'{goal}': {source}")]
    TooLarge {
        /// The name of the goal.
        goal: String,
        /// The reason.
        source: TooLarge,
    },
    /// No table bounds some target of the goal.
    #[error("no table bounds every target of the goal {goal}")]
    NoTable {
        /// The name of the goal.
        goal: String,
    },
    /// The set of moves cannot be searched.
    #[error(transparent)]
    Moves(#[from] UnfitMoves),
    /// A table cannot be opened or built.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table is not built, and the policy is to build none.
    #[error("the goal '{goal}' needs the table {table}, which is not built")]
    NotBuilt {
        /// The name of the table.
        table: &'static str,
        /// The name of the goal.
        goal: String,
    },
    /// The goal needs tables of its own, and the policy is to fill none.
    #[error("the goal '{goal}' needs tables of its own")]
    NotFilled {
        /// The name of the goal.
        goal: String,
    },
    /// There is too little free memory to fill a table that only this goal needs.
    #[error(
        "filling {table} takes {:.1} GB of memory, {:.1} GB are free",
        *needed as f64 / 1e9, *available as f64 / 1e9
    )]
    Memory {
        /// A name of the table.
        table: String,
        /// The memory that the fill takes, in bytes.
        needed: u64,
        /// The free memory in bytes.
        available: u64,
    },
    /// The construction was cancelled.
    #[error("the tables were not filled, because the construction was cancelled")]
    Cancelled,
}

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

impl<'a> AnalyzerBuilder<'a> {
    pub(super) fn new(goal: &'a Variant) -> AnalyzerBuilder<'a> {
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
