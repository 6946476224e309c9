//! The abilities of the server: its version, and the goals, methods and puzzles for which it has tables.

use cubiform_answers::goals::Goals;
use cubiform_cube::four::Metric;
use cubiform_cube::goal::Variant;
use cubiform_threads::CancelToken;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::{Problem, Problems};
use crate::workers::Lane;

/// The abilities of a server: its version, and what it has tables for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ServerAnswer {
    /// The version of the program.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The named goals whose tables the server has.
    #[schema(example = json!(["std", "pseudo"]))]
    goals: Vec<&'static str>,
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
        let has_goal = |goal: Variant| engines.analyzer(&Goals::all_stages(goal), None, None, cancel).is_ok();
        let goals = Variant::NAMED.iter().filter(|goal| has_goal((goal.variant)()));
        let metrics = Metric::ALL.into_iter().filter(|metric| engines.four(*metric, None, cancel).is_ok());
        Ok(ServerAnswer {
            version: env!("CARGO_PKG_VERSION"),
            goals: goals.map(|goal| goal.name).collect(),
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
pub(crate) async fn get(caller: Caller) -> Answer {
    let found = caller.run(Lane::Quick, |app, allowance| ServerAnswer::of(app, &allowance.cancel)).await?;
    super::json(serde_json::to_vec(&found))
}
