//! The store: truncated, altered, foreign and outdated files, concurrent and cancelled builds, stamps, leftovers.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cubiform_store::file::Writer;
use cubiform_store::{
    BackgroundCheck, Event, FileState, LeftoverKind, Observer, Store, StoreError, TableFile, TableKind,
};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_threads::{CancelToken, Threads};
use tempfile::TempDir;

fn cross() -> &'static Entry {
    Entry::named("cross").unwrap()
}

/// Returns the numbering of the codes of a table, from its identity.
fn numbering_of(entry: &Entry) -> u32 {
    let identity = entry.identity();
    let (_, after) = identity.split_once(" numbering ").expect("the identity has a numbering");
    after
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .and_then(|digits| digits.parse().ok())
        .expect("a number")
}

fn store() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(folder.path().join("not/yet/there"), &Threads::new(2))
        .with_kinds(cubiform_tables::kinds());
    (folder, store)
}

/// Returns a store with the cross table, and the bytes of its file.
fn built() -> (TempDir, Store, Vec<u8>) {
    let (folder, store) = store();
    assert!(store.build(cross(), &Observer::quiet()).unwrap());
    let bytes = fs::read(store.path(cross())).unwrap();
    (folder, store, bytes)
}

fn files(store: &Store) -> Vec<String> {
    let names = fs::read_dir(store.folder()).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|n| !n.ends_with(".lock")).collect();
    names.sort();
    names
}

#[test]
fn built_table_opens_verifies_and_can_be_removed() {
    let (_folder, store, bytes) = built();
    assert!(!store.build(cross(), &Observer::quiet()).unwrap(), "built only once");
    let table: Table = store.open(cross()).unwrap().unwrap();
    assert_eq!(table.bytes(), &bytes[4096..]);
    store.verify(cross(), &Observer::quiet()).unwrap();
    assert_eq!(files(&store), ["cross.cubiform"]);
    assert!(store.remove(cross()).unwrap());
    assert!(!store.remove(cross()).unwrap());
    assert!(store.open(cross()).unwrap().is_none());
}

#[test]
fn damaged_files_are_reported_and_replaced_by_a_build() {
    let (_folder, store, intact) = built();
    let path = store.path(cross());
    let mut flipped = intact.clone();
    flipped[5000] ^= 4;
    let mut version = intact.clone();
    version[8] = 0;
    let mut header = intact.clone();
    header[50] ^= 1;
    let longer = [intact.clone(), vec![0]].concat();
    let cases: [(&str, &[u8], &str); 7] = [
        ("cut short", &intact[..intact.len() - 1], "(truncated)"),
        ("header only", &intact[..4096], "(truncated)"),
        ("empty", &[], "not a cubiform table"),
        ("longer", &longer, "bytes long, expected"),
        ("a flipped bit", &flipped, "damaged codes: checksum"),
        ("an older version", &version, "format version 0, but this program reads version 1"),
        ("a damaged header", &header, "damaged header"),
    ];
    for (what, bytes, message) in cases {
        fs::write(&path, bytes).unwrap();
        let error = store.open(cross()).err().unwrap_or_else(|| panic!("{what}: opened")).to_string();
        assert!(error.contains(message) && error.contains("cross.cubiform"), "{what}: {error}");
        assert!(store.verify(cross(), &Observer::quiet()).is_err());
        assert!(store.build(cross(), &Observer::quiet()).unwrap(), "{what} was not mended");
        assert_eq!(fs::read(&path).unwrap(), intact, "{what}");
    }
}

#[test]
fn opening_another_table_under_the_name_fails() {
    let (_folder, store, _) = built();
    let slot = Entry::named("cross-slot").unwrap();
    fs::copy(store.path(cross()), store.path(slot)).unwrap();
    let error = store.open(slot).err().unwrap().to_string();
    assert!(error.contains("another table: expected \"cross-slot"), "{error}");
}

/// Rewrites the file of the cross table with another numbering.
fn renumber(store: &Store, bytes: &[u8], numbering: u32) {
    let mut file = fs::File::options().write(true).truncate(true).open(store.path(cross())).unwrap();
    let now = cross().identity();
    let identity =
        now.replace(&format!("numbering {}", numbering_of(cross())), &format!("numbering {numbering}"));
    assert_ne!(identity, now);
    let mut writer = Writer::new(&mut file).unwrap();
    writer.write_all(&bytes[4096..]).unwrap();
    writer.finish(identity, cross().entries(), cross().histogram.to_vec()).unwrap();
}

