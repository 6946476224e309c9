//! Which part of a term is built into the set that draws start from: as much as can be listed, and the rarest of it.
//!
//! For each colour that a term restricts there are three choices: to leave it to rejection; to let its cross stand only
//! as the term allows at all (its *list*); or to ask for all of what the term asks for rarely. What is listed are the
//! placements of all edges concerned, so few enough of them must be left.

use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::goal::Slot;
use cubiform_cube::piece::conjugate_edge;
use cubiform_cube::{Face, Symmetry};
use cubiform_tables::placement;

use super::DrawError;
use super::bound::Term;
use super::corners::sets;
use super::ruler::{Ruler, Unit, cross_edges, pieces_of_slot};

/// What a unit meets more often than this is left to rejection.
const RARE: f64 = 0.5;

/// Placements of edges that may be listed, about: so that a list takes seconds.
const MOST_PLACEMENTS: f64 = 6e6;

/// Placements of the edges of a cross.
pub(super) const CROSSES: usize = 190_080;

/// A list of more of them is not worth having.
const LONGEST: usize = CROSSES / 3;

/// The placements of a cross with which a term can be met at all.
pub(super) struct List {
    /// The bottom colour, by its face.
    pub(super) face: Face,
    /// The places of the cross's edges, in the order of [`cross_edges`].
    pub(super) crosses: Vec<[u8; 4]>,
    /// The slots of which the term asks for something rare.
    pub(super) slots: Vec<Slot>,
    /// The share of the placements of the edges of its cross and its slots that leave places for its corners.
    open: f64,
    /// The share of all states that meet the colour's part of the term, what it asks for often left aside.
    pub(super) share: f64,
}

/// How much of a colour's part of a term is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// That its cross is in the list.
    Cross,
    /// All of what is rare.
    Slots,
}

/// The parts of a term that are built in.
pub(super) struct Plan {
    /// The colours, those with the shortest lists first.
    pub(super) colors: Vec<(List, Level)>,
    /// Whether that is the whole term.
    pub(super) is_whole: bool,
}

impl Plan {
    /// The best plan for a term; `None` if there is nothing that can be listed and is rare.
    ///
    /// # Errors
    /// If it was cancelled.
    pub(super) fn of(term: &Term, ruler: &Ruler, cancel: &AtomicBool) -> Result<Option<Plan>, DrawError> {
        let mut lists: Vec<List> = Vec::new();
        for face in Face::ALL {
            lists.extend(List::of(term, face, ruler, cancel)?);
        }
        let mut best: Option<(f64, f64, Vec<Option<Level>>)> = None;
        let choices = [None, Some(Level::Cross), Some(Level::Slots)];
        for number in 1..3usize.pow(lists.len() as u32) {
            let levels: Vec<Option<Level>> =
                (0..lists.len()).map(|i| choices[number / 3usize.pow(i as u32) % 3]).collect();
            // Without slots to ask for, the list is all.
            let is_double = |(list, level): (&List, &Option<Level>)| {
                *level == Some(Level::Cross) && list.slots.is_empty()
            };
            if lists.iter().zip(&levels).any(is_double) {
                continue;
            }
            let (placements, accepted) = (placements(&lists, &levels), accepted(&lists, &levels));
            let is_better = best.as_ref().is_none_or(|(most, least, _)| {
                accepted > most * 1.01 || accepted > most * 0.99 && placements < *least
            });
            if placements <= MOST_PLACEMENTS && is_better {
                best = Some((accepted, placements, levels));
            }
        }
        let Some((_, _, levels)) = best else { return Ok(None) };
        let is_built_in = |unit: Unit| {
            lists.iter().zip(&levels).any(|(list, level)| {
                list.face == unit.face()
                    && match unit.of_slot() {
                        None => level.is_some(),
                        Some(slot) => *level == Some(Level::Slots) && list.slots.contains(&slot),
                    }
            })
        };
        let is_whole = Unit::all().all(|unit| !term.restricts(unit) || is_built_in(unit));
        let mut colors: Vec<(List, Level)> =
            lists.into_iter().zip(levels).filter_map(|(list, level)| Some((list, level?))).collect();
        colors.sort_by_key(|(list, _)| list.crosses.len());
        Ok(Some(Plan { colors, is_whole }))
    }
}

