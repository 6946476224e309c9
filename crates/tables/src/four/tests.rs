//! The five stages of the 4x4x4, compared with whole cubes: coordinates and turns, goals, distances near the goals by a
//! search without ranks and symmetries, walks to the goals.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::four::catalogue::StageEntry;
use crate::four::{STAGES, Stage, StageTable};
use cubiform_store::fill::{Progress, Watch};
use cubiform_store::{Observer, Store};

use crate::full_tables;
use cubiform_cube::four::{Action, Cube4, Metric, Turn, random};
use cubiform_cube::{Axis, Face, Symmetry};
use cubiform_threads::{CancelToken, Threads};

const METRICS: [Metric; 2] = [Metric::Slice, Metric::Block];

/// Returns pseudo-random cubes that meet the stages before `stage`, made by the stage's turns.
fn cubes(stage: &Stage, count: usize) -> Vec<Cube4> {
    let (mut cube, mut number) = (Cube4::SOLVED, 7u64);
    let mut next = |cube: Cube4| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cube.turn(stage.turns()[(number >> 33) as usize % stage.turns().len()])
    };
    let far = |_| {
        cube = (0..40).fold(cube, |cube, _| next(cube));
        cube
    };
    (0..count).map(far).collect()
}

/// Returns all orders of eight pieces that half turns generate, given the positions of the pieces after a turn.
fn orders_by_half_turns(of: impl Fn(&Action) -> [u8; 8]) -> Vec<[u8; 8]> {
    let turns: Vec<[u8; 8]> =
        Turn::slice_turns().filter(|turn| turn.quarters() == 2).map(|turn| of(Action::get(turn))).collect();
    let mut all = vec![[0, 1, 2, 3, 4, 5, 6, 7]];
    let mut done = 0;
    while let Some(order) = all.get(done).copied() {
        for turn in &turns {
            let next = order.map(|position| turn[usize::from(position)]);
            if !all.contains(&next) {
                all.push(next);
            }
        }
        done += 1;
    }
    assert_eq!(all.len(), 96);
    all
}

/// Returns the orders that half turns generate of the corners, and of the wings of l and r, f and b, u and d.
fn all_orders_by_half_turns() -> &'static [Vec<[u8; 8]>; 4] {
    static ALL: OnceLock<[Vec<[u8; 8]>; 4]> = OnceLock::new();
    ALL.get_or_init(|| {
        std::array::from_fn(|eight| match eight {
            0 => orders_by_half_turns(|action| action.corners().map(|place| place / 3)),
            _ => orders_by_half_turns(|action| {
                let first = 8 * (eight - 1);
                std::array::from_fn(|i| action.wings()[first + i] - first as u8)
            }),
        })
    })
}

/// Returns the least order equivalent to this one under preceding half turns.
fn up_to_half_turns(positions: &[u8], orders_by_half_turns: &[[u8; 8]]) -> Vec<u8> {
    let renamed = |names: &[u8; 8]| names.iter().map(|name| positions[usize::from(*name)]).collect();
    orders_by_half_turns.iter().map(renamed).min().unwrap()
}

/// Returns for each position 1 or 2 if its centre has the first or the second colour of an axis, otherwise 0. The
/// result does not depend on which colour is the first.
fn split_colors(cube: &Cube4, axis: Axis) -> Vec<u8> {
    let own = |face: Face| if face.axis() == axis { 1 + u8::from(face == axis.face()) } else { 0 };
    let colors: Vec<u8> = cube.centres().iter().map(|face| own(*face)).collect();
    colors.clone().min(colors.into_iter().map(|color| [0, 2, 1][usize::from(color)]).collect())
}

