//! What was found out about a scramble: the neutral form from which every output format is rendered.

use std::borrow::Cow;

use cubiform_cube::{Color, Move, Symmetry};
use cubiform_solvers::cfop::Analysis;

use crate::credit::Credit;
use crate::scramble::Scramble;

/// Everything about a scramble.
#[derive(Debug)]
pub(crate) struct Report {
    /// Its number among the scrambles of the whole input, from 1, whatever share of them is taken.
    pub(crate) row: u64,
    /// The scramble.
    pub(crate) scramble: Scramble,
    /// Each stage asked for, in order.
    pub(crate) stages: Vec<StageReport>,
    /// Nodes made to find the lengths.
    pub(crate) nodes: u64,
}

/// Everything about a stage.
#[derive(Debug)]
pub(crate) struct StageReport {
    /// Its name in the variant.
    pub(crate) name: Cow<'static, str>,
    /// For each colour asked for, in the order of columns, the least number of moves (HTM).
    pub(crate) lengths: Vec<(Color, u8)>,
    /// Optimal solutions with the best colours below.
    pub(crate) solutions: Vec<Solution>,
}

/// A solution of a stage.
#[derive(Debug)]
pub(crate) struct Solution {
    /// The bottom colour.
    pub(crate) color: Color,
    /// How to turn the whole cube, as the scramble has left it, before the moves; empty for not at all.
    pub(crate) rotation: String,
    /// What it solves, as seen after the rotation.
    pub(crate) credit: Credit,
    /// The moves.
    pub(crate) moves: Vec<Move>,
}

impl StageReport {
    /// The least number of moves with any of the colours below.
    pub(crate) fn best(&self) -> u8 {
        self.lengths.iter().map(|(_, length)| *length).min().expect("at least one colour is asked for")
    }

    /// The colours with which it is reached.
    pub(crate) fn best_colors(&self) -> impl Iterator<Item = Color> {
        let best = self.best();
        self.lengths.iter().filter(move |(_, length)| *length == best).map(|(color, _)| *color)
    }
}

/// What was found about a scramble for these stages and colours; solutions of a stage are for those colours in
/// which it is shortest.
pub(crate) fn report(
    row: u64,
    stages: impl Iterator<Item = Cow<'static, str>>,
    colors: &[Color],
    scramble: Scramble,
    analysis: Analysis,
) -> Report {
    let nodes = analysis.iter().flatten().map(|result| result.counts.made).sum();
    let stages = stages.zip(analysis).map(|(name, results)| {
        let lengths = colors.iter().copied().zip(results.iter().map(|result| result.length)).collect();
        let of_color = |(color, result): (&Color, cubiform_solvers::cfop::StageResult)| {
            let color = *color;
            let solution = move |found: cubiform_solvers::cfop::Solution| Solution {
                color,
                rotation: hold(scramble.turned, found.rotation),
                credit: Credit::new(found.choice, found.offset, found.oriented),
                moves: found.moves,
            };
            result.solutions.into_iter().map(solution)
        };
        StageReport { name, lengths, solutions: colors.iter().zip(results).flat_map(of_color).collect() }
    });
    Report { row, stages: stages.collect(), scramble, nodes }
}

/// The rotation that leads from a cube `turned` by its scramble to one turned by `wanted`.
fn hold(turned: Symmetry, wanted: Symmetry) -> String {
    turned.inverse().then(wanted).rotation_name().expect("two rotations make a rotation")
}
