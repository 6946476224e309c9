//! The limits of a search or of a solver, and the meter that spends them.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use cubiform_threads::CancelToken;
use cubiform_threads::clock::{ThreadTime, WallTime};

/// The limits of one search: the length of its solutions, its budget and its cancellation.
///
/// Without a budget a solver returns its first solution of at most `max_length` moves. With a budget it goes on to
/// shorter solutions until the budget is spent or no shorter one exists, unless `first` is set. If several budgets are
/// given, the first that is spent ends the search.
///
/// ```
/// use std::time::Duration;
/// use cubiform_search::{CancelToken, Limits};
///
/// let process = CancelToken::new();
/// let limits = Limits {
///     max_length: Some(21),
///     cpu_time: Some(Duration::from_millis(100)),
///     cancel: process.child(),
///     ..Limits::default()
/// };
/// assert!(limits.has_budget());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The maximum length of a solution, in moves.
    pub max_length: Option<u8>,
    /// A budget of expanded nodes. With this budget alone, equal tables give equal answers in every run.
    pub nodes: Option<u64>,
    /// A budget of processor time of the thread that searches. WebAssembly has no clock: there such a budget is spent
    /// at once.
    pub cpu_time: Option<Duration>,
    /// A budget of time by the wall clock. WebAssembly has no clock: there such a budget is spent at once.
    pub wall_time: Option<Duration>,
    /// Whether to return the first solution of at most `max_length` moves even if budget is left.
    pub first: bool,
    /// A token that ends the search when it is cancelled. The default is never cancelled.
    pub cancel: CancelToken,
}

impl Limits {
    /// Returns limits without a budget, for solutions of at most `max_length` moves.
    pub fn at_most(max_length: u8) -> Limits {
        Limits { max_length: Some(max_length), ..Limits::default() }
    }

    /// Returns whether there is a budget of nodes or of time.
    pub fn has_budget(&self) -> bool {
        self.nodes.is_some() || self.cpu_time.is_some() || self.wall_time.is_some()
    }
}

/// The number of nodes expanded between two checks of the clocks and of the cancel token.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// A count of the nodes and of the time that a search has spent of its [`Limits`].
///
/// The meter runs from its creation. A meter with a budget of processor time is used on the thread that created it.
///
/// ```
/// use cubiform_search::{Limits, Meter};
///
/// let mut meter = Meter::new(&Limits { nodes: Some(100), ..Limits::default() });
/// assert!(!meter.spend(60));
/// assert!(meter.spend(60));
/// assert_eq!((meter.nodes(), meter.is_cancelled()), (120, false));
/// ```
#[derive(Debug)]
pub struct Meter {
    cancel: CancelToken,
    max_nodes: Option<u64>,
    /// The budget of processor time and its start.
    cpu_time: Option<(Duration, ThreadTime)>,
    /// The budget of the wall clock's time and its start.
    wall_time: Option<(Duration, WallTime)>,
    nodes: u64,
    next_check: u64,
}

impl Meter {
    /// Starts to measure.
    pub fn new(limits: &Limits) -> Meter {
        let mut meter = Meter {
            cancel: limits.cancel.clone(),
            max_nodes: limits.nodes,
            cpu_time: limits.cpu_time.map(|budget| (budget, ThreadTime::now())),
            wall_time: limits.wall_time.map(|budget| (budget, WallTime::now())),
            nodes: 0,
            next_check: 0,
        };
        meter.schedule_check();
        meter
    }

    /// Sets the number of nodes at which the next check is due.
    fn schedule_check(&mut self) {
        self.next_check = self.max_nodes.unwrap_or(u64::MAX).min(self.nodes + NODES_BETWEEN_CHECKS);
    }

    /// Returns the number of nodes expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds expanded nodes. Returns whether the search must end, because a budget is spent or because the search is
    /// cancelled. The clocks and the cancel token are read only once in a few hundred nodes.
    #[inline(always)]
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.nodes >= self.next_check && self.must_end_now()
    }

    #[cold]
    fn must_end_now(&mut self) -> bool {
        self.schedule_check();
        self.must_end()
    }

    /// Returns an error if the search must end. Reads the clocks and the cancel token.
    ///
    /// # Errors
    /// If the search is cancelled or a budget is spent.
    pub fn check(&self) -> Result<(), Stopped> {
        match (self.is_cancelled(), self.is_spent()) {
            (true, _) => Err(Stopped::Cancelled),
            (false, true) => Err(Stopped::Budget),
            (false, false) => Ok(()),
        }
    }

    /// Returns whether a budget is spent or the search is cancelled. Reads the clocks and the cancel token.
    pub fn must_end(&self) -> bool {
        self.check().is_err()
    }

    /// Returns whether the search is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Returns whether a budget is spent. Reads the clocks.
    pub fn is_spent(&self) -> bool {
        self.max_nodes.is_some_and(|max| self.nodes >= max)
            || self.cpu_time.as_ref().is_some_and(|(budget, start)| start.elapsed() >= *budget)
            || self.wall_time.as_ref().is_some_and(|(budget, start)| start.elapsed() >= *budget)
    }

    /// Returns limits with what is left of the budgets, for a part of the search. They have no maximum length.
    pub fn rest(&self) -> Limits {
        Limits {
            nodes: self.max_nodes.map(|max| max.saturating_sub(self.nodes)),
            cpu_time: self.cpu_time.as_ref().map(|(budget, start)| budget.saturating_sub(start.elapsed())),
            wall_time: self.wall_time.as_ref().map(|(budget, start)| budget.saturating_sub(start.elapsed())),
            cancel: self.cancel.clone(),
            ..Limits::default()
        }
    }

    /// Returns the spent share of the budget: the largest share of the budgets given, 1 or more if one is spent, and 0
    /// without a budget. Reads the clocks.
    pub fn spent_share(&self) -> f64 {
        self.spent_share_with(0)
    }

    /// Returns the spent share of the budget like [`spent_share`](Meter::spent_share), including `nodes` that are not
    /// yet added.
    pub fn spent_share_with(&self, nodes: u64) -> f64 {
        let share_of_time =
            |budget: Duration, elapsed: Duration| elapsed.as_secs_f64() / budget.as_secs_f64().max(1e-9);
        let shares = [
            self.max_nodes.map(|max| (self.nodes + nodes) as f64 / max.max(1) as f64),
            self.cpu_time.as_ref().map(|(budget, start)| share_of_time(*budget, start.elapsed())),
            self.wall_time.as_ref().map(|(budget, start)| share_of_time(*budget, start.elapsed())),
        ];
        shares.into_iter().flatten().fold(0.0, f64::max)
    }
}

