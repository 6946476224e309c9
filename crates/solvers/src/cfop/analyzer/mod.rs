//! The analyzer: exact minimum lengths of the stages of one or more goals, for every bottom colour of a cube.
//!
//! The stages of a goal go in order, so that the length of one is a lower bound for the next. All candidates of a stage
//! deepen together, one iteration per length: the first candidate that is met gives the length of the stage.

mod builder;
mod error;
pub(super) mod goal;
mod lengths;
mod many;
mod on_axes;
mod restricted_moves;
mod solutions;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex};

use cubiform_cube::goal::Choice;
use cubiform_cube::{Axis, Color, Cube, Frame, Move, Moves, Symmetry};
use cubiform_search::parallel::{Counts, NodeLimit, TableCheck, Work, map_shared};
use cubiform_search::{InterleavedSearch, MoveOrder, Pool, Search, run_alone, run_alone_until};
use cubiform_threads::{CancelToken, Threads};

use self::goal::GoalSearch;
use self::on_axes::OnAxes;
use self::restricted_moves::RestrictedMoves;
use crate::goal_search::target_space::TargetSpace;
use crate::move_order;

pub use self::builder::AnalyzerBuilder;
pub use self::error::{AnalyzeError, BuildError, NoLength};
pub use self::goal::Goal;
pub use self::restricted_moves::MAX_NODES_WITHIN;
pub use self::solutions::Shortest;
pub(crate) use self::solutions::is_met_early;

/// The maximum number of nodes of the search for one stage and colour, if the tables cannot be verified.
const MAX_NODES: u64 = 20_000_000;

/// The number of nodes after which the tables are verified, if they can be. The search goes on if they are intact.
const MAX_NODES_BEFORE_CHECK: u64 = 3_000_000;

/// The number of subproblems that a thread searches in turn.
const INTERLEAVED: usize = 3;

/// A request for the analysis of a cube.
#[derive(Clone, Debug)]
pub struct Request {
    /// The bottom colours, or the sides for a goal on axes, in the order of the result.
    pub frames: Vec<Frame>,
    /// The maximum number of solutions of each length for each stage and frame.
    pub solutions: usize,
    /// The number of moves by which a solution may be longer than the optimal ones.
    pub slack: u8,
    /// Whether to return solutions only for the frames for which the stage is shortest.
    pub only_best: bool,
}

/// A solution of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageSolution {
    /// The rotation of the whole cube before the moves, which brings the bottom colour down.
    pub rotation: Symmetry,
    /// The moves after that rotation.
    pub moves: Vec<Move>,
    /// The slots or blocks that it solves, as seen after that rotation.
    pub choice: Choice,
    /// The number of clockwise quarter turns of D by which the D layer is off at the end, 0..4.
    pub offset: u8,
    /// The axis, as seen after that rotation, relative to which all edges are oriented, if the goal requires it.
    pub oriented: Option<Axis>,
    /// The number of moves of each step, if the stage is a chain of reductions.
    pub steps: Vec<u8>,
}

/// The rotation, if any, and the moves.
impl fmt::Display for StageSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rotation = self.rotation.rotation_name().unwrap_or_default();
        let gap = if rotation.is_empty() || self.moves.is_empty() { "" } else { " " };
        write!(f, "{rotation}{gap}{}", Moves(&self.moves))
    }
}

/// The result for one stage and one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageResult {
    /// The minimum number of moves (HTM).
    pub length: Result<u8, NoLength>,
    /// The solutions, as many as were requested or exist: by length, then by choice, then by the offset of the D layer,
    /// then in canonical order (of the cube as turned or mirrored by the frame of the search: by y, if edges are
    /// oriented relative to L/R).
    ///
    /// No solution longer than the minimum meets the stage before its last move, nor does it with two consecutive moves
    /// about one axis exchanged.
    pub solutions: Vec<StageSolution>,
    /// The node counts of the search for the length: equal in every run, unless several threads shared the search.
    pub counts: Counts,
}

