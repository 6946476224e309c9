//! Goal expressions on arbitrary text: no panic, error positions within the text, and a canonical form that
//! round-trips.

use cubiform_cube::goal::expression::parse;
use proptest::prelude::*;

/// Parses any text and checks the result: a goal round-trips through its canonical form, and an error lies within the
/// text.
fn check_any_text(text: &str) {
    match parse(text) {
        Ok(goal) => {
            assert_eq!(parse(&goal.name).as_ref(), Ok(&goal), "{text:?}");
            let [stage] = &goal.stages[..] else { panic!("{text:?}: a goal is one stage") };
            assert!(!stage.choices.is_empty(), "{text:?}");
            for target in &stage.choices {
                assert!(target.goal_states.iter().all(|seed| target.is_met(seed)), "{text:?}");
            }
        }
        Err(error) => {
            let rest: String = text.chars().skip(error.column - 1).collect();
            assert!(rest.starts_with(&error.token), "{text:?}: {error}");
            assert!(error.column <= text.chars().count() + 1, "{text:?}: {error}");
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}

/// Complete terms, so that most generated texts pass the lexer.
const TERMS: [&str; 33] = [
    "cross", "FR", "lb", "BR edge", "FL corner", "DF", "uf", "DFR", "UBL", "FL, BR edges", "f2l", "line",
    "line L/R", "eoline", "eoline F/B", "eo", "any eo", "eo F/B", "eo(UD)", "2x2x2", "any 2x2x2",
    "2x2x2 DBL", "2x2x3", "2x2x3 UB", "fb", "1x2x3", "1x2x3 DR", "any slot", "2 slots", "offset D",
    "slot edges", "slot corners", "DR, DB edges",
];

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic(text in "\\PC*") {
        check_any_text(&text);
    }

    #[test]
    fn text_of_goal_letters_does_not_panic(text in "[FRUDLBfrudlbeox23slotsedgscornayf +,/()\u{e9}]{0,40}") {
        check_any_text(&text);
    }

    #[test]
    fn word_sequences_do_not_panic(
        words in prop::collection::vec(prop::sample::select(TERMS.join(" + ").split(' ').map(str::to_owned)
            .collect::<Vec<_>>()), 0..8)
    ) {
        check_any_text(&words.join(" "));
    }

    #[test]
    fn term_sums_do_not_panic(terms in prop::collection::vec(prop::sample::select(&TERMS[..]), 1..5)) {
        check_any_text(&terms.join("+"));
    }
}

#[test]
fn huge_invalid_texts_are_rejected() {
    for text in [
        "+".repeat(1_000_000),
        "eo".repeat(1_000_000),
        "eo + ".repeat(200_000),
        "FR, ".repeat(200_000) + "FR edges",
        "offset D + ".repeat(100_000) + "cross",
        "2x2x2 + ".repeat(100_000) + "cross",
        "1x2x3 + 2x2x2 + line + ".repeat(100_000) + "cross",
        "9".repeat(1_000_000) + " slots",
        "(".repeat(1_000_000),
    ] {
        let error = parse(&text).expect_err("the text is invalid");
        assert!(error.to_string().len() < 300, "{error}");
    }
}
