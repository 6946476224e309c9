//! The solvers without parameters, which can be made before a question needs them.

use cubiform_cube::four::Metric;
use cubiform_threads::CancelToken;

use super::{EngineError, Engines};

/// A solver without parameters.
pub struct WarmUp {
    /// The name of the solver.
    pub name: &'static str,
    make: fn(&Engines, &CancelToken) -> Result<(), EngineError>,
    is_made: fn(&Engines) -> bool,
}

impl WarmUp {
    /// All solvers without parameters, the most asked for first.
    pub const ALL: [WarmUp; 7] = [
        WarmUp {
            name: "two-phase",
            make: |engines, cancel| engines.two_phase(cancel).map(drop),
            is_made: |engines| engines.kept.two_phase.known().is_some(),
        },
        WarmUp {
            name: "scrambles",
            make: |engines, cancel| engines.scrambler(cancel).map(drop),
            is_made: |engines| engines.kept.unfiltered.known().is_some(),
        },
        WarmUp {
            name: "cfop",
            make: |engines, cancel| engines.cfop(cancel).map(drop),
            is_made: |engines| engines.kept.cfop.known().is_some(),
        },
        WarmUp {
            name: "conditions",
            make: |engines, cancel| engines.oracle(cancel).map(drop),
            is_made: |engines| engines.kept.oracle.known().is_some(),
        },
        WarmUp {
            name: "222",
            make: |engines, cancel| engines.two(cancel).map(drop),
            is_made: |engines| engines.kept.two.known().is_some(),
        },
        WarmUp {
            name: "thistlethwaite",
            make: |engines, cancel| engines.thistlethwaite(cancel).map(drop),
            is_made: |engines| engines.kept.thistlethwaite.known().is_some(),
        },
        WarmUp { name: "444", make: make_four, is_made: has_four },
    ];

    /// Makes the solver, unless it is made or its tables are not built.
    ///
    /// # Errors
    /// If a table is damaged, or `cancel` was cancelled.
    pub fn make(&self, engines: &Engines, cancel: &CancelToken) -> Result<(), EngineError> {
        (self.make)(engines, cancel)
    }

    /// Returns whether nothing is left to make. Does not wait.
    pub fn is_made(&self, engines: &Engines) -> bool {
        (self.is_made)(engines)
    }
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
    let is_kept = |metric| engines.kept.four.known(&(metric, None, false)).is_some();
    Metric::ALL.into_iter().all(|metric| engines.missing_four(metric).is_some() || is_kept(metric))
}

#[cfg(test)]
mod tests {
    use cubiform_solvers::cfop::{GoalTables, TablePolicy};
    use cubiform_threads::Threads;

    use super::*;

    #[test]
    fn each_solver_is_made_once_it_was_asked_for() {
        let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::single());
        let made = || WarmUp::ALL.iter().filter(|solver| solver.is_made(&engines)).map(|solver| solver.name);
        // Without the tables of the 4x4x4, nothing is left to make for it.
        assert!(made().eq(["444"]));
        engines.two(&CancelToken::new()).unwrap();
        assert!(made().eq(["222", "444"]));
    }
}
