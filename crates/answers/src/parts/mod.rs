//! Folders of parts: the rows of a run in several files, and a manifest that lists them, so that a killed run resumes
//! without loss.
//!
//! Nothing in a folder is changed before its contents are checked. Symbolic links in it are not followed. A process holds
//! the lock of the folder while it writes there.

mod blocks;
mod manifest;
mod merge;
mod part_writer;
mod parts_writer;
mod skipped;

use std::fs::{self, File, FileType};
use std::path::Path;
use std::time::Duration;
use std::{fmt, io};

use cubiform_files::outputs::{create_folder, is_temporary, lock_file};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::format::{first_of, grouped};
use crate::run::{Position, Run, UsedTable, WantedItems, hex};

pub use blocks::{Block, BlockFolder, BlockPart};
pub use manifest::{
    Manifest, MergedShard, NAME as MANIFEST_NAME, Part, PartPosition, Provenance, describe_file,
};
pub use merge::{OpenPart, PartReader, Shards, merge};
pub use part_writer::NewRowWriter;
pub use parts_writer::PartsWriter;
pub use skipped::{SkippedLine, SkippedLines};

/// The settings for writing a folder of parts.
pub struct PartsOptions<'a, R> {
    /// The settings of the run.
    pub run: Run,
    /// Whether to resume an earlier run in the folder.
    pub resume: bool,
    /// The merged shards, if this is a merge.
    pub merged_from: Option<Vec<MergedShard>>,
    /// The maximum number of rows of a part.
    pub part_rows: u64,
    /// Creates the writer of the rows of each part.
    pub rows: NewRowWriter<'a, R>,
    /// The front end.
    pub host: &'a dyn Host,
}

/// Creates the error of a write to the file at `path`.
fn write_error(path: &Path, error: &io::Error) -> Error {
    Error::message(format!("cannot write to {}: {error}", path.display()))
}

/// The division of an input into blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    /// The number of scrambles of each block; the last one may have fewer.
    pub rows: u64,
    /// The number of scrambles of the input.
    pub items: u64,
    /// The sum modulo 2^64 of the digests of the blocks.
    #[serde(with = "hex")]
    pub digest: u64,
    /// The treatment of unreadable scrambles.
    pub on_error: String,
}

/// A destination of the rows `R` of a run, in the order of the input. `E` is the error of the front end.
///
/// Each row, skipped line and left out scramble comes with the position after it.
pub trait RowSink<R, E> {
    /// Returns the items of the input that the sink needs.
    fn wanted(&self) -> WantedItems {
        WantedItems::default()
    }

    /// Returns the number of lines that earlier processes of the run skipped, and of the scrambles that they left out.
    fn earlier(&self) -> (u64, u64) {
        (0, 0)
    }

    /// Writes what precedes the rows.
    ///
    /// # Errors
    /// If writing fails.
    fn begin(&mut self) -> Result<(), E> {
        Ok(())
    }

    /// Writes the row with this id.
    ///
    /// # Errors
    /// If writing fails.
    fn row(&mut self, row: &R, id: &str, position: Position) -> Result<(), E>;

    /// Skips an unreadable line.
    ///
    /// # Errors
    /// If writing fails.
    fn skip(&mut self, _line: SkippedLine, _position: Position) -> Result<(), E> {
        Ok(())
    }

    /// Leaves out a scramble that does not satisfy the condition of the run.
    ///
    /// # Errors
    /// If writing fails.
    fn leave_out(&mut self, _position: Position) -> Result<(), E> {
        Ok(())
    }

    /// Writes what should not wait for the next row. Called while there is none.
    ///
    /// # Errors
    /// If writing fails.
    fn idle(&mut self) -> Result<(), E> {
        Ok(())
    }

    /// Ends the output with the result of the run, and returns the result of both.
    ///
    /// # Errors
    /// If the run failed, or writing fails.
    fn end(self: Box<Self>, ended: Result<(), E>) -> Result<(), E>;
}

