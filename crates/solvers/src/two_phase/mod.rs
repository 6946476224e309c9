//! Kociemba's two-phase algorithm: a short solution at once, shorter ones the longer it searches.

mod domino;
mod solver;
mod spaces;

use cubiform_store::{Observer, Store, StoreError};
use cubiform_tables::kociemba::{BallFilter, PHASES, Phase1, Phase2, PhaseEntry, PhaseTransition};
use cubiform_threads::{CancelToken, Threads};

pub use solver::{InG1, TwoPhase};
pub(crate) use spaces::PhaseSpace;

/// The tables of both phases, computed at start.
#[derive(Debug)]
pub struct Tables {
    phase1: Phase1,
    phase2: Phase2,
    transition: PhaseTransition,
}

/// The ball filters of each phase, read from files, if there are any. A search without a budget finds the same solutions with
/// them, with a third of the nodes.
#[derive(Debug, Default)]
pub struct Filters {
    /// The filters of phase 1.
    pub first: Option<BallFilter>,
    /// The filters of phase 2.
    pub second: Option<BallFilter>,
}

impl Filters {
    /// Builds the filters that have no file, which takes a second. Where they cannot be written, nothing is built: the solver
    /// does without them.
    ///
    /// # Errors
    /// If it was cancelled, a file is damaged, or a fill gave wrong counts.
    pub fn build(store: &Store, observer: &Observer<'_>) -> Result<(), StoreError> {
        let build = |entry: &&'static PhaseEntry| match store.build(*entry, observer) {
            Err(
                StoreError::Folder { .. }
                | StoreError::Space { .. }
                | StoreError::Write { .. }
                | StoreError::Memory { .. },
            ) => Ok(()),
            built => built.map(drop),
        };
        PHASES.iter().filter(|entry| store.must_build(**entry)).try_for_each(build)
    }

    /// Opens the filters that have a file.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn open(store: &Store) -> Result<Filters, StoreError> {
        Ok(Filters {
            first: store.load(PHASES[0], &Observer::quiet())?,
            second: store.load(PHASES[1], &Observer::quiet())?,
        })
    }
}

impl Tables {
    /// Computes the tables. Returns `None` if `cancel` was set first.
    pub fn new(filters: Filters, threads: &Threads, cancel: &CancelToken) -> Option<Tables> {
        let Filters { first, second } = filters;
        let phase2 = || Some((Phase2::new_until(second, cancel)?, PhaseTransition::default()));
        let (phase2, phase1) = threads.join(phase2, || Phase1::new_until(first, cancel));
        let (phase2, transition) = phase2?;
        Some(Tables { phase1: phase1?, phase2, transition })
    }
}
