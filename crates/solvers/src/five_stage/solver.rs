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

/// How many ends are looked at for each partial solution that is kept.
const ENDS: usize = 20;

/// What is used again from stage to stage and cube to cube.
struct Run<'a> {
    solver: &'a FiveStage,
    limits: &'a Limits<'a>,
    start: ThreadTime,
    nodes: u64,
}

impl FiveStage {
    /// A solver in a metric, with the tables of the stages in order: those in slice turns for [`Metric::Slice`], in block
    /// turns for the others.
    ///
    /// # Panics
    /// If these are other tables.
    pub fn new(metric: Metric, tables: Vec<StageTable>) -> FiveStage {
        let expected = if metric == Metric::Slice { Metric::Slice } else { Metric::Block };
        let stages: Vec<usize> = tables.iter().map(|table| table.stage().number()).collect();
        assert_eq!(stages, [1, 2, 3, 4, 5], "a table for each stage");
        assert!(tables.iter().all(|table| table.metric() == expected), "tables in {}", expected.name());
        FiveStage {
            metric,
            spaces: tables.into_iter().map(StageSpace::new).collect(),
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
        let mut run =
            Run { solver: self, limits, start: ThreadTime::now(), nodes: 0 };
        let beam = limits.beam.unwrap_or(500);
        let stages = run.solve(cube, beam)?;
        Ok(Solution { stages, nodes: run.nodes, beam })
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
            turns.push(end.path.moves().iter().map(|m| space.turns[usize::from(*m)].conjugate(back)).collect());
            held = held.then(end.rotation);
        }
        turns
    }

    /// The same with turns about one axis put together, as few as the metric allows.
    fn merged(&self, stages: &[Vec<Turn>]) -> Vec<Vec<Turn>> {
        let (mut runs, mut ends) = (Runs::default(), Vec::new());
        for turns in stages {
            turns.iter().for_each(|turn| runs.push(*turn));
            ends.push(runs.runs().len());
        }
        let (turns, _) = runs.write(self.metric);
        // What a later stage has undone is none of an earlier one's.
        for stage in (1..ends.len()).rev() {
            ends[stage - 1] = ends[stage - 1].min(ends[stage]);
        }
        let lengths: Vec<usize> = runs.runs().iter().map(|run| self.metric.length(run.turned)).collect();
        let mut from = (0, 0);
        let part = |end: usize| {
            let to = from.1 + lengths[from.0..end].iter().sum::<usize>();
            let part = turns[from.1..to].to_vec();
            from = (end, to);
            part
        };
        ends.into_iter().map(part).collect()
    }
}

impl Run<'_> {
    fn solve(&mut self, cube: &Cube4, most: usize) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let mut beams = vec![vec![self.solver.start(cube)?]];
        for stage in 1..STAGES {
            let next = self.stage(stage, &beams[stage - 1], most)?;
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
    fn stage(&mut self, stage: usize, beam: &[Partial], most: usize) -> Result<Vec<Partial>, Unsolved> {
        let solver = self.solver;
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let mut crew = Crew::new(&solver.spaces[stage - 1]);
        let mut passage = Passage::new(solver, stage, beam, Beam::new(most));
        let mut expanded = 0;
        let mut failed = None;
        loop {
            let all = crew.level(beam, sum, &mut expanded, |end, _| {
                if let Err(error) = passage.take(end) {
                    failed = Some(error);
                    return false;
                }
                passage.ends < ENDS * most
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            if self.is_stopped() {
                return Err(Unsolved::Stopped);
            }
            if !all {
                break;
            }
            sum += 1;
        }
        self.nodes += expanded;
        if std::env::var_os("FS_DEBUG").is_some() {
            eprintln!(
                "stage {stage}: from {} to sum {sum}, ends {}, walked {} expanded {expanded}, t {:?}",
                beam.iter().map(Partial::sum).min().unwrap(), passage.ends, passage.walked,
                self.start.elapsed()
            );
        }
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
        let mut left = 2000;
        for sum in first..=first + 1 {
            crew.level(beam, sum, &mut expanded, |end, _| {
                let from = &beam[end.from];
                let tail = end.path.iter().fold(from.tail, |tail, m| {
                    solver.joints.push(tail, space.added[usize::from(*m)])
                });
                let length = solver.joints.length(tail);
                if best.is_none_or(|best| length < best.length) {
                    best = Some(Partial {
                        tail,
                        length,
                        parent: end.from as u32,
                        path: Path::of(end.path),
                        rotation: Symmetry::IDENTITY,
                        ..*from
                    });
                }
                left -= 1;
                left > 0
            });
        }
        self.nodes += expanded;
        if std::env::var_os("FS_DEBUG").is_some() {
            eprintln!("last: {first} -> {:?}, expanded {expanded}, t {:?}", best.map(|b| b.length), self.start.elapsed());
        }
        let best = best.ok_or(Unsolved::Table)?;
        Ok(solver.merged(&solver.turns(beams, &best)))
    }
}
