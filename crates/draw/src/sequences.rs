//! Canonical move sequences that lead away from a goal: counted by length and drawn uniformly.

use cubiform_cube::random::{below, below_wide};
use cubiform_cube::{Face, Move};
use rand::Rng;

use super::at_weight;

/// The canonical sequences that do not begin with certain faces.
///
/// In a canonical sequence no face is turned twice in a row and opposite faces are turned in one order, so sequences
/// that differ only in the order of turns of opposite faces are counted once.
pub(super) struct CanonicalSequences {
    /// The faces that no sequence begins with.
    excluded: Vec<Face>,
    /// The number of continuations after a move of each face, by the number of moves left.
    continuations: Vec<[u128; 6]>,
}

/// Returns whether a move of `next` may follow a move of `last` in a canonical sequence.
fn may_follow(last: Face, next: Face) -> bool {
    let turn_of = |face| Move::new(face, 1).expect("a quarter turn is a move");
    turn_of(last).may_precede(turn_of(next)) && last != next
}

impl CanonicalSequences {
    /// Counts the sequences of up to `max_length` moves that begin with none of the `excluded` faces.
    pub(super) fn new(excluded: Vec<Face>, max_length: u8) -> CanonicalSequences {
        let mut continuations = vec![[1; 6]];
        for moves_left in 1..=usize::from(max_length) {
            let shorter = continuations[moves_left - 1];
            let count_after = |last: Face| {
                let next = Face::ALL.into_iter().filter(|next| may_follow(last, *next));
                next.map(|next| 3 * shorter[next.index()]).sum()
            };
            continuations.push(Face::ALL.map(count_after));
        }
        CanonicalSequences { excluded, continuations }
    }

    fn first_faces(&self) -> impl Iterator<Item = Face> + '_ {
        Face::ALL.into_iter().filter(|face| !self.excluded.contains(face))
    }

    /// Returns the number of sequences of exactly `length` moves.
    pub(super) fn count(&self, length: u8) -> u128 {
        match length.checked_sub(1) {
            None => 1,
            Some(moves_left) => self
                .first_faces()
                .map(|face| 3 * self.continuations[usize::from(moves_left)][face.index()])
                .sum(),
        }
    }

    /// Draws a sequence of exactly `length` moves uniformly.
    pub(super) fn draw(&self, rng: &mut impl Rng, length: u8) -> Vec<Move> {
        let mut sequence: Vec<Move> = Vec::with_capacity(usize::from(length));
        for moves_left in (0..usize::from(length)).rev() {
            let last = sequence.last().map(|m| m.face());
            let next: Vec<Face> = match last {
                None => self.first_faces().collect(),
                Some(last) => Face::ALL.into_iter().filter(|next| may_follow(last, *next)).collect(),
            };
            let counts = &self.continuations[moves_left];
            let counts = next.into_iter().map(|face| (face, 3 * counts[face.index()]));
            let all = counts.clone().map(|(_, count)| count).sum();
            let (face, _) = at_weight(counts, below_wide(rng, all));
            let quarters = 1 + below(rng, 3) as i32;
            sequence.push(Move::new(face, quarters).expect("one to three quarter turns are a move"));
        }
        sequence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::random::generator;
    use std::collections::HashMap;

    /// Returns all canonical sequences, found by trying every move.
    fn list_all(excluded: &[Face], length: u8) -> Vec<Vec<Move>> {
        let mut sequences = vec![Vec::new()];
        for _ in 0..length {
            let may = |sequence: &Vec<Move>, m: Move| match sequence.last() {
                None => !excluded.contains(&m.face()),
                Some(last) => last.face() != m.face() && last.may_precede(m),
            };
            let longer = |sequence: Vec<Move>| {
                Move::all().filter(|m| may(&sequence, *m)).map(|m| [&sequence[..], &[m]].concat()).collect()
            };
            sequences = sequences.into_iter().flat_map::<Vec<_>, _>(longer).collect();
        }
        sequences
    }

    #[test]
    fn counts_equal_the_length_of_a_list() {
        assert_eq!(
            (0..5).map(|n| CanonicalSequences::new(Vec::new(), 5).count(n)).collect::<Vec<_>>(),
            [1, 18, 243, 3240, 43_254]
        );
        for excluded in [vec![Face::U], vec![Face::D], vec![Face::U, Face::D]] {
            let sequences = CanonicalSequences::new(excluded.clone(), 4);
            for length in 0..=4 {
                assert_eq!(
                    sequences.count(length),
                    list_all(&excluded, length).len() as u128,
                    "{excluded:?} {length}"
                );
            }
        }
    }

    #[test]
    fn draws_are_uniform() {
        let mut rng = generator(1);
        let excluded = vec![Face::U];
        let sequences = CanonicalSequences::new(excluded.clone(), 2);
        let mut counts: HashMap<Vec<Move>, u32> =
            list_all(&excluded, 2).into_iter().map(|sequence| (sequence, 0)).collect();
        let draws = 100 * counts.len();
        for _ in 0..draws {
            *counts.get_mut(&sequences.draw(&mut rng, 2)).expect("a listed sequence") += 1;
        }
        let statistic: f64 = counts.values().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum();
        let degrees = (counts.len() - 1) as f64;
        assert!((statistic - degrees).abs() < 5.0 * (2.0 * degrees).sqrt(), "{statistic} {degrees}");
    }
}
