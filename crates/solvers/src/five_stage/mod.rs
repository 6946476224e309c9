//! The 4x4x4 in five stages: passes of a beam search over partial solutions, each pass with a wider beam.
//!
//! Partial solutions are ordered by the turns so far plus the exact distance of the next stage. [`crate::outer_block`] uses
//! the same beam.

pub(crate) mod beam;
pub(crate) mod budget;
pub(crate) mod chain;
pub(crate) mod run_merger;
#[cfg(test)]
pub(crate) mod small_for_tests;
pub(crate) mod stage_search;

use cubiform_cube::Symmetry;
use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_search::Meter;
use cubiform_tables::four::{STAGES, StageTable};

use self::beam::{Partial, Path};
use self::budget::{BeamMethod, CHECK_INTERVAL, Pass, widening};
use self::chain::{Chain, merged, unrotated};
use self::stage_search::{EndReceiver, Node, StageEnd, search_ends};
use crate::solver::{Limits, Solution, Solver, Unsolved, check_cancelled};

pub use self::budget::DEFAULT_BEAM;

/// A solver of the 4x4x4 in five stages.
pub struct FiveStage {
    chain: Chain,
    /// The width of the beam. By default it follows from the budget, and is [`DEFAULT_BEAM`] without
    /// one.
    pub beam: Option<usize>,
}

const METHOD: BeamMethod = BeamMethod {
    names: &[
        "corners oriented, edges of the inner U and D layers in these",
        "F and B centres, and these edges in order",
        "L and R centres, the other edges in their layers",
        "U and D centres, corners and edges in order",
        "solved with half turns",
    ],
    cost: None,
};

/// The shares of the remaining budget after which stages 1 to 4 end early.
const ENDS_OF_STAGES: [f64; STAGES - 1] = [0.3, 0.55, 0.8, 0.95];

/// The number of stage ends examined for each partial solution kept.
const ENDS_PER_KEPT: usize = 20;

/// The number of ends of the last stage examined for each partial solution.
const LAST_ENDS_PER_KEPT: usize = 10;

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
}

impl Solver<Cube4> for FiveStage {
    fn solve(&self, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        widening(cube, limits, self.beam, &METHOD, |pass| self.search(cube, pass))
    }
}

impl FiveStage {
    /// Searches all stages in one pass. Returns the turns of each.
    fn search(&self, cube: &Cube4, pass: &mut Pass<'_>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let mut beams = vec![vec![self.chain.start(cube, Symmetry::IDENTITY)?]];
        for (stage, until) in (1..STAGES).zip(pass.shares_of_all(ENDS_OF_STAGES)) {
            let next = pass.advance(&self.chain, stage, &beams[stage - 1], ENDS_PER_KEPT, until)?;
            beams.push(next);
        }
        let beam = &beams[STAGES - 1];
        let mut last = LastStage {
            chain: &self.chain,
            beam,
            meter: pass.meter,
            left: LAST_ENDS_PER_KEPT * beam.len(),
            best: None,
        };
        let space = &self.chain.spaces[STAGES - 1];
        let expanded = search_ends(space, beam, pass.cancel, &mut last)?;
        check_cancelled(pass.cancel)?;
        let best = last.best.ok_or(Unsolved::Table)?;
        pass.meter.spend(expanded);
        let (mut turns, rotation) = self.chain.stage_turns(&beams, best.parent);
        turns.push(unrotated(&best.path, &space.turns, rotation));
        Ok(Some(merged(self.chain.metric, &turns)))
    }
}

/// The last stage: its shortest end so far.
struct LastStage<'a> {
    chain: &'a Chain,
    beam: &'a [Partial],
    meter: &'a Meter,
    /// The number of ends still to examine.
    left: usize,
    best: Option<ShortestEnd>,
}

/// An end of the last stage.
struct ShortestEnd {
    /// The length of the whole solution.
    length: u8,
    /// The index of the partial solution before the stage.
    parent: u32,
    path: Path,
}

impl EndReceiver<Node> for LastStage<'_> {
    /// A sum is an upper bound on the length, since turns may merge with those of the stage before.
    fn wants(&self, sum: u8) -> bool {
        self.best.as_ref().is_none_or(|best| sum <= best.length)
    }

    fn take(&mut self, end: StageEnd<'_, Node>, expanded: u64) -> Result<bool, Unsolved> {
        let (run_merger, space) = (&self.chain.run_merger, &self.chain.spaces[STAGES - 1]);
        let last_run = run_merger.after(self.beam[end.from].last_run, end.path, &space.added);
        let length = run_merger.length(last_run);
        if self.best.as_ref().is_none_or(|best| length < best.length) {
            self.best = Some(ShortestEnd { length, parent: end.from as u32, path: Path::new(end.path) });
        }
        self.left -= 1;
        // A solution exists, so the search ends once the budget is spent.
        let is_late =
            self.left.is_multiple_of(CHECK_INTERVAL) && self.meter.spent_share_with(expanded) >= 1.0;
        Ok(self.left > 0 && !is_late)
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
        widening(cube, limits, Some(width), &METHOD, |pass| solver().search(cube, pass))
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
