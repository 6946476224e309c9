//! Corners and edges, their places, and the effect of moves and symmetries on a place.
//!
//! A *place* is a position and an orientation in one number, 0..24. It is `3 * position + twist` for a corner and
//! `2 * position + flip` for an edge. The orientation convention is that of Reid and Kociemba:
//!
//! * The twist of a corner counts clockwise turns of its U/D sticker away from the U/D face.
//! * An edge is flipped if its first-named sticker is not on the first-named face of its position. Quarter turns of F
//!   and B flip edges.

use crate::face::{Axis, Face};
use crate::symmetry::{FACE_IMAGE, Symmetry};

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

/// Returns the corner on the three faces with these letters, in any order and case.
///
/// ```
/// use cubiform_cube::piece::{corner_name, corner_named};
///
/// assert_eq!(corner_named("dfl").map(corner_name).as_deref(), Some("DLF"));
/// assert_eq!(corner_named("UDF"), None);
/// ```
pub fn corner_named(name: &str) -> Option<usize> {
    piece_named(&CORNER_FACES, name)
}

/// Returns the edge on the two faces with these letters, in any order and case.
pub fn edge_named(name: &str) -> Option<usize> {
    piece_named(&EDGE_FACES, name)
}

fn piece_named<const N: usize, const K: usize>(faces: &[[Face; K]; N], name: &str) -> Option<usize> {
    let letters = name.chars().map(|letter| Face::from_letter(letter.to_ascii_uppercase()));
    let named: Vec<Face> = letters.collect::<Option<_>>()?;
    faces.iter().position(|own| named.len() == K && own.iter().all(|face| named.contains(face)))
}

/// Returns the face letters of a corner, in the order of [`CORNER_FACES`].
pub fn corner_name(corner: usize) -> String {
    CORNER_FACES[corner].iter().map(|face| face.letter()).collect()
}

/// Returns the face letters of an edge, in the order of [`EDGE_FACES`].
pub fn edge_name(edge: usize) -> String {
    EDGE_FACES[edge].iter().map(|face| face.letter()).collect()
}

/// Move table of the corner places: `CORNER_TURN[m][place]` is the place to which move `m` carries a corner in `place`.
pub const CORNER_TURN: [[u8; 24]; 18] = turn_table(&CORNER_FACES);

/// Move table of the edge places: `EDGE_TURN[m][place]` is the place to which move `m` carries an edge in `place`.
pub const EDGE_TURN: [[u8; 24]; 18] = turn_table(&EDGE_FACES);

/// Corner images: symmetry `s` carries corner (or corner position) `c` to `CORNER_IMAGE[s][c]`.
pub const CORNER_IMAGE: [[u8; 8]; 48] = position_images(&CORNER_FACES);

/// Edge images: symmetry `s` carries edge (or edge position) `e` to `EDGE_IMAGE[s][e]`.
pub const EDGE_IMAGE: [[u8; 12]; 48] = position_images(&EDGE_FACES);

/// Returns the position on the faces to which `map` carries the faces of position `p`. `K` is the number of faces of a
/// position: three for corners, two for edges.
const fn position_image<const N: usize, const K: usize>(
    faces: &[[Face; K]; N],
    map: &[u8; 6],
    p: usize,
) -> usize {
    let mut to = 0;
    loop {
        let mut shared = 0;
        let mut k = 0;
        while k < K * K {
            shared += (faces[to][k / K] as u8 == map[faces[p][k % K] as usize]) as usize;
            k += 1;
        }
        if shared == K {
            return to;
        }
        to += 1;
    }
}

pub(crate) const fn position_images<const N: usize, const K: usize>(faces: &[[Face; K]; N]) -> [[u8; N]; 48] {
    let mut images = [[0; N]; 48];
    let mut s = 0;
    while s < 48 {
        let mut p = 0;
        while p < N {
            images[s][p] = position_image(faces, &FACE_IMAGE[s], p) as u8;
            p += 1;
        }
        s += 1;
    }
    images
}

/// Returns the place of a piece after `map` is applied to the cube: its first sticker goes where `map` carries it.
pub(crate) const fn place_image<const N: usize, const K: usize>(
    faces: &[[Face; K]; N],
    map: &[u8; 6],
    place: usize,
) -> usize {
    let to = position_image(faces, map, place / K);
    let mut orientation = 0;
    while faces[to][orientation] as u8 != map[faces[place / K][place % K] as usize] {
        orientation += 1;
    }
    K * to + orientation
}

