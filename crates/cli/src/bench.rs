//! `cubiform bench`: what this machine can do, what the analyzer makes of it, and how near the one is to the other.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use cubiform_cube::{Color, Cube, random};
use cubiform_solvers::cfop::{Analysis, AnalyzeError, Analyzer, Counts, Request, Source};
use cubiform_tables::catalogue::Entry;
use cubiform_tables::instruction_set::InstructionSet;
use cubiform_tables::{Table, memory, probe, self_check};
use serde::Serialize;

use crate::arg_values;
use crate::args::{Bench, ListFormat};
use crate::error::Failure;
use crate::interrupt;
use crate::open_tables::{self, MANY_SCRAMBLES, TableRequest};
use crate::output::print;
use crate::paths::Folder;
use crate::progress::{note, short};
use crate::table_checks;

/// Look-ups in each table that are compared with the same without vectors.
const COMPARED: usize = 1000;

/// Everything that was measured.
#[derive(Serialize)]
struct Measured {
    version: &'static str,
    machine: Machine,
    tables: Vec<Tables>,
    /// Nanoseconds a random read takes a thread, by how many it has under way at a time.
    random_read_ns: RandomRead,
    goal: Cow<'static, str>,
    stages: Vec<Cow<'static, str>>,
    scrambles: usize,
    seed: u64,
    threads: usize,
    /// The instruction set in use.
    instruction_set: &'static str,
    /// Look-ups with it that were compared with the same without vectors.
    look_ups_compared: usize,
    seconds: f64,
    core_ms_per_scramble: f64,
    nodes_expanded_per_scramble: f64,
    nodes_made_per_scramble: f64,
    look_ups_per_scramble: f64,
    look_ups_per_core_second: f64,
    /// Of the rate of random reads with 32 under way on each thread.
    fraction_of_read_limit: f64,
    /// Wall time of one scramble alone, shared among the threads, in milliseconds: the median of eleven.
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
    /// Copied into memory of the process, or else mapped from the file.
    copied: bool,
}

#[derive(Serialize)]
struct RandomRead {
    dependent: f64,
    with_8: f64,
    with_32: f64,
    /// The same while every thread has as many, before and after the search in the mean: the limit of the search, which has
    /// as many threads. Other work on the machine changes it from one second to the next.
    with_32_on_each_thread: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Bench) -> Result<(), Failure> {
    let goal = &args.goal;
    let stages = arg_values::parse_stages(&args.stages, goal)
        .map_err(|message| Failure::usage("bench", format!("--stages: {message}")))?;
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let threads = args.machine.threads();
    let need = TableRequest {
        command: "bench",
        goal,
        stages: &stages,
        profile: args.profile,
        scrambles: Some(MANY_SCRAMBLES),
        threads,
    };
    let tables = open_tables::tables(&need, &folder)?;
    let analyzer = Analyzer::new(goal, &stages, &tables).checking_tables(table_checks::long_search_check());
    let cubes: Vec<Cube> = random::states(args.seed).take(args.count as usize).collect();
    let request = Request { colors: Color::COLUMNS.to_vec(), solutions: 0, slack: 0, only_best: false };

    let mut compared = 0;
    for table in &tables {
        compared += self_check::compare(table, COMPARED).map_err(|e| Failure::Message(e.to_string()))?;
    }
    note("measuring random reads");
    let all: Vec<&Table> = tables.iter().map(|table| &**table).collect();
    // More threads than processors are no more cores.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = threads.min(processors);
    let [dependent, with_8, with_32] = [1, 8, 32].map(|lanes| probe::random_read(&all, lanes, 1));
    note(format_args!("analyzing {} random states", cubes.len()));
    // Once for the caches and the branch predictor, once to be measured.
    analyze(&analyzer, &request, threads, &cubes[..cubes.len().min(8)])?;
    let before = probe::random_read(&all, 32, cores);
    let start = Instant::now();
    let counts = analyze(&analyzer, &request, threads, &cubes)?;
    let seconds = start.elapsed().as_secs_f64();
    let with_32_on_each_thread = before.midpoint(probe::random_read(&all, 32, cores));
    let core_seconds = seconds * cores as f64;

    let mut alone = Vec::new();
    for cube in cubes.iter().cycle().take(11) {
        let start = Instant::now();
        analyzer
            .analyze_shared(cube, &request, threads, &interrupt::REQUESTED)
            .map_err(|e| Failure::analyze(&e))?;
        alone.push(start.elapsed().as_secs_f64() * 1e3);
    }
    alone.sort_by(f64::total_cmp);

    let each = |count: u64| count as f64 / cubes.len() as f64;
    let measured = Measured {
        version: env!("CARGO_PKG_VERSION"),
        machine: Machine {
            processor: processor(),
            architecture: std::env::consts::ARCH,
            system: std::env::consts::OS,
            processors,
            memory_available: memory::available(),
        },
        tables: tables.iter().map(describe).collect(),
        goal: goal.name.clone(),
        stages: analyzer.stages().collect(),
        scrambles: cubes.len(),
        seed: args.seed,
        threads,
        instruction_set: InstructionSet::chosen().name(),
        look_ups_compared: compared,
        seconds,
        core_ms_per_scramble: core_seconds * 1e3 / cubes.len() as f64,
        nodes_expanded_per_scramble: each(counts.expanded),
        nodes_made_per_scramble: each(counts.made),
        look_ups_per_scramble: each(counts.looked_up),
        look_ups_per_core_second: counts.looked_up as f64 / core_seconds,
        fraction_of_read_limit: counts.looked_up as f64 / core_seconds * with_32_on_each_thread / 1e9,
        random_read_ns: RandomRead { dependent, with_8, with_32, with_32_on_each_thread },
        one_scramble_ms: alone[alone.len() / 2],
    };
    match args.format {
        ListFormat::Json => {
            let text = serde_json::to_string_pretty(&measured);
            let text = text.map_err(|e| Failure::Message(format!("cannot write JSON: {e}")))?;
            print(format!("{text}\n").as_bytes())
        }
        ListFormat::Table => print(table(&measured).as_bytes()),
    }
}

