//! The outer-block solver: two stages with a beam, the pairing of wings, and the 3x3x3 of as many pairings as the
//! budget allows.

use std::collections::HashSet;

use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_tables::four::PairTable;
use cubiform_tables::four::{OUTER_STAGES, StageTable};
use cubiform_threads::CancelToken;

use super::pairing_filter::{PairingCandidate, PairingFilter};
use super::pairs::{Node, PairSpace};
use crate::five_stage::beam::{Beam, Partial, Path};
use crate::five_stage::budget::{BeamSchedule, Budget, Cost, MAX_SLACK, widening};
use crate::five_stage::chain::{Chain, merged, unrotated};
use crate::five_stage::space::SearchStage;
use crate::five_stage::stage_search::{StageEnd, StageSearch};
use crate::five_stage::transition::StageTransition;
use crate::solver::{Limits, Solution, Solver, Unsolved};
use crate::two_phase::TwoPhase;

/// A solver of the 4x4x4 in outer-block turns.
pub struct OuterBlock {
    chain: Chain,
    pairs: PairSpace,
    two_phase: TwoPhase,
    /// The width of the beam, if it does not follow from the limits.
    beam: Option<usize>,
}

/// The width of the beam without a limit or a budget.
pub const DEFAULT_BEAM: usize = 200;

/// The widths of the beam; the maximum is 60 MB of partial solutions.
const SCHEDULE: BeamSchedule = BeamSchedule {
    names: &[
        "F and B centres on their axis",
        "all centres on their axes",
        "centres solved, edges paired",
        "solved as a 3x3x3",
    ],
    default: DEFAULT_BEAM,
    first: 10,
    cost: Some(Cost { fixed: 1e5, each: 3600., per_second: 4.4e6 }),
    widest: 100_000,
};

/// The shares of the remaining budget after which the two stages end early.
const ENDS_OF_STAGES: [f64; 2] = [0.15, 0.65];

/// The number of ends of the first stage examined for each one kept.
const ENDS_PER_KEPT: usize = 10;

/// The number of ends of the second stage that pass the filter for each one kept.
const PAIRED_ENDS_PER_KEPT: usize = 2;

/// The number of 3x3x3 cubes solved in a pass, per square root of the beam width.
const CUBES: f64 = 1.5;
/// The number of nodes for each 3x3x3, per square root of the beam width. All 3x3x3s together take about half of a
/// pass.
const NODES: f64 = 700.;

impl OuterBlock {
    /// Creates a solver from the tables of the two stages in order, the table of pairs, and a solver of the 3x3x3.
    ///
    /// # Panics
    /// If `tables` are not those of the two stages in outer-block turns.
    pub fn new(tables: Vec<StageTable>, pairs: PairTable, two_phase: TwoPhase) -> OuterBlock {
        assert_eq!(tables.len(), OUTER_STAGES, "a table for each stage");
        assert!(
            tables.iter().all(|table| table.metric() == Metric::OuterBlock),
            "tables in outer-block turns"
        );
        let pairs = PairSpace::new(pairs);
        let next = pairs.turns();
        let mut chain = Chain::new(Metric::OuterBlock, tables, Some(next));
        // Few goal states of the second stage pass the filter, so paths may pass through the goal.
        let last = chain.spaces.pop().expect("there are two stages").passing(next);
        chain.spaces.push(last);
        OuterBlock { chain, pairs, two_phase, beam: None }
    }

    /// Solves a cube with a beam of this width, if one is given.
    fn solve_with(
        &self,
        beam: Option<usize>,
        cube: &Cube4,
        limits: &Limits,
    ) -> Result<Solution<Cube4>, Unsolved> {
        widening(limits, beam, &SCHEDULE, |budget, beam, best| {
            Pass { solver: self, budget }.solve(cube, beam, best)
        })
    }

    /// Sets the width of the beam. By default it follows from the budget, and is [`DEFAULT_BEAM`] without one.
    pub fn set_beam(&mut self, width: usize) {
        self.beam = Some(width);
    }
}

