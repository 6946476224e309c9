//! The 4x4x4: pieces, turns, states, notation, facelets, metrics and random states.
//!
//! The 4x4x4 has 8 corners, 24 wings (edge pieces, two for each edge) and 24 centres. The four centres of a colour are
//! indistinguishable. There is no fixed piece, so a rotation of the whole cube gives a different [`Cube4`];
//! [`Cube4::reoriented`] returns the same state for all 24 orientations.
//!
//! Wings, corners and centres are numbered as in the five-stage method; [`cell`] derives the numbers from the
//! positions.

pub mod action;
pub mod cell;
pub mod facelets;
pub mod metric;
pub mod notation;
pub mod random;
pub mod reduced;
pub mod run;
pub mod state;
pub mod turn;

pub use action::Action;
pub use metric::Metric;
pub use run::{Run, Runs};
pub use state::Cube4;
pub use turn::{Layers, Turn};
