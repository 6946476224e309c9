//! Tables of any puzzle, kept in a folder as checked files: opened, built by one process at a time, verified and removed.
//!
//! A [`TableKind`] describes a table and fills it; [`OpenTable`] reads its codes. A [`Store`] is the folder.
//! [`distance_table`] has both for small tables of one byte a state, with a runnable example.
//!
//! ```
//! use cubiform_store::distance_table::DistanceTableKind;
//! use cubiform_store::{Observer, Store};
//! use cubiform_threads::Threads;
//!
//! /// The minutes of a clock whose hand moves by one or by ten minutes.
//! static CLOCK: DistanceTableKind = DistanceTableKind {
//!     name: "clock",
//!     description: "minutes of a clock",
//!     metric: "moves",
//!     numbering: 1,
//!     size: 60,
//!     goals: &[0],
//!     histogram: &[1, 4, 8, 11, 12, 12, 8, 4],
//!     neighbors: || Box::new(|minute, list| list.extend([1, 10, 50, 59].map(|step| (minute + step) % 60))),
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let store = Store::new(folder.path(), &Threads::available());
//! assert_eq!(store.open_or_build(&CLOCK, &Observer::quiet())?.distance(25), 7);
//! # Ok(())
//! # }
//! ```
//!
//! # When codes are checked
//!
//! A table's codes are compared with the checksum in its header
//!
//! * at every opening, if they have at most 16 MiB;
//! * whenever they are read completely: before [`Store::build`] keeps an existing file, by [`Store::verify`], and by
//!   [`Store::load`] unless the table has a valid stamp;
//! * by a [`BackgroundCheck`], which the caller starts for mapped tables without a valid stamp.
//!
//! A stamp is a small file beside a table: it records that the checksum was right when the file was last read
//! completely. A read-only folder gets no stamps, so each process checks such tables again.
//!
//! | file | contents |
//! |---|---|
//! | `NAME.cubiform` | the table ([`mod@file`]) |
//! | `.NAME.verified` | its stamp |
//! | `.NAME.lock` | the lock of the process that builds the table |
//! | `.NAME.partial` | the progress of a large build that was cancelled |
//! | `.NAME.build-*.tmp` | a file that is being written |

pub mod distance_table;
pub mod file;
pub mod fill;
mod mapped;
mod memory;
mod stamp;
mod table_bytes;
mod table_file;
pub mod table_kind;

mod build;
mod checks;
mod clean;
mod image;
mod load;
mod verify;

use std::io;
use std::path::{Path, PathBuf};

use cubiform_threads::{CancelToken, Threads};

use crate::file::FileError;
use crate::fill::Progress;
pub use crate::table_file::{OpenTables, TableFile, TableIdentity};

pub use checks::{BackgroundCheck, CheckEvent, TableChecks};
pub use clean::{Leftover, LeftoverKind};
pub use image::{fill_image, image_name, open_image};
pub use load::FileState;
pub use mapped::report_faults;
pub use memory::{available_memory, is_mapped_huge};
pub use table_bytes::{OpenTable, TableBytes};
pub use table_kind::TableKind;

/// Whether the target has files. WebAssembly has none, and the compiler leaves out what only a store needs.
pub const HAS_FILES: bool = !cfg!(target_family = "wasm");

/// Memory in bytes that a fill is assumed to need beside its entries.
const MEMORY_MARGIN: u64 = 100 << 20;

/// A folder of table files.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    threads: Threads,
    open: OpenTables,
    /// The kinds of tables that the store knows.
    kinds: Vec<&'static dyn TableKind>,
}

/// An activity of a store, for reports of progress.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Another process is building the same table; the store waits for it.
    Waiting,
    /// The file holds a table of an earlier numbering, which the build replaces.
    Outdated {
        /// The numbering of the file.
        found: u32,
    },
    /// The table is being filled.
    Filling(Progress),
    /// The file is being written: bytes written, bytes in total.
    Writing(u64, u64),
    /// The table is being read into memory: bytes read, bytes in total.
    Loading(u64, u64),
    /// The file is being compared with a fresh fill.
    Comparing,
}

/// A cancellation flag and a receiver of reports for an operation of a store.
pub struct Observer<'a> {
    /// Cancels the operation once it is set.
    pub cancel: &'a CancelToken,
    /// Receives the table and the event; called from any thread.
    pub report: &'a (dyn Fn(&dyn TableKind, Event) + Sync),
}

impl Observer<'static> {
    /// Returns an observer that ignores all reports and never cancels.
    pub fn quiet() -> Observer<'static> {
        static NEVER: CancelToken = CancelToken::never();
        Observer { cancel: &NEVER, report: &|_, _| {} }
    }
}