/// About how many placements of edges there are to list.
fn placements(lists: &[List], levels: &[Option<Level>]) -> f64 {
    let mut edges = 0u16;
    let mut share = 1.0;
    for (list, level) in lists.iter().zip(levels) {
        let Some(level) = level else { continue };
        share *= if *level == Level::Slots { list.open } else { list.crosses.len() as f64 / CROSSES as f64 };
        cross_edges(list.face).iter().for_each(|edge| edges |= 1 << edge);
        if *level == Level::Slots {
            list.slots.iter().for_each(|slot| edges |= 1 << pieces_of_slot(list.face, *slot).0);
        }
    }
    let count = edges.count_ones() as usize;
    placement::count(12, count) as f64 * f64::from(1u32 << count) * share
}

/// About the share of what is drawn that meets the whole term.
fn accepted(lists: &[List], levels: &[Option<Level>]) -> f64 {
    let of = |(list, level): (&List, &Option<Level>)| match level {
        None => list.share,
        Some(Level::Cross) => list.share / (list.crosses.len() as f64 / CROSSES as f64),
        Some(Level::Slots) => 1.0,
    };
    lists.iter().zip(levels).map(of).product()
}

impl List {
    /// The list of a colour, if the term restricts it to few enough.
    ///
    /// # Errors
    /// If it was cancelled.
    fn of(term: &Term, face: Face, ruler: &Ruler, cancel: &AtomicBool) -> Result<Option<List>, DrawError> {
        let cross = Unit::cross(face);
        let is_rare = |unit: Unit| term.restricts(unit) && term.share_of(unit) < RARE;
        let slots: Vec<Slot> =
            Slot::ALL.into_iter().filter(|slot| is_rare(Unit::slot(face, *slot))).collect();
        if slots.is_empty() && !is_rare(cross) {
            return Ok(None);
        }
        // No slot is nearer than the cross.
        let farthest = |slot: &Slot| {
            (u32::BITS - u32::from(term.0[Unit::slot(face, *slot).index()]).leading_zeros()) as u16
        };
        let crosses = slots.iter().map(farthest).fold(term.0[cross.index()], |crosses, end| {
            if end >= 16 { crosses } else { crosses & ((1 << end) - 1) }
        });
        let group = kept(term, face, &slots);
        let edges = cross_edges(face);
        let mut list = List { face, crosses: Vec::new(), slots, open: 0.0, share: 0.0 };
        let mut scratch = Ways::new();
        for rank in 0..placement::count(12, 4) {
            if cancel.load(Ordering::Relaxed) {
                return Err(DrawError::Cancelled);
            }
            let mut positions = [0; 4];
            placement::unrank(12, rank, &mut positions);
            for flips in 0..16 {
                let places: [u8; 4] = std::array::from_fn(|j| 2 * positions[j] + (flips >> j & 1));
                let mut images: Vec<[u8; 4]> = group.iter().map(|s| image(*s, &edges, &places)).collect();
                // One stands for all that symmetries make of it.
                if images.iter().any(|image| *image < places) {
                    continue;
                }
                images.sort_unstable();
                images.dedup();
                let (open, share) = list.met(term, ruler, crosses, &edges, &places, &mut scratch);
                if share > 0.0 {
                    let orbit = images.len() as f64 / CROSSES as f64;
                    list.open += open * orbit;
                    list.share += share * orbit;
                    list.crosses.extend(images);
                    if list.crosses.len() > LONGEST {
                        return Ok(None);
                    }
                }
            }
        }
        list.crosses.sort_unstable();
        Ok(Some(list))
    }

