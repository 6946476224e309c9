//! The stages of a goal on axes, in the place of the searches of goals over bottom colours.

use std::borrow::Cow;

use cubiform_cube::goal::{Stage, StageKind};
use cubiform_cube::{Cube, Frame, Reduction, Side};
use cubiform_threads::{CancelToken, Threads};

use super::{Analysis, Analyzer, Request, StageResult};
use crate::reduction::Reductions;

/// The stages of a goal on axes, with the tables of their steps.
pub(super) struct OnAxes {
    pub(super) stages: Vec<(Cow<'static, str>, &'static [Reduction])>,
    reductions: Reductions,
}

impl Analyzer {
    /// Creates an analyzer for some stages of a goal on axes. Its requests have frames of [sides](Frame::sides). Returns `None`
    /// if `cancel` was set before the tables of the stages were there.
    ///
    /// # Panics
    /// If a stage is not a chain of reductions.
    pub fn along_axes<'a>(
        stages: impl IntoIterator<Item = &'a Stage>,
        reductions: Reductions,
        cancel: &CancelToken,
    ) -> Option<Analyzer> {
        let stage = |stage: &Stage| match stage.kind {
            StageKind::Reductions(steps) => (stage.name.clone(), steps),
            _ => panic!("the stage {} has no steps", stage.name),
        };
        let stages: Vec<_> = stages.into_iter().map(stage).collect();
        stages.iter().try_for_each(|(_, steps)| reductions.prepare(steps, cancel))?;
        let on_axes = OnAxes { stages, reductions };
        let none = Analyzer::of_goals(&[], &Threads::single()).expect("no goal asks for too much");
        Some(Analyzer { on_axes: Some(on_axes), ..none })
    }
}

impl OnAxes {
    /// Returns the lengths of all stages from a side.
    pub(super) async fn analyze(&self, cube: &Cube, side: Side) -> Vec<StageResult> {
        let mut results = Vec::with_capacity(self.stages.len());
        for (_, steps) in &self.stages {
            results.push(self.reductions.stage(cube, side, steps).await);
        }
        results
    }

    /// Adds the requested solutions to an analysis of lengths.
    pub(super) async fn add_solutions(&self, cube: &Cube, analysis: &mut Analysis, request: &Request) {
        for ((_, steps), results) in self.stages.iter().zip(analysis) {
            let best = results.iter().filter_map(|result| result.length.ok()).min();
            for (frame, result) in request.frames.iter().zip(results) {
                if let (Frame::Along(side), Ok(length)) = (frame, result.length)
                    && (!request.only_best || Some(length) == best)
                {
                    let lengths = (length, request.slack);
                    let solutions =
                        self.reductions.stage_solutions(cube, *side, steps, lengths, request.solutions);
                    result.solutions = solutions.await;
                }
            }
        }
    }
}
