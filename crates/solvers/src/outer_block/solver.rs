//! The solver: two stages with a beam, the pairing of the wings, and the 3x3x3 of as many of its ends as there is time for.

use std::collections::HashSet;

use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_tables::four::pairs::PairTable;
use cubiform_tables::four::{OUTER_STAGES, StageTable};

use super::pairing_filter::{Paired, PairingFilter};
use super::pairs::{Node, PairSpace};
use crate::five_stage::beam::{Beam, Partial, Path};
use crate::five_stage::budget::{
    BeamSchedule, Budget, Cost, Limits, MOST_SLACK, Solution, Solver, Unsolved, widening,
};
use crate::five_stage::chain::{Chain, merged, named};
use crate::five_stage::space::SearchStage;
use crate::five_stage::stage_search::{StageEnd, StageSearch};
use crate::five_stage::transition::StageTransition;
use crate::solver::{self, Solver as _};
use crate::two_phase::TwoPhase;

/// Solves the 4x4x4 in outer-block turns.
pub struct OuterBlock {
    chain: Chain,
    pairs: PairSpace,
    two_phase: TwoPhase,
}

/// The beam where none is asked for, nor a budget.
pub const DEFAULT_BEAM: usize = 200;

/// The widest is 60 MB of partial solutions.
const PASSES: BeamSchedule = BeamSchedule {
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

/// The parts of what is left of a budget after which the two stages and the pairing end, if they take longer than
/// foreseen.
const ENDS_OF_STAGES: [f64; 2] = [0.15, 0.65];

/// How many ends of the first stage are looked at for each that is kept.
const ENDS: usize = 10;

/// Of how many ends of the second stage from which wings can be paired one is kept.
const PAIRED_ENDS: usize = 2;

/// How many 3x3x3s are solved, and in how many nodes each, for the square root of the beam: half of what a pass takes.
const CUBES: f64 = 1.5;
const NODES: f64 = 700.;

impl OuterBlock {
    /// A solver with the tables of its two stages in order, the table of pairs, and the solver of the 3x3x3.
    ///
    /// # Panics
    /// If these are other tables.
    pub fn new(tables: Vec<StageTable>, pairs: PairTable, two_phase: TwoPhase) -> OuterBlock {
        assert_eq!(tables.len(), OUTER_STAGES, "a table for each stage");
        assert!(
            tables.iter().all(|table| table.metric() == Metric::OuterBlock),
            "tables in outer-block turns"
        );
        let pairs = PairSpace::new(pairs);
        let next = pairs.turns();
        let mut chain = Chain::new(Metric::OuterBlock, tables, Some(next));
        // Of ways that have met the second stage few can be gone on from, so that they may pass through.
        let last = chain.spaces.pop().expect("there are two stages").passing(next);
        chain.spaces.push(last);
        OuterBlock { chain, pairs, two_phase }
    }
}

impl Solver for OuterBlock {
    fn solve(&self, cube: &Cube4, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        widening(limits, &PASSES, |budget, beam, best| Run { solver: self, budget }.solve(cube, beam, best))
    }
}

/// A pass through the stages.
struct Run<'a, 'b> {
    solver: &'a OuterBlock,
    budget: &'a mut Budget<'b>,
}

impl Run<'_, '_> {
    /// The turns of each stage, if they are fewer than `best`.
    fn solve(
        &mut self,
        cube: &Cube4,
        most: usize,
        best: Option<usize>,
    ) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let chain = &self.solver.chain;
        let spent = self.budget.spent();
        let until = ENDS_OF_STAGES.map(|end| spent + (1.0 - spent) * end);
        let starts = colours_first().map(|seen| chain.start(cube, seen));
        let starts = starts.into_iter().collect::<Result<Vec<_>, _>>()?;
        let centred = self.first(&starts, most, until[0])?;
        let paired = self.second(&centred, most, until[1])?;
        let found = self.last(&[starts, centred], &paired, most, best)?;
        if found.as_ref().is_some_and(|stages| !cube.apply(&stages.concat()).is_solved()) {
            return Err(Unsolved::Table);
        }
        Ok(found)
    }

    /// Brings the centres of two colours to an axis.
    fn first(&mut self, beam: &[Partial], most: usize, until: f64) -> Result<Vec<Partial>, Unsolved> {
        let chain = &self.solver.chain;
        let mut passage = StageTransition::new(chain, 1, beam, Beam::new(most));
        self.budget.gather(&chain.spaces[0], beam, ENDS * most, until, |end| {
            passage.take(end)?;
            Ok(passage.ends)
        })?;
        passage.finish(self.budget.stop())
    }

    /// Brings all centres to their axes, so that the wings can be paired.
    fn second(&mut self, beam: &[Partial], most: usize, until: f64) -> Result<Vec<Paired>, Unsolved> {
        let OuterBlock { chain, pairs, .. } = self.solver;
        let mut gate = PairingFilter::new(chain, pairs, beam, Beam::new(most.div_ceil(PAIRED_ENDS)));
        self.budget.gather(&chain.spaces[1], beam, most, until, |end| {
            gate.take(end)?;
            Ok(gate.ends)
        })?;
        gate.finish(self.budget.stop())
    }

    /// Pairs the wings, in the order of the turns that this comes to, and solves what is then a 3x3x3.
    fn last(
        &mut self,
        beams: &[Vec<Partial>],
        beam: &[Paired],
        most: usize,
        best: Option<usize>,
    ) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let most_sum = sum + MOST_SLACK;
        let root = (most as f64).sqrt();
        let mut ending = Ending {
            solver: self.solver,
            beams,
            beam,
            stop: self.budget.stop(),
            nodes_each: (NODES * root) as u64,
            left: (CUBES * root).ceil() as usize,
            known: HashSet::new(),
            best,
            found: None,
            nodes: 0,
        };
        let mut stage_search = StageSearch::new(&self.solver.pairs, self.budget.stop());
        let mut expanded = 0;
        let mut failed = None;
        while sum <= most_sum && ending.best.is_none_or(|best| usize::from(sum) < best) {
            let nodes = std::cell::Cell::new((ending.nodes, ending.best.is_some()));
            let budget = &*self.budget;
            let goes_on = |expanded: u64| {
                let (nodes, has_any) = nodes.get();
                let is_over = has_any && budget.spent_with(expanded + nodes) >= 1.0;
                !is_over && !budget.is_stopped()
            };
            let all = stage_search.level(beam, sum, &mut expanded, goes_on, |end, expanded| {
                if let Err(error) = ending.take(end) {
                    failed = Some(error);
                }
                nodes.set((ending.nodes, ending.best.is_some()));
                failed.is_none() && ending.left > 0 && goes_on(expanded)
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            if !all {
                break;
            }
            sum += 1;
        }
        let found = ending.found;
        self.budget.nodes += expanded + ending.nodes;
        if found.is_none() && best.is_none() {
            // The first pass gives a solution, unless it was stopped.
            return Err(if self.budget.is_stopped() { Unsolved::Stopped } else { Unsolved::Table });
        }
        Ok(found)
    }
}

/// What becomes of the ends of the pairing.
struct Ending<'a> {
    solver: &'a OuterBlock,
    beams: &'a [Vec<Partial>],
    beam: &'a [Paired],
    stop: Option<&'a std::sync::atomic::AtomicBool>,
    /// The nodes for each 3x3x3.
    nodes_each: u64,
    /// How many more are solved.
    left: usize,
    known: HashSet<Cube>,
    best: Option<usize>,
    found: Option<Vec<Vec<Turn>>>,
    /// The nodes that they have taken.
    nodes: u64,
}

