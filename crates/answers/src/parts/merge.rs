//! The merge of the shards of a run: all of them, each complete and given once, and their rows in the order of the input.

use std::path::{Path, PathBuf};

use super::manifest::{Manifest, MergedShard};
use super::{RowSink, SkippedLine};
use crate::run::{InputSource, Position, Run};
use crate::{Error, run};

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

/// The folder of a shard, and its manifest.
pub(super) struct ShardFolder {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
    shard: run::Shard,
}

/// All shards of a run, in order.
pub struct Shards(Vec<ShardFolder>);

impl Shards {
    /// Reads the manifests of these folders.
    ///
    /// # Errors
    /// If there are no folders, a shard is missing or given twice, or a run is unfinished or has other settings.
    pub fn open(folders: &[PathBuf]) -> Result<Shards, Error> {
        let mut shards = folders.iter().map(|path| ShardFolder::open(path)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = shards.first() else { return Err(Error::message("there are no shards to merge")) };
        let pair =
            |a: &ShardFolder, b: &ShardFolder| format!("{} and {}", a.folder.display(), b.folder.display());
        for shard in &shards {
            if let Some(difference) = first.difference_from(shard) {
                let pair = pair(first, shard);
                return Err(Error::message(format!("{pair} do not belong to the same run: {difference}")));
            }
        }
        let of = first.shard.of;
        shards.sort_by_key(|shard| shard.shard.number);
        if let Some([a, b]) = shards.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
            let message = format!("{} are both shard {}", pair(a, b), a.shard);
            return Err(Error::message(message).hint("name each shard once"));
        }
        let missing = missing(&shards, of);
        if !missing.is_empty() {
            let hint = format!("name the folders of all {of} shards");
            return Err(Error::message(format!("missing {}", missing.join(", "))).hint(hint));
        }
        let total = shards.iter().fold(0u64, |sum, shard| sum.saturating_add(shard.manifest.position.items));
        for shard in &shards {
            let wanted = total.checked_sub(shard.shard.number).map_or(0, |after_first| after_first / of + 1);
            let items = shard.manifest.position.items;
            if wanted != items {
                return Err(Error::message(format!(
                    "{} has {items} of the {total} scrambles in these folders instead of {wanted}: the folders do not \
                     belong to the same run",
                    shard.folder.display()
                )));
            }
        }
        Ok(Shards(shards))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ShardFolder> {
        self.0.iter()
    }

    /// Returns the folders of the shards.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.iter().map(|shard| &*shard.folder)
    }

    /// Returns the settings of the whole run, as this program writes its rows.
    pub fn run(&self) -> Run {
        Run { shard: "1/1".into(), program: run::program(), ..self.0[0].manifest.run.clone() }
    }

    /// Returns the position after the whole input.
    pub fn position(&self) -> Position {
        let positions = self.iter().map(|shard| shard.manifest.position);
        positions.fold(Position::default(), |sum, position| Position {
            items: sum.items.saturating_add(position.items),
            digest: sum.digest.wrapping_add(position.digest),
        })
    }

    /// Describes the shards for the manifest of the merged folder.
    pub fn merged_from(&self) -> Vec<MergedShard> {
        let merged = |ShardFolder { folder, manifest, .. }: &ShardFolder| {
            let origins = || manifest.programs.iter();
            let mut programs: Vec<String> = origins().map(|origin| origin.program.clone()).collect();
            programs.dedup();
            let mut tables: Vec<_> = origins().flat_map(|origin| origin.tables.clone()).collect();
            tables.sort();
            tables.dedup();
            let folder = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
            let (shard, rows, position) = (manifest.run.shard.clone(), manifest.rows, manifest.position);
            MergedShard { folder, shard, rows, position, programs, tables }
        };
        self.iter().map(merged).collect()
    }
}

/// Returns the names of missing shards, at most ten.
fn missing(shards: &[ShardFolder], of: u64) -> Vec<String> {
    const MOST: usize = 10;
    let is_there = |number: u64| shards.binary_search_by_key(&number, |shard| shard.shard.number).is_ok();
    let all = (1..=of).filter(|number| !is_there(*number));
    all.take(MOST).map(|number| format!("shard {number}/{of}")).collect()
}

impl ShardFolder {
    fn open(folder: &Path) -> Result<ShardFolder, Error> {
        let refused = |why: String, hint: &str| {
            let error = Error::message(format!("{} {why}", folder.display()));
            Err(if hint.is_empty() { error } else { error.hint(hint) })
        };
        let Some(manifest) = Manifest::read(folder)? else {
            return refused("is not a folder of parts: it has no manifest".into(), "");
        };
        manifest.check_format(folder)?;
        let run = &manifest.run;
        if !manifest.complete {
            return refused("contains an unfinished run".into(), "continue it with `resume` first");
        }
        if !manifest.skipped.is_complete() {
            let why = format!(
                "skipped {} lines, more than its manifest lists, so the order of its rows is unknown",
                manifest.skipped.count
            );
            return refused(why, "correct the input, or analyse it without `shard`");
        }
        if run.condition.is_some() {
            let why = "has only the scrambles that satisfy `where`, which cannot be merged";
            return refused(why.into(), "stats and report read the folders of all shards together");
        }
        match run.shard.parse() {
            Ok(shard) => Ok(ShardFolder { folder: folder.into(), manifest, shard }),
            Err(message) => {
                let name = folder.display();
                Err(Error::message(format!("{name}: its manifest has an invalid shard: {message}")))
            }
        }
    }

    /// Returns the first difference that shows `other` to be of another run, if any.
    fn difference_from(&self, other: &ShardFolder) -> Option<String> {
        let (a, b) = (&self.manifest.run, &other.manifest.run);
        if self.shard.of != other.shard.of {
            return Some(format!("one has {} shards, the other {}", self.shard.of, other.shard.of));
        }
        // The same file may have another name on another machine.
        let nameless =
            |run: &Run| -> Vec<InputSource> { run.input.iter().map(InputSource::without_name).collect() };
        let kind = |run: &Run| (run.metric.clone(), run.solutions, run.format.clone());
        let differences = [
            ("goals", a.goal != b.goal),
            ("stages", a.stages != b.stages),
            ("colours", a.colors != b.colors),
            ("metrics, solutions or formats", kind(a) != kind(b)),
            ("events", a.events != b.events),
            ("carried columns", a.carried != b.carried),
            ("conditions", a.condition != b.condition),
            ("inputs", nameless(a) != nameless(b)),
        ];
        let (what, _) = differences.into_iter().find(|(_, differs)| *differs)?;
        Some(format!("their {what} differ"))
    }
}
