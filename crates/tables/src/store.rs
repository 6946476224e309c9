//! The store: a folder of table files, which are opened, built once whoever asks first, verified and removed.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use xxhash_rust::xxh3::xxh3_64;

use crate::catalogue::Entry;
use crate::cosets::CosetTable;
use crate::cosets::catalogue::CosetEntry;
use crate::file::{FileError, HEADER_LEN, Header, Writer, differ_in_numbering};
use crate::fill::{Checkpoint, Filling, Progress, Watch};
use crate::four::StageTable;
use crate::four::catalogue::StageEntry;
use crate::four::pairs::{PAIR_TABLE, PairTable};
use crate::memory;
use crate::stored::Stored;
use crate::table::{Codes, Table};
use crate::whole::Beyond;
use crate::whole::catalogue::PhaseEntry;

/// Codes up to this many bytes are held against their checksum whenever a table is opened: a few milliseconds.
const ALWAYS_CHECKED: u64 = 16 << 20;

/// The progress of a fill of a table of at least as many bytes is kept when it is stopped.
const WORTH_KEEPING: u64 = 1 << 30;

/// Bytes of memory that a fill takes beside those for its entries, generously.
const MARGIN: u64 = 100 << 20;

/// Bytes that a thread reads at a time into memory.
const LOAD_BLOCK: usize = 16 << 20;

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    threads: usize,
}

/// What a store is doing, for those who watch it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Another process is building the same table; waiting for it.
    Waiting,
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
    pub report: &'a (dyn Fn(&dyn Stored, Event) + Sync),
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
        source: std::io::Error,
    },
    /// A file is missing, damaged, or another table's.
    #[error("{source}")]
    File {
        /// The table it should be.
        entry: &'static dyn Stored,
        /// What is wrong.
        #[source]
        source: FileError,
    },
    /// A table could not be written; nothing of it is left.
    #[error("cannot write table {}: {source}; nothing of it was kept", entry.name())]
    Write {
        /// The table.
        entry: &'static dyn Stored,
        /// What the system says.
        source: std::io::Error,
    },
    /// A fill gave other counts than the catalogue's: a fault of this program or of the machine.
    #[error("the fill of table {} counted {found:?}, the catalogue has {expected:?}: a fault of cubiform or of this machine", entry.name())]
    Histogram {
        /// The table.
        entry: &'static dyn Stored,
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
        entry: &'static dyn Stored,
        /// Bytes that the fill takes.
        needed: u64,
        /// Bytes that are free.
        available: u64,
    },
    /// The observer stopped it.
    #[error("stopped; {} of table {} was kept", if *kept { "what was filled" } else { "no part" }, entry.name())]
    Cancelled {
        /// The table.
        entry: &'static dyn Stored,
        /// Whether the next build goes on from where this one was.
        kept: bool,
    },
}

impl Store {
    /// The store in `folder`, which need not exist yet; fills use `threads` threads.
    pub fn new(folder: impl Into<PathBuf>, threads: usize) -> Store {
        Store { folder: folder.into(), threads }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a table, whether or not it is there.
    pub fn path(&self, entry: &dyn Stored) -> PathBuf {
        self.folder.join(format!("{}.cubiform", entry.name()))
    }

    /// Opens a table's file: a few system calls, and a checksum where it is small.
    ///
    /// `Ok(None)` if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read, or is not whole, of this version, and of this table.
    pub fn open(&self, entry: &'static Entry) -> Result<Option<Table>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| table(entry, codes)))
    }

    /// The same for a table of cosets, which takes some 50 ms to prepare.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_cosets(&self, entry: &'static CosetEntry) -> Result<Option<CosetTable>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| cosets(entry, codes)))
    }

