//! The file that keeps the algorithms of each case when they are found, so that a long search can be continued.
//!
//! Its first line names the search: turns, metric, goal. Each further line has what was found for a state, in JSON,
//! and the checksum of that.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cubiform_cube::{Algorithm, Cube, facelets};
use cubiform_solvers::algorithms::{FoundAlgorithm, FoundAlgorithms};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::Error;

/// The beginning of the first line. The number changes when the lines do.
const HEADER: &str = r#"{"cubiform":"algorithms","format":2,"#;

/// The algorithms of a state; none if the turns do not solve it.
#[derive(Deserialize, Serialize)]
struct Line {
    facelets: String,
    optimal: u8,
    /// The quarter turns of U before, the turns, the quarter turns of U after, and the length.
    algorithms: Vec<(u8, String, u8, u8)>,
}

/// The cases that are done, in a file.
pub(crate) struct KeptCases {
    path: PathBuf,
    /// The file and the length of its whole lines.
    file: Mutex<(File, u64)>,
    known: HashMap<String, Option<FoundAlgorithms>>,
}

impl KeptCases {
    /// Opens or creates the file of a search with this description, which no other process may write meanwhile. A last line that
    /// was cut off is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is not one of this search.
    pub(crate) fn open(path: &Path, search: &str) -> Result<KeptCases, Error> {
        let failed = |what| move |error| Error::file(path, what, &error);
        // To open a pipe waits, and a device may never end.
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(file_error(path, "is not a regular file"));
        }
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed("open"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(file_error(path, "is in use by another process")),
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
            Ok(()) => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed("read"))?;
        let header = format!("{HEADER}{search}\n");
        let mut known = HashMap::new();
        let mut whole = 0;
        for (i, line) in text.split_inclusive('\n').enumerate() {
            // It was cut off while it was written.
            if i == 0 && header.starts_with(line) && line != header {
                break;
            }
            if i == 0 && line != header {
                let other = match line.starts_with(HEADER) {
                    true => "keeps the cases of another request; name another file",
                    false => "has no kept cases, and is left as it is; name another file",
                };
                return Err(file_error(path, other));
            }
            if !line.ends_with('\n') {
                break;
            }
            whole += line.len() as u64;
            if i > 0 {
                let (facelets, found) = read(line)
                    .map_err(|error| file_error(path, &format!("is damaged in line {}: {error}", i + 1)))?;
                known.insert(facelets, found);
            }
        }
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed("write"))?;
        if whole == 0 {
            file.write_all(header.as_bytes()).map_err(failed("write"))?;
            whole = header.len() as u64;
        }
        Ok(KeptCases { path: path.to_path_buf(), file: Mutex::new((file, whole)), known })
    }

    /// Returns what was found for a state before, and replayed; `Some(None)` if the turns do not solve it.
    ///
    /// # Errors
    /// If an algorithm is none of the state: somebody has changed the file.
    pub(crate) fn algorithms(
        &self,
        cube: &Cube,
        is_algorithm: impl Fn(&FoundAlgorithm) -> bool,
    ) -> Result<Option<Option<FoundAlgorithms>>, Error> {
        let facelets = facelets::format(cube);
        let found = self.known.get(&facelets).cloned();
        match found.iter().flatten().flat_map(|found| &found.algorithms).all(is_algorithm) {
            true => Ok(found),
            false => Err(file_error(&self.path, &format!("has another algorithm for {facelets}; remove it"))),
        }
    }

    /// Returns whether something was found for a state before.
    pub(crate) fn has(&self, cube: &Cube) -> bool {
        self.known.contains_key(&facelets::format(cube))
    }

    /// Adds what was found for a state, unless the search ended early.
    ///
    /// # Errors
    /// If the file cannot be written. Its lines are then those from before.
    pub(crate) fn keep(&self, cube: &Cube, found: Option<&FoundAlgorithms>) -> Result<(), Error> {
        if found.is_some_and(|found| !found.is_complete) {
            return Ok(());
        }
        let written = |a: &FoundAlgorithm| {
            let turns: Algorithm = a.turns.iter().copied().collect();
            (a.before, turns.to_string(), a.after, a.length)
        };
        let line = Line {
            facelets: facelets::format(cube),
            optimal: found.map_or(0, |found| found.optimal),
            algorithms: found.map_or_else(Vec::new, |found| found.algorithms.iter().map(written).collect()),
        };
        let line = with_checksum(&serde_json::to_string(&line).map_err(Error::message)?);
        let (file, whole) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(line.as_bytes());
        if written.is_ok() {
            *whole += line.len() as u64;
        }
        // A part of a line must not stay, or the next one would be damaged, too.
        let cut = file.set_len(*whole).and_then(|()| file.seek(SeekFrom::Start(*whole)));
        written.and(cut).map(drop).map_err(|error| Error::file(&self.path, "write", &error))
    }
}

fn file_error(path: &Path, what: &str) -> Error {
    Error::message("").with_message(format!("{} {what}", path.display()))
}

/// Returns the line of an object in JSON, with the checksum of the object as its last member.
fn with_checksum(object: &str) -> String {
    let checksum = xxh3_64(object.as_bytes());
    format!("{},\"xxh3\":\"{checksum:016x}\"}}\n", &object[..object.len() - 1])
}

/// Returns the object of a line, or `None` if its checksum is another.
fn without_checksum(line: &str) -> Option<String> {
    let (object, _) = line.rsplit_once(",\"xxh3\":")?;
    let object = format!("{object}}}");
    (with_checksum(&object) == line).then_some(object)
}

/// Reads the line of a state.
fn read(line: &str) -> Result<(String, Option<FoundAlgorithms>), String> {
    let object = without_checksum(line).ok_or("its checksum is wrong")?;
    let Line { facelets, optimal, algorithms } =
        serde_json::from_str(&object).map_err(|error| error.to_string())?;
    let read = |(before, turns, after, length): (u8, String, u8, u8)| {
        let turns = Algorithm::parse(&turns).map_err(|error| error.problem())?.turns().to_vec();
        Ok(FoundAlgorithm { before: before % 4, turns, after: after % 4, length })
    };
    let algorithms = algorithms.into_iter().map(read).collect::<Result<Vec<_>, String>>()?;
    let found = FoundAlgorithms { optimal, algorithms, is_complete: true, nodes: 0 };
    Ok((facelets, Some(found).filter(|found| !found.algorithms.is_empty())))
}
