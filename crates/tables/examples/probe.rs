//! temporary
use cubiform_tables::fill::Watch;
use cubiform_tables::stored::named;
fn main() {
    for name in ["444-outer-1", "444-outer-2"] {
        let t = std::time::Instant::now();
        let entry = named(name).unwrap();
        let report = |p: cubiform_tables::fill::Progress| if p.states > 1_000_000_000 && false { eprintln!("{} {} {}", p.depth, p.reached, p.states) };
        let cancel = std::sync::atomic::AtomicBool::new(false);
        let filling = entry.fill(2, &Watch { cancel: &cancel, report: &report }, None);
        println!("{name} {:?} {:?} total {} states {} {:?}", filling.histogram, filling.orbits, filling.histogram.iter().sum::<u64>(), entry.states(), t.elapsed());
    }
}
