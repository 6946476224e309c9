//! Recognition of cases: ranks of last-layer orientations and permutations, placements of pairs, and parsers of the
//! pictures.
//!
//! A place combines the position and the orientation of a piece: `3 * position + twist` for a corner, `2 * position +
//! flip` for an edge, 0 to 23 each.

use cubiform_cube::goal::{CROSS, Slot};
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES, corner_named, edge_named};
use cubiform_cube::{Algorithm, Cube, Face, Move, PieceSet, placement};

use super::{Case, CaseSet};

/// Number of orientations of the last layer.
pub(crate) const ORIENTATIONS: usize = 216;

/// Number of permutations of the last layer.
pub(crate) const PERMUTATIONS: usize = 288;

/// The slot for which the F2L cases are written: FR.
pub(crate) const SLOT: Slot = Slot::ALL[0];

/// The places of the corner and the edge of a slot, 0 to 23 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PairPlacement {
    pub(crate) corner: u8,
    pub(crate) edge: u8,
}

impl PairPlacement {
    pub(crate) fn new(cube: &Cube, slot: Slot) -> PairPlacement {
        PairPlacement { corner: cube.corners()[slot.corner()], edge: cube.edges()[slot.edge()] }
    }

    pub(crate) fn solved(slot: Slot) -> PairPlacement {
        PairPlacement::new(&Cube::SOLVED, slot)
    }
}

/// Returns the set of the bottom edges and the pairs of these slots.
pub(crate) fn cross_and(slots: impl IntoIterator<Item = Slot>) -> PieceSet {
    slots.into_iter().fold(PieceSet::new(&[], &CROSS), |set, slot| set.union(slot.pair()))
}

/// Returns whether these pieces are solved.
pub(crate) fn is_solved(cube: &Cube, pieces: PieceSet) -> bool {
    pieces.corners().all(|c| cube.corners()[c] == Cube::SOLVED.corners()[c])
        && pieces.edges().all(|e| cube.edges()[e] == Cube::SOLVED.edges()[e])
}

/// Returns whether the first two layers are solved.
pub(crate) fn has_two_layers(cube: &Cube) -> bool {
    is_solved(cube, cross_and(Slot::ALL))
}

/// Returns the rank of the orientation of the last layer, 0 to [`ORIENTATIONS`]` - 1`. It depends on the orientation at
/// each position, not on the permutation. Rank 0 is oriented.
///
/// The first two layers must be solved.
pub(crate) fn rank_orientation(cube: &Cube) -> usize {
    orientation_rank(twists_and_flips(cube))
}

/// Returns the twists of the corners and the flips of the edges of the last layer, by position.
pub(super) fn twists_and_flips(cube: &Cube) -> ([usize; 4], [usize; 4]) {
    let (mut twists, mut flips) = ([0; 4], [0; 4]);
    for piece in 0..4 {
        let (corner, edge) = (usize::from(cube.corners()[piece]), usize::from(cube.edges()[piece]));
        twists[corner / 3] = corner % 3;
        flips[edge / 2] = edge % 2;
    }
    (twists, flips)
}

fn orientation_rank((twists, flips): ([usize; 4], [usize; 4])) -> usize {
    (twists[0] * 9 + twists[1] * 3 + twists[2]) * 8 + flips[0] * 4 + flips[1] * 2 + flips[2]
}

/// Returns the rank of the permutation of the last layer, 0 to [`PERMUTATIONS`]` - 1`. Rank 0 is solved.
///
/// The first two layers must be solved.
pub(crate) fn rank_permutation(cube: &Cube) -> usize {
    let corners: [u8; 4] = std::array::from_fn(|c| cube.corners()[c] / 3);
    let edges: [u8; 4] = std::array::from_fn(|e| cube.edges()[e] / 2);
    // Edge permutations of ranks 2n and 2n + 1 have opposite parity, and the corners determine the parity.
    placement::rank(4, &corners) * 12 + placement::rank(4, &edges) / 2
}

/// Returns the rank of the orientation in an OLL picture, or an error message.
pub(crate) fn parse_oll_picture(picture: &str) -> Result<usize, String> {
    let rows: Vec<&[u8]> = picture.split('/').map(str::as_bytes).collect();
    if rows.len() != 5 || rows.iter().any(|row| row.len() != 5) {
        return Err("the picture must have five rows of five stickers".into());
    }
    let (mut twists, mut flips, mut expected) = ([0; 4], [0; 4], 1);
    for (position, twist) in twists.iter_mut().enumerate() {
        *twist = top_sticker(&rows, &CORNER_FACES[position])?;
        expected += 1;
    }
    for (position, flip) in flips.iter_mut().enumerate() {
        *flip = top_sticker(&rows, &EDGE_FACES[position])?;
        expected += 1;
    }
    let stickers = rows.iter().flat_map(|row| row.iter()).filter(|c| **c == b'x').count();
    if rows[2][2] != b'x' || stickers != expected {
        return Err(format!(
            "the picture has {stickers} stickers of the top colour; expected {expected}, including the centre"
        ));
    }
    if twists.iter().sum::<usize>() % 3 != 0 || flips.iter().sum::<usize>() % 2 != 0 {
        return Err("no cube looks like the picture".into());
    }
    Ok(orientation_rank((twists, flips)))
}

