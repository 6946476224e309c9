//! A CFOP solver that works like a person: cross, four pairs, OLL and PLL, each stage with the name of its case.

pub mod cases;
pub mod comfort;
mod crosses;
mod explain;
mod identify;
mod last_layer;
mod metric;
mod pairs;
mod review;
mod solution;
mod solver;
mod stage_solution;

pub use explain::explain;
pub use identify::{IdentifiedCase, identify, identify_algorithm};
pub use metric::Lengths;
pub use review::{Alternative, Correction, Edit, Ending, Review, ReviewedStage};
pub use solution::{Solution, Stage, StageKind};
pub use solver::{CfopSolver, Objective, Request, SearchEffort};
