//! Minimum numbers of moves to the stages of a goal, such as the cross and the first two layers, and their solutions,
//! for any bottom colour.

mod analyzer;
mod choices;
mod goal_tables;
mod requirements;

pub(crate) use analyzer::is_met_early;
pub use analyzer::{
    Analysis, AnalyzeError, Analyzer, AnalyzerBuilder, BuildError, Goal, MAX_NODES_WITHIN, NoLength, Request,
    Shortest, StageResult, StageSolution,
};
pub use choices::TooLarge;
pub use goal_tables::{GoalTables, TableEvent, TableObserver, TablePolicy, TableRequest};
pub use requirements::{TableRequirements, table_requirements};

pub use cubiform_search::parallel::{Counts, TableCheck};
