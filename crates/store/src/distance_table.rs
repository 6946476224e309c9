//! Exact distances of a small set of numbered states, for any puzzle: a breadth-first fill, and a table of one byte a
//! state that a [`Store`](crate::Store) keeps as a file.
//!
//! A [`DistanceTableKind`] describes such a table. Like every [`TableKind`] it can be built, verified, listed and
//! removed; [`Store::open`](crate::Store::open) returns its [`DistanceTable`].
//!
//! ```
//! use cubiform_store::Store;
//! use cubiform_store::distance_table::DistanceTableKind;
//! use cubiform_store::Observer;
//! use cubiform_threads::Threads;
//!
//! /// The positions of a dial of twelve, turned by one or by three steps either way.
//! static DIAL: DistanceTableKind = DistanceTableKind {
//!     name: "dial",
//!     description: "positions of a dial of twelve",
//!     metric: "turns",
//!     numbering: 1,
//!     size: 12,
//!     goals: &[0],
//!     histogram: &[1, 4, 5, 2],
//!     neighbors: || Box::new(|state, list| list.extend([1, 3, 9, 11].map(|step| (state + step) % 12))),
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let store = Store::new(folder.path(), &Threads::new(2));
//! let dial = store.open_or_build(&DIAL, &Observer::quiet())?;
//! assert_eq!(dial.distance(7), 3);
//! store.verify(&DIAL, &Observer::quiet())?;
//! # Ok(())
//! # }
//! ```

use std::fmt;

use cubiform_threads::Threads;

use crate::fill::{Checkpoint, Filling, Progress, Watch};
use crate::table_bytes::{OpenTable, TableBytes};
use crate::table_kind::TableKind;

/// The distance of a state that was not reached: farther than the limit, or unreachable.
pub const UNREACHED: u8 = u8::MAX;

/// Number of states expanded between two checks for cancellation.
const STATES_BETWEEN_CHECKS: usize = 1 << 9;

/// Returns the distances of states 0..size from the nearest of `goals`, up to `limit` moves; [`UNREACHED`] for all
/// others. Calls `is_stopped` from time to time, and returns `None` if it returned `true`.
///
/// `expand(state, neighbors)` appends the states one move from `state`, in any order; repetitions do no harm. Moves
/// must be invertible, so that distances from and to the goal are equal. Needs one byte for each state and four for
/// each state of two successive levels.
///
/// # Panics
/// If a goal or a neighbour is not below `size`, or `size` exceeds 2^32.
pub fn distances_until(
    size: usize,
    goals: impl IntoIterator<Item = usize>,
    limit: u8,
    is_stopped: impl Fn() -> bool,
    expand: impl FnMut(usize, &mut Vec<usize>),
) -> Option<Vec<u8>> {
    fill(size, goals, limit, |_, _| !is_stopped(), expand)
}

/// Computes the distances as [`distances_until`] does. `goes_on` receives the depth being filled and the number of
/// states reached; the fill stops if it returns `false`.
fn fill(
    size: usize,
    goals: impl IntoIterator<Item = usize>,
    limit: u8,
    mut goes_on: impl FnMut(u8, usize) -> bool,
    mut expand: impl FnMut(usize, &mut Vec<usize>),
) -> Option<Vec<u8>> {
    assert!(u32::try_from(size.saturating_sub(1)).is_ok(), "states are numbered by 32 bits");
    let mut distances = vec![UNREACHED; size];
    let mut frontier = Vec::new();
    for goal in goals {
        if distances[goal] == UNREACHED {
            distances[goal] = 0;
            frontier.push(goal as u32);
        }
    }
    let mut reached = frontier.len();
    let mut neighbors = Vec::new();
    for distance in 1..=limit.min(UNREACHED - 1) {
        let mut next = Vec::new();
        for (i, state) in frontier.iter().enumerate() {
            if i % STATES_BETWEEN_CHECKS == 0 && !goes_on(distance, reached + next.len()) {
                return None;
            }
            neighbors.clear();
            expand(*state as usize, &mut neighbors);
            for neighbor in &neighbors {
                if distances[*neighbor] == UNREACHED {
                    distances[*neighbor] = distance;
                    next.push(*neighbor as u32);
                }
            }
        }
        reached += next.len();
        frontier = next;
        // Stop once every state has its distance: expanding the last level would find nothing.
        if reached == size || frontier.is_empty() {
            break;
        }
    }
    Some(distances)
}

