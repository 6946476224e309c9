//! Exact distributions: the number of states at each distance, over all states.
//!
//! * [`goal`]: the distribution of one goal with one bottom colour, from the catalogue or by filling a table.
//! * [`known()`]: the stored distributions of a [`ColorGoal`] over several bottom colours, and of EO and DR over the
//!   three axes.
//! * [`max_length()`]: an upper bound on the length of any stage.

pub mod goal;
mod known;
mod length_bounds;
mod state_counts;

pub use goal::{NoExactDistribution, Source};
pub use known::{ColorGoal, known, known_over_axes};
pub use length_bounds::{DIAMETER, max_length};
pub use state_counts::StateCounts;
