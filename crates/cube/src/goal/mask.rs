//! Masks: facelets in which `?` stands for a sticker that does not matter, as goals and as cubes of which only some pieces
//! are known.
//!
//! A position whose stickers are all `?` may hold any piece. At any other position, each piece that fits the stickers that
//! are given is a possibility. Every way to choose one for each such position, that face turns can reach, is a goal state; the
//! ways that place the same pieces are the seeds of one target.
//!
//! Like all goals, a mask is defined for the D bottom: with yellow at the bottom it is as painted.

use std::ops::RangeInclusive;

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

/// The numbers of stickers with which a text is meant as a mask, as in facelets; a mask has 54.
const MEANT: RangeInclusive<usize> = 40..=67;

/// Returns whether a text is meant as a mask: about 54 letters of faces and `?`, at least one of each.
pub(crate) fn is_meant(text: &str) -> bool {
    let letters = || text.chars().filter(|c| !c.is_whitespace());
    MEANT.contains(&letters().count())
        && letters().all(|c| c == '?' || Face::from_letter(c.to_ascii_uppercase()).is_some())
        && letters().any(|c| c == '?')
        && letters().any(|c| c != '?')
}

/// Facelets of which some stickers do not matter.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The goal that the cube shows the mask, with one stage.
    pub goal: Variant,
    /// The pieces that fit each position; `None` for a position whose stickers do not matter.
    corners: Vec<Option<Vec<Fit>>>,
    edges: Vec<Option<Vec<Fit>>>,
}

impl Mask {
    /// Reads a text that is meant as a mask: about 54 letters of faces and `?`, at least one of each. Returns `None` for others.
    ///
    /// # Errors
    /// If there are more or fewer letters, at the first sticker of a position that no piece fits, or at the first one if the pieces cannot be together on a
    /// cube, nothing is given but centres, or there are too many ways.
    pub fn read(text: &str) -> Option<Result<Mask, ExpressionError>> {
        is_meant(text).then(|| read(text))
    }

    /// Returns a cube that shows the mask.
    pub fn cube(&self) -> &Cube {
        &self.goal.stages[0].choices[0].goal_states[0]
    }

    /// Returns the mask of the same pieces on the solved cube, if their places are known: [`cube`](Self::cube) reaches it
    /// by exactly the moves that solve these pieces.
    pub fn at_home(&self) -> Option<Mask> {
        let [Target { pieces, goal_states, .. }] = &self.goal.stages[0].choices[..] else { return None };
        let home = || read(&facelets_of(&Cube::SOLVED, *pieces)).expect("the solved cube shows its pieces");
        (goal_states.len() == 1).then(home)
    }

    /// Returns all cubes that show the mask, or `None` if there are more than `max`.
    pub fn cubes(&self, max: usize) -> Option<Vec<Cube>> {
        let corners = placements::<8>(&with_all::<3>(&self.corners))?;
        let edges = placements::<12>(&with_all::<2>(&self.edges))?;
        if corners.len() * edges.len() > MAX_SEEDS {
            return None;
        }
        let pairs = corners.iter().flat_map(|corners| edges.iter().map(move |edges| (corners, edges)));
        let cubes: Vec<Cube> = pairs.filter_map(|(corners, edges)| cube(corners, edges)).collect();
        (cubes.len() <= max).then_some(cubes)
    }
}

/// Returns the facelets of a cube with `?` for all stickers but those of these pieces.
fn facelets_of(cube: &Cube, pieces: PieceSet) -> String {
    let mut letters: Vec<char> = "?".repeat(facelets::COUNT).chars().collect();
    let whole: Vec<char> = facelets::format(cube).chars().collect();
    let mut show = |faces: &[Face]| {
        faces.iter().map(|face| sticker_index(*face, faces)).for_each(|i| letters[i] = whole[i]);
    };
    pieces.corners().for_each(|corner| show(&CORNER_FACES[usize::from(cube.corners()[corner] / 3)]));
    pieces.edges().for_each(|edge| show(&EDGE_FACES[usize::from(cube.edges()[edge] / 2)]));
    letters.into_iter().collect()
}

