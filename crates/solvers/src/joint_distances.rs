//! Coordinates whose values are numbered by trying moves, breadth-first, with a move table and exact distances; and distances
//! in the product of several of them, which bound a search better than those of each alone.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use cubiform_store::distance_table::UNREACHED;
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

/// The maximum number of coordinates.
pub(crate) const MAX_COORDINATES: usize = 8;

/// A state: the number of each coordinate.
pub(crate) type Numbers = [u32; MAX_COORDINATES];

/// The distance of every combination of the numbers of some coordinates, by index in mixed radix.
pub(crate) struct JointDistances {
    /// The coordinates, the last one fastest.
    pub(crate) members: Vec<usize>,
    sizes: Vec<usize>,
    pub(crate) distances: Vec<u8>,
}

impl JointDistances {
    /// Computes the distances of the product of the coordinates `members` from the combinations `goals`, a number for each
    /// member, by some of the moves. Returns `None` if `cancel` was set.
    ///
    /// A row holds the combinations that differ in the last member. Rows are expanded one move at a time, so that only two of
    /// them are read at once.
    ///
    /// # Panics
    /// If there are no members.
    pub(crate) fn new(
        coordinates: &[EnumeratedCoordinate],
        members: Vec<usize>,
        goals: impl IntoIterator<Item = Vec<u32>>,
        moves: &[usize],
        cancel: &CancelToken,
    ) -> Option<JointDistances> {
        let sizes: Vec<usize> = members.iter().map(|member| coordinates[*member].count()).collect();
        let (last, outer) = members.split_last().expect("at least one coordinate");
        let (last, width) = (&coordinates[*last], coordinates[*last].count());
        let distances = vec![UNREACHED; sizes.iter().product()];
        let mut joint = JointDistances { members: members.clone(), sizes, distances };
        let mut waiting = vec![false; joint.distances.len() / width];
        for goal in goals {
            let index = joint.index(goal.iter().copied());
            joint.distances[index] = 0;
            waiting[index / width] = true;
        }
        // By move, so that the loop over a row reads nothing else.
        let columns: Vec<Vec<u32>> =
            moves.iter().map(|m| (0..width as u32).map(|column| last.turned(column, *m)).collect()).collect();
        let mut digits = vec![0u32; outer.len()];
        let mut frontier = vec![0; width];
        for distance in 0..UNREACHED - 1 {
            let rows: Vec<usize> =
                (0..waiting.len()).filter(|row| std::mem::take(&mut waiting[*row])).collect();
            if rows.is_empty() {
                break;
            }
            for row in rows {
                if cancel.is_cancelled() {
                    return None;
                }
                let frontier = columns_at(distance, &joint.distances[row * width..][..width], &mut frontier);
                let mut rest = row;
                for (digit, member) in digits.iter_mut().zip(outer).rev() {
                    *digit = (rest % coordinates[*member].count()) as u32;
                    rest /= coordinates[*member].count();
                }
                for (m, columns) in moves.iter().zip(&columns) {
                    let turned = digits.iter().zip(outer).fold(0, |index, (digit, member)| {
                        let coordinate = &coordinates[*member];
                        index * coordinate.count() + coordinate.turned(*digit, *m) as usize
                    });
                    let reached = &mut joint.distances[turned * width..][..width];
                    // No branch: whether a cell is reached for the first time can't be predicted.
                    let mut is_first = false;
                    for column in frontier {
                        let cell = &mut reached[columns[*column as usize] as usize];
                        is_first |= *cell == UNREACHED;
                        *cell = (*cell).min(distance + 1);
                    }
                    waiting[turned] |= is_first;
                }
            }
        }
        Some(joint)
    }

    /// Returns the distance of a state, or [`UNREACHED`].
    #[inline(always)]
    pub(crate) fn distance(&self, numbers: &Numbers) -> u8 {
        self.distances[self.index(self.members.iter().map(|member| numbers[*member]))]
    }

    /// Returns the numbers of the combinations that have a distance, by coordinate.
    pub(crate) fn reached(&self) -> impl Iterator<Item = Numbers> {
        let reached = self.distances.iter().enumerate().filter(|(_, distance)| **distance != UNREACHED);
        reached.map(|(mut index, _)| {
            let mut numbers = Numbers::default();
            for (member, size) in self.members.iter().zip(&self.sizes).rev() {
                numbers[*member] = (index % size) as u32;
                index /= size;
            }
            numbers
        })
    }

    #[inline(always)]
    fn index(&self, numbers: impl Iterator<Item = u32>) -> usize {
        self.sizes.iter().zip(numbers).fold(0, |index, (size, number)| index * size + number as usize)
    }
}

/// Returns the columns of `row` with this distance, as the beginning of `columns`.
fn columns_at<'a>(distance: u8, row: &[u8], columns: &'a mut [u32]) -> &'a [u32] {
    let mut count = 0;
    for (column, cell) in row.iter().enumerate() {
        columns[count] = column as u32;
        count += usize::from(*cell == distance);
    }
    &columns[..count]
}
