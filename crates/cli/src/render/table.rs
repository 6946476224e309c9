//! The table for people: a block for each scramble, at most 80 columns wide, the best of each stage marked.

use std::io::{self, Write};

use cubiform_cube::moves::to_wca;
use cubiform_cube::{Color, Face};

use crate::choice::label;
use crate::render::Render;
use crate::report::{Report, StageReport};

const WIDTH: usize = 80;
/// The widest label of a stage is `xxxcross`.
const LABEL: usize = 8;

/// How blocks look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether to print in bold what matters.
    pub(crate) bold: bool,
    /// Whether scrambles have ids worth showing.
    pub(crate) ids: bool,
    /// Whether solutions were asked for.
    pub(crate) solutions: bool,
}

/// Writes a block for each scramble.
pub(crate) struct Table {
    style: Style,
    begun: bool,
}

impl Table {
    pub(crate) fn new(style: Style) -> Table {
        Table { style, begun: false }
    }

    /// `text` in bold, if this style has that.
    fn strong(&self, text: &str) -> String {
        if self.style.bold { format!("\x1b[1m{text}\x1b[0m") } else { text.into() }
    }

    fn title(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let id = if self.style.ids { printable(&report.scramble.id) } else { String::new() };
        let indent = if id.is_empty() { 0 } else { (id.chars().count() + 2).min(WIDTH / 2) };
        if !id.is_empty() {
            write!(out, "{}  ", self.strong(&id))?;
        }
        let lines = wrapped(&printable(&report.scramble.text), WIDTH - indent);
        writeln!(out, "{}", lines.join(&format!("\n{:indent$}", "")))
    }

    fn lengths(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let colors: Vec<Color> = columns(&stages[0]).into_iter().map(|(color, _)| color).collect();
        write!(out, "{:LABEL$}", "")?;
        for color in &colors {
            write!(out, "  {:>width$}", color.name(), width = width(*color))?;
        }
        // With one colour there is nothing to choose.
        let choice = colors.len() > 1;
        writeln!(out, "{}", if choice { "  best" } else { "" })?;
        for stage in stages {
            let best = stage.best();
            write!(out, "{:LABEL$}", label(&stage.name))?;
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
                true => writeln!(out, "  {best:>2}  {}", colors_in_words(stage))?,
                false => writeln!(out)?,
            }
        }
        Ok(())
    }

    fn solutions(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let all = || stages.iter().flat_map(|stage| stage.solutions.iter().map(move |s| (&*stage.name, s)));
        // A scramble that leaves the cube turned may need two letters to hold it as wanted.
        let hold = all().map(|(_, s)| s.rotation.len()).max().unwrap_or(0).max("hold".len());
        writeln!(out, "\n{:>11}  bottom  slots     {:hold$}  solution", "moves", "hold")?;
        for (stage, solution) in all() {
            let slots = match solution.slots.len() {
                4 => "all".into(),
                _ => solution.slots.iter().map(|slot| slot.name()).collect::<Vec<_>>().join(" "),
            };
            let moves = match solution.moves.is_empty() {
                true => "(none needed)".into(),
                false => to_wca(&solution.moves),
            };
            let (length, color, rotation) = (solution.moves.len(), solution.color.name(), &solution.rotation);
            write!(out, "{:LABEL$} {length:>2}  {color:6}  {slots:8}  {rotation:hold$}  ", label(stage))?;
            writeln!(out, "{}", self.strong(&moves))?;
        }
        Ok(())
    }
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

/// The best colours of a stage in at most 27 characters.
fn colors_in_words(stage: &StageReport) -> String {
    let best: Vec<Color> = stage.best_colors().collect();
    let names = |wanted: bool| {
        let names = columns(stage).into_iter().filter(|(c, _)| best.contains(c) == wanted);
        names.map(|(color, _)| color.name()).collect::<Vec<_>>().join(" ")
    };
    match best.len() {
        6 => "all".into(),
        5 if stage.lengths.len() == 6 => format!("all but {}", names(false)),
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
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.into());
        }
    }
    lines
}
