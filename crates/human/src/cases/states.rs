//! All states with a given case, numbered for uniform sampling.
//!
//! The last layer is on top. With an OLL case, the first two layers are solved and the permutation of the last layer is
//! free. With a PLL case, the last layer is oriented and may be turned by any amount. With an F2L case, the pair
//! belongs to slot FR, the cross and the other slots are solved, and the last layer is free.

use std::collections::BTreeSet;

use cubiform_cube::state::is_odd;
use cubiform_cube::{Algorithm, Cube, Face, Symmetry, placement};

use super::recognition::{self, PairPlacement, SLOT};
use super::{Case, CaseSet, after_u_turn};

/// Number of permutations of four pieces.
const ARRANGEMENTS: u64 = 24;

/// Number of permutations of the corners and edges of a layer with equal parity.
const PERMUTATIONS: u64 = ARRANGEMENTS * ARRANGEMENTS / 2;

/// The states with one of several cases.
#[derive(Clone, Debug)]
pub struct CaseStates {
    cases: Vec<SingleCaseStates>,
}

/// The states with one case.
#[derive(Clone, Debug)]
enum SingleCaseStates {
    /// The orientations of the last layer: twists and flips by position.
    Oll(Vec<([usize; 4], [usize; 4])>),
    /// Complete states.
    Pll(Vec<Cube>),
    /// The placements of the pair.
    F2l(Vec<PairPlacement>),
}

impl SingleCaseStates {
    fn new(case: &Case) -> SingleCaseStates {
        let algorithm = Algorithm::parse(case.algorithms[0]).expect("valid algorithm in the case tables");
        let state = algorithm.cube().inverse();
        let turned = (0..4).map(|quarters| after_u_turn(&state, quarters));
        match case.set {
            CaseSet::Oll => {
                let all: BTreeSet<_> = turned.map(|cube| recognition::twists_and_flips(&cube)).collect();
                SingleCaseStates::Oll(all.into_iter().collect())
            }
            CaseSet::F2l => {
                let all: BTreeSet<_> = turned.map(|cube| PairPlacement::new(&cube, SLOT)).collect();
                SingleCaseStates::F2l(all.into_iter().collect())
            }
            CaseSet::Pll => {
                let mut all: Vec<(usize, Cube)> = (0..4)
                    .map(|quarters| state.conjugate(Symmetry::rotation(Face::U, quarters)))
                    .flat_map(|rotated| (0..4).map(move |last| after_u_turn(&rotated, last)))
                    .map(|cube| (recognition::rank_permutation(&cube), cube))
                    .collect();
                all.sort_by_key(|(number, _)| *number);
                all.dedup_by_key(|(number, _)| *number);
                SingleCaseStates::Pll(all.into_iter().map(|(_, cube)| cube).collect())
            }
        }
    }

    fn count(&self) -> u64 {
        match self {
            SingleCaseStates::Oll(all) => all.len() as u64 * PERMUTATIONS,
            SingleCaseStates::Pll(all) => all.len() as u64,
            // The twists of three corners and the flips of three edges are free.
            SingleCaseStates::F2l(all) => all.len() as u64 * PERMUTATIONS * 27 * 8,
        }
    }

