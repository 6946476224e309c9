//! The states of a goal by what another goal sees of them.

use std::collections::BTreeMap;

use cubiform_cube::Cube;
use cubiform_cube::goal::Pattern;
use cubiform_threads::CancelToken;

use super::arrangements::arrangements;
use super::view::{Key, View};
use super::{DeriveError, MAX_KEYS, check};

/// The largest number of intersections of the patterns of a goal.
const MAX_INTERSECTIONS: usize = 4096;

/// The states with one key.
pub(super) struct Class {
    pub(super) key: Key,
    /// Their number.
    pub(super) states: u128,
    /// One of them.
    pub(super) cube: Cube,
}

/// Returns the states of a union of patterns by key, in ascending order.
///
/// # Errors
/// If there are too many, or `cancel` was cancelled.
pub(super) fn classes(
    from: &[Pattern],
    view: &View,
    cancel: &CancelToken,
) -> Result<Vec<Class>, DeriveError> {
    // By inclusion and exclusion, since patterns may have states in common.
    let mut counts: BTreeMap<Key, (i128, Cube)> = BTreeMap::new();
    let mut open: Vec<(Pattern, usize, i128)> = from.iter().enumerate().map(|(i, p)| (*p, i, 1)).collect();
    let mut intersections = 0;
    while let Some((pattern, last, sign)) = open.pop() {
        intersections += 1;
        if intersections > MAX_INTERSECTIONS {
            return Err(DeriveError::TooMany);
        }
        let corners = arrangements(&pattern.corners, &view.corners, cancel)?;
        let edges = arrangements(&pattern.edges, &view.edges, cancel)?;
        if corners.len().saturating_mul(edges.len()) > 4 * MAX_KEYS {
            return Err(DeriveError::TooMany);
        }
        for ((corner_key, odd), (corner_count, corners)) in &corners {
            check(cancel)?;
            for ((edge_key, _), (edge_count, edges)) in edges.iter().filter(|((_, other), _)| other == odd) {
                let cube = Cube::from_places(*corners, *edges).expect("the sums and the parities agree");
                let count = (corner_count * edge_count) as i128;
                counts.entry((*corner_key, *edge_key)).or_insert((0, cube)).0 += sign * count;
            }
            // An intersection has no key that its patterns lack, so none is removed later.
            if counts.len() > MAX_KEYS {
                return Err(DeriveError::TooMany);
            }
        }
        let later = from.iter().enumerate().skip(last + 1);
        open.extend(later.filter_map(|(i, other)| Some((pattern.and(other).tight()?, i, -sign))));
    }
    let class = |(key, (states, cube)): (Key, (i128, Cube))| Class { key, states: states as u128, cube };
    Ok(counts.into_iter().map(class).collect())
}
