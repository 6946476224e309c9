//! The full tables against known lengths and against the small tables. `cargo xtask full` builds the tables, gigabytes,
//! and runs these tests.

use crate::{full_tables, known};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use cubiform_cube::goal::Variant;
use cubiform_cube::{Cube, random};
use cubiform_solvers::cfop::{Analyzer, table_requirements};
use cubiform_store::Store;
use cubiform_tables::Table;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_threads::{CancelToken, Threads};

/// Opens the tables of a profile, which must have been built.
fn tables(profile: Profile, variant: &Variant, stages: &[usize]) -> Vec<Arc<Table>> {
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    let open = |entry: &&'static Entry| {
        let table = store.open(*entry).unwrap();
        Arc::new(table.unwrap_or_else(|| panic!("build {} with `cargo xtask full`", entry.name)))
    };
    table_requirements(variant, stages, profile).unwrap().entries.iter().map(open).collect()
}

/// Returns, for each cube, the lengths of these stages for all colours, with the tables of a profile.
fn lengths(profile: Profile, variant: &Variant, stages: &[usize], cubes: &[Cube]) -> Vec<Vec<u8>> {
    let tables = tables(profile, variant, stages);
    let analyzer = Analyzer::builder(variant)
        .stages(stages.iter().copied())
        .tables(&tables)
        .threads(&Threads::available())
        .build()
        .unwrap();
    let request = known::all_colors();
    let next = AtomicUsize::new(0);
    let source = |_| {
        let i = next.fetch_add(1, Ordering::Relaxed);
        Poll::Ready(cubes.get(i).map(|cube| (i, *cube)))
    };
    let lengths = Mutex::new(vec![Vec::new(); cubes.len()]);
    analyzer.analyze_many(&request, &Threads::new(2), &CancelToken::never(), &source, &|i, analysis| {
        let row = analysis.unwrap().into_iter().flatten().map(|result| result.length.unwrap()).collect();
        lengths.lock().unwrap()[i] = row;
    });
    lengths.into_inner().unwrap()
}

#[test]
#[ignore = "needs full tables"]
fn full_tables_reproduce_known_lengths_of_all_variants() {
    for (variant, file) in known::variants() {
        let stages: Vec<usize> = (0..variant.stages.len()).collect();
        let tables = tables(Profile::Full, variant, &stages);
        let analyzer = Analyzer::builder(variant)
            .stages(stages.iter().copied())
            .tables(&tables)
            .threads(&Threads::available())
            .build()
            .unwrap();
        assert_eq!(known::check(variant, &file, &analyzer, &stages), 60 * stages.len());
    }
}

#[test]
#[ignore = "needs full tables"]
fn small_and_full_tables_give_equal_lengths() {
    for (stages, count) in [(&[0, 1, 2, 3][..], 1000), (&[0, 1, 2, 3, 4], 100)] {
        let cubes: Vec<Cube> = random::states(2024).take(count).collect();
        let small = lengths(Profile::Small, &Variant::std(), stages, &cubes);
        assert_eq!(lengths(Profile::Full, &Variant::std(), stages, &cubes), small);
        assert!(small.iter().all(|row| row.len() == 6 * stages.len()));
    }
}

/// The known means are of the best of six colours over 1.2 million WCA scrambles.
#[test]
#[ignore = "needs full tables"]
fn means_of_first_two_stages_match_known_means() {
    let known = [
        (Variant::std(), [4.811, 6.536]),
        (Variant::pseudo(), [4.308, 5.530]),
        (Variant::pair(), [5.371, 7.124]),
        (Variant::pseudo_pair(), [4.506, 5.806]),
        (Variant::eo(), [6.427, 7.813]),
    ];
    let cubes: Vec<Cube> = random::states(7).take(20_000).collect();
    for (variant, known) in known {
        let rows = lengths(Profile::Full, &variant, &[0, 1], &cubes);
        for (stage, known) in known.into_iter().enumerate() {
            let best = |row: &Vec<u8>| f64::from(*row[6 * stage..][..6].iter().min().unwrap());
            let count = rows.len() as f64;
            let mean = rows.iter().map(best).sum::<f64>() / count;
            let variance = rows.iter().map(|row| (best(row) - mean).powi(2)).sum::<f64>() / (count - 1.0);
            let error = (variance / count).sqrt();
            println!("{} {mean:.4} +- {error:.4}, known {known}", variant.stages[stage].name);
            assert!((mean - known).abs() <= 3.0 * error, "{} {mean} {known}", variant.stages[stage].name);
        }
    }
}
