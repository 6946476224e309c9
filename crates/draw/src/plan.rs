//! The choice of restrictions that a proposal set enforces: as many as can be listed, the rarest first.
//!
//! For each colour that a conjunction restricts there are three choices: enforce nothing and leave all to rejection;
//! restrict the cross to the placements with which the conjunction can be satisfied at all (a [`CrossList`]); or
//! restrict the rare slots too. A proposal set lists the placements of all edges concerned, so their number is limited.

use cubiform_cube::goal::Slot;
use cubiform_cube::piece::conjugate_edge;
use cubiform_cube::{Face, Symmetry, placement};
use cubiform_threads::CancelToken;

use super::DrawError;
use super::corner_sampler::sets_of_size;
use super::distance_oracle::{DistanceOracle, Feature, cross_edges};
use super::relaxation::Conjunction;

/// The share of states below which a restriction of a feature is rare. Other restrictions are left to rejection.
const MAX_RARE_SHARE: f64 = 0.5;

/// The maximum estimated number of placements of edges to list, which limits the time that listing takes.
const MAX_PLACEMENTS: f64 = 6e6;

/// The number of states of the edges of a cross.
pub(super) const CROSS_COUNT: usize = 190_080;

/// The maximum length of a list of crosses; a longer one restricts too little to be worth its memory.
const MAX_CROSSES: usize = CROSS_COUNT / 3;

/// The placements of a cross with which a conjunction can be satisfied.
pub(super) struct CrossList {
    /// The face whose colour is at the bottom.
    pub(super) face: Face,
    /// The places of the cross's edges, in the order of [`cross_edges`]; sorted.
    pub(super) crosses: Vec<[u8; 4]>,
    /// The features of the slots with rare restrictions.
    pub(super) slots: Vec<Feature>,
    /// The share of the placements of the edges of the cross and of `slots` that leave places for the slots' corners.
    open_share: f64,
    /// The share of all states that satisfy the conjunction on this cross and on `slots`.
    pub(super) share: f64,
}

/// The restrictions on one colour that a proposal set enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restriction {
    /// The cross is in the list.
    Cross,
    /// The cross is in the list and the rare slots have allowed distances.
    CrossAndSlots,
}

/// The restrictions that a proposal set enforces.
pub(super) struct ProposalPlan {
    /// The restricted colours, in ascending order of the lengths of their lists.
    pub(super) colors: Vec<(CrossList, Restriction)>,
    /// Whether these restrictions are equivalent to the conjunction.
    pub(super) is_exact: bool,
}

impl ProposalPlan {
    /// Returns the plan whose states satisfy the conjunction most often; among plans within one per cent, the one with
    /// the fewest placements. Returns `None` if no restriction of the conjunction is both rare and short enough to
    /// list.
    ///
    /// # Errors
    /// If `cancel` was set.
    pub(super) fn best(
        conjunction: &Conjunction,
        oracle: &DistanceOracle,
        cancel: &CancelToken,
    ) -> Result<Option<ProposalPlan>, DrawError> {
        let mut lists: Vec<CrossList> = Vec::new();
        for face in Face::ALL {
            lists.extend(CrossList::list(conjunction, face, oracle, cancel)?);
        }
        let mut best: Option<(f64, f64, Vec<Option<Restriction>>)> = None;
        let choices = [None, Some(Restriction::Cross), Some(Restriction::CrossAndSlots)];
        for number in 1..3usize.pow(lists.len() as u32) {
            let restrictions: Vec<Option<Restriction>> =
                (0..lists.len()).map(|i| choices[number / 3usize.pow(i as u32) % 3]).collect();
            // Without rare slots the two restrictions are the same.
            let is_redundant = |(list, restriction): (&CrossList, &Option<Restriction>)| {
                *restriction == Some(Restriction::Cross) && list.slots.is_empty()
            };
            if lists.iter().zip(&restrictions).any(is_redundant) {
                continue;
            }
            let (placements, accepted) =
                (estimate_placements(&lists, &restrictions), accepted_share(&lists, &restrictions));
            let is_better = best.as_ref().is_none_or(|(best_accepted, fewest, _)| {
                accepted > best_accepted * 1.01 || accepted > best_accepted * 0.99 && placements < *fewest
            });
            if placements <= MAX_PLACEMENTS && is_better {
                best = Some((accepted, placements, restrictions));
            }
        }
        let Some((_, _, restrictions)) = best else { return Ok(None) };
        let is_built_in = |feature: Feature| {
            lists.iter().zip(&restrictions).any(|(list, restriction)| {
                let Some(restriction) = *restriction else { return false };
                feature == Feature::cross(list.face) || list.restricted_slots(restriction).contains(&feature)
            })
        };
        let is_exact = Feature::all().all(|feature| !conjunction.restricts(feature) || is_built_in(feature));
        let mut colors: Vec<(CrossList, Restriction)> = lists
            .into_iter()
            .zip(restrictions)
            .filter_map(|(list, restriction)| Some((list, restriction?)))
            .collect();
        colors.sort_by_key(|(list, _)| list.crosses.len());
        Ok(Some(ProposalPlan { colors, is_exact }))
    }
}

