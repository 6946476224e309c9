//! The first two layers, or any goal: least moves to its stages, and the solutions that need no more, for any bottom
//! colour.

mod analyzer;
mod choices;
mod needs;
#[cfg(test)]
mod tests;

pub use crate::node_limit::TableCheck;
pub(crate) use analyzer::Shortest;
pub use analyzer::{Analysis, AnalyzeError, Analyzer, Request, Solution, Source, StageResult};
pub use needs::{Needs, TooLarge, needs};

pub use crate::sharing::Counts;
