//! The solvers of a server: opened with their tables before it is ready, and analyzers of further goals on demand.

use std::sync::{Arc, OnceLock};

use cubiform_answers::engines::{EngineError, Engines, GoalTables, OptimalRequest, TablePolicy};
use cubiform_answers::solutions::solve::Engine;
use cubiform_cube::four::Metric;
use cubiform_solvers::cfop::BuildError;
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_store::{CheckEvent, StoreError, TableChecks};
use cubiform_threads::{CancelToken, Threads};

use crate::problem::{Kind, Problem};
use crate::settings::Settings;

/// The memory that tables leave free, in bytes, for the requests.
const RESERVED_MEMORY: u64 = 1 << 30;

/// The message about a damaged table, after which the answers of the server can no longer be trusted.
pub(crate) type Damage = Arc<OnceLock<String>>;

/// Opens the tables, checks them, and creates the solvers. Damage that is found then or later is recorded in `damage`.
pub(crate) fn prepare(
    settings: &Settings,
    damage: &Damage,
    cancel: &CancelToken,
) -> Result<Engines, EngineError> {
    let (store, threads, recorded) = (&settings.store, &settings.threads, Arc::clone(damage));
    let checks = TableChecks::new(store.open_tables().clone(), move |event| match event {
        CheckEvent::LongSearch => tracing::warn!("a search takes unusually long: checking the tables"),
        CheckEvent::Failed(error) | CheckEvent::Damaged(error) => {
            tracing::error!(%error, "a table is damaged");
            let _ = recorded.set(error.to_string());
        }
    });
    let policy = TablePolicy {
        profile: settings.profile,
        builds: false,
        fills: false,
        reserved_memory: RESERVED_MEMORY,
        ..TablePolicy::default()
    };
    let engines = Engines::new(GoalTables::in_store(store.clone()), policy, threads);
    let engines = engines.with_checks(Arc::new(checks));
    engines.two_phase(cancel)?;
    engines.scrambler(cancel)?;
    if settings.allows_optimal {
        engines.optimal(&OptimalRequest::default(), cancel)?;
    }
    let (cfop, thistlethwaite) = threads.join(|| engines.cfop(cancel), || engines.thistlethwaite(cancel));
    cfop?;
    thistlethwaite?;
    engines.oracle(cancel)?;
    engines.two(cancel)?;
    let four = Metric::ALL.into_iter().map(|metric| engines.four(metric, None, cancel));
    for solver in four.chain([engines.four_scrambler(cancel)]) {
        match solver {
            Err(EngineError::NoFourTable { .. }) => {}
            solver => drop(solver?),
        }
    }
    for goal in &settings.goals {
        engines.prepare(goal, cancel)?;
    }
    for file in store.open_tables().files().iter().filter(|file| !file.is_verified()) {
        tracing::info!(table = file.name(), "checking a table (first run only)");
    }
    engines.checks().start();
    engines.checks().wait_until(cancel);
    // A request has one thread of a team.
    Ok(engines.with_threads(&Threads::single()))
}

/// Returns the optimal solver for so many solutions, if this server offers it.
pub(crate) fn optimal(
    engines: &Engines,
    is_allowed: bool,
    solutions: SolutionRequest,
) -> Result<Engine, Problem> {
    if !is_allowed {
        let detail =
            "this server does not offer optimal solutions; it does if it is started with --allow-optimal";
        return Err(Problem::new(Kind::Unanswerable, detail));
    }
    let request = OptimalRequest { solutions, ..OptimalRequest::default() };
    Ok(Engine::Faces(Box::new(engines.optimal(&request, &CancelToken::never())?)))
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Problem {
        match error {
            EngineError::Build(BuildError::Store(error))
                if !matches!(error, StoreError::Cancelled { .. }) =>
            {
                tracing::error!(%error, "a table cannot be opened");
                Problem::internal()
            }
            EngineError::Build(BuildError::NotFilled { .. }) => {
                let detail = format!("{error}, which this server fills only at its start (with --goals)");
                Problem::new(Kind::Unanswerable, detail)
            }
            error => Problem::of_error(&error.into()),
        }
    }
}
