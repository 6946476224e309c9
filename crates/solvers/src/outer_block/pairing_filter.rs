//! From the ends of the second stage to the pairing of the wings: those from which it can be done.
//!
//! Of each pair one wing must be low and one high (see [`cubiform_tables::four::pairs`]), and of the low positions an even
//! number must have the wing whose home is high: one end in 1320, as orders of wings go.

use std::sync::atomic::AtomicBool;

use cubiform_cube::four::Action;
use cubiform_cube::four::reduced::WING_PLACE;
use cubiform_tables::four::pairs::PairState;

use super::pairs::PairSpace;
use crate::five_stage::Unsolved;
use crate::five_stage::beam::{Beam, Partial, Path};
use crate::five_stage::chain::Chain;
use crate::five_stage::space::Node;
use crate::five_stage::stage_search::{PathCache, SEARCHES, StageEnd};

/// By position of a wing: a bit for its pair, and one if its home is high.
type Kinds = [u16; 24];

const PAIRS: u16 = (1 << 12) - 1;

/// A partial solution whose wings are to be paired.
pub(super) type Paired = Partial<(PairState, u8)>;

/// The ends on their way into the beam.
pub(super) struct PairingFilter<'a> {
    chain: &'a Chain,
    space: &'a PairSpace,
    beam: &'a [Partial],
    kept: Beam<(PairState, u8)>,
    /// By search, where it began, and the kinds of the wings along its path.
    traces: [(usize, PathCache<Kinds>); SEARCHES],
    /// By move of the second stage, where wings go.
    wings: Vec<[u8; 24]>,
    /// By move, the positions whose wings it brings to low ones; and those that are low.
    to_low: Vec<[u8; 12]>,
    low: [u8; 12],
    /// How many ends there were that can be gone on from.
    pub(super) ends: usize,
}

impl<'a> PairingFilter<'a> {
    pub(super) fn new(
        chain: &'a Chain,
        space: &'a PairSpace,
        beam: &'a [Partial],
        kept: Beam<(PairState, u8)>,
    ) -> PairingFilter<'a> {
        let turns = &chain.spaces[1].turns;
        let wings: Vec<[u8; 24]> = turns.iter().map(|turn| *Action::of(*turn).wings()).collect();
        PairingFilter {
            chain,
            space,
            beam,
            kept,
            traces: std::array::from_fn(|_| (usize::MAX, PathCache::default())),
            to_low: wings.iter().map(to_low).collect(),
            low: to_low(Action::IDENTITY.wings()),
            wings,
            ends: 0,
        }
    }

    /// One more end.
    #[inline]
    pub(super) fn take(&mut self, mut end: StageEnd<'_, Node>) -> Result<(), Unsolved> {
        let from = &self.beam[end.from];
        let (of, trace) = &mut self.traces[end.by];
        if *of != end.from {
            *of = end.from;
            trace.clear();
        }
        let (before, positions) = match end.path.split_last() {
            Some((last, before)) => (before, &self.to_low[usize::from(*last)]),
            None => (end.path, &self.low),
        };
        let kinds = trace.at(
            before,
            || kinds(from.cube.wings()),
            |kinds, m| turned(kinds, &self.wings[usize::from(m)]),
        );
        if !can_be_paired(&kinds, positions) {
            return Ok(());
        }
        let (chain, space) = (self.chain, &self.chain.spaces[1]);
        let push = |tail, m: &u8| chain.run_merger.push(tail, space.added[usize::from(*m)]);
        let tail = end.path.iter().fold(from.last_run, push);
        let cube = end.cube(&space.turns, &from.cube);
        let rotation = space.stage().goal_orientation(&cube).ok_or(Unsolved::Table)?;
        let tail = chain.run_merger.held(tail, rotation);
        if chain.run_merger.is_reducible(tail, 3) {
            return Ok(());
        }
        self.ends += 1;
        let cube = cube.act(&chain.rotations[rotation.index()]);
        let pairs = self.space.table.pairs();
        let state = pairs.state(&cube).ok_or(Unsolved::Table)?;
        let of_centres = pairs.centre_distance(&state);
        let length = chain.run_merger.length(tail);
        if !self.kept.accepts(length + of_centres) {
            return Ok(());
        }
        let of_pairs = self.space.table.distance(&state).map_err(|_| Unsolved::Table)?;
        self.kept.offer(Partial {
            cube,
            state: (state, of_pairs),
            distance: of_pairs.max(of_centres),
            last_run: tail,
            length,
            parent: end.from as u32,
            path: Path::of(end.path),
            rotation,
        });
        Ok(())
    }

    /// The best of all ends.
    pub(super) fn finish(self, stop: Option<&AtomicBool>) -> Result<Vec<Paired>, Unsolved> {
        self.kept.best(stop)
    }
}

