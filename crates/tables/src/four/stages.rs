//! The stages as data: legal turns, symmetries, and the components that make rows, words and bits.
//!
//! A table numbers the states of a stage by row, word and bit. A row is a symmetry class of *bases*: the base of a cube
//! is mapped to the representative of its class by a symmetry, and word and bit are read from the cube as that symmetry
//! transforms it.
//!
//! The *five stages* (the method of Bruce Norskog) end with half turns:
//!
//! | stage | puts in place | base | bits | words | symmetries |
//! |---|---|---|---|---|---|
//! | 1 | twists, wings of u and d in their layers | set of positions of these wings, C(24, 8) = 735,471 | 1 | twists, 3^7 = 2187 | 48 |
//! | 2 | centres of F and B, permutation of the wings of u and d | set of positions of these centres, C(24, 8) = 735,471 | their partition by colour, C(8, 4) / 2 = 35 | permutations up to half turns, 8! / 96 = 420 | 16 |
//! | 3 | centres of L and R, kinds of the other wings, parity | set of positions of these centres, C(16, 8) = 12,870 | their partition by colour, 35 | kinds and parity, 2 * C(16, 8) = 25,740 | 8 |
//! | 4 | centres of U and D, permutations of corners and wings | permutations of the wings up to half turns, 70 * 70 * 6 * 3 = 88,200 | partition of the centres by colour, 35 | permutations of the corners up to half turns, 420 | 16 |
//! | 5 | everything | wings, 96^3 = 884,736 | corners, 96 | centres, 12^3 = 1728 | 192 |
//!
//! The stages *for outer-block turns* restrict the inner layers to half turns as early as possible. After the pairing
//! of the wings, which follows them ([`super::pairs`]), turns of the faces solve the cube as they do the 3x3x3:
//!
//! | stage | puts in place | base | bits | words | symmetries |
//! |---|---|---|---|---|---|
//! | 1 | centres of F and B on their axis | set of their positions, C(24, 8) = 735,471 | 1 | 1 | 48 |
//! | 2 | centres of the other axes on theirs, those of F and B as the turns of the next stage can make them, parity of the wings | set of positions of the centres of U and D, C(16, 8) = 12,870 | 1 | partition of the centres of F and B, and parity, 35 * 2 = 70 | 16 |
//!
//! "In place" means, for centres and permutations: as the turns of the next stage can make it from the solved cube.

use cubiform_cube::four::Turn;
use cubiform_cube::{Axis, Face, Symmetry};

use super::component::{Component, Relabelling, RowPieces, symmetries_fixing};
use super::sets::{AxisCentres, OppositeCentres, SliceWings, SquareCentres, Twists, WingKinds, WingParity};
use super::squares::{CornerPieces, LayerWings, SliceWingPieces, SquareCorners, SquareWings, UpToHalfTurns};
use crate::rows::Shape;

/// The number of stages of the five-stage method.
pub const STAGES: usize = 5;

/// The number of stages for outer-block turns before the pairing of the wings.
pub const OUTER_STAGES: usize = 2;

/// The definition of a stage.
pub(super) trait StageKind {
    /// Its chain.
    const CHAIN: Chain;
    /// Its number in its chain, from 1.
    const NUMBER: usize;
    /// The shape of its table.
    const SHAPE: Shape = Self::CHAIN.shapes[Self::NUMBER - 1];
    /// The turns that it allows.
    const LEGAL: LegalTurns = Self::CHAIN.turns[Self::NUMBER - 1];
    /// The turns that the next stage allows. The states that they make of the solved cube are the goals of this stage.
    const NEXT: LegalTurns = Self::CHAIN.turns[Self::NUMBER];
    /// The axes that the earlier stages have fixed: every rotation of the whole cube must map each of them to itself.
    const FIXED: &[Axis];
    /// Base and bit of a state.
    type Row: RowPieces;
    /// Word of a state.
    type Word: Component;
    /// Returns the group of its symmetries, the identity first. They map goals to goals and legal turns to legal turns.
    fn symmetries() -> Vec<Relabelling>;
}

