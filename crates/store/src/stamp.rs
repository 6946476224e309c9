//! Stamps: small files beside tables that record the result of the last complete check of their codes.
//!
//! A stamp is valid as long as the table file has the size, times and inode number that the stamp names, so any write
//! to the file or replacement of it invalidates the stamp. The stamp of `NAME.cubiform` is `.NAME.verified`, a text
//! with one line for each value:
//!
//! ```text
//! cubiform stamp 1
//! size 9392128
//! modified 1763804400.123456789
//! changed 1763804400.133456789
//! file 1234567
//! checksum 0123456789abcdef
//! right
//! ```
//!
//! | last line | meaning |
//! |---|---|
//! | `right` | the codes match the checksum in the header |
//! | `wrong CHECKSUM` | the codes have this checksum instead |
//! | `differs BYTE` | the checksum is right, but the codes differ from a fresh fill from this byte of the file on |

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::temporary_prefix;
use cubiform_files::AtomicFile;

/// The first line, which names the format.
pub(crate) const FIRST_LINE: &str = "cubiform stamp 1\n";

/// The result of a complete check of a table's codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The codes match the checksum in the header.
    Right,
    /// The codes have this checksum instead.
    Wrong(u64),
    /// The checksum is right, but the codes differ from a fresh fill from this byte of the file on.
    Differs(usize),
}

/// The metadata of a file, which change when the file is written or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    size: u64,
    /// The time of the last write, in nanoseconds since 1970.
    modified: u128,
    /// The time of the last change of the file or its metadata in nanoseconds since 1970, or that of its creation where
    /// the system has no such time.
    changed: u128,
    /// The inode number, or 0 where the system has none.
    number: u64,
}

impl Fingerprint {
    /// Returns the fingerprint of an open file, or `None` if the system does not report its times.
    pub(crate) fn read(file: &File) -> Option<Fingerprint> {
        let metadata = file.metadata().ok()?;
        let since_1970 = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok().map(|time| time.as_nanos());
        let modified = since_1970(metadata.modified().ok()?)?;
        #[cfg(unix)]
        let (changed, number) = {
            use std::os::unix::fs::MetadataExt;
            let seconds = u128::try_from(metadata.ctime()).ok()?;
            (seconds * 1_000_000_000 + u128::try_from(metadata.ctime_nsec()).ok()?, metadata.ino())
        };
        #[cfg(not(unix))]
        let (changed, number) = (metadata.created().ok().and_then(since_1970).unwrap_or(0), 0);
        Some(Fingerprint { size: metadata.len(), modified, changed, number })
    }
}

/// The text of a stamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(String);

impl Stamp {
    pub(crate) fn new(fingerprint: Fingerprint, checksum: u64, outcome: Outcome) -> Stamp {
        let mut text = file_lines(fingerprint, checksum);
        let _ = match outcome {
            Outcome::Right => writeln!(text, "right"),
            Outcome::Wrong(found) => writeln!(text, "wrong {found:016x}"),
            Outcome::Differs(byte) => writeln!(text, "differs {byte}"),
        };
        Stamp(text)
    }

    /// Returns the path of the stamp of a table file.
    pub(crate) fn path(table: &Path) -> PathBuf {
        let name = table.file_stem().unwrap_or_default().to_string_lossy();
        table.with_file_name(format!(".{name}.verified"))
    }

    /// Reads the stamp of a table file. Returns `None` if there is none.
    pub(crate) fn read(table: &Path) -> Option<Stamp> {
        fs::read_to_string(Stamp::path(table)).ok().map(Stamp)
    }

    /// Returns the recorded outcome if the stamp is valid for an open table file whose header has this checksum.
    pub(crate) fn outcome_of(&self, file: &File, checksum: u64) -> Option<Outcome> {
        let lines = file_lines(Fingerprint::read(file)?, checksum);
        let last_line = self.0.strip_prefix(&lines)?.strip_suffix('\n')?;
        match last_line.split_once(' ') {
            None => (last_line == "right").then_some(Outcome::Right),
            Some(("wrong", found)) => u64::from_str_radix(found, 16).ok().map(Outcome::Wrong),
            Some(("differs", byte)) => byte.parse().ok().map(Outcome::Differs),
            Some(_) => None,
        }
    }

    /// Writes the stamp beside a table file.
    pub(crate) fn write(&self, table: &Path, name: &str) -> io::Result<()> {
        let mut file = AtomicFile::create(&Stamp::path(table), &temporary_prefix(name))?;
        file.write_all(self.0.as_bytes())?;
        file.commit()
    }

    /// Returns whether a stamp could be written.
    pub(crate) fn can_be_written(table: &Path, name: &str) -> bool {
        AtomicFile::create(&Stamp::path(table), &temporary_prefix(name)).is_ok()
    }
}

/// Returns all lines of a stamp but the last: those that describe the table file.
fn file_lines(Fingerprint { size, modified, changed, number }: Fingerprint, checksum: u64) -> String {
    let time =
        |nanoseconds: u128| format!("{}.{:09}", nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
    let (modified, changed) = (time(modified), time(changed));
    format!(
        "{FIRST_LINE}size {size}\nmodified {modified}\nchanged {changed}\nfile {number}\nchecksum {checksum:016x}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamp_is_valid_only_for_the_unchanged_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cubiform");
        fs::write(&path, b"some").unwrap();
        let file = File::open(&path).unwrap();
        for outcome in [Outcome::Right, Outcome::Wrong(7), Outcome::Differs(4099)] {
            let stamp = Stamp::new(Fingerprint::read(&file).unwrap(), 5, outcome);
            assert_eq!(stamp.outcome_of(&file, 5), Some(outcome));
            assert_eq!(stamp.outcome_of(&file, 6), None);
            for end in 0..stamp.0.len() {
                assert_eq!(Stamp(stamp.0[..end].into()).outcome_of(&file, 5), None, "{end}");
            }
        }
        let stamp = Stamp::new(Fingerprint::read(&file).unwrap(), 5, Outcome::Right);
        // The clock of a file system may advance only every few milliseconds.
        std::thread::sleep(std::time::Duration::from_millis(30));
        fs::write(&path, b"sume").unwrap();
        assert_eq!(stamp.outcome_of(&file, 5), None);
        assert_eq!(Stamp::path(&path), folder.path().join(".a.verified"));
    }
}
