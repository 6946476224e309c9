//! Proposal sets: all states that satisfy the restrictions of a plan, counted exactly and drawn uniformly.
//!
//! The edges that the plan restricts are placed in every allowed way: crosses from their lists, joined where they share
//! edges, then the edges of slots one by one. Once these edges are placed, the plan restricts each corner to some
//! places and has no other condition. So a [`CornerSampler`] counts the placements of the corners, and a formula counts
//! those of the free edges. The weight of a placement of the edges is the number of whole cubes that have it. Hence
//!
//! * the sum of the weights is the number of states of the set, and
//! * drawing a placement by its weight, then the corners and the free edges uniformly, draws a state uniformly.
//!
//! Placements are listed up to symmetry. Let G be the symmetries that fix the plan and its first colour. Of the
//! placements of this colour's cross only one representative of each class under G is listed, its weight multiplied by
//! the size of the class. The drawn state is conjugated by an element of G drawn uniformly: every member of the class
//! is the image of the representative under equally many elements.

use std::sync::atomic::{AtomicUsize, Ordering};

use cubiform_cube::random::{below, below_wide};
use cubiform_cube::state::is_odd;
use cubiform_cube::{Cube, Symmetry};
use cubiform_threads::{CancelToken, Threads};
use rand::Rng;

use super::DrawError;
use super::corner_sampler::{ANYWHERE, CornerSampler, place_free};
use super::distance_oracle::{DistanceOracle, Feature, cross_edges};
use super::plan::{CrossList, ProposalPlan, Restriction, UNPLACED, cross_image, place_edges};
use super::relaxation::Conjunction;

/// A set of states that can be drawn uniformly.
pub(super) struct Proposal {
    pub(super) plan: ProposalPlan,
    /// The features with slots that are restricted, and their allowed distances, bit d for distance d.
    slots: Vec<(Feature, u16)>,
    /// The symmetries that fix the plan and its first colour.
    group: Vec<Symmetry>,
    /// Placements of the edges by edge; [`UNPLACED`] for the free edges.
    pub(super) placements: Vec<[u8; 12]>,
    /// Cumulative weights: the sum up to and including each placement.
    sums: Vec<u128>,
}

/// A placement of the edges and its weight.
type WeightedPlacement = ([u8; 12], u64);

/// The state of one thread that lists placements.
struct Lister<'a> {
    proposal: &'a Proposal,
    oracle: &'a DistanceOracle,
    /// Ends the listing early, with some placements missing.
    cancel: &'a CancelToken,
    /// The edges of slots that are in no cross of the plan, in the order in which they are placed.
    edges: Vec<usize>,
    corners: CornerSampler,
    placements: Vec<WeightedPlacement>,
}

