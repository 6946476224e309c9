//! Corners and edges, the places they can stand in, and what turns and symmetries do to a place.
//!
//! A *place* is a position and an orientation in one number: `3 * position + twist` for a corner,
//! `2 * position + flip` for an edge, both in 0..24. The orientation reference is Reid's and Kociemba's: a
//! corner's twist counts clockwise from the U/D sticker on a U/D face, an edge is flipped when its first-named
//! sticker is not on the first-named face of the position; F and B quarter turns flip edges.

use crate::face::Face;
use crate::symmetry::{FACES, Symmetry};

/// The faces of each corner, clockwise from its U/D face: URF, UFL, ULB, UBR, DFR, DLF, DBL, DRB.
pub const CORNER_FACES: [[Face; 3]; 8] = {
    use Face::{B, D, F, L, R, U};
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]]
};

/// The faces of each edge: UR, UF, UL, UB, DR, DF, DL, DB, FR, FL, BL, BR.
pub const EDGE_FACES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]]
};

/// `CORNER_TURN[m][place]`: the place to which move `m` carries a corner that stands in `place`.
pub const CORNER_TURN: [[u8; 24]; 18] = corner_turns();

/// `EDGE_TURN[m][place]`: the place to which move `m` carries an edge that stands in `place`.
pub const EDGE_TURN: [[u8; 24]; 18] = edge_turns();

/// `CORNER_IMAGE[s][c]`: the corner (or corner position) to which symmetry `s` carries `c`.
pub const CORNER_IMAGE: [[u8; 8]; 48] = corner_images();

/// `EDGE_IMAGE[s][e]`: the edge (or edge position) to which symmetry `s` carries `e`.
pub const EDGE_IMAGE: [[u8; 12]; 48] = edge_images();

const fn position_of_corner(faces: u8) -> usize {
    let mut c = 0;
    loop {
        let f = CORNER_FACES[c];
        if faces == 1 << f[0] as u8 | 1 << f[1] as u8 | 1 << f[2] as u8 {
            return c;
        }
        c += 1;
    }
}

const fn position_of_edge(faces: u8) -> usize {
    let mut e = 0;
    loop {
        let f = EDGE_FACES[e];
        if faces == 1 << f[0] as u8 | 1 << f[1] as u8 {
            return e;
        }
        e += 1;
    }
}

const fn corner_images() -> [[u8; 8]; 48] {
    let mut images = [[0; 8]; 48];
    let mut s = 0;
    while s < 48 {
        let mut c = 0;
        while c < 8 {
            let f = CORNER_FACES[c];
            let map = FACES[s];
            let faces = 1 << map[f[0] as usize] | 1 << map[f[1] as usize] | 1 << map[f[2] as usize];
            images[s][c] = position_of_corner(faces) as u8;
            c += 1;
        }
        s += 1;
    }
    images
}

const fn edge_images() -> [[u8; 12]; 48] {
    let mut images = [[0; 12]; 48];
    let mut s = 0;
    while s < 48 {
        let mut e = 0;
        while e < 12 {
            let f = EDGE_FACES[e];
            let faces = 1 << FACES[s][f[0] as usize] | 1 << FACES[s][f[1] as usize];
            images[s][e] = position_of_edge(faces) as u8;
            e += 1;
        }
        s += 1;
    }
    images
}

/// The face map of a clockwise quarter turn of `face`.
const fn quarter_turn(face: usize) -> [u8; 6] {
    // Clockwise seen from outside; the cycles of D, L and B run the other way round.
    let cycle: [usize; 4] = match face {
        0 => [2, 4, 5, 1],
        1 => [0, 5, 3, 2],
        2 => [0, 1, 3, 4],
        3 => [1, 5, 4, 2],
        4 => [2, 3, 5, 0],
        _ => [4, 3, 1, 0],
    };
    let mut map = [0, 1, 2, 3, 4, 5];
    let mut i = 0;
    while i < 4 {
        map[cycle[i]] = cycle[(i + 1) % 4] as u8;
        i += 1;
    }
    map
}

