//! Facelets and Reid's notation: known states, round trips and exact error messages.

use cubiform_cube::notation::Algorithm;
use cubiform_cube::{Cube, facelets, random, reid};
use proptest::prelude::*;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const SUPERFLIP: &str = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
const REID_SOLVED: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

/// Twenty uniformly random states: the first lines of the project's reference file `random-states-1000.facelets`.
const RANDOM_STATES: &str = include_str!("../../fixtures/random-states-20.facelets");

fn cube(moves: &str) -> Cube {
    Algorithm::parse(moves).unwrap().cube()
}

/// Returns the solved cube's facelets after swapping pairs of stickers, named like `F3`.
fn exchange(pairs: &[(&str, &str)]) -> String {
    let index = |name: &str| {
        let face = "URFDLB".find(&name[..1]).unwrap();
        9 * face + name[1..].parse::<usize>().unwrap() - 1
    };
    let mut text: Vec<char> = SOLVED.chars().collect();
    for (a, b) in pairs {
        text.swap(index(a), index(b));
    }
    text.into_iter().collect()
}

#[test]
fn known_states_in_facelets() {
    for (moves, text) in [
        ("", SOLVED),
        ("R", "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"),
        ("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", SUPERFLIP),
    ] {
        assert_eq!(facelets::format(&cube(moves)), text, "{moves}");
        assert_eq!(facelets::parse(text), Ok(cube(moves)), "{moves}");
    }
}

#[test]
fn known_states_in_reid_notation() {
    for (moves, text) in [
        ("", REID_SOLVED),
        (
            "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
            "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR",
        ),
        ("M2 U M2 U2 M2 U M2", "UB UL UF UR DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"),
    ] {
        assert_eq!(reid::format(&cube(moves)), text, "{moves}");
        assert_eq!(reid::parse(text), Ok(cube(moves)), "{moves}");
    }
}

