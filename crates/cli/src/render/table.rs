//! The table for people: a block for each scramble, as wide as the terminal at most, the best of each stage marked.

use std::collections::HashMap;
use std::io::{self, Write};

use cubiform_cube::goal::Variant;
use cubiform_cube::moves::to_wca;
use cubiform_cube::{Color, Face};

use crate::choice::{has_name, label};
use crate::credit::{Credit, Terms};
use crate::input::TIME;
use crate::render::Render;
use crate::report::{Report, Solution, StageReport};
use crate::terminal::Terminal;

/// The widest label of a stage is `xxxcross`.
const LABEL: usize = 8;

/// How blocks look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// What it is printed on.
    pub(crate) terminal: Terminal,
    /// Whether scrambles have ids worth showing.
    pub(crate) ids: bool,
    /// Whether solutions were asked for.
    pub(crate) solutions: bool,
}

/// Writes a block for each scramble.
pub(crate) struct Table {
    style: Style,
    terms: Terms,
    /// The name of a goal that stages do not tell: over their labels, or, if it is the user's own, on its own line.
    corner: String,
    goal: Option<String>,
    /// The names of the columns that are carried.
    carried: Vec<String>,
    begun: bool,
}

/// A line of solutions: the same moves, however often they are credited.
struct Row<'a> {
    stage: &'a str,
    solution: &'a Solution,
    credit: Credit,
}

impl Table {
    pub(crate) fn new(goal: &Variant, style: Style, carried: Vec<String>) -> Table {
        let (corner, goal_line) = match &*goal.name {
            "std" => (String::new(), None),
            name if has_name(goal) => (name.into(), None),
            name => (String::new(), Some(name.into())),
        };
        Table { style, terms: Terms::of(goal), corner, goal: goal_line, carried, begun: false }
    }

    /// The width of the labels of stages.
    fn label(&self) -> usize {
        self.corner.len().max(LABEL)
    }

    /// `text` in bold, where that can be shown.
    fn strong(&self, text: &str) -> String {
        self.style.terminal.bold(text)
    }

    /// The columns of a line.
    fn width(&self) -> usize {
        self.style.terminal.limit()
    }

    fn title(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let id = if self.style.ids { printable(&report.scramble.id) } else { String::new() };
        let carried = if id.is_empty() { String::new() } else { self.carried(report) };
        let shown = id.chars().count() + carried.chars().count() + 2;
        let indent = if id.is_empty() { 0 } else { shown.min(self.width() / 2) };
        if !id.is_empty() {
            write!(out, "{}{carried}  ", self.strong(&id))?;
        }
        let lines = wrapped(&printable(report.scramble.shown.text()), self.width() - indent);
        writeln!(out, "{}", lines.join(&format!("\n{:indent$}", "")))?;
        let Some(goal) = &self.goal else { return Ok(()) };
        let indent = "goal: ".len();
        writeln!(out, "goal: {}", wrapped(goal, self.width() - indent).join(&format!("\n{:indent$}", "")))
    }

    /// What is carried of a scramble, if it is short.
    fn carried(&self, report: &Report) -> String {
        const SHORT: usize = 40;
        let value = |(i, name): (usize, &String)| {
            let text = report.scramble.carried(i)?;
            let seconds = text.parse::<u64>().ok().filter(|_| name == TIME);
            let seconds = seconds.map(|time| format!("{}.{:02} s", time / 1000, time % 1000 / 10));
            Some(format!("  {}", seconds.unwrap_or_else(|| printable(text))))
        };
        let carried: String = self.carried.iter().enumerate().filter_map(value).collect();
        if carried.chars().count() <= SHORT { carried } else { String::new() }
    }

    fn lengths(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let colors: Vec<Color> = columns(&stages[0]).into_iter().map(|(color, _)| color).collect();
        let labels = self.label();
        write!(out, "{:labels$}", self.corner)?;
        for color in &colors {
            write!(out, "  {:>width$}", color.name(), width = width(*color))?;
        }
        // With one colour there is nothing to choose.
        let choice = colors.len() > 1;
        writeln!(out, "{}", if choice { "  best" } else { "" })?;
        let taken: usize = colors.iter().map(|color| 2 + width(*color)).sum();
        let words = self.width().saturating_sub(labels + taken + "  10  ".len());
        for stage in stages {
            let best = stage.best();
            write!(out, "{:labels$}", label(&stage.name))?;
            for (color, length) in columns(stage) {
                // Where there is a choice, the last column of each colour is for the mark.
                let (number, room) = (length.to_string(), usize::from(choice));
                let indent = 2 + width(color) - room - number.len();
                write!(out, "{:indent$}", "")?;
                match choice && length == best {
                    true => write!(out, "{}", self.strong(&format!("{number}*")))?,
                    false => write!(out, "{number}{:room$}", "")?,
                }
            }
            match choice {
                true => writeln!(out, "  {best:>2}  {}", colors_in_words(stage, words))?,
                false => writeln!(out)?,
            }
        }
        Ok(())
    }

