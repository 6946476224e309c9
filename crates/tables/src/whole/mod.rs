//! Coordinates of the whole cube relative to the axis of U and D, as Kociemba's algorithm and its descendants use
//! them: what turns and symmetries do to them, and their classes under symmetry.
//!
//! G1 is the group that U, D and the half turns make. A [`Part`] is a piece of knowledge about a cube that turns by
//! itself; a [`MoveTable`] says how. Those of [`Twist`], [`Flip`] and [`Slice`] together tell the cosets of G1 apart
//! (phase 1), those of [`Corners`], [`LayerEdges`] and [`SliceOrder`] the states within G1 (phase 2); [`Four`] leads
//! from the one to the other. Sixteen symmetries keep the axis ([`KEEPING_UD`]); a [`ConjugateTable`] says what they
//! do to a part, [`Classes`] number what they cannot tell apart.

mod beyond;
pub mod catalogue;
mod classes;
mod distances;
mod filter;
pub mod g1;
mod gate;
mod near;
mod part;
pub mod phase1;
pub mod phase2;
mod room;
mod symmetry;
mod turning;

pub use beyond::Beyond;
pub use classes::{Classes, INVERSES, SymmetrySet};
pub use distances::{FAR, distances, distances_until};
pub use filter::Filter;
pub use gate::{Gate, Permutation};
pub(crate) use near::prefetch;
pub use near::{Known, Near};
pub use part::{Corners, Flip, FlipSlice, Four, LayerEdges, Part, Slice, SliceOrder, Symmetric, Twist};
pub use symmetry::{ConjugateTable, FlipSliceConjugates, KEEPING_UD, MoveSetConjugates};
pub use turning::{IN_G1, MoveTable};
