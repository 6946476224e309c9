//! Which scrambles of an input a run takes: those of its shard, from where an earlier run stopped, each with its
//! position.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::input::{Content, Item};

/// One of several equal shares of an input: of every `of` scrambles, the `number`th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which, from 1.
    number: u64,
    /// Of how many.
    of: u64,
}

impl Shard {
    /// About how many of so many scrambles are in it.
    pub(crate) fn share(self, scrambles: u64) -> u64 {
        scrambles.div_ceil(self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let shard =
            text.split_once('/').and_then(|(a, b)| Some(Shard { number: number(a)?, of: number(b)? }));
        match shard {
            Some(shard) if shard.number <= shard.of => Ok(shard),
            Some(shard) => {
                Err(format!("there is no part {} of {}; they are 1 to {}", shard.number, shard.of, shard.of))
            }
            None => Err("write I/N: the Ith of N shares, such as 1/4".into()),
        }
    }
}

/// How far a run has come in its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Scrambles taken, lines that cannot be read among them.
    pub(crate) items: u64,
    /// What they were: each one's text and id hashed (XXH3) with the digest before it as the seed.
    #[serde(with = "hex")]
    pub(crate) digest: u64,
}

impl Position {
    /// The position after an item; none after one that is no scramble.
    fn after(self, item: &Item) -> Option<Position> {
        let hashed =
            |parts: &[&[u8]]| parts.iter().fold(self.digest, |seed, part| xxh3_64_with_seed(part, seed));
        let digest = match item {
            Item::Line(line) => match &line.content {
                Content::Text(text) => hashed(&[text.as_bytes()]),
                Content::Cell { id, scramble, .. } => hashed(&[id.as_bytes(), scramble.as_bytes()]),
            },
            Item::State(id, cube, _) => hashed(&[id.as_bytes(), &cube.corners()[..], &cube.edges()[..]]),
            Item::Bad(bad) => hashed(&[bad.message.as_bytes()]),
            Item::Note(_) | Item::Failed(_) => return None,
        };
        Some(Position { items: self.items + 1, digest })
    }
}

/// Numbers of 64 bits as text, since not every reader of JSON has them.
pub(crate) mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:016x}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|e| D::Error::custom(format!("'{text}': {e}")))
    }
}

/// The items of an input that a run takes, each with the position after it.
pub(crate) struct Selection<I> {
    input: I,
    shard: Shard,
    /// Scrambles of the input that have been seen, of all shares.
    seen: u64,
    position: Position,
    /// What an earlier run has taken.
    done: Position,
}

impl<I: Iterator<Item = Item>> Selection<I> {
    /// Those of `shard` that come after `done`.
    pub(crate) fn new(input: I, shard: Shard, done: Position) -> Selection<I> {
        Selection { input, shard, seen: 0, position: Position::default(), done }
    }

    fn differs(&self) -> Item {
        let (done, there) = (self.done.items, self.position.items);
        Item::Failed(if there < done {
            format!(
                "this is not the input of the run that is to go on: it has {there} scrambles, {done} were done"
            )
        } else {
            format!(
                "this is not the input of the run that is to go on: the first {done} scrambles are others"
            )
        })
    }
}

impl<I: Iterator<Item = Item>> Iterator for Selection<I> {
    type Item = (Item, Position);

    fn next(&mut self) -> Option<(Item, Position)> {
        loop {
            let Some(item) = self.input.next() else {
                if self.position.items < self.done.items {
                    let differs = self.differs();
                    self.done = self.position;
                    return Some((differs, self.position));
                }
                return None;
            };
            let Some(after) = self.position.after(&item) else { return Some((item, self.position)) };
            let number = self.seen;
            self.seen += 1;
            if number % self.shard.of + 1 != self.shard.number {
                continue;
            }
            self.position = after;
            if after.items > self.done.items {
                return Some((item, after));
            }
            if after.items == self.done.items && after.digest != self.done.digest {
                return Some((self.differs(), after));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;

    fn taken(count: u64, shard: &str, done: Position) -> Vec<(Item, Position)> {
        Selection::new(Input::from_random(count, 5), shard.parse().unwrap(), done).collect()
    }

    fn ids(items: &[(Item, Position)]) -> Vec<&str> {
        items
            .iter()
            .map(|(item, _)| match item {
                Item::State(id, ..) => &id[..],
                Item::Failed(message) => message,
                _ => unreachable!("random states only"),
            })
            .collect()
    }

    #[test]
    fn shares_are_the_whole() {
        assert_eq!(ids(&taken(5, "1/1", Position::default())).len(), 5);
        assert_eq!(ids(&taken(5, "1/3", Position::default())), ["random-5-1", "random-5-4"]);
        assert_eq!(ids(&taken(5, "2/3", Position::default())), ["random-5-2", "random-5-5"]);
        assert_eq!(ids(&taken(5, "3/3", Position::default())), ["random-5-3"]);
        for text in ["0/3", "4/3", "3", "1/0", "a/b", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_was_done_is_passed_over_if_it_is_the_same() {
        let all = taken(6, "1/2", Position::default());
        for (i, (_, position)) in all.iter().enumerate() {
            let rest = taken(6, "1/2", *position);
            assert_eq!(ids(&rest), ids(&all[i + 1..]));
            assert_eq!(rest.last().map(|(_, p)| *p), all[i + 1..].last().map(|(_, p)| *p));
            let failed = taken(6, "2/2", *position);
            assert!(ids(&failed)[0].contains("the first"), "{failed:?}");
        }
        let short = taken(2, "1/2", all[2].1);
        assert!(ids(&short)[0].ends_with("it has 1 scrambles, 3 were done"), "{short:?}");
        assert_eq!(short.len(), 1);
    }
}
