//! The writer of a folder of parts: rows go to an open part, and a complete part is added to the manifest.
//!
//! A part gets its name before the manifest that lists it replaces the old one. A process killed in between leaves one
//! file, named as the next part, that the manifest does not list.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::folder::{self, Lock};
use super::manifest::{FORMAT, Manifest, MergedShard, Part, PartPosition, Provenance, used_tables};
use super::option;
use super::skipped::{Skipped, SkippedLine};
use crate::error::{Failure, file_error, say};
use crate::output::{CompleteFile, Output, remove_all, remove_stale};
use crate::render::Render;
use cubiform_answers::format::grouped;
use cubiform_answers::run::{Position, Run, UsedTable};

/// The maximum time that a part stays open. A killed run loses no more than the rows of this time.
const MAX_PART_AGE: Duration = Duration::from_secs(60);

/// A function that creates the renderer of rows for a run.
pub(crate) type RendererFactory<'a, R> = Box<dyn Fn(&Run) -> Box<dyn Render<R>> + 'a>;

/// An output and the renderer of its rows.
pub(crate) struct RowWriter<R> {
    pub(crate) output: Output,
    pub(crate) renderer: Box<dyn Render<R>>,
}

/// The settings for writing a folder of parts.
pub(crate) struct PartsOptions<'a, R> {
    /// The settings of the run.
    pub(crate) run: Run,
    /// Whether to resume an unfinished run in the folder.
    pub(crate) resume: bool,
    /// The merged shards, if this is a merge.
    pub(crate) merged_from: Option<Vec<MergedShard>>,
    /// The maximum number of rows of a part.
    pub(crate) part_rows: u64,
    /// Creates the renderer of each part.
    pub(crate) make_renderer: RendererFactory<'a, R>,
}

/// A folder of parts that is being written.
pub(crate) struct Parts<'a, R> {
    folder: PathBuf,
    /// The manifest on disk, except for the settings of the run.
    manifest: Manifest,
    run: Run,
    is_merge: bool,
    part_rows: u64,
    make_renderer: RendererFactory<'a, R>,
    open: Option<OpenPart<R>>,
    /// The position after the last item taken.
    position: Position,
    /// The lines skipped since the manifest was written.
    skipped: Skipped,
    /// The number of scrambles left out since the manifest was written.
    left_out: u64,
    /// The time when the manifest was last written.
    written: Instant,
    /// The lock of the folder.
    _lock: Lock,
}

/// The part that is open for writing.
struct OpenPart<R> {
    name: String,
    writer: RowWriter<R>,
    rows: u64,
    first: String,
    last: String,
    since: Instant,
}

