//! Parses arbitrary text as facelets of either cube size and in Reid's notation. The result is an error, or a cube that
//! round-trips through its text. Parsing must be fast.
#![no_main]

use cubiform_cube::{facelets, four, reid};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match facelets::parse(text) {
        Ok(cube) => assert_eq!(facelets::parse(&facelets::format(&cube)), Ok(cube)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match four::facelets::parse(text) {
        Ok(cube) => assert_eq!(four::facelets::parse(&four::facelets::format(&cube)), Ok(cube)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match reid::parse(text) {
        Ok(cube) => assert_eq!(reid::parse(&reid::format(&cube)), Ok(cube)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
