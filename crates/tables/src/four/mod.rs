//! The 4x4x4 in five stages: their coordinates, and how far every state is from meeting each of them.

pub mod fill;
mod motion;
mod part;
mod sets;
mod squares;
mod stage;
pub mod stages;

pub use motion::View;
pub use stage::{Stage, State};
pub use stages::STAGES;
