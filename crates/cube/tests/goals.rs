//! The goal variants against known values of WCA scrambles, by a search that knows only goals and whole cubes.

use cubiform_cube::goal::{Stage, Variant};
use cubiform_cube::{Algorithm, Color, Cube, Move, Symmetry};

const S22001: &str = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
const S26001: &str = "U2 R2 U' F2 D' L2 F2 D L B2 F2 D' L' U2 L R F U2 B' D2 B R2";
const S28001: &str = "D U B2 L2 D R2 U' L2 F L R D2 B' D B2 R D2 F L' B' L'";
const S29001: &str = "R2 F R2 F2 D2 U2 F' U2 F' L2 D' L B2 F2 D F L F L2 R' F2 L'";
const S30001: &str = "L F2 U2 L D2 R2 B2 D2 B2 R' B F' R' U' F' R F' L' F' U L2 U'";
const S31001: &str = "U2 B2 R2 F2 U' L2 B2 U R2 U' L D' L2 F R B2 F' R B R'";

/// The least number of moves that reaches the stage, if that is at most `depth`.
fn distance(stage: &Stage, cube: &Cube, depth: u8) -> Option<u8> {
    fn reaches(stage: &Stage, cube: &Cube, left: u8, last: Option<Move>) -> bool {
        if left == 0 {
            return stage.is_met(cube);
        }
        let mut moves = Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m)));
        moves.any(|m| reaches(stage, &cube.turn(m), left - 1, Some(m)))
    }
    (0..=depth).find(|depth| reaches(stage, cube, *depth, None))
}

/// Holds the first stages of a variant against known values, rows of a scramble, a colour's initial, and a value a
/// stage.
fn check(variant: &Variant, known: &[(&str, &str, &[u8])]) {
    for (scramble, color, values) in known {
        let cube = Algorithm::parse(scramble).unwrap().cube();
        let held = cube.conjugate(Symmetry::bring_down(Color::from_name(color).unwrap()));
        for (stage, value) in variant.stages.iter().zip(*values) {
            assert_eq!(distance(stage, &held, *value), Some(*value), "{} {color}: {scramble}", stage.name);
        }
    }
}

#[test]
fn std() {
    check(&Variant::std(), &[(S22001, "R", &[5]), (S26001, "Y", &[3, 3, 5]), (S26001, "R", &[4, 4, 5])]);
}

#[test]
fn pseudo() {
    check(
        &Variant::pseudo(),
        &[
            (S22001, "R", &[4, 5]),
            (S22001, "Y", &[5]),
            (S26001, "Y", &[3, 3, 5]),
            (S26001, "R", &[4, 4, 5]),
            (S28001, "O", &[4]),
            (S28001, "B", &[4, 5]),
            (S29001, "W", &[4]),
            (S30001, "O", &[4]),
            (S31001, "W", &[4, 5]),
        ],
    );
}

#[test]
fn pair() {
    check(
        &Variant::pair(),
        &[
            (S22001, "R", &[5]),
            (S26001, "Y", &[3, 3]),
            (S26001, "R", &[4, 4, 5]),
            (S28001, "O", &[4]),
            (S29001, "R", &[4]),
            (S31001, "W", &[4]),
        ],
    );
}

#[test]
fn pseudo_pair() {
    check(
        &Variant::pseudo_pair(),
        &[
            (S22001, "R", &[4]),
            (S26001, "Y", &[3, 3]),
            (S26001, "R", &[4, 4]),
            (S28001, "O", &[4]),
            (S28001, "B", &[4]),
            (S29001, "W", &[4]),
            (S29001, "R", &[4]),
            (S31001, "W", &[4]),
        ],
    );
}

#[test]
fn eo() {
    check(
        &Variant::eo(),
        &[(S26001, "Y", &[5, 5]), (S30001, "O", &[4]), (S30001, "B", &[5]), (S31001, "W", &[5])],
    );
}
