//! The writer of one part: a new one, or one that is missing or damaged, which a resumed run writes again from the same input.
//!
//! A new part replaces the old file only if it has the hash in the manifest. If another version of the program wrote
//! the part, its bytes may differ for the same rows. In that case the manifest gets the new hash; the digests in the
//! manifest have shown that the input is the same.

use std::collections::VecDeque;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cubiform_files::HashedFile;

use super::manifest::{Manifest, PartPosition, PartState, Provenance};
use super::{Event, Host, Part, PartsOptions, write_error};
use crate::Error;
use crate::rows::RowWriter;
use crate::run::{ItemRange, Position, Run, program};

/// A function that creates the writer of the rows of a part, which records the settings of the run.
pub type NewRowWriter<'a, R> = Box<dyn Fn(&Run) -> Box<dyn RowWriter<R>> + 'a>;

/// A part that is being written.
pub(super) struct PartWriter<R> {
    path: PathBuf,
    /// Versions of the file that differ in the settings that they record.
    versions: Vec<(BufWriter<HashedFile>, Box<dyn RowWriter<R>>)>,
    pub(super) rows: u64,
    first: String,
    last: String,
    pub(super) since: Instant,
}

impl<R> PartWriter<R> {
    /// Creates the part at `path`, with a version for each of `runs`. `first` is the id of its first row.
    pub(super) fn create(
        path: PathBuf,
        runs: &[Run],
        rows: &NewRowWriter<'_, R>,
        first: &str,
    ) -> Result<PartWriter<R>, Error> {
        let version = |run: &Run| {
            let file = HashedFile::create(&path).map_err(|e| Error::file(&path, "write", &e))?;
            let (mut file, mut rows) = (BufWriter::new(file), rows(run));
            rows.write_header(&mut file).map_err(|e| write_error(&path, &e))?;
            Ok((file, rows))
        };
        let versions = runs.iter().map(version).collect::<Result<_, Error>>()?;
        let (first, last, since) = (first.to_string(), String::new(), Instant::now());
        Ok(PartWriter { path, versions, rows: 0, first, last, since })
    }

    /// Writes a row.
    pub(super) fn row(&mut self, row: &R, id: &str) -> Result<(), Error> {
        for (file, rows) in &mut self.versions {
            rows.write_row(row, file).map_err(|e| write_error(&self.path, &e))?;
        }
        self.rows += 1;
        self.last.clear();
        self.last.push_str(id);
        Ok(())
    }

    /// Completes the part without giving it its name. Returns the first version with the bytes of `expected`, or else the
    /// last version, and its description.
    pub(super) fn complete(self, expected: Option<&Part>) -> Result<(HashedFile, Part), Error> {
        let PartWriter { path, versions, rows, first, last, .. } = self;
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let part = Part { file: file_name.into(), rows, first, last, bytes: 0, xxh3: 0, position: None };
        let mut complete = None;
        for (mut file, mut rows) in versions {
            let written =
                rows.write_end(&mut file).and_then(|()| file.into_inner().map_err(|e| e.into_error()));
            let file = written.map_err(|e| write_error(&path, &e))?;
            let is_expected =
                expected.is_some_and(|part| (part.bytes, part.xxh3) == (file.bytes(), file.xxh3()));
            complete = Some(file);
            if is_expected {
                break;
            }
        }
        let file = complete.expect("a part has a version");
        let part = Part { bytes: file.bytes(), xxh3: file.xxh3(), ..part };
        Ok((file, part))
    }
}

/// The parts of a resumed run that are missing or damaged.
pub(super) struct Repair<R> {
    /// The settings in the manifest of the earlier run.
    run: Run,
    /// The indices of the parts that are still to be written, in order.
    damaged: VecDeque<usize>,
    open: Option<PartWriter<R>>,
}

impl<R> Repair<R> {
    /// Returns the repair of a run whose parts are intact.
    pub(super) fn of_none(run: Run) -> Repair<R> {
        Repair { run, damaged: VecDeque::new(), open: None }
    }

