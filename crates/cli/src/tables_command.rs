//! `cubiform tables`: the table files listed, built, verified and removed.

use std::fmt::Write;
use std::path::Path;

use cubiform_tables::Store;
use cubiform_tables::catalogue::Profile;
use cubiform_tables::file::HEADER_LEN;
use cubiform_tables::stored::{self, Stored};
use indicatif::DecimalBytes;

use crate::args::{Action, ListFormat, Tables};
use crate::choice::Chosen;
use crate::failure::{Failure, remedy, say};
use crate::output::print;
use crate::paths::Folder;
use crate::progress;

/// Runs the command.
pub(crate) fn run(args: &Tables) -> Result<(), Failure> {
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let store = Store::new(folder.path(), args.machine.threads());
    match &args.action {
        Action::List { format: ListFormat::Table } => print(table(&store).as_bytes()),
        Action::List { format: ListFormat::Json } => print(json(&store)?.as_bytes()),
        Action::Build { names, force } => build(&store, &folder, &chosen(names), *force),
        Action::Verify { names } => verify(&store, &folder, &chosen(names)),
        Action::Remove { all: true, .. } => remove(&store, &folder, &chosen(&[Chosen::All])),
        Action::Remove { names, .. } => remove(&store, &folder, &chosen(names)),
    }
}

/// The tables of a choice, each once, in the order of the catalogue.
fn chosen(names: &[Chosen]) -> Vec<&'static dyn Stored> {
    let is_chosen = |entry: &&'static dyn Stored| {
        names.iter().any(|chosen| match chosen {
            Chosen::Table(table) => table.name() == entry.name(),
            Chosen::Profile(profile) => entry.profile().is_some_and(|own| own <= *profile),
            Chosen::Set(set) => entry.set() == Some(*set),
            Chosen::All => true,
        })
    };
    stored::all().filter(is_chosen).collect()
}

/// Bytes of a table's file.
fn bytes(entry: &dyn Stored) -> u64 {
    HEADER_LEN as u64 + entry.payload()
}

/// What stands under a table's name.
enum State {
    Missing,
    Built,
    Damaged(String),
}

fn state(store: &Store, entry: &'static dyn Stored) -> State {
    match store.has(entry) {
        Ok(false) => State::Missing,
        Ok(true) => State::Built,
        Err(e) => State::Damaged(e.to_string()),
    }
}

/// The width of a column of names.
fn name_width() -> usize {
    stored::all().map(|entry| entry.name().len()).max().unwrap_or(0)
}

fn table(store: &Store) -> String {
    let width = name_width();
    let mut text = format!("{:width$}  {:7}  {:>9}  {:>6}  of\n", "table", "built", "size", "states");
    let (mut built, mut taken, mut damaged) = (0, 0, Vec::new());
    for entry in stored::all() {
        let state = match state(store, entry) {
            State::Missing => "no",
            State::Built => {
                built += 1;
                taken += bytes(entry);
                "yes"
            }
            State::Damaged(message) => {
                damaged.push(message);
                "damaged"
            }
        };
        let size = DecimalBytes(bytes(entry)).to_string();
        let states = progress::short(entry.states() as f64);
        let _ =
            writeln!(text, "{:width$}  {state:7}  {size:>9}  {states:>6}  {}", entry.name(), entry.about());
    }
    let taken = DecimalBytes(taken);
    let _ = writeln!(
        text,
        "\n{built} of {} built, {taken}, in {}",
        stored::all().count(),
        store.folder().display()
    );
    for message in damaged {
        let _ = writeln!(text, "damaged: {message}");
    }
    text
}

/// What a program is told about a table.
#[derive(serde::Serialize)]
struct Listed<'a> {
    name: &'a str,
    about: &'a str,
    /// The profile that has it, if one has.
    profile: Option<&'a str>,
    states: u64,
    histogram: &'a [u64],
    /// The same up to symmetry, where that is counted.
    orbits: Option<&'a [u64]>,
    bytes: u64,
    path: &'a Path,
    built: bool,
    /// What is wrong with the file, if there is one that cannot be used.
    damage: Option<String>,
}

