//! Where two stages join: the turns about one axis at the end of a partial solution, which merge with those that follow.

use cubiform_cube::four::{Metric, Turn};
use cubiform_cube::{Axis, Symmetry};

/// Quarters of four layers, two bits each, layer 0 lowest.
pub(crate) type Quarters = u8;

/// The sum of two turns about the same axis.
const fn sum(a: Quarters, b: Quarters) -> Quarters {
    const LOW: u8 = 0b0011_0011;
    ((a & LOW) + (b & LOW)) & LOW | ((a & !LOW) as u16 + (b & !LOW) as u16) as u8 & !LOW
}

/// The quarters of each layer.
fn layers(quarters: Quarters) -> [u8; 4] {
    std::array::from_fn(|layer| quarters >> (2 * layer) & 3)
}

/// How far the first three layers have turned against the last: the same for all ways to hold the cube.
fn relative(quarters: Quarters) -> Quarters {
    let last = quarters >> 6;
    sum(quarters, ((4 - last) & 3) * 0b0101_0101)
}

fn quarters_of(turn: Turn) -> Quarters {
    turn.layers().range().fold(0, |all, layer| all | turn.quarters() << (2 * layer))
}

/// The end of a sequence of turns: its length in a metric, and the run with which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastRun {
    /// The length of all before the run.
    body: u8,
    axis: u8,
    quarters: Quarters,
}

impl LastRun {
    /// That of no turns at all.
    pub(crate) const NONE: LastRun = LastRun { body: 0, axis: 0, quarters: 0 };
}

/// Turns in brief, for adding them up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnDelta {
    axis: u8,
    quarters: Quarters,
}

impl TurnDelta {
    pub(crate) fn of(turn: Turn) -> TurnDelta {
        TurnDelta { axis: turn.axis() as u8, quarters: quarters_of(turn) }
    }
}

/// Lengths of runs in a metric, and what stages can make of them.
pub(crate) struct RunMerger {
    lengths: [u8; 256],
    /// By rotation and axis: the axis that becomes of it, and whether it points the other way.
    turned: [[(u8, bool); 3]; 24],
    /// By stage and axis, a bit for each run: whether turns that are legal in that stage make it shorter.
    reducible: Vec<[[bool; 256]; 3]>,
}

impl RunMerger {
    /// Those of stages that allow these turns.
    pub(crate) fn new(metric: Metric, stages: &[&[Turn]]) -> RunMerger {
        let lengths: [u8; 256] = std::array::from_fn(|q| metric.length(layers(q as u8)) as u8);
        let turned = std::array::from_fn(|s| {
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
        RunMerger { lengths, turned, reducible: stages.iter().map(reducible).collect() }
    }

    /// The length of the sequence.
    #[inline]
    pub(crate) fn length(&self, tail: LastRun) -> u8 {
        tail.body + self.lengths[usize::from(tail.quarters)]
    }

    /// One more turn at the end.
    #[inline]
    pub(crate) fn push(&self, tail: LastRun, added: TurnDelta) -> LastRun {
        if tail.axis == added.axis {
            LastRun { quarters: sum(tail.quarters, added.quarters), ..tail }
        } else {
            LastRun { body: self.length(tail), axis: added.axis, quarters: added.quarters }
        }
    }

    /// The tail as it is after the whole cube was turned.
    #[inline]
    pub(crate) fn held(&self, tail: LastRun, rotation: Symmetry) -> LastRun {
        let (axis, is_reversed) = self.turned[rotation.index()][usize::from(tail.axis)];
        let quarters = if is_reversed { reversed(tail.quarters) } else { tail.quarters };
        LastRun { axis, quarters, ..tail }
    }

    /// Whether turns that are legal in a stage (from 1 on) would make the last run shorter: then it is of no use before
    /// that stage, since there is a shorter sequence which that stage can complete to the same.
    #[inline]
    pub(crate) fn is_reducible(&self, tail: LastRun, stage: usize) -> bool {
        self.reducible[stage - 1][usize::from(tail.axis)][usize::from(tail.quarters)]
    }
}

/// A run as seen from the other side.
fn reversed(quarters: Quarters) -> Quarters {
    (0..4).fold(0, |all, layer| {
        let own = quarters >> (2 * layer) & 3;
        all | ((4 - own) & 3) << (2 * (3 - layer))
    })
}

/// The runs about an axis that turns make.
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

/// Of legal turns those that do what no earlier one does up to a turn of the whole cube, and which pairs of
/// them, one after the other, do what no single one and no earlier pair does.
pub(crate) struct CanonicalTurns {
    /// Places in the list given.
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
    fn sums_and_rotations_of_runs_are_those_of_turns() {
        for a in 0..=255 {
            for b in 0..=255 {
                let (one, other) = (layers(a), layers(b));
                let expected: [u8; 4] = std::array::from_fn(|i| (one[i] + other[i]) % 4);
                assert_eq!(layers(sum(a, b)), expected);
            }
            assert_eq!(reversed(reversed(a)), a);
        }
        let joints = RunMerger::new(Metric::Slice, &[]);
        for turn in Turn::all() {
            for rotation in Symmetry::rotations() {
                let tail = joints.held(joints.push(LastRun::NONE, TurnDelta::of(turn)), rotation);
                let expected = TurnDelta::of(turn.conjugate(rotation));
                assert_eq!((tail.axis, tail.quarters), (expected.axis, expected.quarters));
            }
        }
    }

    /// Lengths carried along are those of the runs, but for turns of the whole cube and what vanishes between.
    #[test]
    fn lengths_are_at_least_those_of_the_runs() {
        for metric in Metric::ALL {
            let joints = RunMerger::new(metric, &[]);
            let mut equal = 0;
            for seed in 0..200 {
                let turns: Vec<Turn> =
                    walk(seed, 12).into_iter().filter(|t| t.layers().count() < 3).collect();
                let tail =
                    turns.iter().fold(LastRun::NONE, |tail, turn| joints.push(tail, TurnDelta::of(*turn)));
                let exact = Runs::of(&turns).length(metric);
                assert!(usize::from(joints.length(tail)) >= exact);
                equal += usize::from(usize::from(joints.length(tail)) == exact);
            }
            assert!(equal > 150, "{equal}");
        }
    }
}
