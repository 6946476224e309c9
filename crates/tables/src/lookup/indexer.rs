//! Indexing: the address of a state's code in a table, from the pieces that a search tracks.
//!
//! An index is row × rest × corners × flips. The key of the base placement selects an entry with the row and with the
//! [symmetry map](crate::lookup::symmetry_map) to the row's representative; the map translates the other pieces; their
//! ranks give the rest. The arrays are small enough for the first-level cache.

use std::sync::OnceLock;

use cubiform_cube::Symmetry;
use cubiform_cube::piece::{EDGE_IMAGE, conjugate_edge};

use crate::goal::code_address::{CodeAddress, CodeAddresses};
use crate::goal::coordinate::{Coordinate, MIN_INDEX_BITS};
use crate::goal::free_layer::FreeLayerTables;
use crate::goal::layout::RowAssignment;
use crate::goal::places::{LAST_POSITION, MAX_BASE, corner_rank, corner_tuples};
use crate::goal::ud_coset::{self, COSET_SIZE, UD_AXIS, UD_TURNS};
use crate::lookup::base_entry::{BaseEntry, FREE_LAYER_SHIFT, RowKind, Shape};
use crate::lookup::coset_lane::{self, CosetLane};
use crate::lookup::lanes::bits;
use crate::lookup::normalized_state::{NormalizedState, NormalizedStates};
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::{Simd, SimdIndexer};
use crate::lookup::symmetry_map::{FLIP_SHIFT, SymmetryMap, base_source};
use crate::lookup::tracked::{TrackedPieces, TrackedState, halves};
use crate::lookup::tracked_moves::TrackedMoves;
use cubiform_cube::placement;

/// For each set of positions that a base takes: the rank of each position among the free ones, four bits each.
struct FreeRanks(Vec<u64>);

impl FreeRanks {
    /// Returns the ranks for a base of `base` edges, built once for all probes.
    fn get(base: usize) -> &'static FreeRanks {
        static ALL: [OnceLock<FreeRanks>; MAX_BASE + 1] = [const { OnceLock::new() }; MAX_BASE + 1];
        ALL[base].get_or_init(|| {
            let free = |set: u16, p: u8| p - (set & ((1 << p) - 1)).count_ones() as u8;
            let of_set = |set| (0..12).fold(0, |ranks, p| ranks | u64::from(free(set, p)) << (4 * p));
            FreeRanks(FreeRanks::sets(base).map(of_set).collect())
        })
    }

    /// Returns the sets of `base` positions in the order of their indices.
    fn sets(base: usize) -> impl Iterator<Item = u16> {
        (0..1u16 << 12).filter(move |set| set.count_ones() as usize == base)
    }
}

/// Computes addresses in one table for states of some tracked pieces under one symmetry.
///
/// If the table has coset words and the symmetry keeps the U-D axis, the indexer takes
/// [normalised](crate::lookup::normalize) states: the work is then the same for all sixteen states of a coset.
pub(crate) struct Indexer {
    /// By the number of a [`BaseKey`](crate::lookup::normalized_state::BaseKey).
    pub(super) entries: Box<[BaseEntry]>,
    /// Whether it takes normalised states.
    pub(crate) normalizes: bool,
    maps: Vec<SymmetryMap>,
    layer_tables: Option<&'static FreeLayerTables>,
    free: &'static FreeRanks,
    shape: Shape,
    /// The vector path, if the processor has one.
    #[cfg(target_arch = "x86_64")]
    pub(super) simd: Option<Box<SimdIndexer>>,
}

