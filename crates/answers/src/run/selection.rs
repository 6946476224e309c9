//! The selection of the scrambles that a run takes from its input: those of its shard, an equal share for one of several
//! machines, that are not done, or are to be done again.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use super::Position;
use crate::Error;
use crate::input::Item;

/// The items of its shard that a run takes.
#[derive(Clone, Debug, Default)]
pub struct WantedItems {
    /// The ranges of the earlier run that are taken again, in order.
    pub ranges: VecDeque<ItemRange>,
    /// The position of the earlier run. All items after it are taken.
    pub after: Position,
}

/// A range of the items of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemRange {
    /// The number of items before the range.
    pub from: u64,
    /// The number of items up to the end of the range.
    pub until: u64,
    /// The digest of the position after the range, if known.
    pub digest: Option<u64>,
}

/// An iterator over the items that a run takes, each with the position after it.
pub struct Selection<I> {
    input: I,
    shard: Shard,
    /// The number of scrambles read from the input, including those of other shards.
    seen: u64,
    position: Position,
    wanted: WantedItems,
}

impl<I: Iterator<Item = Item>> Selection<I> {
    /// Selects the wanted items of `shard`.
    pub fn new(input: I, shard: Shard, wanted: WantedItems) -> Selection<I> {
        Selection { input, shard, seen: 0, position: Position::default(), wanted }
    }

    /// Returns the failure of an input that differs from the input of the run in its first `items` scrambles.
    fn wrong_input(&self, items: u64) -> Item {
        let there = self.position.items;
        Item::Failed(Error::message(if there < items {
            format!(
                "the input differs from that of the earlier run: it has {there} scrambles, but {items} were done"
            )
        } else {
            format!(
                "the input differs from that of the earlier run: the first {items} scrambles or their ids are \
                 different (the id of a scramble without one is the number of its line)"
            )
        }))
    }

    /// Returns the item if it is wanted, or a failure if the digest of the input is wrong. `after` is the position
    /// after it.
    fn pick(&mut self, item: Item, after: Position) -> Option<Item> {
        let WantedItems { ranges, after: done } = &mut self.wanted;
        if after.items > done.items {
            return Some(item);
        }
        if after.items == done.items && after.digest != done.digest {
            return Some(self.wrong_input(after.items));
        }
        let range = *ranges.front().filter(|range| after.items > range.from)?;
        if after.items == range.until {
            ranges.pop_front();
            if range.digest.is_some_and(|digest| digest != after.digest) {
                return Some(self.wrong_input(after.items));
            }
        }
        Some(item)
    }
}

impl<I: Iterator<Item = Item>> Iterator for Selection<I> {
    type Item = (Item, Position);

    fn next(&mut self) -> Option<(Item, Position)> {
        loop {
            let Some(item) = self.input.next() else {
                let done = self.wanted.after.items;
                if self.position.items < done {
                    let failed = self.wrong_input(done);
                    self.wanted.after = self.position;
                    return Some((failed, self.position));
                }
                return None;
            };
            let Some(after) = self.position.after(self.seen + 1, &item) else {
                return Some((item, self.position));
            };
            self.seen += 1;
            if !self.shard.contains(self.seen) {
                continue;
            }
            self.position = after;
            if let Some(item) = self.pick(item, after) {
                return Some((item, after));
            }
        }
    }
}

/// One of several equal shares of an input: the `number`th of every `of` scrambles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub(crate) number: u64,
    /// The number of shards.
    pub(crate) of: u64,
}

impl Shard {
    /// Returns the row of the whole input, from 1, of the `item`th item of the shard, from 1.
    pub fn row(self, item: u64) -> u64 {
        (item - 1).saturating_mul(self.of).saturating_add(self.number)
    }

    /// Returns whether the shard contains this row of the whole input, from 1.
    pub fn contains(self, row: u64) -> bool {
        (row - 1) % self.of + 1 == self.number
    }

