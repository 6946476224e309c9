//! A state as the 54 stickers that one sees, in URFDLB order.
//!
//! The string lists U1..U9, R1..R9, F1..F9, D1..D9, L1..L9, B1..B9. Each face is read row by row as one sees
//! it when looking at it with U up; U is read with B on the far side, D with F on the far side. Each
//! character names the face whose centre has that colour (`URFDLB`), or the colour itself (`WRGYOB`) with
//! white on top and green in front.

mod grid;

pub(crate) use grid::Grid;
pub use grid::StickerError;

use crate::face::Face;
use crate::piece::{CORNER_FACES, EDGE_FACES};
use crate::state::{Cube, Unreachable};
use crate::symmetry::{FACE_NORMALS, Symmetry};

/// How many stickers there are, centres included.
pub const COUNT: usize = GRID.count();

const GRID: Grid = Grid(3);

/// Where in the string the sticker on `face` stands of the piece position between `faces`.
fn sticker_index(face: Face, faces: &[Face]) -> usize {
    let along = |axis: usize| faces.iter().map(|f| 2 * FACE_NORMALS[f.index()][axis]).sum();
    GRID.index(face, std::array::from_fn(along))
}

/// The state as 54 characters out of `URFDLB`.
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
    let stickers = Stickers::of(cube);
    let mut colors: [Face; COUNT] = std::array::from_fn(|i| Face::from_index(i / 9));
    for (faces, seen) in CORNER_FACES.iter().zip(&stickers.corners) {
        for (face, color) in faces.iter().zip(seen) {
            colors[sticker_index(*face, faces)] = *color;
        }
    }
    for (faces, seen) in EDGE_FACES.iter().zip(&stickers.edges) {
        for (face, color) in faces.iter().zip(seen) {
            colors[sticker_index(*face, faces)] = *color;
        }
    }
    colors.iter().map(|color| color.letter()).collect()
}

/// Whether a text is meant as facelets, right or wrong, and not as moves: 40 to 67 letters out of `URFDLB` or
/// `WRGYOB` without a modifier of moves, white space and comments aside, of which up to three may be mistyped; or nine
/// letters or more in a single word in which two neighbours are alike.
pub fn is_meant(text: &str) -> bool {
    GRID.is_meant(text)
}

/// The state that these 54 characters show, all out of `URFDLB` or, if more of them are, out of `WRGYOB`.
///
/// Letters are read in either case; white space and comments are skipped and not counted.
///
/// # Errors
/// The first reason, in the order of the variants of [`FaceletError`] and of the errors within, for which no cube
/// that face turns can reach looks like this.
pub fn parse(text: &str) -> Result<Cube, FaceletError> {
    let (colors, naming) = GRID.read(text)?;
    check_centres(Face::ALL.map(|face| colors[9 * face.index() + 4]), &naming)?;
    let stickers = Stickers {
        corners: CORNER_FACES.map(|faces| faces.map(|face| colors[sticker_index(face, &faces)])),
        edges: EDGE_FACES.map(|faces| faces.map(|face| colors[sticker_index(face, &faces)])),
    };
    Ok(stickers.assemble(&naming)?)
}

