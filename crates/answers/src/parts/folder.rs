//! The check of the contents of a folder of parts, and its lock, which a process holds while it writes there.
//!
//! Nothing in the folder is changed before its contents are checked. Symbolic links in it are not followed.

use std::fs::{self, File, FileType};
use std::io;
use std::path::Path;
use std::time::Duration;

use cubiform_files::outputs::{create_folder, is_temporary, lock_file};

use super::host::Host;
use super::manifest::{self, Manifest};
use crate::Error;
use crate::format::first_of;

/// The name of the lock file.
const LOCK: &str = ".cubiform.lock";

/// The maximum number of file names in a message.
const MAX_NAMES: usize = 3;

/// The time to wait for another process to release the lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Creates the folder if it does not exist, and takes its lock, which the returned file holds. Returns the manifest in
/// it, if any.
///
/// `has_unlisted` states whether the folder may have parts that its manifest does not list.
///
/// # Errors
/// If the folder has other files and no manifest, has other parts, or is locked.
pub(super) fn open(
    folder: &Path,
    host: &dyn Host,
    has_unlisted: bool,
) -> Result<(File, Option<Manifest>), Error> {
    let failure = |e: io::Error| Error::file(folder, "write", &e);
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => _ = check_contents(folder, has_unlisted)?,
        Ok(_) => return Err(refusal(folder, "it is a file")),
        // A symbolic link without a target also fails here.
        Err(e) if e.kind() == io::ErrorKind::NotFound => create_folder(folder).map_err(failure)?,
        Err(e) => return Err(failure(e)),
    }
    let path = folder.join(LOCK);
    let lock = lock_file(&path, LOCK_TIMEOUT, || host.is_stopped()).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidInput => refusal(folder, &format!("its {LOCK} is not a regular file")),
        _ => Error::file(&path, "write", &e),
    })?;
    let locked = || {
        let message = format!("another process is writing to {}", folder.display());
        Error::message(message).hint("wait until it ends")
    };
    // Another process may have written to it before the lock was taken.
    Ok((lock.ok_or_else(locked)?, check_contents(folder, has_unlisted)?))
}

fn refusal(folder: &Path, why: &str) -> Error {
    Error::message(format!("cannot write parts to {}: {why}", folder.display())).hint("name a new folder")
}

/// Reads the manifest of a folder, and checks that the folder has no unexpected files.
fn check_contents(folder: &Path, has_unlisted: bool) -> Result<Option<Manifest>, Error> {
    let failure = |e: io::Error| Error::file(folder, "read", &e);
    let mut entries: Vec<(String, FileType)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(failure)? {
        let entry = entry.map_err(failure)?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry.file_type().map_err(failure)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let special =
        |(name, kind): &&(String, FileType)| [LOCK, manifest::NAME].contains(&&name[..]) && !kind.is_file();
    if let Some((name, _)) = entries.iter().find(special) {
        return Err(refusal(folder, &format!("its {name} is not a regular file")));
    }
    let Some(manifest) = Manifest::read(folder)? else {
        let is_own = |name: &str| name == LOCK || is_temporary(name);
        let others = entries.iter().map(|(name, _)| &name[..]).filter(|name| !is_own(name));
        let others: Vec<&str> = others.collect();
        if others.is_empty() {
            return Ok(None);
        }
        let names = first_of(&others, MAX_NAMES);
        return Err(refusal(folder, &format!("it has no manifest, but contains other files: {names}")));
    };
    // A killed run may leave a file named as the next part. A complete run leaves none.
    let next = manifest.part_name(manifest.parts.len());
    let is_known = |(name, kind): &&(String, FileType)| {
        let is_listed = manifest.parts.iter().any(|part| part.file == *name);
        kind.is_file() && (is_listed || has_unlisted || !manifest.complete && *name == next)
    };
    let parts = entries.iter().filter(|(name, _)| name.starts_with("part-"));
    let unknown: Vec<&str> = parts.filter(|entry| !is_known(entry)).map(|(name, _)| &name[..]).collect();
    if unknown.is_empty() {
        return Ok(Some(manifest));
    }
    let (folder, names) = (folder.display(), first_of(&unknown, MAX_NAMES));
    let message = "it contains entries that its manifest does not list as files";
    Err(Error::message(format!("cannot write parts to {folder}: {message}: {names}")).hint("move them away"))
}