    /// Returns whether some scrambles belong to both shards.
    pub fn overlaps(self, other: Shard) -> bool {
        let (mut a, mut b) = (self.of, other.of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        self.number % a == other.number % a
    }

    /// Returns the approximate number of scrambles in the shard.
    pub fn share(self, scrambles: u64) -> u64 {
        scrambles.div_ceil(self.of)
    }
}

impl Default for Shard {
    /// Returns the shard that is the whole input.
    fn default() -> Shard {
        Shard { number: 1, of: 1 }
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
            Some(shard) => Err(format!(
                "invalid shard {shard}; valid shards are 1/{} to {}/{}",
                shard.of, shard.of, shard.of
            )),
            None => Err("expected I/N, the Ith of N shards, such as 1/4".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Input, Options};

    fn items_of(count: u64, shard: &str, done: Position) -> Vec<(Item, Position)> {
        let wanted = WantedItems { after: done, ..WantedItems::default() };
        Selection::new(Input::from_random(count, 5), shard.parse().unwrap(), wanted).collect()
    }

    fn ids(items: &[(Item, Position)]) -> Vec<&str> {
        items
            .iter()
            .map(|(item, _)| match item {
                Item::State(id, ..) => &id[..],
                Item::Failed(error) => &error.message,
                _ => unreachable!("random states only"),
            })
            .collect()
    }

    #[test]
    fn shards_together_hold_every_item() {
        assert_eq!(ids(&items_of(5, "1/1", Position::default())).len(), 5);
        assert_eq!(ids(&items_of(5, "1/3", Position::default())), ["random-5-1", "random-5-4"]);
        assert_eq!(ids(&items_of(5, "2/3", Position::default())), ["random-5-2", "random-5-5"]);
        assert_eq!(ids(&items_of(5, "3/3", Position::default())), ["random-5-3"]);
        for text in ["0/3", "4/3", "3", "1/0", "a/b", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn resumed_selection_skips_done_items_and_checks_their_digest() {
        let all = items_of(6, "1/2", Position::default());
        for (i, (_, position)) in all.iter().enumerate() {
            let rest = items_of(6, "1/2", *position);
            assert_eq!(ids(&rest), ids(&all[i + 1..]));
            assert_eq!(rest.last().map(|(_, p)| *p), all[i + 1..].last().map(|(_, p)| *p));
            let failed = items_of(6, "2/2", *position);
            assert!(ids(&failed)[0].contains("the first"), "{failed:?}");
        }
        let short = items_of(2, "1/2", all[2].1);
        assert!(ids(&short)[0].ends_with("it has 1 scrambles, but 3 were done"), "{short:?}");
        assert_eq!(short.len(), 1);
    }

    #[test]
    fn digests_of_shards_sum_to_digest_of_input() {
        let last = |shard| items_of(8, shard, Position::default()).last().unwrap().1;
        let shards = [last("1/3"), last("2/3"), last("3/3")];
        let sum = shards.iter().fold(0u64, |sum, position| sum.wrapping_add(position.digest));
        assert_eq!(last("1/1"), Position { items: 8, digest: sum });
        assert_eq!(shards.map(|position| position.items), [3, 3, 2]);
        assert_eq!("2/3".parse::<Shard>().unwrap().row(3), 8);
    }

    #[test]
    fn ranges_are_taken_again_and_their_digests_checked() {
        let all = items_of(6, "1/1", Position::default());
        let select = |ranges: &[(u64, u64, Option<u64>)], after: Position| -> Vec<(Item, Position)> {
            let range = |&(from, until, digest): &(u64, u64, Option<u64>)| ItemRange { from, until, digest };
            let wanted = WantedItems { ranges: ranges.iter().map(range).collect(), after };
            Selection::new(Input::from_random(6, 5), "1/1".parse().unwrap(), wanted).collect()
        };
        let digest = |items: usize| Some(all[items - 1].1.digest);
        let found = select(&[(1, 3, digest(3)), (4, 5, None)], all[5].1);
        assert_eq!(ids(&found), ["random-5-2", "random-5-3", "random-5-5"]);
        let found = select(&[(1, 2, digest(2)), (3, 4, digest(4))], all[3].1);
        assert_eq!(ids(&found), ["random-5-2", "random-5-4", "random-5-5", "random-5-6"]);
        let found = select(&[(1, 3, Some(7))], all[5].1);
        assert!(ids(&found)[1].contains("the first 3 scrambles or their ids are different"), "{found:?}");
        let found = select(&[(4, 8, None)], Position { items: 8, digest: 0 });
        assert!(ids(&found)[2].ends_with("it has 6 scrambles, but 8 were done"), "{found:?}");
    }

    #[test]
    fn digest_covers_ids_that_are_line_numbers() {
        let digest = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("in.txt");
            std::fs::write(&path, text).unwrap();
            let input = Input::from_files(&[path], Options::default()).unwrap();
            Selection::new(input, "1/1".parse().unwrap(), WantedItems::default()).last().unwrap().1
        };
        assert_eq!(digest("R\nU\n"), digest("R\r\nU"));
        assert_ne!(digest("R\nU\n"), digest("// comment\nR\nU\n"));
        assert_eq!(digest("a,R\nb,U\n"), digest("// comment\na,R\nb,U\n"));
        assert_ne!(digest("a,R\nb,U\n"), digest("a,R\nc,U\n"));
    }

    #[test]
    fn shards_overlap_if_and_only_if_a_scramble_is_in_both() {
        for n in 1..=6 {
            for m in 1..=6 {
                for (i, k) in (1..=n).flat_map(|i| (1..=m).map(move |k| (i, k))) {
                    let (a, b) = (Shard { number: i, of: n }, Shard { number: k, of: m });
                    let overlaps = (1..=60).any(|row| a.contains(row) && b.contains(row));
                    assert_eq!(a.overlaps(b), overlaps, "{a:?} {b:?}");
                }
            }
        }
    }
}
