//! Where rows go: one output, which is there when it is whole, or a folder of parts, which a run that was stopped
//! goes on with.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::manifest::{self, Manifest, Part, Run};
use super::selection::Position;
use crate::args::Format;
use crate::failure::{Failure, about_file, say};
use crate::interrupt;
use crate::output::Output;
use crate::render::Render;
use crate::report::Report;

/// A part is closed after so long: what a killed run loses at most.
const PART_TIME: Duration = Duration::from_secs(60);

/// How long to wait for another process to leave a folder.
const PATIENCE: Duration = Duration::from_secs(2);

/// Makes a renderer of rows.
pub(crate) type MakeRenderer<'a> = Box<dyn Fn() -> Box<dyn Render> + 'a>;

/// A place for rows.
pub(crate) enum Destination<'a> {
    /// One output.
    One(Whole),
    /// A folder of parts.
    Parts(Box<Parts<'a>>),
}

/// An output and the form of its rows.
pub(crate) struct Whole {
    output: Output,
    renderer: Box<dyn Render>,
}

/// A folder of parts.
pub(crate) struct Parts<'a> {
    folder: PathBuf,
    manifest: Manifest,
    extension: &'static str,
    rows_a_part: u64,
    make: MakeRenderer<'a>,
    open: Option<OpenPart>,
    /// How far rows and bad lines have come.
    position: Position,
    /// Held while this process writes to the folder.
    _lock: File,
}

/// The part that is being written.
struct OpenPart {
    path: PathBuf,
    whole: Whole,
    rows: u64,
    first: String,
    last: String,
    since: Instant,
}

impl Whole {
    /// An output to which nothing has been written.
    pub(crate) fn new(output: Output, renderer: Box<dyn Render>) -> Whole {
        Whole { output, renderer }
    }

    fn begin(&mut self) -> Result<(), Failure> {
        self.renderer.begin(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn row(&mut self, report: &Report) -> Result<(), Failure> {
        self.renderer.row(report, &mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.renderer.end(&mut self.output).map_err(|e| self.output.failure(&e))?;
        self.output.finish()
    }
}

/// Whether a path given for output means a folder of parts: it ends in a slash.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

impl Destination<'_> {
    /// Whether somebody is looking at it.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Destination::One(whole) if whole.output.is_terminal())
    }

    /// How far an earlier run has come with it.
    pub(crate) fn position(&self) -> Position {
        match self {
            Destination::One(_) => Position::default(),
            Destination::Parts(parts) => parts.position,
        }
    }

    /// Writes what comes before rows.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        match self {
            Destination::One(whole) => whole.begin(),
            Destination::Parts(_) => Ok(()),
        }
    }

    /// Takes a row.
    pub(crate) fn row(&mut self, report: &Report, position: Position) -> Result<(), Failure> {
        match self {
            Destination::One(whole) => whole.row(report),
            Destination::Parts(parts) => parts.row(report, position),
        }
    }

    /// Passes over a line that could not be read.
    pub(crate) fn pass(&mut self, position: Position) {
        if let Destination::Parts(parts) = self {
            parts.position = position;
        }
    }

    /// Shows what there is to whoever reads it as it comes.
    pub(crate) fn show(&mut self) -> Result<(), Failure> {
        match self {
            Destination::One(Whole { output, .. }) => output.flush().map_err(|e| output.failure(&e)),
            Destination::Parts(_) => Ok(()),
        }
    }

    /// Ends it with what the run came to; parts that are there are good, whatever that is.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        match self {
            Destination::One(whole) if ended.is_ok() => whole.finish(),
            Destination::One(whole) => whole.output.end(ended),
            Destination::Parts(parts) if ended.is_ok() => parts.finish(),
            Destination::Parts(parts) => {
                parts.abandon();
                ended
            }
        }
    }
}

