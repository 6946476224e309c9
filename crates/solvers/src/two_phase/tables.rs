//! The tables of both phases, made at start, and filters that are kept as files.

use std::sync::atomic::AtomicBool;

use cubiform_search::join;
use cubiform_tables::Store;
use cubiform_tables::kociemba::catalogue::{PHASE_1, PHASE_2};
use cubiform_tables::kociemba::phase1::Phase1;
use cubiform_tables::kociemba::phase2::Phase2;
use cubiform_tables::kociemba::{BallFilter, PhaseTransition};
use cubiform_tables::store::StoreError;

/// The tables of both phases.
#[derive(Debug)]
pub struct Tables {
    pub(super) phase1: Phase1,
    pub(super) phase2: Phase2,
    pub(super) transition: PhaseTransition,
}

/// Filters of what is beyond the states that a phase knows all about: of either phase there may be some. A search without a budget
/// finds the same with them, sooner.
#[derive(Debug, Default)]
pub struct Filters {
    /// Those of phase 1.
    pub first: Option<BallFilter>,
    /// Those of phase 2.
    pub second: Option<BallFilter>,
}

impl Filters {
    /// Those of which there are files.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn open(store: &Store) -> Result<Filters, StoreError> {
        Ok(Filters { first: store.open_phase(&PHASE_1)?, second: store.open_phase(&PHASE_2)? })
    }
}

impl Tables {
    /// Computes them on two threads; `None` if `cancel` was set before it was done.
    pub fn new(filters: Filters, cancel: &AtomicBool) -> Option<Tables> {
        let Filters { first, second } = filters;
        let phase2 = || Some((Phase2::new_until(second, cancel)?, PhaseTransition::new()));
        let (phase2, phase1) = join(phase2, || Phase1::new_until(first, cancel));
        let (phase2, transition) = phase2?;
        Some(Tables { phase1: phase1?, phase2, transition })
    }

    /// How large they are, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.phase1.bytes() + self.phase2.bytes() + self.transition.bytes()
    }
}
