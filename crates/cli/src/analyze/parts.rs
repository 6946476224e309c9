//! A folder of parts that is being written: rows go to an open part, and a part that is whole goes into the manifest.
//!
//! A part gets its name first, then the manifest on disk is replaced by one that lists it. What a process leaves that
//! is killed between the two is one file, called as the next part, which the manifest does not list.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cubiform_tables::atomic_file;

use super::folder::{self, Lock};
use super::manifest::{FORMAT, Manifest, MergedShard, Part, PartPosition, Provenance, Run, UsedTable};
use super::selection::Position;
use super::skipped::{Skipped, SkippedLine};
use crate::failure::{Failure, about_file, say};
use crate::output::{CompleteFile, Output, remove_all, remove_stale};
use crate::render::Render;
use crate::words::grouped;

/// A part is closed after so long: what a killed run loses at most.
const MAX_PART_AGE: Duration = Duration::from_secs(60);

/// Makes a renderer of rows for a run.
pub(crate) type RendererFactory<'a, R> = Box<dyn Fn(&Run) -> Box<dyn Render<R>> + 'a>;

/// An output and the form of its rows.
pub(crate) struct RowWriter<R> {
    pub(crate) output: Output,
    pub(crate) renderer: Box<dyn Render<R>>,
}

/// What is written to a folder of parts.
pub(crate) struct PartsOptions<'a, R> {
    /// What was asked.
    pub(crate) run: Run,
    /// Whether to go on with a run that has been begun.
    pub(crate) resume: bool,
    /// The shards that it is merged from, if it is.
    pub(crate) merged_from: Option<Vec<MergedShard>>,
    /// Rows of a part at most.
    pub(crate) part_rows: u64,
    /// Makes the renderer of each part.
    pub(crate) make_renderer: RendererFactory<'a, R>,
}

/// A folder of parts.
pub(crate) struct Parts<'a, R> {
    folder: PathBuf,
    /// The manifest as it is on disk, but for what was asked.
    manifest: Manifest,
    run: Run,
    is_merge: bool,
    part_rows: u64,
    make_renderer: RendererFactory<'a, R>,
    open: Option<OpenPart<R>>,
    /// How far rows and bad lines have come.
    position: Position,
    /// Lines that were skipped since the manifest was written.
    skipped: Skipped,
    /// Scrambles that were left out since then.
    left_out: u64,
    /// When the manifest was written last.
    written: Instant,
    /// Held while this process writes to the folder.
    _lock: Lock,
}

/// The part that is being written.
struct OpenPart<R> {
    name: String,
    writer: RowWriter<R>,
    rows: u64,
    first: String,
    last: String,
    since: Instant,
}

