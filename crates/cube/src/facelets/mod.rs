//! A state as its 54 stickers, in URFDLB order.
//!
//! The string lists U1..U9, R1..R9, F1..F9, D1..D9, L1..L9, B1..B9. Each face is read row by row, looking at it with U
//! up; U has B at its top, D has F at its top. Each character is a face letter (`URFDLB`), which stands for the colour
//! of the centre of that face, or a colour letter (`WRGYOB`), with white on top and green in front.

mod grid;

pub(crate) use grid::Grid;
pub use grid::StickerError;

use crate::face::Face;
use crate::piece::{CORNER_FACES, EDGE_FACES};
use crate::state::{Cube, Unreachable};
use crate::symmetry::{FACE_NORMALS, Symmetry};

/// The number of stickers, centres included.
pub const COUNT: usize = GRID.count();

const GRID: Grid = Grid(3);

/// Returns the index of the sticker on `face` of the position on `faces`.
pub fn sticker_index(face: Face, faces: &[Face]) -> usize {
    let along = |axis: usize| faces.iter().map(|f| 2 * FACE_NORMALS[f.index()][axis]).sum();
    GRID.index(face, std::array::from_fn(along))
}

/// Formats the state as 54 characters of `URFDLB`.
///
/// ```
/// use cubiform_cube::{Cube, facelets, notation::Algorithm};
///
/// let cube = Algorithm::parse("R")?.cube();
/// let text = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
/// assert_eq!(facelets::format(&cube), text);
/// assert_eq!(facelets::parse(text)?, cube);
///
/// let twisted = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
/// let error = facelets::parse(twisted).unwrap_err();
/// assert!(error.to_string().starts_with("one corner is twisted "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(cube: &Cube) -> String {
    format_held(cube, Symmetry::IDENTITY)
}

/// Formats the state as it is held after a rotation of the whole cube: the centres are turned, too.
///
/// ```
/// use cubiform_cube::{facelets, notation::Algorithm};
///
/// let (moves, rotation) = Algorithm::parse("R y")?.resolve();
/// let cube = cubiform_cube::Cube::from_moves(&moves);
/// let text = "UUUUUUFFFUBBUBBUBBRRRRRRRRRBBBDDDDDDFFDFFDFFDLLLLLLLLL";
/// assert_eq!(facelets::format_held(&cube, rotation), text);
/// # Ok::<(), cubiform_cube::notation::ParseError>(())
/// ```
pub fn format_held(cube: &Cube, rotation: Symmetry) -> String {
    let stickers = Stickers::from_cube(cube);
    let centers = rotation.inverse();
    let mut colors: [Face; COUNT] = std::array::from_fn(|i| centers.face(Face::from_index(i / 9)));
    let mut put = |faces: &[Face], seen: &[Face]| {
        let mut held = [Face::U; 3];
        let held = &mut held[..faces.len()];
        held.iter_mut().zip(faces).for_each(|(held, face)| *held = rotation.face(*face));
        for (face, color) in held.iter().zip(seen) {
            colors[sticker_index(*face, held)] = *color;
        }
    };
    for (faces, seen) in CORNER_FACES.iter().zip(&stickers.corners) {
        put(faces, seen);
    }
    for (faces, seen) in EDGE_FACES.iter().zip(&stickers.edges) {
        put(faces, seen);
    }
    colors.iter().map(|color| color.letter()).collect()
}

/// Returns whether `text` has the form of facelets, valid or not, rather than of moves.
///
/// Such a text consists of 40 to 67 letters of `URFDLB` or `WRGYOB` without a modifier of moves (white space and
/// comments aside, and up to three other characters allowed), or of a single word of at least nine letters in which two
/// neighbours are equal.
pub fn is_meant(text: &str) -> bool {
    GRID.is_meant(text)
}

/// Parses 54 stickers, as letters of `URFDLB`, or of `WRGYOB` if more of the characters are in that alphabet.
///
/// Letters may be in either case. White space and comments are skipped and not counted.
///
/// # Errors
/// The first reason, in the order of the variants of [`FaceletError`] and of the errors it contains, why the stickers
/// do not show a cube that face turns can reach.
pub fn parse(text: &str) -> Result<Cube, FaceletError> {
    let (colors, naming) = GRID.read(text)?;
    check_centres(Face::ALL.map(|face| colors[9 * face.index() + 4]), &naming)?;
    let stickers = Stickers {
        corners: CORNER_FACES.map(|faces| faces.map(|face| colors[sticker_index(face, &faces)])),
        edges: EDGE_FACES.map(|faces| faces.map(|face| colors[sticker_index(face, &faces)])),
    };
    Ok(stickers.assemble(&naming)?)
}

