//! The library as its users see it.

mod cancel;
mod examples;
#[path = "../../../tables/tests/full_tables/mod.rs"]
mod full_tables;
mod rotations;
#[path = "../../../solvers/tests/tables/mod.rs"]
mod tables;
