//! `/v1/scramble`: random-state scrambles.

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::request::ScrambleRequest;
use cubiform_answers::scrambles::{Row, tasks};

use super::Answer;
use crate::caller::Caller;
use crate::openapi::QueryOf;
use crate::problem::Problems;
use crate::request;
use crate::workers::Lane;

/// The maximum number of scrambles of a request that is quick.
const QUICK_SCRAMBLES: u64 = 10;

async fn answer(caller: &Caller, request: ScrambleRequest) -> Answer {
    let question = request.check(&caller.limits.of_requests())?;
    let place = match question.condition {
        Some(_) => Some(caller.draw_place().await?),
        None => None,
    };
    // A few scrambles of puzzles whose solvers need no tables take milliseconds.
    let needs_tables = question.condition.is_some() || question.event.puzzle().needs_tables();
    let lane = if !needs_tables && question.count <= QUICK_SCRAMBLES { Lane::Quick } else { Lane::Long };
    let rows = caller.run(lane, move |app, allowance| {
        let tasks = tasks(&question, &app.solvers(&allowance.cancel)?, &allowance.cancel);
        let rows = tasks.and_then(|tasks| tasks.map(|task| task()).collect::<Result<Vec<Row>, _>>());
        rows.map_err(|error| app.problem(&error))
    });
    let rows = rows.await;
    drop(place);
    super::json(serde_json::to_vec(&rows?))
}

/// Make scrambles
///
/// Scrambles of uniformly random states, or of those that satisfy a condition or show a case: the array of
/// `cubiform scramble --format json`.
#[utoipa::path(
    get, operation_id = "scramble", path = "/v1/scramble", tag = "scramble", params(QueryOf<ScrambleRequest>),
    responses((status = 200, description = "The scrambles", body = Vec<Row>), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, request::query(&uri)?).await
}

/// Make scrambles
///
/// The options as a JSON object.
#[utoipa::path(
    post, operation_id = "post_scramble", path = "/v1/scramble", tag = "scramble", request_body = ScrambleRequest,
    responses((status = 200, description = "The scrambles", body = Vec<Row>), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer(&caller, request).await
}
