//! Output of solutions as text, CSV, JSON lines or one JSON document.

use std::io::{self, Write};

use cubiform_cube::moves::to_wca;

use cubiform_answers::solutions::json::Object;
use cubiform_answers::solutions::phases;
use cubiform_answers::solutions::solve::Solved;

use crate::args::{Method, Solve, SolveFormat};
use crate::solve::by_hand;
use crate::terminal::Terminal;
use cubiform_answers::input::{BadLine, SourceLocation};
use cubiform_answers::json_array::JsonArray;

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
    let method = args.method();
    match args.format {
        SolveFormat::Text => {
            let several = args.solutions.is_some_and(|count| count > 1);
            let separated = several || args.method().is_by_hand() || args.phases;
            let phases = args.phases.then_some(args.inverse);
            Box::new(Text {
                separated,
                is_restricted: args.only().is_some(),
                phases,
                has_links: args.links,
                terminal: Terminal::of_output(args.output.as_ref()),
                has_written: false,
            })
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
    /// Whether to print links of solutions by hand.
    has_links: bool,
    /// The capabilities of the output.
    terminal: Terminal,
    /// Whether a cube has been written.
    has_written: bool,
}

impl Text {
    /// Writes a solution.
    fn write(&self, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        if let Some(solution) = &solved.by_hand {
            return write!(out, "{}", by_hand::text(solution, self.has_links, self.terminal));
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
    method: Method,
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
        let (head, method) = ((&row.id[..], &row.input[..]), self.method.name());
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
    method: Method,
}

impl Render for Jsonl {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        match &row.solved {
            Ok(solutions) => solutions.iter().try_for_each(|solved| self.write(row, Ok(solved), out)),
            Err(error) => self.write(row, Err(error), out),
        }
    }
}

impl Jsonl {
    /// Writes the object of a solution or of an unsolved cube.
    fn write(&self, row: &Row, solved: Result<&Solved, &str>, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Object::new(&row.id, &row.input, self.method, solved))?;
        writeln!(out)
    }
}
