//! The numbering of states, up to symmetry, for the table of pairs.
//!
//! The table has the permutation p ([`super`]), the centres of F and B, and the parity. Eight symmetries preserve low
//! positions and the stage. An entry is `word * BITS + bit`, with `word = class * ORDERS + order`:
//!
//! | index | value | size |
//! |---|---|---|
//! | class | symmetry class of the images of the four base edges under p | 1538 classes of 12! / 8! = 11,880 |
//! | order | rank of the images of the other eight edges among the remaining positions; p is even | 8! / 2 = 20,160 |
//! | bit | `2 * partition of the centres + parity`, odd parity 1 | 6 * 2 = 12 |
//!
//! The *partition of the centres* is the set of positions of one colour of F-B, up to exchange of the two colours: 12
//! sets make 6 partitions.
//!
//! A symmetry maps the images of the base to the representative of the class; order and bit are read from the
//! transformed state. If a class has a stabilizer, several words stand for the same states
//! ([`Numbering::equivalent_entries`]).

use super::{EdgePermutation, FRONT_CENTRE_SETS, IDENTITY, PairState, TURNS, inverse};
use crate::kociemba::{SymClasses, unrank};
use cubiform_cube::placement;

/// The base: the four edges parallel to the F-B axis, which the symmetries of the stage permute among themselves.
const BASE: [usize; 4] = [0, 2, 4, 6];

/// The other edges. Only the first [`ENCODED`] are ranked: the last two follow, since p is even.
const REST: [usize; 8] = [1, 3, 5, 7, 8, 9, 10, 11];

/// The number of edges of the rest whose images are ranked.
const ENCODED: usize = 6;

/// The number of orders: 8! / 2.
pub(super) const ORDERS: usize = placement::count(REST.len(), ENCODED);

/// The number of bits: partitions of the centres of F and B, by parity.
pub(super) const BITS: usize = FRONT_CENTRE_SETS;

/// The number of symmetries.
pub(super) const SYMMETRIES: usize = 8;

/// The number of symmetry classes of the images of the base.
pub(super) const CLASSES: usize = 1538;

/// A word of the table, with the turn and symmetry that lead to it. These determine the image of each bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassOrder {
    pub(super) class: usize,
    pub(super) order: usize,
    /// `SYMMETRIES * turn + symmetry`; the turn is [`TURNS`] for none.
    pub(super) turn_symmetry: usize,
}

impl ClassOrder {
    /// Returns the number of the word.
    #[inline(always)]
    pub(super) fn word(self) -> usize {
        self.class * ORDERS + self.order
    }
}

/// The tables of the numbering. Turns are those of the stage, and [`TURNS`] for none.
#[derive(Debug)]
pub(super) struct Numbering {
    /// By turn: the high position that each base edge comes from.
    base_sources: [[u8; BASE.len()]; TURNS + 1],
    /// By turn: the image of each low position.
    low_images: [EdgePermutation; TURNS + 1],
    /// By images of the base ([`key`]): the class, and a symmetry that maps them to the representative.
    base_classes: Vec<(u16, u8)>,
    /// By turn and symmetry: the high position that each encoded edge of the rest comes from.
    rest_sources: Vec<[u8; ENCODED]>,
    /// By turn and symmetry: the image of each low position.
    edge_images: Vec<EdgePermutation>,
    /// By class: the index of each edge position among those that are not images of the base.
    rest_indices: Vec<EdgePermutation>,
    /// By class: the images of the base, as in the representative.
    bases: Vec<[u8; BASE.len()]>,
    /// The symmetry classes of the images of the base.
    classes: SymClasses,
    /// By turn and symmetry and set of the F-B centres: the bit of the image at even parity.
    bits: Vec<[u8; FRONT_CENTRE_SETS]>,
    /// By turn and symmetry: the image of each bit.
    pub(super) permutations: Vec<[u8; BITS]>,
}

