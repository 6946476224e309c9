//! The results for one scramble, from which every output format is rendered.

use std::borrow::Cow;

use cubiform_cube::moves::to_wca;
use cubiform_cube::{Color, Face, Move, Symmetry};
use cubiform_solvers::cfop::{self, NoLength};

use crate::analysis::annotation::Annotation;
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
    /// The minimum number of moves (HTM) for each requested colour, in column order, if it is known.
    pub lengths: Vec<(Color, Result<u8, NoLength>)>,
    /// The solutions, white first, by length within each colour.
    pub solutions: Vec<SolutionReport>,
}

/// A solution of a stage.
#[derive(Debug)]
pub struct SolutionReport {
    /// The bottom colour.
    pub color: Color,
    /// The rotation of the whole cube before the moves, starting from the orientation after the scramble; empty for
    /// none.
    pub rotation: String,
    /// The pieces that the solution solves, as seen after the rotation.
    pub annotation: Annotation,
    /// The moves.
    pub moves: Vec<Move>,
    /// The number of moves beyond the minimum.
    pub over: u8,
    /// A link that opens scramble and solution in a player.
    pub link: Option<String>,
}

impl Report {
    /// Returns the number of lengths whose search was given up.
    pub fn given_up(&self) -> u64 {
        let lengths = self.stages.iter().flat_map(|stage| &stage.lengths);
        lengths.filter(|(_, length)| matches!(length, Err(NoLength::GivenUp { .. }))).count() as u64
    }
}

impl StageReport {
    /// Returns the minimum number of moves over all colours. Returns `None` if a search that was given up could have
    /// found as few moves or fewer.
    pub fn best(&self) -> Option<u8> {
        let best = self.lengths.iter().filter_map(|(_, length)| length.ok()).min()?;
        let is_open = |length: &Result<u8, NoLength>| matches!(length, Err(NoLength::GivenUp { at_least }) if *at_least <= best);
        (!self.lengths.iter().any(|(_, length)| is_open(length))).then_some(best)
    }

    /// Returns the colours that have the minimum number of moves.
    pub fn best_colors(&self) -> impl Iterator<Item = Color> {
        let best = self.best();
        let is_best = move |length: &Result<u8, NoLength>| best.is_some() && length.ok() == best;
        self.lengths.iter().filter(move |(_, length)| is_best(length)).map(|(color, _)| *color)
    }
}

/// Returns a sort key that puts white first and keeps opposite colours together.
pub fn display_order(color: Color) -> (usize, bool) {
    let place = Color::COLUMNS.iter().position(|of| *of == color).unwrap_or_default();
    (place / 2, (color.face() == Face::D))
}

/// Builds a solution of a stage whose minimum is `min` moves. The scramble has left the cube in orientation `turned`;
/// `setup` are the moves that set it up.
pub(super) fn solution_report(
    color: Color,
    min: usize,
    (turned, setup): (Symmetry, Option<&str>),
    solution: cfop::StageSolution,
) -> SolutionReport {
    let rotation = rotation(turned, solution.rotation);
    SolutionReport {
        color,
        link: setup.map(|setup| Links::link(setup, &rotation, &to_wca(&solution.moves))),
        rotation,
        annotation: Annotation::new(solution.choice, solution.offset, solution.oriented)
            .seen(solution.rotation),
        over: (solution.moves.len() - min) as u8,
        moves: solution.moves,
    }
}

/// Returns the rotation from orientation `turned` to orientation `wanted`.
fn rotation(turned: Symmetry, wanted: Symmetry) -> String {
    turned.inverse().then(wanted).rotation_name().expect("two rotations make a rotation")
}
