//! `cubiform solve`: solves cubes and prints the solutions in the order of the input, as text, CSV, JSON lines or one JSON
//! document.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use cubiform_answers::format::counted;
use cubiform_answers::input::{Input, Item, Options};
use cubiform_answers::json_array::JsonArray;
use cubiform_answers::limits::Limits;
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::solutions::options::Method;
use cubiform_answers::solutions::{
    ByHand, ChainSolution, Event, Row, SolveQuestion, SolveRequest, Solved, answer, engine, read,
};
use cubiform_answers::{ErrorKind, scramble};

use crate::args::{OnError, Profiles, Solve, SolveFormat};
use crate::engines::RunSolvers;
use crate::failure::{Failure, say};
use crate::output::Output;
use crate::progress::Scrambles;
use crate::terminal::Terminal;
use crate::{interrupt, table_checks};

/// Runs the command.
pub(crate) fn run(args: &Solve) -> Result<(), Failure> {
    let alone = args.cubes.first().filter(|_| args.cubes.len() == 1).cloned();
    let question = SolveRequest { scramble: alone, ..args.request.clone() }.question(&Limits::NONE)?;
    let puzzle = question.request.puzzle;
    if puzzle != Puzzle::default() && args.on_error == OnError::Stop {
        // Errors in arguments are reported before the tables are opened.
        for item in Input::from_arguments(&args.cubes) {
            let Item::Line(line) = item else { continue };
            read(puzzle, &line).map_err(|bad| Failure::Message(bad.to_string()))?;
        }
    }
    let input = input(args, puzzle)?;
    let stdin = PathBuf::from("-");
    let is_stdin = args.cubes.is_empty() && args.input.is_empty();
    let mut output = Output::to(args.output.as_deref(), args.input.iter().chain(is_stdin.then_some(&stdin)))?;
    let machine = &args.machine;
    let solvers = RunSolvers {
        cubes: input.estimate(),
        takes_all_threads: args.cubes.len() == 1,
        ..RunSolvers::open(machine, Profiles::Auto)?
    };
    let engine = engine(&question, &solvers)?;
    let mut progress = Scrambles::new(input.total, !output.is_terminal());
    let mut writer = Writer::new(args, &question);
    writer.begin(&mut output).map_err(|e| output.failure(&e))?;
    let (mut done, mut failed) = (0u64, 0u64);
    let sink = |event: Event| {
        let (row, bytes) = match event {
            Event::Row(row, place, bytes) => {
                if let Err(error) = &row.solved {
                    if error.kind == ErrorKind::Table {
                        table_checks::report_contradiction(&error.message);
                    }
                    if bytes > 0 {
                        let (place, error) = (place.named("cube"), error.text(|_| None));
                        progress.suspend(|| say(format_args!("not solved: {place}: {error}")));
                    }
                }
                (row, bytes)
            }
            Event::BadLine(bad, row) if args.on_error == OnError::Skip => {
                progress.suspend(|| say(format_args!("skipped: {bad}")));
                (row, 0)
            }
            Event::BadLine(bad, _) => return Err(Failure::Message(bad.to_string())),
            Event::Note(note) => {
                progress.suspend(|| say(note));
                return Ok(());
            }
            Event::Failed(error) => return Err(error.into()),
            Event::Idle => return output.flush().map_err(|e| output.failure(&e)),
        };
        done += 1;
        failed += u64::from(row.solved.is_err());
        writer.row(&row, &mut output).map_err(|e| output.failure(&e))?;
        if bytes > 0 {
            progress.step(bytes);
        }
        Ok(())
    };
    let ended = answer(&question, &engine, (input, machine.threads()), &interrupt::REQUESTED.child(), sink);
    progress.finish();
    let ended = interrupt::or(ended);
    let ended = ended.and_then(|()| writer.end(&mut output).map_err(|e| output.failure(&e)));
    output.end(ended)?;
    if done == 0 {
        say("no cubes in the input");
    }
    if failed > 0 {
        say(format_args!("{failed} of {} not solved", counted(done, "cube")));
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Returns the input that the arguments name.
fn input(args: &Solve, puzzle: Puzzle) -> Result<Input, Failure> {
    let usage = |message: String| Err(Failure::Usage(message));
    if !args.cubes.is_empty() {
        if let Some(joined) = scramble::without_quotes(&args.cubes) {
            return usage(format!("these are the parts of one cube; did you mean \"{joined}\", in quotes?"));
        }
        scramble::wide_moves_note(&args.cubes, puzzle).iter().for_each(say);
        return Ok(Input::from_arguments(&args.cubes));
    }
    if !args.input.is_empty() {
        return Ok(Input::from_files(&args.input, Options::plain())?);
    }
    if io::stdin().is_terminal() {
        return usage("no cube given; pass facelets or a scramble in quotes, or a file with --input".into());
    }
    Ok(Input::from_files(&[PathBuf::from("-")], Options::plain())?)
}

/// The columns of CSV for the 3x3x3.
const COLUMNS: [&str; 10] =
    ["id", "input", "method", "solution", "length", "metric", "optimal", "nodes", "cpu_ms", "error"];

/// The columns of CSV for the other puzzles.
const OTHER_COLUMNS: [&str; 10] =
    ["id", "input", "metric", "solution", "length", "stages", "beam", "nodes", "cpu_ms", "error"];

/// A writer of rows in one format. Text can be parsed as an algorithm, unless it is an explanation: everything except the
/// moves is in comments.
struct Writer<'a> {
    question: &'a SolveQuestion,
    format: SolveFormat,
    /// The capabilities of the output.
    terminal: Terminal,
    columns: [&'static str; 10],
    /// Whether a cube has been written as text.
    has_written: bool,
    /// The state of the JSON document.
    array: JsonArray,
}

impl<'a> Writer<'a> {
    /// Creates the writer for the format of the arguments.
    fn new(args: &Solve, question: &'a SolveQuestion) -> Writer<'a> {
        let is_of_three = question.request.puzzle == Puzzle::default();
        Writer {
            question,
            format: args.format,
            terminal: Terminal::of_output(args.output.as_ref()),
            columns: if is_of_three { COLUMNS } else { OTHER_COLUMNS },
            has_written: false,
            array: JsonArray::default(),
        }
    }

    /// Writes the header.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == SolveFormat::Csv { write_csv(self.columns, out) } else { Ok(()) }
    }

    /// Writes the solutions of a cube, or the reason why there is none. In text the reason is on standard error only.
    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match (self.format, &row.solved) {
            (SolveFormat::Text, Err(_)) => Ok(()),
            (SolveFormat::Text, Ok(solutions)) => {
                if std::mem::replace(&mut self.has_written, true) && self.separates_cubes() {
                    writeln!(out)?;
                }
                solutions.iter().try_for_each(|solved| self.text(solved, out))
            }
            (SolveFormat::Csv, Ok(solutions)) => solutions.iter().try_for_each(|solved| {
                write_csv(self.columns.map(|column| self.cell(column, row, Some(solved))), out)
            }),
            (SolveFormat::Csv, Err(_)) => write_csv(self.columns.map(|c| self.cell(c, row, None)), out),
            (SolveFormat::Jsonl | SolveFormat::Json, _) => {
                row.objects(self.question).iter().try_for_each(|object| {
                    let object = serde_json::to_vec(object)?;
                    match self.format {
                        SolveFormat::Json => self.array.item(&object, out),
                        _ => out.write_all(&object).and_then(|()| writeln!(out)),
                    }
                })
            }
        }
    }

    /// Writes the end of the document.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == SolveFormat::Json { self.array.end(out) } else { Ok(()) }
    }

    /// Returns whether an empty line separates cubes in text.
    fn separates_cubes(&self) -> bool {
        let request = &self.question.request;
        let has_several = request.solutions.is_some_and(|count| count > 1) || request.phases;
        let has_lines = self.question.method().is_by_hand() || self.question.method() == Method::Dr;
        has_several || has_lines || request.puzzle != Puzzle::default()
    }

    /// Returns a cell of CSV.
    fn cell(&self, column: &str, row: &Row, solved: Option<&Solved>) -> String {
        match (column, solved) {
            ("id", _) => row.id.clone(),
            ("input", _) => row.input.clone(),
            ("method", _) => row.method.name().into(),
            ("metric", _) => self.question.metric(),
            ("error", _) => row.solved.as_ref().err().map(|error| error.text(|_| None)).unwrap_or_default(),
            (_, None) => String::new(),
            ("solution", Some(solved)) => solved.moves.clone(),
            ("length", Some(solved)) => solved.length.to_string(),
            ("optimal", Some(solved)) => solved.optimal.to_string(),
            ("stages", Some(solved)) => lengths(solved, "+"),
            ("beam", Some(solved)) => solved.beam.map_or_else(String::new, |beam| beam.to_string()),
            ("nodes", Some(solved)) => solved.nodes.to_string(),
            ("cpu_ms", Some(solved)) => format!("{:.3}", solved.cpu_ms()),
            (column, _) => unreachable!("the column {column} has a value"),
        }
    }

    /// Writes a solution as text.
    fn text(&self, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        if let Some(by_hand) = &solved.by_hand {
            return out.write_all(self.by_hand(by_hand).as_bytes());
        }
        if let Some(chain) = &solved.chain {
            return write_chain(solved, chain, out);
        }
        let request = &self.question.request;
        if request.puzzle != Puzzle::default() {
            return self.stages(solved, out);
        }
        if request.phases {
            write_phases(solved, request.inverse, out)?;
        }
        let moves = if request.phases { "" } else { &solved.moves };
        let space = if moves.is_empty() { "" } else { "  " };
        write!(out, "{moves}{space}// {}", counted(solved.length, "move"))?;
        if solved.phases.len() > 1 {
            write!(out, ": {}", lengths(solved, " + "))?;
        }
        let optimal = match (solved.optimal, &self.question.moves) {
            (true, Some(_)) => ", optimal with these moves",
            (true, None) => ", optimal",
            (false, _) => "",
        };
        writeln!(out, "{optimal}")?;
        if let Some(held) = &solved.held {
            writeln!(out, "// by hand: {} ({})", held.text(), held.reasons())?;
        }
        solved.link.iter().try_for_each(|link| writeln!(out, "// {link}"))
    }

    /// Writes a solution of another puzzle than the 3x3x3, a line for each stage.
    fn stages(&self, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        let link = solved.link.as_deref().unwrap_or_default();
        let name = "twizzle";
        let link_text = Some(self.terminal.link(link, name)).filter(|text| text != name);
        let link_text = link_text.map_or_else(String::new, |text| format!("  {text}"));
        let optimal = if solved.optimal { ", optimal" } else { "" };
        let (lines, metric) = (solved.stage_lines(true).join("\n"), self.question.metric());
        writeln!(out, "{lines}\n// {} {metric}{optimal}{link_text}", solved.length)?;
        if self.question.request.links { writeln!(out, "// {link}") } else { Ok(()) }
    }

    /// Returns the text of a solution of a person.
    fn by_hand(&self, by_hand: &ByHand) -> String {
        if let Some(explanation) = by_hand.explanation() {
            return explanation.join("\n") + "\n";
        }
        let lines = by_hand.lines();
        let width = lines.iter().map(|(moves, _)| moves.len()).max().unwrap_or(0);
        let lines = lines.iter().map(|(moves, comment)| format!("{moves:width$}  // {comment}\n"));
        let (lengths, links) = (by_hand.lengths(), by_hand.links());
        let summary = format!("// {} HTM, {} STM, {} QTM", lengths.htm, lengths.stm, lengths.qtm);
        let end = match self.question.request.links {
            true => format!("{summary}\n// {}", links.join("\n// ")),
            false => self.terminal.link(&links[0], &summary),
        };
        lines.collect::<String>() + &end + "\n"
    }
}

