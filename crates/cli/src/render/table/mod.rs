//! The table output: a block for each scramble, at most as wide as the terminal, with the best length of each stage
//! marked.
//!
//! The lengths of a block have a row for each stage and a column for each colour or side. With one colour and several goals,
//! they have a column for each goal.

mod solutions;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use cubiform_answers::analysis::annotation::GoalTraits;
use cubiform_answers::analysis::report::{Report, StageReport};
use cubiform_answers::goals::{Goals, goal_label};
use cubiform_answers::input::TIME;
use cubiform_answers::rows::RowWriter;
use cubiform_cube::Frame;
use cubiform_cube::goal::Stage;
use cubiform_solvers::cfop::NoLength;

use crate::terminal::Terminal;
use crate::text_layout::{printable, wrap};

/// The minimum width of the labels of stages, which is that of `xxxcross`.
const MIN_LABEL_WIDTH: usize = 8;

/// The style of the blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The terminal or file that it is printed to.
    pub(crate) terminal: Terminal,
    /// Whether the ids of scrambles are shown.
    pub(crate) ids: bool,
    /// Whether solutions are shown.
    pub(crate) solutions: bool,
    /// Whether solutions longer than the optimum are shown, too.
    pub(crate) slack: bool,
    /// Whether links are printed.
    pub(crate) links: bool,
}

/// The renderer of blocks.
pub(crate) struct Table {
    style: Style,
    goals: Vec<Goal>,
    /// The stages of the run, each with the index of its goal.
    stages: Vec<(usize, StageNames)>,
    /// The width of the labels of stages.
    labels: usize,
    /// The names of the carried columns.
    carried: Vec<String>,
    has_rows: bool,
}

/// A goal of the run.
struct Goal {
    name: String,
    terms: GoalTraits,
    /// Whether the user defined it.
    is_own: bool,
}

/// The names of a stage.
struct StageNames {
    /// The name in columns of files.
    name: String,
    /// The label, which corresponding stages of several goals share.
    label: String,
    /// The name in the table.
    shown: String,
    /// The number of pieces, by which stages of several goals are listed.
    pieces: u32,
}

impl Table {
    pub(crate) fn new(goals: &Goals, style: Style, carried: Vec<String>) -> Table {
        let named = goals.each().iter().map(|goal| Goal {
            name: goal_label(&goal.goal.name).into(),
            terms: GoalTraits::new(&goal.goal),
            is_own: !goal.goal.has_name(),
        });
        let named: Vec<Goal> = named.collect();
        // If the run has only one goal, a user's own, a line of its own shows it.
        let is_own = matches!(&named[..], [Goal { is_own: true, .. }]);
        let names = |stage: &Stage| StageNames {
            name: stage.name.to_string(),
            label: stage.label.to_string(),
            shown: if is_own { stage.label.to_string() } else { stage.title.to_string() },
            pieces: stage.solved_pieces(),
        };
        let goal_stages = goals.each().iter().enumerate();
        let stages: Vec<(usize, StageNames)> = goal_stages
            .flat_map(|(index, goal)| goal.stages().map(move |stage| (index, names(stage))))
            .collect();
        let labels = stages.iter().map(|(_, names)| names.shown.chars().count());
        let labels = labels.max().unwrap_or(0).max(MIN_LABEL_WIDTH);
        Table { style, goals: named, stages, labels, carried, has_rows: false }
    }

    /// Returns the names of a stage.
    fn names(&self, stage: &StageReport) -> &StageNames {
        let is_it = |(goal, names): &&(usize, StageNames)| *goal == stage.goal && *names.name == stage.name;
        &self.stages.iter().find(is_it).expect("the goals of the table have the stage").1
    }

    /// Returns the name of a stage in the table.
    fn label(&self, stage: &StageReport) -> &str {
        &self.names(stage).shown
    }

    /// Formats a text in bold, if the terminal supports it.
    fn bold(&self, text: &str) -> String {
        self.style.terminal.bold(text)
    }

    /// Returns the maximum width of a line.
    fn width(&self) -> usize {
        self.style.terminal.limit()
    }

    fn write_title(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let id = if self.style.ids { printable(&report.scramble.id) } else { String::new() };
        let carried = if id.is_empty() { String::new() } else { self.short_carried(report) };
        let shown = id.chars().count() + carried.chars().count() + 2;
        let indent = if id.is_empty() { 0 } else { shown.min(self.width() / 2) };
        if !id.is_empty() {
            write!(out, "{}{carried}  ", self.bold(&id))?;
        }
        let lines = wrap(&printable(report.scramble.text.as_str()), self.width() - indent);
        writeln!(out, "{}", lines.join(&format!("\n{:indent$}", "")))?;
        let [Goal { name, is_own: true, .. }] = &self.goals[..] else { return Ok(()) };
        let indent = "goal: ".len();
        writeln!(out, "goal: {}", wrap(name, self.width() - indent).join(&format!("\n{:indent$}", "")))
    }

    /// Returns the carried values of a scramble, if they are short.
    fn short_carried(&self, report: &Report) -> String {
        const SHORT: usize = 40;
        let value = |(i, name): (usize, &String)| {
            let text = report.scramble.carried_value(i)?;
            let milliseconds = text.parse::<u64>().ok().filter(|_| name == TIME);
            let seconds = milliseconds.map(|time| format!("{}.{:02} s", time / 1000, time % 1000 / 10));
            Some(format!("  {}", seconds.unwrap_or_else(|| printable(text))))
        };
        let carried: String = self.carried.iter().enumerate().filter_map(value).collect();
        if carried.chars().count() <= SHORT { carried } else { String::new() }
    }
}

