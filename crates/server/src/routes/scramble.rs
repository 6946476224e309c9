//! `/v1/scramble`: random-state scrambles.

use std::hash::{BuildHasher, Hasher, RandomState};

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::cases;
use cubiform_answers::goals::parse_condition;
use cubiform_answers::input::Input;
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::scrambles::{
    ConditionDraw, Row, ScrambleEvent, case_row, case_states, numbered, puzzle_row, puzzle_states, row,
};
use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;
use cubiform_draw::searched_stages;
use cubiform_threads::{CancelToken, Threads};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::{Problem, Problems};
use crate::request;
use crate::workers::Lane;

/// The largest seed that a client makes up: all numbers up to it are exact in every JSON reader.
const MAX_RANDOM_SEED: u64 = (1 << 53) - 1;

/// The maximum number of scrambles of a request that is quick.
const QUICK_SCRAMBLES: u64 = 10;

/// The options of scrambles.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScrambleOptions {
    /// The event of the WCA.
    event: ScrambleEvent,
    /// The number of scrambles.
    #[param(example = 2, minimum = 1, maximum = 1000)]
    #[schema(example = 2, default = 1, minimum = 1, maximum = 1000)]
    count: Option<u64>,
    /// The seed; the same seed gives the same scrambles. A different one each time by default.
    #[param(example = 2026, minimum = 0, format = "uint64")]
    #[schema(example = 2026, minimum = 0, format = "uint64")]
    seed: Option<u64>,
    /// A condition on the states of the 3x3x3, as in `scramble --where`.
    #[serde(rename = "where")]
    #[param(example = "cross[W] <= 4")]
    #[schema(example = "cross[W] <= 4")]
    condition: Option<String>,
    /// Cases that the states show, separated by commas, as in `scramble --case`.
    #[param(example = "OLL 27")]
    #[schema(example = "OLL 27")]
    case: Option<String>,
}

/// Makes the scrambles.
fn scrambles(app: &App, asked: &ScrambleOptions, cancel: &CancelToken) -> Result<Vec<Row>, Problem> {
    let engines = app.engines()?;
    let count = asked.count.unwrap_or(1);
    let max = app.limits.scrambles;
    if count == 0 || count > max {
        return Err(Problem::bad(format!("count: this server makes 1 to {max} scrambles at a time")));
    }
    let seed = asked.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() & MAX_RANDOM_SEED);
    let event = asked.event;
    let failed = |error| app.problem(&error);
    if event.puzzle() != Puzzle::Three && (asked.condition.is_some() || asked.case.is_some()) {
        return Err(Problem::bad("where and case are for the events of the 3x3x3"));
    }
    match event.puzzle() {
        Puzzle::Two => {
            let states = puzzle_states::<Cube2>(seed, count);
            let row = |(state, number)| puzzle_row(&engines.two, seed, (&state, number), cancel);
            return states.map(row).collect::<Result<_, _>>().map_err(failed);
        }
        Puzzle::Four => {
            let scrambler = engines.four_scrambler()?;
            let states = puzzle_states::<Cube4>(seed, count);
            let row = |(state, number)| puzzle_row(scrambler, seed, (&state, number), cancel);
            return states.map(row).collect::<Result<_, _>>().map_err(failed);
        }
        Puzzle::Three => {}
    }
    let scrambler = &engines.scrambler;
    if let Some(case) = &asked.case {
        if asked.condition.is_some() || event != ScrambleEvent::Plain {
            return Err(Problem::bad("case is only for the event 333, and not together with where"));
        }
        let mut found = Vec::new();
        for name in case.split(',') {
            found.extend(cases::parse(name)?);
        }
        let states = case_states(&found, seed, count);
        let row = |drawn| case_row(scrambler, seed, &drawn, cancel);
        return states.map(row).collect::<Result<_, _>>().map_err(failed);
    }
    let states = match &asked.condition {
        None => Input::from_random(u64::MAX, seed),
        Some(text) => {
            let condition = parse_condition(text)?;
            let analyzers = searched_stages(&condition).into_iter();
            let analyzers = analyzers.map(|stage| engines.stage_analyzer(stage)).collect::<Result<_, _>>()?;
            let draw =
                ConditionDraw::new(&condition, seed, &engines.oracle, analyzers, &Threads::single(), cancel);
            draw.map_err(failed)?.into_input(u64::MAX, seed)
        }
    };
    let mut rows = Vec::new();
    for drawn in numbered(states, seed, count) {
        let drawn = drawn.map_err(failed)?;
        rows.push(row(scrambler, event, seed, &drawn, cancel).map_err(failed)?);
    }
    Ok(rows)
}

async fn answer(caller: &Caller, asked: ScrambleOptions) -> Answer {
    for (parameter, text) in [("where", &asked.condition), ("case", &asked.case)] {
        super::check_length(caller, parameter, text.as_deref().unwrap_or_default())?;
    }
    let place = match asked.condition {
        Some(_) => Some(caller.draw_place().await?),
        None => None,
    };
    // A few scrambles of the 3x3x3 and the 2x2x2 take milliseconds.
    let is_quick = asked.condition.is_none()
        && asked.event.puzzle() != Puzzle::Four
        && asked.count.unwrap_or(1) <= QUICK_SCRAMBLES;
    let lane = if is_quick { Lane::Quick } else { Lane::Long };
    let rows = caller.run(lane, move |app, allowance| scrambles(app, &asked, &allowance.cancel)).await;
    drop(place);
    let rows = rows?;
    super::json(serde_json::to_vec(&rows))
}

/// Make scrambles
///
/// Scrambles of uniformly random states, or of those that satisfy a condition or show a case: the array of
/// `cubiform scramble --format json`.
#[utoipa::path(
    get, operation_id = "scramble", path = "/v1/scramble", tag = "scramble", params(ScrambleOptions),
    responses((status = 200, description = "The scrambles", body = Vec<Row>), Problems)
)]
pub(crate) async fn get(caller: Caller, uri: Uri) -> Answer {
    answer(&caller, request::query(&uri)?).await
}

/// Make scrambles
///
/// The options as a JSON object.
#[utoipa::path(
    post, operation_id = "post_scramble", path = "/v1/scramble", tag = "scramble", request_body = ScrambleOptions,
    responses((status = 200, description = "The scrambles", body = Vec<Row>), Problems)
)]
pub(crate) async fn post(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (asked, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer(&caller, asked).await
}
