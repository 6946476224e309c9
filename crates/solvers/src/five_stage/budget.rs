//! The passes of a solver of the 4x4x4, with wider and wider beams, and the budget that pays for them.

use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::Meter;
use cubiform_threads::CancelToken;

use super::beam::{Beam, Partial};
use super::chain::Chain;
use super::space::SearchStage;
use super::stage_search::{EndReceiver, StageEnd, search_ends};
use super::transition::StageTransition;
use crate::solver::{Limits, Solution, Unsolved, check_cancelled, check_length};

/// The width of the beam without a limit or a budget.
pub const DEFAULT_BEAM: usize = 200;

/// The minimum width of the first pass with a budget.
const MIN_FIRST_BEAM: usize = 10;

/// The maximum width of a beam: at most 100 MB of partial solutions.
const MAX_BEAM: usize = 100_000;

/// A method that searches the stages of the 4x4x4 with a beam.
pub(crate) struct BeamMethod {
    /// The names of its stages.
    pub(crate) names: &'static [&'static str],
    /// The cost of passes, if it is known well enough to plan the first.
    pub(crate) cost: Option<Cost>,
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

impl BeamMethod {
    /// Returns the width of the first pass.
    fn first_beam(&self, limits: &Limits) -> usize {
        if !limits.has_budget() {
            return DEFAULT_BEAM;
        }
        let nodes = limits.nodes;
        let time = [limits.cpu_time, limits.wall_time].into_iter().flatten().min();
        let planned_width = |cost: &Cost| {
            let of_time = time.map_or(f64::INFINITY, |time| time.as_secs_f64() * cost.per_second);
            let nodes = nodes.map_or(f64::INFINITY, |nodes| nodes as f64).min(of_time);
            ((FIRST_SHARE * nodes - cost.fixed) / cost.each).max(0.) as usize
        };
        self.cost.as_ref().map_or(MIN_FIRST_BEAM, planned_width).clamp(MIN_FIRST_BEAM, MAX_BEAM)
    }
}

/// The maximum ratio of the widths of two passes.
const MAX_GROWTH: usize = 16;

/// The share of the remaining budget planned for the next pass, on the assumption that its cost is proportional to its
/// width. The cost grows more slowly, so the share may exceed 1.
const SAFETY: f64 = 1.15;

/// The number of stage ends taken between two checks of the clock.
pub(super) const CHECK_INTERVAL: usize = 64;

/// One pass through the stages.
pub(crate) struct Pass<'a> {
    pub(crate) meter: &'a mut Meter,
    pub(crate) cancel: &'a CancelToken,
    /// The width of its beam.
    pub(crate) width: usize,
    /// The length of the best solution of earlier passes.
    pub(crate) best: Option<usize>,
}

impl Pass<'_> {
    /// Converts shares of the budget that is left to shares of the whole budget.
    pub(crate) fn shares_of_all<const N: usize>(&self, shares: [f64; N]) -> [f64; N] {
        let spent = self.meter.spent_share();
        shares.map(|share| spent + (1.0 - spent) * share)
    }

    /// Searches a stage of a chain and returns the best partial solutions after it. Examines `ends_per_kept` ends for each
    /// partial solution kept, or as many as the share `until` of the budget allows.
    pub(crate) fn advance(
        &mut self,
        chain: &Chain,
        stage: usize,
        beam: &[Partial],
        ends_per_kept: usize,
        until: f64,
    ) -> Result<Vec<Partial>, Unsolved> {
        let mut transition = StageTransition::new(chain, stage, beam, Beam::new(self.width));
        self.gather(&chain.spaces[stage - 1], beam, ends_per_kept * self.width, until, |end| {
            transition.take(end)?;
            Ok(transition.ends)
        })?;
        transition.finish(self.cancel)
    }

    /// Searches paths through a stage in the order of their sums, until `take`, which returns the number of ends that
    /// it has, has `end_count` of them. Ends early, with at least one end, once the share `until` of the budget is spent.
    pub(crate) fn gather<S: SearchStage>(
        &mut self,
        space: &S,
        beam: &[Partial<S::State>],
        end_count: usize,
        until: f64,
        take: impl FnMut(StageEnd<'_, S::Node>) -> Result<usize, Unsolved>,
    ) -> Result<(), Unsolved> {
        let mut gathering = Gathering { meter: self.meter, end_count, until, seen: 0, take };
        let expanded = search_ends(space, beam, self.cancel, &mut gathering)?;
        check_cancelled(self.cancel)?;
        self.meter.spend(expanded);
        Ok(())
    }
}

