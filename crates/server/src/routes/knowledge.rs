//! `/v1/cases`, `/v1/distribution`, `/v1/tables` and `/v1/goals/check`: what is known without a cube.

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::cases::{FoundObject, Object as CaseObject};
use cubiform_answers::distribution::{Document, Question};
use cubiform_answers::goals::Check;
use cubiform_answers::request::{CaseRequest, CheckRequest, DistributionRequest};
use cubiform_answers::tables;
use cubiform_threads::Threads;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::openapi::QueryOf;
use crate::problem::{Kind, Problem, Problems};
use crate::request;
use crate::workers::{Allowance, Lane};

/// The maximum number of bytes of a table that a count may fill.
const MAX_COUNT_MEMORY: u64 = 64 << 20;

/// A case, or a case that was found.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum AnyCase<'a> {
    /// A case of a list.
    Listed(CaseObject<'a>),
    /// A case that a picture, an algorithm or a cube shows.
    Found(FoundObject<'a>),
}

async fn answer_cases(caller: &Caller, request: CaseRequest) -> Answer {
    let work = move |app: &App, _: &Allowance| Ok(request.answer(&app.limits.of_requests())?.to_json());
    super::json(caller.run(Lane::Quick, work).await?)
}

/// List or find cases of CFOP
///
/// The arrays of `cubiform cases list`, `cases show` and `cases find` with `--format json`.
#[utoipa::path(
    get, path = "/v1/cases", tag = "cases", params(QueryOf<CaseRequest>),
    responses((status = 200, description = "The cases", body = Vec<AnyCase>), Problems)
)]
pub(crate) async fn cases(caller: Caller, uri: Uri) -> Answer {
    answer_cases(&caller, request::query(&uri)?).await
}

/// List or find cases of CFOP
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/cases", tag = "cases", request_body = CaseRequest,
    responses((status = 200, description = "The cases", body = Vec<AnyCase>), Problems)
)]
pub(crate) async fn post_cases(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (read, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer_cases(&caller, read).await
}

/// Returns a distribution as JSON; `None` if its states must be counted first and `may_count` is not set.
fn distribution_of(
    app: &App,
    question: &Question,
    allowance: &Allowance,
    may_count: bool,
) -> Result<Option<serde_json::Result<Vec<u8>>>, Problem> {
    let failed = |error| app.problem(&error);
    let count = question.count()?;
    if let Some(counted) = count.known() {
        return Ok(Some(serde_json::to_vec(&counted.document())));
    }
    if count.memory() > MAX_COUNT_MEMORY {
        let detail =
            "counting these states takes much memory or time; run the command: cubiform distribution";
        return Err(Problem::new(Kind::TooExpensive, detail));
    }
    if !may_count {
        return Ok(None);
    }
    let counted = count.run(&Threads::single(), &allowance.cancel).map_err(failed)?;
    Ok(Some(serde_json::to_vec(&counted.document())))
}

async fn answer_distribution(caller: &Caller, request: DistributionRequest) -> Answer {
    let known = move |app: &App, allowance: &Allowance| {
        let question = request.check(&app.limits.of_requests())?;
        Ok((distribution_of(app, &question, allowance, false)?, question))
    };
    let (known, question) = caller.run(Lane::Quick, known).await?;
    if let Some(text) = known {
        return super::json(text);
    }
    // The states have to be counted.
    let counted = caller
        .run(Lane::Long, move |app, allowance| distribution_of(app, &question, allowance, true))
        .await?;
    super::json(counted.ok_or_else(Problem::internal)?)
}

/// Count all states by their distance
///
/// The document of `cubiform distribution --format json`. Counts that fill large tables are refused.
#[utoipa::path(
    get, path = "/v1/distribution", tag = "distribution", params(QueryOf<DistributionRequest>),
    responses((status = 200, description = "The distribution", body = Document), Problems)
)]
pub(crate) async fn distribution(caller: Caller, uri: Uri) -> Answer {
    answer_distribution(&caller, request::query(&uri)?).await
}

/// Count all states by their distance
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/distribution", tag = "distribution", request_body = DistributionRequest,
    responses((status = 200, description = "The distribution", body = Document), Problems)
)]
pub(crate) async fn post_distribution(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (read, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer_distribution(&caller, read).await
}

/// List the tables
///
/// The array of `cubiform tables list --format json`, without the paths of files.
#[utoipa::path(
    get, path = "/v1/tables", tag = "tables",
    responses((status = 200, description = "The tables", body = Vec<tables::TableAnswer>), Problems)
)]
pub(crate) async fn list_tables(caller: Caller) -> Answer {
    let list = |app: &App, _: &Allowance| {
        let rows = app.engines()?.store().map(|store| tables::rows(store, false));
        Ok(serde_json::to_vec(&rows))
    };
    let text = caller.run(Lane::Quick, list).await?;
    super::json(text)
}

async fn answer_check(caller: &Caller, request: CheckRequest) -> Answer {
    let work =
        move |app: &App, _: &Allowance| Ok(serde_json::to_vec(&request.answer(&app.limits.of_requests())?));
    super::json(caller.run(Lane::Quick, work).await?)
}

/// Check a goal or a condition
///
/// For an editor: the tokens with their places, the stages of a valid text, and the place of the first error. An invalid
/// text is answered with status 200, too.
#[utoipa::path(
    get, path = "/v1/goals/check", tag = "goals", params(QueryOf<CheckRequest>),
    responses((status = 200, description = "The check", body = Check), Problems)
)]
pub(crate) async fn check(caller: Caller, uri: Uri) -> Answer {
    answer_check(&caller, request::query(&uri)?).await
}

/// Check a goal or a condition
///
/// The text as a JSON object.
#[utoipa::path(
    post, path = "/v1/goals/check", tag = "goals", request_body = CheckRequest,
    responses((status = 200, description = "The check", body = Check), Problems)
)]
pub(crate) async fn post_check(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (read, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer_check(&caller, read).await
}
