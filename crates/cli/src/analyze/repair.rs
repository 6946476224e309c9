//! The repair of a folder: writes missing or damaged parts again from the same input.
//!
//! A new part replaces the old file only if it has the hash in the manifest. If another version of the program wrote
//! the part, its bytes may differ for the same rows. In that case the manifest gets the new hash; the digests in the
//! manifest have shown that the input is the same.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::folder::{self, Lock};
use super::manifest::{Manifest, Part, PartPosition, PartState, Provenance, used_tables};
use super::option;
use super::parts::{RendererFactory, RowWriter, check_format};
use crate::error::{Failure, say};
use crate::output::{CompleteFile, Output, remove_all};
use cubiform_answers::analysis::report::Report;
use cubiform_answers::run::{ItemRange, Position, Run, program};

/// A repair in progress.
pub(crate) struct Repair<'a> {
    folder: PathBuf,
    manifest: Manifest,
    /// The indices of the parts that are still to be written, in order.
    damaged: VecDeque<usize>,
    make_renderer: RendererFactory<'a, Report>,
    open: Option<OpenPart>,
    _lock: Lock,
}

/// The part that is open for writing.
struct OpenPart {
    /// The part with the metadata of the version that the manifest names.
    original: RowWriter<Report>,
    /// The part with the metadata of this version, if that is a different one.
    current: Option<RowWriter<Report>>,
    rows: u64,
    first: String,
    last: String,
}

