//! The folder of a report: it appears whole, or its files do, and nothing else in it is touched.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cubiform_tables::atomic_file;

use crate::error::{Failure, about_file};
use crate::figure::chart;
use crate::output::{Output, TemporaryFolder, is_temporary, remove_stale};

/// A folder to be, or one whose files are to be replaced.
pub(super) struct Folder {
    path: PathBuf,
    /// Where a new folder is until it is complete; an existing one has temporary files of its own.
    staged: Option<TemporaryFolder>,
    /// The files that were written, in order, without their names.
    files: Vec<Output>,
}

impl Folder {
    /// The folder at `path`. It is refused if there is anything in it but the files of a report, which are called as
    /// in `own`: a `page` with the `mark` of a report, and figures.
    pub(super) fn new(path: &Path, own: &[String], page: &str, mark: &str) -> Result<Folder, Failure> {
        let cannot = |e: io::Error| about_file(path, "write", &e);
        let refused = |why: String| Failure::Message(format!("cannot write {}: {why}", path.display()));
        let is_new = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_dir() => {
                return Err(refused("it is a file; first comes the folder, then the analyses".into()));
            }
            Ok(_) => false,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(path).is_ok() {
                    return Err(refused("it is a symbolic link to a folder that does not exist".into()));
                }
                true
            }
            Err(e) => return Err(cannot(e)),
        };
        if !is_new {
            for entry in fs::read_dir(path).map_err(cannot)? {
                let entry = entry.map_err(cannot)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if is_temporary(&name) {
                    continue;
                }
                if !own.contains(&name) {
                    let message =
                        format!("there is {name} in it, which is no part of a report\n  name a new folder");
                    return Err(refused(message));
                }
                let is_file = entry.file_type().map_err(cannot)?.is_file();
                let mark = if name == page { mark } else { chart::MARK };
                let is_marked = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains(mark);
                if !is_file || !is_marked(fs::read(entry.path()).map_err(cannot)?) {
                    return Err(refused(format!("its {name} is no report\n  name a new folder")));
                }
            }
            remove_stale(path);
            return Ok(Folder { path: path.into(), staged: None, files: Vec::new() });
        }
        // The path may end with a slash; its parent is where it is made.
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !parent.is_dir() {
            return Err(refused(format!("there is no folder {}", parent.display())));
        }
        let staged = TemporaryFolder::create(parent).map_err(cannot)?;
        remove_stale(parent);
        Ok(Folder { path: path.into(), staged: Some(staged), files: Vec::new() })
    }

    /// Writes a file; it is not seen in the folder yet.
    pub(super) fn write(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let folder = self.staged.as_ref().map_or(&*self.path, TemporaryFolder::path);
        let mut file = Output::new_file(&folder.join(name))?.named(self.path.join(name).display());
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(|e| file.failure(&e))?;
        self.files.push(file);
        Ok(())
    }

    /// Shows the files. Those of an earlier report are replaced one by one in the order in which they were written, and
    /// those of `own` that are not among `names` any more are removed: what is written last says what belongs to it.
    pub(super) fn finish(self, names: &[String], own: &[String]) -> Result<(), Failure> {
        let cannot = |e: io::Error| about_file(&self.path, "write", &e);
        for file in self.files {
            file.finish_quietly()?;
        }
        if let Some(staged) = self.staged {
            return staged.rename(&self.path).map_err(cannot);
        }
        for stale in own.iter().filter(|name| !names.contains(name)) {
            match atomic_file::remove(&self.path.join(stale)) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(cannot(e)),
                _ => {}
            }
        }
        Ok(())
    }
}
