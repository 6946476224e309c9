//! The solver: stage after stage, with a beam of partial solutions; then again with a wider one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use cubiform_cube::Symmetry;
use cubiform_cube::four::{Action, Cube4, Metric, Runs, Turn};
use cubiform_tables::four::{STAGES, StageTable};

use super::beam::{Beam, Partial, Path};
use super::crew::Crew;
use super::joint::{Joints, Tail};
use super::passage::Passage;
use super::space::StageSpace;

/// How far to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// How many partial solutions are kept after each stage.
    pub beam: Option<usize>,
    /// A budget of processor time.
    pub time: Option<Duration>,
    /// A budget of nodes: with it, or a beam alone, the answer is the same everywhere and always.
    pub nodes: Option<u64>,
    /// Ends the search when it is set.
    pub stop: Option<&'a AtomicBool>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
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
    #[error("a table of the 4x4x4 is damaged; find out which with: cubiform tables verify")]
    Table,
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
}

/// Solves the 4x4x4 by five stages.
pub struct FiveStage {
    metric: Metric,
    pub(super) spaces: Vec<StageSpace>,
    pub(super) joints: Joints,
    /// By index of the rotation.
    pub(super) rotations: [Action; 24],
}

/// The beam where none is asked for, nor a budget.
pub const DEFAULT_BEAM: usize = 200;

/// With a budget, the beam of the first pass.
const FIRST_BEAM: usize = 10;

/// With a budget, how many times as wide as the last a beam may be.
const MOST_GROWTH: usize = 16;

/// The widest beam that a budget leads to: 100 MB of partial solutions.
const WIDEST_BEAM: usize = 100_000;

/// How much of what is left of a budget a pass would take if its cost grew as its beam; it grows less.
const SAFETY: f64 = 1.15;

/// The parts of what is left of a budget after which stages 1 to 4 end, if they take longer than foreseen.
const ENDS_OF_STAGES: [f64; STAGES - 1] = [0.3, 0.55, 0.8, 0.95];

/// How many ends are taken between two looks at the clock.
const BETWEEN_LOOKS: usize = 64;

/// How many ends are looked at for each partial solution that is kept.
const ENDS: usize = 20;

/// How many turns more than the shortest a way through a stage may have: near solved there are too few ends to fill a beam.
const MOST_SLACK: u8 = 8;

/// In the last stage, how many for each that is kept.
const LAST_ENDS: usize = 10;

/// What is used again from stage to stage and cube to cube.
struct Run<'a> {
    solver: &'a FiveStage,
    limits: &'a Limits<'a>,
    start: Option<ThreadTime>,
    nodes: u64,
}

impl FiveStage {
    /// The metric of the tables that it takes for solutions in a metric: [`Metric::Slice`] for itself, [`Metric::Block`]
    /// for the others.
    pub fn tables_of(metric: Metric) -> Metric {
        if metric == Metric::Slice { Metric::Slice } else { Metric::Block }
    }

    /// A solver in a metric, with the tables of the stages in order, in the metric of [`tables_of`](Self::tables_of).
    ///
    /// # Panics
    /// If these are other tables.
    pub fn new(metric: Metric, tables: Vec<StageTable>) -> FiveStage {
        let expected = FiveStage::tables_of(metric);
        let stages: Vec<usize> = tables.iter().map(|table| table.stage().number()).collect();
        assert_eq!(stages, [1, 2, 3, 4, 5], "a table for each stage");
        assert!(tables.iter().all(|table| table.metric() == expected), "tables in {}", expected.name());
        FiveStage {
            metric,
            spaces: tables.into_iter().map(|table| StageSpace::new(metric, table)).collect(),
            joints: Joints::new(metric),
            rotations: std::array::from_fn(|s| Action::rotation(Symmetry::from_index(s))),
        }
    }

