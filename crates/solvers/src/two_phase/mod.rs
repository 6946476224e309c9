//! Kociemba's two-phase algorithm: short solutions at once, shorter ones the longer it may look.

mod orientations;
mod path_cache;
mod solver;
mod spaces;
mod tables;

pub use solver::{InG1, TwoPhase};
pub use tables::{Filters, Tables};
