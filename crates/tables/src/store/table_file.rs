//! An open table file: what it is, and whether its codes have their checksum.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use xxhash_rust::xxh3::Xxh3Default;

use crate::store::atomic_file;
use crate::store::file::{self, FileError, HEADER_LEN, Header, differing_numberings, read_exact_at};
use crate::store::stamp::{Fingerprint, Outcome, Stamp};
use crate::store::table_kind::TableKind;

/// Codes up to this many bytes are checked whenever a table is opened: a few milliseconds.
pub(crate) const ALWAYS_CHECKED_BYTES: u64 = 16 << 20;

/// Bytes that are read at a time to be checked.
const BLOCK: usize = 1 << 20;

/// What tells the contents of two tables apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableIdentity {
    /// The name of the table.
    pub name: &'static str,
    /// What its entries are, with the version of their numbering: [`TableKind::identity`].
    pub identity: String,
    /// The version of the numbering, if the table has one.
    pub numbering: Option<u32>,
    /// XXH3-64 of the codes, from the header of the file.
    pub checksum: u64,
}

/// An open file of a table. All that is read of the table is read through its one descriptor.
#[derive(Debug)]
pub struct TableFile {
    entry: &'static dyn TableKind,
    path: PathBuf,
    file: File,
    header: Header,
    /// Whether its codes have had their checksum.
    is_verified: AtomicBool,
}

/// What there is under a table's name.
pub(crate) enum Found {
    /// No file.
    Missing,
    /// A table of this numbering, which an earlier version of cubiform made.
    Outdated(u32),
    /// The table.
    File(TableFile),
}

/// Which stamps to believe that say that a file is damaged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TrustedDamage {
    /// None: the file is about to be compared with a fresh fill.
    None,
    /// The ones that say that its codes are not those of a fresh fill: its checksum is about to be checked.
    FillMismatch,
    /// All.
    All,
}

