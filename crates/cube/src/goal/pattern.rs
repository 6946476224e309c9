//! Patterns: sets of states given by the places in which each piece may stand.
//!
//! A target of a goal fixes pieces; a pattern also says "oriented", "somewhere in the top layer" or "anywhere". The cases
//! between two goals and the algorithms that solve them are defined by patterns: the oriented last layer, for example, is a
//! pattern in which each of its corners may stand untwisted in any of four places.

use crate::piece::PieceSet;
use crate::state::Cube;

/// A set of places of one piece: bit `p` for place `p`.
pub type Places = u32;

/// All 24 places of a corner or an edge.
pub const ANYWHERE: Places = (1 << 24) - 1;

/// The states in which each piece stands in one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    /// The places of each corner: bit `3 * position + twist`.
    pub corners: [Places; 8],
    /// The places of each edge: bit `2 * position + flip`.
    pub edges: [Places; 12],
}

impl Pattern {
    /// All states.
    pub const ALL: Pattern = Pattern { corners: [ANYWHERE; 8], edges: [ANYWHERE; 12] };

    /// Returns the states in which these pieces are solved.
    pub fn solved(pieces: PieceSet) -> Pattern {
        let mut pattern = Pattern::ALL;
        pieces.corners().for_each(|c| pattern.corners[c] = 1 << Cube::SOLVED.corners()[c]);
        pieces.edges().for_each(|e| pattern.edges[e] = 1 << Cube::SOLVED.edges()[e]);
        pattern
    }

    /// Returns whether the cube is one of the states.
    pub fn contains(&self, cube: &Cube) -> bool {
        let is_in = |places: &[Places], at: &[u8]| places.iter().zip(at).all(|(set, at)| set >> at & 1 == 1);
        is_in(&self.corners, cube.corners()) && is_in(&self.edges, cube.edges())
    }

    /// Returns the states of both patterns.
    #[must_use]
    pub fn and(&self, other: &Pattern) -> Pattern {
        Pattern {
            corners: std::array::from_fn(|c| self.corners[c] & other.corners[c]),
            edges: std::array::from_fn(|e| self.edges[e] & other.edges[e]),
        }
    }

    /// Returns the states of the pattern, each followed by moves that make `cube` from the solved state.
    #[must_use]
    pub fn then(&self, cube: &Cube) -> Pattern {
        let (corners, edges) = (cube.corners(), cube.edges());
        // A piece in place `p` is carried to the place of the piece at home there, turned as it is in `p`.
        let carried = |places: Places, homes: &[u8], turns: u8| {
            (0..24u8).filter(|p| places >> p & 1 == 1).fold(0, |set: Places, p| {
                let home = homes[usize::from(p / turns)];
                set | 1 << (home / turns * turns + (home + p) % turns)
            })
        };
        Pattern {
            corners: self.corners.map(|places| carried(places, corners, 3)),
            edges: self.edges.map(|places| carried(places, edges, 2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{CROSS, Target};
    use crate::random;

    #[test]
    fn solved_pattern_equals_target() {
        let pieces = PieceSet::new(&[4], &CROSS);
        let (pattern, target) = (Pattern::solved(pieces), Target::solved(pieces));
        for m in crate::Move::all() {
            let cube = Cube::SOLVED.turn(m);
            assert_eq!(pattern.contains(&cube), target.is_met(&cube), "{m}");
        }
        assert!(Pattern::ALL.contains(&random::states(1).next().unwrap()));
    }

    #[test]
    fn pattern_after_moves_contains_states_after_moves() {
        let states: Vec<Cube> = random::states(3).take(20).collect();
        for cube in &states {
            let own = Pattern::solved(PieceSet::new(&[0, 5], &[1, 7, 11])).and(&Pattern::ALL);
            let moved = own.then(cube);
            for state in [&Cube::SOLVED, &states[0], &states[1]] {
                assert_eq!(own.contains(state), moved.contains(&state.then(cube)));
            }
        }
    }
}
