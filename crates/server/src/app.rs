//! The state that the routes share: solvers, workers, limits, metrics, and the tickets of requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use cubiform_answers::engines::Engines;
use cubiform_answers::input::{DocumentMemory, ReservedMemory};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::goal::Variant;
use cubiform_threads::CancelToken;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::access::Access;
use crate::body::BodyBudget;
use crate::engines::{Damage, RequestSolvers};
use crate::metrics::Metrics;
use crate::problem::{Kind, Problem};
use crate::settings::{Limits, Settings};
use crate::workers::{AbandonOnDrop, Ticket, Workers};

/// The state of a server.
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) workers: Workers,
    /// The solvers, once they are prepared.
    engines: OnceLock<Engines>,
    /// The named goals whose tables are still being prepared.
    preparing: Mutex<Vec<&'static str>>,
    pub(crate) damage: Damage,
    /// Whether optimal solutions are offered.
    pub(crate) allows_optimal: bool,
    /// Cancelled when the server must end.
    pub(crate) stop: CancelToken,
    /// Cancelled when the server takes no more requests.
    pub(crate) draining: CancelToken,
    pub(crate) batches: Arc<Semaphore>,
    /// The one place for draws under a condition, which may list hundreds of megabytes of placements.
    pub(crate) draws: Semaphore,
    clients: Mutex<HashMap<IpAddr, ClientCounts>>,
    /// The number of requests so far.
    requests: AtomicU64,
    pub(crate) access: Access,
    pub(crate) bodies: BodyBudget,
}

/// Returns the named goals that a server prepares once it is ready.
fn further_goals(settings: &Settings) -> Vec<&'static str> {
    let is_further = |name: &&str| settings.warms_up && settings.goals.iter().all(|goal| goal.name != **name);
    Variant::NAMED.iter().map(|goal| goal.name).filter(is_further).collect()
}

impl App {
    /// Creates the state of a server whose solvers are not prepared yet.
    pub(crate) fn new(settings: &Settings) -> std::io::Result<App> {
        Ok(App {
            limits: settings.limits,
            metrics: Metrics::new(),
            workers: Workers::start(settings.threads.count(), settings.limits.queue)?,
            engines: OnceLock::new(),
            preparing: Mutex::new(further_goals(settings)),
            damage: Damage::default(),
            allows_optimal: settings.allows_optimal,
            stop: CancelToken::new(),
            draining: CancelToken::new(),
            batches: Arc::new(Semaphore::new(settings.limits.batches)),
            draws: Semaphore::new(1),
            clients: Mutex::default(),
            requests: AtomicU64::new(0),
            access: Access::new(settings),
            bodies: BodyBudget::new(settings.limits.bodies),
        })
    }

    /// Sets the solvers. The server is ready from then on.
    pub(crate) fn set_engines(&self, engines: Engines) {
        let _ = self.engines.set(engines);
    }

