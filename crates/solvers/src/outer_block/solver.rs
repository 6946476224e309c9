//! The solver: two stages with a beam, the pairing of the wings, and the 3x3x3 of as many of its ends as there is time for.

use std::collections::HashSet;

use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_cube::{Axis, Face, Move, Symmetry};
use cubiform_tables::four::pairs::PairTable;
use cubiform_tables::four::{OUTER_STAGES, StageTable};

use super::gate::{Gate, Paired};
use super::pairs::PairSpace;
use crate::five_stage::beam::{Beam, Partial, Path};
use crate::five_stage::budget::{Beams, Budget, Limits, Solution, Solver, Unsolved, widening};
use crate::five_stage::chain::{Chain, merged, named};
use crate::five_stage::crew::Crew;
use crate::five_stage::passage::Passage;
use crate::two_phase::TwoPhase;
use crate::whole::{self, Solver as _};

/// Solves the 4x4x4 in outer-block turns.
pub struct OuterBlock {
    chain: Chain,
    pairs: PairSpace,
    two_phase: TwoPhase,
}

/// The beam where none is asked for, nor a budget.
pub const DEFAULT_BEAM: usize = 200;

const BEAMS: Beams = Beams { default: DEFAULT_BEAM, first: 20, widest: 100_000 };

const MOST_SLACK: u8 = 8;

