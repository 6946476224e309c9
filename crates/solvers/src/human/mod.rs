//! CFOP as a person solves it: a cross, four pairs, OLL and PLL, each step with the name of its case.

pub mod cases;
pub mod comfort;
mod crosses;
mod explain;
mod last_layer;
mod metric;
mod pairs;
mod review;
mod solution;
mod solver;
mod way;

pub use crate::players;
pub use explain::explain;
pub use metric::Lengths;
pub use review::{Better, Review, Step};
pub use solution::{Part, Solution, Stage};
pub use solver::{Objective, Outlook, Request, SolveError, Solver};
