//! Look-ups of a search in tables of goals: from the pieces that it tracks to the lower bounds of a node.
//!
//! For the children of one node, up to 32 at a time:
//!
//! 1. [`tracked`] turns the parent's pieces by move tables, and [`normalize`] undoes each child's own turn of U and D;
//! 2. `indexer` computes the addresses of their codes in a table, by a `symmetry_map` of each symmetry;
//! 3. [`probe`] prefetches and reads the words, of which a [`coset_lane`] selects the code;
//! 4. [`bounds`] turns the codes, distances mod 3, into exact distances, of which the largest is the lower bound.
//!
//! [`lanes`] numbers the children; `simd` has steps 1 to 4 for vectors of children, tested against the scalar path.

pub mod bounds;
pub mod coset_lane;
pub(crate) mod indexer;
pub mod lanes;
pub mod normalize;
pub mod probe;
#[cfg(target_arch = "x86_64")]
pub(crate) mod simd;
pub(crate) mod symmetry_map;
pub mod tracked;