    /// Of the states with this cross, the share of the placements of the slots' edges that leave places for the corners,
    /// and the share of those states that meet the colour's part of a term.
    fn met(
        &self,
        term: &Term,
        ruler: &Ruler,
        crosses: u16,
        edges: &[usize; 4],
        places: &[u8; 4],
        scratch: &mut Ways,
    ) -> (f64, f64) {
        let mut all = stand(edges, places);
        if crosses >> ruler.cross(self.face.color(), &all) & 1 == 0 {
            return (0.0, 0.0);
        }
        let free: Vec<u8> = (0..12).filter(|p| places.iter().all(|place| place / 2 != *p)).collect();
        let (mut pairs, mut open) = (Vec::new(), Vec::new());
        for slot in &self.slots {
            let unit = Unit::slot(self.face, *slot);
            let edge = pieces_of_slot(self.face, *slot).0;
            let (mut of_slot, mut of_edges) = ([[0; 8]; 8], [[0; 8]; 8]);
            for ((of_edge, open), position) in of_slot.iter_mut().zip(&mut of_edges).zip(&free) {
                for flip in 0..2 {
                    all[edge] = 2 * position + flip;
                    let corners = ruler.by_corner(unit, &all).places(term.0[unit.index()]);
                    // The corner in a position of its own, so that the same count tells of edges alone.
                    open[pairs.len()] += u64::from(corners != 0);
                    for (corner, ways) in of_edge.iter_mut().enumerate() {
                        *ways += u64::from((corners >> (3 * corner) & 7).count_ones());
                    }
                }
            }
            if of_slot == [[0; 8]; 8] {
                return (0.0, 0.0);
            }
            pairs.push(of_slot);
            open.push(of_edges);
        }
        let slots = pairs.len();
        let edges = (placement::count(8, slots) << slots) as f64;
        let corners = (placement::count(8, slots) * 3usize.pow(slots as u32)) as f64;
        (scratch.count(&open) as f64 / edges, scratch.count(&pairs) as f64 / (edges * corners))
    }
}

/// Counts the ways to give slots positions for their edges and their corners, by the positions that are taken.
struct Ways(Vec<u64>);

impl Ways {
    fn new() -> Ways {
        Ways(vec![0; 1 << 16])
    }

    /// The ways, given for each slot in how many it can have each of eight positions for its edge and each of eight for
    /// its corner.
    fn count(&mut self, slots: &[[[u64; 8]; 8]]) -> u64 {
        self.0.fill(0);
        self.0[0] = 1;
        for (size, slot) in slots.iter().enumerate() {
            for edges in sets(size).iter().map(|set| usize::from(*set)) {
                for corners in sets(size).iter().map(|set| usize::from(*set)) {
                    let ways = self.0[edges << 8 | corners];
                    if ways == 0 {
                        continue;
                    }
                    for edge in (0..8).filter(|edge| edges >> edge & 1 == 0) {
                        for corner in (0..8).filter(|corner| corners >> corner & 1 == 0) {
                            let to = (edges | 1 << edge) << 8 | corners | 1 << corner;
                            self.0[to] += ways * slot[edge][corner];
                        }
                    }
                }
            }
        }
        let size = slots.len();
        let ends =
            sets(size).iter().flat_map(|edges| sets(size).iter().map(move |corners| (*edges, *corners)));
        ends.map(|(edges, corners)| self.0[usize::from(edges) << 8 | usize::from(corners)]).sum()
    }
}

/// Where edges stand of which only these are placed: the others are in a place that is none.
pub(super) fn stand(edges: &[usize; 4], places: &[u8; 4]) -> [u8; 12] {
    let mut all = [NOWHERE; 12];
    edges.iter().zip(places).for_each(|(edge, place)| all[*edge] = *place);
    all
}

/// The place of an edge that is not placed.
pub(super) const NOWHERE: u8 = 24;

/// The places of a cross's edges on the cube moved by a symmetry that keeps its colour.
pub(super) fn image(s: Symmetry, edges: &[usize; 4], places: &[u8; 4]) -> [u8; 4] {
    let mut image = [0; 4];
    for (edge, place) in edges.iter().zip(places) {
        let to = usize::from(cubiform_cube::piece::EDGE_IMAGE[s.index()][*edge]);
        let at = edges.iter().position(|other| *other == to).expect("the colour is kept");
        image[at] = conjugate_edge(s, *edge, *place);
    }
    image
}

/// The symmetries that keep a colour and what a term asks of its cross and of these slots.
fn kept(term: &Term, face: Face, slots: &[Slot]) -> Vec<Symmetry> {
    let asked = |unit: Unit| match unit.of_slot() {
        Some(slot) if !slots.contains(&slot) => u16::MAX,
        _ => term.0[unit.index()],
    };
    let own: Vec<Unit> =
        std::iter::once(Unit::cross(face)).chain(Slot::ALL.map(|slot| Unit::slot(face, slot))).collect();
    let keeps =
        |s: &Symmetry| s.face(face) == face && own.iter().all(|unit| asked(unit.image(*s)) == asked(*unit));
    Symmetry::all().filter(keeps).collect()
}
