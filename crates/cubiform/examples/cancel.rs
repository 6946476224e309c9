//! Cancels a search after 50 ms. A token may also be cancelled by a signal handler or by a client that hangs up.

use std::time::{Duration, Instant};

use cubiform::{CancelToken, Cube, Limits, PuzzleText, Solver, Threads, TwoPhase, Unsolved};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let two_phase = TwoPhase::new(&Threads::available());
    let cube = Cube::parse("R L' F U2 B' D R2 F' L2 U B2 D' R U' F2 L D2 B R' U2")?.state;
    let process = CancelToken::new();
    let request = process.child();
    // A solution of at most 14 moves: the search would take far longer than 50 ms, and may not end.
    let limits = Limits { cancel: request.clone(), nodes: Some(u64::MAX), ..Limits::at_most(14) };
    let (solved, delay) = std::thread::scope(|scope| {
        let search = scope.spawn(|| (two_phase.solve(&cube, &limits), Instant::now()));
        std::thread::sleep(Duration::from_millis(50));
        request.cancel();
        let since = Instant::now();
        let (solved, ended) = search.join().expect("the search does not panic");
        (solved, ended.saturating_duration_since(since))
    });
    println!("ended {:.2} ms after the request", delay.as_secs_f64() * 1e3);
    assert_eq!(solved.err(), Some(Unsolved::Cancelled));
    assert!(!process.is_cancelled());
    Ok(())
}