const fn corner_turns() -> [[u8; 24]; 18] {
    let mut turns = [[0; 24]; 18];
    let mut m = 0;
    while m < 18 {
        let map = quarter_turn(m / 3);
        let mut place = 0;
        while place < 24 {
            let mut p = place;
            let mut quarter = 0;
            while quarter <= m % 3 {
                let f = CORNER_FACES[p / 3];
                if f[0] as usize == m / 3 || f[1] as usize == m / 3 || f[2] as usize == m / 3 {
                    let faces = 1 << map[f[0] as usize] | 1 << map[f[1] as usize] | 1 << map[f[2] as usize];
                    let to = position_of_corner(faces);
                    let reference = map[f[p % 3] as usize];
                    let mut twist = 0;
                    while CORNER_FACES[to][twist] as u8 != reference {
                        twist += 1;
                    }
                    p = 3 * to + twist;
                }
                quarter += 1;
            }
            turns[m][place] = p as u8;
            place += 1;
        }
        m += 1;
    }
    turns
}

const fn edge_turns() -> [[u8; 24]; 18] {
    let mut turns = [[0; 24]; 18];
    let mut m = 0;
    while m < 18 {
        let map = quarter_turn(m / 3);
        let mut place = 0;
        while place < 24 {
            let mut p = place;
            let mut quarter = 0;
            while quarter <= m % 3 {
                let f = EDGE_FACES[p / 2];
                if f[0] as usize == m / 3 || f[1] as usize == m / 3 {
                    let faces = 1 << map[f[0] as usize] | 1 << map[f[1] as usize];
                    let to = position_of_edge(faces);
                    let flip = (EDGE_FACES[to][0] as u8 != map[f[p % 2] as usize]) as usize;
                    p = 2 * to + flip;
                }
                quarter += 1;
            }
            turns[m][place] = p as u8;
            place += 1;
        }
        m += 1;
    }
    turns
}

/// The place in which corner `s(corner)` stands on the moved cube when `corner` stands in `place` on the cube.
pub fn conjugate_corner(s: Symmetry, corner: usize, place: u8) -> u8 {
    let (position, twist) = (place as usize / 3, place as usize % 3);
    let image = CORNER_IMAGE[s.index()][corner] as usize;
    // Sticker k of the piece lies on face (k + twist) of the position; follow the one that becomes sticker 0.
    let k = (0..3)
        .find(|k| s.face(CORNER_FACES[corner][*k]) == CORNER_FACES[image][0])
        .expect("a corner has a sticker for each of its faces");
    let face = s.face(CORNER_FACES[position][(k + twist) % 3]);
    let to = CORNER_IMAGE[s.index()][position] as usize;
    let twist = (0..3)
        .find(|t| CORNER_FACES[to][*t] == face)
        .expect("a symmetry carries the faces of a corner position to those of its image");
    (3 * to + twist) as u8
}

/// The place in which edge `s(edge)` stands on the moved cube when `edge` stands in `place` on the cube.
pub fn conjugate_edge(s: Symmetry, edge: usize, place: u8) -> u8 {
    let (position, flip) = (place as usize / 2, place as usize % 2);
    let image = EDGE_IMAGE[s.index()][edge] as usize;
    let k = usize::from(s.face(EDGE_FACES[edge][0]) != EDGE_FACES[image][0]);
    let face = s.face(EDGE_FACES[position][(k + flip) % 2]);
    let to = EDGE_IMAGE[s.index()][position] as usize;
    (2 * to) as u8 + u8::from(EDGE_FACES[to][0] != face)
}

/// A set of pieces: which of the eight corners and of the twelve edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceSet {
    /// Bit `c` for corner `c`.
    pub corners: u8,
    /// Bit `e` for edge `e`.
    pub edges: u16,
}