#[test]
fn table_of_a_later_version_is_never_overwritten() {
    let (_folder, store, bytes) = built();
    let mut format = bytes.clone();
    format[8] = 2;
    for (message, write) in [
        ("numbering 94, but this program has numbering 4", &(|| renumber(&store, &bytes, 94)) as &dyn Fn()),
        ("format version 2, but", &|| fs::write(store.path(cross()), &format).unwrap()),
    ] {
        write();
        let before = fs::read(store.path(cross())).unwrap();
        assert!(!store.must_build(cross()));
        for failed in [
            store.open(cross()).err(),
            store.build(cross(), &Observer::quiet()).err(),
            store.rebuild(cross(), &Observer::quiet()).err(),
            store.verify(cross(), &Observer::quiet()).err(),
        ] {
            let error = failed.expect("refused").to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(store.leftovers().unwrap().iter().all(|leftover| leftover.kind == LeftoverKind::Lock));
        assert_eq!(fs::read(store.path(cross())).unwrap(), before);
    }
}

#[test]
fn build_replaces_a_table_of_an_earlier_numbering() {
    let (_folder, store, bytes) = built();
    assert!(!store.must_build(cross()));
    renumber(&store, &bytes, 1);
    assert!(store.must_build(cross()) && !store.has(cross()).unwrap());
    assert!(matches!(store.state(cross()), FileState::Outdated { numbering: 1 }));
    assert!(store.open(cross()).unwrap().is_none());
    let reports = AtomicUsize::new(0);
    let report = |_: &dyn TableKind, event: Event| {
        if matches!(event, Event::Outdated { found: 1 }) {
            reports.fetch_add(1, Ordering::Relaxed);
        }
    };
    let observer = Observer { cancel: &CancelToken::never(), report: &report };
    assert!(store.build(cross(), &observer).unwrap());
    assert_eq!(reports.into_inner(), 1);
    assert!(!store.must_build(cross()));
    assert_eq!(fs::read(store.path(cross())).unwrap(), bytes);
}

#[test]
fn verify_finds_wrong_codes_with_a_right_checksum() {
    // Codes that were wrong when they were written have a right checksum.
    let (_folder, store, mut bytes) = built();
    bytes[4096 + 77] ^= 1;
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[4096..]).to_le_bytes();
    bytes[32..40].copy_from_slice(&checksum);
    let used = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..used - 8]).to_le_bytes();
    bytes[used - 8..used].copy_from_slice(&sum);
    fs::write(store.path(cross()), &bytes).unwrap();
    assert!(store.open(cross()).unwrap().is_some());
    let expected = format!("codes differ from a fresh fill from byte {} on", 4096 + 77);
    let error = store.verify(cross(), &Observer::quiet()).unwrap_err().to_string();
    assert!(error.ends_with(&expected), "{error}");
    // A stamp records the damage, so that opening fails and a build replaces the file.
    let error = store.open(cross()).err().unwrap().to_string();
    assert!(error.ends_with(&expected), "{error}");
    assert!(store.build(cross(), &Observer::quiet()).unwrap());
    store.verify(cross(), &Observer::quiet()).unwrap();
    assert!(store.open(cross()).unwrap().is_some());
}

#[test]
fn cancelled_build_leaves_no_file_or_a_complete_one() {
    let (_folder, store) = store();
    let cancel = CancelToken::new();
    let stop_at_depth_5 = |_: &dyn TableKind, event: Event| {
        if matches!(event, Event::Filling(p) if p.depth == 5) {
            cancel.cancel();
        }
    };
    let error = store.build(cross(), &Observer { cancel: &cancel, report: &stop_at_depth_5 }).unwrap_err();
    assert!(matches!(error, StoreError::Cancelled { .. }), "{error}");
    assert!(files(&store).is_empty());
    let cancel = CancelToken::new();
    let stop_when_writing = |_: &dyn TableKind, event: Event| {
        if matches!(event, Event::Writing(..)) {
            cancel.cancel();
        }
    };
    let slot = Entry::named("cross-slot").unwrap();
    // The fill was complete by then, so the table is written and kept.
    assert!(store.build(slot, &Observer { cancel: &cancel, report: &stop_when_writing }).unwrap());
    assert!(cancel.is_cancelled());
    store.verify(slot, &Observer::quiet()).unwrap();
    assert_eq!(files(&store), ["cross-slot.cubiform"]);
}

#[test]
fn rebuild_replaces_the_file_only_when_complete() {
    let (_folder, store, intact) = built();
    fs::write(store.path(cross()), b"damaged").unwrap();
    store.rebuild(cross(), &Observer::quiet()).unwrap();
    assert_eq!(fs::read(store.path(cross())).unwrap(), intact);
    let cancelled = Observer { cancel: &CancelToken::cancelled(), report: &|_, _| {} };
    assert!(store.rebuild(cross(), &cancelled).is_err());
    assert_eq!(
        fs::read(store.path(cross())).unwrap(),
        intact,
        "the old one stays until the new one is complete"
    );
}

