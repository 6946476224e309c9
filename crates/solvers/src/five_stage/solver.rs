//! The five-stage solver: passes of a beam search over the stages, each pass with a wider beam.

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_tables::four::{STAGES, StageTable};

use super::beam::{Beam, Partial, Path};
use super::budget::{BeamSchedule, Budget, CHECK_INTERVAL, MAX_SLACK, widening};
use super::chain::{Chain, merged, unrotated};
use super::stage_search::StageSearch;
use super::transition::StageTransition;
use crate::solver::{Limits, Solution, Solver, Unsolved};

/// A solver of the 4x4x4 in five stages.
pub struct FiveStage {
    chain: Chain,
    /// The width of the beam, if it does not follow from the limits.
    beam: Option<usize>,
}

/// The width of the beam without a limit or a budget.
pub const DEFAULT_BEAM: usize = 200;

/// The widths of the beam; the maximum is 100 MB of partial solutions.
const SCHEDULE: BeamSchedule = BeamSchedule {
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

/// The shares of the remaining budget after which stages 1 to 4 end early.
const ENDS_OF_STAGES: [f64; STAGES - 1] = [0.3, 0.55, 0.8, 0.95];

/// The number of stage ends examined for each partial solution kept.
const ENDS_PER_KEPT: usize = 20;

/// The number of ends of the last stage examined for each partial solution.
const LAST_ENDS_PER_KEPT: usize = 10;

/// One pass through the stages.
struct Pass<'a> {
    solver: &'a FiveStage,
    budget: &'a mut Budget,
}

impl FiveStage {
    /// Creates a solver in slice turns or block turns from the tables of the five stages in that metric, in order.
    ///
    /// # Panics
    /// If `tables` are not those tables.
    pub fn new(metric: Metric, tables: Vec<StageTable>) -> FiveStage {
        assert_eq!(tables.len(), STAGES, "a table for each stage");
        assert!(tables.iter().all(|table| table.metric() == metric), "tables in {}", metric.name());
        FiveStage { chain: Chain::new(metric, tables, None), beam: None }
    }

    /// Sets the width of the beam. By default it follows from the budget, and is [`DEFAULT_BEAM`] without one.
    pub fn set_beam(&mut self, width: usize) {
        self.beam = Some(width);
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.chain.metric
    }
}

impl Solver<Cube4> for FiveStage {
    fn solve(&self, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        widening(limits, self.beam, &SCHEDULE, |budget, beam, _| {
            Pass { solver: self, budget }.solve(cube, beam).map(Some)
        })
    }
}

impl Pass<'_> {
    /// Solves the cube with a beam of width `width`.
    fn solve(&mut self, cube: &Cube4, width: usize) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let mut beams = vec![vec![self.solver.chain.start(cube, Symmetry::IDENTITY)?]];
        let spent = self.budget.spent();
        for (stage, end) in (1..STAGES).zip(ENDS_OF_STAGES) {
            let until = spent + (1.0 - spent) * end;
            let next = self.stage(stage, &beams[stage - 1], width, until)?;
            beams.push(next);
        }
        let stages = self.last(&beams)?;
        let turns = stages.concat();
        if !cube.apply(&turns).is_solved() {
            return Err(Unsolved::Table);
        }
        Ok(stages)
    }

    /// Searches one of stages 1 to 4 and returns the best partial solutions after it.
    fn stage(
        &mut self,
        stage: usize,
        beam: &[Partial],
        width: usize,
        until: f64,
    ) -> Result<Vec<Partial>, Unsolved> {
        let chain = &self.solver.chain;
        let mut transition = StageTransition::new(chain, stage, beam, Beam::new(width));
        self.budget.gather(&chain.spaces[stage - 1], beam, ENDS_PER_KEPT * width, until, |end| {
            transition.take(end)?;
            Ok(transition.ends)
        })?;
        transition.finish(&self.budget.cancel())
    }

    /// Searches the last stage and returns the shortest solution.
    fn last(&mut self, beams: &[Vec<Partial>]) -> Result<Vec<Vec<Turn>>, Unsolved> {
        let chain = &self.solver.chain;
        let (space, beam) = (&chain.spaces[STAGES - 1], &beams[STAGES - 1]);
        let first = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let mut stage_search = StageSearch::new(space, self.budget.cancel());
        let mut best: Option<Partial> = None;
        let mut expanded = 0;
        let mut left = LAST_ENDS_PER_KEPT * beam.len();
        // A sum is an upper bound on the length, since turns may merge with those of the stage before.
        let mut sum = first;
        while left > 0 && sum <= first + MAX_SLACK && best.is_none_or(|best| sum <= best.length) {
            stage_search.level(
                beam,
                sum,
                &mut expanded,
                |_| true,
                |end, expanded| {
                    let from = &beam[end.from];
                    let push =
                        |last_run, m: &u8| chain.run_merger.push(last_run, space.added[usize::from(*m)]);
                    let last_run = end.path.iter().fold(from.last_run, push);
                    let length = chain.run_merger.length(last_run);
                    if best.is_none_or(|best| length < best.length) {
                        let (parent, path) = (end.from as u32, Path::of(end.path));
                        best = Some(Partial {
                            last_run,
                            length,
                            parent,
                            path,
                            rotation: Symmetry::IDENTITY,
                            ..*from
                        });
                    }
                    left -= 1;
                    // A solution exists, so the search ends once the budget is spent.
                    let is_late =
                        left.is_multiple_of(CHECK_INTERVAL) && self.budget.spent_with(expanded) >= 1.0;
                    if is_late {
                        left = 0;
                    }
                    left > 0
                },
            );
            self.budget.check_cancelled()?;
            sum += 1;
        }
        self.budget.add(expanded);
        let best = best.ok_or(Unsolved::Table)?;
        let (mut turns, rotation) = chain.stage_turns(beams, best.parent);
        turns.push(unrotated(&best.path, &space.turns, rotation));
        Ok(merged(chain.metric, &turns))
    }
}
