//! Solvers: goals, tables and the search loop put together to answer questions about whole cubes.

pub mod cfop;
mod clock;
pub mod draw;
pub mod five_stage;
pub mod goal_search;
pub mod human;
mod move_order;
mod node_limit;
pub mod optimal;
pub mod outer_block;
mod parallel;
pub mod players;
pub mod scrambler;
pub mod subgroup;
pub mod thistlethwaite;
pub mod two_phase;

pub use parallel::work_sharing::Counts;
pub mod solver;
