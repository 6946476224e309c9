//! Any text parses or is refused, quickly; what parses is written so that it parses to the same.
#![no_main]

use cubiform_cube::Algorithm;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Algorithm::parse(text) {
        Ok(algorithm) => {
            let written = algorithm.to_string();
            assert_eq!(Algorithm::parse(&written).as_ref(), Ok(&algorithm));
            let (moves, _) = algorithm.resolve();
            assert_eq!(cubiform_cube::Cube::from_moves(&moves), algorithm.cube());
        }
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1);
            assert!(error.line <= text.lines().count().max(1) + 1);
            assert!(!error.to_string().is_empty());
        }
    }
});
