//! The optimal solver: IDA*, each iteration split into subproblems that threads share, the most promising first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use cubiform_cube::group::Group;
use cubiform_cube::{Cube, Move};
use cubiform_search::parallel::{
    Counts, GivenUp, JOBS_PER_THREAD, NodeLimit, SharedFrontier, SideSearch, SplitPolicy, TableCheck,
};
use cubiform_search::{Deepening, InterleavedSearch, MoveOrder, Path, Pool, Search, Space as _, WorkStatus};
use cubiform_tables::cosets::CosetTable;
use cubiform_threads::{CancelToken, Threads};

use super::equivalence::Equivalence;
use super::space::{CubeSpace, Node};
use crate::move_order::{self, UnfitMoves};
use crate::solver::{Limits, Unsolved};

/// The maximum length of an optimal solution (Rokicki, Kociemba, Davidson, Dethridge 2010). A search that passes it has
/// a damaged table.
const MAX_LENGTH: u8 = 20;

/// The maximum length with some of the moves only. For most sets of moves the true maximum is unknown; the node limit
/// ends searches with a damaged table.
const MAX_LENGTH_WITH_FEWER_MOVES: u8 = u8::MAX;

/// The asymptotic ratio of the numbers of canonical sequences of n + 1 and of n moves (HTM).
const BRANCHING_FACTOR: f64 = 13.35;

/// The number of nodes of one cube after which the table is verified.
const MAX_NODES: u64 = 100_000_000;

/// The number of moves after which a search is split into subproblems.
const SPLIT_DEPTH: u8 = 4;
/// The minimum length of a search that is split.
const MIN_LENGTH_TO_SPLIT: u8 = 12;
/// The minimum number of expected nodes of a search whose subproblems are split by one more move when their turn comes:
/// the bounds of that move's children order the search better.
const MIN_NODES_TO_SPLIT_AGAIN: f64 = 1e6;

/// The number of subproblems that a thread searches in turn.
const INTERLEAVED: usize = 12;

/// The number of nodes of an iteration after which it is repeated in the opposite direction. Later iterations go in the
/// direction with fewer look-ups.
const MIN_NODES_TO_COMPARE: u64 = 10_000;

/// The radius in moves (HTM) of the filter of cubes near the solved one.
pub(crate) const BALL_RADIUS: u8 = 5;
/// The radius in long searches, which are worth the time to make a larger filter.
const BALL_RADIUS_FOR_LONG: u8 = 6;
/// The minimum number of expected nodes of a long search.
const LONG_SEARCH_NODES: f64 = 1e7;

/// A direction of the search: from the cube, or from its inverse.
struct Direction {
    root: Node,
    /// Whether the root is the inverse of the cube. Its solutions are inverted before they are returned.
    is_inverse: bool,
}

/// One iteration: the search for solutions of one length.
#[derive(Clone, Copy)]
struct Iteration<'a> {
    length: u8,
    /// The expected number of nodes.
    expected_nodes: f64,
    /// The number of solutions after which the iteration ends.
    solution_count: usize,
    /// Equivalent prefixes, of which only the first is searched.
    prefix_equivalence: Option<&'a Equivalence>,
}

/// A source of upper bounds: another solver, which may find a solution of a length sooner than the search does.
pub trait UpperBound: Sync {
    /// Returns a solution of at most `length` moves if it finds one soon. No shorter solution exists, and the search
    /// would expand about `nodes` nodes. Gives up when `superseded` is cancelled.
    fn upper_bound(&self, cube: &Cube, length: u8, nodes: f64, superseded: &CancelToken)
    -> Option<Vec<Move>>;
}

/// The number and kind of the optimal solutions wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionRequest {
    /// The number of optimal solutions, at least one.
    pub solutions: usize,
    /// Whether equivalent solutions (see [`Equivalence`]) count as one.
    pub up_to_symmetry: bool,
}

impl Default for SolutionRequest {
    fn default() -> SolutionRequest {
        SolutionRequest { solutions: 1, up_to_symmetry: false }
    }
}

/// The optimal solutions of a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimalSolutions {
    /// The number of moves (HTM).
    pub length: u8,
    /// The solutions in canonical order, each replayed on the cube: as many as were wanted, or all. If more exist,
    /// several threads may find different ones in each run.
    pub solutions: Vec<Vec<Move>>,
    /// The node counts of the search: equal in every run on one thread.
    pub counts: Counts,
}

/// A solver that finds optimal solutions with a table of coset distances.
pub struct Optimal {
    table: Arc<CosetTable>,
    space: CubeSpace,
    /// The space of long searches, made for the first of them.
    long_search_space: OnceLock<CubeSpace>,
    /// Locked by the thread that makes `long_search_space`.
    construction: Mutex<()>,
    order: MoveOrder,
    /// The group that the moves generate, unless these are all moves.
    group: Option<Group>,
    /// The maximum length of an optimal solution with these moves.
    max_length: u8,
    limit: NodeLimit,
}

