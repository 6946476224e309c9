//! Solves reference states optimally and tells what each took: `optimal TABLE FILE|random:N FROM TO MOST THREADS`.
use cubiform_cube::{Cube, Move, facelets};
use cubiform_solvers::optimal::*;
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_solvers::whole::{self, Solver};
use cubiform_tables::Store;
use cubiform_tables::cosets::catalogue::CosetEntry;
use std::sync::atomic::AtomicBool;

fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(") ").next().unwrap().split(' ').collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let entry = CosetEntry::named(&args[1]).unwrap();
    let table = Store::new(std::env::var("TABLES").unwrap(), 2).open_cosets(entry).unwrap().unwrap();
    let optimal = Optimal::new(&table);
    let (from, to): (usize, usize) = (args[3].parse().unwrap(), args[4].parse().unwrap());
    let most: u8 = args[5].parse().unwrap();
    let threads: usize = args[6].parse().unwrap();
    let ms: u64 = args[7].parse().unwrap();
    let cubes: Vec<Cube> = match args[2].strip_prefix("random:") {
        Some(n) => {
            let n: usize = n.parse().unwrap();
            (0..to)
                .map(|i| {
                    let mut x = i as u64 * 7919 + 12345;
                    (0..n).fold(Cube::SOLVED, |cube, _| {
                        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        cube.turn(Move::from_index((x >> 40) as usize % 18))
                    })
                })
                .collect()
        }
        None => {
            std::fs::read_to_string(&args[2]).unwrap().lines().map(|l| facelets::parse(l).unwrap()).collect()
        }
    };
    let two_phase = (ms > 0).then(TwoPhase::new);
    for (i, cube) in cubes.iter().enumerate().skip(from).take(to - from) {
        let (t, w) = (cpu(), std::time::Instant::now());
        let known = two_phase.as_ref().map(|s| {
            let limits = whole::Limits {
                time: Some(std::time::Duration::from_millis(ms)),
                ..whole::Limits::default()
            };
            s.solve(cube, &limits).unwrap().moves()
        });
        let kl = known.as_ref().map_or(0, Vec::len);
        let limits = Limits { most, known, ..Limits::default() };
        let s = if threads == 1 {
            optimal.solve(cube, &limits)
        } else {
            optimal.solve_shared(cube, &limits, threads, &AtomicBool::new(false))
        };
        let (c, w) = (cpu() - t, w.elapsed().as_secs_f64());
        match s {
            Ok(s) => println!(
                "{i} length {} cpu {c:.2} wall {w:.2} expanded {} looked_up {} known {kl} {}",
                s.length,
                s.counts.expanded,
                s.counts.looked_up,
                cubiform_cube::moves::to_wca(&s.solutions[0])
            ),
            Err(e) => println!("{i} {e} cpu {c:.2}"),
        }
    }
}
