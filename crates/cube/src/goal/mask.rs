//! Masks: goals as facelets in which `?` stands for a sticker that does not matter.
//!
//! A position whose stickers are all `?` may hold any piece. At any other position, each piece that fits the stickers that
//! are given is a possibility. Every way to choose one for each such position, that face turns can reach, is a goal state; the
//! ways that place the same pieces are the seeds of one target.
//!
//! Like all goals, a mask is defined for the D bottom: with yellow at the bottom it is as painted.

use super::expression::{ExpressionError, ExpressionErrorKind as Kind, MAX_CHOICES};
use super::{Stage, Target, Variant};
use crate::face::Face;
use crate::facelets::{self, sticker_index};
use crate::piece::{CORNER_FACES, EDGE_FACES, PieceSet};
use crate::state::Cube;

/// The maximum number of goal states of a mask.
const MAX_SEEDS: usize = 1000;

/// A piece that fits the stickers of a position, with its place there.
type Fit = (usize, u8);

/// Returns whether a text is meant as a mask: 54 letters of faces and `?`, at least one of each.
pub(crate) fn is_meant(text: &str) -> bool {
    let letters = || text.chars().filter(|c| !c.is_whitespace());
    letters().count() == facelets::COUNT
        && letters().all(|c| c == '?' || Face::from_letter(c.to_ascii_uppercase()).is_some())
        && letters().any(|c| c == '?')
        && letters().any(|c| c != '?')
}

/// Reads a mask as a goal with one stage.
///
/// # Errors
/// At the first sticker of a position that no piece fits, or at the first one if the pieces cannot be together on a cube,
/// nothing is given but centres, or there are too many ways.
pub(super) fn read(text: &str) -> Result<Variant, ExpressionError> {
    let letters: Vec<char> =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
    let name: String = letters.iter().collect();
    let colors: Vec<Option<Face>> = letters.iter().map(|c| Face::from_letter(*c)).collect();
    let error = |kind, sticker: usize| {
        let column =
            text.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(sticker).map_or(0, |(at, _)| at);
        let column = text[..column].chars().count() + 1;
        ExpressionError { column, token: letters[sticker].to_string(), kind }
    };
    let corners = fits(&CORNER_FACES, &colors).map_err(|sticker| error(Kind::NoFittingPiece, sticker))?;
    let edges = fits(&EDGE_FACES, &colors).map_err(|sticker| error(Kind::NoFittingPiece, sticker))?;
    let centre = |face: &Face| colors[9 * face.index() + 4].is_some_and(|color| color != *face);
    if let Some(face) = Face::ALL.iter().find(|face| centre(face)) {
        return Err(error(Kind::TurnedCentre, 9 * face.index() + 4));
    }
    let too_many = || error(Kind::TooManyChoices, 0);
    let corners = placements::<8>(&corners).ok_or_else(too_many)?;
    let edges = placements::<12>(&edges).ok_or_else(too_many)?;
    if corners.len() * edges.len() > MAX_SEEDS {
        return Err(too_many());
    }
    let mut targets: Vec<(PieceSet, Vec<Cube>)> = Vec::new();
    for (corners, edges) in corners.iter().flat_map(|corners| edges.iter().map(move |edges| (corners, edges)))
    {
        let Some(cube) = cube(corners, edges) else { continue };
        let pieces = PieceSet::new(&given(corners), &given(edges));
        match targets.iter_mut().find(|(own, _)| *own == pieces) {
            Some((_, seeds)) => seeds.push(cube),
            None => targets.push((pieces, vec![cube])),
        }
    }
    if targets.len() > MAX_CHOICES {
        return Err(too_many());
    }
    if targets.is_empty() || targets.iter().any(|(pieces, _)| *pieces == PieceSet::default()) {
        return Err(error(Kind::EmptyMask, 0));
    }
    let choices = targets.into_iter().map(|(pieces, seeds)| Target::new(pieces, seeds)).collect();
    Ok(Variant { name: name.clone().into(), stages: vec![Stage::of_expression(name, choices)] })
}

