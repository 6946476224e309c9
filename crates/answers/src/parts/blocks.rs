//! Folders whose parts several processes write, in any order: one part for each block of the input.
//!
//! A worker gives a part its name once it is complete. The process that holds the lock of the folder lists the parts
//! before the first missing one in the manifest. How a part shows which block it has is up to the front end.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cubiform_files::outputs::{remove_all, remove_stale};

use super::manifest::{Manifest, Part, PartPosition, Provenance};
use super::{Division, Host};
use crate::Error;
use crate::run::{Position, Run, UsedTable};

/// A block of the input.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number of its scrambles.
    pub rows: u64,
    /// The id of its first scramble.
    pub first: String,
    /// The id of its last scramble.
    pub last: String,
    /// A hash of its scrambles and their place in the input.
    pub digest: u64,
}

/// A complete part of a block.
#[derive(Clone, Debug)]
pub struct BlockPart {
    /// The length of its file in bytes.
    pub bytes: u64,
    /// The hash (XXH3, 64 bits) of its bytes.
    pub xxh3: u64,
    /// The program that wrote it.
    pub program: String,
    /// The table files that were used.
    pub tables: Vec<UsedTable>,
}

/// A folder of parts of blocks, locked by this process.
pub struct BlockFolder<'a> {
    folder: PathBuf,
    earlier: Option<Manifest>,
    manifest: Option<Manifest>,
    blocks: Vec<(Block, Option<BlockPart>)>,
    host: &'a dyn Host,
    _lock: File,
}

impl<'a> BlockFolder<'a> {
    /// Creates or opens a folder and takes its lock.
    ///
    /// # Errors
    /// If the folder has other contents, or is locked.
    pub fn open(folder: &Path, host: &'a dyn Host) -> Result<BlockFolder<'a>, Error> {
        let (lock, earlier) = super::open(folder, host, true)?;
        if earlier.as_ref().is_some_and(|earlier| earlier.blocks.is_none()) {
            let message = format!("{} has a run of the command cubiform", folder.display());
            return Err(Error::message(message).hint("name another folder"));
        }
        let folder = folder.to_path_buf();
        Ok(BlockFolder { folder, earlier, manifest: None, blocks: Vec::new(), host, _lock: lock })
    }

    /// Returns the division of the input of the earlier run, if there is one.
    pub fn division(&self) -> Option<&Division> {
        self.earlier.as_ref()?.blocks.as_ref()
    }

    /// Starts a run, or continues the earlier one.
    ///
    /// # Errors
    /// If the earlier run has other settings or another input.
    pub fn start(&mut self, run: Run, division: Division, blocks: Vec<Block>) -> Result<(), Error> {
        let name = self.folder.display();
        let refused = |why: String, hint: &str| {
            Err(Error::usage(None, format!("cannot resume {name}: {why}")).hint(hint))
        };
        const ELSEWHERE: &str = "name another folder";
        if let (Some(earlier), Some(then)) = (&self.earlier, self.division()) {
            if let Some(layout) = &earlier.run.layout {
                return refused(format!("it has the {layout} layout"), ELSEWHERE);
            }
            if let Some(difference) = run.difference_from(&earlier.run) {
                return refused(difference.to_string(), ELSEWHERE);
            }
            if then.on_error != division.on_error {
                let (then, now) = (&then.on_error, &division.on_error);
                return refused(format!("it was started with on_error {then}, not {now}"), ELSEWHERE);
            }
            if then.rows != division.rows {
                let why = format!("it was started with blocks of {} rows, not {}", then.rows, division.rows);
                return refused(why, "omit the number of rows, or name another folder");
            }
            if *then != division {
                let (then, now) = (then.items, division.items);
                return refused(
                    format!("it has another input ({then} scrambles; this one has {now})"),
                    ELSEWHERE,
                );
            }
        }
        // Only a folder with a manifest certainly belongs to this program.
        let remove = if self.earlier.is_some() { remove_all } else { remove_stale };
        remove(&self.folder);
        self.manifest = Some(Manifest { blocks: Some(division), ..Manifest::new(run) });
        self.blocks = blocks.into_iter().map(|block| (block, None)).collect();
        Ok(())
    }

    /// Adds the complete part of a block. Returns false if the earlier manifest lists other bytes: the part is damaged.
    pub fn add(&mut self, number: usize, part: BlockPart) -> bool {
        let listed = self.earlier.as_ref().and_then(|earlier| earlier.parts.get(number));
        let is_listed = listed.is_none_or(|listed| (listed.bytes, listed.xxh3) == (part.bytes, part.xxh3));
        if is_listed {
            self.blocks[number].1 = Some(part);
        }
        is_listed
    }

    /// Removes the part of a block, which is damaged or not of this run, if there is one.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn remove(&self, number: usize) -> Result<(), Error> {
        let path = self.folder.join(self.manifest().part_name(number));
        match fs::symlink_metadata(&path) {
            Ok(_) => cubiform_files::remove(&path).map_err(|e| Error::file(&path, "remove", &e)),
            Err(_) => Ok(()),
        }
    }

    fn manifest(&self) -> &Manifest {
        self.manifest.as_ref().expect("the run is started")
    }

    /// Writes the manifest. It lists the parts before the first block without one.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self) -> Result<(), Error> {
        let mut manifest = self.manifest().clone();
        for (block, part) in &self.blocks {
            let Some(BlockPart { bytes, xxh3, program, tables }) = part.clone() else { break };
            let Position { items, digest } = manifest.position;
            manifest.position =
                Position { items: items + block.rows, digest: digest.wrapping_add(block.digest) };
            let Position { items, digest } = manifest.position;
            let position = Some(PartPosition { items, digest: Some(digest) });
            let file = manifest.part_name(manifest.parts.len());
            let (first, last) = (block.first.clone(), block.last.clone());
            let provenance = Provenance { program, ..Provenance::new(&manifest.run, tables) };
            manifest.push(Part { file, rows: block.rows, first, last, bytes, xxh3, position }, provenance);
        }
        manifest.complete = manifest.parts.len() == self.blocks.len();
        manifest.write(&self.folder, self.host)
    }

    /// Removes the temporary files of workers that were killed.
    pub fn remove_temporary(&self) {
        remove_all(&self.folder);
    }
}
