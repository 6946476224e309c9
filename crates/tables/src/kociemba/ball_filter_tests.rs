//! Ball filters of both phases: they contain every state within their distance, and few others.

use std::sync::LazyLock;

use crate::kociemba::catalogue::{PHASE_1, PHASE_2};
use crate::kociemba::phase::Phase as _;
use crate::kociemba::phase1::{Coset, Phase1};
use crate::kociemba::phase2::Phase2;
use cubiform_cube::{Move, random};
use cubiform_store::{Observer, Store};
use cubiform_threads::Threads;

/// A folder with the filters of both phases. The build compares their counts with the known ones.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path(), &Threads::new(2));
    assert!(store.build(&PHASE_1, &Observer::quiet()).unwrap());
    assert!(store.build(&PHASE_2, &Observer::quiet()).unwrap());
    folder
});

fn store() -> Store {
    Store::new(FOLDER.path(), &Threads::new(2))
}

#[test]
fn phase_1_filters_contain_all_cosets_within_eight_moves_and_few_others() {
    let with = Phase1::new(store().load(&PHASE_1, &Observer::quiet()).unwrap());
    let without = Phase1::new(None);
    assert_eq!(
        (with.exact_table().radius(), with.ball_filters().len(), without.exact_table().radius()),
        (6, 2, 7)
    );
    // All cosets within seven moves; a move farther for the second filter.
    for (key, entry) in without.exact_table().iter().step_by(97) {
        assert!(entry.distance < 7 || with.ball_filters()[0].may_contain(key));
        assert!(with.ball_filters()[1].may_contain(key));
    }
    let mut passed = [0; 2];
    let mut near_count = 0;
    for cube in random::states(3).take(20_000) {
        let coset = Coset::from_cube(&cube);
        let (key, _) = with.key(coset);
        for m in Move::all().step_by(5) {
            assert_eq!(with.key_after(coset, m.index()), with.key(with.turn(coset, m.index())));
        }
        let lower_bound = with.lower_bound(coset);
        if let Some(entry) = without.entry(coset) {
            near_count += 1;
            assert!(lower_bound <= entry.distance && lower_bound >= entry.distance.min(7));
        }
        for (count, filter) in passed.iter_mut().zip(with.ball_filters()) {
            *count += u32::from(filter.may_contain(key));
        }
    }
    // 0.6 and 6.2 % of all states are within seven and eight moves; false positives come on top.
    assert!((60..200).contains(&near_count), "{near_count}");
    assert!((400..1200).contains(&passed[0]) && (1800..3000).contains(&passed[1]), "{passed:?}");
}

#[test]
fn phase_2_filters_contain_all_states_within_nine_moves_and_few_others() {
    let with = Phase2::new(store().load(&PHASE_2, &Observer::quiet()).unwrap());
    let without = Phase2::new(None);
    for (key, entry) in without.exact_table().iter().step_by(41) {
        assert!(entry.distance < 8 || with.ball_filters()[0].may_contain(key));
        assert!(with.ball_filters()[1].may_contain(key));
    }
    let foreign = (0..40_000u32).map(|i| i.wrapping_mul(0x9e37_79b1) >> 3);
    let passed = foreign.filter(|key| with.ball_filters()[1].may_contain(*key)).count();
    assert!(passed < 4000, "{passed}");
}

#[test]
fn opening_a_damaged_filter_file_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("phase-2.cubiform");
    let mut bytes = std::fs::read(store().path(&PHASE_2)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let error = Store::new(folder.path(), &Threads::new(1)).load(&PHASE_2, &Observer::quiet()).unwrap_err();
    assert!(error.to_string().contains("phase-2"), "{error}");
    assert!(
        Store::new(folder.path(), &Threads::new(1)).load(&PHASE_1, &Observer::quiet()).unwrap().is_none()
    );
}
