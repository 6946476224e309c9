//! Where results go: standard output, or a file that appears under its name only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use crate::failure::{Failure, about_file};

/// A place to write to.
pub(crate) struct Output {
    writer: BufWriter<Sink>,
    /// How to call it in messages.
    name: String,
}

enum Sink {
    Stdout(io::Stdout),
    /// A device or a pipe: it cannot be replaced and is never half a file.
    Device(File),
    /// A temporary file, and the one that it will be.
    File(NamedTempFile, PathBuf),
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Output {
        Output { writer: BufWriter::new(Sink::Stdout(io::stdout())), name: "standard output".into() }
    }

    /// A file to be, or standard output where none is named.
    pub(crate) fn to(path: Option<&Path>) -> Result<Output, Failure> {
        path.map_or_else(|| Ok(Output::stdout()), Output::file)
    }

    /// A file to be: nothing is seen under its name until [`Output::finish`], and never if that is not reached.
    pub(crate) fn file(path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let cannot = |e: io::Error| about_file(path, "write", &e);
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(cannot(e)),
        };
        let sink = match &existing {
            Some(metadata) if metadata.is_dir() => {
                return Err(Failure::Message(format!("cannot write {name}: it is a folder")));
            }
            Some(metadata) if !metadata.is_file() => {
                Sink::Device(File::options().write(true).open(path).map_err(cannot)?)
            }
            _ => {
                // Through a symbolic link, not over it.
                let path =
                    if existing.is_some() { fs::canonicalize(path).map_err(cannot)? } else { path.into() };
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                if !folder.is_dir() {
                    let message = format!("cannot write {name}: there is no folder {}", folder.display());
                    return Err(Failure::Message(message));
                }
                let temporary = temporary_in(folder).map_err(cannot)?;
                if let Some(metadata) = &existing {
                    temporary.as_file().set_permissions(metadata.permissions()).map_err(cannot)?;
                }
                Sink::File(temporary, path)
            }
        };
        Ok(Output { writer: BufWriter::new(sink), name })
    }

    /// Whether somebody is looking at it.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.writer.get_ref(), Sink::Stdout(stdout) if stdout.is_terminal())
    }

    /// Whether it is a file, of which there is nothing until it is whole.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.writer.get_ref(), Sink::File(..))
    }

    /// A failure to write to it.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::write(&self.name, error)
    }

    /// Ends it with what the run came to that wrote to it: after a failure rows that were printed are good by themselves,
    /// half a file is not.
    pub(crate) fn end(self, ended: Result<(), Failure>) -> Result<(), Failure> {
        if ended.is_ok() {
            return self.finish();
        }
        if !self.is_file() {
            let _ = self.finish();
        }
        ended
    }

    /// Writes out what is left; a file gets its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let failure = |error: &io::Error| Failure::write(&self.name, error);
        match self.writer.into_inner().map_err(|e| failure(e.error()))? {
            Sink::Stdout(mut stdout) => stdout.flush().map_err(|e| failure(&e)),
            Sink::Device(mut file) => file.flush().map_err(|e| failure(&e)),
            Sink::File(temporary, path) => {
                crate::table_checks::settle()?;
                temporary.as_file().sync_all().map_err(|e| failure(&e))?;
                temporary.persist(path).map_err(|e| failure(&e.error)).map(drop)
            }
        }
    }
}

/// How the names of temporary files begin and end.
const TEMPORARY: (&str, &str) = (".cubiform-", ".tmp");

/// Whether a file of this name was to become another, and its process was killed.
pub(crate) fn is_temporary(name: &str) -> bool {
    name.strip_prefix(TEMPORARY.0).is_some_and(|rest| rest.ends_with(TEMPORARY.1))
}

/// A temporary file with the rights that a new file has.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    temporary(0o666).tempfile_in(folder).map_err(without_its_name)
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
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Device(file) => file.write(bytes),
            Sink::File(temporary, _) => temporary.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Device(file) => file.flush(),
            Sink::File(temporary, _) => temporary.as_file_mut().flush(),
        }
    }
}

/// A temporary folder with the rights that a new folder has; it is removed if nothing becomes of it.
pub(crate) fn temporary_folder(folder: &Path) -> io::Result<TempDir> {
    temporary(0o777).tempdir_in(folder).map_err(without_its_name)
}

/// What temporary files and folders are called, and the most that the user's mask leaves of their rights.
fn temporary(rights: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(rights));
    }
    #[cfg(not(unix))]
    let _ = rights;
    builder
}

/// An error that tells no temporary name, which means nothing to anybody.
fn without_its_name(error: io::Error) -> io::Error {
    io::Error::from(error.kind())
}

/// Prints a text on standard output.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    let mut output = Output::stdout();
    output.write_all(text).map_err(|e| output.failure(&e))?;
    output.finish()
}
