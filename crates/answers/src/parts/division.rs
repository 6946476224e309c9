//! The division of an input into blocks, as the manifest records it.

use serde::{Deserialize, Serialize};

use crate::run::hex;

/// The division of an input into blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    /// The number of scrambles of each block; the last one may have fewer.
    pub rows: u64,
    /// The number of scrambles of the input.
    pub items: u64,
    /// The sum modulo 2^64 of the digests of the blocks.
    #[serde(with = "hex")]
    pub digest: u64,
    /// The treatment of unreadable scrambles.
    pub on_error: String,
}
