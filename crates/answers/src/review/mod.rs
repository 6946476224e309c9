//! Reviews of solves, stage by stage: the sources of solves, the optimal length of each stage, the best
//! continuations, and their JSON.

pub mod json;
mod record;
mod request;
mod reviewed;
mod source;
mod summary;

pub use crate::reconstruction::Reading;
pub use record::SolveRecord;
pub use request::{ReviewAnswer, ReviewQuestion, ReviewRequest, Reviews};
pub use reviewed::{ReviewedSolve, Row};
pub use source::{SOLUTION_HINT, Solve, Source, parse_time, read, read_scramble};
pub use summary::{CaseSummary, ColorSummary, StageSummary, Summary, TrendSummary};