impl<R> RowWriter<R> {
    /// An output to which nothing has been written.
    pub(crate) fn new(output: Output, renderer: Box<dyn Render<R>>) -> RowWriter<R> {
        RowWriter { output, renderer }
    }

    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        self.renderer.begin(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    pub(crate) fn row(&mut self, row: &R) -> Result<(), Failure> {
        self.renderer.row(row, &mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn end(mut self) -> Result<Output, Failure> {
        self.renderer.end(&mut self.output).map_err(|e| self.output.failure(&e))?;
        Ok(self.output)
    }

    /// Writes out what is left; a file gets its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.end()?.finish()
    }

    /// Writes out what is left of a file, which does not get its name yet.
    pub(crate) fn complete(self) -> Result<CompleteFile, Failure> {
        self.end()?.complete()
    }
}

impl<'a, R> Parts<'a, R> {
    /// Opens a folder: a new one, or one that holds what an earlier process left of the same.
    pub(crate) fn open(folder: &Path, options: PartsOptions<'a, R>) -> Result<Parts<'a, R>, Failure> {
        let (lock, begun) = folder::open(folder)?;
        let PartsOptions { run, resume, merged_from, part_rows, make_renderer } = options;
        let is_merge = merged_from.is_some();
        // One of which nothing has come yet is as good as none.
        let manifest = match begun.clone().filter(|begun| begun.position.items > 0) {
            Some(begun) => {
                check_resumable(folder, &begun, &run, resume, merged_from.as_deref())?;
                begun.files(folder)?;
                Manifest { run: Run { program: begun.run.program.clone(), ..run.clone() }, ..begun }
            }
            None => Manifest { merged_from, ..Manifest::new(run.clone()) },
        };
        // What a killed process was writing is written anew. Only a folder with a manifest is surely ours.
        let remove = if begun.is_some() { remove_all } else { remove_stale };
        remove(folder);
        if let Some(begun) = begun.filter(|begun| !begun.complete) {
            let left = folder.join(begun.part_name(begun.parts.len()));
            if fs::symlink_metadata(&left).is_ok() {
                atomic_file::remove(&left).map_err(|e| about_file(&left, "remove", &e))?;
            }
        }
        if manifest.parts.is_empty() && manifest.position.items == 0 {
            manifest.write(folder)?;
        }
        let position = manifest.position;
        Ok(Parts {
            folder: folder.to_path_buf(),
            manifest,
            run,
            is_merge,
            part_rows,
            make_renderer,
            open: None,
            position,
            skipped: Skipped::default(),
            left_out: 0,
            written: Instant::now(),
            _lock: lock,
        })
    }

    /// How far the run has come.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Lines that were skipped so far, those of earlier processes among them.
    pub(crate) fn skipped(&self) -> u64 {
        self.manifest.skipped.count + self.skipped.count
    }

    /// Takes a row.
    pub(crate) fn row(&mut self, row: &R, id: &str, position: Position) -> Result<(), Failure> {
        let part = match &mut self.open {
            Some(part) => part,
            None => self.begin_part(id)?,
        };
        if let Err(failure) = part.writer.row(row) {
            self.discard_open_part();
            return Err(failure);
        }
        part.rows += 1;
        part.last.clear();
        part.last.push_str(id);
        let is_full = part.rows == self.part_rows;
        self.position = position;
        if is_full { self.close_part() } else { self.close_expired() }
    }

    /// Begins a part whose first row has this id.
    fn begin_part(&mut self, id: &str) -> Result<&mut OpenPart<R>, Failure> {
        if self.manifest.complete {
            // A complete run leaves no part that its manifest does not list: see `folder`.
            let next = Manifest { complete: false, ..self.manifest.clone() };
            next.write(&self.folder)?;
            self.manifest = next;
        }
        let name = self.manifest.part_name(self.manifest.parts.len());
        let output = Output::new_file(&self.folder.join(&name))?;
        let mut writer = RowWriter::new(output, (self.make_renderer)(&self.run));
        writer.begin()?;
        let (first, last, since) = (id.to_string(), String::new(), Instant::now());
        Ok(self.open.insert(OpenPart { name, writer, rows: 0, first, last, since }))
    }

    /// Passes over a line that could not be read.
    ///
    /// # Errors
    /// If the manifest cannot be written, as it is after a minute without a row.
    pub(crate) fn skip(&mut self, line: SkippedLine, position: Position) -> Result<(), Failure> {
        self.skipped.add(line);
        self.position = position;
        self.save_position()
    }

    /// Scrambles that were left out so far, by earlier processes too.
    pub(crate) fn left_out(&self) -> u64 {
        self.manifest.left_out + self.left_out
    }

    /// Leaves out a scramble that does not satisfy the condition.
    ///
    /// # Errors
    /// If the manifest cannot be written, as it is after a minute without a row.
    pub(crate) fn leave_out(&mut self, position: Position) -> Result<(), Failure> {
        self.left_out += 1;
        self.position = position;
        self.save_position()
    }

    /// Writes the position down if that is long ago: there may be no row for hours.
    fn save_position(&mut self) -> Result<(), Failure> {
        let is_old = self.written.elapsed() >= MAX_PART_AGE;
        if is_old && !self.is_merge { self.close_part() } else { Ok(()) }
    }

    /// Closes the open part if it has been open for too long. Parts that are merged are not closed early: their rows
    /// are not lost.
    pub(crate) fn close_expired(&mut self) -> Result<(), Failure> {
        let is_old = self.open.as_ref().is_some_and(|part| part.since.elapsed() >= MAX_PART_AGE);
        if is_old && !self.is_merge { self.close_part() } else { Ok(()) }
    }

    /// Ends the run when all is there; `position` is that after the last item, if it is known better than before.
    pub(crate) fn finish(mut self, position: Option<Position>) -> Result<(), Failure> {
        self.close_part()?;
        if self.manifest.complete {
            return Ok(());
        }
        self.manifest.position = position.unwrap_or(self.manifest.position);
        self.manifest.complete = true;
        self.manifest.write(&self.folder)?;
        let (rows, parts) = (self.manifest.rows, self.manifest.parts.len());
        let (s, of_parts) = (if rows == 1 { "" } else { "s" }, if parts == 1 { "" } else { "s" });
        let folder = self.folder.display();
        say(format_args!("wrote {folder}: {} row{s} in {parts} part{of_parts}", grouped(rows)));
        Ok(())
    }

    /// Ends the run after a failure, and says what there is to go on with.
    pub(crate) fn abandon(mut self, hint: &str) {
        if let Err(Failure::Message(message)) = self.close_part() {
            say(format_args!("error: {message}"));
        }
        // What counts is what is on disk.
        let rows = Manifest::read(&self.folder).ok().flatten().filter(|manifest| !manifest.complete);
        if let Some(Manifest { rows, .. }) = rows {
            say(format_args!("kept {rows} rows in {}: {hint}", self.folder.display()));
        }
    }

    /// Ends the part that is open and writes the manifest that lists it. If that fails, its rows are still to do.
    fn close_part(&mut self) -> Result<(), Failure> {
        if self.position == self.manifest.position {
            return Ok(());
        }
        match self.write_open_part() {
            Ok(manifest) => {
                self.manifest = manifest;
                self.written = Instant::now();
                self.skipped = Skipped::default();
                self.left_out = 0;
                Ok(())
            }
            Err(failure) => {
                self.discard_open_part();
                Err(failure)
            }
        }
    }

    /// The manifest on disk after the open part was ended.
    fn write_open_part(&mut self) -> Result<Manifest, Failure> {
        let mut next = self.manifest.clone();
        next.skipped.append(self.skipped.clone());
        next.left_out += self.left_out;
        if let Some(OpenPart { name, writer, rows, first, last, .. }) = self.open.take() {
            let complete = writer.complete()?;
            let (bytes, xxh3) = (complete.bytes(), complete.xxh3());
            complete.commit_new()?;
            let Position { items, digest } = self.position;
            let digest = (!self.is_merge).then_some(digest);
            let position = Some(PartPosition { items, digest });
            let provenance = Provenance::of(&self.run, next.parts.len());
            let provenance = Provenance { tables: self.tables(), ..provenance };
            next.push(Part { file: name, rows, first, last, bytes, xxh3, position }, provenance);
        }
        next.position = self.position;
        next.complete = false;
        next.write(&self.folder)?;
        Ok(next)
    }

    /// The tables that the rows come from: those in use, or of a merge those of the shards.
    fn tables(&self) -> Vec<UsedTable> {
        let merged_from = self.manifest.merged_from.as_ref().filter(|_| self.is_merge);
        let Some(shards) = merged_from else { return UsedTable::all() };
        let mut tables: Vec<UsedTable> = shards.iter().flat_map(|shard| shard.tables.clone()).collect();
        tables.sort();
        tables.dedup();
        tables
    }

    /// Drops the open part, and with it what was skipped since the manifest was written.
    fn discard_open_part(&mut self) {
        self.open = None;
        self.position = self.manifest.position;
        self.skipped = Skipped::default();
        self.left_out = 0;
    }
}

impl Provenance {
    /// The provenance of a run that begins with a part.
    pub(crate) fn of(run: &Run, first_part: usize) -> Provenance {
        let Run { program, input, credit, .. } = run.clone();
        Provenance { program, first_part, input, credit, tables: Vec::new() }
    }
}

/// Refuses to go on with a folder in which something else was begun.
fn check_resumable(
    folder: &Path,
    begun: &Manifest,
    run: &Run,
    resume: bool,
    merged_from: Option<&[MergedShard]>,
) -> Result<(), Failure> {
    let shown = folder.display();
    let refused = |why: String| Err(Failure::Message(why));
    if !resume {
        let rows = begun.rows;
        return refused(match begun.complete {
            true => format!("{shown} has a complete run of {rows} rows; name another folder"),
            false => {
                format!(
                    "{shown} has an unfinished run of {rows} rows; go on with it with --resume, or name another folder"
                )
            }
        });
    }
    check_format(folder, begun)?;
    let rows = begun.rows;
    match (merged_from, &begun.merged_from) {
        (Some(_), _) if begun.complete => {
            return refused(format!("{shown} has a complete run of {rows} rows; name another folder"));
        }
        (Some(now), Some(then)) if now == then => {}
        (Some(_), Some(_)) => {
            return refused(format!("{shown} has an unfinished merge of other shards; name another folder"));
        }
        (Some(_), None) => {
            return refused(format!("{shown} has an unfinished run of {rows} rows; name another folder"));
        }
        (None, Some(_)) if !begun.complete => {
            return refused(format!(
                "{shown} has an unfinished merge; go on with it with cubiform merge, or name another folder"
            ));
        }
        (None, _) => {}
    }
    if let Some(difference) = run.difference_from(&begun.run) {
        return refused(format!(
            "cannot go on with {shown}: {difference}; ask the same, or name another folder"
        ));
    }
    Ok(())
}

/// Refuses a manifest that does not say all that is needed to write to its folder.
pub(crate) fn check_format(folder: &Path, manifest: &Manifest) -> Result<(), Failure> {
    if manifest.format == FORMAT {
        return Ok(());
    }
    Err(Failure::Message(format!(
        "{} is of an earlier cubiform, whose manifest does not say enough to go on with it; go on with that version, or \
         analyze into a new folder (stats and report read both)",
        folder.display()
    )))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use super::*;
    use crate::render::form::{Layout, Naming};

    /// Writes numbers as lines.
    struct Lines;

    impl Render<u64> for Lines {
        fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
            Ok(())
        }

        fn row(&mut self, row: &u64, out: &mut dyn Write) -> io::Result<()> {
            writeln!(out, "{row}")
        }
    }

    fn run() -> Run {
        Run {
            program: "cubiform 0.1.0".into(),
            goal: "std".into(),
            stages: vec!["cross".into()],
            colors: "W".into(),
            metric: "HTM".into(),
            moves: None,
            slack: 0,
            solutions: 0,
            format: "csv".into(),
            columns: Naming::default(),
            layout: Layout::default(),
            shard: "1/1".into(),
            input: Vec::new(),
            events: None,
            credit: None,
            carried: Vec::new(),
            condition: None,
            tables: Vec::new(),
        }
    }

    fn parts(folder: &Path, merged_from: Option<Vec<MergedShard>>) -> Parts<'static, u64> {
        let make_renderer: RendererFactory<'static, u64> = Box::new(|_: &Run| Box::new(Lines));
        let options = PartsOptions { run: run(), resume: true, merged_from, part_rows: 10, make_renderer };
        Parts::open(folder, options).unwrap()
    }

    #[test]
    fn part_open_for_a_minute_is_closed_without_another_row() {
        let Some(old) = Instant::now().checked_sub(MAX_PART_AGE) else { return };
        let folder = tempfile::tempdir().unwrap();
        let mut parts = parts(&folder.path().join("a"), None);
        let position = Position { items: 1, digest: 7 };
        parts.row(&5, "5", position).unwrap();
        parts.close_expired().unwrap();
        assert_eq!(Manifest::read(&parts.folder).unwrap().unwrap().rows, 0);
        parts.open.as_mut().unwrap().since = old;
        parts.close_expired().unwrap();
        let manifest = Manifest::read(&parts.folder).unwrap().unwrap();
        assert_eq!((manifest.rows, manifest.position, manifest.complete), (1, position, false));
    }
}
