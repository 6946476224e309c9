//! A set of states that draws start from: all that meet a part of a term, counted exactly and drawn from uniformly.
//!
//! The edges that the part speaks of are placed in every way that it allows: crosses from their lists, joined where they
//! have edges in common, then the edges of slots one by one. Once they stand, the part says of each corner in which
//! places it may, and nothing else; so [`Corners`] counts the ways, and what is free is counted by a formula. A
//! placement of the edges has as its weight the number of whole cubes that have it, and so
//!
//! * the sum of the weights is the number of states of the set, and
//! * a placement drawn by its weight, then corners and free edges drawn uniformly, are a state drawn uniformly.
//!
//! Let G be the symmetries that keep the part and its first colour. Of the placements of this colour's cross only one of
//! each orbit under G is listed, its weight times the size of the orbit, and what was drawn is turned by an element g of
//! G drawn uniformly: of |G| elements as many carry the one that stands for an orbit to each other one of it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cubiform_cube::random::{below, below_wide, orient, shuffle};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Cube, Symmetry};
use cubiform_search::on_threads;
use rand::Rng;

use super::DrawError;
use super::bound::Term;
use super::corners::{ANYWHERE, Corners};
use super::plan::{Level, List, NOWHERE, Plan, image, stand};
use super::ruler::{Ruler, Unit, cross_edges, pieces_of_slot};

/// A set of states.
pub(super) struct Start {
    plan: Plan,
    /// The units of slots that are built in, with their distances.
    slots: Vec<(Unit, u16)>,
    /// G, by which placements are folded.
    group: Vec<Symmetry>,
    /// Placements of the edges; those that are not spoken of stand nowhere.
    placements: Vec<[u8; 12]>,
    /// The sum of the weights up to each placement, itself included.
    sums: Vec<u128>,
}

/// A placement of the edges, and its weight.
type Weighted = ([u8; 12], u64);

/// What a thread needs to place edges and count corners.
struct Placing<'a> {
    start: &'a Start,
    ruler: &'a Ruler,
    /// Ends the placing, with only some of the placements found.
    cancel: &'a AtomicBool,
    /// Edges of slots to be placed one by one.
    edges: Vec<usize>,
    corners: Corners,
    found: Vec<Weighted>,
}