    fn solutions(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<Row<'_>> = stages.iter().flat_map(rows).collect();
        let widest = |text: &dyn Fn(&Row<'_>) -> usize, least: &str| {
            rows.iter().map(text).max().unwrap_or(0).max(least.len())
        };
        // A scramble that leaves the cube turned may need two letters to hold it as wanted.
        let hold = widest(&|row| row.solution.rotation.len(), "hold");
        let (labels, moves_end) = (self.label(), self.label() + 3);
        if self.terms.slots_only {
            let slots = widest(&|row| row.credit.slots().len(), "FR FL BR");
            writeln!(
                out,
                "\n{:>moves_end$}  bottom  {:slots$}  {:hold$}  solution",
                "moves", "slots", "hold"
            )?;
            for row in &rows {
                self.start(row, labels, out)?;
                let rotation = &row.solution.rotation;
                write!(out, "{:slots$}  {rotation:hold$}  ", row.credit.slots())?;
                writeln!(out, "{}", self.strong(&row.moves()))?;
            }
            return Ok(());
        }
        // What is solved takes more words, and comes last: beside the moves, or under them if it is too long.
        writeln!(out, "\n{:>moves_end$}  bottom  {:hold$}  solution", "moves", "hold")?;
        let before = moves_end + "  bottom  ".len() + hold + 2;
        let longest = widest(&|row| row.moves().len(), "");
        for row in &rows {
            self.start(row, labels, out)?;
            let moves = row.moves();
            write!(out, "{:hold$}  {}", row.solution.rotation, self.strong(&moves))?;
            let words = row.credit.in_words(self.terms);
            let indent = longest - moves.len() + 2;
            if words.is_empty() {
                writeln!(out)?;
            } else if before + longest + 2 + words.chars().count() <= self.width() {
                writeln!(out, "{:indent$}{words}", "")?;
            } else {
                let under = moves_end + 2;
                for line in wrapped_at(" · ", &words, self.width() - under) {
                    write!(out, "\n{:under$}{line}", "")?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// What a line of solutions begins with.
    fn start(&self, row: &Row<'_>, labels: usize, out: &mut dyn Write) -> io::Result<()> {
        let (length, color) = (row.solution.moves.len(), row.solution.color.name());
        write!(out, "{:labels$} {length:>2}  {color:6}  ", label(row.stage))
    }
}

impl Row<'_> {
    fn moves(&self) -> String {
        match self.solution.moves.is_empty() {
            true => "(none needed)".into(),
            false => to_wca(&self.solution.moves),
        }
    }
}

/// The solutions of a stage, those of the same moves as one.
fn rows(stage: &StageReport) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for solution in &stage.solutions {
        let next = rows.len();
        match *known.entry((solution.color, &solution.moves, solution.credit.turn())).or_insert(next) {
            i if i < next => rows[i].credit.join(&solution.credit),
            _ => rows.push(Row { stage: &stage.name, solution, credit: solution.credit.clone() }),
        }
    }
    rows
}

impl Render for Table {
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        if self.begun {
            writeln!(out)?;
        }
        self.begun = true;
        self.title(report, out)?;
        self.lengths(&report.stages, out)?;
        if self.style.solutions {
            self.solutions(&report.stages, out)?;
        }
        Ok(())
    }
}

/// The lengths of a stage in the order in which people name colours: white first, opposites together.
fn columns(stage: &StageReport) -> Vec<(Color, u8)> {
    let mut lengths = stage.lengths.clone();
    lengths.sort_by_key(|(color, _)| color.face() != Face::U.color().face());
    lengths
}

/// The width of a colour's column: its name, or a number of two digits and its mark.
fn width(color: Color) -> usize {
    color.name().len().max(3)
}

/// The best colours of a stage, in at most so many characters if that can be.
fn colors_in_words(stage: &StageReport, room: usize) -> String {
    let best: Vec<Color> = stage.best_colors().collect();
    let names = |wanted: bool| {
        let names = columns(stage).into_iter().filter(|(c, _)| best.contains(c) == wanted);
        names.map(|(color, _)| color.name()).collect::<Vec<_>>().join(" ")
    };
    match stage.lengths.len() - best.len() {
        0 if best.len() == 6 => "all".into(),
        1 if best.len() == 5 => format!("all but {}", names(false)),
        2 if names(true).len() > room => format!("all but {}", names(false)),
        _ => names(true),
    }
}

/// One line without what could steer a terminal.
fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// Lines of at most `width` characters, cut between words where that is possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    wrapped_at(" ", text, width)
}

/// Lines of at most `width` characters, cut at a separator, or else between words, where that is possible.
fn wrapped_at(separator: &str, text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in text.split(separator) {
        let line = lines.last_mut().expect("there is a line");
        let taken = line.chars().count() + separator.chars().count();
        if line.is_empty() {
            line.push_str(part);
        } else if taken + part.chars().count() <= width {
            line.push_str(separator);
            line.push_str(part);
        } else {
            lines.push(part.into());
        }
    }
    match separator {
        " " => lines,
        _ => lines.iter().flat_map(|line| wrapped(line, width)).collect(),
    }
}