/// Returns an error unless the centres are those of a cube held with U on top and F in front.
fn check_centres(centres: [Face; 6], naming: &PieceNaming) -> Result<(), FaceletError> {
    let letter = naming.letter;
    for (i, color) in centres.iter().enumerate() {
        if let Some(first) = centres[..i].iter().position(|other| other == color) {
            let missing = Face::ALL.into_iter().find(|face| !centres.contains(face));
            return Err(FaceletError::CentresRepeated {
                letter: letter(*color),
                first: Face::from_index(first),
                second: Face::from_index(i),
                missing: letter(missing.expect("two of six centres have the same colour")),
            });
        }
    }
    for (i, &color) in centres[..3].iter().enumerate() {
        if centres[i + 3] != color.opposite() {
            return Err(FaceletError::CentresNotOpposite {
                first: letter(color),
                second: letter(centres[i + 3]),
                face: Face::from_index(i),
            });
        }
    }
    let symmetry = Symmetry::all()
        .find(|s| Face::ALL.iter().all(|face| s.face(centres[face.index()]) == *face))
        .expect("a permutation of the faces that preserves opposite pairs is a symmetry");
    match (symmetry.rotation_name(), symmetry.inverse().rotation_name()) {
        _ if symmetry == Symmetry::IDENTITY => Ok(()),
        (Some(rotation), Some(inverse)) => Err(FaceletError::CentresTurned { rotation, inverse }),
        _ => Err(FaceletError::CentresMirrored),
    }
}

/// The reason why 54 characters do not show a cube that face turns can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceletError {
    /// The characters are not nine stickers of each colour.
    #[error(transparent)]
    Stickers(#[from] StickerError),
    /// Two centres have the same colour.
    #[error("the {first} and {second} centres are both {letter}, and no centre is {missing}")]
    CentresRepeated {
        /// The colour of both centres.
        letter: char,
        /// The first of the two faces.
        first: Face,
        /// The second of the two faces.
        second: Face,
        /// A colour that no centre has.
        missing: char,
    },
    /// Two opposite centres have colours that are not opposite on a cube.
    #[error(
        "the {face} and {} centres are {first} and {second}, which are not opposite colours on a cube",
        face.opposite()
    )]
    CentresNotOpposite {
        /// The colour on `face`.
        first: char,
        /// The colour on the opposite face.
        second: char,
        /// The face: U, R or F.
        face: Face,
    },
    /// The centres are those of a cube in another orientation.
    #[error(
        "the centres are those of a cube rotated by {rotation}; rotate the whole cube by {inverse} first"
    )]
    CentresTurned {
        /// The rotation from white on top and green in front to this orientation.
        rotation: String,
        /// The rotation back.
        inverse: String,
    },
    /// The centres are mirrored.
    #[error("the centres are mirrored; check whether two opposite faces were swapped")]
    CentresMirrored,
    /// The corners and edges are not those of a reachable cube.
    #[error(transparent)]
    Pieces(#[from] PieceError),
}

/// The reason why stickers do not form a cube that face turns can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceError {
    /// No piece has these stickers.
    #[error("no {kind} has stickers {} (found at {position})", listed(.stickers))]
    Unknown {
        /// The kind of piece: `corner`, `edge` or, on the 4x4x4, `wing`.
        kind: &'static str,
        /// The faces of the position.
        position: String,
        /// The stickers at the position, in the order of its faces.
        stickers: String,
    },
    /// A piece appears twice.
    #[error("{kind} {piece} appears twice (at {first} and {second}), and {kind} {missing} is missing")]
    Twice {
        /// The kind of piece: `corner` or `edge`.
        kind: &'static str,
        /// The piece.
        piece: String,
        /// The first position of the piece.
        first: String,
        /// The second position of the piece.
        second: String,
        /// The first missing piece of that kind.
        missing: String,
    },
    /// The stickers of a corner are in the order of its mirror image.
    #[error(
        "stickers {} at {position} are those of corner {piece} in mirrored order; swap two of them",
        listed(.stickers)
    )]
    Mirrored {
        /// The faces of the position.
        position: String,
        /// The stickers at the position, in the order of its faces.
        stickers: String,
        /// The corner with these colours.
        piece: String,
    },
    /// All pieces are present, but face turns cannot reach their arrangement.
    #[error("{0}: no moves can fix this; check the stickers, or reassemble the cube")]
    Unreachable(#[from] Unreachable),
}

/// Returns the letters separated by commas.
fn listed(letters: &str) -> String {
    letters.chars().map(String::from).collect::<Vec<_>>().join(", ")
}

/// The letters of faces or colours and the order of a corner's faces in a notation.
pub(crate) struct PieceNaming {
    /// The letter of a face or of its colour.
    pub(crate) letter: fn(Face) -> char,
    /// The order in which the faces of a corner are named, as indices into the clockwise order.
    pub(crate) corner: [usize; 3],
}

