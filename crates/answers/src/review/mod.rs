//! Reviews of solves, stage by stage: the reader of reconstructions, the optimal length of each stage, the best
//! continuations, and their JSON.

pub mod json;
mod reconstruction;
mod record;
mod reviewed;
mod source;
mod summary;

pub use reconstruction::parse_time;
pub use record::SolveRecord;
pub use reviewed::{ReviewedSolve, Row};
pub use source::{SOLUTION_HINT, Solve, Source, read, read_scramble};
pub use summary::{CaseSummary, ColorSummary, StageSummary, Summary, TrendSummary};
