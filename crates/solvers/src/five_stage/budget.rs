//! What solvers of the 4x4x4 are asked and what they answer, and how a budget is spent: on the ends of a stage, on wider
//! passes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cubiform_cube::four::{Cube4, Turn};

use super::beam::Partial;
use super::space::SearchStage;
use super::stage_search::{StageEnd, StageSearch};
use crate::clock::ThreadTime;

/// How far to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// How many partial solutions are kept after each stage.
    pub beam: Option<usize>,
    /// A budget of processor time. WebAssembly has no clock: there it is spent at once.
    pub time: Option<Duration>,
    /// A budget of nodes: with it, or a beam alone, the answer is the same everywhere and always, with the same tables.
    pub nodes: Option<u64>,
    /// Ends the search when it is set.
    pub stop: Option<&'a AtomicBool>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the stages are called.
    pub names: &'static [&'static str],
    /// The turns of each stage; turns about one axis at the end of a stage have those of the next with them that
    /// follow.
    pub stages: Vec<Vec<Turn>>,
    /// How many nodes were expanded.
    pub nodes: u64,
    /// The widest beam that came to its end.
    pub beam: usize,
}

impl Solution {
    /// All of its turns.
    pub fn turns(&self) -> Vec<Turn> {
        self.stages.concat()
    }

    /// How many there are, in the metric in which it was sought.
    pub fn length(&self) -> usize {
        self.stages.iter().map(Vec::len).sum()
    }
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// A table contradicts itself or the cube.
    #[error("a table of the 4x4x4 is damaged")]
    Table,
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
}

/// A way to solve the 4x4x4.
pub trait Solver: Send + Sync {
    /// Solves a cube, held in any way. What it gives has been made on the cube, and solved it.
    ///
    /// # Errors
    /// If a table is damaged, or if it was stopped.
    fn solve(&self, cube: &Cube4, limits: &Limits<'_>) -> Result<Solution, Unsolved>;
}

/// The passes of a method.
pub(crate) struct BeamSchedule {
    /// What its stages are called.
    pub(crate) names: &'static [&'static str],
    /// The beam where none is asked for, nor a budget.
    pub(crate) default: usize,
    /// That of the first pass with a budget, at least.
    pub(crate) first: usize,
    /// What passes cost, if that is known well enough for the first to take most of a budget.
    pub(crate) cost: Option<Cost>,
    /// The widest that a budget leads to.
    pub(crate) widest: usize,
}

/// What a pass costs, roughly: if it takes longer, stages end sooner.
pub(crate) struct Cost {
    /// Nodes, whatever the beam.
    pub(crate) fixed: f64,
    /// Nodes for each place of the beam.
    pub(crate) each: f64,
    /// Nodes in a second.
    pub(crate) per_second: f64,
}

/// How much of a budget a first pass is to take whose cost is foreseen.
const FIRST_PART: f64 = 0.8;

impl BeamSchedule {
    /// The beam of the first pass.
    fn first_beam(&self, limits: &Limits<'_>) -> usize {
        let Limits { beam, time, nodes, .. } = *limits;
        if let Some(beam) = beam {
            return beam;
        }
        if time.is_none() && nodes.is_none() {
            return self.default;
        }
        let foreseen = |cost: &Cost| {
            let of_time = time.map_or(f64::INFINITY, |time| time.as_secs_f64() * cost.per_second);
            let nodes = nodes.map_or(f64::INFINITY, |nodes| nodes as f64).min(of_time);
            ((FIRST_PART * nodes - cost.fixed) / cost.each).max(0.) as usize
        };
        self.cost.as_ref().map_or(self.first, foreseen).clamp(self.first, self.widest)
    }
}

/// With a budget, how many times as wide as the last a beam may be.
const MOST_GROWTH: usize = 16;

/// How much of what is left of a budget a pass would take if its cost grew as its beam; it grows less.
const SAFETY: f64 = 1.15;

/// How many ends are taken between two looks at the clock.
pub(super) const BETWEEN_LOOKS: usize = 64;