impl PieceSet {
    /// The set of these corners and edges.
    pub fn new(corners: &[usize], edges: &[usize]) -> PieceSet {
        PieceSet {
            corners: corners.iter().fold(0, |set, c| set | 1 << c),
            edges: edges.iter().fold(0, |set, e| set | 1 << e),
        }
    }

    /// Its corners in ascending order.
    pub fn corners(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |c| self.corners >> c & 1 == 1)
    }

    /// Its edges in ascending order.
    pub fn edges(self) -> impl Iterator<Item = usize> {
        (0..12).filter(move |e| self.edges >> e & 1 == 1)
    }

    /// Whether every piece of `other` is in this set.
    pub const fn contains(self, other: PieceSet) -> bool {
        self.corners & other.corners == other.corners && self.edges & other.edges == other.edges
    }

    /// The pieces of both.
    pub const fn union(self, other: PieceSet) -> PieceSet {
        PieceSet { corners: self.corners | other.corners, edges: self.edges | other.edges }
    }

    /// The pieces to which `s` carries these.
    pub fn image(self, s: Symmetry) -> PieceSet {
        PieceSet {
            corners: self.corners().fold(0, |set, c| set | 1 << CORNER_IMAGE[s.index()][c]),
            edges: self.edges().fold(0, |set, e| set | 1 << EDGE_IMAGE[s.index()][e]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Move;

    #[test]
    fn quarter_turns_have_order_four_and_flip_or_twist_as_kociemba_says() {
        for m in Move::all().filter(|m| m.quarters() == 1) {
            let (corners, edges) = (CORNER_TURN[m.index()], EDGE_TURN[m.index()]);
            let moved_edges = (0..12).filter(|e| edges[2 * e] as usize / 2 != *e).count();
            let moved_corners = (0..8).filter(|c| corners[3 * c] as usize / 3 != *c).count();
            assert_eq!((moved_edges, moved_corners), (4, 4), "{m}");
            let flips: u8 = (0..12).map(|e| edges[2 * e] % 2).sum();
            assert_eq!(flips, if m.face().axis() == 2 { 4 } else { 0 }, "{m}");
            let twists = (0..8).filter(|c| corners[3 * c] % 3 != 0).count();
            assert_eq!(twists, if m.face().axis() == 0 { 0 } else { 4 }, "{m}");
            let inverse = m.inverse().index();
            for place in 0..24 {
                assert_eq!(CORNER_TURN[inverse][corners[place] as usize] as usize, place);
                assert_eq!(EDGE_TURN[inverse][edges[place] as usize] as usize, place);
            }
        }
    }

    #[test]
    fn known_turns() {
        // R takes the corner at URF to UBR with a twist; F takes the edge at UF to FR and flips it.
        let r = Move::new(Face::R, 1).unwrap().index();
        assert_eq!(CORNER_TURN[r][0] / 3, 3);
        let f = Move::new(Face::F, 1).unwrap().index();
        assert_eq!(EDGE_TURN[f][2], 2 * 8 + 1);
        let u = Move::new(Face::U, 1).unwrap().index();
        assert_eq!(CORNER_TURN[u][0], 3);
    }

    #[test]
    fn symmetries_commute_with_turns() {
        for s in Symmetry::all() {
            for m in Move::all() {
                let n = s.conjugate(m).index();
                for place in 0..24u8 {
                    for corner in 0..8 {
                        let a = conjugate_corner(s, corner, CORNER_TURN[m.index()][place as usize]);
                        assert_eq!(a, CORNER_TURN[n][conjugate_corner(s, corner, place) as usize]);
                    }
                    for edge in 0..12 {
                        let a = conjugate_edge(s, edge, EDGE_TURN[m.index()][place as usize]);
                        assert_eq!(a, EDGE_TURN[n][conjugate_edge(s, edge, place) as usize]);
                    }
                }
            }
        }
    }
}
