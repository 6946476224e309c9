//! Tests of reviews by steps, on simulated solves.

use std::time::Instant;

use cubiform_cube::Algorithm;
use cubiform_threads::{CancelToken, Threads};

use crate::engines::{Engines, GoalTables, TablePolicy};
use crate::limits::Limits;
use crate::operation::{Context, answer};
use crate::review::ReviewRequest;
use crate::review::reviewed::tests::check;
use crate::solvers::EngineSolvers;

#[test]
#[ignore = "experiment"]
fn losses_of_simulated() {
    let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available());
    let cancel = CancelToken::new();
    let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
    let context = Context::new(&solvers);
    let text = std::fs::read_to_string("/tmp/simulated.txt").unwrap();
    let each: usize = std::env::var("EACH").map_or(5, |n| n.parse().unwrap());
    for method in crate::methods::Method::known() {
        let begin = Instant::now();
        let mut count = 0;
        for line in text.lines().filter(|line| line.split('|').next().unwrap().trim() == method.name).take(each) {
            let moves = line.split_once('|').unwrap().1.replace('|', " ");
            let scramble = Algorithm::parse(&moves).unwrap().inverse().to_string();
            let request = ReviewRequest { scramble: Some(scramble), solution: moves, method: Some(method.name.clone()), no_optimal: true, ..ReviewRequest::default() };
            let reviewed = answer(request, &Limits::NONE, &context).unwrap().solves.remove(0);
            check(&reviewed);
            if count < 3 {
                eprintln!("{}", line);
                for row in &reviewed.rows { eprintln!("  {} {} {:?} lost {} best {}: {}", row.title, row.lengths.stm, row.optimal, row.lost, row.continuation.lengths().stm, row.continuation.text()); }
            }
            count += 1;
            if count == 1 { eprintln!("{}: first {:?}", method.name, begin.elapsed()); }
        }
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let rss = status.lines().find(|line| line.starts_with("VmRSS")).unwrap().to_string();
        eprintln!("{}: {count} in {:?} {rss}", method.name, begin.elapsed());
    }
}
