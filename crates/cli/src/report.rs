//! What was found out about a scramble: the neutral form from which every output format is rendered.

use std::borrow::Cow;

use cubiform_cube::moves::to_wca;
use cubiform_cube::{Color, Face, Move, Symmetry};
use cubiform_solvers::cfop::{self, Analysis, NoLength, StageResult};

use crate::annotation::Annotation;
use crate::links::Links;
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
    /// The index of its goal among those of the run.
    pub(crate) goal: usize,
    /// Its name in the variant.
    pub(crate) name: Cow<'static, str>,
    /// For each colour asked for, in the order of columns, the minimum number of moves (HTM), if it is known.
    pub(crate) lengths: Vec<(Color, Result<u8, NoLength>)>,
    /// Solutions, white first, each colour's by length.
    pub(crate) solutions: Vec<Solution>,
}

/// A solution of a stage.
#[derive(Debug)]
pub(crate) struct Solution {
    /// The bottom colour.
    pub(crate) color: Color,
    /// The rotation of the whole cube, as the scramble has left it, before the moves; empty for none.
    pub(crate) rotation: String,
    /// What it solves, as seen after the rotation.
    pub(crate) annotation: Annotation,
    /// The moves.
    pub(crate) moves: Vec<Move>,
    /// The number of moves beyond the minimum.
    pub(crate) over: u8,
    /// A link that opens it in a player, after the scramble.
    pub(crate) link: Option<String>,
}

/// What the report of every scramble of a run has in common.
pub(crate) struct Frame<'a> {
    /// The names of the stages.
    pub(crate) stages: &'a [Cow<'static, str>],
    /// For each stage, the index of its goal.
    pub(crate) goals: &'a [usize],
    /// The colours, in the order of columns.
    pub(crate) colors: &'a [Color],
    /// Makes the links of solutions.
    pub(crate) links: &'a Links,
}

impl Report {
    /// The number of lengths whose search was given up.
    pub(crate) fn given_up(&self) -> u64 {
        let lengths = self.stages.iter().flat_map(|stage| &stage.lengths);
        lengths.filter(|(_, length)| matches!(length, Err(NoLength::GivenUp { .. }))).count() as u64
    }
}

impl StageReport {
    /// The minimum number of moves with any of the colours, if it is known: no search that was given up may have ended
    /// with as few.
    pub(crate) fn best(&self) -> Option<u8> {
        let best = self.lengths.iter().filter_map(|(_, length)| length.ok()).min()?;
        let is_open = |length: &Result<u8, NoLength>| matches!(length, Err(NoLength::GivenUp { at_least }) if *at_least <= best);
        (!self.lengths.iter().any(|(_, length)| is_open(length))).then_some(best)
    }

    /// The colours with which it is reached.
    pub(crate) fn best_colors(&self) -> impl Iterator<Item = Color> {
        let best = self.best();
        let is_best = move |length: &Result<u8, NoLength>| best.is_some() && length.ok() == best;
        self.lengths.iter().filter(move |(_, length)| is_best(length)).map(|(color, _)| *color)
    }
}

/// White first and each colour before its opposite, as people name them.
pub(crate) fn order(color: Color) -> (usize, bool) {
    let place = Color::COLUMNS.iter().position(|of| *of == color).unwrap_or_default();
    (place / 2, (color.face() == Face::D))
}

impl Frame<'_> {
    /// The report of a scramble.
    pub(crate) fn report(&self, row: u64, scramble: Scramble, analysis: Analysis) -> Report {
        let nodes = analysis.iter().flatten().map(|result| result.counts.made).sum();
        let has_solutions = analysis.iter().flatten().any(|result| !result.solutions.is_empty());
        let setup = if has_solutions { self.links.setup(&scramble) } else { None };
        let stages = analysis.into_iter().enumerate().map(|(i, results)| {
            let lengths =
                self.colors.iter().copied().zip(results.iter().map(|result| result.length)).collect();
            let of_color = |(color, result): (&Color, StageResult)| {
                let least = result.length.map_or(0, usize::from);
                let solution = |found| solution(*color, least, (scramble.turned, setup.as_deref()), found);
                result.solutions.into_iter().map(solution).collect::<Vec<_>>()
            };
            let mut solutions: Vec<Solution> = self.colors.iter().zip(results).flat_map(of_color).collect();
            solutions.sort_by_key(|solution| order(solution.color));
            StageReport { goal: self.goals[i], name: self.stages[i].clone(), lengths, solutions }
        });
        Report { row, stages: stages.collect(), scramble, nodes }
    }
}

/// A solution of a stage of `least` moves, after a scramble that has `turned` the cube and is set up by some moves.
fn solution(
    color: Color,
    least: usize,
    (turned, setup): (Symmetry, Option<&str>),
    found: cfop::Solution,
) -> Solution {
    let rotation = rotation(turned, found.rotation);
    Solution {
        color,
        link: setup.map(|setup| Links::link(setup, &rotation, &to_wca(&found.moves))),
        rotation,
        annotation: Annotation::new(found.choice, found.offset, found.oriented).seen(found.rotation),
        over: (found.moves.len() - least) as u8,
        moves: found.moves,
    }
}

/// The rotation that leads from a cube `turned` by its scramble to one turned by `wanted`.
fn rotation(turned: Symmetry, wanted: Symmetry) -> String {
    turned.inverse().then(wanted).rotation_name().expect("two rotations make a rotation")
}
