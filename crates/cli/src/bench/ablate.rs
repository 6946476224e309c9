//! `cubiform bench --ablate`: what each technique, table and instruction set brings, by runs without it.

use std::sync::Arc;
use std::time::Duration;

use cubiform_answers::goals::{GoalStages, Goals};
use cubiform_cube::Cube;
use cubiform_solvers::cfop::{Analyzer, BuildError, Counts, Goal, Request, Technique};
use cubiform_tables::Table;
use cubiform_tables::machine::InstructionSet;
use cubiform_threads::Threads;
use cubiform_threads::clock::ThreadTime;
use serde::Serialize;

use super::analyze;
use crate::args::Bench;
use crate::failure::Failure;
use crate::output::print_as;
use crate::progress::note;

/// The number of pairs of runs, with and without what is measured. The first one is not counted.
const PAIRS: usize = 6;

/// A run without one technique, table or instruction set, in multiples of a run with all.
#[derive(Serialize)]
struct Row {
    without: String,
    nodes_expanded: f64,
    nodes_made: f64,
    look_ups: f64,
    /// The median of the pairs, in processor time of one thread.
    time: f64,
}

/// A run: the counts of its searches, and the processor time.
type Run = (Counts, Duration);

/// Measures what a goal's analysis takes without each of its parts. `tables` are those in use.
pub(super) fn run(args: &Bench, goals: &Goals, tables: &[Arc<Table>], cubes: &[Cube]) -> Result<(), Failure> {
    let request = super::request();
    let threads = args.machine.threads();
    let analyzer = |tables: &[Arc<Table>]| -> Result<Analyzer, BuildError> {
        let goals = goals.each().iter();
        let goals = goals.map(|GoalStages { goal, stages }| Goal { variant: goal, stages, tables });
        Analyzer::of_goals(&goals.collect::<Vec<_>>(), threads)
    };
    let failed = |error: BuildError| Failure::Message(error.to_string());
    let whole = analyzer(tables).map_err(failed)?;
    let mut rows = Vec::new();
    for (technique, name) in Technique::ALL {
        let part = analyzer(tables).map_err(failed)?.without(technique);
        rows.push(compare(name.into(), &whole, &part, &request, cubes)?);
    }
    for table in tables {
        let others: Vec<Arc<Table>> =
            tables.iter().filter(|other| !Arc::ptr_eq(other, table)).map(Arc::clone).collect();
        match analyzer(&others) {
            Ok(part) => {
                rows.push(compare(format!("table {}", table.name()), &whole, &part, &request, cubes)?);
            }
            // The goal cannot be searched without this table.
            Err(BuildError::NoTable { .. }) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    let widest = InstructionSet::chosen();
    for set in InstructionSet::available().into_iter().filter(|set| *set < widest) {
        let name = format!("instructions wider than {}", set.name());
        // A probe takes the instruction set of the moment at which it is made.
        set.use_from_now();
        let part = analyzer(tables).map_err(failed)?;
        let with = |set: InstructionSet| move || set.use_from_now();
        rows.push(pairs(name, [&with(widest), &with(set)], [&whole, &part], &request, cubes)?);
        widest.use_from_now();
    }
    print_as(args.format, || text(&rows, cubes.len()), &rows)
}

fn compare(
    name: String,
    whole: &Analyzer,
    part: &Analyzer,
    request: &Request,
    cubes: &[Cube],
) -> Result<Row, Failure> {
    pairs(name, [&|| (), &|| ()], [whole, part], request, cubes)
}

/// Runs two analyzers in turns, each after its preparation.
fn pairs(
    without: String,
    prepare: [&dyn Fn(); 2],
    analyzers: [&Analyzer; 2],
    request: &Request,
    cubes: &[Cube],
) -> Result<Row, Failure> {
    note(format_args!("without {without}"));
    let one = |i: usize| -> Result<Run, Failure> {
        prepare[i]();
        let start = ThreadTime::now();
        let counts = analyze(analyzers[i], request, &Threads::single(), cubes)?;
        Ok((counts, start.elapsed()))
    };
    let runs: Vec<[Run; 2]> = (0..PAIRS).map(|_| Ok([one(0)?, one(1)?])).collect::<Result<_, Failure>>()?;
    // A goal whose tables are exact is not searched at all.
    let ratio = |count: fn(&Counts) -> u64| {
        let [with, without] = [0, 1].map(|run| count(&runs[0][run].0).max(1) as f64);
        without / with
    };
    let mut times: Vec<f64> =
        runs[1..].iter().map(|[with, without]| without.1.as_secs_f64() / with.1.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    Ok(Row {
        nodes_expanded: ratio(|counts| counts.expanded),
        nodes_made: ratio(|counts| counts.generated),
        look_ups: ratio(|counts| counts.probes),
        time: times[times.len() / 2],
        without,
    })
}

fn text(rows: &[Row], cubes: usize) -> String {
    let head = format!(
        "{cubes} random states on one thread; multiples of what a run with everything takes\n\n{:40} {:>10} {:>10} {:>10} {:>10}\n",
        "without", "expanded", "generated", "look-ups", "time"
    );
    let line = |row: &Row| {
        let Row { without, nodes_expanded, nodes_made, look_ups, time } = row;
        format!("{without:40} {nodes_expanded:10.3} {nodes_made:10.3} {look_ups:10.3} {time:10.3}\n")
    };
    head + &rows.iter().map(line).collect::<String>()
}
