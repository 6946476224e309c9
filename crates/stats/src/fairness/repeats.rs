//! States that stand in a list more than once. The tests assume independent scrambles, among which a state practically never
//! occurs twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use cubiform_cube::Cube;
use xxhash_rust::xxh3::xxh3_64;

/// The maximum number of states kept. A larger list is thinned out to one half, one quarter and so on, chosen by the
/// hash of the state.
const MAX_STATES: usize = 1 << 21;

/// The maximum number of repeats kept.
const MAX_REPEATS: usize = 100;

/// A scramble whose state stands earlier in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The id of the scramble.
    pub id: String,
    /// The number of its row, counted from 1.
    pub row: u64,
    /// The number of the first row with the same state.
    pub earlier: u64,
}

/// The repeated states of a list.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// Maps the hash of each state to its first row.
    states: HashMap<u64, u64>,
    /// The bits that are zero in the hashes of all states kept.
    mask: u64,
    /// The number of rows.
    pub rows: u64,
    /// The number of rows with a known state.
    pub known: u64,
    /// The number of repeated states found. Not all are found in a list of more than two million.
    pub count: u64,
    /// The first repeats, at most a hundred.
    pub first: Vec<Repeat>,
}

impl Repeats {
    /// Adds a row of the list, with its state if it is known.
    pub fn add(&mut self, id: &str, state: Option<&Cube>) {
        self.rows += 1;
        let Some(state) = state else { return };
        self.known += 1;
        let hash = xxh3_64(&[&state.corners()[..], &state.edges()[..]].concat());
        if hash & self.mask != 0 {
            return;
        }
        match self.states.entry(hash) {
            Entry::Vacant(place) => drop(place.insert(self.rows)),
            Entry::Occupied(earlier) => {
                self.count += 1;
                if self.first.len() < MAX_REPEATS {
                    self.first.push(Repeat { id: id.into(), row: self.rows, earlier: *earlier.get() });
                }
            }
        }
        while self.states.len() > MAX_STATES {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.states.retain(|hash, _| hash & mask == 0);
        }
    }

    /// Returns whether repeated states may have been missed, because the list is long.
    pub fn is_thinned(&self) -> bool {
        self.mask > 0
    }
}
