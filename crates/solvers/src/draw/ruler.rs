//! The ruler: the exact distance of the cross, and of the cross with each slot, for every bottom colour, of whole cubes
//! and of pieces that are still being placed.
//!
//! One table of each kind serves all colours and slots, each seen after a symmetry. Unlike the tables of a search it
//! has the distances themselves, a byte each: they are asked for of states that have nothing to do with each other.

use cubiform_cube::goal::Slot;
use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE, conjugate_corner, conjugate_edge};
use cubiform_cube::{Color, Face, Symmetry};
use cubiform_tables::catalogue::Entry;
use cubiform_tables::target::fill::{self, Watch};
use cubiform_tables::{Coordinate, placement};

/// What is measured: the cross of a colour, or the cross and one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Unit(u8);

/// Units of one colour: its cross and its four slots.
pub(super) const OF_COLOR: usize = 5;

impl Unit {
    pub(super) const COUNT: usize = 6 * OF_COLOR;

    pub(super) fn all() -> impl Iterator<Item = Unit> {
        (0..Unit::COUNT as u8).map(Unit)
    }

    /// The cross with the colour of `face` at the bottom.
    pub(super) fn cross(face: Face) -> Unit {
        Unit((face.index() * OF_COLOR) as u8)
    }

    /// That cross with a slot, as it is called when the colour is at the bottom.
    pub(super) fn slot(face: Face, slot: Slot) -> Unit {
        Unit((face.index() * OF_COLOR + 1 + slot.index()) as u8)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn face(self) -> Face {
        Face::from_index(self.index() / OF_COLOR)
    }

    /// The slot, unless it is the cross alone.
    pub(super) fn of_slot(self) -> Option<Slot> {
        (self.index() % OF_COLOR).checked_sub(1).map(|slot| Slot::ALL[slot])
    }

    /// How many states of its pieces are at each distance.
    pub(super) fn histogram(self) -> &'static [u64] {
        entry(self.of_slot().is_some()).histogram
    }

    /// The unit that `s` makes of it.
    pub(super) fn image(self, s: Symmetry) -> Unit {
        let face = s.face(self.face());
        match self.of_slot() {
            None => Unit::cross(face),
            Some(slot) => {
                let (edge, _) = pieces_of_slot(self.face(), slot);
                let image = usize::from(EDGE_IMAGE[s.index()][edge]);
                let is_image = |slot: &Slot| pieces_of_slot(face, *slot).0 == image;
                let slot = Slot::ALL.into_iter().find(is_image);
                Unit::slot(
                    face,
                    slot.expect("a symmetry carries the slots of a colour to those of its image"),
                )
            }
        }
    }
}

/// The table of the cross, or of the cross and a slot.
fn entry(slot: bool) -> &'static Entry {
    Entry::named(if slot { "cross-slot" } else { "cross" }).expect("the catalogue has it")
}

/// The edges of the cross of the colour of `face`, as they are numbered with white on top.
pub(super) fn cross_edges(face: Face) -> [usize; 4] {
    let back = Symmetry::bring_down(face.color()).inverse();
    cubiform_cube::goal::CROSS.map(|edge| usize::from(EDGE_IMAGE[back.index()][edge]))
}

/// The edge and the corner of a slot of that colour, as they are numbered with white on top.
pub(super) fn pieces_of_slot(face: Face, slot: Slot) -> (usize, usize) {
    let back = Symmetry::bring_down(face.color()).inverse().index();
    (usize::from(EDGE_IMAGE[back][slot.edge()]), usize::from(CORNER_IMAGE[back][slot.corner()]))
}

/// The exact distances of the units.
pub struct Ruler {
    cross: Vec<u8>,
    slots: Vec<u8>,
    /// By unit.
    seen: Vec<Seen>,
}

/// A piece of the cube and, by its place, the place in which the table has its image.
type Source = (usize, [u8; 24]);

/// A unit as its table sees it: a lens for each symmetry that folds the table.
struct Seen {
    coordinate: &'static Coordinate,
    lenses: Vec<Lens>,
}

