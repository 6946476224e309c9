//! Lengths of turn sequences across stages: a run of turns about one axis merges with turns of the next stage.

use cubiform_cube::four::{Metric, Turn};
use cubiform_cube::{Axis, Symmetry};

/// The quarter turns of four layers, two bits each, layer 0 in the lowest bits.
pub(crate) type Quarters = u8;

/// Returns the sum of two turns about the same axis, layer by layer mod 4.
const fn sum(a: Quarters, b: Quarters) -> Quarters {
    const LOW: u8 = 0b0011_0011;
    ((a & LOW) + (b & LOW)) & LOW | ((a & !LOW) as u16 + (b & !LOW) as u16) as u8 & !LOW
}

/// Returns the quarter turns of each layer.
fn layers(quarters: Quarters) -> [u8; 4] {
    std::array::from_fn(|layer| quarters >> (2 * layer) & 3)
}

/// Returns the quarter turns relative to the last layer, which do not depend on rotations of the whole cube.
fn relative(quarters: Quarters) -> Quarters {
    let last = quarters >> 6;
    sum(quarters, ((4 - last) & 3) * 0b0101_0101)
}

fn quarters_of(turn: Turn) -> Quarters {
    turn.layers().range().fold(0, |all, layer| all | turn.quarters() << (2 * layer))
}

/// The last run of a sequence of turns, with the length of the sequence before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastRun {
    /// The length before the run.
    length_before: u8,
    axis: u8,
    quarters: Quarters,
}

impl LastRun {
    /// The empty sequence.
    pub(crate) const NONE: LastRun = LastRun { length_before: 0, axis: 0, quarters: 0 };
}

/// A turn as the change that it makes to a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnDelta {
    axis: u8,
    quarters: Quarters,
}

impl TurnDelta {
    pub(crate) fn new(turn: Turn) -> TurnDelta {
        TurnDelta { axis: turn.axis() as u8, quarters: quarters_of(turn) }
    }
}

/// The lengths of runs in a metric, and the runs that each stage can shorten.
pub(crate) struct RunMerger {
    lengths: [u8; 256],
    /// By rotation and axis: the image of the axis, and whether its direction is reversed.
    axis_images: [[(u8, bool); 3]; 24],
    /// By stage and axis: for each run, whether turns legal in that stage shorten it.
    reducible: Vec<[[bool; 256]; 3]>,
}

impl RunMerger {
    /// Creates the merger for stages with these legal turns.
    pub(crate) fn new(metric: Metric, stages: &[&[Turn]]) -> RunMerger {
        let lengths: [u8; 256] = std::array::from_fn(|q| metric.length(layers(q as u8)) as u8);
        let axis_images = std::array::from_fn(|s| {
            Axis::ALL.map(|axis| {
                let to = Symmetry::from_index(s).face(axis.face());
                (to.axis() as u8, to != to.axis().face())
            })
        });
        let reducible = |turns: &&[Turn]| {
            Axis::ALL.map(|axis| {
                let legal = legal_runs(turns, axis);
                std::array::from_fn(|run| {
                    let shorter =
                        |m: usize| legal[m] && lengths[sum(run as u8, m as u8) as usize] < lengths[run];
                    (0..256).any(shorter)
                })
            })
        };
        RunMerger { lengths, axis_images, reducible: stages.iter().map(reducible).collect() }
    }

    /// Returns the length of the sequence.
    #[inline]
    pub(crate) fn length(&self, last_run: LastRun) -> u8 {
        last_run.length_before + self.lengths[usize::from(last_run.quarters)]
    }

    /// Returns the last run after one more turn.
    #[inline]
    fn push(&self, last_run: LastRun, added: TurnDelta) -> LastRun {
        if last_run.axis == added.axis {
            LastRun { quarters: sum(last_run.quarters, added.quarters), ..last_run }
        } else {
            LastRun { length_before: self.length(last_run), axis: added.axis, quarters: added.quarters }
        }
    }

    /// Returns the last run after a path, given the change that each of its moves makes.
    #[inline]
    pub(crate) fn after(&self, last_run: LastRun, path: &[u8], added: &[TurnDelta]) -> LastRun {
        path.iter().fold(last_run, |last_run, m| self.push(last_run, added[usize::from(*m)]))
    }

    /// Returns the last run after a rotation of the whole cube.
    #[inline]
    pub(crate) fn rotated(&self, last_run: LastRun, rotation: Symmetry) -> LastRun {
        let (axis, is_reversed) = self.axis_images[rotation.index()][usize::from(last_run.axis)];
        let quarters = if is_reversed { reversed(last_run.quarters) } else { last_run.quarters };
        LastRun { axis, quarters, ..last_run }
    }

