//! The vector path of indexing: the addresses of the children in all lanes of a vector, in a table with coset words.

use super::isa::{Bytes, Isa, SMALL_TABLE, Task};
use super::{Simd, vectors_of};
use crate::goal::code_address::CodeAddresses;
use crate::goal::free_layer::{CORNER_TABLE_SHIFT, FIXED_SHIFT, FreeLayerTables, QUARTER_SHIFT};
use crate::goal::places::corner_tuples;
use crate::lookup::base_entry::{BaseEntry, FREE_LAYER_SHIFT, RowKind, Shape};
use crate::lookup::coset_lane;
use crate::lookup::lanes::has_at_least;
use crate::lookup::normalized_state::{FLIPS_SHIFT, NormalizedStates, TURN_SHIFT};
use crate::lookup::symmetry_map::{FLIP_SHIFT, PieceImage, SymmetryMap};

/// The number of symmetry maps in the vector tables: the most used ones. The others have few states, which the scalar
/// path indexes.
const MAPS: usize = 4;

/// The tables of an [`Indexer`](crate::lookup::indexer::Indexer) in the form that vectors use, for probes of normalised
/// states and tables with coset words.
#[derive(Clone)]
pub(crate) struct SimdIndexer {
    simd: Simd,
    /// The number of slots beside the base, each a corner and an edge: 1 or 2. The vector path is compiled for these.
    slots: usize,
    layer_tables: &'static FreeLayerTables,
    /// By map and place of the search, 32 of them: 2 × position + flip in the table, for the first of the table's edges
    /// outside the base.
    edges: [Bytes; 2],
    /// By map and place of the search: 4 × position + twist in the table, for the first of the table's corners.
    corners: [Bytes; 2],
    /// First half, by map and flips: the flips of the table's base. Second half, by map and turn of U and D: the coset
    /// lane.
    flips_and_lanes: [Bytes; 2],
    /// By map: the search's piece that becomes each of the table's pieces, a byte each.
    rest_from: [u32; SMALL_TABLE],
    corners_from: [u32; SMALL_TABLE],
    /// By map: the flips in which the images of the other edges differ from that of the first, a byte each.
    rest_flips: [u32; SMALL_TABLE],
}

/// A shuffle index that gives 0.
const NONE: u8 = 0x80;