/// Estimates the number of placements of edges that a proposal set has to list.
fn estimate_placements(lists: &[CrossList], restrictions: &[Option<Restriction>]) -> f64 {
    let mut edges = 0u16;
    let mut share = 1.0;
    for (list, restriction) in lists.iter().zip(restrictions) {
        let Some(restriction) = restriction else { continue };
        share *= if *restriction == Restriction::CrossAndSlots {
            list.open_share
        } else {
            list.crosses.len() as f64 / CROSS_COUNT as f64
        };
        cross_edges(list.face).iter().for_each(|edge| edges |= 1 << edge);
        list.restricted_slots(*restriction).iter().for_each(|slot| edges |= 1 << slot.pair().0);
    }
    let count = edges.count_ones() as usize;
    placement::count(12, count) as f64 * f64::from(1u32 << count) * share
}

/// Estimates the share of the states of a proposal set that satisfy the whole conjunction.
fn accepted_share(lists: &[CrossList], restrictions: &[Option<Restriction>]) -> f64 {
    let share_of = |(list, restriction): (&CrossList, &Option<Restriction>)| match restriction {
        None => list.share,
        Some(Restriction::Cross) => list.share / (list.crosses.len() as f64 / CROSS_COUNT as f64),
        Some(Restriction::CrossAndSlots) => 1.0,
    };
    lists.iter().zip(restrictions).map(share_of).product()
}

impl CrossList {
    /// Returns the features of the slots that a restriction enforces.
    pub(super) fn restricted_slots(&self, restriction: Restriction) -> &[Feature] {
        if restriction == Restriction::CrossAndSlots { &self.slots } else { &[] }
    }

    /// Lists the crosses of a colour. Returns `None` if no restriction on the colour is rare, or if more than
    /// [`MAX_CROSSES`] crosses are allowed.
    ///
    /// # Errors
    /// If `cancel` was set.
    fn list(
        conjunction: &Conjunction,
        face: Face,
        oracle: &DistanceOracle,
        cancel: &CancelToken,
    ) -> Result<Option<CrossList>, DrawError> {
        let cross = Feature::cross(face);
        let is_rare = |feature: Feature| {
            conjunction.restricts(feature) && conjunction.share_of(feature) < MAX_RARE_SHARE
        };
        let slots = Slot::ALL.into_iter().map(|slot| Feature::slot(face, slot));
        let slots: Vec<Feature> = slots.filter(|slot| is_rare(*slot)).collect();
        if slots.is_empty() && !is_rare(cross) {
            return Ok(None);
        }
        // A cross with a slot is at least as far as the cross alone.
        let farthest = |slot: &Feature| u16::BITS - conjunction.0[slot.index()].leading_zeros();
        let crosses = slots.iter().map(farthest).fold(conjunction.0[cross.index()], |crosses, end| {
            if end >= 16 { crosses } else { crosses & ((1 << end) - 1) }
        });
        let group = stabilizer(conjunction, face, &slots);
        let edges = cross_edges(face);
        let mut list = CrossList { face, crosses: Vec::new(), slots, open_share: 0.0, share: 0.0 };
        let mut counter = SlotCounter::new();
        for rank in 0..placement::count(12, 4) {
            if cancel.is_cancelled() {
                return Err(DrawError::Cancelled);
            }
            let mut positions = [0; 4];
            placement::unrank(12, rank, &mut positions);
            for flips in 0..16 {
                let places: [u8; 4] = std::array::from_fn(|j| 2 * positions[j] + (flips >> j & 1));
                let mut images: Vec<[u8; 4]> =
                    group.iter().map(|s| cross_image(*s, &edges, &places)).collect();
                // Only the representative of each symmetry class is examined.
                if images.iter().any(|image| *image < places) {
                    continue;
                }
                images.sort_unstable();
                images.dedup();
                let (open, share) =
                    list.shares_with_cross(conjunction, oracle, crosses, &edges, &places, &mut counter);
                if share > 0.0 {
                    let class_share = images.len() as f64 / CROSS_COUNT as f64;
                    list.open_share += open * class_share;
                    list.share += share * class_share;
                    list.crosses.extend(images);
                    if list.crosses.len() > MAX_CROSSES {
                        return Ok(None);
                    }
                }
            }
        }
        list.crosses.sort_unstable();
        Ok(Some(list))
    }

