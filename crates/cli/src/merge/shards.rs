//! The shards to merge: all shards of one run, each complete and given once.

use std::path::{Path, PathBuf};

use crate::analyze::{Manifest, MergedShard, check_format};
use crate::error::Failure;
use cubiform_answers::analysis::columns::Layout;
use cubiform_answers::run::{self, InputSource, Position, Run};

/// The folder of a shard, and its manifest.
pub(super) struct Shard {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
    /// The number of the shard, from 1, and the number of shards.
    number: u64,
    of: u64,
}

/// All shards of a run, in order.
pub(super) struct Shards(Vec<Shard>);

impl Shards {
    /// Reads the manifests of these folders.
    ///
    /// # Errors
    /// If a shard is missing or given twice, or if a run is unfinished or has other settings.
    pub(super) fn open(folders: &[PathBuf]) -> Result<Shards, Failure> {
        let mut shards = folders.iter().map(|folder| Shard::open(folder)).collect::<Result<Vec<_>, _>>()?;
        let first = shards.first().expect("the arguments name at least one");
        for shard in &shards {
            if let Some(difference) = first.difference_from(shard) {
                let (a, b) = (first.folder.display(), shard.folder.display());
                return Err(Failure::Message(format!(
                    "{a} and {b} do not belong to the same run: {difference}"
                )));
            }
        }
        shards.sort_by_key(|shard| shard.number);
        if let Some(pair) = shards.windows(2).find(|pair| pair[0].number == pair[1].number) {
            let (a, b) = (pair[0].folder.display(), pair[1].folder.display());
            let shard = &pair[0].manifest.run.shard;
            return Err(Failure::Message(format!(
                "{a} and {b} are both shard {shard}; name each shard once"
            )));
        }
        let of = shards[0].of;
        let missing = missing(&shards);
        if !missing.is_empty() {
            return Err(Failure::Message(format!(
                "missing {}; name the folders of all {of} shards",
                missing.join(", ")
            )));
        }
        let total = shards.iter().fold(0u64, |sum, shard| sum.saturating_add(shard.manifest.position.items));
        for shard in &shards {
            let wanted = total.checked_sub(shard.number).map_or(0, |after_first| after_first / of + 1);
            let found = shard.manifest.position.items;
            if wanted != found {
                return Err(Failure::Message(format!(
                    "{} has {found} of the {total} scrambles in these folders instead of {wanted}: the folders do not \
                     belong to the same run",
                    shard.folder.display()
                )));
            }
        }
        Ok(Shards(shards))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Shard> {
        self.0.iter()
    }

    /// Returns the folders of the shards.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.iter().map(|shard| &*shard.folder)
    }

    /// Returns the settings of the whole run, as this program writes its rows.
    pub(super) fn run(&self) -> Run {
        Run { shard: "1/1".into(), program: run::program(), ..self.0[0].manifest.run.clone() }
    }

    /// Returns the position after the whole input.
    pub(super) fn position(&self) -> Position {
        let positions = self.iter().map(|shard| shard.manifest.position);
        positions.fold(Position::default(), |sum, position| Position {
            items: sum.items.saturating_add(position.items),
            digest: sum.digest.wrapping_add(position.digest),
        })
    }

    /// Describes the shards for the manifest of the merged folder.
    pub(super) fn merged_from(&self) -> Vec<MergedShard> {
        let merged = |shard: &Shard| {
            let manifest = &shard.manifest;
            let mut programs: Vec<String> =
                manifest.programs.iter().map(|provenance| provenance.program.clone()).collect();
            programs.dedup();
            let mut tables: Vec<_> =
                manifest.programs.iter().flat_map(|provenance| provenance.tables.clone()).collect();
            tables.sort();
            tables.dedup();
            let folder = shard.folder.file_name().map_or_else(
                || shard.folder.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            );
            MergedShard {
                folder,
                shard: manifest.run.shard.clone(),
                rows: manifest.rows,
                position: manifest.position,
                programs,
                tables,
            }
        };
        self.iter().map(merged).collect()
    }
}

/// Returns the names of missing shards, at most ten.
fn missing(shards: &[Shard]) -> Vec<String> {
    const MOST: usize = 10;
    let of = shards[0].of;
    let is_there = |number: u64| shards.binary_search_by_key(&number, |shard| shard.number).is_ok();
    let all = (1..=of).filter(|number| !is_there(*number));
    all.take(MOST).map(|number| format!("shard {number}/{of}")).collect()
}

impl Shard {
    fn open(folder: &Path) -> Result<Shard, Failure> {
        let shown = folder.display();
        let refused = |why: String| Err(Failure::Message(why));
        let Some(manifest) = Manifest::read(folder)? else {
            return refused(format!("{shown} is not a folder of parts: it has no manifest"));
        };
        check_format(folder, &manifest)?;
        if !manifest.complete {
            return refused(format!("{shown} contains an unfinished run; continue it with --resume first"));
        }
        if !manifest.skipped.is_complete() {
            return refused(format!(
                "{shown} skipped {} lines, more than its manifest lists, so the order of its rows is unknown; \
                 correct the input, or analyse it without --shard",
                manifest.skipped.count
            ));
        }
        if manifest.run.layout == Layout::Long {
            return refused(format!(
                "{shown} has the long layout, which cannot be merged; the rows of its parts can be read together, in any \
                 order"
            ));
        }
        if manifest.run.condition.is_some() {
            return refused(format!(
                "{shown} has only the scrambles that satisfy --where, which cannot be merged; stats and report read the \
                 folders of all shards together"
            ));
        }
        let shard = match manifest.run.shard.parse::<run::Shard>() {
            Ok(shard) => shard,
            Err(message) => return refused(format!("{shown}: its manifest has an invalid shard: {message}")),
        };
        Ok(Shard { folder: folder.into(), manifest, number: shard.number(), of: shard.of() })
    }

    /// Returns the first difference that shows `other` to be of another run, if any.
    fn difference_from(&self, other: &Shard) -> Option<String> {
        let (a, b) = (&self.manifest.run, &other.manifest.run);
        let difference = |what: &str| Some(format!("{what} differ"));
        if self.of != other.of {
            return Some(format!("one has {} shards, the other {}", self.of, other.of));
        }
        if a.goal != b.goal {
            return difference("their goals");
        }
        if a.stages != b.stages {
            return difference("their stages");
        }
        if a.colors != b.colors {
            return difference("their colours");
        }
        if (&a.metric, a.solutions, &a.format) != (&b.metric, b.solutions, &b.format) {
            return difference("their metrics, solutions or formats");
        }
        if a.events != b.events {
            return difference("their events");
        }
        if a.carried != b.carried {
            return difference("their carried columns");
        }
        if a.condition != b.condition {
            return difference("their conditions");
        }
        // The same file may have another name on another machine.
        let nameless =
            |run: &Run| -> Vec<InputSource> { run.input.iter().map(InputSource::without_name).collect() };
        if nameless(a) != nameless(b) { difference("their inputs") } else { None }
    }
}
