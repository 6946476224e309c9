//! Where the pieces of the 4x4x4 lie: the points of a grid, their numbers, and what symmetries do to them.
//!
//! A *cell* is the middle of a piece: -3, -1, 1 or 3 along each axis (x to the right, y up, z towards the viewer; one
//! layer is 2 units thick). Two wings of one edge are different cells, so a position is all that there is to say of
//! a wing or a centre; only a corner can also be twisted.
//!
//! In a name of a cell an upper-case letter says that it lies in that face, a lower-case letter that it lies in the
//! inner layer next to that face. `UFl` is the left one of the two wings between U and F.

use crate::face::{Axis, Face};
use crate::piece::{conjugate_place, place_image, position_images};
use crate::symmetry::{FACE_IMAGE, FACE_NORMALS, Symmetry};

/// A point of the grid: -3, -1, 1 or 3 along x, y and z.
pub type Cell = [i8; 3];

/// The wings by number. 0 to 7 lie in the inner layers beside L and R, 8 to 15 in those beside F and B, 16 to 23 in
/// those beside U and D. No half turn leads from the first four of such eight to the
/// last.
pub const WING_NAMES: [&str; 24] = [
    "UFl", "UBr", "DFr", "DBl", "UFr", "UBl", "DFl", "DBr", //
    "ULf", "DLb", "URb", "DRf", "ULb", "DLf", "URf", "DRb", //
    "FLu", "FRd", "BLd", "BRu", "FLd", "FRu", "BLu", "BRd",
];

/// The corners by number; no half turn leads from 0..4 to 4..8.
pub const CORNER_NAMES: [&str; 8] = ["UFL", "UBR", "DFR", "DBL", "UFR", "UBL", "DFL", "DBR"];

/// The centres by number: U, D, L, R, F, B, four each. No half turn leads from the first two of any face to
/// the last two of any.
pub const CENTRE_NAMES: [&str; 24] = [
    "Ufl", "Ubr", "Ufr", "Ubl", "Dfr", "Dbl", "Dfl", "Dbr", //
    "Luf", "Ldb", "Lub", "Ldf", "Rub", "Rdf", "Ruf", "Rdb", //
    "Ful", "Fdr", "Fdl", "Fur", "Bdl", "Bur", "Bul", "Bdr",
];

/// Where each wing is at home.
pub const WINGS: [Cell; 24] = cells_named(&WING_NAMES);

/// Where each corner is at home.
pub const CORNERS: [Cell; 8] = cells_named(&CORNER_NAMES);

/// Where each centre of that number is on the solved cube.
pub const CENTRES: [Cell; 24] = cells_named(&CENTRE_NAMES);

/// The faces of each corner position, clockwise from U or D.
///
/// A corner's *place* is `3 * position + twist`; its twist counts clockwise from its U/D sticker on a U/D face.
pub const CORNER_FACES: [[Face; 3]; 8] = corner_faces();

/// The two faces of each wing position, in the order in which rotations keep it: the first, the second and the
/// direction from the other wing of that edge are as R, U and F are.
///
/// So a wing shows its first sticker on the first face wherever it stands: wings have no orientation.
pub const WING_FACES: [[Face; 2]; 24] = wing_faces();

/// `WING_IMAGE[s][w]`: the wing (or wing position) to which symmetry `s` carries `w`.
pub const WING_IMAGE: [[u8; 24]; 48] = cell_images(&WINGS);

/// `CORNER_IMAGE[s][c]`: the corner (or corner position) to which symmetry `s` carries `c`.
pub const CORNER_IMAGE: [[u8; 8]; 48] = position_images(&CORNER_FACES);

/// `CENTRE_IMAGE[s][i]`: the centre (or centre position) to which symmetry `s` carries `i`.
pub const CENTRE_IMAGE: [[u8; 24]; 48] = cell_images(&CENTRES);

/// `CORNER_PLACE_IMAGE[s][place]`: where the U/D sticker of a corner in `place` lies after symmetry `s` has moved the
/// whole cube, as a place of a corner whose U/D sticker lies there.
///
/// For a rotation that is where the corner stands now. A mirror makes of it a corner whose other two stickers have
/// changed places; one that keeps the U/D axis negates the twist.
pub const CORNER_PLACE_IMAGE: [[u8; 24]; 48] = corner_place_images();

/// The face on which centre `i` lies when the cube is solved: its colour.
pub const fn centre_face(i: usize) -> Face {
    let [x, y, z] = CENTRES[i];
    match (x, y, z) {
        (3, ..) => Face::R,
        (-3, ..) => Face::L,
        (_, 3, _) => Face::U,
        (_, -3, _) => Face::D,
        (.., 3) => Face::F,
        _ => Face::B,
    }
}

/// The place in which corner `s(corner)` stands on the moved cube when `corner` stands in `place` on the cube.
pub fn conjugate_corner(s: Symmetry, corner: usize, place: u8) -> u8 {
    conjugate_place(&CORNER_FACES, &CORNER_IMAGE[s.index()], s, corner, place)
}

const fn cells_named<const N: usize>(names: &[&str; N]) -> [Cell; N] {
    let mut cells = [[0; 3]; N];
    let mut i = 0;
    while i < N {
        let name = names[i].as_bytes();
        let mut letter = 0;
        while letter < 3 {
            let mut face = 0;
            while Face::from_index(face).letter() as u8 != name[letter].to_ascii_uppercase() {
                face += 1;
            }
            let distance = if name[letter].is_ascii_uppercase() { 3 } else { 1 };
            let mut axis = 0;
            while axis < 3 {
                cells[i][axis] += distance * FACE_NORMALS[face][axis];
                axis += 1;
            }
            letter += 1;
        }
        i += 1;
    }
    cells
}

