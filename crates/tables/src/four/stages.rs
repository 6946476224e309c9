//! Stages as data: which turns are legal, which symmetries there are, which parts make rows and columns. There are two
//! chains of them. The *five stages* end with half turns:
//!
//! | stage | puts in place | row: base | bits | words | symmetries |
//! |---|---|---|---|---|---|
//! | 1 | twists, wings of u and d in their layers | positions of these wings, 735,471 | | twists, 2187 | 48 |
//! | 2 | centres of F and B, order of the wings of u and d | positions of these centres, 735,471 | which are alike, 35 | orders, 420 | 16 |
//! | 3 | centres of L and R, kinds of the other wings, parity | positions of these centres among 16, 12,870 | which are alike, 35 | kinds and parity, 25,740 | 8 |
//! | 4 | centres of U and D, orders of corners and wings | orders of the wings, 88,200 | which centres are alike, 35 | orders of the corners, 420 | 16 |
//! | 5 | all | wings, 884,736 | corners, 96 | centres, 1728 | 192 |
//!
//! The stages *by outer turns*, in which of the inner layers only half turns are left soonest, end with a cube whose
//! faces turn it as they do the 3x3x3; [`super::pairs`] has the last:
//!
//! | stage | puts in place | row: base | bits | words | symmetries |
//! |---|---|---|---|---|---|
//! | 1 | centres of F and B on their axis | their positions, 735,471 | | | 48 |
//! | 2 | centres of the other axes on theirs, those of F and B as half turns of wide layers need them, parity of the wings | positions of the centres of U and D among 16, 12,870 | | which of F and B are alike, and parity, 70 | 16 |
//!
//! "In place" means, for centres and orders, as the turns of the next stage make it of the solved cube.

use cubiform_cube::four::Turn;
use cubiform_cube::{Axis, Face, Symmetry};

use super::component::{Ranked, Row};
use super::motion::{Relabelling, symmetries_fixing};
use super::sets::{
    AxisCentres, FrontPartition, OppositeCentres, SliceWings, SquareCentres, Twists, WingKinds, WingParity,
};
use super::squares::{CornerPieces, LayerWings, SliceWingPieces, SquareCorners, SquareWings, UpToHalfTurns};
use crate::rows::Shape;

/// How many stages there are of the five.
pub const STAGES: usize = 5;

/// How many there are by outer turns, without the pairing of the wings.
pub const OUTER_STAGES: usize = 2;

/// The size of the numbering of each of the five stages: classes of bases, words, bits.
pub(super) const SHAPES: [Shape; STAGES] = [
    Shape { rows: 15_582, words: 2187, bits: 1, align: 1 },
    Shape { rows: 46_371, words: 420, bits: 35, align: 1 },
    Shape { rows: 1670, words: 25_740, bits: 35, align: 1 },
    Shape { rows: 5968, words: 420, bits: 35, align: 1 },
    Shape { rows: 7444, words: 1728, bits: 96, align: 1 },
];

/// The same of those by outer turns.
pub(super) const OUTER_SHAPES: [Shape; OUTER_STAGES] =
    [Shape { rows: 15_582, words: 1, bits: 1, align: 1 }, Shape { rows: 854, words: 70, bits: 1, align: 1 }];

/// What a stage is made of.
pub(super) trait StageKind {
    /// Which it is of its chain, from 1 on.
    const NUMBER: usize;
    /// The size of its numbering.
    const SHAPE: Shape;
    /// The turns that it allows.
    const LEGAL: Legal;
    /// Those that the next stage allows: what they make of the solved cube are its goals.
    const NEXT: Legal;
    /// The axes that the stages before have fixed: rotations of the whole cube keep them from now on.
    const FIXED: &[Axis];
    type Row: Row;
    type Word: Ranked;
    /// The group of its symmetries, the identity first: they carry goals to goals and legal turns to legal turns.
    fn symmetries() -> Vec<Relabelling>;
}

/// By axis (X, Y, Z), whether quarter turns of the outer and of the inner layers are legal, if half turns are; or no
/// turns at all.
pub(super) type Legal = Option<[(bool, bool); 3]>;

/// What each of the five stages allows.
const FIVE_STAGE_TURNS: [Legal; STAGES + 1] = [
    Some([(true, true), (true, true), (true, true)]),
    Some([(false, true), (true, true), (false, true)]),
    Some([(false, false), (true, false), (false, true)]),
    Some([(false, false), (true, false), (false, false)]),
    Some([(false, false), (false, false), (false, false)]),
    None,
];

/// What each stage by outer turns allows, and the pairing of the wings after them.
pub(super) const OUTER_STAGE_TURNS: [Legal; OUTER_STAGES + 1] = [
    Some([(true, true), (true, true), (true, true)]),
    Some([(true, false), (true, false), (true, true)]),
    Some([(true, false), (true, false), (false, false)]),
];

/// The legal turns of one or two layers, those of one layer first.
///
/// A turn of two layers is legal when the turn of each of them is.
pub(super) fn turns(legal: Legal) -> Vec<Turn> {
    let Some(quarters_allowed) = legal else { return Vec::new() };
    let is_legal = |layer: Turn| {
        let (outer, inner) = quarters_allowed[layer.axis() as usize];
        let is_inner = matches!(layer.layers().range().start, 1 | 2);
        layer.quarters() == 2 || if is_inner { inner } else { outer }
    };
    let mut turns: Vec<Turn> = Turn::block_turns().filter(|turn| turn.parts().all(is_legal)).collect();
    turns.sort_by_key(|turn| turn.layers().count());
    turns
}

