//! What was found out about a scramble: the neutral form from which every output format is rendered.

use cubiform_cube::goal::Slot;
use cubiform_cube::{Color, Move, Symmetry};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};

use crate::scramble::Scramble;

/// Everything about a scramble.
#[derive(Debug)]
pub(crate) struct Report {
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
    pub(crate) name: &'static str,
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
    /// The slots that are solved, as seen after the rotation.
    pub(crate) slots: Vec<Slot>,
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

/// Analyzes a scramble: lengths for all `colors`, and up to `solutions` solutions of each stage for each colour
/// in which it is shortest.
pub(crate) fn report(
    analyzer: &Analyzer,
    scramble: Scramble,
    colors: &[Color],
    solutions: usize,
    parallel: bool,
) -> Result<Report, AnalyzeError> {
    let request = Request { colors: colors.to_vec(), solutions: 0, parallel };
    let results = analyzer.analyze(&scramble.cube, &request)?;
    let nodes = results.iter().flatten().map(|result| result.counts.made).sum();
    let stage = |(name, results): (_, &Vec<cubiform_solvers::cfop::StageResult>)| StageReport {
        name,
        lengths: colors.iter().copied().zip(results.iter().map(|result| result.length)).collect(),
        solutions: Vec::new(),
    };
    let mut stages: Vec<StageReport> = analyzer.stages().zip(&results).map(stage).collect();
    if solutions > 0 {
        // Lengths first, so that solutions are searched only for colours that are best somewhere.
        let is_best = |color: &Color| stages.iter().any(|stage| stage.best_colors().any(|c| c == *color));
        let colors: Vec<Color> = colors.iter().copied().filter(is_best).collect();
        let request = Request { colors: colors.clone(), solutions, parallel };
        let results = analyzer.analyze(&scramble.cube, &request)?;
        for (stage, results) in stages.iter_mut().zip(results) {
            let best: Vec<Color> = stage.best_colors().collect();
            for (color, result) in colors.iter().zip(results).filter(|(color, _)| best.contains(color)) {
                let solution = |found: cubiform_solvers::cfop::Solution| Solution {
                    color: *color,
                    rotation: hold(scramble.turned, found.rotation),
                    slots: found.slots,
                    moves: found.moves,
                };
                stage.solutions.extend(result.solutions.into_iter().map(solution));
            }
        }
    }
    Ok(Report { scramble, stages, nodes })
}

/// The rotation that leads from a cube `turned` by its scramble to one turned by `wanted`.
fn hold(turned: Symmetry, wanted: Symmetry) -> String {
    turned.inverse().then(wanted).rotation_name().expect("two rotations make a rotation")
}
