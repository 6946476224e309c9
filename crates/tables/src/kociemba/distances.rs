//! Exact distances of a small set of states, one byte each, by a breadth-first fill.

/// The distance of a state that was not reached: farther than the limit, or unreachable.
pub const UNREACHED: u8 = u8::MAX;

/// Number of states expanded between two checks for cancellation.
const STATES_BETWEEN_CHECKS: usize = 1 << 9;

/// Returns the distances of states 0..size from `goal`, up to `limit` moves; [`UNREACHED`] for all others.
///
/// `expand(state, children)` appends the children of a state. Moves must be invertible, so that distances from and to
/// the goal are equal.
pub(crate) fn distances(
    size: usize,
    goal: usize,
    limit: u8,
    expand: impl FnMut(usize, &mut Vec<usize>),
) -> Vec<u8> {
    distances_until(size, goal, limit, || false, expand).expect("nobody stops it")
}

/// Computes the [`distances`]. Calls `is_stopped` from time to time, and returns `None` if it returned `true`.
pub fn distances_until(
    size: usize,
    goal: usize,
    limit: u8,
    is_stopped: impl Fn() -> bool,
    mut expand: impl FnMut(usize, &mut Vec<usize>),
) -> Option<Vec<u8>> {
    let mut distances = vec![UNREACHED; size];
    distances[goal] = 0;
    let (mut frontier, mut reached) = (vec![goal as u32], 1);
    let mut children = Vec::new();
    for distance in 1..=limit {
        let mut next = Vec::new();
        for (i, state) in frontier.iter().enumerate() {
            if i % STATES_BETWEEN_CHECKS == 0 && is_stopped() {
                return None;
            }
            children.clear();
            expand(*state as usize, &mut children);
            for child in &children {
                if distances[*child] == UNREACHED {
                    distances[*child] = distance;
                    next.push(*child as u32);
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
