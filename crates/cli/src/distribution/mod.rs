//! `cubiform distribution`: counts all states by their distance from a goal.

mod show;
mod subject;

use std::io::Write as _;
use std::time::Instant;

use cubiform_cube::Color;
use cubiform_cube::goal::Stage;
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_stats::Histogram;
use cubiform_stats::distribution::{CrossCounter, Source, Watch};
use cubiform_store::table_kind::TableKind;
use cubiform_tables::Coordinate;
use cubiform_tables::target::fill;
use cubiform_threads::Threads;

use crate::args::{CountFormat, Distribution, threads};
use crate::distribution::show::{CountedStates, titled};
use crate::error::Failure;
use crate::interrupt;
use crate::open_tables::check_memory;
use crate::output::Output;
use crate::progress::{self, note, short};

pub(crate) use subject::{Subject, parse_subject};

/// Runs the command.
pub(crate) fn run(args: &Distribution) -> Result<(), Failure> {
    let stage = match &args.goal {
        Subject::Goal(goal) => Some(stage(args, goal)?),
        Subject::Table(_) | Subject::Phase(_) => None,
    };
    let no_goal = |option: &str| Err(usage(format!("{} is a single table: omit {option}", args.goal.name())));
    if stage.is_none() && args.stage.is_some() {
        return no_goal("--stages");
    }
    if stage.is_none() && args.colors.is_some() {
        return no_goal("--colors");
    }
    let threads = threads(args.threads);
    // Opened before the count, so that an output that cannot be written is reported at once.
    let mut output = Output::to(args.output.as_deref(), None)?;
    let start = Instant::now();
    let counted = match (&args.goal, stage) {
        (Subject::Table(table), _) => of_table(*table),
        (Subject::Phase(number), _) => of_phase(*number)?,
        (Subject::Goal(_), stage) => of_goal(args, stage.expect("a goal has a stage"), threads)?,
    };
    note(format_args!("counted in {:.1} s", start.elapsed().as_secs_f64()));
    let text = match args.format {
        CountFormat::Table => counted.table(),
        CountFormat::Csv => counted.csv(),
        CountFormat::Json => counted.json(),
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}

/// Counts the distribution of a stage of a goal.
fn of_goal(args: &Distribution, stage: &Stage, threads: &Threads) -> Result<CountedStates, Failure> {
    let colors = args.colors.as_ref().map(|colors| &colors.0[..]);
    let histogram = match colors {
        Some(colors) => of_colors(stage, colors, threads)?,
        None => of_stage(stage, threads)?,
    };
    Ok(CountedStates {
        name: stage.name.to_string(),
        colors: colors.map(<[Color]>::to_vec),
        metric: "HTM",
        source: None,
        is_last_or_more: false,
        histogram,
    })
}

/// Returns the distribution of a table from the catalogue.
fn of_table(table: &dyn TableKind) -> CountedStates {
    let distances = table.distances();
    CountedStates {
        name: table.name().into(),
        colors: None,
        metric: table.metric(),
        source: Some(format!("{}: {}", table.description(), distances.source)),
        is_last_or_more: distances.is_last_or_more,
        histogram: Histogram::new(distances.counts),
    }
}

/// Counts the distribution of a phase of Thistlethwaite's algorithm, numbered from 0.
fn of_phase(number: usize) -> Result<CountedStates, Failure> {
    let solver = Thistlethwaite::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    Ok(CountedStates {
        name: Subject::Phase(number).name(),
        colors: None,
        metric: "HTM",
        source: Some(format!("{}: counted now, state by state", subject::PHASES[number])),
        is_last_or_more: false,
        histogram: Histogram::new(solver.distributions().swap_remove(number)),
    })
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("distribution", message)
}

/// Returns the stage selected by `--stages`, or else the first one.
fn stage<'a>(
    args: &Distribution,
    counted: &'a cubiform_answers::goals::CountedGoal,
) -> Result<&'a Stage, Failure> {
    let cubiform_answers::goals::CountedGoal { goal, has_stages } = counted;
    let Some(name) = &args.stage else { return Ok(&goal.stages[0]) };
    if !has_stages {
        return Err(usage(format!("'{}' is a single stage: omit --stages", goal.name)));
    }
    match cubiform_answers::goals::parse_stages(name, goal)
        .map_err(|message| usage(format!("--stages: {message}")))?[..]
    {
        [one] => Ok(&goal.stages[one]),
        _ => Err(usage(format!("--stages: '{name}' names several stages; choose one of them"))),
    }
}

/// Counts the states of the pieces of a stage.
fn of_stage(stage: &Stage, threads: &Threads) -> Result<Histogram, Failure> {
    let source = Source::of(stage).map_err(|e| usage(format!("{}: {e}\n  {}", stage.name, hint(stage))))?;
    match source {
        Source::Known(entry) => Ok(Histogram::new(entry.histogram)),
        Source::Fill(coordinate) => filled(&stage.name, &coordinate, threads),
    }
}

/// Returns advice for a stage whose distances no single table has.
fn hint(stage: &Stage) -> String {
    let [first, .., last] = &stage.choices[..] else { return "choose a stage with fewer pieces".into() };
    let one = match (&first.choice.placements[..], first.oriented) {
        ([place, ..], _) => format!("a position, as in \"{place}\""),
        ([], axis) if axis != last.oriented => "an axis, as in \"cross + eo F/B\"".into(),
        _ => "one of its choices, as in \"cross + FR\", or a table, such as cross-ready".into(),
    };
    format!("name {one}, or analyse random states for an estimate")
}

/// Fills a table and returns its histogram.
fn filled(name: &str, coordinate: &Coordinate, threads: &Threads) -> Result<Histogram, Failure> {
    let doing = format!("counting the {} states of {name}", short(coordinate.states() as f64));
    let remedy = "close other programs, use a machine with more memory, or choose a stage with fewer pieces";
    check_memory(&doing, fill::memory(coordinate), remedy)?;
    let progress = progress::Tables::new();
    let filling = progress.watch_fill(name, |watch| fill::run(coordinate, threads, watch, None));
    if filling.complete { Ok(Histogram::new(filling.histogram)) } else { Err(Failure::Interrupted) }
}

/// Counts all states of the edges by the minimum distance over several bottom colours.
fn of_colors(stage: &Stage, colors: &[Color], threads: &Threads) -> Result<Histogram, Failure> {
    let refused = |e: &dyn std::fmt::Display| usage(format!("{}, --colors: {e}", stage.name));
    let [target] = &stage.choices[..] else {
        return Err(refused(&cubiform_stats::distribution::NotACrossGoal));
    };
    let counted = CrossCounter::new(target, colors).map_err(|e| refused(&e))?;
    let progress = progress::Count::new(format!("{}, {}", stage.name, titled(colors)));
    let report = |done, parts| progress.show(done, parts);
    counted
        .count(threads, &Watch { cancel: &interrupt::REQUESTED, report: &report })
        .ok_or(Failure::Interrupted)
}