impl RowWriter for Table {
    fn write_row(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        if self.has_rows {
            writeln!(out)?;
        }
        self.has_rows = true;
        self.write_title(report, out)?;
        self.write_lengths(&report.stages, out)?;
        if self.style.solutions {
            self.write_solutions(&report.stages, out)?;
        }
        Ok(())
    }
}

type Length = Result<u8, NoLength>;

impl Table {
    /// Writes the lengths of all stages.
    fn write_lengths(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let is_one_color = stages.iter().all(|stage| stage.lengths.len() == 1);
        if self.goals.len() > 1 && is_one_color && !self.goals.iter().any(|goal| goal.is_own) {
            return self.write_goals_side_by_side(stages, out);
        }
        let mut stages: Vec<&StageReport> = stages.iter().collect();
        if self.goals.len() > 1 {
            // First the cross of each goal, then the xcross of each, and so on.
            stages.sort_by_key(|stage| (self.goals[stage.goal].is_own, self.names(stage).pieces));
        }
        let frames: Vec<Frame> = columns(stages[0]).into_iter().map(|(frame, _)| frame).collect();
        let labels = self.labels;
        write!(out, "{:labels$}", "")?;
        for frame in &frames {
            write!(out, "  {:>width$}", frame.label(), width = width(*frame))?;
        }
        // With one colour, there is no best colour to choose.
        let choice = frames.len() > 1;
        writeln!(out, "{}", if choice { "  best" } else { "" })?;
        let used: usize = frames.iter().map(|frame| 2 + width(*frame)).sum();
        let words = self.width().saturating_sub(labels + used + "  10  ".len());
        for stage in stages {
            let best = stage.best();
            write!(out, "{:labels$}", self.label(stage))?;
            for (frame, length) in columns(stage) {
                // With several frames, the last column of each is for the mark `*`.
                let (number, room) = (format_length(length), usize::from(choice));
                let indent = 2 + width(frame) - room - number.len();
                write!(out, "{:indent$}", "")?;
                match choice && best.is_some() && length.ok() == best {
                    true => write!(out, "{}", self.bold(&format!("{number}*")))?,
                    false => write!(out, "{number}{:room$}", "")?,
                }
            }
            match (choice, best) {
                (true, Some(best)) => writeln!(out, "  {best:>2}  {}", best_frame_names(stage, words))?,
                (true, None) => writeln!(out, "   -")?,
                (false, _) => writeln!(out)?,
            }
        }
        Ok(())
    }

    /// Writes the lengths with a column for each goal.
    fn write_goals_side_by_side(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let width = |goal: usize| self.goals[goal].name.len().max(3);
        let names = stages.iter().map(|stage| self.names(stage));
        let widest = names.map(|names| names.label.chars().count()).max().unwrap_or(0).max(MIN_LABEL_WIDTH);
        write!(out, "{:widest$}", stages[0].lengths[0].0.label())?;
        for (i, goal) in self.goals.iter().enumerate() {
            write!(out, "  {:>width$}", goal.name, width = width(i))?;
        }
        writeln!(out)?;
        let mut labels: Vec<(u32, &str)> = Vec::new();
        for names in stages.iter().map(|stage| self.names(stage)) {
            if labels.iter().all(|(_, known)| *known != names.label) {
                labels.push((names.pieces, &names.label));
            }
        }
        labels.sort_by_key(|(pieces, _)| *pieces);
        for (_, label) in labels {
            let length = |goal: usize| {
                let own = stages.iter().find(|stage| stage.goal == goal && self.names(stage).label == label);
                let number = own.map_or_else(String::new, |stage| format_length(stage.lengths[0].1));
                format!("  {number:>width$}", width = width(goal))
            };
            let line: String = (0..self.goals.len()).map(length).collect();
            writeln!(out, "{label:widest$}{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Formats a length in at most three characters.
fn format_length(length: Length) -> String {
    match length {
        Ok(length) => length.to_string(),
        Err(NoLength::Impossible) => "-".into(),
        Err(NoLength::GivenUp { at_least }) => format!(">{}", at_least.saturating_sub(1).min(99)),
    }
}

/// Returns the lengths of a stage in the display order of frames: white first, opposite colours together.
fn columns(stage: &StageReport) -> Vec<(Frame, Length)> {
    let mut lengths = stage.lengths.clone();
    lengths.sort_by_key(|(frame, _)| frame.display_order());
    lengths
}

/// Returns the width of the column of a frame: the length of its name, or two digits and a mark.
fn width(frame: Frame) -> usize {
    frame.label().len().max(3)
}

/// Returns the names of the best frames of a stage, in at most `room` characters if possible.
fn best_frame_names(stage: &StageReport, room: usize) -> String {
    let best: Vec<Frame> = stage.best_frames().collect();
    let names = |wanted: bool| {
        let names = columns(stage).into_iter().filter(|(frame, _)| best.contains(frame) == wanted);
        names.map(|(frame, _)| frame.label()).collect::<Vec<_>>().join(" ")
    };
    match stage.lengths.len() - best.len() {
        0 if best.len() == 6 => "all".into(),
        1 if best.len() == 5 => format!("all but {}", names(false)),
        2 if names(true).len() > room => format!("all but {}", names(false)),
        _ => names(true),
    }
}
