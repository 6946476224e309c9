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
    let tables = open_all(&store, &entries, &Observer::quiet()).unwrap();
    println!("open {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let analyzer = Analyzer::new(&variant, &stages, &tables);
    println!("new {:?}", t.elapsed());
    let text = std::fs::read_to_string("../shared/reference/wca-scrambles-1000.txt").unwrap();
    let request = Request { colors: Color::COLUMNS.to_vec(), solutions: 0, parallel: false };
    let mut made = [0u64; 5];
    for pass in 0..2 {
        let t = std::time::Instant::now();
        made = [0u64; 5];
        let mut sum = 0u64;
        let mut times = Vec::new();
        for line in text.lines().take(n) {
            let cube = Algorithm::parse(line.split_once(',').unwrap().1).unwrap().cube();
            let t = std::time::Instant::now();
            for (s, row) in analyzer.analyze(&cube, &request).unwrap().iter().enumerate() {
                for r in row {
                    made[s] += r.counts.made;
                    sum += r.length as u64;
                }
            }
            times.push(t.elapsed());
        }
        let e = t.elapsed();
        times.sort();
        println!("pass {pass} {:?}/scramble median {:?}  made {:?} sum {sum}, {:.1} ns a child", e / n as u32, times[n / 2], made.map(|m| m / n as u64), e.as_secs_f64() * 1e9 / made.iter().sum::<u64>() as f64);
    }
    let _ = made;
}