struct Lens {
    base: [Source; 4],
    /// The edge and the corner of the slot.
    slot: Option<(Source, Source)>,
}

/// The distances of a slot, given where all its edges stand, by the place of its corner.
pub(super) struct ByCorner<'r> {
    distances: &'r [u8],
    corners: &'r [u8; 24],
    index_bits: usize,
}

impl ByCorner<'_> {
    fn distance(&self, place: usize) -> u8 {
        self.distances[usize::from(self.corners[place]) << self.index_bits]
    }

    /// The set of places in which the distance is one of a set, bit d for distance d.
    pub(super) fn places(&self, allowed: u16) -> u32 {
        (0..24).fold(0, |set, place| set | u32::from(allowed >> self.distance(place) & 1) << place)
    }
}

impl Seen {
    fn new(unit: Unit) -> Seen {
        let coordinate = entry(unit.of_slot().is_some()).coordinate();
        let down = Symmetry::bring_down(unit.face().color());
        // Of the rotations that keep it at the bottom, the one that makes the table's slot of this.
        let to_table = |around: &Symmetry| {
            let slot = unit.of_slot();
            around.face(Face::D) == Face::D
                && slot.is_none_or(|slot| {
                    usize::from(EDGE_IMAGE[around.index()][slot.edge()]) == coordinate.rest()[0]
                })
        };
        let around = Symmetry::rotations().find(to_table).expect("rotations carry each slot to every other");
        let lens = |fold: &Symmetry| {
            let s = down.then(around).then(*fold);
            let edge = |image: usize| {
                let edge = EDGE_IMAGE[s.index()].iter().position(|to| usize::from(*to) == image);
                let edge = edge.expect("a symmetry permutes the edges");
                (edge, std::array::from_fn(|place| conjugate_edge(s, edge, place as u8)))
            };
            let corner = |image: usize| {
                let corner = CORNER_IMAGE[s.index()].iter().position(|to| usize::from(*to) == image);
                let corner = corner.expect("a symmetry permutes the corners");
                (corner, std::array::from_fn(|place| conjugate_corner(s, corner, place as u8)))
            };
            Lens {
                base: std::array::from_fn(|j| edge(coordinate.base()[j])),
                slot: unit.of_slot().map(|_| (edge(coordinate.rest()[0]), corner(coordinate.corners()[0]))),
            }
        };
        Seen { coordinate, lenses: coordinate.group().iter().map(lens).collect() }
    }

    /// Where the edges of the cross stand: the row, the lens that folds them into it, their positions and their flips.
    #[inline(always)]
    fn base(&self, edges: &[u8; 12]) -> (usize, &Lens, [u8; 4], usize) {
        let places = |lens: &Lens| {
            let place = |j: usize| lens.base[j].1[usize::from(edges[lens.base[j].0])];
            [place(0), place(1), place(2), place(3)]
        };
        let unfolded = placement::rank(12, &places(&self.lenses[0]).map(|place| place / 2));
        let (row, fold) = self.coordinate.row_of(unfolded);
        let lens = &self.lenses[fold];
        let places = places(lens);
        let flips =
            places.iter().enumerate().fold(0, |flips, (j, place)| flips | usize::from(place & 1) << j);
        (row, lens, places.map(|place| place / 2), flips)
    }
}

impl Ruler {
    /// The ruler: takes 37 MB, and a second of one core. `None` if that was cancelled.
    pub fn new(threads: usize, watch: &Watch<'_>) -> Option<Ruler> {
        let distances = |slot| fill::distances(entry(slot).coordinate(), threads, watch);
        Some(Ruler {
            cross: distances(false)?,
            slots: distances(true)?,
            seen: Unit::all().map(Seen::new).collect(),
        })
    }

    /// The distance of a cross, given where its edges stand; the others may be anywhere.
    pub(super) fn cross(&self, color: Color, edges: &[u8; 12]) -> u8 {
        let seen = &self.seen[Unit::cross(color.face()).index()];
        let (row, _, _, flips) = seen.base(edges);
        self.cross[row << seen.coordinate.index_bits() | flips]
    }

