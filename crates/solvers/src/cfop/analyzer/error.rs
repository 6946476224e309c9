//! The reasons why an analyzer cannot be built, a cube not be analysed, or a stage has no length.

use cubiform_store::StoreError;

use crate::cfop::choices::TooLarge;
use crate::goal_search::root_distances::Contradiction;
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
    /// A goal on axes is restricted to some moves.
    #[error("a goal on axes takes all moves")]
    MovesOnAxes,
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

/// The reason why a cube could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalyzeError {
    /// A table contradicts itself or the cube.
    #[error(transparent)]
    Table(#[from] Contradiction),
    /// A search found a path that does not meet the stage on the cube, or none up to the maximum length.
    #[error("no valid solution of stage {stage} was found: a table file may be damaged")]
    InvalidSolution {
        /// The name of the stage.
        stage: String,
    },
    /// A search expanded more nodes than expected with intact tables.
    #[error("the search for stage {stage} was given up after {nodes} nodes: a table file may be damaged")]
    TooManyNodes {
        /// The name of the stage.
        stage: String,
        /// The maximum number of nodes.
        nodes: u64,
    },
    /// The analysis was stopped.
    #[error("the analysis was stopped")]
    Cancelled,
}

/// The reason why a stage has no length. Only an analyzer that is restricted to some of the moves
/// ([`Analyzer::within`](crate::cfop::Analyzer::within)) returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLength {
    /// No sequence of the moves meets the stage.
    #[error("not possible with these moves")]
    Impossible,
    /// The search was given up at its node limit.
    #[error("at least {at_least} moves; the search was given up")]
    GivenUp {
        /// A lower bound on the length.
        at_least: u8,
    },
}