impl Start {
    /// The set of a part of a term; `None` if it has more than `most` placements.
    ///
    /// # Errors
    /// If it was cancelled.
    pub(super) fn new(
        term: &Term,
        plan: Plan,
        ruler: &Ruler,
        most: usize,
        threads: usize,
        cancel: &AtomicBool,
    ) -> Result<Option<Start>, DrawError> {
        let of_slots = |(list, level): &(List, Level)| {
            let face = list.face;
            let slots = if *level == Level::Slots { &list.slots[..] } else { &[] };
            slots.iter().map(move |slot| Unit::slot(face, *slot)).collect::<Vec<_>>()
        };
        let slots: Vec<(Unit, u16)> =
            plan.colors.iter().flat_map(of_slots).map(|unit| (unit, term.0[unit.index()])).collect();
        let mut start = Start { group: Vec::new(), plan, slots, placements: Vec::new(), sums: Vec::new() };
        start.group = Symmetry::all().filter(|s| start.is_kept_by(*s, term)).collect();
        let first = &start.plan.colors[0].0;
        let edges = cross_edges(first.face);
        // The cross that stands for each orbit, and the size of the orbit.
        let folded: Vec<([u8; 4], u64)> = first
            .crosses
            .iter()
            .filter_map(|cross| {
                let mut images: Vec<_> = start.group.iter().map(|s| image(*s, &edges, cross)).collect();
                images.sort_unstable();
                images.dedup();
                (images[0] == *cross).then_some((*cross, images.len() as u64))
            })
            .collect();
        let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let all: Mutex<Vec<(usize, Vec<Weighted>)>> = Mutex::default();
        let work = || {
            let mut placing = Placing::new(&start, ruler, cancel);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((cross, orbit)) = folded.get(number) else { return };
                if cancel.load(Ordering::Relaxed) || count.load(Ordering::Relaxed) > most {
                    return;
                }
                placing.cross(1, stand(&edges, cross));
                let mut found = std::mem::take(&mut placing.found);
                count.fetch_add(found.len(), Ordering::Relaxed);
                found.iter_mut().for_each(|(_, weight)| *weight *= orbit);
                all.lock().expect("no thread panics with the lock").push((number, found));
            }
        };
        on_threads(threads, |_| {}, work);
        if cancel.load(Ordering::Relaxed) {
            return Err(DrawError::Cancelled);
        }
        if count.into_inner() > most {
            return Ok(None);
        }
        // In one order, however the threads took turns.
        let mut all = all.into_inner().expect("no thread panics with the lock");
        all.sort_unstable_by_key(|(number, _)| *number);
        let mut sum = 0;
        for (placement, weight) in all.into_iter().flat_map(|(_, found)| found) {
            sum += u128::from(weight);
            start.placements.push(placement);
            start.sums.push(sum);
        }
        Ok(Some(start))
    }

    /// Whether a symmetry keeps the first colour and everything that is built in.
    fn is_kept_by(&self, s: Symmetry, term: &Term) -> bool {
        let first = self.plan.colors[0].0.face;
        let same = |(list, level): &(List, Level)| {
            let to = self.plan.colors.iter().find(|(other, _)| other.face == s.face(list.face));
            let asked = |unit: Unit| term.0[unit.index()];
            let units = list.slots.iter().map(|slot| Unit::slot(list.face, *slot));
            let cross = Unit::cross(list.face);
            to.is_some_and(|(other, other_level)| {
                let is_slot = |unit: Unit| unit.of_slot().is_some_and(|slot| other.slots.contains(&slot));
                level == other_level
                    && list.slots.len() == other.slots.len()
                    && asked(cross) == asked(cross.image(s))
                    && units.clone().all(|unit| is_slot(unit.image(s)) && asked(unit) == asked(unit.image(s)))
            })
        };
        s.face(first) == first && self.plan.colors.iter().all(same)
    }

    /// How many states there are in it.
    pub(super) fn states(&self) -> u128 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// Placements that it keeps.
    pub(super) fn len(&self) -> usize {
        self.placements.len()
    }

    /// Whether it is all of what its term asks for.
    pub(super) fn is_whole(&self) -> bool {
        self.plan.is_whole
    }

    /// The colours that are built in, with their crosses' lists.
    pub(super) fn colors(&self) -> &[(List, Level)] {
        &self.plan.colors
    }

    /// Whether a state is in it.
    pub(super) fn contains(&self, cube: &Cube, ruler: &Ruler) -> bool {
        let stands = |(list, _): &(List, Level)| {
            let cross = cross_edges(list.face).map(|edge| cube.edges()[edge]);
            list.crosses.binary_search(&cross).is_ok()
        };
        let is_near = |(unit, distances): &(Unit, u16)| {
            distances >> ruler.distance(*unit, cube.edges(), cube.corners()) & 1 == 1
        };
        self.plan.colors.iter().all(stands) && self.slots.iter().all(is_near)
    }

    /// One of its states, all equally likely.
    ///
    /// # Panics
    /// If it has none.
    pub(super) fn draw(&self, rng: &mut impl Rng, ruler: &Ruler, corners: &mut Corners) -> Cube {
        let number = below_wide(rng, self.states());
        let mut edges = self.placements[self.sums.partition_point(|sum| *sum <= number)];
        let free = Free::of(&edges);
        let places = self.corner_places(ruler, &edges);
        let placed = corners.draw(rng, &places, free.settled(&edges));
        free.draw(rng, &mut edges, is_odd(&placed.map(|place| place / 3)));
        let cube = Cube::from_places(placed, edges).expect("parities, twists and flips were made to agree");
        cube.conjugate(self.group[below(rng, self.group.len() as u64) as usize])
    }

    /// The places in which each corner may stand, given where the edges do.
    fn corner_places(&self, ruler: &Ruler, edges: &[u8; 12]) -> [u32; 8] {
        let mut places = [ANYWHERE; 8];
        for (unit, distances) in &self.slots {
            let (_, corner) = pieces_of_slot(unit.face(), unit.of_slot().expect("a slot"));
            places[corner] &= ruler.by_corner(*unit, edges).places(*distances);
        }
        places
    }
}

/// The edges that may stand anywhere, and the positions left for them.
struct Free {
    edges: Vec<usize>,
    positions: Vec<u8>,
}

impl Free {
    fn of(edges: &[u8; 12]) -> Free {
        let is_taken = |position: &u8| edges.iter().any(|place| place / 2 == *position);
        Free {
            edges: (0..12).filter(|edge| edges[*edge] == NOWHERE).collect(),
            positions: (0..12).filter(|position| !is_taken(position)).collect(),
        }
    }

    /// The positions of all edges, the free ones in ascending order.
    fn settle(&self, edges: &[u8; 12]) -> [u8; 12] {
        let mut positions = edges.map(|place| place / 2);
        self.edges.iter().zip(&self.positions).for_each(|(edge, position)| positions[*edge] = *position);
        positions
    }

