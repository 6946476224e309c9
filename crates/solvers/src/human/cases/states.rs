//! All states that show a case, numbered, so that one can be drawn with each equally likely.
//!
//! The last layer is on top. With an OLL case the first two layers are solved and the permutation is free; with a PLL
//! case the last layer is oriented, and turned by any amount; with an F2L case the pair belongs to the slot FR, the
//! cross and the other slots are solved, and the last layer is free.

use std::collections::BTreeSet;

use cubiform_cube::state::is_odd;
use cubiform_cube::{Algorithm, Cube, Symmetry};

use super::recognition::{self, PairPlacement, SLOT};
use super::{Case, Set, after_u_turn};
use cubiform_cube::Face;

/// Arrangements of four pieces.
const ARRANGEMENTS: u64 = 24;

/// Permutations of the corners and edges of a layer of equal parity.
const PERMUTATIONS: u64 = ARRANGEMENTS * ARRANGEMENTS / 2;

/// The states that show one of some cases.
#[derive(Clone, Debug)]
pub struct CaseStates {
    cases: Vec<SingleCaseStates>,
}

/// The states of one case.
#[derive(Clone, Debug)]
enum SingleCaseStates {
    /// Orientations of the last layer: twists and flips by position.
    Oll(Vec<([u8; 4], [u8; 4])>),
    /// Whole states.
    Pll(Vec<Cube>),
    /// Placements of the pair.
    F2l(Vec<PairPlacement>),
}

impl SingleCaseStates {
    fn new(case: &Case) -> SingleCaseStates {
        let algorithm = Algorithm::parse(case.algorithms[0]).expect("the tables are read");
        let state = algorithm.cube().inverse();
        let turned = (0..4).map(|quarters| after_u_turn(&state, quarters));
        match case.set {
            Set::Oll => {
                let all: BTreeSet<_> = turned.map(|cube| twists_and_flips(&cube)).collect();
                SingleCaseStates::Oll(all.into_iter().collect())
            }
            Set::F2l => {
                let all: BTreeSet<_> = turned.map(|cube| PairPlacement::of(&cube, SLOT)).collect();
                SingleCaseStates::F2l(all.into_iter().collect())
            }
            Set::Pll => {
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
            // Twists of three corners and flips of three edges are free.
            SingleCaseStates::F2l(all) => all.len() as u64 * PERMUTATIONS * 27 * 8,
        }
    }

    fn nth(&self, index: u64) -> Cube {
        match self {
            SingleCaseStates::Pll(all) => all[index as usize],
            SingleCaseStates::Oll(all) => {
                let (twists, flips) = all[(index / PERMUTATIONS) as usize];
                let places = |orientations: [u8; 4], order: u8| -> Vec<u8> {
                    (0..4).map(|at| order * at + orientations[usize::from(at)]).collect()
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

/// The four places that a pair leaves to the last layer, in the positions of the layer and of the slot, with orientations
/// numbered by `number` so that all sum to a multiple of `order`.
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

/// The cube with the pieces of the last layer in these places, in the order of this number: 24 orders of the corners, and
/// for each the 12 orders of the edges that have the parity.
fn assemble(
    mut corners: [u8; 8],
    mut edges: [u8; 12],
    corner_places: &[u8],
    edge_places: &[u8],
    number: u64,
) -> Cube {
    for (piece, at) in unrank_of_four(number / (ARRANGEMENTS / 2)).into_iter().enumerate() {
        corners[piece] = corner_places[at];
    }
    // Orders of neighbouring numbers differ by an exchange of the last two.
    for (piece, at) in unrank_of_four(number % (ARRANGEMENTS / 2) * 2).into_iter().enumerate() {
        edges[piece] = edge_places[at];
    }
    let positions = |places: &[u8], order: u8| places.iter().map(|place| place / order).collect::<Vec<u8>>();
    if is_odd(&positions(&corners, 3)) != is_odd(&positions(&edges, 2)) {
        edges.swap(2, 3);
    }
    Cube::from_places(corners, edges).expect("parity, twists and flips were made to agree")
}

/// The order of four with this number, below 24, in lexicographic order.
fn unrank_of_four(number: u64) -> [usize; 4] {
    let mut remaining = vec![0, 1, 2, 3];
    let mut number = number as usize;
    [6, 2, 1, 1].map(|size| {
        let i = number / size;
        number %= size;
        remaining.remove(i)
    })
}

/// The twists and flips of the last layer by position.
fn twists_and_flips(cube: &Cube) -> ([u8; 4], [u8; 4]) {
    let (mut twists, mut flips) = ([0; 4], [0; 4]);
    for piece in 0..4 {
        let (corner, edge) = (cube.corners()[piece], cube.edges()[piece]);
        twists[usize::from(corner / 3)] = corner % 3;
        flips[usize::from(edge / 2)] = edge % 2;
    }
    (twists, flips)
}

impl CaseStates {
    /// The states that show any of `cases`, which are distinct.
    pub fn new(cases: &[&Case]) -> CaseStates {
        CaseStates { cases: cases.iter().map(|case| SingleCaseStates::new(case)).collect() }
    }

    /// The number of states.
    pub fn count(&self) -> u64 {
        self.cases.iter().map(SingleCaseStates::count).sum()
    }

    /// The state of this number; each has one. For different cases of one set the states differ.
    ///
    /// # Panics
    /// If `index` is not below [`CaseStates::count`].
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
    use crate::human::identify;

    fn all(set: Set) -> Vec<&'static Case> {
        set.cases().iter().collect()
    }

    /// Whether every number is a state of its own that shows the case.
    fn check(case: &'static Case, step: usize) {
        let states = CaseStates::new(&[case]);
        let mut seen = HashSet::new();
        for index in (0..states.count()).step_by(step) {
            let cube = states.nth(index);
            let [found] = identify(&cube, Face::D.color())[..] else { panic!("{case}: not one step") };
            assert_eq!(found.case, Some(case));
            assert!(seen.insert(cube), "{case}: {index} is another's state");
        }
        assert_eq!(seen.len() as u64, states.count().div_ceil(step as u64));
    }

    #[test]
    fn oll_and_pll_states_are_complete_and_distinct() {
        Set::Oll.cases().iter().chain(Set::Pll.cases()).for_each(|case| check(case, 1));
        // All orientations and permutations of the last layer but those that are solved: 216 * 288, less 288 that are
        // oriented; of these 288, less four turns of the solved layer.
        assert_eq!(CaseStates::new(&all(Set::Oll)).count(), 216 * 288 - 288);
        assert_eq!(CaseStates::new(&all(Set::Pll)).count(), 288 - 4);
    }

    #[test]
    fn f2l_states_are_complete_and_distinct() {
        check(&Set::F2l.cases()[4], 1);
        Set::F2l.cases().iter().for_each(|case| check(case, 61));
        // Five corners and five edges in five places each, less those whose pair is solved.
        let free = 120 * 120 / 2 * 81 * 16;
        let solved = 24 * 24 / 2 * 27 * 8;
        assert_eq!(CaseStates::new(&all(Set::F2l)).count(), free - solved);
    }

    #[test]
    fn state_counts_match_the_probabilities_of_the_cases() {
        for set in [Set::Oll, Set::Pll] {
            for case in set.cases() {
                let all_states = if set == Set::Oll { 216 * 288 } else { 288 };
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
