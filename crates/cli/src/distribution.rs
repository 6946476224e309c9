//! `cubiform distribution`: all states counted by their distance from a goal, with what that comes to.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

use cubiform_cube::Color;
use cubiform_cube::goal::Stage;
use cubiform_stats::Histogram;
use cubiform_stats::distribution::{ByColor, Source, Watch};
use cubiform_tables::{Coordinate, fill};
use serde::Serialize;

use crate::args::{CountFormat, Distribution, threads};
use crate::choice;
use crate::failure::Failure;
use crate::interrupt;
use crate::loading::check_memory;
use crate::output::Output;
use crate::progress::{self, note, short};
use crate::words::{grouped, in_words};

/// What was counted.
struct Counted<'a> {
    goal: &'a str,
    /// The bottom colours of which the shortest counts; none if the states are those of the goal's own pieces.
    colors: Option<&'a [Color]>,
    histogram: Histogram,
}

/// What a program is told.
#[derive(Serialize)]
struct Told<'a> {
    goal: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    colors: Option<Vec<&'static str>>,
    states: u64,
    mean: f64,
    standard_deviation: f64,
    median: f64,
    distances: Vec<Row>,
}

/// The states at one distance.
#[derive(Serialize)]
struct Row {
    moves: usize,
    states: u64,
    share: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Distribution) -> Result<(), Failure> {
    let stage = stage(args)?;
    let threads = threads(args.threads);
    // That it cannot be written is found before it is counted.
    let mut output = Output::to(args.output.as_deref(), None)?;
    let colors = args.colors.as_ref().map(|colors| &colors.0[..]);
    let start = Instant::now();
    let histogram = match colors {
        Some(colors) => of_colors(stage, colors, threads)?,
        None => of_stage(stage, threads)?,
    };
    note(format_args!("counted in {:.1} s", start.elapsed().as_secs_f64()));
    let counted = Counted { goal: &stage.name, colors, histogram };
    let text = match args.format {
        CountFormat::Table => counted.table(),
        CountFormat::Csv => counted.csv(),
        CountFormat::Json => counted.json(),
    };
    output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish()
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("distribution", message)
}

/// The stage that is asked for.
fn stage(args: &Distribution) -> Result<&Stage, Failure> {
    let choice::Counted { goal, has_stages } = &args.goal;
    let Some(asked) = &args.stage else { return Ok(&goal.stages[0]) };
    if !has_stages {
        return Err(usage(format!("'{}' is a single stage: leave --stage out", goal.name)));
    }
    match choice::stages(asked, goal).map_err(|message| usage(format!("--stage: {message}")))?[..] {
        [one] => Ok(&goal.stages[one]),
        _ => {
            Err(usage(format!("--stage: '{asked}' names several stages; each has a distribution of its own")))
        }
    }
}

/// The states of the goal's own pieces.
fn of_stage(stage: &Stage, threads: usize) -> Result<Histogram, Failure> {
    let source = Source::of(stage).map_err(|e| usage(format!("{}: {e}\n  {}", stage.name, hint(stage))))?;
    match source {
        Source::Known(entry) => Ok(Histogram::new(entry.histogram)),
        Source::Fill(coordinate) => filled(&stage.name, &coordinate, threads),
    }
}

/// What to ask for instead of a stage of which no table has the distances.
fn hint(stage: &Stage) -> String {
    let [first, .., last] = &stage.choices[..] else { return "count fewer pieces".into() };
    let one = match (&first.choice.placements[..], first.oriented) {
        ([place, ..], _) => format!("a place, as in \"{place}\""),
        ([], axis) if axis != last.oriented => "an axis, as in \"cross + eo F/B\"".into(),
        _ => "one of them, as in \"cross + FR\" or, by its table, cross-ready".into(),
    };
    format!("name {one}; or analyze random states for an estimate")
}

/// The histogram of a table that is filled for it.
fn filled(name: &str, coordinate: &Coordinate, threads: usize) -> Result<Histogram, Failure> {
    let doing = format!("counting the {} states of {name}", short(coordinate.states() as f64));
    let remedy = "end other programs, use a machine with more memory, or count fewer pieces";
    check_memory(&doing, fill::memory(coordinate), remedy)?;
    let progress = progress::Tables::new();
    let filling = progress.watch_fill(name, |watch| fill::run(coordinate, threads, watch, None));
    if filling.complete { Ok(Histogram::new(filling.histogram)) } else { Err(Failure::Interrupted) }
}

/// All states of the edges, by the shortest of several bottom colours.
fn of_colors(stage: &Stage, colors: &[Color], threads: usize) -> Result<Histogram, Failure> {
    let refused = |e: &dyn std::fmt::Display| usage(format!("{}, --colors: {e}", stage.name));
    let [target] = &stage.choices[..] else {
        return Err(refused(&cubiform_stats::distribution::NotOfTheBottom));
    };
    let counted = ByColor::new(target, colors).map_err(|e| refused(&e))?;
    let progress = progress::Count::new(format!("{}, {}", stage.name, in_words(colors)));
    let report = |done, parts| progress.show(done, parts);
    counted
        .count(threads, &Watch { cancel: &interrupt::REQUESTED, report: &report })
        .ok_or(Failure::Interrupted)
}

/// A share in a hundred, five digits after the point.
fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.000_01 => "<0.00001 %".into(),
        percent => format!("{percent:.5} %"),
    }
}

impl Counted<'_> {
    fn rows(&self) -> impl Iterator<Item = Row> {
        let rows = self.histogram.counts().iter().zip(self.histogram.shares()).enumerate();
        rows.map(|(moves, (states, share))| Row { moves, states: *states, share })
    }

    fn table(&self) -> String {
        let colors = self.colors.map(|colors| format!(", {}", in_words(colors))).unwrap_or_default();
        let total = grouped(self.histogram.total());
        let width = total.len().max("states".len());
        let mut text = format!("{}{colors}: {total} states\n", self.goal);
        let _ = writeln!(text, "moves  {:>width$}  {:>11}  {:>11}", "states", "share", "up to there");
        let mut sum = 0.0;
        for Row { moves, states, share } in self.rows() {
            sum += share;
            let states = grouped(states);
            let _ =
                writeln!(text, "{moves:>5}  {states:>width$}  {:>11}  {:>11}", percent(share), percent(sum));
        }
        let _ = writeln!(
            text,
            "mean {:.6}, standard deviation {:.6}, median {}",
            self.histogram.mean(),
            self.histogram.standard_deviation(),
            self.histogram.median()
        );
        text
    }

    fn csv(&self) -> String {
        let row = |Row { moves, states, share }| format!("{moves},{states},{share}\n");
        "moves,states,share\n".to_string() + &self.rows().map(row).collect::<String>()
    }

    fn json(&self) -> String {
        let told = Told {
            goal: self.goal,
            colors: self.colors.map(|colors| colors.iter().map(|color| color.name()).collect()),
            states: self.histogram.total(),
            mean: self.histogram.mean(),
            standard_deviation: self.histogram.standard_deviation(),
            median: self.histogram.median(),
            distances: self.rows().collect(),
        };
        serde_json::to_string_pretty(&told).expect("names and numbers can be written in JSON") + "\n"
    }
}
