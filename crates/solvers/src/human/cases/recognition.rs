//! Recognition keys: what of a cube tells its case, and the keys that the pictures of the cases stand for.

use cubiform_cube::goal::{CROSS, Slot};
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES, corner_named, edge_named};
use cubiform_cube::{Cube, Face, PieceSet};

/// Orientations of the last layer.
pub(crate) const ORIENTATIONS: usize = 216;

/// Permutations of the last layer.
pub(crate) const PERMUTATIONS: usize = 288;

/// The slot for which the cases of a pair are written.
pub(crate) const SLOT: Slot = Slot::ALL[0];

/// Where the corner and the edge of a slot stand: places of 0..24.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PairPlacement {
    pub(crate) corner: u8,
    pub(crate) edge: u8,
}

impl PairPlacement {
    pub(crate) fn of(cube: &Cube, slot: Slot) -> PairPlacement {
        PairPlacement { corner: cube.corners()[slot.corner()], edge: cube.edges()[slot.edge()] }
    }

    pub(crate) fn solved(slot: Slot) -> PairPlacement {
        PairPlacement::of(&Cube::SOLVED, slot)
    }

    /// Whether each piece is in the top layer or in its own slot: what the standard cases are of.
    pub(crate) fn is_standard(self, slot: Slot) -> bool {
        let (corner, edge) = (usize::from(self.corner / 3), usize::from(self.edge / 2));
        (corner < 4 || corner == slot.corner()) && (edge < 4 || edge == slot.edge())
    }
}

/// The bottom edges and the pairs of these slots.
pub(crate) fn cross_and(slots: impl IntoIterator<Item = Slot>) -> PieceSet {
    slots.into_iter().fold(PieceSet::new(&[], &CROSS), |set, slot| set.union(slot.pair()))
}

/// Whether these pieces are at home.
pub(crate) fn is_solved(cube: &Cube, pieces: PieceSet) -> bool {
    pieces.corners().all(|c| cube.corners()[c] == Cube::SOLVED.corners()[c])
        && pieces.edges().all(|e| cube.edges()[e] == Cube::SOLVED.edges()[e])
}

/// Whether the first two layers are solved.
pub(crate) fn has_two_layers(cube: &Cube) -> bool {
    is_solved(cube, cross_and(Slot::ALL))
}

/// The orientation of the last layer, below [`ORIENTATIONS`]: by position, whatever the pieces. 0 is all oriented.
///
/// The first two layers must be solved.
pub(crate) fn rank_orientation(cube: &Cube) -> usize {
    let (mut twists, mut flips) = ([0; 4], [0; 4]);
    for piece in 0..4 {
        let (corner, edge) = (usize::from(cube.corners()[piece]), usize::from(cube.edges()[piece]));
        twists[corner / 3] = corner % 3;
        flips[edge / 2] = edge % 2;
    }
    orientation_rank(twists, flips)
}

fn orientation_rank(twists: [usize; 4], flips: [usize; 4]) -> usize {
    (twists[0] * 9 + twists[1] * 3 + twists[2]) * 8 + flips[0] * 4 + flips[1] * 2 + flips[2]
}

/// The permutation of the last layer, below [`PERMUTATIONS`]: 0 is all in place.
///
/// The first two layers must be solved.
pub(crate) fn rank_permutation(cube: &Cube) -> usize {
    let corners = std::array::from_fn(|c| cube.corners()[c] / 3);
    let edges = std::array::from_fn(|e| cube.edges()[e] / 2);
    // Of two permutations of the edges with neighbouring ranks one is odd: the corners tell which it is.
    rank_of_four(corners) * 12 + rank_of_four(edges) / 2
}

fn rank_of_four(permutation: [u8; 4]) -> usize {
    let smaller = |i: usize| permutation[i + 1..].iter().filter(|p| **p < permutation[i]).count();
    smaller(0) * 6 + smaller(1) * 2 + smaller(2)
}

