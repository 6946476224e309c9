//! Tests of the node limit, with limits that searches soon exceed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cubiform_cube::goal::Variant;
use cubiform_cube::{Color, Cube, Frame, random};
use cubiform_search::parallel::NodeLimit;
use cubiform_store::fill::Watch;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_threads::{CancelToken, Threads};

use super::{AnalyzeError, Analyzer, Request};

fn table(name: &str) -> Arc<Table> {
    let coordinate = Entry::named(name).unwrap().coordinate();
    Arc::new(Table::fill(Arc::clone(coordinate), &Threads::new(2), &Watch::quiet()).unwrap().0)
}

/// Returns an analyzer of the stages with one slot and with three, bounded by the table of the cross alone.
fn analyzer(max_nodes: u64) -> Analyzer {
    let mut analyzer = Analyzer::builder(&Variant::std())
        .stages([1, 3])
        .tables(&[table("cross")])
        .threads(&Threads::available())
        .build()
        .unwrap();
    analyzer.limit = NodeLimit::new(max_nodes);
    analyzer
}

fn request(solutions: usize) -> Request {
    Request { frames: Frame::bottoms(vec![Color::COLUMNS[0]]), solutions, slack: 0, only_best: true }
}

fn too_many(stage: &str, nodes: u64) -> AnalyzeError {
    AnalyzeError::TooManyNodes { stage: stage.into(), nodes }
}

#[test]
fn search_fails_at_node_limit_on_one_thread_and_on_several() {
    let cube = random::states(1).next().unwrap();
    let analyzer = analyzer(200_000);
    assert_eq!(analyzer.analyze(&cube, &request(0)), Err(too_many("xxxcross", 200_000)));
    let stop = CancelToken::new();
    assert_eq!(
        analyzer.analyze_shared(&cube, &request(0), &Threads::new(3), &stop),
        Err(too_many("xxxcross", 200_000))
    );
    // A short search, which is not split.
    let analyzer = self::analyzer(2000);
    assert_eq!(analyzer.analyze(&cube, &request(0)), Err(too_many("xcross", 2000)));
}

#[test]
fn search_for_all_solutions_fails_at_node_limit() {
    let stages = Analyzer::builder(&Variant::std())
        .stages([1])
        .tables(&[table("cross-slot")])
        .threads(&Threads::available())
        .build()
        .unwrap();
    let solutions = |cube: &Cube| stages.analyze(cube, &request(1_000_000)).unwrap()[0][0].solutions.len();
    let cube = random::states(2).find(|cube| solutions(cube) > 1).unwrap();
    let mut limited = stages;
    limited.limit = NodeLimit::new(1);
    // A table gives the length, so no node is expanded.
    assert!(limited.analyze(&cube, &request(0)).is_ok());
    assert_eq!(limited.analyze(&cube, &request(1_000_000)), Err(too_many("xcross", 1)));
}

#[test]
fn search_continues_beyond_node_limit_if_tables_are_intact() {
    let cube = random::states(1).next().unwrap();
    let checks = Arc::new(AtomicUsize::new(0));
    for are_intact in [false, true] {
        let counted = Arc::clone(&checks);
        let check = move || {
            counted.fetch_add(1, Ordering::Relaxed);
            are_intact
        };
        let mut analyzer = Analyzer::builder(&Variant::std())
            .stages([1])
            .tables(&[table("cross")])
            .threads(&Threads::available())
            .build()
            .unwrap();
        analyzer.limit.set_check(Box::new(check), 1000);
        let analysis = analyzer.analyze(&cube, &request(0));
        match are_intact {
            true => assert!(analysis.unwrap()[0][0].counts.expanded > 1000),
            false => assert_eq!(analysis, Err(too_many("xcross", 1000))),
        }
    }
    assert_eq!(checks.load(Ordering::Relaxed), 2);
    let analyzer = self::analyzer(2000);
    analyzer.lift_node_limit();
    let stop = CancelToken::new();
    let watched = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(500));
            stop.cancel();
        });
        analyzer.analyze_until(&cube, &request(0), &stop)
    });
    assert_eq!(watched, Err(AnalyzeError::Cancelled));
}
