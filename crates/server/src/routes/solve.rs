//! `/v1/solve`: solutions of whole cubes, for one cube or a batch.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use cubiform_answers::input::{Line, Options};
use cubiform_answers::scramble::id_of;
use cubiform_answers::solutions::{Engine, SolutionObject, engine};
use cubiform_answers::solutions::{SolveQuestion, SolveRequest};
use cubiform_answers::{Error, ErrorKind};
use cubiform_threads::CancelToken;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Answer, documents};
use crate::app::App;
use crate::batch::{self, BadRow, BatchOrCube, Cubes, JsonLines, RowResult};
use crate::caller::Caller;
use crate::list::ListedCube;
use crate::problem::{Problem, Problems};
use crate::query_schema::QueryOf;
use crate::request;
use crate::workers::{Allowance, Lane, Ticket};

/// A checked request with its engine.
struct CubeSolver {
    question: SolveQuestion,
    engine: Engine,
}

impl CubeSolver {
    /// Checks a request and returns it with its engine.
    fn new(app: &App, request: &SolveRequest) -> Result<CubeSolver, Problem> {
        let question = request.clone().question(&app.limits.of_requests())?;
        let engine =
            engine(&question, &app.solvers(&CancelToken::never())?).map_err(|error| app.problem(&error))?;
        Ok(CubeSolver { question, engine })
    }

    /// Solves a line and returns the objects of its solutions as JSON.
    fn rows(&self, app: &App, line: &Line, allowance: &Allowance) -> RowResult<Vec<Vec<u8>>> {
        let limits = self.question.limits(Some(allowance.cpu), allowance.time, &allowance.cancel);
        let mut row = match self.engine.answer(&self.question, line, &limits) {
            Ok(row) => row,
            Err(bad) => return Ok(Err(BadRow::new(&bad, Some(id_of(line))))),
        };
        if let Err(error) = &mut row.solved {
            match error.kind {
                ErrorKind::Unanswerable => {}
                // A row that takes too much does not end its batch.
                ErrorKind::Cancelled if allowance.is_of_batch && !allowance.request.is_cancelled() => {
                    *error = Error::message("the solution takes more time than this server spends on a cube");
                }
                _ => return Err(app.problem(error)),
            }
        }
        let objects = row.objects(&self.question);
        let written = objects.iter().map(serde_json::to_vec).collect::<Result<_, _>>();
        written.map(Ok).map_err(|error| {
            tracing::error!(%error, "an answer cannot be written");
            Problem::internal()
        })
    }
}

/// Answers one cube.
async fn one(caller: &Caller, request: SolveRequest) -> Answer {
    let answer = documents::answer(caller, request).await?;
    caller.metrics.cubes.inc();
    Ok(answer)
}

/// Answers a batch.
fn many(caller: &Caller, prepared: CubeSolver, cubes: Cubes) -> Response {
    let (ticket, prepared) = (caller.batch_ticket(), Arc::new(prepared));
    let (of_rows, ticket_of_rows) = (caller.clone(), ticket.clone());
    let answer = move |line, _| row(of_rows.clone(), Arc::clone(&prepared), ticket_of_rows.clone(), line);
    batch::respond(caller, ticket, cubes, JsonLines, answer)
}

/// Returns the lines of a cube of a batch.
async fn row(caller: Caller, prepared: Arc<CubeSolver>, ticket: Ticket, line: Line) -> RowResult<Vec<u8>> {
    let work = move |app: &App, allowance: &Allowance| prepared.rows(app, &line, allowance);
    let rows = caller.run_with(&ticket, Lane::Long, work).await;
    caller.metrics.cubes.inc();
    Ok(rows?.map(|objects| objects.join(&b"\n"[..])))
}

/// Solve a cube
///
/// The solutions as the array of `cubiform solve --format json`; one, unless several optimal ones are asked for. A cube
/// that has no solution within the limits has an object with `error`. Optimal solutions are offered if the server is
/// started with `--allow-optimal`.
#[utoipa::path(
    get, operation_id = "solve", path = "/v1/solve", tag = "solve", params(QueryOf<SolveRequest>),
    responses((status = 200, description = "The solutions", body = Vec<SolutionObject>), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    one(&caller, request::query(&uri)?).await
}

/// Solve a cube or a batch
///
/// As for `/v1/analyze`: a JSON object with `scramble` or `scrambles`, or JSON lines, CSV or plain text with the options in
/// the query. The rows of a batch are those of `cubiform solve --format jsonl`.
#[utoipa::path(
    post, operation_id = "post_solve", path = "/v1/solve", tag = "solve", params(QueryOf<SolveRequest>),
    request_body(content(
        (SolveBody = "application/json"), (String = "application/x-ndjson"), (String = "text/csv"),
        (String = "text/plain"))),
    responses((status = 200, description = "The solutions of the cube, or the rows of the batch", content(
        (Vec<SolutionObject> = "application/json"), (SolutionRow = "application/x-ndjson"))), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let prepare = |options: &SolveRequest| CubeSolver::new(&caller, options);
    match batch::read_body(&caller, (&uri, &headers), body, Options::plain(), prepare).await? {
        BatchOrCube::One(options, _reserved) => one(&caller, options).await,
        BatchOrCube::Many(prepared, cubes) => Ok(many(&caller, prepared, cubes)),
    }
}

/// A row of a batch.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum SolutionRow<'a> {
    /// A solution.
    Solution(SolutionObject<'a>),
    /// A line that cannot be read.
    Unreadable(BadRow),
}

/// A cube with its options, or a batch of them.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the requests")]
pub(crate) enum SolveBody {
    /// One cube.
    One(SolveRequest),
    /// Several cubes with the same options.
    Many(SolveBatch),
}

/// Several cubes with the same options.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "it describes the requests")]
pub(crate) struct SolveBatch {
    /// The cubes.
    scrambles: Vec<ListedCube>,
    #[serde(flatten)]
    options: SolveRequest,
}
