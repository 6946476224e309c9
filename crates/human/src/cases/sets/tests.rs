//! Tests of derived sets against the numbers of the field, the typed sheets, and whole cubes enumerated one by one.

use std::collections::{BTreeMap, HashSet};

use cubiform_cube::goal::pattern;
use cubiform_cube::{Algorithm, Cube};
use cubiform_threads::CancelToken;

use super::{Definition, DeriveError, DerivedSet, KnownSet};
use crate::cases::{CaseSet, Pattern};

fn derived(name: &str) -> DerivedSet {
    KnownSet::find(name)
        .expect("a known set")
        .definition()
        .derive(false, &CancelToken::never())
        .expect("a small set")
}

#[test]
fn known_sets_have_their_numbers_of_cases_and_probabilities_that_sum_to_one() {
    for known in KnownSet::all() {
        let set = derived(known.name);
        assert_eq!(set.unsolved().count(), known.cases, "{}", known.name);
        assert_eq!(set.cases.iter().map(|case| case.states).sum::<u128>(), set.states, "{}", known.name);
        assert!(set.cases[1..].iter().all(|case| !case.is_solved), "{}", known.name);
        let Definition { from, .. } = known.definition();
        for (i, case) in set.cases.iter().enumerate() {
            assert!(from.iter().any(|pattern| pattern.contains(&case.cube)), "{}", known.name);
            assert_eq!(set.index_of(&case.cube), Some(i), "{}", known.name);
            assert_eq!(case.probability.0 * set.states, case.probability.1 * case.states);
            if let Some(mirror) = case.mirror {
                assert_eq!((set.cases[mirror].mirror, set.cases[mirror].states), (Some(i), case.states));
            }
        }
    }
}

#[test]
fn sets_are_found_by_each_of_their_names() {
    let found = ["eols", "zbf2l", "ZB-LS"].map(|name| KnownSet::find(name).map(|set| set.name));
    assert_eq!(found, [Some("ZBLS"); 3]);
    assert_eq!(KnownSet::find("ZBLS, EOLS"), None);
}

#[test]
fn mirror_images_are_one_case_if_asked() {
    let counts = ["OLL", "PLL", "WV"].map(|name| {
        KnownSet::find(name)
            .expect("a known set")
            .definition()
            .derive(true, &CancelToken::never())
            .expect("a small set")
            .unsolved()
            .count()
    });
    // PLL: A, G (two pairs), J, N, R and U lose one each. Nothing mirrors the pair of WV.
    assert_eq!(counts, [40, 14, 27]);
}

#[test]
fn sheets_are_exactly_the_derived_cases() {
    for set in CaseSet::ALL {
        let derived = derived(set.name());
        let shown: Vec<_> = derived.unsolved().map(|case| case.shows).collect();
        assert_eq!(shown, set.cases().iter().map(Some).collect::<Vec<_>>(), "{}", set.name());
        for (case, known) in derived.unsolved().zip(set.cases()) {
            let (part, of) = case.probability;
            assert_eq!((part, of), (known.probability.0.into(), known.probability.1.into()), "{known}");
        }
    }
}

#[test]
fn pictures_are_those_of_the_cases() {
    for set in [CaseSet::Oll, CaseSet::Pll] {
        for case in derived(set.name()).unsolved() {
            let picture = case.picture.as_deref().expect("the first two layers are solved");
            let found =
                Pattern::parse(picture).and_then(|pattern| pattern.cases()).expect("a picture of a case");
            assert_eq!(
                found.iter().map(|(case, _)| Some(*case)).collect::<Vec<_>>(),
                [case.shows],
                "{picture}"
            );
        }
    }
    let sune =
        derived("COLL").cases.into_iter().find(|case| case.shows.is_some_and(|shows| shows.name == "Sune"));
    assert_eq!(sune.expect("a case of COLL").picture.expect("a last layer").matches('?').count(), 4 + 8);
    let eoll = derived("EOLL");
    assert!(
        eoll.cases.iter().all(|case| case.shows.is_none()),
        "an orientation of edges is several cases of OLL"
    );
}

#[test]
fn facelets_hide_what_the_second_goal_ignores() {
    let solved = &derived("F2L").cases[0];
    let shown = "????U???????RRRRRR???FFFFFFDDDDDDDDD???LLLLLL???BBBBBB";
    assert_eq!((solved.is_solved, &solved.facelets[..], &solved.picture), (true, shown, &None));
}

#[test]
fn overlapping_patterns_are_counted_once() {
    let read = |text: &str| pattern::parse(text).expect("a text of the language");
    let set = |from: &str| {
        Definition { from: read(from), to: read("f2l") }
            .derive(false, &CancelToken::never())
            .expect("a small set")
    };
    let [three, any] = [set("cross + FL + BR + BL"), set("cross + 3 slots")];
    // Of the states with three slots of four, only those with all of them are in several patterns.
    let solved = three.cases[0].states;
    assert_eq!(any.states, 4 * (three.states - solved) + solved);
    assert_eq!(
        any.unsolved().count(),
        three.unsolved().count(),
        "a rotation brings the open slot to the front"
    );
    assert!(set_is_too_large("", "cross + 2x2x3 DB"));
    assert!(!set_is_too_large("", "cross"));
}

