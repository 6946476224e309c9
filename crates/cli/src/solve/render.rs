//! Output of solutions as text, CSV, JSON lines or one JSON document.

use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use cubiform_cube::moves::to_wca;
use cubiform_cube::{Algorithm, Move};

use crate::args::{Method, Solve, SolveFormat};
use crate::input::{BadLine, SourceLocation};
use crate::json_array::JsonArray;
use crate::solve::cfop::{self, Cfop};
use crate::solve::phases;

/// The result for a cube.
pub(crate) struct Row<S = Vec<Solved>> {
    pub(crate) id: String,
    /// The cube as given.
    pub(crate) input: String,
    /// The position of the cube in the input, for messages.
    pub(crate) place: String,
    /// At least one solution, or the reason why the cube is not solved.
    pub(crate) solved: Result<S, String>,
}

/// The reason why a cube is not solved.
pub(crate) enum NotSolved {
    /// The search was stopped. The cube gets no row.
    Stopped,
    /// An error message.
    Because(String),
}

impl From<String> for NotSolved {
    fn from(message: String) -> NotSolved {
        NotSolved::Because(message)
    }
}

/// A solution. Nodes and CPU time are those of all solutions of the cube together.
pub(crate) struct Solved {
    /// The part of `moves` that compensates for rotations in the scramble.
    pub(crate) rotation: Algorithm,
    /// The rotation and the moves, to be applied right after the scramble; their inverse with `--inverse`.
    pub(crate) moves: Algorithm,
    /// The number of moves, without the rotation.
    pub(crate) length: usize,
    pub(crate) phases: Vec<Vec<Move>>,
    pub(crate) optimal: bool,
    pub(crate) nodes: u64,
    pub(crate) cpu: Duration,
    /// A link to a player, with `--links`.
    pub(crate) link: Option<String>,
    /// The CFOP solution, which has stages instead of phases, and turns other than face turns.
    pub(crate) cfop: Option<Box<Cfop>>,
}

impl<S> Row<S> {
    /// Returns the row of an unreadable line.
    pub(crate) fn bad(bad: &BadLine, input: String) -> Row<S> {
        let number = match &bad.place {
            SourceLocation::Argument(number) => number.to_string(),
            SourceLocation::Line(_, number) | SourceLocation::Solve(_, _, number) => number.to_string(),
        };
        Row { id: number, input, place: String::new(), solved: Err(bad.to_string()) }
    }
}

impl Solved {
    fn length(&self) -> usize {
        self.length
    }

    /// Returns the moves on one line.
    fn moves(&self) -> String {
        self.cfop.as_ref().map_or_else(|| self.moves.to_string(), |cfop| cfop.solution.text())
    }

    /// Returns the CPU time in milliseconds, rounded to microseconds.
    fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}

/// A writer of rows in an output format.
pub(crate) trait Render<S = Vec<Solved>> {
    /// Writes the header.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;
    /// Writes the row of a cube.
    fn row(&mut self, row: &Row<S>, out: &mut dyn Write) -> io::Result<()>;
    /// Writes the end of the document.
    fn end(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that turns the objects of JSON lines into one JSON array.
pub(crate) struct Document<S> {
    objects: Box<dyn Render<S>>,
    array: JsonArray,
}

impl<S> Document<S> {
    /// Creates the writer of an array. `objects` writes one object per line.
    pub(crate) fn new(objects: Box<dyn Render<S>>) -> Document<S> {
        Document { objects, array: JsonArray::default() }
    }
}

impl<S> Render<S> for Document<S> {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, row: &Row<S>, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::new();
        self.objects.row(row, &mut lines)?;
        let mut objects = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        objects.try_for_each(|object| self.array.item(object, out))
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.end(out)
    }
}

/// Returns the writer for the format of the arguments.
pub(crate) fn renderer(args: &Solve) -> Box<dyn Render> {
    let method = args.method().to_possible_value().map_or_else(String::new, |value| value.get_name().into());
    match args.format {
        SolveFormat::Text => {
            let several = args.solutions.is_some_and(|count| count > 1);
            let separated = several || args.method() == Method::Cfop || args.phases;
            let phases = args.phases.then_some(args.inverse);
            Box::new(Text { separated, is_restricted: args.only().is_some(), phases, has_written: false })
        }
        SolveFormat::Csv => Box::new(Csv { method }),
        SolveFormat::Jsonl => Box::new(Jsonl { method }),
        SolveFormat::Json => Box::new(Document::new(Box::new(Jsonl { method }))),
    }
}

/// A writer of text. Each line has the moves, and their number in a comment, so that it can be parsed as an algorithm.
struct Text {
    /// Whether cubes are separated by empty lines.
    separated: bool,
    /// Whether the move set is restricted.
    is_restricted: bool,
    /// Whether solutions are inverted, if each phase gets a line of its own; otherwise `None`.
    phases: Option<bool>,
    /// Whether a cube has been written.
    has_written: bool,
}

impl Text {
    /// Writes a solution.
    fn write(&self, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        if let Some(cfop) = &solved.cfop {
            return write!(out, "{}", cfop.text());
        }
        if let Some(is_inverted) = self.phases {
            write_phases(solved, is_inverted, out)?;
        }
        let moves = if self.phases.is_some() { String::new() } else { solved.moves() };
        let space = if moves.is_empty() { "" } else { "  " };
        let ending = if solved.length() == 1 { "" } else { "s" };
        write!(out, "{moves}{space}// {} move{ending}", solved.length())?;
        if solved.phases.len() > 1 {
            let lengths: Vec<String> = solved.phases.iter().map(|phase| phase.len().to_string()).collect();
            write!(out, ": {}", lengths.join(" + "))?;
        }
        let optimal = match (solved.optimal, self.is_restricted) {
            (true, true) => ", optimal with these moves",
            (true, false) => ", optimal",
            (false, _) => "",
        };
        writeln!(out, "{optimal}")?;
        solved.link.iter().try_for_each(|link| writeln!(out, "// {link}"))
    }
}

/// Writes a line for each phase: its moves, and a description in a comment. The rotation of the whole cube is on the
/// first line, or on the last one if the solution is inverted.
fn write_phases(solved: &Solved, is_inverted: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut texts: Vec<String> = solved.phases.iter().map(|phase| to_wca(phase)).collect();
    let rotation = solved.rotation.to_string();
    let phase_with_rotation = if is_inverted { texts.last_mut() } else { texts.first_mut() };
    if let Some(text) = phase_with_rotation {
        let parts = if is_inverted { [&text[..], &rotation] } else { [&rotation, &text[..]] };
        *text = parts.join(" ").trim().to_string();
    }
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    for ((text, phase), name) in texts.iter().zip(&solved.phases).zip(phases::names(&solved.phases)) {
        let ending = if phase.len() == 1 { "" } else { "s" };
        writeln!(out, "{text:width$}  // {name}: {} move{ending}", phase.len())?;
    }
    Ok(())
}

impl Render for Text {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        // The reason for a missing solution is printed on standard error.
        let Ok(solved) = &row.solved else { return Ok(()) };
        if std::mem::replace(&mut self.has_written, true) && self.separated {
            writeln!(out)?;
        }
        solved.iter().try_for_each(|solved| self.write(solved, out))
    }
}

