//! The first two layers, or any goal: the minimum number of moves to its stages, and solutions, for any bottom colour.

mod analyzer;
mod choices;
mod requirements;

pub use crate::node_limit::TableCheck;
pub(crate) use analyzer::Shortest;
pub use analyzer::{
    Analysis, AnalyzeError, Analyzer, Goal, MOST_NODES_WITHIN, NoLength, Request, Solution, Source,
    StageResult,
};
pub use requirements::{TableRequirements, TooLarge, table_requirements};

pub use crate::parallel::work_sharing::Counts;
