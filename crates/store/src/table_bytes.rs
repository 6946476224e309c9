//! The codes of a table, as its file has them, and the interface of kinds whose open tables have a type of their own.

use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::file::HEADER_LEN;
use crate::mapped::MappedFile;
use crate::table_file::TableFile;
use crate::table_kind::TableKind;

/// The codes of a table: in memory of the process, or mapped from its file. Dereferences to the bytes that the
/// [`CodeWriter`](crate::fill::CodeWriter) of its kind wrote.
pub struct TableBytes {
    storage: Storage,
    /// The codes in the storage, found once: look-ups are too many to ask which storage it is.
    codes: NonNull<[u8]>,
}

// SAFETY: the codes lie in the storage, and nobody writes to them.
unsafe impl Send for TableBytes {}
// SAFETY: as above.
unsafe impl Sync for TableBytes {}

enum Storage {
    /// Memory of the process.
    Owned(Vec<u8>),
    /// Memory of the process with the bytes of a whole file.
    Image(Vec<u8>),
    /// Memory of the process with a copy of a file, on huge pages if the system grants them.
    Copied(memmap2::Mmap, Arc<TableFile>),
    /// A mapped file.
    Mapped(MappedFile, Arc<TableFile>),
}

impl TableBytes {
    /// Returns bytes that were filled in memory.
    pub fn owned(bytes: Vec<u8>) -> TableBytes {
        TableBytes::of(Storage::Owned(bytes))
    }

    /// Returns the codes of a whole file in memory.
    pub(crate) fn image(file: Vec<u8>) -> TableBytes {
        TableBytes::of(Storage::Image(file))
    }

    pub(crate) fn copied(copy: memmap2::Mmap, file: Arc<TableFile>) -> TableBytes {
        TableBytes::of(Storage::Copied(copy, file))
    }

    pub(crate) fn mapped(map: MappedFile, file: Arc<TableFile>) -> TableBytes {
        TableBytes::of(Storage::Mapped(map, file))
    }

    fn of(storage: Storage) -> TableBytes {
        let codes: &[u8] = match &storage {
            Storage::Owned(bytes) => bytes,
            Storage::Image(file) => &file[HEADER_LEN..],
            Storage::Copied(copy, _) => copy,
            Storage::Mapped(map, _) => &map[HEADER_LEN..],
        };
        TableBytes { codes: codes.into(), storage }
    }

    /// Returns all codes.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the storage owns this memory, which does not move with it and does not change.
        unsafe { self.codes.as_ref() }
    }

    /// Returns whether the codes are mapped from a file, and not in memory of the process.
    pub fn is_mapped(&self) -> bool {
        matches!(self.storage, Storage::Mapped(..))
    }

    /// Returns the file that the codes come from, if any.
    pub fn file(&self) -> Option<&Arc<TableFile>> {
        match &self.storage {
            Storage::Owned(_) | Storage::Image(_) => None,
            Storage::Copied(_, file) | Storage::Mapped(_, file) => Some(file),
        }
    }
}

impl Deref for TableBytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        self.bytes()
    }
}

/// A kind of table with a type for its open tables.
pub trait OpenTable: TableKind + Sized {
    /// The open table.
    type Table;

    /// Returns the table with these codes, which have [`payload`](TableKind::payload) bytes. They match their checksum,
    /// unless the table is large and mapped: then a damaged file can have any codes.
    fn table(&self, bytes: TableBytes) -> Self::Table;
}
