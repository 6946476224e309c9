//! Prints the nodes and the time that all stages of `std` take with sets of tables, for six colours on one thread: the
//! figures behind the sets of tables for little memory.
//!
//! `cargo run --release -p cubiform-solvers --example table_sets -- TABLES SCRAMBLES COUNT SET...`
//!
//! TABLES is a folder that keeps the tables of the catalogue. A line of SCRAMBLES ends with the moves of one; the first
//! COUNT are analysed. A SET is a list of tables between commas, such as `cross,cross-slot,DF+DR+DL+FR edge+FL edge`:
//! names of the catalogue, and goals, whose tables are filled in memory. Times are processor time, which other programs
//! disturb less.

use std::collections::HashMap;
use std::sync::Arc;

use cpu_time::ThreadTime;
use cubiform_cube::goal::{CROSS, Variant, expression};
use cubiform_cube::{Algorithm, Color, Cube, Frame};
use cubiform_solvers::cfop::{Analyzer, Counts, Request};
use cubiform_store::fill::Watch;
use cubiform_store::{Observer, Store};
use cubiform_tables::catalogue::Entry;
use cubiform_tables::{Coordinate, Table};
use cubiform_threads::Threads;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, scrambles, count, sets @ ..] = &arguments[..] else {
        panic!("usage: table_sets TABLES SCRAMBLES COUNT SET...")
    };
    let text = std::fs::read_to_string(scrambles).expect("a file of scrambles");
    let cubes: Vec<Cube> = text
        .lines()
        .filter_map(|line| Some(Algorithm::parse(line.rsplit([',', '\t']).next()?).ok()?.cube()))
        .take(count.parse().expect("COUNT is a number"))
        .collect();
    let threads = Threads::available();
    let store = Store::new(folder, &threads);
    let mut open = HashMap::new();
    let mut measured = Vec::new();
    for set in sets {
        let mut table =
            |name| Arc::clone(open.entry(name).or_insert_with(|| Arc::new(table(name, &store, &threads))));
        let tables: Vec<Arc<Table>> = set.split(',').map(&mut table).collect();
        let analyzer =
            Analyzer::builder(&Variant::std()).tables(&tables).build().expect("tables of the cross");
        analyzer.lift_node_limit();
        let bytes = tables.iter().map(|table| table.bytes().len()).sum();
        measured.push(Measured { set, bytes, analyzer, counts: Vec::new(), times: Vec::new() });
    }
    // Sets take turns, so that the noise of the machine is the same for all.
    for cube in &cubes {
        measured.iter_mut().for_each(|set| set.analyze(cube));
    }
    println!("    MB  nodes/1000 (by stage)  look-ups/1000  mean ms  max ms  set");
    measured.iter().for_each(Measured::print);
}

/// Returns the table of a name of the catalogue, or of a goal.
fn table(name: &str, store: &Store, threads: &Threads) -> Table {
    if let Some(entry) = Entry::named(name) {
        return store.open_or_build(entry, &Observer::quiet()).expect("a table that can be built");
    }
    let goal = expression::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let target = goal.stages[0].choices[0].clone();
    let base: Vec<usize> = target.pieces.edges().filter(|edge| CROSS.contains(edge)).collect();
    let coordinate = Arc::new(Coordinate::new(target, &base));
    Table::fill(coordinate, threads, &Watch::quiet()).expect("a fill that nothing cancels").0
}

/// A set of tables, and its figures for the cubes so far.
struct Measured<'a> {
    set: &'a str,
    bytes: usize,
    analyzer: Analyzer,
    /// The counts of all colours, by stage.
    counts: Vec<Counts>,
    times: Vec<f64>,
}

impl Measured<'_> {
    /// Analyses a cube and adds its figures.
    fn analyze(&mut self, cube: &Cube) {
        let request =
            Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 0, slack: 0, only_best: true };
        let since = ThreadTime::now();
        let analysis = self.analyzer.analyze(cube, &request).expect("intact tables");
        self.times.push(since.elapsed().as_secs_f64() * 1e3);
        self.counts.resize(analysis.len(), Counts::default());
        for (sum, row) in self.counts.iter_mut().zip(&analysis) {
            row.iter().for_each(|result| *sum += result.counts);
        }
    }

    /// Prints the figures of a mean cube, and the maximum time.
    fn print(&self) {
        let cubes = self.times.len() as f64;
        let mean = |sum: u64| sum as f64 / 1e3 / cubes;
        let by_stage: Vec<String> =
            self.counts.iter().map(|counts| format!("{:.1}", mean(counts.expanded))).collect();
        println!(
            "{:6.1}  {:7.1} ({})  {:8.0}  {:7.1}  {:7.1}  {}",
            self.bytes as f64 / 1e6,
            mean(self.counts.iter().map(|counts| counts.expanded).sum()),
            by_stage.join(" "),
            mean(self.counts.iter().map(|counts| counts.probes).sum()),
            self.times.iter().sum::<f64>() / cubes,
            self.times.iter().copied().fold(0.0, f64::max),
            self.set,
        );
    }
}
