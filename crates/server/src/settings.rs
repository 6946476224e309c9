//! The settings of a server: its tables, what it answers, and its limits.

use std::time::Duration;

use cubiform_answers::limits::Limits as RequestLimits;
use cubiform_cube::goal::Variant;
use cubiform_store::Store;
use cubiform_tables::catalogue::Profile;
use cubiform_threads::Threads;
use ipnet::IpNet;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the tables. The server builds none.
    pub store: Store,
    /// The threads that compute: as many for analyses, and as many for all other work.
    pub threads: Threads,
    /// The tables to use: those of this profile, or the full ones of each goal if they are built and the small ones
    /// otherwise.
    pub profile: Option<Profile>,
    /// The goals whose tables are opened, or filled in memory, before the server is ready. A request for another goal
    /// is answered if all of its tables are built.
    pub goals: Vec<Variant>,
    /// Whether solvers, and the tables of the named goals that are not in `goals`, are made in the background once the
    /// server is ready, so that no request waits for them.
    pub warms_up: bool,
    /// Whether optimal solutions of the whole cube are offered, which may take minutes.
    pub allows_optimal: bool,
    /// The origins whose pages may send requests; `*` for all of them. None by default.
    pub cors: Vec<String>,
    /// The names of the server beside `localhost` and its addresses; `*` for all names.
    pub hosts: Vec<String>,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The limits of requests.
    pub limits: Limits,
}

impl Settings {
    /// Creates settings with default limits, for the standard goal.
    pub fn new(store: Store, threads: &Threads) -> Settings {
        Settings {
            store,
            threads: threads.clone(),
            profile: None,
            goals: vec![Variant::std()],
            warms_up: true,
            allows_optimal: false,
            cors: Vec::new(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// The limits of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time within which a single answer must be found.
    pub time: Duration,
    /// The CPU time of a single answer.
    pub cpu_time: Duration,
    /// The CPU time of a batch.
    pub batch_cpu_time: Duration,
    /// The maximum number of cubes of a batch.
    pub cubes: u64,
    /// The maximum number of scrambles that one request generates.
    pub scrambles: u64,
    /// The maximum length of a body, in bytes.
    pub body: usize,
    /// The maximum length of a JSON document with a list of cubes or an analysis, in bytes. Longer batches are sent as JSON lines, CSV or
    /// text, which are read as they arrive.
    pub list: usize,
    /// The maximum length of any other JSON document, in bytes.
    pub document: usize,
    /// The memory of all bodies that are read as a whole, in bytes. One address has at most half of it.
    pub bodies: usize,
    /// The maximum length of a line of a batch, of a single cube and of any other text of a request, in bytes.
    pub line: usize,
    /// The maximum number of solutions for each stage and colour, or for a cube.
    pub solutions: usize,
    /// The number of places in the queue of the analyses, and in that of all other work.
    pub queue: usize,
    /// The maximum number of batches at a time.
    pub batches: usize,
    /// The maximum number of batches of one address at a time.
    pub batches_per_client: usize,
    /// The maximum number of requests in progress from one address, if it is limited.
    pub per_client: Option<usize>,
}

/// The maximum number of solves of a review. A summary needs many to show a trend.
const MAX_SOLVES: usize = 100;

/// The maximum number of rows of a sample of statistics. Those of five stages fill the longest document.
const MAX_ROWS: u64 = 100_000;

/// The maximum number of bytes of a table that a count may fill.
const MAX_COUNT_MEMORY: u64 = 64 << 20;

/// The maximum number of cases of a derived set: about five megabytes.
const MAX_CASES: usize = 20_000;

impl Limits {
    /// Returns the limits of the parts of a request.
    pub(crate) fn of_requests(&self) -> RequestLimits {
        RequestLimits {
            text: self.line,
            solutions: self.solutions,
            solves: MAX_SOLVES,
            scrambles: self.scrambles,
            rows: MAX_ROWS,
            time: self.cpu_time,
            count_memory: MAX_COUNT_MEMORY,
            cases: MAX_CASES,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(30),
            cpu_time: Duration::from_secs(10),
            batch_cpu_time: Duration::from_secs(3600),
            cubes: 1_000_000,
            scrambles: 1000,
            body: 64 << 20,
            list: 16 << 20,
            document: 1 << 20,
            bodies: 36 << 20,
            line: 16 << 10,
            solutions: 100,
            queue: 4096,
            batches: 16,
            batches_per_client: 12,
            per_client: None,
        }
    }
}
