//! The routes for those who run a server: its health, its figures, and its description.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::app::App;
use crate::engines::warm_and_cold;
use crate::problem::{Kind, Problem};

/// Returns that the process answers.
pub(crate) async fn health() -> &'static str {
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
