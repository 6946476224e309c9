//! `cubiform bench`: measures random memory reads, the speed of the analyzer, and the ratio of both.

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Instant;

use cubiform_answers::goals::{GoalList, Goals};
use cubiform_cube::{Color, Cube, Frame, random};
use cubiform_solvers::cfop::{Analysis, AnalyzeError, Analyzer, Counts, Request};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_tables::machine::{self, InstructionSet};
use cubiform_threads::{CancelToken, Threads};
use serde::Serialize;

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::print_as;
use crate::progress::{note, short};
use crate::{engines, interrupt};

/// The number of look-ups in each table that are compared with the scalar code.
const COMPARED_LOOKUPS: usize = 1000;

/// All results of a run.
#[derive(Serialize)]
struct Measurements {
    version: &'static str,
    machine: Machine,
    tables: Vec<Tables>,
    /// The time of a random read on one thread, in nanoseconds, by the number of reads in flight.
    random_read_ns: RandomRead,
    goal: Cow<'static, str>,
    stages: Vec<Cow<'static, str>>,
    scrambles: usize,
    seed: u64,
    threads: usize,
    /// The instruction set in use.
    instruction_set: &'static str,
    /// The number of look-ups that were compared with the scalar code.
    look_ups_compared: usize,
    seconds: f64,
    core_ms_per_scramble: f64,
    nodes_expanded_per_scramble: f64,
    nodes_made_per_scramble: f64,
    look_ups_per_scramble: f64,
    look_ups_per_core_second: f64,
    /// The look-up rate divided by the rate of random reads with 32 in flight on each thread.
    fraction_of_read_limit: f64,
    /// The wall time of a single scramble on all threads, in milliseconds: the median of eleven scrambles.
    one_scramble_ms: f64,
}

#[derive(Serialize)]
struct Machine {
    processor: Option<String>,
    architecture: &'static str,
    system: &'static str,
    processors: usize,
    memory_available: Option<u64>,
}

#[derive(Serialize)]
struct Tables {
    name: &'static str,
    bytes: usize,
    /// Whether the table is copied into memory; otherwise it is mapped from its file.
    copied: bool,
}

#[derive(Serialize)]
struct RandomRead {
    dependent: f64,
    with_8: f64,
    with_32: f64,
    /// The time with 32 reads in flight on every thread: the mean of a measurement before and one after the search,
    /// since the load of the machine varies. This is the limit of the search, which uses as many threads.
    with_32_on_each_thread: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Bench) -> Result<(), Failure> {
    let goal = &args.goal;
    let goals = Goals::new(&GoalList(vec![goal.clone()]), &args.stages)?;
    if goal.is_on_axes() {
        return Err(Failure::usage("--goal: only goals over bottom colours are measured"));
    }
    let threads = args.machine.threads();
    let engines = engines::open(&args.machine, args.profile)?;
    // As for a run over many scrambles.
    let analyzer = engines.analyzer(&goals, None, Some(u64::MAX), &interrupt::REQUESTED)?;
    let tables = engines.tables().in_use();
    let cubes: Vec<Cube> = random::states(args.seed).take(args.count as usize).collect();
    let request = request();

    let compared = tables.iter().map(|table| machine::check_lookups(table, COMPARED_LOOKUPS));
    let compared = compared.sum::<Result<_, _>>().map_err(|e| Failure::Message(e.to_string()))?;
    note("measuring random reads");
    let all: Vec<&Table> = tables.iter().map(|table| &**table).collect();
    // Threads beyond the number of processors do not add cores.
    let processors = Threads::available().count();
    let cores = threads.count().min(processors);
    let reading = Threads::new(cores);
    let alone = |lanes| random_read_nanoseconds(&all, lanes, &Threads::single());
    let (dependent, with_8, with_32) = (alone(1)?, alone(8)?, alone(32)?);
    note(format_args!("analysing {} random states", cubes.len()));
    // A warm-up for the caches and the branch predictor.
    analyze(&analyzer, &request, threads, &cubes[..cubes.len().min(8)])?;
    let before = random_read_nanoseconds(&all, 32, &reading)?;
    let start = Instant::now();
    let counts = analyze(&analyzer, &request, threads, &cubes)?;
    let seconds = start.elapsed().as_secs_f64();
    let after = random_read_nanoseconds(&all, 32, &reading)?;
    let with_32_on_each_thread = before.midpoint(after);
    let core_seconds = seconds * cores as f64;

    let mut single = Vec::new();
    for cube in cubes.iter().cycle().take(11) {
        let start = Instant::now();
        let analysis = analyzer.analyze_shared(cube, &request, threads, &interrupt::REQUESTED);
        analysis?;
        single.push(start.elapsed().as_secs_f64() * 1e3);
    }
    single.sort_by(f64::total_cmp);

    let per_scramble = |count: u64| count as f64 / cubes.len() as f64;
    let measurements = Measurements {
        version: env!("CARGO_PKG_VERSION"),
        machine: Machine {
            processor: processor(),
            architecture: std::env::consts::ARCH,
            system: std::env::consts::OS,
            processors,
            memory_available: cubiform_store::available_memory(),
        },
        tables: tables.iter().map(describe).collect(),
        goal: goal.name.clone(),
        stages: analyzer.stages().collect(),
        scrambles: cubes.len(),
        seed: args.seed,
        threads: threads.count(),
        instruction_set: InstructionSet::chosen().name(),
        look_ups_compared: compared,
        seconds,
        core_ms_per_scramble: core_seconds * 1e3 / cubes.len() as f64,
        nodes_expanded_per_scramble: per_scramble(counts.expanded),
        nodes_made_per_scramble: per_scramble(counts.generated),
        look_ups_per_scramble: per_scramble(counts.probes),
        look_ups_per_core_second: counts.probes as f64 / core_seconds,
        fraction_of_read_limit: counts.probes as f64 / core_seconds * with_32_on_each_thread / 1e9,
        random_read_ns: RandomRead { dependent, with_8, with_32, with_32_on_each_thread },
        one_scramble_ms: single[single.len() / 2],
    };
    print_as(args.format, || table(&measurements), &measurements)
}

