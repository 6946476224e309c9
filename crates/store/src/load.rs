//! Opening of tables: mapped from their files, or copied into memory and checked.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::{Event, Observer, Store, StoreError};
use crate::file::{FileError, HEADER_LEN, Header, differing_numberings};
use crate::mapped::MappedFile;
use crate::table_bytes::{OpenTable, TableBytes};
use crate::table_file::{ALWAYS_CHECKED_BYTES, OpenResult, TableFile, TableIdentity, TrustedDamage};
use crate::table_kind::TableKind;

/// The number of bytes that a thread reads into memory at a time.
const LOAD_BLOCK: usize = 16 << 20;

/// The state of a table in the store.
#[derive(Debug)]
pub enum FileState {
    /// There is no file.
    Missing,
    /// A table of an earlier numbering, which a build replaces.
    Outdated {
        /// Its numbering.
        numbering: u32,
    },
    /// The table. Its codes matched their checksum when they were last read completely.
    Verified(TableIdentity),
    /// The table. Its codes have not been read completely since the file was put there.
    Unverified(TableIdentity),
    /// A file that cannot be used.
    Damaged(FileError),
}

impl Store {
    /// Opens a table by mapping its file. Returns `None` if there is no file.
    ///
    /// Codes of at most 16 MiB are checked. For larger ones without a stamp, start a
    /// [`BackgroundCheck`](super::BackgroundCheck).
    ///
    /// # Errors
    /// If the file cannot be read, is incomplete or damaged, or is of another version or another table.
    pub fn open<K: OpenTable>(&self, kind: &K) -> Result<Option<K::Table>, StoreError> {
        Ok(self.open_codes(kind)?.map(|codes| kind.table(codes)))
    }

    /// Returns whether a table has a usable file.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn has(&self, entry: &dyn TableKind) -> Result<bool, StoreError> {
        Ok(self.open_codes(entry)?.is_some())
    }

    /// Returns the state of a table in the store.
    pub fn state(&self, entry: &dyn TableKind) -> FileState {
        match TableFile::open(entry, &self.path(entry), TrustedDamage::All) {
            Ok(OpenResult::Missing) => FileState::Missing,
            Ok(OpenResult::Outdated(numbering)) => FileState::Outdated { numbering },
            Ok(OpenResult::File(file)) => match self.map(file) {
                Ok(codes) => match codes.file() {
                    Some(file) if file.is_verified() => FileState::Verified(file.identity()),
                    Some(file) => FileState::Unverified(file.identity()),
                    None => FileState::Missing,
                },
                Err(e) => FileState::Damaged(e),
            },
            Err(e) => FileState::Damaged(e),
        }
    }

    /// Returns whether a table must be built: it has no file, or its file has an earlier numbering. A damaged file does
    /// not count as missing.
    pub fn must_build(&self, entry: &dyn TableKind) -> bool {
        let path = self.path(entry);
        match File::open(&path) {
            Err(e) => e.kind() == io::ErrorKind::NotFound,
            Ok(file) => Header::read(&file, &path).is_ok_and(|header| {
                differing_numberings(&header.identity, &entry.identity())
                    .is_some_and(|(numbering, own)| numbering < own)
            }),
        }
    }

    /// Maps the codes of a table. Returns `None` if there is no file.
    pub(crate) fn open_codes(&self, entry: &dyn TableKind) -> Result<Option<TableBytes>, StoreError> {
        let map = |file| self.map(file).map(Some);
        let opened = TableFile::open(entry, &self.path(entry), TrustedDamage::All);
        let mapped =
            opened.and_then(|opened| if let OpenResult::File(file) = opened { map(file) } else { Ok(None) });
        mapped.map_err(StoreError::file(entry.name()))
    }

    /// Maps the codes of a file, and checks them if they are small.
    pub(crate) fn map(&self, file: TableFile) -> Result<TableBytes, FileError> {
        let bytes = file.payload() + HEADER_LEN as u64;
        if isize::try_from(bytes).is_err() {
            return Err(FileError::TooLarge { path: file.path().into(), bytes });
        }
        // SAFETY: the map is read-only. Its bytes change only if another program writes into the file in place;
        // cubiform never does, it renames complete files over existing ones.
        let map = unsafe { MappedFile::map(file.file(), file.path()) };
        let map = map.map_err(|e| FileError::io(file.path(), e))?;
        if file.payload() <= ALWAYS_CHECKED_BYTES {
            file.record_checksum(xxh3_64(&map[HEADER_LEN..]), None)?;
        }
        Ok(TableBytes::mapped(map, self.open.add(file)))
    }

    /// Opens a table by copying it into memory of the process, on huge pages if the system grants them. Returns `None`
    /// if there is no file.
    ///
    /// Mapped files usually have small pages, so a copy is better for many look-ups in large tables. The codes are
    /// compared with their checksum unless a valid stamp records that this was done.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open); if there is too little memory; if it was cancelled.
    pub fn load<K: OpenTable>(
        &self,
        kind: &K,
        observer: &Observer<'_>,
    ) -> Result<Option<K::Table>, StoreError> {
        Ok(self.load_codes(kind, observer)?.map(|codes| kind.table(codes)))
    }

    /// Copies the codes of a table into memory, by several threads, and checks them.
    fn load_codes(
        &self,
        entry: &dyn TableKind,
        observer: &Observer<'_>,
    ) -> Result<Option<TableBytes>, StoreError> {
        let path = self.path(entry);
        let failed = StoreError::file(entry.name());
        let io = |e| StoreError::File { table: entry.name(), source: FileError::io(&path, e) };
        let opened = TableFile::open(entry, &path, TrustedDamage::FillMismatch).map_err(&failed)?;
        let OpenResult::File(file) = opened else { return Ok(None) };
        let fingerprint = file.fingerprint();
        let total = entry.payload();
        let too_large = || FileError::TooLarge { path: path.clone(), bytes: total };
        let length = usize::try_from(total).map_err(|_| failed(too_large()))?;
        let mut map = memmap2::MmapMut::map_anon(length).map_err(io)?;
        #[cfg(target_os = "linux")]
        // Advice only: the copy works without huge pages, but look-ups are slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        let loaded = AtomicU64::new(0);
        let queue = Mutex::new(map.chunks_mut(LOAD_BLOCK).enumerate());
        // A valid stamp replaces the checksum, since hashing gigabytes takes a noticeable part of a short run.
        let hasher = (!file.is_verified()).then(OrderedHasher::new);
        // A failure of one thread stops all threads.
        let has_failed = AtomicBool::new(false);
        let read = || -> io::Result<()> {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((i, block)) = next else { return Ok(()) };
                if observer.cancel.is_cancelled() || has_failed.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let read = file.read(block, i as u64 * LOAD_BLOCK as u64);
                read.inspect_err(|_| has_failed.store(true, Ordering::Relaxed))?;
                let length = block.len() as u64;
                if let Some(hasher) = &hasher {
                    hasher.add(i, block);
                }
                let loaded = loaded.fetch_add(length, Ordering::Relaxed) + length;
                (observer.report)(entry, Event::Loading(loaded, total));
            }
        };
        self.threads.run(read).into_iter().collect::<io::Result<()>>().map_err(io)?;
        if observer.cancel.is_cancelled() {
            return Err(StoreError::Cancelled { table: entry.name(), kept: false });
        }
        if let Some(hasher) = hasher {
            file.record_checksum(hasher.finish(), fingerprint).map_err(&failed)?;
        }
        Ok(Some(TableBytes::copied(map.make_read_only().map_err(io)?, self.open.add(file))))
    }

    /// Opens a table, building its file first if there is none.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open) and [`build`](Self::build).
    pub fn open_or_build<K: OpenTable>(
        &self,
        kind: &K,
        observer: &Observer<'_>,
    ) -> Result<K::Table, StoreError> {
        if let Some(table) = self.open(kind)? {
            return Ok(table);
        }
        self.build(kind, observer)?;
        self.open(kind)?.ok_or_else(|| {
            let removed = io::Error::new(io::ErrorKind::NotFound, "removed right after it was built");
            StoreError::File { table: kind.name(), source: FileError::io(&self.path(kind), removed) }
        })
    }
}

