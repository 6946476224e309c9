//! The WCA's results export as it is downloaded: the table of scrambles, straight out of the zip file.
//!
//! A reader of a member borrows the archive, and the archive is needed nowhere else: both live on a thread of
//! their own, which unpacks a few chunks ahead.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use zip::ZipArchive;
use zip::result::ZipError;

/// What the table of scrambles is called, in lower case: its name was once capitalized.
const TABLE: &str = "wca_export_scrambles.tsv";

/// How much is unpacked at a time, and how many times ahead.
const CHUNK: usize = 1 << 18;
const QUEUED_CHUNKS: usize = 4;

/// The most that is read of a file that tells the date.
const MAX_METADATA: u64 = 1 << 16;

/// The table of scrambles in a zip file.
pub(crate) struct Zipped {
    archive: ZipArchive<BufReader<File>>,
    index: usize,
    /// The name of the table in the archive.
    pub(crate) name: String,
    /// Its length when it is unpacked.
    pub(crate) length: u64,
    /// When the export was made, as it says.
    pub(crate) date: Option<String>,
}

impl Zipped {
    /// Looks for the table.
    pub(crate) fn open(path: &Path) -> Result<Zipped, String> {
        let open = || {
            let mut archive = ZipArchive::new(BufReader::new(File::open(path)?))?;
            let names: Vec<String> = archive.file_names_raw().map(shown).collect();
            let find =
                |wanted: &str| names.iter().position(|name| file_name(name).eq_ignore_ascii_case(wanted));
            let Some(index) = find(TABLE) else { return Ok(Err(names)) };
            let length = archive.by_index(index)?.size();
            let mut read_metadata = |name| find(name).and_then(|index| read_text(&mut archive, index));
            let date = read_metadata("metadata.json").and_then(|text| date_of_metadata(&text));
            let date = date.or_else(|| read_metadata("README.md").and_then(|text| date_of_readme(&text)));
            Ok(Ok(Zipped { archive, index, name: names[index].clone(), length, date }))
        };
        match open() {
            Ok(Ok(zipped)) => Ok(zipped),
            Ok(Err(names)) => Err(format!(
                "cannot read {}: there is no WCA_export_scrambles.tsv in it, but {}; give the TSV form of the \
                 WCA's results export",
                path.display(),
                list_names(&names)
            )),
            Err(ZipError::Io(e)) if e.kind() != io::ErrorKind::UnexpectedEof => {
                Err(format!("cannot read {}: {e}", path.display()))
            }
            Err(e @ (ZipError::Io(_) | ZipError::InvalidArchive(_))) => Err(format!(
                "cannot read {}: truncated or damaged zip file ({e}); if it was cut short, download it again",
                path.display()
            )),
            Err(e) => Err(format!("cannot read {}: {e}", path.display())),
        }
    }

    /// Its bytes, unpacked as they are read.
    pub(crate) fn read(self) -> io::Result<Unpacked> {
        let (send, chunks) = mpsc::sync_channel(QUEUED_CHUNKS);
        let Zipped { mut archive, index, .. } = self;
        let unpack = move || {
            // When nobody receives any more, nobody wants more.
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
                // An empty chunk is the end.
                let finished = !matches!(read, Ok(1..));
                if send.send(read.map(|_| chunk).map_err(|e| damaged(&e))).is_err() || finished {
                    return;
                }
            }
        };
        thread::Builder::new().name("unzip".into()).spawn(unpack)?;
        Ok(Unpacked { chunks, chunk: Vec::new(), at: 0, finished: false })
    }
}

/// The unpacked bytes of a member.
pub(crate) struct Unpacked {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    at: usize,
    finished: bool,
}

impl io::BufRead for Unpacked {
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

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = io::BufRead::fill_buf(self)?.read(buffer)?;
        io::BufRead::consume(self, read);
        Ok(read)
    }
}

/// A name as it may be shown on a terminal.
fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).replace(char::is_control, "\u{fffd}")
}

/// A name without its folders.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// A few of these names, in words.
fn list_names(names: &[String]) -> String {
    const FEW: usize = 4;
    match names.len() {
        0 => "nothing".into(),
        count if count <= FEW => names.join(", "),
        count => format!("{} and {} more", names[..FEW].join(", "), count - FEW),
    }
}

fn read_text(archive: &mut ZipArchive<BufReader<File>>, index: usize) -> Option<String> {
    let mut text = Vec::new();
    archive.by_index(index).ok()?.take(MAX_METADATA).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// The day out of `{"export_date": "2026-05-06T00:00:21Z"}`.
fn date_of_metadata(text: &str) -> Option<String> {
    let metadata: serde_json::Value = serde_json::from_str(text).ok()?;
    let date = metadata.get("export_date")?.as_str()?;
    printable(date.split('T').next()?)
}

/// The day out of the line `- Date: May  6, 2026`.
fn date_of_readme(text: &str) -> Option<String> {
    printable(text.lines().find_map(|line| line.trim_start_matches(['-', '*', ' ']).strip_prefix("Date:"))?)
}

/// A date, unless it cannot be one.
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