/// Returns the index, within the stickers on `faces` of one position, of the sticker with the top colour.
fn top_sticker(rows: &[&[u8]], faces: &[Face]) -> Result<usize, String> {
    let shows = |face: &Face| {
        let (row, column) = cell(faces, *face);
        rows[row][column] == b'x'
    };
    let directions: Vec<usize> = (0..faces.len()).filter(|i| shows(&faces[*i])).collect();
    match directions[..] {
        [only] => Ok(only),
        _ => {
            let name: String = faces.iter().map(|face| face.letter()).collect();
            Err(format!("position {name} has {} stickers of the top colour; expected 1", directions.len()))
        }
    }
}

/// Returns the cell of a sticker in a picture of five by five: its row from the back and its column from the left. The
/// sticker is on `face`, at the last-layer position on `faces`.
pub(crate) fn cell(faces: &[Face], face: Face) -> (usize, usize) {
    let along = |near: Face, far: Face| {
        let side = |f: Face| if f == near { -1i32 } else { i32::from(f == far) };
        let inner = faces.iter().map(|f| side(*f)).sum::<i32>();
        (2 + inner + side(face)) as usize
    };
    (along(Face::B, Face::F), along(Face::L, Face::R))
}

/// Returns the side stickers of an oriented last layer: the cell of each, and the face to which it belongs.
pub(super) fn side_stickers(cube: &Cube) -> Vec<((usize, usize), Face)> {
    let mut stickers = Vec::new();
    for piece in 0..4 {
        let at = usize::from(cube.corners()[piece] / 3);
        for (side, of) in CORNER_FACES[at].iter().zip(CORNER_FACES[piece]).skip(1) {
            stickers.push((cell(&CORNER_FACES[at], *side), of));
        }
        let at = usize::from(cube.edges()[piece] / 2);
        stickers.push((cell(&EDGE_FACES[at], EDGE_FACES[at][1]), EDGE_FACES[piece][1]));
    }
    stickers
}

/// Returns the state in a PLL picture, or an error message. Its first two layers are solved and its last layer is
/// oriented.
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
                _ => return Err(format!("'{cycle}' is not a cycle of positions in the top layer")),
            }
        }
    }
    Cube::from_places(corners, edges).map_err(|e| format!("no cube looks like the picture: {e}"))
}

/// Returns the placement in an F2L picture, or an error message.
pub(crate) fn parse_f2l_picture(picture: &str) -> Result<PairPlacement, String> {
    let error = || format!("'{picture}' does not give the places of a corner and an edge");
    let (corner, edge) = picture.split_once(", ").ok_or_else(error)?;
    let read = |text: &str| -> Option<(String, Face)> {
        let (place, face) = text.split_once(' ')?;
        Some((place.to_string(), Face::from_letter(face.chars().next()?)?))
    };
    let ((corner, c), (edge, e)) = read(corner).zip(read(edge)).ok_or_else(error)?;
    let (corner, edge) = corner_named(&corner).zip(edge_named(&edge)).ok_or_else(error)?;
    let twist = CORNER_FACES[corner].iter().position(|face| *face == c).ok_or_else(error)?;
    // The first sticker of the edge FR belongs in front.
    let flip = EDGE_FACES[edge].iter().position(|face| *face == e).ok_or_else(error)?;
    Ok(PairPlacement { corner: (3 * corner + twist) as u8, edge: (2 * edge + flip) as u8 })
}

/// Splits an algorithm into the quarter turns about y at its beginning and the remaining turns.
pub(crate) fn without_rotation(algorithm: &Algorithm) -> (u8, &[Turn]) {
    match algorithm.turns() {
        [first, rest @ ..] if first.base() == Base::Y => (first.quarters(), rest),
        turns => (0, turns),
    }
}

/// Returns whether a state matches the picture of the case. For a pair, the cross and the other slots must be solved.
pub(crate) fn is_pictured(case: &Case, state: &Cube) -> Result<bool, String> {
    match case.set {
        CaseSet::F2l => Ok(PairPlacement::new(state, SLOT) == parse_f2l_picture(case.picture)?),
        CaseSet::Oll => {
            Ok(has_two_layers(state) && rank_orientation(state) == parse_oll_picture(case.picture)?)
        }
        CaseSet::Pll => {
            let pictured = parse_pll_picture(case.picture)?;
            // The inverse of an algorithm begins with its final turn of U undone.
            Ok((0..4).any(|quarters| after_u_turn(&Cube::SOLVED, quarters).then(&pictured) == *state))
        }
    }
}

/// Returns the state after a turn of U by `quarters` quarter turns.
pub(crate) fn after_u_turn(state: &Cube, quarters: i32) -> Cube {
    state.apply(Move::new(Face::U, quarters).as_slice())
}
