//! Algorithms: all sequences of given turns that lead from a state to a goal, up to some moves more than the shortest.
//!
//! The goal is a union of [`Pattern`]s, such as "the first two layers solved and the last layer oriented". The turns may be of
//! faces, wide layers and slices, and of the whole cube where a rotation counts. The tables are filled for the question: what
//! the goal sees of a state is divided into coordinates, whose distances bound the one search. A table of the optimal solver
//! replaces them for the solved cube by all faces in the half turn metric.
//!
//! ```
//! use cubiform_cube::goal::Pattern;
//! use cubiform_cube::notation::{Base, Turn, TurnMetric};
//! use cubiform_cube::{Algorithm, Cube, Face, piece::PieceSet};
//! use cubiform_solvers::algorithms::{AlgorithmSearch, Question};
//! use cubiform_solvers::solver::Limits;
//! use cubiform_threads::{CancelToken, Threads};
//!
//! // The T permutation by R, U and F, up to a turn of U before and after.
//! let faces = [Face::R, Face::U, Face::F];
//! let turns = faces.into_iter().flat_map(|face| (1..4).filter_map(move |n| Turn::new(Base::Face(face), n)));
//! let case = Algorithm::parse("R U R' U' R' F R2 U' R' U' R U R' F'")?.cube().inverse();
//! let goal = Pattern::solved(PieceSet::ALL);
//! let question = Question { is_turned_free: true, ..Question::new(turns.collect(), goal) };
//! let search = AlgorithmSearch::new(&question, None, &Threads::available(), &CancelToken::new())?;
//! let found = search.algorithms(&case, 0, &Limits::default())?;
//! assert_eq!(found.optimal, 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coordinates;
mod turns;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::union;
use cubiform_cube::notation::{Turn, TurnMetric};
use cubiform_cube::piece::PieceSet;
use cubiform_cube::{Cube, Face, Move, Symmetry};
use cubiform_search::{Deepening, Limits, MoveOrder, Search, Space, Stopped, run_alone};
use cubiform_tables::cosets::CosetTable;
use cubiform_threads::{CancelToken, Threads};

use crate::coordinate_space::CoordinateSpace;
use crate::move_order;
use crate::optimal::{BALL_RADIUS, CubeSpace};
use crate::solver::Unsolved;
use coordinates::{Coordinates, View};
use turns::TurnSet;
pub(crate) use turns::layers;

/// The reason why there is no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlgorithmsError {
    /// A turn counts nothing in the metric, so sequences of one length never end.
    #[error("{0} counts nothing in this metric")]
    FreeTurn(Turn),
    /// The construction was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// The turns, the metric and the goal of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The turns that an algorithm may have, with the inverse of each.
    pub turns: Vec<Turn>,
    /// The metric of its length.
    pub metric: TurnMetric,
    /// The states in which it may end, in any of these patterns, the cube held in any way.
    pub goal: Vec<Pattern>,
    /// Whether turns of U before and after it, relative to the centres, count nothing: it then begins and ends with another
    /// turn.
    pub is_turned_free: bool,
    /// The maximum size of a table of joint distances, of which there are a few, in bytes.
    pub table_bytes: usize,
}

impl Question {
    /// The size of tables that suffices for all states of two faces.
    pub const TABLE_BYTES: usize = 160_000_000;

    /// Returns the question for the states of one pattern, in the half turn metric.
    pub fn new(turns: Vec<Turn>, goal: Pattern) -> Question {
        Question {
            turns,
            metric: TurnMetric::Htm,
            goal: vec![goal],
            is_turned_free: false,
            table_bytes: Question::TABLE_BYTES,
        }
    }

    /// Returns whether the question is about the solved cube and all turns of the faces in the half turn metric, so that a table
    /// of the optimal solver bounds its search.
    pub fn takes_optimal_table(&self) -> bool {
        self.turns_after_solved().is_some()
    }

    /// Returns the quarter turns of U after which the solved cube is in the goal, if the question takes an optimal table.
    fn turns_after_solved(&self) -> Option<Range<u8>> {
        let has = |m: Move| self.turns.contains(&m.into());
        let are_faces = self.turns.len() == Move::COUNT && Move::all().all(has);
        let (solved, goal) = (Pattern::solved(PieceSet::ALL), self.turned_goal());
        let is_goal = |ends: &Range<u8>| union(ends.clone().map(|end| solved.then(&u_turn(end)))) == goal;
        [0..1, 0..4].into_iter().find(is_goal).filter(|_| are_faces && self.metric == TurnMetric::Htm)
    }