#[test]
fn build_removes_temporary_files_of_its_own_table() {
    let (_folder, store, _) = built();
    store.remove(cross()).unwrap();
    let leftover = store.folder().join(".cross.build-x7Y2.tmp");
    fs::write(&leftover, b"half").unwrap();
    fs::write(store.folder().join(".cross-slot.build-x7Y2.tmp"), b"another's").unwrap();
    assert!(store.build(cross(), &Observer::quiet()).unwrap());
    assert_eq!(files(&store), [".cross-slot.build-x7Y2.tmp", "cross.cubiform"]);
}

#[test]
fn concurrent_builds_build_once() {
    let (_folder, store) = store();
    let built = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                if store.build(cross(), &Observer::quiet()).unwrap() {
                    built.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(built.into_inner(), 1);
    store.verify(cross(), &Observer::quiet()).unwrap();
}

#[test]
fn error_names_a_folder_that_cannot_be_created() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), b"").unwrap();
    let store = Store::new(folder.path().join("file/tables"), &Threads::new(2));
    let error = store.build(cross(), &Observer::quiet()).unwrap_err();
    assert!(matches!(error, StoreError::Folder { .. }));
    assert!(error.to_string().starts_with("cannot write to the table folder"), "{error}");
}

/// Returns a table whose codes are too large to be checked at every opening.
fn adjacent() -> &'static Entry {
    Entry::named("cross-corner-edge-adjacent").unwrap()
}

/// Returns a store with that table, and the path of its stamp.
fn built_adjacent() -> (TempDir, Store, PathBuf) {
    let (folder, store) = store();
    assert!(store.build(adjacent(), &Observer::quiet()).unwrap());
    let stamp = store.folder().join(".cross-corner-edge-adjacent.verified");
    (folder, store, stamp)
}

/// Flips a bit of a file in place, so that its times change.
fn flip(path: &Path, byte: u64) {
    // The clock of a file system may advance only every few milliseconds.
    std::thread::sleep(Duration::from_millis(30));
    let mut file = fs::File::options().read(true).write(true).open(path).unwrap();
    let mut found = [0];
    file.seek(SeekFrom::Start(byte)).unwrap();
    file.read_exact(&mut found).unwrap();
    file.seek(SeekFrom::Start(byte)).unwrap();
    file.write_all(&[found[0] ^ 8]).unwrap();
}

fn open_files(store: &Store) -> Vec<std::sync::Arc<TableFile>> {
    store.open_tables().files()
}

#[test]
fn builds_and_loads_write_stamps_that_a_change_invalidates() {
    let (_folder, store, stamp) = built_adjacent();
    let text = fs::read_to_string(&stamp).unwrap();
    assert!(text.starts_with("cubiform stamp 1\nsize 18264064\n") && text.ends_with("\nright\n"), "{text}");
    assert!(matches!(store.state(adjacent()), FileState::Verified(_)));
    let table = store.open(adjacent()).unwrap().unwrap();
    assert!(table.file().unwrap().is_verified());
    assert_eq!(store.open_tables().identities(), [table.file().unwrap().identity()]);
    drop(table);
    assert!(store.open_tables().identities().is_empty());

    fs::remove_file(&stamp).unwrap();
    let FileState::Unverified(identity) = store.state(adjacent()) else {
        panic!("{:?}", store.state(adjacent()))
    };
    assert_eq!((identity.name, identity.numbering), (adjacent().name, Some(numbering_of(adjacent()))));
    let loaded = store.load(adjacent(), &Observer::quiet()).unwrap().unwrap();
    assert!(loaded.file().unwrap().is_verified());
    assert!(matches!(store.state(adjacent()), FileState::Verified(_)));
    let mapped = store.open(adjacent()).unwrap().unwrap();
    assert!(mapped.bytes() == loaded.bytes());

    flip(&store.path(adjacent()), 5_000_000);
    assert!(matches!(store.state(adjacent()), FileState::Unverified(_)));
}

/// A single flipped bit is found, and the stamp makes later openings fail.
#[test]
fn load_reports_and_records_a_wrong_checksum() {
    let (_folder, store, _) = built_adjacent();
    flip(&store.path(adjacent()), 18_000_000);
    let error = store.load(adjacent(), &Observer::quiet()).err().unwrap().to_string();
    assert!(error.contains("damaged codes: checksum"), "{error}");
    assert!(matches!(store.state(adjacent()), FileState::Damaged(_)));
    let error = store.open(adjacent()).err().unwrap().to_string();
    assert!(error.contains("damaged codes: checksum"), "{error}");
    assert!(store.build(adjacent(), &Observer::quiet()).unwrap(), "built again");
    assert!(store.open(adjacent()).unwrap().is_some());
}

