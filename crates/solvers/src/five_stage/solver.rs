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

    /// Solves a cube with a beam of this width, if one is given.
    fn solve_with(
        &self,
        beam: Option<usize>,
        cube: &Cube4,
        limits: &Limits,
    ) -> Result<Solution<Cube4>, Unsolved> {
        widening(limits, beam, &SCHEDULE, |budget, beam, _| {
            Pass { solver: self, budget }.solve(cube, beam).map(Some)
        })
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.chain.metric
    }
}

impl Solver<Cube4> for FiveStage {
    fn solve(&self, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        self.solve_with(self.beam, cube, limits)
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
                        let (parent, path) = (end.from as u32, Path::new(end.path));
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

#[cfg(test)]
mod tests {
    use cubiform_cube::four::{Action, Runs};
    use cubiform_threads::CancelToken;

    use super::*;
    use crate::five_stage::small_for_tests::{scrambled, solver};

    /// Solves a cube with a beam of this width.
    fn solve(width: usize, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        solver().solve_with(Some(width), cube, limits)
    }

    fn unlimited() -> Limits {
        Limits::default()
    }

    #[test]
    fn solutions_solve_from_every_orientation() {
        let mut solved_by_stage = [0; STAGES];
        for (seed, rotation) in (0..).zip(Symmetry::rotations()) {
            let cube = scrambled(seed).act(&Action::rotation(rotation));
            let solution = solve(10, &cube, &unlimited()).unwrap();
            let turns = solution.moves();
            // The small tables leave nothing to the first stage.
            solved_by_stage.iter_mut().zip(&solution.phases).for_each(|(count, turns)| *count += turns.len());
            assert!(cube.apply(&turns).is_solved());
            assert_eq!(solution.phases.len(), STAGES);
            assert_eq!(Runs::new(&turns).length(Metric::Block), turns.len());
            assert_eq!(solve(10, &cube, &unlimited()).unwrap(), solution, "reproducible");
        }
        assert!(solved_by_stage[1..].iter().all(|turns| *turns > 0), "{solved_by_stage:?}");
    }

    #[test]
    fn wider_beams_give_shorter_solutions_in_total() {
        let total = |width| {
            let length = |seed| solve(width, &scrambled(seed), &unlimited()).unwrap().length();
            (100..112).map(length).sum::<usize>()
        };
        let (narrow, wide) = (total(1), total(30));
        assert!(wide < narrow);
    }

    #[test]
    fn node_budgets_are_kept_and_widen_the_beam() {
        for seed in 200..203 {
            let solve_within = |nodes| {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                solver().solve(&scrambled(seed), &limits).unwrap()
            };
            let (few, many) = (solve_within(2_000), solve_within(100_000));
            assert_eq!(solve_within(2_000), few, "reproducible");
            assert!(few.beam < many.beam && many.nodes <= 110_000);
            assert!(many.length() <= few.length());
        }
    }

    #[test]
    fn first_solution_that_is_short_enough_ends_the_search() {
        let cube = scrambled(210);
        let solve = |max_length, first| {
            let limits = Limits { nodes: Some(100_000), max_length, first, ..Limits::default() };
            solver().solve(&cube, &limits).unwrap()
        };
        let (first, best) = (solve(None, true), solve(None, false));
        assert!(first.nodes < best.nodes && first.beam < best.beam);
        assert!(best.length() < first.length(), "{} {}", best.length(), first.length());
        assert_eq!(solve(Some(best.length() as u8), true).length(), best.length());
    }

    #[test]
    fn time_budget_gives_a_solution() {
        let limits = Limits { cpu_time: Some(std::time::Duration::from_millis(30)), ..Limits::default() };
        let cube = scrambled(300);
        assert!(cube.apply(&solver().solve(&cube, &limits).unwrap().moves()).is_solved());
    }

    #[test]
    fn cancelled_token_ends_the_search() {
        let cancelled = Limits { cancel: CancelToken::cancelled(), ..Limits::default() };
        assert_eq!(solve(3, &scrambled(1), &cancelled), Err(Unsolved::Cancelled));
        // Cancelled from another thread, wherever the search is.
        for delay in [1, 5, 20, 60] {
            let stop = CancelToken::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(delay));
                    stop.cancel();
                });
                let limits = Limits { cancel: stop.clone(), ..Limits::default() };
                let ended = (0..).find_map(|seed| solve(300, &scrambled(seed), &limits).err());
                assert_eq!(ended, Some(Unsolved::Cancelled), "after {delay} ms");
            });
        }
    }

    #[test]
    fn states_outside_the_tables_give_an_error() {
        // Single inner layers leave the states that the small tables have.
        let cube = cubiform_cube::four::random::states(5).next().unwrap();
        assert_eq!(solve(10, &cube, &unlimited()), Err(Unsolved::Table));
    }
}
