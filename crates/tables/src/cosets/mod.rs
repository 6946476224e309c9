//! Cosets of subgroups of the whole cube that lie between G1 and the half turns' group: how far a cube is from one.
//!
//! A state's coset is known by its [`crate::whole::FlipSlice`], its [`crate::whole::Twist`] and what a [`CornerCosets`]
//! keeps of the permutation of its corners. Sixteen symmetries keep the subgroup: rows are classes of the first under
//! them, columns are pairs of the other two. These distances bound those to the solved cube, for the cube as seen along
//! three axes and for its inverse: the optimal solver's tables.

mod ball;
pub mod catalogue;
mod coordinate;
mod corner_cosets;
pub mod fill;
mod indexer;
mod table;

pub use ball::CubeBall;
pub use coordinate::CosetCoordinate;
pub use corner_cosets::{CornerCosetKind, CornerCosets};
pub use indexer::{AXIS_SYMMETRIES, IndexSums, Indexer, PieceWords, Slot};
pub use table::CosetTable;
