//! Stages of the goal `dr`: chains of steps, each as short as possible after the one before.

use cubiform_cube::goal::Side;
use cubiform_cube::{Axis, Cube, Move, Reduction, Symmetry};

use super::Reductions;
use super::step::Step;
use crate::cfop::{Counts, StageResult, StageSolution};

/// Some steps of a chain, as seen from a side.
#[derive(Clone)]
struct StepsTaken {
    cube: Cube,
    moves: Vec<Move>,
    /// The number of moves of each step.
    steps: Vec<u8>,
    /// The axis of an EO before a DR.
    eo: Option<Axis>,
}

/// A way to take the next step.
struct NextStep<'a> {
    from: &'a StepsTaken,
    way: Step<'a>,
    /// The number of moves of the chain with this step.
    total: u8,
}

impl Reductions {
    /// Returns the minimum number of moves (HTM) of a chain of steps from a side of a cube, without solutions. Each step is
    /// as short as possible, given that those before it are.
    ///
    /// # Panics
    /// If there are no steps, or a step does not follow from the one before.
    pub async fn stage(&self, cube: &Cube, side: Side, steps: &[Reduction]) -> StageResult {
        let (last, before) = steps.split_last().expect("a stage has steps");
        let mut counts = Counts::default();
        let chains = self.shortest_chains(&side.view(cube), before, *last, &mut counts).await;
        let next = self.next_steps(&chains, *last, None, &mut counts).await;
        let length = next.iter().map(|step| step.total).min().expect("a chain leads to every step");
        StageResult { length: Ok(length), solutions: Vec::new(), counts }
    }

    /// Returns up to `count` solutions of each length of a stage, from its minimum `length` to `slack` moves more.
    pub async fn stage_solutions(
        &self,
        cube: &Cube,
        side: Side,
        steps: &[Reduction],
        (length, slack): (u8, u8),
        count: usize,
    ) -> Vec<StageSolution> {
        let (last, before) = steps.split_last().expect("a stage has steps");
        let chains = self.shortest_chains(&side.view(cube), before, *last, &mut Counts::default()).await;
        let back = side.rotation().inverse();
        let mut solutions = Vec::new();
        for length in length..=length + slack {
            let mut of_length = Vec::new();
            'chains: for chain in &chains {
                let Some(left) = length.checked_sub(chain.moves.len() as u8) else { continue };
                for way in self.ways(*last, None, chain.eo) {
                    way.each_path(&chain.cube, left, &mut |path| {
                        if way.is_listed(&path) {
                            let chain = chain.longer(&path, &way);
                            let moves = chain.moves.iter().map(|m| back.conjugate(*m)).collect();
                            of_length.push(StageSolution::of_steps(moves, chain.steps));
                        }
                        of_length.len() < count
                    })
                    .await;
                    if of_length.len() >= count {
                        break 'chains;
                    }
                }
            }
            solutions.extend(of_length);
        }
        solutions
    }

    /// Returns all chains of steps, each as short as possible after the one before. `last` is the step that follows them.
    async fn shortest_chains(
        &self,
        view: &Cube,
        steps: &[Reduction],
        last: Reduction,
        counts: &mut Counts,
    ) -> Vec<StepsTaken> {
        let mut chains = vec![StepsTaken { cube: *view, moves: Vec::new(), steps: Vec::new(), eo: None }];
        for (i, step) in steps.iter().enumerate() {
            let after = steps.get(i + 1).copied().unwrap_or(last);
            let next = self.next_steps(&chains, *step, Some(after), counts).await;
            let shortest = next.iter().map(|step| step.total).min();
            let mut next_chains = Vec::new();
            for step in next.iter().filter(|step| Some(step.total) == shortest) {
                let length = step.total - step.from.moves.len() as u8;
                step.way
                    .each_path(&step.from.cube, length, &mut |path| {
                        next_chains.push(step.from.longer(&path, &step.way));
                        true
                    })
                    .await;
            }
            chains = next_chains;
        }
        chains
    }

    /// Returns all ways to take a step after each of some chains, with their lengths. `after` is the step that follows it.
    async fn next_steps<'a>(
        &'a self,
        chains: &'a [StepsTaken],
        step: Reduction,
        after: Option<Reduction>,
        counts: &mut Counts,
    ) -> Vec<NextStep<'a>> {
        let mut next = Vec::new();
        for from in chains {
            for way in self.ways(step, after, from.eo) {
                let (length, searched) = way.length(&from.cube).await;
                counts.generated += searched.generated;
                next.push(NextStep { from, way, total: from.moves.len() as u8 + length });
            }
        }
        next
    }
}

impl StepsTaken {
    /// Returns the chain with one more step.
    fn longer(&self, path: &[Move], way: &Step<'_>) -> StepsTaken {
        let mut chain = self.clone();
        chain.cube = chain.cube.apply(path);
        chain.moves.extend(path);
        chain.steps.push(path.len() as u8);
        chain.eo = way.eo_axis();
        chain
    }
}

impl StageSolution {
    /// Returns a solution of a chain of steps with these numbers of moves.
    fn of_steps(moves: Vec<Move>, steps: Vec<u8>) -> StageSolution {
        StageSolution {
            rotation: Symmetry::IDENTITY,
            moves,
            choice: cubiform_cube::goal::Choice::default(),
            offset: 0,
            oriented: None,
            steps,
        }
    }
}
