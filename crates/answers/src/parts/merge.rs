//! The merge of the shards of a run: their rows in the order of the input.

use std::path::{Path, PathBuf};

use super::shards::{ShardFolder, Shards};
use super::{RowSink, SkippedLine};
use crate::Error;
use crate::run::Position;

/// A reader of the rows `R` of a part, in order.
pub trait PartReader<R> {
    /// Returns the next row and its id. It is the row `number` of the whole input. Returns `None` at the end.
    ///
    /// # Errors
    /// If the part cannot be read, or has another row.
    fn next(&mut self, number: u64) -> Result<Option<(String, R)>, String>;
}

/// A function that opens a part.
pub type OpenPart<'a, R> = dyn Fn(&Path) -> Result<Box<dyn PartReader<R>>, Error> + 'a;

/// Writes the rows of the shards after the first `done` items of the input, until `is_stopped`.
///
/// # Errors
/// If a part is damaged or has other rows than its manifest lists, or writing fails.
pub fn merge<R, E: From<Error>>(
    shards: &Shards,
    done: u64,
    sink: &mut dyn RowSink<R, E>,
    open: &OpenPart<'_, R>,
    is_stopped: impl Fn() -> bool,
) -> Result<(), E> {
    let mut readers: Vec<_> = shards.iter().map(|shard| ShardReader::new(shard, open)).collect();
    let of = readers.len() as u64;
    for number in 1..=shards.position().items {
        if number % 1024 == 0 && is_stopped() {
            return Err(Error::cancelled().into());
        }
        let shard = usize::try_from((number - 1) % of).expect("there are that many shards");
        let item = readers[shard].next(number)?;
        if number <= done {
            continue;
        }
        // Only the digest of the whole input is known.
        let position = Position { items: number, digest: 0 };
        match item {
            Item::Row(id, row) => sink.row(&row, &id, position)?,
            Item::Skipped(line) => sink.skip(line, position)?,
        }
    }
    Ok(readers.iter().try_for_each(ShardReader::end)?)
}

/// An item of the input: a row with its id, or a skipped line.
enum Item<R> {
    Row(String, R),
    Skipped(SkippedLine),
}

/// The reader of an open part, its path, and the number of its rows that are left.
type PartInProgress<R> = (Box<dyn PartReader<R>>, PathBuf, u64);

/// A reader of the items of a shard, in order.
struct ShardReader<'a, R> {
    shard: &'a ShardFolder,
    open: &'a OpenPart<'a, R>,
    /// The number of parts opened so far.
    parts: usize,
    /// The open part: its rows, its path, and the number of rows that remain.
    part: Option<PartInProgress<R>>,
    /// The number of skipped lines returned so far.
    skipped: usize,
}

impl<'a, R> ShardReader<'a, R> {
    fn new(shard: &'a ShardFolder, open: &'a OpenPart<'a, R>) -> ShardReader<'a, R> {
        ShardReader { shard, open, parts: 0, part: None, skipped: 0 }
    }

    /// Returns the next item of the shard, which is the item `number` of the whole input.
    fn next(&mut self, number: u64) -> Result<Item<R>, Error> {
        let skipped = self.shard.manifest.skipped.lines.get(self.skipped).filter(|line| line.row == number);
        if let Some(line) = skipped {
            self.skipped += 1;
            return Ok(Item::Skipped(line.clone()));
        }
        loop {
            let (rows, path, left) = match &mut self.part {
                Some(part) => part,
                None => self.begin()?,
            };
            let bad = |message: String| Error::message(format!("{}: {message}", path.display()));
            if let Some((id, row)) = rows.next(number).map_err(bad)? {
                *left = left
                    .checked_sub(1)
                    .ok_or_else(|| bad("it has more rows than its manifest lists".into()))?;
                return Ok(Item::Row(id, row));
            }
            if *left > 0 {
                return Err(bad(format!("it has {left} fewer rows than its manifest lists")));
            }
            self.part = None;
        }
    }

    /// Checks the hash of the next part and opens it.
    fn begin(&mut self) -> Result<&mut PartInProgress<R>, Error> {
        let ShardFolder { folder, manifest, .. } = self.shard;
        let Some(part) = manifest.parts.get(self.parts) else {
            let message = format!("{} has fewer rows than its manifest lists", folder.display());
            return Err(Error::message(message));
        };
        let path = manifest.file(folder, part)?;
        let rows = (self.open)(&path)?;
        self.parts += 1;
        Ok(self.part.insert((rows, path, part.rows)))
    }

    /// Checks that all items have been read.
    fn end(&self) -> Result<(), Error> {
        let ShardFolder { folder, manifest, .. } = self.shard;
        let left = self.part.as_ref().map_or(0, |(_, _, left)| *left);
        if left > 0 || self.parts < manifest.parts.len() || self.skipped < manifest.skipped.lines.len() {
            let message = format!("{} has more rows than its manifest lists", folder.display());
            return Err(Error::message(message));
        }
        Ok(())
    }
}
