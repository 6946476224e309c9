//! Any text is a cube or is refused, quickly, as facelets of either size and in Reid's notation; what is a cube is written so that it
//! reads as the same.
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