impl TableFile {
    /// Opens the file of a table and holds its header against the catalogue.
    pub(crate) fn open(
        entry: &'static dyn TableKind,
        path: &Path,
        trusted: TrustedDamage,
    ) -> Result<Found, FileError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Found::Missing),
            Err(e) => return Err(FileError::io(path, e)),
        };
        let header = Header::read(&file, path)?;
        let expected = entry.identity();
        match differing_numberings(&header.identity, &expected) {
            Some((found, own)) if found < own => return Ok(Found::Outdated(found)),
            Some((found, own)) => return Err(FileError::Numbering { path: path.into(), own, found }),
            None if header.identity != expected => {
                return Err(FileError::Identity { path: path.into(), expected, found: header.identity });
            }
            None => {}
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
        let outcome = Stamp::read(path).and_then(|stamp| stamp.outcome_of(&file, header.checksum));
        match outcome {
            Some(Outcome::Wrong(found)) if trusted == TrustedDamage::All => {
                return Err(FileError::Checksum { path: path.into(), expected: header.checksum, found });
            }
            Some(Outcome::Differs(byte)) if trusted >= TrustedDamage::FillMismatch => {
                return Err(FileError::Codes { path: path.into(), byte });
            }
            _ => {}
        }
        let is_verified = AtomicBool::new(outcome == Some(Outcome::Right));
        Ok(Found::File(TableFile { entry, path: path.into(), file, header, is_verified }))
    }

    /// The table that it has.
    pub fn entry(&self) -> &'static dyn TableKind {
        self.entry
    }

    /// Its path when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What tells its contents from those of others.
    pub fn identity(&self) -> TableIdentity {
        TableIdentity {
            name: self.entry.name(),
            identity: self.header.identity.clone(),
            numbering: file::numbering(&self.header.identity),
            checksum: self.header.checksum,
        }
    }

    /// Whether another open file is the same one, with the same contents.
    pub fn is_same(&self, other: &TableFile) -> bool {
        self.path == other.path && self.header == other.header && self.fingerprint() == other.fingerprint()
    }

    /// Whether its codes had their checksum when they were last read whole, by this process or, as a stamp beside the file
    /// says, by another one.
    pub fn is_verified(&self) -> bool {
        self.is_verified.load(Ordering::Acquire)
    }

    /// Reads all codes and holds them against the checksum of the header; whether that was done, not cancelled. Leaves a stamp
    /// beside the file, if the folder can be written, so that others need not do so again.
    ///
    /// # Errors
    /// If the file cannot be read, or its checksum is wrong.
    pub fn check(&self, cancel: &AtomicBool) -> Result<bool, FileError> {
        let fingerprint = self.fingerprint();
        let mut hasher = Xxh3Default::new();
        let mut block = vec![0; BLOCK];
        let mut at = 0;
        while at < self.header.payload {
            if cancel.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let length = (self.header.payload - at).min(BLOCK as u64) as usize;
            self.read(&mut block[..length], at).map_err(|e| FileError::io(&self.path, e))?;
            hasher.update(&block[..length]);
            at += length as u64;
        }
        self.record_checksum(hasher.digest(), fingerprint).map(|()| true)
    }

    /// Fills `bytes` with codes from byte `at` of them on.
    pub(crate) fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        read_exact_at(&self.file, bytes, HEADER_LEN as u64 + at)
    }

    /// The file, to be mapped.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// What its codes must have as checksum.
    pub(crate) fn checksum(&self) -> u64 {
        self.header.checksum
    }

    /// What it looks like, to be taken before its codes are read.
    pub(crate) fn fingerprint(&self) -> Option<Fingerprint> {
        Fingerprint::of(&self.file)
    }

    /// Compares the checksum of all of its codes with the header's, and leaves a stamp. `before` is its fingerprint before they
    /// were read.
    pub(crate) fn record_checksum(&self, found: u64, before: Option<Fingerprint>) -> Result<(), FileError> {
        let is_right = found == self.header.checksum;
        self.is_verified.store(is_right, Ordering::Release);
        self.leave_stamp(if is_right { Outcome::Right } else { Outcome::Wrong(found) }, before);
        if is_right {
            return Ok(());
        }
        Err(FileError::Checksum { path: self.path.clone(), expected: self.header.checksum, found })
    }

    /// Leaves a stamp beside the file, unless it has changed since `before`, or is small and checked at every opening anyway.
    pub(crate) fn leave_stamp(&self, outcome: Outcome, before: Option<Fingerprint>) {
        let is_kept = self.header.payload > ALWAYS_CHECKED_BYTES || matches!(outcome, Outcome::Differs(_));
        if let Some(fingerprint) = before.filter(|before| is_kept && self.fingerprint() == Some(*before)) {
            // A folder that cannot be written has no stamps: its tables are checked again each time.
            let _ = Stamp::new(fingerprint, self.header.checksum, outcome).write(&self.path, self.entry);
        }
    }

    /// Removes a stamp that says that a small file is damaged, when it is not. Larger ones have got a new one.
    pub(crate) fn clear_stamp(&self) {
        let stamp = Stamp::path(&self.path);
        if self.header.payload <= ALWAYS_CHECKED_BYTES && stamp.exists() {
            let _ = atomic_file::remove(&stamp);
        }
    }

    /// Whether a stamp can be written beside the file.
    pub fn can_be_stamped(&self) -> bool {
        Stamp::can_be_written(&self.path, self.entry)
    }
}

/// The table files that are open, of one store or of several that share this list.
#[derive(Clone, Debug, Default)]
pub struct OpenTables(Arc<Mutex<Vec<Weak<TableFile>>>>);

impl OpenTables {
    pub(crate) fn add(&self, file: TableFile) -> Arc<TableFile> {
        let file = Arc::new(file);
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|file| file.strong_count() > 0);
        list.push(Arc::downgrade(&file));
        file
    }

    /// The files of all tables that are in use, in the order in which they were opened.
    pub fn files(&self) -> Vec<Arc<TableFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade).collect()
    }

    /// The identities of all tables that are in use, each once, by name.
    pub fn identities(&self) -> Vec<TableIdentity> {
        let mut identities: Vec<_> = self.files().iter().map(|file| file.identity()).collect();
        identities.sort();
        identities.dedup();
        identities
    }
}
