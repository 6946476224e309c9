//! Solutions of whole cubes: what can be asked for, the solvers, and the JSON of their answers.

pub mod beginner;
pub mod cfop;
pub mod json;
pub mod options;
pub mod phases;
pub mod puzzle;
pub mod solve;