    /// The distances of a unit of a slot, given where the edges of its cross and its own edge stand.
    ///
    /// # Panics
    /// If the unit is a cross, or the edge stands in a position of one of the cross.
    pub(super) fn by_corner(&self, unit: Unit, edges: &[u8; 12]) -> ByCorner<'_> {
        let seen = &self.seen[unit.index()];
        let (row, lens, positions, mut flips) = seen.base(edges);
        let ((edge, places), (_, corners)) = lens.slot.as_ref().expect("the unit of a slot");
        let place = places[usize::from(edges[*edge])];
        let below = positions.iter().filter(|position| **position < place / 2).count();
        debug_assert!(!positions.contains(&(place / 2)), "two edges in one position");
        flips |= usize::from(place & 1) << positions.len();
        let rest = usize::from(place / 2) - below;
        let cell = (row * seen.coordinate.rest_count() + rest) * seen.coordinate.corner_count();
        let index_bits = seen.coordinate.index_bits();
        ByCorner { distances: &self.slots[cell << index_bits | flips..], corners, index_bits }
    }

    /// The distance of a unit.
    pub(super) fn distance(&self, unit: Unit, edges: &[u8; 12], corners: &[u8; 8]) -> u8 {
        let Some(slot) = unit.of_slot() else { return self.cross(unit.face().color(), edges) };
        let (_, corner) = pieces_of_slot(unit.face(), slot);
        self.by_corner(unit, edges).distance(usize::from(corners[corner]))
    }
}

/// The ruler that tests share.
#[cfg(test)]
pub(super) fn ruler() -> &'static std::sync::Arc<Ruler> {
    static RULER: std::sync::OnceLock<std::sync::Arc<Ruler>> = std::sync::OnceLock::new();
    RULER.get_or_init(|| std::sync::Arc::new(Ruler::new(2, &Watch::quiet()).expect("nobody cancels it")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::{Cube, Move, random};

    /// A search by definition, through all sequences of a few moves, of one unit of a turned cube.
    #[test]
    fn distances_are_those_of_searching() {
        let ruler = ruler();
        let entry = |unit: Unit| entry(unit.of_slot().is_some());
        let measure = |unit, cube: &Cube| ruler.distance(unit, cube.edges(), cube.corners());
        for unit in Unit::all() {
            assert_eq!(measure(unit, &Cube::SOLVED), 0);
            let mut levels = vec![0u64; unit.histogram().len()];
            for cube in random::states(unit.index() as u64).take(400) {
                let own = measure(unit, &cube);
                levels[usize::from(own)] += 1;
                let next = Move::all().map(|m| measure(unit, &cube.turn(m)));
                // Every neighbour is one off at most, and one of them nearer.
                assert!(next.clone().all(|d| d.abs_diff(own) <= 1));
                assert_eq!(next.min().unwrap() < own, own > 0);
                // The coordinate's own, slow way to its entry.
                let down = cube.conjugate(Symmetry::bring_down(unit.face().color()));
                if unit.of_slot().is_none_or(|slot| slot == Slot::ALL[0]) {
                    let index = entry(unit).coordinate().encode(&down) as usize;
                    let of_table = if unit.of_slot().is_some() { &ruler.slots } else { &ruler.cross };
                    assert_eq!(own, of_table[index]);
                }
                for s in Symmetry::all().step_by(5) {
                    assert_eq!(measure(unit.image(s), &cube.conjugate(s)), own);
                }
            }
        }
    }

    #[test]
    fn the_corners_of_a_distance_are_those_that_have_it() {
        let ruler = ruler();
        for cube in random::states(4).take(50) {
            for unit in Unit::all() {
                let Some(slot) = unit.of_slot() else { continue };
                let (_, corner) = pieces_of_slot(unit.face(), slot);
                let by_corner = ruler.by_corner(unit, cube.edges());
                for distance in 0..11 {
                    let places = by_corner.places(1 << distance);
                    let mut corners = *cube.corners();
                    for place in 0..24 {
                        corners[corner] = place;
                        let is = ruler.distance(unit, cube.edges(), &corners) == distance;
                        assert_eq!(places >> place & 1 == 1, is);
                    }
                }
            }
        }
    }
}
