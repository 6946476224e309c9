//! Three metrics for the 4x4x4, and minimum-length turns for a run in each of them.
//!
//! A *run* is a sequence of turns about one axis. Such turns commute, so four numbers describe a run: the quarter turns
//! of each layer. Rotations of the whole cube are free, so only the quarter turns of three layers relative to the
//! fourth matter, which leaves 64 runs. The metrics differ only in the turns that count as one; a breadth-first search
//! finds the minimum number of turns for each run.

use std::sync::LazyLock;

use crate::four::turn::Layers;

/// A metric: the turns that count as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Slice turn metric (`sst`): a turn of any single layer.
    Slice,
    /// Block turn metric (`btm`): a turn of one layer or of two adjacent layers.
    Block,
    /// Outer block turn metric (`obtm`), used by the WCA: a turn of an outer layer, or of the two layers on one side.
    OuterBlock,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 3] = [Metric::Slice, Metric::Block, Metric::OuterBlock];

    /// Returns the abbreviation: `sst`, `btm` or `obtm`.
    pub const fn name(self) -> &'static str {
        ["sst", "btm", "obtm"][self as usize]
    }

    /// Returns the sets of layers that one turn moves, in order of preference among equally short sequences.
    pub const fn layers(self) -> &'static [Layers] {
        const OUTER: [Layers; 2] = [Layers::single(0), Layers::single(3)];
        const SLICE: [Layers; 4] = [OUTER[0], OUTER[1], Layers::single(1), Layers::single(2)];
        const OUTER_BLOCK: [Layers; 4] = [OUTER[0], OUTER[1], Layers::NEAR, Layers::FAR];
        const BLOCK: [Layers; 7] =
            [OUTER[0], OUTER[1], Layers::NEAR, Layers::FAR, SLICE[2], SLICE[3], Layers::INNER];
        match self {
            Metric::Slice => &SLICE,
            Metric::Block => &BLOCK,
            Metric::OuterBlock => &OUTER_BLOCK,
        }
    }

    /// Returns the minimum number of turns (0 to 3) for a run that turns each layer by `turned` quarter turns, up to a
    /// rotation of the whole cube.
    pub fn length(self, turned: [u8; 4]) -> usize {
        self.shortest_sequences()[run_index(turned)].length
    }

    /// Returns a shortest sequence of turns for a run, as layers and quarter turns (1 to 3) clockwise as seen from R, U
    /// or F.
    pub(crate) fn shortest_turns(self, turned: [u8; 4]) -> impl Iterator<Item = (Layers, u8)> {
        let sequences = self.shortest_sequences();
        let mut index = run_index(turned);
        std::iter::from_fn(move || {
            let (layers, quarters) = sequences[index].last?;
            index = index_after(index, layers, 4 - quarters);
            Some((layers, quarters))
        })
    }

    fn shortest_sequences(self) -> &'static [ShortestSequence; 64] {
        static TABLES: LazyLock<[[ShortestSequence; 64]; 3]> =
            LazyLock::new(|| Metric::ALL.map(shortest_sequences_of_runs));
        &TABLES[self as usize]
    }
}

/// A shortest sequence of turns for one run.
#[derive(Clone, Copy)]
struct ShortestSequence {
    length: usize,
    /// The last turn; `None` for the empty run.
    last: Option<(Layers, u8)>,
}

/// Returns the index of a run (below 64): two bits for each of the first three layers, its quarter turns relative to
/// the last layer.
fn run_index(turned: [u8; 4]) -> usize {
    (0..3).fold(0, |index, layer| index | usize::from((turned[layer] + 4 - turned[3] % 4) % 4) << (2 * layer))
}

/// Returns the index of the run after one more turn.
fn index_after(index: usize, layers: Layers, quarters: u8) -> usize {
    let turned = std::array::from_fn(|layer| {
        let before = if layer < 3 { (index >> (2 * layer)) as u8 % 4 } else { 0 };
        before + if layers.contains(layer) { quarters } else { 0 }
    });
    run_index(turned)
}

