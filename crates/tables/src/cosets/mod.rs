//! Pruning tables for optimal solving: distances of the cosets of a subgroup, as lower bounds for the whole cube.
//!
//! The subgroups lie between G1 (the group of ⟨U, D, L2, R2, F2, B2⟩) and the group of half turns. A coset is
//! determined by the flips and UD-slice, the twists and the corner coset of a cube. The sixteen symmetries that keep
//! the U-D axis map the subgroup to itself, so the rows of a table are the symmetry classes of flips and slice; its columns are twists × corner cosets.
//!
//! 1. `CosetCoordinate` numbers the cosets, and `fill` computes their distances in half turn metric.
//! 2. [`Indexer`] finds the codes of a cube and of its inverse along three axes: six lower bounds for one cube.
//!    [`LookUps`] are located together.
//! 3. [`CosetTable`] stores the codes. [`CubeBall`] prunes near the solved cube, where these bounds are weak.

mod ball;
pub(crate) mod catalogue;
mod coordinate;
mod corner_cosets;
mod corner_ranks;
mod fill;
mod indexer;
mod look_ups;
mod table;

pub use ball::CubeBall;
pub use catalogue::{COSETS, CosetEntry};
pub(crate) use coordinate::CosetCoordinate;
pub(crate) use corner_cosets::CornerCosetKind;
pub use indexer::{CodeAddress, IndexSums, Indexer, PiecesByPosition, Word};
pub use look_ups::LookUps;
pub use table::CosetTable;
