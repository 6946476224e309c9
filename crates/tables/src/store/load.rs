//! Tables opened: mapped from their files, or copied into memory and checked on the way.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::{Event, Observer, Store, StoreError};
use crate::catalogue::Entry;
use crate::cosets::CosetTable;
use crate::cosets::catalogue::CosetEntry;
use crate::four::StageTable;
use crate::four::catalogue::StageEntry;
use crate::four::pairs::{PAIR_TABLE, PairTable};
use crate::kociemba::BallFilter;
use crate::kociemba::catalogue::PhaseEntry;
use crate::store::file::{FileError, HEADER_LEN, Header, differing_numberings};
use crate::store::mapped::Mapped;
use crate::store::table_file::{ALWAYS_CHECKED_BYTES, Found, TableFile, TableIdentity, TrustedDamage};
use crate::store::table_kind::TableKind;
use crate::target::table::{CodeStorage, Table};
use crate::threads::share;

/// Bytes that a thread reads at a time into memory.
const LOAD_BLOCK: usize = 16 << 20;

/// What stands under a table's name.
#[derive(Debug)]
pub enum State {
    /// No file.
    Missing,
    /// A table of an earlier numbering, which a build replaces.
    Outdated {
        /// Its numbering.
        numbering: u32,
    },
    /// The table. Its codes had their checksum when they were last read whole.
    Verified(TableIdentity),
    /// The table. It has not been read whole since it was put there.
    Unverified(TableIdentity),
    /// A file that cannot be used.
    Damaged(FileError),
}

impl Store {
    /// Opens a table's file: a few system calls, and a checksum where it is small. For a larger one that has no stamp, start
    /// a [`BackgroundCheck`](super::BackgroundCheck).
    ///
    /// `Ok(None)` if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read, or is not whole, of this version, and of this table.
    pub fn open(&self, entry: &'static Entry) -> Result<Option<Table>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| goal_table(entry, codes)))
    }

