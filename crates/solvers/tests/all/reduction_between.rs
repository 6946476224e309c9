//! AR, DR minus pieces, floppy and leave slice, against breadth-first searches of whole cubes.

use std::collections::HashMap;
use std::sync::LazyLock;

use cubiform_cube::{Axis, Cube, Move, Reduction, Side, random};

use crate::reduction::{brute_force, length, solutions};

/// The steps between EO, DR, HTR and finish look along U and D here.
const SIDE: Side = Side { axis: Axis::Y, is_inverse: false };

/// Returns the distances of all keys from those of the goals, and a cube of each key.
fn distances<K: std::hash::Hash + Eq>(
    goals: Vec<Cube>,
    key: impl Fn(&Cube) -> K,
    is_move: impl Fn(&Move) -> bool,
) -> HashMap<K, (u8, Cube)> {
    let moves: Vec<Move> = Move::all().filter(is_move).collect();
    let mut known: HashMap<K, (u8, Cube)> = goals.iter().map(|cube| (key(cube), (0, *cube))).collect();
    let mut level = goals;
    for distance in 1.. {
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| moves.iter().map(|m| cube.turn(*m))) {
            known.entry(key(&cube)).or_insert_with(|| {
                next.push(cube);
                (distance, cube)
            });
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

/// Returns the cubes of a search.
fn cubes<K>(known: &HashMap<K, (u8, Cube)>) -> Vec<Cube> {
    known.values().map(|(_, cube)| *cube).collect()
}

/// Returns the twists of the corners and the positions of the edges of the E slice: all that is missing to DR after EO.
fn missing(cube: &Cube) -> (u32, u16) {
    let twists = cube.corners().iter().fold(0, |all, place| all | u32::from(place % 3) << (2 * (place / 3)));
    (twists, cube.edges()[8..].iter().fold(0, |set, place| set | 1 << (place / 2)))
}

fn keeps_eo(m: &Move) -> bool {
    m.quarters() == 2 || m.face().axis() != Axis::Z
}

/// All states that EO relative to F/B leaves, one for each key.
static FROM_EO: LazyLock<Vec<Cube>> =
    LazyLock::new(|| cubes(&distances(vec![Cube::SOLVED], missing, keeps_eo)));

/// Returns cubes with EO relative to F/B, some of them near the solved state.
fn with_eo() -> Vec<Cube> {
    let moves: Vec<Move> = Move::all().filter(keeps_eo).collect();
    let picked = |i: usize, random: Cube| {
        let pick = |k: usize| usize::from(random.edges()[k % 12] + random.corners()[k % 8]) + i;
        let all: Vec<Move> = (0..3 * i + 2).map(|k| moves[pick(k) % moves.len()]).collect();
        Cube::from_moves(&all)
    };
    random::states(4).take(12).enumerate().map(|(i, random)| picked(i, random)).collect()
}

/// Checks the lengths of a step after EO, and all solutions of some cubes.
fn check_from_eo(step: Reduction, goals: Vec<Cube>) {
    let known = distances(goals, missing, keeps_eo);
    assert_eq!(known.len(), 2187 * 495);
    // Relative to L/R the edges of most are not oriented: then the only shortest EO is the one of no moves.
    let is_eo_of_one_axis = |cube: &&Cube| !cube.is_oriented(Axis::X);
    let is_met = |cube: &Cube| step.is_met(cube) == (known[&missing(cube)].0 == 0);
    assert!(FROM_EO.iter().filter(is_eo_of_one_axis).all(is_met));
    let within = |cube: &Cube, left: u8| cube.is_oriented(Axis::Z) && known[&missing(cube)].0 <= left;
    for cube in with_eo().iter().filter(is_eo_of_one_axis) {
        let (distance, _) = known[&missing(cube)];
        let steps: &'static [Reduction] = Box::leak(Box::new([Reduction::Eo, step]));
        assert_eq!(length(cube, SIDE, steps), distance, "{step:?}");
        if distance < 6 {
            assert_eq!(solutions(cube, SIDE, steps, 0), brute_force(cube, distance, &within), "{step:?}");
        }
    }
}

#[test]
fn ar_is_where_turns_that_avoid_the_axis_lead_to_dr() {
    let is_move = |m: &Move| m.quarters() == 2 || m.face().axis() == Axis::X;
    let goals = cubes(&distances(vec![Cube::SOLVED], missing, is_move));
    assert_eq!(goals.len(), 4900);
    check_from_eo(Reduction::Ar, goals);
}

#[test]
fn dr_minus_pieces_has_these_numbers_of_twisted_corners_and_of_edges_out_of_their_slice() {
    let bad = |cube: &Cube| {
        let (twists, slice) = missing(cube);
        let twisted = (0..8).filter(|position| twists >> (2 * position) & 3 != 0).count() as u8;
        // For each edge that is not in the slice, another edge is.
        (twisted, 8 - 2 * (slice >> 8).count_ones() as u8)
    };
    let goals = |pairs: &[(u8, u8)]| -> Vec<Cube> {
        FROM_EO.iter().filter(|cube| pairs.contains(&bad(cube))).copied().collect()
    };
    let pairs = &[(4, 4), (4, 2), (3, 2)];
    assert_eq!(pairs.map(|pair| goals(&[pair]).len()), [70_560, 13_440, 3_584]);
    check_from_eo(Reduction::Drm(pairs), goals(pairs));
}

/// Checks the lengths of a step after HTR for states at all distances, and all solutions of some of them.
fn check_from_htr(step: Reduction, goals: Vec<Cube>, longest: u8) {
    let whole = |cube: &Cube| (*cube.corners(), *cube.edges());
    let known = distances(goals, whole, |m| m.quarters() == 2);
    assert_eq!(known.len(), 663_552);
    assert_eq!(known.values().map(|(distance, _)| *distance).max(), Some(longest));
    let steps: &'static [Reduction] = Box::leak(Box::new([Reduction::Dr, Reduction::Htr, step]));
    let within = |cube: &Cube, left: u8| known.get(&whole(cube)).is_some_and(|(own, _)| *own <= left);
    for distance in 0..=longest {
        let mut of_distance: Vec<Cube> =
            known.values().filter(|(own, _)| *own == distance).map(|(_, c)| *c).collect();
        of_distance.sort_by_key(whole);
        for cube in of_distance.iter().step_by(of_distance.len() / 20 + 1) {
            assert_eq!(step.is_met(cube), distance == 0);
            assert_eq!(length(cube, SIDE, steps), distance, "{step:?}");
            if distance < 5 {
                assert_eq!(solutions(cube, SIDE, steps, 0), brute_force(cube, distance, &within), "{step:?}");
            }
        }
    }
}

#[test]
fn floppy_is_one_of_192_states_of_half_turns_beside_the_axis() {
    let whole = |cube: &Cube| (*cube.corners(), *cube.edges());
    let is_move = |m: &Move| m.quarters() == 2 && m.face().axis() != Axis::Y;
    let goals = cubes(&distances(vec![Cube::SOLVED], whole, is_move));
    assert_eq!(goals.len(), 192);
    check_from_htr(Reduction::Floppy, goals, 11);
}

#[test]
fn leave_slice_leaves_twelve_orders_of_the_slice() {
    let solved = *Cube::SOLVED.edges();
    let mut goals = Vec::new();
    for i in 0..256 {
        let mut edges = solved;
        (0..4).for_each(|k| edges[8 + k] = solved[8 + (i >> (2 * k) & 3)]);
        goals.extend(Cube::from_places(*Cube::SOLVED.corners(), edges));
    }
    assert_eq!(goals.len(), 12);
    check_from_htr(Reduction::LeaveSlice, goals, 12);
}
