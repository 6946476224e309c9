//! `cubiform solve --puzzle 444`: solves the 4x4x4 and prints solutions stage by stage.

use std::io::{self, Write};
use std::time::Duration;

use crate::players::twizzle_of_444;
use cpu_time::ThreadTime;
use cubiform_cube::four::notation::format;
use cubiform_cube::four::{Cube4, Metric, Turn};
use cubiform_solvers::five_stage::{Limits, Solution, Solver, Unsolved};
use cubiform_threads::CancelToken;

use crate::args::{Method, OnError, Solve, SolveFormat};
use crate::error::Failure;
use crate::four::{self, FilterPolicy, GivenCube4};
use crate::input::{Input, Item};
use crate::solve::render::{Document, NotSolved, Render, Row, write_csv};
use crate::solve::{Outcome, contradicted, each, read, usage};
use crate::terminal::Terminal;

/// A solution of a cube and its cost.
struct Solved {
    cube: Cube4,
    /// The scramble, if the cube was given as turns.
    scramble: Option<Vec<Turn>>,
    solution: Solution,
    cpu: Duration,
}

/// Runs the command for the 4x4x4.
pub(super) fn run(args: &Solve) -> Result<(), Failure> {
    let others =
        args.max_length.is_some() || args.moves.is_some() || args.inverse || args.to.is_some() || args.phases;
    let several = args.solutions.is_some() || args.up_to_symmetry;
    if args.method() != Method::TwoPhase || others || several || args.cfop.has_options() {
        return Err(usage(
            "--puzzle 444 supports --metric, --beam, --links, --time and --nodes; --method, --max-length, --solutions, \
             --moves, --inverse, --to, --phases and the options of cfop are for the 3x3x3",
        ));
    }
    // Errors in arguments are reported before the tables are opened.
    for item in Input::from_arguments(&args.cubes) {
        if let (Item::Line(line), OnError::Stop) = (item, args.on_error) {
            four::read(&line).map_err(|bad| Failure::Message(bad.to_string()))?;
        }
    }
    let metric = args.four.metric.map_or(Metric::Slice, |metric| metric.metric());
    let terminal = Terminal::of_output(args.output.as_ref());
    let is_document = args.format == SolveFormat::Json;
    let format = if is_document { SolveFormat::Jsonl } else { args.format };
    let writer = Writer { format, metric, links: args.links, terminal, has_written: false };
    let mut writer: Box<dyn Render<Solved>> =
        if is_document { Box::new(Document::new(Box::new(writer))) } else { Box::new(writer) };
    let engine = |_| four::solver(metric, &args.machine, FilterPolicy::AsBuilt);
    let solve = |solver: &dyn Solver, stop: &CancelToken, item| -> Outcome<Solved> {
        read(item, four::read, |(id, shown, given)| (id, shown, solve(args, solver, stop, given)))
    };
    each(args, engine, |solver, stop, item| solve(&**solver, stop, item), &mut *writer)
}

/// Solves a cube.
fn solve(
    args: &Solve,
    solver: &dyn Solver,
    stop: &CancelToken,
    (cube, scramble): GivenCube4,
) -> Result<Solved, NotSolved> {
    let limits = Limits {
        beam: args.four.beam.map(|beam| beam as usize),
        time: args.time,
        nodes: args.nodes,
        stop: Some(stop),
    };
    let start = ThreadTime::now();
    let solution = solver.solve(&cube, &limits).map_err(|e| match e {
        Unsolved::Stopped => NotSolved::Stopped,
        Unsolved::Table => contradicted("a table of the 4x4x4 contradicts itself or the cube"),
    })?;
    if (args.time.is_some() || args.nodes.is_some()) && stop.is_cancelled() {
        // The search was stopped before its budget was spent.
        return Err(NotSolved::Stopped);
    }
    Ok(Solved { cube, scramble, solution, cpu: start.elapsed() })
}

impl Solved {
    /// Returns a link to a player.
    fn link(&self) -> String {
        let turns = self.solution.turns();
        // Without a scramble, the setup is the inverse of the solution, applied to a solved cube in the orientation in
        // which the solution leaves it.
        let inverse = || {
            let rotation =
                self.cube.apply(&turns).canonical_rotation().inverse().rotation_name().unwrap_or_default();
            let back: Vec<Turn> = turns.iter().rev().map(|turn| turn.inverse()).collect();
            format!("{rotation} {}", format(&back)).trim().to_string()
        };
        let setup = self.scramble.as_ref().map_or_else(inverse, |turns| format(turns));
        twizzle_of_444(&setup, &self.lines(false).join("\n"))
    }

