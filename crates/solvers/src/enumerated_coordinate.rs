//! Coordinates whose values are numbered by trying moves, breadth-first, with a move table and exact distances.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use cubiform_threads::CancelToken;

/// The number of values expanded between two checks of the cancel token.
const CHECK_INTERVAL: usize = 32;

/// A hasher of keys by one multiplication (Fibonacci hashing).
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((self.0 << 8) | u64::from(*byte)));
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// The values of a coordinate that some moves reach from the goal, numbered in the order in which they are reached.
///
/// A value is represented by a state that has it, and identified by its key: equal for states that need not be
/// distinguished. Each move must lead from equal keys to equal keys, and be undone by another of the moves.
pub(crate) struct EnumeratedCoordinate {
    /// The number of each key.
    numbers: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    /// The minimum number of moves to the goal, by number.
    distances: Vec<u8>,
    /// The number after each move, by number and move.
    move_table: Vec<u32>,
    /// The number of moves.
    pub(crate) moves: usize,
}

impl EnumeratedCoordinate {
    /// Numbers the values that `moves` moves reach from the states `goals`, whose distance is 0. Returns the coordinate,
    /// and a state of each value; `None` if there are more than `limit`, or `cancel` was set.
    pub(crate) fn new<S>(
        limit: usize,
        goals: impl IntoIterator<Item = S>,
        moves: usize,
        key: impl Fn(&S) -> u64,
        turn: impl Fn(&S, usize) -> S,
        cancel: &CancelToken,
    ) -> Option<(EnumeratedCoordinate, Vec<S>)> {
        let (numbers, distances, move_table) = (HashMap::default(), Vec::new(), Vec::new());
        let mut coordinate = EnumeratedCoordinate { numbers, distances, move_table, moves };
        let mut states = Vec::new();
        for goal in goals {
            coordinate.number_of(key(&goal), goal, 0, &mut states);
        }
        let mut next = 0;
        while next < states.len() {
            if states.len() > limit || (next % CHECK_INTERVAL == 0 && cancel.is_cancelled()) {
                return None;
            }
            let distance = coordinate.distances[next] + 1;
            for m in 0..moves {
                let turned = turn(&states[next], m);
                let number = coordinate.number_of(key(&turned), turned, distance, &mut states);
                coordinate.move_table.push(number);
            }
            next += 1;
        }
        Some((coordinate, states))
    }

    /// Returns the number of a key. A new key gets the next one, with its state and distance.
    #[inline(always)]
    fn number_of<S>(&mut self, key: u64, state: S, distance: u8, states: &mut Vec<S>) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            states.push(state);
            self.distances.push(distance);
            states.len() as u32 - 1
        })
    }

    /// Returns how many values there are.
    pub(crate) fn count(&self) -> usize {
        self.distances.len()
    }

    /// Returns the number of a key, or `None` if the moves do not reach it.
    pub(crate) fn number(&self, key: u64) -> Option<u32> {
        self.numbers.get(&key).copied()
    }

    /// Returns the number after a move.
    #[inline(always)]
    pub(crate) fn turned(&self, number: u32, m: usize) -> u32 {
        self.move_table[number as usize * self.moves + m]
    }

    /// Returns the distance of a number, in moves.
    #[inline(always)]
    pub(crate) fn distance(&self, number: u32) -> u8 {
        self.distances[number as usize]
    }
}
