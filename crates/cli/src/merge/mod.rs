//! `cubiform merge`: merges the folders of the shards of a run into one folder, with the rows in the order of the
//! input.

mod rows;

use std::fs;
use std::path::Path;

use cubiform_answers::Error;
use cubiform_answers::parts::{self, PartsOptions, PartsWriter, RowSink, Shards};

use self::rows::Row;
use crate::analyze::Command;
use crate::args::Merge;
use crate::failure::{Failure, say};
use crate::interrupt;

/// Runs the command.
pub(crate) fn run(args: &Merge) -> Result<(), Failure> {
    let shards = Shards::open(&args.shards).map_err(Failure::of_run)?;
    check_out_is_not_a_shard(&args.out, &shards)?;
    let run = shards.run();
    let options = PartsOptions {
        run: run.clone(),
        resume: true,
        merged_from: Some(shards.merged_from()),
        part_rows: args.part_rows,
        rows: Box::new(rows::renderer),
        host: &Command { continue_with: "repeat the command to continue" },
    };
    let mut parts = PartsWriter::open(&args.out, options).map_err(Failure::of_run)?;
    let done = parts.position().items;
    let sink: &mut dyn RowSink<Row, Error> = &mut parts;
    sink.begin().map_err(Failure::of_run)?;
    let open = |path: &Path| rows::open_part(path, &run);
    let merged = parts::merge(&shards, done, sink, &open, interrupt::requested).map_err(Failure::of_run);
    let skipped = parts.skipped();
    match interrupt::or(merged) {
        Ok(()) => parts.finish(Some(shards.position())).map_err(Failure::of_run)?,
        Err(failure) => {
            parts.abandon();
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
    let there = fs::canonicalize(out).ok();
    let is_there = |folder: &Path| there.is_some() && fs::canonicalize(folder).ok() == there;
    if shards.folders().any(is_there) {
        let message = "it is one of the shards; name a new folder";
        return Err(Failure::Message(format!("cannot write parts to {}: {message}", out.display())));
    }
    Ok(())
}
