//! The 4x4x4 by five stages: a beam of partial solutions goes through the stages, ordered by the turns made so far and
//! the exact distance of the next stage. [`crate::outer_block`] goes through its stages by the same beam.

pub(crate) mod beam;
pub(crate) mod budget;
pub(crate) mod chain;
pub(crate) mod run_merger;
mod solver;
pub(crate) mod space;
pub(crate) mod stage_search;
pub(crate) mod transition;

pub use budget::{Limits, Solution, Solver, Unsolved};
pub use solver::{DEFAULT_BEAM, FiveStage};