    fn nth(&self, index: u64) -> Cube {
        match self {
            SingleCaseStates::Pll(all) => all[index as usize],
            SingleCaseStates::Oll(all) => {
                let (twists, flips) = all[(index / PERMUTATIONS) as usize];
                let places = |orientations: [usize; 4], order: usize| -> Vec<u8> {
                    (0..4).map(|at| (order * at + orientations[at]) as u8).collect()
                };
                let (corners, edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
                assemble(corners, edges, &places(twists, 3), &places(flips, 2), index % PERMUTATIONS)
            }
            SingleCaseStates::F2l(all) => {
                let (index, permutation) = (index / PERMUTATIONS, index % PERMUTATIONS);
                let (index, twists) = (index / 27, index % 27);
                let (index, flips) = (index / 8, index % 8);
                let pair = all[index as usize];
                let (mut corners, mut edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
                corners[SLOT.corner()] = pair.corner;
                edges[SLOT.edge()] = pair.edge;
                let corner_places = last_layer_places(3, SLOT.corner(), pair.corner, twists);
                let edge_places = last_layer_places(2, SLOT.edge(), pair.edge, flips);
                assemble(corners, edges, &corner_places, &edge_places, permutation)
            }
        }
    }
}

/// Returns the places of the last-layer corners or edges: the four positions, among those of the layer and `slot`, that
/// the pair does not take. `number` selects their orientations; the sum of all orientations is a multiple of `order`,
/// which is 3 for corners and 2 for edges.
fn last_layer_places(order: u8, slot: usize, taken: u8, number: u64) -> Vec<u8> {
    let positions = (0..4).chain([slot as u8]).filter(|position| *position != taken / order);
    let mut sum = taken % order;
    let mut number = number;
    let mut places: Vec<u8> = positions.map(|position| position * order).collect();
    let (last, others) = places.split_last_mut().expect("there are four");
    for place in others {
        let orientation = (number % u64::from(order)) as u8;
        number /= u64::from(order);
        *place += orientation;
        sum += orientation;
    }
    *last += (order - sum % order) % order;
    places
}

/// Returns the cube with the last-layer pieces in these places. `number` selects one of 24 permutations of the corners
/// and one of the 12 permutations of the edges with the same parity.
fn assemble(
    mut corners: [u8; 8],
    mut edges: [u8; 12],
    corner_places: &[u8],
    edge_places: &[u8],
    number: u64,
) -> Cube {
    for (piece, at) in unrank_of_four(number / (ARRANGEMENTS / 2)).into_iter().enumerate() {
        corners[piece] = corner_places[usize::from(at)];
    }
    // Permutations of ranks 2n and 2n + 1 differ by a swap of the last two pieces.
    for (piece, at) in unrank_of_four(number % (ARRANGEMENTS / 2) * 2).into_iter().enumerate() {
        edges[piece] = edge_places[usize::from(at)];
    }
    let positions = |places: &[u8], order: u8| places.iter().map(|place| place / order).collect::<Vec<u8>>();
    if is_odd(&positions(&corners, 3)) != is_odd(&positions(&edges, 2)) {
        edges.swap(2, 3);
    }
    Cube::from_places(corners, edges).expect("parity, twists and flips were made to agree")
}

/// Returns the permutation of four with this rank in lexicographic order, 0 to 23.
fn unrank_of_four(number: u64) -> [u8; 4] {
    let mut permutation = [0; 4];
    placement::unrank(4, number as usize, &mut permutation);
    permutation
}

impl CaseStates {
    /// Builds the set of states with any of `cases`, which must be distinct.
    pub fn new(cases: &[&Case]) -> CaseStates {
        CaseStates { cases: cases.iter().map(|case| SingleCaseStates::new(case)).collect() }
    }

    /// Returns the number of states.
    pub fn count(&self) -> u64 {
        self.cases.iter().map(SingleCaseStates::count).sum()
    }

    /// Returns the state with this index. Different indices give different states if all cases are of one set.
    ///
    /// # Panics
    /// If `index` is not less than [`CaseStates::count`].
    pub fn nth(&self, index: u64) -> Cube {
        let mut index = index;
        for case in &self.cases {
            if index < case.count() {
                return case.nth(index);
            }
            index -= case.count();
        }
        panic!("the number is below the count");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::identify;

    fn all(set: CaseSet) -> Vec<&'static Case> {
        set.cases().iter().collect()
    }

    /// Checks that every `step`-th index gives a distinct state with the case.
    fn check(case: &'static Case, step: usize) {
        let states = CaseStates::new(&[case]);
        let mut seen = HashSet::new();
        for index in (0..states.count()).step_by(step) {
            let cube = states.nth(index);
            let [identified] = identify(&cube, Face::D.color())[..] else {
                panic!("{case}: expected one case")
            };
            assert_eq!(identified.case, Some(case));
            assert!(seen.insert(cube), "{case}: {index} is another's state");
        }
        assert_eq!(seen.len() as u64, states.count().div_ceil(step as u64));
    }

    #[test]
    fn oll_and_pll_states_are_complete_and_distinct() {
        CaseSet::Oll.cases().iter().chain(CaseSet::Pll.cases()).for_each(|case| check(case, 1));
        // 216 * 288 states of the last layer, of which 288 are oriented; 4 of these are solved up to a turn of U.
        assert_eq!(CaseStates::new(&all(CaseSet::Oll)).count(), 216 * 288 - 288);
        assert_eq!(CaseStates::new(&all(CaseSet::Pll)).count(), 288 - 4);
    }

    #[test]
    fn f2l_states_are_complete_and_distinct() {
        check(&CaseSet::F2l.cases()[4], 1);
        CaseSet::F2l.cases().iter().for_each(|case| check(case, 61));
        // Five corners and five edges are free, minus the states with a solved pair.
        let free = 120 * 120 / 2 * 81 * 16;
        let solved = 24 * 24 / 2 * 27 * 8;
        assert_eq!(CaseStates::new(&all(CaseSet::F2l)).count(), free - solved);
    }

    #[test]
    fn state_counts_match_the_probabilities_of_the_cases() {
        for set in [CaseSet::Oll, CaseSet::Pll] {
            for case in set.cases() {
                let all_states = if set == CaseSet::Oll { 216 * 288 } else { 288 };
                let (of, among) = case.probability;
                assert_eq!(
                    CaseStates::new(&[case]).count() * u64::from(among),
                    all_states * u64::from(of),
                    "{case}"
                );
            }
        }
    }
}
