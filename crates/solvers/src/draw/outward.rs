//! States that are few moves from a stage, drawn from the goal outward.
//!
//! Let a stage have the choices t (targets) for each bottom colour c. A *trial* is a colour, a whole cube g on one of
//! that colour's targets, and a canonical sequence of n moves, n one of the allowed lengths; all trials are equally likely.
//! It gives the state x that the sequence makes of g: the sequence undone is a solution of x with colour c. A state x is
//! given by as many trials as there are (colour, solution of an allowed length, target that the solution meets). A trial
//! is accepted
//!
//! * only if its solution is shortest: x has no solution of fewer than n moves with any colour of the condition; and then
//! * with the chance 1 / (targets that g meets) * 1 / (shortest solutions of x, over all colours).
//!
//! So each x whose minimum is an allowed length is accepted with the total chance of one trial, and no other x is:
//! accepted states are uniform among those that satisfy `length in lengths`, and independent. The share of accepted
//! trials, times the number of trials, estimates the number of such states without bias.
//!
//! First moves that keep the goal (U of a bottom colour's cross) never begin a shortest solution's inverse and are left
//! out. Nothing is listed: it takes no memory, whatever the length.

use cubiform_cube::goal::condition::Length;
use cubiform_cube::random::{below, below_wide};
use cubiform_cube::{Cube, Face, Move, Symmetry};
use rand::Rng;

use super::completion;
use super::sequences::CanonicalSequences;
use crate::cfop::{AnalyzeError, Shortest};

/// A set of states: those of which a length is one of some move_counts.
pub(super) struct OutwardProposal {
    pub(super) length: Length,
    /// The move_counts, ascending.
    pub(super) move_counts: Vec<u8>,
    /// The number of cubes on each of the stage's targets.
    cubes_by_target: Vec<u128>,
    sequences: CanonicalSequences,
}

impl OutwardProposal {
    /// The states of which `length` is one of `move_counts`; `None` where the targets leave too few pieces free or
    /// there are more trials than can be counted.
    pub(super) fn new(length: &Length, move_counts: &[u8]) -> Option<OutwardProposal> {
        let max_length = *move_counts.iter().max()?;
        let choices = &length.stage().choices;
        let cubes =
            choices.iter().map(|target| Some(completion::count(target)? * target.seeds.len() as u128));
        let outward = OutwardProposal {
            length: length.clone(),
            move_counts: move_counts.to_vec(),
            cubes_by_target: cubes.collect::<Option<_>>()?,
            sequences: CanonicalSequences::new(faces_fixing_targets(length), max_length),
        };
        let trials = outward.goal_cubes() as f64 * outward.sequence_count() as f64;
        (trials < 1e37).then_some(outward)
    }

    /// The number of (target, cube on it) over all colours.
    pub(super) fn goal_cubes(&self) -> u128 {
        self.cubes_by_target.iter().sum::<u128>() * self.length.colors.len() as u128
    }

    /// The number of sequences that lead away from each.
    pub(super) fn sequence_count(&self) -> u128 {
        self.move_counts.iter().map(|n| self.sequences.count(*n)).sum()
    }

    /// The number of trials.
    pub(super) fn trials(&self) -> u128 {
        self.goal_cubes() * self.sequence_count()
    }

    /// Makes one trial: an accepted state and the number of moves that it is from the stage. `shortest` counts the
    /// shortest solutions of up to so many moves.
    ///
    /// # Errors
    /// If `shortest` fails.
    pub(super) fn run_trial(
        &self,
        rng: &mut impl Rng,
        shortest: impl FnOnce(&Cube, u8) -> Result<Option<Shortest>, AnalyzeError>,
    ) -> Result<Option<(Cube, u8)>, AnalyzeError> {
        let color = self.length.colors[below(rng, self.length.colors.len() as u64) as usize];
        let mut index = below_wide(rng, self.cubes_by_target.iter().sum());
        let choices = &self.length.stage().choices;
        let target = choices.iter().zip(&self.cubes_by_target).find_map(|(target, cubes)| {
            let is_it = index < *cubes;
            index = index.saturating_sub(*cubes);
            is_it.then_some(target)
        });
        let goal = completion::draw(target.expect("the numbers of cubes sum to all"), rng);
        let mut index = below_wide(rng, self.sequence_count());
        let moves = self.move_counts.iter().copied().find(|n| {
            let sequences = self.sequences.count(*n);
            let is_it = index < sequences;
            index = index.saturating_sub(sequences);
            is_it
        });
        let moves = moves.expect("the numbers of sequences sum to all");
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

/// The faces whose turns carry every cube on one of a stage's targets to one on the same target.
fn faces_fixing_targets(length: &Length) -> Vec<Face> {
    let fixes = |face: &Face| {
        let turn = Move::new(*face, 1).expect("a quarter turn is a move");
        let choices = &length.stage().choices;
        choices.iter().all(|target| {
            target.oriented != Some(face.axis())
                && target.seeds.iter().all(|seed| target.is_met(&seed.turn(turn)))
        })
    };
    Face::ALL.into_iter().filter(fixes).collect()
}
