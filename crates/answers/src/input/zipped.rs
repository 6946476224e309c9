//! The table of scrambles in a zip file of the WCA's results export.
//!
//! A reader of a member borrows the archive, so both are owned by a separate thread, which unpacks a few chunks ahead.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use zip::ZipArchive;
use zip::result::ZipError;

use crate::format::first_of;

/// The name of the table in lower case. Versions of the export differ in case.
const TABLE: &str = "wca_export_scrambles.tsv";

/// The size of a chunk in bytes, and the number of chunks that are unpacked ahead.
const CHUNK: usize = 1 << 18;
const QUEUED_CHUNKS: usize = 4;

/// The maximum number of names of files in a message.
const MAX_NAMES: usize = 4;

/// The maximum number of bytes read of a file that contains the date.
const MAX_METADATA: u64 = 1 << 16;

/// The table of scrambles in a zip file.
pub(super) struct ZippedTable {
    archive: ZipArchive<BufReader<File>>,
    index: usize,
    /// The name of the table in the archive.
    pub name: String,
    /// Its unpacked length in bytes.
    pub length: u64,
    /// The date of the export, if it names one.
    pub date: Option<String>,
}

impl ZippedTable {
    /// Opens a zip file and finds the table in it.
    pub(super) fn open(path: &Path) -> Result<ZippedTable, String> {
        let open = || {
            let mut archive = ZipArchive::new(BufReader::new(File::open(path)?))?;
            let names: Vec<String> = archive.file_names_raw().map(escaped).collect();
            let find =
                |wanted: &str| names.iter().position(|name| file_name(name).eq_ignore_ascii_case(wanted));
            let Some(index) = find(TABLE) else { return Ok(Err(names)) };
            let length = archive.by_index(index)?.size();
            let mut read_metadata = |name| find(name).and_then(|index| read_text(&mut archive, index));
            let date = read_metadata("metadata.json").and_then(|text| date_of_metadata(&text));
            let date = date.or_else(|| read_metadata("README.md").and_then(|text| date_of_readme(&text)));
            Ok(Ok(ZippedTable { archive, index, name: names[index].clone(), length, date }))
        };
        match open() {
            Ok(Ok(zipped)) => Ok(zipped),
            Ok(Err(names)) => Err(format!(
                "cannot read {}: it contains no WCA_export_scrambles.tsv, but {}; use the TSV form of the \
                 WCA's results export",
                path.display(),
                if names.is_empty() { "nothing".into() } else { first_of(&names, MAX_NAMES) }
            )),
            Err(ZipError::Io(e)) if e.kind() != io::ErrorKind::UnexpectedEof => {
                Err(format!("cannot read {}: {e}", path.display()))
            }
            Err(e @ (ZipError::Io(_) | ZipError::InvalidArchive(_))) => Err(format!(
                "cannot read {}: truncated or damaged zip file ({e}); download it again",
                path.display()
            )),
            Err(e) => Err(format!("cannot read {}: {e}", path.display())),
        }
    }

    /// Returns a reader of the table, which unpacks it on another thread.
    pub(super) fn read(self) -> io::Result<MemberReader> {
        let (send, chunks) = mpsc::sync_channel(QUEUED_CHUNKS);
        let ZippedTable { mut archive, index, .. } = self;
        let unpack = move || {
            // A failed send means that the reader was dropped.
            let damaged = |e: &dyn std::fmt::Display| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("the zip file is damaged ({e}); download it again"),
                )
            };
            let mut member = match archive.by_index(index) {
                Ok(member) => member,
                Err(e) => {
                    let _ = send.send(Err(damaged(&e)));
                    return;
                }
            };
            loop {
                let mut chunk = Vec::with_capacity(CHUNK);
                let read = (&mut member).take(CHUNK as u64).read_to_end(&mut chunk);
                // An empty chunk marks the end.
                let finished = !matches!(read, Ok(1..));
                if send.send(read.map(|_| chunk).map_err(|e| damaged(&e))).is_err() || finished {
                    return;
                }
            }
        };
        thread::Builder::new().name("unzip".into()).spawn(unpack)?;
        Ok(MemberReader { chunks, chunk: Vec::new(), at: 0, finished: false })
    }
}

/// A reader of the unpacked bytes of a member.
pub(super) struct MemberReader {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    at: usize,
    finished: bool,
}

impl io::BufRead for MemberReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.chunk.len() && !self.finished {
            let gone = |_| io::Error::other("unpacking the zip file ended early");
            let received = self.chunks.recv().map_err(gone).flatten();
            self.finished = !matches!(&received, Ok(chunk) if !chunk.is_empty());
            self.chunk = received?;
            self.at = 0;
        }
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for MemberReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = io::BufRead::fill_buf(self)?.read(buffer)?;
        io::BufRead::consume(self, read);
        Ok(read)
    }
}

/// Returns a name without control characters.
fn escaped(name: &[u8]) -> String {
    String::from_utf8_lossy(name).replace(char::is_control, "\u{fffd}")
}

/// Returns a name without its folders.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn read_text(archive: &mut ZipArchive<BufReader<File>>, index: usize) -> Option<String> {
    let mut text = Vec::new();
    archive.by_index(index).ok()?.take(MAX_METADATA).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Reads the date from `{"export_date": "2026-05-06T00:00:21Z"}`.
fn date_of_metadata(text: &str) -> Option<String> {
    let metadata: serde_json::Value = serde_json::from_str(text).ok()?;
    let date = metadata.get("export_date")?.as_str()?;
    printable(date.split('T').next()?)
}

/// Reads the date from the line `- Date: May  6, 2026`.
fn date_of_readme(text: &str) -> Option<String> {
    printable(text.lines().find_map(|line| line.trim_start_matches(['-', '*', ' ']).strip_prefix("Date:"))?)
}

/// Normalises the spaces of a date. Returns `None` if it is empty, too long or has control characters.
fn printable(date: &str) -> Option<String> {
    let date = date.split_whitespace().collect::<Vec<_>>().join(" ");
    (!date.is_empty() && date.len() <= 40 && !date.contains(char::is_control)).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn export_date_is_read_from_metadata_or_readme() {
        let metadata = r#"{"export_format_version":"v2.0.2","export_date":"2026-05-06T00:00:21Z"}"#;
        assert_eq!(date_of_metadata(metadata).as_deref(), Some("2026-05-06"));
        for text in
            ["", "{}", r#"{"export_date":7}"#, r#"{"export_date":""}"#, r#"{"export_date":"\u001b[2J"}"#]
        {
            assert_eq!(date_of_metadata(text), None, "{text}");
        }
        let readme = "# Export\n\n- Encoding: UTF-8\n- Date: May  6, 2026\n";
        assert_eq!(date_of_readme(readme).as_deref(), Some("May 6, 2026"));
        assert_eq!(date_of_readme("# Export\n"), None);
    }
}