impl Numbering {
    /// Computes the numbering from the effect of turns and symmetries.
    ///
    /// `front` are the sets of the F-B centres as bit masks, `front_images` the sets after each turn, `is_odd` the
    /// turns that change the parity. Each of `symmetries` has its images of edges and of sets.
    pub(super) fn new(
        low_images: &[EdgePermutation; TURNS + 1],
        high_sources: &[EdgePermutation; TURNS + 1],
        front: &[u8],
        front_images: &[[u8; TURNS]],
        is_odd: &[bool; TURNS],
        symmetries: Vec<(EdgePermutation, Vec<u8>)>,
    ) -> Numbering {
        assert_eq!(symmetries.len(), SYMMETRIES, "the known symmetries");
        let inverses: Vec<u8> = symmetries
            .iter()
            .map(|(edges, _)| {
                symmetries.iter().position(|(candidate, _)| *candidate == inverse(edges)).expect("a group")
                    as u8
            })
            .collect();
        let base_of = |rank: usize| unrank::<{ BASE.len() }>(12, rank);
        let image = |base: [u8; 4], edges: &EdgePermutation| -> [u8; 4] {
            let back = inverse(edges);
            std::array::from_fn(|i| {
                let from = BASE.iter().position(|candidate| *candidate == usize::from(back[BASE[i]]));
                edges[usize::from(base[from.expect("symmetries keep the base")])]
            })
        };
        let classes = SymClasses::under(&inverses, placement::count(12, BASE.len()), |rank, symmetry| {
            placement::rank(12, &image(base_of(rank), &symmetries[symmetry].0))
        });
        assert_eq!(classes.count(), CLASSES, "the known classes");
        let mut base_classes = vec![(0, 0); 12 * 12 * 12 * 12];
        for rank in 0..classes.ranks() {
            let (class, symmetry) = classes.class_of(rank);
            base_classes[key(base_of(rank))] = (class as u16, symmetry as u8);
        }
        let bases: Vec<[u8; 4]> = (0..CLASSES).map(|class| base_of(classes.representative(class))).collect();
        let index_rest = |base: &[u8; 4]| {
            let mut indices = IDENTITY;
            let rest = (0..12).filter(|edge| !base.contains(edge));
            rest.enumerate().for_each(|(i, edge)| indices[usize::from(edge)] = i as u8);
            indices
        };
        // Sets that are complements of each other differ by an exchange of the two colours: they are one partition.
        let mut partitions = [0; FRONT_CENTRE_SETS];
        let mut count = 0;
        for (number, set) in front.iter().enumerate() {
            let other = front[..number].iter().position(|candidate| *candidate == !set);
            partitions[number] = other.map_or(count, |other| partitions[other]);
            count += u8::from(other.is_none());
        }
        let (mut rest_sources, mut edge_images, mut bits, mut permutations) =
            (vec![], vec![], vec![], vec![]);
        for turn in 0..=TURNS {
            for (symmetry_edges, set_images) in &symmetries {
                let back = inverse(symmetry_edges);
                rest_sources.push(std::array::from_fn(|i| high_sources[turn][usize::from(back[REST[i]])]));
                edge_images.push(low_images[turn].map(|edge| symmetry_edges[usize::from(edge)]));
                let is_odd = turn < TURNS && is_odd[turn];
                let after_turn =
                    |number: usize| if turn < TURNS { front_images[number][turn].into() } else { number };
                let to: [u8; FRONT_CENTRE_SETS] = std::array::from_fn(|number| {
                    2 * partitions[usize::from(set_images[after_turn(number)])] + u8::from(is_odd)
                });
                let mut permutation = [0; BITS];
                for (number, partition) in partitions.iter().enumerate() {
                    permutation[usize::from(2 * partition)] = to[number];
                    permutation[usize::from(2 * partition + 1)] = to[number] ^ 1;
                }
                bits.push(to);
                permutations.push(permutation);
            }
        }
        Numbering {
            base_sources: std::array::from_fn(|turn| BASE.map(|edge| high_sources[turn][edge])),
            low_images: *low_images,
            base_classes,
            rest_sources,
            edge_images,
            rest_indices: bases.iter().map(index_rest).collect(),
            bases,
            classes,
            bits,
            permutations,
        }
    }

    /// Returns the word of a permutation after a turn.
    #[inline(always)]
    pub(super) fn class_order_after(&self, pairs: &EdgePermutation, turn: usize) -> ClassOrder {
        let (images, sources) = (&self.low_images[turn], &self.base_sources[turn]);
        let base = sources.map(|edge| images[usize::from(pairs[usize::from(edge)])]);
        let (class, symmetry) = self.base_classes[key(base)];
        self.class_order_under(pairs, class.into(), SYMMETRIES * turn + usize::from(symmetry))
    }

    /// Returns the word of a permutation after a turn and a symmetry that are known to lead to this class.
    #[inline(always)]
    fn class_order_under(&self, pairs: &EdgePermutation, class: usize, turn_symmetry: usize) -> ClassOrder {
        let (edges, from, rest_indices) =
            (&self.edge_images[turn_symmetry], &self.rest_sources[turn_symmetry], &self.rest_indices[class]);
        let (mut order, mut left) = (0, 0xffu32);
        for (i, from) in from.iter().enumerate() {
            let edge = edges[usize::from(pairs[usize::from(*from)])];
            let bit = 1u32 << rest_indices[usize::from(edge)];
            order = order * (REST.len() - i) + (left & (bit - 1)).count_ones() as usize;
            left &= !bit;
        }
        ClassOrder { class, order, turn_symmetry }
    }

    /// Returns the bit of a state in the word that turn and symmetry lead to.
    #[inline(always)]
    pub(super) fn bit(&self, state: &PairState, turn_symmetry: usize) -> usize {
        usize::from(self.bits[turn_symmetry][usize::from(state.centres[2])] ^ u8::from(state.is_odd))
    }

