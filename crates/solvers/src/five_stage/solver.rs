//! The solver: stage after stage, with a beam of partial solutions; then again with a wider one.

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_tables::four::{STAGES, StageTable};

use super::beam::{Beam, Partial, Path};
use super::budget::{
    BETWEEN_LOOKS, BeamSchedule, Budget, Limits, MOST_SLACK, Solution, Solver, Unsolved, widening,
};
use super::chain::{Chain, merged, named};
use super::stage_search::StageSearch;
use super::transition::StageTransition;

/// Solves the 4x4x4 by five stages.
pub struct FiveStage {
    chain: Chain,
}

/// The beam where none is asked for, nor a budget.
pub const DEFAULT_BEAM: usize = 200;

/// The widest is 100 MB of partial solutions.
const PASSES: BeamSchedule = BeamSchedule {
    names: &[
        "corners oriented, edges of the inner U and D layers in these",
        "F and B centres, and these edges in order",
        "L and R centres, the other edges in their layers",
        "U and D centres, corners and edges in order",
        "solved with half turns",
    ],
    default: DEFAULT_BEAM,
    first: 10,
    cost: None,
    widest: 100_000,
};

/// The parts of what is left of a budget after which stages 1 to 4 end, if they take longer than foreseen.
const ENDS_OF_STAGES: [f64; STAGES - 1] = [0.3, 0.55, 0.8, 0.95];

/// How many ends are looked at for each partial solution that is kept.
const ENDS: usize = 20;

/// In the last stage, how many for each that is kept.
const LAST_ENDS: usize = 10;

/// A pass through the stages.
struct Run<'a, 'b> {
    solver: &'a FiveStage,
    budget: &'a mut Budget<'b>,
}

impl FiveStage {
    /// A solver in slice turns or in block turns, with the tables of the stages in order, in that metric.
    ///
    /// # Panics
    /// If these are other tables.
    pub fn new(metric: Metric, tables: Vec<StageTable>) -> FiveStage {
        assert_eq!(tables.len(), STAGES, "a table for each stage");
        assert!(tables.iter().all(|table| table.metric() == metric), "tables in {}", metric.name());
        FiveStage { chain: Chain::new(metric, tables, None) }
    }

    /// What is counted.
    pub fn metric(&self) -> Metric {
        self.chain.metric
    }
}

impl Solver for FiveStage {
    fn solve(&self, cube: &Cube4, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        widening(limits, &PASSES, |budget, beam, _| Run { solver: self, budget }.solve(cube, beam).map(Some))
    }
}

impl Run<'_, '_> {
    /// Goes through all stages with a beam.
    fn solve(&mut self, cube: &Cube4, most: usize) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let mut beams = vec![vec![self.solver.chain.start(cube, Symmetry::IDENTITY)?]];
        let spent = self.budget.spent();
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

    /// Goes through a stage, 1 to 4: the best of what it leads to.
    fn stage(
        &mut self,
        stage: usize,
        beam: &[Partial],
        most: usize,
        until: f64,
    ) -> Result<Vec<Partial>, Unsolved> {
        let chain = &self.solver.chain;
        let mut passage = StageTransition::new(chain, stage, beam, Beam::new(most));
        self.budget.gather(&chain.spaces[stage - 1], beam, ENDS * most, until, |end| {
            passage.take(end)?;
            Ok(passage.ends)
        })?;
        passage.finish(self.budget.stop())
    }

    /// Goes through the last stage: the shortest solution.
    fn last(&mut self, beams: &[Vec<Partial>]) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let chain = &self.solver.chain;
        let (space, beam) = (&chain.spaces[STAGES - 1], &beams[STAGES - 1]);
        let first = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let mut stage_search = StageSearch::new(space, self.budget.stop());
        let mut best: Option<Partial> = None;
        let mut expanded = 0;
        let mut left = LAST_ENDS * beam.len();
        // A turn of the table is a turn of the metric at least; but turns may merge with those of the stage before.
        let mut sum = first;
        while left > 0 && sum <= first + MOST_SLACK && best.is_none_or(|best| sum <= best.length) {
            stage_search.level(
                beam,
                sum,
                &mut expanded,
                |_| true,
                |end, expanded| {
                    let from = &beam[end.from];
                    let push = |tail, m: &u8| chain.run_merger.push(tail, space.added[usize::from(*m)]);
                    let tail = end.path.iter().fold(from.last_run, push);
                    let length = chain.run_merger.length(tail);
                    if best.is_none_or(|best| length < best.length) {
                        let (parent, path) = (end.from as u32, Path::of(end.path));
                        best = Some(Partial {
                            last_run: tail,
                            length,
                            parent,
                            path,
                            rotation: Symmetry::IDENTITY,
                            ..*from
                        });
                    }
                    left -= 1;
                    // There is a solution: once the budget is spent, that is the one.
                    let is_late =
                        left.is_multiple_of(BETWEEN_LOOKS) && self.budget.spent_with(expanded) >= 1.0;
                    if is_late {
                        left = 0;
                    }
                    left > 0
                },
            );
            self.budget.go_on()?;
            sum += 1;
        }
        self.budget.nodes += expanded;
        let best = best.ok_or(Unsolved::Table)?;
        let (mut turns, held) = chain.legs(beams, best.parent);
        turns.push(named(&best.path, &space.turns, held));
        Ok(merged(chain.metric, &turns))
    }
}
