//! The folder of a report: it appears whole, or its files do, and nothing else in it is touched.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::failure::{Failure, about_file};
use crate::output::temporary_folder;

/// A folder to be, or one whose files are to be replaced.
pub(super) struct Folder {
    path: PathBuf,
    /// Where files are until all are written: beside a folder to be, within one that is there.
    staged: TempDir,
    is_new: bool,
}

impl Folder {
    /// The folder at `path`. Files in it that are not among `own`, or a `page` without the mark of a report, are
    /// refused: they are not to be mixed with one, or replaced by it.
    pub(super) fn new(path: &Path, own: &[String], page: &str, mark: &str) -> Result<Folder, Failure> {
        let cannot = |e: io::Error| about_file(path, "write", &e);
        let refused = |why: String| Failure::Message(format!("cannot write {}: {why}", path.display()));
        let is_new = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_dir() => {
                return Err(refused("it is a file; first comes the folder, then the analyses".into()));
            }
            Ok(_) => false,
            Err(e) if e.kind() == io::ErrorKind::NotFound => true,
            Err(e) => return Err(cannot(e)),
        };
        if !is_new {
            for entry in fs::read_dir(path).map_err(cannot)? {
                let name = entry.map_err(cannot)?.file_name();
                if !own.iter().any(|own| name == **own) {
                    let name = name.to_string_lossy();
                    let message =
                        format!("there is {name} in it, which is no part of a report\n  name a new folder");
                    return Err(refused(message));
                }
            }
            match fs::read(path.join(page)) {
                Ok(bytes) if !String::from_utf8_lossy(&bytes).contains(mark) => {
                    return Err(refused(format!("its {page} is no report\n  name a new folder")));
                }
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(cannot(e)),
                _ => {}
            }
        }
        // The path may end with a slash; its parent is where it is made.
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if is_new && !parent.is_dir() {
            return Err(refused(format!("there is no folder {}", parent.display())));
        }
        let staged = temporary_folder(if is_new { parent } else { path }).map_err(cannot)?;
        Ok(Folder { path: path.into(), staged, is_new })
    }

    /// Writes a file; it is not seen in the folder yet.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let write = || {
            let mut file = File::create(self.staged.path().join(name))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write().map_err(|e: io::Error| Failure::write(self.path.join(name).display(), &e))
    }

    /// Shows the files. Those of an earlier report are replaced one by one in this order, and those of `own` that are
    /// no longer made are removed: what is named last says what belongs to it.
    pub(super) fn finish(self, names: &[String], own: &[String]) -> Result<(), Failure> {
        let cannot = |e: io::Error| about_file(&self.path, "write", &e);
        if self.is_new {
            fs::rename(self.staged.path(), &self.path).map_err(cannot)?;
            // It is there no more.
            let _ = self.staged.keep();
            return Ok(());
        }
        for name in names {
            fs::rename(self.staged.path().join(name), self.path.join(name)).map_err(cannot)?;
        }
        for stale in own.iter().filter(|name| !names.contains(name)) {
            match fs::remove_file(self.path.join(stale)) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(cannot(e)),
                _ => {}
            }
        }
        self.staged.close().map_err(cannot)
    }
}
