//! Where the children in all lanes of a vector lie in a table of words of cosets.

use super::isa::{Bytes, Isa, SMALL_TABLE, Task};
use super::{Simd, vectors_of};
use crate::lookup::coset_lane;
use crate::lookup::indexer::{BaseEntry, FREE_LAYER_SHIFT, RowKind, Shape, Slots};
use crate::lookup::lanes::has_at_least;
use crate::lookup::normalize::{FLIPS_SHIFT, NormalizedStates, TURN_SHIFT};
use crate::lookup::symmetry_map::{FLIP_SHIFT, PieceImage, SymmetryMap};
use crate::target::coordinate::corner_tuples;
use crate::target::free_layer::{FIXED_SHIFT, FreeLayerTables, LIST_SHIFT, QUARTER_SHIFT};

/// How many maps there is room for: the most used. The others have hardly any states.
const MAPS: usize = 4;

/// What a [`Indexer`](crate::lookup::indexer::Indexer) knows, for probes that normalizes turns and tables of words of cosets.
#[derive(Clone)]
pub(crate) struct SimdIndexer {
    simd: Simd,
    shape: SimdShape,
    layer_tables: &'static FreeLayerTables,
    /// By map and place, 32 of them: the place of an edge in the table, for the first of the table's pieces.
    edges: [Bytes; 2],
    /// By map and place: four times the position of a corner in the table, and its twist.
    corners: [Bytes; 2],
    /// By map and flips: the flips of the table's base. In the second half by map and turn: the coset_lane.
    flips_and_lanes: [Bytes; 2],
    /// By map: which of the search's pieces each of the table's is, a byte each.
    rest_from: [u32; SMALL_TABLE],
    corners_from: [u32; SMALL_TABLE],
    /// By map: what other pieces' places differ in from the first one's.
    rest_flips: [u32; SMALL_TABLE],
}

/// The shapes for which it is compiled.
#[derive(Clone, Copy, Debug)]
enum SimdShape {
    TwoSlots,
    Slot,
}

/// A byte that is none of a lane's.
const NONE: u8 = 0x80;

impl SimdIndexer {
    /// That of maps, the most used first, into a table of this shape; if there is room for what they do.
    pub(crate) fn new(simd: Simd, shape: Shape, maps: &[SymmetryMap]) -> Option<Box<SimdIndexer>> {
        let (shape, len) = match shape {
            (4, 2, 2, RowKind::CosetWords) => (SimdShape::TwoSlots, 2),
            (4, 1, 1, RowKind::CosetWords) => (SimdShape::Slot, 1),
            _ => return None,
        };
        // All pieces of a map are carried alike, up to a flip.
        let differs = |pieces: &[PieceImage], image: &PieceImage| -> Option<u8> {
            let by = pieces[0].places[0] ^ image.places[0];
            let differs_equally =
                pieces[0].places.iter().zip(&image.places).take(24).all(|(a, b)| a ^ b == by);
            (differs_equally && by & !(1 << FLIP_SHIFT) == 0).then_some(by >> FLIP_SHIFT)
        };
        let mut all = Box::new(SimdIndexer {
            simd,
            shape,
            layer_tables: FreeLayerTables::of(len, len),
            edges: [[0; 64]; 2],
            corners: [[0; 64]; 2],
            flips_and_lanes: [[0; 64]; 2],
            rest_from: [0; SMALL_TABLE],
            corners_from: [0; SMALL_TABLE],
            rest_flips: [0; SMALL_TABLE],
        });
        for (i, map) in maps.iter().take(MAPS).enumerate() {
            let mut from = [[NONE; 4]; 2];
            let mut flips = [0; 4];
            let (rest, corners) = (&map.rest[..len], &map.corners[..len]);
            for (j, (edge, corner)) in rest.iter().zip(corners).enumerate() {
                (from[0][j], from[1][j]) = (edge.from, corner.from);
                flips[j] = differs(rest, edge)?;
                if differs(corners, corner)? != 0 {
                    return None;
                }
            }
            [all.rest_from[i], all.corners_from[i]] = from.map(u32::from_le_bytes);
            all.rest_flips[i] = u32::from_le_bytes(flips);
            for place in 0..24 {
                let at = i * 32 + place;
                let (edge, corner) = (rest[0].places[place], corners[0].places[place]);
                all.edges[at / 64][at % 64] = (edge % (1 << FLIP_SHIFT) / 2) | (edge >> FLIP_SHIFT);
                all.corners[at / 64][at % 64] = 4 * (corner / 3) + corner % 3;
            }
            all.flips_and_lanes[0][i * 16..][..16].copy_from_slice(&map.flips);
            all.flips_and_lanes[1][i * 16..][..16].copy_from_slice(&map.ud_turns);
        }
        Some(all)
    }