impl Proposal {
    /// Lists the placements of a plan for a conjunction. Returns `None` if there are more than `max_placements`.
    ///
    /// # Errors
    /// If `cancel` was set.
    pub(super) fn new(
        conjunction: &Conjunction,
        plan: ProposalPlan,
        oracle: &DistanceOracle,
        max_placements: usize,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<Option<Proposal>, DrawError> {
        let slots = plan.colors.iter().flat_map(|(list, restriction)| list.restricted_slots(*restriction));
        let slots = slots.map(|slot| (*slot, conjunction.0[slot.index()])).collect();
        let mut proposal =
            Proposal { group: Vec::new(), plan, slots, placements: Vec::new(), sums: Vec::new() };
        proposal.group = Symmetry::all().filter(|s| proposal.is_fixed_by(*s, conjunction)).collect();
        let first = &proposal.plan.colors[0].0;
        let edges = cross_edges(first.face);
        // One representative of each symmetry class of crosses, with the size of the class.
        let representatives: Vec<([u8; 4], u64)> = first
            .crosses
            .iter()
            .filter_map(|cross| {
                let mut images: Vec<_> =
                    proposal.group.iter().map(|s| cross_image(*s, &edges, cross)).collect();
                images.sort_unstable();
                images.dedup();
                (images[0] == *cross).then_some((*cross, images.len() as u64))
            })
            .collect();
        let count = AtomicUsize::new(0);
        let all = threads.map(&representatives, |(cross, class_size)| {
            let mut lister = Lister::new(&proposal, oracle, cancel);
            if count.load(Ordering::Relaxed) <= max_placements {
                lister.place_cross(1, place_edges(&edges, cross));
            }
            count.fetch_add(lister.placements.len(), Ordering::Relaxed);
            lister.placements.iter_mut().for_each(|(_, weight)| *weight *= class_size);
            lister.placements
        });
        if cancel.is_cancelled() {
            return Err(DrawError::Cancelled);
        }
        if count.into_inner() > max_placements {
            return Ok(None);
        }
        let mut sum = 0;
        for (placement, weight) in all.into_iter().flatten() {
            sum += u128::from(weight);
            proposal.placements.push(placement);
            proposal.sums.push(sum);
        }
        Ok(Some(proposal))
    }

    /// Returns whether a symmetry fixes the first colour and all restrictions of the plan.
    fn is_fixed_by(&self, s: Symmetry, conjunction: &Conjunction) -> bool {
        let first = self.plan.colors[0].0.face;
        let is_fixed = |(list, restriction): &(CrossList, Restriction)| {
            let to = self.plan.colors.iter().find(|(other, _)| other.face == s.face(list.face));
            let allowed = |feature: Feature| conjunction.0[feature.index()];
            let is_kept = |feature: Feature| allowed(feature) == allowed(feature.image(s));
            to.is_some_and(|(other, other_restriction)| {
                restriction == other_restriction
                    && list.slots.len() == other.slots.len()
                    && is_kept(Feature::cross(list.face))
                    && list.slots.iter().all(|slot| other.slots.contains(&slot.image(s)) && is_kept(*slot))
            })
        };
        s.face(first) == first && self.plan.colors.iter().all(is_fixed)
    }

    /// Returns the number of states of the set.
    pub(super) fn states(&self) -> u128 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// Returns whether the set contains a state.
    pub(super) fn contains(&self, cube: &Cube, oracle: &DistanceOracle) -> bool {
        let is_listed = |(list, _): &(CrossList, Restriction)| {
            let cross = cross_edges(list.face).map(|edge| cube.edges()[edge]);
            list.crosses.binary_search(&cross).is_ok()
        };
        let is_allowed = |(feature, distances): &(Feature, u16)| {
            distances >> oracle.distance(*feature, cube.edges(), cube.corners()) & 1 == 1
        };
        self.plan.colors.iter().all(is_listed) && self.slots.iter().all(is_allowed)
    }

    /// Draws a state of the set uniformly.
    ///
    /// # Panics
    /// If the set is empty.
    pub(super) fn draw(
        &self,
        rng: &mut impl Rng,
        oracle: &DistanceOracle,
        corners: &mut CornerSampler,
    ) -> Cube {
        let number = below_wide(rng, self.states());
        let mut edges = self.placements[self.sums.partition_point(|sum| *sum <= number)];
        let free = FreeEdges::new(&edges);
        let places = self.corner_places(oracle, &edges);
        let placed = corners.draw(rng, &places, free.forced_parity(&edges));
        let odd = is_odd(&placed.map(|place| place / 3));
        place_free(rng, &free.edges, free.positions, 2, Some(odd), &mut edges);
        let cube = Cube::from_places(placed, edges).expect("parities, twists and flips were made to agree");
        cube.conjugate(self.group[below(rng, self.group.len() as u64) as usize])
    }

    /// Returns the symmetries that take a listed placement to each member of its class once.
    pub(super) fn members_of_class(&self, placement: &[u8; 12]) -> Vec<Symmetry> {
        let edges = cross_edges(self.plan.colors[0].0.face);
        let cross = edges.map(|edge| placement[edge]);
        let mut images: Vec<([u8; 4], Symmetry)> = Vec::new();
        for s in &self.group {
            let image = cross_image(*s, &edges, &cross);
            if images.iter().all(|(known, _)| *known != image) {
                images.push((image, *s));
            }
        }
        images.into_iter().map(|(_, s)| s).collect()
    }

    /// Returns the set of allowed places of each edge, given a listed placement: free edges may be in all positions that
    /// are left.
    pub(super) fn edge_places(&self, placement: &[u8; 12]) -> [u32; 12] {
        let free =
            FreeEdges::new(placement).positions.iter().fold(0, |set, position| set | 3 << (2 * position));
        placement.map(|place| if place == UNPLACED { free } else { 1 << place })
    }

    /// Returns the set of allowed places of each corner, given a placement of the edges.
    pub(super) fn corner_places(&self, oracle: &DistanceOracle, edges: &[u8; 12]) -> [u32; 8] {
        let mut places = [ANYWHERE; 8];
        for (feature, distances) in &self.slots {
            let (_, corner) = feature.pair();
            places[corner] &= oracle.distances_by_corner(*feature, edges).places_at(*distances);
        }
        places
    }
}

/// The edges that a placement leaves free, and the positions left for them.
struct FreeEdges {
    edges: Vec<usize>,
    positions: Vec<u8>,
}

impl FreeEdges {
    fn new(edges: &[u8; 12]) -> FreeEdges {
        let is_taken = |position: &u8| edges.iter().any(|place| place / 2 == *position);
        FreeEdges {
            edges: (0..12).filter(|edge| edges[*edge] == UNPLACED).collect(),
            positions: (0..12).filter(|position| !is_taken(position)).collect(),
        }
    }

