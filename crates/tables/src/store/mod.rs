//! The store: a folder of table files, which are opened, built once whoever asks first, verified and removed.
//!
//! The codes of a table are held against the checksum of its header
//!
//! * at every opening, if they are at most 16 MiB;
//! * whenever they are read whole anyway: before [`Store::build`] keeps a file, by [`Store::verify`], and by [`Store::load`]
//!   if the table has no valid stamp;
//! * by a [`BackgroundCheck`] that the caller starts for mapped tables that have no valid stamp. A stamp is a small file
//!   beside a table that says that the checksum was right when the file was last read whole. Where the folder cannot be
//!   written there are no stamps, and such tables are checked again by each process.
//!
//! | file | what |
//! |---|---|
//! | `NAME.cubiform` | the table |
//! | `.NAME.verified` | its stamp |
//! | `.NAME.lock` | held by the process that builds the table |
//! | `.NAME.partial` | progress of a large build that was stopped |
//! | `.NAME.build-*.tmp` | a file that is being written |

pub mod atomic_file;
pub mod disk;
pub mod file;
pub mod mapped;
pub(crate) mod stamp;
pub mod table_file;
pub mod table_kind;

mod background;
mod build;
mod clean;
mod load;
mod verify;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::catalogue::Entry;
use crate::memory;
use crate::store::file::FileError;
pub use crate::store::table_file::{OpenTables, TableFile, TableIdentity};
use crate::store::table_kind::TableKind;
use crate::target::fill::Progress;
use crate::target::table::Table;

pub use background::BackgroundCheck;
pub use clean::{Leftover, LeftoverKind};
pub use load::State;

/// Bytes of memory that a fill takes beside those for its entries, generously.
const MEMORY_MARGIN: u64 = 100 << 20;

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    threads: usize,
    open: OpenTables,
}

/// What a store is doing, for those who watch it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Another process is building the same table; waiting for it.
    Waiting,
    /// The file has a table of an earlier numbering, which is replaced.
    Outdated {
        /// The numbering of the file.
        found: u32,
    },
    /// Filling.
    Filling(Progress),
    /// Writing, so many bytes of so many.
    Writing(u64, u64),
    /// Reading a table into memory, so many bytes of so many.
    Loading(u64, u64),
    /// Comparing a file with a fresh fill.
    Comparing,
}

/// How a store reports, and how it is stopped.
pub struct Observer<'a> {
    /// Set it to stop a build.
    pub cancel: &'a AtomicBool,
    /// Called with the table and what happens to it, from any thread.
    pub report: &'a (dyn Fn(&dyn TableKind, Event) + Sync),
}

impl Observer<'static> {
    /// Tells nobody and is never stopped.
    pub fn quiet() -> Observer<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Observer { cancel: &NEVER, report: &|_, _| {} }
    }
}

/// Why a store cannot give a table.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or written in.
    #[error("cannot write in the table folder {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is missing, damaged, or another table's.
    #[error("{source}")]
    File {
        /// The table it should be.
        entry: &'static dyn TableKind,
        /// What is wrong.
        #[source]
        source: FileError,
    },
    /// There is not enough disk space for a table.
    #[error(
        "table {} takes {} bytes of disk in {}{}", entry.name(), needed, folder.display(),
        free.map_or_else(|| ", which has too few free".into(), |free| format!(", {free} are free"))
    )]
    Space {
        /// The table.
        entry: &'static dyn TableKind,
        /// The folder.
        folder: PathBuf,
        /// Bytes of the file.
        needed: u64,
        /// Bytes that are free, where the system tells.
        free: Option<u64>,
    },
    /// A table could not be written.
    #[error("cannot write table {}: {source}", entry.name())]
    Write {
        /// The table.
        entry: &'static dyn TableKind,
        /// What the system says.
        source: io::Error,
    },
    /// A fill gave other counts than the catalogue's: a fault of this program or of the machine.
    #[error("the fill of table {} counted {found:?}, the catalogue has {expected:?}: a fault of cubiform or of this machine", entry.name())]
    Histogram {
        /// The table.
        entry: &'static dyn TableKind,
        /// The catalogue's counts, of all states or of those up to symmetry.
        expected: &'static [u64],
        /// The fill's.
        found: Vec<u64>,
    },
    /// There is not enough memory to fill a table.
    #[error(
        "filling table {} takes {:.1} GB of memory, {:.1} GB are free", entry.name(),
        *needed as f64 / 1e9, *available as f64 / 1e9
    )]
    Memory {
        /// The table.
        entry: &'static dyn TableKind,
        /// Bytes that the fill takes.
        needed: u64,
        /// Bytes that are free.
        available: u64,
    },
    /// The observer stopped it.
    #[error("stopped; {} of table {} was kept", if *kept { "what was filled" } else { "no part" }, entry.name())]
    Cancelled {
        /// The table.
        entry: &'static dyn TableKind,
        /// Whether the next build goes on from where this one was.
        kept: bool,
    },
}

impl StoreError {
    /// A failure of a table's file.
    fn file(entry: &'static dyn TableKind) -> impl Fn(FileError) -> StoreError {
        move |source| StoreError::File { entry, source }
    }
}

impl Store {
    /// The store in `folder`, which need not exist yet; fills use `threads` threads.
    pub fn new(folder: impl Into<PathBuf>, threads: usize) -> Store {
        Store::sharing(folder, threads, OpenTables::default())
    }

    /// The same, with a list of open tables that other stores may share.
    pub fn sharing(folder: impl Into<PathBuf>, threads: usize, open: OpenTables) -> Store {
        Store { folder: folder.into(), threads, open }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a table, whether or not it is there.
    pub fn path(&self, entry: &dyn TableKind) -> PathBuf {
        self.folder.join(format!("{}{TABLE_SUFFIX}", entry.name()))
    }

    /// The files of tables that this store has opened and that are still in use.
    pub fn open_tables(&self) -> &OpenTables {
        &self.open
    }

    /// Where the progress of a fill is kept that was stopped.
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

/// How the name of a table's file ends.
const TABLE_SUFFIX: &str = ".cubiform";

/// Whether there is the memory to fill a table.
fn check_memory(entry: &'static dyn TableKind) -> Result<(), StoreError> {
    let needed = entry.memory() + MEMORY_MARGIN;
    match memory::available() {
        Some(available) if available < needed => Err(StoreError::Memory { entry, needed, available }),
        _ => Ok(()),
    }
}

/// How the names of temporary files of a table begin.
pub(crate) fn temporary_prefix(name: &str) -> String {
    format!(".{name}.build-")
}

/// All tables of `entries` that are in the store or can be built.
///
/// # Errors
/// Those of [`Store::open_or_build`].
pub fn open_all(
    store: &Store,
    entries: &[&'static Entry],
    observer: &Observer<'_>,
) -> Result<Vec<Arc<Table>>, StoreError> {
    entries.iter().map(|entry| store.open_or_build(entry, observer).map(Arc::new)).collect()
}
