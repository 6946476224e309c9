//! `cubiform solve` for the puzzles other than the 3x3x3: prints solutions, stage by stage if the method has stages.

use std::io::{self, Write};

use cubiform_answers::puzzle;
use cubiform_answers::solutions::puzzle::{self as solutions, Solved};
use cubiform_solvers::solver::{Limits, Solver};
use cubiform_threads::CancelToken;

use crate::args::{Method, OnError, Solve, SolveFormat};
use crate::error::Failure;
use crate::puzzle::CommandPuzzle;
use crate::solve::render::{Document, Render, Row, write_csv};
use crate::solve::{Outcome, each, read, usage};
use crate::terminal::Terminal;
use cubiform_answers::input::{Input, Item};

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
        read(item, puzzle::read::<P>, |(id, shown, given)| {
            let limits =
                Limits { cpu_time: args.time, nodes: args.nodes, cancel: stop.clone(), ..Limits::default() };
            (id, shown, solutions::solve(solver, &limits, given))
        })
    };
    each(args, |_| P::solver(args), |solver, stop, item| solve(&***solver, stop, item), &mut *writer)
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
                let object = solutions::Object::new(
                    &row.id,
                    &row.input,
                    metric,
                    row.solved.as_ref().map_err(String::as_str),
                );
                serde_json::to_writer(&mut *out, &object)?;
                writeln!(out)
            }
        }
    }
}
