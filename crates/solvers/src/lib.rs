//! Solvers: goals, tables and the search loop put together to answer questions about whole cubes.

pub mod bounds;
pub mod cfop;
mod clock;
pub mod draw;
pub mod five_stage;
pub mod frame;
pub mod human;
mod move_order;
mod node_limit;
pub mod optimal;
pub mod outer_block;
mod parts;
pub mod players;
pub mod position;
pub mod scrambler;
mod sharing;
pub mod space;
pub mod subgroup;
pub mod thistlethwaite;
pub mod two_phase;
mod waiting;

pub use sharing::Counts;
pub mod whole;
