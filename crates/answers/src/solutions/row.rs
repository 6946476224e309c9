//! Solutions as data: what every method and puzzle returns, in the texts of its notation.

use std::time::Duration;

use super::by_hand::ByHand;
use super::chain::ChainSolution;
use super::options::Method;
use crate::Error;
use crate::held::HeldSolution;

/// The answer for one cube.
pub struct Row {
    /// The id of the cube: as given, or else its number.
    pub id: String,
    /// The cube, as given.
    pub input: String,
    /// The method: of a mask, whatever the question says, an optimal search.
    pub method: Method,
    /// The solutions, at least one, or the reason why there is none.
    pub solved: Result<Vec<Solved>, Error>,
}

/// A solution. Nodes and CPU time are those of all solutions of the cube together.
#[derive(Default)]
pub struct Solved {
    /// The rotation and the moves, to be applied right after the scramble; their inverse if it was requested.
    pub moves: String,
    /// The part of `moves` that compensates for rotations in the scramble.
    pub rotation: String,
    /// The number of moves in the metric of the question, without the rotation.
    pub length: usize,
    /// The moves of each phase or stage, if the method has any.
    pub phases: Vec<Phase>,
    /// Whether no shorter solution exists, if that is known.
    pub optimal: bool,
    /// The number of nodes of the search.
    pub nodes: u64,
    /// The width of the beam, for methods with a beam.
    pub beam: Option<usize>,
    /// The CPU time of the search.
    pub cpu: Duration,
    /// The moves that lead from the solved state to the given one, where there is a link.
    pub setup: Option<String>,
    /// A link to a player.
    pub link: Option<String>,
    /// The solution as held in the easiest way, if solutions are in the order of effort.
    pub held: Option<HeldSolution>,
    /// The solution of a person, which has stages instead of phases.
    pub by_hand: Option<ByHand>,
    /// The steps of a fewest-moves solve, with moves on both sides of the scramble.
    pub chain: Option<ChainSolution>,
}

/// A phase of a solution.
pub struct Phase {
    /// Its moves.
    pub moves: String,
    /// Their number.
    pub length: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl Solved {
    /// Returns the moves that lead from the solved state to the given one, if they are known.
    pub(super) fn setup(&self) -> Option<String> {
        self.setup.clone().or_else(|| self.by_hand.as_ref().map(ByHand::setup))
    }

    /// Returns the names of the phases, if they have any.
    pub(super) fn phase_names(&self) -> Option<Vec<&str>> {
        let names: Vec<&str> = self.phases.iter().filter_map(|phase| phase.name.as_deref()).collect();
        (!names.is_empty() && names.len() == self.phases.len()).then_some(names)
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    pub fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}
