//! Distances of all of a small set of states, one byte each, reached breadth-first.

/// A distance that is not known: farther than a fill went, or not to be children.
pub const FAR: u8 = u8::MAX;

/// How many states are expanded between two questions whether to stop.
const STATES_BETWEEN_CHECKS: usize = 1 << 9;

/// The distances of 0..size from `goal`, as far as `limit`; [`FAR`] beyond.
///
/// `expand(state, children)` appends the states that moves lead to.
pub fn distances(size: usize, goal: usize, limit: u8, expand: impl FnMut(usize, &mut Vec<usize>)) -> Vec<u8> {
    distances_until(size, goal, limit, || false, expand).expect("nobody stops it")
}

/// The same; `None` if `is_stopped`, which is asked now and then, says so.
pub fn distances_until(
    size: usize,
    goal: usize,
    limit: u8,
    is_stopped: impl Fn() -> bool,
    mut expand: impl FnMut(usize, &mut Vec<usize>),
) -> Option<Vec<u8>> {
    let mut distances = vec![FAR; size];
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
                if distances[*child] == FAR {
                    distances[*child] = distance;
                    next.push(*child as u32);
                }
            }
        }
        reached += next.len();
        frontier = next;
        // What is expanded last is most of it; where all has been children that need not be.
        if reached == size || frontier.is_empty() {
            break;
        }
    }
    Some(distances)
}
