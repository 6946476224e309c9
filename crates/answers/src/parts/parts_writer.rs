//! The writer of a folder of parts: rows go to an open part, and a complete part is added to the manifest.
//!
//! A part gets its name before the manifest that lists it replaces the old one. A process killed in between leaves one
//! file, named as the next part, that the manifest does not list.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cubiform_files::outputs::{remove_all, remove_stale};

use super::manifest::{Manifest, PartPosition, Provenance};
use super::part_writer::{PartWriter, Repair};
use super::{Event, PartsOptions, RowSink, SkippedLine, SkippedLines, write_error};
use crate::Error;
use crate::run::{Position, Run, UsedTable, WantedItems};

/// The maximum time that a part stays open. A killed run loses no more than the rows of this time.
const MAX_PART_AGE: Duration = Duration::from_secs(60);

/// A folder of parts that is being written.
pub struct PartsWriter<'a, R> {
    folder: PathBuf,
    options: PartsOptions<'a, R>,
    /// The manifest on disk, except for the settings of the run.
    manifest: Manifest,
    repair: Repair<R>,
    open: Option<PartWriter<R>>,
    /// The position after the last item taken.
    position: Position,
    /// The lines skipped since the manifest was written.
    skipped: SkippedLines,
    /// The number of scrambles left out since the manifest was written.
    left_out: u64,
    /// The time when the manifest was last written.
    written: Instant,
    /// The lock of the folder.
    _lock: File,
}

impl<'a, R> PartsWriter<'a, R> {
    /// Returns the position after the last item taken.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Opens a new folder, or one with an earlier run of the same settings. Parts of that run that are missing or damaged
    /// are written again, except in a merge.
    ///
    /// # Errors
    /// If the folder has other contents, or a run that cannot be resumed.
    pub fn open(folder: &Path, options: PartsOptions<'a, R>) -> Result<PartsWriter<'a, R>, Error> {
        let (lock, earlier) = super::open(folder, options.host, false)?;
        // A manifest without results is replaced.
        let (manifest, repair) = match earlier.clone().filter(|earlier| earlier.position.items > 0) {
            Some(earlier) => {
                check_resumable(folder, &earlier, &options)?;
                let repair = if options.merged_from.is_some() {
                    earlier.files(folder)?;
                    Repair::of_none(earlier.run.clone())
                } else {
                    Repair::find(folder, &earlier, options.host)?
                };
                let program = earlier.run.program.clone();
                (Manifest { run: Run { program, ..options.run.clone() }, ..earlier }, repair)
            }
            None => {
                let merged_from = options.merged_from.clone();
                let manifest = Manifest { merged_from, ..Manifest::new(options.run.clone()) };
                (manifest, Repair::of_none(options.run.clone()))
            }
        };
        // Removes what a killed process was writing. Only a folder with a manifest certainly belongs to this program.
        let remove = if earlier.is_some() { remove_all } else { remove_stale };
        remove(folder);
        if let Some(earlier) = earlier.filter(|earlier| !earlier.complete) {
            let left = folder.join(earlier.part_name(earlier.parts.len()));
            if fs::symlink_metadata(&left).is_ok() {
                cubiform_files::remove(&left).map_err(|e| Error::file(&left, "remove", &e))?;
            }
        }
        if manifest.parts.is_empty() && manifest.position.items == 0 {
            manifest.write(folder, options.host)?;
        }
        Ok(PartsWriter {
            folder: folder.to_path_buf(),
            options,
            position: manifest.position,
            manifest,
            repair,
            open: None,
            skipped: SkippedLines::default(),
            left_out: 0,
            written: Instant::now(),
            _lock: lock,
        })
    }

    /// Returns the number of lines skipped so far, including those of earlier processes.
    pub fn skipped(&self) -> u64 {
        self.manifest.skipped.count + self.skipped.count
    }

    /// Returns whether the item before this position is one of the earlier run.
    fn is_of_earlier_run(&self, position: Position) -> bool {
        position.items <= self.position.items
    }

    /// Completes a part of the earlier run that is written again, if it ends at this position.
    fn close_repaired(&mut self, position: Position) -> Result<(), Error> {
        self.repair.close_part_at(position, &mut self.manifest, (&self.folder, &self.options))
    }

    /// Returns whether this is a merge. It closes no part early, because its rows are not lost.
    fn is_merge(&self) -> bool {
        self.options.merged_from.is_some()
    }

    /// Opens the next part. `id` is the id of its first row.
    fn begin_part(&mut self, id: &str) -> Result<PartWriter<R>, Error> {
        if self.manifest.complete {
            // A complete run may not have a part that its manifest does not list (see `folder`).
            let next = Manifest { complete: false, ..self.manifest.clone() };
            next.write(&self.folder, self.options.host)?;
            self.manifest = next;
        }
        let path = self.folder.join(self.manifest.part_name(self.manifest.parts.len()));
        PartWriter::create(path, std::slice::from_ref(&self.options.run), &self.options.rows, id)
    }

    /// Writes the position to the manifest if that has not happened for [`MAX_PART_AGE`]: there may be no row for
    /// hours.
    fn save_position(&mut self) -> Result<(), Error> {
        let is_old = self.written.elapsed() >= MAX_PART_AGE;
        if is_old && !self.is_merge() { self.close_part() } else { Ok(()) }
    }

    /// Closes the open part if it has been open for [`MAX_PART_AGE`].
    fn close_expired(&mut self) -> Result<(), Error> {
        let is_old = self.open.as_ref().is_some_and(|part| part.since.elapsed() >= MAX_PART_AGE);
        if is_old && !self.is_merge() { self.close_part() } else { Ok(()) }
    }

    /// Completes the run. `position` replaces the final position, if it is given.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(&mut self, position: Option<Position>) -> Result<(), Error> {
        self.close_part()?;
        if self.manifest.complete {
            return Ok(());
        }
        self.manifest.position = position.unwrap_or(self.manifest.position);
        self.manifest.complete = true;
        self.manifest.write(&self.folder, self.options.host)?;
        let (rows, parts) = (self.manifest.rows, self.manifest.parts.len());
        self.options.host.show(&Event::Complete { folder: &self.folder, rows, parts });
        Ok(())
    }