    /// Returns the named goals whose tables are still being prepared.
    pub(crate) fn preparing(&self) -> MutexGuard<'_, Vec<&'static str>> {
        self.preparing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the solvers.
    ///
    /// # Errors
    /// If they are not prepared, or a table is damaged.
    pub(crate) fn engines(&self) -> Result<&Engines, Problem> {
        let engines = self.engines.get();
        let engines = engines.ok_or_else(|| Problem::new(Kind::Busy, "the server is opening its tables"))?;
        match self.damage.get() {
            None => Ok(engines),
            Some(_) => Err(Problem::new(Kind::Busy, "a table of the server is damaged; see its log")),
        }
    }

    /// Returns the solvers of a request, which `cancel` ends.
    ///
    /// # Errors
    /// As [`engines`](App::engines).
    pub(crate) fn solvers<'a>(&'a self, cancel: &'a CancelToken) -> Result<RequestSolvers<'a>, Problem> {
        Ok(RequestSolvers { engines: self.engines()?, allows_optimal: self.allows_optimal, cancel })
    }

    /// Converts the error of a solver, and records contradictions.
    pub(crate) fn problem(&self, error: &Error) -> Problem {
        if error.kind == ErrorKind::Table {
            self.metrics.contradictions.inc();
            let contradiction = &error.message;
            tracing::error!(%contradiction, "a table contradicts itself; the server is no longer ready");
            let _ = self.damage.set(contradiction.clone());
        }
        Problem::of_error(error)
    }

    /// Returns the number of a new request.
    pub(crate) fn next_request(&self) -> u64 {
        self.requests.fetch_add(1, Ordering::Relaxed)
    }

    /// Counts a request of a client until the guard is dropped.
    ///
    /// # Errors
    /// If the client has too many requests in progress.
    pub(crate) fn admit(self: &Arc<Self>, address: Option<IpAddr>) -> Result<ClientCount, Problem> {
        let max = self.limits.per_client.unwrap_or(usize::MAX);
        self.hold(address, |client| &mut client.requests, max).ok_or_else(|| {
            let detail =
                format!("your address has {max} requests in progress, as many as this server allows");
            Problem::new(Kind::TooManyRequests, detail)
        })
    }

    /// Adds one to a number of a client, unless it has reached its maximum. The guard takes it back.
    pub(crate) fn hold(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        number: NumberOf,
        max: usize,
    ) -> Option<ClientCount> {
        let address = address.unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let count = number(clients.entry(address).or_default());
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(ClientCount { app: Arc::clone(self), address, number })
    }

    /// Waits until a token is cancelled.
    pub(crate) async fn cancelled(token: &CancelToken) {
        while !token.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// The numbers of what a client has in progress.
#[derive(Default)]
pub(crate) struct ClientCounts {
    requests: usize,
    pub(crate) batches: usize,
    /// Draws under a condition that wait or run.
    pub(crate) draws: usize,
    /// Units of the memory of bodies.
    memory: usize,
}

impl ClientCounts {
    fn is_empty(&self) -> bool {
        self.requests + self.batches + self.draws + self.memory == 0
    }
}

/// Returns one of the numbers of a client.
pub(crate) type NumberOf = fn(&mut ClientCounts) -> &mut usize;

/// One of the requests or batches that a client has in progress.
pub(crate) struct ClientCount {
    app: Arc<App>,
    address: IpAddr,
    number: NumberOf,
}

impl Drop for ClientCount {
    fn drop(&mut self) {
        let mut clients = self.app.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counts) = clients.get_mut(&self.address) {
            *(self.number)(counts) -= 1;
            if counts.is_empty() {
                clients.remove(&self.address);
            }
        }
    }
}

/// The memory for the bodies of a client.
pub(crate) struct ClientMemory {
    pub(crate) app: Arc<App>,
    pub(crate) address: Option<IpAddr>,
}

impl DocumentMemory for ClientMemory {
    /// Takes one unit, of which a client may have half: [`ReservedMemory`] asks for no more at a time.
    fn take(&self, bytes: usize) -> Option<Box<dyn Send>> {
        let max = (self.app.limits.bodies / 2).div_ceil(ReservedMemory::UNIT);
        let share = self.app.hold(self.address, |client| &mut client.memory, max)?;
        Some(Box::new((share, self.app.bodies.take(bytes)?)))
    }
}

/// A place among the batches.
pub(crate) type BatchPlace = (OwnedSemaphorePermit, ClientCount);

/// A request whose tasks end once it is dropped.
pub(crate) struct RequestWatch {
    app: Arc<App>,
    ticket: Ticket,
    is_finished: bool,
    _abandon: AbandonOnDrop,
}

impl RequestWatch {
    pub(crate) fn new(app: &Arc<App>, ticket: &Ticket) -> RequestWatch {
        let app = Arc::clone(app);
        RequestWatch { app, ticket: ticket.clone(), is_finished: false, _abandon: ticket.guard() }
    }

    /// Records that the request has its answer.
    pub(crate) fn finish(mut self) {
        self.is_finished = true;
    }
}

impl Drop for RequestWatch {
    fn drop(&mut self) {
        if !self.is_finished {
            self.app.metrics.abandoned.inc();
        }
        self.app.metrics.spent(self.ticket.cpu());
    }
}