    /// Returns whether turns legal in stage `stage`, 1 or more, shorten the last run. A sequence that ends with such a
    /// run is redundant before that stage: a shorter sequence leads to the same solutions.
    #[inline]
    pub(crate) fn is_reducible(&self, last_run: LastRun, stage: usize) -> bool {
        self.reducible[stage - 1][usize::from(last_run.axis)][usize::from(last_run.quarters)]
    }
}

/// Returns a run named from the opposite face.
fn reversed(quarters: Quarters) -> Quarters {
    (0..4).fold(0, |all, layer| {
        let own = quarters >> (2 * layer) & 3;
        all | ((4 - own) & 3) << (2 * (3 - layer))
    })
}

/// Returns, for each run about an axis, whether `turns` generate it.
fn legal_runs(turns: &[Turn], axis: Axis) -> [bool; 256] {
    let own: Vec<Quarters> = turns.iter().filter(|t| t.axis() == axis).map(|t| quarters_of(*t)).collect();
    let (mut legal, mut open) = ([false; 256], vec![0]);
    legal[0] = true;
    while let Some(run) = open.pop() {
        for turn in &own {
            let next = sum(run, *turn);
            if !std::mem::replace(&mut legal[usize::from(next)], true) {
                open.push(next);
            }
        }
    }
    legal
}

/// Canonical turns of a stage: one turn of each class up to rotation of the whole cube, and the pairs of them about one
/// axis whose product is neither a single turn nor an earlier pair.
pub(crate) struct CanonicalTurns {
    /// The indices of the turns in the given list.
    pub(crate) moves: Vec<usize>,
    may_precede: Vec<bool>,
}

impl CanonicalTurns {
    pub(crate) fn new(turns: &[Turn], places: &[usize]) -> CanonicalTurns {
        let class = |place: usize| (turns[place].axis(), relative(quarters_of(turns[place])));
        let mut moves: Vec<usize> = Vec::new();
        for place in places {
            if moves.iter().all(|own| class(*own) != class(*place)) {
                moves.push(*place);
            }
        }
        let count = moves.len();
        let mut may_precede = vec![true; count * count];
        let mut known: std::collections::HashSet<(Axis, Quarters)> =
            moves.iter().map(|m| class(*m)).collect();
        Axis::ALL.into_iter().for_each(|axis| {
            known.insert((axis, 0));
        });
        for a in 0..count {
            for b in 0..count {
                let [(axis, one), (other_axis, other)] = [class(moves[a]), class(moves[b])];
                if axis == other_axis {
                    may_precede[a * count + b] = known.insert((axis, relative(sum(one, other))));
                }
            }
        }
        CanonicalTurns { moves, may_precede }
    }

    pub(crate) fn may_precede(&self, a: usize, b: usize) -> bool {
        self.may_precede[a * self.moves.len() + b]
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::Runs;

    use super::*;

    fn walk(seed: usize, length: usize) -> Vec<Turn> {
        (0..length).map(|i| Turn::from_index((seed * 7919 + i * i * 31 + i * 17 + seed * i) % 90)).collect()
    }

    #[test]
    fn sums_and_rotations_of_runs_agree_with_turns() {
        for a in 0..=255 {
            for b in 0..=255 {
                let (one, other) = (layers(a), layers(b));
                let expected: [u8; 4] = std::array::from_fn(|i| (one[i] + other[i]) % 4);
                assert_eq!(layers(sum(a, b)), expected);
            }
            assert_eq!(reversed(reversed(a)), a);
        }
        let run_merger = RunMerger::new(Metric::Slice, &[]);
        for turn in Turn::all() {
            for rotation in Symmetry::rotations() {
                let last_run =
                    run_merger.rotated(run_merger.push(LastRun::NONE, TurnDelta::new(turn)), rotation);
                let expected = TurnDelta::new(turn.conjugate(rotation));
                assert_eq!((last_run.axis, last_run.quarters), (expected.axis, expected.quarters));
            }
        }
    }

    /// The two lengths are equal unless turns amount to a rotation of the whole cube or a run vanishes.
    #[test]
    fn carried_length_is_an_upper_bound_of_the_merged_length() {
        for metric in Metric::ALL {
            let run_merger = RunMerger::new(metric, &[]);
            let mut equal = 0;
            for seed in 0..200 {
                let turns: Vec<Turn> =
                    walk(seed, 12).into_iter().filter(|t| t.layers().count() < 3).collect();
                let last_run = turns
                    .iter()
                    .fold(LastRun::NONE, |last_run, turn| run_merger.push(last_run, TurnDelta::new(*turn)));
                let exact = Runs::new(&turns).length(metric);
                assert!(usize::from(run_merger.length(last_run)) >= exact);
                equal += usize::from(usize::from(run_merger.length(last_run)) == exact);
            }
            assert!(equal > 150, "{equal}");
        }
    }
}
