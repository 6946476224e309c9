//! The routes, and what they share.

pub(crate) mod analyze;
pub(crate) mod documents;
pub(crate) mod solve;

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::body::{Frame, SizeHint};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::app::{App, ClientCount};
use crate::caller::ClientAddress;
use crate::engines::warm_and_cold;
use crate::metrics::InProgress;
use crate::page;
use crate::problem::{Kind, Problem};
use crate::request::JSON;

/// The response of a route.
pub(crate) type Answer = Result<Response, Problem>;

/// Returns the routes of a server, open to pages of these origins.
pub(crate) fn router(app: &Arc<App>, cors: &[String]) -> Router {
    let v1 = Router::new()
        .route("/v1/analyze", get(analyze::get).post(analyze::post))
        .route("/v1/solve", get(solve::get).post(solve::post))
        .route("/v1/server", get(documents::about))
        .route("/v1/openapi.json", get(openapi))
        .merge(documents::routes());
    let routes = v1
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .merge(page::router())
        .fallback(async || Problem::not_found())
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard))
        .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
        .layer(middleware::map_response(forbid_sniffing))
        .with_state(Arc::clone(app));
    if cors.is_empty() { routes } else { routes.layer(cors_layer(cors)) }
}

fn cors_layer(origins: &[String]) -> CorsLayer {
    let origin = match origins.iter().any(|origin| origin == "*") {
        true => AllowOrigin::any(),
        false => AllowOrigin::list(origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok())),
    };
    CorsLayer::new()
        .allow_origin(origin)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE, header::ACCEPT])
}

/// Forbids browsers to guess another type of an answer than the one stated.
async fn forbid_sniffing(mut response: Response) -> Response {
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn method_not_allowed() -> Problem {
    Problem::new(
        Kind::MethodNotAllowed,
        "this page does not support the method; use GET, or POST where a body is read",
    )
}

/// The routes that report to a probe whether the server lives. They accept every name of a host.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Returns whether a path belongs to the page, which pages of other sites may link to.
fn is_of_page(path: &str) -> bool {
    !path.starts_with("/v1/") && path != "/metrics"
}

/// Checks whether a request may be answered, and counts it as in progress until its answer is sent.
fn admit(app: &Arc<App>, request: &mut Request) -> Result<Option<ClientCount>, Problem> {
    let path = request.uri().path();
    if PROBES.contains(&path) {
        return Ok(None);
    }
    app.access.check_host(request.uri(), request.headers())?;
    if is_of_page(path) {
        return Ok(None);
    }
    app.access.check_site(request.headers())?;
    if app.draining.is_cancelled() {
        return Err(Problem::new(Kind::Busy, "the server is stopping; try again later"));
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let address = peer.map(|peer| app.access.client(peer, request.headers()));
    if let Some(address) = address {
        request.extensions_mut().insert(ClientAddress(address));
    }
    app.admit(address).map(Some)
}

/// The body of a response, with guards that are dropped at its end.
struct CountedBody {
    body: Body,
    _guards: (InProgress, Option<ClientCount>),
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Answers, logs and counts a request.
async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let in_progress = app.metrics.begin();
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_string());
    let path = path.unwrap_or_else(|| "other".into());
    let method = request.method().clone();
    let (held, response) = match admit(&app, &mut request) {
        Ok(held) => (held, next.run(request).await),
        Err(problem) => (None, problem.into_response()),
    };
    let (status, latency) = (response.status().as_u16(), start.elapsed());
    app.metrics.responded(&path, status, latency);
    tracing::debug!(%method, path, status, milliseconds = latency.as_secs_f64() * 1e3, "answered");
    let guards = (in_progress, held);
    response.map(|body| Body::new(CountedBody { body, _guards: guards }))
}

/// Returns a response of JSON.
pub(crate) fn json(text: serde_json::Result<Vec<u8>>) -> Answer {
    let text = text.map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Problem::internal()
    })?;
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(JSON))], text).into_response())
}

/// Returns that the process answers.
async fn health() -> &'static str {
    "ok\n"
}

/// Names the solvers that are made, if the tables are intact and the server takes requests.
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Result<String, Problem> {
    if app.draining.is_cancelled() {
        return Err(Problem::new(Kind::Busy, "the server is stopping"));
    }
    let [warm, cold] = warm_and_cold(app.engines()?).map(|names| names.join(" "));
    Ok(format!("ready\nwarm: {warm}\nat the first request: {cold}\n"))
}

/// Returns the figures in the text format of OpenMetrics.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, media_type)], app.metrics.text(app.workers.waiting()))
}

/// Returns the description of the routes.
pub(crate) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, crate::request::JSON)], crate::openapi::DOCUMENT.as_str())
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use cubiform_store::Store;
    use cubiform_threads::Threads;
    use tower::ServiceExt;

    use super::*;
    use crate::caller::Caller;
    use crate::settings::Settings;
    use crate::workers::Lane;

    /// Asks a server without tables, whose routes also have some that panic.
    async fn ask(paths: &[&str]) -> Vec<StatusCode> {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::new(Store::new(folder.path(), &Threads::single()), &Threads::single());
        let app = Arc::new(App::new(&settings).unwrap());
        async fn panics() -> &'static str {
            panic!("on purpose")
        }
        async fn panics_in_a_task(caller: Caller) -> Result<&'static str, Problem> {
            caller.run(Lane::Long, |_, _| panic!("on purpose")).await
        }
        async fn works(caller: Caller) -> Result<&'static str, Problem> {
            caller.run(Lane::Quick, |_, _| Ok("works")).await
        }
        let others = Router::new()
            .route("/panics", get(panics))
            .route("/task", get(panics_in_a_task))
            .route("/works", get(works))
            .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
            .with_state(Arc::clone(&app));
        let routes = router(&app, &["https://example.org".into()]).merge(others);
        let is_ours = |path: &str| !["/panics", "/task", "/works"].contains(&path);
        let mut found = Vec::new();
        for path in paths {
            let request = Request::builder().uri(*path).body(Body::empty()).unwrap();
            let response = routes.clone().oneshot(request).await.unwrap();
            let type_options = response.headers().get(header::X_CONTENT_TYPE_OPTIONS);
            assert!(!is_ours(path) || type_options.is_some_and(|value| value == "nosniff"), "{path}");
            found.push(response.status());
        }
        found
    }

    #[tokio::test]
    async fn a_panic_fails_its_request_alone() {
        let found = ask(&["/works", "/panics", "/task", "/works", "/healthz"]).await;
        assert_eq!(found, [200, 500, 500, 200, 200]);
    }

    #[tokio::test]
    async fn a_server_without_solvers_is_busy_but_alive() {
        let found =
            ask(&["/healthz", "/readyz", "/v1/analyze?scramble=R", "/v1/openapi.json", "/nothing"]).await;
        assert_eq!(found, [200, 503, 503, 200, 404]);
    }
}