impl Optimal {
    /// Creates a solver with all moves.
    pub fn new(table: Arc<CosetTable>) -> Optimal {
        Optimal::within(table, (1 << Move::COUNT) - 1).expect("all turns of each face")
    }

    /// Creates a solver whose solutions have only the moves `moves`, bit `m` for move `m`, and are optimal among those.
    ///
    /// The distances of the table remain lower bounds. Solutions may be longer than with all moves, and longer
    /// solutions take longer to find.
    ///
    /// # Errors
    /// If the set has a quarter turn of a face, but not all turns of it.
    pub fn within(table: Arc<CosetTable>, moves: u32) -> Result<Optimal, UnfitMoves> {
        let has = |m: Move| moves >> m.index() & 1 == 1;
        move_order::check_faces(moves)?;
        let order = move_order::canonical().restricted_to(moves.into());
        let has_all = Move::all().all(has);
        let limit = NodeLimit::new(MAX_NODES);
        if has_all {
            limit.lift();
        }
        Ok(Optimal {
            space: CubeSpace::new(Arc::clone(&table), BALL_RADIUS),
            table,
            long_search_space: OnceLock::new(),
            construction: Mutex::new(()),
            order,
            group: (!has_all).then(|| Group::generated(Move::all().filter(|m| has(*m)))),
            max_length: if has_all { MAX_LENGTH } else { MAX_LENGTH_WITH_FEWER_MOVES },
            limit,
        })
    }

    /// Returns whether solutions may have any moves.
    pub fn has_all_moves(&self) -> bool {
        self.group.is_none()
    }

    /// Sets the check of the table, which runs once, when the search of a cube expands many nodes. If the table is not
    /// intact, the search fails with [`Unsolved::TooManyNodes`].
    ///
    /// Without a check, a search with all moves has no limit, since hard cubes take billions of nodes; a search with
    /// some of the moves fails at the limit.
    #[must_use]
    pub fn checking_tables(mut self, check: TableCheck) -> Optimal {
        self.limit = NodeLimit::new(MAX_NODES);
        self.limit.set_check(check, MAX_NODES);
        self
    }

    /// Allows searches any number of nodes from now on, for a caller that has verified the table after
    /// [`Unsolved::TooManyNodes`].
    pub fn lift_node_limit(&self) {
        self.limit.lift();
    }

    /// Solves a cube on this thread.
    ///
    /// # Errors
    /// If the table is or may be damaged, the moves do not generate the cube, or there is no solution within the limits.
    pub fn solve(
        &self,
        cube: &Cube,
        solution_request: &SolutionRequest,
        limits: &Limits,
    ) -> Result<OptimalSolutions, Unsolved> {
        self.solve_shared(cube, solution_request, limits, None, &Threads::single())
    }

    /// Solves a cube on several threads. If a single solution is wanted, it may come from `upper_bound`. The budget of
    /// processor time is ignored, since it is that of one thread.
    ///
    /// # Errors
    /// As [`Optimal::solve`].
    pub fn solve_shared(
        &self,
        cube: &Cube,
        solution_request: &SolutionRequest,
        limits: &Limits,
        upper_bound: Option<&dyn UpperBound>,
        threads: &Threads,
    ) -> Result<OptimalSolutions, Unsolved> {
        let stop = limits.cancel.child_within(limits.wall_time);
        let result = Mutex::new(None);
        let is_started = AtomicBool::new(false);
        let pool = Arc::new(Pool::new(threads));
        let result_ref = &result;
        let (stop_ref, request) = (&stop, (solution_request, limits));
        pool.work_on_threads(JOBS_PER_THREAD, stop_ref, |_, _| {
            if is_started.swap(true, Ordering::Relaxed) {
                return WorkStatus::Over;
            }
            let pool_of_job = Arc::clone(&pool);
            pool.add(async move {
                let solved = self.search(cube, request, upper_bound, &pool_of_job, stop_ref).await;
                *result_ref.lock().expect("nothing panics with the lock") = Some(solved);
            });
            WorkStatus::Over
        });
        drop(pool);
        let result = result.into_inner().expect("nothing panics with the lock");
        match result.unwrap_or(Err(Unsolved::Cancelled)) {
            Err(Unsolved::Cancelled) if !limits.cancel.is_cancelled() => {
                Err(Unsolved::Budget { max_length: limits.max_length })
            }
            Err(Unsolved::Budget { .. }) => Err(Unsolved::Budget { max_length: limits.max_length }),
            result => result,
        }
    }

