//! Numbers of states, up to symmetry, for the table of pairs: a class of where four edges' partners are, the order of the
//! other eight, and a bit for the centres of F and B and the parity.

use super::{FRONT_WAYS, IDENTITY, Order, PairState, TURNS, inverse};
use crate::kociemba::SymClasses;
use crate::placement;

/// The edges along the axis of F and B, which all symmetries of the stage carry to each other.
const BASE: [usize; 4] = [0, 2, 4, 6];

/// The others; the last two follow from the rest, since the permutation is even.
const REST: [usize; 8] = [1, 3, 5, 7, 8, 9, 10, 11];

/// How many of these are told.
const TOLD: usize = 6;

/// How many orders of these there are: 8! / 2.
pub(super) const ORDERS: usize = placement::count(REST.len(), TOLD);

/// How many bits there are: pairings of the centres of F and B, even and odd.
pub(super) const BITS: usize = FRONT_WAYS;

/// How many symmetries there are.
pub(super) const VIEWS: usize = 8;

/// How many classes of bases there are.
pub(super) const CLASSES: usize = 1538;

/// A word of the table and the view that leads to it, after a turn: together they say what becomes of the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassOrder {
    pub(super) class: usize,
    pub(super) order: usize,
    /// `VIEWS * turn + view`.
    pub(super) by: usize,
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
    base_from: [[u8; BASE.len()]; TURNS + 1],
    lows: [Order; TURNS + 1],
    /// By where the partners of the base are, 12 to the fourth, the class and the view that leads to its representative.
    seen: Vec<(u16, u8)>,
    /// By turn and view, where the rest's told positions come from.
    rest_from: Vec<[u8; TOLD]>,
    /// By turn and view, what becomes of an edge.
    edges: Vec<Order>,
    /// By class, the number of an edge among those that are not the base's partners.
    among: Vec<Order>,
    /// By class, where the partners of the base are.
    bases: Vec<[u8; BASE.len()]>,
    /// By class, the views that keep it, the identity first.
    keeping: Vec<Vec<u8>>,
    /// By turn and view and by way of the front's centres, the bit of these if they are even.
    bits: Vec<[u8; FRONT_WAYS]>,
    /// By turn and view, the bits that become of each.
    permutations: Vec<[u8; BITS]>,
}

impl Numbering {
    /// From what turns do to low positions and where high ones come from, the ways of the front's centres, what turns make
    /// of these, which turns change the parity, and for each symmetry what it makes of edges and of ways.
    pub(super) fn new(
        lows: &[Order; TURNS + 1],
        highs_from: &[Order; TURNS + 1],
        front: &[u8],
        front_turned: &[[u8; TURNS]],
        is_odd: &[bool; TURNS],
        views: Vec<(Order, Vec<u8>)>,
    ) -> Numbering {
        assert_eq!(views.len(), VIEWS, "the known symmetries");
        let inverses: Vec<u8> = views
            .iter()
            .map(|(edges, _)| {
                views.iter().position(|(own, _)| *own == inverse(edges)).expect("a group") as u8
            })
            .collect();
        let base_of = |rank: usize| {
            let mut base = [0; BASE.len()];
            placement::unrank(12, rank, &mut base);
            base
        };
        let image = |base: [u8; 4], edges: &Order| -> [u8; 4] {
            let back = inverse(edges);
            std::array::from_fn(|i| {
                let from = BASE.iter().position(|own| *own == usize::from(back[BASE[i]]));
                edges[usize::from(base[from.expect("symmetries keep the base")])]
            })
        };
        let classes = SymClasses::<u16>::under(&inverses, placement::count(12, BASE.len()), |rank, view| {
            placement::rank(12, &image(base_of(rank), &views[view].0))
        });
        assert_eq!(classes.count(), CLASSES, "the known classes");
        let mut seen = vec![(0, 0); 12 * 12 * 12 * 12];
        for rank in 0..classes.ranks() {
            let (class, view) = classes.of(rank);
            seen[key(base_of(rank))] = (class as u16, view as u8);
        }
        let bases: Vec<[u8; 4]> = (0..CLASSES).map(|class| base_of(classes.representative(class))).collect();
        let among = |base: &[u8; 4]| {
            let mut among = IDENTITY;
            let rest = (0..12).filter(|edge| !base.contains(edge));
            rest.enumerate().for_each(|(i, edge)| among[usize::from(edge)] = i as u8);
            among
        };
        // Ways that differ by an exchange of the two colours are one pairing.
        let mut pairings = [0; FRONT_WAYS];
        let mut count = 0;
        for (way, set) in front.iter().enumerate() {
            let other = front[..way].iter().position(|own| *own == !set);
            pairings[way] = other.map_or(count, |other| pairings[other]);
            count += u8::from(other.is_none());
        }
        let (mut rest_from, mut edges, mut bits, mut permutations) = (vec![], vec![], vec![], vec![]);
        for turn in 0..=TURNS {
            for (own, ways) in &views {
                let back = inverse(own);
                rest_from.push(std::array::from_fn(|i| highs_from[turn][usize::from(back[REST[i]])]));
                edges.push(lows[turn].map(|edge| own[usize::from(edge)]));
                let is_odd = turn < TURNS && is_odd[turn];
                let turned = |way: usize| if turn < TURNS { front_turned[way][turn].into() } else { way };
                let to: [u8; FRONT_WAYS] = std::array::from_fn(|way| {
                    2 * pairings[usize::from(ways[turned(way)])] + u8::from(is_odd)
                });
                let mut permutation = [0; BITS];
                for (way, pairing) in pairings.iter().enumerate() {
                    permutation[usize::from(2 * pairing)] = to[way];
                    permutation[usize::from(2 * pairing + 1)] = to[way] ^ 1;
                }
                bits.push(to);
                permutations.push(permutation);
            }
        }
        Numbering {
            base_from: std::array::from_fn(|turn| BASE.map(|edge| highs_from[turn][edge])),
            lows: *lows,
            seen,
            rest_from,
            edges,
            among: bases.iter().map(among).collect(),
            bases,
            keeping: (0..CLASSES)
                .map(|class| (0..VIEWS as u8).filter(|v| classes.stabilizer(class) >> v & 1 == 1).collect())
                .collect(),
            bits,
            permutations,
        }
    }