/// Returns the lengths of the phases of a solution.
fn lengths(solved: &Solved, between: &str) -> String {
    solved.phases.iter().map(|phase| phase.length.to_string()).collect::<Vec<_>>().join(between)
}

/// Writes a line for each phase: its moves, and a description in a comment. The rotation of the whole cube is on the
/// first line, or on the last one if the solution is inverted.
fn write_phases(solved: &Solved, is_inverted: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut texts: Vec<String> = solved.phases.iter().map(|phase| phase.moves.clone()).collect();
    let phase_with_rotation = if is_inverted { texts.last_mut() } else { texts.first_mut() };
    if let Some(text) = phase_with_rotation {
        let parts = if is_inverted { [&text[..], &solved.rotation] } else { [&solved.rotation, &text[..]] };
        *text = parts.join(" ").trim().to_string();
    }
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    for (text, phase) in texts.iter().zip(&solved.phases) {
        let name = phase.name.as_deref().unwrap_or_default();
        writeln!(out, "{text:width$}  // {name}: {}", counted(phase.length, "move"))?;
    }
    Ok(())
}

/// Writes the steps of a fewest-moves solve in comments, and the solution.
fn write_chain(solved: &Solved, chain: &ChainSolution, out: &mut dyn Write) -> io::Result<()> {
    let lines = chain.lines();
    let width = lines.iter().map(|(moves, _)| moves.len()).max().unwrap_or(0);
    for (moves, comment) in lines {
        writeln!(out, "// {moves:width$}  {comment}")?;
    }
    let gap = if solved.moves.is_empty() { "" } else { "  " };
    writeln!(out, "{}{gap}// {}; {}", solved.moves, counted(solved.length, "move"), chain.proof())?;
    solved.link.iter().try_for_each(|link| writeln!(out, "// {link}"))
}

/// Writes a row of CSV.
fn write_csv<T: AsRef<[u8]>>(cells: [T; 10], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(cells).map_err(io::Error::from)?;
    writer.flush()
}