    async fn search<'s>(
        &'s self,
        cube: &'s Cube,
        (request, limits): (&SolutionRequest, &Limits),
        upper_bound: Option<&'s dyn UpperBound>,
        pool: &Arc<Pool<'s>>,
        stop: &CancelToken,
    ) -> Result<OptimalSolutions, Unsolved> {
        if self.group.as_ref().is_some_and(|group| !group.contains(cube)) {
            return Err(Unsolved::NotInGroup);
        }
        let mut direction = Direction { root: self.space.root(cube), is_inverse: false };
        let mut has_compared = false;
        let solution_count = request.solutions.max(1);
        // With as many solutions for each symmetry, at least `solution_count` are not equivalent.
        let symmetries = Equivalence::new(cube);
        let equivalence = (request.up_to_symmetry && solution_count > 1).then(|| symmetries.clone());
        // A symmetry that maps the cube to itself does so with its inverse: the prefixes hold for both directions.
        let prefixes = symmetries.restricted_to(self.order.after(None) as u32);
        let prefixes = (request.up_to_symmetry || solution_count == 1)
            .then_some(&prefixes)
            .filter(|equivalence| equivalence.count() > 1);
        let solutions_to_find = equivalence
            .as_ref()
            .map_or(solution_count, |equivalence| solution_count.saturating_mul(equivalence.count()));
        let upper_bound = upper_bound.filter(|_| solution_count == 1);
        let mut counts = Counts::default();
        let mut last_counts = Counts::default();
        let budget = limits.nodes.unwrap_or(u64::MAX);
        let max_length = limits.max_length.unwrap_or(u8::MAX);
        let mut deepening = Deepening::new(
            self.space.lower_bound(&direction.root),
            &Limits::at_most(max_length.min(self.max_length)),
        );
        while let Ok(length) = deepening.next_length() {
            let expected_nodes = last_counts.expanded as f64 * BRANCHING_FACTOR;
            let side_search = upper_bound.map(|upper_bound| -> SideSearch<'s> {
                let find = move |superseded: &CancelToken| {
                    upper_bound.upper_bound(cube, length, expected_nodes, superseded)
                };
                let is_right = move |moves: &Vec<Move>| self.is_solution(cube, moves, length);
                let is_inverse = direction.is_inverse;
                let path = move |moves: Vec<Move>| {
                    let path: Vec<u8> = moves.iter().map(|m| m.index() as u8).collect();
                    if is_inverse { self.inverted(&path) } else { path }
                };
                Box::new(move |superseded| find(superseded).filter(is_right).map(path))
            });
            let iteration = Iteration {
                length,
                expected_nodes,
                solution_count: solutions_to_find,
                prefix_equivalence: prefixes,
            };
            let (paths, iteration_counts) = self
                .solutions(&direction, iteration, side_search, (pool, stop), (counts.expanded, budget))
                .await?;
            last_counts = iteration_counts;
            counts += iteration_counts;
            if !paths.is_empty() {
                let mut solutions = replay(cube, &paths, length)?;
                if let Some(equivalence) = &equivalence {
                    solutions = equivalence.distinct(solutions);
                }
                solutions.truncate(solution_count);
                return Ok(OptimalSolutions { length, solutions, counts });
            }
            if !has_compared && iteration_counts.expanded > MIN_NODES_TO_COMPARE {
                // The direction with fewer look-ups is mostly the same for all lengths.
                has_compared = true;
                let opposite =
                    Direction { root: self.space.root(&cube.inverse()), is_inverse: !direction.is_inverse };
                let (_, iteration_counts) = self
                    .solutions(&opposite, iteration, None, (pool, stop), (counts.expanded, budget))
                    .await?;
                counts += iteration_counts;
                if iteration_counts.probes < last_counts.probes {
                    (direction, last_counts) = (opposite, iteration_counts);
                }
            }
        }
        if max_length >= self.max_length {
            Err(Unsolved::Table)
        } else {
            Err(Unsolved::None { max_length: limits.max_length })
        }
    }

    /// Returns the space of long searches, or `None` if `stop` was set while it was made.
    fn long_search_space(&self, stop: &CancelToken) -> Option<&CubeSpace> {
        // One thread makes it. If that thread is stopped, the next one starts again.
        let _construction = self.construction.lock();
        if self.long_search_space.get().is_none() {
            let space = CubeSpace::new_until(Arc::clone(&self.table), BALL_RADIUS_FOR_LONG, stop)?;
            return Some(self.long_search_space.get_or_init(|| space));
        }
        self.long_search_space.get()
    }

    /// Returns whether these are `length` of the solver's moves and solve the cube.
    fn is_solution(&self, cube: &Cube, moves: &[Move], length: u8) -> bool {
        let has = |m: &Move| self.order.after(None) >> m.index() & 1 == 1;
        moves.len() == usize::from(length) && moves.iter().all(has) && cube.apply(moves) == Cube::SOLVED
    }

    /// Returns the inverse of a path, in canonical order.
    fn inverted(&self, path: &[u8]) -> Vec<u8> {
        let inverse = |m: &u8| Move::from_index(usize::from(*m)).inverse().index() as u8;
        let mut path: Vec<u8> = path.iter().rev().map(inverse).collect();
        for i in 1..path.len() {
            // Turns of opposite faces may be in the wrong order.
            if self.order.after(Some(path[i - 1])) >> path[i] & 1 == 0 {
                path.swap(i - 1, i);
            }
        }
        path
    }

    /// Runs one iteration. Returns at least `solution_count` solutions, or all if there are fewer, and the node counts.
    async fn solutions<'s>(
        &'s self,
        direction: &Direction,
        iteration: Iteration<'_>,
        side_search: Option<SideSearch<'s>>,
        (pool, stop): (&Arc<Pool<'s>>, &CancelToken),
        (spent, budget): (u64, u64),
    ) -> Result<(Vec<Vec<u8>>, Counts), Unsolved> {
        let Iteration { length, expected_nodes, solution_count, prefix_equivalence } = iteration;
        let invert_paths = |paths: &mut [Vec<u8>]| {
            if direction.is_inverse {
                paths.iter_mut().for_each(|path| *path = self.inverted(path));
            }
        };
        // If no thread is idle, the side search comes first: it may make the rest unnecessary.
        let is_alone = !pool.has_idle_threads();
        let (before, side_search) = if is_alone { (side_search, None) } else { (None, side_search) };
        if let Some(path) = before.and_then(|side_search| side_search(stop)) {
            let mut paths = vec![path];
            invert_paths(&mut paths);
            return Ok((paths, Counts::default()));
        }
        let is_long = expected_nodes >= LONG_SEARCH_NODES;
        let space =
            if is_long { self.long_search_space(stop).ok_or(Unsolved::Cancelled)? } else { &self.space };
        let min_length_to_split =
            if prefix_equivalence.is_some() { SPLIT_DEPTH + 1 } else { MIN_LENGTH_TO_SPLIT };
        let split_depth = if length >= min_length_to_split { SPLIT_DEPTH } else { 0 };
        let splits_again = expected_nodes >= MIN_NODES_TO_SPLIT_AGAIN;
        let unsplit_depth = length - split_depth - u8::from(splits_again);
        let mut search = Search::new(&self.order);
        search.start(space, &direction.root, &[], length, length - split_depth);
        let mut roots = Vec::new();
        while search.next().await {
            roots.extend(search.leaf().map(|(path, node)| (Path::new(path), *node)));
        }
        let mut counts = Counts::new(&search);
        if let Some(equivalence) = prefix_equivalence.filter(|_| split_depth > 0) {
            roots.retain(|(path, _)| equivalence.is_first(&moves(path)));
        }
        // The most promising come first. A subproblem that is yet to be split may have children that are nearer by one look-up.
        let lead = 1i64 << (self.table.max_distance() - 1);
        let estimate = move |node: &Node, depth: u8| {
            node.estimate() as i64 - if depth > unsplit_depth { lead } else { 0 }
        };
        let split_policy = SplitPolicy { unsplit_depth, estimate: Box::new(estimate) };
        let limit = (&self.limit, spent + counts.expanded);
        let mut frontier = SharedFrontier::new(space, roots, length - split_depth, split_policy, limit).await;
        (frontier.solution_count, frontier.budget) = (solution_count, budget);
        frontier.is_done = stop.child();
        let mut searches = InterleavedSearch::new(&self.order, INTERLEAVED);
        let given_up = |reason| match reason {
            GivenUp::TooManyNodes => Unsolved::TooManyNodes { nodes: self.limit.max_nodes },
            GivenUp::Budget => Unsolved::Budget { max_length: None },
        };
        let (mut paths, frontier_counts) =
            frontier.solutions(&mut searches, side_search, Some(pool)).await.map_err(given_up)?;
        counts += frontier_counts;
        invert_paths(&mut paths);
        Ok((paths, counts))
    }
}

/// Converts a path to moves.
fn moves(path: &[u8]) -> Vec<Move> {
    path.iter().map(|m| Move::from_index(usize::from(*m))).collect()
}

/// Replays paths on the cube, so that no answer rests on the table alone. Returns the solutions in canonical order.
fn replay(cube: &Cube, paths: &[Vec<u8>], length: u8) -> Result<Vec<Vec<Move>>, Unsolved> {
    let mut solutions = Vec::with_capacity(paths.len());
    for path in paths {
        let moves = moves(path);
        if moves.len() != usize::from(length) || cube.apply(&moves) != Cube::SOLVED {
            return Err(Unsolved::Table);
        }
        solutions.push(moves);
    }
    solutions.sort_unstable();
    Ok(solutions)
}
