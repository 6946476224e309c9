//! Reads arbitrary bytes as a file of scrambles, a WCA table, or a zip file of one. The reader must not panic.
#![no_main]

use std::fs;

use cubiform_command::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder for the input");
    let path = folder.path().join("input");
    fs::write(&path, bytes).expect("the input is written");
    fuzzing::scrambles(&path);
});
