//! The first two layers, or any goal: the minimum number of moves to its stages, and solutions, for any bottom colour.

mod analyzer;
mod choices;
mod needs;

pub use crate::node_limit::TableCheck;
pub use analyzer::{
    Analysis, AnalyzeError, Analyzer, Goal, MOST_NODES_WITHIN, NoLength, Request, Solution, Source,
    StageResult,
};
pub use needs::{Needs, TooLarge, needs};

pub use crate::sharing::Counts;