    /// The filters of a phase, copied into memory.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_phase(&self, entry: &'static PhaseEntry) -> Result<Option<Beyond>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| entry.beyond(codes.bytes())))
    }

    /// The same for a table of a stage of the 4x4x4; the stage is made if it was not yet asked for.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_stage(&self, entry: &'static StageEntry) -> Result<Option<StageTable>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| stage(entry, codes)))
    }

    /// Opens the table of pairs of the 4x4x4, if it is built.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_pairs(&self) -> Result<Option<PairTable>, StoreError> {
        Ok(self.open_codes(&PAIR_TABLE)?.map(PairTable::new))
    }

    /// Whether there is a table's file.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn has(&self, entry: &'static dyn Stored) -> Result<bool, StoreError> {
        Ok(self.open_codes(entry)?.is_some())
    }

    /// Whether a table is still to be built: if there is no file of it, or one in which an earlier version of cubiform
    /// kept its codes in another order or meant something else by them. A file that is damaged is there.
    pub fn lacks(&self, entry: &dyn Stored) -> bool {
        let path = self.path(entry);
        match File::open(&path) {
            Err(e) => e.kind() == std::io::ErrorKind::NotFound,
            Ok(mut file) => Header::read(&mut file, &path)
                .is_ok_and(|header| differ_in_numbering(&header.identity, &entry.identity())),
        }
    }

    fn open_codes(&self, entry: &'static dyn Stored) -> Result<Option<Codes>, StoreError> {
        let path = self.path(entry);
        self.open_file(entry, &path).map_err(|source| StoreError::File { entry, source })
    }

    fn open_file(&self, entry: &'static dyn Stored, path: &Path) -> Result<Option<Codes>, FileError> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(FileError::io(path, e)),
        };
        let header = Header::read(&mut file, path)?;
        let expected = entry.identity();
        if differ_in_numbering(&header.identity, &expected) {
            return Ok(None);
        }
        if header.identity != expected {
            return Err(FileError::Identity { path: path.into(), expected, found: header.identity });
        }
        if header.histogram != entry.histogram() {
            let (expected, found) = (entry.histogram().to_vec(), header.histogram);
            return Err(FileError::Histogram { path: path.into(), expected, found });
        }
        let payload = entry.payload();
        if header.payload != payload || header.entries != entry.entries() {
            let expected = payload + HEADER_LEN as u64;
            let found = header.payload.saturating_add(HEADER_LEN as u64);
            return Err(FileError::Length { path: path.into(), expected, found });
        }
        // SAFETY: the map is read only. Its bytes change under it only if somebody writes into a table's file
        // in place, which cubiform never does: it renames whole files over them.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(|e| FileError::io(path, e))?;
        #[cfg(target_os = "linux")]
        // What is read from the disk now should come in huge pages, where the file system can; as right without.
        let _ = map.advise(memmap2::Advice::HugePage);
        let codes = Codes::Mapped(map, HEADER_LEN);
        if payload <= ALWAYS_CHECKED {
            check(codes.bytes(), &header, path)?;
        }
        Ok(Some(codes))
    }

    /// Opens a table and copies it into memory of the process, on huge pages where the system grants them: worth it
    /// for many look-ups in large tables, since a mapped file has small pages.
    ///
    /// `Ok(None)` if there is no such file.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), if there is not enough memory, or if it was stopped.
    pub fn load(&self, entry: &'static Entry, observer: &Observer<'_>) -> Result<Option<Table>, StoreError> {
        Ok(self.load_codes(entry, observer)?.map(|codes| table(entry, codes)))
    }

    /// The same for a table of cosets.
    ///
    /// # Errors
    /// Those of [`load`](Self::load).
    pub fn load_cosets(
        &self,
        entry: &'static CosetEntry,
        observer: &Observer<'_>,
    ) -> Result<Option<CosetTable>, StoreError> {
        Ok(self.load_codes(entry, observer)?.map(|codes| cosets(entry, codes)))
    }

    /// The same for a table of a stage of the 4x4x4.
    ///
    /// # Errors
    /// Those of [`load`](Self::load).
    pub fn load_stage(
        &self,
        entry: &'static StageEntry,
        observer: &Observer<'_>,
    ) -> Result<Option<StageTable>, StoreError> {
        Ok(self.load_codes(entry, observer)?.map(|codes| stage(entry, codes)))
    }

    fn load_codes(
        &self,
        entry: &'static dyn Stored,
        observer: &Observer<'_>,
    ) -> Result<Option<Codes>, StoreError> {
        if self.open_codes(entry)?.is_none() {
            return Ok(None);
        }
        let path = self.path(entry);
        let io = |e| StoreError::File { entry, source: FileError::io(&path, e) };
        let total = entry.payload();
        let mut map = memmap2::MmapMut::map_anon(total as usize).map_err(io)?;
        #[cfg(target_os = "linux")]
        // Without huge pages it is slower, and as right.
        let _ = map.advise(memmap2::Advice::HugePage);
        let loaded = AtomicU64::new(0);
        let queue = Mutex::new(map.chunks_mut(LOAD_BLOCK).enumerate());
        let read = || -> std::io::Result<()> {
            let mut file = File::open(&path)?;
            loop {
                let next = queue.lock().expect("no thread panics with the lock").next();
                let Some((i, block)) = next else { return Ok(()) };
                if observer.cancel.load(Ordering::Relaxed) {
                    return Ok(());
                }
                file.seek(SeekFrom::Start((HEADER_LEN + i * LOAD_BLOCK) as u64))?;
                file.read_exact(block)?;
                let block = block.len() as u64;
                let loaded = loaded.fetch_add(block, Ordering::Relaxed) + block;
                (observer.report)(entry, Event::Loading(loaded, total));
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.max(1)).map(|_| scope.spawn(read)).collect();
            let own = read();
            others.into_iter().map(|t| t.join().expect("reading does not panic")).fold(own, Result::and)
        })
        .map_err(io)?;
        if observer.cancel.load(Ordering::Relaxed) {
            return Err(StoreError::Cancelled { entry, kept: false });
        }
        Ok(Some(Codes::Copied(map.make_read_only().map_err(io)?)))
    }

    /// Opens a table, building it first if there is none.
    ///
    /// # Errors
    /// Those of [`open`](Self::open) and [`build`](Self::build).
    pub fn open_or_build(&self, entry: &'static Entry, observer: &Observer<'_>) -> Result<Table, StoreError> {
        if let Some(table) = self.open(entry)? {
            return Ok(table);
        }
        self.build(entry, observer)?;
        self.open(entry)?.ok_or_else(|| {
            let gone = std::io::Error::new(std::io::ErrorKind::NotFound, "removed as soon as it was built");
            StoreError::File { entry, source: FileError::io(&self.path(entry), gone) }
        })
    }

    /// Builds a table's file if there is none that is whole, checksum and all; whether it did. If another process is
    /// at it, waits for that one instead.
    ///
    /// # Errors
    /// If the folder cannot be written, memory or disk do not suffice, the fill was stopped, or its counts are wrong.
    /// Nothing of the table is left then, but the progress of a large fill that was stopped.
    pub fn build(&self, entry: &'static dyn Stored, observer: &Observer<'_>) -> Result<bool, StoreError> {
        self.build_unless(entry, observer, |entry| self.is_whole(entry))
    }

    /// Builds a table's file anew, from the start, even if there is a whole one, which stays until then.
    ///
    /// # Errors
    /// Those of [`build`](Self::build).
    pub fn rebuild(&self, entry: &'static dyn Stored, observer: &Observer<'_>) -> Result<(), StoreError> {
        let anew = |entry: &'static dyn Stored| {
            // There may be none.
            let _ = fs::remove_file(self.partial_path(entry));
            false
        };
        self.build_unless(entry, observer, anew).map(|_| ())
    }

    fn build_unless(
        &self,
        entry: &'static dyn Stored,
        observer: &Observer<'_>,
        is_there: impl Fn(&'static dyn Stored) -> bool,
    ) -> Result<bool, StoreError> {
        let folder_error = |source| StoreError::Folder { folder: self.folder.clone(), source };
        fs::create_dir_all(&self.folder).map_err(folder_error)?;
        let _lock = self.lock(entry, observer).map_err(folder_error)?;
        if observer.cancel.load(Ordering::Relaxed) {
            return Err(StoreError::Cancelled { entry, kept: false });
        }
        if is_there(entry) {
            return Ok(false);
        }
        self.remove_leftovers(entry).map_err(folder_error)?;

        has_memory(entry)?;
        // Made before the fill: that the folder cannot be written is better known now.
        let file = self.temporary(entry).map_err(folder_error)?;
        let watch = Watch {
            cancel: observer.cancel,
            report: &|progress| (observer.report)(entry, Event::Filling(progress)),
        };
        let partial = self.partial(entry);
        let checkpoint = partial.as_ref().map(|(map, histogram)| {
            let (last, levels) = histogram.split_last().expect("it has both");
            Checkpoint { histogram: levels.to_vec(), partial: *last, codes: &map[HEADER_LEN..] }
        });
        let filling = entry.fill(self.threads, &watch, checkpoint);
        drop(partial);
        if !filling.complete {
            if entry.resumes().is_none() || entry.payload() < WORTH_KEEPING {
                return Err(StoreError::Cancelled { entry, kept: false });
            }
            let mut histogram = filling.histogram.clone();
            histogram.push(filling.partial);
            self.write(entry, file, &filling, partial_identity(entry), histogram, observer)?
                .persist(self.partial_path(entry))
                .map_err(|e| StoreError::Write { entry, source: e.error })?;
            return Err(StoreError::Cancelled { entry, kept: true });
        }
        check_counts(entry, &filling)?;
        let file =
            self.write(entry, file, &filling, entry.identity(), entry.histogram().to_vec(), observer)?;
        // If it was stopped while it wrote, the table is whole all the same.
        file.persist(self.path(entry)).map_err(|e| StoreError::Write { entry, source: e.error })?;
        let _ = fs::remove_file(self.partial_path(entry));
        Ok(true)
    }

    /// Writes codes and header to a temporary file.
    fn write(
        &self,
        entry: &'static dyn Stored,
        mut file: tempfile::NamedTempFile,
        filling: &Filling,
        identity: String,
        histogram: Vec<u64>,
        observer: &Observer<'_>,
    ) -> Result<tempfile::NamedTempFile, StoreError> {
        let write_error = |source| StoreError::Write { entry, source };
        let total = entry.payload();
        let mut writer = Writer::new(file.as_file_mut()).map_err(write_error)?;
        let report = |written| (observer.report)(entry, Event::Writing(written, total));
        let mut reporting = Reporting { writer: &mut writer, written: 0, report: &report };
        filling.write(&mut reporting).map_err(write_error)?;
        writer.finish(identity, entry.entries(), histogram).map_err(write_error)?;
        Ok(file)
    }

    /// Where the progress of a fill is kept that was stopped.
    fn partial_path(&self, entry: &dyn Stored) -> PathBuf {
        self.folder.join(format!(".{}.partial", entry.name()))
    }

    /// The progress of a fill that was stopped, if it is there and whole: its file, and its histogram with, last, the
    /// states found of the level that it was at.
    fn partial(&self, entry: &dyn Stored) -> Option<(memmap2::Mmap, Vec<u64>)> {
        let path = self.partial_path(entry);
        let mut file = File::open(&path).ok()?;
        let header = Header::read(&mut file, &path).ok()?;
        // SAFETY: as for a table: files are replaced whole, and the lock is held.
        let map = unsafe { memmap2::Mmap::map(&file) }.ok()?;
        let whole = header.identity == partial_identity(entry)
            && Some(header.payload) == entry.resumes()
            && header.histogram.len() >= 2
            && xxh3_64(&map[HEADER_LEN..]) == header.checksum;
        whole.then_some((map, header.histogram))
    }

    /// Whether a table's file opens and its codes have the right checksum.
    pub fn is_whole(&self, entry: &'static dyn Stored) -> bool {
        let path = self.path(entry);
        let Ok(Some(codes)) = self.open_codes(entry) else { return false };
        let header = File::open(&path).map_err(|e| FileError::io(&path, e));
        header
            .and_then(|mut f| Header::read(&mut f, &path))
            .and_then(|h| check(codes.bytes(), &h, &path))
            .is_ok()
    }

    /// A file in the folder that removes itself unless it is made the table's, readable as any other file is.
    fn temporary(&self, entry: &dyn Stored) -> std::io::Result<tempfile::NamedTempFile> {
        let prefix = temporary_prefix(entry);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(&self.folder)
    }

    /// The lock of a table's build, which the system frees when the process ends.
    fn lock(&self, entry: &dyn Stored, observer: &Observer<'_>) -> std::io::Result<File> {
        let path = self.folder.join(format!(".{}.lock", entry.name()));
        let file = File::options().create(true).write(true).truncate(false).open(path)?;
        while let Err(e) = file.try_lock() {
            match e {
                fs::TryLockError::WouldBlock if observer.cancel.load(Ordering::Relaxed) => break,
                fs::TryLockError::WouldBlock => {
                    (observer.report)(entry, Event::Waiting);
                    std::thread::sleep(std::time::Duration::from_millis(50));
                }
                fs::TryLockError::Error(e) => return Err(e),
            }
        }
        Ok(file)
    }

    /// Removes what builds left that were killed; only while holding the lock.
    fn remove_leftovers(&self, entry: &dyn Stored) -> std::io::Result<()> {
        for file in fs::read_dir(&self.folder)? {
            let file = file?;
            let name = file.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(&temporary_prefix(entry)) && name.ends_with(".tmp") {
                fs::remove_file(file.path())?;
            }
        }
        Ok(())
    }

    /// Holds a table's file against its checksum, and its codes and counts against a fresh fill.
    ///
    /// # Errors
    /// The first difference, or [`StoreError::Cancelled`].
    pub fn verify(&self, entry: &'static dyn Stored, observer: &Observer<'_>) -> Result<(), StoreError> {
        let path = self.path(entry);
        let file_error = |source| StoreError::File { entry, source };
        let Some(codes) = self.open_codes(entry)? else {
            let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(file_error(FileError::io(&path, missing)));
        };
        let io = |e| file_error(FileError::io(&path, e));
        let header = Header::read(&mut File::open(&path).map_err(io)?, &path).map_err(file_error)?;
        check(codes.bytes(), &header, &path).map_err(file_error)?;
        let watch = Watch {
            cancel: observer.cancel,
            report: &|progress| (observer.report)(entry, Event::Filling(progress)),
        };
        has_memory(entry)?;
        let filling = entry.fill(self.threads, &watch, None);
        if !filling.complete {
            return Err(StoreError::Cancelled { entry, kept: false });
        }
        check_counts(entry, &filling)?;
        (observer.report)(entry, Event::Comparing);
        let mut compare = Compare { codes: codes.bytes(), at: 0 };
        match filling.write(&mut compare) {
            Ok(()) => Ok(()),
            Err(_) => Err(file_error(FileError::Codes { path, byte: HEADER_LEN + compare.at })),
        }
    }

    /// Removes a table's file, and the progress of a build of it that was stopped; whether there was any.
    ///
    /// # Errors
    /// Those of the system.
    pub fn remove(&self, entry: &'static dyn Stored) -> Result<bool, StoreError> {
        let mut any = false;
        for path in [self.partial_path(entry), self.path(entry)] {
            match fs::remove_file(&path) {
                Ok(()) => any = true,
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
                Err(e) => return Err(StoreError::File { entry, source: FileError::io(&path, e) }),
            }
        }
        Ok(any)
    }
}