    /// Whether the order of the edges, and so that of the corners, is odd, if that is settled.
    fn settled(&self, edges: &[u8; 12]) -> Option<bool> {
        (self.edges.len() < 2).then(|| is_odd(&self.settle(edges)))
    }

    /// In how many ways the free edges can stand, if the order of all must be odd, or even.
    fn ways(&self, edges: &[u8; 12]) -> u64 {
        match self.edges.len() as u32 {
            0 => u64::from(edges.iter().map(|place| place % 2).sum::<u8>() % 2 == 0),
            1 => 1,
            free => ((1..=u64::from(free)).product::<u64>() / 2) << (free - 1),
        }
    }

    /// Places them in one of these ways, all equally likely.
    fn draw(mut self, rng: &mut impl Rng, edges: &mut [u8; 12], odd: bool) {
        shuffle(rng, &mut self.positions);
        if self.positions.len() > 1 && is_odd(&self.settle(edges)) != odd {
            // Exchanging two pairs the odd orders with the even ones.
            self.positions.swap(0, 1);
        }
        let flipped: u8 = edges.iter().filter(|place| **place != NOWHERE).map(|place| place % 2).sum();
        let mut flips = vec![0; self.edges.len()];
        orient(rng, 2, flipped, &mut flips);
        for ((edge, position), flip) in self.edges.iter().zip(&self.positions).zip(&flips) {
            edges[*edge] = 2 * position + flip;
        }
    }
}

impl<'a> Placing<'a> {
    fn new(start: &'a Start, ruler: &'a Ruler, cancel: &'a AtomicBool) -> Placing<'a> {
        let crosses: Vec<usize> =
            start.plan.colors.iter().flat_map(|(list, _)| cross_edges(list.face)).collect();
        let mut edges: Vec<usize> = Vec::new();
        for (unit, _) in &start.slots {
            let (edge, _) = pieces_of_slot(unit.face(), unit.of_slot().expect("a slot"));
            if !crosses.contains(&edge) && !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        Placing { start, ruler, cancel, edges, corners: Corners::new(), found: Vec::new() }
    }

    /// Places the cross of a colour in every way that goes with what stands already, and what is left after it.
    fn cross(&mut self, color: usize, edges: [u8; 12]) {
        let Some((list, _)) = self.start.plan.colors.get(color) else {
            // The edges of some slots may be those of another colour's cross.
            if !(0..12).any(|edge| edges[edge] != NOWHERE && self.is_hopeless(edge, &edges)) {
                self.slot(0, edges);
            }
            return;
        };
        let own = cross_edges(list.face);
        'next: for cross in &list.crosses {
            if self.cancel.load(Ordering::Relaxed) {
                return;
            }
            let mut all = edges;
            for (edge, place) in own.iter().zip(cross) {
                if all[*edge] == NOWHERE {
                    if all.iter().any(|other| other / 2 == place / 2) {
                        continue 'next;
                    }
                    all[*edge] = *place;
                } else if all[*edge] != *place {
                    continue 'next;
                }
            }
            self.cross(color + 1, all);
        }
    }

    /// Whether an edge that was placed leaves no place for the corner of a slot.
    fn is_hopeless(&self, edge: usize, edges: &[u8; 12]) -> bool {
        self.start.slots.iter().any(|(unit, distances)| {
            let of_slot = pieces_of_slot(unit.face(), unit.of_slot().expect("a slot")).0;
            of_slot == edge && self.ruler.by_corner(*unit, edges).places(*distances) == 0
        })
    }

    /// Places the edges of slots from this one on in every way that leaves places for the corners.
    fn slot(&mut self, next: usize, mut edges: [u8; 12]) {
        if let Some(edge) = self.edges.get(next).copied() {
            let taken = edges;
            if self.cancel.load(Ordering::Relaxed) {
                return;
            }
            for place in (0..24).filter(|place| taken.iter().all(|other| other / 2 != place / 2)) {
                edges[edge] = place;
                if !self.is_hopeless(edge, &edges) {
                    self.slot(next + 1, edges);
                }
            }
            return;
        }
        let free = Free::of(&edges);
        let ways = free.ways(&edges);
        if ways == 0 {
            return;
        }
        let places = self.start.corner_places(self.ruler, &edges);
        let weight = self.corners.count(&places, free.settled(&edges)) * ways;
        if weight > 0 {
            self.found.push((edges, weight));
        }
    }
}
