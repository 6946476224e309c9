//! Iterative deepening: searches for solutions of one length after another, within limits.

use crate::limits::{Limits, Meter, Stopped};
use crate::move_order::MoveOrder;
use crate::pool::run_alone;
use crate::search::Search;
use crate::space::Space;

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves from the root to the goal.
    pub moves: Vec<u8>,
    /// The number of nodes expanded by the whole search.
    pub nodes: u64,
}

/// The lengths of an iterative deepening, with the budget of all its iterations.
///
/// [`ida_star`] searches one root for one solution. A search of several roots, or for more solutions, takes its lengths
/// from here and runs the iterations itself:
///
/// ```
/// use cubiform_search::{Deepening, Limits, Search, SimpleSpace, run_alone};
///
/// /// The integers, with the moves +1 and -1. The goal is 0.
/// struct Integers;
/// # impl SimpleSpace for Integers {
/// #     type State = i32;
/// #     fn move_count(&self) -> usize { 2 }
/// #     fn apply(&self, n: &i32, m: u8) -> Option<i32> { Some(if m == 0 { n + 1 } else { n - 1 }) }
/// #     fn lower_bound(&self, n: &i32) -> u8 { n.unsigned_abs() as u8 }
/// #     fn is_goal(&self, n: &i32) -> bool { *n == 0 }
/// # }
///
/// // The root that is nearest to the goal.
/// let roots = [12, -5, 7];
/// let order = Integers.order();
/// let mut search = Search::new(&order);
/// let mut deepening = Deepening::new(0, &Limits::default());
/// let nearest = 'lengths: loop {
///     let length = deepening.next_length()?;
///     for root in roots {
///         search.start(&Integers, &root, &[], length, 0);
///         if run_alone(search.next_solution_within(deepening.meter()))?.is_some() {
///             break 'lengths root;
///         }
///     }
/// };
/// assert_eq!(nearest, -5);
/// # Ok::<(), cubiform_search::Stopped>(())
/// ```
#[derive(Debug)]
pub struct Deepening {
    /// The length of the next iteration, or `None` after the last possible one.
    next: Option<u8>,
    max_length: u8,
    meter: Meter,
}

impl Deepening {
    /// Creates the lengths from `lower_bound` to the maximum length of `limits`, and starts to measure the budget.
    pub fn new(lower_bound: u8, limits: &Limits) -> Deepening {
        let max_length = limits.max_length.unwrap_or(u8::MAX);
        Deepening { next: Some(lower_bound), max_length, meter: Meter::new(limits) }
    }

    /// Returns the length of the next iteration: first the lower bound, and then always one more.
    ///
    /// # Errors
    /// If the next length exceeds the maximum, the budget is spent or the search is cancelled.
    pub fn next_length(&mut self) -> Result<u8, Stopped> {
        self.meter.check()?;
        let max_length = self.max_length;
        let length =
            self.next.filter(|length| *length <= max_length).ok_or(Stopped::NoSolution { max_length })?;
        self.next = length.checked_add(1);
        Ok(length)
    }

    /// Omits the iterations of lengths below `lower_bound`, in which nothing can be found.
    pub fn raise_to(&mut self, lower_bound: u8) {
        self.next = self.next.map(|next| next.max(lower_bound));
    }