fn env(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

impl OuterBlock {
    /// A solver with the tables of its two stages in order, the table of pairs, and the solver of the 3x3x3.
    ///
    /// # Panics
    /// If these are other tables.
    pub fn new(tables: Vec<StageTable>, pairs: PairTable, two_phase: TwoPhase) -> OuterBlock {
        assert_eq!(tables.len(), OUTER_STAGES, "a table for each stage");
        assert!(tables.iter().all(|table| table.metric() == Metric::OuterBlock), "tables in outer-block turns");
        let pairs = PairSpace::new(pairs);
        let next = pairs.table.pairs().turns();
        let mut chain = Chain::new(Metric::OuterBlock, tables, Some(next));
        let last = chain.spaces.pop().expect("there are two").passing(next);
        chain.spaces.push(last);
        OuterBlock { chain, pairs, two_phase }
    }
}

impl Solver for OuterBlock {
    fn solve(&self, cube: &Cube4, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        widening(limits, &BEAMS, |budget, beam, best| Run { solver: self, budget }.solve(cube, beam, best))
    }
}

/// A pass.
struct Run<'a, 'b> {
    solver: &'a OuterBlock,
    budget: &'a mut Budget<'b>,
}

impl Run<'_, '_> {
    fn solve(&mut self, cube: &Cube4, beam: usize, best: Option<usize>) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let t0 = std::time::Instant::now();
        let chain = &self.solver.chain;
        let starts: Vec<Partial> = (0..3).map(|i| chain.start(cube, axis_first(i))).collect::<Result<_, _>>()?;
        let first = self.first(&starts, (beam as f64 * env("N1", 1.0)) as usize)?;
        let t1 = t0.elapsed();
        let second = self.second(&first, beam)?;
        let t2 = t0.elapsed();
        let beams = [starts, first];
        let r = self.last(cube, &beams, &second, beam, best);
        if std::env::var("DEBUG").is_ok() {
            eprintln!("times {t1:?} {t2:?} {:?}: {:?}", t0.elapsed(), r.as_ref().map(|r| r.as_ref().map(|r| r.iter().map(|s| s.len()).collect::<Vec<_>>())));
        }
        r
    }

    fn first(&mut self, beam: &[Partial], most: usize) -> Result<Vec<Partial>, Unsolved> {
        let chain = &self.solver.chain;
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let most_sum = sum + MOST_SLACK;
        let mut crew = Crew::new(&chain.spaces[0]);
        let mut passage = Passage::new(chain, 1, beam, Beam::new(most));
        let (mut expanded, mut failed) = (0, None);
        let ends = (most as f64 * env("E1", 10.0)) as usize;
        while sum <= most_sum {
            let all = crew.level(beam, sum, &mut expanded, |end, _| {
                if let Err(error) = passage.take(end) {
                    failed = Some(error);
                }
                failed.is_none() && passage.ends < ends
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            if !all {
                break;
            }
            sum += 1;
        }
        self.budget.nodes += expanded;
        passage.finish()
    }

    fn second(&mut self, beam: &[Partial], most: usize) -> Result<Vec<Paired>, Unsolved> {
        let solver = self.solver;
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let mut crew = Crew::new(&solver.chain.spaces[1]);
        let mut gate = Gate::new(&solver.chain, &solver.pairs, beam, Beam::new((most as f64 * env("N2", 0.5)) as usize));
        let (mut expanded, mut failed) = (0, None);
        let ends = (most as f64 * env("A", 1.0)) as usize;
        let mut seen = 0u64;
        while sum < 40 {
            let all = crew.level(beam, sum, &mut expanded, |end, _| {
                seen += 1;
                if let Err(error) = gate.take(end) {
                    failed = Some(error);
                }
                failed.is_none() && gate.ends < ends
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            if !all {
                break;
            }
            sum += 1;
        }
        self.budget.nodes += expanded;
        if std::env::var("DEBUG").is_ok() {
            eprintln!("second: sum {sum} seen {seen} ends {} expanded {expanded} first sums {:?}", gate.ends, beam.iter().fold([0; 20], |mut a, p| { a[usize::from(p.sum())] += 1; a }));
        }
        Ok(gate.finish())
    }

    fn last(
        &mut self,
        cube: &Cube4,
        beams: &[Vec<Partial>],
        beam: &[Paired],
        most: usize,
        best: Option<usize>,
    ) -> Result<Option<Vec<Vec<Turn>>>, Unsolved> {
        let solver = self.solver;
        let (chain, space) = (&solver.chain, &solver.pairs);
        let mut best = best;
        let mut found = None;
        let mut crew = Crew::new(space);
        let mut sum = beam.iter().map(Partial::sum).min().ok_or(Unsolved::Table)?;
        let (mut expanded, mut failed, mut known) = (0, None, HashSet::new());
        let mut left = (most as f64 * env("M", 0.2)) as usize;
        let mut nodes3 = 0;
        let k = env("K", 2000.0) as u64;
        let mut hist = [0; 50];
        while left > 0 && best.is_none_or(|best| usize::from(sum) + 14 < best) {
            crew.level(beam, sum, &mut expanded, |mut end, _| {
                let from = &beam[end.from];
                let push = |tail, m: &u8| chain.joints.push(tail, space.added[usize::from(*m)]);
                let tail = end.path.iter().fold(from.tail, push);
                let length = usize::from(chain.joints.length(tail));
                let at = end.cube(space.table.pairs().turns(), &from.cube);
                let Some((rotation, reduced)) = at.reduced() else {
                    failed = Some(Unsolved::Table);
                    return false;
                };
                if !known.insert(reduced) {
                    return true;
                }
                hist[length] += 1;
                left -= 1;
                let max_length = best.map(|best| (best - 1 - length).min(30) as u8);
                let limits = whole::Limits { max_length, nodes: Some(k), first: false, ..Default::default() };
                match solver.two_phase.solve(&reduced, &limits) {
                    Ok(solution) => {
                        nodes3 += solution.nodes;
                        let (mut stages, held) = chain.legs(beams, from.parent);
                        stages.push(named(&from.path, &chain.spaces[1].turns, held));
                        let held = held.then(from.rotation);
                        stages.push(named(&Path::of(end.path), space.table.pairs().turns(), held));
                        let back = held.then(rotation).inverse();
                        stages.push(solution.moves().iter().map(|m| turn_of(*m).conjugate(back)).collect());
                        let stages = merged(Metric::OuterBlock, &stages);
                        best = Some(stages.iter().map(Vec::len).sum());
                        found = Some(stages);
                    }
                    Err(whole::Unsolved::Budget { .. } | whole::Unsolved::None { .. }) => nodes3 += k,
                    Err(_) => failed = Some(Unsolved::Stopped),
                }
                failed.is_none() && left > 0
            });
            if let Some(failed) = failed {
                return Err(failed);
            }
            sum += 1;
        }
        if std::env::var("DEBUG").is_ok() {
            eprintln!("last: starts {:?} expanded {expanded} nodes3 {nodes3} reductions {:?} best {best:?}", beam.iter().fold([0; 30], |mut a, p| { a[usize::from(p.sum())] += 1; a }), &hist[15..]);
        }
        self.budget.nodes += expanded + nodes3;
        if found.as_ref().is_some_and(|stages| !cube.apply(&stages.concat()).is_solved()) {
            return Err(Unsolved::Table);
        }
        Ok(found)
    }
}

/// The turn of a face that a move is.
fn turn_of(m: Move) -> Turn {
    Turn::of_face(m.face(), 0..1, m.quarters().into()).expect("a move is a turn")
}

/// A rotation that brings the colours of another axis to F and B.
fn axis_first(i: usize) -> Symmetry {
    let third = Symmetry::rotation(Face::U, 1).then(Symmetry::rotation(Face::R, 1));
    debug_assert_ne!(third.axis(Axis::Z), Axis::Z);
    (0..i).fold(Symmetry::IDENTITY, |all, _| all.then(third))
}
