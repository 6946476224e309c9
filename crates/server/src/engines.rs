//! The solvers of a server: those of its goals are opened before it is ready, the others in the background or by the first
//! request that needs them.

use std::sync::{Arc, OnceLock};

use cubiform_answers::Error;
use cubiform_answers::engines::{EngineError, Engines, GoalTables, OptimalRequest, TablePolicy, WARM_UPS};
use cubiform_answers::generators::{Generators, MoveSet};
use cubiform_answers::solvers::{Solvers, open};
use cubiform_cube::four::{Cube4, Metric};
use cubiform_solvers::cfop::BuildError;
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::subgroup::Subgroup;
use cubiform_store::{CheckEvent, TableChecks};
use cubiform_threads::CancelToken;

use crate::problem::Problem;
use crate::settings::Settings;

/// The memory that tables leave free, in bytes, for the requests.
const RESERVED_MEMORY: u64 = 1 << 30;

/// The message about a damaged table, after which the answers of the server can no longer be trusted.
pub(crate) type Damage = Arc<OnceLock<String>>;

/// Opens the tables of the goals, checks them, and creates their analyzers. Damage that is found then or later is recorded
/// in `damage`.
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
    if settings.allows_optimal {
        engines.optimal(&OptimalRequest::default(), cancel)?;
    }
    for goal in &settings.goals {
        engines.prepare(goal, cancel)?;
    }
    for file in store.open_tables().files().iter().filter(|file| !file.is_verified()) {
        tracing::info!(table = file.name(), "checking a table (first run only)");
    }
    engines.checks().start();
    engines.checks().wait_until(cancel);
    Ok(engines)
}

/// Makes the other solvers, one after the other, so that no request waits for them. Requests are answered meanwhile: one
/// that needs a solver makes it itself, or waits for it. Returns early if `cancel` is cancelled.
pub(crate) fn warm_up(engines: &Engines, damage: &Damage, cancel: &CancelToken) {
    for solver in &WARM_UPS {
        match (solver.make)(engines, cancel) {
            Ok(()) => tracing::debug!(solver = solver.name, "made in advance"),
            Err(error) if error.is_cancelled() => return,
            Err(error) => {
                tracing::error!(solver = solver.name, %error, "cannot make a solver");
                let _ = damage.set(error.to_string());
            }
        }
    }
}

/// Returns the names of the solvers that are made, and of those that the first request must make.
pub(crate) fn warm_and_cold(engines: &Engines) -> [Vec<&'static str>; 2] {
    let (warm, cold): (Vec<_>, _) = WARM_UPS.iter().partition(|solver| (solver.is_made)(engines));
    [warm, cold].map(|solvers| solvers.iter().map(|solver| solver.name).collect())
}

/// The solvers of a request.
pub(crate) struct RequestSolvers<'a> {
    pub(crate) engines: &'a Engines,
    pub(crate) allows_optimal: bool,
    /// Ends the opening.
    pub(crate) cancel: &'a CancelToken,
}

impl Solvers for RequestSolvers<'_> {
    fn engines(&self) -> &Engines {
        self.engines
    }

    fn cancel(&self) -> &CancelToken {
        self.cancel
    }

    fn failed(&self, error: EngineError) -> Error {
        failed(error)
    }

    fn optimal(
        &self,
        solutions: SolutionRequest,
        moves: Option<MoveSet>,
        _: &str,
    ) -> Result<Arc<dyn Solver>, Error> {
        if !self.allows_optimal {
            let message =
                "this server does not offer optimal solutions; it does if it is started with --allow-optimal";
            return Err(Error::message(message).code("optimal-not-offered"));
        }
        let moves = moves.map(|moves| moves.0);
        let request = OptimalRequest { solutions, moves, ..OptimalRequest::default() };
        Ok(Arc::new(open(self, |engines, cancel| engines.optimal(&request, cancel))?))
    }

    fn subgroup(&self, _: &Generators) -> Result<Subgroup, Error> {
        Err(Error::usage("moves", "this server does not offer solutions with only these moves"))
    }

    fn four(&self, metric: Metric, beam: Option<usize>) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        match beam {
            Some(_) => Err(Error::usage("beam", "this server does not offer another beam than its own")),
            None => open(self, |engines, cancel| engines.four(metric, None, cancel)),
        }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Problem {
        Problem::of_error(&failed(error))
    }
}

/// Returns the error of an opening as this server words it.
fn failed(error: EngineError) -> Error {
    let is_filled_at_start = matches!(error, EngineError::Build(BuildError::NotFilled { .. }));
    let mut error = Error::from(error);
    if is_filled_at_start {
        error.message += ", which this server fills only at its start (with --goals)";
    }
    error
}