/// An analyzer of the stages of one or more goals, made once for many cubes.
pub struct Analyzer {
    goals: Vec<GoalSearch>,
    /// The goal on axes, instead of goals over bottom colours.
    on_axes: Option<OnAxes>,
    order: MoveOrder,
    /// The moves of solutions, if not all.
    restricted: Option<RestrictedMoves>,
    limit: NodeLimit,
}

/// Searches, with the memory that they reuse.
struct Searchers<'s> {
    single: Search<'s, TargetSpace>,
    interleaved: InterleavedSearch<'s, TargetSpace>,
}

/// The searchers that no colour uses at the moment. The searchers of a colour that fails are dropped.
type IdleSearchers<'s> = Arc<Mutex<Vec<Searchers<'s>>>>;

/// The results of an analysis, by stage and then by frame. The stages of the first goal come first.
pub type Analysis = Vec<Vec<StageResult>>;

/// The results of all stages for one frame.
type FrameResult = Result<Vec<StageResult>, AnalyzeError>;

impl Analyzer {
    /// Creates an analyzer for several goals, each with its own tables; goals may share tables.
    ///
    /// # Errors
    /// If a stage index is out of range, the stages of a goal are not in ascending order, a goal has more pieces than
    /// can be tracked, or no table bounds some target.
    pub fn of_goals(goals: &[Goal<'_>], threads: &Threads) -> Result<Analyzer, BuildError> {
        Ok(Analyzer {
            goals: goals.iter().map(|goal| GoalSearch::new(goal, threads)).collect::<Result<_, _>>()?,
            on_axes: None,
            order: move_order::canonical(),
            restricted: None,
            limit: NodeLimit::new(MAX_NODES),
        })
    }

    /// Restricts lengths and solutions to `moves`, bit `m` for move `m`, as seen after the rotation that brings the
    /// bottom colour down. The tables still give lower bounds.
    ///
    /// # Errors
    /// If the set has a quarter turn of a face, but not all turns of it.
    pub fn within(mut self, moves: u32) -> Result<Analyzer, BuildError> {
        self.restricted = Some(RestrictedMoves::new(moves, &self.goals)?);
        Ok(self)
    }

    /// Sets the check of the tables, which runs once, when a search expands more nodes than expected. If the tables are
    /// intact, that search and all others go on without a limit.
    ///
    /// If they are not, or if there is no check, such a search fails with [`AnalyzeError::TooManyNodes`].
    #[must_use]
    pub fn checking_tables(mut self, check: TableCheck) -> Analyzer {
        self.limit.set_check(check, MAX_NODES_BEFORE_CHECK);
        self
    }

    /// Allows searches any number of nodes from now on, for a caller that has verified the tables after
    /// [`AnalyzeError::TooManyNodes`].
    pub fn lift_node_limit(&self) {
        self.limit.lift();
    }

    /// Returns the names of the stages, those of the first goal first.
    pub fn stages(&self) -> impl Iterator<Item = Cow<'static, str>> {
        let on_axes = self.on_axes.iter().flat_map(|goal| goal.stages.iter().map(|(name, _)| name.clone()));
        self.goals.iter().flat_map(|goal| goal.stages.iter().map(|s| s.stage.name.clone())).chain(on_axes)
    }

    /// Analyses `cube`: returns a result for each stage and each frame of the request.
    ///
    /// # Errors
    /// If a table is or may be damaged.
    pub fn analyze(&self, cube: &Cube, request: &Request) -> Result<Analysis, AnalyzeError> {
        run_alone(self.analysis(cube, request))
    }

    /// Analyses `cube`, unless `stop` is set first.
    ///
    /// # Errors
    /// If a table is or may be damaged, or `stop` was set.
    pub fn analyze_until(
        &self,
        cube: &Cube,
        request: &Request,
        stop: &CancelToken,
    ) -> Result<Analysis, AnalyzeError> {
        run_until(self.analysis(cube, request), stop)
    }

