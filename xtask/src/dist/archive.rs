//! Archives whose bytes depend on their content alone: sorted entries, one time, no owner.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Returns the files of a folder and of those in it, sorted, relative to it.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns whether a file is a program.
fn is_program(path: &Path) -> bool {
    matches!(path.file_name().and_then(|name| name.to_str()), Some("cubiform" | "cubiform.exe"))
}

/// Packs a folder, whose name the entries begin with, in a compressed tar archive. `time` is that of all entries.
pub(super) fn tar(folder: &Path, to: &Path, time: u64) -> io::Result<()> {
    let gzip = GzBuilder::new().mtime(0).write(File::create(to)?, Compression::best());
    let mut archive = tar::Builder::new(gzip);
    let name = folder.file_name().unwrap_or_default();
    for path in files(folder)? {
        let content = fs::read(folder.join(&path))?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mtime(time);
        header.set_mode(if is_program(&path) { 0o755 } else { 0o644 });
        archive.append_data(&mut header, Path::new(name).join(&path), &content[..])?;
    }
    archive.into_inner()?.finish()?.flush()
}

/// Packs the content of a folder in a zip archive, with `prefix` before the names.
pub(super) fn zip(folder: &Path, prefix: &str, to: &Path) -> io::Result<()> {
    let mut archive = ZipWriter::new(File::create(to)?);
    for path in files(folder)? {
        let mode = if is_program(&path) { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(mode);
        let name =
            path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        archive.start_file(format!("{prefix}{name}"), options)?;
        archive.write_all(&fs::read(folder.join(&path))?)?;
    }
    archive.finish()?.flush()
}