#[test]
fn background_check_verifies_intact_tables_and_reports_damaged_ones() {
    let (_folder, store, stamp) = built_adjacent();
    fs::remove_file(&stamp).unwrap();
    let table = store.open(adjacent()).unwrap().unwrap();
    assert!(!table.file().unwrap().is_verified());
    let start = |failed: &std::sync::Arc<AtomicUsize>| {
        let failed = std::sync::Arc::clone(failed);
        let count = move |_: &StoreError| {
            failed.fetch_add(1, Ordering::Relaxed);
        };
        BackgroundCheck::start(open_files(&store), Duration::from_secs(3600), count)
    };
    let failed = std::sync::Arc::default();
    start(&failed).finish().unwrap();
    assert!(table.file().unwrap().is_verified() && stamp.exists());

    flip(&store.path(adjacent()), 4096);
    let damaged = store.open(adjacent()).unwrap().unwrap();
    let error = start(&failed).finish().unwrap_err().to_string();
    assert!(error.contains("cross-corner-edge-adjacent.cubiform: damaged codes"), "{error}");
    assert_eq!(failed.load(Ordering::Relaxed), 1);
    assert!(!damaged.file().unwrap().is_verified());
    // A check that nobody waits for ends when it is dropped.
    drop(start(&failed));
}

/// All reads use the descriptor of the opened file, whatever replaces it in the folder.
#[test]
fn open_table_keeps_its_contents_when_its_file_is_replaced() {
    let (_folder, store, bytes) = built();
    let table = store.open(cross()).unwrap().unwrap();
    let file = std::sync::Arc::clone(table.file().unwrap());
    store.rebuild(cross(), &Observer::quiet()).unwrap();
    fs::write(store.path(cross()), b"something else").unwrap();
    assert!(file.check(&CancelToken::never()).unwrap());
    assert_eq!(table.bytes(), &bytes[4096..]);
}

#[test]
fn leftovers_exclude_files_of_other_programs() {
    let (_folder, store, bytes) = built();
    let at = |name: &str| store.folder().join(name);
    let leftover_files = [
        (".cross-slot.build-aB3xY9.tmp", &b"half"[..], LeftoverKind::Temporary),
        (".cross-slot.lock", b"", LeftoverKind::Lock),
        (".cross-slot.partial", b"no progress", LeftoverKind::Progress),
        (".cross-slot.verified", b"cubiform stamp 1\n", LeftoverKind::Stamp),
    ];
    let other_files = [
        (".cross-slot.build-a b.tmp", &b"x"[..]),
        (".cross-slot.build-", b"x"),
        (".unknown.lock", b""),
        (".unknown.build-aB3xY9.tmp", b"x"),
        ("unknown.cubiform", b"not a table"),
        ("notes.txt", b"x"),
        (".eo-cross.lock", b"with contents"),
        ("Cross.cubiform", &bytes),
    ];
    for (name, contents) in leftover_files
        .iter()
        .map(|(name, contents, _)| (name, contents))
        .chain(other_files.iter().map(|(n, c)| (n, c)))
    {
        fs::write(at(name), contents).unwrap();
    }
    // A table that this version does not know, with its lock.
    let retired = String::from_utf8_lossy(&bytes[48..60]).starts_with("cross edges");
    assert!(retired);
    fs::write(at("retired.cubiform"), &bytes).unwrap();
    fs::write(at(".retired.lock"), b"").unwrap();
    let mut expected: Vec<(PathBuf, LeftoverKind)> =
        leftover_files.iter().map(|(name, _, kind)| (at(name), *kind)).collect();
    expected.push((at(".cross.lock"), LeftoverKind::Lock));
    expected.push((at("retired.cubiform"), LeftoverKind::Unknown));
    expected.push((at(".retired.lock"), LeftoverKind::Lock));
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    let found = store.leftovers().unwrap();
    let found_kinds: Vec<_> = found.iter().map(|leftover| (leftover.path.clone(), leftover.kind)).collect();
    assert_eq!(found_kinds, expected);
    // Files of a build in another process are in use.
    let lock = fs::File::open(at(".cross-slot.lock")).unwrap();
    lock.lock().unwrap();
    assert!(!store.leftovers().unwrap().iter().any(|leftover| leftover.path == at(".cross-slot.lock")));
    drop(lock);
    for leftover in &found {
        assert!(
            store.remove_leftover(leftover).unwrap() || leftover.kind == LeftoverKind::Lock,
            "{leftover:?}"
        );
    }
    assert_eq!(store.leftovers().unwrap(), []);
    let mut remaining: Vec<String> = other_files.iter().map(|(name, _)| (*name).into()).collect();
    remaining.push("cross.cubiform".into());
    remaining.sort();
    let names = fs::read_dir(store.folder()).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, remaining);
    assert_eq!(fs::read(store.path(cross())).unwrap(), bytes);
}
