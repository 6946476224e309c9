//! Checks that no output is also an input, which the output would overwrite.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use cubiform_answers::input::is_stdin;

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
pub(super) fn check_file<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
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