impl<'a> Repair<'a> {
    /// Opens the folder of a run with the settings `run`. Returns `None` if all of its parts are intact.
    pub(crate) fn open(
        folder: &Path,
        run: &Run,
        make_renderer: RendererFactory<'a, Report>,
    ) -> Result<Option<Repair<'a>>, Failure> {
        let shown = folder.display();
        if !folder.is_dir() {
            return Err(Failure::Message(format!("cannot repair {shown}: the folder does not exist")));
        }
        let (lock, manifest) = folder::open(folder)?;
        let Some(manifest) = manifest else {
            return Err(Failure::Message(format!("cannot repair {shown}: it has no manifest of parts")));
        };
        check_format(folder, &manifest)?;
        if let Some(difference) = run.difference_from(&manifest.run) {
            return Err(Failure::Message(format!(
                "cannot repair {shown}: {}; use the same options",
                difference.describe(option)
            )));
        }
        remove_all(folder);
        let mut damaged = VecDeque::new();
        for (index, part) in manifest.parts.iter().enumerate() {
            let state = manifest.state(folder, part)?;
            if state != PartState::Intact {
                let what = if state == PartState::Missing { "missing" } else { "damaged" };
                say(format_args!("{} is {what}: writing it again", folder.join(&part.file).display()));
                damaged.push_back(index);
            }
        }
        if damaged.is_empty() {
            say(format_args!("all {} parts in {shown} are intact", manifest.parts.len()));
            return Ok(None);
        }
        let folder = folder.to_path_buf();
        Ok(Some(Repair { folder, manifest, damaged, make_renderer, open: None, _lock: lock }))
    }

    /// Returns the ranges of items that the parts need.
    pub(crate) fn ranges(&self) -> VecDeque<ItemRange> {
        self.damaged.iter().map(|index| self.range(*index)).collect()
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

    /// Writes a row to the open part.
    pub(crate) fn row(&mut self, report: &Report, position: Position) -> Result<(), Failure> {
        let id = &report.scramble.id;
        if self.open.is_none() {
            self.open = self.begin(id)?;
        }
        if let Some(part) = &mut self.open {
            part.original.row(report)?;
            if let Some(current) = &mut part.current {
                current.row(report)?;
            }
            part.rows += 1;
            part.last.clone_from(id);
        }
        self.close_part_at(position)
    }

    /// Skips an unreadable line or a scramble that was left out.
    pub(crate) fn skip(&mut self, position: Position) -> Result<(), Failure> {
        self.close_part_at(position)
    }

    /// Opens the next part to be written, if any. `first` is the id of its first row.
    fn begin(&self, first: &str) -> Result<Option<OpenPart>, Failure> {
        let Some(index) = self.damaged.front() else { return Ok(None) };
        let path = self.folder.join(&self.manifest.parts[*index].file);
        let mut run = self.manifest.run.clone();
        if let Some(Provenance { program, input, credit, .. }) = self.manifest.provenance(*index).cloned() {
            run = Run { program, input, credit, ..run };
        }
        let writer = |run: &Run| {
            let mut writer = RowWriter::new(Output::new_file(&path)?, (self.make_renderer)(run));
            writer.begin().map(|()| writer)
        };
        let original = writer(&run)?;
        let current =
            if run.program == program() { None } else { Some(writer(&Run { program: program(), ..run })?) };
        Ok(Some(OpenPart { original, current, rows: 0, first: first.into(), last: String::new() }))
    }

    /// Completes the open part if it ends at this position.
    fn close_part_at(&mut self, position: Position) -> Result<(), Failure> {
        let Some(index) = self.damaged.front().copied() else { return Ok(()) };
        if position.items < self.range(index).until {
            return Ok(());
        }
        let part = &self.manifest.parts[index];
        let shown = self.folder.join(&part.file).display().to_string();
        let wrong_part = || {
            Failure::Message(format!(
                "cannot repair {shown}: the new part does not match the manifest; use the input of the run \
                 (the file was not changed)"
            ))
        };
        let open = self.open.take().ok_or_else(wrong_part)?;
        if (open.rows, &open.first, &open.last) != (part.rows, &part.first, &part.last) {
            return Err(wrong_part());
        }
        let is_same = |file: &CompleteFile| (file.bytes(), file.xxh3()) == (part.bytes, part.xxh3);
        let mut made = open.original.complete()?;
        if let (false, Some(current)) = (is_same(&made), open.current) {
            made = current.complete()?;
        }
        if is_same(&made) {
            made.commit()?;
            say(format_args!("{shown} is restored"));
        } else {
            if self.manifest.provenance(index).is_none_or(|provenance| provenance.program == program()) {
                return Err(wrong_part());
            }
            let then =
                self.manifest.provenance(index).map_or("another version", |provenance| &provenance.program);
            say(format_args!(
                "{shown} has the same rows, but different bytes, because {then} wrote it; its new hash is in the manifest"
            ));
            let part = Part { bytes: made.bytes(), xxh3: made.xxh3(), ..part.clone() };
            made.commit()?;
            self.manifest.parts[index] = part;
            self.manifest.rewrite_provenance(index);
            self.manifest.write(&self.folder)?;
        }
        self.damaged.pop_front();
        Ok(())
    }

    /// Ends the repair with the result of the run.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        ended?;
        match self.damaged.front() {
            None => Ok(()),
            Some(index) => {
                let path = self.folder.join(&self.manifest.parts[*index].file);
                Err(Failure::Message(format!("the input ended before {} was complete", path.display())))
            }
        }
    }
}

impl Manifest {
    /// Records that this version of the program wrote a part.
    fn rewrite_provenance(&mut self, index: usize) {
        let mut of_parts: Vec<Option<Provenance>> =
            (0..self.parts.len()).map(|part| self.provenance(part).cloned()).collect();
        let base = of_parts[index].clone().unwrap_or_else(|| Provenance::of(&self.run, index));
        of_parts[index] = Some(Provenance { program: program(), tables: used_tables(), ..base });
        self.programs.clear();
        for (first_part, provenance) in of_parts.into_iter().enumerate() {
            let Some(provenance) = provenance else { continue };
            let provenance = Provenance { first_part, ..provenance };
            if !self
                .programs
                .last()
                .is_some_and(|last| Provenance { first_part, ..last.clone() } == provenance)
            {
                self.programs.push(provenance);
            }
        }
    }
}