impl Ending<'_> {
    /// One more end: solves what it leads to in fewer turns than the best so far, if that is found.
    fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let OuterBlock { chain, pairs, two_phase } = self.solver;
        let from = &self.beam[end.from];
        let push = |tail, m: &u8| chain.run_merger.push(tail, pairs.added[usize::from(*m)]);
        let length = usize::from(chain.run_merger.length(end.path.iter().fold(from.last_run, push)));
        let cube = end.cube(pairs.turns(), &from.cube);
        let (rotation, reduced) = cube.reduced().ok_or(Unsolved::Table)?;
        let shorter = self.best.map(|best| best.checked_sub(length + 1));
        if shorter == Some(None) || !self.known.insert(reduced) {
            return Ok(());
        }
        self.left -= 1;
        let max_length = shorter.flatten().map(|most| most.min(usize::from(u8::MAX)) as u8);
        let (nodes, stop) = (Some(self.nodes_each), self.stop);
        let limits = solver::Limits { max_length, nodes, stop, ..Default::default() };
        let solution = match two_phase.solve(&reduced, &limits) {
            Ok(solution) => solution,
            Err(solver::Unsolved::Stopped) => return Err(Unsolved::Stopped),
            Err(_) => {
                self.nodes += self.nodes_each;
                return Ok(());
            }
        };
        self.nodes += solution.nodes;
        let (mut stages, held) = chain.legs(self.beams, from.parent);
        stages.push(named(&from.path, &chain.spaces[1].turns, held));
        let held = held.then(from.rotation);
        stages.push(named(&Path::of(end.path), pairs.turns(), held));
        let back = held.then(rotation).inverse();
        stages.push(solution.moves().iter().map(|m| turn_of(*m).conjugate(back)).collect());
        let stages = merged(chain.metric, &stages);
        self.best = Some(stages.iter().map(Vec::len).sum());
        self.found = Some(stages);
        Ok(())
    }
}

/// The turn of a face that a move is.
fn turn_of(m: Move) -> Turn {
    Turn::of_face(m.face(), 0..1, m.quarters().into()).expect("a move is a turn")
}

/// Rotations of cube and colours that make the colours of each axis those of F and B.
fn colours_first() -> [Symmetry; 3] {
    let third = Symmetry::rotation(Face::U, 1).then(Symmetry::rotation(Face::R, 1));
    [Symmetry::IDENTITY, third, third.then(third)]
}