impl PieceNaming {
    pub(crate) fn name<const K: usize>(&self, faces: [Face; K]) -> String {
        (0..K).map(|k| (self.letter)(faces[if K == 3 { self.corner[k] } else { k }])).collect()
    }

    /// Returns the name of a position, which always has face letters.
    fn position<const K: usize>(&self, faces: [Face; K]) -> String {
        PieceNaming { letter: Face::letter, ..*self }.name(faces)
    }
}

/// The stickers at each position, in the order of its faces.
pub(crate) struct Stickers {
    pub(crate) corners: [[Face; 3]; 8],
    pub(crate) edges: [[Face; 2]; 12],
}

impl Stickers {
    /// Returns the stickers of a state.
    pub(crate) fn from_cube(cube: &Cube) -> Stickers {
        Stickers {
            corners: visible_stickers(CORNER_FACES, *cube.corners()),
            edges: visible_stickers(EDGE_FACES, *cube.edges()),
        }
    }

    /// Returns the state with these stickers.
    pub(crate) fn assemble(&self, naming: &PieceNaming) -> Result<Cube, PieceError> {
        let corners = identify_pieces("corner", &CORNER_FACES, &self.corners, naming)?;
        let edges = identify_pieces("edge", &EDGE_FACES, &self.edges, naming)?;
        check_distinct("corner", &CORNER_FACES, &corners, naming)?;
        check_distinct("edge", &EDGE_FACES, &edges, naming)?;
        let corners = piece_places(&CORNER_FACES, &self.corners, &corners, naming)?;
        let edges = piece_places(&EDGE_FACES, &self.edges, &edges, naming)?;
        Ok(Cube::from_places(corners, edges)?)
    }
}

/// Returns the stickers at each position when piece `i` is in `places[i]`.
pub(crate) fn visible_stickers<const K: usize, const N: usize>(
    faces: [[Face; K]; N],
    places: [u8; N],
) -> [[Face; K]; N] {
    let mut seen = faces;
    for (piece, place) in places.iter().enumerate() {
        let (position, turn) = (*place as usize / K, *place as usize % K);
        for k in 0..K {
            seen[position][(k + turn) % K] = faces[piece][k];
        }
    }
    seen
}

/// Returns the piece at each position, identified by its set of colours.
pub(crate) fn identify_pieces<const K: usize, const N: usize>(
    kind: &'static str,
    faces: &[[Face; K]; N],
    seen: &[[Face; K]; N],
    naming: &PieceNaming,
) -> Result<[usize; N], PieceError> {
    let mut pieces = [0; N];
    for (position, stickers) in seen.iter().enumerate() {
        let piece = faces.iter().position(|f| f.iter().all(|face| stickers.contains(face)));
        pieces[position] = piece.ok_or_else(|| PieceError::Unknown {
            kind,
            position: naming.position(faces[position]),
            stickers: naming.name(*stickers),
        })?;
    }
    Ok(pieces)
}

/// Returns an error if a piece is at two positions.
pub(crate) fn check_distinct<const K: usize, const N: usize>(
    kind: &'static str,
    faces: &[[Face; K]; N],
    pieces: &[usize; N],
    naming: &PieceNaming,
) -> Result<(), PieceError> {
    for (second, piece) in pieces.iter().enumerate() {
        if let Some(first) = pieces[..second].iter().position(|other| other == piece) {
            let missing = (0..N)
                .find(|other| !pieces.contains(other))
                .expect("a piece at two of N positions leaves another one out");
            return Err(PieceError::Twice {
                kind,
                piece: naming.name(faces[*piece]),
                first: naming.position(faces[first]),
                second: naming.position(faces[second]),
                missing: naming.name(faces[missing]),
            });
        }
    }
    Ok(())
}

/// Returns the place of each piece, `K * position + orientation`.
pub(crate) fn piece_places<const K: usize, const N: usize>(
    faces: &[[Face; K]; N],
    seen: &[[Face; K]; N],
    pieces: &[usize; N],
    naming: &PieceNaming,
) -> Result<[u8; N], PieceError> {
    let mut places = [0; N];
    for (position, &piece) in pieces.iter().enumerate() {
        let turn = orientation(&faces[piece], &seen[position]).ok_or_else(|| PieceError::Mirrored {
            position: naming.position(faces[position]),
            stickers: naming.name(seen[position]),
            piece: naming.name(faces[piece]),
        })?;
        places[piece] = (K * position + turn) as u8;
    }
    Ok(places)
}

/// Returns the number of steps by which the stickers of a piece are shifted from their home order; `None` if they are
/// in mirrored order.
pub(crate) fn orientation<const K: usize>(piece: &[Face; K], seen: &[Face; K]) -> Option<usize> {
    (0..K).find(|turn| (0..K).all(|k| seen[(k + turn) % K] == piece[k]))
}
