//! Pipes and standard input as sources of scrambles.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A function that returns another reader of a pipe or of standard input, such as one that can be interrupted.
pub type PipeReader = fn(Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>>;

/// A file that its first read opens: to open a named pipe waits for its writer.
pub struct Unopened {
    path: PathBuf,
    file: Option<File>,
}

impl Unopened {
    /// Returns the reader of a file that is not open yet.
    pub fn new(path: &Path) -> Unopened {
        Unopened { path: path.into(), file: None }
    }
}

impl Read for Unopened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::open(&self.path)?),
        };
        file.read(buffer)
    }
}

/// Returns whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a file in messages.
pub fn display_name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".into() } else { path.display().to_string() }
}