    /// Returns the meter of all iterations.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// Returns the number of nodes that all iterations expanded.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}

/// Returns a shortest solution of `root` by iterative deepening (IDA*), on the calling thread.
///
/// The first length is the [lower bound](Space::lower_bound) of the root. Without a maximum length and without a budget,
/// the search of a root that cannot be solved goes on until it is cancelled. [`Limits::first`] has no effect: the first
/// solution is a shortest one.
///
/// # Errors
/// If there is no solution within the limits.
pub fn ida_star<S: Space>(
    space: &S,
    order: &MoveOrder,
    root: &S::Node,
    limits: &Limits,
) -> Result<Solution, Stopped> {
    let mut solutions = shortest_solutions(space, order, root, 1, limits)?;
    Ok(solutions.pop().expect("a search without a solution fails"))
}

/// Returns up to `count` shortest solutions of `root`, at least one, in canonical order. All have the same length. If
/// the budget is spent after some were found, returns those.
///
/// It searches like [`ida_star`].
///
/// # Errors
/// If there is no solution within the limits, or the search was cancelled.
pub fn shortest_solutions<S: Space>(
    space: &S,
    order: &MoveOrder,
    root: &S::Node,
    count: usize,
    limits: &Limits,
) -> Result<Vec<Solution>, Stopped> {
    let mut search = Search::new(order);
    let mut deepening = Deepening::new(space.lower_bound(root), limits);
    let mut paths = Vec::new();
    while paths.is_empty() {
        search.start(space, root, &[], deepening.next_length()?, 0);
        while paths.len() < count.max(1) {
            match run_alone(search.next_solution_within(deepening.meter())) {
                Ok(Some(moves)) => paths.push(moves),
                Ok(None) => break,
                Err(Stopped::Budget) if !paths.is_empty() => break,
                Err(stopped) => return Err(stopped),
            }
        }
    }
    let nodes = deepening.nodes();
    Ok(paths.into_iter().map(|moves| Solution { moves, nodes }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simple::SimpleSpace;
    use cubiform_threads::CancelToken;

    /// The points of a grid with a move in each of four directions. Some points are walls.
    struct Grid {
        is_wall: fn(i32, i32) -> bool,
    }

    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

    impl SimpleSpace for Grid {
        type State = (i32, i32);

        fn move_count(&self) -> usize {
            STEPS.len()
        }

        fn apply(&self, (x, y): &(i32, i32), m: u8) -> Option<(i32, i32)> {
            let (x, y) = (x + STEPS[usize::from(m)].0, y + STEPS[usize::from(m)].1);
            (!(self.is_wall)(x, y)).then_some((x, y))
        }

        fn lower_bound(&self, (x, y): &(i32, i32)) -> u8 {
            (x.unsigned_abs() + y.unsigned_abs()) as u8
        }

        fn is_goal(&self, point: &(i32, i32)) -> bool {
            *point == (0, 0)
        }

        fn may_follow(&self, first: u8, second: u8) -> bool {
            second != (first + 2) % 4
        }
    }

    const OPEN: Grid = Grid { is_wall: |_, _| false };
    /// A wall of three points beside the goal: the detour has four more moves.
    const WALL: Grid = Grid { is_wall: |x, y| x == 1 && y.abs() <= 1 };
    /// The goal cannot be reached.
    const CLOSED: Grid = Grid { is_wall: |x, y| x.abs() + y.abs() == 1 };

    fn solve(grid: &Grid, root: (i32, i32), limits: &Limits) -> Result<Solution, Stopped> {
        ida_star(grid, &grid.order(), &root, limits)
    }

    #[test]
    fn ida_star_returns_a_shortest_path_from_the_root_to_the_goal() {
        for (grid, root, length) in
            [(OPEN, (0, 0), 0), (OPEN, (3, -2), 5), (WALL, (2, 0), 6), (WALL, (4, 3), 7)]
        {
            let solution = solve(&grid, root, &Limits::default()).unwrap();
            assert_eq!(solution.moves.len(), length);
            let end = solution.moves.iter().try_fold(root, |point, m| grid.apply(&point, *m));
            assert_eq!(end, Some((0, 0)));
            assert_eq!(solution.nodes > 0, length > 0);
        }
    }

    #[test]
    fn ida_star_returns_why_it_found_nothing() {
        let short = Stopped::NoSolution { max_length: 5 };
        assert_eq!(solve(&WALL, (2, 0), &Limits::at_most(5)), Err(short));
        assert_eq!(
            solve(&OPEN, (6, 0), &Limits::at_most(5)),
            Err(short),
            "the lower bound exceeds the maximum"
        );
        assert_eq!(short.to_string(), "there is no solution of at most 5 moves");
        assert_eq!(solve(&WALL, (2, 0), &Limits::at_most(6)).unwrap().moves.len(), 6);
        let nodes = Limits { nodes: Some(1000), ..Limits::default() };
        assert_eq!(solve(&CLOSED, (2, 0), &nodes), Err(Stopped::Budget));
        let cancelled = Limits { cancel: CancelToken::cancelled(), ..nodes.clone() };
        assert_eq!(solve(&CLOSED, (2, 0), &cancelled), Err(Stopped::Cancelled));
        let time = Limits { wall_time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert_eq!(solve(&CLOSED, (2, 0), &time), Err(Stopped::Budget));
    }

    #[test]
    fn shortest_solutions_are_distinct_and_complete() {
        let all = |count, limits: &Limits| shortest_solutions(&OPEN, &OPEN.order(), &(4, 4), count, limits);
        let solutions = all(usize::MAX, &Limits::default()).unwrap();
        assert_eq!(solutions.len(), 70, "4 of 8 moves are along x");
        assert!(solutions.is_sorted_by(|a, b| a.moves < b.moves && a.nodes == b.nodes));
        let some = all(5, &Limits::default()).unwrap();
        assert!(some.iter().map(|s| &s.moves).eq(solutions[..5].iter().map(|s| &s.moves)));
        assert_eq!(all(0, &Limits::default()).unwrap().len(), 1);
        // A spent budget keeps what was found.
        let half = Limits { nodes: Some(solutions[0].nodes / 2), ..Limits::default() };
        let some = all(usize::MAX, &half).unwrap();
        assert!(!some.is_empty() && some.len() < solutions.len());
    }

    #[test]
    fn nodes_are_those_of_all_iterations() {
        let order = WALL.order();
        let mut search = Search::new(&order);
        let mut expanded = 0;
        for length in [2, 3, 4, 5, 6] {
            search.start(&WALL, &(2, 0), &[], length, 0);
            run_alone(search.next_solution());
            expanded += search.expanded();
        }
        let solution = solve(&WALL, (2, 0), &Limits::default()).unwrap();
        assert_eq!(solution.nodes, expanded);
        // A budget is spent when its last node is expanded.
        let budget = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(solve(&WALL, (2, 0), &budget(expanded)), Err(Stopped::Budget));
        assert_eq!(solve(&WALL, (2, 0), &budget(expanded + 1)), Ok(solution));
    }

    #[test]
    fn search_that_spent_its_budget_can_be_continued() {
        let order = OPEN.order();
        let mut search = Search::new(&order);
        search.start(&OPEN, &(4, 4), &[], 8, 0);
        let (mut count, mut pauses) = (0, 0);
        loop {
            let mut meter = Meter::new(&Limits { nodes: Some(1), ..Limits::default() });
            match run_alone(search.next_solution_within(&mut meter)) {
                Ok(Some(_)) => count += 1,
                Ok(None) => break,
                Err(stopped) => {
                    assert_eq!(stopped, Stopped::Budget);
                    pauses += 1;
                }
            }
        }
        assert_eq!(count, 70);
        assert!(pauses > 70, "{pauses}");
    }

    #[test]
    fn lengths_rise_from_the_lower_bound_to_the_maximum() {
        let mut deepening = Deepening::new(3, &Limits::at_most(8));
        assert_eq!(deepening.next_length(), Ok(3));
        assert_eq!(deepening.next_length(), Ok(4));
        deepening.raise_to(7);
        deepening.raise_to(2);
        assert_eq!(deepening.next_length(), Ok(7));
        assert_eq!(deepening.next_length(), Ok(8));
        assert_eq!(deepening.next_length(), Err(Stopped::NoSolution { max_length: 8 }));
        let mut last = Deepening::new(u8::MAX, &Limits::default());
        assert_eq!(last.next_length(), Ok(u8::MAX));
        assert_eq!(last.next_length(), Err(Stopped::NoSolution { max_length: u8::MAX }));
    }

    #[test]
    fn search_within_a_meter_can_run_on_another_thread() {
        fn is_send<T: Send>(_: T) {}
        let order = OPEN.order();
        let mut search = Search::<Grid>::new(&order);
        let mut deepening = Deepening::new(0, &Limits::default());
        is_send(search.next_solution_within(deepening.meter()));
    }
}
