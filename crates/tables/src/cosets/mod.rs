//! Cosets of subgroups of the whole cube that lie between G1 and the half turns' group: how far a cube is from one.
//!
//! A state's coset is known by its [`crate::whole::FlipSlice`], its [`crate::whole::Twist`] and what a [`Quotient`]
//! keeps of the permutation of its corners. Sixteen symmetries keep the subgroup: rows are classes of the first under
//! them, columns are pairs of the other two. These distances bound those to the solved cube, for the cube as seen along
//! three axes and for its inverse: the optimal solver's tables.

pub mod catalogue;
mod coordinate;
pub mod fill;
mod locate;
mod near;
mod quotient;
mod table;

pub use coordinate::CosetCoordinate;
pub use locate::{Locator, Pieces, Place, Sums, VIEWS};
pub use near::NearCubes;
pub use quotient::{Quotient, QuotientKind};
pub use table::CosetTable;