    /// What is counted.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Solves a cube, held in any way. What it gives has been made on the cube, and solved it.
    ///
    /// # Errors
    /// If a table is damaged, or if it was stopped.
    pub fn solve(&self, cube: &Cube4, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        let mut run = Run { solver: self, limits, start: limits.time.map(|_| ThreadTime::now()), nodes: 0 };
        let has_budget = limits.time.is_some() || limits.nodes.is_some();
        let mut beam = limits.beam.unwrap_or(if has_budget { FIRST_BEAM } else { DEFAULT_BEAM });
        let mut best: Option<Solution> = None;
        loop {
            let before = run.spent();
            match run.solve(cube, beam) {
                Ok(stages) => {
                    let length: usize = stages.iter().map(Vec::len).sum();
                    if best.as_ref().is_none_or(|best| length < best.length()) {
                        best = Some(Solution { stages, nodes: 0, beam });
                    }
                }
                Err(Unsolved::Stopped) if best.is_some() => break,
                Err(error) => return Err(error),
            }
            let (left, cost) = (1.0 - run.spent(), run.spent() - before);
            if limits.beam.is_some() || !has_budget || cost <= 0.0 {
                break;
            }
            // What a beam costs is much the same for each of its places.
            let next = (beam as f64 * (left * SAFETY / cost)).min((beam * MOST_GROWTH) as f64) as usize;
            if next.min(WIDEST_BEAM) < beam + beam / 2 {
                break;
            }
            beam = next.min(WIDEST_BEAM);
        }
        let best = best.ok_or(Unsolved::Stopped)?;
        Ok(Solution { nodes: run.nodes, ..best })
    }

    /// A cube before the first stage.
    fn start(&self, cube: &Cube4) -> Result<Partial, Unsolved> {
        let space = &self.spaces[0];
        let state = space.stage().state(cube).ok_or(Unsolved::Table)?;
        let distance = space.table.distance(state).map_err(|_| Unsolved::Table)?;
        Ok(Partial {
            cube: *cube,
            state,
            distance,
            tail: Tail::NONE,
            length: 0,
            parent: 0,
            path: Path::of(&[]),
            rotation: Symmetry::IDENTITY,
        })
    }

    /// The turns of each stage, as named on the cube before it was ever turned as a whole.
    fn turns(&self, beams: &[Vec<Partial>], last: &Partial) -> Vec<Vec<Turn>> {
        let mut ends = vec![last];
        for beam in beams[1..].iter().rev() {
            ends.push(&beam[ends[ends.len() - 1].parent as usize]);
        }
        let (mut held, mut turns) = (Symmetry::IDENTITY, Vec::new());
        for (end, space) in ends.iter().rev().zip(&self.spaces) {
            let back = held.inverse();
            turns.push(
                end.path.moves().iter().map(|m| space.turns[usize::from(*m)].conjugate(back)).collect(),
            );
            held = held.then(end.rotation);
        }
        turns
    }
}