/// A writer of CSV: a row for each solution, and for each unsolved cube.
struct Csv {
    method: String,
}

/// Writes a row of CSV.
pub(crate) fn write_csv(cells: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(cells).map_err(io::Error::from)?;
    writer.flush()
}

impl Render for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let columns =
            ["id", "input", "method", "solution", "length", "metric", "optimal", "nodes", "cpu_ms", "error"];
        write_csv(&columns, out)
    }

    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        let (head, method) = ((&row.id[..], &row.input[..]), &self.method[..]);
        match &row.solved {
            Ok(solutions) => solutions.iter().try_for_each(|solved| {
                let [length, nodes] = [solved.length().to_string(), solved.nodes.to_string()];
                let [optimal, cpu_ms] = [solved.optimal.to_string(), format!("{:.3}", solved.cpu_ms())];
                let solution = solved.moves();
                let cells =
                    [head.0, head.1, method, &solution, &length, "HTM", &optimal, &nodes, &cpu_ms, ""];
                write_csv(&cells, out)
            }),
            Err(error) => write_csv(&[head.0, head.1, method, "", "", "HTM", "", "", "", error], out),
        }
    }
}

/// A writer of JSON lines: an object for each solution, and for each unsolved cube.
struct Jsonl {
    method: String,
}

/// A solution or an unsolved cube in JSON output.
#[derive(serde::Serialize)]
struct Object<'a> {
    id: &'a str,
    input: &'a str,
    method: &'a str,
    solution: Option<String>,
    /// The part of the solution that compensates for rotations in the scramble, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<String>,
    length: Option<usize>,
    metric: &'a str,
    optimal: Option<bool>,
    /// The moves of each phase, if the method has phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    phases: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cfop: Option<cfop::Object>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twizzle: Option<&'a str>,
    nodes: Option<u64>,
    cpu_ms: Option<f64>,
    error: Option<&'a str>,
}

impl Render for Jsonl {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match &row.solved {
            Ok(solutions) => solutions.iter().try_for_each(|solved| self.object(row, Ok(solved), out)),
            Err(error) => self.object(row, Err(error), out),
        }
    }
}

impl Jsonl {
    /// Writes the object of a solution or of an unsolved cube.
    fn object(&self, row: &Row, solved: Result<&Solved, &str>, out: &mut dyn Write) -> io::Result<()> {
        let error = solved.err();
        let solved = solved.ok();
        let phases = solved.filter(|solved| solved.phases.len() > 1);
        let object = Object {
            id: &row.id,
            input: &row.input,
            method: &self.method,
            solution: solved.map(Solved::moves),
            rotation: solved
                .filter(|solved| !solved.rotation.turns().is_empty())
                .map(|solved| solved.rotation.to_string()),
            length: solved.map(Solved::length),
            metric: "HTM",
            optimal: solved.map(|solved| solved.optimal),
            phases: phases.map(|solved| solved.phases.iter().map(|phase| to_wca(phase)).collect()),
            cfop: solved.and_then(|solved| solved.cfop.as_ref()).map(|cfop| cfop.object()),
            twizzle: solved.and_then(|solved| solved.link.as_deref()),
            nodes: solved.map(|solved| solved.nodes),
            cpu_ms: solved.map(Solved::cpu_ms),
            error,
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)
    }
}
