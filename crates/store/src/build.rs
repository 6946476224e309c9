//! Building of tables: fill, write under a temporary name, rename; one process at a time.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use super::{Event, Observer, Store, StoreError, check_memory, temporary_prefix};
use crate::file::{HEADER_LEN, Header, Writer};
use crate::fill::{Checkpoint, Filling, Watch};
use crate::stamp::Outcome;
use crate::table_file::{OpenResult, TableFile, TrustedDamage};
use crate::table_kind::TableKind;
use cubiform_faults::{Operation, fault};
use cubiform_files::AtomicFile;

/// The smallest size of codes, in bytes, for which the progress of a cancelled fill is kept.
const MIN_CHECKPOINT_BYTES: u64 = 1 << 30;

/// The time between two tries to take the lock of a build. A cancellation is seen as often.
const LOCK_INTERVAL: Duration = Duration::from_millis(5);

/// The existing files that a build may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reuse {
    /// An intact table, which makes the build unnecessary, or the progress of a cancelled build.
    Intact,
    /// None.
    Nothing,
}

impl Store {
    /// Builds a table unless a file with the right checksum exists. Returns whether it built it. If another process is
    /// building the table, waits for that process.
    ///
    /// # Errors
    /// If the folder cannot be written, memory or disk space is insufficient, the fill was cancelled, its counts are
    /// wrong, or the file is of a later version of cubiform. In all these cases nothing of the new table remains,
    /// except the progress of a large fill that was cancelled.
    pub fn build(&self, entry: &dyn TableKind, observer: &Observer<'_>) -> Result<bool, StoreError> {
        self.build_reusing(entry, observer, Reuse::Intact)
    }

    /// Builds a table from the start, even if an intact file exists, which stays in place until the new one is
    /// complete.
    ///
    /// # Errors
    /// The errors of [`build`](Self::build).
    pub fn rebuild(&self, entry: &dyn TableKind, observer: &Observer<'_>) -> Result<(), StoreError> {
        self.build_reusing(entry, observer, Reuse::Nothing).map(|_| ())
    }

