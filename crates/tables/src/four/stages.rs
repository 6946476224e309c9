//! The five stages as data: which turns are legal, which symmetries there are, which parts make rows and columns.
//!
//! | stage | puts in place | row: base | bits | words | symmetries |
//! |---|---|---|---|---|---|
//! | 1 | twists, wings of u and d in their layers | positions of these wings, 735,471 | | twists, 2187 | 48 |
//! | 2 | centres of F and B, order of the wings of u and d | positions of these centres, 735,471 | which are alike, 35 | orders, 420 | 16 |
//! | 3 | centres of L and R, kinds of the other wings, parity | positions of these centres among 16, 12,870 | which are alike, 35 | kinds and parity, 25,740 | 8 |
//! | 4 | centres of U and D, orders of corners and wings | orders of the wings, 88,200 | which centres are alike, 35 | orders of the corners, 420 | 16 |
//! | 5 | all | wings, 884,736 | corners, 96 | centres, 1728 | 192 |
//!
//! "In place" means, for centres and orders, as half turns make it of the solved cube.

use cubiform_cube::four::Turn;
use cubiform_cube::{Axis, Face, Symmetry};

use super::motion::{View, keeping};
use super::part::{Ranked, Row};
use super::sets::{Kinds, Opposites, SliceWings, SquareCentres, Twists};
use super::squares::{self, Corners, LayerWings, SquareCorners, SquareWings, UpToHalfTurns};
use crate::rows::Shape;

/// How many stages there are.
pub const STAGES: usize = 5;

/// By stage the size of its numbering: classes of bases, words, bits.
pub(super) const SHAPES: [Shape; STAGES] = [
    Shape { rows: 15_582, words: 2187, bits: 1, align: 1 },
    Shape { rows: 46_371, words: 420, bits: 35, align: 1 },
    Shape { rows: 1670, words: 25_740, bits: 35, align: 1 },
    Shape { rows: 5968, words: 420, bits: 35, align: 1 },
    Shape { rows: 7444, words: 1728, bits: 96, align: 1 },
];

/// What a stage is made of.
pub(super) trait Kind {
    /// 1 to 5.
    const NUMBER: usize;
    /// The axes that the stages before have fixed: rotations of the whole cube keep them from now on.
    const FIXED: &[Axis];
    type Row: Row;
    type Word: Ranked;
    /// The group of its symmetries, the identity first: they carry goals to goals and legal turns to legal turns.
    fn views() -> Vec<View>;
}

/// By stage and axis (X, Y, Z), whether quarter turns of the outer and of the inner layers are legal; half turns are.
const QUARTERS: [[(bool, bool); 3]; STAGES] = [
    [(true, true), (true, true), (true, true)],
    [(false, true), (true, true), (false, true)],
    [(false, false), (true, false), (false, true)],
    [(false, false), (true, false), (false, false)],
    [(false, false), (false, false), (false, false)],
];

/// The legal turns of one or two layers, those of one layer first. None after the last stage.
///
/// A turn of two layers is legal when the turn of each of them is.
pub(super) fn turns(stage: usize) -> Vec<Turn> {
    let Some(quarters) = QUARTERS.get(stage - 1) else { return Vec::new() };
    let is_legal = |part: Turn| {
        let (outer, inner) = quarters[part.axis() as usize];
        let is_inner = matches!(part.layers().range().start, 1 | 2);
        part.quarters() == 2 || if is_inner { inner } else { outer }
    };
    let mut turns: Vec<Turn> = Turn::block_turns().filter(|turn| turn.parts().all(is_legal)).collect();
    turns.sort_by_key(|turn| turn.layers().count());
    turns
}

/// Views that carry positions and names alike.
fn alike(symmetries: Vec<Symmetry>) -> Vec<View> {
    symmetries.into_iter().map(|s| View { positions: s, names: s }).collect()
}

pub(super) struct Stage1;

impl Kind for Stage1 {
    const NUMBER: usize = 1;
    const FIXED: &[Axis] = &[];
    type Row = (SliceWings, ());
    type Word = Twists;

    /// All 48: its goals are the three axes. The pieces keep their names, and twists are read anew.
    fn views() -> Vec<View> {
        Symmetry::all().map(|s| View { positions: s, names: Symmetry::IDENTITY }).collect()
    }
}

pub(super) struct Stage2;

impl Kind for Stage2 {
    const NUMBER: usize = 2;
    const FIXED: &[Axis] = &[Axis::Y];
    type Row = Opposites<2, 24>;
    type Word = UpToHalfTurns<squares::SliceWings>;

    /// The pieces keep their names, since the goals are F and B, and L and R. But a mirror exchanges the tetrads, so
    /// that with one they need those that the mirror of L and R gives them.
    fn views() -> Vec<View> {
        let mirror = Symmetry::all()
            .find(|s| s.is_mirror() && s.face(Face::U) == Face::U && s.face(Face::F) == Face::F);
        let mirror = mirror.expect("there is one");
        let names = |s: Symmetry| if s.is_mirror() { mirror } else { Symmetry::IDENTITY };
        keeping(Self::FIXED).into_iter().map(|s| View { positions: s, names: names(s) }).collect()
    }
}

pub(super) struct Stage3;

impl Kind for Stage3 {
    const NUMBER: usize = 3;
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = Opposites<0, 16>;
    type Word = Kinds;

    fn views() -> Vec<View> {
        alike(keeping(Self::FIXED))
    }
}

pub(super) struct Stage4;

impl Kind for Stage4 {
    const NUMBER: usize = 4;
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = (LayerWings, Opposites<1, 8>);
    type Word = UpToHalfTurns<Corners>;

    fn views() -> Vec<View> {
        alike(keeping(&[Axis::Y]))
    }
}

pub(super) struct Stage5;

impl Kind for Stage5 {
    const NUMBER: usize = 5;
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = (SquareWings, SquareCorners);
    type Word = SquareCentres;

    /// All 48, and after each the half turns of the whole cube: it is solved however these hold it.
    fn views() -> Vec<View> {
        let held = [Face::R, Face::U, Face::F].map(|face| Symmetry::rotation(face, 2));
        let held = [Symmetry::IDENTITY].into_iter().chain(held);
        held.flat_map(|c| Symmetry::all().map(move |s| View { positions: s.then(c), names: s })).collect()
    }
}
