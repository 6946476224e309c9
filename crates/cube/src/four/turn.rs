//! Turns of the 4x4x4: any adjacent layers about any axis.
//!
//! The layers of an axis are numbered from R, U or F (0) to L, D or B (3). All turns are clockwise as seen from R, U or
//! F; a clockwise turn of the face L in standard notation is therefore layer 3 turned by -1.

use std::fmt;
use std::ops::Range;

use crate::face::{Axis, Face};
use crate::four::cell::Cell;
use crate::symmetry::Symmetry;

/// A set of one to four adjacent layers of one axis.
///
/// The index orders the sets by size; sets of one size are ordered from R, U or F on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layers(u8);

/// The first layer of each set and the layer after its last.
const RANGES: [(usize, usize); Layers::COUNT] =
    [(0, 1), (1, 2), (2, 3), (3, 4), (0, 2), (1, 3), (2, 4), (0, 3), (1, 4), (0, 4)];

impl Layers {
    /// The number of such sets.
    pub const COUNT: usize = 10;

    /// The two layers on the side of R, U or F.
    pub const NEAR: Layers = Layers(4);

    /// The two layers on the side of L, D or B.
    pub const FAR: Layers = Layers(6);

    /// The two inner layers.
    pub const INNER: Layers = Layers(5);

    /// All four layers: the whole cube.
    pub const ALL: Layers = Layers(9);

    /// Returns the layers in `range`; `None` if the range is empty or not within 0..4.
    pub fn new(range: Range<usize>) -> Option<Layers> {
        RANGES.iter().position(|own| *own == (range.start, range.end)).map(|i| Layers(i as u8))
    }

    /// Returns a single layer.
    ///
    /// # Panics
    /// If `layer` is not in 0..4.
    pub const fn single(layer: usize) -> Layers {
        assert!(layer < 4);
        Layers(layer as u8)
    }

    /// Returns the range of the layer numbers.
    pub const fn range(self) -> Range<usize> {
        let (first, end) = RANGES[self.0 as usize];
        first..end
    }

    /// Returns the number of layers, 1 to 4.
    pub const fn count(self) -> usize {
        let (first, end) = RANGES[self.0 as usize];
        end - first
    }

    /// Returns whether the set contains `layer`.
    pub const fn contains(self, layer: usize) -> bool {
        let (first, end) = RANGES[self.0 as usize];
        first <= layer && layer < end
    }

    /// Returns the set with its layers counted from the opposite side.
    #[must_use]
    pub const fn reversed(self) -> Layers {
        Layers([3, 2, 1, 0, 6, 5, 4, 8, 7, 9][self.0 as usize])
    }
}

/// A turn of [`Layers`] by one, two or three quarter turns.
///
/// The index is `30 * axis + 3 * layers + quarter turns - 1`, with the axes in the order X, Y, Z. Turns of one layer
/// are the moves of the slice turn metric, turns of one or two layers those of the block turn metric. Turns of three or
/// four layers exist for notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(u8);

impl Turn {
    /// The number of turns.
    pub const COUNT: usize = 90;

    /// Returns the turn with this index.
    ///
    /// # Panics
    /// If `index` is not in 0..90.
    pub const fn from_index(index: usize) -> Turn {
        assert!(index < Turn::COUNT);
        Turn(index as u8)
    }

    /// Returns the index, 0..90.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all turns in index order.
    pub fn all() -> impl ExactSizeIterator<Item = Turn> + Clone {
        (0..Turn::COUNT as u8).map(Turn)
    }

    /// Returns the 36 turns of a single layer: the moves of the slice turn metric.
    pub fn slice_turns() -> impl Iterator<Item = Turn> + Clone {
        Turn::all().filter(|turn| turn.layers().count() == 1)
    }

    /// Returns the 63 turns of one layer or of two adjacent layers: the moves of the block turn metric.
    pub fn block_turns() -> impl Iterator<Item = Turn> + Clone {
        Turn::all().filter(|turn| turn.layers().count() <= 2)
    }