impl Indexer {
    /// Creates the indexer of a table of `c` for `tracked`, whose move tables are `turns`, under `symmetry`. Returns
    /// `None` unless it [fits](TrackedPieces::fits).
    pub(crate) fn new(
        tracked: &TrackedPieces,
        turns: &TrackedMoves,
        symmetry: Symmetry,
        c: &Coordinate,
    ) -> Option<Indexer> {
        if !tracked.fits(symmetry, c) {
            return None;
        }
        let layout = c.layout();
        let cells = match (c.is_oriented(), layout.has_coset_words()) {
            (true, _) => RowKind::Oriented,
            (false, false) => RowKind::Straight,
            (false, true) => RowKind::CosetWords,
        };
        let normalizes = layout.has_coset_words()
            && tracked.base.len() == c.base().len()
            && symmetry.axis(UD_AXIS) == UD_AXIS;
        // The tracked edge of each edge of the table's base, before folding.
        let source = |edge: &usize| base_source(tracked, symmetry, *edge);
        let sources: Vec<usize> = c.base().iter().map(source).collect();
        let mut set_numbers = vec![0; 1 << 12];
        for (i, set) in FreeRanks::sets(c.base().len()).enumerate() {
            set_numbers[usize::from(set)] = i as u16;
        }
        // For each symmetry that folds the table and each edge of its base: the tracked edge, and the flip by its
        // position.
        let folds: Vec<Vec<(usize, [u8; 12])>> = c
            .symmetries()
            .iter()
            .map(|g| {
                let total = symmetry.then(*g);
                let edge = |edge: &usize| {
                    let i = base_source(tracked, total, *edge);
                    let flip = |p| conjugate_edge(total, tracked.base[i], 2 * p as u8) & 1;
                    (i, std::array::from_fn(flip))
                };
                c.base().iter().map(edge).collect()
            })
            .collect();
        // For each map: its symmetry of the group and its turn, and the number of entries that use it.
        let mut maps: Vec<((u8, u8), usize)> = Vec::new();
        let base_keys = turns.base_keys(tracked.base.len(), normalizes);
        let numbers = base_keys.iter().map(|(_, base_key)| base_key.number() + 1).max().unwrap_or(0);
        let mut entries = vec![BaseEntry::default(); numbers];
        for (positions, base_key) in base_keys {
            let mut image = [0; MAX_BASE];
            for (j, i) in sources.iter().enumerate() {
                image[j] = EDGE_IMAGE[symmetry.index()][positions[*i] as usize];
            }
            let assignment = layout.row_assignment(c, placement::rank(12, &image[..sources.len()]));
            let map = (assignment.fold, assignment.turn);
            let map = match maps.iter().position(|(key, _)| *key == map) {
                Some(i) => i,
                None => {
                    maps.push((map, 0));
                    maps.len() - 1
                }
            };
            maps[map].1 += 1;
            let fold = usize::from(assignment.fold);
            let flip = |(j, (i, flips)): (usize, &(usize, [u8; 12]))| flips[positions[*i] as usize] << j;
            let flips = folds[fold].iter().enumerate().map(flip).fold(0, |all, flip| all | flip);
            let taken = folded_set(c, &image, &assignment);
            assert_eq!(
                normalizes && base_key.is_in_coset(),
                normalizes && assignment.in_coset,
                "search and table agree on cosets"
            );
            // The map adds the lane if it is a turn.
            let lane = if assignment.turn == 0 { assignment.lane } else { 0 };
            entries[base_key.number()] = BaseEntry {
                row: u16::try_from(assignment.start as usize / layout.row_start_unit(c))
                    .expect("four for each of 11,880 at most"),
                taken: taken | u16::from(assignment.free_layer.0) << FREE_LAYER_SHIFT,
                set: set_numbers[usize::from(taken)],
                flip_lane_xor: flips * COSET_SIZE as u8 + lane,
                map: u8::try_from(map).expect("a group has few symmetries"),
            };
        }
        // The most used maps come first, to share cache lines and pages.
        let mut order: Vec<usize> = (0..maps.len()).collect();
        order.sort_by_key(|map| std::cmp::Reverse(maps[*map].1));
        let mut numbers = vec![0; maps.len()];
        for (number, map) in order.iter().enumerate() {
            numbers[*map] = number as u8;
        }
        for entry in &mut entries {
            entry.map = numbers[usize::from(entry.map)];
        }
        let map = |(fold, turn): (u8, u8)| {
            let s = symmetry.then(c.symmetries()[usize::from(fold)]);
            SymmetryMap::new(tracked, normalizes, s, usize::from(turn), c)
        };
        let maps: Vec<SymmetryMap> = order.iter().map(|i| map(maps[*i].0)).collect();
        let shape = (c.base().len(), c.rest().len(), c.corners().len(), cells);
        Some(Indexer {
            #[cfg(target_arch = "x86_64")]
            simd: Simd::chosen().filter(|_| normalizes).and_then(|simd| SimdIndexer::new(simd, shape, &maps)),
            layer_tables: layout.free_layer_tables,
            entries: entries.into_boxed_slice(),
            normalizes,
            maps,
            free: FreeRanks::get(c.base().len()),
            shape,
        })
    }

    /// Returns the address of `state`.
    pub(crate) fn index(&self, turns: &TrackedMoves, state: &TrackedState) -> CodeAddress {
        self.index_of_shape(&turns.normalize(state, self.normalizes), self.shape)
    }

    /// Computes the addresses of the children whose lanes are in `set`. They must be normalised if
    /// [`normalizes`](Self::normalizes) is set, and must not be otherwise.
    #[inline(always)]
    pub(crate) fn index_each(&self, set: u32, children: &NormalizedStates, addresses: &mut CodeAddresses) {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = &self.simd
            && simd.is_worth(set)
        {
            let others = simd.index(&self.entries, set, children, addresses);
            if others != 0 {
                self.index_each_scalar(others, children, addresses);
            }
            return;
        }
        self.index_each_scalar(set, children, addresses);
    }

