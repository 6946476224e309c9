//! The server: it listens, prepares its solvers, serves connections, and shuts down gracefully.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use cubiform_answers::engines::{EngineError, Engines};
use cubiform_cube::goal::Variant;
use cubiform_faults::{Operation, fault};
use cubiform_threads::{CancelToken, Threads};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::App;
use crate::pace::Connection;
use crate::settings::Settings;
use crate::workers::start_thread;
use crate::{engines, routes};

/// The maximum number of connections at a time.
const MAX_CONNECTIONS: usize = 8192;

/// The time within which a client must send the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for which requests in progress may go on when the server stops. Then they are cancelled.
const GRACE: Duration = Duration::from_secs(4);

/// The time that cancelled requests have to end.
const LAST_GRACE: Duration = Duration::from_millis(800);

/// The pause after a failure to accept a connection, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The time between two warnings about connections that are not accepted.
const WARNING_PAUSE: Duration = Duration::from_secs(10);

/// The size, in bytes, of the buffer in which a connection reads the head of a request: the longest head.
const HEAD_BUFFER: usize = 32 << 10;

/// The size, in bytes, of the buffer in which the system keeps what a client has not taken. With a larger one the server
/// would see the progress of a slow client too rarely to know its rate.
const SEND_BUFFER: usize = 128 << 10;

/// The time between two heartbeats of a server without a watchdog.
const IDLE_HEARTBEAT: Duration = Duration::from_secs(1);

/// The reason why a server ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: String,
        /// The message of the system.
        source: io::Error,
    },
    /// A thread or the runtime cannot be started.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
    /// The solvers cannot be prepared.
    #[error(transparent)]
    Prepare(EngineError),
    /// A table's file has a wrong checksum.
    #[error("{0}")]
    Damaged(String),
    /// A part of the server ended, which never happens unless it has a bug.
    #[error("the server cannot go on: {0} ended; its log has the cause")]
    Ended(&'static str),
}

/// A call at regular intervals, from the loop that accepts connections: it feeds the watchdog of a service manager.
pub struct Heartbeat {
    /// The time between two calls.
    pub interval: Duration,
    /// The call.
    pub beat: Box<dyn Fn() + Send>,
}

/// A server that listens.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    settings: Settings,
    heartbeat: Heartbeat,
}

impl Server {
    /// Listens on an address, such as `127.0.0.1:2026`, and starts the threads.
    ///
    /// # Errors
    /// If the address cannot be listened on, or the system refuses to start threads.
    pub fn listen(address: &str, settings: Settings) -> Result<Server, ServeError> {
        // Connections take little time beside searches: two threads serve them.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(settings.threads.count().clamp(1, 2))
            .thread_name("connections")
            .enable_all()
            .build()?;
        let failed = |source| ServeError::Listen { address: address.into(), source };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(failed)?;
        let address = listener.local_addr()?;
        let app = Arc::new(App::new(&settings)?);
        let heartbeat = Heartbeat { interval: IDLE_HEARTBEAT, beat: Box::new(|| {}) };
        Ok(Server { runtime, listener, address, app, settings, heartbeat })
    }

    /// Sets a call at regular intervals while the server runs.
    pub fn with_heartbeat(self, heartbeat: Heartbeat) -> Server {
        Server { heartbeat, ..self }
    }

    /// Returns the address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Prepares the solvers, calls `ready`, and serves until `shutdown` is cancelled. While it prepares, it answers that
    /// it is not ready. Then it takes no more connections, and requests in progress have four seconds to end.
    ///
    /// # Errors
    /// If the solvers cannot be prepared, or a part of the server ends by itself.
    pub fn run(self, shutdown: &CancelToken, ready: impl FnOnce()) -> Result<(), ServeError> {
        let Server { runtime, listener, app, settings, heartbeat, .. } = self;
        let router = routes::router(&app, &settings.cors);
        let mut served = runtime.spawn(serve(listener, router, Arc::clone(&app), heartbeat));
        let prepared = engines::prepare(&settings, &app.damage, shutdown);
        let result = match (prepared, app.damage.get()) {
            _ if shutdown.is_cancelled() => Ok(()),
            (Err(error), _) => Err(ServeError::Prepare(error)),
            (Ok(_), Some(damage)) => Err(ServeError::Damaged(damage.clone())),
            (Ok(engines), None) => {
                // A request has one thread of a team.
                app.set_engines(engines.clone().with_threads(&Threads::single()));
                ready();
                if settings.warms_up {
                    warm_up(engines, &app);
                }
                runtime.block_on(async {
                    tokio::select! {
                        () = App::cancelled(shutdown) => Ok(()),
                        ended = &mut served => Err(ServeError::Ended(ended.unwrap_or("the loop that accepts connections"))),
                    }
                })
            }
        };
        app.draining.cancel();
        tracing::info!("stopping");
        if result.is_ok() {
            let ended = runtime.block_on(async { tokio::time::timeout(GRACE + LAST_GRACE, served).await });
            if ended.is_err() {
                tracing::warn!("connections did not end in time");
            }
        }
        app.stop.cancel();
        app.workers.drain(LAST_GRACE);
        runtime.shutdown_timeout(Duration::from_millis(100));
        result
    }
}

