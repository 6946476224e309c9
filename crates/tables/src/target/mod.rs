//! Tables of goals: coordinates of tracked pieces, their breadth-first fill, and the layout of the stored codes.

pub mod cell;
pub mod code;
pub mod coordinate;
pub mod fill;
pub(crate) mod free_layer;
pub mod layout;
pub(crate) mod row_pass;
pub(crate) mod row_steps;
pub mod table;
pub mod ud_coset;
