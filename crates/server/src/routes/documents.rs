//! The routes whose answer is one document: scrambles, reviews, cases, distributions, insertions, statistics, tables and checks
//! of goals.

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::algorithms::AlgorithmAnswer;
use cubiform_answers::attempts::AttemptAnswer;
use cubiform_answers::cases::{CaseSetAnswer, FoundObject, Object as CaseObject};
use cubiform_answers::distribution::Document;
use cubiform_answers::goals::Check;
use cubiform_answers::input::ReservedMemory;
use cubiform_answers::insertions::InsertionAnswer;
use cubiform_answers::operation::{Request, Work, document};
use cubiform_answers::request::{
    AlgorithmRequest, AttemptRequest, CaseRequest, CaseSetRequest, CheckRequest, DistributionRequest,
    InsertRequest, ReviewRequest, ScrambleRequest, StatsRequest,
};
use cubiform_answers::review::json::{Object as ReviewObject, Several};
use cubiform_answers::{scrambles, tables};
use cubiform_threads::Threads;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::{Problem, Problems};
use crate::query_schema::QueryOf;
use crate::request;
use crate::workers::{Allowance, Lane};

/// The result of the first task of a request: its document, or a task for each of several reviews.
enum Step {
    Done(Vec<u8>),
    Several(Work),
}

/// Answers a request.
pub(super) async fn answer(caller: &Caller, request: Request) -> Answer {
    // The texts of many solves take long to read.
    let lane = if matches!(request, Request::Review(_)) { Lane::Long } else { Lane::Quick };
    let check = move |app: &App, _: &Allowance| Ok(request.check(&app.limits.of_requests())?);
    let question = caller.run(lane, check).await?;
    let place = if question.draws_under_condition() { Some(caller.draw_place().await?) } else { None };
    let lane = if question.is_quick() { Lane::Quick } else { Lane::Long };
    let step = caller.run(lane, move |app, allowance| {
        let work = question.work(&app.solvers(&allowance.cancel)?).map_err(|error| app.problem(&error))?;
        if work.tasks.len() > 1 {
            return Ok(Step::Several(work));
        }
        let done = work.run(&Threads::single(), &allowance.of_task(), |_, _| {});
        done.map(Step::Done).map_err(|error| app.problem(&error))
    });
    let json = match step.await? {
        Step::Done(json) => json,
        // A text of many solves does not keep other requests waiting.
        Step::Several(work) => {
            let parts = caller.run_each(work.tasks, |app, task, allowance| {
                task(&allowance.of_task()).map_err(|error| app.problem(&error))
            });
            document(parts.await?)?
        }
    };
    drop(place);
    super::json(Ok(json))
}

/// Reads a request from a body, which keeps its part of the memory of bodies.
async fn read<T: DeserializeOwned + Send + 'static>(
    caller: &Caller,
    uri: &Uri,
    headers: &HeaderMap,
    body: Body,
) -> Result<(T, ReservedMemory), Problem> {
    request::json_body(caller, uri, headers, body, caller.limits.document).await
}

/// Make scrambles
///
/// Scrambles of uniformly random states, or of those that satisfy a condition or show a case: the array of
/// `cubiform scramble --format json`.
#[utoipa::path(
    get, path = "/v1/scramble", tag = "scramble", params(QueryOf<ScrambleRequest>),
    responses((status = 200, description = "The scrambles", body = Vec<scrambles::Row>), Problems)
)]
pub(crate) async fn scramble(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Scramble(request::query(&uri)?)).await
}

/// Make scrambles
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/scramble", tag = "scramble", request_body = ScrambleRequest,
    responses((status = 200, description = "The scrambles", body = Vec<scrambles::Row>), Problems)
)]
pub(crate) async fn post_scramble(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Scramble(request)).await
}

/// The review of one solve, or of several.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum Reviews {
    /// Of one solve.
    One(ReviewObject),
    /// Of several solves.
    Several(Several),
}

/// Review a solve
///
/// The stages of the solve with their cases, the least number of moves for each, what each stage lost, and the best
/// continuation: the object of `cubiform review --format json`.
#[utoipa::path(
    get, path = "/v1/review", tag = "review", params(QueryOf<ReviewRequest>),
    responses((status = 200, description = "The review", body = Reviews), Problems)
)]
pub(crate) async fn review(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Review(request::query(&uri)?)).await
}

/// Review solves
///
/// The solve as a JSON object.
#[utoipa::path(
    post, path = "/v1/review", tag = "review", request_body = ReviewRequest,
    responses((status = 200, description = "The review", body = Reviews), Problems)
)]
pub(crate) async fn post_review(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Review(request)).await
}

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

/// List or find cases of CFOP
///
/// The arrays of `cubiform cases list`, `cases show` and `cases find` with `--format json`.
#[utoipa::path(
    get, path = "/v1/cases", tag = "cases", params(QueryOf<CaseRequest>),
    responses((status = 200, description = "The cases", body = Vec<AnyCase>), Problems)
)]
pub(crate) async fn cases(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Cases(request::query(&uri)?)).await
}