    /// Returns the goal after all turns of U that are free.
    fn turned_goal(&self) -> Vec<Pattern> {
        let free = if self.is_turned_free { 0..4 } else { 0..1 };
        union(free.flat_map(|quarters| self.goal.iter().map(move |pattern| pattern.then(&u_turn(quarters)))))
    }
}

/// An algorithm that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAlgorithm {
    /// The turn of U before it, in quarter turns: 0 to 3.
    pub before: u8,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// The turn of U after it, relative to the centres, in quarter turns: 0 to 3.
    pub after: u8,
    /// Its length in the metric of the question, without the turns before and after.
    pub length: u8,
}

/// The algorithms of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundAlgorithms {
    /// The length of the shortest.
    pub optimal: u8,
    /// The algorithms, shortest first, each length in canonical order.
    pub algorithms: Vec<FoundAlgorithm>,
    /// Whether these are all up to the length asked for.
    pub is_complete: bool,
    /// The number of nodes expanded.
    pub nodes: u64,
}

impl FoundAlgorithms {
    /// Returns them in canonical order.
    fn sorted(mut self) -> FoundAlgorithms {
        let key = |turn: &Turn| (layers(*turn), turn.quarters());
        self.algorithms.sort_by_cached_key(|found| {
            (found.length, found.before, found.turns.iter().map(key).collect::<Vec<_>>())
        });
        self
    }

    /// Returns each algorithm once, the first time that it comes. A state that looks the same after turns of U, or from another
    /// side, has it again: behind another turn of U, or held another way if `is_symmetric`.
    fn each_once(mut self, is_symmetric: bool) -> FoundAlgorithms {
        let ways = if is_symmetric { 4 } else { 1 };
        let mut known = HashSet::new();
        self.algorithms.retain(|found| {
            let held = (0..ways).map(|n| {
                let rotation = Symmetry::rotation(Face::U, n);
                let turns = found.turns.iter().map(|turn| turn.conjugate(rotation)).collect::<Vec<_>>();
                // Turns about one axis in one order.
                let axis = |turn: &Turn| turn.base().direction().axis();
                let runs = turns.chunk_by(|a, b| axis(a) == axis(b)).map(|run| {
                    let mut run: Vec<_> = run.iter().map(|turn| (layers(*turn), turn.quarters())).collect();
                    run.sort_unstable();
                    run
                });
                runs.flatten().collect::<Vec<_>>()
            });
            known.insert(held.min())
        });
        self
    }
}

/// A state from which a search starts.
struct Start<N> {
    /// The quarter turns of U before it.
    before: u8,
    cube: Cube,
    root: N,
}

/// The tables that bound a search.
enum Tables {
    /// The coordinates that the goal sees, and their distances.
    Views(Vec<View>, CoordinateSpace),
    /// One of the optimal solver, for the solved cube. The goal allows these quarter turns of U after it.
    WholeCube(Box<CubeSpace>, MoveOrder, Range<u8>),
}

/// A search of algorithms with its tables.
pub struct AlgorithmSearch {
    turns: TurnSet,
    metric: TurnMetric,
    /// The goal as asked for, and after all turns that are free.
    goal: Vec<Pattern>,
    turned_goal: Vec<Pattern>,
    is_turned_free: bool,
    /// Whether turns and goal are the same after a rotation about U/D and after turns of U before a state.
    is_symmetric: bool,
    tables: Tables,
}

