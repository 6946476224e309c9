//! Cancellation: every solver, analyzer and draw ends within milliseconds, and so does the construction of its tables.

use crate::full_tables;
use crate::tables;

use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use cubiform_cube::goal::Variant;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Face, Frame, Move, random};
use cubiform_draw::{DistanceOracle, Draw, DrawError, Watch};
use cubiform_human::{self as human, SearchEffort};
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, BuildError, Request};
use cubiform_solvers::optimal::{Optimal, SolutionRequest};
use cubiform_solvers::scrambler::{Event, Scrambler};
use cubiform_solvers::solver::{Limits, Solver, Unsolved};
use cubiform_solvers::subgroup::{Subgroup, SubgroupError};
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::{Filters, TwoPhase};
use cubiform_store::Observer;
use cubiform_store::table_kind::TableKind;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::cosets::CosetTable;
use cubiform_tables::goal::fill;
use cubiform_tables::kociemba::PHASES;
use cubiform_threads::{CancelToken, Threads};

/// The maximum time between cancellation and the end. The promise is ten milliseconds; debug builds are slower.
const MAX_DELAY: Duration = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 10 });

/// The number of tries for each delay, since other work on the machine may hold one up.
const TRIES: usize = 6;

/// Cancels `work` after each of `delays` (milliseconds) and checks the shortest time of several tries that it takes to
/// end. `work` returns whether it was cancelled; a try that is done before does not count, and is not made again.
fn assert_ends_soon(name: &str, delays: &[u64], work: impl Fn(&CancelToken) -> bool + Sync) {
    assert_ends_soon_with(name, delays, || (), |(), cancel| work(cancel));
}

/// Returns limits that only a cancellation ends.
fn until(cancel: &CancelToken) -> Limits {
    Limits { cancel: cancel.clone(), ..Limits::default() }
}

/// Checks as [`assert_ends_soon`] does, with an input for `work` that is made before each try.
fn assert_ends_soon_with<T: Send>(
    name: &str,
    delays: &[u64],
    make: impl Fn() -> T,
    work: impl Fn(T, &CancelToken) -> bool + Sync,
) {
    let mut delays_tried = 0;
    for delay in delays {
        let mut fastest: Option<Duration> = None;
        for _ in 0..TRIES {
            let (input, cancel) = (make(), CancelToken::new());
            let delay_of_try = thread::scope(|scope| {
                let worker = scope.spawn(|| {
                    let was_cancelled = work(input, &cancel);
                    (was_cancelled, Instant::now())
                });
                thread::sleep(Duration::from_millis(*delay));
                let cancelled_at = Instant::now();
                cancel.cancel();
                let (was_cancelled, ended) = worker.join().unwrap();
                was_cancelled.then(|| ended.saturating_duration_since(cancelled_at))
            });
            fastest = [fastest, delay_of_try].into_iter().flatten().min();
            if delay_of_try.is_none_or(|delay| delay < MAX_DELAY) {
                break;
            }
        }
        let Some(fastest) = fastest else { continue };
        delays_tried += 1;
        println!("{name}, cancelled after {delay} ms: {:.2} ms", fastest.as_secs_f64() * 1e3);
        assert!(fastest < MAX_DELAY, "{name}, cancelled after {delay} ms: {fastest:?}");
    }
    assert!(delays_tried > 0, "{name} was done before it was cancelled");
}

fn hard_cube() -> Cube {
    Algorithm::parse("B2 U' L2 U F2 L2 D2 L2 U F' L F L D U L' D2 F' U2 B").unwrap().cube()
}

#[test]
fn analyzer_ends_soon_after_cancellation() {
    let analyzer = tables::analyzer(&Variant::std(), &[0, 1, 4]);
    // There are too many solutions of a stage to find all.
    let request =
        Request { frames: Frame::bottoms(Color::COLUMNS), solutions: usize::MAX, slack: 0, only_best: false };
    let cubes: Vec<Cube> = random::states(1).take(100).collect();
    assert_ends_soon("analyze_until", &[1, 30, 200], |cancel| {
        cubes
            .iter()
            .any(|cube| analyzer.analyze_until(cube, &request, cancel) == Err(AnalyzeError::Cancelled))
    });
    assert_ends_soon("analyze_shared", &[1, 30, 200], |cancel| {
        let analyze = |cube| analyzer.analyze_shared(cube, &request, &Threads::new(3), cancel);
        cubes.iter().any(|cube| analyze(cube) == Err(AnalyzeError::Cancelled))
    });
    assert_ends_soon("analyze_many", &[1, 30, 200], |cancel| {
        let source = |_: bool| Poll::Ready(Some(((), hard_cube())));
        analyzer.analyze_many(&request, &Threads::new(3), cancel, &source, &|(), _| {});
        true
    });
    assert_ends_soon("analyze_many without input", &[1, 30, 100], |cancel| {
        let source = |may_wait: bool| {
            if may_wait {
                thread::sleep(Duration::from_millis(2));
            }
            Poll::<Option<((), _)>>::Pending
        };
        analyzer.analyze_many(&request, &Threads::new(3), cancel, &source, &|(), _| {});
        true
    });
}

