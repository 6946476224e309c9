//! A folder of the pieces of a count that takes hours.
//!
//! A piece is a small JSON file with its numbers and their hash. It appears only once complete, so a count can be
//! interrupted at any time, and machines can count shares of the pieces into copies of the folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use cubiform_cube::Color;
use cubiform_files::AtomicFile;
use cubiform_stats::distribution::StateCounts;
use cubiform_threads::{CancelToken, Threads};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::Watch;
use crate::best_slot::{BestSlotCounter, PIECES, Piece, merged};

/// The version of the files. A change of the numbers' meaning needs a new one.
const FORMAT: u32 = 2;

/// The contents of a piece's file.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PieceFile {
    format: u32,
    goal: String,
    /// The letters of the bottom colours, sorted.
    colors: String,
    /// The number of the piece, from 1.
    piece: usize,
    pieces: usize,
    /// The weighted numbers of states that are at least 0, 1, 2, ... moves away, in decimal.
    at_least: Vec<String>,
    /// The hash (XXH3, 64 bits) of the members above.
    xxh3: String,
}

impl PieceFile {
    fn new(goal: &str, colors: &str, piece: usize, numbers: &Piece) -> PieceFile {
        let mut file = PieceFile {
            format: FORMAT,
            goal: goal.into(),
            colors: colors.into(),
            piece: piece + 1,
            pieces: PIECES,
            at_least: numbers.iter().map(u128::to_string).collect(),
            xxh3: String::new(),
        };
        let members = (file.format, &file.goal, &file.colors, file.piece, file.pieces, &file.at_least);
        file.xxh3 = format!("{:016x}", xxh3_64(format!("{members:?}").as_bytes()));
        file
    }

    /// Reads a piece. Returns `None` if it is damaged or another one.
    fn parse(text: &str, goal: &str, colors: &str, piece: usize) -> Option<Piece> {
        let file: PieceFile = serde_json::from_str(text).ok()?;
        let numbers: Piece = file.at_least.iter().map(|number| number.parse().ok()).collect::<Option<_>>()?;
        (file == PieceFile::new(goal, colors, piece, &numbers)).then_some(numbers)
    }
}

/// Counts the missing ones of every `shards`-th piece from the `shard`-th, from 1, into a folder. Returns the distribution
/// once the folder has all pieces.
///
/// # Errors
/// If a file cannot be read or written, is damaged or of another count, or the pieces do not count every state once.
pub fn run(
    counter: &BestSlotCounter,
    folder: &Path,
    (shard, shards): (usize, usize),
    threads: &Threads,
) -> io::Result<Option<StateCounts>> {
    let mut letters: Vec<char> = counter.colors().iter().map(|color| Color::letter(*color)).collect();
    letters.sort_unstable();
    let (goal, colors) = (counter.name(), letters.into_iter().collect::<String>());
    fs::create_dir_all(folder)?;
    let path = |piece: usize| folder.join(format!("{goal}-{colors}-{:03}.json", piece + 1));
    let mut pieces = read(&path, goal, &colors)?;
    let missing: Vec<usize> =
        (0..PIECES).filter(|piece| piece % shards == shard - 1 && pieces[*piece].is_none()).collect();
    if !missing.is_empty() {
        let never = CancelToken::never();
        let piece_counter = counter.pieces(&never).expect("nothing cancels the count");
        for (i, piece) in missing.iter().enumerate() {
            eprintln!("piece {} of {}", i + 1, missing.len());
            let numbers =
                piece_counter.count(*piece, threads, &Watch::quiet()).expect("nothing cancels the count");
            write(&path(*piece), &PieceFile::new(goal, &colors, *piece, &numbers))?;
            pieces[*piece] = Some(numbers);
        }
    }
    let complete: Vec<Piece> = pieces.into_iter().flatten().collect();
    if complete.len() < PIECES {
        eprintln!("{} of {PIECES} pieces are in {}", complete.len(), folder.display());
        return Ok(None);
    }
    let damaged = || io::Error::other("the pieces do not add up to the states of the cube");
    merged(counter.colors(), &complete).map(Some).ok_or_else(damaged)
}

/// Reads the pieces that are there.
fn read(path: &dyn Fn(usize) -> PathBuf, goal: &str, colors: &str) -> io::Result<Vec<Option<Piece>>> {
    let piece = |piece: usize| match fs::read_to_string(path(piece)) {
        Ok(text) => PieceFile::parse(&text, goal, colors, piece).map(Some).ok_or_else(|| {
            let message = "it is damaged or from another version; delete it, and it is counted again";
            io::Error::other(format!("cannot use {}: {message}", path(piece).display()))
        }),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    };
    (0..PIECES).map(piece).collect()
}

/// Writes a piece; the file appears only once complete.
fn write(path: &Path, file: &PieceFile) -> io::Result<()> {
    let text = serde_json::to_string_pretty(file).expect("numbers and texts have JSON");
    let mut output = AtomicFile::create(path, ".cubiform-")?;
    output.write_all((text + "\n").as_bytes())?;
    output.commit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_stats::distribution::ColorGoal;

    #[test]
    fn a_piece_is_read_only_if_it_is_intact() {
        let numbers: Piece = vec![u128::from(u64::MAX) * 60, 17, 0];
        let text = serde_json::to_string(&PieceFile::new("xcross", "WY", 4, &numbers)).unwrap();
        assert_eq!(PieceFile::parse(&text, "xcross", "WY", 4), Some(numbers));
        assert_eq!(PieceFile::parse(&text, "xcross", "WY", 5), None);
        assert_eq!(PieceFile::parse(&text, "xcross", "BW", 4), None);
        assert_eq!(PieceFile::parse(&text.replace("17", "18"), "xcross", "WY", 4), None);
        assert_eq!(PieceFile::parse(&text[..text.len() - 1], "xcross", "WY", 4), None);
    }

    /// A file that is not intact is refused and kept.
    #[test]
    fn folders_of_pieces_are_resumed_only_when_intact() {
        let folder = tempfile::tempdir().unwrap();
        let piece = folder.path().join("xcross-BGORWY-007.json");
        fs::write(&piece, "{}").unwrap();
        let counter = BestSlotCounter::new(ColorGoal::XCross, &Color::COLUMNS).unwrap();
        let error = run(&counter, folder.path(), (1, 1), &Threads::new(1)).unwrap_err().to_string();
        assert!(error.contains("xcross-BGORWY-007.json: it is damaged or from another version"), "{error}");
        assert_eq!(fs::read_to_string(&piece).unwrap(), "{}");
    }
}
