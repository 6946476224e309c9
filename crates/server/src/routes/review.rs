//! `/v1/review`: reviews of solves.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::goals::{GoalList, Goals};
use cubiform_answers::review::json::{self, Object as ReviewObject};
use cubiform_answers::review::{self, ReviewedSolve, Solve};
use cubiform_answers::solutions::options::Effort;
use cubiform_cube::goal::Variant;
use cubiform_human::Request;
use cubiform_solvers::cfop::Analyzer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::{Kind, Problem, Problems};
use crate::request;
use crate::workers::{Allowance, Lane};

/// The maximum number of solves of a request. A summary needs many to show a trend.
const MAX_SOLVES: usize = 100;

/// The maximum length of the text of the solves, in bytes. It has room for a page of comments per solve.
const MAX_SOLUTION_BYTES: usize = 256 << 10;

/// A solve, or several of them.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewOptions {
    /// The scramble; not needed if the solution brings it.
    #[param(example = "D2 F2 U B2 D' L2 U' R2 D' F2 L' B' R' D' L' B2 U' R D2")]
    #[schema(example = "D2 F2 U B2 D' L2 U' R2 D' F2 L' B' R' D' L' B2 U' R D2")]
    scramble: Option<String>,
    /// The moves of the solution with comments, a reconstruction with its scramble, several of them, or a link of a player.
    #[param(example = "x2 // inspection\nR' D' F D // cross")]
    #[schema(example = "x2 // inspection\nR' D' F D // cross")]
    solution: String,
    /// The time of the solve, in seconds.
    #[param(example = 12.34, minimum = 0)]
    #[schema(example = 12.34, minimum = 0)]
    time: Option<f64>,
    /// Whether to leave out the optimal lengths of the stages.
    no_optimal: bool,
    /// The effort of the search for continuations.
    effort: Option<Effort>,
}

/// Solves to review, and what reviews them.
struct Work {
    solves: Vec<Solve>,
    /// `None` if the optimal lengths are left out.
    analyzer: Option<Arc<Analyzer>>,
}

/// Reads the solves.
fn read(app: &App, asked: &ReviewOptions) -> Result<Work, Problem> {
    let engines = app.engines()?;
    let scramble = asked.scramble.as_deref().map(review::read_scramble).transpose()?;
    let mut solves = review::read(scramble, &asked.solution)?;
    if solves.len() > MAX_SOLVES {
        let detail = format!("the text has {} solves; send at most {MAX_SOLVES} at a time", solves.len());
        return Err(Problem::new(Kind::TooLarge, detail));
    }
    if let Some(time) = asked.time {
        let [solve] = &mut solves[..] else {
            return Err(Problem::bad(format!(
                "time: applies to a single solve, but there are {}",
                solves.len()
            )));
        };
        if !time.is_finite() || time <= 0.0 {
            return Err(Problem::bad("time: must be a positive number of seconds"));
        }
        solve.time = Some(time);
    }
    let analyzer = match asked.no_optimal {
        true => None,
        false => {
            let goals = Goals::new(&GoalList(vec![Variant::std()]), "all")?;
            Some(engines.analyzer(&goals, None)?)
        }
    };
    Ok(Work { solves, analyzer })
}

async fn answer(caller: &Caller, asked: ReviewOptions) -> Answer {
    super::check_length(caller, "scramble", asked.scramble.as_deref().unwrap_or_default())?;
    super::check_length_within(MAX_SOLUTION_BYTES.max(caller.limits.line), "solution", &asked.solution)?;
    let effort = asked.effort.unwrap_or(Effort::Usual).search_effort();
    let Work { solves, analyzer } = caller.run(Lane::Long, move |app, _| read(app, &asked)).await?;
    let request = Request { effort, ..Request::default() };
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
    get, operation_id = "review", path = "/v1/review", tag = "review", params(ReviewOptions),
    responses((status = 200, description = "The review", body = Reviews), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, request::query(&uri)?).await
}

/// Review solves
///
/// The solve as a JSON object.
#[utoipa::path(
    post, operation_id = "post_review", path = "/v1/review", tag = "review", request_body = ReviewOptions,
    responses((status = 200, description = "The review", body = Reviews), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (asked, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer(&caller, asked).await
}