/// Views that carry positions and names alike.
fn with_same_names(symmetries: Vec<Symmetry>) -> Vec<Relabelling> {
    symmetries.into_iter().map(|s| Relabelling { positions: s, names: s }).collect()
}

pub(super) struct Stage1;

impl StageKind for Stage1 {
    const NUMBER: usize = 1;
    const SHAPE: Shape = SHAPES[0];
    const LEGAL: Legal = FIVE_STAGE_TURNS[0];
    const NEXT: Legal = FIVE_STAGE_TURNS[1];
    const FIXED: &[Axis] = &[];
    type Row = (SliceWings, ());
    type Word = Twists;

    /// All 48: its goals are the three axes. The pieces keep their names, and twists are read anew.
    fn symmetries() -> Vec<Relabelling> {
        Symmetry::all().map(|s| Relabelling { positions: s, names: Symmetry::IDENTITY }).collect()
    }
}

pub(super) struct Stage2;

impl StageKind for Stage2 {
    const NUMBER: usize = 2;
    const SHAPE: Shape = SHAPES[1];
    const LEGAL: Legal = FIVE_STAGE_TURNS[1];
    const NEXT: Legal = FIVE_STAGE_TURNS[2];
    const FIXED: &[Axis] = &[Axis::Y];
    type Row = OppositeCentres<2, 24>;
    type Word = UpToHalfTurns<SliceWingPieces>;

    /// The pieces keep their names, since the goals are F and B, and L and R. But a mirror exchanges the tetrads, so
    /// that with one they need those that the mirror of L and R gives them.
    fn symmetries() -> Vec<Relabelling> {
        let mirror = Symmetry::all()
            .find(|s| s.is_mirror() && s.face(Face::U) == Face::U && s.face(Face::F) == Face::F);
        let mirror = mirror.expect("there is one");
        let names = |s: Symmetry| if s.is_mirror() { mirror } else { Symmetry::IDENTITY };
        symmetries_fixing(Self::FIXED)
            .into_iter()
            .map(|s| Relabelling { positions: s, names: names(s) })
            .collect()
    }
}

pub(super) struct Stage3;

impl StageKind for Stage3 {
    const NUMBER: usize = 3;
    const SHAPE: Shape = SHAPES[2];
    const LEGAL: Legal = FIVE_STAGE_TURNS[2];
    const NEXT: Legal = FIVE_STAGE_TURNS[3];
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = OppositeCentres<0, 16>;
    type Word = WingKinds;

    fn symmetries() -> Vec<Relabelling> {
        with_same_names(symmetries_fixing(Self::FIXED))
    }
}

pub(super) struct Stage4;

impl StageKind for Stage4 {
    const NUMBER: usize = 4;
    const SHAPE: Shape = SHAPES[3];
    const LEGAL: Legal = FIVE_STAGE_TURNS[3];
    const NEXT: Legal = FIVE_STAGE_TURNS[4];
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = (LayerWings, OppositeCentres<1, 8>);
    type Word = UpToHalfTurns<CornerPieces>;

    fn symmetries() -> Vec<Relabelling> {
        with_same_names(symmetries_fixing(&[Axis::Y]))
    }
}

pub(super) struct Stage5;

impl StageKind for Stage5 {
    const NUMBER: usize = 5;
    const SHAPE: Shape = SHAPES[4];
    const LEGAL: Legal = FIVE_STAGE_TURNS[4];
    const NEXT: Legal = FIVE_STAGE_TURNS[5];
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = (SquareWings, SquareCorners);
    type Word = SquareCentres;

    /// All 48, and after each the half turns of the whole cube: it is solved however these hold it.
    fn symmetries() -> Vec<Relabelling> {
        let half_turns = [Face::R, Face::U, Face::F].map(|face| Symmetry::rotation(face, 2));
        let half_turns = [Symmetry::IDENTITY].into_iter().chain(half_turns);
        half_turns
            .flat_map(|c| Symmetry::all().map(move |s| Relabelling { positions: s.then(c), names: s }))
            .collect()
    }
}

pub(super) struct Outer1;

impl StageKind for Outer1 {
    const NUMBER: usize = 1;
    const SHAPE: Shape = OUTER_SHAPES[0];
    const LEGAL: Legal = OUTER_STAGE_TURNS[0];
    const NEXT: Legal = OUTER_STAGE_TURNS[1];
    const FIXED: &[Axis] = &[];
    type Row = (AxisCentres<2, 24>, ());
    type Word = ();

    /// All 48: its goals are the three axes.
    fn symmetries() -> Vec<Relabelling> {
        Symmetry::all().map(|s| Relabelling { positions: s, names: Symmetry::IDENTITY }).collect()
    }
}

pub(super) struct Outer2;

impl StageKind for Outer2 {
    const NUMBER: usize = 2;
    const SHAPE: Shape = OUTER_SHAPES[1];
    const LEGAL: Legal = OUTER_STAGE_TURNS[1];
    const NEXT: Legal = OUTER_STAGE_TURNS[2];
    const FIXED: &[Axis] = &[Axis::Z];
    type Row = (AxisCentres<1, 16>, ());
    type Word = (FrontPartition, WingParity);

    /// Its goals are the two axes on which the centres of U and D may be. No symmetry makes odd orders of the 24 wings of
    /// even ones.
    fn symmetries() -> Vec<Relabelling> {
        let symmetries = symmetries_fixing(Self::FIXED).into_iter();
        symmetries.map(|s| Relabelling { positions: s, names: Symmetry::IDENTITY }).collect()
    }
}
