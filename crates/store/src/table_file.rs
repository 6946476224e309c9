//! An open table file: its identity, and the check of its codes against their checksum.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use cubiform_threads::CancelToken;

use xxhash_rust::xxh3::Xxh3Default;

use crate::file::{self, FileError, HEADER_LEN, Header, differing_numberings, read_exact_at};
use crate::stamp::{Fingerprint, Outcome, Stamp};
use crate::table_kind::TableKind;

/// The largest size of codes that are checked at every opening, in bytes.
pub(crate) const ALWAYS_CHECKED_BYTES: u64 = 16 << 20;

/// The number of bytes read at a time by a check.
const BLOCK: usize = 1 << 20;

/// The identity of a table's contents: two files with equal identities have equal codes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableIdentity {
    /// The name of the table.
    pub name: &'static str,
    /// The identity of its entries with the version of their numbering: [`TableKind::identity`].
    pub identity: String,
    /// The version of the numbering, if the table has one.
    pub numbering: Option<u32>,
    /// XXH3-64 of the codes, from the header of the file.
    pub checksum: u64,
}

/// An open table file. All reads use its one descriptor, so a file that replaces it in the folder does not matter.
#[derive(Debug)]
pub struct TableFile {
    name: &'static str,
    path: PathBuf,
    file: File,
    header: Header,
    /// Whether its codes matched their checksum when they were last read completely.
    is_verified: AtomicBool,
}

/// The result of opening the file of a table's name.
pub(crate) enum OpenResult {
    /// There is no file.
    Missing,
    /// The table in an earlier numbering, made by an earlier version of cubiform.
    Outdated(u32),
    /// The table.
    File(TableFile),
}

/// The stamps of damage that make opening a file fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TrustedDamage {
    /// None: the file is about to be compared with a fresh fill.
    None,
    /// Stamps of codes that differ from a fresh fill. The checksum itself is about to be checked.
    FillMismatch,
    /// All stamps of damage.
    All,
}

/// Compares a header with a table of the catalogue. Returns the numbering if it is an earlier one.
///
/// # Errors
/// If the header is of another table, or of a later numbering.
pub(crate) fn earlier_numbering(
    header: &Header,
    entry: &dyn TableKind,
    path: &Path,
) -> Result<Option<u32>, FileError> {
    let expected = entry.identity();
    match differing_numberings(&header.identity, &expected) {
        Some((numbering, own)) if numbering < own => return Ok(Some(numbering)),
        Some((numbering, own)) => {
            return Err(FileError::Numbering { path: path.into(), own, found: numbering });
        }
        None if header.identity != expected => {
            let found = header.identity.clone();
            return Err(FileError::Identity { path: path.into(), expected, found });
        }
        None => {}
    }
    if header.histogram != entry.histogram() {
        let (expected, found) = (entry.histogram().to_vec(), header.histogram.clone());
        return Err(FileError::Histogram { path: path.into(), expected, found });
    }
    let payload = entry.payload();
    if header.payload != payload || header.entries != entry.entries() {
        let expected = payload + HEADER_LEN as u64;
        let found = header.payload.saturating_add(HEADER_LEN as u64);
        return Err(FileError::Length { path: path.into(), expected, found });
    }
    Ok(None)
}