/// The checksum of blocks that arrive in any order from several threads, hashed in the order of their numbers.
///
/// The thread that adds a block hashes every block that is next in order, unless another thread is doing so.
struct OrderedHasher<'a> {
    arrived: Mutex<BTreeMap<usize, &'a [u8]>>,
    /// The hash of the blocks before a number, and that number.
    hashed: Mutex<(Xxh3Default, usize)>,
}

impl<'a> OrderedHasher<'a> {
    fn new() -> OrderedHasher<'a> {
        OrderedHasher { arrived: Mutex::default(), hashed: Mutex::new((Xxh3Default::new(), 0)) }
    }

    fn add(&self, i: usize, block: &'a [u8]) {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner).insert(i, block);
        if let Ok(mut hashed) = self.hashed.try_lock() {
            self.hash(&mut hashed);
        }
    }

    /// Hashes the blocks that have arrived, as long as the next in order is among them.
    fn hash(&self, (hasher, next): &mut (Xxh3Default, usize)) {
        let due = |next: &usize| self.arrived.lock().unwrap_or_else(PoisonError::into_inner).remove(next);
        while let Some(block) = due(next) {
            hasher.update(block);
            *next += 1;
        }
    }

    /// Returns the checksum of all blocks, once all were added.
    fn finish(self) -> u64 {
        let mut hashed = self.hashed.lock().unwrap_or_else(PoisonError::into_inner);
        // A block that arrived while another thread was finishing may not be hashed yet.
        self.hash(&mut hashed);
        hashed.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_does_not_depend_on_the_order_of_blocks() {
        let bytes: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        let blocks: Vec<&[u8]> = bytes.chunks(999).collect();
        for step in [1, 2, 7, 50] {
            let hasher = OrderedHasher::new();
            for i in 0..step {
                for (i, block) in blocks.iter().enumerate().skip(i).step_by(step) {
                    hasher.add(i, block);
                }
            }
            assert_eq!(hasher.finish(), xxh3_64(&bytes));
        }
    }
}
