//! Prints the maximum and the mean number of nodes that a stage and colour take, for each variant and profile whose
//! tables have been built: the figures behind the node limit.
//!
//! `cargo run --release -p cubiform-solvers --example node_counts -- TABLES SCRAMBLES [COUNT]`

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color, Cube, Frame};
use cubiform_solvers::cfop::{Analyzer, Request, table_requirements};
use cubiform_store::Store;
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_threads::Threads;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, scrambles, count) = match &arguments[..] {
        [folder, scrambles] => (folder, scrambles, 100),
        [folder, scrambles, count] => (folder, scrambles, count.parse().expect("COUNT is a number")),
        _ => panic!("usage: node_counts TABLES SCRAMBLES [COUNT]"),
    };
    let text = std::fs::read_to_string(scrambles).expect("a file of scrambles");
    let cubes: Vec<Cube> = text
        .lines()
        .filter_map(|line| Some(Algorithm::parse(line.rsplit([',', '\t']).next()?).ok()?.cube()))
        .take(count)
        .collect();
    let store = Store::new(folder, &Threads::available());
    let request = Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 0, slack: 0, only_best: true };
    for profile in [Profile::Full, Profile::Small] {
        for variant in Variant::all() {
            let stages: Vec<usize> = (0..variant.stages.len()).collect();
            let required = table_requirements(variant, &stages, profile).expect("a variant has tables");
            let open = |entry: &&'static Entry| store.open(*entry).expect("an intact table").map(Arc::new);
            let Some(tables) = required.entries.iter().map(open).collect::<Option<Vec<_>>>() else {
                println!("{profile:?} {}: tables missing", variant.name);
                continue;
            };
            let analyzer = Analyzer::builder(variant)
                .stages(stages.iter().copied())
                .tables(&tables)
                .threads(&Threads::available())
                .build()
                .unwrap();
            analyzer.lift_node_limit();
            let mut by_stage: HashMap<usize, (u64, u64)> = HashMap::new();
            let since = Instant::now();
            for cube in &cubes {
                let analysis = analyzer.analyze(cube, &request).expect("intact tables");
                for (stage, row) in analysis.iter().enumerate() {
                    for result in row {
                        let (max, sum) = by_stage.entry(stage).or_default();
                        *max = (*max).max(result.counts.expanded);
                        *sum += result.counts.expanded;
                    }
                }
            }
            let of = |stage: &usize| (by_stage[stage].0, by_stage[stage].1 / (6 * cubes.len() as u64));
            let found: Vec<_> = stages.iter().map(of).collect();
            println!("{profile:?} {}: (maximum, mean) {found:?}, {:?}", variant.name, since.elapsed());
        }
    }
}