fn json(store: &Store) -> Result<String, Failure> {
    let paths: Vec<_> = stored::all().map(|entry| store.path(entry)).collect();
    let listed = |(entry, path)| {
        let (built, damage) = match state(store, entry) {
            State::Missing => (false, None),
            State::Built => (true, None),
            State::Damaged(message) => (false, Some(message)),
        };
        Listed {
            name: entry.name(),
            about: entry.about(),
            profile: entry.profile().map(Profile::name),
            states: entry.states(),
            histogram: entry.histogram(),
            orbits: entry.orbits(),
            bytes: bytes(entry),
            path,
            built,
            damage,
        }
    };
    let all: Vec<Listed<'_>> =
        stored::all().zip(paths.iter().map(|path| path.as_path())).map(listed).collect();
    // A path that is no Unicode cannot be written in JSON.
    let text = serde_json::to_string_pretty(&all);
    text.map(|text| text + "\n").map_err(|e| Failure::Message(format!("cannot list the tables: {e}")))
}

fn build(
    store: &Store,
    folder: &Folder,
    entries: &[&'static dyn Stored],
    force: bool,
) -> Result<(), Failure> {
    let progress = progress::Tables::new();
    let width = name_width();
    for entry in entries.iter().copied() {
        let stale = !force && matches!(state(store, entry), State::Damaged(_));
        let (built, took) = progress.watch(|observer| {
            if force { store.rebuild(entry, observer).map(|()| true) } else { store.build(entry, observer) }
        });
        let built = built.map_err(|e| Failure::store(&e, folder))?;
        let what = match (built, stale) {
            (false, _) => "kept".to_string(),
            (true, false) => format!("built in {:.1} s", took.as_secs_f64()),
            (true, true) => format!("was damaged, rebuilt in {:.1} s", took.as_secs_f64()),
        };
        print(format!("{:width$}  {what}, {}\n", entry.name(), DecimalBytes(bytes(entry))).as_bytes())?;
    }
    print(format!("in {}\n", store.folder().display()).as_bytes())
}

fn verify(store: &Store, folder: &Folder, names: &[&'static dyn Stored]) -> Result<(), Failure> {
    let is_there = |entry: &&'static dyn Stored| !matches!(state(store, *entry), State::Missing);
    let entries: Vec<_> =
        if names.is_empty() { stored::all().filter(is_there).collect() } else { names.to_vec() };
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
        let result = if is_there(&entry) {
            let (result, took) = progress.watch(|observer| store.verify(entry, observer));
            match result {
                Ok(()) => Ok(took),
                Err(e) => match Failure::store(&e, folder) {
                    Failure::Message(_) => Err((e.to_string(), remedy(&e, folder))),
                    failure => return Err(failure),
                },
            }
        } else {
            let command = folder.command(&format!("tables build {}", entry.name()));
            Err(("it is not built".into(), format!("build it with: {command}")))
        };
        let line = match &result {
            Ok(took) => format!("{:width$}  OK, {:.1} s\n", entry.name(), took.as_secs_f64()),
            Err((message, _)) => format!("{:width$}  FAILED: {message}\n", entry.name()),
        };
        print(line.as_bytes())?;
        if let Err((_, remedy)) = result {
            failed += 1;
            say(format_args!("  {remedy}"));
        }
    }
    if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
}

fn remove(store: &Store, folder: &Folder, entries: &[&'static dyn Stored]) -> Result<(), Failure> {
    let width = name_width();
    for entry in entries.iter().copied() {
        let removed = store.remove(entry).map_err(|e| Failure::store(&e, folder))?;
        let what = if removed { "removed" } else { "was not there" };
        print(format!("{:width$}  {what}\n", entry.name()).as_bytes())?;
    }
    Ok(())
}