    /// Compares the parts of a run with its manifest.
    ///
    /// # Errors
    /// If a part cannot be read.
    pub(super) fn find(folder: &Path, manifest: &Manifest, host: &dyn Host) -> Result<Repair<R>, Error> {
        let mut repair = Repair::of_none(manifest.run.clone());
        for (index, part) in manifest.parts.iter().enumerate() {
            let state = manifest.state(folder, part)?;
            if state != PartState::Intact {
                let (file, is_missing) = (folder.join(&part.file), state == PartState::Missing);
                host.show(&Event::Damaged { file: &file, is_missing });
                repair.damaged.push_back(index);
            }
        }
        Ok(repair)
    }

    /// Returns the items of the parts that are still to be written.
    pub(super) fn ranges(&self, manifest: &Manifest) -> VecDeque<ItemRange> {
        self.damaged.iter().map(|index| range(manifest, *index)).collect()
    }

    /// Writes a row of the earlier run to its part.
    pub(super) fn row(
        &mut self,
        (row, id): (&R, &str),
        position: Position,
        manifest: &mut Manifest,
        (folder, options): (&Path, &PartsOptions<'_, R>),
    ) -> Result<(), Error> {
        if let (None, Some(index)) = (&self.open, self.damaged.front()) {
            let mut run = self.run.clone();
            if let Some(Provenance { program, input, credit, .. }) = manifest.provenance(*index).cloned() {
                run = Run { program, input, credit, ..run };
            }
            let current = Run { program: program(), ..run.clone() };
            let mut runs = vec![run, current];
            // The version of this program is needed only if another one wrote the part.
            runs.dedup();
            let path = folder.join(&manifest.parts[*index].file);
            self.open = Some(PartWriter::create(path, &runs, &options.rows, id)?);
        }
        if let Some(part) = &mut self.open {
            part.row(row, id)?;
        }
        self.close_part_at(position, manifest, (folder, options))
    }

    /// Completes the open part if it ends at this position of the earlier run.
    pub(super) fn close_part_at(
        &mut self,
        position: Position,
        manifest: &mut Manifest,
        (folder, options): (&Path, &PartsOptions<'_, R>),
    ) -> Result<(), Error> {
        let Some(index) = self.damaged.front().copied() else { return Ok(()) };
        if position.items < range(manifest, index).until {
            return Ok(());
        }
        let part = &manifest.parts[index];
        let path = folder.join(&part.file);
        let wrong_part = || {
            let message =
                format!("cannot restore {}: the new part does not match the manifest", path.display());
            Error::message(message).hint("use the input of the run (the file was not changed)")
        };
        let (file, new) = self.open.take().ok_or_else(wrong_part)?.complete(Some(part))?;
        let new = Part { position: part.position, ..new };
        let is_restored = new == *part;
        let earlier = manifest.provenance(index).cloned();
        let has_same_rows = (new.rows, &new.first, &new.last) == (part.rows, &part.first, &part.last);
        let is_own = earlier.as_ref().is_none_or(|provenance| provenance.program == program());
        // The bytes of Parquet also depend on the libraries that encode it. The digest of the position, which parts of a
        // merge lack, has shown that the input is the same, and the tables are verified.
        let has_digest = part.position.is_some_and(|position| position.digest.is_some());
        let may_differ = has_digest && (!is_own || manifest.run.format == "parquet");
        if !(is_restored || may_differ && has_same_rows) {
            return Err(wrong_part());
        }
        let host = options.host;
        host.verify_tables()?;
        file.commit().map_err(|e| write_error(&path, &e))?;
        match earlier.filter(|_| !is_restored) {
            None => host.show(&Event::Restored(&path)),
            Some(earlier) => {
                let build = if is_own { "another build of " } else { "" };
                host.show(&Event::Rewritten { file: &path, program: &format!("{build}{}", earlier.program) });
                let tables = host.tables();
                manifest.replace(index, new, Provenance { program: program(), tables, ..earlier });
                manifest.write(folder, host)?;
            }
        }
        self.damaged.pop_front();
        Ok(())
    }
}

/// Returns the range of items of a part.
fn range(manifest: &Manifest, index: usize) -> ItemRange {
    let position =
        |index: usize| manifest.parts[index].position.unwrap_or(PartPosition { items: 0, digest: None });
    let from = index.checked_sub(1).map_or(0, |before| position(before).items);
    let PartPosition { items: until, digest } = position(index);
    ItemRange { from, until, digest }
}
