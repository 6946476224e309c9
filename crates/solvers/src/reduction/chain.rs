//! Whole solutions by EO, DR, HTR and finish, with moves on both sides of the scramble: the shortest chain within limits.
//!
//! All EOs up to a length, with moves on the scramble and on its inverse, are listed for each axis. The search then raises
//! the length of EO and DR together. Each DR that it finds is an element of the domino group, which phase 2 of the
//! two-phase algorithm finishes within the length that would be an improvement: within the radius of its exact table that
//! is one look-up. The finish passes through the half-turn group after its last quarter turn, which parts it into HTR and
//! the rest, so no shorter chain is missed by searching both together.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, DrSubset, Move, Reduction, Side, Symmetry};
use cubiform_search::{MoveOrder, Search};
use cubiform_tables::kociemba::Phase2;
use cubiform_threads::Threads;
use cubiform_threads::clock::WallTime;

use super::step::{Sides, TwoSided};
use super::{Reductions, rotation};
use crate::move_order::canonical;
use crate::solver::{Limits, Unsolved};
use crate::two_phase::PhaseSpace;

/// The maximum length of a finish after DR; every state of the domino group needs at most 18.
const MAX_FINISH: u8 = 18;

/// The maximum length of a finish at first: a longer one takes longer to find than another DR. The few DRs after which a
/// longer one could improve on the best chain are searched again at the end.
const MAX_FIRST_FINISH: u8 = 12;

/// The lengths within which chains are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainLengths {
    /// The maximum number of moves of the EO.
    pub eo: u8,
    /// The maximum number of moves of EO and DR together.
    pub dr: u8,
}

impl ChainLengths {
    /// The greatest lengths that a search takes.
    pub const MAX: ChainLengths = ChainLengths { eo: 7, dr: 14 };

    /// The lengths of a search that is not told others, one after the other.
    pub const GROWING: [ChainLengths; 4] = [
        ChainLengths { eo: 5, dr: 10 },
        ChainLengths { eo: 5, dr: 12 },
        ChainLengths { eo: 6, dr: 13 },
        ChainLengths::MAX,
    ];
}

/// A step of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainStep {
    /// The reduction that the step reaches.
    pub reduction: Reduction,
    /// The axis of an EO or a DR.
    pub axis: Option<Axis>,
    /// The moves on the scramble.
    pub normal: Vec<Move>,
    /// The moves on the inverse of the scramble.
    pub inverse: Vec<Move>,
    /// The subset of the state after a DR.
    pub subset: Option<DrSubset>,
}

impl ChainStep {
    /// Returns the step with these moves on the scramble and on its inverse, after which the cube is `end`.
    pub(super) fn new(
        reduction: Reduction,
        axis: Option<Axis>,
        [normal, inverse]: [Vec<Move>; 2],
        end: &Cube,
    ) -> ChainStep {
        let view = axis.map(|axis| Side { axis, is_inverse: false }.view(end));
        let subset = view.filter(|_| reduction == Reduction::Dr).and_then(|view| DrSubset::of(&view));
        ChainStep { reduction, axis, normal, inverse, subset }
    }

    /// Returns the state after the step from this one.
    pub fn after(&self, cube: &Cube) -> Cube {
        cube.apply(&self.normal).inverse().apply(&self.inverse).inverse()
    }

    /// Returns whether the step has no moves.
    fn is_empty(&self) -> bool {
        self.normal.is_empty() && self.inverse.is_empty()
    }
}

/// A chain of steps that solves a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// EO, DR, HTR and finish.
    pub steps: Vec<ChainStep>,
    /// The lengths within which no chain is shorter, if a search of them was complete.
    pub shortest_within: Option<ChainLengths>,
    /// The number of domino reductions that were tried.
    pub tried: u64,
}

impl Chain {
    /// Returns the solution: the moves on the scramble, then the inverse of those on its inverse.
    pub fn solution(&self) -> Vec<Move> {
        whole(&self.steps)
    }

    /// Returns the number of all moves up to the end of each step.
    pub fn totals(&self) -> Vec<usize> {
        let is_last = |end: usize| self.steps[end..].iter().all(ChainStep::is_empty);
        (1..=self.steps.len()).map(|end| counted_moves(&self.steps[..end], is_last(end)).len()).collect()
    }
}

