//! Scrambles as used in competition: their events, random states and JSON.

mod draws;
mod event;
mod row;
mod states;

pub use draws::{ConditionDraw, ConditionListing};
pub use event::ScrambleEvent;
pub use row::{Row, StateRow, case_row, puzzle_row, row};
pub use states::{Drawn, DrawnCase, case_states, numbered, puzzle_states};