/// Accepts only the centres of a cube held with U up and F in front.
fn check_centres(centres: [Face; 6], naming: &PieceNaming) -> Result<(), FaceletError> {
    let letter = naming.letter;
    for (i, color) in centres.iter().enumerate() {
        if let Some(first) = centres[..i].iter().position(|other| other == color) {
            let missing = Face::ALL.into_iter().find(|face| !centres.contains(face));
            return Err(FaceletError::CentresRepeated {
                letter: letter(*color),
                first: Face::from_index(first),
                second: Face::from_index(i),
                missing: letter(missing.expect("of six centres two are alike")),
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
        .expect("a map of the faces that keeps opposite ones opposite is a symmetry");
    match (symmetry.rotation_name(), symmetry.inverse().rotation_name()) {
        _ if symmetry == Symmetry::IDENTITY => Ok(()),
        (Some(rotation), Some(inverse)) => Err(FaceletError::CentresTurned { rotation, inverse }),
        _ => Err(FaceletError::CentresMirrored),
    }
}

/// Why 54 characters show no cube.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceletError {
    /// Characters that are not nine stickers of each colour.
    #[error(transparent)]
    Stickers(#[from] StickerError),
    /// Two centres of one colour.
    #[error("the centres of {first} and {second} are both {letter}, and none is {missing}")]
    CentresRepeated {
        /// Their colour.
        letter: char,
        /// The one face.
        first: Face,
        /// The other face.
        second: Face,
        /// A colour that no centre has.
        missing: char,
    },
    /// Centres opposite each other that no cube has there.
    #[error(
        "the centres of {face} and {} are {first} and {second}: no cube has these opposite each other",
        face.opposite()
    )]
    CentresNotOpposite {
        /// The colour on `face`.
        first: char,
        /// The colour opposite.
        second: char,
        /// U, R or F.
        face: Face,
    },
    /// The centres of a cube held another way.
    #[error("the centres are those of a cube turned by {rotation}: turn the whole cube by {inverse} first")]
    CentresTurned {
        /// The rotation that leads here from white on top and green in front.
        rotation: String,
        /// The rotation that leads back.
        inverse: String,
    },
    /// The centres of a mirror image.
    #[error("the centres are those of a mirrored cube: check whether two opposite faces have been exchanged")]
    CentresMirrored,
    /// A fault of the corners and edges.
    #[error(transparent)]
    Pieces(#[from] PieceError),
}

/// Why stickers, each of a colour that exists, do not make a cube that face turns can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceError {
    /// Stickers that no piece has together.
    #[error("no {kind} has the stickers {stickers}, seen at position {position}")]
    Unknown {
        /// `corner`, `edge` or, on the 4x4x4, `wing`.
        kind: &'static str,
        /// The faces of the position.
        position: String,
        /// What is seen there, in the order of the faces of the position.
        stickers: String,
    },
    /// The same piece twice.
    #[error("the {kind} {piece} is seen twice, at positions {first} and {second}, and {missing} nowhere")]
    Twice {
        /// `corner` or `edge`.
        kind: &'static str,
        /// The piece.
        piece: String,
        /// Where it is seen.
        first: String,
        /// Where else it is seen.
        second: String,
        /// The first piece of its kind that is not seen.
        missing: String,
    },
    /// The colours of a corner in the order of its mirror image.
    #[error(
        "the stickers {stickers} at position {position} are those of the corner {piece} in mirrored order: \
         exchange two of them"
    )]
    Mirrored {
        /// The faces of the position.
        position: String,
        /// What is seen there, in the order of the faces of the position.
        stickers: String,
        /// The corner that has these colours.
        piece: String,
    },
    /// All pieces are there, but no turns bring them where they are.
    #[error("{0}: no moves can fix this; check the stickers, or reassemble the cube")]
    Unreachable(#[from] Unreachable),
}

/// How a notation writes colours and pieces.
pub(crate) struct PieceNaming {
    /// A face or colour.
    pub(crate) letter: fn(Face) -> char,
    /// In which order the faces of a corner are named, out of the clockwise order.
    pub(crate) corner: [usize; 3],
}

impl PieceNaming {
    pub(crate) fn name<const K: usize>(&self, faces: [Face; K]) -> String {
        (0..K).map(|k| (self.letter)(faces[if K == 3 { self.corner[k] } else { k }])).collect()
    }

    /// A position is always named by its faces.
    fn position<const K: usize>(&self, faces: [Face; K]) -> String {
        PieceNaming { letter: Face::letter, ..*self }.name(faces)
    }
}

/// The stickers seen at each position, in the order of its faces.
pub(crate) struct Stickers {
    pub(crate) corners: [[Face; 3]; 8],
    pub(crate) edges: [[Face; 2]; 12],
}

impl Stickers {
    /// What a state looks like.
    pub(crate) fn of(cube: &Cube) -> Stickers {
        Stickers {
            corners: visible_stickers(CORNER_FACES, *cube.corners()),
            edges: visible_stickers(EDGE_FACES, *cube.edges()),
        }
    }

    /// The state that looks like this.
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

/// The stickers at each position when piece `i` stands in `places[i]`.
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

/// The piece at each position, by its colours alone.
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

/// That no piece is at two positions.
pub(crate) fn check_distinct<const K: usize, const N: usize>(
    kind: &'static str,
    faces: &[[Face; K]; N],
    pieces: &[usize; N],
    naming: &PieceNaming,
) -> Result<(), PieceError> {
    for (second, piece) in pieces.iter().enumerate() {
        if let Some(first) = pieces[..second].iter().position(|other| other == piece) {
            let missing =
                (0..N).find(|other| !pieces.contains(other)).expect("one piece is at two of N positions");
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

/// The place of each piece, `K * position + orientation`.
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

/// How far the stickers of a piece are turned from their order at home; `None` if they are in mirrored order.
pub(crate) fn orientation<const K: usize>(piece: &[Face; K], seen: &[Face; K]) -> Option<usize> {
    (0..K).find(|turn| (0..K).all(|k| seen[(k + turn) % K] == piece[k]))
}