    /// Ends the run after a failure. Complete parts are kept.
    pub fn abandon(&mut self) {
        if let Err(error) = self.close_part() {
            self.options.host.show(&Event::Lost(&error));
        }
        // The manifest on disk has the rows that are kept.
        let rows = Manifest::read(&self.folder).ok().flatten().filter(|manifest| !manifest.complete);
        if let Some(Manifest { rows, .. }) = rows {
            self.options.host.show(&Event::Kept { folder: &self.folder, rows });
        }
    }

    /// Completes the open part and writes the manifest that lists it. If that fails, the part is discarded.
    fn close_part(&mut self) -> Result<(), Error> {
        if self.position == self.manifest.position {
            return Ok(());
        }
        let written = self.write_open_part();
        self.skipped = SkippedLines::default();
        self.left_out = 0;
        match written {
            Ok(manifest) => {
                self.manifest = manifest;
                self.written = Instant::now();
                Ok(())
            }
            Err(error) => {
                self.open = None;
                self.position = self.manifest.position;
                Err(error)
            }
        }
    }

    /// Completes the open part. Returns the manifest that was written.
    fn write_open_part(&mut self) -> Result<Manifest, Error> {
        let mut next = self.manifest.clone();
        next.skipped.append(self.skipped.clone());
        next.left_out += self.left_out;
        if let Some(open) = self.open.take() {
            let (file, mut part) = open.complete(None)?;
            let path = file.target().to_path_buf();
            self.options.host.verify_tables()?;
            file.commit_new().map_err(|e| match e.kind() {
                io::ErrorKind::AlreadyExists => {
                    let message =
                        format!("cannot write to {}: a file of this name exists already", path.display());
                    Error::message(message).hint("move it away")
                }
                _ => write_error(&path, &e),
            })?;
            let Position { items, digest } = self.position;
            part.position = Some(PartPosition { items, digest: (!self.is_merge()).then_some(digest) });
            let provenance = Provenance::new(&self.options.run, self.tables());
            next.push(part, provenance);
        }
        next.position = self.position;
        next.complete = false;
        next.write(&self.folder, self.options.host)?;
        Ok(next)
    }

    /// Returns the tables that the rows come from: those in use, or in a merge those of the shards.
    fn tables(&self) -> Vec<UsedTable> {
        let Some(shards) = &self.options.merged_from else { return self.options.host.tables() };
        let mut tables: Vec<UsedTable> = shards.iter().flat_map(|shard| shard.tables.clone()).collect();
        tables.sort();
        tables.dedup();
        tables
    }
}

