//! Kociemba's two-phase algorithm: a short solution at once, shorter ones the longer it searches.

mod domino;
mod path_cache;
mod sides;
mod solver;
mod spaces;
mod tables;

pub use solver::{InG1, TwoPhase};
pub(crate) use spaces::PhaseSpace;
pub use tables::{Filters, Tables};
