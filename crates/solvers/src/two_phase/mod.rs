//! Kociemba's two-phase algorithm: short solutions at once, shorter ones the longer it may look.

mod solver;
mod spaces;
mod tables;
mod trail;
mod views;

pub use solver::{InG1, TwoPhase};
pub use tables::{Filters, Tables};
