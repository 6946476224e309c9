//! Limits, solutions and errors of the solvers of the 4x4x4, and the budget that pays for stages and for wider beams.

use std::time::Duration;

use cubiform_cube::four::{Cube4, Turn};
use cubiform_threads::CancelToken;

use super::beam::Partial;
use super::space::SearchStage;
use super::stage_search::{StageEnd, StageSearch};
use crate::clock::ThreadTime;

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The width of the beam.
    pub beam: Option<usize>,
    /// A budget of CPU time. WebAssembly has no clock: there it is spent at once.
    pub time: Option<Duration>,
    /// A budget of nodes. Without a budget of CPU time, the answer is reproducible with the same tables.
    pub nodes: Option<u64>,
    /// A flag that ends the search.
    pub stop: Option<&'a CancelToken>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The names of the stages.
    pub names: &'static [&'static str],
    /// The turns of each stage. A run of turns about one axis that spans two stages belongs to the first.
    pub stages: Vec<Vec<Turn>>,
    /// The number of nodes expanded.
    pub nodes: u64,
    /// The width of the widest beam that finished.
    pub beam: usize,
}

impl Solution {
    /// Returns all turns.
    pub fn turns(&self) -> Vec<Turn> {
        self.stages.concat()
    }

    /// Returns the number of turns, in the metric of the solver.
    pub fn length(&self) -> usize {
        self.stages.iter().map(Vec::len).sum()
    }
}

/// The reason why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// A table contradicts itself or the cube.
    #[error("a table of the 4x4x4 is damaged")]
    Table,
    /// The search was stopped.
    #[error("the search was stopped")]
    Stopped,
}

/// A solver of the 4x4x4.
pub trait Solver: Send + Sync {
    /// Solves a cube in any orientation. The solution was replayed on the cube.
    ///
    /// # Errors
    /// If a table is damaged, or if the search was stopped.
    fn solve(&self, cube: &Cube4, limits: &Limits<'_>) -> Result<Solution, Unsolved>;
}

/// The widths of a method's beams.
pub(crate) struct BeamSchedule {
    /// The names of its stages.
    pub(crate) names: &'static [&'static str],
    /// The width without a limit or a budget.
    pub(crate) default: usize,
    /// The minimum width of the first pass with a budget.
    pub(crate) first: usize,
    /// The cost of passes, if it is known well enough to plan the first.
    pub(crate) cost: Option<Cost>,
    /// The maximum width.
    pub(crate) widest: usize,
}

/// The estimated cost of a pass. If a pass takes longer, its stages end sooner.
pub(crate) struct Cost {
    /// The number of nodes that does not depend on the width.
    pub(crate) fixed: f64,
    /// The number of nodes for each partial solution of the beam.
    pub(crate) each: f64,
    /// Nodes per second.
    pub(crate) per_second: f64,
}

/// The share of a budget planned for a first pass of known cost.
const FIRST_SHARE: f64 = 0.8;

impl BeamSchedule {
    /// Returns the width of the first pass.
    fn first_beam(&self, limits: &Limits<'_>) -> usize {
        let Limits { beam, time, nodes, .. } = *limits;
        if let Some(beam) = beam {
            return beam;
        }
        if time.is_none() && nodes.is_none() {
            return self.default;
        }
        let planned_width = |cost: &Cost| {
            let of_time = time.map_or(f64::INFINITY, |time| time.as_secs_f64() * cost.per_second);
            let nodes = nodes.map_or(f64::INFINITY, |nodes| nodes as f64).min(of_time);
            ((FIRST_SHARE * nodes - cost.fixed) / cost.each).max(0.) as usize
        };
        self.cost.as_ref().map_or(self.first, planned_width).clamp(self.first, self.widest)
    }
}

/// The maximum ratio of the widths of two passes.
const MAX_GROWTH: usize = 16;

/// The share of the remaining budget planned for the next pass, on the assumption that its cost is proportional to its
/// width. The cost grows more slowly, so the share may exceed 1.
const SAFETY: f64 = 1.15;

/// The number of stage ends taken between two checks of the clock.
pub(super) const CHECK_INTERVAL: usize = 64;

/// The maximum number of turns beyond the shortest of a stage. Near solved there are too few ends to fill a beam.
pub(crate) const MAX_SLACK: u8 = 8;

/// Returns whether a stop flag is set.
pub(crate) fn is_set(stop: Option<&CancelToken>) -> bool {
    stop.is_some_and(|stop| stop.is_cancelled())
}

/// A budget and the part of it that is spent.
pub(crate) struct Budget<'a> {
    limits: &'a Limits<'a>,
    start: Option<ThreadTime>,
    pub(crate) nodes: u64,
}