/// Returns a key that is equal for cubes with equal states of a stage, from its definition.
fn stage_key(stage: usize, cube: &Cube4) -> Vec<u8> {
    let [corners, left, front, upper] = all_orders_by_half_turns();
    let wings = cube.wings();
    let positions = cube.corners().map(|place| place / 3);
    match stage {
        1 => {
            let mut twists = [0; 8];
            cube.corners().iter().for_each(|place| twists[usize::from(place / 3)] = place % 3);
            let mut set = wings[16..].to_vec();
            set.sort_unstable();
            [&twists, &set[..]].concat()
        }
        2 => [split_colors(cube, Axis::Z), up_to_half_turns(&wings[16..], upper)].concat(),
        3 => {
            let mut kind: Vec<u8> = wings[..4].iter().chain(&wings[12..16]).copied().collect();
            kind.sort_unstable();
            let inversions =
                (0..16).flat_map(|i| (0..i).map(move |j| (j, i))).filter(|(j, i)| wings[*j] > wings[*i]);
            [split_colors(cube, Axis::X), kind, vec![(inversions.count() % 2) as u8]].concat()
        }
        4 => {
            let wings =
                [up_to_half_turns(&wings[..8], left), up_to_half_turns(&wings[8..16], front)].concat();
            [split_colors(cube, Axis::Y), wings, up_to_half_turns(&positions, corners)].concat()
        }
        _ => {
            let centres: Vec<u8> = cube.centres().iter().map(|face| *face as u8).collect();
            [&positions, &wings[..], &centres].concat()
        }
    }
}

/// Returns whether a rotated solved cube meets the stages before this one without a further rotation.
fn meets_earlier_stages(stage: usize, rotation: Symmetry) -> bool {
    let cube = Cube4::SOLVED.act(&Action::rotation(rotation));
    (1..stage).all(|earlier| Stage::get(earlier).goal_orientation(&cube) == Some(Symmetry::IDENTITY))
}

/// Returns the goal states of a stage, one cube for each: the solved cube in every rotation that keeps the stages
/// before met, after all turns of the next stage.
fn goals(stage: usize) -> Vec<Cube4> {
    let turns = if stage < STAGES { Stage::get(stage + 1).turns() } else { &[] };
    let mut known = HashSet::new();
    let mut goals = Vec::new();
    for rotation in Symmetry::rotations() {
        let rotated = |cube: &Cube4| cube.act(&Action::rotation(rotation));
        if !meets_earlier_stages(stage, rotation) {
            continue;
        }
        let mut inner = HashSet::from([stage_key(stage, &Cube4::SOLVED)]);
        let mut open = vec![Cube4::SOLVED];
        while let Some(cube) = open.pop() {
            if known.insert(stage_key(stage, &rotated(&cube))) {
                goals.push(rotated(&cube));
            }
            open.extend(
                turns.iter().map(|turn| cube.turn(*turn)).filter(|cube| inner.insert(stage_key(stage, cube))),
            );
        }
    }
    goals
}

/// Returns all states of a stage by distance, one cube for each, up to the last distance before the first with more
/// than `max_count` states.
fn levels_within(stage: usize, metric: Metric, max_count: u64) -> Vec<Vec<Cube4>> {
    let entry = &StageEntry::for_metric(metric)[stage - 1];
    let turns: Vec<Turn> = Stage::get(stage).turns_in(metric).map(|t| Stage::get(stage).turns()[t]).collect();
    let mut levels = vec![goals(stage)];
    let mut known: HashSet<Vec<u8>> = levels[0].iter().map(|cube| stage_key(stage, cube)).collect();
    while entry.histogram[levels.len()] <= max_count {
        let next = levels.last().unwrap().iter().flat_map(|cube| turns.iter().map(|turn| cube.turn(*turn)));
        levels.push(next.filter(|cube| known.insert(stage_key(stage, cube))).collect());
    }
    levels
}

#[test]
fn stages_have_their_known_numbers_of_turns() {
    for (stage, slice, block) in [(1, 36, 63), (2, 28, 47), (3, 20, 31), (4, 16, 25), (5, 12, 21)] {
        let stage = Stage::get(stage);
        assert_eq!(METRICS.map(|metric| stage.turns_in(metric).count()), [slice, block]);
        assert_eq!(stage.turns().len(), block);
        assert!(stage.turns()[..slice].iter().all(|turn| turn.layers().count() == 1));
    }
}

