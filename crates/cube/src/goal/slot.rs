//! The four slots of the first two layers, and which of them a choice of a goal solves.

use super::Placement;
use crate::piece::PieceSet;

/// One of the four F2L slots: a bottom corner and the edge above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// FR, FL, BR, BL: the order in which they are named.
    pub const ALL: [Slot; 4] = [Slot(0), Slot(1), Slot(2), Slot(3)];

    /// Its index in [`Slot::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its name, relative to the bottom colour in question after rotating it down.
    pub const fn name(self) -> &'static str {
        ["FR", "FL", "BR", "BL"][self.0 as usize]
    }

    /// Its bottom corner.
    pub const fn corner(self) -> usize {
        [4, 5, 7, 6][self.0 as usize]
    }

    /// Its edge.
    pub const fn edge(self) -> usize {
        [8, 9, 11, 10][self.0 as usize]
    }

    /// Its corner and its edge.
    pub fn pair(self) -> PieceSet {
        PieceSet::new(&[self.corner()], &[self.edge()])
    }
}

/// Which slots, blocks and lines one target of a stage solves, so that it can be named; slots in the order of
/// [`Slot::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The slots whose corners it solves.
    pub corners: Vec<Slot>,
    /// The slots whose edges it solves: the same, unless the goal pairs corners and edges freely.
    pub edges: Vec<Slot>,
    /// The further corner and edge that three moves, and turns before them, would solve together.
    pub ready: Option<Ready>,
    /// The blocks and lines that it solves, where the goal leaves their place open.
    pub placements: Vec<Placement>,
}

impl Choice {
    /// These slots, corner and edge.
    pub fn pairs(slots: Vec<Slot>) -> Choice {
        Choice { corners: slots.clone(), edges: slots, ..Choice::default() }
    }

    /// The slots' pieces among `pieces`.
    pub fn from_pieces(pieces: PieceSet) -> Choice {
        let with = |piece: &dyn Fn(Slot) -> PieceSet| {
            Slot::ALL.into_iter().filter(|slot| pieces.contains(piece(*slot))).collect()
        };
        Choice {
            corners: with(&|slot| PieceSet::new(&[slot.corner()], &[])),
            edges: with(&|slot| PieceSet::new(&[], &[slot.edge()])),
            ..Choice::default()
        }
    }

    /// The corners and edges of its slots, those that are only ready among them.
    pub fn pieces(&self) -> PieceSet {
        let corners = self.corners.iter().copied().chain(self.ready.map(|ready| ready.corner));
        let edges = self.edges.iter().copied().chain(self.ready.map(|ready| ready.edge));
        PieceSet::new(
            &corners.map(Slot::corner).collect::<Vec<_>>(),
            &edges.map(Slot::edge).collect::<Vec<_>>(),
        )
    }
}

/// A corner and an edge that an insert would solve together, each named by its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ready {
    /// The slot whose corner it is.
    pub corner: Slot,
    /// The slot whose edge it is, into which the insert goes.
    pub edge: Slot,
}

/// All sets of `k` of these slots, in lexicographic order.
pub(super) fn subsets(slots: &[Slot], k: usize) -> Vec<Vec<Slot>> {
    match (k, slots) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with_first = subsets(rest, k - 1).into_iter().map(|set| [&[*first], &set[..]].concat());
            with_first.chain(subsets(rest, k)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Face;
    use crate::piece::{CORNER_FACES, EDGE_FACES};

    #[test]
    fn slot_pieces_match_its_name() {
        for (i, slot) in Slot::ALL.into_iter().enumerate() {
            assert_eq!(slot.index(), i);
            let edge: String = EDGE_FACES[slot.edge()].iter().map(|f| f.letter()).collect();
            assert_eq!(edge, slot.name());
            let corner = CORNER_FACES[slot.corner()];
            assert_eq!(corner[0], Face::D);
            assert!(slot.name().chars().all(|l| corner.iter().any(|f| f.letter() == l)));
        }
    }

    #[test]
    fn choice_from_pieces_inverts_pieces() {
        for set in subsets(&Slot::ALL, 2) {
            let choice = Choice::pairs(set);
            assert_eq!(Choice::from_pieces(choice.pieces()), choice);
        }
    }

    #[test]
    fn subsets_are_listed_in_lexicographic_order() {
        let counts: Vec<usize> = (0..6).map(|k| subsets(&Slot::ALL, k).len()).collect();
        assert_eq!(counts, [1, 4, 6, 4, 1, 0]);
        let twos = subsets(&Slot::ALL, 2);
        assert!(twos.is_sorted());
        assert_eq!(twos[0], [Slot::ALL[0], Slot::ALL[1]]);
    }
}
