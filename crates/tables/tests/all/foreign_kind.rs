//! A kind of table that this crate knows nothing of: stacks of six pancakes, sorted by reversing the top ones. The store
//! builds, lists, opens, verifies and removes it like a table of cubiform.

use std::fs;
use std::io::{self, Write};

use cubiform_cube::placement;
use cubiform_store::distance_table::{UNREACHED, distances_until, histogram};
use cubiform_store::file::FileError;
use cubiform_store::fill::{Checkpoint, CodeWriter, Filling, Watch};
use cubiform_store::{
    FileState, LeftoverKind, Observer, OpenTable, Store, StoreError, TableBytes, TableKind,
};
use cubiform_threads::{CancelToken, Threads};
use tempfile::TempDir;

const PANCAKES: usize = 6;

/// The stacks: a kind with its own encoding, two bits a stack.
#[derive(Debug)]
struct Stacks {
    numbering: u32,
    histogram: &'static [u64],
}

/// The known numbers of stacks by minimum number of flips (OEIS A092113, row 6).
static STACKS: Stacks = Stacks { numbering: 2, histogram: &[1, 5, 20, 79, 199, 281, 133, 2] };

fn flips(stack: usize, neighbors: &mut Vec<usize>) {
    let mut order = [0; PANCAKES];
    placement::unrank(PANCAKES, stack, &mut order);
    neighbors.extend((2..=PANCAKES).map(|count| {
        let mut flipped = order;
        flipped[..count].reverse();
        placement::rank(PANCAKES, &flipped)
    }));
}

/// Distances modulo 3, four to a byte.
struct PackedDistances(Vec<u8>);

impl CodeWriter for PackedDistances {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for four in self.0.chunks(4) {
            out.write_all(&[four.iter().rev().fold(0, |byte, distance| 4 * byte + distance % 3)])?;
        }
        out.flush()
    }
}

impl TableKind for Stacks {
    fn name(&self) -> &'static str {
        "pancakes"
    }

    fn description(&self) -> &'static str {
        "stacks of six pancakes"
    }

    fn histogram(&self) -> &'static [u64] {
        self.histogram
    }

    fn metric(&self) -> &'static str {
        "flips"
    }

    fn identity(&self) -> String {
        format!("pancakes {PANCAKES} numbering {}", self.numbering)
    }

    fn entries(&self) -> u64 {
        placement::count(PANCAKES, PANCAKES) as u64
    }

    fn payload(&self) -> u64 {
        self.entries() / 4
    }

    fn memory(&self) -> u64 {
        9 * self.entries()
    }

    fn fill(&self, _: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        let is_cancelled = || watch.cancel.is_cancelled();
        match distances_until(self.entries() as usize, [0], UNREACHED, is_cancelled, flips) {
            Some(distances) => Filling::complete(histogram(&distances), PackedDistances(distances)),
            None => Filling::cancelled(),
        }
    }
}

/// An open table of stacks.
struct StackTable(TableBytes);

impl OpenTable for Stacks {
    type Table = StackTable;

    fn table(&self, bytes: TableBytes) -> StackTable {
        StackTable(bytes)
    }
}

impl StackTable {
    fn residue(&self, stack: usize) -> u8 {
        self.0[stack / 4] >> (2 * (stack % 4)) & 3
    }

    /// Returns the minimum number of flips that sort a stack, by a walk down to the sorted one.
    fn distance(&self, mut stack: usize) -> usize {
        let mut flipped = Vec::new();
        for distance in 0.. {
            if stack == 0 {
                return distance;
            }
            flipped.clear();
            flips(stack, &mut flipped);
            let nearer = (self.residue(stack) + 2) % 3;
            stack = *flipped.iter().find(|child| self.residue(**child) == nearer).expect("one is nearer");
        }
        unreachable!()
    }
}

fn store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path(), &Threads::new(2)).with_kinds([&STACKS as &dyn TableKind]);
    (folder, store)
}

