#![allow(missing_docs)]
use cubiform_cube::facelets;
use cubiform_solvers::optimal::*;
use cubiform_tables::cosets::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(") ").next().unwrap().split(' ').collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let kind = match args[1].as_str() { "n" => QuotientKind::Nothing, "p" => QuotientKind::Parity, "t" => QuotientKind::Tetrads, _ => QuotientKind::Pairings };
    let table = CosetTable::raw(Arc::new(CosetCoordinate::new(kind)), &args[2], 0);
    let optimal = Optimal::new(&table);
    let text = std::fs::read_to_string("/work/shared/reference/random-states-1000.facelets").unwrap();
    let (from, to): (usize, usize) = (args[3].parse().unwrap(), args[4].parse().unwrap());
    let most: u8 = args[5].parse().unwrap();
    let threads: usize = args.get(6).map_or(1, |t| t.parse().unwrap());
    let solver = args.get(7).map(|_| cubiform_solvers::two_phase::TwoPhase::new());
    for (i, line) in text.lines().enumerate().skip(from).take(to - from) {
        let cube = facelets::parse(line).unwrap();
        let t = cpu();
        let w = std::time::Instant::now();
        let known = solver.as_ref().map(|s| s.solve(&cube, &cubiform_solvers::two_phase::Limits { enough: 0, time: Some(std::time::Duration::from_millis(args[7].parse().unwrap())), nodes: None }).moves);
        let kl = known.as_ref().map_or(0, |k| k.len());
        let limits = Limits { most, known, ..Limits::default() };
        let s = if threads == 1 { optimal.solve(&cube, &limits) } else { optimal.solve_shared(&cube, &limits, threads, &AtomicBool::new(false)) };
        let (c, w) = (cpu() - t, w.elapsed().as_secs_f64());
        match s {
            Ok(s) => println!("{i} length {} cpu {c:.2} wall {w:.2} expanded {} looked_up {} M/s {:.2} known {kl} {}", s.length, s.counts.expanded, s.counts.looked_up, s.counts.expanded as f64 / 1e6 / c, cubiform_cube::moves::to_wca(&s.solutions[0])),
            Err(e) => println!("{i} {e} cpu {c:.2}"),
        }
    }
}
