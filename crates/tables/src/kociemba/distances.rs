//! Distances of all of a small set of states, one byte each, filled breadth-first.

/// A distance that is not known: farther than a fill went, or not to be reached.
pub const FAR: u8 = u8::MAX;

/// How many states are expanded between two questions whether to stop.
const BETWEEN_QUESTIONS: usize = 1 << 9;

/// The distances of 0..size from `goal`, as far as `limit`; [`FAR`] beyond.
///
/// `expand(state, reached)` appends the states that moves lead to.
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
    let (mut level, mut filled) = (vec![goal as u32], 1);
    let mut reached = Vec::new();
    for distance in 1..=limit {
        let mut next = Vec::new();
        for (i, state) in level.iter().enumerate() {
            if i % BETWEEN_QUESTIONS == 0 && is_stopped() {
                return None;
            }
            reached.clear();
            expand(*state as usize, &mut reached);
            for to in &reached {
                if distances[*to] == FAR {
                    distances[*to] = distance;
                    next.push(*to as u32);
                }
            }
        }
        filled += next.len();
        level = next;
        // What is expanded last is most of it; where all has been reached that need not be.
        if filled == size || level.is_empty() {
            break;
        }
    }
    Some(distances)
}
