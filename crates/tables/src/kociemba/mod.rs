//! Coordinates of the whole cube relative to the axis of U and D, as Kociemba's algorithm and its descendants use
//! them: what turns and symmetries do to them, and their classes under symmetry.
//!
//! G1 is the group that U, D and the half turns make. A [`Coordinate`] is a piece of knowledge about a cube that turns by
//! itself; a [`MoveTable`] says how. Those of [`Twist`], [`Flip`] and [`UdSlice`] together tell the cosets of G1 apart
//! (phase 1), those of [`CornerPermutation`], [`UdEdges`] and [`SlicePermutation`] the states within G1 (phase 2); [`FourEdges`] leads
//! from the one to the other. Sixteen symmetries keep the axis ([`UD_SYMMETRIES`]); a [`ConjugateTable`] says what they
//! do to a part, [`SymClasses`] number what they cannot tell apart.

mod ball_filter;
mod bloom;
pub mod catalogue;
mod coordinates;
mod distances;
mod exact;
pub mod g1;
mod huge_pages;
mod move_table;
pub mod phase1;
pub mod phase2;
mod sym_classes;
mod symmetry;
mod transition;

pub use ball_filter::BallFilter;
pub use bloom::BlockedBloomFilter;
pub use coordinates::{
    Coordinate, CornerPermutation, Flip, FlipSlice, FourEdges, SlicePermutation, Symmetric, Twist, UdEdges,
    UdSlice,
};
pub use distances::{FAR, distances, distances_until};
pub(crate) use exact::prefetch;
pub use exact::{Entry, ExactTable};
pub use move_table::{IN_G1, MoveTable};
pub use sym_classes::{INVERSES, SymClasses, SymmetrySet};
pub use symmetry::{ConjugateTable, FlipSliceConjugates, MoveSetConjugates, UD_SYMMETRIES};
pub use transition::{Permutation, PhaseTransition};
