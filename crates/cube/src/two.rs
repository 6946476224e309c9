//! The 2x2x2: the corners of the 3x3x3, without centres.

use rand::Rng;

use crate::facelets::{FaceletError, Grid, check_distinct, identify_pieces, piece_places, visible_stickers};
use crate::group::Element;
use crate::held::HeldCube;
use crate::notation::Turn;
use crate::piece::CORNER_FACES;
use crate::puzzle::{ParsedState, Puzzle, PuzzleText, PuzzleTextError};
use crate::random::{orientations, permutation};
use crate::state::{check_twists, is_odd};
use crate::symmetry::{FACE_NORMALS, Symmetry};
use crate::{Algorithm, Cube, Face, Move};

const GRID: Grid = Grid(2);

/// The corner DBL, which turns of U, R and F leave alone.
const FIXED: usize = 6;

/// A state of the 2x2x2 in some orientation. Up to rotations there are 3,674,160.
///
/// ```
/// use cubiform_cube::puzzle::{Puzzle, PuzzleText};
/// use cubiform_cube::two::Cube2;
///
/// let given = Cube2::parse("R U' F2")?;
/// assert_eq!(Cube2::parse(&given.state.facelets())?.state, given.state);
/// assert_eq!(Cube2::parse("L")?.state, Cube2::parse("R x'")?.state);
/// assert!(Cube2::parse("R L' x'")?.state.is_solved());
/// # Ok::<(), cubiform_cube::puzzle::PuzzleTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube2 {
    /// The place of each corner, as in [`Cube`].
    corners: [u8; 8],
}

impl Cube2 {
    /// The solved state.
    pub const SOLVED: Cube2 = Cube2 { corners: *Cube::SOLVED.corners() };

    /// Returns the place to which the state carries the content of `place`.
    fn image(&self, place: usize) -> u8 {
        let to = self.corners[place / 3];
        to / 3 * 3 + (to + (place % 3) as u8) % 3
    }

    /// Returns a 3x3x3 with these corners after a renaming of the colours that puts the corner at DBL home, so that the
    /// same turns of U, R and F solve both. Its edges are solved, apart from two that are exchanged if the corners are an
    /// odd permutation.
    pub fn to_cube(self) -> Cube {
        let renamed = |rotation| {
            let held = HeldCube::rotated(rotation);
            std::array::from_fn(|c| self.image(held.image(FIXED, HeldCube::home(c))))
        };
        let is_upright = |corners: &[u8; 8]| usize::from(corners[FIXED]) == HeldCube::home(FIXED);
        let corners = Symmetry::rotations().map(renamed).find(is_upright);
        let corners = corners.expect("a rotation brings any corner home");
        let mut edges = *Cube::SOLVED.edges();
        if is_odd(&corners.map(|place| place / 3)) {
            edges.swap(0, 1);
        }
        Cube::from_places(corners, edges).expect("the parities agree")
    }

    /// Returns the moves of solutions: the turns of U, R and F.
    pub fn moves() -> impl Iterator<Item = Move> {
        Move::all().filter(|m| matches!(m.face(), Face::U | Face::R | Face::F))
    }
}

impl Puzzle for Cube2 {
    /// A wide turn turns one layer, and a slice none.
    type Move = Turn;

    fn after(&self, turns: &[Turn]) -> Cube2 {
        let turned = |corners: [u8; 8], turn: &Turn| {
            let turn = HeldCube::of_turn(*turn);
            corners.map(|place| turn.image(FIXED, place.into()) as u8)
        };
        Cube2 { corners: turns.iter().fold(self.corners, turned) }
    }

    fn is_solved(&self) -> bool {
        self.to_cube() == Cube::SOLVED
    }

    fn inverse_move(m: Turn) -> Turn {
        m.inverse()
    }

    fn format(turns: &[Turn]) -> String {
        turns.iter().copied().collect::<Algorithm>().to_string()
    }
}

/// Returns the index of the sticker on `face` of the corner at `position`.
fn sticker_index(face: Face, position: usize) -> usize {
    let along = |axis: usize| CORNER_FACES[position].iter().map(|f| FACE_NORMALS[f.index()][axis]).sum();
    GRID.index(face, std::array::from_fn(along))
}

/// Parses 24 stickers of a cube in any orientation.
fn parse_facelets(text: &str) -> Result<Cube2, FaceletError> {
    let (colors, naming) = GRID.read(text)?;
    let seen = std::array::from_fn(|c| CORNER_FACES[c].map(|face| colors[sticker_index(face, c)]));
    let pieces = identify_pieces("corner", &CORNER_FACES, &seen, &naming)?;
    check_distinct("corner", &CORNER_FACES, &pieces, &naming)?;
    let corners = piece_places(&CORNER_FACES, &seen, &pieces, &naming)?;
    check_twists(&corners).map_err(crate::facelets::PieceError::Unreachable)?;
    Ok(Cube2 { corners })
}

impl PuzzleText for Cube2 {
    fn parse(text: &str) -> Result<ParsedState<Cube2>, PuzzleTextError> {
        if GRID.is_meant(text) {
            let state = parse_facelets(text).map_err(|error| PuzzleTextError::of_state(&error))?;
            return Ok(ParsedState { state, moves: None });
        }
        let turns = Algorithm::parse(text)?.turns().to_vec();
        Ok(ParsedState { state: Cube2::SOLVED.after(&turns), moves: Some(turns) })
    }

    fn facelets(&self) -> String {
        let mut colors = [Face::U; GRID.count()];
        for (position, stickers) in visible_stickers(CORNER_FACES, self.corners).iter().enumerate() {
            for (face, color) in CORNER_FACES[position].into_iter().zip(stickers) {
                colors[sticker_index(face, position)] = *color;
            }
        }
        colors.iter().map(|color| color.letter()).collect()
    }

    fn random(rng: &mut impl Rng) -> Cube2 {
        let (order, twists): ([u8; 7], [u8; 7]) = (permutation(rng), orientations(rng, 3));
        // The positions and pieces beside the fixed one.
        let others = [0, 1, 2, 3, 4, 5, 7];
        let mut corners = *Cube::SOLVED.corners();
        for (i, piece) in others.into_iter().enumerate() {
            corners[piece] = 3 * others[usize::from(order[i])] as u8 + twists[i];
        }
        Cube2 { corners }
    }
}
