//! Verification of tables: against their checksum, and byte by byte against a fresh fill.

use std::io::{self, Write};

use super::build::check_counts;
use super::{Event, Observer, Store, StoreError, check_memory};
use crate::file::{FileError, HEADER_LEN};
use crate::fill::Watch;
use crate::stamp::Outcome;
use crate::table_file::{OpenResult, TableFile, TrustedDamage};
use crate::table_kind::TableKind;

impl Store {
    /// Compares a table's file with its checksum, and its codes and counts with a fresh fill.
    ///
    /// # Errors
    /// The first difference, or [`StoreError::Cancelled`].
    pub fn verify(&self, entry: &dyn TableKind, observer: &Observer<'_>) -> Result<(), StoreError> {
        let path = self.path(entry);
        let failed = StoreError::file(entry.name());
        let file = match TableFile::open(entry, &path, TrustedDamage::None) {
            Ok(OpenResult::File(file)) => file,
            Err(e) => return Err(failed(e)),
            Ok(OpenResult::Missing | OpenResult::Outdated(_)) => {
                return Err(failed(FileError::io(&path, io::ErrorKind::NotFound.into())));
            }
        };
        let cancelled = || StoreError::Cancelled { table: entry.name(), kept: false };
        let fingerprint = file.fingerprint();
        if !file.check(observer.cancel).map_err(&failed)? {
            return Err(cancelled());
        }
        let watch = Watch {
            cancel: observer.cancel,
            report: &|progress| (observer.report)(entry, Event::Filling(progress)),
        };
        check_memory(entry)?;
        let filling = entry.fill(&self.threads, &watch, None);
        if !filling.complete {
            return Err(cancelled());
        }
        check_counts(entry, &filling)?;
        (observer.report)(entry, Event::Comparing);
        let mut compare = ComparingWriter { file: &file, at: 0, block: Vec::new() };
        let Err(error) = filling.write(&mut compare) else {
            file.clear_stamp();
            return Ok(());
        };
        if error.get_ref().is_none_or(|inner| !inner.is::<CodesDiffer>()) {
            return Err(failed(FileError::io(&path, error)));
        }
        let byte = HEADER_LEN + compare.at as usize;
        file.leave_stamp(Outcome::Differs(byte), fingerprint);
        Err(failed(FileError::Codes { path, byte }))
    }
}

/// A writer that compares the written bytes with the codes of a file. Writing fails at the first difference.
struct ComparingWriter<'a> {
    file: &'a TableFile,
    /// The number of equal bytes so far.
    at: u64,
    block: Vec<u8>,
}

/// The error of a [`ComparingWriter`] at the first difference.
#[derive(Debug, thiserror::Error)]
#[error("the codes differ")]
struct CodesDiffer;

impl Write for ComparingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let remaining = self.file.payload() - self.at;
        let length = bytes.len().min(usize::try_from(remaining).unwrap_or(usize::MAX));
        self.block.resize(length, 0);
        self.file.read(&mut self.block, self.at)?;
        let equal = self.block.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        self.at += equal as u64;
        if equal < bytes.len() {
            return Err(io::Error::other(CodesDiffer));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
