//! `/v1/review`: reviews of solves.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::goals::{GoalList, Goals};
use cubiform_answers::request::{Limits, ReviewQuestion, ReviewRequest};
use cubiform_answers::review::json::{self, Object as ReviewObject};
use cubiform_answers::review::{ReviewedSolve, Solve};
use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::Analyzer;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::openapi::QueryOf;
use crate::problem::{Problem, Problems};
use crate::request;
use crate::workers::{Allowance, Lane};

/// The maximum number of solves of a request. A summary needs many to show a trend.
const MAX_SOLVES: usize = 100;

/// Solves to review, and the analyzer of the optimal lengths, unless they are left out.
type Work = (ReviewQuestion, Option<Arc<Analyzer>>);

/// Reads the solves.
fn read(app: &App, request: &ReviewRequest) -> Result<Work, Problem> {
    let engines = app.engines()?;
    let question = request.check(&Limits { solves: MAX_SOLVES, ..app.limits.of_requests() })?;
    let analyzer = |()| -> Result<_, Problem> {
        let goals = Goals::new(&GoalList(vec![Variant::std()]), "all")?;
        engines.analyzer(&goals, None)
    };
    let analyzer = question.optimal.then_some(()).map(analyzer).transpose()?;
    Ok((question, analyzer))
}

async fn answer(caller: &Caller, asked: ReviewRequest) -> Answer {
    let (question, analyzer) = caller.run(Lane::Long, move |app, _| read(app, &asked)).await?;
    let ReviewQuestion { solves, request, .. } = question;
    // A task for each solve: a text of many does not keep other requests waiting.
    let review = move |app: &App, solve: Solve, allowance: &Allowance| {
        let cancel = &allowance.cancel;
        let reviewed = ReviewedSolve::new(solve, &app.engines()?.cfop, analyzer.as_deref(), &request, cancel);
        reviewed.map_err(|error| app.problem(&error))
    };
    let reviewed = caller.run_each(solves, review).await?;
    super::json(match &reviewed[..] {
        [one] => serde_json::to_vec(&json::object(one)),
        all => serde_json::to_vec(&json::several(all)),
    })
}

/// The review of one solve, or of several.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum Reviews {
    /// Of one solve.
    One(ReviewObject),
    /// Of several solves.
    Several(json::Several),
}

/// Review a solve
///
/// The stages of the solve with their cases, the least number of moves for each, what each stage lost, and the best
/// continuation: the object of `cubiform review --format json`.
#[utoipa::path(
    get, operation_id = "review", path = "/v1/review", tag = "review", params(QueryOf<ReviewRequest>),
    responses((status = 200, description = "The review", body = Reviews), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, request::query(&uri)?).await
}

/// Review solves
///
/// The solve as a JSON object.
#[utoipa::path(
    post, operation_id = "post_review", path = "/v1/review", tag = "review", request_body = ReviewRequest,
    responses((status = 200, description = "The review", body = Reviews), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (asked, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer(&caller, asked).await
}