/// The positions that a permutation carries to low ones.
fn to_low(wings: &[u8; 24]) -> [u8; 12] {
    let mut positions = (0..24).filter(|p| WING_PLACE[usize::from(wings[usize::from(*p)])] & 1 == 0);
    std::array::from_fn(|_| positions.next().expect("twelve positions are low"))
}

/// Whether the wings at these positions, to be the low ones, are one of each pair, an even number with a high home.
#[inline(always)]
fn can_be_paired(kinds: &Kinds, low: &[u8; 12]) -> bool {
    let (mut all, mut swapped) = (0, 0);
    for position in low {
        let kind = kinds[usize::from(*position)];
        all |= kind;
        swapped ^= kind;
    }
    all & PAIRS == PAIRS && swapped & !PAIRS == 0
}

fn kinds(wings: &[u8; 24]) -> Kinds {
    let mut kinds = [0; 24];
    for (wing, position) in wings.iter().enumerate() {
        let home = WING_PLACE[wing];
        kinds[usize::from(*position)] = 1 << (home / 2) | u16::from(home % 2) << 12;
    }
    kinds
}

fn turned(kinds: &Kinds, wings: &[u8; 24]) -> Kinds {
    let mut turned = [0; 24];
    kinds.iter().zip(wings).for_each(|(kind, to)| turned[usize::from(*to)] = *kind);
    turned
}

#[cfg(test)]
mod tests {
    use cubiform_cube::four::{Cube4, Turn};
    use cubiform_tables::four::Stage;
    use cubiform_tables::four::pairs::Pairs;

    use super::*;

    /// Of each pair one at a low position, and an even number of these away from their kind of home.
    fn plainly(cube: &Cube4) -> bool {
        let places = cube.wing_places();
        let swapped = (0..12).filter(|edge| places[2 * edge] & 1 == 1).count();
        (0..12).all(|edge| places[2 * edge] & 1 != places[2 * edge + 1] & 1) && swapped.is_multiple_of(2)
    }

    #[test]
    fn the_last_turn_is_seen_before_it_is_made() {
        let turns = Stage::outer(2).turns();
        let later = Pairs::get().turns();
        let low = to_low(Action::IDENTITY.wings());
        let (mut with, mut without) = (0, 0);
        for seed in 0..3000usize {
            // Turns that keep wings low or high, and now and then others.
            let turn = |i: usize| {
                let n = seed * 7919 + i * i * 31 + i * 17 + seed * i;
                if i % 4 == seed % 4 { turns[n % turns.len()] } else { later[n % later.len()] }
            };
            let made: Vec<Turn> = (0..seed % 6).map(turn).collect();
            let cube = Cube4::from_turns(&made);
            for turn in turns {
                let wings = Action::of(*turn).wings();
                let after = cube.turn(*turn);
                let expected = plainly(&after);
                assert_eq!(can_be_paired(&kinds(cube.wings()), &to_low(wings)), expected);
                assert_eq!(can_be_paired(&turned(&kinds(cube.wings()), wings), &low), expected);
                assert_eq!(turned(&kinds(cube.wings()), wings), kinds(after.wings()));
                *(if expected { &mut with } else { &mut without }) += 1;
            }
        }
        assert!(with > 1000 && without > 1000, "{with} {without}");
    }
}