impl<'a> Budget<'a> {
    /// Returns the share of the budget that is spent, 0 without a budget.
    pub(crate) fn spent(&self) -> f64 {
        self.spent_with(0)
    }

    /// Returns the share that is spent, including `nodes` not yet added.
    pub(crate) fn spent_with(&self, nodes: u64) -> f64 {
        let time = match (&self.start, self.limits.time) {
            (Some(start), Some(time)) => start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
            _ => 0.0,
        };
        let nodes = self.limits.nodes.map_or(0.0, |most| (self.nodes + nodes) as f64 / most.max(1) as f64);
        time.max(nodes)
    }

    /// Returns whether the stop flag is set.
    pub(crate) fn is_stopped(&self) -> bool {
        is_set(self.stop())
    }

    /// Fails if the stop flag is set.
    pub(crate) fn check_stop(&self) -> Result<(), Unsolved> {
        if self.is_stopped() { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    /// Returns the stop flag.
    pub(crate) fn stop(&self) -> Option<&'a CancelToken> {
        self.limits.stop
    }

    /// Searches paths through a stage in the order of their sums, until `take`, which returns the number of ends that
    /// it has, has `wanted` of them. Ends early, with at least one end, once the share `until` of the budget is spent.
    pub(crate) fn gather<S: SearchStage>(
        &mut self,
        space: &S,
        beam: &[Partial<S::State>],
        wanted: usize,
        until: f64,
        mut take: impl FnMut(StageEnd<'_, S::Node>) -> Result<usize, Unsolved>,
    ) -> Result<(), Unsolved> {
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let max_sum = sum + MAX_SLACK;
        let mut stage_search = StageSearch::new(space, self.stop());
        let (mut expanded, mut seen, mut failed) = (0, 0, None);
        loop {
            let all = stage_search.level(
                beam,
                sum,
                &mut expanded,
                |_| true,
                |end, expanded| {
                    seen += 1;
                    let ends = take(end).unwrap_or_else(|error| {
                        failed = Some(error);
                        0
                    });
                    if failed.is_none() && seen % CHECK_INTERVAL == 0 && self.is_stopped() {
                        failed = Some(Unsolved::Stopped);
                    }
                    let is_late = || seen % CHECK_INTERVAL == 0 && self.spent_with(expanded) >= until;
                    failed.is_none() && ends < wanted && !(ends > 0 && is_late())
                },
            );
            if let Some(failed) = failed {
                return Err(failed);
            }
            self.check_stop()?;
            if !all || sum == max_sum {
                break;
            }
            sum += 1;
        }
        self.nodes += expanded;
        Ok(())
    }
}

/// Runs passes with wider and wider beams within the limits, and returns the shortest solution.
///
/// A pass receives its width and the length of the best solution so far, and returns the turns of each stage, or `None`
/// if it finds no shorter solution.
///
/// # Errors
/// The error of a pass, unless the search was stopped after a solution was found.
pub(crate) fn widening<'a>(
    limits: &'a Limits<'a>,
    schedule: &BeamSchedule,
    mut pass: impl FnMut(&mut Budget<'a>, usize, Option<usize>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved>,
) -> Result<Solution, Unsolved> {
    let mut budget = Budget { limits, start: limits.time.map(|_| ThreadTime::now()), nodes: 0 };
    let has_budget = limits.time.is_some() || limits.nodes.is_some();
    let mut beam = schedule.first_beam(limits);
    let mut best: Option<Solution> = None;
    loop {
        let before = budget.spent();
        match pass(&mut budget, beam, best.as_ref().map(Solution::length)) {
            Ok(stages) => {
                let found = stages.map(|stages| Solution { names: schedule.names, stages, nodes: 0, beam });
                let is_shorter =
                    |found: &Solution| best.as_ref().is_none_or(|best| found.length() < best.length());
                if let Some(found) = found.filter(is_shorter) {
                    best = Some(found);
                }
            }
            Err(Unsolved::Stopped) if best.is_some() => break,
            Err(error) => return Err(error),
        }
        let (left, cost) = (1.0 - budget.spent(), budget.spent() - before);
        if limits.beam.is_some() || !has_budget || cost <= 0.0 {
            break;
        }
        // The cost of a pass is assumed to be proportional to its width; see `SAFETY`.
        let next = (beam as f64 * (left * SAFETY / cost)).min((beam * MAX_GROWTH) as f64) as usize;
        if next.min(schedule.widest) < beam + beam / 2 {
            break;
        }
        beam = next.min(schedule.widest);
    }
    let best = best.ok_or(Unsolved::Stopped)?;
    Ok(Solution { nodes: budget.nodes, ..best })
}
