//! Exact distributions: every state of a space counted by its distance, none sampled.
//!
//! [`goal`] has those of one goal, seen with one colour at the bottom: the catalogue knows them, or a fill counts
//! them. [`colors`] has those of the shortest of several bottom colours, over all states of the twelve edges, and
//! [`known()`] keeps some of these. [`longest()`] bounds the lengths of stages that have none.

pub mod colors;
mod cross_distances;
mod flips;
pub mod goal;
mod known;
mod longest;

pub use colors::{ByColor, NotOfTheBottom, Watch};
pub use goal::{Inexact, Source};
pub use known::known;
pub use longest::{DIAMETER, longest};
