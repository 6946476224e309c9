//! Exact distributions: the number of states at each distance, over all states.
//!
//! * [`goal`]: the distribution of one goal with one bottom colour, from the catalogue or by filling a table.
//! * [`colors`]: the distribution of the minimum cross length over several bottom colours, over all states of the
//!   twelve edges. [`known()`] has stored results of it.
//! * [`best_slot`]: the distributions of the cross and the best of its four slots, over one or several bottom colours.
//! * [`max_length()`]: an upper bound on the length of any stage.

pub mod best_slot;
pub mod colors;
mod cross_distances;
mod flips;
pub mod goal;
mod known;
mod length_bounds;
mod parts;
mod placement_classes;
#[cfg(test)]
mod random_for_tests;
mod state_counts;

#[cfg(test)]
pub(crate) use cross_distances::lengths_by_color;

pub use colors::{CrossCounter, NotACrossGoal, Watch};
pub use goal::{NoExactDistribution, Source};
pub use known::known;
pub use length_bounds::{DIAMETER, max_length};
pub use state_counts::StateCounts;

/// Stored lists of exact counts.
const COUNTS: &str = include_str!("counts.txt");
