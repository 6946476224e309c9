//! Scrambles as used in competition: their random states, tasks and JSON.

mod derived;
mod operation;
mod other;
mod request;
mod row;
mod tasks;
mod three;

pub use crate::puzzle::ScrambleEvent;
pub use request::{ScrambleQuestion, ScrambleRequest};
pub use row::{Row, StateRow, Task, Tasks};
pub use tasks::{rows, tasks};
pub use three::of_states;
