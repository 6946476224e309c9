//! The repair of a folder: writes missing or damaged parts again from the same input.
//!
//! A new part replaces the old file only if it has the hash in the manifest. If another version of the program wrote
//! the part, its bytes may differ for the same rows. In that case the manifest gets the new hash; the digests in the
//! manifest have shown that the input is the same.

use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};

use cubiform_files::outputs::remove_all;

use super::folder;
use super::host::{Event, Host};
use super::manifest::{Manifest, Part, PartPosition, PartState, Provenance};
use super::part_writer::{NewRowWriter, PartWriter, write_error};
use super::{RowSink, SkippedLine};
use crate::Error;
use crate::run::{ItemRange, Position, Run, WantedItems, program};

/// A repair in progress.
pub struct Repair<'a, R> {
    folder: PathBuf,
    manifest: Manifest,
    /// The indices of the parts that are still to be written, in order.
    damaged: VecDeque<usize>,
    rows: NewRowWriter<'a, R>,
    host: &'a dyn Host,
    open: Option<PartWriter<R>>,
    _lock: File,
}

impl<'a, R> Repair<'a, R> {
    /// Opens the folder of a run with the settings `run`. Returns `None` if all of its parts are intact.
    ///
    /// # Errors
    /// If there is no such folder, or it has a run with other settings.
    pub fn open(
        folder: &Path,
        run: &Run,
        rows: NewRowWriter<'a, R>,
        host: &'a dyn Host,
    ) -> Result<Option<Repair<'a, R>>, Error> {
        let refused = |why: &str| Error::message(format!("cannot repair {}: {why}", folder.display()));
        if !folder.is_dir() {
            return Err(refused("the folder does not exist"));
        }
        let (lock, manifest) = folder::open(folder, host, false)?;
        let manifest = manifest.ok_or_else(|| refused("it has no manifest of parts"))?;
        manifest.check_format(folder)?;
        if let Some(difference) = run.difference_from(&manifest.run) {
            return Err(refused(&difference.to_string()).hint("use the same options"));
        }
        remove_all(folder);
        let mut damaged = VecDeque::new();
        for (index, part) in manifest.parts.iter().enumerate() {
            let state = manifest.state(folder, part)?;
            if state != PartState::Intact {
                let (file, is_missing) = (folder.join(&part.file), state == PartState::Missing);
                host.show(&Event::Damaged { file: &file, is_missing });
                damaged.push_back(index);
            }
        }
        if damaged.is_empty() {
            host.show(&Event::Intact { folder, parts: manifest.parts.len() });
            return Ok(None);
        }
        let folder = folder.to_path_buf();
        Ok(Some(Repair { folder, manifest, damaged, rows, host, open: None, _lock: lock }))
    }

    /// Returns the range of items of a part.
    fn range(&self, index: usize) -> ItemRange {
        let position = |index: usize| {
            let position = self.manifest.parts[index].position;
            position.unwrap_or(PartPosition { items: 0, digest: None })
        };
        let from = index.checked_sub(1).map_or(0, |before| position(before).items);
        let PartPosition { items: until, digest } = position(index);
        ItemRange { from, until, digest }
    }

    /// Opens the part at `index`. `first` is the id of its first row.
    fn begin_part(&self, index: usize, first: &str) -> Result<PartWriter<R>, Error> {
        let mut run = self.manifest.run.clone();
        if let Some(Provenance { program, input, credit, .. }) = self.manifest.provenance(index).cloned() {
            run = Run { program, input, credit, ..run };
        }
        let current = Run { program: program(), ..run.clone() };
        let mut runs = vec![run, current];
        // The version of this program is needed only if another one wrote the part.
        runs.dedup();
        PartWriter::create(self.folder.join(&self.manifest.parts[index].file), &runs, &self.rows, first)
    }

    /// Completes the open part if it ends at this position.
    fn close_part_at(&mut self, position: Position) -> Result<(), Error> {
        let Some(index) = self.damaged.front().copied() else { return Ok(()) };
        if position.items < self.range(index).until {
            return Ok(());
        }
        let part = &self.manifest.parts[index];
        let path = self.folder.join(&part.file);
        let wrong_part = || {
            let message =
                format!("cannot repair {}: the new part does not match the manifest", path.display());
            Error::message(message).hint("use the input of the run (the file was not changed)")
        };
        let (file, new) = self.open.take().ok_or_else(wrong_part)?.complete(Some(part))?;
        let new = Part { position: part.position, ..new };
        let is_restored = new == *part;
        let earlier = self.manifest.provenance(index).cloned();
        let has_same_rows = (new.rows, &new.first, &new.last) == (part.rows, &part.first, &part.last);
        let is_own = earlier.as_ref().is_none_or(|provenance| provenance.program == program());
        // The bytes of Parquet also depend on the libraries that encode it. The digest of the position has shown that the
        // input is the same, and the tables are verified.
        let may_differ = !is_own || self.manifest.run.format == "parquet";
        if !(is_restored || may_differ && has_same_rows) {
            return Err(wrong_part());
        }
        self.host.verify_tables()?;
        file.commit().map_err(|e| write_error(&path, &e))?;
        match earlier.filter(|_| !is_restored) {
            None => self.host.show(&Event::Restored(&path)),
            Some(earlier) => {
                let build = if is_own { "another build of " } else { "" };
                self.host
                    .show(&Event::Rewritten { file: &path, program: &format!("{build}{}", earlier.program) });
                let tables = self.host.tables();
                self.manifest.replace(index, new, Provenance { program: program(), tables, ..earlier });
                self.manifest.write(&self.folder, self.host)?;
            }
        }
        self.damaged.pop_front();
        Ok(())
    }
}

impl<R, E: From<Error>> RowSink<R, E> for Repair<'_, R> {
    fn wanted(&self) -> WantedItems {
        WantedItems::Ranges(self.damaged.iter().map(|index| self.range(*index)).collect())
    }

    fn is_repair(&self) -> bool {
        true
    }

    fn row(&mut self, row: &R, id: &str, position: Position) -> Result<(), E> {
        if let (None, Some(index)) = (&self.open, self.damaged.front()) {
            self.open = Some(self.begin_part(*index, id)?);
        }
        if let Some(part) = &mut self.open {
            part.row(row, id)?;
        }
        Ok(self.close_part_at(position)?)
    }

    fn skip(&mut self, _: SkippedLine, position: Position) -> Result<(), E> {
        Ok(self.close_part_at(position)?)
    }

    fn leave_out(&mut self, position: Position) -> Result<(), E> {
        Ok(self.close_part_at(position)?)
    }

    fn end(self: Box<Self>, ended: Result<(), E>) -> Result<(), E> {
        ended?;
        match self.damaged.front() {
            None => Ok(()),
            Some(index) => {
                let path = self.folder.join(&self.manifest.parts[*index].file);
                let message = format!("the input ended before {} was complete", path.display());
                Err(Error::message(message).into())
            }
        }
    }
}
