//! Small tables for tests, built once in cargo's folder for test files by whichever test comes first.

use std::sync::Arc;

use cubiform_cube::goal::Variant;
use cubiform_solvers::cfop::{Analyzer, table_requirements};
use cubiform_store::fill::Watch;
use cubiform_store::{Observer, Store};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Profile;
use cubiform_tables::catalogue::open_all;
use cubiform_threads::{CancelToken, Threads};

/// Returns an analyzer with the small tables that these stages need.
pub(crate) fn analyzer(variant: &Variant, stages: &[usize]) -> Analyzer {
    let store = Store::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"), &Threads::new(2));
    let observer = Observer { cancel: &CancelToken::never(), report: &|_, _| {} };
    let required = table_requirements(variant, stages, Profile::Small).unwrap();
    let mut tables = open_all(&store, &required.entries, &observer).unwrap();
    let fill = |coordinate| {
        Table::fill(coordinate, &Threads::new(2), &Watch::quiet()).expect("it is not cancelled").0
    };
    tables.extend(required.ad_hoc.into_iter().map(|coordinate| Arc::new(fill(coordinate))));
    Analyzer::builder(variant)
        .stages(stages.iter().copied())
        .tables(&tables)
        .threads(&Threads::available())
        .build()
        .unwrap()
}
