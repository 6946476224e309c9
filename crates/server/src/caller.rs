//! The caller of a route: the server and the address of the client, with what a request may take of the workers.

use std::convert::Infallible;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use cubiform_answers::goals::Goals;
use cubiform_solvers::cfop::Analyzer;
use futures_util::{StreamExt, TryStreamExt};

use crate::app::{App, BatchPlace, ClientCount, ClientMemory, RequestWatch};
use crate::problem::{Kind, Problem};
use crate::queue::{Class, Owner};
use crate::workers::{Allowance, Lane, Ticket};

/// The maximum number of tasks of a request in the queue, when there is a task for each of its items.
const MAX_IN_FLIGHT: usize = 16;

/// The maximum number of draws under a condition of one address that wait or run.
const MAX_DRAWS_PER_CLIENT: usize = 2;

/// The address of a client, as an extension of its request.
#[derive(Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// The state of the server, and the client that asks.
#[derive(Clone)]
pub(crate) struct Caller {
    app: Arc<App>,
    /// The address, if it is known.
    address: Option<IpAddr>,
}

impl Deref for Caller {
    type Target = Arc<App>;

    fn deref(&self) -> &Arc<App> {
        &self.app
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller, Infallible> {
        let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
        Ok(Caller { app: Arc::clone(app), address })
    }
}

impl Caller {
    /// Returns the ticket of a request for one answer.
    pub(crate) fn ticket(&self) -> Ticket {
        let limits = &self.limits;
        Ticket::new((Class::Interactive, self.owner()), &self.stop, Some(limits.time), limits.cpu_time)
    }

    /// Returns the ticket of a batch.
    pub(crate) fn batch_ticket(&self) -> Ticket {
        let limits = &self.limits;
        let ticket = Ticket::new((Class::Batch, self.owner()), &self.stop, None, limits.batch_cpu_time);
        ticket.with_task_limits(limits.cpu_time, limits.time)
    }

    fn owner(&self) -> Owner {
        Owner { address: self.address, request: self.next_request() }
    }

    /// Takes a place among the batches.
    ///
    /// # Errors
    /// If there is none, or the client has its share of them.
    pub(crate) fn batch_place(&self) -> Result<BatchPlace, Problem> {
        let busy =
            || Problem::new(Kind::Busy, "as many batches as this server takes are running; try again later");
        let place = Arc::clone(&self.batches).try_acquire_owned().map_err(|_| busy())?;
        let max = self.limits.batches_per_client;
        let share = self.hold(self.address, |client| &mut client.batches, max).ok_or_else(|| {
            let detail = format!("your address has {max} batches in progress, as many as this server allows");
            Problem::new(Kind::TooManyRequests, detail)
        })?;
        Ok((place, share))
    }

    /// Runs a function on the workers and records its CPU time. Its tasks end if the future is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&App, &Allowance) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let ticket = self.ticket();
        let watch = self.watch(&ticket);
        let result = self.run_with(&ticket, lane, work).await;
        watch.finish();
        result
    }

    /// Runs a function on the workers, as a task of a request that has several.
    pub(crate) async fn run_with<T: Send + 'static>(
        &self,
        ticket: &Ticket,
        lane: Lane,
        work: impl FnOnce(&App, &Allowance) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = Arc::clone(&self.app);
        let done = self.workers.run(ticket, lane, move |allowance| work(&app, allowance)).await;
        match done.map_err(Problem::of_task)? {
            Err(problem) if problem.is_cancelled => Err(Problem::of_task(ticket.reason())),
            result => result,
        }
    }

    /// Runs a function for each item on the workers, as tasks of one request, and returns the results in order. The tasks of
    /// other requests take turns with them. Records the CPU time; the tasks end if the future is dropped.
    pub(crate) async fn run_each<I: Send + 'static, T: Send + 'static>(
        &self,
        items: Vec<I>,
        work: impl Fn(&App, I, &Allowance) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<Vec<T>, Problem> {
        let ticket = self.ticket();
        let watch = self.watch(&ticket);
        let work = Arc::new(work);
        let tasks = items.into_iter().map(|item| {
            let work = Arc::clone(&work);
            self.run_with(&ticket, Lane::Long, move |app, allowance| work(app, item, allowance))
        });
        let results = futures_util::stream::iter(tasks).buffered(MAX_IN_FLIGHT).try_collect().await;
        watch.finish();
        results
    }

    /// Returns the analyzer of some stages. The first request for them waits until it is made.
    pub(crate) async fn analyzer(&self, goals: &Goals, moves: Option<u32>) -> Result<Arc<Analyzer>, Problem> {
        if let Some(known) = self.engines()?.known_analyzer(goals, moves) {
            return Ok(known);
        }
        let goals = goals.clone();
        self.run(Lane::Quick, move |app, allowance| {
            Ok(app.engines()?.analyzer(&goals, moves, None, &allowance.cancel)?)
        })
        .await
    }

    /// Returns a guard that ends the tasks of a ticket and records its end once it is dropped.
    pub(crate) fn watch(&self, ticket: &Ticket) -> RequestWatch {
        RequestWatch::new(&self.app, ticket)
    }

    /// Returns the memory for the bodies of the client.
    pub(crate) fn memory(&self) -> ClientMemory {
        ClientMemory { app: Arc::clone(&self.app), address: self.address }
    }

    /// Waits for the one place for draws under a condition.
    pub(crate) async fn draw_place(
        &self,
    ) -> Result<(ClientCount, tokio::sync::SemaphorePermit<'_>), Problem> {
        let share = self.hold(self.address, |client| &mut client.draws, MAX_DRAWS_PER_CLIENT);
        let share = share.ok_or_else(|| {
            let detail =
                "your address has several draws under a condition in progress; wait for their answers";
            Problem::new(Kind::TooManyRequests, detail)
        })?;
        let place = tokio::time::timeout(self.limits.time, self.draws.acquire()).await;
        place.ok().and_then(Result::ok).map(|place| (share, place)).ok_or_else(|| {
            Problem::new(Kind::Busy, "too many requests wait for draws under a condition; try again later")
        })
    }
}