/// The pattern that an OLL picture shows, or what is wrong with it.
pub(crate) fn parse_oll_picture(picture: &str) -> Result<usize, String> {
    let rows: Vec<&[u8]> = picture.split('/').map(str::as_bytes).collect();
    if rows.len() != 5 || rows.iter().any(|row| row.len() != 5) {
        return Err("the picture is not five rows of five".into());
    }
    let (mut twists, mut flips, mut shown) = ([0; 4], [0; 4], 1);
    for (position, twist) in twists.iter_mut().enumerate() {
        *twist = top_sticker(&rows, &CORNER_FACES[position])?;
        shown += 1;
    }
    for (position, flip) in flips.iter_mut().enumerate() {
        *flip = top_sticker(&rows, &EDGE_FACES[position])?;
        shown += 1;
    }
    let stickers = rows.iter().flat_map(|row| row.iter()).filter(|c| **c == b'x').count();
    if rows[2][2] != b'x' || stickers != shown {
        return Err(format!("the picture has {stickers} stickers of the top colour, one of them the centre"));
    }
    if twists.iter().sum::<usize>() % 3 != 0 || flips.iter().sum::<usize>() % 2 != 0 {
        return Err("no cube looks like the picture".into());
    }
    Ok(orientation_rank(twists, flips))
}

/// Which of the stickers of a position of the last layer, on these faces, shows the top colour.
fn top_sticker(rows: &[&[u8]], faces: &[Face]) -> Result<usize, String> {
    let shows = |face: &Face| {
        let (row, column) = cell(faces, *face);
        rows[row][column] == b'x'
    };
    let shown: Vec<usize> = (0..faces.len()).filter(|i| shows(&faces[*i])).collect();
    match shown[..] {
        [only] => Ok(only),
        _ => {
            let name: String = faces.iter().map(|face| face.letter()).collect();
            Err(format!("the picture shows {} stickers of the top colour at {name}", shown.len()))
        }
    }
}

/// Where in a picture of five by five the sticker on `face` of the position on `faces` of the last layer is: row
/// from the back, column from the left.
pub(crate) fn cell(faces: &[Face], face: Face) -> (usize, usize) {
    let along = |near: Face, far: Face| {
        let side = |f: Face| if f == near { -1i32 } else { i32::from(f == far) };
        let inner = faces.iter().map(|f| side(*f)).sum::<i32>();
        (2 + inner + side(face)) as usize
    };
    (along(Face::B, Face::F), along(Face::L, Face::R))
}

/// The state that a PLL picture shows, all oriented and the first two layers solved, or what is wrong with it.
pub(crate) fn parse_pll_picture(picture: &str) -> Result<Cube, String> {
    let (mut corners, mut edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
    for cycle in picture.split(", ") {
        let places: Vec<&str> = cycle.split(' ').collect();
        for (i, place) in places.iter().enumerate() {
            let home = places[(i + 1) % places.len()];
            let top = |piece: Option<usize>| piece.filter(|piece| *piece < 4);
            match (corner_named(place), corner_named(home), edge_named(place), edge_named(home)) {
                (at, of, None, None) if top(at).is_some() && top(of).is_some() => {
                    corners[of.unwrap_or(0)] = 3 * at.unwrap_or(0) as u8;
                }
                (None, None, at, of) if top(at).is_some() && top(of).is_some() => {
                    edges[of.unwrap_or(0)] = 2 * at.unwrap_or(0) as u8;
                }
                _ => return Err(format!("the picture says {cycle}, which is no cycle of the top layer")),
            }
        }
    }
    Cube::from_places(corners, edges).map_err(|e| format!("no cube looks like the picture: {e}"))
}

/// The places that an F2L picture shows, or what is wrong with it.
pub(crate) fn parse_f2l_picture(picture: &str) -> Result<PairPlacement, String> {
    let error = || format!("the picture says {picture}, not where a corner and an edge are");
    let (corner, edge) = picture.split_once(", ").ok_or_else(error)?;
    let read = |text: &str| -> Option<(String, Face)> {
        let (place, face) = text.split_once(' ')?;
        Some((place.to_string(), Face::from_letter(face.chars().next()?)?))
    };
    let ((corner, c), (edge, e)) = read(corner).zip(read(edge)).ok_or_else(error)?;
    let (corner, edge) = corner_named(&corner).zip(edge_named(&edge)).ok_or_else(error)?;
    let twist = CORNER_FACES[corner].iter().position(|face| *face == c).ok_or_else(error)?;
    // The first sticker of the edge FR is the one that belongs in front.
    let flip = EDGE_FACES[edge].iter().position(|face| *face == e).ok_or_else(error)?;
    Ok(PairPlacement { corner: (3 * corner + twist) as u8, edge: (2 * edge + flip) as u8 })
}
