//! The permutation at the end of a path, computed only from where the path differs from the one before.

use super::Tables;
use cubiform_tables::kociemba::{G1State, Permutation};

/// The maximum length of a path.
const MAX_LENGTH: usize = 32;

/// The permutations along a path.
pub(super) struct PathCache<'a> {
    tables: &'a Tables,
    path: [u8; MAX_LENGTH],
    length: usize,
    /// After each number of moves, the rank of the corners and the placement of the edges of the UD slice.
    corners: [(u16, u16); MAX_LENGTH + 1],
    /// After each number of moves, the placements of the edges of U and of D.
    edges: [(u16, u16); MAX_LENGTH + 1],
    /// The numbers of moves up to which `corners` and `edges` are computed.
    computed: (usize, usize),
}

impl<'a> PathCache<'a> {
    pub(super) fn new(tables: &'a Tables) -> PathCache<'a> {
        let zeros = [(0, 0); MAX_LENGTH + 1];
        PathCache { tables, path: [0; MAX_LENGTH], length: 0, corners: zeros, edges: zeros, computed: (0, 0) }
    }

    /// Starts at a root.
    pub(super) fn start(&mut self, root: &Permutation) {
        self.length = 0;
        self.computed = (0, 0);
        self.corners[0] = (root.corners, root.fours[2]);
        self.edges[0] = (root.fours[0], root.fours[1]);
    }

    /// Replaces the path.
    pub(super) fn follow(&mut self, path: &[u8]) {
        let common = path.iter().zip(&self.path[..self.length]).take_while(|(a, b)| a == b).count();
        self.computed = (self.computed.0.min(common), self.computed.1.min(common));
        self.path[common..path.len()].copy_from_slice(&path[common..]);
        self.length = path.len();
    }

    /// Returns the ranks of the corner permutation and of the slice permutation at the end of the path, which must be
    /// in G1.
    pub(super) fn corners(&mut self) -> (u16, u16) {
        let (transition, phase2) = (&self.tables.transition, &self.tables.phase2);
        for i in self.computed.0..self.length {
            let (m, (corners, slice)) = (usize::from(self.path[i]), self.corners[i]);
            self.corners[i + 1] = (phase2.turn_corners(corners, m), transition.turn(slice, m));
        }
        self.computed.0 = self.length;
        let (corners, slice) = self.corners[self.length];
        (corners, transition.order(slice))
    }

    /// Returns the state at the end of the path, which must be in G1.
    pub(super) fn state(&mut self) -> G1State {
        let (corners, order) = self.corners();
        let transition = &self.tables.transition;
        for i in self.computed.1..self.length {
            let (m, (upper, lower)) = (usize::from(self.path[i]), self.edges[i]);
            self.edges[i + 1] = (transition.turn(upper, m), transition.turn(lower, m));
        }
        self.computed.1 = self.length;
        let (upper, lower) = self.edges[self.length];
        G1State { corners, edges: transition.edges(upper, lower), order }
    }
}