    /// Whether so many children are worth its while.
    #[inline(always)]
    pub(crate) fn is_worth(&self, set: u32) -> bool {
        has_at_least(set, self.simd.min_indexed())
    }

    /// Where the codes of those children lie whose lanes are in `set`; gives those of which it does not know, or that are
    /// too few.
    #[inline(always)]
    pub(crate) fn index(
        &self,
        entries: &[BaseEntry],
        set: u32,
        states: &NormalizedStates,
        slots: &mut Slots,
    ) -> u32 {
        match self.shape {
            SimdShape::TwoSlots => {
                self.simd.run(IndexTask::<2, 2> { tables: self, entries, set, states, slots })
            }
            SimdShape::Slot => self.simd.run(IndexTask::<1, 1> { tables: self, entries, set, states, slots }),
        }
    }
}

/// See [`SimdIndexer::locate`].
struct IndexTask<'a, const REST: usize, const CORNERS: usize> {
    tables: &'a SimdIndexer,
    entries: &'a [BaseEntry],
    set: u32,
    states: &'a NormalizedStates,
    slots: &'a mut Slots,
}

impl<const REST: usize, const CORNERS: usize> Task for IndexTask<'_, REST, CORNERS> {
    type Output = u32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u32 {
        let IndexTask { tables, entries, set, states, slots } = self;
        let corner_count = corner_tuples(CORNERS);
        let mut weights = [0; 4];
        for (j, weight) in weights[..REST].iter_mut().enumerate() {
            *weight = 1 << j;
        }
        let mut others = 0;
        for (start, active) in vectors_of(isa, set) {
            if !has_at_least(active, I::MIN_INDEXED) {
                others |= active << start;
                continue;
            }
            let base_key = isa.load(&states.base_keys, start);
            let number = isa.and(base_key, isa.splat(0xffff));
            let in_bounds = isa.less_than(number, isa.splat(entries.len() as u32));
            assert!(in_bounds & active == active, "a key of another base");
            // SAFETY: the numbers are below how many entries there are, of eight bytes each.
            let [row_taken, xor_and_map] = unsafe {
                const { assert!(size_of::<BaseEntry>() == size_of::<[u32; 2]>()) };
                isa.gather_pairs(entries.as_ptr().cast(), active, number)
            };
            let map = isa.shift_right(xor_and_map, 24);
            let mapped = active & isa.less_than(map, isa.splat(MAPS as u32));
            others |= (active & !mapped) << start;

            // The map in each byte, times the places that each has.
            let map_offset = isa.shift_left_halves(isa.spread(xor_and_map, 3), 5);
            let from = isa.add_bytes(isa.permute_words(&tables.rest_from, map), isa.lane_starts());
            let source_places = isa.shuffle(isa.load(&states.rest, start), from);
            let rest = isa.look_up(&tables.edges, isa.or(source_places, map_offset));
            let rest = isa.xor(rest, isa.permute_words(&tables.rest_flips, map));
            let from = isa.add_bytes(isa.permute_words(&tables.corners_from, map), isa.lane_starts());
            let source_places = isa.shuffle(isa.load(&states.corners, start), from);
            let corners = isa.look_up(&tables.corners, isa.or(source_places, map_offset));

            let rest_rank = free_rank::<I, REST>(isa, rest, isa.shift_right(row_taken, 16));
            let rest_flips = isa.weighted_sum(isa.and(rest, isa.splat_byte(1)), weights);
            let row = isa.and(row_taken, isa.splat(0xffff));
            let row = isa.multiply(row, isa.splat(tables.layer_tables.index_count() as u32));
            let corner_rank = corner_rank::<I, CORNERS>(isa, corners);
            let in_row = isa.add(isa.times(rest_rank, corner_count), corner_rank);
            // Where a layer is free the layer_index takes the place of the ranks.
            let free_layer = isa.shift_right(row_taken, 16 + FREE_LAYER_SHIFT);
            let free = mapped & !isa.less_than(free_layer, isa.splat(1));
            let layer_index =
                free_layer_indices(isa, tables.layer_tables, free, free_layer, rest_rank, corner_rank);
            let number = isa.and(layer_index, isa.splat((1 << QUARTER_SHIFT) - 1));
            let cell = isa.add(row, isa.select_lanes(free, number, in_row));

            // The flips in one byte, the turn in the next, each with the map.
            let low = isa.splat(15);
            let flips = isa.and(isa.shift_right(base_key, FLIPS_SHIFT), low);
            let turn = isa.and(isa.shift_right(base_key, TURN_SHIFT - 8), isa.splat(15 << 8));
            let maps = isa.or(isa.shift_left(map, 4), isa.shift_left(map, 12));
            let at = isa.or(isa.or(flips, turn), isa.or(maps, isa.splat(64 << 8)));
            let flips_and_lane = isa.look_up(&tables.flips_and_lanes, at);
            let exchanged = isa.shift_right(xor_and_map, 16);
            let flips = isa.and(isa.xor(flips_and_lane, isa.shift_right(exchanged, 4)), low);
            let coset_lane = isa.and(isa.shift_right(flips_and_lane, 8), isa.splat(0xff));
            let coset_lane = isa.xor(
                coset_lane,
                isa.or(isa.and(exchanged, low), index_and_turn(isa, free_layer, layer_index)),
            );
            let flips = isa.or(flips, isa.shift_left(rest_flips, 4));
            let word = isa.or(isa.shift_left(cell, 4 + REST as u32), flips);
            isa.store(&mut slots.words, start, word);
            isa.store(&mut slots.coset_lanes, start, coset_lane);
        }
        others
    }
}

