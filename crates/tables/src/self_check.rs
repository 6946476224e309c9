//! Look-ups with the vectors of this machine fixed against the same look-ups without vectors.

use std::sync::Arc;

use cubiform_cube::goal::CROSS;
use cubiform_cube::{Symmetry, random};

use crate::instruction_set::InstructionSet;
use crate::lookup::bounds::{Bounds, Child, ProbeBatch};
use crate::lookup::indexer::Slots;
use crate::lookup::lanes::{Lanes, bits};
use crate::lookup::normalize::NormalizedStates;
use crate::lookup::probe::Probe;
use crate::lookup::tracked::{Tracked, TrackedMoves, TrackedState};
use crate::target::code::CodeSet;
use crate::target::table::Table;

/// Views of a table that are compared, at most.
const VIEWS: usize = 4;

/// All lanes of a state's children.
const SET: u32 = (1 << 18) - 1;

/// Vectors and plain code give different results: a fault of cubiform or of the processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("look-ups in table {table} with {} differ from those without vectors, in {step}", instructions.name())]
pub struct Disagreement {
    /// The name of the table.
    pub table: &'static str,
    /// The instruction set.
    pub instructions: InstructionSet,
    /// What differs.
    pub step: &'static str,
}

/// Looks up the children of random states in `table`, at least `look_ups` of them, and compares every step with plain code;
/// how many were compared. That is none if the table is of no pieces of a cross and its slots.
///
/// # Errors
/// The first difference.
pub fn compare(table: &Arc<Table>, look_ups: usize) -> Result<usize, Disagreement> {
    let tracked = Tracked { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
    let turns = TrackedMoves::new(&tracked);
    let probes = Symmetry::all().filter_map(|symmetry| Probe::new(&tracked, &turns, symmetry, table));
    let probes: Vec<Probe> = probes.take(VIEWS).collect();
    let cubes = look_ups.div_ceil(SET.count_ones() as usize * probes.len().max(1));
    let mut compared = 0;
    for probe in &probes {
        for cube in random::states(1).take(cubes) {
            compare_children(probe, &turns, &tracked.state(&cube)).map_err(|step| Disagreement {
                table: table.name(),
                instructions: InstructionSet::chosen(),
                step,
            })?;
            compared += SET.count_ones() as usize;
        }
    }
    Ok(compared)
}

/// Compares every step of looking up the children of a state; the name of the first that differs.
fn compare_children(probe: &Probe, turns: &TrackedMoves, state: &TrackedState) -> Result<(), &'static str> {
    let same = |is_same: bool, step: &'static str| if is_same { Ok(()) } else { Err(step) };
    let (mut children, mut plain_children) = (NormalizedStates::default(), NormalizedStates::default());
    turns.normalize_children(state, Lanes::ALL, SET, probe.normalizes(), &mut children);
    turns.normalize_children_scalar(state, Lanes::ALL, SET, probe.normalizes(), &mut plain_children);
    same(bits(SET).all(|lane| children.get(lane) == plain_children.get(lane)), "the children")?;

    let (mut slots, mut plain_located) = (Slots::default(), Slots::default());
    probe.index_each(SET, &children, &mut slots);
    probe.indexer().index_each_scalar(SET, &children, &mut plain_located);
    let place = |slots: &Slots, lane: usize| (slots.words[lane], slots.coset_lanes[lane]);
    same(bits(SET).all(|lane| place(&slots, lane) == place(&plain_located, lane)), "their places")?;

    let admitted = CodeSet::within_limit(7, 7);
    let (mut words, mut plain_words) = ([0; 32], [0; 32]);
    let among = probe.read_each(SET, &slots, admitted, &mut words);
    let plain_among = probe.read_each_scalar(SET, &slots, admitted, &mut plain_words);
    same(among == plain_among && words == plain_words, "the codes")?;

    let parent = Bounds::from_distances(&[7]);
    let mut look_ups = ProbeBatch::default();
    (look_ups.slots[0], look_ups.words[0]) = (slots, words);
    for lane in bits(SET) {
        let child = Child { move_index: 0, lane, unread: 0 };
        let (mut own, mut plain) = (Bounds::default(), Bounds::default());
        own.become_child(&parent, 1, child, &look_ups);
        plain.become_child_scalar(&parent, 1, child, &look_ups);
        let told = |r: &Bounds| (r.words[0], r.coset_lanes[0], r.distances, r.sum, r.no_progress, r.largest);
        same(told(&own) == told(&plain), "the distances")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use crate::target::fill::Watch;

    #[test]
    fn look_ups_agree_on_this_machine() {
        let coordinate = Entry::named("cross").unwrap().coordinate();
        let (table, _) = Table::fill(Arc::clone(coordinate), 2, &Watch::quiet()).unwrap();
        assert!(compare(&Arc::new(table), 1000).unwrap() >= 1000);
    }
}
