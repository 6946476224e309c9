//! `cubiform tables`: lists, builds, verifies and removes table files.

use std::fmt::Write;

use cubiform_answers::tables::selection::{self, Built, Selection, is_built, selected};
use cubiform_answers::tables::{self, file_bytes, rows};
use cubiform_store::{FileState, LeftoverKind, Store, TableKind};
use indicatif::DecimalBytes;

use crate::args::{Action, ListFormat, Tables};
use crate::failure::{Failure, escaped, say};
use crate::output::print;
use crate::paths::Folder;
use crate::{progress, table_checks};

/// Runs the command.
pub(crate) fn run(args: &Tables) -> Result<(), Failure> {
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let store = table_checks::store(&folder, args.machine.threads());
    match &args.action {
        Action::List { format: ListFormat::Table } => print(escaped(&table(&store, &folder)).as_bytes()),
        Action::List { format: ListFormat::Json } => print(json(&store)?.as_bytes()),
        Action::Build { names, force } => build(&store, &folder, &selected(names), *force),
        Action::Verify { names } => verify(&store, &folder, &selected(names)),
        Action::Remove { all: true, .. } => remove(&store, &folder, &selected(&[Selection::All])),
        Action::Remove { names, .. } => remove(&store, &folder, &selected(names)),
        Action::Clean { dry_run } => clean(&store, &folder, *dry_run),
    }
}

/// Prints a line about work that continues even if the reader closes the pipe.
fn print_progress(line: &str) -> Result<(), Failure> {
    match print(escaped(line).as_bytes()) {
        Err(Failure::ClosedPipe) => Ok(()),
        printed => printed,
    }
}

/// Returns the width of the column of table names.
fn name_width() -> usize {
    tables::all().map(|entry| entry.name().len()).max().unwrap_or(0)
}

/// Returns the list of all tables as text.
fn table(store: &Store, folder: &Folder) -> String {
    let width = name_width();
    let mut text =
        format!("{:width$}  {:10}  {:>9}  {:>6}  description\n", "table", "built", "size", "states");
    let (mut built, mut taken, mut unverified) = (0, 0, Vec::new());
    let mut messages = Vec::new();
    for entry in tables::all() {
        let (name, state) = (entry.name(), store.state(entry));
        if matches!(state, FileState::Verified(_) | FileState::Unverified(_)) {
            built += 1;
            taken += file_bytes(entry);
        }
        let word = match state {
            FileState::Missing => "no",
            FileState::Verified(_) => "yes",
            FileState::Unverified(_) => {
                unverified.push(name);
                "unverified"
            }
            FileState::Outdated { numbering } => {
                messages.push(format!("outdated: {name} has numbering {numbering}, from an earlier version"));
                "outdated"
            }
            FileState::Damaged(e) => {
                let word = if e.is_later() { "later" } else { "damaged" };
                messages.push(format!("{word}: {e}"));
                word
            }
        };
        let size = DecimalBytes(file_bytes(entry)).to_string();
        let (states, about) = (progress::short(entry.states() as f64), entry.description());
        let _ = writeln!(text, "{name:width$}  {word:10}  {size:>9}  {states:>6}  {about}");
    }
    let (taken, all, shown) = (DecimalBytes(taken), tables::all().count(), store.folder().display());
    let _ = writeln!(text, "\n{built} of {all} built, {taken}, in {shown}");
    let _ = writeln!(text, "all files in the folder: {}", DecimalBytes(store.bytes()));
    if !unverified.is_empty() {
        let command = folder.command(&format!("tables verify {}", unverified.join(" ")));
        let _ = writeln!(
            text,
            "unverified: not checked since the file was created or copied; the next run that uses the table checks it, or run: {command}"
        );
    }
    for message in messages {
        let _ = writeln!(text, "{message}");
    }
    text
}

/// Returns the list of all tables as JSON.
fn json(store: &Store) -> Result<String, Failure> {
    // Fails for paths that are not valid Unicode.
    let text = serde_json::to_string_pretty(&rows(store, true));
    text.map(|text| text + "\n").map_err(|e| Failure::Message(format!("cannot list the tables: {e}")))
}