/// Finds the shortest sequences of all runs by breadth-first search from the empty run.
fn shortest_sequences_of_runs(metric: Metric) -> [ShortestSequence; 64] {
    let mut sequences = [None; 64];
    sequences[0] = Some(ShortestSequence { length: 0, last: None });
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(from) = queue.pop_front() {
        let length = sequences[from].map_or(0, |sequence: ShortestSequence| sequence.length) + 1;
        for layers in metric.layers() {
            for quarters in 1..4 {
                let to = index_after(from, *layers, quarters);
                if sequences[to].is_none() {
                    sequences[to] = Some(ShortestSequence { length, last: Some((*layers, quarters)) });
                    queue.push_back(to);
                }
            }
        }
    }
    sequences.map(|sequence| sequence.expect("the turns of every metric generate all runs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = [u8; 4]> {
        (0..256usize).map(|i| std::array::from_fn(|layer| (i >> (2 * layer)) as u8 % 4))
    }

    #[test]
    fn slice_length_counts_layers_off_the_most_frequent_value() {
        for turned in all() {
            let differ = (0..4).map(|k| turned.iter().filter(|t| **t != k).count()).min();
            assert_eq!(Some(Metric::Slice.length(turned)), differ, "{turned:?}");
        }
    }

    #[test]
    fn outer_block_length_counts_boundaries_between_unequal_layers() {
        for turned in all() {
            let cuts = turned.windows(2).filter(|two| two[0] != two[1]).count();
            assert_eq!(Metric::OuterBlock.length(turned), cuts, "{turned:?}");
        }
    }

    /// The expected lengths come from all products of up to two turns, with each rotation of the whole cube.
    #[test]
    fn block_length_is_minimal_by_exhaustive_search() {
        let turns: Vec<[u8; 4]> = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 2), (1, 3), (2, 4)]
            .into_iter()
            .flat_map(|(a, b)| {
                (1..4).map(move |q| std::array::from_fn(|i| if a <= i && i < b { q } else { 0 }))
            })
            .collect();
        assert_eq!(turns.len(), 21);
        let is = |turned: [u8; 4], of: &[[u8; 4]]| {
            (0..4).any(|k| (0..4).all(|i| (k + of.iter().map(|t| t[i]).sum::<u8>()) % 4 == turned[i]))
        };
        for turned in all() {
            let two = || turns.iter().flat_map(|a| turns.iter().map(move |b| [*a, *b]));
            let fewest = if is(turned, &[]) {
                0
            } else if turns.iter().any(|turn| is(turned, &[*turn])) {
                1
            } else if two().any(|both| is(turned, &both)) {
                2
            } else {
                3
            };
            assert_eq!(Metric::Block.length(turned), fewest, "{turned:?}");
        }
    }

    #[test]
    fn shortest_turns_produce_the_run_in_the_stated_length() {
        for metric in Metric::ALL {
            for turned in all() {
                let mut made = [0u8; 4];
                let mut length = 0;
                for (layers, quarters) in metric.shortest_turns(turned) {
                    assert!(metric.layers().contains(&layers) && (1..4).contains(&quarters));
                    layers.range().for_each(|layer| made[layer] += quarters);
                    length += 1;
                }
                assert_eq!(length, metric.length(turned));
                assert_eq!(run_index(made), run_index(turned));
            }
        }
    }

    /// The expected counts of runs by length are those of the five-stage method.
    #[test]
    fn block_length_never_exceeds_slice_or_outer_block_length() {
        for turned in all() {
            let [slice, block, outer] = Metric::ALL.map(|metric| metric.length(turned));
            assert!(block <= slice && block <= outer && slice <= 3 && outer <= 3);
        }
        let counts = |metric: Metric| {
            let mut counts = [0; 4];
            all().for_each(|turned| counts[metric.length(turned)] += 1);
            counts.map(|count| count / 4)
        };
        // Counted by hand. Slices: the layers whose quarter turns differ from the most frequent value. Outer blocks:
        // the three boundaries between layers, with three turns each.
        assert_eq!(counts(Metric::OuterBlock), [1, 9, 27, 27]);
        assert_eq!(counts(Metric::Slice), [1, 12, 45, 6]);
    }
}
