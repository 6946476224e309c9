//! The results for one scramble, from which every output format is rendered.

use std::borrow::Cow;

use cubiform_cube::moves::to_wca;
use cubiform_cube::{Frame, Move, Symmetry};
use cubiform_solvers::cfop::{self, NoLength};

use crate::analysis::annotation::Annotation;
use crate::held::HeldSolution;
use crate::links::Links;
use crate::scramble::Scramble;

/// The results for one scramble.
#[derive(Debug)]
pub struct Report {
    /// The number of the scramble in the whole input, counted from 1, regardless of sharding.
    pub row: u64,
    /// The scramble.
    pub scramble: Scramble,
    /// The requested stages, in order.
    pub stages: Vec<StageReport>,
    /// The number of nodes created to find the lengths.
    pub nodes: u64,
}

/// The results for one stage.
#[derive(Debug)]
pub struct StageReport {
    /// The index of the stage's goal among the goals of the run.
    pub goal: usize,
    /// The name of the stage in its variant.
    pub name: Cow<'static, str>,
    /// The minimum number of moves (HTM) for each requested frame, in column order, if it is known.
    pub lengths: Vec<(Frame, Result<u8, NoLength>)>,
    /// The solutions, white first, by length within each frame; of equal length, in the order of the request.
    pub solutions: Vec<SolutionReport>,
}

/// A solution of a stage.
#[derive(Clone, Debug)]
pub struct SolutionReport {
    /// The bottom colour, or the side.
    pub frame: Frame,
    /// The rotation of the whole cube before the moves, starting from the orientation after the scramble; empty for
    /// none.
    pub rotation: String,
    /// The pieces that the solution solves, as seen after the rotation.
    pub annotation: Annotation,
    /// The moves, on the inverse of the scramble if the frame is a side of it.
    pub moves: Vec<Move>,
    /// The number of moves of each step, if the stage is a chain of steps.
    pub steps: Vec<u8>,
    /// The number of moves beyond the minimum.
    pub over: u8,
    /// A link that opens scramble and solution in a player.
    pub link: Option<String>,
    /// The solution as held in the easiest way, if solutions are in the order of effort.
    pub held: Option<HeldSolution>,
}

impl Report {
    /// Returns the number of lengths whose search was given up.
    pub fn given_up(&self) -> u64 {
        let lengths = self.stages.iter().flat_map(|stage| &stage.lengths);
        lengths.filter(|(_, length)| matches!(length, Err(NoLength::GivenUp { .. }))).count() as u64
    }
}

impl StageReport {
    /// Returns the minimum number of moves over all frames. Returns `None` if a search that was given up could have
    /// found as few moves or fewer.
    pub fn best(&self) -> Option<u8> {
        let best = self.lengths.iter().filter_map(|(_, length)| length.ok()).min()?;
        let is_open = |length: &Result<u8, NoLength>| matches!(length, Err(NoLength::GivenUp { at_least }) if *at_least <= best);
        (!self.lengths.iter().any(|(_, length)| is_open(length))).then_some(best)
    }

    /// Returns the frames that have the minimum number of moves.
    pub fn best_frames(&self) -> impl Iterator<Item = Frame> {
        let best = self.best();
        let is_best = move |length: &Result<u8, NoLength>| best.is_some() && length.ok() == best;
        self.lengths.iter().filter(move |(_, length)| is_best(length)).map(|(frame, _)| *frame)
    }
}

/// Builds a solution of a stage whose minimum is `min` moves. The scramble has left the cube in orientation `turned`;
/// `setup` are the moves that set it up.
pub(super) fn solution_report(
    frame: Frame,
    min: usize,
    (turned, setup): (Symmetry, Option<&str>),
    solution: cfop::StageSolution,
) -> SolutionReport {
    let rotation = rotation(turned, solution.rotation);
    // A player shows the moves after the scramble, not on its inverse.
    let is_shown = !matches!(frame, Frame::Along(side) if side.is_inverse);
    let setup = setup.filter(|_| is_shown);
    SolutionReport {
        frame,
        link: setup.map(|setup| Links::link(setup, &rotation, &to_wca(&solution.moves))),
        rotation,
        annotation: Annotation::new(solution.choice, solution.offset, solution.oriented)
            .seen(solution.rotation),
        over: (solution.moves.len() - min) as u8,
        moves: solution.moves,
        steps: solution.steps,
        held: None,
    }
}

/// Returns the rotation from orientation `turned` to orientation `wanted`.
fn rotation(turned: Symmetry, wanted: Symmetry) -> String {
    turned.inverse().then(wanted).rotation_name().expect("two rotations make a rotation")
}