/// The name of the lock file.
const LOCK: &str = ".cubiform.lock";

/// The maximum number of file names in a message.
const MAX_NAMES: usize = 3;

/// The time to wait for another process to release the lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Creates the folder if it does not exist, and takes its lock, which the returned file holds. Returns the manifest in
/// it, if any.
///
/// `has_unlisted` states whether the folder may have parts that its manifest does not list.
///
/// # Errors
/// If the folder has other files and no manifest, has other parts, or is locked.
fn open(folder: &Path, host: &dyn Host, has_unlisted: bool) -> Result<(File, Option<Manifest>), Error> {
    let failure = |e: io::Error| Error::file(folder, "write", &e);
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => _ = check_contents(folder, has_unlisted)?,
        Ok(_) => return Err(refusal(folder, "it is a file")),
        // A symbolic link without a target also fails here.
        Err(e) if e.kind() == io::ErrorKind::NotFound => create_folder(folder).map_err(failure)?,
        Err(e) => return Err(failure(e)),
    }
    let path = folder.join(LOCK);
    let lock = lock_file(&path, LOCK_TIMEOUT, || host.is_stopped()).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidInput => refusal(folder, &format!("its {LOCK} is not a regular file")),
        _ => Error::file(&path, "write", &e),
    })?;
    let locked = || {
        let message = format!("another process is writing to {}", folder.display());
        Error::message(message).hint("wait until it ends")
    };
    // Another process may have written to it before the lock was taken.
    Ok((lock.ok_or_else(locked)?, check_contents(folder, has_unlisted)?))
}

fn refusal(folder: &Path, why: &str) -> Error {
    Error::message(format!("cannot write parts to {}: {why}", folder.display())).hint("name a new folder")
}

/// Reads the manifest of a folder, and checks that the folder has no unexpected files.
fn check_contents(folder: &Path, has_unlisted: bool) -> Result<Option<Manifest>, Error> {
    let failure = |e: io::Error| Error::file(folder, "read", &e);
    let mut entries: Vec<(String, FileType)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(failure)? {
        let entry = entry.map_err(failure)?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry.file_type().map_err(failure)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let special =
        |(name, kind): &&(String, FileType)| [LOCK, manifest::NAME].contains(&&name[..]) && !kind.is_file();
    if let Some((name, _)) = entries.iter().find(special) {
        return Err(refusal(folder, &format!("its {name} is not a regular file")));
    }
    let Some(manifest) = Manifest::read(folder)? else {
        let is_own = |name: &str| name == LOCK || is_temporary(name);
        let others = entries.iter().map(|(name, _)| &name[..]).filter(|name| !is_own(name));
        let others: Vec<&str> = others.collect();
        if others.is_empty() {
            return Ok(None);
        }
        let names = first_of(&others, MAX_NAMES);
        return Err(refusal(folder, &format!("it has no manifest, but contains other files: {names}")));
    };
    // A killed run may leave a file named as the next part. A complete run leaves none.
    let next = manifest.part_name(manifest.parts.len());
    let is_known = |(name, kind): &&(String, FileType)| {
        let is_listed = manifest.parts.iter().any(|part| part.file == *name);
        kind.is_file() && (is_listed || has_unlisted || !manifest.complete && *name == next)
    };
    let parts = entries.iter().filter(|(name, _)| name.starts_with("part-"));
    let unknown: Vec<&str> = parts.filter(|entry| !is_known(entry)).map(|(name, _)| &name[..]).collect();
    if unknown.is_empty() {
        return Ok(Some(manifest));
    }
    let (folder, names) = (folder.display(), first_of(&unknown, MAX_NAMES));
    let message = "it contains entries that its manifest does not list as files";
    Err(Error::message(format!("cannot write parts to {folder}: {message}: {names}")).hint("move them away"))
}

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
