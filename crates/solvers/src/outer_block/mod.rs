//! The 4x4x4 in outer-block turns, by reduction: the centres are brought to their axes, the wings are paired, and the
//! resulting 3x3x3 is solved in two phases.
//!
//! The first two stages use the beam of [`crate::five_stage`]. `pairing_filter` keeps those ends from which the wings
//! can be paired; `pairs` searches all pairings in the order of total lengths. The 3x3x3 of each is solved in few enough
//! moves to shorten the whole solution, for as many pairings as the budget allows.

mod pairing;

use std::collections::HashSet;

use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_search::Meter;
use cubiform_tables::four::{OUTER_STAGES, PairTable, StageTable};
use cubiform_threads::CancelToken;

use self::pairing::{PairNode, PairSpace, PairingCandidate, PairingFilter};
use crate::five_stage::beam::{Beam, Partial, Path};
use crate::five_stage::budget::{BeamMethod, Cost, Pass, widening};
use crate::five_stage::chain::{Chain, merged, unrotated};
use crate::five_stage::stage_search::{EndReceiver, StageEnd, search_ends};
use crate::solver::{Limits, Solution, Solver, Unsolved, check_cancelled};
use crate::two_phase::TwoPhase;

pub use crate::five_stage::DEFAULT_BEAM;

/// A solver of the 4x4x4 in outer-block turns.
pub struct OuterBlock {
    chain: Chain,
    pairs: PairSpace,
    two_phase: TwoPhase,
    /// The width of the beam. By default it follows from the budget, and is [`DEFAULT_BEAM`] without
    /// one.
    pub beam: Option<usize>,
}

const METHOD: BeamMethod = BeamMethod {
    names: &[
        "F and B centres on their axis",
        "all centres on their axes",
        "centres solved, edges paired",
        "solved as a 3x3x3",
    ],
    cost: Some(Cost { fixed: 1e5, each: 3600., per_second: 4.4e6 }),
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
        let next = pairs.pairs.turns();
        let mut chain = Chain::new(Metric::OuterBlock, tables, Some(next));
        // Few goal states of the second stage pass the filter, so paths may pass through the goal.
        let last = chain.spaces.pop().expect("there are two stages").passing(next);
        chain.spaces.push(last);
        OuterBlock { chain, pairs, two_phase, beam: None }
    }
}

impl Solver<Cube4> for OuterBlock {
    fn solve(&self, cube: &Cube4, limits: &Limits) -> Result<Solution<Cube4>, Unsolved> {
        widening(cube, limits, self.beam, &METHOD, |pass| self.search(cube, pass))
    }
}

impl OuterBlock {
    /// Searches all stages in one pass. Returns the turns of each if they are fewer than those of earlier passes.
    fn search(&self, cube: &Cube4, pass: &mut Pass<'_>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let chain = &self.chain;
        let until = pass.shares_of_all(ENDS_OF_STAGES);
        // The first stage brings the centres of two colours to an axis.
        let starts = axes_to_front().map(|rotation| chain.start(cube, rotation));
        let starts = starts.into_iter().collect::<Result<Vec<_>, _>>()?;
        let centred = pass.advance(chain, 1, &starts, ENDS_PER_KEPT, until[0])?;
        // The second stage brings all centres to their axes. Only ends whose wings can be paired are kept.
        let kept = Beam::new(pass.width.div_ceil(PAIRED_ENDS_PER_KEPT));
        let mut filter = PairingFilter::new(chain, &self.pairs, &centred, kept);
        pass.gather(&chain.spaces[1], &centred, pass.width, until[1], |end| {
            filter.take(end)?;
            Ok(filter.ends)
        })?;
        let paired = filter.finish(pass.cancel)?;
        let root = (pass.width as f64).sqrt();
        let mut cube_stage = CubeStage {
            solver: self,
            beams: &[starts, centred],
            beam: &paired,
            meter: pass.meter,
            cancel: pass.cancel,
            nodes_each: (NODES * root) as u64,
            remaining: (CUBES * root).ceil() as usize,
            known: HashSet::new(),
            best: pass.best,
            stages: None,
            nodes: 0,
        };
        let expanded = search_ends(&self.pairs, &paired, pass.cancel, &mut cube_stage)?;
        let CubeStage { stages, nodes, .. } = cube_stage;
        pass.meter.spend(expanded + nodes);
        if stages.is_none() && pass.best.is_none() {
            // The first pass finds a solution unless it is stopped.
            check_cancelled(pass.cancel)?;
            return Err(Unsolved::Table);
        }
        Ok(stages)
    }
}

/// The last step: the 3x3x3 of each pairing, and the best solution so far.
struct CubeStage<'a> {
    solver: &'a OuterBlock,
    beams: &'a [Vec<Partial>],
    beam: &'a [PairingCandidate],
    meter: &'a Meter,
    cancel: &'a CancelToken,
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

impl EndReceiver<PairNode> for CubeStage<'_> {
    fn wants(&self, sum: u8) -> bool {
        self.best.is_none_or(|best| usize::from(sum) < best)
    }

    fn take(&mut self, end: StageEnd<'_, PairNode>, expanded: u64) -> Result<bool, Unsolved> {
        self.solve(end)?;
        Ok(self.remaining > 0 && self.goes_on(expanded))
    }

    fn goes_on(&self, expanded: u64) -> bool {
        let is_over = self.best.is_some() && self.meter.spent_share_with(expanded + self.nodes) >= 1.0;
        !is_over && !self.cancel.is_cancelled()
    }
}

impl CubeStage<'_> {
    /// Solves the 3x3x3 of a pairing, if that can shorten the best solution.
    fn solve(&mut self, mut end: StageEnd<'_, PairNode>) -> Result<(), Unsolved> {
        let OuterBlock { chain, pairs, two_phase, .. } = self.solver;
        let from = &self.beam[end.from];
        let last_run = chain.run_merger.after(from.last_run, end.path, &pairs.added);
        let length = usize::from(chain.run_merger.length(last_run));
        let cube = end.cube(pairs.pairs.turns(), &from.cube);
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
        stages.push(unrotated(&Path::new(end.path), pairs.pairs.turns(), rotated));
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
    use cubiform_tables::four::{Pairs, Stage};
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
        widening(cube, limits, Some(width), &METHOD, |pass| solver().search(cube, pass))
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