/// Returns the request that is measured: the lengths of all stages for all colours.
fn request() -> Request {
    Request { frames: Frame::bottoms(Color::COLUMNS), solutions: 0, slack: 0, only_best: false }
}

/// Returns the row of a table. Tables outside the catalogue have no name.
fn describe(table: &Arc<Table>) -> Tables {
    let name = if Entry::named(table.name()).is_some() { table.name() } else { "for this goal" };
    Tables { name, bytes: table.bytes().len(), copied: table.is_copied() }
}

/// Analyses all of `cubes` and returns the total counts of the searches.
fn analyze(
    analyzer: &Analyzer,
    request: &Request,
    threads: &Threads,
    cubes: &[Cube],
) -> Result<Counts, Failure> {
    let next = AtomicUsize::new(0);
    let source = |_| Poll::Ready(cubes.get(next.fetch_add(1, Ordering::Relaxed)).map(|cube| ((), *cube)));
    let total = Mutex::new((Counts::default(), None));
    let done = |(), analysis: Result<Analysis, AnalyzeError>| {
        let mut total = total.lock().expect("nothing panics with the lock");
        match analysis {
            Ok(analysis) => analysis.iter().flatten().for_each(|result| total.0 += result.counts),
            Err(e) => total.1 = Some(e),
        }
    };
    let stop: &CancelToken = &interrupt::REQUESTED;
    analyzer.analyze_many(request, threads, stop, &source, &done);
    interrupt::or(Ok(()))?;
    let (counts, error) = total.into_inner().expect("nothing panics with the lock");
    error.map_or(Ok(counts), |e| Err(e.into()))
}

/// Returns the name of the processor, if the system reports it.
fn processor() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.trim_start_matches([' ', '\t', ':']).to_string())
}

/// Returns the goal and its stages. A user's own goal is named once, since it is its only stage.
fn goal_and_stages(m: &Measurements) -> String {
    match &m.stages[..] {
        [stage] if *stage == m.goal => format!("goal {}", m.goal),
        stages => {
            let labels = stages.iter().map(|stage| cubiform_answers::goals::label(stage).unwrap_or(stage));
            format!("{} {}", m.goal, labels.collect::<Vec<_>>().join(" "))
        }
    }
}