    /// Returns two shares for one placement of the cross: of the placements of the slots' edges, the share that leaves
    /// places for the corners; and of all states with this cross, the share that satisfies the conjunction on this
    /// colour.
    fn shares_with_cross(
        &self,
        conjunction: &Conjunction,
        oracle: &DistanceOracle,
        crosses: u16,
        edges: &[usize; 4],
        places: &[u8; 4],
        counter: &mut SlotCounter,
    ) -> (f64, f64) {
        let mut all = place_edges(edges, places);
        if crosses >> oracle.cross_distance(self.face.color(), &all) & 1 == 0 {
            return (0.0, 0.0);
        }
        let free: Vec<u8> = (0..12).filter(|p| places.iter().all(|place| place / 2 != *p)).collect();
        let (mut pair_counts, mut edge_counts) = (Vec::new(), Vec::new());
        for feature in &self.slots {
            let edge = feature.pair().0;
            let (mut pair_count, mut edge_count) = ([[0; 8]; 8], [[0; 8]; 8]);
            for ((of_edge, open), position) in pair_count.iter_mut().zip(&mut edge_count).zip(&free) {
                for flip in 0..2 {
                    all[edge] = 2 * position + flip;
                    let corners =
                        oracle.distances_by_corner(*feature, &all).places_at(conjunction.0[feature.index()]);
                    // The corner of slot i can only be in position i, so the counter counts placements of edges alone.
                    open[pair_counts.len()] += u64::from(corners != 0);
                    for (corner, count) in of_edge.iter_mut().enumerate() {
                        *count += u64::from((corners >> (3 * corner) & 7).count_ones());
                    }
                }
            }
            if pair_count == [[0; 8]; 8] {
                return (0.0, 0.0);
            }
            pair_counts.push(pair_count);
            edge_counts.push(edge_count);
        }
        let slots = pair_counts.len();
        let edges = (placement::count(8, slots) << slots) as f64;
        let corners = (placement::count(8, slots) * 3usize.pow(slots as u32)) as f64;
        (counter.count(&edge_counts) as f64 / edges, counter.count(&pair_counts) as f64 / (edges * corners))
    }
}

/// Counts placements of the edges and corners of several slots, by the sets of positions taken.
struct SlotCounter(Vec<u64>);

impl SlotCounter {
    fn new() -> SlotCounter {
        SlotCounter(vec![0; 1 << 16])
    }

    /// Returns the number of placements of all slots. `slots[i][e][c]` is the number of orientations of slot i with its
    /// edge in position e of eight and its corner in position c of eight.
    fn count(&mut self, slots: &[[[u64; 8]; 8]]) -> u64 {
        self.0.fill(0);
        self.0[0] = 1;
        for (size, slot) in slots.iter().enumerate() {
            for edges in sets_of_size(size).iter().map(|set| usize::from(*set)) {
                for corners in sets_of_size(size).iter().map(|set| usize::from(*set)) {
                    let count = self.0[edges << 8 | corners];
                    if count == 0 {
                        continue;
                    }
                    for edge in (0..8).filter(|edge| edges >> edge & 1 == 0) {
                        for corner in (0..8).filter(|corner| corners >> corner & 1 == 0) {
                            let to = (edges | 1 << edge) << 8 | corners | 1 << corner;
                            self.0[to] += count * slot[edge][corner];
                        }
                    }
                }
            }
        }
        let size = slots.len();
        let ends = sets_of_size(size)
            .iter()
            .flat_map(|edges| sets_of_size(size).iter().map(move |corners| (*edges, *corners)));
        ends.map(|(edges, corners)| self.0[usize::from(edges) << 8 | usize::from(corners)]).sum()
    }
}

/// Returns the places of all edges with only `edges` placed.
pub(super) fn place_edges(edges: &[usize; 4], places: &[u8; 4]) -> [u8; 12] {
    let mut all = [UNPLACED; 12];
    edges.iter().zip(places).for_each(|(edge, place)| all[*edge] = *place);
    all
}

/// The place of an edge that is not placed.
pub(super) const UNPLACED: u8 = 24;

/// Returns the places of a cross's edges in the conjugate by `s`, which must keep the cross's colour.
pub(super) fn cross_image(s: Symmetry, edges: &[usize; 4], places: &[u8; 4]) -> [u8; 4] {
    let mut image = [0; 4];
    for (edge, place) in edges.iter().zip(places) {
        let to = usize::from(cubiform_cube::piece::EDGE_IMAGE[s.index()][*edge]);
        let at = edges.iter().position(|other| *other == to).expect("the colour is kept");
        image[at] = conjugate_edge(s, *edge, *place);
    }
    image
}

/// Returns the symmetries that fix the colour of `face` and the conjunction's restrictions on its cross and on `slots`.
fn stabilizer(conjunction: &Conjunction, face: Face, slots: &[Feature]) -> Vec<Symmetry> {
    let allowed = |feature: Feature| match feature.as_slot() {
        Some(_) if !slots.contains(&feature) => u16::MAX,
        _ => conjunction.0[feature.index()],
    };
    let is_stabilizing = |s: &Symmetry| {
        let mut features = Feature::all().filter(|feature| feature.face() == face);
        s.face(face) == face && features.all(|feature| allowed(feature.image(*s)) == allowed(feature))
    };
    Symmetry::all().filter(is_stabilizing).collect()
}