fn set_is_too_large(from: &str, to: &str) -> bool {
    let from = if from.is_empty() {
        vec![cubiform_cube::goal::Pattern::ALL]
    } else {
        pattern::parse(from).expect("a text")
    };
    Definition { from, to: pattern::parse(to).expect("a text") }.derive(false, &CancelToken::never()).is_err()
}

#[test]
fn derivation_can_be_cancelled() {
    let result =
        KnownSet::find("1lll").expect("a known set").definition().derive(false, &CancelToken::cancelled());
    assert_eq!(result.err(), Some(DeriveError::Cancelled));
}

/// Returns all states with the first two layers solved, by a breadth-first search over algorithms.
fn last_layers() -> Vec<Cube> {
    let steps =
        ["U", "R U R' U R U2 R'", "F R U R' U' F'", "R U R' U' R' F R F'", "R U' R U R U R U' R' U' R2"];
    let steps = steps.map(|text| Algorithm::parse(text).expect("moves").cube());
    let (mut states, mut known, mut next) = (vec![Cube::SOLVED], HashSet::from([Cube::SOLVED]), 0);
    while let Some(cube) = states.get(next).copied() {
        next += 1;
        states.extend(steps.iter().map(|step| cube.then(step)).filter(|cube| known.insert(*cube)));
    }
    states
}

/// Counts the cases of the last layers of a set by their numbers of states. Two states are one case if one is the other after a
/// state that `to` accepts before, and turns of U after: the algorithms that solve them are the same then. The states that `to`
/// accepts must be a group.
fn counted(from: &[Cube], to: &[Cube]) -> BTreeMap<usize, usize> {
    let turns: Vec<Cube> =
        ["", "U", "U2", "U'"].map(|text| Algorithm::parse(text).expect("moves").cube()).to_vec();
    let mut left: HashSet<Cube> = from.iter().copied().collect();
    to.iter().for_each(|cube| {
        left.remove(cube);
    });
    let mut sizes = BTreeMap::new();
    for cube in from {
        if !left.contains(cube) {
            continue;
        }
        let turned: Vec<Cube> = turns.iter().map(|turn| cube.then(turn)).collect();
        let all = turned.iter().flat_map(|cube| to.iter().map(|first| first.then(cube)));
        *sizes.entry(all.filter(|cube| left.remove(cube)).count()).or_default() += 1;
    }
    sizes
}

#[test]
fn sets_of_last_layers_equal_a_count_of_whole_cubes() {
    let all = last_layers();
    assert_eq!(all.len(), 62_208);
    let of =
        |keeps: &dyn Fn(&Cube) -> bool| all.iter().copied().filter(|cube| keeps(cube)).collect::<Vec<_>>();
    let edges_oriented = |cube: &Cube| cube.edges().iter().all(|place| place % 2 == 0);
    let oriented = |cube: &Cube| edges_oriented(cube) && cube.corners().iter().all(|place| place % 3 == 0);
    let turned = |cube: &Cube| {
        let by = cube.corners()[0] / 3;
        (0..4).all(|c| cube.corners()[usize::from(c)] / 3 == (c + by) % 4)
    };
    let corners_turned = |cube: &Cube| turned(cube) && cube.corners().iter().all(|place| place % 3 == 0);
    let solved = of(&|cube| {
        let by = cube.corners()[0] / 3;
        oriented(cube) && turned(cube) && (0..4).all(|e| cube.edges()[usize::from(e)] / 2 == (e + by) % 4)
    });
    assert_eq!(solved.len(), 4);
    for (name, from, to) in [
        ("OLL", all.clone(), of(&oriented)),
        ("EOLL", all.clone(), of(&edges_oriented)),
        ("OLLCP", all.clone(), of(&|cube| oriented(cube) && turned(cube))),
        ("1LLL", all.clone(), solved.clone()),
        ("PLL", of(&oriented), solved.clone()),
        ("CPLL", of(&oriented), of(&|cube| oriented(cube) && turned(cube))),
        ("EPLL", of(&|cube| oriented(cube) && turned(cube)), solved.clone()),
        ("OCLL", of(&edges_oriented), of(&oriented)),
        ("COLL", of(&edges_oriented), of(&|cube| edges_oriented(cube) && corners_turned(cube))),
        ("ZBLL", of(&edges_oriented), solved.clone()),
        ("2GLL", of(&|cube| edges_oriented(cube) && turned(cube)), solved.clone()),
        ("ELL", of(&corners_turned), solved.clone()),
    ] {
        let mut sizes = BTreeMap::new();
        for case in derived(name).unsolved() {
            *sizes.entry(case.states as usize).or_default() += 1;
        }
        assert_eq!(counted(&from, &to), sizes, "{name}");
    }
}
