//! The passes of a solver of the 4x4x4, with wider and wider beams, and the budget that pays for them.
//!
//! Between two stages, each end of a stage becomes a partial solution, oriented for the next stage, with its exact distance.

use std::collections::HashMap;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Turn};
use cubiform_search::Meter;
use cubiform_tables::four::StageState;
use cubiform_threads::CancelToken;

use super::beam::{Beam, Partial, Path};
use super::chain::Chain;
use super::run_merger::LastRun;
use super::stage_search::{EndReceiver, Node, SEARCHES, SearchStage, StageEnd, search_ends};
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

/// The number of ends whose distances are computed together.
const BATCH: usize = 32;

/// An end whose distance is not computed yet, with its half-turn pair, if that was found.
///
/// Two ends whose last turns are a quarter turn and its inverse form a pair: a half turn, legal in every stage, leads
/// from one to the other, so the distance of the second follows from that of the first by one look-up.
struct PendingEnd {
    first: Partial,
    pair: Option<HalfTurnPair>,
}

#[derive(Clone, Copy)]
struct HalfTurnPair {
    path: Path,
    last_run: LastRun,
}

/// The ends of a stage, collected into the beam of the next.
pub(crate) struct StageTransition<'a> {
    chain: &'a Chain,
    stage: usize,
    beam: &'a [Partial],
    kept: Beam,
    /// The rotation for the next stage, by goal state.
    orientations: HashMap<StageState, Symmetry>,
    pending: Vec<PendingEnd>,
    /// The index in `pending` of the last end of each search.
    last: [Option<usize>; SEARCHES],
    /// The number of ends accepted.
    pub(crate) ends: usize,
}

impl<'a> StageTransition<'a> {
    pub(crate) fn new(
        chain: &'a Chain,
        stage: usize,
        beam: &'a [Partial],
        kept: Beam,
    ) -> StageTransition<'a> {
        StageTransition {
            chain,
            stage,
            beam,
            kept,
            orientations: HashMap::new(),
            pending: Vec::with_capacity(BATCH),
            last: [None; SEARCHES],
            ends: 0,
        }
    }

    /// Returns the rotation that orients a cube at a goal state for the next stage.
    fn goal_rotation(
        &mut self,
        state: StageState,
        cube: impl FnOnce() -> Cube4,
    ) -> Result<Symmetry, Unsolved> {
        if let Some(rotation) = self.orientations.get(&state) {
            return Ok(*rotation);
        }
        let stage = self.chain.spaces[self.stage - 1].stage;
        let rotation = stage.goal_orientation(&cube()).ok_or(Unsolved::Table)?;
        self.orientations.insert(state, rotation);
        Ok(rotation)
    }

    /// Adds an end.
    pub(crate) fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let chain = self.chain;
        let (space, next) = (&chain.spaces[self.stage - 1], &chain.spaces[self.stage]);
        let from = &self.beam[end.from];
        let last_run = chain.run_merger.after(from.last_run, end.path, &space.added);
        let rotation = self.goal_rotation(end.node.state, || end.cube(&space.turns, &from.cube))?;
        let last_run = chain.run_merger.rotated(last_run, rotation);
        if chain.run_merger.is_reducible(last_run, self.stage + 1) {
            return Ok(());
        }
        self.ends += 1;
        let path = Path::new(end.path);
        let last = self.last[end.by].map(|last| (last, &self.pending[last]));
        let is_pair = |last: &PendingEnd| {
            let first = &last.first;
            last.pair.is_none()
                && first.parent as usize == end.from
                && differ_by_half_turn(&space.turns, &first.path, &path)
        };
        if let Some((last, _)) = last.filter(|(_, last)| is_pair(last)) {
            self.pending[last].pair = Some(HalfTurnPair { path, last_run });
            return Ok(());
        }
        if self.pending.len() == BATCH {
            self.measure()?;
        }
        let cube = end.cube(&space.turns, &from.cube).act(&chain.rotations[rotation.index()]);
        let state = next.stage.state(&cube).ok_or(Unsolved::Table)?;
        let first = Partial {
            cube,
            state,
            distance: 0,
            last_run,
            length: chain.run_merger.length(last_run),
            parent: end.from as u32,
            path,
            rotation,
        };
        self.last[end.by] = Some(self.pending.len());
        self.pending.push(PendingEnd { first, pair: None });
        Ok(())
    }

    /// Computes the distances of the pending ends and offers them to the beam.
    fn measure(&mut self) -> Result<(), Unsolved> {
        let next = &self.chain.spaces[self.stage];
        let states: Vec<StageState> = self.pending.iter().map(|pending| pending.first.state).collect();
        let mut distances = Vec::with_capacity(BATCH);
        next.table.distances(&states, &mut distances).map_err(|_| Unsolved::Table)?;
        for (PendingEnd { mut first, pair }, distance) in self.pending.drain(..).zip(distances) {
            first.distance = distance;
            self.kept.offer(first);
            let Some(pair) = pair else { continue };
            let turns = &self.chain.spaces[self.stage - 1].turns;
            let last = pair.path.moves()[pair.path.moves().len() - 1];
            let half = half_of(turns[usize::from(last)]).conjugate(first.rotation);
            let place = next.stage.turns().iter().position(|turn| *turn == half).ok_or(Unsolved::Table)?;
            let state = next.stage.turn(first.state, place);
            let distance = next.table.codes().child_distance(first.distance, next.table.address(state));
            let length = self.chain.run_merger.length(pair.last_run);
            if self.kept.accepts(length + distance) {
                let cube = first.cube.turn(half);
                self.kept.offer(Partial {
                    cube,
                    state,
                    distance,
                    last_run: pair.last_run,
                    length,
                    path: pair.path,
                    ..first
                });
            }
        }
        self.last = [None; SEARCHES];
        Ok(())
    }

    /// Returns the best partial solutions of all ends.
    pub(crate) fn finish(mut self, cancel: &CancelToken) -> Result<Vec<Partial>, Unsolved> {
        self.measure()?;
        self.kept.best(cancel)
    }
}

/// Returns the half turn of the same layers.
fn half_of(turn: Turn) -> Turn {
    Turn::new(turn.axis(), turn.layers(), 2).expect("a half turn is a turn")
}

/// Returns whether two paths differ only in the direction of their last turn.
fn differ_by_half_turn(turns: &[Turn], a: &Path, b: &Path) -> bool {
    match (a.moves(), b.moves()) {
        ([a @ .., one], [b @ .., other]) => {
            a == b && turns[usize::from(*one)].inverse() == turns[usize::from(*other)]
        }
        _ => false,
    }
}
