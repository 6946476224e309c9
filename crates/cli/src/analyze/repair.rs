//! Parts of a folder that are missing or damaged, made anew from the same input.
//!
//! A part that is made anew replaces what is there only if it has the hash that the manifest says. Another version of the
//! program may write other bytes for the same rows; then the new hash is put into the manifest, since the positions in
//! the manifest have shown that the input is the same.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::folder::{self, Lock};
use super::manifest::{Leg, Manifest, Part, PartPosition, PartState, Run, UsedTable, program};
use super::parts::{MakeRenderer, Whole, check_format};
use super::selection::{Position, Span};
use crate::error::{Failure, say};
use crate::output::{Complete, Output, remove_all};
use crate::report::Report;

/// A repair that is under way.
pub(crate) struct Repair<'a> {
    folder: PathBuf,
    manifest: Manifest,
    /// The numbers of the parts that are still to be made, in order.
    bad: VecDeque<usize>,
    make: MakeRenderer<'a, Report>,
    open: Option<OpenPart>,
    _lock: Lock,
}

/// The part that is being made.
struct OpenPart {
    /// As the version of the program wrote it that the manifest names.
    as_then: Whole<Report>,
    /// As this version writes it, if that is another one.
    as_now: Option<Whole<Report>>,
    rows: u64,
    first: String,
    last: String,
}

