//! A folder of the pieces of a count that takes hours.
//!
//! A piece is a small JSON file with its numbers and their hash. It appears only once complete, so a count can be
//! interrupted at any time, and machines can count shards of the pieces into copies of the folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use cubiform_answers::distribution::{BestSlotCount, CountedStates};
use cubiform_cube::Color;
use cubiform_stats::distribution::Watch;
use cubiform_stats::distribution::best_slot::{PIECES, Piece};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::failed;
use crate::args::{Distribution, threads};
use crate::failure::{Failure, file_error, say};
use crate::interrupt;
use crate::output::Output;
use crate::progress;

/// The version of the files. A change of the numbers' meaning needs a new one.
const FORMAT: u32 = 1;

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

/// Counts the missing pieces of a shard into a folder. Returns the distribution once the folder has all pieces.
pub(super) fn run(
    count: &BestSlotCount<'_>,
    folder: &Path,
    args: &Distribution,
) -> Result<Option<CountedStates>, Failure> {
    let mut letters: Vec<char> = count.colors().iter().map(|color| Color::letter(*color)).collect();
    letters.sort_unstable();
    let colors: String = letters.into_iter().collect();
    fs::create_dir_all(folder).map_err(|e| file_error(folder, "create", &e))?;
    let goal = count.name();
    let path = |piece: usize| folder.join(format!("{goal}-{colors}-{:03}.json", piece + 1));
    let mut pieces = read(&path, goal, &colors)?;
    if !args.resume && pieces.iter().any(Option::is_some) {
        let message =
            format!("{} already has pieces of this count; continue it with --resume", folder.display());
        return Err(Failure::Message(message));
    }
    let (shard, shards) = (args.shard.number(), args.shard.of());
    let is_wanted = |piece: &usize| *piece as u64 % shards == shard - 1;
    let missing: Vec<usize> =
        (0..PIECES).filter(is_wanted).filter(|piece| pieces[*piece].is_none()).collect();
    if !missing.is_empty() {
        let counter = count.piece_counter(&interrupt::REQUESTED).map_err(failed)?;
        let progress = progress::Count::new(count.title());
        for (i, piece) in missing.iter().enumerate() {
            let report =
                |done: u64, parts: u64| progress.show(i as u64 * parts + done, missing.len() as u64 * parts);
            let watch = Watch { cancel: &interrupt::REQUESTED, report: &report };
            let Some(numbers) = counter.count(*piece, threads(args.threads), &watch) else {
                drop(progress);
                say(format_args!("{i} pieces of {} were counted; continue with --resume", missing.len()));
                return Err(Failure::Interrupted);
            };
            write(&path(*piece), &PieceFile::new(goal, &colors, *piece, &numbers))?;
            pieces[*piece] = Some(numbers);
        }
    }
    let complete: Vec<Piece> = pieces.into_iter().flatten().collect();
    if complete.len() < PIECES {
        say(format_args!(
            "{} of {PIECES} pieces are in {}; run the other shards, or copy their files here, and resume",
            complete.len(),
            folder.display()
        ));
        return Ok(None);
    }
    let damaged = || {
        let message = format!("the pieces in {} do not add up to the states of the cube", folder.display());
        Failure::Message(message)
    };
    count.merged(&complete).map(Some).ok_or_else(damaged)
}

/// Reads the pieces that are there.
fn read(path: &dyn Fn(usize) -> PathBuf, goal: &str, colors: &str) -> Result<Vec<Option<Piece>>, Failure> {
    let piece = |piece: usize| {
        let path = path(piece);
        match fs::read_to_string(&path) {
            Ok(text) => PieceFile::parse(&text, goal, colors, piece).map(Some).ok_or_else(|| {
                let message = "it is damaged or from another version; delete it, and it is counted again";
                Failure::Message(format!("cannot use {}: {message}", path.display()))
            }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(file_error(&path, "read", &e)),
        }
    };
    (0..PIECES).map(piece).collect()
}

/// Writes a piece; the file appears only once complete.
fn write(path: &Path, file: &PieceFile) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(file).expect("numbers and texts have JSON");
    let mut output = Output::new_file(path)?;
    output.write_all((text + "\n").as_bytes()).map_err(|e| output.failure(&e))?;
    output.finish_quietly()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
