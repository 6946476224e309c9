#![allow(missing_docs)]
use cubiform_cube::facelets;
use cubiform_solvers::two_phase::*;
use cubiform_solvers::whole::*;
use std::time::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let t = Instant::now();
    let c = cpu_time::ProcessTime::now();
    let solver = TwoPhase::new();
    println!("start {:?} cpu {:?}", t.elapsed(), c.elapsed());
    let text = std::fs::read_to_string("/work/shared/reference/random-states-1000.facelets").unwrap();
    let n: usize = args[1].parse().unwrap();
    let enough: u8 = args[2].parse().unwrap();
    let ms: u64 = args[3].parse().unwrap();
    let limits = Limits {
        max_length: (enough > 0).then_some(enough),
        time: (ms > 0).then(|| Duration::from_millis(ms)),
        nodes: None,
        stop: None,
    };
    println!("bytes {}", solver.bytes());
    let mut times = vec![];
    let th = cubiform_solvers::thistlethwaite::Thistlethwaite::new();
    println!("{:?}", th.distributions());
    let mut sum = 0;
    let mut lens = vec![0; 32];
    let mut nodes = 0;
    for line in text.lines().take(n) {
        let cube = facelets::parse(line).unwrap();
        if std::env::var_os("WARM").is_some() {
            let _ = solver.solve(&cube, &limits);
        }
        let t = cpu_time::ThreadTime::now();
        let s = solver.solve(&cube, &limits).unwrap();
        times.push(t.elapsed().as_secs_f64() * 1e3);
        nodes += s.nodes;
        sum += th.solve(&cube, &Limits::default()).unwrap().moves().len();
        lens[s.moves().len()] += 1;
    }
    println!("thistlethwaite {}", sum as f64 / n as f64);
    let mean = times.iter().sum::<f64>() / n as f64;
    let len = lens.iter().enumerate().map(|(i, c)| i * c).sum::<usize>() as f64 / n as f64;
    times.sort_by(f64::total_cmp);
    println!(
        "mean {mean:.4} ms median {:.4} max {:.3}; length {len:.3}; nodes {}",
        times[n / 2],
        times[n - 1],
        nodes / n as u64
    );
}