/// The layer_tables of edges and corners of these ranks beside bases of these kinds, in the lanes where a layer is free: 0 in
/// others.
#[inline(always)]
fn free_layer_indices<I: Isa>(
    isa: I,
    layer_tables: &FreeLayerTables,
    free: u32,
    free_layer: I::Vector,
    rest: I::Vector,
    corners: I::Vector,
) -> I::Vector {
    let at = isa.add(isa.times(isa.subtract(free_layer, isa.splat(1)), layer_tables.rest_count()), rest);
    let in_bounds = isa.less_than(at, isa.splat(layer_tables.rest_words().len() as u32));
    assert!(in_bounds & free == free, "edges of another free layer");
    // SAFETY: the words are admitted_lanes those of edges, as was just asserted.
    let rest_word = unsafe { isa.gather(layer_tables.rest_words().as_ptr(), free, at) };
    let at = isa.add(isa.times(isa.shift_right(rest_word, LIST_SHIFT), layer_tables.corner_count()), corners);
    let in_bounds = isa.less_than(at, isa.splat(layer_tables.corner_words().len() as u32));
    assert!(in_bounds & free == free, "corners of another free layer");
    // SAFETY: the words are admitted_lanes those of corners, as was just asserted.
    let corner_word = unsafe { isa.gather(layer_tables.corner_words().as_ptr(), free, at) };
    let layer_index = isa.and(isa.add(rest_word, corner_word), isa.splat((1 << LIST_SHIFT) - 1));
    isa.select_lanes(free, layer_index, isa.splat(0))
}

/// What layer_tables tell of coset_lanes, exclusive with what bases of these kinds do.
#[inline(always)]
fn index_and_turn<I: Isa>(isa: I, free_layer: I::Vector, layer_index: I::Vector) -> I::Vector {
    // The first free_layer's layer is U, that of the others D.
    let is_d = isa.and(isa.shift_right(isa.add(free_layer, isa.splat(6)), 3), isa.splat(1));
    let quarter = isa.and(isa.shift_right(layer_index, QUARTER_SHIFT), isa.splat(3));
    let turn = isa.shift_left_each(quarter, isa.shift_left(is_d, 1));
    let fixed = isa.shift_left(isa.shift_right(layer_index, FIXED_SHIFT), coset_lane::FIXED_SHIFT);
    isa.or(turn, isa.shift_left_each(fixed, is_d))
}

