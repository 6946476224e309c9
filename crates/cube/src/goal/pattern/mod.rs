//! Patterns: sets of states given by the places in which each piece may stand.
//!
//! A target of a goal fixes pieces; a pattern also says "oriented", "somewhere in the top layer" or "anywhere". The cases
//! between two goals and the algorithms that solve them are defined by patterns: the oriented last layer, for example, is a
//! pattern in which each of its corners may stand untwisted in any of four places.

mod read;

use std::collections::BTreeSet;

use super::Target;
use crate::face::Axis;
use crate::piece::{CORNER_IMAGE, EDGE_IMAGE, PieceSet, conjugate_corner, conjugate_edge, is_flipped};
use crate::state::Cube;
use crate::symmetry::Symmetry;

pub use read::parse;

/// A set of places of one piece: bit `p` for place `p`.
pub type Places = u32;

/// All 24 places of a corner or an edge.
pub const ANYWHERE: Places = (1 << 24) - 1;

/// The maximum number of patterns of a goal: those of 60 choices, each followed by the turns of one face. Each turn that is
/// another one multiplies them by four.
pub const MAX_PATTERNS: usize = 256;

/// The maximum number of turns that may follow a goal, without those that repeat the one before: each takes as long as there
/// are patterns.
pub const MAX_TURNS: usize = 16;

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

    /// Returns the patterns whose states together meet a target: one for each of its goal states.
    pub fn of_target(target: &Target) -> Vec<Pattern> {
        let oriented = |axis: Axis, e: usize| set(ANYWHERE, |p| !is_flipped(axis, e, p));
        let pattern = |seed: &Cube| {
            let mut pattern = Pattern::ALL;
            target.pieces.corners().for_each(|c| pattern.corners[c] = 1 << seed.corners()[c]);
            target.pieces.edges().for_each(|e| pattern.edges[e] = 1 << seed.edges()[e]);
            let axis = target.oriented.into_iter();
            axis.for_each(|axis| (0..12).for_each(|e| pattern.edges[e] &= oriented(axis, e)));
            pattern
        };
        target.goal_states.iter().map(pattern).collect()
    }

    /// Returns the states of the pattern, each followed by moves that make `cube` from the solved state.
    #[must_use]
    pub fn then(&self, cube: &Cube) -> Pattern {
        // A piece in place `p` is carried to the place of the piece at home there, turned as it is in `p`.
        Pattern {
            corners: self.corners.map(|places| image(places, |p| turned(cube.corners()[p / 3], p, 3))),
            edges: self.edges.map(|places| image(places, |p| turned(cube.edges()[p / 2], p, 2))),
        }
    }

    /// Returns the states of the pattern, each after moves that make `cube` from the solved state.
    #[must_use]
    pub fn after(&self, cube: &Cube) -> Pattern {
        // A piece that the cube has in place `q` is carried on as the piece at home there.
        let carried = |own: &[Places], q: u8, turns: u8| {
            image(own[usize::from(q / turns)], |p| turned(p as u8, usize::from(q), turns))
        };
        Pattern {
            corners: cube.corners().map(|q| carried(&self.corners, q, 3)),
            edges: cube.edges().map(|q| carried(&self.edges, q, 2)),
        }
    }

    /// Returns the conjugates by `s` of the states.
    #[must_use]
    pub fn conjugate(&self, s: Symmetry) -> Pattern {
        let mut pattern = *self;
        for (c, places) in self.corners.iter().enumerate() {
            let to = usize::from(CORNER_IMAGE[s.index()][c]);
            pattern.corners[to] = image(*places, |p| conjugate_corner(s, c, p as u8));
        }
        for (e, places) in self.edges.iter().enumerate() {
            let to = usize::from(EDGE_IMAGE[s.index()][e]);
            pattern.edges[to] = image(*places, |p| conjugate_edge(s, e, p as u8));
        }
        pattern
    }

    /// Returns the pattern without places at positions that a piece with one position takes, or `None` if a piece has no
    /// place left. The states are the same.
    pub fn tight(mut self) -> Option<Pattern> {
        tighten(&mut self.corners, 3)?;
        tighten(&mut self.edges, 2)?;
        Some(self)
    }
}

/// Returns the union of patterns as a sorted list: [tight](Pattern::tight), each once, none of them empty.
pub fn union(patterns: impl IntoIterator<Item = Pattern>) -> Vec<Pattern> {
    let tight: BTreeSet<Pattern> = patterns.into_iter().filter_map(Pattern::tight).collect();
    tight.into_iter().collect()
}

/// Returns the places of a piece after `by` turns in place; `turns` are three for a corner, two for an edge.
pub fn twisted(places: Places, by: u8, turns: u8) -> Places {
    image(places, |p| turned(p as u8, usize::from(by), turns))
}

/// Returns the places of a set for which `keeps` is true.
fn set(places: Places, keeps: impl Fn(u8) -> bool) -> Places {
    (0..24).filter(|p| places >> p & 1 == 1 && keeps(*p)).fold(0, |set, p| set | 1 << p)
}

/// Returns the places to which `to` carries those of a set.
fn image(places: Places, to: impl Fn(usize) -> u8) -> Places {
    (0..24).filter(|p| places >> p & 1 == 1).fold(0, |set, p| set | 1 << to(p))
}

/// Returns a place with the orientation of another place added.
fn turned(place: u8, by: usize, turns: u8) -> u8 {
    place / turns * turns + (place + by as u8 % turns) % turns
}

fn tighten(pieces: &mut [Places], turns: u8) -> Option<()> {
    loop {
        let before = pieces.to_vec();
        for (i, places) in before.iter().enumerate() {
            let position = places.trailing_zeros() as u8 / turns;
            if *places == set(*places, |p| p / turns == position) {
                let others = pieces.iter_mut().enumerate().filter(|(other, _)| *other != i);
                others.for_each(|(_, other)| *other = set(*other, |p| p / turns != position));
            }
        }
        if pieces.contains(&0) {
            return None;
        }
        if pieces == before {
            return Some(());
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
                assert_eq!(own.contains(state), own.after(cube).contains(&cube.then(state)));
                for s in Symmetry::all() {
                    assert_eq!(own.contains(state), own.conjugate(s).contains(&state.conjugate(s)));
                }
            }
        }
    }

    #[test]
    fn patterns_of_a_target_contain_exactly_its_states() {
        for text in ["cross + eo F/B", "1x2x3 DL + eo L/R", "cross + offset D"] {
            let goal = crate::goal::expression::parse(text).unwrap();
            for target in &goal.stages[0].choices {
                let patterns = union(Pattern::of_target(target));
                let states: Vec<Cube> = random::states(5).take(20).chain([Cube::SOLVED]).collect();
                let near = states.iter().flat_map(|cube| crate::Move::all().map(|m| cube.turn(m)));
                for cube in near.chain(crate::Move::all().map(|m| Cube::SOLVED.turn(m))) {
                    assert_eq!(patterns.iter().any(|p| p.contains(&cube)), target.is_met(&cube), "{text}");
                }
            }
        }
    }

    #[test]
    fn tight_pattern_is_empty_if_two_pieces_need_one_position() {
        let mut pattern = Pattern::solved(PieceSet::new(&[0], &[]));
        assert_eq!(pattern.tight().unwrap().corners[1], ANYWHERE & !0b111);
        pattern.corners[3] = 0b110;
        assert_eq!(pattern.tight(), None);
    }
}