    /// The same for a table of cosets, which takes some 50 ms to prepare.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_cosets(&self, entry: &'static CosetEntry) -> Result<Option<CosetTable>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| coset_table(entry, codes)))
    }

    /// The filters of a phase, copied into memory.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_phase(&self, entry: &'static PhaseEntry) -> Result<Option<BallFilter>, StoreError> {
        // What is read whole anyway is checked, whatever its size.
        Ok(self.load_codes(entry, &Observer::quiet())?.map(|codes| entry.ball_filter(&codes)))
    }

    /// The same for a table of a stage of the 4x4x4; the stage is made if it was not yet asked for.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_stage(&self, entry: &'static StageEntry) -> Result<Option<StageTable>, StoreError> {
        Ok(self.open_codes(entry)?.map(|codes| stage_table(entry, codes)))
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
    pub fn has(&self, entry: &'static dyn TableKind) -> Result<bool, StoreError> {
        Ok(self.open_codes(entry)?.is_some())
    }

    /// What stands under a table's name.
    pub fn state(&self, entry: &'static dyn TableKind) -> State {
        match TableFile::open(entry, &self.path(entry), TrustedDamage::All) {
            Ok(Found::Missing) => State::Missing,
            Ok(Found::Outdated(numbering)) => State::Outdated { numbering },
            Ok(Found::File(file)) => match self.map(file) {
                Ok(CodeStorage::Mapped(_, file)) if file.is_verified() => State::Verified(file.identity()),
                Ok(codes) => codes.file().map_or(State::Missing, |file| State::Unverified(file.identity())),
                Err(e) => State::Damaged(e),
            },
            Err(e) => State::Damaged(e),
        }
    }

    /// Whether a table is still to be built: if there is no file of it, or one in which an earlier version of cubiform
    /// kept its codes in another order or meant something else by them. A file that is damaged is there.
    pub fn lacks(&self, entry: &dyn TableKind) -> bool {
        let path = self.path(entry);
        match File::open(&path) {
            Err(e) => e.kind() == io::ErrorKind::NotFound,
            Ok(file) => Header::read(&file, &path).is_ok_and(|header| {
                differing_numberings(&header.identity, &entry.identity())
                    .is_some_and(|(found, own)| found < own)
            }),
        }
    }

    /// The codes of a table, mapped.
    pub(super) fn open_codes(
        &self,
        entry: &'static dyn TableKind,
    ) -> Result<Option<CodeStorage>, StoreError> {
        let map = |file| self.map(file).map(Some);
        let opened = TableFile::open(entry, &self.path(entry), TrustedDamage::All);
        let mapped =
            opened.and_then(|found| if let Found::File(file) = found { map(file) } else { Ok(None) });
        mapped.map_err(StoreError::file(entry))
    }

    /// Maps the codes of a file; small ones are checked.
    pub(super) fn map(&self, file: TableFile) -> Result<CodeStorage, FileError> {
        let bytes = file.entry().payload() + HEADER_LEN as u64;
        if isize::try_from(bytes).is_err() {
            return Err(FileError::TooLarge { path: file.path().into(), bytes });
        }
        // SAFETY: the map is read only. Its bytes change under it only if somebody writes into a table's file
        // in place, which cubiform never does: it renames whole files over them.
        let map = unsafe { Mapped::map(file.file(), file.path()) };
        let map = map.map_err(|e| FileError::io(file.path(), e))?;
        if file.entry().payload() <= ALWAYS_CHECKED_BYTES {
            file.record_checksum(xxh3_64(&map[HEADER_LEN..]), None)?;
        }
        Ok(CodeStorage::Mapped(map, self.open.add(file)))
    }

    /// Opens a table and copies it into memory of the process, on huge pages where the system grants them: worth it
    /// for many look-ups in large tables, since a mapped file has small pages. What was read is compared with its checksum, unless a stamp says that this was done.
    ///
    /// `Ok(None)` if there is no such file.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), if there is not enough memory, or if it was stopped.
    pub fn load(&self, entry: &'static Entry, observer: &Observer<'_>) -> Result<Option<Table>, StoreError> {
        Ok(self.load_codes(entry, observer)?.map(|codes| goal_table(entry, codes)))
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
        Ok(self.load_codes(entry, observer)?.map(|codes| coset_table(entry, codes)))
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
        Ok(self.load_codes(entry, observer)?.map(|codes| stage_table(entry, codes)))
    }

    /// The codes of a table, copied and checked.
    fn load_codes(
        &self,
        entry: &'static dyn TableKind,
        observer: &Observer<'_>,
    ) -> Result<Option<CodeStorage>, StoreError> {
        let path = self.path(entry);
        let failed = StoreError::file(entry);
        let io = |e| StoreError::File { entry, source: FileError::io(&path, e) };
        let found = TableFile::open(entry, &path, TrustedDamage::FillMismatch).map_err(&failed)?;
        let Found::File(file) = found else { return Ok(None) };
        let fingerprint = file.fingerprint();
        let total = entry.payload();
        let too_large = || FileError::TooLarge { path: path.clone(), bytes: total };
        let length = usize::try_from(total).map_err(|_| failed(too_large()))?;
        let mut map = memmap2::MmapMut::map_anon(length).map_err(io)?;
        #[cfg(target_os = "linux")]
        // Without huge pages it is slower, and as right.
        let _ = map.advise(memmap2::Advice::HugePage);
        let loaded = AtomicU64::new(0);
        let queue = Mutex::new(map.chunks_mut(LOAD_BLOCK).enumerate());
        // A valid stamp stands for the checksum: to hash gigabytes in each run takes a tenth of a short one.
        let hasher = (!file.is_verified()).then(OrderedHasher::new);
        // One thread's failure is all threads' end.
        let has_failed = AtomicBool::new(false);
        let read = || -> io::Result<()> {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((i, block)) = next else { return Ok(()) };
                if observer.cancel.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed) {
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
        share(self.threads, read).into_iter().collect::<io::Result<()>>().map_err(io)?;
        if observer.cancel.load(Ordering::Relaxed) {
            return Err(StoreError::Cancelled { entry, kept: false });
        }
        if let Some(hasher) = hasher {
            file.record_checksum(hasher.finish(), fingerprint).map_err(&failed)?;
        }
        Ok(Some(CodeStorage::Copied(map.make_read_only().map_err(io)?, self.open.add(file))))
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
            let removed = io::Error::new(io::ErrorKind::NotFound, "removed as soon as it was built");
            StoreError::File { entry, source: FileError::io(&self.path(entry), removed) }
        })
    }
}

/// A table, with its codes.
fn goal_table(entry: &Entry, codes: CodeStorage) -> Table {
    Table::new(entry.name, Arc::clone(entry.coordinate()), codes)
}

/// A table of cosets, with its codes.
fn coset_table(entry: &CosetEntry, codes: CodeStorage) -> CosetTable {
    CosetTable::new(Arc::clone(entry.coordinate()), codes)
}

/// A table of a stage, with its codes.
fn stage_table(entry: &'static StageEntry, codes: CodeStorage) -> StageTable {
    StageTable::new(entry.name, entry.stage(), entry.metric, codes)
}

/// The checksum of blocks that arrive in any order, from any thread: the hash must take them in theirs. The thread that
/// brings a block hashes what is due, unless another one is at it.
struct OrderedHasher<'a> {
    arrived: Mutex<BTreeMap<usize, &'a [u8]>>,
    /// The hash of the blocks before the number.
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

    /// Hashes the blocks that are due.
    fn hash(&self, (hasher, next): &mut (Xxh3Default, usize)) {
        let due = |next: &usize| self.arrived.lock().unwrap_or_else(PoisonError::into_inner).remove(next);
        while let Some(block) = due(next) {
            hasher.update(block);
            *next += 1;
        }
    }

    /// The checksum of all blocks, when they are there.
    fn finish(self) -> u64 {
        let mut hashed = self.hashed.lock().unwrap_or_else(PoisonError::into_inner);
        // A block that arrived when another thread was about to leave is still due.
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
