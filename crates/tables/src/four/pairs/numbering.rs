//! Numbers of states, up to symmetry, for the table of pairs: a class of where four edges' partners are, the order of the
//! other eight, and a bit for the centres of F and B and the parity.

use super::{EdgePermutation, FRONT_CENTRE_SETS, IDENTITY, PairState, TURNS, inverse};
use crate::kociemba::SymClasses;
use crate::placement;

/// The edges along the axis of F and B, which all symmetries of the stage carry to each other.
const BASE: [usize; 4] = [0, 2, 4, 6];

/// The others; the last two follow from the rest, since the permutation is even.
const REST: [usize; 8] = [1, 3, 5, 7, 8, 9, 10, 11];

/// How many of these are told.
const ENCODED: usize = 6;

/// How many orders of these there are: 8! / 2.
pub(super) const ORDERS: usize = placement::count(REST.len(), ENCODED);

/// How many bits there are: pairings of the centres of F and B, even and odd.
pub(super) const BITS: usize = FRONT_CENTRE_SETS;

/// How many symmetries there are.
pub(super) const SYMMETRIES: usize = 8;

/// How many classes of bases there are.
pub(super) const CLASSES: usize = 1538;

/// A word of the table and the symmetry that leads to it, after a turn: together they say what becomes of the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassOrder {
    pub(super) class: usize,
    pub(super) order: usize,
    /// `SYMMETRIES * turn + symmetry`.
    pub(super) turn_symmetry: usize,
}

impl ClassOrder {
    /// The number of the word.
    #[inline(always)]
    pub(super) fn word(self) -> usize {
        self.class * ORDERS + self.order
    }
}

/// The numbering. Turns are those of the stage, and [`TURNS`] for none.
#[derive(Debug)]
pub(super) struct Numbering {
    /// By turn, where the base positions come from.
    base_sources: [[u8; BASE.len()]; TURNS + 1],
    low_images: [EdgePermutation; TURNS + 1],
    /// By where the partners of the base are, 12 to the fourth, the class and the symmetry that leads to its representative.
    base_classes: Vec<(u16, u8)>,
    /// By turn and symmetry, where the rest's told positions come from.
    rest_sources: Vec<[u8; ENCODED]>,
    /// By turn and symmetry, what becomes of an edge.
    edge_images: Vec<EdgePermutation>,
    /// By class, the number of an edge rest_indices those that are not the base's partners.
    rest_indices: Vec<EdgePermutation>,
    /// By class, where the partners of the base are.
    bases: Vec<[u8; BASE.len()]>,
    /// By class, the symmetries that keep it, the identity first.
    stabilizers: Vec<Vec<u8>>,
    /// By turn and symmetry and turn_symmetry number of the front's centres, the bit of these if they are even.
    bits: Vec<[u8; FRONT_CENTRE_SETS]>,
    /// By turn and symmetry, the bits that become of each.
    permutations: Vec<[u8; BITS]>,
}

