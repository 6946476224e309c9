//! The front end of a folder of parts: the tables that it uses, and the events that it shows to its user.

use std::fmt;
use std::path::Path;

use crate::Error;
use crate::format::grouped;
use crate::run::UsedTable;

/// A front end that writes a folder of parts.
pub trait Host: Sync {
    /// Returns the table files in use, by name.
    fn tables(&self) -> Vec<UsedTable>;

    /// Waits until the tables in use are verified. Called before a file gets its name.
    ///
    /// # Errors
    /// If a table is damaged.
    fn verify_tables(&self) -> Result<(), Error>;

    /// Shows an event.
    fn show(&self, event: &Event<'_>);

    /// Returns whether the user has asked to stop.
    fn is_stopped(&self) -> bool;
}

/// A front end that shows nothing and never stops a run, for parts whose tables another process has verified.
pub struct SilentHost;

impl Host for SilentHost {
    fn tables(&self) -> Vec<UsedTable> {
        Vec::new()
    }

    fn verify_tables(&self) -> Result<(), Error> {
        Ok(())
    }

    fn show(&self, _: &Event<'_>) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// An event in a folder of parts. Its text is one line.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The run continues after this number of scrambles.
    Resumed {
        /// The folder.
        folder: &'a Path,
        /// The number of scrambles.
        items: u64,
    },
    /// The run is complete.
    Complete {
        /// The folder.
        folder: &'a Path,
        /// The number of rows of all parts.
        rows: u64,
        /// The number of parts.
        parts: usize,
    },
    /// The run has ended early. Its complete parts are kept.
    Kept {
        /// The folder.
        folder: &'a Path,
        /// The number of rows of all parts.
        rows: u64,
    },
    /// The open part of a run that ends early is lost.
    Lost(&'a Error),
    /// A part is missing or damaged, and is written again.
    Damaged {
        /// Its file.
        file: &'a Path,
        /// Whether there is no such file.
        is_missing: bool,
    },
    /// A part has its former bytes.
    Restored(&'a Path),
    /// A part has its former rows, but other bytes.
    Rewritten {
        /// Its file.
        file: &'a Path,
        /// The program that wrote it first.
        program: &'a str,
    },
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |count: u64| if count == 1 { "" } else { "s" };
        match *self {
            Event::Resumed { folder, items } => {
                write!(f, "resuming after {items} scrambles in {}", folder.display())
            }
            Event::Complete { folder, rows, parts } => {
                let (of_rows, of_parts) = (s(rows), s(parts as u64));
                let (folder, rows) = (folder.display(), grouped(rows));
                write!(f, "wrote {folder}: {rows} row{of_rows} in {parts} part{of_parts}")
            }
            Event::Kept { folder, rows } => write!(f, "kept {rows} rows in {}", folder.display()),
            Event::Lost(error) => write!(f, "error: {error}"),
            Event::Damaged { file, is_missing } => {
                let state = if is_missing { "missing" } else { "damaged" };
                write!(f, "{} is {state}: writing it again", file.display())
            }
            Event::Restored(file) => write!(f, "{} is restored", file.display()),
            Event::Rewritten { file, program } => write!(
                f,
                "{} has the same rows, but different bytes, because {program} wrote it; its new hash is in the manifest",
                file.display()
            ),
        }
    }
}