    /// Returns the turn of `layers` about `axis` by `quarters` quarter turns, clockwise as seen from R, U or F; `None`
    /// if `quarters` is a multiple of four.
    pub const fn new(axis: Axis, layers: Layers, quarters: i32) -> Option<Turn> {
        match quarters.rem_euclid(4) {
            0 => None,
            q => Some(Turn(30 * axis as u8 + 3 * layers.0 + q as u8 - 1)),
        }
    }

    /// Returns the turn of the layers in `depths`, counted from `face`, by `quarters` quarter turns, clockwise as seen
    /// from `face`. `F` is `(Face::F, 0..1, 1)` and `Dw2` is `(Face::D, 0..2, 2)`.
    ///
    /// Returns `None` if `depths` is empty or not within 0..4, or if `quarters` is a multiple of four.
    pub fn of_face(face: Face, depths: Range<usize>, quarters: i32) -> Option<Turn> {
        let layers = Layers::new(depths)?;
        let axis = face.axis();
        if axis.face() == face {
            Turn::new(axis, layers, quarters)
        } else {
            Turn::new(axis, layers.reversed(), -quarters)
        }
    }

    /// Returns the axis of the turn.
    pub const fn axis(self) -> Axis {
        Axis::ALL[self.0 as usize / 30]
    }

    /// Returns the turned layers.
    pub const fn layers(self) -> Layers {
        Layers(self.0 % 30 / 3)
    }

    /// Returns the number of quarter turns clockwise as seen from R, U or F: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// Returns the turn that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Turn {
        Turn(self.0 / 3 * 3 + 2 - self.0 % 3)
    }

    /// Returns the single-layer turns that make up this turn.
    pub fn single_layer_turns(self) -> impl Iterator<Item = Turn> {
        self.layers().range().map(move |layer| Turn(self.0 - 3 * self.layers().0 + 3 * layer as u8))
    }

    /// Returns the rotation of the whole cube by the same quarter turns about the same axis.
    pub const fn rotation(self) -> Symmetry {
        Symmetry::rotation(self.axis().face(), self.quarters() as i32)
    }

    /// Returns whether the turn moves the piece in `cell`.
    pub const fn moves(self, cell: Cell) -> bool {
        self.layers().contains(((3 - cell[self.axis() as usize]) / 2) as usize)
    }

    /// Returns the conjugate by `s`: the same turn of the images of its layers, in the opposite direction if `s` is a
    /// mirror.
    #[must_use]
    pub const fn conjugate(self, s: Symmetry) -> Turn {
        let face = s.face(self.axis().face());
        let kept = face as u8 == face.axis().face() as u8;
        let layers = if kept { self.layers() } else { self.layers().reversed() };
        let quarters = self.quarters() as i32;
        match Turn::new(face.axis(), layers, if kept == s.is_mirror() { -quarters } else { quarters }) {
            Some(turn) => turn,
            None => unreachable!(),
        }
    }
}

