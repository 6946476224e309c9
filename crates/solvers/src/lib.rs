//! Solvers: goals, tables and the search loop put together to answer questions about whole cubes.

mod bucket_queue;
pub mod cfop;
mod clock;
pub mod draw;
pub mod five_stage;
pub mod goal_frame;
pub mod human;
pub mod implication;
mod move_order;
mod node_limit;
pub mod optimal;
pub mod outer_block;
pub mod players;
pub mod root_distances;
pub mod scrambler;
mod shared_frontier;
pub mod subgroup;
pub mod target_space;
pub mod thistlethwaite;
pub mod two_phase;
mod work_sharing;

pub use work_sharing::Counts;
pub mod solver;