/// Returns the pieces that fit each position, those of unknown positions included: all pieces, in all ways. The positions
/// with the fewest come first.
fn with_all<const TURNS: usize>(fits: &[Option<Vec<Fit>>]) -> Vec<Option<Vec<Fit>>> {
    let any = |position: usize| {
        let turns = move |piece| (0..TURNS).map(move |turn| (piece, (TURNS * position + turn) as u8));
        (0..fits.len()).flat_map(turns).collect()
    };
    let fits_at = |(position, own): (usize, &Option<Vec<Fit>>)| own.clone().unwrap_or_else(|| any(position));
    let mut all: Vec<Vec<Fit>> = fits.iter().enumerate().map(fits_at).collect();
    all.sort_by_key(Vec::len);
    all.into_iter().map(Some).collect()
}

/// Reads a mask.
fn read(text: &str) -> Result<Mask, ExpressionError> {
    let letters: Vec<char> =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
    let name: String = letters.iter().collect();
    if letters.len() != facelets::COUNT {
        let (token, kind) = (text.trim().to_string(), Kind::StickerCount { found: letters.len() });
        return Err(ExpressionError { column: 1, token, kind });
    }
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
    let corner_ways = placements::<8>(&corners).ok_or_else(too_many)?;
    let edge_ways = placements::<12>(&edges).ok_or_else(too_many)?;
    if corner_ways.len() * edge_ways.len() > MAX_SEEDS {
        return Err(too_many());
    }
    let mut targets: Vec<(PieceSet, Vec<Cube>)> = Vec::new();
    for (corners, edges) in
        corner_ways.iter().flat_map(|corners| edge_ways.iter().map(move |edges| (corners, edges)))
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
    let goal = Variant { name: name.clone().into(), stages: vec![Stage::of_expression(name, choices)] };
    Ok(Mask { goal, corners, edges })
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

    #[test]
    fn masks_of_whole_pieces_are_goals_of_these_pieces() {
        for text in ["cross + FR", "2x2x2 DBL", "FR, UF edges + URF", "cross"] {
            let [target] = &parse(text).unwrap().stages[0].choices[..] else { panic!("{text}: one target") };
            let mask = Variant::read(&facelets_of(&Cube::SOLVED, target.pieces)).unwrap();
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
            let mask = facelets_of(&cube_of(moves), pieces);
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
    fn all_cubes_that_show_a_mask_are_listed_if_they_are_few() {
        let cube = cube_of("R U F2 L' D B");
        // Two edges and two corners in unknown places: two ways to place each, of one parity, with twists and flips.
        let known = PieceSet::new(&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let mask = Mask::read(&facelets_of(&cube, known)).unwrap().unwrap();
        let mut cubes = mask.cubes(12).unwrap();
        assert_eq!(mask.cubes(11), None);
        cubes.sort_by_key(|cube| (*cube.corners(), *cube.edges()));
        cubes.dedup();
        assert!(
            cubes.len() == 12 && cubes.contains(&cube) && cubes.iter().all(|c| mask.goal.stages[0].is_met(c))
        );
        // They differ from a given one as those at home do from the solved cube.
        let home = mask.at_home().unwrap();
        let images = home.cubes(12).unwrap().into_iter().map(|home| home.inverse().then(mask.cube()));
        assert!(images.clone().count() == 12 && images.clone().all(|image| cubes.contains(&image)));
        assert!(
            Mask::read(&facelets_of(&cube, PieceSet::new(&[0], &[0])))
                .unwrap()
                .unwrap()
                .cubes(1000)
                .is_none()
        );
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
        let error = Variant::read(&mask(&[(4, 'U')])[1..]).unwrap_err();
        assert_eq!(error.kind, Kind::StickerCount { found: 53 });
        // Neither a mask nor about 54 letters.
        assert!(!is_meant(&mask(&[])) && !is_meant("UF?") && !is_meant(&facelets::format(&Cube::SOLVED)));
    }
}