const fn turn_table<const N: usize, const K: usize>(faces: &[[Face; K]; N]) -> [[u8; 24]; 18] {
    let mut table = [[0; 24]; 18];
    let mut m = 0;
    while m < 18 {
        let map = FACE_IMAGE[Symmetry::rotation(Face::from_index(m / 3), m as i32 % 3 + 1).index()];
        let mut place = 0;
        while place < 24 {
            let mut k = 0;
            while k < K && faces[place / K][k] as usize != m / 3 {
                k += 1;
            }
            // A move carries a place only if the position is on the turned face.
            table[m][place] = if k < K { place_image(faces, &map, place) } else { place } as u8;
            place += 1;
        }
        m += 1;
    }
    table
}

/// Returns the place of corner `s(corner)` in the conjugate by `s` of a cube with `corner` in `place`.
pub fn conjugate_corner(s: Symmetry, corner: usize, place: u8) -> u8 {
    conjugate_place(&CORNER_FACES, &CORNER_IMAGE[s.index()], s, corner, place)
}

/// Returns the place of edge `s(edge)` in the conjugate by `s` of a cube with `edge` in `place`.
pub fn conjugate_edge(s: Symmetry, edge: usize, place: u8) -> u8 {
    conjugate_place(&EDGE_FACES, &EDGE_IMAGE[s.index()], s, edge, place)
}

pub(crate) fn conjugate_place<const N: usize, const K: usize>(
    faces: &[[Face; K]; N],
    images: &[u8; N],
    s: Symmetry,
    piece: usize,
    place: u8,
) -> u8 {
    let (position, orientation) = (place as usize / K, place as usize % K);
    let image = images[piece] as usize;
    let find = |list: &[Face; K], face: Face| {
        list.iter()
            .position(|f| *f == face)
            .expect("a symmetry carries the faces of a piece to the faces of its image")
    };
    // Sticker k of the piece is on face k + orientation of the position. Follow the sticker that becomes sticker 0.
    let k = find(&faces[piece], s.inverse().face(faces[image][0]));
    let face = s.face(faces[position][(k + orientation) % K]);
    let to = images[position] as usize;
    (K * to + find(&faces[to], face)) as u8
}

/// Returns whether `edge` in `place` is flipped relative to `axis`: every way to bring it home takes an odd number of
/// quarter turns about that axis which move the edge.
///
/// Relative to Z this is the flip of the place.
pub fn is_flipped(axis: Axis, edge: usize, place: u8) -> bool {
    // Any rotation that carries `axis` to Z gives the same result, because flips relative to an axis do not change
    // under the symmetries that keep it.
    let to_z = match axis {
        Axis::X => Symmetry::rotation(Face::U, 1),
        Axis::Y => Symmetry::rotation(Face::R, 1),
        Axis::Z => Symmetry::IDENTITY,
    };
    conjugate_edge(to_z, edge, place) % 2 == 1
}

/// A set of corners and edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceSet {
    /// Corner `c` is in the set if bit `c` is 1.
    pub corners: u8,
    /// Edge `e` is in the set if bit `e` is 1.
    pub edges: u16,
}

impl PieceSet {
    /// All pieces.
    pub const ALL: PieceSet = PieceSet { corners: 0xff, edges: 0xfff };

    /// Returns the set of these corners and edges.
    pub fn new(corners: &[usize], edges: &[usize]) -> PieceSet {
        PieceSet {
            corners: corners.iter().fold(0, |set, c| set | 1 << c),
            edges: edges.iter().fold(0, |set, e| set | 1 << e),
        }
    }

