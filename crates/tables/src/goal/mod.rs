//! Tables of goals, from the numbering of states to the bytes of a table.
//!
//! | module | contents |
//! |--------|----------|
//! | `coordinate` | the numbering of the states of a target's pieces: row x rest x corners x flips |
//! | `cell` | sets of flip patterns, one for each (row, rest, corners) of a fill |
//! | `row_steps` | the effect of a turn on the rows of a coordinate |
//! | `row_pass` | one pass over all rows, which pulls a frontier along moves |
//! | [`fill`] | the breadth-first fill, a pass for each distance |
//! | `code` | the meaning of the two bits of a state |
//! | `ud_coset` | cosets of ⟨U, D⟩: the base placements that turns of U and D make of one another |
//! | `free_layer` | indices of the other pieces, where the base has no edge in U or D |
//! | `layout` | the order of the codes in a table: the states of a coset in one word |
//! | `table` | a table in memory or mapped from a file |

pub(crate) mod cell;
pub(crate) mod code;
pub(crate) mod code_address;
pub(crate) mod coordinate;
pub mod fill;
pub(crate) mod free_layer;
pub(crate) mod layout;
pub(crate) mod layout_writer;
pub(crate) mod places;
pub(crate) mod row_pass;
pub(crate) mod row_steps;
pub(crate) mod table;
pub(crate) mod ud_coset;

pub use coordinate::{Coordinate, base};
pub use places::{MAX_CORNERS, MAX_REST};
pub use table::Table;

#[cfg(test)]
mod tests;
