//! Look-ups of a search in tables of goals: from the pieces that it tracks to the lower bounds of a node.

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
