//! Solutions by hand and reviews.

mod beginner;
mod review;
mod solver;
#[path = "../../../solvers/tests/tables/mod.rs"]
mod tables;
