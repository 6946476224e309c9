//! Cube text: detection of its form, and parsing of every form of a state.

use cubiform_cube::cube_text::{CubeText, Form};
use cubiform_cube::{Cube, facelets, four, random, reid};
use proptest::prelude::*;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// Returns the facelets in colour letters.
fn in_colors(facelets: &str) -> String {
    facelets.chars().map(|c| char::from(b"WRGYOB"["URFDLB".find(c).expect("a letter of a face")])).collect()
}

/// Returns the characters in groups of `size`, separated by `separator`.
fn grouped(text: &str, size: usize, separator: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(size).map(String::from_iter).collect::<Vec<_>>().join(separator)
}

#[test]
fn form_is_detected() {
    let turned = |text: &str, by: usize| format!("{}{}", &text[by..], &text[..by]);
    for (text, form) in [
        ("", Form::Moves),
        ("R U F", Form::Moves),
        ("RUFRUF", Form::Moves),
        (SOLVED, Form::Facelets),
        (&SOLVED.to_lowercase(), Form::Facelets),
        (&in_colors(SOLVED), Form::Facelets),
        (&in_colors(SOLVED).to_lowercase(), Form::Facelets),
        (&grouped(SOLVED, 9, " "), Form::Facelets),
        (&grouped(SOLVED, 3, "\n"), Form::Facelets),
        (&grouped(SOLVED, 2, " "), Form::Facelets),
        (&grouped(SOLVED, 1, " "), Form::Facelets),
        (&format!("{SOLVED} // solved"), Form::Facelets),
        (&format!("/* solved */ {SOLVED}"), Form::Facelets),
        // Wrong numbers of a colour, or a face too few or too many.
        (&SOLVED[1..], Form::Facelets),
        (&SOLVED[4..], Form::Facelets),
        (&SOLVED[9..], Form::Facelets),
        (&format!("{SOLVED}UUUU"), Form::Facelets),
        (&format!("{SOLVED}UUUUUUUUU"), Form::Facelets),
        (&SOLVED.replacen('U', "X", 1), Form::Facelets),
        (&SOLVED.replacen('U', "W", 3), Form::Facelets),
        (&SOLVED.replacen('U', "?", 1), Form::Facelets),
        (&grouped(&turned(SOLVED, 5), 9, " ").replacen('R', "M", 1), Form::Facelets),
        (&"R U ".repeat(26), Form::Facelets),
        // A face or a row of faces on its own line.
        ("UUFUUFUUF", Form::Facelets),
        ("LLLFFFRRRBBB", Form::Facelets),
        ("uufuufuuf // top", Form::Facelets),
        ("RUFRUFRUF", Form::Moves),
        ("U U F U U F U U F", Form::Moves),
        ("UUFUUFUU", Form::Moves),
        ("RUUFRUFRU2", Form::Moves),
        // Modifiers, brackets, wide moves, other lengths.
        (&format!("({})", "R U ".repeat(26)), Form::Moves),
        (&format!("{}R'", "R U ".repeat(26)), Form::Moves),
        (&format!("{}R2", "R U ".repeat(26)), Form::Moves),
        (&format!("{}R’", "R U ".repeat(26)), Form::Moves),
        (&"Rw Uw Fw ".repeat(9), Form::Moves),
        (&"Rw Bw ".repeat(13), Form::Moves),
        (&"rw uw fw ".repeat(9), Form::Moves),
        (&"R U y M S E ".repeat(9), Form::Moves),
        (&"R U ".repeat(15), Form::Moves),
        (&"R U ".repeat(40), Form::Moves),
        ("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR", Form::Reid),
        ("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB", Form::Reid),
        ("UX UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBRU // solved", Form::Reid),
    ] {
        assert_eq!(Form::detect(text), form, "{text}");
    }
}

#[test]
fn errors_are_those_of_the_detected_form() {
    for (text, message) in [
        (
            SOLVED[1..].to_string(),
            "found 53 stickers instead of 54 (six faces of nine, in the order U R F D L B)",
        ),
        (SOLVED.replacen('U', "R", 1), "8 U stickers instead of 9"),
        (SOLVED.replacen('U', "x", 1), "'x' at U1 (character 1) is not one of URFDLB"),
        (in_colors(SOLVED).replacen('W', "R", 1), "8 W stickers instead of 9"),
        (
            grouped(&SOLVED[1..], 9, " "),
            "found 53 stickers instead of 54 (six faces of nine, in the order U R F D L B)",
        ),
        (
            "R U ".repeat(26),
            "found 52 stickers instead of 54 (six faces of nine, in the order U R F D L B); if these are moves, put \
             them in brackets: (R U ...)",
        ),
        (
            "R U ".repeat(27),
            "27 U stickers instead of 9; if these are moves, put them in brackets: (R U ...)",
        ),
        ("BLDLUUBDL".to_string(), "found 9 stickers instead of 54 "),
        ("R U Q".to_string(), "line 1, column 5: 'Q' is not a move; "),
        (
            "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB".to_string(),
            "found 19 pieces instead of 20 ",
        ),
    ] {
        let error = CubeText::parse(&text).expect_err(message).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    assert!(CubeText::parse(&format!("({})", "R U ".repeat(27))).is_ok());
}

#[test]
fn facelets_of_the_4x4x4_are_distinguished_from_moves() {
    let solved = four::facelets::format(&four::Cube4::SOLVED);
    for text in [&solved, &solved.to_lowercase(), &grouped(&solved, 16, "\n"), &solved[3..], SOLVED] {
        assert!(four::facelets::is_meant(text), "{text}");
    }
    for text in ["R U F", &"Rw Uw Fw ".repeat(16), &"R U' ".repeat(45), "UUUUUUUUU"] {
        assert!(!four::facelets::is_meant(text), "{text}");
    }
    let spaced = grouped(&in_colors(&solved).to_lowercase(), 4, " ");
    assert_eq!(four::facelets::parse(&spaced), Ok(four::Cube4::SOLVED));
}

proptest! {
    #[test]
    fn every_form_of_a_state_parses_to_that_state(seed in any::<u64>(), size in 1..55usize) {
        let cube: Cube = random::states(seed).next().expect("the states never end");
        let text = facelets::format(&cube);
        for text in [
            grouped(&text, size, " "),
            grouped(&in_colors(&text), size, "\r\n"),
            grouped(&text.to_lowercase(), size, "\t "),
            reid::format(&cube),
        ] {
            let read = CubeText::parse(&text).map(|read| (read.cube, read.form != Form::Moves));
            prop_assert_eq!(read, Ok((cube, true)), "{}", text);
        }
    }

    #[test]
    fn facelet_letters_never_parse_as_moves(letters in "[URFDLB]{50,58}", size in 1..59usize) {
        let read = CubeText::parse(&grouped(&letters, size, " "));
        prop_assert!(read.is_err() || facelets::parse(&letters).is_ok(), "{}", letters);
    }
}
