//! The solver: lengths refuted one after the other, each in parts that threads share, the likeliest first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use cubiform_cube::group::Group;
use cubiform_cube::{Cube, Move};
use cubiform_search::{InterleavedSearch, MoveOrder, Path, Pool, Search, WorkStatus, run_alone};
use cubiform_tables::cosets::CosetTable;

use super::equivalence::Equivalence;
use super::space::{CubeSpace, Node};
use crate::move_order;
use crate::node_limit::{NodeLimit, TableCheck};
use crate::parallel::shared_frontier::{
    BRANCHING_FACTOR, SharedFrontier, SideSearch, SplitPolicy, TooManyNodes,
};
use crate::parallel::work_sharing::{Counts, JOBS_PER_THREAD};

/// No cube needs more (Rokicki, Kociemba, Davidson, Dethridge 2010): a search that gets here has a damaged table.
const MAX_LENGTH: u8 = 20;

/// With some of the moves more of them may be needed: for most sets nobody knows how many. Whether a search for more than
/// with all moves goes on depends on its tables, which are checked.
const MAX_LENGTH_WITH_FEWER_MOVES: u8 = u8::MAX;

/// Nodes that the search of a cube expands before the table is checked: about a minute of one core.
const MAX_NODES: u64 = 100_000_000;

/// A search is split into parts after so many moves, if as many are left; one that is long after one more: that many parts are a
/// hundred megabytes, but the part that has a solution comes the sooner the more is known of each.
const SPLIT_DEPTH: u8 = 4;
const SPLIT_DEPTH_FOR_LONG: u8 = 5;
const MIN_LENGTH_TO_SPLIT: u8 = 12;

/// How many parts a thread searches in turns.
const INTERLEAVED: usize = 4;

/// When a length has taken so many nodes it is searched from the other end, too, and those after it from where that took less.
const MIN_NODES_TO_COMPARE: u64 = 10_000;

/// How near cubes are that a filter tells from others; and in searches of so many nodes, which are worth the third of a second that
/// it takes to make that filter.
const BALL_RADIUS: u8 = 5;
const BALL_RADIUS_FOR_LONG: u8 = 6;
const LONG_SEARCH_NODES: f64 = 1e7;

/// From which end of its solutions a cube is searched.
struct Direction {
    root: Node,
    /// From the last move, undone, to the first: as the inverse's are from the first.
    is_inverse: bool,
}

/// What is looked for among all paths of a length.
#[derive(Clone, Copy)]
struct Iteration<'a> {
    length: u8,
    /// How many nodes that will take, about.
    expected_nodes: f64,
    /// So many solutions, if there are as many.
    wanted: usize,
    /// Of beginnings that are alike only the first is gone on from.
    prefix_equivalence: Option<&'a Equivalence>,
}

/// What may come upon a solution sooner than a search of all that are as long.
pub trait UpperBound: Sync {
    /// A solution of at most `length` moves, none being shorter, if one is found soon: the search would expand about
    /// `nodes`. Gives up when `over` is set.
    fn upper_bound(&self, cube: &Cube, length: u8, nodes: f64, superseded: &AtomicBool) -> Option<Vec<Move>>;
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many optimal solutions are wanted, at least one.
    pub solutions: usize,
    /// Whether of solutions that are [`Equivalence`] the first stands for all.
    pub up_to_symmetry: bool,
    /// The longest solution that is of use. With all moves no cube needs more than twenty.
    pub max_length: u8,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { solutions: 1, up_to_symmetry: false, max_length: u8::MAX }
    }
}

/// The optimal solutions of a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How many moves, HTM.
    pub length: u8,
    /// Solutions in canonical order, as many as were wanted and there are; each has been replayed on the cube. Which
    /// they are of more than were wanted may be another matter on several threads.
    pub solutions: Vec<Vec<Move>>,
    /// What the search took: the same in every run of one thread.
    pub counts: Counts,
}

