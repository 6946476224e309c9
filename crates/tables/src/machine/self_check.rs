//! A self-check that compares look-ups with this machine's vector instructions to scalar look-ups.

use std::sync::Arc;

use cubiform_cube::goal::CROSS;
use cubiform_cube::{Symmetry, random};

use crate::goal::code::CodeSet;
use crate::goal::code_address::CodeAddresses;
use crate::goal::table::Table;
use crate::lookup::bounds::{Bounds, Child, ProbeBatch};
use crate::lookup::lanes::{Lanes, bits};
use crate::lookup::normalized_state::NormalizedStates;
use crate::lookup::probe::Probe;
use crate::lookup::tracked::{TrackedPieces, TrackedState};
use crate::lookup::tracked_moves::TrackedMoves;
use crate::machine::InstructionSet;

/// The maximum number of probes (symmetries) of a table that are compared.
const MAX_PROBES: usize = 4;

/// The lanes of all 18 children of a state.
const ALL_CHILDREN: u32 = (1 << 18) - 1;

/// The error of vector code and scalar code that give different results: a fault of cubiform or of the processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("look-ups in table {table} with {} differ from scalar look-ups in {step}", instructions.name())]
pub struct Disagreement {
    /// The name of the table.
    pub table: &'static str,
    /// The instruction set.
    pub instructions: InstructionSet,
    /// The first step with different results.
    pub step: &'static str,
}

/// Looks up the children of random states in `table`, at least `min_probes` times, and compares every step with scalar
/// code. Returns the number of look-ups compared, 0 if the table has other pieces than a cross and its slots.
///
/// # Errors
/// Returns the first difference.
pub fn check_lookups(table: &Arc<Table>, min_probes: usize) -> Result<usize, Disagreement> {
    let tracked = TrackedPieces { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] };
    let turns = TrackedMoves::new(&tracked);
    let probes = Symmetry::all().filter_map(|symmetry| Probe::new(&tracked, &turns, symmetry, table));
    let probes: Vec<Probe> = probes.take(MAX_PROBES).collect();
    let cubes = min_probes.div_ceil(ALL_CHILDREN.count_ones() as usize * probes.len().max(1));
    let mut compared = 0;
    for probe in &probes {
        for cube in random::states(1).take(cubes) {
            compare_children(probe, &turns, &tracked.state(&cube)).map_err(|step| Disagreement {
                table: table.name(),
                instructions: InstructionSet::chosen(),
                step,
            })?;
            compared += ALL_CHILDREN.count_ones() as usize;
        }
    }
    Ok(compared)
}

/// Compares every step of looking up the children of a state. Returns the name of the first step that differs as an
/// error.
fn compare_children(probe: &Probe, turns: &TrackedMoves, state: &TrackedState) -> Result<(), &'static str> {
    let check_equal = |is_equal: bool, step: &'static str| if is_equal { Ok(()) } else { Err(step) };
    let (mut children, mut scalar_children) = (NormalizedStates::default(), NormalizedStates::default());
    turns.normalize_children(state, Lanes::ALL, ALL_CHILDREN, probe.indexer.normalizes, &mut children);
    turns.normalize_children_scalar(
        state,
        Lanes::ALL,
        ALL_CHILDREN,
        probe.indexer.normalizes,
        &mut scalar_children,
    );
    check_equal(
        bits(ALL_CHILDREN).all(|lane| children.get(lane) == scalar_children.get(lane)),
        "the children",
    )?;

    let (mut addresses, mut scalar_addresses) = (CodeAddresses::default(), CodeAddresses::default());
    probe.indexer.index_each(ALL_CHILDREN, &children, &mut addresses);
    probe.indexer.index_each_scalar(ALL_CHILDREN, &children, &mut scalar_addresses);
    let address_of =
        |addresses: &CodeAddresses, lane: usize| (addresses.words[lane], addresses.coset_lanes[lane]);
    check_equal(
        bits(ALL_CHILDREN).all(|lane| address_of(&addresses, lane) == address_of(&scalar_addresses, lane)),
        "the addresses",
    )?;

    let limit = CodeSet::within_limit(7, 7);
    let (mut words, mut scalar_words) = ([0; 32], [0; 32]);
    let within = probe.read_each(ALL_CHILDREN, &addresses, limit, &mut words);
    let scalar_within = probe.read_each_scalar(ALL_CHILDREN, &addresses, limit, &mut scalar_words);
    check_equal(within == scalar_within && words == scalar_words, "the codes")?;

    let parent = Bounds::from_distances(&[7]);
    let mut batch = ProbeBatch::default();
    (batch.addresses[0], batch.words[0]) = (addresses, words);
    for lane in bits(ALL_CHILDREN) {
        let child = Child { move_index: 0, lane, unread: 0 };
        let (mut simd, mut scalar) = (Bounds::default(), Bounds::default());
        simd.become_child(&parent, 1, child, &batch);
        scalar.become_child_scalar(&parent, 1, child, &batch);
        let fields =
            |r: &Bounds| (r.words[0], r.coset_lanes[0], r.distances, r.sum, r.no_progress, r.largest);
        check_equal(fields(&simd) == fields(&scalar), "the distances")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use cubiform_store::fill::Watch;
    use cubiform_threads::Threads;

    #[test]
    fn vector_probes_agree_with_scalar_probes() {
        let coordinate = Entry::named("cross").unwrap().coordinate();
        let (table, _) = Table::fill(Arc::clone(coordinate), &Threads::new(2), &Watch::quiet()).unwrap();
        assert!(check_lookups(&Arc::new(table), 1000).unwrap() >= 1000);
    }
}