impl SimdIndexer {
    /// Builds the vector tables of `maps`, sorted by use, for a table of this shape. Returns `None` if the shape is not
    /// supported, or the pieces of a map differ by more than flips.
    pub(crate) fn new(simd: Simd, shape: Shape, maps: &[SymmetryMap]) -> Option<Box<SimdIndexer>> {
        let (4, slots @ 1..=2, corners, RowKind::CosetWords) = shape else { return None };
        if corners != slots {
            return None;
        }
        // The flip in which the images of a piece differ from those of the first one, if they differ in nothing else.
        let differs = |pieces: &[PieceImage], image: &PieceImage| -> Option<u8> {
            let by = pieces[0].places[0] ^ image.places[0];
            let differs_equally =
                pieces[0].places.iter().zip(&image.places).take(24).all(|(a, b)| a ^ b == by);
            (differs_equally && by & !(1 << FLIP_SHIFT) == 0).then_some(by >> FLIP_SHIFT)
        };
        let mut all = Box::new(SimdIndexer {
            simd,
            slots,
            layer_tables: FreeLayerTables::for_pieces(slots, slots),
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
            let (rest, corners) = (&map.rest[..slots], &map.corners[..slots]);
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

    /// Returns whether `set` is large enough for vector indexing to be faster.
    #[inline(always)]
    pub(crate) fn is_worth(&self, set: u32) -> bool {
        has_at_least(set, self.simd.min_indexed())
    }

    /// Computes the addresses of the children whose lanes are in `set`. Returns the lanes left to the scalar path: those of
    /// maps not in the tables, and those in vectors with too few children.
    #[inline(always)]
    pub(crate) fn index(
        &self,
        entries: &[BaseEntry],
        set: u32,
        states: &NormalizedStates,
        addresses: &mut CodeAddresses,
    ) -> u32 {
        match self.slots {
            1 => self.simd.run(IndexTask::<1> { tables: self, entries, set, states, addresses }),
            _ => self.simd.run(IndexTask::<2> { tables: self, entries, set, states, addresses }),
        }
    }
}

/// The task of [`SimdIndexer::index`].
struct IndexTask<'a, const SLOTS: usize> {
    tables: &'a SimdIndexer,
    entries: &'a [BaseEntry],
    set: u32,
    states: &'a NormalizedStates,
    addresses: &'a mut CodeAddresses,
}

impl<const SLOTS: usize> Task for IndexTask<'_, SLOTS> {
    type Output = u32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u32 {
        let IndexTask { tables, entries, set, states, addresses } = self;
        let corner_count = corner_tuples(SLOTS);
        let mut weights = [0; 4];
        for (j, weight) in weights[..SLOTS].iter_mut().enumerate() {
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
            // SAFETY: the numbers are below the number of entries, of eight bytes each, as asserted.
            let [row_taken, xor_and_map] = unsafe {
                const { assert!(size_of::<BaseEntry>() == size_of::<[u32; 2]>()) };
                isa.gather_pairs(entries.as_ptr().cast(), active, number)
            };
            let map = isa.shift_right(xor_and_map, 24);
            let mapped = active & isa.less_than(map, isa.splat(MAPS as u32));
            others |= (active & !mapped) << start;

            // In each byte, 32 × the map: the start of its places.
            let map_offset = isa.shift_left_halves(isa.spread(xor_and_map, 3), 5);
            let from = isa.add_bytes(isa.permute_words(&tables.rest_from, map), isa.lane_starts());
            let source_places = isa.shuffle(isa.load(&states.rest, start), from);
            let rest = isa.look_up(&tables.edges, isa.or(source_places, map_offset));
            let rest = isa.xor(rest, isa.permute_words(&tables.rest_flips, map));
            let from = isa.add_bytes(isa.permute_words(&tables.corners_from, map), isa.lane_starts());
            let source_places = isa.shuffle(isa.load(&states.corners, start), from);
            let corners = isa.look_up(&tables.corners, isa.or(source_places, map_offset));

            let rest_rank = free_rank::<I, SLOTS>(isa, rest, isa.shift_right(row_taken, 16));
            let rest_flips = isa.weighted_sum(isa.and(rest, isa.splat_byte(1)), weights);
            let row = isa.and(row_taken, isa.splat(0xffff));
            let row = isa.multiply(row, isa.splat(tables.layer_tables.index_count as u32));
            let corner_rank = corner_rank::<I, SLOTS>(isa, corners);
            let in_row = isa.add(isa.times(rest_rank, corner_count), corner_rank);
            // For a base with a free layer, the layer index replaces the ranks of edges and corners.
            let free_layer = isa.shift_right(row_taken, 16 + FREE_LAYER_SHIFT);
            let free = mapped & !isa.less_than(free_layer, isa.splat(1));
            let layer_index =
                free_layer_indices(isa, tables.layer_tables, free, free_layer, rest_rank, corner_rank);
            let number = isa.and(layer_index, isa.splat((1 << QUARTER_SHIFT) - 1));
            let cell = isa.add(row, isa.select_lanes(free, number, in_row));

            // The low byte selects the flips, the next byte the coset lane by the turn; both include the map.
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
            let word = isa.or(isa.shift_left(cell, 4 + SLOTS as u32), flips);
            isa.store(&mut addresses.words, start, word);
            isa.store(&mut addresses.coset_lanes, start, coset_lane);
        }
        others
    }
}

/// Returns the layer indices of rest and corners with these ranks, in the lanes of `free`, whose bases have a free
/// layer; 0 in other lanes.
#[inline(always)]
fn free_layer_indices<I: Isa>(
    isa: I,
    layer_tables: &FreeLayerTables,
    free: u32,
    free_layer: I::Vector,
    rest: I::Vector,
    corners: I::Vector,
) -> I::Vector {
    let at = isa.add(isa.times(isa.subtract(free_layer, isa.splat(1)), layer_tables.rest_count), rest);
    let in_bounds = isa.less_than(at, isa.splat(layer_tables.rest.len() as u32));
    assert!(in_bounds & free == free, "edges of another free layer");
    // SAFETY: the indices are within the words of the rest, as asserted.
    let rest_word = unsafe { isa.gather(layer_tables.rest.as_ptr(), free, at) };
    let at = isa
        .add(isa.times(isa.shift_right(rest_word, CORNER_TABLE_SHIFT), layer_tables.corner_count), corners);
    let in_bounds = isa.less_than(at, isa.splat(layer_tables.corners.len() as u32));
    assert!(in_bounds & free == free, "corners of another free layer");
    // SAFETY: the indices are within the words of the corners, as asserted.
    let corner_word = unsafe { isa.gather(layer_tables.corners.as_ptr(), free, at) };
    let layer_index = isa.and(isa.add(rest_word, corner_word), isa.splat((1 << CORNER_TABLE_SHIFT) - 1));
    isa.select_lanes(free, layer_index, isa.splat(0))
}

/// Returns the bits of the coset lanes that follow from the layer indices; bits that follow from the base are 0.
#[inline(always)]
fn index_and_turn<I: Isa>(isa: I, free_layer: I::Vector, layer_index: I::Vector) -> I::Vector {
    // Number 1 has the free layer U, higher numbers D.
    let is_d = isa.and(isa.shift_right(isa.add(free_layer, isa.splat(6)), 3), isa.splat(1));
    let quarter = isa.and(isa.shift_right(layer_index, QUARTER_SHIFT), isa.splat(3));
    let turn = isa.shift_left_each(quarter, isa.shift_left(is_d, 1));
    let fixed = isa.shift_left(isa.shift_right(layer_index, FIXED_SHIFT), coset_lane::FIXED_FACE_SHIFT);
    isa.or(turn, isa.shift_left_each(fixed, is_d))
}

/// Returns the rank of edges, by their places, among the eight positions that the base does not take.
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

/// Returns the [rank](crate::goal::places::corner_rank) of corners, each in a byte: 4 × position + twist.
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

/// Returns the [rank](cubiform_cube::placement::rank) of positions below `n`.
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
    use crate::lookup::indexer::Indexer;
    use crate::lookup::lanes::bits;
    use crate::lookup::tracked_moves::TrackedMoves;
    use crate::machine::InstructionSet;

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
                // A process that uses the scalar paths has no vector tables.
                let Some(simd_indexer) = indexer.simd.as_deref() else {
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
                        let (mut addresses, mut expected) =
                            (CodeAddresses::default(), CodeAddresses::default());
                        let others = simd_indexer.index(&indexer.entries, set, &states, &mut addresses);
                        indexer.index_each_scalar(set, &states, &mut expected);
                        assert_eq!(others & !set, 0);
                        left += others.count_ones();
                        for lane in bits(set & !others) {
                            let at = |addresses: &CodeAddresses| {
                                (addresses.words[lane], addresses.coset_lanes[lane])
                            };
                            assert_eq!(at(&addresses), at(&expected), "{simd:?}, {name}, {s:?}, lane {lane}");
                        }
                    }
                }
            }
            assert!(indexers > 1 && left > 0, "{name}: {indexers} indexers, {left} left to the scalar path");
        }
    }
}
