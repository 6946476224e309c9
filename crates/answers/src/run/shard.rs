//! Equal shares of an input, for several machines.

use std::fmt;
use std::str::FromStr;

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