    /// Returns a line for each stage: its turns, and in a comment its name, its length, and the cumulative length. The
    /// comments start in the same column if `aligned`.
    fn lines(&self, aligned: bool) -> Vec<String> {
        let stages: Vec<String> = self.solution.stages.iter().map(|turns| format(turns)).collect();
        let longest = stages.iter().map(String::len).max().unwrap_or(0);
        let width = if aligned { longest } else { 0 };
        let mut running = 0;
        let line = |(i, (text, turns)): (usize, (&String, &Vec<Turn>))| {
            running += turns.len();
            let (number, name, count) = (i + 1, self.solution.names[i], turns.len());
            format!("{text:width$}  // stage {number}, {name}: {count}, {running}").trim_start().to_string()
        };
        stages.iter().zip(&self.solution.stages).enumerate().map(line).collect()
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}

/// A writer of solutions in one format.
struct Writer {
    format: SolveFormat,
    metric: Metric,
    /// Whether links are printed.
    links: bool,
    terminal: Terminal,
    /// Whether a cube has been written.
    has_written: bool,
}

#[derive(serde::Serialize)]
struct Object<'a> {
    id: &'a str,
    input: &'a str,
    puzzle: &'a str,
    metric: String,
    solution: Option<String>,
    length: Option<usize>,
    stages: Option<Vec<String>>,
    beam: Option<usize>,
    nodes: Option<u64>,
    cpu_ms: Option<f64>,
    twizzle: Option<String>,
    error: Option<&'a str>,
}

impl Render<Solved> for Writer {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            SolveFormat::Csv => write_csv(
                &[
                    "id", "input", "metric", "solution", "length", "stages", "beam", "nodes", "cpu_ms",
                    "error",
                ],
                out,
            ),
            SolveFormat::Text | SolveFormat::Jsonl | SolveFormat::Json => Ok(()),
        }
    }

    fn row(&mut self, row: &Row<Solved>, out: &mut dyn Write) -> io::Result<()> {
        let metric = self.metric.name().to_uppercase();
        let solved = row.solved.as_ref().ok();
        let error = row.solved.as_ref().err().map(String::as_str);
        match (self.format, solved) {
            // The reason is printed on standard error.
            (SolveFormat::Text, None) => Ok(()),
            (SolveFormat::Text, Some(solved)) => {
                let between = if std::mem::replace(&mut self.has_written, true) { "\n" } else { "" };
                let lines = solved.lines(true).join("\n");
                let (length, link) = (solved.solution.length(), solved.link());
                let name = "twizzle";
                let shown = Some(self.terminal.link(&link, name)).filter(|shown| shown != name);
                let shown = shown.map_or_else(String::new, |shown| format!("  {shown}"));
                writeln!(out, "{between}{lines}\n// {length} {metric}{shown}")?;
                if self.links { writeln!(out, "// {link}") } else { Ok(()) }
            }
            (SolveFormat::Csv, Some(solved)) => {
                let solution = &solved.solution;
                let stages: Vec<String> =
                    solution.stages.iter().map(|turns| turns.len().to_string()).collect();
                let [length, beam] = [solution.length(), solution.beam].map(|n| n.to_string());
                let (text, stages, nodes) =
                    (format(&solution.turns()), stages.join("+"), solution.nodes.to_string());
                let cpu_ms = format!("{:.3}", solved.cpu_ms());
                let cells =
                    [&row.id, &row.input, &metric, &text, &length, &stages, &beam, &nodes, &cpu_ms, ""];
                write_csv(&cells, out)
            }
            (SolveFormat::Csv, None) => {
                let error = error.unwrap_or_default();
                write_csv(&[&row.id, &row.input, &metric, "", "", "", "", "", "", error], out)
            }
            (SolveFormat::Jsonl | SolveFormat::Json, _) => {
                let object = Object {
                    id: &row.id,
                    input: &row.input,
                    puzzle: "444",
                    metric,
                    solution: solved.map(|solved| format(&solved.solution.turns())),
                    length: solved.map(|solved| solved.solution.length()),
                    stages: solved
                        .map(|solved| solved.solution.stages.iter().map(|turns| format(turns)).collect()),
                    beam: solved.map(|solved| solved.solution.beam),
                    nodes: solved.map(|solved| solved.solution.nodes),
                    cpu_ms: solved.map(Solved::cpu_ms),
                    twizzle: solved.map(Solved::link),
                    error,
                };
                serde_json::to_writer(&mut *out, &object)?;
                writeln!(out)
            }
        }
    }
}
