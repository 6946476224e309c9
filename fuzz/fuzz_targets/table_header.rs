//! Parses arbitrary bytes as the header of a table, as they are and with a valid checksum. The parser must not panic.
#![no_main]

use std::path::Path;

use cubiform_store::file::Header;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Header::parse(bytes, Path::new("fuzz"));
    // Random bytes never have a valid checksum. It is corrected, so that the checks after it are reached too.
    if bytes.len() >= 64 {
        let mut mended = bytes.to_vec();
        mended[..8].copy_from_slice(b"CUBIFORM");
        mended[8..12].copy_from_slice(&1u32.to_le_bytes());
        let used = bytes.len().min(4096);
        mended[12..16].copy_from_slice(&(used as u32).to_le_bytes());
        let histogram = u32::from(bytes[44]) % 16;
        let identity = used as u32 - 56_u32.min(used as u32) - (8 * histogram).min(used as u32 - 56);
        mended[40..44].copy_from_slice(&identity.to_le_bytes());
        mended[44..48].copy_from_slice(&histogram.to_le_bytes());
        let checksum = xxhash_rust::xxh3::xxh3_64(&mended[..used - 8]);
        mended[used - 8..used].copy_from_slice(&checksum.to_le_bytes());
        let _ = Header::parse(&mended, Path::new("fuzz"));
    }
});
