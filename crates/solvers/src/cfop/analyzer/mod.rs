//! The analyzer: every stage of one or more goals for every bottom colour of one cube, exactly.
//!
//! The stages of a goal go in order, so that the length of one is a lower bound for the next. All slot choices of a stage
//! deepen together under one bound: the first to be met at a bound settles the stage.

mod goal;
mod lengths;
mod many;
mod shortest;
mod solutions;
#[cfg(test)]
mod tests;
mod within;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::goal::{Choice, Variant};
use cubiform_cube::{Axis, Color, Cube, Move, Symmetry};
use cubiform_search::{InterleavedSearch, MoveOrder, Pool, Search, run_alone, run_alone_until};
use cubiform_tables::Table;

use self::goal::GoalSearch;
use self::within::RestrictedMoves;
use crate::goal_search::root_distances::{Contradiction, RootDistances};
use crate::goal_search::target_space::TargetSpace;
use crate::move_order;
use crate::node_limit::{NodeLimit, TableCheck};
use crate::parallel::work_sharing::{Counts, Work, map_shared};

pub use self::many::Source;
pub(crate) use self::shortest::Shortest;
pub use self::within::MOST_NODES_WITHIN;

/// Nodes that the search for one stage and colour may expand if nobody can check the tables: fifty times what F2L with oriented
/// edges takes in the mean with the small tables, which is the most that any named goal takes.
const MAX_NODES: u64 = 20_000_000;

/// The same before the tables are checked, where that is possible: some seconds. If it turns out to be a hard state, the check
/// has cost a second or two, once.
const MAX_NODES_BEFORE_CHECK: u64 = 3_000_000;

/// How many parts of a search a thread searches in turns.
const INTERLEAVED: usize = 3;

/// What to find out about a cube.
#[derive(Clone, Debug)]
pub struct Request {
    /// The bottom colours, in the order of the answer.
    pub colors: Vec<Color>,
    /// The maximum number of solutions of each length for each stage and colour.
    pub solutions: usize,
    /// The number of moves by which a solution may be longer than the optimal ones.
    pub slack: u8,
    /// Whether to give solutions only for the colours in which the stage is shortest.
    pub only_best: bool,
}

/// A solution of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The rotation of the whole cube before the moves, which brings the bottom colour down.
    pub rotation: Symmetry,
    /// The moves after that rotation.
    pub moves: Vec<Move>,
    /// What it solves, as seen after that rotation.
    pub choice: Choice,
    /// The number of clockwise quarter turns of D by which the D layer is off at the end, 0..4.
    pub offset: u8,
    /// The axis, as seen after that rotation, relative to which all edges are oriented, if the goal asks that.
    pub oriented: Option<Axis>,
}

/// Why there is no length. Only an analyzer of some moves ([`Analyzer::within`]) lacks lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLength {
    /// No sequence of the moves meets the stage.
    #[error("not possible with these moves")]
    Impossible,
    /// The search was given up at its limit of nodes.
    #[error("at least {at_least} moves; the search was given up")]
    GivenUp {
        /// No solution has fewer moves.
        at_least: u8,
    },
}

/// What was found for one stage and one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageResult {
    /// The minimum number of moves (HTM).
    pub length: Result<u8, NoLength>,
    /// Solutions, as many as asked for and there are: by length, then by choice of slots, then by the turn by which the D
    /// layer is off, then in canonical order (of the cube turned or mirrored as its choice is searched: by y, where
    /// edges are oriented relative to L/R).
    ///
    /// Of those longer than the minimum, none meets the stage before its last move, nor would with its last move and
    /// one about the same axis before it exchanged.
    pub solutions: Vec<Solution>,
    /// What the search for the length took: the same in every run unless it was shared out.
    pub counts: Counts,
}