fn describe(table: &Arc<Table>) -> Tables {
    let of_catalogue = Entry::named(table.name()).is_some();
    Tables {
        name: if of_catalogue { table.name() } else { "for this goal" },
        bytes: table.bytes().len(),
        copied: table.is_copied(),
    }
}

/// Analyzes all of `cubes`; what the searches took.
fn analyze(
    analyzer: &Analyzer,
    request: &Request,
    threads: usize,
    cubes: &[Cube],
) -> Result<Counts, Failure> {
    let next = AtomicUsize::new(0);
    let source = |_| match cubes.get(next.fetch_add(1, Ordering::Relaxed)) {
        Some(cube) => Source::Cube((), *cube),
        None => Source::Over,
    };
    let total = Mutex::new((Counts::default(), None));
    let done = |(), analysis: Result<Analysis, AnalyzeError>| {
        let mut total = total.lock().expect("nothing panics with the lock");
        match analysis {
            Ok(analysis) => analysis.iter().flatten().for_each(|result| total.0 += result.counts),
            Err(e) => total.1 = Some(e),
        }
    };
    let stop: &AtomicBool = &interrupt::REQUESTED;
    analyzer.analyze_many(request, threads, stop, &source, &done);
    interrupt::or(Ok(()))?;
    let (counts, error) = total.into_inner().expect("nothing panics with the lock");
    error.map_or(Ok(counts), |e| Err(Failure::analyze(&e)))
}

/// The processor's name, where the system tells.
fn processor() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.trim_start_matches([' ', '\t', ':']).to_string())
}

/// The goal and its stages; one's own is its only stage.
fn what(m: &Measured) -> String {
    match &m.stages[..] {
        [stage] if *stage == m.goal => format!("goal {}", m.goal),
        stages => format!(
            "{} {}",
            m.goal,
            stages.iter().map(|stage| arg_values::label(stage)).collect::<Vec<_>>().join(" ")
        ),
    }
}

fn table(m: &Measured) -> String {
    let processor = m.machine.processor.as_deref().unwrap_or(m.machine.architecture);
    let bytes: usize = m.tables.iter().map(|t| t.bytes).sum();
    let names: Vec<&str> = m.tables.iter().map(|t| t.name).collect();
    let rows = [
        ("machine", format!("{processor}, {} processors, {}", m.machine.processors, m.machine.system)),
        (
            "instruction set",
            format!("{}, {} look-ups compared with scalar ones", m.instruction_set, m.look_ups_compared),
        ),
        ("tables", format!("{:.2} GB: {}", bytes as f64 / 1e9, names.join(", "))),
        ("random read, dependent", format!("{:.0} ns", m.random_read_ns.dependent)),
        ("random read, 8 under way", format!("{:.1} ns", m.random_read_ns.with_8)),
        ("random read, 32 under way", format!("{:.1} ns", m.random_read_ns.with_32)),
        ("the same on each thread", format!("{:.1} ns", m.random_read_ns.with_32_on_each_thread)),
        (
            "analyzed",
            format!("{} random states, {}, {} threads, {:.1} s", m.scrambles, what(m), m.threads, m.seconds),
        ),
        ("a scramble", format!("{:.1} core-ms", m.core_ms_per_scramble)),
        ("nodes made a scramble", short(m.nodes_made_per_scramble)),
        ("look-ups a scramble", short(m.look_ups_per_scramble)),
        ("look-ups a core-second", short(m.look_ups_per_core_second)),
        ("of the limit of random reads", format!("{:.0} %", 100.0 * m.fraction_of_read_limit)),
        ("one scramble alone", format!("{:.1} ms, all threads", m.one_scramble_ms)),
    ];
    rows.iter().map(|(what, value)| format!("{what:28}  {value}\n")).collect()
}
