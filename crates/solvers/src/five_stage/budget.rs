//! The budget of a solver of the 4x4x4, which pays for its stages and for wider beams.

use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::Meter;
use cubiform_threads::CancelToken;

use super::beam::Partial;
use super::space::SearchStage;
use super::stage_search::{StageEnd, StageSearch};
use crate::solver::{Limits, Solution, Unsolved, check_cancelled};

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
    fn first_beam(&self, limits: &Limits) -> usize {
        if !limits.has_budget() {
            return self.default;
        }
        let nodes = limits.nodes;
        let time = [limits.cpu_time, limits.wall_time].into_iter().flatten().min();
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

/// A budget and the part of it that is spent.
pub(crate) struct Budget {
    meter: Meter,
    cancel: CancelToken,
}

impl Budget {
    /// Returns the share of the budget that is spent, 0 without a budget.
    pub(crate) fn spent(&self) -> f64 {
        self.meter.spent_share()
    }

    /// Returns the share that is spent, including `nodes` not yet added.
    pub(crate) fn spent_with(&self, nodes: u64) -> f64 {
        self.meter.spent_share_with(nodes)
    }

    /// Adds expanded nodes.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.meter.spend(nodes);
    }

    /// Returns whether the search is cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Fails if the search is cancelled.
    pub(crate) fn check_cancelled(&self) -> Result<(), Unsolved> {
        check_cancelled(&self.cancel)
    }

    /// Returns the token that cancels the search.
    pub(crate) fn cancel(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// Searches paths through a stage in the order of their sums, until `take`, which returns the number of ends that
    /// it has, has `end_count` of them. Ends early, with at least one end, once the share `until` of the budget is spent.
    pub(crate) fn gather<S: SearchStage>(
        &mut self,
        space: &S,
        beam: &[Partial<S::State>],
        end_count: usize,
        until: f64,
        mut take: impl FnMut(StageEnd<'_, S::Node>) -> Result<usize, Unsolved>,
    ) -> Result<(), Unsolved> {
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let max_sum = sum + MAX_SLACK;
        let mut stage_search = StageSearch::new(space, self.cancel());
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
                    if failed.is_none() && seen % CHECK_INTERVAL == 0 && self.is_cancelled() {
                        failed = Some(Unsolved::Cancelled);
                    }
                    let is_late = || seen % CHECK_INTERVAL == 0 && self.spent_with(expanded) >= until;
                    failed.is_none() && ends < end_count && !(ends > 0 && is_late())
                },
            );
            if let Some(failed) = failed {
                return Err(failed);
            }
            self.check_cancelled()?;
            if !all || sum == max_sum {
                break;
            }
            sum += 1;
        }
        self.add(expanded);
        Ok(())
    }
}

/// Runs passes with wider and wider beams within the limits, or one pass with `fixed_beam`, and returns the shortest
/// solution.
///
/// A pass receives its width and the length of the best solution so far, and returns the turns of each stage, or `None`
/// if it finds no shorter solution.
///
/// # Errors
/// The error of a pass, unless the search was cancelled after a solution was found; or if the solution is too long.
pub(crate) fn widening(
    limits: &Limits,
    fixed_beam: Option<usize>,
    schedule: &BeamSchedule,
    mut pass: impl FnMut(&mut Budget, usize, Option<usize>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved>,
) -> Result<Solution<Cube4>, Unsolved> {
    let mut budget = Budget { meter: Meter::new(limits), cancel: limits.cancel.clone() };
    let mut beam = fixed_beam.unwrap_or_else(|| schedule.first_beam(limits));
    let mut best: Option<Solution<Cube4>> = None;
    loop {
        let before = budget.spent();
        match pass(&mut budget, beam, best.as_ref().map(Solution::length)) {
            Ok(stages) => {
                let solution = stages.map(|phases| Solution {
                    phases,
                    phase_names: schedule.names,
                    is_optimal: false,
                    nodes: 0,
                    beam: Some(beam),
                });
                let is_shorter = |solution: &Solution<Cube4>| {
                    best.as_ref().is_none_or(|best| solution.length() < best.length())
                };
                if let Some(solution) = solution.filter(is_shorter) {
                    best = Some(solution);
                }
            }
            Err(Unsolved::Cancelled) if best.is_some() => break,
            Err(error) => return Err(error),
        }
        let is_enough = |best: &Solution<Cube4>| {
            limits.first && limits.max_length.is_none_or(|max| best.length() <= max.into())
        };
        if best.as_ref().is_some_and(is_enough) {
            break;
        }
        let (left, cost) = (1.0 - budget.spent(), budget.spent() - before);
        if fixed_beam.is_some() || !limits.has_budget() || cost <= 0.0 {
            break;
        }
        // The cost of a pass is assumed to be proportional to its width; see `SAFETY`.
        let next = (beam as f64 * (left * SAFETY / cost)).min((beam * MAX_GROWTH) as f64) as usize;
        if next.min(schedule.widest) < beam + beam / 2 {
            break;
        }
        beam = next.min(schedule.widest);
    }
    let best = Solution { nodes: budget.meter.nodes(), ..best.ok_or(Unsolved::Cancelled)? };
    match limits.max_length {
        Some(max_length) if best.length() > max_length.into() => {
            Err(Unsolved::TooLong { length: best.length(), max_length })
        }
        _ => Ok(best),
    }
}
