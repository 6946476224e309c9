//! The node limit of searches: practical states stay far below it, and damaged tables do not make a search endless.

mod tables;

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color, Cube, random};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request, table_requirements};
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_tables::{Store, Table};
use cubiform_threads::Threads;

fn request(colors: &str) -> Request {
    Request { colors: Color::list(colors).unwrap(), solutions: 0, slack: 0, only_best: true }
}

/// Prints the maximum and the mean number of nodes for a stage and colour, if `CUBIFORM_MEASURE_NODES` names a file of
/// scrambles.
#[test]
fn node_counts_are_printed_if_requested() {
    let Ok(scrambles) = std::env::var("CUBIFORM_MEASURE_NODES") else { return };
    let folder = std::env::var("CUBIFORM_TABLES").expect("a folder of tables");
    let count: usize = std::env::var("CUBIFORM_MEASURE_COUNT").map_or(100, |count| count.parse().unwrap());
    let text = std::fs::read_to_string(scrambles).unwrap();
    let cubes: Vec<Cube> = text
        .lines()
        .filter_map(|line| Some(Algorithm::parse(line.rsplit([',', '\t']).next()?).ok()?.cube()))
        .take(count)
        .collect();
    let store = Store::new(Path::new(&folder), &Threads::new(2));
    for profile in [Profile::Full, Profile::Small] {
        for variant in Variant::all() {
            let stages: Vec<usize> = (0..variant.stages.len()).collect();
            let required = table_requirements(&variant, &stages, profile).unwrap();
            let open = |entry: &&'static Entry| store.open(*entry).unwrap().map(Arc::new);
            let Some(tables) = required.entries.iter().map(open).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let analyzer = Analyzer::new(&variant, &stages, &tables, &Threads::available());
            analyzer.lift_node_limit();
            let mut by_stage: HashMap<usize, (u64, u64)> = HashMap::new();
            let since = Instant::now();
            for cube in &cubes {
                let analysis = analyzer.analyze(cube, &request("all")).unwrap();
                for (stage, row) in analysis.iter().enumerate() {
                    for result in row {
                        let (max, sum) = by_stage.entry(stage).or_default();
                        *max = (*max).max(result.counts.expanded);
                        *sum += result.counts.expanded;
                    }
                }
            }
            let of = |stage: &usize| (by_stage[stage].0, by_stage[stage].1 / (6 * cubes.len() as u64));
            let found: Vec<_> = stages.iter().map(of).collect();
            println!("{profile:?} {}: (most, mean) {found:?}, {:?}", variant.name, since.elapsed());
        }
    }
}

/// Opens copies of the tables of cross and xcross, and then zeros pages of the file of the second one, which was intact
/// when it was opened: every `step`-th page from page `first` on.
fn damaged_tables(first: usize, step: usize) -> (tempfile::TempDir, Vec<Arc<Table>>) {
    tables::analyzer(&Variant::std(), &[0, 1]);
    let shared = Store::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"), &Threads::new(2));
    let folder = tempfile::tempdir().unwrap();
    let damaged = Store::new(folder.path(), &Threads::new(2));
    let open = |name: &str| {
        let entry = Entry::named(name).unwrap();
        std::fs::copy(shared.path(entry), damaged.path(entry)).unwrap();
        Arc::new(damaged.open(entry).unwrap().unwrap())
    };
    let tables = vec![open("cross"), open("cross-slot")];
    let path = damaged.path(Entry::named("cross-slot").unwrap());
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    // The first page is the header.
    let pages = tables[1].bytes().len() / 4096;
    for page in (first..pages).step_by(step) {
        file.seek(SeekFrom::Start(4096 * (page as u64 + 1))).unwrap();
        file.write_all(&[0; 4096]).unwrap();
    }
    (folder, tables)
}

#[test]
fn damaged_tables_give_an_error_or_the_right_length() {
    let variant = Variant::std();
    let intact = tables::analyzer(&variant, &[2, 3]);
    let cubes: Vec<Cube> = random::states(8).take(4).collect();
    let mut errors = 0;
    for (i, (first, step)) in [(0, 2), (1, 5), (3, 20), (7, 100)].into_iter().enumerate() {
        let (_folder, tables) = damaged_tables(first, step);
        let analyzer = Analyzer::new(&variant, &[2, 3], &tables, &Threads::available());
        let expected = intact.analyze(&cubes[i], &request("W")).unwrap();
        let since = Instant::now();
        let found = analyzer.analyze(&cubes[i], &request("W"));
        let elapsed = since.elapsed();
        println!("every {step}th page: {:?}, {elapsed:?}", found.as_ref().map(|rows| rows[1][0].length));
        assert!(elapsed < Duration::from_secs(120), "every {step}th page: {elapsed:?}");
        match found {
            Ok(found) => {
                let lengths = |rows: &[Vec<_>]| {
                    rows.iter()
                        .map(|row: &Vec<cubiform_solvers::cfop::StageResult>| row[0].length)
                        .collect::<Vec<_>>()
                };
                assert_eq!(lengths(&found), lengths(&expected));
            }
            Err(AnalyzeError::Cancelled) => unreachable!("nobody stops it"),
            Err(_) => errors += 1,
        }
    }
    assert!(errors > 0);
}
