//! Scrambles as used in competition: their random states, tasks and JSON.

mod derived;
mod draws;
pub(crate) mod other;
mod row;
mod tasks;
pub(crate) mod three;

pub use crate::puzzle::ScrambleEvent;
pub use draws::{draw_error, drawn_states};
pub use row::{Row, StateRow};
pub use tasks::{Task, Tasks, rows, tasks};
pub use three::of_states;