/// Whether there is the memory to fill a table.
fn has_memory(entry: &'static dyn Stored) -> Result<(), StoreError> {
    let needed = entry.memory() + MARGIN;
    match memory::available() {
        Some(available) if available < needed => Err(StoreError::Memory { entry, needed, available }),
        _ => Ok(()),
    }
}

/// What identifies the progress of a fill.
fn partial_identity(entry: &dyn Stored) -> String {
    format!("progress of {}", entry.identity())
}

fn temporary_prefix(entry: &dyn Stored) -> String {
    format!(".{}.build-", entry.name())
}

/// A table, with its codes.
fn table(entry: &Entry, codes: Codes) -> Table {
    Table::new(entry.name, Arc::clone(entry.coordinate()), codes)
}

/// A table of cosets, with its codes.
fn cosets(entry: &CosetEntry, codes: Codes) -> CosetTable {
    CosetTable::new(Arc::clone(entry.coordinate()), codes)
}

/// A table of a stage, with its codes.
fn stage(entry: &'static StageEntry, codes: Codes) -> StageTable {
    StageTable::new(entry.name, entry.stage(), entry.metric, codes)
}

/// Holds the codes of a table against its header's checksum.
fn check(codes: &[u8], header: &Header, path: &Path) -> Result<(), FileError> {
    let found = xxh3_64(codes);
    if found == header.checksum {
        return Ok(());
    }
    Err(FileError::Checksum { path: path.into(), expected: header.checksum, found })
}

