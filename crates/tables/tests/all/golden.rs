//! Golden checksums of the codes of every table: codes must not change without a new numbering.
//!
//! Only the numbering in its header distinguishes a file of an earlier version from a current one. If a checksum here
//! changes, raise the numbering of that kind of table (`NUMBERING` in `goal/coordinate.rs`, `cosets/coordinate.rs`,
//! `four/catalogue.rs` or `four/pairs/table.rs`) and update both here.

use crate::full_tables;

use cubiform_store::{FileState, Observer, Store, TableIdentity, TableKind};
use cubiform_tables::catalogue::{self, Profile};
use cubiform_threads::Threads;
use tempfile::TempDir;

/// The name of a table, its numbering, and the XXH3-64 of its codes.
type GoldenTable = (&'static str, Option<u32>, u64);

/// Tables that are quick to fill, among them all of the small profile.
const SMALL: [GoldenTable; 13] = [
    ("cross", Some(4), 0x1457_ccb0_406e_ca46),
    ("cross-slot", Some(4), 0x63c6_9e9b_910c_08ee),
    ("cross-slot-edges", Some(4), 0x34cb_61ef_3860_fd33),
    ("block-223", Some(4), 0x2cb3_d3b8_5f14_3d8d),
    ("cross-corner-edge-adjacent", Some(4), 0xf479_a0e9_ba75_8a42),
    ("cross-corner-edge-opposite", Some(4), 0x11ca_6b17_2884_3f9f),
    ("cross-ready", Some(4), 0xe9a4_4a53_8599_3682),
    ("cross-ready-adjacent", Some(4), 0x02a0_b6fc_e8f7_ae0a),
    ("cross-ready-opposite", Some(4), 0x1608_6f59_392f_e187),
    ("eo-cross", Some(4), 0x4893_189e_a21a_eb31),
    ("phase-2", None, 0x3889_4169_47a3_8dae),
    ("444-outer-1", Some(1), 0x48b8_faae_4d56_0b5a),
    ("444-outer-2", Some(1), 0x0ad1_ac2c_08b4_9c23),
];

/// Tables that are in no list of tables.
const COMPACT: [GoldenTable; 3] = [
    ("cross-corners-adjacent", Some(4), 0xb249_0718_d91e_de4b),
    ("slots-line", Some(4), 0xb74e_53ec_0e03_5914),
    ("cross-slot-edge-opposite", Some(4), 0x3c3a_0c31_ec50_ba53),
];

/// Tables that are slow to fill.
const LARGE: [GoldenTable; 18] = [
    ("cross-slots-opposite", Some(4), 0xfe02_12ff_bff1_8167),
    ("cross-slots-adjacent", Some(4), 0x1799_e377_ba65_1961),
    ("cross-three-corners", Some(4), 0x4da8_7ca0_dd15_3dd7),
    ("cross-three-edges", Some(4), 0x34d6_6bb5_9eb8_b333),
    ("eo-cross-slot", Some(4), 0x91ef_78b0_f048_b1eb),
    ("optimal-small", Some(1), 0xf2a9_e31d_4e49_7b37),
    ("phase-1", None, 0xaa43_177b_bb2b_e7fc),
    ("444-outer-3", Some(1), 0x186a_64be_e227_1eb8),
    ("444-slice-1", Some(1), 0x7360_067b_fcca_c215),
    ("444-slice-2", Some(1), 0x7bc1_a619_289c_5506),
    ("444-slice-3", Some(1), 0x48a3_0afe_9131_9c84),
    ("444-slice-4", Some(1), 0x0645_5334_d69e_6401),
    ("444-slice-5", Some(1), 0x26f1_d0ca_bcf2_fbf4),
    ("444-block-1", Some(1), 0x63cc_4d7e_a7fe_2cc7),
    ("444-block-2", Some(1), 0x461b_70f3_2982_c14b),
    ("444-block-3", Some(1), 0xb823_4d9e_0f3c_8f63),
    ("444-block-4", Some(1), 0xb0ad_10a8_331b_4cc7),
    ("444-block-5", Some(1), 0xe8a8_1658_0f36_c248),
];

/// Tables without a golden checksum.
const MISSING: [&str; 2] = ["optimal-medium", "optimal-large"];

fn identity(store: &Store, name: &str) -> Option<TableIdentity> {
    match store.state(named(name)) {
        FileState::Verified(identity) | FileState::Unverified(identity) => Some(identity),
        FileState::Missing => None,
        state => panic!("{name}: {state:?}"),
    }
}

/// Returns the table of this name.
fn named(name: &str) -> &'static dyn TableKind {
    let compact = catalogue::COMPACT.iter().map(|entry| entry as &'static dyn TableKind);
    cubiform_tables::kinds().chain(compact).find(|kind| kind.name() == name).expect("a table of this crate")
}

/// Returns the numbering in an identity.
fn numbering_of(identity: &str) -> Option<u32> {
    identity.split_once(" numbering ")?.1.split(' ').next()?.parse().ok()
}

fn check(found: &TableIdentity, (name, numbering, checksum): GoldenTable) {
    assert_eq!((found.name, found.numbering), (name, numbering));
    assert_eq!(
        format!("{:016x}", found.checksum),
        format!("{checksum:016x}"),
        "the codes of {name} have changed: does it have a new numbering?"
    );
}

#[test]
fn every_table_has_a_golden_checksum_with_its_numbering() {
    let golden = || SMALL.iter().chain(&LARGE);
    for entry in cubiform_tables::kinds() {
        let known = golden().find(|(name, ..)| *name == entry.name());
        assert_eq!(known.is_none(), MISSING.contains(&entry.name()), "{} in SMALL or LARGE", entry.name());
        if let Some((_, numbering, _)) = known {
            assert_eq!(*numbering, numbering_of(&entry.identity()), "{}", entry.name());
        }
    }
    assert_eq!(golden().count() + MISSING.len(), cubiform_tables::kinds().count());
    // The next test fills them. A fill whose counts are not those of the catalogue is refused.
    let small = catalogue::CATALOGUE.iter().filter(|entry| entry.profile == Profile::Small);
    assert!(small.map(|entry| entry.name).all(|name| SMALL.iter().any(|golden| golden.0 == name)));
    let compact = catalogue::COMPACT.iter().map(|entry| entry.name);
    assert!(compact.eq(COMPACT.iter().map(|(name, ..)| *name)));
}

#[test]
fn small_tables_have_their_golden_checksums() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(folder.path(), &Threads::new(2));
    for golden in SMALL.into_iter().chain(COMPACT) {
        let entry: &'static dyn TableKind = named(golden.0);
        assert!(store.build(entry, &Observer::quiet()).unwrap());
        check(&identity(&store, golden.0).unwrap(), golden);
        store.remove(entry).unwrap();
    }
}

#[test]
#[ignore = "needs full tables"]
fn large_tables_have_their_golden_checksums() {
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    for golden in SMALL.into_iter().chain(LARGE) {
        let found = identity(&store, golden.0);
        check(&found.unwrap_or_else(|| panic!("build {} with `cargo xtask full`", golden.0)), golden);
    }
}