    /// Returns the corners in ascending order.
    pub fn corners(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |c| self.corners >> c & 1 == 1)
    }

    /// Returns the edges in ascending order.
    pub fn edges(self) -> impl Iterator<Item = usize> {
        (0..12).filter(move |e| self.edges >> e & 1 == 1)
    }

    /// Returns whether `other` is a subset of this set.
    pub const fn contains(self, other: PieceSet) -> bool {
        self.corners & other.corners == other.corners && self.edges & other.edges == other.edges
    }

    /// Returns whether the two sets share a piece.
    pub const fn intersects(self, other: PieceSet) -> bool {
        self.corners & other.corners != 0 || self.edges & other.edges != 0
    }

    /// Returns the union of the two sets.
    pub const fn union(self, other: PieceSet) -> PieceSet {
        PieceSet { corners: self.corners | other.corners, edges: self.edges | other.edges }
    }

    /// Returns the image of the set under `s`.
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
    fn quarter_turns_flip_and_twist_by_kociembas_convention() {
        for m in Move::all().filter(|m| m.quarters() == 1) {
            let (corners, edges) = (CORNER_TURN[m.index()], EDGE_TURN[m.index()]);
            let moved_edges = (0..12).filter(|e| edges[2 * e] as usize / 2 != *e).count();
            let moved_corners = (0..8).filter(|c| corners[3 * c] as usize / 3 != *c).count();
            assert_eq!((moved_edges, moved_corners), (4, 4), "{m}");
            let flips: u8 = (0..12).map(|e| edges[2 * e] % 2).sum();
            assert_eq!(flips, if m.face().axis() == Axis::Z { 4 } else { 0 }, "{m}");
            let twists = (0..8).filter(|c| corners[3 * c] % 3 != 0).count();
            assert_eq!(twists, if m.face().axis() == Axis::Y { 0 } else { 4 }, "{m}");
            let inverse = m.inverse().index();
            for place in 0..24 {
                assert_eq!(CORNER_TURN[inverse][corners[place] as usize] as usize, place);
                assert_eq!(EDGE_TURN[inverse][edges[place] as usize] as usize, place);
            }
        }
    }

    #[test]
    fn piece_names_are_found_in_any_order_and_case() {
        for edge in 0..12 {
            let name = edge_name(edge);
            assert_eq!(edge_named(&name), Some(edge));
            assert_eq!(edge_named(&name.chars().rev().collect::<String>().to_lowercase()), Some(edge));
        }
        for corner in 0..8 {
            let name = corner_name(corner);
            assert_eq!(corner_named(&name), Some(corner));
            assert_eq!(corner_named(&name.chars().rev().collect::<String>().to_lowercase()), Some(corner));
        }
        for name in ["", "F", "FF", "FB", "FRU", "FRx", "É"] {
            assert_eq!(edge_named(name), None, "{name}");
        }
        for name in ["FRF", "FRB", "FR", "DFRU"] {
            assert_eq!(corner_named(name), None, "{name}");
        }
    }

    #[test]
    fn turn_tables_have_known_entries() {
        // R carries the corner at URF to UBR and twists it. F carries the edge at UF to FR and flips it.
        let r = Move::new(Face::R, 1).unwrap().index();
        assert_eq!(CORNER_TURN[r][0] / 3, 3);
        let f = Move::new(Face::F, 1).unwrap().index();
        assert_eq!(EDGE_TURN[f][2], 2 * 8 + 1);
        let u = Move::new(Face::U, 1).unwrap().index();
        assert_eq!(CORNER_TURN[u][0], 3);
    }

    #[test]
    fn is_flipped_changes_only_by_quarter_turns_about_the_axis() {
        for axis in Axis::ALL {
            for (edge, home) in (0..24u8).step_by(2).enumerate() {
                assert!(!is_flipped(axis, edge, home), "a solved edge is not flipped");
                for place in 0..24u8 {
                    for m in Move::all() {
                        let to = EDGE_TURN[m.index()][place as usize];
                        let turned = EDGE_FACES[place as usize / 2].contains(&m.face());
                        let flips = turned && m.face().axis() == axis && m.quarters() != 2;
                        assert_eq!(is_flipped(axis, edge, to), is_flipped(axis, edge, place) != flips);
                    }
                    for s in Symmetry::all() {
                        let (image, to) =
                            (EDGE_IMAGE[s.index()][edge] as usize, conjugate_edge(s, edge, place));
                        assert_eq!(is_flipped(s.axis(axis), image, to), is_flipped(axis, edge, place));
                    }
                }
                let flipped = (0..24).filter(|place| is_flipped(axis, edge, *place)).count();
                assert_eq!(flipped, 12);
            }
        }
    }

    #[test]
    fn conjugation_commutes_with_turns() {
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
