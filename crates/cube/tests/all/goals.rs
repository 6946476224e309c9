//! Lengths of the stages of the named goals for official scrambles, computed by brute force from goals and whole cubes
//! only.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use cubiform_cube::goal::{CROSS, Stage, Variant};
use cubiform_cube::{Algorithm, Color, Cube, Move, Symmetry};

/// Ten official scrambles with their numbers.
const SCRAMBLES: [(u32, &str); 10] = [
    (22001, "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B"),
    (23001, "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'"),
    (24001, "L2 D F2 D' B2 L2 R2 U2 F2 D L' U2 R2 B' R F R2 D' U F L' F'"),
    (25001, "U' B2 U2 F2 L2 D' F2 L2 B' D2 B' L' F R D L' B2 L2 B2 D' L2 U"),
    (26001, "U2 R2 U' F2 D' L2 F2 D L B2 F2 D' L' U2 L R F U2 B' D2 B R2"),
    (27001, "U2 L2 U' L2 U2 B2 D L R' B D' F L2 D2 F' L D F' U' L B2"),
    (28001, "D U B2 L2 D R2 U' L2 F L R D2 B' D B2 R D2 F L' B' L'"),
    (29001, "R2 F R2 F2 D2 U2 F' U2 F' L2 D' L B2 F2 D F L F L2 R' F2 L'"),
    (30001, "L F2 U2 L D2 R2 B2 D2 B2 R' B F' R' U' F' R F' L' F' U L2 U'"),
    (31001, "U2 B2 R2 F2 U' L2 B2 U R2 U' L D' L2 F R B2 F' R B R'"),
];

fn scrambled(id: u32) -> Cube {
    let (_, scramble) = SCRAMBLES.iter().find(|(known, _)| *known == id).unwrap();
    Algorithm::parse(scramble).unwrap().cube()
}

/// Returns the cube rotated so that this colour is at the bottom.
fn with_bottom(cube: &Cube, color: Color) -> Cube {
    cube.conjugate(Symmetry::bring_down(color))
}

/// Returns the minimum number of moves (HTM) to the stage, or `None` if it exceeds `depth`.
fn distance(stage: &Stage, cube: &Cube, depth: u8) -> Option<u8> {
    fn reaches(stage: &Stage, cube: &Cube, depth_left: u8, last: Option<Move>) -> bool {
        if depth_left == 0 {
            return stage.is_met(cube);
        }
        let mut moves = Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m)));
        moves.any(|m| reaches(stage, &cube.turn(m), depth_left - 1, Some(m)))
    }
    (0..=depth).find(|depth| reaches(stage, cube, *depth, None))
}

/// Checks the first stages of a variant: each entry is a scramble, the letter of a colour, and the length of each
/// stage.
fn check(variant: &Variant, known: &[(u32, &str, &[u8])]) {
    for (id, color, values) in known {
        let cube = with_bottom(&scrambled(*id), Color::from_name(color).unwrap());
        for (stage, value) in variant.stages.iter().zip(*values) {
            assert_eq!(distance(stage, &cube, *value), Some(*value), "{} {id} {color}", stage.name);
        }
    }
}

#[test]
fn std_stages_have_known_lengths() {
    check(&Variant::std(), &[(22001, "R", &[5]), (26001, "Y", &[3, 3, 5]), (26001, "R", &[4, 4, 5])]);
}

#[test]
fn pseudo_stages_have_known_lengths() {
    check(
        &Variant::pseudo(),
        &[
            (22001, "R", &[4, 5]),
            (22001, "Y", &[5]),
            (26001, "Y", &[3, 3, 5]),
            (26001, "R", &[4, 4, 5]),
            (28001, "O", &[4]),
            (28001, "B", &[4, 5]),
            (29001, "W", &[4]),
            (30001, "O", &[4]),
            (31001, "W", &[4, 5]),
        ],
    );
}

