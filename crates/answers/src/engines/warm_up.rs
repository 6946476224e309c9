//! The solvers without parameters, which can be made before a question needs them.

use cubiform_cube::four::Metric;
use cubiform_threads::CancelToken;

use super::solvers::{FOUR_SCRAMBLER, FourKey};
use super::{EngineError, Engines};

/// A solver without parameters.
pub struct WarmUp {
    /// The name of the solver.
    pub name: &'static str,
    /// Makes the solver, unless it is made or its tables are not built. Fails if a table is damaged or the token was
    /// cancelled.
    pub make: fn(&Engines, &CancelToken) -> Result<(), EngineError>,
    /// Returns whether nothing is left to make. Does not wait.
    pub is_made: fn(&Engines) -> bool,
}

/// All solvers without parameters, the most asked for first.
pub const WARM_UPS: [WarmUp; 7] = [
    warm_up(
        "two-phase",
        |engines, cancel| engines.two_phase(cancel).map(drop),
        |engines| engines.kept.two_phase.is_known(),
    ),
    warm_up(
        "scrambles",
        |engines, cancel| engines.unfiltered(cancel).map(drop),
        |engines| engines.kept.unfiltered.is_known(),
    ),
    warm_up("cfop", |engines, cancel| engines.cfop(cancel).map(drop), |engines| engines.kept.cfop.is_known()),
    warm_up(
        "conditions",
        |engines, cancel| engines.oracle(cancel).map(drop),
        |engines| engines.kept.oracle.is_known(),
    ),
    warm_up("222", |engines, cancel| engines.two(cancel).map(drop), |engines| engines.kept.two.is_known()),
    warm_up(
        "thistlethwaite",
        |engines, cancel| engines.thistlethwaite(cancel).map(drop),
        |engines| engines.kept.thistlethwaite.is_known(),
    ),
    warm_up("444", make_four, has_four),
];

const fn warm_up(
    name: &'static str,
    make: fn(&Engines, &CancelToken) -> Result<(), EngineError>,
    is_made: fn(&Engines) -> bool,
) -> WarmUp {
    WarmUp { name, make, is_made }
}

/// Makes the solvers of the 4x4x4 whose tables are built.
fn make_four(engines: &Engines, cancel: &CancelToken) -> Result<(), EngineError> {
    let solvers = Metric::ALL.into_iter().map(|metric| engines.four(metric, None, cancel));
    for solver in solvers.chain([engines.four_scrambler(cancel)]) {
        match solver {
            Err(EngineError::NoFourTable { .. }) => {}
            solver => drop(solver?),
        }
    }
    Ok(())
}

/// Returns whether the solvers of the 4x4x4 are made whose tables are built.
fn has_four(engines: &Engines) -> bool {
    let solvers = Metric::ALL.map(|metric| (metric, None, false));
    let is_done =
        |key: &FourKey| engines.store_of_four(key.0).is_err() || engines.kept.four.known(key).is_some();
    solvers.iter().chain([&FOUR_SCRAMBLER]).all(is_done)
}

#[cfg(test)]
mod tests {
    use cubiform_solvers::cfop::{GoalTables, TablePolicy};
    use cubiform_threads::Threads;

    use super::*;

    #[test]
    fn each_solver_is_made_once_it_was_asked_for() {
        let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::single());
        let made = || WARM_UPS.iter().filter(|solver| (solver.is_made)(&engines)).map(|solver| solver.name);
        // Without the tables of the 4x4x4, nothing is left to make for it.
        assert!(made().eq(["444"]));
        engines.two(&CancelToken::new()).unwrap();
        assert!(made().eq(["222", "444"]));
    }
}