#[test]
fn foreign_table_is_built_listed_opened_verified_and_removed() {
    let (folder, store) = store();
    assert!(store.kinds().map(|kind| kind.name()).eq(["pancakes"]));
    assert!(store.open(&STACKS).unwrap().is_none());
    assert!(matches!(store.state(&STACKS), FileState::Missing) && store.must_build(&STACKS));

    assert!(store.build(&STACKS, &Observer::quiet()).unwrap());
    assert!(!store.build(&STACKS, &Observer::quiet()).unwrap(), "an intact file is kept");
    let FileState::Verified(identity) = store.state(&STACKS) else { panic!("the build leaves a stamp") };
    assert_eq!((identity.name, identity.numbering), ("pancakes", Some(2)));
    store.verify(&STACKS, &Observer::quiet()).unwrap();

    let mapped = store.open(&STACKS).unwrap().unwrap();
    let copied = store.load(&STACKS, &Observer::quiet()).unwrap().unwrap();
    let mut counts = vec![0; STACKS.histogram.len()];
    for stack in 0..720 {
        assert_eq!(mapped.distance(stack), copied.distance(stack));
        counts[mapped.distance(stack)] += 1;
    }
    assert_eq!(counts, STACKS.histogram);
    assert_eq!(mapped.0.file().map(|file| file.name()), Some("pancakes"));

    // A store that does not know the kind lists its file as unknown.
    assert!(store.leftovers().unwrap().iter().all(|leftover| leftover.kind == LeftoverKind::Lock));
    let other = Store::new(folder.path(), &Threads::new(1)).with_kinds(cubiform_tables::kinds());
    let found: Vec<_> = other.leftovers().unwrap().iter().map(|leftover| leftover.kind).collect();
    assert!(found.contains(&LeftoverKind::Unknown), "{found:?}");

    assert!(store.remove(&STACKS).unwrap() && !store.remove(&STACKS).unwrap());
    assert!(store.open(&STACKS).unwrap().is_none());
}

#[test]
fn damaged_foreign_table_is_refused_and_rebuilt() {
    let (_folder, store) = store();
    store.build(&STACKS, &Observer::quiet()).unwrap();
    let path = store.path(&STACKS);
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = store.open(&STACKS).err().unwrap();
    assert!(
        matches!(&error, StoreError::File { table: "pancakes", source: FileError::Checksum { .. } }),
        "{error}"
    );
    assert!(matches!(store.state(&STACKS), FileState::Damaged(_)));
    assert!(store.verify(&STACKS, &Observer::quiet()).is_err());
    assert!(store.build(&STACKS, &Observer::quiet()).unwrap(), "a damaged file is replaced");
    assert_eq!(store.open(&STACKS).unwrap().unwrap().distance(0), 0);
}

#[test]
fn other_numberings_are_replaced_or_refused_and_wrong_counts_reported() {
    let (_folder, store) = store();
    store.build(&STACKS, &Observer::quiet()).unwrap();
    // A kind need not be static.
    let later = Stacks { numbering: 3, ..STACKS };
    assert!(store.open(&later).unwrap().is_none() && store.must_build(&later));
    store.build(&later, &Observer::quiet()).unwrap();
    let error = store.open(&STACKS).err().unwrap();
    assert!(matches!(&error, StoreError::File { source, .. } if source.is_later()), "{error}");
    assert!(store.build(&STACKS, &Observer::quiet()).is_err(), "a later file is kept");

    let wrong = Stacks { numbering: 4, histogram: &[1, 5, 20, 79, 199, 281, 132, 3] };
    let error = store.build(&wrong, &Observer::quiet()).unwrap_err();
    assert!(matches!(error, StoreError::Histogram { .. }), "{error}");
    assert!(matches!(store.state(&later), FileState::Verified(_)), "the former file remains");

    let cancel = CancelToken::new();
    cancel.cancel();
    let observer = Observer { cancel: &cancel, report: &|_, _| {} };
    let error = store.rebuild(&later, &observer).unwrap_err();
    assert!(matches!(error, StoreError::Cancelled { table: "pancakes", kept: false }), "{error}");
}
