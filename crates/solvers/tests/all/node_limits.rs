//! The node limit of searches: practical states stay far below it, and damaged tables do not make a search endless.

use crate::tables;

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubiform_cube::goal::Variant;
use cubiform_cube::{Color, Cube, Frame, random};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};
use cubiform_store::Store;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_threads::Threads;

fn request(colors: &str) -> Request {
    Request { frames: Frame::bottoms(Color::list(colors).unwrap()), solutions: 0, slack: 0, only_best: true }
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
        let analyzer = Analyzer::builder(&variant)
            .stages([2, 3])
            .tables(&tables)
            .threads(&Threads::available())
            .build()
            .unwrap();
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