/// Why a cube could not be analyzed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalyzeError {
    /// A table contradicts itself or the cube.
    #[error(transparent)]
    Table(#[from] Contradiction),
    /// What a search gave as a solution does not solve the stage on the cube itself, or there was none.
    #[error("no solution of stage {stage} holds on the cube itself")]
    InvalidSolution {
        /// The stage.
        stage: String,
    },
    /// A search took more nodes than any should with intact tables.
    #[error("the search for stage {stage} was given up after {nodes} nodes: a table file may be damaged")]
    TooManyNodes {
        /// The stage.
        stage: String,
        /// The nodes that it may take.
        nodes: u64,
    },
    /// It was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// A goal to be analyzed.
#[derive(Clone, Copy)]
pub struct Goal<'a> {
    /// The goal.
    pub variant: &'a Variant,
    /// The indices of its stages in question, in ascending order.
    pub stages: &'a [usize],
    /// Tables that bound them, any that do; [`needs`](super::needs()) returns the useful ones.
    pub tables: &'a [Arc<Table>],
}

/// Finds the stages of one or more goals; made once for many cubes.
pub struct Analyzer {
    goals: Vec<GoalSearch>,
    order: MoveOrder,
    /// The moves that solutions may have, if not all.
    restricted: Option<RestrictedMoves>,
    limit: NodeLimit,
}

/// A cube with a colour at the bottom, and what its analysis carries from stage to stage.
struct OrientedCube<'s> {
    cube: Cube,
    /// One for each probe_set.
    root_distances: Vec<RootDistances<'s>>,
}

/// What searches, with the room that it has taken.
struct Searchers<'s> {
    single: Search<'s, TargetSpace>,
    interleaved: InterleavedSearch<'s, TargetSpace>,
}

/// Those that are not at work; those of a colour that fails are gone. To make new ones for each colour would take a fiftieth
/// of all time.
type IdleSearchers<'s> = Arc<Mutex<Vec<Searchers<'s>>>>;

/// What an analysis gives: for each stage, those of the first goal first, for each colour.
pub type Analysis = Vec<Vec<StageResult>>;

/// The stages of one colour.
type ColorResult = Result<Vec<StageResult>, AnalyzeError>;

impl Analyzer {
    /// An analyzer for the stages of `variant` at these indices, in ascending order, with these tables: any that
    /// bound them; [`needs`](super::needs()) returns the useful ones.
    ///
    /// # Panics
    /// As [`Analyzer::of_goals`].
    pub fn new(variant: &Variant, stages: &[usize], tables: &[Arc<Table>]) -> Analyzer {
        Analyzer::of_goals(&[Goal { variant, stages, tables }])
    }

    /// An analyzer for several goals, each with tables of its own; goals may share tables.
    ///
    /// # Panics
    /// If a stage index is out of range, the stages of a goal are not ascending, its targets have more pieces than can be
    /// tracked, or no table bounds some target.
    pub fn of_goals(goals: &[Goal<'_>]) -> Analyzer {
        Analyzer {
            goals: goals.iter().map(GoalSearch::new).collect(),
            order: move_order::canonical(),
            restricted: None,
            limit: NodeLimit::new(MAX_NODES),
        }
    }

    /// Has lengths and solutions made of these moves only, bit `m` for move `m`, as seen after the rotation that brings
    /// the colour down. The tables still give lower bounds.
    ///
    /// # Panics
    /// If of some face a quarter turn is among the moves and another turn is not. The canonical order makes the other turns
    /// of a face one move, not several.
    #[must_use]
    pub fn within(mut self, moves: u32) -> Analyzer {
        self.restricted = Some(RestrictedMoves::new(moves, &self.goals));
        self
    }

    /// Has `check` called when a search takes more nodes than expected, once: whether the tables are intact. If they are,
    /// that search and all others go on without a limit.
    ///
    /// Without a check such a search ends with [`AnalyzeError::TooManyNodes`].
    #[must_use]
    pub fn checking_tables(mut self, check: TableCheck) -> Analyzer {
        self.limit.set_check(check, MAX_NODES_BEFORE_CHECK);
        self
    }

    /// Lets searches take any number of nodes from now on: for a caller that has checked the tables after
    /// [`AnalyzeError::TooManyNodes`].
    pub fn lift_node_limit(&self) {
        self.limit.lift();
    }

    /// The names of its stages, those of the first goal first.
    pub fn stages(&self) -> impl Iterator<Item = Cow<'static, str>> {
        self.goals.iter().flat_map(|goal| goal.stages.iter().map(|s| s.stage.name.clone()))
    }

    /// Everything asked about `cube`: for each stage, for each colour of the request.
    ///
    /// # Errors
    /// If a table turns out to be damaged.
    pub fn analyze(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        run_alone(self.analyze_colors(cube, request))
    }