/// Why a cube was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table contradicts itself or the cube.
    #[error("the table of the optimal solver contradicts itself or the cube: its file is damaged")]
    Table,
    /// The search took more nodes than it should with an intact table.
    #[error("the search was given up after {nodes} nodes: the table of the optimal solver may be damaged")]
    TooManyNodes {
        /// The nodes that it may take.
        nodes: u64,
    },
    /// There is no solution of as few moves as asked.
    #[error("no solution has {max_length} moves or fewer")]
    NoSolution {
        /// The most moves that were asked for.
        max_length: u8,
    },
    /// The solver's moves do not make this cube of the solved one.
    #[error("these moves never solve it")]
    NotInGroup,
    /// It was stopped.
    #[error("stopped")]
    Cancelled,
}

/// Finds optimal solutions, with a table of cosets.
pub struct Optimal<'t> {
    table: &'t CosetTable,
    space: CubeSpace<'t>,
    /// That for long searches, made when there is one.
    long_search_space: OnceLock<CubeSpace<'t>>,
    construction: Mutex<()>,
    order: MoveOrder,
    /// What its moves make, unless it has all of them.
    group: Option<Group>,
    /// No cube needs more moves.
    max_length: u8,
    limit: NodeLimit,
}

impl<'t> Optimal<'t> {
    /// A solver with this table.
    pub fn new(table: &'t CosetTable) -> Optimal<'t> {
        Optimal::within(table, (1 << Move::COUNT) - 1)
    }

    /// A solver that makes some moves only, bit `m` of `moves` for move `m`: the fewest of those.
    ///
    /// With fewer moves the table's bounds are bounds still, but more moves may be needed than with all, and the search
    /// takes the longer the more of them there are.
    ///
    /// # Panics
    /// If of some face a quarter turn is among them and another turn is not. The canonical order makes the other turns
    /// of a face one move, not several.
    pub fn within(table: &'t CosetTable, moves: u32) -> Optimal<'t> {
        let has = |m: Move| moves >> m.index() & 1 == 1;
        move_order::check_faces(moves);
        let order = move_order::canonical().restricted_to(moves.into());
        let has_all = Move::all().all(has);
        let limit = NodeLimit::new(MAX_NODES);
        if has_all {
            limit.lift();
        }
        Optimal {
            table,
            space: CubeSpace::new(table, BALL_RADIUS),
            long_search_space: OnceLock::new(),
            construction: Mutex::new(()),
            order,
            group: (!has_all).then(|| Group::generated(Move::all().filter(|m| has(*m)))),
            max_length: if has_all { MAX_LENGTH } else { MAX_LENGTH_WITH_FEWER_MOVES },
            limit,
        }
    }

    /// Has `check` called when the search of a cube takes many nodes, once: whether the table is intact. If it is not, the
    /// search ends with [`SolveError::Table`].
    ///
    /// Without a check a search with all moves takes the nodes that it needs, since hard cubes need billions; one with some
    /// of the moves ends with [`SolveError::TooManyNodes`].
    #[must_use]
    pub fn checking_tables(mut self, check: TableCheck) -> Optimal<'t> {
        self.limit = NodeLimit::new(MAX_NODES);
        self.limit.set_check(check, MAX_NODES);
        self
    }

    /// Lets searches take any number of nodes from now on: for a caller that has checked the table after
    /// [`SolveError::TooManyNodes`].
    pub fn lift_node_limit(&self) {
        self.limit.lift();
    }

    /// Solves a cube on this thread.
    ///
    /// # Errors
    /// If the table is damaged, or there is no solution of its moves, or none as short as asked.
    pub fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, SolveError> {
        run_alone(self.search(cube, limits, None, None, &AtomicBool::new(false)))
    }

    /// Solves a cube on `threads` threads, until `stop` is set. Where one solution is wanted, it may come from `hints`.
    ///
    /// # Errors
    /// If the table is damaged, there is no solution of its moves, or none as short as asked, or it was stopped.
    pub fn solve_shared(
        &self,
        cube: &Cube,
        limits: &Limits,
        upper_bound: Option<&dyn UpperBound>,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError> {
        let result = Mutex::new(Err(SolveError::Cancelled));
        let is_started = AtomicBool::new(false);
        let pool = Arc::new(Pool::new(threads.max(1)));
        let result_ref = &result;
        pool.work_on_threads(JOBS_PER_THREAD, stop, |_, _| {
            if is_started.swap(true, Ordering::Relaxed) {
                return WorkStatus::Over;
            }
            let pool_of_job = Arc::clone(&pool);
            pool.add(async move {
                let solved = self.search(cube, limits, upper_bound, Some(&pool_of_job), stop).await;
                *result_ref.lock().expect("nothing panics with the lock") = solved;
            });
            WorkStatus::Over
        });
        drop(pool);
        result.into_inner().expect("nothing panics with the lock")
    }

    async fn search<'s>(
        &'s self,
        cube: &'s Cube,
        limits: &Limits,
        upper_bound: Option<&'s dyn UpperBound>,
        pool: Option<&Arc<Pool<'s>>>,
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError> {
        if self.group.as_ref().is_some_and(|group| !group.contains(cube)) {
            return Err(SolveError::NotInGroup);
        }
        let mut direction = Direction { root: self.space.root(cube), is_inverse: false };
        let mut has_compared = false;
        let wanted = limits.solutions.max(1);
        // So many of which none are alike are among as many times more.
        let symmetries = Equivalence::of(cube);
        let equivalence = (limits.up_to_symmetry && wanted > 1).then(|| symmetries.clone());
        // Beginnings of which some stand for all, from either end: a symmetry that leaves a cube as it is does so with its inverse.
        let prefixes = symmetries.restricted_to(self.order.after(None) as u32);
        let prefixes = (limits.up_to_symmetry || wanted == 1)
            .then_some(&prefixes)
            .filter(|equivalence| equivalence.count() > 1);
        let solutions_to_find =
            equivalence.as_ref().map_or(wanted, |equivalence| wanted.saturating_mul(equivalence.count()));
        let upper_bound = upper_bound.filter(|_| wanted == 1);
        let mut counts = Counts::default();
        let mut last_counts = Counts::default();
        for length in direction.root.lower_bound()..=limits.max_length.min(self.max_length) {
            let expected_nodes = last_counts.expanded as f64 * BRANCHING_FACTOR;
            let side_search = upper_bound.map(|upper_bound| -> SideSearch<'s> {
                let find = move |superseded: &AtomicBool| {
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
            let iteration =
                Iteration { length, expected_nodes, wanted: solutions_to_find, prefix_equivalence: prefixes };
            let (found, iteration_counts) =
                self.solutions(&direction, iteration, side_search, (pool, stop), counts.expanded).await?;
            last_counts = iteration_counts;
            counts += iteration_counts;
            if !found.is_empty() {
                let mut solutions = replay(cube, &found, length)?;
                if let Some(equivalence) = &equivalence {
                    solutions = equivalence.distinct(solutions);
                }
                solutions.truncate(wanted);
                return Ok(Solution { length, solutions, counts });
            }
            if !has_compared && iteration_counts.expanded > MIN_NODES_TO_COMPARE {
                // Which end has less to search is much the same for all lengths.
                has_compared = true;
                let opposite =
                    Direction { root: self.space.root(&cube.inverse()), is_inverse: !direction.is_inverse };
                let (_, iteration_counts) =
                    self.solutions(&opposite, iteration, None, (pool, stop), counts.expanded).await?;
                counts += iteration_counts;
                if iteration_counts.probes < last_counts.probes {
                    (direction, last_counts) = (opposite, iteration_counts);
                }
            }
        }
        if limits.max_length >= self.max_length {
            Err(SolveError::Table)
        } else {
            Err(SolveError::NoSolution { max_length: limits.max_length })
        }
    }

    /// The space for long searches; `None` if `stop` was set while it was made.
    fn long_search_space(&self, stop: &AtomicBool) -> Option<&CubeSpace<'t>> {
        // One thread makes it. If that is stopped, the next one begins anew.
        let _construction = self.construction.lock();
        if self.long_search_space.get().is_none() {
            let space = CubeSpace::new_until(self.table, BALL_RADIUS_FOR_LONG, stop)?;
            return Some(self.long_search_space.get_or_init(|| space));
        }
        self.long_search_space.get()
    }

    /// Whether these moves, so many that the solver has, solve the cube.
    fn is_solution(&self, cube: &Cube, moves: &[Move], length: u8) -> bool {
        let has = |m: &Move| self.order.after(None) >> m.index() & 1 == 1;
        moves.len() == usize::from(length) && moves.iter().all(has) && cube.apply(moves) == Cube::SOLVED
    }

    /// The path of the same moves from the other end, in canonical order.
    fn inverted(&self, path: &[u8]) -> Vec<u8> {
        let inverse = |m: &u8| Move::from_index(usize::from(*m)).inverse().index() as u8;
        let mut path: Vec<u8> = path.iter().rev().map(inverse).collect();
        for i in 1..path.len() {
            // Turns of opposite faces, of which one is to come first.
            if self.order.after(Some(path[i - 1])) >> path[i] & 1 == 0 {
                path.swap(i - 1, i);
            }
        }
        path
    }

    /// Some solutions of a length, at least as many as are wanted if there are.
    async fn solutions<'s>(
        &'s self,
        direction: &Direction,
        iteration: Iteration<'_>,
        side_search: Option<SideSearch<'s>>,
        (pool, stop): (Option<&Arc<Pool<'s>>>, &AtomicBool),
        spent: u64,
    ) -> Result<(Vec<Vec<u8>>, Counts), SolveError> {
        let Iteration { length, expected_nodes, wanted, prefix_equivalence } = iteration;
        let invert_paths = |paths: &mut [Vec<u8>]| {
            if direction.is_inverse {
                paths.iter_mut().for_each(|path| *path = self.inverted(path));
            }
        };
        // Without a thread that has nothing else to do this comes first: it may spare all that follows.
        let is_alone = !pool.is_some_and(|pool| pool.has_idle_threads());
        let (before, side_search) = if is_alone { (side_search, None) } else { (None, side_search) };
        if let Some(path) = before.and_then(|side_search| side_search(&AtomicBool::new(false))) {
            let mut found = vec![path];
            invert_paths(&mut found);
            return Ok((found, Counts::default()));
        }
        let is_long = expected_nodes >= LONG_SEARCH_NODES;
        let space =
            if is_long { self.long_search_space(stop).ok_or(SolveError::Cancelled)? } else { &self.space };
        let min_length_to_split =
            if prefix_equivalence.is_some() { SPLIT_DEPTH + 1 } else { MIN_LENGTH_TO_SPLIT };
        let split_depth = match length {
            _ if is_long => SPLIT_DEPTH_FOR_LONG,
            _ if length >= min_length_to_split => SPLIT_DEPTH,
            _ => 0,
        };
        let mut search = Search::new(&self.order);
        search.start(space, &direction.root, &[], length, length - split_depth);
        let mut roots = Vec::new();
        while search.next().await {
            roots.extend(search.leaf().map(|(path, node)| (Path::new(path), *node)));
        }
        let mut counts = Counts::of(&search);
        if let Some(equivalence) = prefix_equivalence.filter(|_| split_depth > 0) {
            roots.retain(|(path, _)| equivalence.is_first(&moves(path)));
        }
        // None is split further: of all that are searched the likeliest come first.
        let split_policy = SplitPolicy {
            unsplit_depth: length - split_depth,
            estimate: Box::new(|node: &Node, _| node.estimate() as i64),
        };
        let limit = (&self.limit, spent + counts.expanded);
        let frontier = SharedFrontier::new(space, roots, length - split_depth, split_policy, limit)
            .await
            .wanting(wanted);
        let mut searches = InterleavedSearch::new(&self.order, INTERLEAVED);
        let given_up = |TooManyNodes| SolveError::TooManyNodes { nodes: self.limit.max_nodes() };
        let (mut found, frontier_counts) =
            frontier.solutions(&mut searches, side_search, pool).await.map_err(given_up)?;
        counts += frontier_counts;
        invert_paths(&mut found);
        Ok((found, counts))
    }
}

/// The moves of a path.
fn moves(path: &[u8]) -> Vec<Move> {
    path.iter().map(|m| Move::from_index(usize::from(*m))).collect()
}

/// Replays the solutions of some paths on the cube: what a table says is never passed on unproven. In canonical order.
fn replay(cube: &Cube, paths: &[Vec<u8>], length: u8) -> Result<Vec<Vec<Move>>, SolveError> {
    let mut solutions = Vec::with_capacity(paths.len());
    for path in paths {
        let moves = moves(path);
        if moves.len() != usize::from(length) || cube.apply(&moves) != Cube::SOLVED {
            return Err(SolveError::Table);
        }
        solutions.push(moves);
    }
    solutions.sort_unstable();
    Ok(solutions)
}
