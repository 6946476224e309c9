//! The folder of a run in parts: the check of its contents, and the lock that a process holds while it writes there.
//!
//! Nothing in the folder is changed before its contents are checked. Symbolic links in it are not followed.

use std::fs::{self, File, FileType, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use cubiform_faults::{Operation, fault};
use cubiform_files::sync_folder;

use super::manifest::{self, Manifest};
use crate::error::{Failure, file_error};
use crate::interrupt;
use crate::output::is_temporary;

/// The name of the lock file.
const LOCK: &str = ".cubiform.lock";

/// The maximum number of file names in a message.
const MAX_NAMES: usize = 3;

/// The time to wait for another process to release the lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The lock of a folder, released when it is dropped.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "the file is held for its lock")] File);

/// Creates the folder if it does not exist, and takes its lock. Returns the manifest in it, if any.
///
/// # Errors
/// If the folder has other files and no manifest, has parts that its manifest does not list, or is locked.
pub(crate) fn open(folder: &Path) -> Result<(Lock, Option<Manifest>), Failure> {
    let failure = |e: io::Error| file_error(folder, "write", &e);
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => _ = check_contents(folder)?,
        Ok(_) => return Err(refusal(folder, "it is a file")),
        // A symbolic link without a target also fails here.
        Err(e) if e.kind() == io::ErrorKind::NotFound => create(folder).map_err(failure)?,
        Err(e) => return Err(failure(e)),
    }
    let lock = lock(folder)?;
    // Another process may have written to it before the lock was taken.
    Ok((Lock(lock), check_contents(folder)?))
}

/// Creates a folder durably.
fn create(folder: &Path) -> io::Result<()> {
    fault(Operation::Create)?;
    fs::create_dir(folder)?;
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    sync_folder(parent.unwrap_or(Path::new(".")))
}

fn refusal(folder: &Path, why: &str) -> Failure {
    Failure::Message(format!("cannot write parts to {}: {why}; name a new folder", folder.display()))
}

/// Reads the manifest of a folder, and checks that the folder has no unexpected files.
fn check_contents(folder: &Path) -> Result<Option<Manifest>, Failure> {
    let failure = |e: io::Error| file_error(folder, "read", &e);
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
        return match list_names(others) {
            Some(names) => {
                Err(refusal(folder, &format!("it has no manifest, but contains other files: {names}")))
            }
            None => Ok(None),
        };
    };
    // A killed run may leave a file named as the next part. A complete run leaves none.
    let next = manifest.part_name(manifest.parts.len());
    let is_known = |(name, kind): &&(String, FileType)| {
        let is_listed = manifest.parts.iter().any(|part| part.file == *name);
        kind.is_file() && (is_listed || !manifest.complete && *name == next)
    };
    let parts = entries.iter().filter(|(name, _)| name.starts_with("part-"));
    match list_names(parts.filter(|entry| !is_known(entry)).map(|(name, _)| &name[..])) {
        Some(names) => Err(Failure::Message(format!(
            "cannot write parts to {}: it contains entries that its manifest does not list as files: {names}; \
             move them away",
            folder.display()
        ))),
        None => Ok(Some(manifest)),
    }
}

/// Lists the first of these names and counts the rest. Returns `None` if there are no names.
fn list_names<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len() {
        0 => None,
        count if count > MAX_NAMES => Some(format!("{first} and {} more", count - MAX_NAMES)),
        _ => Some(first),
    }
}

/// Opens the lock file of a folder and locks it.
fn lock(folder: &Path) -> Result<File, Failure> {
    let path = folder.join(LOCK);
    let failure = |e: io::Error| file_error(&path, "write", &e);
    // The file is neither truncated nor opened through a link, because it may belong to another program.
    let created =
        fault(Operation::Create).and_then(|()| File::options().write(true).create_new(true).open(&path));
    let lock = match created {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            if !fs::symlink_metadata(&path).map_err(failure)?.is_file() {
                return Err(refusal(folder, &format!("its {LOCK} is not a regular file")));
            }
            File::options().read(true).write(true).open(&path).map_err(failure)?
        }
        created => created.map_err(failure)?,
    };
    let since = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            // A killed process may take a moment to end.
            Err(TryLockError::WouldBlock) if since.elapsed() < LOCK_TIMEOUT && !interrupt::requested() => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                let shown = folder.display();
                return Err(Failure::Message(format!(
                    "another process is writing to {shown}; wait until it ends"
                )));
            }
            Err(TryLockError::Error(e)) => return Err(failure(e)),
        }
    }
}