#[test]
fn twenty_random_states_survive_parsing_and_formatting() {
    assert_eq!(RANDOM_STATES.lines().count(), 20);
    for line in RANDOM_STATES.lines() {
        let cube = facelets::parse(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(facelets::format(&cube), line);
        assert_eq!(reid::parse(&reid::format(&cube)), Ok(cube));
    }
}

#[test]
fn color_letters_and_white_space_are_accepted() {
    let colors: String = SUPERFLIP
        .chars()
        .map(|c| match c {
            'U' => 'W',
            'F' => 'G',
            'D' => 'Y',
            'L' => 'O',
            same => same,
        })
        .collect();
    assert_eq!(facelets::parse(&colors), facelets::parse(SUPERFLIP));
    let lines: Vec<String> =
        SUPERFLIP.as_bytes().chunks(9).map(|c| String::from_utf8_lossy(c).into()).collect();
    assert_eq!(facelets::parse(&(lines.join("\n ") + "\r\n")), facelets::parse(SUPERFLIP));
}

#[test]
fn invalid_facelets_are_rejected_with_the_exact_reason() {
    let colors = |text: &str| text.replace('U', "W").replace('F', "G").replace('D', "Y").replace('L', "O");
    for (text, message) in [
        (
            SOLVED[1..].to_owned(),
            "found 53 stickers instead of 54 (six faces of nine, in the order U R F D L B)",
        ),
        (SOLVED.replacen("FFF", "FFx", 1), "'x' at F3 (character 21) is not one of URFDLB"),
        (SOLVED.replacen("UU", "UW", 1), "'W' at U2 (character 2) is not one of URFDLB"),
        (colors(SOLVED).replacen("WW", "WU", 1), "'U' at U2 (character 2) is not one of WRGYOB"),
        (SOLVED.replacen("FFF", "FFU", 1), "10 U stickers instead of 9"),
        (colors(SOLVED).replacen("GGG", "GGY", 1), "8 G stickers instead of 9"),
        (exchange(&[("L5", "U1")]), "the U and L centres are both U, and no centre is L"),
        (
            exchange(&[("U5", "F5")]),
            "the U and D centres are F and D, which are not opposite colours on a cube",
        ),
        (
            exchange(&[("U5", "D5"), ("F5", "B5")]),
            "the centres are those of a cube rotated by x2; rotate the whole cube by x2 first",
        ),
        (
            // After x, F is on top, U behind, B below and D in front.
            "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU".to_owned(),
            "the centres are those of a cube rotated by x; rotate the whole cube by x' first",
        ),
        (
            exchange(&[("R5", "L5")]),
            "the centres are mirrored; check whether two opposite faces were swapped",
        ),
        (exchange(&[("F3", "D2")]), "no corner has stickers U, R, D (found at URF)"),
        (colors(&exchange(&[("F3", "D2")])), "no corner has stickers W, R, Y (found at URF)"),
        (exchange(&[("F2", "D6")]), "no edge has stickers U, D (found at UF)"),
        (exchange(&[("R1", "R3"), ("F3", "L1")]), "no corner has stickers U, R, L (found at URF)"),
        (exchange(&[("U9", "D1")]), "corner DFR appears twice (at URF and DFR), and corner URF is missing"),
        (exchange(&[("U8", "D8")]), "edge DF appears twice (at UF and DF), and edge UF is missing"),
        (
            exchange(&[("F3", "R1")]),
            "stickers U, F, R at URF are those of corner URF in mirrored order; swap two of them",
        ),
        (
            exchange(&[("U6", "R2")]),
            "one edge is flipped in place (the flips of the edges must sum to an even number): no moves can fix \
             this; check the stickers, or reassemble the cube",
        ),
        (
            exchange(&[("U9", "R1"), ("R1", "F3")]),
            "one corner is twisted anticlockwise (the twists of the corners must sum to a multiple of three): no \
             moves can fix this; check the stickers, or reassemble the cube",
        ),
        (
            exchange(&[("R2", "F2")]),
            "two pieces are swapped (the permutations of corners and edges must have equal parity): no moves can \
             fix this; check the stickers, or reassemble the cube",
        ),
    ] {
        let error = facelets::parse(&text).expect_err(message);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn invalid_reid_notation_is_rejected_with_the_exact_reason() {
    for (from, to, message) in [
        (" DBR", "", "found 19 pieces instead of 20 (twelve edges, then eight corners, separated by spaces)"),
        ("UF ", "UX ", "\"UX\" (piece 1, at UF) is not 2 letters of URFDLB"),
        ("BR", "BRU", "\"BRU\" (piece 11, at BR) is not 2 letters of URFDLB"),
        ("URB", "UB", "\"UB\" (piece 14, at URB) is not 3 letters of URFDLB"),
        ("UF ", "UD ", "no edge has stickers U, D (found at UF)"),
        ("DLB", "DUB", "no corner has stickers D, U, B (found at DLB)"),
        ("BL ", "UF ", "edge UF appears twice (at UF and BL), and edge BL is missing"),
        ("DBR", "FRU", "corner UFR appears twice (at UFR and DBR), and corner DBR is missing"),
        ("UFR", "URF", "stickers U, R, F at UFR are those of corner UFR in mirrored order; swap two of them"),
        (
            "FL ",
            "LF ",
            "one edge is flipped in place (the flips of the edges must sum to an even number): no moves can fix \
             this; check the stickers, or reassemble the cube",
        ),
        (
            "UFR",
            "FRU",
            "one corner is twisted clockwise (the twists of the corners must sum to a multiple of three): no moves \
             can fix this; check the stickers, or reassemble the cube",
        ),
        (
            "UF UR",
            "UR UF",
            "two pieces are swapped (the permutations of corners and edges must have equal parity): no moves can \
             fix this; check the stickers, or reassemble the cube",
        ),
    ] {
        let text = REID_SOLVED.replacen(from, to, 1);
        let error = reid::parse(&text).expect_err(message);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

fn any_cube() -> impl Strategy<Value = Cube> {
    any::<u64>().prop_map(|seed| random::states(seed).next().expect("the states never end"))
}

proptest! {
    #[test]
    fn facelets_and_reid_text_of_every_state_parse_to_that_state(cube in any_cube()) {
        prop_assert_eq!(facelets::parse(&facelets::format(&cube)), Ok(cube));
        prop_assert_eq!(reid::parse(&reid::format(&cube)), Ok(cube));
    }

    #[test]
    fn one_wrong_sticker_is_always_rejected(cube in any_cube(), at in 0..54usize, step in 1..6usize) {
        let mut text = facelets::format(&cube);
        let letter = "URFDLB".find(&text[at..=at]).expect("a sticker is one of six letters");
        text.replace_range(at..=at, &"URFDLBURFDL"[letter + step..=letter + step]);
        prop_assert!(facelets::parse(&text).is_err());
    }

    #[test]
    fn swapped_stickers_are_always_rejected(cube in any_cube(), a in 0..54usize, b in 0..54usize) {
        let text = facelets::format(&cube);
        let alike = text[a..=a] == text[b..=b];
        let mut stickers = text.into_bytes();
        stickers.swap(a, b);
        let text = String::from_utf8(stickers).expect("stickers are ASCII letters");
        prop_assert_eq!(facelets::parse(&text).is_ok(), alike, "{}", text);
    }

    #[test]
    fn arbitrary_text_does_not_panic(
        text in "\\PC{0,60}",
        stickers in "[URFDLB]{54}",
        pieces in "([URFDLB]{2,3} ){20}",
    ) {
        let _ = (facelets::parse(&text), facelets::parse(&stickers));
        let _ = (reid::parse(&text), reid::parse(&pieces));
    }
}