/// How many turns more than the shortest a way through a stage may have: near solved there are too few ends to fill a beam.
pub(crate) const MOST_SLACK: u8 = 8;

/// Whether a flag that ends a search is set.
pub(crate) fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// A budget that is being spent.
pub(crate) struct Budget<'a> {
    limits: &'a Limits<'a>,
    start: Option<ThreadTime>,
    pub(crate) nodes: u64,
}

impl<'a> Budget<'a> {
    /// The part of the budget that is spent, 0 without one.
    pub(crate) fn spent(&self) -> f64 {
        self.spent_with(0)
    }

    /// The same with nodes that are not counted yet.
    pub(crate) fn spent_with(&self, nodes: u64) -> f64 {
        let time = match (&self.start, self.limits.time) {
            (Some(start), Some(time)) => start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
            _ => 0.0,
        };
        let nodes = self.limits.nodes.map_or(0.0, |most| (self.nodes + nodes) as f64 / most.max(1) as f64);
        time.max(nodes)
    }

    /// Whether somebody has asked for an end.
    pub(crate) fn is_stopped(&self) -> bool {
        is_set(self.stop())
    }

    /// Fails if somebody has asked for an end.
    pub(crate) fn go_on(&self) -> Result<(), Unsolved> {
        if self.is_stopped() { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    /// What is set for an end.
    pub(crate) fn stop(&self) -> Option<&'a AtomicBool> {
        self.limits.stop
    }

    /// Goes through ways through a stage, shortest sums first, until `take` has as many ends as are wanted: it tells how many
    /// it has. With any it ends at once when the given part of the budget is spent.
    pub(crate) fn gather<S: SearchStage>(
        &mut self,
        space: &S,
        beam: &[Partial<S::State>],
        wanted: usize,
        until: f64,
        mut take: impl FnMut(StageEnd<'_, S::Node>) -> Result<usize, Unsolved>,
    ) -> Result<(), Unsolved> {
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let most_sum = sum + MOST_SLACK;
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
                    if failed.is_none() && seen % BETWEEN_LOOKS == 0 && self.is_stopped() {
                        failed = Some(Unsolved::Stopped);
                    }
                    let is_late = || seen % BETWEEN_LOOKS == 0 && self.spent_with(expanded) >= until;
                    failed.is_none() && ends < wanted && !(ends > 0 && is_late())
                },
            );
            if let Some(failed) = failed {
                return Err(failed);
            }
            self.go_on()?;
            if !all || sum == most_sum {
                break;
            }
            sum += 1;
        }
        self.nodes += expanded;
        Ok(())
    }
}

/// The shortest solution of passes with wider and wider beams, as the limits allow. A pass is given its beam and the length
/// of the best solution so far, if there is one, and gives the turns of each stage, or nothing if it finds none shorter.
///
/// # Errors
/// Those of the first pass.
pub(crate) fn widening<'a>(
    limits: &'a Limits<'a>,
    passes: &BeamSchedule,
    mut pass: impl FnMut(&mut Budget<'a>, usize, Option<usize>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved>,
) -> Result<Solution, Unsolved> {
    let mut budget = Budget { limits, start: limits.time.map(|_| ThreadTime::now()), nodes: 0 };
    let has_budget = limits.time.is_some() || limits.nodes.is_some();
    let mut beam = passes.first_beam(limits);
    let mut best: Option<Solution> = None;
    loop {
        let before = budget.spent();
        match pass(&mut budget, beam, best.as_ref().map(Solution::length)) {
            Ok(stages) => {
                let found = stages.map(|stages| Solution { names: passes.names, stages, nodes: 0, beam });
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
        // What a beam costs is much the same for each of its places.
        let next = (beam as f64 * (left * SAFETY / cost)).min((beam * MOST_GROWTH) as f64) as usize;
        if next.min(passes.widest) < beam + beam / 2 {
            break;
        }
        beam = next.min(passes.widest);
    }
    let best = best.ok_or(Unsolved::Stopped)?;
    Ok(Solution { nodes: budget.nodes, ..best })
}