/// An error of a table in a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be created or written to.
    #[error("cannot write to the table folder {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is missing, damaged, or of another table.
    #[error("{source}")]
    File {
        /// The name of the table it should be.
        table: &'static str,
        /// The error.
        #[source]
        source: FileError,
    },
    /// The disk has too little space for the table.
    #[error(
        "not enough disk space for table {table} in {}: {needed} bytes needed{}", folder.display(),
        free.map_or_else(String::new, |free| format!(", {free} free"))
    )]
    Space {
        /// The name of the table.
        table: &'static str,
        /// The folder.
        folder: PathBuf,
        /// The size of the file in bytes.
        needed: u64,
        /// The free space in bytes, if the system reports it.
        free: Option<u64>,
    },
    /// The table could not be written.
    #[error("cannot write table {table}: {source}")]
    Write {
        /// The name of the table.
        table: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// The counts of a fill differ from those of the catalogue: a bug of cubiform or a fault of the machine.
    #[error(
        "filling table {table} gave wrong counts {found:?}, expected {expected:?}: a bug of cubiform or a fault of this machine"
    )]
    Histogram {
        /// The name of the table.
        table: &'static str,
        /// The counts of the catalogue, of all states or of orbits under symmetry.
        expected: &'static [u64],
        /// The counts of the fill.
        found: Vec<u64>,
    },
    /// The machine has too little free memory to fill the table.
    #[error(
        "not enough memory to fill table {table}: {:.1} GB needed, {:.1} GB free",
        *needed as f64 / 1e9, *available as f64 / 1e9
    )]
    Memory {
        /// The name of the table.
        table: &'static str,
        /// The memory that the fill needs, in bytes.
        needed: u64,
        /// The free memory in bytes.
        available: u64,
    },
    /// The observer cancelled the operation.
    #[error("building table {table} was cancelled; its progress was {}", if *kept { "kept" } else { "discarded" })]
    Cancelled {
        /// The name of the table.
        table: &'static str,
        /// Whether the progress was kept, so that the next build resumes it.
        kept: bool,
    },
}

impl StoreError {
    /// Returns a function that wraps an error of the file of a table.
    fn file(table: &'static str) -> impl Fn(FileError) -> StoreError {
        move |source| StoreError::File { table, source }
    }
}

impl Store {
    /// Creates the store of `folder`, which need not exist yet. Its fills and loads take threads from `threads`.
    pub fn new(folder: impl Into<PathBuf>, threads: &Threads) -> Store {
        Store::sharing(folder, threads, OpenTables::default())
    }

    /// Creates a store that adds the files it opens to `open`, a list that several stores may share.
    pub fn sharing(folder: impl Into<PathBuf>, threads: &Threads, open: OpenTables) -> Store {
        Store { folder: folder.into(), threads: threads.clone(), open, kinds: Vec::new() }
    }

    /// Adds kinds of tables to [`kinds`](Self::kinds). Any kind can be built and opened;
    /// [`leftovers`](Self::leftovers) needs to know which files are in use.
    #[must_use]
    pub fn with_kinds(mut self, kinds: impl IntoIterator<Item = &'static dyn TableKind>) -> Store {
        self.kinds.extend(kinds);
        self
    }

    /// Returns the kinds of tables that were added to the store.
    pub fn kinds(&self) -> impl Iterator<Item = &'static dyn TableKind> {
        self.kinds.iter().copied()
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a table's file, whether or not the file exists.
    pub fn path(&self, entry: &dyn TableKind) -> PathBuf {
        self.folder.join(format!("{}{TABLE_SUFFIX}", entry.name()))
    }

    /// Returns the list of table files that this store has opened and that are still in use.
    pub fn open_tables(&self) -> &OpenTables {
        &self.open
    }

    /// Returns the path of the progress of a cancelled build.
    fn checkpoint_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!(".{name}.partial"))
    }

    fn lock_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!(".{name}.lock"))
    }

    fn folder_error(&self) -> impl Fn(io::Error) -> StoreError {
        |source| StoreError::Folder { folder: self.folder.clone(), source }
    }
}

/// The suffix of the names of table files.
const TABLE_SUFFIX: &str = ".cubiform";

/// Returns an error unless there is enough free memory to fill the table.
fn check_memory(entry: &dyn TableKind) -> Result<(), StoreError> {
    let needed = entry.memory() + MEMORY_MARGIN;
    match memory::available_memory() {
        Some(available) if available < needed => {
            Err(StoreError::Memory { table: entry.name(), needed, available })
        }
        _ => Ok(()),
    }
}

/// Returns the prefix of the names of a table's temporary files.
pub(crate) fn temporary_prefix(name: &str) -> String {
    format!(".{name}.build-")
}
