use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color};
use cubiform_solvers::cfop::{Analyzer, Request, tables_for};
use cubiform_tables::Store;
use cubiform_tables::catalogue::Profile;
use cubiform_tables::store::{Observer, open_all};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let profile = if a[1] == "full" { Profile::Full } else { Profile::Small };
    let n: usize = a[2].parse().unwrap();
    let store = Store::new("/root/.cache/cubiform/tables", 2);
    let variant = Variant::std();
    let stages = [0, 1, 2, 3, 4];
    let t = std::time::Instant::now();
    let entries = tables_for(&variant, &stages, profile);
    println!("{:?}", entries.iter().map(|e| e.name).collect::<Vec<_>>());
    let entries: Vec<_> =
        entries.into_iter().filter(|e| a[1] != "full" || e.name != "cross-slot-edges").collect();
    let tables = open_all(&store, &entries, &Observer::quiet()).unwrap();
    println!("open {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let analyzer = Analyzer::new(&variant, &stages, &tables);
    println!("new {:?}", t.elapsed());
    let text = std::fs::read_to_string("../shared/reference/wca-scrambles-1000.txt").unwrap();
    let request = Request { colors: Color::COLUMNS.to_vec(), solutions: 0 };
    let mut made = [0u64; 5];
    let cubes: Vec<_> = text
        .lines()
        .take(n)
        .map(|line| Algorithm::parse(line.split_once(',').unwrap().1).unwrap().cube())
        .collect();
    for pass in 0..2 {
        for threads in [0, 1, 2] {
            let t = std::time::Instant::now();
            let made = std::sync::Mutex::new([0u64; 5]);
            let sum = std::sync::atomic::AtomicU64::new(0);
            let done = |_: usize, a: Result<cubiform_solvers::cfop::Analysis, _>| {
                for (s, row) in a.unwrap().iter().enumerate() {
                    for r in row {
                        made.lock().unwrap()[s] += r.counts.made;
                        sum.fetch_add(r.length as u64, std::sync::atomic::Ordering::Relaxed);
                    }
                }
            };
            if threads == 0 {
                for c in &cubes {
                    done(0, analyzer.analyze(c, &request));
                }
            } else {
                let next = std::sync::atomic::AtomicUsize::new(0);
                let stop = std::sync::atomic::AtomicBool::new(false);
                analyzer.analyze_many(
                    &request,
                    threads,
                    &stop,
                    &|| {
                        let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        cubes.get(i).map(|c| (i, *c))
                    },
                    &done,
                );
            }
            let e = t.elapsed() * (threads.max(1) as u32);
            let made = made.into_inner().unwrap();
            println!(
                "pass {pass} threads {threads} {:?} core/scramble made {:?} sum {sum:?}, {:.1} ns a child",
                e / n as u32,
                made.map(|m| m / n as u64),
                e.as_secs_f64() * 1e9 / made.iter().sum::<u64>() as f64
            );
        }
    }
}
