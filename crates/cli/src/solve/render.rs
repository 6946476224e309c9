//! Solutions as lines for people, CSV, or JSON lines.

use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use cubiform_cube::moves::to_wca;
use cubiform_cube::{Algorithm, Move};

use crate::args::{Method, Solve, SolveFormat};
use crate::input::{BadLine, Place};
use crate::json_array::JsonArray;
use crate::solve::cfop::{self, Cfop};
use crate::solve::phases;

/// What there is to tell of a cube.
pub(crate) struct Row<S = Vec<Solved>> {
    pub(crate) id: String,
    /// The cube as given.
    pub(crate) input: String,
    /// Where it stands, for people.
    pub(crate) place: String,
    /// Its solutions, at least one, or why there is none.
    pub(crate) solved: Result<S, String>,
}

/// Why a cube has no solution.
pub(crate) enum NotSolved {
    /// The search was stopped: there is nothing to tell of the cube.
    Stopped,
    /// What is wrong.
    Because(String),
}

impl From<String> for NotSolved {
    fn from(message: String) -> NotSolved {
        NotSolved::Because(message)
    }
}

/// A solution, and what it took, together with the others of the cube.
pub(crate) struct Solved {
    /// The rotation of the whole cube in `moves`, where the scramble has turned it.
    pub(crate) rotation: Algorithm,
    /// The rotation and all moves, to be done right after the scramble; with `--inverse` undone.
    pub(crate) moves: Algorithm,
    /// The number of moves.
    pub(crate) length: usize,
    pub(crate) phases: Vec<Vec<Move>>,
    pub(crate) optimal: bool,
    pub(crate) nodes: u64,
    pub(crate) cpu: Duration,
    /// A link that opens it in a player, if `--links` asks for one.
    pub(crate) link: Option<String>,
    /// A solution by CFOP, which has stages and not phases, and turns that are not moves.
    pub(crate) cfop: Option<Box<Cfop>>,
}

impl<S> Row<S> {
    /// That of a line that is no cube.
    pub(crate) fn bad(bad: &BadLine, input: String) -> Row<S> {
        let number = match &bad.place {
            Place::Argument(number) => number.to_string(),
            Place::Line(_, number) | Place::Solve(_, _, number) => number.to_string(),
        };
        Row { id: number, input, place: String::new(), solved: Err(bad.to_string()) }
    }
}

impl Solved {
    fn length(&self) -> usize {
        self.length
    }

    /// The moves in a line.
    fn moves(&self) -> String {
        self.cfop.as_ref().map_or_else(|| self.moves.to_string(), |cfop| cfop.solution.text())
    }

    fn cpu_ms(&self) -> f64 {
        (self.cpu.as_secs_f64() * 1e6).round() / 1e3
    }
}

/// A form of output.
pub(crate) trait Render<S = Vec<Solved>> {
    /// What comes first.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;
    /// A cube.
    fn row(&mut self, row: &Row<S>, out: &mut dyn Write) -> io::Result<()>;
    /// What comes last.
    fn end(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The objects of JSON lines as one array.
pub(crate) struct Document<S> {
    objects: Box<dyn Render<S>>,
    array: JsonArray,
}

impl<S> Document<S> {
    /// An array of the objects that `objects` writes, one for each line.
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

/// What writes the form that was asked for.
pub(crate) fn renderer(args: &Solve) -> Box<dyn Render> {
    let method = args.method().to_possible_value().map_or_else(String::new, |value| value.get_name().into());
    match args.format {
        SolveFormat::Text => {
            let several = args.solutions.is_some_and(|most| most > 1);
            let apart = several || args.method() == Method::Cfop || args.phases;
            let phases = args.phases.then_some(args.inverse);
            Box::new(Text { apart, only: args.only().is_some(), phases, is_later: false })
        }
        SolveFormat::Csv => Box::new(Csv { method }),
        SolveFormat::Jsonl => Box::new(Jsonl { method }),
        SolveFormat::Json => Box::new(Document::new(Box::new(Jsonl { method }))),
    }
}

/// The moves, and how many they are as a comment: a line is an algorithm that can be read again.
struct Text {
    /// Whether there is an empty line between cubes.
    apart: bool,
    /// Whether solutions have some of the moves only.
    only: bool,
    /// Whether each phase has a line of its own; then whether solutions are undone.
    phases: Option<bool>,
    /// Whether it has written a cube.
    is_later: bool,
}

impl Text {
    fn write(&self, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        if let Some(cfop) = &solved.cfop {
            return write!(out, "{}", cfop.text());
        }
        if let Some(is_undone) = self.phases {
            write_phases(solved, is_undone, out)?;
        }
        let moves = if self.phases.is_some() { String::new() } else { solved.moves() };
        let space = if moves.is_empty() { "" } else { "  " };
        let ending = if solved.length() == 1 { "" } else { "s" };
        write!(out, "{moves}{space}// {} move{ending}", solved.length())?;
        if solved.phases.len() > 1 {
            let lengths: Vec<String> = solved.phases.iter().map(|phase| phase.len().to_string()).collect();
            write!(out, ": {}", lengths.join(" + "))?;
        }
        let optimal = match (solved.optimal, self.only) {
            (true, true) => ", and there is no shorter solution with these turns",
            (true, false) => ", and there is no shorter solution",
            (false, _) => "",
        };
        writeln!(out, "{optimal}")?;
        solved.link.iter().try_for_each(|link| writeln!(out, "// {link}"))
    }
}

/// Writes a line for each phase: its moves, with the rotation of the whole cube on the first line, or on the last if the
/// solution is undone; as a comment what the phase does.
fn write_phases(solved: &Solved, is_undone: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut texts: Vec<String> = solved.phases.iter().map(|phase| to_wca(phase)).collect();
    let rotation = solved.rotation.to_string();
    let with = if is_undone { texts.last_mut() } else { texts.first_mut() };
    if let Some(text) = with {
        let parts = if is_undone { [&text[..], &rotation] } else { [&rotation, &text[..]] };
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
        // Why there is no solution is told elsewhere.
        let Ok(solved) = &row.solved else { return Ok(()) };
        if std::mem::replace(&mut self.is_later, true) && self.apart {
            writeln!(out)?;
        }
        solved.iter().try_for_each(|solved| self.write(solved, out))
    }
}

/// A row for each solution, and for each cube that has none.
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

/// An object for each solution, and for each cube that has none.
struct Jsonl {
    method: String,
}

#[derive(serde::Serialize)]
struct Object<'a> {
    id: &'a str,
    input: &'a str,
    method: &'a str,
    solution: Option<String>,
    /// The part of the solution that turns the whole cube back, where the scramble has turned it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<String>,
    length: Option<usize>,
    metric: &'a str,
    optimal: Option<bool>,
    /// The moves of each phase, where the method shows them.
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