impl<'a> Parts<'a> {
    /// A folder of parts of so many rows at most, new or, with `resume`, as a run has left it that was asked the same.
    pub(crate) fn open(
        folder: &Path,
        run: Run,
        format: Format,
        resume: bool,
        rows_a_part: u64,
        make: MakeRenderer<'a>,
    ) -> Result<Parts<'a>, Failure> {
        let shown = folder.display();
        let about = |e: io::Error| about_file(folder, "write", &e);
        match fs::create_dir(folder) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            made => made.map_err(about)?,
        }
        let lock = File::create(folder.join(".lock")).map_err(about)?;
        let since = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                // A process that was killed may take a moment to be gone.
                Err(TryLockError::WouldBlock) if since.elapsed() < PATIENCE && !interrupt::requested() => {
                    thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(Failure::Message(format!(
                        "another process is writing to {shown}; wait until it ends"
                    )));
                }
                Err(TryLockError::Error(e)) => return Err(about(e)),
            }
        }
        // One of which nothing has come yet is as good as none.
        let begun = Manifest::read(folder)?.filter(|begun| begun.position.items > 0);
        let manifest = match begun {
            Some(begun) if !resume => {
                let state = if begun.complete { "a complete run" } else { "an unfinished run" };
                return Err(Failure::Message(format!(
                    "{shown} has {state} of {} rows; go on with it with --resume, or name another folder",
                    begun.rows
                )));
            }
            Some(begun) => {
                if let Some(difference) = run.differs_from(&begun.run) {
                    return Err(Failure::Message(format!(
                        "cannot go on with {shown}: {difference}; ask the same, or name another folder"
                    )));
                }
                begun.files(folder)?;
                Manifest { run: Run { program: begun.run.program, ..run }, ..begun }
            }
            None => {
                let is_ours =
                    |name: &str| [".lock", manifest::NAME].contains(&name) || is_leftover(name, format);
                let mut names = names(folder).map_err(about)?;
                names.retain(|name| !is_ours(name));
                if let Some(other) = names.first() {
                    return Err(Failure::Message(format!(
                        "{shown} is no folder of parts: it has {other}; name a new folder"
                    )));
                }
                Manifest { run, complete: false, rows: 0, position: Position::default(), parts: Vec::new() }
            }
        };
        // What a killed run was writing, and a part that is not in the manifest, will be written anew.
        for name in names(folder).map_err(about)? {
            if is_leftover(&name, format) && !manifest.parts.iter().any(|part| part.file == name) {
                fs::remove_file(folder.join(name)).map_err(about)?;
            }
        }
        if manifest.parts.is_empty() {
            manifest.write(folder)?;
        }
        let position = manifest.position;
        let extension = format.extension();
        let (folder, open) = (folder.to_path_buf(), None);
        Ok(Parts { folder, manifest, extension, rows_a_part, make, open, position, _lock: lock })
    }

    fn row(&mut self, report: &Report, position: Position) -> Result<(), Failure> {
        let id = &report.scramble.id;
        let part = match &mut self.open {
            Some(part) => part,
            None => {
                let name = format!("part-{:05}.{}", self.manifest.parts.len(), self.extension);
                let path = self.folder.join(name);
                let mut whole = Whole::new(Output::file(&path)?, (self.make)());
                whole.begin()?;
                let (first, last, since) = (id.clone(), String::new(), Instant::now());
                self.open.insert(OpenPart { path, whole, rows: 0, first, last, since })
            }
        };
        if let Err(failure) = part.whole.row(report) {
            // Its rows are lost, and with them what was passed over between them.
            self.open = None;
            self.position = self.manifest.position;
            return Err(failure);
        }
        part.rows += 1;
        part.last.clone_from(id);
        self.position = position;
        if part.rows == self.rows_a_part || part.since.elapsed() >= PART_TIME {
            self.close()?;
        }
        Ok(())
    }

    /// Ends the run when all is there.
    fn finish(mut self) -> Result<(), Failure> {
        self.close()?;
        if self.manifest.complete {
            return Ok(());
        }
        self.manifest.complete = true;
        self.manifest.write(&self.folder)
    }

    /// Ends the run after a failure, and says what there is to go on with.
    fn abandon(mut self) {
        match self.close() {
            Ok(()) if self.manifest.complete => {}
            Ok(()) => say(format_args!(
                "kept {} rows in {}: go on with --resume",
                self.manifest.rows,
                self.folder.display()
            )),
            Err(Failure::Message(message)) => say(format_args!("error: {message}")),
            Err(_) => {}
        }
    }

    /// Ends the part that is open and puts it into the manifest; if it cannot be written its rows are still to do.
    fn close(&mut self) -> Result<(), Failure> {
        if self.position == self.manifest.position {
            return Ok(());
        }
        if let Some(OpenPart { path, whole, rows, first, last, .. }) = self.open.take() {
            let part = whole.finish().and_then(|()| Part::of_file(&path, rows, first, last));
            self.manifest.parts.push(part.inspect_err(|_| self.position = self.manifest.position)?);
            self.manifest.rows += rows;
        }
        self.manifest.position = self.position;
        self.manifest.complete = false;
        self.manifest.write(&self.folder)
    }
}

/// Whether a file of this name may have been left by a run that was killed.
fn is_leftover(name: &str, format: Format) -> bool {
    let is_part = |rest: &str| rest.strip_suffix(format.extension()).is_some_and(|n| n.ends_with('.'));
    crate::output::is_temporary(name) || name.strip_prefix("part-").is_some_and(is_part)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