#[test]
fn human_solver_ends_soon_after_cancellation() {
    assert_ends_soon("human::CfopSolver::new_until", &[0, 1, 2, 5, 10, 20], |cancel| {
        human::CfopSolver::new_until(cancel).is_none()
    });
    let request = human::Request {
        effort: SearchEffort::WIDE,
        colors: Color::COLUMNS.to_vec(),
        ..human::Request::default()
    };
    // A solver keeps the paths that it has found, so a new one has the most to do.
    let solve = |solver: human::CfopSolver, cancel: &CancelToken| {
        solver.solve(&hard_cube(), &request, &until(cancel)) == Err(Unsolved::Cancelled)
    };
    assert_ends_soon_with("human::CfopSolver::solve", &[1, 20, 50, 100, 200], human::CfopSolver::new, solve);
}

#[test]
fn optimal_solver_ends_soon_after_cancellation() {
    let table = Arc::new(CosetTable::fill_small(&Threads::new(2), &Watch::quiet()).unwrap());
    for threads in [1, 3] {
        let name = format!("Optimal::solve_shared, {threads} threads");
        // A new solver makes the filter for long searches during the search.
        let solve = |optimal: Optimal, cancel: &CancelToken| {
            let (one, limits, threads) = (SolutionRequest::default(), until(cancel), Threads::new(threads));
            let solved = optimal.solve_shared(&hard_cube(), &one, &limits, None, &threads);
            solved == Err(Unsolved::Cancelled)
        };
        assert_ends_soon_with(&name, &[1, 30, 300, 1000, 3000], || Optimal::new(Arc::clone(&table)), solve);
    }
}

#[test]
fn two_phase_and_thistlethwaite_end_soon_after_cancellation() {
    let making = [0, 5, 15, 30, 60, 100, 150, 200, 250, 300, 400, 500];
    assert_ends_soon("TwoPhase::with_until", &making, |cancel| {
        TwoPhase::with_filters(Filters::default(), &Threads::available(), cancel).is_none()
    });
    assert_ends_soon("Thistlethwaite::new_until", &making, |cancel| {
        Thistlethwaite::new_until(cancel).is_none()
    });
    assert_ends_soon("Scrambler::new_until", &[20, 200], |cancel| {
        Scrambler::new_until(&Threads::available(), cancel).is_none()
    });
    let two_phase = TwoPhase::new(&Threads::available());
    assert_ends_soon("TwoPhase::solve", &[1, 30, 300], |cancel| {
        let limits = Limits { max_length: Some(15), nodes: Some(u64::MAX), ..until(cancel) };
        two_phase.solve(&hard_cube(), &limits) == Err(Unsolved::Cancelled)
    });
    let scrambler = Scrambler::new(&Threads::available());
    assert_ends_soon("Scrambler::scramble_until", &[1, 30], |cancel| {
        random::states(2).any(|state| scrambler.scramble_until(&state, Event::FewestMoves, cancel).is_none())
    });
}

#[test]
fn constructions_end_soon_after_cancellation() {
    assert_ends_soon("TwoByTwo::new_until", &[0, 30, 100, 200], |cancel| {
        TwoByTwo::new_until(cancel).is_none()
    });
    let moves: Vec<Turn> =
        Move::all().filter(|m| matches!(m.face(), Face::U | Face::R | Face::F)).map(Turn::from).collect();
    assert_ends_soon("Subgroup::new", &[0, 30, 300], |cancel| {
        Subgroup::new(&moves, cancel).err() == Some(SubgroupError::Cancelled)
    });
    assert_ends_soon("AnalyzerBuilder::build", &[0, 30, 300], |cancel| {
        let observer = Observer { cancel, report: &|_, _| {} };
        let built = Analyzer::builder(&Variant::std()).stages([1]).observer(observer).build();
        matches!(built, Err(BuildError::Cancelled))
    });
}