    /// Analyses `cube` as a job of the caller: the future yields while its look-ups are in flight, is ready to be polled
    /// again at once, and never wakes a waker. A caller that polls several such jobs in turn shares a thread among them,
    /// and ends one by dropping it.
    ///
    /// ```
    /// use cubiform_cube::goal::Variant;
    /// use cubiform_cube::{Color, Cube, Frame};
    /// use cubiform_search::run_alone;
    /// use cubiform_solvers::cfop::{Analyzer, Request};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let crosses = Analyzer::builder(&Variant::std()).stages([0]).build()?;
    /// let request = Request { frames: Frame::bottoms(Color::list("white")?), solutions: 0, slack: 0, only_best: false };
    /// let analysis = run_alone(crosses.analysis(&Cube::SOLVED, &request))?;
    /// assert_eq!(analysis[0][0].length, Ok(0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a table is or may be damaged.
    pub fn analysis<'a>(
        &'a self,
        cube: &'a Cube,
        request: &'a Request,
    ) -> Work<'a, Result<Analysis, AnalyzeError>> {
        // Boxed, so that the search is compiled in this crate and not in that of the caller.
        Box::pin(async move {
            let mut by_frame = Vec::with_capacity(request.frames.len());
            let idle = IdleSearchers::default();
            for frame in &request.frames {
                by_frame.push(self.analyze_frame(cube, *frame, &idle, None).await?);
            }
            self.add_solutions(cube, transpose(by_frame), request, None).await
        })
    }

    /// Returns the lengths of all stages for one frame.
    async fn analyze_frame<'s>(
        &'s self,
        cube: &Cube,
        frame: Frame,
        idle: &IdleSearchers<'s>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> FrameResult {
        match (frame, &self.on_axes) {
            (Frame::Bottom(color), None) => self.analyze_color(cube, color, idle, pool).await,
            (Frame::Along(side), Some(on_axes)) => Ok(on_axes.analyze(cube, side).await),
            _ => panic!("{frame:?} is not a frame of the goal"),
        }
    }

    /// Returns the lengths of all stages for one bottom colour.
    async fn analyze_color<'s>(
        &'s self,
        cube: &Cube,
        color: Color,
        idle: &IdleSearchers<'s>,
        pool: Option<&Arc<Pool<'s>>>,
    ) -> FrameResult {
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
                        let (length, counts) =
                            self.min_length(goal, stage, &mut oriented, &mut searchers, floor, pool).await?;
                        (Ok(length), counts)
                    }
                    Some(restricted) => {
                        self.min_length_within((restricted, i), stage, &mut oriented, floor).await?
                    }
                };
                floor = match length {
                    Ok(length) => length,
                    Err(NoLength::GivenUp { at_least }) => at_least,
                    // A later stage includes this one: its own search finds that it is impossible, too.
                    Err(NoLength::Impossible) => floor,
                };
                results.push(StageResult { length, solutions: Vec::new(), counts });
            }
        }
        idle.lock().expect("no job panics with the lock").push(searchers);
        Ok(results)
    }

    /// Adds the requested solutions to an analysis of lengths.
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
        if let Some(on_axes) = &self.on_axes {
            on_axes.add_solutions(cube, &mut analysis, request).await;
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

/// Runs a search on this thread, unless `stop` is set first.
fn run_until<T>(
    search: impl Future<Output = Result<T, AnalyzeError>>,
    stop: &CancelToken,
) -> Result<T, AnalyzeError> {
    run_alone_until(search, || stop.is_cancelled()).unwrap_or(Err(AnalyzeError::Cancelled))
}

/// Converts results by frame to results by stage.
fn transpose(by_frame: Vec<Vec<StageResult>>) -> Analysis {
    let stages = by_frame.first().map_or(0, Vec::len);
    let mut columns: Vec<_> = by_frame.into_iter().map(Vec::into_iter).collect();
    let row = |_| columns.iter_mut().map(|c| c.next().expect("a result for each stage")).collect();
    (0..stages).map(row).collect()
}