    /// Returns the positions of all edges, with the free edges in the free positions in order.
    fn all_positions(&self, edges: &[u8; 12]) -> [u8; 12] {
        let mut positions = edges.map(|place| place / 2);
        self.edges.iter().zip(&self.positions).for_each(|(edge, position)| positions[*edge] = *position);
        positions
    }

    /// Returns whether the permutation of the edges, and so that of the corners, is odd; `None` if free edges allow
    /// both.
    fn forced_parity(&self, edges: &[u8; 12]) -> Option<bool> {
        (self.edges.len() < 2).then(|| is_odd(&self.all_positions(edges)))
    }

    /// Returns the number of placements of the free edges with a given parity of the permutation of all edges.
    ///
    /// With fewer than two free edges the parity is the one of [`forced_parity`](Self::forced_parity).
    fn count(&self, edges: &[u8; 12]) -> u64 {
        match self.edges.len() as u32 {
            0 => u64::from(edges.iter().map(|place| place % 2).sum::<u8>() % 2 == 0),
            1 => 1,
            free => ((1..=u64::from(free)).product::<u64>() / 2) << (free - 1),
        }
    }
}

impl<'a> Lister<'a> {
    fn new(proposal: &'a Proposal, oracle: &'a DistanceOracle, cancel: &'a CancelToken) -> Lister<'a> {
        let crosses: Vec<usize> =
            proposal.plan.colors.iter().flat_map(|(list, _)| cross_edges(list.face)).collect();
        let mut edges: Vec<usize> = Vec::new();
        for (feature, _) in &proposal.slots {
            let (edge, _) = feature.pair();
            if !crosses.contains(&edge) && !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        Lister { proposal, oracle, cancel, edges, corners: CornerSampler::new(), placements: Vec::new() }
    }

    /// Places the cross of the plan's colour with index `color` in every way that agrees with `edges`, and all that
    /// follows.
    fn place_cross(&mut self, color: usize, edges: [u8; 12]) {
        let Some((list, _)) = self.proposal.plan.colors.get(color) else {
            // The edge of a slot may belong to the cross of another colour.
            if !(0..12).any(|edge| edges[edge] != UNPLACED && self.is_hopeless(edge, &edges)) {
                self.place_slot_edges(0, edges);
            }
            return;
        };
        let cross_edges = cross_edges(list.face);
        'next: for cross in &list.crosses {
            if self.cancel.is_cancelled() {
                return;
            }
            let mut all = edges;
            for (edge, place) in cross_edges.iter().zip(cross) {
                if all[*edge] == UNPLACED {
                    if all.iter().any(|other| other / 2 == place / 2) {
                        continue 'next;
                    }
                    all[*edge] = *place;
                } else if all[*edge] != *place {
                    continue 'next;
                }
            }
            self.place_cross(color + 1, all);
        }
    }

    /// Returns whether a placed edge leaves no place for the corner of one of its slots.
    fn is_hopeless(&self, edge: usize, edges: &[u8; 12]) -> bool {
        self.proposal.slots.iter().any(|(feature, distances)| {
            feature.pair().0 == edge
                && self.oracle.distances_by_corner(*feature, edges).places_at(*distances) == 0
        })
    }

    /// Places the edges of slots from index `next` on in every way that leaves places for their corners, and records
    /// the placements with their weights.
    fn place_slot_edges(&mut self, next: usize, mut edges: [u8; 12]) {
        if let Some(edge) = self.edges.get(next).copied() {
            let taken = edges;
            if self.cancel.is_cancelled() {
                return;
            }
            for place in (0..24).filter(|place| taken.iter().all(|other| other / 2 != place / 2)) {
                edges[edge] = place;
                if !self.is_hopeless(edge, &edges) {
                    self.place_slot_edges(next + 1, edges);
                }
            }
            return;
        }
        let free = FreeEdges::new(&edges);
        let count = free.count(&edges);
        if count == 0 {
            return;
        }
        let places = self.proposal.corner_places(self.oracle, &edges);
        let weight = self.corners.count(&places, free.forced_parity(&edges)) * count;
        if weight > 0 {
            self.placements.push((edges, weight));
        }
    }
}