#[test]
fn pair_stages_have_known_lengths() {
    check(
        &Variant::pair(),
        &[
            (22001, "R", &[5]),
            (26001, "Y", &[3, 3]),
            (26001, "R", &[4, 4, 5]),
            (28001, "O", &[4]),
            (29001, "R", &[4]),
            (31001, "W", &[4]),
        ],
    );
}

#[test]
fn pseudo_pair_stages_have_known_lengths() {
    check(
        &Variant::pseudo_pair(),
        &[
            (22001, "R", &[4]),
            (26001, "Y", &[3, 3]),
            (26001, "R", &[4, 4]),
            (28001, "O", &[4]),
            (28001, "B", &[4]),
            (29001, "W", &[4]),
            (29001, "R", &[4]),
            (31001, "W", &[4]),
        ],
    );
}

#[test]
fn eo_stages_have_known_lengths() {
    check(
        &Variant::eo(),
        &[(26001, "Y", &[5, 5]), (30001, "O", &[4]), (30001, "B", &[5]), (31001, "W", &[5])],
    );
}

/// Returns the distance (HTM) of each placement of the cross edges to the nearest one that meets the first stage. It is
/// a lower bound for every stage of the variant.
fn cross_distances(variant: &Variant) -> HashMap<[u8; 4], u8> {
    let seeds = variant.stages[0].choices.iter().flat_map(|target| &target.goal_states);
    let mut frontier: Vec<Cube> = seeds.copied().collect();
    let mut distances: HashMap<[u8; 4], u8> = frontier.iter().map(|cube| (cross_edges(cube), 0)).collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for cube in frontier.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m))) {
            if let Entry::Vacant(entry) = distances.entry(cross_edges(&cube)) {
                entry.insert(distance);
                next.push(cube);
            }
        }
        if next.is_empty() {
            break;
        }
        frontier = next;
    }
    distances
}

fn cross_edges(cube: &Cube) -> [u8; 4] {
    CROSS.map(|edge| cube.edges()[edge])
}

/// Lengths by scramble, stage and colour.
type Lengths = [[[u8; 6]; 2]; 10];

/// Checks the first two stages of a variant for all scrambles and colours, by a depth-first search pruned with the
/// distances of the cross edges.
fn check_all(variant: &Variant, known: &Lengths) {
    struct Search<'a> {
        stage: &'a Stage,
        bounds: &'a HashMap<[u8; 4], u8>,
    }
    impl Search<'_> {
        fn reaches(&self, cube: &Cube, depth_left: u8, last: Option<Move>) -> bool {
            if self.bounds[&cross_edges(cube)] > depth_left {
                return false;
            }
            if depth_left == 0 {
                return self.stage.is_met(cube);
            }
            let mut moves = Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m)));
            moves.any(|m| self.reaches(&cube.turn(m), depth_left - 1, Some(m)))
        }
    }
    let bounds = cross_distances(variant);
    for ((id, _), stages) in SCRAMBLES.iter().zip(known) {
        for (stage, values) in variant.stages.iter().zip(stages) {
            let search = Search { stage, bounds: &bounds };
            for (color, value) in Color::COLUMNS.into_iter().zip(values) {
                let cube = with_bottom(&scrambled(*id), color);
                let found = (0..=*value).find(|depth| search.reaches(&cube, *depth, None));
                assert_eq!(found, Some(*value), "{} {id} {color}", stage.name);
            }
        }
    }
}

