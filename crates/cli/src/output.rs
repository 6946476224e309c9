//! Outputs: standard output, or a file that appears under its name only once it is complete. No output may also be an input,
//! which it would overwrite.
//!
//! Standard output may be closed when the process begins, as by `>&-` in a shell.
//! Before `main`, the runtime of Rust opens `/dev/null` in place of a closed standard stream, so that later files do not
//! take its number. What is printed is then lost without an error. The state must therefore be read before the runtime
//! starts, in a constructor of the executable. What stands there later does not show it: `> /dev/null`, which discards
//! the output on purpose, may open the same file in the same way.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use cubiform_answers::input::is_stdin;
use cubiform_files::{AtomicFile, folder_of, outputs};
use serde::Serialize;

use crate::args::ListFormat;
use crate::failure::{Failure, file_error, say};
use crate::{json, table_checks};

#[cfg(unix)]
use unix::is_stdout_closed;

/// The name of standard output in messages.
pub(crate) const STDOUT: &str = "standard output";

/// An output.
pub(crate) struct Output {
    writer: BufWriter<Sink>,
    /// Its name in messages.
    name: String,
}

enum Sink {
    Stdout(io::Stdout),
    /// A device or a pipe, which is written directly because it cannot be replaced.
    Device(File),
    /// A file that replaces its target when it is complete.
    File(AtomicFile),
}

impl Output {
    /// Returns standard output.
    pub(crate) fn stdout() -> Output {
        Output { writer: BufWriter::new(Sink::Stdout(io::stdout())), name: STDOUT.into() }
    }

    /// Opens a file, or standard output if no path is given. See [`Output::file`].
    pub(crate) fn to<'a>(
        path: Option<&Path>,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Output, Failure> {
        path.map_or_else(|| Ok(Output::stdout()), |path| Output::file(path, inputs))
    }

    /// Opens a file for writing. It appears under its name in [`Output::finish`], and not at all without that call.
    ///
    /// # Errors
    /// If the file is one of `inputs` or in one of them, or cannot be written.
    pub(crate) fn file<'a>(
        path: &Path,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Output, Failure> {
        let cannot = |e: io::Error| file_error(path, "write", &e);
        let refused = |why: &str| Err(Failure::Message(format!("cannot write {}: {why}", path.display())));
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(path).is_ok() {
                    return refused(
                        "it is a symbolic link to a file that does not exist; create that file first",
                    );
                }
                let names_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
                if names_folder || path.file_name().is_none() {
                    return refused("it is not a file name");
                }
                let output = Output::new_file(path)?;
                outputs::remove_stale(folder_of(path));
                return Ok(output);
            }
            Err(e) => return Err(cannot(e)),
        };
        if metadata.is_dir() {
            return refused("it is a folder");
        }
        if !metadata.is_file() {
            let device = File::options().write(true).open(path).map_err(cannot)?;
            return Ok(Output::new(Sink::Device(device), path));
        }
        check_file(path, inputs)?;
        // A rename would replace even a read-only file.
        let is_read_only = metadata.permissions().readonly()
            || File::options().write(true).open(path).is_err_and(|e| {
                matches!(e.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
            });
        if is_read_only {
            return refused("it is read-only; make it writable, or name another file");
        }
        // The target of a symbolic link is replaced, not the link.
        let target = fs::canonicalize(path).map_err(cannot)?;
        let file = outputs::create_file(&target).map_err(cannot)?;
        file.as_file().set_permissions(metadata.permissions()).map_err(cannot)?;
        outputs::remove_stale(folder_of(&target));
        Ok(Output::new(Sink::File(file), path))
    }

    /// Opens a new file, or one that replaces a file of this program, for writing.
    pub(crate) fn new_file(path: &Path) -> Result<Output, Failure> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            let (name, folder) = (path.display(), folder.display());
            return Err(Failure::Message(format!("cannot write {name}: there is no folder {folder}")));
        }
        let file = outputs::create_file(path).map_err(|e| file_error(path, "write", &e))?;
        Ok(Output::new(Sink::File(file), path))
    }

    fn new(sink: Sink, path: &Path) -> Output {
        Output { writer: BufWriter::new(sink), name: path.display().to_string() }
    }

    /// Sets the name in messages.
    pub(crate) fn named(self, name: impl Display) -> Output {
        Output { name: name.to_string(), ..self }
    }

    /// Writes all of the contents and finishes the output.
    pub(crate) fn finish_with(mut self, contents: &[u8]) -> Result<(), Failure> {
        self.write_all(contents).map_err(|e| self.failure(&e))?;
        self.finish()
    }

    /// Returns whether it is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.writer.get_ref(), Sink::Stdout(stdout) if stdout.is_terminal())
    }

    /// Returns whether it is a file that appears only once it is complete.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.writer.get_ref(), Sink::File(_))
    }

    /// Returns the failure of a write.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::write(&self.name, error)
    }

    /// Ends the output with the result of the run. After a failure, printed rows are flushed and a file is discarded.
    /// An interrupted run reports that its file was not written.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        if ended.is_ok() {
            return self.finish();
        }
        if !self.is_file() {
            let _ = self.finish();
        } else if matches!(ended, Err(Failure::Interrupted)) {
            say(format_args!("nothing was written to {}", self.name));
        }
        ended
    }

    /// Writes the remaining data. A file gets its name, and a message names it on standard error.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let written = self.is_file().then(|| self.name.clone());
        self.finish_quietly()?;
        if let Some(name) = written {
            say(format_args!("wrote {name}"));
        }
        Ok(())
    }

    /// Like [`Output::finish`], without the message.
    pub(crate) fn finish_quietly(self) -> Result<(), Failure> {
        let name = self.name;
        let failure = |error: &io::Error| Failure::write(&name, error);
        match self.writer.into_inner().map_err(|e| failure(e.error()))? {
            Sink::File(file) => {
                table_checks::wait_for_all()?;
                file.commit().map_err(|e| failure(&e))
            }
            mut stream => stream.flush().map_err(|e| failure(&e)),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(stdout) => check_stdout().and_then(|()| stdout.write(bytes)),
            Sink::Device(file) => file.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Device(file) => file.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

/// Prints an answer to standard output: as `table` formats it, or as a JSON document.
pub(crate) fn print_as(
    format: ListFormat,
    table: impl Fn() -> String,
    answer: &impl Serialize,
) -> Result<(), Failure> {
    let text = match format {
        ListFormat::Table => table(),
        ListFormat::Json => json::document(answer)?,
    };
    print(text.as_bytes())
}

/// Prints a text to standard output.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    Output::stdout().finish_with(text)
}

/// Returns an error if standard output was closed when the process began.
pub(crate) fn check_stdout() -> io::Result<()> {
    match is_stdout_closed() {
        true => Err(io::Error::other("it is closed; redirect it to a file, or to /dev/null to discard it")),
        false => Ok(()),
    }
}

/// Returns whether standard output was closed. Windows starts processes with all standard streams.
#[cfg(not(unix))]
fn is_stdout_closed() -> bool {
    false
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Calls [`read_state`] before the runtime starts.
    // SAFETY: these sections contain pointers to functions that are called before `main`.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static CONSTRUCTOR: extern "C" fn() = read_state;

    /// Reads whether standard output is closed. Uses nothing of the runtime, which has not started.
    extern "C" fn read_state() {
        // SAFETY: the call only reads the flags of a descriptor. Its only error is that the descriptor is closed.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }

    pub(super) fn is_stdout_closed() -> bool {
        IS_CLOSED.load(Ordering::Relaxed)
    }
}

/// The identity of a file: device and inode, or on other systems the canonical path.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    #[cfg(not(unix))]
    Path(PathBuf),
}

/// Returns the identity of the file at a path, following symbolic links. Returns `None` unless it is a regular file.
fn file_identity(path: &Path) -> Option<Identity> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    #[cfg(unix)]
    return Some(inode_of(&metadata));
    #[cfg(not(unix))]
    {
        let _ = metadata;
        fs::canonicalize(path).ok().map(Identity::Path)
    }
}