#[test]
fn states_commute_with_turns() {
    for stage in Stage::all(&Threads::available()) {
        for cube in cubes(stage, 200) {
            let state = stage.state(&cube).unwrap();
            for (t, turn) in stage.turns().iter().enumerate() {
                let turned = stage.state(&cube.turn(*turn)).unwrap();
                assert!(
                    stage.are_equivalent(stage.turn(state, t), turned),
                    "stage {} {turn}",
                    stage.number()
                );
            }
            // A long sequence, in which the symmetries of many turns are composed.
            let far = (0..50).fold((state, cube), |(state, cube), i| {
                let t = i * i % stage.turns().len();
                (stage.turn(state, t), cube.turn(stage.turns()[t]))
            });
            assert!(stage.are_equivalent(far.0, stage.state(&far.1).unwrap()));
        }
    }
}

/// Some turns that a stage does not allow lead to cubes that do not meet the stages before it.
#[test]
fn cubes_that_have_not_met_the_stages_before_have_no_state() {
    for stage in &Stage::all(&Threads::available())[1..] {
        let illegal = Turn::block_turns().filter(|turn| !stage.turns().contains(turn));
        for cube in cubes(stage, 20) {
            let out = illegal.clone().filter(|turn| stage.state(&cube.turn(*turn)).is_none()).count();
            assert!(out > 0, "stage {}", stage.number());
        }
        let random = random::states(5).take(100);
        assert_eq!(random.filter(|cube| stage.state(cube).is_some()).count(), 0);
    }
}

/// The first numbers of the histograms, counted without ranks, classes or tables.
#[test]
fn states_near_the_goals_match_the_histograms() {
    for entry in METRICS.iter().flat_map(|metric| StageEntry::for_metric(*metric)) {
        let levels = levels_within(entry.stage, entry.metric, 4000);
        let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
        assert!(counts.len() > 2);
        assert_eq!(counts, entry.histogram[..counts.len()], "{}", entry.name);
        let stage = Stage::get(entry.stage);
        for (distance, level) in levels.iter().enumerate() {
            for cube in level {
                assert_eq!(stage.is_goal(stage.state(cube).unwrap()), distance == 0);
                assert_eq!(stage.goal_orientation(cube).is_some(), distance == 0);
            }
        }
    }
}

#[test]
fn cubes_that_meet_a_stage_have_a_state_of_the_next() {
    for stage in Stage::all(&Threads::available()) {
        let rotations = Symmetry::rotations().filter(|r| meets_earlier_stages(stage.number(), *r));
        assert_eq!(rotations.clone().count(), [24, 8, 4, 4, 4][stage.number() - 1]);
        for rotation in rotations {
            let later =
                if stage.number() < STAGES { cubes(Stage::get(stage.number() + 1), 5) } else { vec![] };
            for cube in later.into_iter().chain([Cube4::SOLVED]) {
                let rotated = cube.act(&Action::rotation(rotation));
                let back = rotated
                    .act(&Action::rotation(stage.goal_orientation(&rotated).expect("the stage is met")));
                if stage.number() < STAGES {
                    assert!(Stage::get(stage.number() + 1).state(&back).is_some());
                } else {
                    assert_eq!(back, Cube4::SOLVED);
                }
            }
        }
    }
}

/// Compares a table with cubes: near the goals, for neighbours, under symmetries, and along shortest paths.
fn check(table: &StageTable) {
    let stage = table.stage();
    for (distance, level) in levels_within(stage.number(), table.metric(), 4000).iter().enumerate() {
        for cube in level {
            assert_eq!(table.distance(stage.state(cube).unwrap()), Ok(distance as u8));
        }
    }
    for cube in cubes(stage, 300) {
        let state = stage.state(&cube).unwrap();
        let path = table.shortest_path(state).unwrap();
        let distance = table.distance(state).unwrap();
        assert_eq!(path.len(), usize::from(distance));
        assert!(path.iter().all(|turn| table.turns().contains(turn)));
        let met = path.iter().fold(cube, |cube, turn| cube.turn(stage.turns()[*turn]));
        assert!(stage.goal_orientation(&met).is_some());
        for turn in table.turns() {
            let next = stage.turn(state, *turn);
            assert_eq!(
                table.codes().child_distance(distance, table.address(next)),
                table.distance(next).unwrap()
            );
        }
        let keeps = |s: &Symmetry, axes: &[Axis]| axes.iter().all(|axis| s.axis(*axis) == *axis);
        for s in Symmetry::all() {
            let image = match stage.number() {
                1 if !s.is_mirror() => cube.act(&Action::rotation(s)),
                2 if !s.is_mirror() && keeps(&s, &[Axis::Y]) => cube.act(&Action::rotation(s)),
                3 if keeps(&s, &Axis::ALL) => cube.conjugate(s),
                4 if keeps(&s, &[Axis::Y]) => cube.conjugate(s),
                5 => {
                    cube.conjugate(s).act(&Action::rotation(Symmetry::rotation(Face::ALL[s.index() % 3], 2)))
                }
                _ => continue,
            };
            let image = stage.state(&image).unwrap();
            assert_eq!(table.distance(image), Ok(distance), "{cube:?} {s:?}");
        }
    }
}

