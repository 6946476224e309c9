//! Reads arbitrary bytes as the manifest of a folder of parts. The reader must not panic and must not open files
//! outside the folder.
#![no_main]

use std::fs;

use cubiform_command::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder for the input");
    fs::write(folder.path().join("_manifest.json"), bytes).expect("the input is written");
    fs::write(folder.path().join("part-00000.csv"), "id,cross_z0\n1,5\n").expect("the part is written");
    fuzzing::manifest(folder.path());
});