    fn build_reusing(
        &self,
        entry: &dyn TableKind,
        observer: &Observer<'_>,
        reuse: Reuse,
    ) -> Result<bool, StoreError> {
        let folder_error = self.folder_error();
        fault(Operation::Create).and_then(|()| fs::create_dir_all(&self.folder)).map_err(&folder_error)?;
        let _lock = self.lock(entry, observer).map_err(&folder_error)?;
        let is_cancelled = || observer.cancel.is_cancelled();
        if is_cancelled() {
            return Err(StoreError::Cancelled { table: entry.name(), kept: false });
        }
        let path = self.path(entry);
        match TableFile::open(entry, &path, TrustedDamage::FillMismatch) {
            Err(e) if e.is_later() => return Err(StoreError::File { table: entry.name(), source: e }),
            Ok(OpenResult::Outdated(found)) => (observer.report)(entry, Event::Outdated { found }),
            Ok(OpenResult::File(file))
                if reuse == Reuse::Intact && file.check(observer.cancel).is_ok_and(|is| is) =>
            {
                return Ok(false);
            }
            // Any other file of this name is replaced.
            _ => {}
        }
        if is_cancelled() {
            return Err(StoreError::Cancelled { table: entry.name(), kept: false });
        }
        self.remove_temporaries(entry.name()).map_err(&folder_error)?;
        let checkpoint_path = self.checkpoint_path(entry.name());
        if reuse == Reuse::Nothing && checkpoint_path.exists() {
            cubiform_files::remove(&checkpoint_path).map_err(&folder_error)?;
        }

        check_memory(entry)?;
        // Created before the fill, so that a read-only folder or a full disk is reported first.
        let prefix = temporary_prefix(entry.name());
        let mut file = AtomicFile::create(&path, &prefix).map_err(&folder_error)?;
        let needed = HEADER_LEN as u64 + entry.payload();
        file.reserve(needed).map_err(|e| self.space_error(entry, needed, e))?;
        let watch = Watch {
            cancel: observer.cancel,
            report: &|progress| (observer.report)(entry, Event::Filling(progress)),
        };
        let stopped = read_checkpoint(entry, &checkpoint_path);
        let checkpoint = stopped.as_ref().map(|(map, histogram)| {
            let (last, levels) =
                histogram.split_last().expect("the counts of the levels and the partial count");
            Checkpoint { histogram: levels.to_vec(), partial: *last, codes: &map[HEADER_LEN..] }
        });
        let filling = entry.fill(&self.threads, &watch, checkpoint);
        drop(stopped);
        let write_error = |source| StoreError::Write { table: entry.name(), source };
        if !filling.complete {
            if entry.checkpoint_bytes().is_none() || entry.payload() < MIN_CHECKPOINT_BYTES {
                return Err(StoreError::Cancelled { table: entry.name(), kept: false });
            }
            // Frees the reserved disk space for the file of the progress.
            drop(file);
            let mut file = AtomicFile::create(&checkpoint_path, &prefix).map_err(&folder_error)?;
            let mut histogram = filling.histogram.clone();
            histogram.push(filling.partial);
            self.write(entry, &mut file, &filling, checkpoint_identity(entry), histogram, observer)?;
            file.commit().map_err(write_error)?;
            return Err(StoreError::Cancelled { table: entry.name(), kept: true });
        }
        check_counts(entry, &filling)?;
        let histogram = entry.histogram().to_vec();
        let header = self.write(entry, &mut file, &filling, entry.identity(), histogram, observer)?;
        if header.payload != entry.payload() {
            let text = format!("the fill wrote {} bytes, the table has {}", header.payload, entry.payload());
            return Err(write_error(io::Error::new(io::ErrorKind::InvalidData, text)));
        }
        // A cancellation during the write has no effect: the table is complete.
        file.commit().map_err(write_error)?;
        if checkpoint_path.exists() {
            let _ = cubiform_files::remove(&checkpoint_path);
        }
        if let Ok(OpenResult::File(file)) = TableFile::open(entry, &path, TrustedDamage::None)
            && file.checksum() == header.checksum
        {
            file.leave_stamp(Outcome::Right, file.fingerprint());
        }
        Ok(true)
    }

