//! The full tables against known values and against the small ones: `cargo xtask full`, which builds gigabytes first.

mod known;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cubiform_cube::goal::Variant;
use cubiform_cube::{Cube, random};
use cubiform_solvers::cfop::{Analyzer, Source, needs};
use cubiform_tables::catalogue::Profile;
use cubiform_tables::store::{Observer, open_all};
use cubiform_tables::{Store, Table};

/// The folder of the tables; the tests do nothing without it.
const VARIABLE: &str = "CUBIFORM_FULL_TEST_TABLES";

fn tables(folder: &str, profile: Profile, variant: &Variant, stages: &[usize]) -> Vec<Arc<Table>> {
    let entries = needs(variant, stages, profile).unwrap().entries;
    open_all(&Store::new(folder, 2), &entries, &Observer::quiet()).unwrap()
}

/// The lengths of all cubes, for these stages and all colours, with the tables of a profile.
fn lengths(folder: &str, profile: Profile, stages: &[usize], cubes: &[Cube]) -> Vec<Vec<u8>> {
    let variant = Variant::std();
    let tables = tables(folder, profile, &variant, stages);
    let analyzer = Analyzer::new(&variant, stages, &tables);
    let request = known::all_colors();
    let next = AtomicUsize::new(0);
    let source = |_| {
        let i = next.fetch_add(1, Ordering::Relaxed);
        cubes.get(i).map_or(Source::Over, |cube| Source::Cube(i, *cube))
    };
    let lengths = Mutex::new(vec![Vec::new(); cubes.len()]);
    analyzer.analyze_many(&request, 2, &AtomicBool::new(false), &source, &|i, analysis| {
        let row = analysis.unwrap().into_iter().flatten().map(|result| result.length).collect();
        lengths.lock().unwrap()[i] = row;
    });
    lengths.into_inner().unwrap()
}

#[test]
fn all_cells_of_all_variants() {
    let Ok(folder) = std::env::var(VARIABLE) else { return };
    for (variant, file) in known::variants() {
        let stages: Vec<usize> = (0..variant.stages.len()).collect();
        let tables = tables(&folder, Profile::Full, &variant, &stages);
        let analyzer = Analyzer::new(&variant, &stages, &tables);
        assert_eq!(known::check(&variant, file, &analyzer, &stages), 60 * stages.len());
    }
}

#[test]
fn profiles_agree() {
    let Ok(folder) = std::env::var(VARIABLE) else { return };
    for (stages, count) in [(&[0, 1, 2, 3][..], 1000), (&[0, 1, 2, 3, 4], 100)] {
        let cubes: Vec<Cube> = random::states(2024).take(count).collect();
        let small = lengths(&folder, Profile::Small, stages, &cubes);
        assert_eq!(lengths(&folder, Profile::Full, stages, &cubes), small);
        assert!(small.iter().all(|row| row.len() == 6 * stages.len()));
    }
}
