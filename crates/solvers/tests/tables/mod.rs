//! Small tables for tests, built once in cargo's folder for test files by whichever test comes first.

use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::Analyzer;
use cubiform_store::Store;
use cubiform_threads::Threads;

/// Returns an analyzer with the small tables that these stages need.
pub(crate) fn analyzer(variant: &Variant, stages: &[usize]) -> Analyzer {
    let store = Store::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"), &Threads::new(2));
    Analyzer::builder(variant).stages(stages.iter().copied()).store(&store).build().unwrap()
}
