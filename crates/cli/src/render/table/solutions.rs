//! The solutions of a block.

use std::collections::HashMap;
use std::io::{self, Write};

use cubiform_cube::moves::to_wca;

use super::Table;
use crate::text_layout::{wrap, wrap_at};
use cubiform_answers::analysis::annotation::{Annotation, SlotColors};
use cubiform_answers::analysis::report::{SolutionReport, StageReport};

/// A line of solutions: solutions with the same moves, merged.
struct Row<'a> {
    stage: &'a StageReport,
    solution: &'a SolutionReport,
    annotation: Annotation,
}

/// The layout of the columns of solutions.
struct Columns {
    /// The end of the column of move counts.
    moves_end: usize,
    rotation: usize,
    /// The maximum length of the moves of a solution.
    longest: usize,
    colors: SlotColors,
}

/// The width of the column of colours.
const COLOR_WIDTH: usize = 6;

impl Table {
    /// Writes the solutions of all stages.
    pub(super) fn write_solutions(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<Row<'_>> = stages.iter().flat_map(rows).collect();
        let widest = |text: &dyn Fn(&Row<'_>) -> usize, min_width: usize| {
            rows.iter().map(text).max().unwrap_or(0).max(min_width)
        };
        let over = if self.style.slack { " +1".len() } else { 0 };
        let mut columns = Columns {
            moves_end: self.labels + 3 + over,
            rotation: widest(&|row| row.solution.rotation.len(), "rotation".len()),
            longest: widest(&|row| row.moves().len(), "solution".len()),
            colors: SlotColors::Names,
        };
        let has_slots_only = self.goals.iter().all(|goal| goal.terms.slots_only);
        let slots = |colors: SlotColors| widest(&|row| row.annotation.slots(colors).len(), "slots".len());
        let before = columns.moves_end + 2 + COLOR_WIDTH + 2 + columns.rotation + 2 + columns.longest;
        if before + 2 + slots(SlotColors::Names) > self.width() {
            columns.colors = SlotColors::Letters;
        }
        let moves = format!("{:>width$}{:over$}", "moves", "", width = self.labels + 3);
        let rotation = columns.rotation;
        if rows.iter().any(|row| row.solution.frame.color().is_none()) {
            writeln!(out, "\n{moves}  side    solution")?;
            for row in &rows {
                self.write_row_start(row, out)?;
                writeln!(out, "{}", self.linked_moves(row))?;
                self.write_below(row, &columns, out)?;
            }
            return Ok(());
        }
        if has_slots_only {
            let slots = slots(columns.colors);
            writeln!(out, "\n{moves}  colour  {:slots$}  {:rotation$}  solution", "slots", "rotation")?;
            for row in &rows {
                self.write_row_start(row, out)?;
                let (of_row, moves) = (row.annotation.slots(columns.colors), self.linked_moves(row));
                writeln!(out, "{of_row:slots$}  {:rotation$}  {moves}", row.solution.rotation)?;
                self.write_below(row, &columns, out)?;
            }
            return Ok(());
        }
        // The description is longer here, so it comes last: after the moves, or on lines of its own if it is too long.
        writeln!(out, "\n{moves}  colour  {:rotation$}  solution", "rotation")?;
        for row in &rows {
            self.write_row_start(row, out)?;
            write!(out, "{:rotation$}  {}", row.solution.rotation, self.linked_moves(row))?;
            self.write_description(row, &columns, out)?;
            self.write_below(row, &columns, out)?;
        }
        Ok(())
    }

    /// Writes the label, the number of moves and the colour of a solution.
    fn write_row_start(&self, row: &Row<'_>, out: &mut dyn Write) -> io::Result<()> {
        let SolutionReport { frame, over, moves, .. } = row.solution;
        let over = match (self.style.slack, over) {
            (false, _) => String::new(),
            (true, 0) => "   ".into(),
            (true, over) => format!(" +{over}"),
        };
        let (label, labels) = (self.label(row.stage), self.labels);
        write!(out, "{label:labels$} {:>2}{over}  {:COLOR_WIDTH$}  ", moves.len(), frame.label())
    }

    /// Writes the pieces that a solution solves, after its moves or on lines of their own.
    fn write_description(&self, row: &Row<'_>, columns: &Columns, out: &mut dyn Write) -> io::Result<()> {
        let words = row.annotation.in_words(self.goals[row.stage.goal].terms, columns.colors);
        let indent = columns.longest - row.moves().len() + 2;
        let before = columns.moves_end + 2 + COLOR_WIDTH + 2 + columns.rotation + 2;
        if words.is_empty() {
            writeln!(out)
        } else if (before + columns.longest + 2).saturating_add(words.chars().count()) <= self.width() {
            writeln!(out, "{:indent$}{words}", "")
        } else {
            let under = columns.moves_end + 2;
            for line in wrap_at(" · ", &words, self.width() - under) {
                write!(out, "\n{:under$}{line}", "")?;
            }
            writeln!(out)
        }
    }

    /// Returns the moves of a solution, on terminals as a link to a player.
    fn linked_moves(&self, row: &Row<'_>) -> String {
        let moves = self.bold(&row.moves());
        match &row.solution.link {
            Some(link) if !self.style.links => self.style.terminal.link(link, &moves),
            _ => moves,
        }
    }

    /// Writes the lines below a solution: the solution as held in the easiest way, and the link to a player, if they are
    /// printed. The link is never wrapped.
    fn write_below(&self, row: &Row<'_>, columns: &Columns, out: &mut dyn Write) -> io::Result<()> {
        let under = columns.moves_end + 2;
        if let Some(held) = &row.solution.held {
            let text = format!("by hand: {} ({})", held.text(), held.reasons());
            for line in wrap(&text, self.width() - under) {
                writeln!(out, "{:under$}{line}", "")?;
            }
        }
        match &row.solution.link {
            Some(link) if self.style.links => writeln!(out, "{:under$}{link}", ""),
            _ => Ok(()),
        }
    }
}

impl Row<'_> {
    /// Returns the moves, with a stroke between the steps of a chain.
    fn moves(&self) -> String {
        let SolutionReport { rotation, moves, steps, .. } = self.solution;
        if moves.is_empty() {
            return "(none needed)".into();
        }
        let mut rest = &moves[..];
        let mut step = |count: &u8| {
            let (step, after) = rest.split_at(usize::from(*count));
            rest = after;
            to_wca(step)
        };
        let chain = steps.iter().map(&mut step).collect::<Vec<_>>().join(" / ");
        match steps.is_empty() {
            true => to_wca(moves),
            // The steps have no column for the rotation.
            false => [&rotation[..], &chain].join(" ").trim().into(),
        }
    }
}

/// Returns the solutions of a stage. Solutions with the same moves are merged.
fn rows(stage: &StageReport) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for solution in &stage.solutions {
        let next = rows.len();
        match *known.entry((solution.frame, &solution.moves, solution.annotation.turn())).or_insert(next) {
            i if i < next => rows[i].annotation.join(&solution.annotation),
            _ => rows.push(Row { stage, solution, annotation: solution.annotation.clone() }),
        }
    }
    rows
}
