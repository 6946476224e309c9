//! Solutions by hand and reviews.

mod beginner;
mod review;
mod simulated_solves;
mod solver;
#[path = "../../../solvers/tests/tables/mod.rs"]
mod tables;
