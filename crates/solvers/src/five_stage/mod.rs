//! The 4x4x4 in five stages: a beam search over partial solutions, ordered by the turns so far plus the exact distance
//! of the next stage. [`crate::outer_block`] uses the same beam.

pub(crate) mod beam;
pub(crate) mod budget;
pub(crate) mod chain;
pub(crate) mod run_merger;
#[cfg(test)]
pub(crate) mod small_for_tests;
mod solver;
pub(crate) mod space;
pub(crate) mod stage_search;
pub(crate) mod transition;

pub use budget::DEFAULT_BEAM;
pub use solver::FiveStage;