#[test]
fn fourth_stage_tables_equal_brute_force() {
    for metric in METRICS {
        check(&StageTable::fill(Stage::get(4), metric, &Threads::new(2), &Watch::quiet()).unwrap());
    }
}

#[test]
fn stage_table_has_equal_codes_opened_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path(), &Threads::new(2));
    let entry = &StageEntry::for_metric(Metric::Slice)[3];
    assert!(store.open(entry).unwrap().is_none());
    assert!(store.build(entry, &Observer::quiet()).unwrap());
    store.verify(entry, &Observer::quiet()).unwrap();
    let (opened, loaded) = (store.open(entry), store.load(entry, &Observer::quiet()));
    let (opened, loaded) = (opened.unwrap().unwrap(), loaded.unwrap().unwrap());
    assert_eq!(opened.codes().bytes(), loaded.codes().bytes());
    let state = |cube: &Cube4| opened.stage().state(cube).unwrap();
    for cube in cubes(opened.stage(), 50) {
        assert_eq!(opened.distance(state(&cube)), loaded.distance(state(&cube)));
    }
}

#[test]
fn cancelled_fill_returns_none() {
    let cancel = CancelToken::new();
    let report = |progress: Progress| {
        if progress.depth >= 9 {
            cancel.cancel();
        }
    };
    let watch = Watch { cancel: &cancel, report: &report };
    assert!(StageTable::fill(Stage::get(4), Metric::Slice, &Threads::new(2), &watch).is_none());
}

/// Both counts, of states and of orbits, are compared with the fill before a file is kept.
#[test]
fn build_refuses_a_fill_whose_counts_differ() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path(), &Threads::new(2));
    let StageEntry { name, description, stage, metric, histogram, orbits } =
        StageEntry::for_metric(Metric::Block)[3];
    let wrong = |counts: &[u64]| -> &'static [u64] {
        let mut counts = counts.to_vec();
        counts[7] += 1;
        counts[8] -= 1;
        Vec::leak(counts)
    };
    for (histogram, orbits, message) in [
        (wrong(histogram), orbits, "1879184, 11582980, 60156216"),
        (histogram, wrong(orbits), "120128, 731764, 3780228"),
    ] {
        let entry = StageEntry { name, description, stage, metric, histogram, orbits };
        let error = store.build(Box::leak(Box::new(entry)), &Observer::quiet()).unwrap_err().to_string();
        assert!(error.starts_with("filling table 444-block-4 gave wrong counts ["), "{error}");
        assert!(error.contains(message), "{error}");
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
        assert!(files.map(|name| name.into_string().unwrap()).all(|name| name.ends_with(".lock")));
    }
}

/// All tables, and cubes solved with them.
#[test]
#[ignore = "needs full tables"]
fn all_stages_lead_to_the_solved_cube() {
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    for metric in METRICS {
        let tables: Vec<StageTable> = StageEntry::for_metric(metric)
            .iter()
            .map(|entry| store.open(entry).unwrap().expect("built with `cargo xtask full`"))
            .collect();
        tables.iter().for_each(check);
        for mut cube in random::states(44).take(2000) {
            let mut length = 0;
            for table in &tables {
                let stage = table.stage();
                let path = table.shortest_path(stage.state(&cube).unwrap()).unwrap();
                length += path.len();
                cube = path.iter().fold(cube, |cube, turn| cube.turn(stage.turns()[*turn]));
                cube = cube.act(&Action::rotation(stage.goal_orientation(&cube).unwrap()));
            }
            assert_eq!(cube, Cube4::SOLVED);
            assert!(length <= 70, "{length}");
        }
    }
}
