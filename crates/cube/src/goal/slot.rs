//! The four slots of the first two layers, and the choice of slots that a target solves.

use super::Placement;
use crate::piece::PieceSet;

/// An F2L slot: a bottom corner and the edge above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// All slots in display order: FR, FL, BR, BL.
    pub const ALL: [Slot; 4] = [Slot(0), Slot(1), Slot(2), Slot(3)];

    /// Returns the index in [`Slot::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name, relative to the cube rotated so that the bottom colour is down.
    pub const fn name(self) -> &'static str {
        ["FR", "FL", "BR", "BL"][self.0 as usize]
    }

    /// Returns the slot's bottom corner.
    pub const fn corner(self) -> usize {
        [4, 5, 7, 6][self.0 as usize]
    }

    /// Returns the slot's edge.
    pub const fn edge(self) -> usize {
        [8, 9, 11, 10][self.0 as usize]
    }

    /// Returns the slot's corner and edge.
    pub fn pair(self) -> PieceSet {
        PieceSet::new(&[self.corner()], &[self.edge()])
    }
}

/// The slots, blocks and lines that one target of a stage solves, for display. Slots are in the order of [`Slot::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The slots whose corners are solved.
    pub corners: Vec<Slot>,
    /// The slots whose edges are solved. Equal to `corners` unless the goal chooses corners and edges independently.
    pub edges: Vec<Slot>,
    /// One more corner and edge that are solved or ready to insert.
    pub ready: Option<ReadyPair>,
    /// The blocks and lines solved, if the goal leaves their places open.
    pub placements: Vec<Placement>,
}

impl Choice {
    /// Returns the choice of these slots, corner and edge each.
    pub fn pairs(slots: Vec<Slot>) -> Choice {
        Choice { corners: slots.clone(), edges: slots, ..Choice::default() }
    }

    /// Returns the choice of the slot corners and slot edges that are in `pieces`.
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

    /// Returns the corners and edges of the chosen slots, including a pair that is only ready.
    pub fn pieces(&self) -> PieceSet {
        let corners = self.corners.iter().copied().chain(self.ready.map(|ready| ready.corner));
        let edges = self.edges.iter().copied().chain(self.ready.map(|ready| ready.edge));
        PieceSet::new(
            &corners.map(Slot::corner).collect::<Vec<_>>(),
            &edges.map(Slot::edge).collect::<Vec<_>>(),
        )
    }
}

/// A corner and an edge that one insert solves together, each named by its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadyPair {
    /// The slot of the corner.
    pub corner: Slot,
    /// The slot of the edge, which is the slot of the insert.
    pub edge: Slot,
}

/// Returns all subsets of size `k` of `slots`, in lexicographic order.
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