    /// Returns the permutation of a word.
    pub(super) fn pairs(&self, class: usize, mut order: usize) -> EdgePermutation {
        let mut digits = [0; ENCODED];
        for i in (0..ENCODED).rev() {
            digits[i] = order % (REST.len() - i);
            order /= REST.len() - i;
        }
        let base = &self.bases[class];
        let (mut pairs, mut left) = (IDENTITY, 0u16);
        (0..12).filter(|edge| !base.contains(&(*edge as u8))).for_each(|edge| left |= 1 << edge);
        BASE.iter().zip(base).for_each(|(edge, to)| pairs[*edge] = *to);
        let mut take = |skip: usize| {
            let set = (0..skip).fold(left, |set, _| set & (set - 1));
            left &= !(set & set.wrapping_neg());
            set.trailing_zeros() as u8
        };
        digits.iter().zip(REST).for_each(|(digit, edge)| pairs[edge] = take(*digit));
        [pairs[REST[ENCODED]], pairs[REST[ENCODED + 1]]] = [take(0), take(0)];
        if cubiform_cube::state::is_odd(&pairs) {
            pairs.swap(REST[ENCODED], REST[ENCODED + 1]);
        }
        pairs
    }

    /// Returns whether a class has a nontrivial stabilizer, so that several words stand for the same states.
    #[inline(always)]
    pub(super) fn has_stabilizer(&self, class: usize) -> bool {
        self.classes.stabilizer(class).len() > 1
    }

    /// Iterates over the words that stand for the states of a permutation. Its images of the base must be the
    /// representative of `class`.
    pub(super) fn equivalent_entries(
        &self,
        pairs: &EdgePermutation,
        class: usize,
    ) -> impl Iterator<Item = ClassOrder> {
        let stabilizer = self.classes.stabilizer(class);
        stabilizer.map(move |symmetry| self.class_order_under(pairs, class, SYMMETRIES * TURNS + symmetry))
    }

    /// Returns the number of states that a bit of a word of this class stands for.
    pub(super) fn weight(&self, class: usize) -> u64 {
        self.classes.size(class)
    }
}

/// Returns the index of the images of the base in a table: four digits in base 12.
#[inline(always)]
fn key(base: [u8; 4]) -> usize {
    base.iter().fold(0, |key, edge| 12 * key + usize::from(*edge))
}

#[cfg(test)]
mod tests {
    use super::super::{PairState, Pairs};
    use super::*;

    #[test]
    fn class_order_of_unranked_pairs_is_the_same_word_up_to_symmetry() {
        let numbering = &Pairs::get().numbering;
        assert_eq!(numbering.bases.len(), CLASSES);
        let weights: u64 = (0..CLASSES).map(|class| numbering.weight(class)).sum();
        assert_eq!(weights, placement::count(12, BASE.len()) as u64, "classes have all bases");
        for class in (0..CLASSES).step_by(7) {
            for order in (0..ORDERS).step_by(997) {
                let pairs = numbering.pairs(class, order);
                assert!(!cubiform_cube::state::is_odd(&pairs));
                let entry = numbering.class_order_after(&pairs, TURNS);
                assert_eq!(entry.class, class);
                let equivalent: Vec<usize> =
                    numbering.equivalent_entries(&pairs, class).map(|equivalent| equivalent.order).collect();
                assert!(equivalent.contains(&order) && equivalent.contains(&entry.order));
                assert_eq!(equivalent.len() > 1, numbering.has_stabilizer(class));
            }
        }
    }

    /// Checks words up to symmetry: some turn of the word's permutation leads to a word that is equivalent to that of
    /// the child, with the same bit.
    #[test]
    fn a_turn_maps_the_word_and_bit_of_a_state_to_those_of_its_child() {
        let stage = Pairs::get();
        let numbering = &stage.numbering;
        let mut state = stage.state(&cubiform_cube::four::Cube4::SOLVED).unwrap();
        let word_and_bit = |state: &PairState| {
            let entry = numbering.class_order_after(&state.pairs, TURNS);
            (entry.word(), numbering.bit(state, entry.turn_symmetry))
        };
        for i in 0..2000usize {
            let turn = i * i % 17;
            let (word, bit) = word_and_bit(&state);
            let pairs_of_word = numbering.pairs(word / ORDERS, word % ORDERS);
            let next = stage.turn(&state, turn);
            // The word is the state under a symmetry, so that the turn is conjugated: try all.
            let reaches_child = (0..TURNS).any(|t| {
                let entry = numbering.class_order_after(&pairs_of_word, t);
                let bit = usize::from(numbering.permutations[entry.turn_symmetry][bit]);
                let child_pairs = numbering.pairs(entry.class, entry.order);
                let mut equivalent = numbering.equivalent_entries(&child_pairs, entry.class);
                equivalent.any(|a| {
                    (a.word(), usize::from(numbering.permutations[a.turn_symmetry][bit]))
                        == word_and_bit(&next)
                })
            });
            assert!(reaches_child, "turn {turn} of {state:?}");
            state = next;
        }
    }
}