#[test]
fn draws_end_soon_after_cancellation() {
    assert_ends_soon("DistanceOracle::new", &[0, 5, 30, 100, 300, 600], |cancel| {
        DistanceOracle::new(&Threads::new(2), &Watch { cancel, report: &|_| {} }).is_none()
    });
    let oracle = Arc::new(DistanceOracle::new(&Threads::new(2), &Watch::quiet()).unwrap());
    let analyzer = || tables::analyzer(&Variant::std(), &[3]);
    for text in [
        "xcross[W] == 10 && xcross[Y] == 10",
        "cross[W] == 8 && cross[Y] == 8 && cross[R] == 8",
        "xcross[W] <= 2 || xcross[R] <= 2 || xcross[G] <= 2 || xcross[B] <= 2",
        // Hardly any state satisfies these two conditions, and only drawing shows that.
        "xcross[W] + xcross[Y] + cross[W] + cross[Y] > 35",
        "xxxcross[W] + xxxcross[Y] + xxxcross[R] > 45",
    ] {
        let condition = Condition::parse(text).unwrap();
        let delays: &[u64] = if text.contains("xxx") { &[300] } else { &[1, 20, 60, 150, 400, 1000] };
        assert_ends_soon(&format!("Draw for {text}"), delays, |cancel| {
            let analyzers = if text.contains("xxx") { vec![analyzer()] } else { Vec::new() };
            let watch = Watch { cancel, report: &|_| {} };
            match Draw::new(&condition, 1, &oracle, analyzers, &Threads::new(2), &watch) {
                Err(DrawError::Cancelled) => true,
                Err(error) => panic!("{text}: {error}"),
                Ok(mut draw) => {
                    while draw.next_state().is_ok() {}
                    true
                }
            }
        });
    }
}

#[test]
fn fills_end_soon_after_cancellation() {
    let delays = [0, 10, 50, 150, 300, 600, 1000];
    let coordinate = Entry::named("cross-slot").unwrap().coordinate();
    assert_ends_soon("Table::fill", &delays, |cancel| {
        Table::fill(Arc::clone(coordinate), &Threads::new(2), &Watch { cancel, report: &|_| {} }).is_none()
    });
    assert_ends_soon("fill::distances", &delays, |cancel| {
        fill::distances(coordinate, &Threads::new(2), &Watch { cancel, report: &|_| {} }).is_none()
    });
    // Later the fill has gigabytes of memory to release, which takes longer than the promise.
    assert_ends_soon("CosetTable::fill_small", &[0, 10, 50], |cancel| {
        CosetTable::fill_small(&Threads::new(2), &Watch { cancel, report: &|_| {} }).is_none()
    });
    for phase in PHASES {
        assert_ends_soon(&format!("filters of {}", phase.name()), &delays, |cancel| {
            !phase.fill(&Threads::new(2), &Watch { cancel, report: &|_| {} }, None).complete
        });
    }
}

mod four {
    use super::*;
    use cubiform_cube::four::Cube4;
    use cubiform_cube::four::{Metric, random};
    use cubiform_solvers::five_stage::FiveStage;
    use cubiform_solvers::outer_block::OuterBlock;
    use cubiform_store::Store;
    use cubiform_tables::four::PAIR_TABLE;
    use cubiform_tables::four::StageEntry;

    /// Returns the solvers of the 4x4x4 with the full tables.
    fn solvers(beam: usize) -> Vec<(&'static str, Box<dyn Solver<Cube4>>)> {
        let store = Store::new(full_tables::folder(), &Threads::new(2));
        let there = "built with `cargo xtask full`";
        let tables = |metric| {
            StageEntry::for_metric(metric)
                .iter()
                .map(|entry| store.open(entry).unwrap().expect(there))
                .collect()
        };
        let pairs = store.open(&PAIR_TABLE).unwrap().expect(there);
        let two_phase = TwoPhase::new(&Threads::available());
        let mut five_stage = FiveStage::new(Metric::Slice, tables(Metric::Slice));
        let mut outer_block = OuterBlock::new(tables(Metric::OuterBlock), pairs, two_phase);
        five_stage.beam = Some(beam);
        outer_block.beam = Some(beam);
        vec![("FiveStage::solve", Box::new(five_stage)), ("OuterBlock::solve", Box::new(outer_block))]
    }

    #[test]
    #[ignore = "needs full tables"]
    fn solvers_of_444_end_soon_after_cancellation() {
        for beam in [200, 20_000] {
            for (name, solver) in solvers(beam) {
                let cube = random::states(3).next().unwrap();
                assert_ends_soon(&format!("{name}, beam {beam}"), &[1, 30, 300, 1000], |cancel| {
                    solver.solve(&cube, &until(cancel)) == Err(Unsolved::Cancelled)
                });
            }
        }
    }
}
