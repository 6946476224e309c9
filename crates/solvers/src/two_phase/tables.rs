//! The tables of both phases, made at start.

use cubiform_tables::whole::Gate;
use cubiform_tables::whole::phase1::Phase1;
use cubiform_tables::whole::phase2::Phase2;

/// The tables of both phases.
#[derive(Debug)]
pub struct Tables {
    pub(super) phase1: Phase1,
    pub(super) phase2: Phase2,
    pub(super) gate: Gate,
}

impl Tables {
    /// Computes them on two threads.
    pub fn new() -> Tables {
        std::thread::scope(|scope| {
            let phase2 = scope.spawn(|| (Phase2::new(), Gate::new()));
            let phase1 = Phase1::new();
            let (phase2, gate) = phase2.join().expect("filling a table does not panic");
            Tables { phase1, phase2, gate }
        })
    }

    /// How large they are, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.phase1.bytes() + self.phase2.bytes() + self.gate.bytes()
    }
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}
