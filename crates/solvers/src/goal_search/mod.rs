//! The search space of a goal: normalised targets, the pruning tables that bound them, and exact distances at the root.

pub mod goal_frame;
pub mod root_distances;
pub mod target_space;

pub use cubiform_tables::target::implication;
