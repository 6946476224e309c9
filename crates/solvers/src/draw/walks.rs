//! Canonical sequences of moves that lead away from a goal: counted by length and drawn uniformly.

use cubiform_cube::random::below;
use cubiform_cube::{Face, Move};
use rand::Rng;

/// Sequences of moves in canonical form: no face twice in a row, opposite faces in one order. Two sequences that differ
/// only in the order of turns of opposite faces are one.
pub(super) struct Walks {
    /// The faces that a sequence does not begin with.
    keeping: Vec<Face>,
    /// The number of ways to go on after a move of each face, by the number of moves that are left.
    continuations: Vec<[u128; 6]>,
}

/// Whether a move of `next` may follow a move of `last` in canonical form.
fn may_follow(last: Face, next: Face) -> bool {
    let of = |face| Move::new(face, 1).expect("a quarter turn is a move");
    of(last).may_precede(of(next)) && last != next
}

impl Walks {
    /// Sequences of up to `most` moves whose first move is of none of the faces `keeping`.
    pub(super) fn new(keeping: Vec<Face>, most: u8) -> Walks {
        let mut continuations = vec![[1; 6]];
        for left in 1..=usize::from(most) {
            let before = continuations[left - 1];
            let ways = |last: Face| {
                let next = Face::ALL.into_iter().filter(|next| may_follow(last, *next));
                next.map(|next| 3 * before[next.index()]).sum()
            };
            continuations.push(Face::ALL.map(ways));
        }
        Walks { keeping, continuations }
    }

    fn first_faces(&self) -> impl Iterator<Item = Face> + '_ {
        Face::ALL.into_iter().filter(|face| !self.keeping.contains(face))
    }

    /// The number of sequences of exactly `length` moves.
    pub(super) fn count(&self, length: u8) -> u128 {
        match length.checked_sub(1) {
            None => 1,
            Some(left) => {
                self.first_faces().map(|face| 3 * self.continuations[usize::from(left)][face.index()]).sum()
            }
        }
    }

    /// One of the sequences of exactly `length` moves, all equally likely.
    pub(super) fn draw(&self, rng: &mut impl Rng, length: u8) -> Vec<Move> {
        let mut walk: Vec<Move> = Vec::with_capacity(usize::from(length));
        for left in (0..usize::from(length)).rev() {
            let last = walk.last().map(|m| m.face());
            let next: Vec<Face> = match last {
                None => self.first_faces().collect(),
                Some(last) => Face::ALL.into_iter().filter(|next| may_follow(last, *next)).collect(),
            };
            let ways = &self.continuations[left];
            let all: u128 = next.iter().map(|face| 3 * ways[face.index()]).sum();
            let mut number = cubiform_cube::random::below_wide(rng, all);
            let face = next.into_iter().find(|face| {
                let own = 3 * ways[face.index()];
                let is_it = number < own;
                if !is_it {
                    number -= own;
                }
                is_it
            });
            let quarters = 1 + below(rng, 3) as i32;
            let face = face.expect("the ways sum to all");
            walk.push(Move::new(face, quarters).expect("one to three quarter turns are a move"));
        }
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::random::generator;
    use std::collections::HashMap;

    /// Canonical sequences by trying every move.
    fn listed(keeping: &[Face], length: u8) -> Vec<Vec<Move>> {
        let mut walks = vec![Vec::new()];
        for _ in 0..length {
            let may = |walk: &Vec<Move>, m: Move| match walk.last() {
                None => !keeping.contains(&m.face()),
                Some(last) => last.face() != m.face() && last.may_precede(m),
            };
            let longer = |walk: Vec<Move>| {
                Move::all().filter(|m| may(&walk, *m)).map(|m| [&walk[..], &[m]].concat()).collect()
            };
            walks = walks.into_iter().flat_map::<Vec<_>, _>(longer).collect();
        }
        walks
    }

    #[test]
    fn counts_are_those_of_a_list() {
        assert_eq!(
            (0..5).map(|n| Walks::new(Vec::new(), 5).count(n)).collect::<Vec<_>>(),
            [1, 18, 243, 3240, 43_254]
        );
        for keeping in [vec![Face::U], vec![Face::D], vec![Face::U, Face::D]] {
            let walks = Walks::new(keeping.clone(), 4);
            for length in 0..=4 {
                assert_eq!(
                    walks.count(length),
                    listed(&keeping, length).len() as u128,
                    "{keeping:?} {length}"
                );
            }
        }
    }

    #[test]
    fn draws_are_uniform() {
        let mut rng = generator(1);
        let keeping = vec![Face::U];
        let walks = Walks::new(keeping.clone(), 2);
        let mut counts: HashMap<Vec<Move>, u32> =
            listed(&keeping, 2).into_iter().map(|walk| (walk, 0)).collect();
        let draws = 100 * counts.len();
        for _ in 0..draws {
            *counts.get_mut(&walks.draw(&mut rng, 2)).expect("one of the list") += 1;
        }
        let statistic: f64 = counts.values().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum();
        let degrees = (counts.len() - 1) as f64;
        assert!((statistic - degrees).abs() < 5.0 * (2.0 * degrees).sqrt(), "{statistic} {degrees}");
    }
}
