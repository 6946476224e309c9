//! Scrambles of states near solved, such as a last-layer case, as long as those of random states.
//!
//! The shortest scramble of such a state is the inverse of the algorithm that solves it. These scrambles therefore
//! begin with random moves, followed by the inverse of a two-phase solution of the rest; a rest that begins on the axis
//! of the last random move is rejected.

use cubiform_cube::{Algorithm, Cube, Move, random};
use cubiform_threads::CancelToken;

use super::{MAX_MOVES, Scrambler};
use crate::solver::{Limits, Solver as _, Unsolved};

/// The minimum number of moves (HTM) of an indirect scramble. Fewer than 2 in 100,000 random states have a solution of
/// 15 moves or fewer.
pub const MIN_MOVES: usize = 16;

/// The lengths of the random beginnings, tried in turn. Shorter ones are nearly always undone by the rest.
const BEGINNINGS: [usize; 3] = [4, 5, 6];

/// The number of beginnings tried before the rest may have 20 moves.
const TRIES: usize = 1000;

/// The node limit of one try.
const NODES: u64 = 30_000;

impl Scrambler {
    /// Returns a scramble of `state` of [`MIN_MOVES`] to 21 moves, longer only if none is found, that begins with moves
    /// drawn by `seed`. Returns `None` if `stop` was set.
    pub fn scramble_indirectly_until(
        &self,
        state: &Cube,
        seed: u64,
        stop: &CancelToken,
    ) -> Option<Algorithm> {
        let mut generator = random::generator(seed);
        for try_number in 0.. {
            let first = BEGINNINGS[try_number % BEGINNINGS.len()];
            let mut beginning: Vec<Move> = Vec::new();
            while beginning.len() < first {
                let index = random::below(&mut generator, 18) as usize;
                let next = Move::all().nth(index).expect("there are 18 moves");
                if beginning.last().is_none_or(|m| m.face().axis() != next.face().axis()) {
                    beginning.push(next);
                }
            }
            let left = Cube::from_moves(&beginning).inverse().then(state);
            let most = if try_number < TRIES { MAX_MOVES - first as u8 } else { 20 };
            let limits = Limits {
                max_length: Some(most),
                nodes: Some(NODES),
                first: true,
                cancel: stop.clone(),
                ..Limits::default()
            };
            let rest: Vec<Move> = match self.solver.solve(&left, &limits) {
                Ok(solution) => solution.moves().iter().rev().map(|m| m.inverse()).collect(),
                Err(Unsolved::Cancelled) => return None,
                Err(_) => continue,
            };
            let joins = rest.first().map(|m| m.face().axis()) == beginning.last().map(|m| m.face().axis());
            let moves = [beginning, rest].concat();
            if !joins && moves.len() >= MIN_MOVES {
                let scramble: Algorithm = moves.into_iter().collect();
                assert_eq!(scramble.cube(), *state, "a scramble makes its state");
                return Some(scramble);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_threads::Threads;

    #[test]
    fn indirect_scrambles_of_near_states_have_16_to_21_moves() {
        let scrambler = Scrambler::new(&Threads::available());
        for text in
            ["R U R'", "R U R' U R U2 R'", "M2 U M2 U2 M2 U M2", "R U R' U' R' F R2 U' R' U' R U R' F'"]
        {
            let state = Algorithm::parse(text).expect("it is read").cube();
            for seed in 0..20 {
                let scramble = scrambler
                    .scramble_indirectly_until(&state, seed, &CancelToken::never())
                    .expect("nobody stops it");
                let moves = scramble.resolve().0;
                assert_eq!(Cube::from_moves(&moves), state);
                assert!((MIN_MOVES..=21).contains(&moves.len()), "{text}: {scramble}");
                assert!(!moves.windows(2).any(|pair| pair[0].face() == pair[1].face()), "{scramble}");
            }
        }
    }
}
