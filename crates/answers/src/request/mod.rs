//! Requests: the options of each operation with their texts and defaults, and the rules between them.

mod scramble;
mod solve;
mod values;

pub use scramble::{ScrambleLimits, ScrambleQuestion, ScrambleRequest};
pub(crate) use solve::NO_BUDGET;
pub use solve::{FourMetric, SolveLimits, SolveQuestion, SolveRequest};
pub use values::parse_time;
