//! The states as a goal sees them: which pieces it tells apart, and whether it sees their orientation.

use cubiform_cube::facelets::{self, sticker_index};
use cubiform_cube::goal::Pattern;
use cubiform_cube::goal::pattern::{ANYWHERE, Places, twisted};
use cubiform_cube::piece::{CORNER_FACES, EDGE_FACES};
use cubiform_cube::{Cube, Face};

/// A state as a goal sees it: for each position the class and the orientation of its piece.
pub(super) type Key = ([u8; 8], [u8; 12]);

/// A sticker as a goal sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sticker {
    /// A sticker of this face.
    Of(Face),
    /// A sticker that is not of the face U.
    NotTop,
    /// Any sticker.
    Any,
}

/// The pieces of one kind as a goal sees them.
///
/// Two pieces are of one class if every pattern of the goal has the same places for both. The places of one may be those of
/// the other turned in place: flips relative to L/R are flips relative to F/B of some edges and not of others.
#[derive(Clone, Debug)]
pub(super) struct PieceView<const N: usize> {
    /// The class of each piece; 0 if it may be anywhere that is left to it.
    class: [u8; N],
    /// The turns in place after which its places are those of its class.
    shift: [u8; N],
    /// Whether its orientation matters.
    oriented: [bool; N],
}

impl<const N: usize> PieceView<N> {
    /// The number of orientations of a piece.
    pub(super) const TURNS: u8 = 24 / N as u8;

    /// Returns the view of [tight](Pattern::tight) patterns.
    fn new(patterns: &[[Places; N]]) -> PieceView<N> {
        let mut view = PieceView { class: [0; N], shift: [0; N], oriented: [false; N] };
        let mut classes: Vec<Vec<Places>> = vec![patterns.iter().map(Self::open).collect()];
        for piece in 0..N {
            let own = |shift: u8| -> Vec<Places> {
                patterns.iter().map(|places| twisted(places[piece], shift, Self::TURNS)).collect()
            };
            let (places, shift) =
                (0..Self::TURNS).map(|shift| (own(shift), shift)).min().expect("a piece has orientations");
            view.oriented[piece] = own(0) != own(1);
            view.shift[piece] = shift;
            let class = classes.iter().position(|class| *class == places).unwrap_or(classes.len());
            if class == classes.len() {
                classes.push(places);
            }
            view.class[piece] = class as u8;
        }
        view
    }

    /// Returns the places at the positions that no piece with a single position takes.
    fn open(places: &[Places; N]) -> Places {
        let all = |place: u32| {
            ((1 << Self::TURNS) - 1) << (place / u32::from(Self::TURNS) * u32::from(Self::TURNS))
        };
        let taken = places.iter().map(|places| (places, all(places.trailing_zeros())));
        taken
            .filter(|(places, position)| *places & !position == 0)
            .fold(ANYWHERE, |open, (_, position)| open & !position)
    }

    /// Returns the class of a piece and the turns that make its orientation comparable with those of its class.
    pub(super) fn kind(&self, piece: usize) -> (u8, u8) {
        (self.class[piece], self.shift[piece])
    }

    /// Returns whether no pattern restricts the piece.
    pub(super) fn ignores(&self, piece: usize) -> bool {
        self.class[piece] == 0
    }

    /// Returns whether the orientation of the piece matters.
    pub(super) fn sees_turn(&self, piece: usize) -> bool {
        self.oriented[piece]
    }

    /// Returns whether the piece is told apart from all others.
    pub(super) fn tells_apart(&self, piece: usize) -> bool {
        !self.ignores(piece) && self.class.iter().filter(|class| **class == self.class[piece]).count() == 1
    }

    /// Returns the class and the orientation at each position.
    pub(super) fn key(&self, places: &[u8; N]) -> [u8; N] {
        let mut key = [0; N];
        for (piece, place) in places.iter().enumerate() {
            let turn = u8::from(self.oriented[piece]) * ((place + self.shift[piece]) % Self::TURNS);
            key[usize::from(place / Self::TURNS)] = self.class[piece] * Self::TURNS + turn;
        }
        key
    }

    /// Returns sticker `k` of a piece as the goal sees it.
    fn sticker<const K: usize>(&self, faces: &[[Face; K]; N], piece: usize, k: usize) -> Sticker {
        if self.ignores(piece) || !self.oriented[piece] {
            return Sticker::Any;
        }
        let alike = (0..N).filter(|other| self.class[*other] == self.class[piece]);
        let shown = |other: usize| {
            faces[other][(k + K + usize::from(self.shift[other]) - usize::from(self.shift[piece])) % K]
        };
        let shown: Vec<Face> = alike.map(shown).collect();
        match shown.iter().all(|face| *face == shown[0]) {
            true => Sticker::Of(shown[0]),
            false if shown.contains(&Face::U) => Sticker::Any,
            false => Sticker::NotTop,
        }
    }
}

/// What a goal sees of a state.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) corners: PieceView<8>,
    pub(super) edges: PieceView<12>,
}

impl View {
    /// Returns the view of a union of patterns.
    pub(super) fn new(patterns: &[Pattern]) -> View {
        View {
            corners: PieceView::new(&patterns.iter().map(|pattern| pattern.corners).collect::<Vec<_>>()),
            edges: PieceView::new(&patterns.iter().map(|pattern| pattern.edges).collect::<Vec<_>>()),
        }
    }

    /// Returns the key of a state.
    pub(super) fn key(&self, cube: &Cube) -> Key {
        (self.corners.key(cube.corners()), self.edges.key(cube.edges()))
    }

    /// Returns the 54 stickers of a state in URFDLB order.
    pub(super) fn stickers(&self, cube: &Cube) -> [Sticker; facelets::COUNT] {
        let mut stickers = std::array::from_fn(|i| Sticker::Of(Face::from_index(i / 9)));
        paint(&self.corners, &CORNER_FACES, cube.corners(), &mut stickers);
        paint(&self.edges, &EDGE_FACES, cube.edges(), &mut stickers);
        stickers
    }
}

fn paint<const N: usize, const K: usize>(
    view: &PieceView<N>,
    faces: &[[Face; K]; N],
    places: &[u8; N],
    stickers: &mut [Sticker],
) {
    for (piece, place) in places.iter().enumerate() {
        let at = &faces[usize::from(*place) / K];
        for k in 0..K {
            let face = at[(k + usize::from(*place)) % K];
            stickers[sticker_index(face, at)] = view.sticker(faces, piece, k);
        }
    }
}