    /// Where the word of a permutation lies after a turn.
    #[inline(always)]
    pub(super) fn seen(&self, pairs: &Order, turn: usize) -> ClassOrder {
        let (lows, from) = (&self.lows[turn], &self.base_from[turn]);
        let base = from.map(|edge| lows[usize::from(pairs[usize::from(edge)])]);
        let (class, view) = self.seen[key(base)];
        self.seen_by(pairs, class.into(), VIEWS * turn + usize::from(view))
    }

    /// The same where class, turn and view are known.
    #[inline(always)]
    fn seen_by(&self, pairs: &Order, class: usize, by: usize) -> ClassOrder {
        let (edges, from, among) = (&self.edges[by], &self.rest_from[by], &self.among[class]);
        let (mut order, mut left) = (0, 0xffu32);
        for (i, from) in from.iter().enumerate() {
            let edge = edges[usize::from(pairs[usize::from(*from)])];
            let bit = 1u32 << among[usize::from(edge)];
            order = order * (REST.len() - i) + (left & (bit - 1)).count_ones() as usize;
            left &= !bit;
        }
        ClassOrder { class, order, by }
    }

    /// The bit of a state in the word that was found for its permutation.
    #[inline(always)]
    pub(super) fn bit(&self, state: &PairState, by: usize) -> usize {
        usize::from(self.bits[by][usize::from(state.centres[2])] ^ u8::from(state.is_odd))
    }

    /// What becomes of each bit by a turn and a view.
    pub(super) fn permutations(&self) -> &[[u8; BITS]] {
        &self.permutations
    }

    /// The permutation of a word.
    pub(super) fn pairs(&self, class: usize, mut order: usize) -> Order {
        let mut digits = [0; TOLD];
        for i in (0..TOLD).rev() {
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
        [pairs[REST[TOLD]], pairs[REST[TOLD + 1]]] = [take(0), take(0)];
        if cubiform_cube::state::is_odd(&pairs) {
            pairs.swap(REST[TOLD], REST[TOLD + 1]);
        }
        pairs
    }

    /// Whether symmetries beside the identity keep a class, so that several of its words stand for the same.
    #[inline(always)]
    pub(super) fn has_stabilizer(&self, class: usize) -> bool {
        self.keeping[class].len() > 1
    }

    /// The words that stand for the same as that of a permutation after a turn, with what leads to each.
    pub(super) fn equivalent_entries(&self, pairs: &Order, class: usize) -> impl Iterator<Item = ClassOrder> {
        self.keeping[class]
            .iter()
            .map(move |view| self.seen_by(pairs, class, VIEWS * TURNS + usize::from(*view)))
    }

    /// How many states a bit of a word stands for.
    pub(super) fn weight(&self, class: usize) -> u64 {
        (VIEWS / self.keeping[class].len()) as u64
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
    fn words_are_those_of_their_permutations() {
        let numbering = &Pairs::get().numbering;
        assert_eq!(numbering.bases.len(), CLASSES);
        let weights: u64 = (0..CLASSES).map(|class| numbering.weight(class)).sum();
        assert_eq!(weights, placement::count(12, BASE.len()) as u64, "classes have all bases");
        for class in (0..CLASSES).step_by(7) {
            for order in (0..ORDERS).step_by(997) {
                let pairs = numbering.pairs(class, order);
                assert!(!cubiform_cube::state::is_odd(&pairs));
                let seen = numbering.seen(&pairs, TURNS);
                assert_eq!(seen.class, class);
                let alike: Vec<usize> =
                    numbering.equivalent_entries(&pairs, class).map(|alike| alike.order).collect();
                assert!(alike.contains(&order) && alike.contains(&seen.order));
                assert_eq!(alike.len() > 1, numbering.has_stabilizer(class));
            }
        }
    }

    /// A turn and the one that undoes it lead from a word to one that stands for the same, bit for bit.
    #[test]
    fn bits_go_where_their_states_go() {
        let pairs = Pairs::get();
        let numbering = &pairs.numbering;
        let mut state = pairs.state(&cubiform_cube::four::Cube4::SOLVED).unwrap();
        let place = |state: &PairState| {
            let seen = numbering.seen(&state.pairs, TURNS);
            (seen.word(), numbering.bit(state, seen.by))
        };
        for i in 0..2000usize {
            let turn = i * i % 17;
            let (word, bit) = place(&state);
            let own = numbering.pairs(word / ORDERS, word % ORDERS);
            let next = pairs.turn(&state, turn);
            // As seen from the word: some turn leads to where the next state is.
            let leads_there = (0..TURNS).any(|t| {
                let seen = numbering.seen(&own, t);
                let bit = usize::from(numbering.permutations()[seen.by][bit]);
                let there = numbering.pairs(seen.class, seen.order);
                let mut alike = numbering.equivalent_entries(&there, seen.class);
                alike.any(|a| (a.word(), usize::from(numbering.permutations()[a.by][bit])) == place(&next))
            });
            assert!(leads_there, "turn {turn} of {state:?}");
            state = next;
        }
    }
}