impl Solver<Cube4> for OuterBlock {
    fn solve(&self, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        self.solve_with(self.beam, cube, limits)
    }
}

/// One pass through the stages.
struct Pass<'a> {
    solver: &'a OuterBlock,
    budget: &'a mut Budget,
}

impl Pass<'_> {
    /// Returns the turns of each stage if they are fewer than `best`.
    fn solve(
        &mut self,
        cube: &Cube4,
        width: usize,
        best: Option<usize>,
    ) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let chain = &self.solver.chain;
        let spent = self.budget.spent();
        let until = ENDS_OF_STAGES.map(|end| spent + (1.0 - spent) * end);
        let starts = axes_to_front().map(|rotation| chain.start(cube, rotation));
        let starts = starts.into_iter().collect::<Result<Vec<_>, _>>()?;
        let centred = self.first(&starts, width, until[0])?;
        let paired = self.second(&centred, width, until[1])?;
        let stages = self.last(&[starts, centred], &paired, width, best)?;
        if stages.as_ref().is_some_and(|stages| !cube.apply(&stages.concat()).is_solved()) {
            return Err(Unsolved::Table);
        }
        Ok(stages)
    }

    /// Searches the first stage, which brings the centres of two colours to an axis.
    fn first(&mut self, beam: &[Partial], width: usize, until: f64) -> Result<Vec<Partial>, Unsolved> {
        let chain = &self.solver.chain;
        let mut transition = StageTransition::new(chain, 1, beam, Beam::new(width));
        self.budget.gather(&chain.spaces[0], beam, ENDS_PER_KEPT * width, until, |end| {
            transition.take(end)?;
            Ok(transition.ends)
        })?;
        transition.finish(&self.budget.cancel())
    }

    /// Searches the second stage, which brings all centres to their axes, for ends whose wings can be paired.
    fn second(
        &mut self,
        beam: &[Partial],
        width: usize,
        until: f64,
    ) -> Result<Vec<PairingCandidate>, Unsolved> {
        let OuterBlock { chain, pairs, .. } = self.solver;
        let mut filter =
            PairingFilter::new(chain, pairs, beam, Beam::new(width.div_ceil(PAIRED_ENDS_PER_KEPT)));
        self.budget.gather(&chain.spaces[1], beam, width, until, |end| {
            filter.take(end)?;
            Ok(filter.ends)
        })?;
        filter.finish(&self.budget.cancel())
    }

    /// Searches pairings in the order of total lengths, and solves the 3x3x3 of each.
    fn last(
        &mut self,
        beams: &[Vec<Partial>],
        beam: &[PairingCandidate],
        width: usize,
        best: Option<usize>,
    ) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let max_sum = sum + MAX_SLACK;
        let root = (width as f64).sqrt();
        let mut cube_stage = CubeStage {
            solver: self.solver,
            beams,
            beam,
            cancel: self.budget.cancel(),
            nodes_each: (NODES * root) as u64,
            remaining: (CUBES * root).ceil() as usize,
            known: HashSet::new(),
            best,
            stages: None,
            nodes: 0,
        };
        let mut stage_search = StageSearch::new(&self.solver.pairs, self.budget.cancel());
        let mut expanded = 0;
        let mut failed = None;
        while sum <= max_sum && cube_stage.best.is_none_or(|best| usize::from(sum) < best) {
            let nodes = std::cell::Cell::new((cube_stage.nodes, cube_stage.best.is_some()));
            let budget = &*self.budget;
            let may_continue = |expanded: u64| {
                let (nodes, has_any) = nodes.get();
                let is_over = has_any && budget.spent_with(expanded + nodes) >= 1.0;
                !is_over && !budget.is_cancelled()
            };
            let all = stage_search.level(beam, sum, &mut expanded, may_continue, |end, expanded| {
                if let Err(error) = cube_stage.take(end) {
                    failed = Some(error);
                }
                nodes.set((cube_stage.nodes, cube_stage.best.is_some()));
                failed.is_none() && cube_stage.remaining > 0 && may_continue(expanded)
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            if !all {
                break;
            }
            sum += 1;
        }
        let stages = cube_stage.stages;
        self.budget.add(expanded + cube_stage.nodes);
        if stages.is_none() && best.is_none() {
            // The first pass finds a solution unless it is stopped.
            return Err(if self.budget.is_cancelled() { Unsolved::Cancelled } else { Unsolved::Table });
        }
        Ok(stages)
    }
}

