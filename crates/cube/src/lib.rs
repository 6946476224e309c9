//! The cube itself: pieces and moves, notation, facelets, symmetries, random states, and goals as data.
//!
//! This crate knows nothing of tables, of searching, or of any front end.

pub mod cube_text;
pub mod face;
pub mod facelets;
pub mod four;
pub mod goal;
pub mod group;
pub mod held;
pub mod moves;
pub mod notation;
pub mod piece;
pub mod random;
pub mod reid;
pub mod state;
pub mod symmetry;

pub use face::{Axis, Color, Face};
pub use moves::Move;
pub use notation::Algorithm;
pub use piece::PieceSet;
pub use state::Cube;
pub use symmetry::Symmetry;
