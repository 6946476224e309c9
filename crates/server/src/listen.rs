//! The server: it listens, prepares its solvers, serves connections, and ends in good order.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use cubiform_threads::CancelToken;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::engines::{Engines, PrepareError};
use crate::routes;
use crate::settings::Settings;

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
    Prepare(#[from] PrepareError),
}

/// A server that listens.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    settings: Settings,
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
        Ok(Server { runtime, listener, address, app, settings })
    }

    /// Returns the address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Prepares the solvers, calls `ready`, and serves until `shutdown` is cancelled. While it prepares, it answers that
    /// it is not ready. Then it takes no more connections, and requests in progress have four seconds to end.
    ///
    /// # Errors
    /// If the solvers cannot be prepared.
    pub fn run(self, shutdown: &CancelToken, ready: impl FnOnce()) -> Result<(), ServeError> {
        let Server { runtime, listener, app, settings, .. } = self;
        let router = routes::router(&app, &settings.cors);
        let served = runtime.spawn(serve(listener, router, Arc::clone(&app)));
        let prepared = Engines::prepare(&settings, shutdown);
        let result = match prepared {
            Ok(engines) => {
                app.set_engines(engines);
                ready();
                runtime.block_on(App::cancelled(shutdown));
                Ok(())
            }
            Err(PrepareError::Cancelled) => Ok(()),
            Err(error) => Err(error.into()),
        };
        app.draining.cancel();
        tracing::info!("stopping");
        let ended = runtime.block_on(async { tokio::time::timeout(GRACE + LAST_GRACE, served).await });
        if ended.is_err() {
            tracing::warn!("connections did not end in time");
        }
        app.stop.cancel();
        app.workers.drain(LAST_GRACE);
        runtime.shutdown_timeout(Duration::from_millis(100));
        result
    }
}

/// Accepts connections until the server stops, and waits for those that are open.
async fn serve(listener: TcpListener, router: Router, app: Arc<App>) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let accepted = tokio::select! {
            () = App::cancelled(&app.draining) => break,
            accepted = async { (place.await, listener.accept().await) } => accepted,
        };
        let (place, (stream, address)) = match accepted {
            (Ok(place), Ok(accepted)) => (place, accepted),
            (_, Err(error)) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
            (Err(_), _) => break,
        };
        let _ = stream.set_nodelay(true);
        let routes = router.clone();
        let service = tower::service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            tower::ServiceExt::oneshot(routes.clone(), request)
        });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            // A connection that fails is the client's affair.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    let mut closing = Box::pin(graceful.shutdown());
    if tokio::time::timeout(GRACE, &mut closing).await.is_err() {
        app.stop.cancel();
        let _ = tokio::time::timeout(LAST_GRACE, closing).await;
    }
}