/// The receiver of [`Pass::gather`].
struct Gathering<'a, F> {
    meter: &'a Meter,
    end_count: usize,
    until: f64,
    /// The number of ends taken.
    seen: usize,
    take: F,
}

impl<N, F: FnMut(StageEnd<'_, N>) -> Result<usize, Unsolved>> EndReceiver<N> for Gathering<'_, F> {
    fn take(&mut self, end: StageEnd<'_, N>, expanded: u64) -> Result<bool, Unsolved> {
        self.seen += 1;
        let ends = (self.take)(end)?;
        let is_checked = self.seen.is_multiple_of(CHECK_INTERVAL);
        if is_checked && self.meter.is_cancelled() {
            return Err(Unsolved::Cancelled);
        }
        let is_late = || is_checked && self.meter.spent_share_with(expanded) >= self.until;
        Ok(ends < self.end_count && !(ends > 0 && is_late()))
    }
}

/// Runs passes with wider and wider beams within the limits, or one pass with `fixed_beam`, and returns the shortest
/// solution.
///
/// A pass returns the turns of each stage, or `None` if it finds no shorter solution.
///
/// # Errors
/// The error of a pass, unless the search was cancelled after a solution was found; or if the solution is too long.
pub(crate) fn widening(
    cube: &Cube4,
    limits: &Limits,
    fixed_beam: Option<usize>,
    method: &BeamMethod,
    mut search: impl FnMut(&mut Pass<'_>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved>,
) -> Result<Solution<Cube4>, Unsolved> {
    let mut meter = Meter::new(limits);
    let mut beam = fixed_beam.unwrap_or_else(|| method.first_beam(limits));
    let mut best: Option<Solution<Cube4>> = None;
    loop {
        let before = meter.spent_share();
        let length = best.as_ref().map(Solution::length);
        let mut pass = Pass { meter: &mut meter, cancel: &limits.cancel, width: beam, best: length };
        match search(&mut pass) {
            Ok(Some(phases)) => {
                if !cube.apply(&phases.concat()).is_solved() {
                    return Err(Unsolved::Table);
                }
                let solution = Solution::new(phases, false, 0);
                if length.is_none_or(|length| solution.length() < length) {
                    best = Some(Solution { phase_names: method.names, beam: Some(beam), ..solution });
                }
            }
            Ok(None) => {}
            Err(Unsolved::Cancelled) if best.is_some() => break,
            Err(error) => return Err(error),
        }
        let is_enough = |best: &Solution<Cube4>| {
            limits.first && limits.max_length.is_none_or(|max| best.length() <= max.into())
        };
        if best.as_ref().is_some_and(is_enough) {
            break;
        }
        let spent = meter.spent_share();
        let (left, cost) = (1.0 - spent, spent - before);
        if fixed_beam.is_some() || !limits.has_budget() || cost <= 0.0 {
            break;
        }
        // The cost of a pass is assumed to be proportional to its width; see `SAFETY`.
        let next = (beam as f64 * (left * SAFETY / cost)).min((beam * MAX_GROWTH) as f64) as usize;
        if next.min(MAX_BEAM) < beam + beam / 2 {
            break;
        }
        beam = next.min(MAX_BEAM);
    }
    let best = Solution { nodes: meter.nodes(), ..best.ok_or(Unsolved::Cancelled)? };
    check_length(best.length(), limits)?;
    Ok(best)
}
