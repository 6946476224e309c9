//! States that are few moves from a stage, drawn from the goal outward.
//!
//! A stage has one or more targets for each bottom colour c. A *trial* consists of a colour, a whole cube g on one of
//! that colour's targets, and a canonical sequence of n moves, where n is one of the allowed numbers of moves. All
//! trials are equally likely. A trial gives the state x that the sequence makes of g. The inverse sequence is then a
//! solution of x with colour c, so x is given by one trial for each (colour, solution with an allowed number of moves,
//! target that the solution meets). A trial is accepted
//!
//! * only if its solution is shortest: x has no solution of fewer than n moves with any colour of the condition; and
//!   then
//! * with probability 1 / (targets that g meets) · 1 / (shortest solutions of x, summed over all colours).
//!
//! So each x whose minimum is an allowed number of moves is accepted with the total probability of one trial, and no
//! other x is. Accepted states are uniform over the states whose length is allowed, and independent. The share of
//! accepted trials, times the number of trials, is an unbiased estimate of the number of these states.
//!
//! First moves that fix the targets (U, for the cross at the bottom) are left out, because the inverse of such a
//! sequence is never a shortest solution. No states are listed, so memory does not grow with the length.
//! Canonical sequences are counted by length and drawn uniformly.

use cubiform_cube::goal::condition::Length;
use cubiform_cube::random::{below, below_wide};
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_solvers::cfop::{AnalyzeError, Shortest};
use rand::Rng;

use super::{at_weight, completion};

/// The states for which a length is one of some numbers of moves.
pub(super) struct OutwardProposal {
    pub(super) length: Length,
    /// The allowed numbers of moves (HTM), ascending.
    pub(super) move_counts: Vec<u8>,
    /// The number of cubes on each of the stage's targets.
    cubes_by_target: Vec<u128>,
    sequences: CanonicalSequences,
}

impl OutwardProposal {
    /// Makes the proposal of the states for which `length` is one of `move_counts`. Returns `None` if the targets leave
    /// too few pieces free to count cubes, or if the number of trials would overflow.
    pub(super) fn new(length: &Length, move_counts: &[u8]) -> Option<OutwardProposal> {
        let max_length = *move_counts.iter().max()?;
        let choices = &length.stage().choices;
        let cubes =
            choices.iter().map(|target| Some(completion::count(target)? * target.goal_states.len() as u128));
        let outward = OutwardProposal {
            length: length.clone(),
            move_counts: move_counts.to_vec(),
            cubes_by_target: cubes.collect::<Option<_>>()?,
            sequences: CanonicalSequences::new(faces_fixing_targets(length), max_length),
        };
        let trials = outward.goal_cubes() as f64 * outward.sequence_count() as f64;
        (trials < 1e37).then_some(outward)
    }

    /// Returns the number of pairs of a target and a cube on it, summed over all colours.
    pub(super) fn goal_cubes(&self) -> u128 {
        self.cubes_by_target.iter().sum::<u128>() * self.length.colors.len() as u128
    }

    /// Returns the number of move sequences that lead away from each cube.
    pub(super) fn sequence_count(&self) -> u128 {
        self.move_counts.iter().map(|n| self.sequences.count(*n)).sum()
    }

    /// Returns the number of trials.
    pub(super) fn trials(&self) -> u128 {
        self.goal_cubes() * self.sequence_count()
    }

    /// Runs one trial. Returns the accepted state and its minimum number of moves to the stage.
    ///
    /// `shortest` counts the shortest solutions of a cube that have at most a given number of moves.
    ///
    /// # Errors
    /// If `shortest` fails.
    pub(super) fn run_trial(
        &self,
        rng: &mut impl Rng,
        shortest: impl FnOnce(&Cube, u8) -> Result<Option<Shortest>, AnalyzeError>,
    ) -> Result<Option<(Cube, u8)>, AnalyzeError> {
        let color = self.length.colors[below(rng, self.length.colors.len() as u64) as usize];
        let choices = &self.length.stage().choices;
        let index = below_wide(rng, self.cubes_by_target.iter().sum());
        let (target, _) = at_weight(choices.iter().zip(self.cubes_by_target.iter().copied()), index);
        let goal = completion::draw(target, rng);
        let counts = self.move_counts.iter().map(|moves| (*moves, self.sequences.count(*moves)));
        let (moves, _) = at_weight(counts, below_wide(rng, self.sequence_count()));
        let sequence = self.sequences.draw(rng, moves);
        let met = choices.iter().filter(|target| target.is_met(&goal)).count();
        if below(rng, met as u64) > 0 {
            return Ok(None);
        }
        let cube = goal.apply(&sequence).conjugate(Symmetry::bring_down(color).inverse());
        let Some(shortest) = shortest(&cube, moves)? else {
            unreachable!("the sequence undone is a solution of {moves} moves");
        };
        let is_accepted = shortest.length == moves && below(rng, shortest.solutions) == 0;
        Ok(is_accepted.then_some((cube, moves)))
    }
}

/// Returns the faces whose turns map every cube on a target of the stage to a cube on the same target.
fn faces_fixing_targets(length: &Length) -> Vec<Face> {
    let fixes = |face: &Face| {
        let turn = Move::new(*face, 1).expect("a quarter turn is a move");
        let choices = &length.stage().choices;
        choices.iter().all(|target| {
            target.oriented != Some(face.axis())
                && target.goal_states.iter().all(|seed| target.is_met(&seed.turn(turn)))
        })
    };
    Face::ALL.into_iter().filter(fixes).collect()
}

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
    use std::collections::HashMap;

    use cubiform_cube::random::generator;

    use super::*;

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