/// A number of its own for each cell, below 64.
const fn cell_key([x, y, z]: Cell) -> usize {
    ((x + 3) / 2 * 16 + (y + 3) / 2 * 4 + (z + 3) / 2) as usize
}

const fn cell_images(cells: &[Cell; 24]) -> [[u8; 24]; 48] {
    let mut number = [0; 64];
    let mut i = 0;
    while i < 24 {
        number[cell_key(cells[i])] = i as u8;
        i += 1;
    }
    let mut images = [[0; 24]; 48];
    let mut s = 0;
    while s < 48 {
        let mut i = 0;
        while i < 24 {
            images[s][i] = number[cell_key(Symmetry::from_index(s).point(cells[i]))];
            i += 1;
        }
        s += 1;
    }
    images
}

/// The face of `axis` (0, 1 or 2 for x, y or z) on the side of `cell`.
const fn face_on_side(cell: Cell, axis: usize) -> Face {
    let face = Axis::ALL[axis].face();
    if cell[axis] > 0 { face } else { face.opposite() }
}

const fn corner_faces() -> [[Face; 3]; 8] {
    let mut faces = [[Face::U; 3]; 8];
    let mut c = 0;
    while c < 8 {
        let cell = CORNERS[c];
        // U, R, F run clockwise; every mirror turns that round.
        let clockwise = cell[0] * cell[1] * cell[2] > 0;
        let (second, third) = if clockwise { (0, 2) } else { (2, 0) };
        faces[c] = [face_on_side(cell, 1), face_on_side(cell, second), face_on_side(cell, third)];
        c += 1;
    }
    faces
}

const fn wing_faces() -> [[Face; 2]; 24] {
    let mut faces = [[Face::U; 2]; 24];
    let mut w = 0;
    while w < 24 {
        let cell = WINGS[w];
        // The axis along which the edge runs; the next two, in the order x, y, z, x, have faces there.
        let mut along = 0;
        while cell[along].abs() != 1 {
            along += 1;
        }
        let pair = [face_on_side(cell, (along + 1) % 3), face_on_side(cell, (along + 2) % 3)];
        let right_handed = cell[0] * cell[1] * cell[2] > 0;
        faces[w] = if right_handed { pair } else { [pair[1], pair[0]] };
        w += 1;
    }
    faces
}

const fn corner_place_images() -> [[u8; 24]; 48] {
    let mut images = [[0; 24]; 48];
    let mut s = 0;
    while s < 48 {
        let mut place = 0;
        while place < 24 {
            images[s][place] = place_image(&CORNER_FACES, &FACE_IMAGE[s], place) as u8;
            place += 1;
        }
        s += 1;
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of piece lies in different cells, as many outermost coordinates as it has stickers.
    #[test]
    fn pieces_occupy_56_distinct_cells_with_one_outer_coordinate_per_sticker() {
        let outer = |cell: &Cell| cell.iter().filter(|c| c.abs() == 3).count();
        assert!(CORNERS.iter().all(|cell| outer(cell) == 3));
        assert!(WINGS.iter().all(|cell| outer(cell) == 2));
        assert!(CENTRES.iter().all(|cell| outer(cell) == 1));
        let mut keys: Vec<usize> =
            CORNERS.iter().chain(&WINGS).chain(&CENTRES).map(|c| cell_key(*c)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 56);
    }

    #[test]
    fn piece_names_agree_with_piece_faces() {
        for c in 0..8 {
            let name: String = CORNER_FACES[c].iter().map(|f| f.letter()).collect();
            let (mut a, mut b) = (name.into_bytes(), CORNER_NAMES[c].as_bytes().to_vec());
            assert_eq!(a[0], b[0], "the U/D sticker is the first");
            a.sort_unstable();
            b.sort_unstable();
            assert_eq!(a, b);
        }
        for (faces, name) in WING_FACES.iter().zip(WING_NAMES) {
            assert!(faces.iter().all(|face| name.contains(face.letter())));
        }
        let mut pairs = WING_FACES;
        pairs.sort_unstable();
        assert!(pairs.windows(2).all(|two| two[0] != two[1]), "each ordered pair of neighbours is one wing");
        for (i, name) in CENTRE_NAMES.iter().enumerate() {
            assert!(name.starts_with(centre_face(i).letter()));
        }
    }

    #[test]
    fn rotations_keep_wing_face_order_and_mirrors_reverse_it() {
        for s in Symmetry::all() {
            for w in 0..24 {
                let mut faces = WING_FACES[w].map(|face| s.face(face));
                if s.is_mirror() {
                    faces.reverse();
                }
                assert_eq!(WING_FACES[WING_IMAGE[s.index()][w] as usize], faces);
            }
            for (i, image) in CENTRE_IMAGE[s.index()].iter().enumerate() {
                assert_eq!(centre_face(*image as usize), s.face(centre_face(i)));
            }
        }
    }

    #[test]
    fn mirrors_that_keep_the_ud_axis_negate_twists() {
        for s in Symmetry::all().filter(|s| s.axis(Axis::Y) == Axis::Y) {
            for place in 0..24u8 {
                let image = CORNER_PLACE_IMAGE[s.index()][place as usize];
                assert_eq!(image / 3, CORNER_IMAGE[s.index()][place as usize / 3]);
                let twist = if s.is_mirror() { (3 - place % 3) % 3 } else { place % 3 };
                assert_eq!(image % 3, twist);
            }
        }
    }
}
