//! Checksums of Parquet files: hashes of the values of each row group and of the metadata, stored in the metadata.
//!
//! The `parquet` library does not write Parquet's page checksums, and a damaged page usually decodes to other values
//! without an error. Two entries of the key-value metadata contain hashes (64-bit XXH3 with seed 0, as 16 hexadecimal
//! digits). The schema is named `analysis_with_checksums`, so that a loss of the entries is detected.
//!
//! | entry | hashes |
//! |---|---|
//! | `cubiform.xxh3` | one for each row group, in order, with a space between them |
//! | `cubiform.xxh3.metadata` | one of the schema and of all other entries whose key begins with `cubiform.` |
//!
//! The hash of a row group covers the hashes of its columns, in the order of the schema, 8 bytes each. The hash of a
//! column covers its decoded values, in the order of the rows. All numbers are little-endian:
//!
//! | type | bytes of a value |
//! |---|---|
//! | `BYTE_ARRAY` | the length in bytes (4 bytes), then the bytes |
//! | `INT32` | 4 bytes |
//! | `INT64` | 8 bytes |
//! | any of these in a nullable column | 1 byte: 0 for a null, or 1, followed by the value |
//!
//! The hash of the metadata covers these texts, each preceded by its length in bytes (4 bytes): the name, the physical
//! type and the converted type of each column of the schema (`cross_z0`, `INT64`, `NONE`), then the key and the value
//! of each entry, in order.

use parquet::file::metadata::KeyValue;
use parquet::schema::types::SchemaDescriptor;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The key of the hashes of row groups.
pub(crate) const VALUES: &str = "cubiform.xxh3";

/// The key of the hash of the metadata.
pub(crate) const METADATA: &str = "cubiform.xxh3.metadata";

/// The prefix of the keys that cubiform writes.
pub const PREFIX: &str = "cubiform.";

/// The name of the schema of a file with checksums. A file with this name and without checksums is damaged.
pub(crate) const SCHEMA: &str = "analysis_with_checksums";

/// The hash of a column of a row group, to which values are added.
pub(crate) struct ColumnHash {
    hash: Xxh3,
    /// Bytes that are not in the hash yet: adding many at a time is faster.
    bytes: Vec<u8>,
    is_nullable: bool,
}

impl ColumnHash {
    /// The number of bytes that are added at a time.
    const BUFFER: usize = 1 << 13;

    /// Creates the hash of a column without values.
    pub(crate) fn new(is_nullable: bool) -> ColumnHash {
        ColumnHash { hash: Xxh3::new(), bytes: Vec::new(), is_nullable }
    }

    /// Adds a number of `N` bytes, or a null.
    pub(crate) fn add<const N: usize>(&mut self, number: Option<[u8; N]>) {
        if self.is_nullable {
            self.bytes.push(u8::from(number.is_some()));
        }
        self.bytes.extend(number.into_iter().flatten());
        if self.bytes.len() >= ColumnHash::BUFFER {
            self.hash.update(&self.bytes);
            self.bytes.clear();
        }
    }

    /// Adds a text, or a null.
    pub(crate) fn add_text(&mut self, text: Option<&[u8]>) {
        self.add(text.map(|text| (text.len() as u32).to_le_bytes()));
        self.bytes.extend(text.unwrap_or_default());
    }

    /// Returns the hash of all values.
    pub(crate) fn digest(mut self) -> u64 {
        self.hash.update(&self.bytes);
        self.hash.digest()
    }
}

/// Returns the hash of a row group, from the hashes of its columns.
pub(crate) fn row_group(columns: &[u64]) -> u64 {
    xxh3_64(&columns.iter().flat_map(|hash| hash.to_le_bytes()).collect::<Vec<u8>>())
}

/// Returns the hash of a schema and of the entries with [`PREFIX`], except for [`METADATA`].
pub(crate) fn metadata(schema: &SchemaDescriptor, entries: &[KeyValue]) -> u64 {
    let mut hash = Xxh3::new();
    for column in schema.columns() {
        text(&mut hash, column.name().as_bytes());
        text(&mut hash, column.physical_type().to_string().as_bytes());
        text(&mut hash, column.converted_type().to_string().as_bytes());
    }
    for entry in entries.iter().filter(|entry| entry.key.starts_with(PREFIX) && entry.key != METADATA) {
        text(&mut hash, entry.key.as_bytes());
        text(&mut hash, entry.value.as_deref().unwrap_or_default().as_bytes());
    }
    hash.digest()
}

/// Adds the length of a text and the text.
fn text(hash: &mut Xxh3, text: &[u8]) {
    hash.update(&(text.len() as u32).to_le_bytes());
    hash.update(text);
}

/// Formats hashes.
pub(crate) fn format_hashes(hashes: &[u64]) -> String {
    hashes.iter().map(|hash| format!("{hash:016x}")).collect::<Vec<_>>().join(" ")
}

/// Parses the format of [`format_hashes`]. Returns `None` if the text does not have it.
pub(crate) fn parse_hashes(text: &str) -> Option<Vec<u64>> {
    let hash = |word: &str| {
        let is_plain =
            word.len() == 16 && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        is_plain.then(|| u64::from_str_radix(word, 16).ok()).flatten()
    };
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(' ').map(hash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_parsed_back() {
        for hashes in [&[][..], &[0], &[u64::MAX, 5]] {
            assert_eq!(parse_hashes(&format_hashes(hashes)).unwrap(), hashes);
        }
        for text in [" ", "5", "000000000000000G", "000000000000000A", "0000000000000005  0000000000000005"] {
            assert_eq!(parse_hashes(text), None, "{text:?}");
        }
    }

    #[test]
    fn hash_depends_on_the_limits_of_texts_and_on_nulls() {
        let hash = |texts: &[Option<&str>], is_nullable| {
            let mut hash = ColumnHash::new(is_nullable);
            texts.iter().for_each(|text| hash.add_text(text.map(str::as_bytes)));
            hash.digest()
        };
        let texts = [Some("a"), Some(""), Some("bc")];
        assert_ne!(hash(&texts, false), hash(&[Some("ab"), Some(""), Some("c")], false));
        assert_ne!(hash(&texts, true), hash(&[Some("a"), None, Some("bc")], true));
        let bytes = [[1, 0, 0, 0].as_slice(), b"a", &[0; 4], &[2, 0, 0, 0], b"bc"].concat();
        assert_eq!(hash(&texts, false), xxh3_64(&bytes));
        let long = "x".repeat(ColumnHash::BUFFER);
        let bytes = [&[1, 0, 0x20, 0, 0][..], long.as_bytes(), &[0], &[1, 1, 0, 0, 0, b'a']].concat();
        assert_eq!(hash(&[Some(&long), None, Some("a")], true), xxh3_64(&bytes));
        assert_ne!(row_group(&[1, 2]), row_group(&[2, 1]));
    }
}
