//! Distances in the product of several coordinates, which bound a search better than those of each alone.

use cubiform_store::distance_table::UNREACHED;
use cubiform_threads::CancelToken;

use crate::enumerated_coordinate::EnumeratedCoordinate;

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
