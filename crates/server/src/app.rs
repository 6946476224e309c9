//! The state that the routes share: solvers, workers, limits, metrics, and the tickets of requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use cubiform_answers::goals::Goals;
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::CancelToken;
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::Semaphore;

use crate::engines::Engines;
use crate::metrics::Metrics;
use crate::problem::{Kind, Problem};
use crate::queue::Class;
use crate::settings::{Limits, Settings};
use crate::workers::{AbandonOnDrop, Ticket, Workers};

/// The maximum number of tasks of a request in the queue, when there is a task for each of its items.
const MAX_IN_FLIGHT: usize = 16;

/// The state of a server.
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) workers: Workers,
    /// The solvers, once they are prepared.
    engines: OnceLock<Engines>,
    /// Cancelled when the server must end.
    pub(crate) stop: CancelToken,
    /// Cancelled when the server takes no more requests.
    pub(crate) draining: CancelToken,
    pub(crate) batches: Arc<Semaphore>,
    /// The one place for draws under a condition, which may list hundreds of megabytes of placements.
    pub(crate) draws: Semaphore,
    clients: Mutex<HashMap<IpAddr, usize>>,
}

impl App {
    /// Creates the state of a server whose solvers are not prepared yet.
    pub(crate) fn new(settings: &Settings) -> std::io::Result<App> {
        Ok(App {
            limits: settings.limits,
            metrics: Metrics::new(),
            workers: Workers::start(settings.threads.count(), settings.limits.queue)?,
            engines: OnceLock::new(),
            stop: CancelToken::new(),
            draining: CancelToken::new(),
            batches: Arc::new(Semaphore::new(settings.limits.batches)),
            draws: Semaphore::new(1),
            clients: Mutex::default(),
        })
    }

    /// Sets the solvers. The server is ready from then on.
    pub(crate) fn set_engines(&self, engines: Engines) {
        let _ = self.engines.set(engines);
    }

    /// Returns the solvers.
    ///
    /// # Errors
    /// If they are not prepared, or a table is damaged.
    pub(crate) fn engines(&self) -> Result<&Engines, Problem> {
        let engines = self.engines.get();
        let engines = engines.ok_or_else(|| Problem::new(Kind::Busy, "the server is opening its tables"))?;
        match engines.are_intact() {
            true => Ok(engines),
            false => Err(Problem::new(Kind::Busy, "a table of the server is damaged; see its log")),
        }
    }

    /// Returns the ticket of a request for one answer.
    pub(crate) fn ticket(&self) -> Ticket {
        let limits = &self.limits;
        Ticket::new(Class::Interactive, &self.stop, Some(limits.time), limits.cpu_time)
    }

    /// Returns the ticket of a batch.
    pub(crate) fn batch_ticket(&self) -> Ticket {
        Ticket::new(Class::Batch, &self.stop, None, self.limits.batch_cpu_time)
    }

    /// Converts the error of a solver, and records contradictions.
    pub(crate) fn problem(&self, error: &cubiform_answers::Error) -> Problem {
        if let (cubiform_answers::Error::Table(contradiction), Some(engines)) = (error, self.engines.get()) {
            self.metrics.contradictions.inc();
            engines.report_contradiction(contradiction);
        }
        Problem::of_error(error)
    }

    /// Runs a function on the workers and records its CPU time. Its tasks end if the future is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&App, &CancelToken) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let ticket = self.ticket();
        let watch = self.watch(&ticket);
        let app = Arc::clone(self);
        let result = self.workers.run(&ticket, move |cancel| work(&app, cancel)).await;
        watch.finish();
        result.map_err(Problem::of_task)?
    }

    /// Runs a function for each item on the workers, as tasks of one request, and returns the results in order. The tasks of
    /// other requests take turns with them. Records the CPU time; the tasks end if the future is dropped.
    pub(crate) async fn run_each<I: Send + 'static, T: Send + 'static>(
        self: &Arc<Self>,
        items: Vec<I>,
        work: impl Fn(&App, I, &CancelToken) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<Vec<T>, Problem> {
        let ticket = self.ticket();
        let watch = self.watch(&ticket);
        let work = Arc::new(work);
        let tasks = items.into_iter().map(|item| {
            let (app, work) = (Arc::clone(self), Arc::clone(&work));
            self.workers.run(&ticket, move |cancel| work(&app, item, cancel))
        });
        let results = futures_util::stream::iter(tasks).buffered(MAX_IN_FLIGHT);
        let results = results.map(|result| result.map_err(Problem::of_task)?).try_collect().await;
        watch.finish();
        results
    }

    /// Returns the analyzer of some stages. The first request for them waits until it is made.
    pub(crate) async fn analyzer(
        self: &Arc<Self>,
        goals: &Arc<Goals>,
        moves: Option<u32>,
    ) -> Result<Arc<Analyzer>, Problem> {
        if let Some(known) = self.engines()?.known_analyzer(goals, moves) {
            return Ok(known);
        }
        let goals = Arc::clone(goals);
        self.run(move |app, _| app.engines()?.analyzer(&goals, moves)).await
    }

    /// Returns a guard that ends the tasks of a ticket and records its end once it is dropped.
    pub(crate) fn watch(self: &Arc<Self>, ticket: &Ticket) -> Watched {
        Watched {
            app: Arc::clone(self),
            ticket: ticket.clone(),
            is_finished: false,
            _abandon: ticket.guard(),
        }
    }

    /// Counts a request of a client.
    ///
    /// # Errors
    /// If the client has too many requests in progress.
    pub(crate) fn admit(self: &Arc<Self>, address: Option<IpAddr>) -> Result<Option<Client>, Problem> {
        let (Some(max), Some(address)) = (self.limits.per_client, address) else { return Ok(None) };
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let count = clients.entry(address).or_insert(0);
        if *count >= max {
            let detail =
                format!("your address has {max} requests in progress, as many as this server allows");
            return Err(Problem::new(Kind::TooManyRequests, detail));
        }
        *count += 1;
        Ok(Some(Client { app: Arc::clone(self), address }))
    }

    /// Waits until a token is cancelled.
    pub(crate) async fn cancelled(token: &CancelToken) {
        while !token.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// A request whose tasks end once it is dropped.
pub(crate) struct Watched {
    app: Arc<App>,
    ticket: Ticket,
    is_finished: bool,
    _abandon: AbandonOnDrop,
}

impl Watched {
    /// Records that the request has its answer.
    pub(crate) fn finish(mut self) {
        self.is_finished = true;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if !self.is_finished {
            self.app.metrics.abandoned.inc();
        }
        self.app.metrics.spent(self.ticket.cpu());
    }
}

/// A request of a client that is in progress.
pub(crate) struct Client {
    app: Arc<App>,
    address: IpAddr,
}

impl Drop for Client {
    fn drop(&mut self) {
        let mut clients = self.app.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = clients.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.address);
            }
        }
    }
}
