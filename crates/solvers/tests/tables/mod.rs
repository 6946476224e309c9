//! Small tables for the tests: built once in cargo's folder for test files, whichever test comes first.

use std::sync::atomic::AtomicBool;

use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::{Analyzer, needs};
use cubiform_tables::catalogue::Profile;
use cubiform_tables::store::{Observer, Store, open_all};

/// An analyzer with the small tables that these stages need.
pub(crate) fn analyzer(variant: &Variant, stages: &[usize]) -> Analyzer {
    let store = Store::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"), 2);
    let observer = Observer { cancel: &AtomicBool::new(false), report: &|_, _| {} };
    let tables =
        open_all(&store, &needs(variant, stages, Profile::Small).unwrap().entries, &observer).unwrap();
    Analyzer::new(variant, stages, &tables)
}
