//! Reports of users of other programs that held when they were tried here: they go on holding. The numbers are those of
//! [docs/testing.md](../../../../docs/testing.md); what a number does not name is tested where the page says.

use cubiform_answers::cases::by_algorithm;
use cubiform_answers::review::{Sides, read, read_scramble};
use cubiform_cube::cube_text::CubeText;
use cubiform_cube::four::Cube4;
use cubiform_cube::puzzle::PuzzleText;
use cubiform_cube::two::Cube2;
use cubiform_cube::{Algorithm, Cube, facelets, random};
use cubiform_human::cases::CaseSet;

/// 1 to 18: notation.
#[test]
fn notation_of_other_programs_is_read() {
    for (number, text, plain) in [
        (1, "R' U", "R' U"),
        (2, "R’ U", "R' U"),
        (3, "R‘ U", "R' U"),
        (4, "R′ U", "R' U"),
        (5, "R´ U", "R' U"),
        (6, "R` U", "R' U"),
        (7, "Rʼ U", "R' U"),
        (8, "R‛ U", "R' U"),
        (9, "R‵ U", "R' U"),
        (10, "R3 U", "R' U"),
        (11, "R2' U", "R2 U"),
        (12, "F'2 U", "F2 U"),
        (13, "y3 U", "y' U"),
        (14, "[R: [U, [D: R2]]]", "R U D R2 D' U' D R2 D' R'"),
        (15, "(RUR'U')6", &"R U R' U' ".repeat(6)),
        (16, "X U", "x U"),
        (17, "Y U", "y U"),
        (18, "Z U", "z U"),
    ] {
        let [read, wanted] = [text, plain].map(|text| Algorithm::parse(text).unwrap().resolve());
        assert_eq!(read, wanted, "{number}: {text}");
    }
    // 19: a layer that the cube does not have, with its place.
    let error = Algorithm::parse("R U 4L").unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 5: '4L' has an invalid layer number"), "{error}");
}

/// 20 to 31: facelets, replayed. 20 is the example of Kociemba's program with its published solution; the others are known patterns.
#[test]
fn facelets_of_other_solvers_are_the_states_of_their_moves() {
    for (number, text, solution) in [
        (
            20,
            "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD",
            "D2 R' D' F2 B D R2 D2 R' F2 D' F2 U' B2 L2 U2 D R2 U",
        ),
        (21, "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", ""),
        (22, "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB", "M2 E2 S2"),
        (23, "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB", "R'"),
        (24, "wwgwwgwwgrrrrrrrrrggyggyggyyybyybyybooooooooowbbwbbwbb", "R'"),
        (
            25,
            "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB",
            "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        ),
        (26, "FFFFUFFFFRRRRRRRRRUUUUFUUUUDDDDDDDDDLLLLLLLLLBBBBBBBBB", "none"),
        (27, "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB", "none"),
    ] {
        match CubeText::parse(text) {
            Ok(read) => {
                let moves = Algorithm::parse(solution)
                    .unwrap_or_else(|error| panic!("{number}: {error}"))
                    .resolve()
                    .0;
                assert_eq!(read.cube.apply(&moves), Cube::SOLVED, "{number}");
                assert_eq!(facelets::parse(&facelets::format(&read.cube)), Ok(read.cube), "{number}");
            }
            Err(error) => assert_eq!(solution, "none", "{number}: {error}"),
        }
    }
    // 28 to 31: facelets of 1,000 states, in colour letters, in lower case, by faces, and as moves.
    for cube in random::states(59).take(1000) {
        let text = facelets::format(&cube);
        let color = |c: char| "WRGYOB".as_bytes()["URFDLB".find(c).unwrap()] as char;
        let colors: String = text.chars().map(color).collect();
        let faces: Vec<String> = (0..6).map(|face| text[9 * face..9 * face + 9].to_string()).collect();
        for text in [colors, text.to_lowercase(), faces.join(" "), faces.join("\n")] {
            assert_eq!(CubeText::parse(&text).unwrap().cube, cube, "{text}");
        }
    }
}

/// 32 to 35: the 4x4x4 and the 2x2x2.
#[test]
fn other_puzzles_turned_as_a_whole_are_solved() {
    for text in ["x", "y2", "z' x", "Rw Lw' x'", "", "U U'"] {
        assert!(Cube4::parse(text).unwrap().state.is_solved(), "{text}");
    }
    for text in ["U", "Rw2", "Uw2 Rw2 Fw2 U2", "r2 F2 U2 r2 U2 F2 r2"] {
        let state = Cube4::parse(text).unwrap().state;
        assert!(!state.is_solved(), "{text}");
        assert_eq!(Cube4::parse(&state.facelets()).unwrap().state.facelets(), state.facelets(), "{text}");
    }
    // 60 sequences of all six faces of the 2x2x2: a face and its opposite differ by a rotation alone.
    for (i, sequence) in (0..60).zip(["R", "L", "U", "D", "F", "B"].iter().cycle()) {
        let text = format!("{sequence} F R{} D' L B2 U'", if i % 2 == 0 { "2" } else { "'" });
        let state = Cube2::parse(&text).unwrap().state;
        assert_eq!(Cube2::parse(&state.facelets()).unwrap().state, state, "{text}");
    }
    assert_eq!(Cube2::parse("R L'").unwrap().state, Cube2::parse("x").unwrap().state);
}

/// 48: the algorithms of the sheets are named.
#[test]
fn all_78_cases_of_the_last_layer_are_named_by_their_algorithms() {
    let cases = [CaseSet::Oll, CaseSet::Pll].into_iter().flat_map(CaseSet::cases);
    let named = cases.filter(|case| {
        let found = by_algorithm(case.algorithms[0]).unwrap_or_else(|error| panic!("{case}: {error}"));
        found
            .iter()
            .any(|found| found.case.is_some_and(|other| other.label == case.label && other.set == case.set))
    });
    assert_eq!(named.count(), 78);
}

/// 49: solves with slices, wide turns and rotations end where the moves end.
#[test]
fn solves_with_rotations_are_replayed_as_they_are_held() {
    for (scramble, solution) in [
        ("R U R' U'", "y y' U R U' R'"),
        ("M2 U M U2 M' U M2", "M2 U' M U2 M' U' M2"),
        ("Rw U Rw'", "x y z Fw' Lw' Fw z' y' x'"),
        ("R U F", "y R' U' B'"),
        ("F R U", "x2 D' R' B'"),
        ("L D2", "z U2 D' z'"),
    ] {
        let solve =
            read(Some(read_scramble(scramble).unwrap()), solution, Sides::Scramble).unwrap().remove(0);
        let whole = Algorithm::parse(&format!("{scramble} {solution}")).unwrap();
        assert_eq!(
            solve.scramble.cube.apply(&solve.algorithm.resolve().0),
            whole.cube(),
            "{scramble}: {solution}"
        );
    }
}
