//! Look-ups of a search in tables of goals: from the pieces that it tracks to the lower bounds of a node.
//!
//! A [`ProbeSet`] has all probes for the [`TrackedPieces`]: a *probe* is one table under one symmetry. Its
//! [`TargetProbes`] bound one target. For a [`Node`] they [plan](TargetProbes::plan) and make the look-ups of a
//! [`ChildBatch`], up to 32 children at a time:
//!
//! 1. `tracked` turns the parent's pieces by move tables, and `normalize` undoes each child's own turn of U and D;
//! 2. `indexer` computes the addresses of their codes in a table, by a `symmetry_map` of each symmetry;
//! 3. `probe` prefetches and reads the words, of which a `coset_lane` selects the code;
//! 4. `bounds` turns the codes, distances mod 3, into exact distances, of which the largest is the lower bound.
//!
//! `lanes` numbers the children; `simd` has steps 1 to 4 for vectors of children, tested against the scalar path.

pub(crate) mod base_entry;
pub(crate) mod bounds;
pub(crate) mod coset_lane;
pub(crate) mod indexer;
pub(crate) mod lanes;
pub(crate) mod normalize;
pub(crate) mod normalized_state;
pub(crate) mod probe;
mod probe_set;
#[cfg(target_arch = "x86_64")]
pub(crate) mod simd;
pub(crate) mod symmetry_map;
mod target_probes;
pub(crate) mod tracked;
pub(crate) mod tracked_moves;

pub use crate::goal::table::Contradiction;
pub use probe_set::ProbeSet;
pub use target_probes::{ChildBatch, Node, Plan, TargetProbes};
pub use tracked::{TrackedPieces, TrackedState};