/// Holds the counts of a fill against the catalogue's.
fn check_counts(entry: &'static dyn Stored, filling: &Filling) -> Result<(), StoreError> {
    let states = (entry.histogram(), &filling.histogram);
    let orbits = entry.orbits().map(|orbits| (orbits, &filling.orbits));
    match [states].into_iter().chain(orbits).find(|(expected, found)| *expected != &found[..]) {
        Some((expected, found)) => Err(StoreError::Histogram { entry, expected, found: found.clone() }),
        None => Ok(()),
    }
}

/// Passes bytes on and tells how many there were.
struct Reporting<'a, W> {
    writer: &'a mut W,
    written: u64,
    report: &'a dyn Fn(u64),
}

impl<W: Write> Write for Reporting<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.writer.write(bytes)?;
        // A report for each MiB: cells are a few bytes each.
        if (self.written >> 20) != (self.written + written as u64) >> 20 {
            (self.report)(self.written + written as u64);
        }
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

/// Compares what is written to it with codes; an error at the first difference.
struct Compare<'a> {
    codes: &'a [u8],
    at: usize,
}

impl Write for Compare<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let ours = &self.codes[self.at.min(self.codes.len())..];
        let same = ours.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        self.at += same;
        if same < bytes.len() {
            return Err(std::io::Error::other("the codes differ"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
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