/// List or find cases of CFOP
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/cases", tag = "cases", request_body = CaseRequest,
    responses((status = 200, description = "The cases", body = Vec<AnyCase>), Problems)
)]
pub(crate) async fn post_cases(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Cases(request)).await
}

/// List the cases between two goals
///
/// The object of `cubiform cases make --format json`: every case of getting from one goal to the other.
#[utoipa::path(
    get, path = "/v1/cases/set", tag = "cases", params(QueryOf<CaseSetRequest>),
    responses((status = 200, description = "The cases", body = CaseSetAnswer), Problems)
)]
pub(crate) async fn case_set(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::CaseSet(request::query(&uri)?)).await
}

/// List the cases between two goals
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/cases/set", tag = "cases", request_body = CaseSetRequest,
    responses((status = 200, description = "The cases", body = CaseSetAnswer), Problems)
)]
pub(crate) async fn post_case_set(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::CaseSet(request)).await
}

/// Count all states by their distance
///
/// The document of `cubiform distribution --format json`. Counts that fill large tables are refused.
#[utoipa::path(
    get, path = "/v1/distribution", tag = "distribution", params(QueryOf<DistributionRequest>),
    responses((status = 200, description = "The distribution", body = Document), Problems)
)]
pub(crate) async fn distribution(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Distribution(request::query(&uri)?)).await
}

/// Count all states by their distance
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/distribution", tag = "distribution", request_body = DistributionRequest,
    responses((status = 200, description = "The distribution", body = Document), Problems)
)]
pub(crate) async fn post_distribution(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Distribution(request)).await
}

/// Find algorithms of cases
///
/// All algorithms of some turns, in the order of hand effort: the object of `cubiform algorithms --format json`.
#[utoipa::path(
    get, path = "/v1/algorithms", tag = "cases", params(QueryOf<AlgorithmRequest>),
    responses((status = 200, description = "The algorithms", body = AlgorithmAnswer), Problems)
)]
pub(crate) async fn algorithms(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Algorithms(request::query(&uri)?)).await
}

/// Find algorithms of cases
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/algorithms", tag = "cases", request_body = AlgorithmRequest,
    responses((status = 200, description = "The algorithms", body = AlgorithmAnswer), Problems)
)]
pub(crate) async fn post_algorithms(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Algorithms(request)).await
}

/// Review an attempt at fewest moves
///
/// Its steps, the shortest of each and the best continuations: the object of `cubiform attempt --format json`.
#[utoipa::path(
    get, path = "/v1/attempt", tag = "attempt", params(QueryOf<AttemptRequest>),
    responses((status = 200, description = "The review", body = AttemptAnswer), Problems)
)]
pub(crate) async fn attempt(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Attempt(request::query(&uri)?)).await
}

/// Review an attempt at fewest moves
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/attempt", tag = "attempt", request_body = AttemptRequest,
    responses((status = 200, description = "The review", body = AttemptAnswer), Problems)
)]
pub(crate) async fn post_attempt(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Attempt(request)).await
}

/// Insert algorithms into a skeleton
///
/// The shortest solutions by insertions: the object of `cubiform insert --format json`.
#[utoipa::path(
    get, path = "/v1/insert", tag = "insert", params(QueryOf<InsertRequest>),
    responses((status = 200, description = "The solutions", body = InsertionAnswer), Problems)
)]
pub(crate) async fn insert(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, Request::Insert(request::query(&uri)?)).await
}

/// Insert algorithms into a skeleton
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/insert", tag = "insert", request_body = InsertRequest,
    responses((status = 200, description = "The solutions", body = InsertionAnswer), Problems)
)]
pub(crate) async fn post_insert(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Insert(request)).await
}

/// Summarise analysed scrambles
///
/// The object of `cubiform stats --format json` for an analysis in CSV or JSON lines, or for scrambles, which are analysed
/// first: the number of scrambles, and a list of rows for each table of measures.
#[utoipa::path(
    post, path = "/v1/stats", tag = "stats", request_body = StatsRequest,
    responses((status = 200, description = "The statistics", body = Object), Problems)
)]
pub(crate) async fn stats(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let max = caller.limits.list;
    let (request, _reserved) = request::json_body(&caller, &uri, &headers, body, max).await?;
    answer(&caller, Request::Stats(Box::new(request))).await
}

/// List the tables
///
/// The array of `cubiform tables list --format json`, without the paths of files.
#[utoipa::path(
    get, path = "/v1/tables", tag = "tables",
    responses((status = 200, description = "The tables", body = Vec<tables::TableAnswer>), Problems)
)]
pub(crate) async fn list_tables(caller: Caller) -> Answer {
    answer(&caller, Request::Tables).await
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
    answer(&caller, Request::Check(request::query(&uri)?)).await
}

/// Check a goal or a condition
///
/// The text as a JSON object.
#[utoipa::path(
    post, path = "/v1/goals/check", tag = "goals", request_body = CheckRequest,
    responses((status = 200, description = "The check", body = Check), Problems)
)]
pub(crate) async fn post_check(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (request, _reserved) = read(&caller, &uri, &headers, body).await?;
    answer(&caller, Request::Check(request)).await
}
