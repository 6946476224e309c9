//! The destinations of result rows: a single output, a resumable folder of parts, or the repair of such a folder.

use std::io::Write;
use std::path::Path;

use super::manifest::used_tables;
use super::parts::{Parts, RendererFactory, RowWriter};
use super::repair::Repair;
use super::skipped::SkippedLine;
use crate::error::{Failure, say};
use crate::output::Output;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::run::{Position, Run, WantedItems};

/// A destination of result rows.
pub(crate) enum Destination<'a> {
    /// A single output; a file appears under its name only once it is complete.
    Single(RowWriter<Report>),
    /// A folder of parts, whose run can be resumed.
    Parts(Box<Parts<'a, Report>>),
    /// Missing or damaged parts of a folder, which are written again.
    Repair(Box<Repair<'a>>),
}

/// A destination that is known to be writable, before the tables are open.
pub(crate) enum PendingDestination<'a> {
    /// A single output, and the factory of its renderer.
    Single { output: Output, run: Box<Run>, make_renderer: RendererFactory<'a, Report> },
    /// A folder of parts, to be written or repaired.
    Folder(Destination<'a>),
}

impl<'a> PendingDestination<'a> {
    /// Returns the destination. Must be called after the tables are opened, because a single output names them.
    pub(crate) fn destination(self) -> Destination<'a> {
        match self {
            PendingDestination::Single { output, run, make_renderer } => {
                let run = Run { tables: used_tables(), ..*run };
                Destination::Single(RowWriter::new(output, make_renderer(&run)))
            }
            PendingDestination::Folder(destination) => destination,
        }
    }
}

/// Returns whether an output path means a folder of parts: it ends in a path separator.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

impl Destination<'_> {
    /// Returns whether the rows go to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Destination::Single(writer) if writer.output.is_terminal())
    }

    /// Returns the items of the input that the destination needs.
    pub(crate) fn wanted(&self) -> WantedItems {
        match self {
            Destination::Single(_) => WantedItems::After(Position::default()),
            Destination::Parts(parts) => WantedItems::After(parts.position()),
            Destination::Repair(repair) => WantedItems::Ranges(repair.ranges()),
        }
    }

    /// Returns whether unreadable lines are skipped regardless of `--on-error`. In a repair, the run has skipped them
    /// before.
    pub(crate) fn always_skips_bad_lines(&self) -> bool {
        matches!(self, Destination::Repair(_))
    }

    /// Writes the header, if the format has one.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        match self {
            Destination::Single(writer) => writer.begin(),
            Destination::Parts(_) | Destination::Repair(_) => Ok(()),
        }
    }

    /// Writes a row.
    pub(crate) fn row(&mut self, report: &Report, position: Position) -> Result<(), Failure> {
        match self {
            Destination::Single(writer) => writer.row(report),
            Destination::Parts(parts) => parts.row(report, &report.scramble.id, position),
            Destination::Repair(repair) => repair.row(report, position),
        }
    }

    /// Skips an unreadable line.
    pub(crate) fn skip(&mut self, line: SkippedLine, position: Position) -> Result<(), Failure> {
        match self {
            Destination::Single(_) => Ok(()),
            Destination::Parts(parts) => parts.skip(line, position),
            Destination::Repair(repair) => repair.skip(position),
        }
    }

    /// Leaves out a scramble that does not satisfy the condition of `--where`.
    pub(crate) fn leave_out(&mut self, position: Position) -> Result<(), Failure> {
        match self {
            Destination::Single(_) => Ok(()),
            Destination::Parts(parts) => parts.leave_out(position),
            Destination::Repair(repair) => repair.skip(position),
        }
    }

    /// Flushes the output, and closes a part that has been open for too long.
    pub(crate) fn show(&mut self) -> Result<(), Failure> {
        match self {
            Destination::Single(RowWriter { output, .. }) => output.flush().map_err(|e| output.failure(&e)),
            Destination::Parts(parts) => parts.close_expired(),
            Destination::Repair(_) => Ok(()),
        }
    }

    /// Ends the output with the result of the run. Complete parts are kept, even after a failure.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        match self {
            Destination::Single(writer) if ended.is_ok() => writer.finish(),
            Destination::Single(writer) => {
                let hint = writer.output.is_file() && matches!(ended, Err(Failure::Interrupted));
                let ended = writer.output.end(ended);
                if hint {
                    say("a run with --output DIR/ keeps its rows, and --resume continues it");
                }
                ended
            }
            Destination::Parts(parts) if ended.is_ok() => parts.finish(None),
            Destination::Parts(parts) => {
                parts.abandon("continue with --resume");
                ended
            }
            Destination::Repair(repair) => repair.end(ended),
        }
    }
}
