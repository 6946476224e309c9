//! `cubiform merge`: merges the folders of the shards of a run into one folder, with the rows in the order of the
//! input.

mod rows;
mod shards;

use std::fs;
use std::path::Path;

use self::rows::{Item, Row, ShardReader};
use self::shards::Shards;
use crate::analyze::{Parts, PartsOptions};
use crate::args::Merge;
use crate::error::{Failure, say};
use crate::interrupt;
use cubiform_answers::run::{Position, Run};

/// Runs the command.
pub(crate) fn run(args: &Merge) -> Result<(), Failure> {
    let shards = Shards::open(&args.shards)?;
    check_out_is_not_a_shard(&args.out, &shards)?;
    let run = shards.run();
    let make_renderer = Box::new(rows::renderer);
    let options = PartsOptions {
        run: run.clone(),
        resume: true,
        merged_from: Some(shards.merged_from()),
        part_rows: args.part_rows,
        make_renderer,
    };
    let mut parts = Parts::open(&args.out, options)?;
    let done = parts.position().items;
    if done > 0 {
        say(format_args!("resuming after {done} scrambles in {}", args.out.display()));
    }
    let merged = merge(&shards, &run, &mut parts, done);
    let skipped = parts.skipped();
    match interrupt::or(merged) {
        Ok(()) => parts.finish(Some(shards.position()))?,
        Err(failure) => {
            parts.abandon("repeat the command to continue");
            return Err(failure);
        }
    }
    if skipped > 0 {
        let items = shards.position().items;
        say(format_args!("{skipped} of {items} lines were skipped; the manifest lists them"));
    }
    Ok(())
}

/// Checks that the output folder is not one of the shards.
fn check_out_is_not_a_shard(out: &Path, shards: &Shards) -> Result<(), Failure> {
    let Ok(there) = fs::canonicalize(out) else { return Ok(()) };
    match shards.folders().find(|folder| fs::canonicalize(folder).is_ok_and(|folder| folder == there)) {
        Some(_) => Err(Failure::Message(format!(
            "cannot write parts to {}: it is one of the shards; name a new folder",
            out.display()
        ))),
        None => Ok(()),
    }
}

/// Writes the rows of the shards after the first `done` items of the input.
fn merge(shards: &Shards, run: &Run, parts: &mut Parts<'_, Row>, done: u64) -> Result<(), Failure> {
    let mut readers: Vec<ShardReader<'_>> = shards.iter().map(|shard| ShardReader::new(shard, run)).collect();
    let of = readers.len() as u64;
    for number in 1..=shards.position().items {
        if number % 1024 == 0 {
            interrupt::or(Ok(()))?;
        }
        let shard = usize::try_from((number - 1) % of).expect("there are that many shards");
        let item = readers[shard].next(number)?;
        if number <= done {
            continue;
        }
        // Only the digest of the whole input is known.
        let position = Position { items: number, digest: 0 };
        match item {
            Item::Row(row) => parts.row(&row, &row.id, position)?,
            Item::Skipped(line) => parts.skip(line, position)?,
        }
    }
    readers.iter_mut().try_for_each(ShardReader::end)
}
