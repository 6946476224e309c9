//! The 4x4x4 by five stages: a beam of partial solutions goes through the stages, ordered by the turns made so far and
//! the exact distance of the next stage.

mod beam;
mod crew;
mod joint;
mod passage;
mod solver;
mod space;

pub use solver::{DEFAULT_BEAM, FiveStage, Limits, Solution, Unsolved};