/// Returns the number of states at each distance. [`UNREACHED`] states do not count.
pub fn histogram(distances: &[u8]) -> Vec<u64> {
    let mut counts = [0; UNREACHED as usize];
    for distance in distances.iter().filter(|distance| **distance != UNREACHED) {
        counts[usize::from(*distance)] += 1;
    }
    let length = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    counts[..length].to_vec()
}

/// A function that appends the states one move from a state: see [`distances_until`].
pub type Neighbors = Box<dyn FnMut(usize, &mut Vec<usize>)>;

/// A table of distances that a store can keep: one byte for each state.
pub struct DistanceTableKind {
    /// The name, also of its file: lower-case letters, digits and hyphens.
    pub name: &'static str,
    /// A description of the states, one line for users.
    pub description: &'static str,
    /// The metric of the distances, for instance `HTM`.
    pub metric: &'static str,
    /// The version of the numbering of the states. A file of an earlier one is replaced; one of a later one is refused.
    pub numbering: u32,
    /// The number of states; they are 0..size. At most 2^32.
    pub size: usize,
    /// The states at distance 0.
    pub goals: &'static [usize],
    /// The known number of states at each distance, to which each fill is compared. Unreachable states do not count.
    pub histogram: &'static [u64],
    /// Builds the function that appends the neighbours of a state, with its move tables. Called when a fill starts.
    pub neighbors: fn() -> Neighbors,
}

impl fmt::Debug for DistanceTableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceTableKind").field("name", &self.name).finish_non_exhaustive()
    }
}

impl TableKind for DistanceTableKind {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn histogram(&self) -> &'static [u64] {
        self.histogram
    }

    fn metric(&self) -> &'static str {
        self.metric
    }

    fn identity(&self) -> String {
        format!("{} distances of {} states numbering {}", self.name, self.size, self.numbering)
    }

    fn entries(&self) -> u64 {
        self.size as u64
    }

    fn payload(&self) -> u64 {
        self.size as u64
    }

    fn memory(&self) -> u64 {
        // A byte for each state, and four for each state of two levels.
        9 * self.size as u64
    }

    fn fill(&self, _: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        let states = self.histogram.iter().sum();
        let goes_on = |depth: u8, reached: usize| {
            (watch.report)(Progress { depth: depth.into(), reached: reached as u64, states });
            !watch.cancel.is_cancelled()
        };
        let goals = self.goals.iter().copied();
        match fill(self.size, goals, UNREACHED - 1, goes_on, (self.neighbors)()) {
            Some(distances) => Filling::complete(histogram(&distances), distances),
            None => Filling::cancelled(),
        }
    }
}

impl OpenTable for DistanceTableKind {
    type Table = DistanceTable;

    fn table(&self, bytes: TableBytes) -> DistanceTable {
        DistanceTable(bytes)
    }
}

/// The distances of all states of a [`DistanceTableKind`], in memory or mapped from a file.
pub struct DistanceTable(TableBytes);

impl DistanceTable {
    /// Fills the table in memory. Returns `None` if cancelled.
    pub fn fill(kind: &DistanceTableKind, watch: &Watch<'_>) -> Option<DistanceTable> {
        let is_cancelled = || watch.cancel.is_cancelled();
        let goals = kind.goals.iter().copied();
        let distances = distances_until(kind.size, goals, UNREACHED - 1, is_cancelled, (kind.neighbors)())?;
        Some(DistanceTable(TableBytes::owned(distances)))
    }

    /// Returns the distance of a state from the nearest goal, or [`UNREACHED`] if no goal can be reached.
    ///
    /// # Panics
    /// If the state is not below the size of the kind.
    #[inline]
    pub fn distance(&self, state: usize) -> u8 {
        self.0[state]
    }

    /// Returns the distances of all states.
    pub fn distances(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve states in a ring, 11 and 5 cut off.
    fn ring(state: usize, neighbors: &mut Vec<usize>) {
        let is_open = |state: &usize| *state != 11 && *state != 5;
        neighbors.extend([(state + 1) % 12, (state + 11) % 12].into_iter().filter(is_open));
    }

    #[test]
    fn distances_are_from_the_nearest_goal_and_end_at_the_limit() {
        let all = distances_until(12, [0, 7, 7], UNREACHED, || false, ring).unwrap();
        assert_eq!(all, [0, 1, 2, 3, 4, UNREACHED, 1, 0, 1, 2, 3, UNREACHED]);
        assert_eq!(histogram(&all), [2, 3, 2, 2, 1]);
        let near = distances_until(12, [0, 7], 1, || false, ring).unwrap();
        assert_eq!(histogram(&near), [2, 3]);
        assert_eq!(distances_until(12, [0], UNREACHED, || true, ring), None);
    }
}
