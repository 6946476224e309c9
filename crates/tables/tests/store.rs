//! The store: files that are cut, altered, foreign or built by two at once; builds that are stopped.

use std::fs;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cubiform_tables::catalogue::Entry;
use cubiform_tables::coordinate::NUMBERING;
use cubiform_tables::file::Writer;
use cubiform_tables::store::{Event, Observer, StoreError};
use cubiform_tables::{Store, Stored, Table};
use tempfile::TempDir;

fn cross() -> &'static Entry {
    Entry::named("cross").unwrap()
}

fn store() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(folder.path().join("not/yet/there"), 2);
    (folder, store)
}

/// A store with the cross, and the bytes of its file.
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
fn what_was_built_opens_and_verifies() {
    let (_folder, store, bytes) = built();
    assert!(!store.build(cross(), &Observer::quiet()).unwrap(), "it is built once");
    let table: Table = store.open(cross()).unwrap().unwrap();
    assert_eq!(table.bytes(), &bytes[4096..]);
    store.verify(cross(), &Observer::quiet()).unwrap();
    assert_eq!(files(&store), ["cross.cubiform"]);
    assert!(store.remove(cross()).unwrap());
    assert!(!store.remove(cross()).unwrap());
    assert!(store.open(cross()).unwrap().is_none());
}

#[test]
fn damaged_files_are_named_and_mended_by_a_build() {
    let (_folder, store, whole) = built();
    let path = store.path(cross());
    let mut flipped = whole.clone();
    flipped[5000] ^= 4;
    let mut version = whole.clone();
    version[8] = 9;
    let mut header = whole.clone();
    header[50] ^= 1;
    let longer = [whole.clone(), vec![0]].concat();
    let cases: [(&str, &[u8], &str); 7] = [
        ("cut short", &whole[..whole.len() - 1], "cut short"),
        ("header only", &whole[..4096], "cut short"),
        ("empty", &[], "not a table of cubiform"),
        ("longer", &longer, "bytes long, expected"),
        ("a flipped bit", &flipped, "its codes are damaged: checksum"),
        ("a newer version", &version, "format version 9, but this program reads version 1"),
        ("a damaged header", &header, "its header is damaged"),
    ];
    for (what, bytes, message) in cases {
        fs::write(&path, bytes).unwrap();
        let error = store.open(cross()).err().unwrap_or_else(|| panic!("{what} was opened")).to_string();
        assert!(error.contains(message) && error.contains("cross.cubiform"), "{what}: {error}");
        assert!(store.verify(cross(), &Observer::quiet()).is_err());
        assert!(store.build(cross(), &Observer::quiet()).unwrap(), "{what} was not mended");
        assert_eq!(fs::read(&path).unwrap(), whole, "{what}");
    }
}

#[test]
fn another_table_under_its_name_is_refused() {
    let (_folder, store, _) = built();
    let slot = Entry::named("cross-slot").unwrap();
    fs::copy(store.path(cross()), store.path(slot)).unwrap();
    let error = store.open(slot).err().unwrap().to_string();
    assert!(error.contains("another table: expected \"cross-slot"), "{error}");
}

#[test]
fn a_table_of_an_earlier_numbering_is_built_anew() {
    let (_folder, store, bytes) = built();
    assert!(!store.lacks(cross()));
    let mut older = fs::File::options().write(true).truncate(true).open(store.path(cross())).unwrap();
    let (now, before) = (cross().identity(), "numbering 1");
    let identity = now.replace(&format!("numbering {NUMBERING}"), before);
    assert_ne!(identity, now);
    let mut writer = Writer::new(&mut older).unwrap();
    writer.write_all(&bytes[4096..]).unwrap();
    writer.finish(identity, cross().entries(), cross().histogram.to_vec()).unwrap();
    assert!(store.lacks(cross()) && !store.has(cross()).unwrap());
    assert!(store.open(cross()).unwrap().is_none());
    assert!(store.build(cross(), &Observer::quiet()).unwrap());
    assert!(!store.lacks(cross()));
    assert_eq!(fs::read(store.path(cross())).unwrap(), bytes);
}

#[test]
fn verify_sees_what_a_checksum_cannot() {
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
    let error = store.verify(cross(), &Observer::quiet()).unwrap_err().to_string();
    assert!(error.ends_with(&format!("not those of a fresh fill, from byte {} on", 4096 + 77)), "{error}");
}

#[test]
fn a_stopped_build_leaves_nothing_or_all() {
    let (_folder, store) = store();
    let cancel = AtomicBool::new(false);
    let stop_at_depth_5 = |_: &dyn Stored, event: Event| {
        if matches!(event, Event::Filling(p) if p.depth == 5) {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let error = store.build(cross(), &Observer { cancel: &cancel, report: &stop_at_depth_5 }).unwrap_err();
    assert!(matches!(error, StoreError::Cancelled { .. }), "{error}");
    assert!(files(&store).is_empty());
    let stop_when_writing = |_: &dyn Stored, event: Event| {
        if matches!(event, Event::Writing(..)) {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    cancel.store(false, Ordering::Relaxed);
    let slot = Entry::named("cross-slot").unwrap();
    // All was filled by then: what is written is whole, and kept.
    assert!(store.build(slot, &Observer { cancel: &cancel, report: &stop_when_writing }).unwrap());
    assert!(cancel.load(Ordering::Relaxed));
    store.verify(slot, &Observer::quiet()).unwrap();
    assert_eq!(files(&store), ["cross-slot.cubiform"]);
}

#[test]
fn a_rebuild_replaces_what_is_there() {
    let (_folder, store, whole) = built();
    fs::write(store.path(cross()), b"damaged").unwrap();
    store.rebuild(cross(), &Observer::quiet()).unwrap();
    assert_eq!(fs::read(store.path(cross())).unwrap(), whole);
    let cancelled = Observer { cancel: &AtomicBool::new(true), report: &|_, _| {} };
    assert!(store.rebuild(cross(), &cancelled).is_err());
    assert_eq!(fs::read(store.path(cross())).unwrap(), whole, "the old one stays until the new one is whole");
}

#[test]
fn what_killed_builds_left_is_cleared_by_the_next() {
    let (_folder, store, _) = built();
    store.remove(cross()).unwrap();
    let leftover = store.folder().join(".cross.build-x7Y2.tmp");
    fs::write(&leftover, b"half").unwrap();
    fs::write(store.folder().join(".cross-slot.build-x7Y2.tmp"), b"another's").unwrap();
    assert!(store.build(cross(), &Observer::quiet()).unwrap());
    assert_eq!(files(&store), [".cross-slot.build-x7Y2.tmp", "cross.cubiform"]);
}

#[test]
fn two_builders_build_once() {
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
fn a_folder_that_cannot_be_made_is_named() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), b"").unwrap();
    let store = Store::new(folder.path().join("file/tables"), 2);
    let error = store.build(cross(), &Observer::quiet()).unwrap_err();
    assert!(matches!(error, StoreError::Folder { .. }));
    assert!(error.to_string().starts_with("cannot write in the table folder"), "{error}");
}
