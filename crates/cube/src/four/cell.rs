//! The geometry of the 4x4x4: the position of each piece on a grid, the piece numbers, and their images under
//! symmetries.
//!
//! A *cell* is the centre point of a piece. Its coordinates are -3, -1, 1 or 3 (x to the right, y up, z towards the
//! viewer; a layer is 2 units thick). The two wings of an edge have different cells, so the position of a wing or of a
//! centre describes it completely. Only corners also have a twist.
//!
//! Each letter of a cell name stands for a layer: an upper-case letter for the outer layer of that face, a lower-case
//! letter for the inner layer next to it. `UFl` is the left one of the two wings between U and F.

use crate::face::{Axis, Face};
use crate::piece::{conjugate_place, place_image, position_images};
use crate::symmetry::{FACE_IMAGE, FACE_NORMALS, Symmetry};

/// The coordinates of a grid point: -3, -1, 1 or 3 along x, y and z.
pub type Cell = [i8; 3];

/// The names of the wings by number.
///
/// | numbers | inner layers next to |
/// |---------|----------------------|
/// | 0-7     | L and R              |
/// | 8-15    | F and B              |
/// | 16-23   | U and D              |
///
/// Half turns never exchange wings between the first four and the last four of each group of eight.
pub const WING_NAMES: [&str; 24] = [
    "UFl", "UBr", "DFr", "DBl", "UFr", "UBl", "DFl", "DBr", //
    "ULf", "DLb", "URb", "DRf", "ULb", "DLf", "URf", "DRb", //
    "FLu", "FRd", "BLd", "BRu", "FLd", "FRu", "BLu", "BRd",
];

/// The names of the corners by number. Half turns never exchange corners between 0..4 and 4..8.
pub const CORNER_NAMES: [&str; 8] = ["UFL", "UBR", "DFR", "DBL", "UFR", "UBL", "DFL", "DBR"];

/// The names of the centres by number: four each on U, D, L, R, F, B. Half turns never exchange centres between the
/// first two of any face and the last two of any face.
pub const CENTRE_NAMES: [&str; 24] = [
    "Ufl", "Ubr", "Ufr", "Ubl", "Dfr", "Dbl", "Dfl", "Dbr", //
    "Luf", "Ldb", "Lub", "Ldf", "Rub", "Rdf", "Ruf", "Rdb", //
    "Ful", "Fdr", "Fdl", "Fur", "Bdl", "Bur", "Bul", "Bdr",
];

/// The home cells of the wings.
pub const WINGS: [Cell; 24] = cells_named(&WING_NAMES);

/// The home cells of the corners.
pub const CORNERS: [Cell; 8] = cells_named(&CORNER_NAMES);

/// The cells of the centre positions.
pub const CENTRES: [Cell; 24] = cells_named(&CENTRE_NAMES);

/// The faces of each corner position, clockwise from U or D.
///
/// The *place* of a corner is `3 * position + twist`. The twist counts clockwise turns of the U/D sticker away from the
/// U/D face.
pub const CORNER_FACES: [[Face; 3]; 8] = corner_faces();

/// The two faces of each wing position, in an order that rotations preserve: the first face, the second face and the
/// direction away from the other wing of the edge are arranged like R, U and F.
///
/// A wing therefore shows its first sticker on the first face of its position wherever it is: wings have no
/// orientation.
pub const WING_FACES: [[Face; 2]; 24] = wing_faces();

/// Wing images: symmetry `s` carries wing (or wing position) `w` to `WING_IMAGE[s][w]`.
pub const WING_IMAGE: [[u8; 24]; 48] = cell_images(&WINGS);

/// Corner images: symmetry `s` carries corner (or corner position) `c` to `CORNER_IMAGE[s][c]`.
pub const CORNER_IMAGE: [[u8; 8]; 48] = position_images(&CORNER_FACES);

/// Centre images: symmetry `s` carries centre (or centre position) `i` to `CENTRE_IMAGE[s][i]`.
pub const CENTRE_IMAGE: [[u8; 24]; 48] = cell_images(&CENTRES);

/// Images of corner places: `CORNER_PLACE_IMAGE[s][place]` is the place whose U/D sticker is where symmetry `s` carries
/// the U/D sticker of `place`.
///
/// For a rotation this is the new place of the corner. A mirror also swaps the other two stickers of the corner; a
/// mirror that keeps the U/D axis negates the twist.
pub const CORNER_PLACE_IMAGE: [[u8; 24]; 48] = corner_place_images();

/// Returns the face of centre `i` on the solved cube, which is also its colour.
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

/// Returns the place of corner `s(corner)` in the conjugate by `s` of a cube with `corner` in `place`.
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

/// Returns a distinct number for each cell, below 64.
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

/// Returns the face on `axis` (0, 1 or 2 for x, y or z) on the side of `cell`.
const fn face_on_side(cell: Cell, axis: usize) -> Face {
    let face = Axis::ALL[axis].face();
    if cell[axis] > 0 { face } else { face.opposite() }
}

const fn corner_faces() -> [[Face; 3]; 8] {
    let mut faces = [[Face::U; 3]; 8];
    let mut c = 0;
    while c < 8 {
        let cell = CORNERS[c];
        // U, R, F is the clockwise order at URF; each reflection of the cell reverses it.
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
        // The axis along which the edge runs. The wing has faces on the next two axes in the cyclic order x, y, z.
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

    /// A piece has as many outermost coordinates as stickers.
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