/// The last step: the 3x3x3 of each pairing, and the best solution so far.
struct CubeStage<'a> {
    solver: &'a OuterBlock,
    beams: &'a [Vec<Partial>],
    beam: &'a [PairingCandidate],
    cancel: CancelToken,
    /// The node limit of each 3x3x3.
    nodes_each: u64,
    /// The number of 3x3x3s still to solve.
    remaining: usize,
    /// The 3x3x3s tried.
    known: HashSet<Cube>,
    best: Option<usize>,
    stages: Option<Vec<Vec<Turn>>>,
    /// The nodes expanded so far.
    nodes: u64,
}

impl CubeStage<'_> {
    /// Solves the 3x3x3 of a pairing, if that can shorten the best solution.
    fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let OuterBlock { chain, pairs, two_phase, .. } = self.solver;
        let from = &self.beam[end.from];
        let push = |last_run, m: &u8| chain.run_merger.push(last_run, pairs.added[usize::from(*m)]);
        let length = usize::from(chain.run_merger.length(end.path.iter().fold(from.last_run, push)));
        let cube = end.cube(pairs.turns(), &from.cube);
        let (rotation, reduced) = cube.reduced().ok_or(Unsolved::Table)?;
        let shorter = self.best.map(|best| best.checked_sub(length + 1));
        if shorter == Some(None) || !self.known.insert(reduced) {
            return Ok(());
        }
        self.remaining -= 1;
        let max_length = shorter.flatten().map(|max| max.min(usize::from(u8::MAX)) as u8);
        let (nodes, cancel) = (Some(self.nodes_each), self.cancel.clone());
        let limits = Limits { max_length, nodes, cancel, ..Limits::default() };
        let solution = match two_phase.solve(&reduced, &limits) {
            Ok(solution) => solution,
            Err(Unsolved::Cancelled) => return Err(Unsolved::Cancelled),
            Err(_) => {
                self.nodes += self.nodes_each;
                return Ok(());
            }
        };
        self.nodes += solution.nodes;
        let (mut stages, rotated) = chain.stage_turns(self.beams, from.parent);
        stages.push(unrotated(&from.path, &chain.spaces[1].turns, rotated));
        let rotated = rotated.then(from.rotation);
        stages.push(unrotated(&Path::new(end.path), pairs.turns(), rotated));
        let back = rotated.then(rotation).inverse();
        stages.push(solution.moves().iter().map(|m| face_turn(*m).conjugate(back)).collect());
        let stages = merged(chain.metric, &stages);
        self.best = Some(stages.iter().map(Vec::len).sum());
        self.stages = Some(stages);
        Ok(())
    }
}

/// Returns a move of the 3x3x3 as a turn of the 4x4x4.
fn face_turn(m: Move) -> Turn {
    Turn::of_face(m.face(), 0..1, m.quarters().into()).expect("a move is a turn")
}