impl Numbering {
    /// From what turns do to low positions and where high ones come from, the set_images of the front's centres, what turns make
    /// of these, which turns change the parity, and for each symmetry what it makes of edges and of set_images.
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
        let base_of = |rank: usize| {
            let mut base = [0; BASE.len()];
            placement::unrank(12, rank, &mut base);
            base
        };
        let image = |base: [u8; 4], edges: &EdgePermutation| -> [u8; 4] {
            let back = inverse(edges);
            std::array::from_fn(|i| {
                let from = BASE.iter().position(|candidate| *candidate == usize::from(back[BASE[i]]));
                edges[usize::from(base[from.expect("symmetries keep the base")])]
            })
        };
        let classes =
            SymClasses::<u16>::under(&inverses, placement::count(12, BASE.len()), |rank, symmetry| {
                placement::rank(12, &image(base_of(rank), &symmetries[symmetry].0))
            });
        assert_eq!(classes.count(), CLASSES, "the known classes");
        let mut base_classes = vec![(0, 0); 12 * 12 * 12 * 12];
        for rank in 0..classes.ranks() {
            let (class, symmetry) = classes.of(rank);
            base_classes[key(base_of(rank))] = (class as u16, symmetry as u8);
        }
        let bases: Vec<[u8; 4]> = (0..CLASSES).map(|class| base_of(classes.representative(class))).collect();
        let index_rest = |base: &[u8; 4]| {
            let mut indices = IDENTITY;
            let rest = (0..12).filter(|edge| !base.contains(edge));
            rest.enumerate().for_each(|(i, edge)| indices[usize::from(edge)] = i as u8);
            indices
        };
        // Ways that differ turn_symmetry an exchange of the two colours are one pairing.
        let mut pairings = [0; FRONT_CENTRE_SETS];
        let mut count = 0;
        for (number, set) in front.iter().enumerate() {
            let other = front[..number].iter().position(|candidate| *candidate == !set);
            pairings[number] = other.map_or(count, |other| pairings[other]);
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
                    2 * pairings[usize::from(set_images[after_turn(number)])] + u8::from(is_odd)
                });
                let mut permutation = [0; BITS];
                for (number, pairing) in pairings.iter().enumerate() {
                    permutation[usize::from(2 * pairing)] = to[number];
                    permutation[usize::from(2 * pairing + 1)] = to[number] ^ 1;
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
            stabilizers: (0..CLASSES)
                .map(|class| {
                    (0..SYMMETRIES as u8).filter(|v| classes.stabilizer(class) >> v & 1 == 1).collect()
                })
                .collect(),
            bits,
            permutations,
        }
    }

    /// Where the word of a permutation lies after a turn.
    #[inline(always)]
    pub(super) fn class_order_after(&self, pairs: &EdgePermutation, turn: usize) -> ClassOrder {
        let (images, sources) = (&self.low_images[turn], &self.base_sources[turn]);
        let base = sources.map(|edge| images[usize::from(pairs[usize::from(edge)])]);
        let (class, symmetry) = self.base_classes[key(base)];
        self.class_order_under(pairs, class.into(), SYMMETRIES * turn + usize::from(symmetry))
    }

    /// The same where class, turn and symmetry are known.
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

    /// The bit of a state in the word that was found for its permutation.
    #[inline(always)]
    pub(super) fn bit(&self, state: &PairState, turn_symmetry: usize) -> usize {
        usize::from(self.bits[turn_symmetry][usize::from(state.centres[2])] ^ u8::from(state.is_odd))
    }

    /// What becomes of each bit turn_symmetry a turn and a symmetry.
    pub(super) fn permutations(&self) -> &[[u8; BITS]] {
        &self.permutations
    }

    /// The permutation of a word.
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

    /// Whether symmetries beside the identity keep a class, so that several of its words stand for the same.
    #[inline(always)]
    pub(super) fn has_stabilizer(&self, class: usize) -> bool {
        self.stabilizers[class].len() > 1
    }

    /// The words that stand for the same as that of a permutation after a turn, with what leads to each.
    pub(super) fn equivalent_entries(
        &self,
        pairs: &EdgePermutation,
        class: usize,
    ) -> impl Iterator<Item = ClassOrder> {
        self.stabilizers[class].iter().map(move |symmetry| {
            self.class_order_under(pairs, class, SYMMETRIES * TURNS + usize::from(*symmetry))
        })
    }

    /// How many states a bit of a word stands for.
    pub(super) fn weight(&self, class: usize) -> u64 {
        (SYMMETRIES / self.stabilizers[class].len()) as u64
    }
}

/// A number for where the partners of the base are.
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

    /// A turn and the one that undoes it lead from a word to one that stands for the same, bit for bit.
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
            // As entry from the word: some turn leads to where the next state is.
            let reaches_child = (0..TURNS).any(|t| {
                let entry = numbering.class_order_after(&pairs_of_word, t);
                let bit = usize::from(numbering.permutations()[entry.turn_symmetry][bit]);
                let there = numbering.pairs(entry.class, entry.order);
                let mut equivalent = numbering.equivalent_entries(&there, entry.class);
                equivalent.any(|a| {
                    (a.word(), usize::from(numbering.permutations()[a.turn_symmetry][bit]))
                        == word_and_bit(&next)
                })
            });
            assert!(reaches_child, "turn {turn} of {state:?}");
            state = next;
        }
    }
}
