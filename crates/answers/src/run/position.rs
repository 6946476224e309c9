//! The position of a run in its input: the number of scrambles taken, and a digest of them.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::hex;
use crate::input::{Content, Item};
use crate::scramble::id_of;

/// The position of a run in its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The number of scrambles taken, including unreadable lines.
    pub items: u64,
    /// The digest of these scrambles: the sum modulo 2^64 of a hash of each one's row, id, text and carried values. The
    /// digests of shards add up to the digest of the whole input.
    #[serde(with = "hex")]
    pub digest: u64,
}

impl Position {
    /// Returns the position after an item, which is the scramble `row` of the whole input. Returns `None` for a note or
    /// a failure.
    pub(super) fn after(self, row: u64, item: &Item) -> Option<Position> {
        let hashed = |parts: &[&[u8]]| parts.iter().fold(row, |seed, part| xxh3_64_with_seed(part, seed));
        let hash = match item {
            Item::Line(line) => {
                let text = match &line.content {
                    Content::Text(text) => text,
                    Content::Cell { scramble, .. } => scramble,
                };
                let hash = hashed(&[id_of(line).as_bytes(), text.as_bytes()]);
                // Without carried values, only id and text are hashed.
                line.carried.iter().fold(hash, |seed, value| match value {
                    Some(value) => xxh3_64_with_seed(value.as_bytes(), seed.wrapping_add(1)),
                    None => seed.wrapping_add(2),
                })
            }
            Item::State(id, cube, _) => hashed(&[id.as_bytes(), &cube.corners()[..], &cube.edges()[..]]),
            Item::Bad(bad) => hashed(&[&bad.place.number().to_le_bytes()[..], bad.message.as_bytes()]),
            Item::Note(_) | Item::Failed(_) => return None,
        };
        Some(Position { items: self.items + 1, digest: self.digest.wrapping_add(hash) })
    }
}