/// Returns the pieces that fit each position, or `None` for a position whose stickers are all unknown.
///
/// # Errors
/// The first known sticker of a position that no piece fits.
fn fits<const N: usize, const K: usize>(
    positions: &[[Face; K]; N],
    colors: &[Option<Face>],
) -> Result<Vec<Option<Vec<Fit>>>, usize> {
    let of_position = |(position, faces): (usize, &[Face; K])| {
        let stickers = faces.map(|face| sticker_index(face, faces));
        let Some(first) = stickers.iter().copied().filter(|i| colors[*i].is_some()).min() else {
            return Ok(None);
        };
        let pieces = positions.iter().enumerate().flat_map(|(piece, own)| {
            // A piece that is turned by `turn` has its first sticker on the face of that number.
            let is_fit = move |turn: &usize| {
                (0..K).all(|i| colors[stickers[(i + turn) % K]].is_none_or(|color| color == own[i]))
            };
            (0..K).filter(is_fit).map(move |turn| (piece, (K * position + turn) as u8))
        });
        let pieces: Vec<Fit> = pieces.collect();
        if pieces.is_empty() { Err(first) } else { Ok(Some(pieces)) }
    };
    positions.iter().enumerate().map(of_position).collect()
}

/// Returns every way to give each position one of the pieces that fit it, as the place of each piece; a piece that no position
/// takes has none. Returns `None` if there are too many ways.
fn placements<const N: usize>(fits: &[Option<Vec<Fit>>]) -> Option<Vec<[Option<u8>; N]>> {
    let mut ways = vec![[None; N]];
    for fits in fits.iter().flatten() {
        let with = |way: &[Option<u8>; N]| {
            let free = fits.iter().filter(|(piece, _)| way[*piece].is_none()).copied().collect::<Vec<Fit>>();
            let way = *way;
            free.into_iter().map(move |(piece, place)| {
                let mut way = way;
                way[piece] = Some(place);
                way
            })
        };
        ways = ways.iter().flat_map(with).collect();
        if ways.len() > MAX_SEEDS {
            return None;
        }
    }
    Some(ways)
}

/// Returns the pieces that have a place.
fn given(places: &[Option<u8>]) -> Vec<usize> {
    (0..places.len()).filter(|piece| places[*piece].is_some()).collect()
}

/// Returns a cube with these places, the other pieces somewhere; `None` if face turns reach none.
fn cube(corners: &[Option<u8>; 8], edges: &[Option<u8>; 12]) -> Option<Cube> {
    let (mut corner_places, free_corners) = completed(corners, 3);
    let (mut edge_places, free_edges) = completed(edges, 2);
    if let Some(last) = free_corners.last() {
        let twist: u8 = corner_places.iter().map(|place| place % 3).sum();
        corner_places[*last] = corner_places[*last] / 3 * 3 + (corner_places[*last] + 2 * twist) % 3;
    }
    if let Some(last) = free_edges.last() {
        edge_places[*last] ^= edge_places.iter().map(|place| place % 2).sum::<u8>() % 2;
    }
    let exchanged = || {
        let (mut corners, mut edges) = (corner_places, edge_places);
        match (&free_corners[..], &free_edges[..]) {
            ([a, b, ..], _) => corners.swap(*a, *b),
            (_, [a, b, ..]) => edges.swap(*a, *b),
            _ => return None,
        }
        Cube::from_places(corners, edges).ok()
    };
    Cube::from_places(corner_places, edge_places).ok().or_else(exchanged)
}

