//! Parses arbitrary text as a goal expression. The result is an error within the text, or a goal that round-trips
//! through its text.
#![no_main]

use cubiform_cube::goal::expression;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match expression::parse(text) {
        Ok(goal) => assert_eq!(expression::parse(&goal.name).as_ref(), Ok(&goal), "{}", goal.name),
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column) && !error.message().is_empty());
        }
    }
});
