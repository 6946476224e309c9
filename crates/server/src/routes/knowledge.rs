//! `/v1/cases`, `/v1/distribution`, `/v1/tables` and `/v1/goals/check`: what is known without a cube.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use cubiform_answers::Error;
use cubiform_answers::cases::{self, Found, FoundObject, Object as CaseObject};
use cubiform_answers::distribution::{self, parse_subject};
use cubiform_answers::goals::{Check, check_condition, check_goal};
use cubiform_answers::tables;
use cubiform_cube::Color;
use cubiform_human::cases::CaseSet;
use cubiform_threads::Threads;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::{Kind, Problem, Problems};
use crate::request;
use crate::workers::{Allowance, Lane};

/// The maximum number of bytes of a table that a count may fill.
const MAX_COUNT_MEMORY: u64 = 64 << 20;

/// The cases to list or find.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CaseOptions {
    /// The set: `f2l`, `oll` or `pll`; all of them by default.
    #[param(example = "oll")]
    #[schema(example = "oll")]
    set: Option<String>,
    /// A group of cases, such as `fish`.
    #[param(example = "fish")]
    #[schema(example = "fish")]
    group: Option<String>,
    /// Cases of the set by number, letters or name, separated by commas.
    #[param(example = "27")]
    #[schema(example = "27")]
    case: Option<String>,
    /// A picture, as in `cases find`.
    #[param(example = "x.x/.x./x.x")]
    #[schema(example = "x.x/.x./x.x")]
    pattern: Option<String>,
    /// An algorithm whose cases are wanted.
    #[param(example = "R U R' U R U2 R'")]
    #[schema(example = "R U R' U R U2 R'")]
    alg: Option<String>,
    /// A cube whose cases are wanted.
    #[param(example = "R U2 R' U' R U' R'")]
    #[schema(example = "R U2 R' U' R U' R'")]
    scramble: Option<String>,
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

fn cases_of(asked: &CaseOptions) -> Result<serde_json::Result<Vec<u8>>, Problem> {
    let found =
        |found: Vec<Found>| Ok(serde_json::to_vec(&found.iter().map(FoundObject::of).collect::<Vec<_>>()));
    let lists = asked.set.is_some() || asked.group.is_some() || asked.case.is_some();
    match (&asked.pattern, &asked.alg, &asked.scramble) {
        (None, None, None) => {}
        _ if lists => {
            return Err(Problem::bad("set, group and case list cases; pattern, alg and scramble find them"));
        }
        (Some(pattern), None, None) => return found(cases::by_picture(pattern)?),
        (None, Some(alg), None) => return found(cases::by_algorithm(alg)?),
        (None, None, Some(scramble)) => {
            return found(cases::on_cube(scramble)?);
        }
        _ => return Err(Problem::bad("give one of pattern, alg and scramble")),
    }
    let set = match &asked.set {
        None => None,
        Some(name) => {
            let named = CaseSet::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name));
            Some(named.ok_or_else(|| Error::usage("set", "unknown set").hint("expected f2l, oll or pll"))?)
        }
    };
    let listed = match (&asked.case, set) {
        (None, set) => cases::listed(set, asked.group.as_deref())?,
        (Some(_), None) => return Err(Problem::bad("case: name its set, too")),
        (Some(_), Some(_)) if asked.group.is_some() => {
            return Err(Problem::bad("give case or group, not both"));
        }
        (Some(labels), Some(set)) => {
            let labels: Vec<String> = labels.split(',').map(|label| label.trim().to_string()).collect();
            cases::named(set, &labels)?
        }
    };
    Ok(serde_json::to_vec(&listed.iter().map(|case| CaseObject::of(case)).collect::<Vec<_>>()))
}

async fn answer_cases(caller: &Caller, asked: CaseOptions) -> Answer {
    let texts = [
        ("set", &asked.set),
        ("group", &asked.group),
        ("case", &asked.case),
        ("pattern", &asked.pattern),
        ("alg", &asked.alg),
        ("scramble", &asked.scramble),
    ];
    for (parameter, text) in texts {
        super::check_length(caller, parameter, text.as_deref().unwrap_or_default())?;
    }
    let text = caller.run(Lane::Quick, move |_, _| cases_of(&asked)).await?;
    super::json(text)
}

/// List or find cases of CFOP
///
/// The arrays of `cubiform cases list`, `cases show` and `cases find` with `--format json`.
#[utoipa::path(
    get, path = "/v1/cases", tag = "cases", params(CaseOptions),
    responses((status = 200, description = "The cases", body = Vec<AnyCase>), Problems)
)]
pub(crate) async fn cases(caller: Caller, uri: Uri) -> Answer {
    answer_cases(&caller, request::query(&uri)?).await
}

/// List or find cases of CFOP
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/cases", tag = "cases", request_body = CaseOptions,
    responses((status = 200, description = "The cases", body = Vec<AnyCase>), Problems)
)]
pub(crate) async fn post_cases(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (asked, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer_cases(&caller, asked).await
}

/// The states to count.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DistributionOptions {
    /// A goal, a stage, an expression, the name of a table, or a phase of Thistlethwaite's algorithm.
    #[param(example = "cross")]
    #[schema(example = "cross")]
    goal: String,
    /// The stage of the goal; its first one by default.
    #[param(example = "xcross")]
    #[schema(example = "xcross")]
    stage: Option<String>,
    /// Bottom colours: counts all states of the edges by the best of these colours.
    #[param(example = "WY")]
    #[schema(example = "WY")]
    colors: Option<String>,
}