/// Builds tables that are missing or damaged; with `force` all of `entries`.
fn build(
    store: &Store,
    folder: &Folder,
    entries: &[&'static dyn TableKind],
    force: bool,
) -> Result<(), Failure> {
    let progress = progress::Tables::new();
    let width = name_width();
    for entry in entries.iter().copied() {
        let (built, took) = progress.watch(|observer| selection::build(store, entry, force, observer));
        let what = match built.map_err(|e| Failure::store(&e, folder))? {
            Built::Kept => "kept".into(),
            built => format!("{} in {:.1} s", built.text(), took.as_secs_f64()),
        };
        print_progress(&format!("{:width$}  {what}, {}\n", entry.name(), DecimalBytes(file_bytes(entry))))?;
    }
    print_progress(&format!("in {}\n", store.folder().display()))
}

/// Recomputes tables and compares them with their files. Without `names` all built tables are verified.
fn verify(store: &Store, folder: &Folder, names: &[&'static dyn TableKind]) -> Result<(), Failure> {
    let entries = if names.is_empty() { selection::built(store) } else { names.to_vec() };
    if entries.is_empty() {
        return Err(Failure::Message(format!(
            "no table is built in {}\n  build them with: {}",
            store.folder().display(),
            folder.command("tables build")
        )));
    }
    let progress = progress::Tables::new();
    let width = name_width();
    let mut failed = 0;
    for entry in entries {
        let result = if is_built(store, entry) {
            let (result, took) = progress.watch(|observer| store.verify(entry, observer));
            match result {
                Ok(()) => Ok(took),
                Err(e) => match Failure::store(&e, folder) {
                    Failure::Message(_) => Err((e.to_string(), folder.remedy(&e))),
                    failure => return Err(failure),
                },
            }
        } else {
            let command = folder.command(&format!("tables build {}", entry.name()));
            Err(("not built".into(), format!("build it with: {command}")))
        };
        let line = match &result {
            Ok(took) => format!("{:width$}  OK, {:.1} s\n", entry.name(), took.as_secs_f64()),
            Err((message, _)) => format!("{:width$}  FAILED: {message}\n", entry.name()),
        };
        print_progress(&line)?;
        if let Err((_, remedy)) = result {
            failed += 1;
            say(format_args!("  {remedy}"));
        }
    }
    if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Removes table files.
fn remove(store: &Store, folder: &Folder, entries: &[&'static dyn TableKind]) -> Result<(), Failure> {
    let width = name_width();
    for entry in entries.iter().copied() {
        let removed = store.remove(entry).map_err(|e| Failure::store(&e, folder))?;
        let what = if removed { "removed" } else { "not built" };
        print_progress(&format!("{:width$}  {what}\n", entry.name()))?;
    }
    Ok(())
}

/// Removes leftover files but not unknown tables; with `dry_run` only lists them.
fn clean(store: &Store, folder: &Folder, dry_run: bool) -> Result<(), Failure> {
    let failed = |e| Failure::store(&e, folder);
    let (mut count, mut bytes) = (0, 0);
    for leftover in store.leftovers().map_err(failed)? {
        let what = match dry_run {
            // It may be a table of another program that keeps its tables here.
            _ if leftover.kind == LeftoverKind::Unknown => "not removed",
            true => "would be removed",
            false if store.remove_leftover(&leftover).map_err(failed)? => "removed",
            false => "in use, not removed",
        };
        if !what.ends_with("not removed") {
            count += 1;
            bytes += leftover.bytes;
        }
        let name = leftover.path.file_name().unwrap_or_default().to_string_lossy();
        let size = DecimalBytes(leftover.bytes);
        print_progress(&format!("{name}  {what}, {size}: {}\n", leftover.kind.name()))?;
    }
    let (files, what) =
        (if count == 1 { "file" } else { "files" }, if dry_run { "would be removed" } else { "removed" });
    let (size, folder) = (DecimalBytes(bytes), store.folder().display());
    print_progress(&format!("{count} {files} {what}, {size}, in {folder}\n"))
}
