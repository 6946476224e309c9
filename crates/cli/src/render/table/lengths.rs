//! The lengths of a block: a row for each stage and a column for each colour or side. With one colour and several goals, a
//! column for each goal.

use std::io::{self, Write};

use cubiform_cube::Frame;
use cubiform_solvers::cfop::NoLength;

use super::{MIN_LABEL_WIDTH, Table};
use cubiform_answers::analysis::report::StageReport;

type Length = Result<u8, NoLength>;

impl Table {
    /// Writes the lengths of all stages.
    pub(super) fn write_lengths(&self, stages: &[StageReport], out: &mut dyn Write) -> io::Result<()> {
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