/// The reason why a search ended without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// No solution is short enough.
    NoSolution {
        /// The maximum length that was allowed.
        max_length: u8,
    },
    /// The budget was spent.
    Budget,
    /// The search was cancelled.
    Cancelled,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::NoSolution { max_length } => {
                let ending = if *max_length == 1 { "" } else { "s" };
                write!(f, "there is no solution of at most {max_length} move{ending}")
            }
            Stopped::Budget => f.write_str("no solution was found before the budget was spent"),
            Stopped::Cancelled => f.write_str("the search was cancelled"),
        }
    }
}

impl Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of nodes after which a meter that is given one node at a time ends the search.
    fn nodes_until_end(limits: &Limits) -> Option<u64> {
        let mut meter = Meter::new(limits);
        (0..2000).any(|_| meter.spend(1)).then(|| meter.nodes())
    }

    #[test]
    fn meter_ends_at_the_exact_number_of_nodes() {
        for nodes in [1, 255, 256, 257, 1000] {
            assert_eq!(nodes_until_end(&Limits { nodes: Some(nodes), ..Limits::default() }), Some(nodes));
        }
        let mut none = Meter::new(&Limits { nodes: Some(0), ..Limits::default() });
        assert!(none.spend(0) && none.is_spent());
        let mut many_at_a_time = Meter::new(&Limits { nodes: Some(1000), ..Limits::default() });
        assert!(!many_at_a_time.spend(999));
        assert!(many_at_a_time.spend(500) && many_at_a_time.spend(0), "it stays spent");
        assert_eq!(nodes_until_end(&Limits::default()), None);
    }

    #[test]
    fn meter_reads_the_clocks_and_the_token_at_intervals() {
        let now = Some(Duration::ZERO);
        let later = Some(Duration::from_secs(3600));
        let cases = [
            (Limits { cpu_time: now, ..Limits::default() }, Some(NODES_BETWEEN_CHECKS)),
            (Limits { wall_time: now, ..Limits::default() }, Some(NODES_BETWEEN_CHECKS)),
            (Limits { cancel: CancelToken::cancelled(), ..Limits::default() }, Some(NODES_BETWEEN_CHECKS)),
            (Limits { cpu_time: later, wall_time: later, ..Limits::default() }, None),
        ];
        for (limits, expected) in cases {
            assert_eq!(nodes_until_end(&limits), expected, "{limits:?}");
            assert_eq!(Meter::new(&limits).must_end(), expected.is_some(), "{limits:?}");
        }
    }

    #[test]
    fn rest_is_the_budget_less_what_is_spent() {
        let limits = Limits { nodes: Some(100), max_length: Some(5), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        meter.spend(60);
        let rest = meter.rest();
        assert_eq!((rest.nodes, rest.max_length, rest.wall_time), (Some(40), None, None));
        meter.spend(60);
        assert_eq!(meter.rest().nodes, Some(0));
        let hour = Limits { wall_time: Some(Duration::from_secs(3600)), ..Limits::default() };
        assert!(Meter::new(&hour).rest().wall_time.is_some_and(|left| left > Duration::from_secs(3000)));
    }

    #[test]
    fn cancelled_meter_has_not_spent_its_budget() {
        let cancel = CancelToken::new();
        let limits = Limits { nodes: Some(10), cancel: cancel.child(), ..Limits::default() };
        let meter = Meter::new(&limits);
        assert!(!meter.must_end());
        cancel.cancel();
        assert!(meter.must_end() && meter.is_cancelled() && !meter.is_spent());
    }

    #[test]
    fn spent_share_is_the_largest_of_all_budgets() {
        assert_eq!(Meter::new(&Limits::default()).spent_share(), 0.0);
        let limits =
            Limits { nodes: Some(100), wall_time: Some(Duration::from_secs(3600)), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        meter.spend(50);
        assert_eq!(meter.spent_share(), 0.5);
        assert!(Meter::new(&Limits { cpu_time: Some(Duration::ZERO), ..limits }).spent_share() >= 0.0);
    }

    #[test]
    fn any_budget_is_a_budget() {
        let time = Some(Duration::ZERO);
        let with = [
            Limits { nodes: Some(1), ..Limits::default() },
            Limits { cpu_time: time, ..Limits::default() },
            Limits { wall_time: time, ..Limits::default() },
        ];
        assert!(with.iter().all(Limits::has_budget));
        assert!(!Limits { first: true, ..Limits::at_most(3) }.has_budget());
    }
}