/// Returns the results as text.
fn table(m: &Measurements) -> String {
    let processor = m.machine.processor.as_deref().unwrap_or(m.machine.architecture);
    let bytes: usize = m.tables.iter().map(|t| t.bytes).sum();
    let names: Vec<&str> = m.tables.iter().map(|t| t.name).collect();
    let (instruction_set, compared, goal) = (m.instruction_set, m.look_ups_compared, goal_and_stages(m));
    let (states, threads) = (m.scrambles, m.threads);
    let rows = [
        ("machine", format!("{processor}, {} processors, {}", m.machine.processors, m.machine.system)),
        ("instruction set", format!("{instruction_set}, {compared} look-ups compared with scalar ones")),
        ("tables", format!("{:.2} GB: {}", bytes as f64 / 1e9, names.join(", "))),
        ("random read, dependent", format!("{:.0} ns", m.random_read_ns.dependent)),
        ("random read, 8 in flight", format!("{:.1} ns", m.random_read_ns.with_8)),
        ("random read, 32 in flight", format!("{:.1} ns", m.random_read_ns.with_32)),
        ("the same, on each thread", format!("{:.1} ns", m.random_read_ns.with_32_on_each_thread)),
        ("analyzed", format!("{states} random states, {goal}, {threads} threads, {:.1} s", m.seconds)),
        ("per scramble", format!("{:.1} core-ms", m.core_ms_per_scramble)),
        ("nodes generated per scramble", short(m.nodes_made_per_scramble)),
        ("look-ups per scramble", short(m.look_ups_per_scramble)),
        ("look-ups per core-second", short(m.look_ups_per_core_second)),
        ("share of random read rate", format!("{:.0} %", 100.0 * m.fraction_of_read_limit)),
        ("single scramble", format!("{:.1} ms, all threads", m.one_scramble_ms)),
    ];
    rows.iter().map(|(label, value)| format!("{label:28}  {value}\n")).collect()
}

/// The number of reads of a measurement.
const READS: usize = 4_000_000;
/// The number of blocks of reads, between which a request to stop is noticed.
const BLOCKS: usize = 50;

/// Returns the nanoseconds that one thread needs for a read at a random place of `tables`, while `threads` threads read
/// at the same time and compete for memory.
///
/// Each thread runs `lanes` chains of reads at a time; within a chain, each read determines the place of the next.
/// Larger tables are read more often, in proportion to their sizes.
///
/// # Errors
/// If the user stopped the program.
///
/// # Panics
/// If there are no tables, no lanes, or no threads.
fn random_read_nanoseconds(tables: &[&Table], lanes: usize, threads: &Threads) -> Result<f64, Failure> {
    let next = AtomicUsize::new(0);
    let times = threads.run(|| read(tables, lanes, next.fetch_add(1, Ordering::Relaxed)));
    interrupt::or(Ok(()))?;
    Ok(times.iter().sum::<f64>() / times.len() as f64)
}

/// Returns the nanoseconds of a read on one thread, whose number selects its chains.
fn read(tables: &[&Table], lanes: usize, thread: usize) -> f64 {
    let total: usize = tables.iter().map(|t| t.bytes().len()).sum();
    assert!(total > 0 && lanes > 0, "there are tables and lanes to read");
    // The table to read for each value of the top six bits of a random number, in proportion to sizes, rounded.
    let shares: Vec<&[u8]> = (0..64)
        .map(|i| {
            let mut offset = total / 64 * i;
            let table = tables.iter().find(|t| {
                let is_here = offset < t.bytes().len();
                offset = offset.saturating_sub(t.bytes().len());
                is_here
            });
            table.map_or(&[0][..], |t| t.bytes())
        })
        .collect();
    let first = (thread * lanes) as u64 + 1;
    let chain = |i: u64| (first + i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut states: Vec<u64> = (0..lanes as u64).map(chain).collect();
    let rounds = READS / lanes / BLOCKS;
    let start = Instant::now();
    for round in 0..rounds * BLOCKS {
        if round % rounds == 0 && interrupt::requested() {
            break;
        }
        for state in &mut states {
            let bytes = shares[(*state >> 58) as usize];
            let index = ((u128::from(*state << 6) * bytes.len() as u128) >> 64) as usize;
            // Knuth's MMIX generator, mixed with the byte that was read.
            *state = (*state ^ u64::from(bytes[index]))
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
        }
    }
    black_box(&states);
    start.elapsed().as_secs_f64() * 1e9 / (rounds * BLOCKS * lanes) as f64
}