    /// The same, unless `stop` is set before there is an answer.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or it was stopped.
    pub fn analyze_until(
        &self,
        cube: &Cube,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Analysis, AnalyzeError> {
        self.analyze_unless(cube, request, || stop.load(Ordering::Relaxed))
    }

    /// The same, with a question that is asked every few microseconds.
    pub(crate) fn analyze_unless(
        &self,
        cube: &Cube,
        request: &Request,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Analysis, AnalyzeError> {
        let analyzed = run_alone_until(self.analyze_colors(cube, request), is_stopped);
        analyzed.unwrap_or(Err(AnalyzeError::Cancelled))
    }

    async fn analyze_colors(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        let mut by_color = Vec::with_capacity(request.colors.len());
        let idle = IdleSearchers::default();
        for color in &request.colors {
            by_color.push(self.analyze_color(cube, *color, &idle, None).await?);
        }
        self.add_solutions(cube, transpose(by_color), request, None).await
    }

    /// The lengths of all stages for one colour.
    async fn analyze_color<'s>(
        &'s self,
        cube: &Cube,
        color: Color,
        idle: &IdleSearchers<'s>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> ColorResult {
        let reused = idle.lock().expect("no job panics with the lock").pop();
        let new = || Searchers {
            single: Search::new(&self.order),
            interleaved: InterleavedSearch::new(&self.order, INTERLEAVED),
        };
        let mut searchers = reused.unwrap_or_else(new);
        let mut results = Vec::new();
        for (i, goal) in self.goals.iter().enumerate() {
            let mut oriented = goal.orient(cube, color);
            let mut floor = 0;
            for stage in &goal.stages {
                let (length, counts) = match &self.restricted {
                    None => {
                        let found =
                            self.min_length(goal, stage, &mut oriented, &mut searchers, floor, pool).await?;
                        (Ok(found.0), found.1)
                    }
                    Some(restricted) => {
                        self.min_length_within((restricted, i), stage, &mut oriented, floor).await?
                    }
                };
                floor = match length {
                    Ok(length) => length,
                    Err(NoLength::GivenUp { at_least }) => at_least,
                    // What a later stage asks for includes this one.
                    Err(NoLength::Impossible) => floor,
                };
                results.push(StageResult { length, solutions: Vec::new(), counts });
            }
        }
        idle.lock().expect("no job panics with the lock").push(searchers);
        Ok(results)
    }

    /// Adds the solutions that are asked for to an analysis of lengths.
    async fn add_solutions<'s>(
        &'s self,
        cube: &Cube,
        mut analysis: Analysis,
        request: &'s Request,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> Result<Analysis, AnalyzeError> {
        if request.solutions == 0 {
            return Ok(analysis);
        }
        let stages =
            self.goals.iter().enumerate().flat_map(|(g, goal)| (0..goal.stages.len()).map(move |s| (g, s)));
        let mut queries = Vec::new();
        for (row, (goal, stage)) in stages.enumerate() {
            let results = &analysis[row];
            let best = results.iter().filter_map(|r| r.length.ok()).min();
            for (color, result) in results.iter().enumerate() {
                match result.length {
                    Ok(length) if !request.only_best || Some(length) == best => {
                        queries.push(solutions::StageQuery { row, goal, stage, color, length });
                    }
                    _ => {}
                }
            }
        }
        let cube = *cube;
        let search = move |query: &solutions::StageQuery| -> Work<'s, _> {
            let query = *query;
            Box::pin(async move { self.solutions(query, &cube, request).await })
        };
        for (i, solutions) in map_shared(queries.clone(), pool, search).await {
            let solutions::StageQuery { row, color, .. } = queries[i];
            analysis[row][color].solutions = solutions?;
        }
        Ok(analysis)
    }
}

fn transpose(by_color: Vec<Vec<StageResult>>) -> Analysis {
    let stages = by_color.first().map_or(0, Vec::len);
    let mut columns: Vec<_> = by_color.into_iter().map(Vec::into_iter).collect();
    let row = |_| columns.iter_mut().map(|c| c.next().expect("a result for each stage")).collect();
    (0..stages).map(row).collect()
}