impl<'a> Repair<'a> {
    /// Opens the folder of a run that was asked as `run`; `None` if all of its parts are whole.
    pub(crate) fn open(
        folder: &Path,
        run: &Run,
        make: MakeRenderer<'a, Report>,
    ) -> Result<Option<Repair<'a>>, Failure> {
        let shown = folder.display();
        if !folder.is_dir() {
            return Err(Failure::Message(format!("there is no folder {shown} to repair")));
        }
        let (lock, manifest) = folder::open(folder)?;
        let Some(manifest) = manifest else {
            return Err(Failure::Message(format!(
                "{shown} has no manifest of parts: there is nothing to repair"
            )));
        };
        check_format(folder, &manifest)?;
        if let Some(difference) = run.differs_from(&manifest.run) {
            return Err(Failure::Message(format!("cannot repair {shown}: {difference}; ask the same")));
        }
        remove_all(folder);
        let mut bad = VecDeque::new();
        for (index, part) in manifest.parts.iter().enumerate() {
            let state = manifest.state(folder, part)?;
            if state != PartState::Whole {
                let what = if state == PartState::Missing { "missing" } else { "damaged" };
                say(format_args!("{} is {what}: making it anew", folder.join(&part.file).display()));
                bad.push_back(index);
            }
        }
        if bad.is_empty() {
            say(format_args!("the {} parts in {shown} are whole", manifest.parts.len()));
            return Ok(None);
        }
        let folder = folder.to_path_buf();
        Ok(Some(Repair { folder, manifest, bad, make, open: None, _lock: lock }))
    }

    /// The items of the input that are needed.
    pub(crate) fn spans(&self) -> VecDeque<Span> {
        self.bad.iter().map(|index| self.span(*index)).collect()
    }

    fn span(&self, index: usize) -> Span {
        let position = |index: usize| {
            let position = self.manifest.parts[index].position;
            position.unwrap_or(PartPosition { items: 0, digest: None })
        };
        let from = index.checked_sub(1).map_or(0, |before| position(before).items);
        let PartPosition { items: until, digest } = position(index);
        Span { from, until, digest }
    }

    /// Takes a row.
    pub(crate) fn row(&mut self, report: &Report, position: Position) -> Result<(), Failure> {
        let id = &report.scramble.id;
        if self.open.is_none() {
            self.open = self.begin(id)?;
        }
        if let Some(part) = &mut self.open {
            part.as_then.row(report)?;
            if let Some(as_now) = &mut part.as_now {
                as_now.row(report)?;
            }
            part.rows += 1;
            part.last.clone_from(id);
        }
        self.close_at(position)
    }

    /// Passes over a line that could not be read.
    pub(crate) fn skip(&mut self, position: Position) -> Result<(), Failure> {
        self.close_at(position)
    }

    /// Begins the next part that is to be made, if there is one.
    fn begin(&self, first: &str) -> Result<Option<OpenPart>, Failure> {
        let Some(index) = self.bad.front() else { return Ok(None) };
        let path = self.folder.join(&self.manifest.parts[*index].file);
        let mut run = self.manifest.run.clone();
        if let Some(Leg { program, input, credit, .. }) = self.manifest.leg(*index).cloned() {
            run = Run { program, input, credit, ..run };
        }
        let whole = |run: &Run| {
            let mut whole = Whole::new(Output::new_file(&path)?, (self.make)(run));
            whole.begin().map(|()| whole)
        };
        let as_then = whole(&run)?;
        let as_now =
            if run.program == program() { None } else { Some(whole(&Run { program: program(), ..run })?) };
        Ok(Some(OpenPart { as_then, as_now, rows: 0, first: first.into(), last: String::new() }))
    }

    /// Ends the part that ends at this position, if one does.
    fn close_at(&mut self, position: Position) -> Result<(), Failure> {
        let Some(index) = self.bad.front().copied() else { return Ok(()) };
        if position.items < self.span(index).until {
            return Ok(());
        }
        let part = &self.manifest.parts[index];
        let shown = self.folder.join(&part.file).display().to_string();
        let differs = || {
            Failure::Message(format!(
                "{shown} made anew is not what the manifest says: this is not the input of the run; it was left as it is"
            ))
        };
        let open = self.open.take().ok_or_else(differs)?;
        if (open.rows, &open.first, &open.last) != (part.rows, &part.first, &part.last) {
            return Err(differs());
        }
        let is_same = |file: &Complete| (file.bytes(), file.xxh3()) == (part.bytes, part.xxh3);
        let mut made = open.as_then.complete()?;
        if let (false, Some(as_now)) = (is_same(&made), open.as_now) {
            made = as_now.complete()?;
        }
        if is_same(&made) {
            made.commit()?;
            say(format_args!("{shown} is as it was"));
        } else {
            if self.manifest.leg(index).is_none_or(|leg| leg.program == program()) {
                return Err(differs());
            }
            let then = self.manifest.leg(index).map_or("another version", |leg| &leg.program);
            say(format_args!(
                "{shown} has the same rows, but not the same bytes: {then} wrote it; the manifest gets its new hash"
            ));
            let part = Part { bytes: made.bytes(), xxh3: made.xxh3(), ..part.clone() };
            made.commit()?;
            self.manifest.parts[index] = part;
            self.manifest.rewrite_leg(index);
            self.manifest.write(&self.folder)?;
        }
        self.bad.pop_front();
        Ok(())
    }

    /// Ends the repair with what came of it.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        ended?;
        match self.bad.front() {
            None => Ok(()),
            Some(index) => {
                let path = self.folder.join(&self.manifest.parts[*index].file);
                Err(Failure::Message(format!("the input ended before {} was made", path.display())))
            }
        }
    }
}

impl Manifest {
    /// Says that this version of the program wrote a part.
    fn rewrite_leg(&mut self, index: usize) {
        let mut of_parts: Vec<Option<Leg>> =
            (0..self.parts.len()).map(|part| self.leg(part).cloned()).collect();
        let base = of_parts[index].clone().unwrap_or_else(|| Leg::of(&self.run, index));
        of_parts[index] = Some(Leg { program: program(), tables: UsedTable::all(), ..base });
        self.programs.clear();
        for (first_part, leg) in of_parts.into_iter().enumerate() {
            let Some(leg) = leg else { continue };
            let leg = Leg { first_part, ..leg };
            if !self.programs.last().is_some_and(|last| Leg { first_part, ..last.clone() } == leg) {
                self.programs.push(leg);
            }
        }
    }
}
