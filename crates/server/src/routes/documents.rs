//! The routes of operations whose answer is one document, and the abilities of the server: its version, and the goals, methods
//! and puzzles for which it has tables.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use axum::routing::{get, post};
use cubiform_answers::goals::Goals;
use cubiform_answers::operation::{Context, Methods, Operation, answer_question, to_json};
use cubiform_answers::operations::{self, Visitor};
use cubiform_cube::four::Metric;
use cubiform_cube::goal::Variant;
use cubiform_threads::CancelToken;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::{Problem, Problems};
use crate::request;
use crate::workers::{Allowance, Lane};

/// Returns the routes of all operations but those with batches.
pub(super) fn routes() -> Router<Arc<App>> {
    struct Routes(Router<Arc<App>>);
    impl Visitor for Routes {
        fn visit<O: Operation>(&mut self) {
            let methods = match O::DOOR.methods {
                Methods::Get => get(answer_get::<O>),
                Methods::Post => post(answer_post::<O>),
                Methods::GetAndPost => get(answer_get::<O>).post(answer_post::<O>),
                Methods::Batches => return,
            };
            self.0 = std::mem::take(&mut self.0).route(O::DOOR.path, methods);
        }
    }
    let mut routes = Routes(Router::new());
    operations::visit(&mut routes);
    routes.0
}

/// Answers a request whose members are in the query.
async fn answer_get<O: Operation>(caller: Caller, uri: Uri) -> Answer {
    answer::<O>(&caller, request::query(&uri)?).await
}

/// Answers a request whose members are a JSON object.
async fn answer_post<O: Operation>(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let max = match O::DOOR.methods {
        Methods::Post => caller.limits.list,
        _ => caller.limits.document,
    };
    let (request, _reserved) = request::json_body(&caller, &uri, &headers, body, max).await?;
    answer::<O>(&caller, request).await
}

/// The result of the first task of a request: its answer, or the parts of a question that has several.
enum Step<O: Operation> {
    Answered(O::Answer),
    Divided(Vec<O::Question>),
}

/// Answers a request.
pub(super) async fn answer<O: Operation>(caller: &Caller, request: O) -> Answer {
    let lane = if O::DOOR.is_long_to_check { Lane::Long } else { Lane::Quick };
    let check = move |app: &App, _: &Allowance| Ok(request.check(&app.limits.of_requests())?);
    let question = caller.run(lane, check).await?;
    let place = if O::draws_under_condition(&question) { Some(caller.draw_place().await?) } else { None };
    let lane = if O::is_quick(&question) { Lane::Quick } else { Lane::Long };
    let step = caller.run(lane, move |app, allowance| {
        let mut parts = O::divide(question);
        match parts.len() {
            1 => Ok(Step::<O>::Answered(answer_part::<O>(app, parts.remove(0), allowance)?)),
            _ => Ok(Step::Divided(parts)),
        }
    });
    let answer = match step.await? {
        Step::Answered(answer) => answer,
        // A question of many parts does not keep other requests waiting.
        Step::Divided(parts) => O::join(caller.run_each(parts, answer_part::<O>).await?),
    };
    drop(place);
    super::json(Ok(to_json(&answer)?))
}

/// Answers a question that has one part.
fn answer_part<O: Operation>(
    app: &App,
    question: O::Question,
    allowance: &Allowance,
) -> Result<O::Answer, Problem> {
    let solvers = app.solvers(&allowance.cancel)?;
    let context = Context { cpu: Some(allowance.cpu), time: allowance.time, ..Context::new(&solvers) };
    answer_question::<O>(question, &context).map_err(|error| app.problem(&error))
}

/// The abilities of a server: its version, and what it has tables for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ServerAnswer {
    /// The version of the program.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The named goals whose tables the server has.
    #[schema(example = json!(["std", "pseudo"]))]
    goals: Vec<&'static str>,
    /// The named goals whose tables it is making.
    #[schema(example = json!(["roux", "petrus"]))]
    preparing: Vec<&'static str>,
    /// The metrics in which it solves the 4x4x4; none without the tables.
    #[schema(example = json!(["sst"]))]
    four: Vec<&'static str>,
    /// Whether it offers optimal solutions.
    #[schema(example = false)]
    optimal: bool,
}

impl ServerAnswer {
    /// Returns what a server can answer now. Tables that are built later count from then on.
    ///
    /// # Errors
    /// If its solvers are not ready.
    fn of(app: &App, cancel: &CancelToken) -> Result<ServerAnswer, Problem> {
        let engines = app.engines()?;
        // A question for a goal that is being prepared would wait until it is.
        let preparing = app.preparing().clone();
        let has_goal = |goal: Variant| engines.analyzer(&Goals::all_stages(goal), None, None, cancel).is_ok();
        let others = Variant::NAMED.iter().filter(|goal| !preparing.contains(&goal.name));
        let goals = others.filter(|goal| has_goal((goal.variant)())).map(|goal| goal.name).collect();
        let metrics = Metric::ALL.into_iter().filter(|metric| engines.four(*metric, None, cancel).is_ok());
        Ok(ServerAnswer {
            version: env!("CARGO_PKG_VERSION"),
            goals,
            preparing,
            four: metrics.map(Metric::name).collect(),
            optimal: app.allows_optimal,
        })
    }
}

/// Describe the server
///
/// Its version, and what it has tables for: a page offers no more than that.
#[utoipa::path(
    get, path = "/v1/server", tag = "tables",
    responses((status = 200, description = "What the server can answer", body = ServerAnswer), Problems)
)]
pub(crate) async fn about(caller: Caller) -> Answer {
    let found = caller.run(Lane::Quick, |app, allowance| ServerAnswer::of(app, &allowance.cancel)).await?;
    super::json(serde_json::to_vec(&found))
}
