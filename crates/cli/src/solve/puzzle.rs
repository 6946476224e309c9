//! `cubiform solve` for the puzzles other than the 3x3x3: prints solutions, stage by stage if the method has stages.

use std::io::{self, Write};
use std::time::Duration;

use cpu_time::ThreadTime;
use cubiform_cube::puzzle::Given;
use cubiform_solvers::solver::{Limits, Solution, Solver};
use cubiform_threads::CancelToken;

use crate::args::{Method, OnError, Solve, SolveFormat};
use crate::error::Failure;
use crate::input::{Input, Item};
use crate::puzzle::{self, CommandPuzzle};
use crate::solve::render::{Document, NotSolved, Render, Row, write_csv};
use crate::solve::{Outcome, each, not_solved, read, usage};
use crate::terminal::Terminal;

/// A solution of a puzzle and its cost.
struct Solved<P: CommandPuzzle> {
    given: Given<P>,
    solution: Solution<P>,
    cpu: Duration,
}

/// Runs the command for a puzzle.
pub(super) fn run<P: CommandPuzzle>(args: &Solve) -> Result<(), Failure> {
    let others =
        args.max_length.is_some() || args.moves.is_some() || args.inverse || args.to.is_some() || args.phases;
    let several = args.solutions.is_some() || args.up_to_symmetry;
    let foreign = P::has_foreign_options(args);
    if args.method() != Method::TwoPhase || others || several || foreign || args.cfop.has_options() {
        return Err(usage(format!(
            "--puzzle {} supports {}; --method, --max-length, --solutions, --moves, --inverse, --to, --phases and the \
             options of cfop are for the 3x3x3",
            P::ID,
            P::SOLVE_OPTIONS
        )));
    }
    // Errors in arguments are reported before the tables are opened.
    for item in Input::from_arguments(&args.cubes) {
        if let (Item::Line(line), OnError::Stop) = (item, args.on_error) {
            puzzle::read::<P>(&line).map_err(|bad| Failure::Message(bad.to_string()))?;
        }
    }
    let terminal = Terminal::of_output(args.output.as_ref());
    let is_document = args.format == SolveFormat::Json;
    let format = if is_document { SolveFormat::Jsonl } else { args.format };
    let writer = Writer { format, metric: P::metric(args), links: args.links, terminal, has_written: false };
    let mut writer: Box<dyn Render<Solved<P>>> =
        if is_document { Box::new(Document::new(Box::new(writer))) } else { Box::new(writer) };
    let solve = |solver: &dyn Solver<P>, stop: &CancelToken, item| -> Outcome<Solved<P>> {
        read(item, puzzle::read::<P>, |(id, shown, given)| (id, shown, solve(args, solver, stop, given)))
    };
    each(args, |_| P::solver(args), |solver, stop, item| solve(&**solver, stop, item), &mut *writer)
}

/// Solves a state.
fn solve<P: CommandPuzzle>(
    args: &Solve,
    solver: &dyn Solver<P>,
    stop: &CancelToken,
    given: Given<P>,
) -> Result<Solved<P>, NotSolved> {
    let limits = Limits { cpu_time: args.time, nodes: args.nodes, cancel: stop.clone(), ..Limits::default() };
    let start = ThreadTime::now();
    let solution = solver.solve(&given.state, &limits).map_err(not_solved)?;
    if limits.has_budget() && stop.is_cancelled() {
        // The search was stopped before its budget was spent.
        return Err(NotSolved::Stopped);
    }
    Ok(Solved { given, solution, cpu: start.elapsed() })
}

impl<P: CommandPuzzle> Solved<P> {
    /// Returns a link to a player.
    fn link(&self) -> String {
        puzzle::link(&self.given, &self.solution.moves(), &self.lines(false).join("\n"))
    }

    /// Returns a line for each phase. If phases have names, a comment states the name, the length and the cumulative
    /// length; the comments start in the same column if `aligned`.
    fn lines(&self, aligned: bool) -> Vec<String> {
        let texts: Vec<String> = self.solution.phases.iter().map(|moves| P::format(moves)).collect();
        let longest = texts.iter().map(String::len).max().unwrap_or(0);
        let width = if aligned { longest } else { 0 };
        let mut cumulative = 0;
        let line = |(i, (text, moves)): (usize, (&String, &Vec<P::Move>))| {
            cumulative += moves.len();
            let Some(name) = self.solution.phase_names.get(i) else { return text.clone() };
            let (number, count) = (i + 1, moves.len());
            format!("{text:width$}  // stage {number}, {name}: {count}, {cumulative}")
                .trim_start()
                .to_string()
        };
        texts.iter().zip(&self.solution.phases).enumerate().map(line).collect()
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}

/// A writer of solutions in one format.
struct Writer {
    format: SolveFormat,
    metric: String,
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
    metric: &'a str,
    solution: Option<String>,
    length: Option<usize>,
    stages: Option<Vec<String>>,
    beam: Option<usize>,
    /// Whether no shorter solution exists, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    nodes: Option<u64>,
    cpu_ms: Option<f64>,
    twizzle: Option<String>,
    error: Option<&'a str>,
}

impl<P: CommandPuzzle> Render<Solved<P>> for Writer {
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

    fn row(&mut self, row: &Row<Solved<P>>, out: &mut dyn Write) -> io::Result<()> {
        let metric = &self.metric;
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
                let optimal = if solved.solution.is_optimal { ", optimal" } else { "" };
                writeln!(out, "{between}{lines}\n// {length} {metric}{optimal}{shown}")?;
                if self.links { writeln!(out, "// {link}") } else { Ok(()) }
            }
            (SolveFormat::Csv, Some(solved)) => {
                let solution = &solved.solution;
                let stages: Vec<String> =
                    solution.phases.iter().map(|moves| moves.len().to_string()).collect();
                let length = solution.length().to_string();
                let beam = solution.beam.map_or_else(String::new, |beam| beam.to_string());
                let (text, stages, nodes) =
                    (P::format(&solution.moves()), stages.join("+"), solution.nodes.to_string());
                let cpu_ms = format!("{:.3}", solved.cpu_ms());
                let cells =
                    [&row.id, &row.input, metric, &text, &length, &stages, &beam, &nodes, &cpu_ms, ""];
                write_csv(&cells, out)
            }
            (SolveFormat::Csv, None) => {
                let error = error.unwrap_or_default();
                write_csv(&[&row.id, &row.input, metric, "", "", "", "", "", "", error], out)
            }
            (SolveFormat::Jsonl | SolveFormat::Json, _) => {
                let object = Object {
                    id: &row.id,
                    input: &row.input,
                    puzzle: P::ID,
                    metric,
                    solution: solved.map(|solved| P::format(&solved.solution.moves())),
                    length: solved.map(|solved| solved.solution.length()),
                    stages: solved
                        .map(|solved| solved.solution.phases.iter().map(|moves| P::format(moves)).collect()),
                    beam: solved.and_then(|solved| solved.solution.beam),
                    optimal: solved.map(|solved| solved.solution.is_optimal).filter(|optimal| *optimal),
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