/// The legal turns of a stage, by axis (X, Y, Z): whether quarter turns of the outer layers, and of the inner layers,
/// are legal. Half turns of all layers are. `None` allows no turns.
pub(super) type LegalTurns = Option<[(bool, bool); 3]>;

/// A chain of stages.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// The shape of each stage's table: rows (symmetry classes of bases), words and bits.
    pub(super) shapes: &'static [Shape],
    /// The legal turns of each stage, and of what follows the last one.
    pub(super) turns: &'static [LegalTurns],
}

/// The five stages, which end with the solved cube.
pub(super) const FIVE_STAGES: Chain = Chain {
    shapes: &[
        Shape { rows: 15_582, words: 2187, bits: 1, align: 1 },
        Shape { rows: 46_371, words: 420, bits: 35, align: 1 },
        Shape { rows: 1670, words: 25_740, bits: 35, align: 1 },
        Shape { rows: 5968, words: 420, bits: 35, align: 1 },
        Shape { rows: 7444, words: 1728, bits: 96, align: 1 },
    ],
    turns: &[
        Some([(true, true), (true, true), (true, true)]),
        Some([(false, true), (true, true), (false, true)]),
        Some([(false, false), (true, false), (false, true)]),
        Some([(false, false), (true, false), (false, false)]),
        Some([(false, false), (false, false), (false, false)]),
        None,
    ],
};

/// The stages for outer-block turns, which end with the pairing of the wings.
pub(super) const FOR_OUTER_BLOCKS: Chain = Chain {
    shapes: &[
        Shape { rows: 15_582, words: 1, bits: 1, align: 1 },
        Shape { rows: 854, words: 70, bits: 1, align: 1 },
    ],
    turns: &[
        Some([(true, true), (true, true), (true, true)]),
        Some([(true, false), (true, false), (true, true)]),
        Some([(true, false), (true, false), (false, false)]),
    ],
};

/// Returns the legal turns of one or two adjacent layers, those of a single layer first.
///
/// A turn of two layers is legal if the turn of each layer is.
pub(super) fn turns(legal: LegalTurns) -> Vec<Turn> {
    let Some(quarters_allowed) = legal else { return Vec::new() };
    let is_legal = |layer: Turn| {
        let (outer, inner) = quarters_allowed[layer.axis() as usize];
        let is_inner = matches!(layer.layers().range().start, 1 | 2);
        layer.quarters() == 2 || if is_inner { inner } else { outer }
    };
    let mut turns: Vec<Turn> =
        Turn::block_turns().filter(|turn| turn.single_layer_turns().all(is_legal)).collect();
    turns.sort_by_key(|turn| turn.layers().count());
    turns
}

/// Returns, for each symmetry, the relabelling that applies it to positions, and its `names` to names.
fn relabellings(
    symmetries: impl IntoIterator<Item = Symmetry>,
    names: impl Fn(Symmetry) -> Symmetry,
) -> Vec<Relabelling> {
    symmetries.into_iter().map(|s| Relabelling { positions: s, names: names(s) }).collect()
}

/// Stage 1 of five.
pub(super) struct Stage1;

impl StageKind for Stage1 {
    const CHAIN: Chain = FIVE_STAGES;
    const NUMBER: usize = 1;
    const FIXED: &[Axis] = &[];
    type Row = (SliceWings, ());
    type Word = Twists;

    /// All 48, since the goals are the three axes. Pieces keep their names; a twist is that of the sticker that belongs
    /// on U or D.
    fn symmetries() -> Vec<Relabelling> {
        relabellings(Symmetry::all(), |_| Symmetry::IDENTITY)
    }
}

/// Stage 2 of five.
pub(super) struct Stage2;