/// WCA notation where it has a name: `R`, `Rw2`, `3Rw'`, `x`. Inner layers alone have the names that cubing.js reads:
/// `2R` for the layer next to R, `2-3Rw` for both inner layers.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (near, axis) = (self.axis().face(), self.axis() as usize);
        let Range { start, end } = self.layers().range();
        // Named from the side with the lower layer numbers.
        let (face, start, end) =
            if start + end <= 4 { (near, start, end) } else { (near.opposite(), 4 - end, 4 - start) };
        match (start, end) {
            (0, 4) => f.write_str(["x", "y", "z"][axis])?,
            (0, 1) => write!(f, "{face}")?,
            (0, 2) => write!(f, "{face}w")?,
            (0, 3) => write!(f, "3{face}w")?,
            (1, 2) => write!(f, "2{face}")?,
            _ => write!(f, "2-3{face}w")?,
        }
        let quarters = if face == near { self.quarters() } else { 4 - self.quarters() };
        f.write_str(["", "2", "'"][quarters as usize - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_36_slice_turns_and_63_block_turns() {
        assert_eq!(Turn::slice_turns().count(), 36);
        assert_eq!(Turn::block_turns().count(), 63);
        for turn in Turn::all() {
            let again = Turn::new(turn.axis(), turn.layers(), turn.quarters().into());
            assert_eq!(again, Some(turn));
            assert_eq!(turn.single_layer_turns().count(), turn.layers().count());
            assert!(
                turn.single_layer_turns().all(|p| p.axis() == turn.axis() && p.quarters() == turn.quarters())
            );
            assert!(turn.single_layer_turns().map(|p| p.layers().range().start).eq(turn.layers().range()));
            assert_eq!(turn.inverse().inverse(), turn);
            assert_eq!((turn.quarters() + turn.inverse().quarters()) % 4, 0);
        }
    }

    /// The sizes of the move sets in the five-stage method. A block turn is allowed if each of its single-layer turns
    /// is.
    #[test]
    fn five_stage_move_sets_have_the_known_sizes() {
        use Axis::{X, Y, Z};
        // By stage and axis: whether quarter turns of the outer layers and of the inner layers are allowed.
        let quarters = |stage: usize, axis: Axis| match (stage, axis) {
            (1, _) | (2, Y) => (true, true),
            (2, _) | (3, Z) => (false, true),
            (3 | 4, Y) => (true, false),
            _ => (false, false),
        };
        for (stage, slice, block) in [(1, 36, 63), (2, 28, 47), (3, 20, 31), (4, 16, 25), (5, 12, 21)] {
            let legal = |part: Turn| {
                let (outer, inner) = quarters(stage, part.axis());
                let is_inner = matches!(part.layers().range().start, 1 | 2);
                part.quarters() == 2 || if is_inner { inner } else { outer }
            };
            assert_eq!(Turn::slice_turns().filter(|turn| legal(*turn)).count(), slice, "stage {stage}");
            assert_eq!(
                Turn::block_turns().filter(|turn| turn.single_layer_turns().all(legal)).count(),
                block,
                "{stage}"
            );
        }
        assert_eq!([X, Y, Z], Axis::ALL);
    }

    #[test]
    fn reversed_layers_are_counted_from_the_other_side() {
        for i in 0..Layers::COUNT {
            let layers = Layers(i as u8);
            let Range { start, end } = layers.range();
            assert_eq!(Layers::new(start..end), Some(layers));
            assert_eq!(Layers::new(4 - end..4 - start), Some(layers.reversed()));
            assert_eq!((0..4).filter(|layer| layers.contains(*layer)).count(), layers.count());
        }
        assert_eq!(Layers::new(2..2), None);
        assert_eq!(Layers::new(1..5), None);
    }

    #[test]
    fn turns_are_displayed_by_name() {
        for (turn, name) in [
            (Turn::of_face(Face::R, 0..1, 1), "R"),
            (Turn::of_face(Face::L, 0..1, 1), "L"),
            (Turn::of_face(Face::B, 0..2, -1), "Bw'"),
            (Turn::of_face(Face::D, 1..2, 1), "2D"),
            (Turn::of_face(Face::D, 2..3, 1), "2U'"),
            (Turn::of_face(Face::F, 1..3, 2), "2-3Fw2"),
            (Turn::of_face(Face::B, 1..3, 1), "2-3Fw'"),
            (Turn::of_face(Face::L, 0..3, 1), "3Lw"),
            (Turn::of_face(Face::D, 0..4, 1), "y'"),
        ] {
            assert_eq!(turn.unwrap().to_string(), name);
        }
        assert_eq!(Turn::of_face(Face::U, 0..1, 4), None);
    }
}