    /// The scalar path of [`index_each`](Self::index_each), also used for sets too small for a vector.
    #[inline(always)]
    pub(crate) fn index_each_scalar(
        &self,
        set: u32,
        children: &NormalizedStates,
        addresses: &mut CodeAddresses,
    ) {
        // One specialisation for each shape of the catalogue's tables.
        use RowKind::{CosetWords, Oriented, Straight};
        let index = match self.shape {
            (4, 2, 2, CosetWords) => Indexer::index_specialized::<4, 2, 2, { CosetWords as u8 }>,
            (3, 2, 2, Straight) => Indexer::index_specialized::<3, 2, 2, { Straight as u8 }>,
            (4, 1, 1, CosetWords) => Indexer::index_specialized::<4, 1, 1, { CosetWords as u8 }>,
            (4, 4, 0, CosetWords) => Indexer::index_specialized::<4, 4, 0, { CosetWords as u8 }>,
            (4, 3, 0, CosetWords) => Indexer::index_specialized::<4, 3, 0, { CosetWords as u8 }>,
            (4, 0, 3, CosetWords) => Indexer::index_specialized::<4, 0, 3, { CosetWords as u8 }>,
            (4, 0, 0, Oriented) => Indexer::index_specialized::<4, 0, 0, { Oriented as u8 }>,
            (4, 1, 1, Oriented) => Indexer::index_specialized::<4, 1, 1, { Oriented as u8 }>,
            _ => Indexer::index_general,
        };
        index(self, set, children, addresses);
    }

    /// Indexes for one shape. Not inlined: all shapes in one function leave too few registers.
    #[inline(never)]
    fn index_specialized<const BASE: usize, const REST: usize, const CORNERS: usize, const CELLS: u8>(
        &self,
        set: u32,
        children: &NormalizedStates,
        addresses: &mut CodeAddresses,
    ) {
        const ORIENTED: u8 = RowKind::Oriented as u8;
        const STRAIGHT: u8 = RowKind::Straight as u8;
        const COSET_WORDS: u8 = RowKind::CosetWords as u8;
        let cells = const {
            match CELLS {
                ORIENTED => RowKind::Oriented,
                STRAIGHT => RowKind::Straight,
                COSET_WORDS => RowKind::CosetWords,
                _ => panic!("no such kind of rows"),
            }
        };
        self.index_each_of_shape(set, children, addresses, (BASE, REST, CORNERS, cells));
    }

    /// Indexes for any shape.
    #[inline(never)]
    fn index_general(&self, set: u32, children: &NormalizedStates, addresses: &mut CodeAddresses) {
        self.index_each_of_shape(set, children, addresses, self.shape);
    }

    #[inline(always)]
    fn index_each_of_shape(
        &self,
        set: u32,
        children: &NormalizedStates,
        addresses: &mut CodeAddresses,
        shape: Shape,
    ) {
        for lane in bits(set) {
            addresses.set(lane, self.index_of_shape(&children.get(lane), shape));
        }
    }

    /// Returns the address of the code of a state.
    #[inline(always)]
    fn index_of_shape(
        &self,
        state: &NormalizedState,
        (base_len, rest_len, corner_len, cells): Shape,
    ) -> CodeAddress {
        let entry = &self.entries[state.base_key.number()];
        let map = &self.maps[usize::from(entry.map)];
        let mut flips = usize::from(map.flips[state.base_key.flips()] ^ entry.flips());
        let mut rest = 0;
        if rest_len > 0 {
            let ranks = self.free.0[usize::from(entry.set)];
            let places = up_to(rest_len, |j| map.rest[j].place(&state.rest));
            let free = places.map(|place| (ranks >> (place % (1 << FLIP_SHIFT)) & 15) as u8);
            let flip = |(j, place): (usize, &u8)| usize::from(place >> FLIP_SHIFT) << (base_len + j);
            flips |= places.iter().enumerate().map(flip).sum::<usize>();
            rest = placement::rank(12 - base_len, &free[..rest_len]);
        }
        let places = up_to(corner_len, |j| map.corners[j].place(&state.corners));
        let corners = match corner_len {
            2 => usize::from(TWO_CORNERS[usize::from(places[0]) & 31][usize::from(places[1]) & 31]),
            _ => corner_rank(&places[..corner_len]),
        };
        let corner_count = corner_tuples(corner_len);
        let rest_count = placement::count(12 - base_len, rest_len);
        let mut in_row = rest * corner_count + corners;
        let row_cells = rest_count * corner_count;
        if cells == RowKind::Oriented {
            let [first, last] = halves(state.orientation);
            let in_cell = map.orientation[0][first] ^ map.orientation[1][last];
            let cell = usize::from(entry.row) * row_cells + in_row;
            return CodeAddress::new((cell as u64) << LAST_POSITION | u64::from(in_cell));
        }
        let index_bits = (base_len + rest_len).max(MIN_INDEX_BITS);
        if cells == RowKind::Straight {
            let cell = usize::from(entry.row) * row_cells + in_row;
            return CodeAddress::new((cell as u64) << index_bits | flips as u64);
        }
        let mut coset_lane = map.ud_turns[state.base_key.turn()] ^ entry.lane();
        let layer_tables = self.layer_tables.expect("a table with coset words has free-layer tables");
        if let Some(side) = entry.free_layer().face() {
            let layer_index = layer_tables.get(entry.free_layer(), rest, corners);
            in_row = layer_index.index();
            coset_lane |= layer_index.quarter() << (2 * side);
            coset_lane |=
                if layer_index.is_fixed() { (side as u8 + 1) << coset_lane::FIXED_FACE_SHIFT } else { 0 };
        }
        let cell = usize::from(entry.row) * layer_tables.index_count + in_row;
        CodeAddress { word: (cell << index_bits | flips) as u32, lane: CosetLane(coset_lane) }
    }
}

