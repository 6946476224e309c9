//! Scratch: times the refutation of lengths.
use cubiform_solvers::optimal::{Limits, Optimal};
use cubiform_tables::Store;
use cubiform_tables::cosets::catalogue::CosetEntry;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    // opt TABLE FILE FROM TO MOST
    let store = Store::new(std::path::Path::new("/root/.cache/cubiform/tables"), 1);
    let table = store.open_cosets(CosetEntry::named(&a[1]).unwrap()).unwrap().unwrap();
    let solver = Optimal::new(&table);
    let text = std::fs::read_to_string(&a[2]).unwrap();
    let (from, to, most) = (a[3].parse().unwrap(), a[4].parse().unwrap(), a[5].parse().unwrap());
    for (i, line) in text.lines().enumerate().skip(from).take_while(|(i, _)| *i < to) {
        let cube = cubiform_cube::facelets::parse(line).unwrap();
        let limits = Limits { most, ..Limits::default() };
        let t = Instant::now();
        let c = cpu_time::ThreadTime::now();
        let r = solver.solve(&cube, &limits);
        let cpu = c.elapsed().as_secs_f64();
        match r {
            Ok(s) => println!(
                "{i} {} nodes {} made {} lookups {} cpu {cpu:.3} wall {:.3}",
                s.length,
                s.counts.expanded,
                s.counts.made,
                s.counts.looked_up,
                t.elapsed().as_secs_f64()
            ),
            Err(e) => println!("{i} none<={most} {e} cpu {cpu:.3} wall {:.3}", t.elapsed().as_secs_f64()),
        }
    }
}
