//! The table output: a block for each scramble, at most as wide as the terminal, with the best length of each stage
//! marked.

mod lengths;
mod solutions;
#[cfg(test)]
mod tests;
mod wrap;

use std::io::{self, Write};

use crate::annotation::GoalTraits;
use crate::goals::{Goals, goal_label, has_name, title};
use crate::input::TIME;
use crate::render::Render;
use crate::report::{Report, StageReport};
use crate::terminal::Terminal;

use wrap::{printable, wrap};

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

impl Table {
    pub(crate) fn new(goals: &Goals, style: Style, carried: Vec<String>) -> Table {
        let described = goals.each().iter().map(|asked| Goal {
            name: goal_label(&asked.goal.name).into(),
            terms: GoalTraits::of(&asked.goal),
            is_own: !has_name(&asked.goal),
        });
        let mut table =
            Table { style, goals: described.collect(), labels: MIN_LABEL_WIDTH, carried, has_rows: false };
        let names = goals.stage_names();
        let stages = names.iter().zip(goals.goal_of_stages());
        let labels = stages.map(|(name, goal)| table.label_of(name, goal).chars().count());
        table.labels = labels.max().unwrap_or(0).max(MIN_LABEL_WIDTH);
        table
    }

    /// Returns the label of a stage.
    fn label<'s>(&self, stage: &'s StageReport) -> std::borrow::Cow<'s, str> {
        self.label_of(&stage.name, stage.goal)
    }

    fn label_of<'s>(&self, stage: &'s str, goal: usize) -> std::borrow::Cow<'s, str> {
        // If the run has only one goal, a line of its own shows it.
        if self.goals.len() == 1 && self.goals[goal].is_own { "goal".into() } else { title(stage) }
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
        let lines = wrap(&printable(report.scramble.shown.text()), self.width() - indent);
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

impl Render for Table {
    fn write_header(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

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
