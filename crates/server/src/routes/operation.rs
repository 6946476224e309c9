//! The routes for those who run a server: its health, its figures, and its description.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::app::App;
use crate::problem::{Kind, Problem};

/// Returns that the process answers.
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Returns whether the tables are open and intact, and the server takes requests.
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    if app.draining.is_cancelled() {
        return Err(Problem::new(Kind::Busy, "the server is stopping"));
    }
    app.engines().map(|_| "ready\n")
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