/// Returns all places, with the pieces that have none in the free positions, unturned; and those pieces.
fn completed<const N: usize>(places: &[Option<u8>; N], turns: u8) -> ([u8; N], Vec<usize>) {
    let taken = |position: u8| places.iter().flatten().any(|place| place / turns == position);
    let mut free = (0..N as u8).filter(|position| !taken(*position));
    let mut without = Vec::new();
    let place = |piece: usize| {
        places[piece].unwrap_or_else(|| {
            without.push(piece);
            free.next().expect("as many positions as pieces are free") * turns
        })
    };
    (std::array::from_fn(place), without)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::expression::parse;
    use crate::notation::Algorithm;

    fn cube_of(moves: &str) -> Cube {
        Algorithm::parse(moves).unwrap().cube()
    }

    /// Returns the facelets of a cube with `?` at all but these pieces.
    fn masked(cube: &Cube, pieces: PieceSet) -> String {
        let mut letters: Vec<char> = facelets::format(cube).chars().collect();
        let mut hide =
            |faces: &[Face]| faces.iter().for_each(|face| letters[sticker_index(*face, faces)] = '?');
        for (corner, place) in cube.corners().iter().enumerate() {
            if !pieces.corners().any(|c| c == corner) {
                hide(&CORNER_FACES[usize::from(place / 3)]);
            }
        }
        for (edge, place) in cube.edges().iter().enumerate() {
            if !pieces.edges().any(|e| e == edge) {
                hide(&EDGE_FACES[usize::from(place / 2)]);
            }
        }
        letters.into_iter().collect()
    }

    #[test]
    fn masks_of_whole_pieces_are_goals_of_these_pieces() {
        for text in ["cross + FR", "2x2x2 DBL", "FR, UF edges + URF", "cross"] {
            let [target] = &parse(text).unwrap().stages[0].choices[..] else { panic!("{text}: one target") };
            let mask = Variant::read(&masked(&Cube::SOLVED, target.pieces)).unwrap();
            let [own] = &mask.stages[0].choices[..] else { panic!("{text}: one target") };
            assert_eq!((own.pieces, own.goal_states.len()), (target.pieces, 1));
            for moves in ["", "U", "R U R'", "L' U L", "F2", "U R U' R' F"] {
                assert_eq!(
                    own.is_met(&cube_of(moves)),
                    target.is_met(&cube_of(moves)),
                    "{text} after {moves}"
                );
            }
        }
    }

    #[test]
    fn masks_show_states_that_are_not_solved() {
        for moves in ["R U F", "R2 L2 U2 D2 F2 B2", "D B L'"] {
            let pieces = PieceSet::new(&[4, 6], &[4, 5, 6, 7, 8]);
            let mask = masked(&cube_of(moves), pieces);
            let stage = &Variant::read(&mask).unwrap().stages[0];
            assert!(stage.is_met(&cube_of(moves)) && !stage.is_met(&Cube::SOLVED), "{moves}");
            assert_eq!(stage.name, mask);
        }
    }

    #[test]
    fn stickers_without_their_neighbours_leave_a_choice() {
        // A white sticker on each of the four top edges: any of the white edges in any order, oriented.
        let mut letters: Vec<char> = "?".repeat(54).chars().collect();
        for i in [1, 3, 5, 7] {
            letters[i] = 'u';
        }
        let stage = Variant::read(&letters.iter().collect::<String>()).unwrap().stages.remove(0);
        let [target] = &stage.choices[..] else { panic!("one set of pieces") };
        assert_eq!((target.pieces, target.goal_states.len()), (PieceSet::new(&[], &[0, 1, 2, 3]), 24));
        for (moves, is_met) in [
            ("", true),
            ("U", true),
            ("R U R' U' R' F R2 U' R' U' R U R' F'", true),
            ("R", false),
            ("F R U R' U' F'", false),
        ] {
            let cube = cube_of(moves);
            let by_eye = (0..4).all(|edge| cube.edges()[edge] < 8 && cube.edges()[edge].is_multiple_of(2));
            assert_eq!((stage.is_met(&cube), by_eye), (is_met, is_met), "{moves}");
        }
        // A single white sticker at UF: one of four edges, each a target of its own.
        let mut letters: Vec<char> = "?".repeat(54).chars().collect();
        letters[7] = 'U';
        let stage = Variant::read(&letters.iter().collect::<String>()).unwrap().stages.remove(0);
        assert_eq!(stage.choices.len(), 4);
        assert!(stage.is_met(&cube_of("U2")) && !stage.is_met(&cube_of("F")));
    }

    #[test]
    fn impossible_masks_are_refused_at_their_sticker() {
        let mask = |stickers: &[(usize, char)]| {
            let mut letters: Vec<char> = "?".repeat(54).chars().collect();
            stickers.iter().for_each(|(i, letter)| letters[*i] = *letter);
            letters.into_iter().collect::<String>()
        };
        for (stickers, column, code) in [
            // White and yellow on one edge.
            (&[(7, 'U'), (19, 'D')][..], 8, "no-fitting-piece"),
            // Two positions want the only white and green edge.
            (&[(7, 'U'), (19, 'F'), (5, 'U'), (10, 'F')], 1, "empty-mask"),
            (&[(4, 'F')], 5, "turned-centre"),
            (&[(4, 'U')], 1, "empty-mask"),
            (
                &[
                    (1, 'U'),
                    (3, 'U'),
                    (5, 'U'),
                    (7, 'U'),
                    (28, 'D'),
                    (30, 'D'),
                    (32, 'D'),
                    (34, 'D'),
                    (21, 'F'),
                    (23, 'F'),
                ],
                1,
                "too-many-choices",
            ),
        ] {
            let error = Variant::read(&mask(stickers)).unwrap_err();
            assert_eq!(
                (error.column, super::super::TextErrorKind::code(&error.kind)),
                (column, code),
                "{error}"
            );
        }
        // Neither a mask nor 54 letters.
        assert!(!is_meant(&mask(&[])) && !is_meant("UF?") && !is_meant(&facelets::format(&Cube::SOLVED)));
    }
}