impl Run<'_> {
    /// The part of the budget that is spent, 0 without one.
    fn spent(&self) -> f64 {
        self.spent_with(0)
    }

    /// The same with nodes that are not counted yet.
    fn spent_with(&self, nodes: u64) -> f64 {
        let time = match (&self.start, self.limits.time) {
            (Some(start), Some(time)) => start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
            _ => 0.0,
        };
        let nodes = self.limits.nodes.map_or(0.0, |most| (self.nodes + nodes) as f64 / most.max(1) as f64);
        time.max(nodes)
    }

    /// Goes through all stages with a beam.
    fn solve(&mut self, cube: &Cube4, most: usize) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let mut beams = vec![vec![self.solver.start(cube)?]];
        let spent = self.spent();
        for (stage, end) in (1..STAGES).zip(ENDS_OF_STAGES) {
            let until = spent + (1.0 - spent) * end;
            let next = self.stage(stage, &beams[stage - 1], most, until)?;
            beams.push(next);
        }
        let stages = self.last(&beams)?;
        let turns = stages.concat();
        if !cube.apply(&turns).is_solved() {
            return Err(Unsolved::Table);
        }
        Ok(stages)
    }

    fn is_stopped(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Goes through a stage, 1 to 4: the best of what it leads to.
    fn stage(
        &mut self,
        stage: usize,
        beam: &[Partial],
        most: usize,
        until: f64,
    ) -> Result<Vec<Partial>, Unsolved> {
        let solver = self.solver;
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let mut crew = Crew::new(&solver.spaces[stage - 1]);
        let most_sum = sum + MOST_SLACK;
        let mut passage = Passage::new(solver, stage, beam, Beam::new(most));
        let (mut expanded, mut seen) = (0, 0);
        let mut failed = None;
        loop {
            let all = crew.level(beam, sum, &mut expanded, |end, expanded| {
                seen += 1;
                if let Err(error) = passage.take(end) {
                    failed = Some(error);
                } else if seen % BETWEEN_LOOKS == 0 && self.is_stopped() {
                    failed = Some(Unsolved::Stopped);
                }
                // With what there is it goes on at once.
                let is_late = || seen % BETWEEN_LOOKS == 0 && self.spent_with(expanded) >= until;
                failed.is_none() && passage.ends < ENDS * most && !(passage.ends > 0 && is_late())
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            if !all || sum == most_sum {
                break;
            }
            sum += 1;
        }
        self.nodes += expanded;
        passage.finish()
    }

    /// Goes through the last stage: the shortest solution.
    fn last(&mut self, beams: &[Vec<Partial>]) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let solver = self.solver;
        let (space, beam) = (&solver.spaces[STAGES - 1], &beams[STAGES - 1]);
        let first = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let mut crew = Crew::new(space);
        let mut best: Option<Partial> = None;
        let mut expanded = 0;
        let mut left = LAST_ENDS * beam.len();
        // A turn of the table is a turn of the metric at least; but turns may merge with those of the stage before.
        let mut sum = first;
        while left > 0 && sum <= first + MOST_SLACK && best.is_none_or(|best| sum <= best.length) {
            crew.level(beam, sum, &mut expanded, |end, _| {
                let from = &beam[end.from];
                let push = |tail, m: &u8| solver.joints.push(tail, space.added[usize::from(*m)]);
                let tail = end.path.iter().fold(from.tail, push);
                let length = solver.joints.length(tail);
                if best.is_none_or(|best| length < best.length) {
                    let (parent, path) = (end.from as u32, Path::of(end.path));
                    best =
                        Some(Partial { tail, length, parent, path, rotation: Symmetry::IDENTITY, ..*from });
                }
                left -= 1;
                left > 0
            });
            sum += 1;
        }
        self.nodes += expanded;
        let best = best.ok_or(Unsolved::Table)?;
        Ok(merged(solver.metric, &solver.turns(beams, &best)))
    }
}

/// The turns of stages with those about one axis put together, as few as the metric allows.
fn merged(metric: Metric, stages: &[Vec<Turn>]) -> Vec<Vec<Turn>> {
    let (mut runs, mut ends) = (Runs::default(), Vec::<usize>::new());
    for turns in stages {
        for turn in turns {
            runs.push(*turn);
            // What a later stage has undone is none of an earlier one's.
            ends.iter_mut().for_each(|end| *end = (*end).min(runs.runs().len()));
        }
        ends.push(runs.runs().len());
    }
    let (turns, _) = runs.write(metric);
    let lengths: Vec<usize> = runs.runs().iter().map(|run| metric.length(run.turned)).collect();
    let mut from = (0, 0);
    let part = |end: usize| {
        let to = from.1 + lengths[from.0..end].iter().sum::<usize>();
        let part = turns[from.1..to].to_vec();
        from = (end, to);
        part
    };
    ends.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::notation::parse;

    use super::*;

    #[test]
    fn turns_about_one_axis_are_merged_across_stages() {
        let merge = |metric, stages: [&str; 3]| {
            let stages = stages.map(|text| parse(text, Default::default()).unwrap());
            let merged = merged(metric, &stages);
            assert!(Cube4::from_turns(&stages.concat()).is_same_turned(&Cube4::from_turns(&merged.concat())));
            merged.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(merge(Metric::Slice, ["F R", "R2 U", "U F2"]), [2, 1, 1]);
        // R and 2R are one turn of a block; what a later stage undoes vanishes, with all that was between.
        assert_eq!(merge(Metric::Block, ["F R", "2R U2", "F2"]), [2, 1, 1]);
        assert_eq!(merge(Metric::Slice, ["F R", "U", "U' R' D"]), [1, 0, 1]);
        assert_eq!(merge(Metric::OuterBlock, ["2R", "", "R2"]), [2, 0, 0]);
    }
}
