//! Parses arbitrary text as moves of the 3x3x3 and of the 4x4x4. The result is an error within the text, or moves that
//! round-trip through their text. Parsing must be fast.
#![no_main]

use cubiform_cube::four::notation::LowerCase;
use cubiform_cube::four::{self, Action, Cube4, Metric, Runs};
use cubiform_cube::{Algorithm, notation::ParseError};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Algorithm::parse(text) {
        Ok(algorithm) => {
            let written = algorithm.to_string();
            assert_eq!(Algorithm::parse(&written).as_ref(), Ok(&algorithm));
            let (moves, _) = algorithm.resolve();
            assert_eq!(cubiform_cube::Cube::from_moves(&moves), algorithm.cube());
        }
        Err(error) => check(&error, text),
    }
    for lower_case in [LowerCase::Wide, LowerCase::Inner] {
        match four::notation::parse(text, lower_case) {
            Ok(turns) => {
                let written = four::notation::format(&turns);
                assert_eq!(four::notation::parse(&written, lower_case).as_ref(), Ok(&turns));
                let runs = Runs::new(&turns);
                for metric in Metric::ALL {
                    let (shortest, rotation) = runs.to_turns(metric);
                    let again = Cube4::from_turns(&shortest).act(&Action::rotation(rotation));
                    assert_eq!(again, Cube4::from_turns(&turns));
                }
            }
            Err(error) => check(&error, text),
        }
    }
});

/// Checks that an error has a position within the text and a message.
fn check(error: &ParseError, text: &str) {
    assert!(error.line >= 1 && error.column >= 1);
    assert!(error.line <= text.lines().count().max(1) + 1);
    assert!(!error.to_string().is_empty());
}