/// The rank of edges, each in a place, admitted_lanes the positions that are not taken, of which there are eight.
#[inline(always)]
fn free_rank<I: Isa, const REST: usize>(isa: I, rest: I::Vector, taken: I::Vector) -> I::Vector {
    let mut free = [rest; REST];
    for (j, free) in free.iter_mut().enumerate() {
        let position = isa.and(isa.shift_right(rest, 8 * j as u32 + 1), isa.splat(15));
        let taken_below = isa.and_not(isa.shift_left_each(isa.splat(u32::MAX), position), taken);
        *free = isa.subtract(position, isa.count_ones(taken_below));
    }
    rank(isa, 8, &free)
}

/// The [rank](crate::target::coordinate::corner_rank) of corners, each in a byte that is four times its position and its twist.
#[inline(always)]
fn corner_rank<I: Isa, const CORNERS: usize>(isa: I, corners: I::Vector) -> I::Vector {
    let (mut positions, mut weights) = ([corners; CORNERS], [0; 4]);
    for (j, position) in positions.iter_mut().enumerate() {
        *position = isa.and(isa.shift_right(corners, 8 * j as u32 + 2), isa.splat(7));
        weights[j] = 3i8.pow((CORNERS - 1 - j) as u32);
    }
    let twists = isa.weighted_sum(isa.and(corners, isa.splat_byte(3)), weights);
    isa.add(isa.times(rank(isa, 8, &positions), 3usize.pow(CORNERS as u32)), twists)
}

/// The [rank](crate::placement::rank) of positions below `n`.
#[inline(always)]
fn rank<I: Isa, const K: usize>(isa: I, n: usize, positions: &[I::Vector; K]) -> I::Vector {
    let mut rank = isa.splat(0);
    for (i, position) in positions.iter().enumerate() {
        let mut digit = *position;
        for former in &positions[..i] {
            digit = isa.decrement_where_less(digit, *former, *position);
        }
        rank = if i == 0 { digit } else { isa.add(isa.times(rank, n - i), digit) };
    }
    rank
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Symmetry;

    use super::super::tests::{cubes, sets, tracked};
    use super::*;
    use crate::catalogue;
    use crate::instruction_set::InstructionSet;
    use crate::lookup::indexer::Indexer;
    use crate::lookup::lanes::bits;
    use crate::lookup::tracked::TrackedMoves;

    #[test]
    fn vector_indexing_equals_scalar_indexing() {
        Simd::all().for_each(assert_equals_scalar);
    }

    fn assert_equals_scalar(simd: Simd) {
        let tracked = tracked();
        let turns = TrackedMoves::new(&tracked);
        for name in ["cross-slot", "cross-slots-adjacent", "cross-slots-opposite"] {
            let coordinate = catalogue::Entry::named(name).unwrap().coordinate();
            let (mut indexers, mut left) = (0, 0);
            for s in Symmetry::all() {
                let Some(indexer) = Indexer::new(&tracked, &turns, s, coordinate) else { continue };
                // Where this process is to do without vectors there is none to begin with.
                let Some(simd_indexer) = indexer.simd() else {
                    assert_eq!(
                        InstructionSet::chosen(),
                        InstructionSet::Scalar,
                        "there is room for the maps"
                    );
                    return;
                };
                let simd_indexer = SimdIndexer { simd, ..simd_indexer.clone() };
                indexers += 1;
                for (cube, number) in cubes(300) {
                    let state = tracked.state(&cube);
                    for (lanes, set) in sets(number) {
                        let mut states = NormalizedStates::default();
                        turns.normalize_children_scalar(&state, lanes, set, true, &mut states);
                        let (mut found, mut expected) = (Slots::default(), Slots::default());
                        let others = simd_indexer.index(indexer.entries(), set, &states, &mut found);
                        indexer.index_each_scalar(set, &states, &mut expected);
                        assert_eq!(others & !set, 0);
                        left += others.count_ones();
                        for lane in bits(set & !others) {
                            let at = |slots: &Slots| (slots.words[lane], slots.coset_lanes[lane]);
                            assert_eq!(at(&found), at(&expected), "{simd:?}, {name}, {s:?}, lane {lane}");
                        }
                    }
                }
            }
            assert!(indexers > 1 && left > 0, "{name}: {indexers} indexers, {left} left to the scalar path");
        }
    }
}