impl TableFile {
    /// Opens the file of a table and compares its header with the catalogue.
    ///
    /// # Errors
    /// If the file cannot be read, its header does not fit the table, or a trusted stamp records damage.
    pub(crate) fn open(
        entry: &dyn TableKind,
        path: &Path,
        trusted: TrustedDamage,
    ) -> Result<OpenResult, FileError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(OpenResult::Missing),
            Err(e) => return Err(FileError::io(path, e)),
        };
        let header = Header::read(&file, path)?;
        if let Some(numbering) = earlier_numbering(&header, entry, path)? {
            return Ok(OpenResult::Outdated(numbering));
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
        Ok(OpenResult::File(TableFile { name: entry.name(), path: path.into(), file, header, is_verified }))
    }

    /// Returns the name of the table.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the size of the codes in bytes.
    pub(crate) fn payload(&self) -> u64 {
        self.header.payload
    }

    /// Returns the path at which it was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the identity of its contents.
    pub fn identity(&self) -> TableIdentity {
        TableIdentity {
            name: self.name,
            identity: self.header.identity.clone(),
            numbering: file::numbering(&self.header.identity),
            checksum: self.header.checksum,
        }
    }

    /// Returns whether `other` is an open handle of the same unchanged file.
    pub fn is_same(&self, other: &TableFile) -> bool {
        self.path == other.path && self.header == other.header && self.fingerprint() == other.fingerprint()
    }

    /// Returns whether its codes matched their checksum when they were last read completely, by this process or,
    /// according to a stamp, by another one.
    pub fn is_verified(&self) -> bool {
        self.is_verified.load(Ordering::Acquire)
    }

    /// Reads all codes, compares them with the checksum of the header, and writes a stamp beside the file if the folder
    /// is writable. Returns whether the check was completed, not cancelled.
    ///
    /// # Errors
    /// If the file cannot be read, or its checksum is wrong.
    pub fn check(&self, cancel: &CancelToken) -> Result<bool, FileError> {
        let fingerprint = self.fingerprint();
        let mut hasher = Xxh3Default::new();
        let mut block = vec![0; BLOCK];
        let mut at = 0;
        while at < self.header.payload {
            if cancel.is_cancelled() {
                return Ok(false);
            }
            let length = (self.header.payload - at).min(BLOCK as u64) as usize;
            self.read(&mut block[..length], at).map_err(|e| FileError::io(&self.path, e))?;
            hasher.update(&block[..length]);
            at += length as u64;
        }
        self.record_checksum(hasher.digest(), fingerprint).map(|()| true)
    }

    /// Fills `bytes` with codes, from byte `at` of the codes on.
    pub(crate) fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        read_exact_at(&self.file, bytes, HEADER_LEN as u64 + at)
    }

    /// Returns the file, for mapping.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the checksum of the codes according to the header.
    pub(crate) fn checksum(&self) -> u64 {
        self.header.checksum
    }

    /// Returns the fingerprint of the file. It must be taken before the codes are read.
    pub(crate) fn fingerprint(&self) -> Option<Fingerprint> {
        Fingerprint::read(&self.file)
    }

    /// Compares `found`, the checksum of all codes, with the header's, and writes a stamp with the result. `before` is
    /// the fingerprint of the file from before the codes were read.
    ///
    /// # Errors
    /// If the checksum is wrong.
    pub(crate) fn record_checksum(&self, found: u64, before: Option<Fingerprint>) -> Result<(), FileError> {
        let is_right = found == self.header.checksum;
        self.is_verified.store(is_right, Ordering::Release);
        self.leave_stamp(if is_right { Outcome::Right } else { Outcome::Wrong(found) }, before);
        if is_right {
            return Ok(());
        }
        Err(FileError::Checksum { path: self.path.clone(), expected: self.header.checksum, found })
    }

    /// Writes a stamp beside the file, unless the file has changed since `before`, or is small and so checked at every
    /// opening.
    pub(crate) fn leave_stamp(&self, outcome: Outcome, before: Option<Fingerprint>) {
        let is_kept = self.header.payload > ALWAYS_CHECKED_BYTES || matches!(outcome, Outcome::Differs(_));
        if let Some(fingerprint) = before.filter(|before| is_kept && self.fingerprint() == Some(*before)) {
            // A folder that cannot be written gets no stamps: its tables are checked again by each process.
            let _ = Stamp::new(fingerprint, self.header.checksum, outcome).write(&self.path, self.name);
        }
    }

    /// Removes the stamp of a small file that proved intact. Larger files have a new stamp by then.
    pub(crate) fn clear_stamp(&self) {
        let stamp = Stamp::path(&self.path);
        if self.header.payload <= ALWAYS_CHECKED_BYTES && stamp.exists() {
            let _ = cubiform_files::remove(&stamp);
        }
    }

    /// Returns whether a stamp can be written beside the file.
    pub fn can_be_stamped(&self) -> bool {
        Stamp::can_be_written(&self.path, self.name)
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

    /// Returns the files of all tables in use, in the order in which they were opened.
    pub fn files(&self) -> Vec<Arc<TableFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade).collect()
    }

    /// Returns the identities of all tables in use, sorted by name, without duplicates.
    pub fn identities(&self) -> Vec<TableIdentity> {
        let mut identities: Vec<_> = self.files().iter().map(|file| file.identity()).collect();
        identities.sort();
        identities.dedup();
        identities
    }
}
