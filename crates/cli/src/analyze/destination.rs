//! Where rows go: one output, which is there when it is whole, or a folder of parts, which a run that was stopped
//! goes on with, or damaged parts of such a folder.

use std::io::Write;
use std::path::Path;

use super::manifest::{Run, UsedTable};
use super::parts::{Parts, RendererFactory, RowWriter};
use super::repair::Repair;
use super::selection::{Position, WantedItems};
use super::skipped::SkippedLine;
use crate::failure::{Failure, say};
use crate::output::Output;
use crate::report::Report;

/// A place for rows.
pub(crate) enum Destination<'a> {
    /// One output.
    Single(RowWriter<Report>),
    /// A folder of parts.
    Parts(Box<Parts<'a, Report>>),
    /// Parts that are made anew.
    Repair(Box<Repair<'a>>),
}

/// A place for rows that can be written to, before the tables are open.
pub(crate) enum PendingDestination<'a> {
    /// One output, and what makes the form of its rows for a run.
    Single { output: Output, run: Box<Run>, make_renderer: RendererFactory<'a, Report> },
    /// A folder.
    Folder(Destination<'a>),
}

impl<'a> PendingDestination<'a> {
    /// The place, now that the tables are open: a single output names those that are used.
    pub(crate) fn destination(self) -> Destination<'a> {
        match self {
            PendingDestination::Single { output, run, make_renderer } => {
                let run = Run { tables: UsedTable::all(), ..*run };
                Destination::Single(RowWriter::new(output, make_renderer(&run)))
            }
            PendingDestination::Folder(destination) => destination,
        }
    }
}

/// Whether a path given for output means a folder of parts: it ends in a slash.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

impl Destination<'_> {
    /// Whether somebody is looking at it.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Destination::Single(writer) if writer.output.is_terminal())
    }

    /// Which items of the input it takes.
    pub(crate) fn wanted(&self) -> WantedItems {
        match self {
            Destination::Single(_) => WantedItems::After(Position::default()),
            Destination::Parts(parts) => WantedItems::After(parts.position()),
            Destination::Repair(repair) => WantedItems::Ranges(repair.ranges()),
        }
    }

    /// Whether lines that cannot be read are passed over, whatever was asked: in a repair the run has passed over them.
    pub(crate) fn passes_over_bad_lines(&self) -> bool {
        matches!(self, Destination::Repair(_))
    }

    /// Writes what comes before rows.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        match self {
            Destination::Single(writer) => writer.begin(),
            Destination::Parts(_) | Destination::Repair(_) => Ok(()),
        }
    }

    /// Takes a row.
    pub(crate) fn row(&mut self, report: &Report, position: Position) -> Result<(), Failure> {
        match self {
            Destination::Single(writer) => writer.row(report),
            Destination::Parts(parts) => parts.row(report, &report.scramble.id, position),
            Destination::Repair(repair) => repair.row(report, position),
        }
    }

    /// Passes over a line that could not be read.
    pub(crate) fn skip(&mut self, line: SkippedLine, position: Position) -> Result<(), Failure> {
        match self {
            Destination::Single(_) => Ok(()),
            Destination::Parts(parts) => parts.skip(line, position),
            Destination::Repair(repair) => repair.skip(position),
        }
    }

    /// Leaves out a scramble that does not satisfy the condition.
    pub(crate) fn leave_out(&mut self, position: Position) -> Result<(), Failure> {
        match self {
            Destination::Single(_) => Ok(()),
            Destination::Parts(parts) => parts.leave_out(position),
            Destination::Repair(repair) => repair.skip(position),
        }
    }

    /// Shows what there is to whoever reads it as it comes, and closes a part that has been open for long.
    pub(crate) fn show(&mut self) -> Result<(), Failure> {
        match self {
            Destination::Single(RowWriter { output, .. }) => output.flush().map_err(|e| output.failure(&e)),
            Destination::Parts(parts) => parts.close_expired(),
            Destination::Repair(_) => Ok(()),
        }
    }

    /// Ends it with what the run came to; parts that are there are good, whatever that is.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        match self {
            Destination::Single(writer) if ended.is_ok() => writer.finish(),
            Destination::Single(writer) => {
                let hint = writer.output.is_file() && matches!(ended, Err(Failure::Interrupted));
                let ended = writer.output.end(ended);
                if hint {
                    say("a run with --output DIR/ keeps its rows, and --resume goes on with them");
                }
                ended
            }
            Destination::Parts(parts) if ended.is_ok() => parts.finish(None),
            Destination::Parts(parts) => {
                parts.abandon("go on with --resume");
                ended
            }
            Destination::Repair(repair) => repair.end(ended),
        }
    }
}
