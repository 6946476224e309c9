//! The 4x4x4: its pieces, turns and states.
//!
//! It has 8 corners, 24 wings (the edge pieces, two to an edge) and 24 centres, of which four have each colour and
//! cannot be told apart. No piece stays where it is, so a cube that was turned as a whole is another state;
//! [`Cube4::reoriented`] is the same for both.
//!
//! Wings, corners and centres have the numbers of the five-stage method, which [`cell`] derives from where they lie.

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
