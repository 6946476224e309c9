//! Whole analyses on one thread: `cargo bench -p cubiform-benches --bench analyze`. Builds the small tables first.

use criterion::{Criterion, criterion_group, criterion_main};
use cubiform_cube::goal::Variant;
use cubiform_cube::{Color, Cube, Frame, random};
use cubiform_solvers::cfop::{Analyzer, Request};
use cubiform_store::Store;
use cubiform_threads::Threads;

fn analyze(c: &mut Criterion) {
    let store = Store::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"), &Threads::new(2));
    let variant = Variant::std();
    let mut group = c.benchmark_group("analyze, six colours, small tables");
    group.sample_size(10);
    for (name, stages) in [("cross", 0..1), ("to xcross", 0..2), ("to xxxcross", 0..4), ("all stages", 0..5)]
    {
        let stages: Vec<usize> = stages.collect();
        let analyzer = Analyzer::builder(&variant).stages(stages.clone()).store(&store).build().unwrap();
        let request =
            Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 0, slack: 0, only_best: false };
        let cubes: Vec<Cube> = random::states(1).take(if stages.len() == 5 { 4 } else { 64 }).collect();
        let mut next = cubes.iter().cycle();
        group.bench_function(name, |b| {
            b.iter(|| analyzer.analyze(next.next().expect("a cycle has no end"), &request));
        });
    }
    group.finish();
}

criterion_group!(benches, analyze);
criterion_main!(benches);
