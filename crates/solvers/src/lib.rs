//! Solvers: what goals, tables and the search loop are put together for.

pub mod space;