impl<R> RowWriter<R> {
    /// Creates a writer of rows to an output.
    pub(crate) fn new(output: Output, renderer: Box<dyn Render<R>>) -> RowWriter<R> {
        RowWriter { output, renderer }
    }

    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        self.renderer.write_header(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    pub(crate) fn row(&mut self, row: &R) -> Result<(), Failure> {
        self.renderer.write_row(row, &mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn end(mut self) -> Result<Output, Failure> {
        self.renderer.write_end(&mut self.output).map_err(|e| self.output.failure(&e))?;
        Ok(self.output)
    }

    /// Writes the remaining data. A file gets its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.end()?.finish()
    }

    /// Writes the remaining data of a file, without giving it its name.
    pub(crate) fn complete(self) -> Result<CompleteFile, Failure> {
        self.end()?.complete()
    }
}

impl<'a, R> Parts<'a, R> {
    /// Opens a new folder, or one with an unfinished run of the same settings.
    pub(crate) fn open(folder: &Path, options: PartsOptions<'a, R>) -> Result<Parts<'a, R>, Failure> {
        let (lock, earlier) = folder::open(folder)?;
        let PartsOptions { run, resume, merged_from, part_rows, make_renderer } = options;
        let is_merge = merged_from.is_some();
        // A manifest without results is replaced.
        let manifest = match earlier.clone().filter(|earlier| earlier.position.items > 0) {
            Some(earlier) => {
                check_resumable(folder, &earlier, &run, resume, merged_from.as_deref())?;
                earlier.files(folder)?;
                Manifest { run: Run { program: earlier.run.program.clone(), ..run.clone() }, ..earlier }
            }
            None => Manifest { merged_from, ..Manifest::new(run.clone()) },
        };
        // Removes what a killed process was writing. Only a folder with a manifest certainly belongs to this program.
        let remove = if earlier.is_some() { remove_all } else { remove_stale };
        remove(folder);
        if let Some(earlier) = earlier.filter(|earlier| !earlier.complete) {
            let left = folder.join(earlier.part_name(earlier.parts.len()));
            if fs::symlink_metadata(&left).is_ok() {
                cubiform_files::remove(&left).map_err(|e| file_error(&left, "remove", &e))?;
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

    /// Returns the position after the last item taken.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Returns the number of lines skipped so far, including those of earlier processes.
    pub(crate) fn skipped(&self) -> u64 {
        self.manifest.skipped.count + self.skipped.count
    }

    /// Writes a row.
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

    /// Opens the next part. `id` is the id of its first row.
    fn begin_part(&mut self, id: &str) -> Result<&mut OpenPart<R>, Failure> {
        if self.manifest.complete {
            // A complete run may not have a part that its manifest does not list (see `folder`).
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

    /// Skips an unreadable line.
    ///
    /// # Errors
    /// If the manifest cannot be written. It is written if that has not happened for [`MAX_PART_AGE`].
    pub(crate) fn skip(&mut self, line: SkippedLine, position: Position) -> Result<(), Failure> {
        self.skipped.add(line);
        self.position = position;
        self.save_position()
    }

    /// Returns the number of scrambles left out so far, including those of earlier processes.
    pub(crate) fn left_out(&self) -> u64 {
        self.manifest.left_out + self.left_out
    }

    /// Leaves out a scramble that does not satisfy the condition of `--where`.
    ///
    /// # Errors
    /// If the manifest cannot be written. It is written if that has not happened for [`MAX_PART_AGE`].
    pub(crate) fn leave_out(&mut self, position: Position) -> Result<(), Failure> {
        self.left_out += 1;
        self.position = position;
        self.save_position()
    }

    /// Writes the position to the manifest if that has not happened for [`MAX_PART_AGE`]: there may be no row for
    /// hours.
    fn save_position(&mut self) -> Result<(), Failure> {
        let is_old = self.written.elapsed() >= MAX_PART_AGE;
        if is_old && !self.is_merge { self.close_part() } else { Ok(()) }
    }

    /// Closes the open part if it has been open for [`MAX_PART_AGE`]. A merge does not, because its rows are not lost.
    pub(crate) fn close_expired(&mut self) -> Result<(), Failure> {
        let is_old = self.open.as_ref().is_some_and(|part| part.since.elapsed() >= MAX_PART_AGE);
        if is_old && !self.is_merge { self.close_part() } else { Ok(()) }
    }

    /// Completes the run. `position` replaces the final position, if it is given.
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

    /// Ends the run after a failure, and prints the number of kept rows with a hint how to resume.
    pub(crate) fn abandon(mut self, hint: &str) {
        if let Err(Failure::Message(message)) = self.close_part() {
            say(format_args!("error: {message}"));
        }
        // The manifest on disk has the rows that are kept.
        let rows = Manifest::read(&self.folder).ok().flatten().filter(|manifest| !manifest.complete);
        if let Some(Manifest { rows, .. }) = rows {
            say(format_args!("kept {rows} rows in {}: {hint}", self.folder.display()));
        }
    }

    /// Completes the open part and writes the manifest that lists it. If that fails, the part is discarded.
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

    /// Completes the open part. Returns the manifest that was written.
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

    /// Returns the tables that the rows come from: those in use, or in a merge those of the shards.
    fn tables(&self) -> Vec<UsedTable> {
        let merged_from = self.manifest.merged_from.as_ref().filter(|_| self.is_merge);
        let Some(shards) = merged_from else { return used_tables() };
        let mut tables: Vec<UsedTable> = shards.iter().flat_map(|shard| shard.tables.clone()).collect();
        tables.sort();
        tables.dedup();
        tables
    }

    /// Discards the open part, and the skipped lines since the manifest was written.
    fn discard_open_part(&mut self) {
        self.open = None;
        self.position = self.manifest.position;
        self.skipped = Skipped::default();
        self.left_out = 0;
    }
}

impl Provenance {
    /// Returns the origin of the parts of a run from `first_part` on, without tables.
    pub(crate) fn of(run: &Run, first_part: usize) -> Provenance {
        let Run { program, input, credit, .. } = run.clone();
        Provenance { program, first_part, input, credit, tables: Vec::new() }
    }
}

/// Checks that a run can be resumed in a folder with the manifest `earlier`.
fn check_resumable(
    folder: &Path,
    earlier: &Manifest,
    run: &Run,
    resume: bool,
    merged_from: Option<&[MergedShard]>,
) -> Result<(), Failure> {
    let shown = folder.display();
    let refused = |why: String| Err(Failure::Message(why));
    if !resume {
        let rows = earlier.rows;
        return refused(match earlier.complete {
            true => format!("{shown} already contains a complete run ({rows} rows); name another folder"),
            false => {
                format!(
                    "{shown} contains an unfinished run ({rows} rows); continue it with --resume, or \
                     name another folder"
                )
            }
        });
    }
    check_format(folder, earlier)?;
    let rows = earlier.rows;
    match (merged_from, &earlier.merged_from) {
        (Some(_), _) if earlier.complete => {
            return refused(format!(
                "{shown} already contains a complete run ({rows} rows); name another folder"
            ));
        }
        (Some(now), Some(then)) if now == then => {}
        (Some(_), Some(_)) => {
            return refused(format!(
                "{shown} contains an unfinished merge of other shards; name another folder"
            ));
        }
        (Some(_), None) => {
            return refused(format!("{shown} contains an unfinished run ({rows} rows); name another folder"));
        }
        (None, Some(_)) if !earlier.complete => {
            return refused(format!(
                "{shown} contains an unfinished merge; continue it with cubiform merge, or name another folder"
            ));
        }
        (None, _) => {}
    }
    if let Some(difference) = run.difference_from(&earlier.run) {
        return refused(format!(
            "cannot resume {shown}: {}; use the same options, or name another folder",
            difference.describe(option)
        ));
    }
    Ok(())
}

/// Checks that a manifest has the current format, which is needed to write to its folder.
pub(crate) fn check_format(folder: &Path, manifest: &Manifest) -> Result<(), Failure> {
    if manifest.format == FORMAT {
        return Ok(());
    }
    Err(Failure::Message(format!(
        "{} was written by an earlier cubiform, whose manifest lacks data that is needed here; continue with that \
         version, or analyse into a new folder (stats and report read both)",
        folder.display()
    )))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use super::*;
    use cubiform_answers::analysis::columns::{Layout, Naming};

    /// A renderer of numbers, one per line.
    struct Lines;

    impl Render<u64> for Lines {
        fn write_header(&mut self, _: &mut dyn Write) -> io::Result<()> {
            Ok(())
        }

        fn write_row(&mut self, row: &u64, out: &mut dyn Write) -> io::Result<()> {
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
