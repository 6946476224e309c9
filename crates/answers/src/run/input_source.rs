//! The sources of the scrambles of a run.

use serde::{Deserialize, Serialize};

use super::hex;

/// A source of scrambles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputSource {
    /// A file.
    File {
        /// Its name, without its folder.
        name: String,
        /// Its length in bytes.
        bytes: u64,
        /// The hash (XXH3, 64 bits) of its bytes.
        #[serde(with = "hex")]
        xxh3: u64,
    },
    /// A pipe or standard input, which can be read only once.
    Stream(String),
    /// Random states.
    Random {
        /// Their number.
        count: u64,
        /// The random seed.
        seed: u64,
        /// The condition that they satisfy, if any.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none", default)]
        condition: Option<String>,
    },
    /// The number of arguments on the command line.
    Arguments(usize),
}

impl InputSource {
    /// Returns the source without the name of a file, which does not identify its contents.
    pub fn without_name(&self) -> InputSource {
        match self.clone() {
            InputSource::File { bytes, xxh3, .. } => InputSource::File { name: String::new(), bytes, xxh3 },
            InputSource::Stream(_) => InputSource::Stream(String::new()),
            other => other,
        }
    }
}