/// Returns the moves of steps as one sequence: those on the scramble, then the inverse of those on its inverse.
pub(super) fn whole(steps: &[ChainStep]) -> Vec<Move> {
    let normal = steps.iter().flat_map(|step| &step.normal).copied();
    let inverse = steps.iter().rev().flat_map(|step| step.inverse.iter().rev()).map(|m| m.inverse());
    joined(&normal.chain(inverse).collect::<Vec<_>>())
}

/// Returns the moves of steps that count, where consecutive turns of one face on one side are one. Moves of the two sides meet
/// only in a solution: before it, others come between them.
pub(super) fn counted_moves(steps: &[ChainStep], is_solved: bool) -> Vec<Move> {
    let on = |side: fn(&ChainStep) -> &Vec<Move>| {
        joined(&steps.iter().flat_map(side).copied().collect::<Vec<_>>())
    };
    match is_solved {
        true => whole(steps),
        false => [on(|step| &step.normal), on(|step| &step.inverse)].concat(),
    }
}

/// An EO and the axis that it is along.
struct Eo {
    axis: Axis,
    sides: Sides,
    /// The cube after it.
    cube: Cube,
}

/// A solution by an EO, a DR and a finish.
struct DominoSolution {
    eo: Sides,
    eo_axis: Axis,
    dr: Sides,
    dr_axis: Axis,
    finish: Vec<Move>,
}

/// The search of one cube, shared by threads.
struct Run<'a> {
    of: &'a Reductions,
    order: MoveOrder,
    limits: &'a Limits,
    start: WallTime,
    /// The budget of time.
    time: Option<Duration>,
    /// The maximum length of a chain that is still useful.
    bound: AtomicU8,
    best: Mutex<Option<DominoSolution>>,
    is_over: AtomicBool,
    tried: AtomicU64,
}

impl Reductions {
    /// Returns the shortest chain that a search finds within the first of these lengths, and within the next ones as long as
    /// it has found none or a budget is left. Budgets of time are both of the wall clock, a budget of nodes counts domino
    /// reductions. Without a budget of time one thread searches, so that the chain is the same in every run. The chain is
    /// replayed on the cube.
    ///
    /// # Errors
    /// If no chain of at most the maximum length was found within the limits.
    pub fn chain(
        &self,
        cube: &Cube,
        lengths: &[ChainLengths],
        limits: &Limits,
        threads: &Threads,
    ) -> Result<Chain, Unsolved> {
        let time = limits.wall_time.or(limits.cpu_time);
        let single = Threads::single();
        let threads = if time.is_some() { threads } else { &single };
        let run = Run {
            of: self,
            order: canonical(),
            limits,
            start: WallTime::now(),
            time,
            bound: AtomicU8::new(limits.max_length.unwrap_or(u8::MAX)),
            best: Mutex::new(None),
            is_over: AtomicBool::new(false),
            tried: AtomicU64::new(0),
        };
        let mut shortest_within = None;
        for lengths in lengths {
            run.search(cube, *lengths, threads);
            if run.is_over.load(Ordering::Relaxed) {
                break;
            }
            shortest_within = Some(*lengths);
            let has_found = run.best.lock().expect("no thread panics with the lock").is_some();
            if has_found && !limits.has_budget() {
                break;
            }
        }
        let tried = run.tried.load(Ordering::Relaxed);
        let best = run.best.lock().expect("no thread panics with the lock").take();
        if limits.cancel.is_cancelled() && (best.is_none() || !limits.has_budget()) {
            return Err(Unsolved::Cancelled);
        }
        let max_length = limits.max_length;
        let none = match run.is_over.load(Ordering::Relaxed) {
            true => Unsolved::Budget { max_length },
            false => Unsolved::None { max_length },
        };
        let steps = steps(cube, best.ok_or(none)?);
        // A solved cube ends the search at once: nothing is shorter than no moves.
        let is_empty = whole(&steps).is_empty();
        let shortest_within = if is_empty { lengths.last().copied() } else { shortest_within };
        let chain = Chain { steps, shortest_within, tried };
        assert_eq!(cube.apply(&chain.solution()), Cube::SOLVED, "a chain solves the cube");
        Ok(chain)
    }
}