impl AlgorithmSearch {
    /// Fills the tables of a question. Takes seconds, unless `cancel` is set. A table of the optimal solver is used instead for a
    /// question that [takes it](Question::takes_optimal_table): longer algorithms are found in a fraction of the time.
    ///
    /// # Errors
    /// If a turn counts nothing, or `cancel` was set.
    ///
    /// # Panics
    /// If the inverse of a turn is missing.
    pub fn new(
        question: &Question,
        table: Option<Arc<CosetTable>>,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<AlgorithmSearch, AlgorithmsError> {
        let turns = TurnSet::new(&question.turns, question.metric, question.is_turned_free)?;
        let (goal, turned_goal) = (question.goal.clone(), question.turned_goal());
        let tables = match table.zip(question.turns_after_solved()) {
            Some((table, ends)) => {
                let space =
                    CubeSpace::new_until(table, BALL_RADIUS, cancel).ok_or(AlgorithmsError::Cancelled)?;
                let is_first = |m: &Move| !(question.is_turned_free && m.face() == Face::U);
                let first = Move::all().filter(is_first).fold(0, |set, m| set | 1 << m.index());
                Tables::WholeCube(Box::new(space), move_order::canonical().starting_with(first), ends)
            }
            None => {
                let Coordinates { views, numbered, joints } =
                    Coordinates::new(&turns, &turned_goal, question.table_bytes, threads, cancel)?;
                Tables::Views(views, CoordinateSpace::new(numbered, joints, Some(turns.slots.clone())))
            }
        };
        let y = Symmetry::rotation(Face::U, 1);
        let is_kept =
            |image: &dyn Fn(&Pattern) -> Pattern| union(turned_goal.iter().map(image)) == turned_goal;
        let is_symmetric = question.is_turned_free
            && question.turns.iter().all(|turn| question.turns.contains(&turn.conjugate(y)))
            && is_kept(&|pattern| pattern.conjugate(y))
            && is_kept(&|pattern| pattern.after(&u_turn(1)));
        let (metric, is_turned_free) = (question.metric, question.is_turned_free);
        Ok(AlgorithmSearch { turns, metric, goal, turned_goal, is_turned_free, is_symmetric, tables })
    }

    /// Finds all algorithms of a state up to `slack` moves longer than the shortest.
    ///
    /// Each sequence of turns comes once, behind the least turn of U before it. With free turns of U, algorithms that differ only
    /// in how the cube is turned about U/D count once if turns and goal are the same after such a rotation. A budget or the maximum length ends it early, with what was found. Sequences in which an earlier state is at the goal,
    /// and those in which turns about one axis could be fewer, are left out.
    ///
    /// # Errors
    /// If none was found, or the search was cancelled.
    pub fn algorithms(&self, cube: &Cube, slack: u8, limits: &Limits) -> Result<FoundAlgorithms, Unsolved> {
        let found = match &self.tables {
            Tables::Views(views, space) => {
                let keys = |cube: &Cube| -> Vec<u64> { views.iter().map(|view| view.key(cube)).collect() };
                let starts = self.starts(cube, keys).into_iter().filter_map(|(before, cube)| {
                    let root = space.node(keys(&cube))?;
                    Some(Start { before, cube, root })
                });
                let turns = |path: &[u8]| self.turns.turns(path);
                self.search_from(space, &self.turns.order, &starts.collect::<Vec<_>>(), turns, slack, limits)
            }
            Tables::WholeCube(space, order, ends) => {
                let starts = self.starts(cube, |cube| *cube).into_iter().flat_map(|(before, cube)| {
                    let root = move |end| space.root(&u_turn(end).then(&cube));
                    ends.clone().map(move |end| Start { before, cube, root: root(end) })
                });
                let turns =
                    |path: &[u8]| path.iter().map(|m| Move::from_index(usize::from(*m)).into()).collect();
                let found =
                    self.search_from(&**space, order, &starts.collect::<Vec<_>>(), turns, slack, limits);
                found.map(FoundAlgorithms::sorted)
            }
        };
        let found = found.map_err(|stopped| Unsolved::from_stopped(stopped, limits))?;
        Ok(found.each_once(self.is_symmetric))
    }

    /// Returns the algorithms from all starts, up to `slack` moves longer than the shortest.
    fn search_from<S: Space>(
        &self,
        space: &S,
        order: &MoveOrder,
        starts: &[Start<S::Node>],
        turns: impl Fn(&[u8]) -> Vec<Turn>,
        slack: u8,
        limits: &Limits,
    ) -> Result<FoundAlgorithms, Stopped> {
        let lower = starts.iter().map(|start| space.lower_bound(&start.root)).min();
        let max_length = limits.max_length.unwrap_or(u8::MAX);
        let lower = lower.ok_or(Stopped::NoSolution { max_length })?;
        let mut found = FoundAlgorithms { is_complete: true, ..FoundAlgorithms::default() };
        let mut deepening = Deepening::new(lower, limits);
        let mut search = Search::new(order);
        let mut last = u8::MAX;
        while let Some(length) = next_length(&mut deepening, last, &mut found)? {
            for Start { before, cube, root } in
                starts.iter().filter(|start| space.lower_bound(&start.root) <= length)
            {
                search.start(space, root, &[], length, 0);
                loop {
                    match run_alone(search.next_solution_within(deepening.meter())) {
                        Ok(Some(path)) => {
                            found.algorithms.extend(self.checked(cube, *before, turns(&path), length));
                        }
                        Ok(None) => break,
                        Err(stopped) if found.algorithms.is_empty() => return Err(stopped),
                        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
                        Err(_) => {
                            found.is_complete = false;
                            found.nodes = deepening.nodes();
                            return Ok(found);
                        }
                    }
                }
            }
            if last == u8::MAX && !found.algorithms.is_empty() {
                found.optimal = length;
                last = length.saturating_add(slack);
            }
        }
        found.nodes = deepening.nodes();
        Ok(found)
    }

    /// Returns the state after each free turn of U, with the number of its quarter turns.
    ///
    /// Leaves out a state if an earlier one has the same algorithms after a rotation of the whole cube about U/D. States with
    /// equal keys have the same algorithms.
    fn starts<K: PartialEq>(&self, cube: &Cube, key: impl Fn(&Cube) -> K) -> Vec<(u8, Cube)> {
        let mut known: Vec<K> = Vec::new();
        let mut starts = Vec::new();
        for before in if self.is_turned_free { 0..4 } else { 0..1 } {
            let cube = cube.then(&u_turn(before));
            if self.is_symmetric {
                // Pieces of the top layer may be relabelled, and the whole cube turned.
                let is_known = |i: u8| {
                    let turned = cube.conjugate(Symmetry::rotation(Face::U, (i % 4).into()));
                    known.contains(&key(&u_turn(i / 4).then(&turned)))
                };
                if (0..16).any(is_known) {
                    continue;
                }
                known.push(key(&cube));
            }
            starts.push((before, cube));
        }
        starts
    }

    /// Replays turns, and returns them as an algorithm if they are one.
    fn checked(&self, start: &Cube, before: u8, turns: Vec<Turn>, length: u8) -> Option<FoundAlgorithm> {
        let (mut cube, mut hold) = (*start, Symmetry::IDENTITY);
        let mut done = Vec::with_capacity(turns.len());
        for turn in &turns {
            if self.is_met(&cube) {
                return None;
            }
            let effect = turns::effect(*turn, hold);
            cube = cube.then(&effect);
            hold = hold.then(turns::rotation(*turn));
            done.push(effect);
        }
        if !self.is_met(&cube) || (self.is_turned_free && ends_with_u(&done)) {
            return None;
        }
        debug_assert_eq!(turns.iter().map(|turn| self.metric.cost(*turn)).sum::<u8>(), length);
        let is_exact = |quarters: &u8| {
            let after = cube.then(&u_turn(*quarters));
            self.goal.iter().any(|pattern| pattern.contains(&after))
        };
        let after = (0..4).find(is_exact).expect("a turn of U leads to the goal as asked for");
        Some(FoundAlgorithm { before, turns, after, length })
    }

    fn is_met(&self, cube: &Cube) -> bool {
        self.turned_goal.iter().any(|pattern| pattern.contains(cube))
    }
}

/// Returns the next length, or `None` after the last.
fn next_length(
    deepening: &mut Deepening,
    last: u8,
    found: &mut FoundAlgorithms,
) -> Result<Option<u8>, Stopped> {
    match deepening.next_length() {
        Ok(length) => Ok((length <= last).then_some(length)),
        Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
        Err(stopped) if found.algorithms.is_empty() => Err(stopped),
        Err(_) => {
            found.is_complete = false;
            Ok(None)
        }
    }
}

/// Returns the solved cube after some quarter turns of U.
fn u_turn(quarters: u8) -> Cube {
    Cube::from_moves(Move::new(Face::U, quarters.into()).as_slice())
}

/// Returns whether the last of these effects, or one before it that commutes with it, is a turn of U.
fn ends_with_u(effects: &[Cube]) -> bool {
    let is_u = |effect: &Cube| (1..4).any(|quarters| *effect == u_turn(quarters));
    match effects {
        [.., last] if is_u(last) => true,
        [.., before, last] => is_u(before) && before.then(last) == last.then(before),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