#[test]
fn first_two_stages_of_ten_scrambles_have_known_lengths() {
    const PSEUDO: Lengths = [
        [[5, 6, 6, 4, 7, 5], [6, 7, 7, 5, 8, 6]],
        [[6, 6, 5, 5, 5, 5], [6, 6, 5, 7, 6, 5]],
        [[5, 6, 6, 6, 6, 5], [7, 6, 8, 6, 7, 6]],
        [[6, 5, 4, 6, 5, 6], [7, 7, 6, 7, 6, 7]],
        [[3, 5, 5, 4, 6, 5], [3, 6, 6, 4, 6, 5]],
        [[5, 6, 6, 6, 5, 6], [7, 7, 7, 7, 6, 7]],
        [[6, 5, 4, 6, 6, 4], [6, 6, 6, 7, 7, 5]],
        [[5, 4, 6, 4, 5, 7], [6, 6, 6, 7, 6, 7]],
        [[6, 4, 4, 6, 6, 5], [7, 6, 6, 7, 7, 7]],
        [[6, 4, 6, 6, 5, 6], [7, 5, 6, 6, 6, 7]],
    ];
    const PAIR: Lengths = [
        [[7, 7, 7, 5, 8, 5], [9, 7, 8, 8, 9, 8]],
        [[6, 6, 6, 6, 5, 5], [7, 8, 6, 8, 8, 6]],
        [[7, 7, 7, 7, 7, 6], [9, 8, 8, 9, 8, 8]],
        [[7, 6, 6, 7, 6, 6], [8, 8, 9, 7, 8, 7]],
        [[3, 6, 6, 4, 6, 5], [3, 8, 8, 4, 8, 7]],
        [[6, 7, 7, 6, 6, 7], [8, 9, 9, 8, 8, 9]],
        [[7, 6, 4, 7, 6, 5], [7, 9, 7, 8, 9, 7]],
        [[6, 5, 6, 4, 6, 7], [7, 7, 7, 7, 8, 8]],
        [[7, 6, 5, 6, 7, 6], [8, 8, 7, 8, 8, 8]],
        [[7, 4, 7, 6, 6, 7], [9, 6, 8, 6, 8, 9]],
    ];
    const PSEUDO_PAIR: Lengths = [
        [[6, 6, 6, 4, 7, 5], [7, 7, 7, 6, 8, 6]],
        [[6, 6, 5, 5, 5, 5], [6, 7, 5, 7, 7, 5]],
        [[6, 6, 6, 6, 6, 5], [7, 7, 8, 6, 7, 7]],
        [[6, 5, 4, 6, 5, 6], [7, 7, 6, 7, 6, 7]],
        [[3, 6, 6, 4, 6, 5], [3, 6, 7, 4, 6, 6]],
        [[6, 6, 6, 6, 6, 6], [7, 7, 8, 8, 7, 8]],
        [[6, 6, 4, 6, 6, 4], [7, 8, 6, 7, 7, 6]],
        [[5, 4, 6, 4, 5, 7], [6, 6, 6, 7, 6, 7]],
        [[6, 5, 5, 6, 6, 6], [7, 6, 6, 7, 7, 7]],
        [[6, 4, 6, 6, 5, 6], [8, 5, 6, 6, 6, 8]],
    ];
    const EO: Lengths = [
        [[8, 6, 7, 6, 8, 7], [8, 8, 8, 9, 9, 9]],
        [[7, 6, 7, 7, 7, 7], [8, 7, 7, 9, 8, 7]],
        [[8, 7, 7, 8, 7, 8], [9, 9, 9, 8, 9, 8]],
        [[7, 6, 8, 8, 7, 7], [8, 9, 9, 9, 8, 9]],
        [[5, 7, 7, 6, 7, 7], [5, 8, 8, 6, 8, 7]],
        [[7, 8, 7, 6, 8, 8], [9, 10, 8, 8, 9, 9]],
        [[8, 7, 6, 8, 8, 7], [8, 9, 7, 9, 9, 8]],
        [[7, 7, 8, 6, 7, 8], [8, 8, 9, 8, 9, 9]],
        [[7, 6, 4, 6, 8, 5], [9, 7, 6, 8, 9, 9]],
        [[8, 5, 7, 7, 7, 7], [9, 8, 9, 8, 8, 9]],
    ];
    check_all(&Variant::pseudo(), &PSEUDO);
    check_all(&Variant::pair(), &PAIR);
    check_all(&Variant::pseudo_pair(), &PSEUDO_PAIR);
    check_all(&Variant::eo(), &EO);
}