impl Run<'_> {
    /// Searches all chains within these lengths that are shorter than the best one, unless it is over before.
    fn search(&self, cube: &Cube, lengths: ChainLengths, threads: &Threads) {
        let eos = self.eos(cube, lengths.eo);
        for max_finish in [MAX_FIRST_FINISH, MAX_FINISH] {
            for length in 0..=lengths.dr {
                let left = self.bound.load(Ordering::Relaxed).checked_sub(length);
                let is_done =
                    max_finish > MAX_FIRST_FINISH && left.is_some_and(|left| left <= MAX_FIRST_FINISH);
                if left.is_none() || is_done || self.is_over() {
                    break;
                }
                let eos: Vec<&Eo> = eos.iter().filter(|eo| eo.sides.length() <= length.into()).collect();
                let search =
                    |eo: &&Eo| self.search_dr(eo, usize::from(length) - eo.sides.length(), max_finish);
                threads.map(&eos, search);
            }
        }
    }

    /// Returns all EOs of at most `max` moves, shortest first.
    fn eos(&self, cube: &Cube, max: u8) -> Vec<Eo> {
        let mut eos = Vec::new();
        for length in 0..=max {
            for axis in Axis::ALL {
                let to_table = rotation(&[(axis, Axis::Z)]);
                let step = TwoSided {
                    space: self.of.steps.phase(0),
                    order: &self.order,
                    moves: (1 << Move::COUNT) - 1,
                    last_moves: quarter_turns(Axis::Z),
                    is_stopped: &|| self.is_stopped(),
                };
                step.each(&cube.conjugate(to_table), [None; 2], length.into(), &mut |sides, end| {
                    let back = to_table.inverse();
                    eos.push(Eo { axis, sides: turned(sides, back), cube: end.conjugate(back) });
                    !self.is_over()
                });
            }
        }
        eos
    }

    /// Searches the DRs of exactly `length` moves after an EO, and their finishes of at most `max_finish` moves.
    fn search_dr(&self, eo: &Eo, length: usize, max_finish: u8) {
        if self.is_over() {
            return;
        }
        let phase2 = self.of.two_phase.phase2_space();
        let mut search = Search::new(&self.of.two_phase.order_in_g1);
        for axis in Axis::ALL.into_iter().filter(|axis| *axis != eo.axis) {
            let to_table = rotation(&[(axis, Axis::Y), (eo.axis, Axis::Z)]);
            let step = TwoSided {
                space: self.of.steps.phase(1),
                order: &self.order,
                moves: !quarter_turns(Axis::Z) & ((1 << Move::COUNT) - 1),
                last_moves: quarter_turns(Axis::X),
                is_stopped: &|| self.is_stopped(),
            };
            let before = [&eo.sides.normal, &eo.sides.inverse]
                .map(|moves| going_on_from(moves.last().map(|m| to_table.conjugate(*m))));
            let lengths = ((eo.sides.length() + length) as u8, max_finish);
            step.each(&eo.cube.conjugate(to_table), before, length, &mut |sides, end| {
                self.tried.fetch_add(1, Ordering::Relaxed);
                self.finish((eo, to_table, axis), sides, end, lengths, &phase2, &mut search);
                !self.is_over()
            });
        }
    }

    /// Searches the finishes of a DR that improve on the best chain, and keeps the shortest.
    fn finish<'s>(
        &self,
        (eo, to_table, axis): (&Eo, Symmetry, Axis),
        dr: &Sides,
        cube: &Cube,
        (used, max_finish): (u8, u8),
        space: &'s PhaseSpace<'s, Phase2>,
        search: &mut Search<'s, PhaseSpace<'s, Phase2>>,
    ) {
        let Some(left) = self.bound.load(Ordering::Relaxed).checked_sub(used) else { return };
        let max = left.min(max_finish);
        // The finish goes on from the moves on the scramble.
        let last = dr.normal.last().copied().or(eo.sides.normal.last().map(|m| to_table.conjugate(*m)));
        let last = going_on_from(last);
        let Some(path) = self.of.two_phase.finish(cube, last, max, (space, search), || !self.is_stopped())
        else {
            return;
        };
        let length = used + path.len() as u8;
        let mut best = self.best.lock().expect("no thread panics with the lock");
        // Another thread may have found a shorter one meanwhile.
        if length <= self.bound.load(Ordering::Relaxed) {
            let back = to_table.inverse();
            *best = Some(DominoSolution {
                eo: eo.sides.clone(),
                eo_axis: eo.axis,
                dr: turned(dr, back),
                dr_axis: axis,
                finish: path.iter().map(|m| back.conjugate(*m)).collect(),
            });
            self.bound.store(length.saturating_sub(1), Ordering::Relaxed);
            if self.limits.first || length == 0 {
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns whether the time is over or the search is cancelled. The search is over then.
    fn is_stopped(&self) -> bool {
        let is_late = || self.time.is_some_and(|time| self.start.elapsed() >= time);
        let is_stopped = self.limits.cancel.is_cancelled() || is_late();
        if is_stopped {
            self.is_over.store(true, Ordering::Relaxed);
        }
        is_stopped
    }

    /// Returns whether a budget is spent or the search is cancelled.
    fn is_over(&self) -> bool {
        if self.is_over.load(Ordering::Relaxed) {
            return true;
        }
        let tried = self.tried.load(Ordering::Relaxed);
        // The clock and the token are read once in a few domino reductions, for each part on the shorter side, and in a long
        // search for a finish.
        let is_over = self.limits.nodes.is_some_and(|nodes| tried >= nodes)
            || tried.is_multiple_of(16) && self.is_stopped();
        if is_over {
            self.is_over.store(true, Ordering::Relaxed);
        }
        is_over
    }
}

/// Returns the move after which a step goes on in canonical order, if the step before it ended with `last`.
///
/// Within a step, parallel moves come in one order alone. Between two steps both orders are chains of their own: `D | U2`
/// has a step that is shorter by one move than that of `U2 D`, and only one of them may be within the lengths. So no move is
/// left out but a turn of the same face, where the canonical order leaves out nothing else: a step that ends with both
/// turns as one is as long.
fn going_on_from(last: Option<Move>) -> Option<Move> {
    let is_first_of_its_axis = |m: &Move| m.face().index() < m.face().opposite().index();
    last.filter(is_first_of_its_axis)
}

/// Returns the quarter turns of the two faces on an axis, bit `m` for move `m`.
fn quarter_turns(axis: Axis) -> u32 {
    Move::set(Move::all().filter(|m| m.face().axis() == axis && m.quarters() != 2))
}

/// Returns moves as seen after a rotation.
fn turned(sides: &Sides, rotation: Symmetry) -> Sides {
    let turned = |moves: &[Move]| moves.iter().map(|m| rotation.conjugate(*m)).collect();
    Sides { normal: turned(&sides.normal), inverse: turned(&sides.inverse) }
}

/// Returns the steps of a solution of a cube: the finish is divided after its last quarter turn.
fn steps(cube: &Cube, solution: DominoSolution) -> Vec<ChainStep> {
    let DominoSolution { eo, eo_axis, dr, dr_axis, finish } = solution;
    let htr = finish.iter().rposition(|m| m.quarters() != 2).map_or(0, |last| last + 1);
    let (htr, rest) = finish.split_at(htr);
    let mut end = *cube;
    let mut step = |reduction, axis, normal: Vec<Move>, inverse: Vec<Move>| {
        end = Cube::from_moves(&inverse).inverse().then(&end.apply(&normal));
        ChainStep::new(reduction, axis, [normal, inverse], &end)
    };
    vec![
        step(Reduction::Eo, Some(eo_axis), eo.normal, eo.inverse),
        step(Reduction::Dr, Some(dr_axis), dr.normal, dr.inverse),
        step(Reduction::Htr, None, htr.to_vec(), Vec::new()),
        step(Reduction::Finish, None, rest.to_vec(), Vec::new()),
    ]
}
