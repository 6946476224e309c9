#![allow(missing_docs)]
use cubiform_tables::cosets::*;
use cubiform_tables::fill::Watch;
use std::sync::Arc;
use std::sync::atomic::*;
fn main() {
    let kind = match std::env::args().nth(1).unwrap().as_str() { "n" => QuotientKind::Nothing, "p" => QuotientKind::Parity, "t" => QuotientKind::Tetrads, _ => QuotientKind::Pairings };
    let t = std::time::Instant::now();
    let c = Arc::new(CosetCoordinate::new(kind));
    println!("coordinate {:?} mem {}", t.elapsed(), fill::memory(&c));
    let last = AtomicUsize::new(0);
    let report = |p: cubiform_tables::fill::Progress| if last.swap(p.depth, Ordering::Relaxed) != p.depth { println!("{} {:?} {}", p.depth, t.elapsed(), p.reached) };
    let f = fill::run(&c, 2, &Watch { cancel: &AtomicBool::new(false), report: &report });
    println!("{:?} {:?}", t.elapsed(), f.histogram);
    if let Some(path) = std::env::args().nth(2) {
        use std::io::Write;
        let mut out = std::io::BufWriter::with_capacity(8 << 20, std::fs::File::create(path).unwrap());
        f.write(&mut out).unwrap();
        out.flush().unwrap();
        println!("written {:?}", t.elapsed());
    }
}