impl<R, E: From<Error>> RowSink<R, E> for PartsWriter<'_, R> {
    fn wanted(&self) -> WantedItems {
        WantedItems { ranges: self.repair.ranges(&self.manifest), after: self.position }
    }

    fn earlier(&self) -> (u64, u64) {
        (self.manifest.skipped.count, self.manifest.left_out)
    }

    fn begin(&mut self) -> Result<(), E> {
        if self.position.items > 0 {
            let items = self.position.items;
            self.options.host.show(&Event::Resumed { folder: &self.folder, items });
        }
        Ok(())
    }

    fn row(&mut self, row: &R, id: &str, position: Position) -> Result<(), E> {
        if self.is_of_earlier_run(position) {
            let target = (&*self.folder, &self.options);
            return Ok(self.repair.row((row, id), position, &mut self.manifest, target)?);
        }
        let mut part = match self.open.take() {
            Some(part) => part,
            None => self.begin_part(id)?,
        };
        if let Err(error) = part.row(row, id) {
            // The part is discarded, with the lines skipped since the manifest was written.
            self.position = self.manifest.position;
            self.skipped = SkippedLines::default();
            self.left_out = 0;
            return Err(error.into());
        }
        let is_full = part.rows == self.options.part_rows;
        self.open = Some(part);
        self.position = position;
        Ok(if is_full { self.close_part() } else { self.close_expired() }?)
    }

    fn skip(&mut self, line: SkippedLine, position: Position) -> Result<(), E> {
        if self.is_of_earlier_run(position) {
            return Ok(self.close_repaired(position)?);
        }
        self.skipped.add(line);
        self.position = position;
        Ok(self.save_position()?)
    }

    fn leave_out(&mut self, position: Position) -> Result<(), E> {
        if self.is_of_earlier_run(position) {
            return Ok(self.close_repaired(position)?);
        }
        self.left_out += 1;
        self.position = position;
        Ok(self.save_position()?)
    }

    fn idle(&mut self) -> Result<(), E> {
        Ok(self.close_expired()?)
    }

    fn end(mut self: Box<Self>, ended: Result<(), E>) -> Result<(), E> {
        match ended {
            Ok(()) => Ok(self.finish(None)?),
            Err(failure) => {
                self.abandon();
                Err(failure)
            }
        }
    }
}

/// Checks that a run can be resumed in a folder with the manifest `earlier`.
fn check_resumable<R>(folder: &Path, earlier: &Manifest, options: &PartsOptions<'_, R>) -> Result<(), Error> {
    let name = folder.display();
    let contains = |what: &str, rows: bool, hint: &str| {
        let rows = if rows { format!(" ({} rows)", earlier.rows) } else { String::new() };
        Err(Error::message(format!("{name} {what}{rows}")).hint(hint))
    };
    const COMPLETE: &str = "already contains a complete run";
    const UNFINISHED: &str = "contains an unfinished run";
    const ELSEWHERE: &str = "name another folder";
    match (options.resume, earlier.complete) {
        (false, true) => return contains(COMPLETE, true, ELSEWHERE),
        (false, false) => {
            return contains(UNFINISHED, true, "continue it with `resume`, or name another folder");
        }
        (true, _) => earlier.check_format(folder)?,
    }
    match (&options.merged_from, &earlier.merged_from) {
        (Some(_), _) if earlier.complete => return contains(COMPLETE, true, ELSEWHERE),
        (Some(now), Some(then)) if now != then => {
            return contains("contains an unfinished merge of other shards", false, ELSEWHERE);
        }
        (Some(_), None) => return contains(UNFINISHED, true, ELSEWHERE),
        (None, Some(_)) if !earlier.complete => {
            let hint = "continue it with cubiform merge, or name another folder";
            return contains("contains an unfinished merge", false, hint);
        }
        _ => {}
    }
    match options.run.difference_from(&earlier.run) {
        Some(difference) => Err(Error::message(format!("cannot resume {name}: {difference}"))
            .hint("use the same options, or name another folder")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::parts::{NewRowWriter, SilentHost};
    use crate::rows::RowWriter;

    /// A writer of numbers, one per line.
    struct Lines;

    impl RowWriter<u64> for Lines {
        fn write_row(&mut self, row: &u64, out: &mut dyn Write) -> io::Result<()> {
            writeln!(out, "{row}")
        }
    }

    fn open(folder: &Path) -> PartsWriter<'static, u64> {
        let rows: NewRowWriter<'static, u64> = Box::new(|_: &Run| Box::new(Lines));
        let run = crate::run::example();
        let options =
            PartsOptions { run, resume: true, merged_from: None, part_rows: 10, rows, host: &SilentHost };
        PartsWriter::open(folder, options).unwrap()
    }

    #[test]
    fn part_open_for_a_minute_is_closed_without_another_row() {
        let Some(old) = Instant::now().checked_sub(MAX_PART_AGE) else { return };
        let folder = tempfile::tempdir().unwrap();
        let mut parts = open(&folder.path().join("a"));
        let position = Position { items: 1, digest: 7 };
        let sink: &mut dyn RowSink<u64, Error> = &mut parts;
        sink.row(&5, "5", position).unwrap();
        sink.idle().unwrap();
        assert_eq!(Manifest::read(&parts.folder).unwrap().unwrap().rows, 0);
        parts.open.as_mut().unwrap().since = old;
        parts.close_expired().unwrap();
        let manifest = Manifest::read(&parts.folder).unwrap().unwrap();
        assert_eq!((manifest.rows, manifest.position, manifest.complete), (1, position, false));
    }
}
