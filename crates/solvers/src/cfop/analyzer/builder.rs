//! The construction of an analyzer: its goal and stages, its tables and its threads.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_store::Store;
use cubiform_store::fill::Watch;
use cubiform_store::{Observer, StoreError};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Profile;
use cubiform_threads::Threads;

use super::{Analyzer, Goal};
use crate::cfop::requirements::{TooLarge, table_requirements};
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
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
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
    /// The construction was cancelled.
    #[error("the tables were not filled, because the construction was cancelled")]
    Cancelled,
}

/// The source of an analyzer's tables.
enum Tables<'a> {
    /// Filled in memory.
    Memory,
    /// Opened from a folder, in which missing ones are built.
    Store(&'a Store),
    /// Given by the caller.
    Given(&'a [Arc<Table>]),
}

/// A builder of an [`Analyzer`]: see [`Analyzer::builder`].
pub struct AnalyzerBuilder<'a> {
    goal: &'a Variant,
    stages: Option<Vec<usize>>,
    tables: Tables<'a>,
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
            tables: Tables::Memory,
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
        self.tables = Tables::Store(store);
        self
    }

    /// Uses these tables, which must bound every target.
    #[must_use]
    pub fn tables(mut self, tables: &'a [Arc<Table>]) -> Self {
        self.tables = Tables::Given(tables);
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
        super::check_stages(self.goal, &stages)?;
        let filled;
        let tables = match self.tables {
            Tables::Given(tables) => tables,
            Tables::Memory | Tables::Store(_) => {
                filled = self.required_tables(&stages)?;
                &filled
            }
        };
        let goal = Goal { variant: self.goal, stages: &stages, tables };
        let analyzer = Analyzer::of_goals(&[goal], &self.threads)?;
        match self.moves {
            Some(moves) => analyzer.within(moves),
            None => Ok(analyzer),
        }
    }

    /// Opens or fills the tables that the stages require.
    fn required_tables(&self, stages: &[usize]) -> Result<Vec<Arc<Table>>, BuildError> {
        let required = table_requirements(self.goal, stages, self.profile)?;
        let watch = Watch { cancel: self.observer.cancel, report: &|_| {} };
        let fill = |coordinate| {
            let (table, _) = Table::fill(coordinate, &self.threads, &watch).ok_or(BuildError::Cancelled)?;
            Ok::<_, BuildError>(Arc::new(table))
        };
        let mut tables = Vec::new();
        for entry in required.entries {
            tables.push(match self.tables {
                Tables::Store(store) => Arc::new(store.open_or_build(entry, &self.observer)?),
                _ => fill(Arc::clone(entry.coordinate()))?,
            });
        }
        for coordinate in required.ad_hoc {
            tables.push(fill(coordinate)?);
        }
        Ok(tables)
    }
}
