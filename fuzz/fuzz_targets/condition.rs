//! Parses arbitrary text as a condition. The result is an error within the text, or a condition that round-trips
//! through its text.
#![no_main]

use cubiform_cube::goal::condition::Condition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Condition::parse(text) {
        Ok(condition) => {
            let written = condition.to_string();
            assert_eq!(Condition::parse(&written).as_ref(), Ok(&condition), "{written}");
        }
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column) && !error.message().is_empty());
        }
    }
});