#[cfg(unix)]
fn inode_of(metadata: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity::Inode(metadata.dev(), metadata.ino())
}

/// Returns the identity of the file that standard input is redirected from, if any.
#[cfg(unix)]
fn stdin_identity() -> Option<Identity> {
    use std::os::fd::AsFd;
    let stdin = fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
    let metadata = stdin.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(inode_of(&metadata))
}

#[cfg(not(unix))]
fn stdin_identity() -> Option<Identity> {
    None
}

/// Returns the regular files of an input: the file itself, the files in a folder, or the file of standard input.
fn files_of(input: &Path) -> Vec<(PathBuf, Identity)> {
    if is_stdin(input) {
        return stdin_identity().map(|identity| ("standard input".into(), identity)).into_iter().collect();
    }
    let mut paths = vec![input.to_path_buf()];
    // The reader of the input reports errors.
    if let Ok(entries) = fs::read_dir(input) {
        paths.extend(entries.flatten().map(|entry| entry.path()));
    }
    paths.into_iter().filter_map(|path| file_identity(&path).map(|identity| (path, identity))).collect()
}

/// Checks that an output is not one of the inputs and not in one of them, even under another name.
fn check_file<'a>(output: &Path, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    check(output, file_identity(output).as_slice(), inputs)
}

/// Checks that an output folder neither contains one of the inputs nor is one.
pub(crate) fn check_folder<'a>(
    folder: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let there: Vec<Identity> = entries.filter_map(|entry| file_identity(&entry.path())).collect();
    check(folder, &there, inputs)
}

/// Checks that the files that an output has now are not among the files of the inputs.
fn check<'a>(
    output: &Path,
    there: &[Identity],
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let mut files = inputs.into_iter().filter(|_| !there.is_empty()).flat_map(|input| files_of(input));
    let Some((input, _)) = files.find(|(_, file)| there.contains(file)) else { return Ok(()) };
    let (output, input) = (output.display(), input.display());
    Err(Failure::Message(format!(
        "cannot write {output}: the input {input} would be overwritten; name another output"
    )))
}

/// Checks that two outputs are different files.
pub(crate) fn check_distinct(a: &Path, b: &Path) -> Result<(), Failure> {
    let place = |path: &Path| {
        let folder = fs::canonicalize(cubiform_files::folder_of(path)).ok()?;
        Some(fs::canonicalize(path).unwrap_or(folder.join(path.file_name()?)))
    };
    match (place(a), place(b)) {
        (Some(first), Some(second)) if first == second => {
            let message = format!("cannot write {} twice; name another file for one output", b.display());
            Err(Failure::Message(message))
        }
        _ => Ok(()),
    }
}