/// Returns the rotations that bring the colours of each axis to F and B.
fn axes_to_front() -> [Symmetry; 3] {
    let third = Symmetry::rotation(Face::U, 1).then(Symmetry::rotation(Face::R, 1));
    [Symmetry::IDENTITY, third, third.then(third)]
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use cubiform_cube::four::{Action, Runs, notation};
    use cubiform_store::fill::Watch;
    use cubiform_tables::four::Pairs;
    use cubiform_tables::four::Stage;
    use cubiform_threads::Threads;

    use super::*;
    use crate::five_stage::small_for_tests::pseudo_random;

    /// Returns a solver with the two tables of the stages, and a table of pairs for states near the solved cube.
    fn solver() -> &'static OuterBlock {
        static SOLVER: OnceLock<OuterBlock> = OnceLock::new();
        SOLVER.get_or_init(|| {
            let table = |number| {
                let metric = Metric::OuterBlock;
                StageTable::fill(Stage::outer(number), metric, &Threads::new(2), &Watch::quiet())
            };
            let tables = (1..=OUTER_STAGES).map(|number| table(number).expect("not cancelled")).collect();
            OuterBlock::new(tables, PairTable::fill_within(7), TwoPhase::new(&Threads::new(2)))
        })
    }

    /// Returns a cube near the solved one: after a few turns that pair wings, and these turns.
    fn scrambled(seed: u64, last: &str) -> Cube4 {
        let near = pseudo_random(Pairs::get().turns(), seed, 3);
        near.apply(&notation::parse(last, Default::default()).unwrap())
    }

    /// Turns that leave the goals of the third, second and first stage.
    const LAST: [&str; 4] = ["", "Fw", "Uw", "Fw U Rw"];

    /// Solves a cube with a beam of this width.
    fn solve(width: usize, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        solver().solve_with(Some(width), cube, limits)
    }

    fn unlimited() -> Limits {
        Limits::default()
    }

    #[test]
    fn solutions_solve_by_outer_blocks_from_every_orientation() {
        let layers: HashSet<_> = Metric::OuterBlock.layers().iter().collect();
        let mut solved_by_stage = [0; 4];
        for (seed, rotation) in (0..).zip(Symmetry::rotations()) {
            for last in LAST {
                let cube = scrambled(seed, last).act(&Action::rotation(rotation));
                let solution = solve(3, &cube, &unlimited()).unwrap();
                let turns = solution.moves();
                assert!(cube.apply(&turns).is_solved());
                assert_eq!(Runs::new(&turns).length(Metric::OuterBlock), turns.len());
                assert!(turns.iter().all(|turn| layers.contains(&turn.layers())));
                assert_eq!(solve(3, &cube, &unlimited()).unwrap(), solution, "reproducible");
                solved_by_stage
                    .iter_mut()
                    .zip(&solution.phases)
                    .for_each(|(count, turns)| *count += turns.len());
            }
        }
        assert!(solved_by_stage.iter().all(|turns| *turns > 0), "{solved_by_stage:?}");
    }

    #[test]
    fn budgets_are_kept() {
        let cube = scrambled(1, "Uw");
        let solve_within = |limits: Limits| solver().solve(&cube, &limits).unwrap();
        let few = solve_within(Limits { nodes: Some(1), ..Limits::default() });
        assert_eq!(solve_within(Limits { nodes: Some(1), ..Limits::default() }), few, "reproducible");
        let unlimited = solve(few.beam.unwrap(), &cube, &unlimited()).unwrap();
        assert!(few.nodes < unlimited.nodes, "{} {}", few.nodes, unlimited.nodes);
        let short = Limits { cpu_time: Some(std::time::Duration::from_nanos(1)), ..Limits::default() };
        for solution in [few, solve_within(short)] {
            assert!(cube.apply(&solution.moves()).is_solved());
        }
    }

    #[test]
    fn cancelled_token_ends_the_search() {
        let cancelled = Limits { cancel: CancelToken::cancelled(), ..Limits::default() };
        assert_eq!(solve(3, &scrambled(1, "Uw"), &cancelled), Err(Unsolved::Cancelled));
        // Cancelled from another thread, wherever the search is.
        for delay in [1, 5, 20, 60] {
            let stop = CancelToken::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(delay));
                    stop.cancel();
                });
                let limits = Limits { cancel: stop.clone(), ..Limits::default() };
                let mut seeds = (0..24).cycle();
                let ended = seeds.find_map(|seed| solve(3, &scrambled(seed, "Uw"), &limits).err());
                assert_eq!(ended, Some(Unsolved::Cancelled), "after {delay} ms");
            });
        }
    }

    #[test]
    fn states_beyond_the_table_of_pairs_give_an_error() {
        let cube = cubiform_cube::four::random::states(5).next().unwrap();
        assert_eq!(solve(3, &cube, &unlimited()), Err(Unsolved::Table));
    }
}