/// Makes the other solvers and the tables of the other goals on a thread of its own. Without one, the first requests make the
/// solvers, and the goals are refused.
fn warm_up(engines: Engines, app: &Arc<App>) {
    let shared = Arc::clone(app);
    let work = move || {
        engines::warm_up(&engines, &shared.damage, &shared.draining);
        prepare_goals(&engines, &shared);
    };
    if let Err(error) = start_thread("warm-up".into(), work) {
        tracing::warn!(%error, "cannot start a thread that makes solvers in advance");
        app.preparing().clear();
    }
}

/// Builds and opens the tables of the goals that are to be prepared, one after the other. A goal whose tables cannot be made is
/// refused as before.
fn prepare_goals(engines: &Engines, app: &App) {
    for goal in Variant::all().iter().filter(|goal| app.preparing().contains(&&*goal.name)) {
        match engines.prepare_missing(goal, &app.draining) {
            Ok(()) => tracing::debug!(goal = &*goal.name, "made in advance"),
            Err(error) if error.is_cancelled() => return,
            Err(error) => tracing::warn!(goal = &*goal.name, %error, "the tables of a goal cannot be made"),
        }
        app.preparing().retain(|name| *name != goal.name);
    }
}

/// Accepts connections until the server stops, and waits for those that are open. Returns early, with the name of the part,
/// if the server cannot go on because a part of it ended.
async fn serve(listener: TcpListener, router: Router, app: Arc<App>, heartbeat: Heartbeat) -> &'static str {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut beats = tokio::time::interval(heartbeat.interval);
    let mut refused = RefusedConnections::default();
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let accept = async {
            let place = place.await;
            fault(Operation::Accept)?;
            Ok((place, listener.accept().await?))
        };
        let accepted: io::Result<_> = tokio::select! {
            () = App::cancelled(&app.draining) => break,
            _ = beats.tick() => {
                if !app.workers.are_alive() {
                    return "a thread that computes";
                }
                (heartbeat.beat)();
                continue;
            }
            accepted = accept => accepted,
        };
        match accepted {
            Ok((Ok(place), (stream, address))) => {
                serve_connection((stream, address), place, router.clone(), &graceful);
            }
            Ok((Err(_), _)) => return "the count of connections",
            Err(error) => {
                refused.warn(&error);
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    let mut closing = Box::pin(graceful.shutdown());
    if tokio::time::timeout(GRACE, &mut closing).await.is_err() {
        app.stop.cancel();
        let _ = tokio::time::timeout(LAST_GRACE, closing).await;
    }
    "the loop that accepts connections"
}

/// Serves the requests of a connection, which has a place until it ends.
fn serve_connection(
    (stream, address): (TcpStream, SocketAddr),
    place: OwnedSemaphorePermit,
    routes: Router,
    graceful: &GracefulShutdown,
) {
    // A connection works without these, too.
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let service = tower::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        tower::ServiceExt::oneshot(routes.clone(), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(HEAD_BUFFER)
        .serve_connection(TokioIo::new(Connection::new(stream)), TowerToHyperService::new(service));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        let _place = place;
        // A failed connection affects only its client.
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}

/// The connections that were not accepted, logged at most every [`WARNING_PAUSE`].
#[derive(Default)]
struct RefusedConnections {
    warned: Option<Instant>,
    since: u64,
}

impl RefusedConnections {
    fn warn(&mut self, error: &io::Error) {
        self.since += 1;
        if self.warned.is_none_or(|warned| warned.elapsed() >= WARNING_PAUSE) {
            tracing::warn!(%error, times = self.since, "connections were not accepted");
            *self = RefusedConnections { warned: Some(Instant::now()), since: 0 };
        }
    }
}