/// Returns a distribution as JSON; `None` if its states must be counted first and `may_count` is not set.
fn distribution_of(
    app: &App,
    asked: &DistributionOptions,
    allowance: &Allowance,
    may_count: bool,
) -> Result<Option<serde_json::Result<Vec<u8>>>, Problem> {
    let subject = parse_subject(&asked.goal)?;
    let colors = asked.colors.as_deref().map(Color::list).transpose();
    let colors = colors.map_err(|e| Error::usage("colors", e))?;
    let failed = |error| app.problem(&error);
    let request = distribution::Request::new(&subject, asked.stage.as_deref(), colors.as_deref());
    let count = request.map_err(failed)?.count().map_err(failed)?;
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

async fn answer_distribution(caller: &Caller, asked: DistributionOptions) -> Answer {
    for (parameter, text) in [("goal", Some(&asked.goal)), ("stage", asked.stage.as_ref())] {
        super::check_length(caller, parameter, text.map_or("", |text| text))?;
    }
    if asked.goal.is_empty() {
        return Err(Problem::bad("no goal; name one, such as cross"));
    }
    let asked = Arc::new(asked);
    let known = Arc::clone(&asked);
    let known = caller.run(Lane::Quick, move |app, allowance| distribution_of(app, &known, allowance, false));
    if let Some(text) = known.await? {
        return super::json(text);
    }
    // The states have to be counted.
    let counted =
        caller.run(Lane::Long, move |app, allowance| distribution_of(app, &asked, allowance, true)).await?;
    super::json(counted.ok_or_else(Problem::internal)?)
}

/// Count all states by their distance
///
/// The document of `cubiform distribution --format json`. Counts that fill large tables are refused.
#[utoipa::path(
    get, path = "/v1/distribution", tag = "distribution", params(DistributionOptions),
    responses((status = 200, description = "The distribution", body = distribution::Document), Problems)
)]
pub(crate) async fn distribution(caller: Caller, uri: Uri) -> Answer {
    answer_distribution(&caller, request::query(&uri)?).await
}

/// Count all states by their distance
///
/// The options as a JSON object.
#[utoipa::path(
    post, path = "/v1/distribution", tag = "distribution", request_body = DistributionOptions,
    responses((status = 200, description = "The distribution", body = distribution::Document), Problems)
)]
pub(crate) async fn post_distribution(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (asked, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer_distribution(&caller, asked).await
}

/// List the tables
///
/// The array of `cubiform tables list --format json`, without the paths of files.
#[utoipa::path(
    get, path = "/v1/tables", tag = "tables",
    responses((status = 200, description = "The tables", body = Vec<tables::Row>), Problems)
)]
pub(crate) async fn list_tables(caller: Caller) -> Answer {
    let list =
        |app: &App, _: &Allowance| Ok(serde_json::to_vec(&tables::rows(app.engines()?.store(), false)));
    let text = caller.run(Lane::Quick, list).await?;
    super::json(text)
}

/// A text to check: a goal or a condition.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckOptions {
    /// The text of a goal: a name or an expression.
    #[param(example = "cross + FR")]
    #[schema(example = "cross + FR")]
    goal: Option<String>,
    /// The text of a condition, as in `scramble --where`.
    #[param(example = "cross[W] <= 4")]
    #[schema(example = "cross[W] <= 4")]
    condition: Option<String>,
}

async fn answer_check(caller: &Caller, asked: CheckOptions) -> Answer {
    for (parameter, text) in [("goal", &asked.goal), ("condition", &asked.condition)] {
        super::check_length(caller, parameter, text.as_deref().unwrap_or_default())?;
    }
    let text = caller.run(Lane::Quick, move |_, _| match (&asked.goal, &asked.condition) {
        (Some(goal), None) => Ok(serde_json::to_vec(&check_goal(goal))),
        (None, Some(condition)) => Ok(serde_json::to_vec(&check_condition(condition))),
        _ => Err(Problem::bad("give a goal or a condition")),
    });
    super::json(text.await?)
}

/// Check a goal or a condition
///
/// For an editor: the tokens with their places, the stages of a valid text, and the place of the first error. An invalid
/// text is answered with status 200, too.
#[utoipa::path(
    get, path = "/v1/goals/check", tag = "goals", params(CheckOptions),
    responses((status = 200, description = "The check", body = Check), Problems)
)]
pub(crate) async fn check(caller: Caller, uri: Uri) -> Answer {
    answer_check(&caller, request::query(&uri)?).await
}

/// Check a goal or a condition
///
/// The text as a JSON object.
#[utoipa::path(
    post, path = "/v1/goals/check", tag = "goals", request_body = CheckOptions,
    responses((status = 200, description = "The check", body = Check), Problems)
)]
pub(crate) async fn post_check(caller: Caller, uri: Uri, headers: HeaderMap, body: Body) -> Answer {
    let (asked, _reserved) = request::json_body(&caller, &uri, &headers, body).await?;
    answer_check(&caller, asked).await
}
