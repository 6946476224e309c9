//! Any text is a condition, a goal, or refused with its place; a condition is written so that it parses to the same.
#![no_main]

use cubiform_cube::goal::condition::Condition;
use cubiform_cube::goal::expression;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let places = 1..=text.chars().count() + 1;
    match Condition::parse(text) {
        Ok(condition) => {
            let written = condition.to_string();
            assert_eq!(Condition::parse(&written).as_ref(), Ok(&condition), "{written}");
        }
        Err(error) => {
            assert!(places.contains(&error.column) && !error.message().is_empty());
        }
    }
    if let Err(error) = expression::parse(text) {
        assert!(places.contains(&error.column) && !error.message().is_empty());
    }
});
