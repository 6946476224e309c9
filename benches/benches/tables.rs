//! Fills and look-ups: `cargo bench -p cubiform-benches --bench tables`.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::CROSS;
use cubiform_cube::{Cube, random};
use cubiform_store::fill::Watch;
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::four::{self, Stage, StageTable};
use cubiform_tables::lookup::{ProbeSet, TrackedPieces, TrackedState};
use cubiform_threads::Threads;

fn fill(c: &mut Criterion) {
    let mut group = c.benchmark_group("fill");
    group.sample_size(10);
    for name in ["cross", "cross-slot"] {
        let entry = Entry::named(name).expect("in the catalogue");
        group.throughput(Throughput::Elements(entry.states()));
        group.bench_function(name, |b| {
            b.iter(|| Table::fill(Arc::clone(entry.coordinate()), &Threads::new(2), &Watch::quiet()));
        });
    }
    group.finish();
}

fn look_up(c: &mut Criterion) {
    let entry = Entry::named("cross-slot").expect("in the catalogue");
    let (table, _) = Table::fill(Arc::clone(entry.coordinate()), &Threads::new(2), &Watch::quiet())
        .expect("not cancelled");
    let tracked = TrackedPieces { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
    let probes = ProbeSet::new(tracked, &[Arc::new(table)], &Threads::new(2));
    let cubes: Vec<Cube> = random::states(1).take(4096).collect();
    let states: Vec<TrackedState> = cubes.iter().map(|cube| probes.state(cube)).collect();
    let mut group = c.benchmark_group("look-up");
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function("index and read", |b| {
        b.iter(|| states.iter().map(|s| u32::from(probes.distance_near(0, s, 6))).sum::<u32>());
    });
    group.finish();
}

fn four(c: &mut Criterion) {
    let stage = Stage::get(4);
    let table =
        StageTable::fill(stage, Metric::Slice, &Threads::new(2), &Watch::quiet()).expect("not cancelled");
    let mut cube = Cube4::SOLVED;
    let scrambled = |i: usize| {
        cube = (0..40).fold(cube, |cube, k| cube.turn(stage.turns()[(i * i + k * (i + k)) % 25]));
        cube
    };
    let cubes: Vec<Cube4> = (0..4096).map(scrambled).collect();
    let read = |cube: &Cube4| stage.state(cube).expect("legal turns");
    let states: Vec<four::StageState> = cubes.iter().map(read).collect();
    let mut group = c.benchmark_group("4x4x4");
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function("read a cube", |b| {
        b.iter(|| cubes.iter().for_each(|cube| _ = black_box(read(cube))));
    });
    group.bench_function("turn and index", |b| {
        b.iter(|| states.iter().for_each(|s| _ = black_box(table.address(stage.turn(*s, 7)))));
    });
    group.bench_function("walk to the goal", |b| {
        b.iter(|| states.iter().for_each(|s| _ = black_box(table.distance(*s))));
    });
    group.finish();
}

criterion_group!(benches, fill, look_up, four);
criterion_main!(benches);