    /// Converts an error of reserving or writing `needed` bytes into a [`StoreError`].
    fn space_error(&self, entry: &dyn TableKind, needed: u64, source: io::Error) -> StoreError {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                StoreError::Space {
                    table: entry.name(),
                    folder: self.folder.clone(),
                    needed,
                    free: cubiform_files::free_space(&self.folder),
                }
            }
            _ => StoreError::Write { table: entry.name(), source },
        }
    }

    /// Writes codes and header to a temporary file. Returns the header.
    fn write(
        &self,
        entry: &dyn TableKind,
        file: &mut AtomicFile,
        filling: &Filling,
        identity: String,
        histogram: Vec<u64>,
        observer: &Observer<'_>,
    ) -> Result<Header, StoreError> {
        let write_error = |source: io::Error| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                self.space_error(entry, HEADER_LEN as u64 + entry.payload(), source)
            }
            _ => StoreError::Write { table: entry.name(), source },
        };
        let total = entry.payload();
        let mut writer = Writer::new(file).map_err(write_error)?;
        let report = |written| (observer.report)(entry, Event::Writing(written, total));
        let mut reporting = ReportingWriter { writer: &mut writer, written: 0, report: &report };
        filling.write(&mut reporting).map_err(write_error)?;
        writer.finish(identity, entry.entries(), histogram).map_err(write_error)
    }

    /// Takes the lock of a table's build, waiting for other processes. The system releases it when the process ends.
    fn lock(&self, entry: &dyn TableKind, observer: &Observer<'_>) -> io::Result<File> {
        loop {
            match self.try_lock(entry.name())? {
                Some(lock) => return Ok(lock),
                // The caller checks the cancellation after this and builds nothing.
                None if observer.cancel.is_cancelled() => {
                    return File::open(self.lock_path(entry.name()));
                }
                None => {
                    (observer.report)(entry, Event::Waiting);
                    std::thread::sleep(LOCK_INTERVAL);
                }
            }
        }
    }

    /// Takes the lock of the builds of a table of this name. Returns `None` if another process holds it.
    pub(crate) fn try_lock(&self, name: &str) -> io::Result<Option<File>> {
        let path = self.lock_path(name);
        loop {
            fault(Operation::Create)?;
            let file = File::options().create(true).write(true).truncate(false).open(&path)?;
            match file.try_lock() {
                // The previous holder may have removed the lock file. Then this lock is of a deleted file, which no
                // other process sees.
                Ok(()) if is_file_at(&file, &path) => return Ok(Some(file)),
                Ok(()) => {}
                Err(fs::TryLockError::WouldBlock) => return Ok(None),
                Err(fs::TryLockError::Error(e)) => return Err(e),
            }
        }
    }

    /// Removes the temporary files of killed builds. The caller must hold the lock.
    pub(crate) fn remove_temporaries(&self, name: &str) -> io::Result<()> {
        let prefix = temporary_prefix(name);
        for file in fs::read_dir(&self.folder)? {
            let file = file?;
            if cubiform_files::is_temporary(&file.file_name().to_string_lossy(), &prefix) {
                cubiform_files::remove(&file.path())?;
            }
        }
        Ok(())
    }
}

/// Returns whether an open file is the one at `path`.
fn is_file_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let (Ok(own), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
        number(own) == number(there)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Maps the file with the progress of a cancelled fill, if it exists and is intact. Returns it with the number of
/// states at each distance, followed by the number found so far at the next distance.
pub(crate) fn read_checkpoint(entry: &dyn TableKind, path: &Path) -> Option<(Mmap, Vec<u64>)> {
    let file = File::open(path).ok()?;
    let header = Header::read(&file, path).ok()?;
    if header.identity != checkpoint_identity(entry) || Some(header.payload) != entry.checkpoint_bytes() {
        return None;
    }
    // SAFETY: as for a table, complete files replace the file, and the lock is held.
    let map = unsafe { Mmap::map(&file) }.ok()?;
    let is_intact = header.histogram.len() >= 2 && xxh3_64(&map[HEADER_LEN..]) == header.checksum;
    is_intact.then_some((map, header.histogram))
}

/// Returns the identity in the header of a file with the progress of a fill.
pub(crate) fn checkpoint_identity(entry: &dyn TableKind) -> String {
    format!("progress of {}", entry.identity())
}

/// Compares the counts of a fill with those of the catalogue.
///
/// # Errors
/// [`StoreError::Histogram`] if they differ.
pub(crate) fn check_counts(entry: &dyn TableKind, filling: &Filling) -> Result<(), StoreError> {
    let states = (entry.histogram(), &filling.histogram);
    let orbits = entry.orbit_counts().map(|orbits| (orbits, &filling.orbit_counts));
    match [states].into_iter().chain(orbits).find(|(expected, found)| *expected != &found[..]) {
        Some((expected, found)) => {
            Err(StoreError::Histogram { table: entry.name(), expected, found: found.clone() })
        }
        None => Ok(()),
    }
}

/// A writer that passes bytes on and reports their number.
struct ReportingWriter<'a, W> {
    writer: &'a mut W,
    written: u64,
    report: &'a dyn Fn(u64),
}

impl<W: Write> Write for ReportingWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        // One report for each MiB: single writes have a few bytes.
        if (self.written >> 20) != (self.written + written as u64) >> 20 {
            (self.report)(self.written + written as u64);
        }
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
