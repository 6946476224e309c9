//! The routes whose answer is one document.

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::algorithms::AlgorithmAnswer;
use cubiform_answers::attempts::AttemptAnswer;
use cubiform_answers::cases::{CaseSetAnswer, FoundObject, Object as CaseObject};
use cubiform_answers::distribution::Document;
use cubiform_answers::goals::Check;
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
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problems;
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

/// Defines the two routes of an operation: GET reads its request from the query, POST from a JSON object.
macro_rules! document_routes {
    ($(
        $(#[$get_doc:meta])* get $get:ident,
        $(#[$post_doc:meta])* post $post:ident: $path:tt, $tag:tt,
        $operation:ident($request:ident) -> [$($answer:tt)+], $description:tt;
    )*) => { $(
        $(#[$get_doc])*
        #[utoipa::path(
            get, path = $path, tag = $tag, params(QueryOf<$request>),
            responses((status = 200, description = $description, body = $($answer)+), Problems)
        )]
        pub(crate) async fn $get(caller: Caller, uri: Uri) -> Answer {
            answer(&caller, Request::$operation(request::query(&uri)?)).await
        }

        $(#[$post_doc])*
        #[utoipa::path(
            post, path = $path, tag = $tag, request_body = $request,
            responses((status = 200, description = $description, body = $($answer)+), Problems)
        )]
        pub(crate) async fn $post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
            let max = caller.limits.document;
            let (request, _reserved) = request::json_body(&caller, &uri, &headers, body, max).await?;
            answer(&caller, Request::$operation(request)).await
        }
    )* };
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

document_routes! {
    /// Make scrambles
    ///
    /// Scrambles of uniformly random states, or of those that satisfy a condition or show a case: the array of
    /// `cubiform scramble --format json`.
    get scramble,
    /// Make scrambles
    ///
    /// The options as a JSON object.
    post post_scramble: "/v1/scramble", "scramble",
    Scramble(ScrambleRequest) -> [Vec<scrambles::Row>], "The scrambles";

    /// Review a solve
    ///
    /// The stages of the solve with their cases, the least number of moves for each, what each stage lost, and the best
    /// continuation: the object of `cubiform review --format json`.
    get review,
    /// Review solves
    ///
    /// The solve as a JSON object.
    post post_review: "/v1/review", "review",
    Review(ReviewRequest) -> [Reviews], "The review";

    /// List or find cases of CFOP
    ///
    /// The arrays of `cubiform cases list`, `cases show` and `cases find` with `--format json`.
    get cases,
    /// List or find cases of CFOP
    ///
    /// The options as a JSON object.
    post post_cases: "/v1/cases", "cases",
    Cases(CaseRequest) -> [Vec<AnyCase>], "The cases";

    /// List the cases between two goals
    ///
    /// The object of `cubiform cases make --format json`: every case of getting from one goal to the other.
    get case_set,
    /// List the cases between two goals
    ///
    /// The options as a JSON object.
    post post_case_set: "/v1/cases/set", "cases",
    CaseSet(CaseSetRequest) -> [CaseSetAnswer], "The cases";

    /// Count all states by their distance
    ///
    /// The document of `cubiform distribution --format json`. Counts that fill large tables are refused.
    get distribution,
    /// Count all states by their distance
    ///
    /// The options as a JSON object.
    post post_distribution: "/v1/distribution", "distribution",
    Distribution(DistributionRequest) -> [Document], "The distribution";

    /// Find algorithms of cases
    ///
    /// All algorithms of some turns, in the order of hand effort: the object of `cubiform algorithms --format json`.
    get algorithms,
    /// Find algorithms of cases
    ///
    /// The options as a JSON object.
    post post_algorithms: "/v1/algorithms", "cases",
    Algorithms(AlgorithmRequest) -> [AlgorithmAnswer], "The algorithms";

    /// Review an attempt at fewest moves
    ///
    /// Its steps, the shortest of each and the best continuations: the object of `cubiform attempt --format json`.
    get attempt,
    /// Review an attempt at fewest moves
    ///
    /// The options as a JSON object.
    post post_attempt: "/v1/attempt", "attempt",
    Attempt(AttemptRequest) -> [AttemptAnswer], "The review";

    /// Insert algorithms into a skeleton
    ///
    /// The shortest solutions by insertions: the object of `cubiform insert --format json`.
    get insert,
    /// Insert algorithms into a skeleton
    ///
    /// The options as a JSON object.
    post post_insert: "/v1/insert", "insert",
    Insert(InsertRequest) -> [InsertionAnswer], "The solutions";

    /// Check a goal or a condition
    ///
    /// For an editor: the tokens with their places, the stages of a valid text, and the place of the first error. An invalid
    /// text is answered with status 200, too.
    get check,
    /// Check a goal or a condition
    ///
    /// The text as a JSON object.
    post post_check: "/v1/goals/check", "goals",
    Check(CheckRequest) -> [Check], "The check";
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
