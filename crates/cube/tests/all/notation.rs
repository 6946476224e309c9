//! Properties of the notation for arbitrary algorithms and arbitrary text.

use std::ops::Range;

use cubiform_cube::notation::{Algorithm, Base, Turn};
use cubiform_cube::{Cube, Face, Symmetry};
use proptest::prelude::*;

fn turn() -> impl Strategy<Value = Turn> {
    let bases = [Base::M, Base::E, Base::S, Base::X, Base::Y, Base::Z]
        .into_iter()
        .chain(Face::ALL.map(Base::Face))
        .chain(Face::ALL.map(Base::Wide));
    (proptest::sample::select(bases.collect::<Vec<_>>()), 1..4)
        .prop_map(|(base, quarters)| Turn::new(base, quarters).expect("1 to 3 quarter turns are a turn"))
}

fn algorithm(length: Range<usize>) -> impl Strategy<Value = Algorithm> {
    proptest::collection::vec(turn(), length).prop_map(|turns| turns.into_iter().collect())
}

/// Returns the effect of an algorithm on the pieces and on the centres.
fn effect(algorithm: &Algorithm) -> (Cube, Symmetry) {
    let (moves, rotation) = algorithm.resolve();
    (Cube::from_moves(&moves), rotation)
}

fn parse(text: &str) -> Algorithm {
    Algorithm::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Asserts that a text either parses and is stable when displayed, or gives an error with the exact place of its token.
fn check_any_text(text: &str) {
    match Algorithm::parse(text) {
        Ok(algorithm) => assert_eq!(parse(&algorithm.to_string()), algorithm),
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1).expect("the line exists");
            let at: String = line.chars().skip(error.column - 1).collect();
            assert!(!error.token.is_empty() && at.starts_with(&error.token), "{error}");
            let start = format!("line {}, column {}: ", error.line, error.column);
            assert!(error.to_string().starts_with(&start) && !error.hint().is_empty(), "{error}");
        }
    }
}

proptest! {
    #[test]
    fn displayed_algorithm_parses_to_itself(algorithm in algorithm(0..30)) {
        let text = algorithm.to_string();
        prop_assert_eq!(parse(&text).to_string(), text.clone());
        prop_assert_eq!(parse(&text), algorithm.clone());
        // A displayed turn never starts with a number, so the spaces are optional.
        prop_assert_eq!(parse(&text.replace(' ', "")), algorithm);
    }

    #[test]
    fn algorithm_followed_by_its_inverse_is_the_identity(algorithm in algorithm(0..30)) {
        let inverse = algorithm.inverse();
        prop_assert_eq!(inverse.inverse(), algorithm.clone());
        let both: Algorithm = algorithm.turns().iter().chain(inverse.turns()).copied().collect();
        prop_assert_eq!(effect(&both), (Cube::SOLVED, Symmetry::IDENTITY));
    }

    #[test]
    fn effects_compose_in_the_rotated_frame(a in algorithm(0..30), b in algorithm(0..30)) {
        let both: Algorithm = a.turns().iter().chain(b.turns()).copied().collect();
        let ((first, turned), (second, rotation)) = (effect(&a), effect(&b));
        let second = second.conjugate(turned.inverse());
        prop_assert_eq!(effect(&both), (first.then(&second), turned.then(rotation)));
    }

    #[test]
    fn brackets_expand_to_their_definition(a in algorithm(1..20), b in algorithm(1..20), times in 1..5usize) {
        let (undo_a, undo_b) = (a.inverse(), b.inverse());
        for (short, long) in [
            (format!("({a}){times}"), vec![a.to_string(); times].join(" ")),
            (format!("({a}){times}'"), vec![undo_a.to_string(); times].join(" ")),
            (format!("[{a},{b}]"), format!("{a} {b} {undo_a} {undo_b}")),
            (format!("[{a} : {b}]"), format!("{a} {b} {undo_a}")),
            (format!("[{a}, {b}]'"), format!("[{b}, {a}]")),
            (format!("[{a}: ({b})2]"), format!("{a} {b} {b} {undo_a}")),
        ] {
            prop_assert_eq!(parse(&short), parse(&long));
        }
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in "\\PC*") {
        check_any_text(&text);
    }

    #[test]
    fn text_of_notation_characters_does_not_panic(text in "[RUFDLBrufxyzMESwi0-9'’\"()\\[\\],:/*\n ]{0,40}") {
        check_any_text(&text);
    }

    #[test]
    fn nested_brackets_do_not_panic(text in "[\\[(]{0,70}R[,:]U[\\])]{0,70}[0-9]{0,30}") {
        check_any_text(&text);
    }
}

#[test]
fn oversized_input_is_rejected_with_a_short_error() {
    for text in [
        "[".repeat(1_000_000),
        "(".repeat(60) + "R" + &")99".repeat(60),
        "[R,".repeat(64),
        "[".repeat(60) + "R" + &",R]9999".repeat(60),
        format!("R{}", "9".repeat(1_000_000)),
        format!("R{}", "'".repeat(1_000_000)),
        "/*".repeat(500_000),
        "R ".repeat(1_000_000),
    ] {
        let error = Algorithm::parse(&text).expect_err("the text is too deep, too long or malformed");
        assert!(error.to_string().len() < 300, "{error}");
        check_any_text(&text);
    }
}
