//! Stages of the 4x4x4 in outer-block turns, compared with whole cubes: distances near the goals by a search without
//! ranks and symmetries, states and turns, walks to the goals.

use std::collections::HashSet;

use crate::four::catalogue::StageEntry;
use crate::four::pairs::{PAIR_TABLE, Pairs};
use crate::four::{OUTER_STAGES, Stage, StageTable};
use cubiform_store::Store;
use cubiform_store::fill::Watch;
use cubiform_store::table_kind::TableKind;

use crate::full_tables;
use cubiform_cube::four::reduced::WING_PLACE;
use cubiform_cube::four::{Action, Cube4, Layers, Metric, Turn, random};
use cubiform_cube::{Axis, Symmetry};
use cubiform_threads::Threads;

fn walk(turns: &[Turn], seed: usize, length: usize) -> Cube4 {
    let turns: Vec<Turn> =
        (0..length).map(|i| turns[(seed * 7919 + i * i * 31 + i * 17 + seed * i) % turns.len()]).collect();
    Cube4::from_turns(&turns)
}

fn is_odd(order: &[u8]) -> bool {
    let pairs = (0..order.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.filter(|(j, i)| order[*j] > order[*i]).count() % 2 == 1
}

/// Returns for each position 1 or 2 if its centre has the first or the second colour of an axis, otherwise 0. The
/// result does not depend on which colour is the first.
fn split_colors(cube: &Cube4, axis: Axis) -> Vec<u8> {
    let own = |first: u8| {
        let color = |face: &cubiform_cube::Face| match (face.axis() == axis, *face == axis.face()) {
            (false, _) => 0,
            (true, true) => first,
            (true, false) => 3 - first,
        };
        cube.centres().iter().map(color).collect::<Vec<u8>>()
    };
    own(1).min(own(2))
}

/// Returns a key that is equal for cubes with equal states of a stage, from its definition.
fn stage_key(stage: usize, cube: &Cube4) -> Vec<u8> {
    let on_axis =
        |axis: Axis| cube.centres().iter().map(|face| u8::from(face.axis() == axis)).collect::<Vec<u8>>();
    match stage {
        1 => on_axis(Axis::Z),
        2 => [on_axis(Axis::Y), split_colors(cube, Axis::Z), vec![is_odd(cube.wings()).into()]].concat(),
        _ => {
            // By position: the position of the wing that pairs with the one there.
            let places = cube.wing_places();
            let mut others = vec![0; 24];
            (0..24).for_each(|wing| others[usize::from(places[wing])] = places[wing ^ 1]);
            // The parity of the low wings, one of each pair, relative to the corners.
            let low: Vec<u8> = (0..12)
                .map(|e| if places[2 * e] & 1 == 0 { places[2 * e] } else { places[2 * e + 1] })
                .collect();
            let corners = cube.corners().map(|place| place / 3);
            [others, split_colors(cube, Axis::Z), vec![u8::from(is_odd(&low) != is_odd(&corners))]].concat()
        }
    }
}

/// Returns the states at the distances below `count` from some goals, one cube for each, by distance.
fn levels(stage: usize, goals: Vec<Cube4>, turns: &[Turn], count: usize) -> Vec<Vec<Cube4>> {
    let mut known = HashSet::new();
    let mut fresh = |cubes: Vec<Cube4>| -> Vec<Cube4> {
        cubes.into_iter().filter(|cube| known.insert(stage_key(stage, cube))).collect()
    };
    let mut levels = vec![fresh(goals)];
    while levels.len() < count {
        let last = &levels[levels.len() - 1];
        let next = last.iter().flat_map(|cube| turns.iter().map(|turn| cube.turn(*turn))).collect();
        levels.push(fresh(next));
    }
    levels
}

/// Returns the outer-block turns of a stage.
fn turns(stage: usize) -> Vec<Turn> {
    let stage = Stage::outer(stage);
    stage.turns_in(Metric::OuterBlock).map(|turn| stage.turns()[turn]).collect()
}

/// Returns the goal states of a stage: the solved cube in every allowed orientation, after all turns of the next stage.
fn goals(stage: usize) -> Vec<Cube4> {
    let next = if stage < OUTER_STAGES { turns(stage + 1) } else { Pairs::get().turns().to_vec() };
    let is_allowed = |s: Symmetry| stage == 1 || s.axis(Axis::Z) == Axis::Z;
    let mut all = Vec::new();
    let mut known = HashSet::new();
    for rotation in Symmetry::rotations().filter(|s| is_allowed(*s)) {
        let mut open = vec![Cube4::SOLVED];
        let mut inner = HashSet::from([stage_key(stage, &Cube4::SOLVED)]);
        while let Some(cube) = open.pop() {
            let rotated = cube.act(&Action::rotation(rotation));
            if known.insert(stage_key(stage, &rotated)) {
                all.push(rotated);
            }
            open.extend(
                next.iter().map(|turn| cube.turn(*turn)).filter(|cube| inner.insert(stage_key(stage, cube))),
            );
        }
    }
    all
}

/// Both tables, filled here: their histograms, and the distance of each state within three turns.
#[test]
fn distances_near_the_goals_match_the_first_two_tables() {
    for entry in StageEntry::for_metric(Metric::OuterBlock) {
        let stage = Stage::outer(entry.stage);
        let filling = entry.fill(&Threads::new(2), &Watch::quiet(), None);
        assert_eq!((&filling.histogram[..], &filling.orbit_counts[..]), (entry.histogram, entry.orbits));
        let table = StageTable::fill(stage, Metric::OuterBlock, &Threads::new(2), &Watch::quiet()).unwrap();
        let levels = levels(entry.stage, goals(entry.stage), &turns(entry.stage), 4);
        for (distance, level) in levels.iter().enumerate() {
            assert_eq!(level.len() as u64, entry.histogram[distance], "{}", entry.name);
            for cube in level {
                let state = stage.state(cube).unwrap();
                assert_eq!(usize::from(table.distance(state).unwrap()), distance);
                assert_eq!(stage.goal_orientation(cube).is_some(), distance == 0);
            }
        }
    }
    // Placements of eight centres among 24; of eight among 16, with the split of two colours and a parity.
    assert_eq!(StageEntry::for_metric(Metric::OuterBlock)[0].states(), 735_471);
    assert_eq!(StageEntry::for_metric(Metric::OuterBlock)[1].states(), 12_870 * 35 * 2);
}

#[test]
fn pairings_near_the_goal_match_the_histogram() {
    let pairs = Pairs::get();
    let levels = levels(3, vec![Cube4::SOLVED], pairs.turns(), 6);
    let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
    assert_eq!(counts, PAIR_TABLE.histogram()[..counts.len()]);
    // Even permutations of twelve pairs, six splits of F and B, two parities.
    assert_eq!(PAIR_TABLE.states(), (1..=12u64).product::<u64>() / 2 * 6 * 2);
    assert_eq!(PAIR_TABLE.payload(), 1538 * 20_160 * 3);
}

#[test]
fn pairing_states_commute_with_turns() {
    let pairs = Pairs::get();
    assert_eq!(pairs.turns().len(), 17);
    for seed in 0..300 {
        let cube = walk(pairs.turns(), seed, 40);
        let state = pairs.state(&cube).unwrap();
        let mut min_distance = u8::MAX;
        for (t, turn) in pairs.turns().iter().enumerate() {
            let next = pairs.turn(&state, t);
            assert_eq!(Some(next), pairs.state(&cube.turn(*turn)));
            let distance = pairs.centre_distance(&next);
            assert_eq!(pairs.centre_distance_after(&state, t), distance);
            min_distance = min_distance.min(distance);
        }
        let distance = pairs.centre_distance(&state);
        assert!(
            distance == 0 || distance == min_distance + 1 || distance == min_distance,
            "a turn changes a distance by one"
        );
    }
}

/// A cube has a state of the pairing if its centres are on their axes, as the stages before leave them, and one wing of
/// each pair is low; half of those cubes have an odd permutation.
#[test]
fn cubes_whose_wings_cannot_be_paired_have_no_state() {
    let pairs = Pairs::get();
    let is_low = |position: u8| WING_PLACE[usize::from(position)] & 1 == 0;
    let (mut with, mut without) = (0, 0);
    let wide = Turn::new(Axis::Z, Layers::NEAR, 1).unwrap();
    for seed in 0..4000 {
        // Two quarter turns of a wide layer, with allowed turns before, between and after.
        let mut cube = Cube4::SOLVED;
        for (i, turn) in (0..6).map(|i| (i, pairs.turns()[(seed * (i + 3) + i * i) % 17])) {
            cube = cube.turn(turn);
            if i == 1 || i == 4 {
                cube = cube.turn(wide);
            }
        }
        let on_axes = cube
            .centres()
            .iter()
            .enumerate()
            .all(|(i, face)| face.axis() == [Axis::Y, Axis::X, Axis::Z][i / 8]);
        let wings = cube.wings();
        let other = |wing: usize| (0..24).find(|w| WING_PLACE[*w] == WING_PLACE[wing] ^ 1).unwrap();
        let apart = (0..24).all(|wing| is_low(wings[wing]) != is_low(wings[other(wing)]));
        match pairs.state(&cube) {
            Some(_) => {
                assert!(on_axes && apart && !is_odd(wings));
                with += 1;
            }
            None => without += 1,
        }
    }
    assert!(with > 20 && without > 1000, "{with} {without}");
    assert!(random::states(3).take(200).all(|cube| pairs.state(&cube).is_none()));
}

/// All three tables, and walks down to the goal.
#[test]
#[ignore = "needs full tables"]
fn all_stages_lead_to_a_3x3x3() {
    let store = Store::new(full_tables::folder(), &Threads::new(2));
    let table = store.open(&PAIR_TABLE).unwrap().expect("built with `cargo xtask full`");
    let pairs = table.pairs();
    for (distance, level) in levels(3, vec![Cube4::SOLVED], pairs.turns(), 6).iter().enumerate() {
        for cube in level {
            assert_eq!(usize::from(table.distance(&pairs.state(cube).unwrap()).unwrap()), distance);
        }
    }
    for seed in 0..2000 {
        let mut state = pairs.state(&walk(pairs.turns(), seed, 60)).unwrap();
        let mut distance = table.distance(&state).unwrap();
        assert!(usize::from(distance) < PAIR_TABLE.histogram().len());
        // Walks down to the goal by the codes of the neighbours.
        while distance > 0 {
            let next = |t: &usize| table.codes().child_distance(distance, table.address_after(&state, *t));
            let nearer = (0..17).find(|t| next(t) < distance).unwrap();
            state = pairs.turn(&state, nearer);
            distance -= 1;
            assert_eq!(table.distance(&state).unwrap(), distance);
        }
    }
}