/// Returns `place(j)` for each j below `len`, and 0 for the others.
#[inline(always)]
fn up_to(len: usize, place: impl Fn(usize) -> u8) -> [u8; 4] {
    std::array::from_fn(|j| if j < len { place(j) } else { 0 })
}

/// The [rank](corner_rank) of two corners by their places.
static TWO_CORNERS: [[u16; 32]; 32] = {
    let (mut ranks, mut i) = ([[0; 32]; 32], 0);
    while i < 24 * 24 {
        let (first, second) = (i / 24, i % 24);
        ranks[first][second] = corner_rank(&[first as u8, second as u8]) as u16;
        i += 1;
    }
    ranks
};

/// Returns the positions that the base of a row takes, given the positions of an image of that base and the image's
/// assignment to the row.
fn folded_set(c: &Coordinate, image: &[u8; MAX_BASE], assignment: &RowAssignment) -> u16 {
    let fold = EDGE_IMAGE[c.symmetries()[usize::from(assignment.fold)].index()];
    let back = &UD_TURNS[ud_coset::inverse(usize::from(assignment.turn))].edges;
    image[..c.base().len()]
        .iter()
        .map(|p| back[2 * usize::from(fold[usize::from(*p)])] / 2)
        .fold(0, |set, p| set | 1 << p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::{CROSS, Target};
    use cubiform_cube::{Cube, Move, PieceSet, random};

    #[test]
    fn u_and_d_turns_keep_the_word_and_advance_the_coset_lane() {
        // With a base between U and D, a symmetry may exchange these layers.
        for (base, rest, corners, automorphisms) in [
            (CROSS.to_vec(), vec![8, 9, 10, 11], vec![4, 5, 6, 7], [0, 1]),
            (vec![8, 9, 10, 11], vec![0, 2, 4, 6], vec![0, 2, 5, 7], [0, 2]),
        ] {
            let pieces = PieceSet::new(&corners[..1], &[&base[..], &rest[..1]].concat());
            let coordinate = Coordinate::new(Target::solved(pieces), &base);
            let tracked = TrackedPieces { base, rest, corners };
            let turns = TrackedMoves::new(&tracked);
            let (mut seen, mut fixed) = (Vec::new(), 0);
            for s in Symmetry::all() {
                let Some(indexer) = Indexer::new(&tracked, &turns, s, &coordinate) else { continue };
                let find = |cube: &Cube| {
                    indexer.index_of_shape(&turns.normalize(&tracked.state(cube), true), indexer.shape)
                };
                for cube in random::states(3).take(500) {
                    let normalized_state = turns.normalize(&tracked.state(&cube), true);
                    if !indexer.normalizes || !normalized_state.base_key.is_in_coset() {
                        continue;
                    }
                    let CodeAddress { word, lane } = find(&cube);
                    let automorphism = lane.0 >> 6;
                    if !seen.contains(&automorphism) {
                        seen.push(automorphism);
                    }
                    for m in Move::all().filter(|m| ud_coset::of_move(*m).is_some()) {
                        let child = find(&cube.turn(m));
                        assert_eq!(child, CodeAddress { word, lane: lane.after(m.index()) }, "{s:?}, {m}");
                        fixed += usize::from(child.lane == lane);
                    }
                }
            }
            seen.sort_unstable();
            assert!(seen == automorphisms && fixed > 0, "{seen:?}, {fixed} fixed");
        }
    }
}
