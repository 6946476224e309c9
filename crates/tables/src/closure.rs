//! Numbering of states by trying moves.

use std::collections::HashMap;
use std::hash::Hash;

/// The states that moves make of one state.
pub(crate) struct Closure<S, K> {
    /// The states, numbered in the order in which a breadth-first search finds them.
    pub(crate) states: Vec<S>,
    /// By state: the number of the state after each move.
    pub(crate) after: Vec<Vec<usize>>,
    /// The number of the state with each key.
    pub(crate) numbers: HashMap<K, usize>,
}

impl<S: Copy, K: Eq + Hash> Closure<S, K> {
    /// Finds all states. States with equal keys are the same; `turn` returns the state after one of `moves` moves.
    pub(crate) fn new(
        start: S,
        moves: usize,
        key: impl Fn(&S) -> K,
        turn: impl Fn(&S, usize) -> S,
    ) -> Closure<S, K> {
        let mut numbers = HashMap::from([(key(&start), 0)]);
        let (mut states, mut after) = (vec![start], Vec::new());
        while let Some(state) = states.get(after.len()).copied() {
            let mut number = |m: usize| {
                let child = turn(&state, m);
                *numbers.entry(key(&child)).or_insert_with(|| {
                    states.push(child);
                    states.len() - 1
                })
            };
            after.push((0..moves).map(&mut number).collect());
        }
        Closure { states, after, numbers }
    }
}