impl StageKind for Stage2 {
    const CHAIN: Chain = FIVE_STAGES;
    const NUMBER: usize = 2;
    const FIXED: &[Axis] = &[Axis::Y];
    type Row = OppositeCentres<2, 0, 24>;
    type Word = UpToHalfTurns<SliceWingPieces>;

    /// The 16 that map the U-D axis to itself. Pieces keep their names, since the goals are both remaining axes. A
    /// mirror exchanges the two tetrads of the wings; it therefore also gives wings the names that the left-right
    /// mirror gives them.
    fn symmetries() -> Vec<Relabelling> {
        let mirror = Symmetry::all()
            .find(|s| s.is_mirror() && s.face(Face::U) == Face::U && s.face(Face::F) == Face::F);
        let mirror = mirror.expect("there is one");
        let names = |s: Symmetry| if s.is_mirror() { mirror } else { Symmetry::IDENTITY };
        relabellings(symmetries_fixing(Self::FIXED), names)
    }
}

/// Stage 3 of five.
pub(super) struct Stage3;

impl StageKind for Stage3 {
    const CHAIN: Chain = FIVE_STAGES;
    const NUMBER: usize = 3;
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = OppositeCentres<0, 0, 16>;
    type Word = WingKinds;

    fn symmetries() -> Vec<Relabelling> {
        relabellings(symmetries_fixing(Self::FIXED), |s| s)
    }
}

/// Stage 4 of five.
pub(super) struct Stage4;

impl StageKind for Stage4 {
    const CHAIN: Chain = FIVE_STAGES;
    const NUMBER: usize = 4;
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = (LayerWings, OppositeCentres<1, 0, 8>);
    type Word = UpToHalfTurns<CornerPieces>;

    fn symmetries() -> Vec<Relabelling> {
        relabellings(symmetries_fixing(&[Axis::Y]), |s| s)
    }
}

/// Stage 5 of five.
pub(super) struct Stage5;

impl StageKind for Stage5 {
    const CHAIN: Chain = FIVE_STAGES;
    const NUMBER: usize = 5;
    const FIXED: &[Axis] = &Axis::ALL;
    type Row = (SquareWings, SquareCorners);
    type Word = SquareCentres;

    /// All 48, each followed by each half turn of the whole cube or none: the cube is solved in each of these four
    /// orientations.
    fn symmetries() -> Vec<Relabelling> {
        let half_turns = [Face::R, Face::U, Face::F].map(|face| Symmetry::rotation(face, 2));
        let half_turns = [Symmetry::IDENTITY].into_iter().chain(half_turns);
        half_turns
            .flat_map(|c| Symmetry::all().map(move |s| Relabelling { positions: s.then(c), names: s }))
            .collect()
    }
}

/// Stage 1 for outer-block turns.
pub(super) struct Outer1;

impl StageKind for Outer1 {
    const CHAIN: Chain = FOR_OUTER_BLOCKS;
    const NUMBER: usize = 1;
    const FIXED: &[Axis] = &[];
    type Row = (AxisCentres<2, 24>, ());
    type Word = ();

    /// All 48, since the goals are the three axes. Pieces keep their names.
    fn symmetries() -> Vec<Relabelling> {
        relabellings(Symmetry::all(), |_| Symmetry::IDENTITY)
    }
}

/// Stage 2 for outer-block turns.
pub(super) struct Outer2;

impl StageKind for Outer2 {
    const CHAIN: Chain = FOR_OUTER_BLOCKS;
    const NUMBER: usize = 2;
    const FIXED: &[Axis] = &[Axis::Z];
    type Row = (AxisCentres<1, 16>, ());
    type Word = (OppositeCentres<2, 16, 24>, WingParity);

    /// The 16 that map the F-B axis to itself, since the goals are the two axes on which the centres of U and D may be.
    /// All of them permute the 24 wing positions evenly, so that the parity of the wings is preserved.
    fn symmetries() -> Vec<Relabelling> {
        relabellings(symmetries_fixing(Self::FIXED), |_| Symmetry::IDENTITY)
    }
}
