//! The layout of a table: in which order it keeps the codes of its states.
//!
//! Sixteen codes row_codes a word of 32 bits, little-endian: the low bits of all, then the high bits. Where the base is four
//! edges, flips are those of pieces, and the layer_tables of the other pieces can be counted in twenty bits, the sixteen states
//! that turns of U and D row_codes of a state lie in one word with it, so that a search that has looked up a state knows its
//! children by these turns:
//!
//! ```text
//! (((row * rest placements + rest) * corner tuples + corners) * 2^index bits + flips) * 16 + turn
//! ```
//!
//! A row is one [coset]'s representative placement of the base, up to the symmetries of the coordinate; rest, corners
//! and flips are those of the state with the turn undone. A symmetry that carries an coset to itself folds nothing: the
//! few states of such cosets are kept once for each image.
//!
//! Rows after those are of cosets that leave a layer free. There the layer_index that rest and corners stand (see `free`)
//! takes the place of their ranks, so that such a row has a fourth of the words: half of the turn is the base's, and half
//! the layer_index's quarter turn. Of layer_tables that are fixed, those that take the places of turns differ in a quarter, and a turn of
//! the free layer leads from a state to itself.
//!
//! The last rows have, in the place of turns, sixteen rows of the coordinate whose base is in no coset. All other tables
//! lie as the coordinate numbers them.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::target::cell::Cell;
use crate::target::coordinate::{Coordinate, MAX_BASE, Places};
use crate::target::fill::CodeWriter;
use crate::target::free_layer::{FreeLayer, FreeLayerTables};
use crate::target::row_steps::{self, StepTables};
use crate::target::table::{Slot, WORD};
use crate::target::ud_coset::{self, COSET_SIZE, UD_AXIS, UD_TURNS, UdCosets};
use crate::threads::share;

/// Where the states of one placement of the base lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowAssignment {
    /// The first cell of its row.
    pub(crate) start: u32,
    /// The symmetry of the group that carries it to its row.
    pub(crate) fold: u8,
    /// The turn of U and D that makes of the row's representative placement what the symmetry has chunks of it.
    pub(crate) turn: u8,
    /// Which of the sixteen of a word its states are: the turn, or which row of sixteen. That of a free layer is added.
    pub(crate) lane: u8,
    /// Which layer is free in its row, if it is of an coset.
    pub(crate) free_layer: FreeLayer,
    /// Whether it is of an coset.
    pub(crate) in_coset: bool,
}

/// The order of the codes of a coordinate's table.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The cosets of base placements, if states of an coset lie cells_per_word, with the assignment of each one's representative placement.
    cosets: Option<(Arc<UdCosets>, Vec<RowAssignment>)>,
    /// By symmetry of the group: what it makes of each turn of U and D.
    images: Vec<[u8; COSET_SIZE]>,
    /// By row of cosets: the placement that it is of. Those with no free layer come first.
    rows: Vec<usize>,
    /// How many have none.
    full_rows: usize,
    /// The layer_tables of rest and corners, if states of an coset lie cells_per_word.
    free_layer_tables: Option<&'static FreeLayerTables>,
    /// The rows of the coordinate that are in no coset.
    non_coset_rows: Vec<usize>,
    /// By row of the coordinate: its index in `non_coset_rows`.
    non_coset_index: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(c: &Coordinate) -> Layout {
        let has_cosets = c.base().len() == MAX_BASE
            && !c.is_oriented()
            && FreeLayerTables::fit(c.rest().len(), c.corners().len())
            && c.group().iter().all(|s| s.axis(UD_AXIS) == UD_AXIS);
        let cosets = has_cosets.then(|| UdCosets::of(c.base()));
        let image = |s| std::array::from_fn(|turn| ud_coset::image(s, turn) as u8);
        let images: Vec<[u8; COSET_SIZE]> =
            if has_cosets { c.group().iter().map(|s| image(*s)).collect() } else { Vec::new() };
        let (mut rows, mut full_rows) = (Vec::new(), 0);
        let layer_tables = has_cosets.then(|| FreeLayerTables::of(c.rest().len(), c.corners().len()));
        let assignments = cosets.as_ref().map(|cosets| {
            let mut assignments: Vec<Option<RowAssignment>> = vec![None; cosets.len()];
            for coset in 0..cosets.len() {
                if assignments[coset].is_some() {
                    continue;
                }
                let representative = cosets.representative(coset);
                let free = FreeLayer::of(&c.positions(representative));
                let start = cell_number(coset_row_start(c, layer_tables, full_rows, rows.len()));
                for (s, symmetry) in c.group().iter().enumerate() {
                    let image = c.base_image_rank(s, &c.positions(representative));
                    let (to, turn) = cosets.find(image).expect("the symmetry fixes the axis");
                    // The layer_index back from that coset's representative placement.
                    let inverse = symmetry.inverse();
                    let fold =
                        c.group().iter().position(|g| *g == inverse).expect("the symmetries are a group");
                    let turn = images[fold][ud_coset::inverse(turn)];
                    let assignment = RowAssignment {
                        start,
                        fold: fold as u8,
                        turn,
                        lane: turn,
                        free_layer: free,
                        in_coset: true,
                    };
                    assignments[to].get_or_insert(assignment);
                }
                rows.push(representative);
                if coset < cosets.full_count() {
                    full_rows = rows.len();
                }
            }
            assignments
                .into_iter()
                .map(|assignment| assignment.expect("every coset is its own image under the identity"))
                .collect()
        });
        let is_in_coset =
            |row: &usize| cosets.as_ref().is_some_and(|cosets| cosets.find(c.row_placement(*row)).is_some());
        let non_coset_rows: Vec<usize> = (0..c.rows()).filter(|row| !is_in_coset(row)).collect();
        let mut non_coset_index = vec![0; c.rows()];
        for (i, row) in non_coset_rows.iter().enumerate() {
            non_coset_index[*row] = i;
        }
        Layout {
            cosets: cosets.zip(assignments),
            images,
            rows,
            full_rows,
            free_layer_tables: layer_tables,
            non_coset_rows,
            non_coset_index,
        }
    }

    /// How many codes there are, a full_rows number of words.
    pub(crate) fn code_count(&self, c: &Coordinate) -> u64 {
        let non_coset_rows = self.non_coset_rows.len().div_ceil(self.lanes());
        let cells = self.non_coset_row_start(c, non_coset_rows) * self.lanes() as u64;
        (cells << c.index_bits()).next_multiple_of(WORD as u64)
    }

    /// The first cell after the rows of cosets and so many more.
    fn non_coset_row_start(&self, c: &Coordinate, row: usize) -> u64 {
        coset_row_start(c, self.free_layer_tables, self.full_rows, self.rows.len())
            + row as u64 * c.row_cells() as u64
    }

    /// How many cells rows are a multiple of.
    pub(crate) fn unit(&self, c: &Coordinate) -> usize {
        self.free_layer_tables.map_or(c.row_cells(), FreeLayerTables::index_count)
    }

    /// The layer_tables of rest and corners, if states of an coset lie cells_per_word.
    pub(crate) fn free_layer_tables(&self) -> Option<&'static FreeLayerTables> {
        self.free_layer_tables
    }

    /// Whether the states of an coset lie in one word.
    pub(crate) fn has_coset_words(&self) -> bool {
        self.cosets.is_some()
    }

    /// How many states lie in one word that have the same cell and flips: 16 or 1.
    fn lanes(&self) -> usize {
        if self.has_coset_words() { COSET_SIZE } else { 1 }
    }

    /// Where the states of a placement of the base lie.
    pub(crate) fn row_assignment(&self, c: &Coordinate, placement: usize) -> RowAssignment {
        if let Some((cosets, assignments)) = &self.cosets
            && let Some((coset, turn)) = cosets.find(placement)
        {
            let assignment = assignments[coset];
            let image = self.images[usize::from(assignment.fold)][turn];
            let turn = ud_coset::then(usize::from(assignment.turn), usize::from(image)) as u8;
            return RowAssignment { turn, lane: turn, ..assignment };
        }
        let (row, fold) = c.row_of(placement);
        let index = self.non_coset_index[row];
        let start = cell_number(self.non_coset_row_start(c, index / self.lanes()));
        let lane = (index % self.lanes()) as u8;
        RowAssignment {
            start,
            fold: fold as u8,
            turn: 0,
            lane,
            free_layer: FreeLayer::default(),
            in_coset: false,
        }
    }

    /// Where the code of a state lies: slow, by the definition.
    pub(crate) fn slot(&self, c: &Coordinate, places: &Places) -> Slot {
        let assignment = self.row_assignment(c, c.base_rank(places));
        let image = c.conjugate(places, usize::from(assignment.fold));
        let undo = &UD_TURNS[ud_coset::inverse(usize::from(assignment.turn))];
        let places = Places {
            base: image.base.map(|p| undo.edges[usize::from(p)]),
            rest: image.rest.map(|p| undo.edges[usize::from(p)]),
            corners: image.corners.map(|p| undo.corners[usize::from(p)]),
            ..image
        };
        let (mut cell_in_row, mut lane) = (c.cell_in_row(&places), usize::from(assignment.lane));
        if let (Some(layer_tables), Some(face)) = (self.free_layer_tables, assignment.free_layer.face()) {
            let layer_index = layer_tables.get(
                assignment.free_layer,
                cell_in_row / c.corner_count(),
                cell_in_row % c.corner_count(),
            );
            cell_in_row = layer_index.index();
            lane |= usize::from(layer_index.quarter()) << (2 * face);
        }
        let cell = u64::from(assignment.start) + cell_in_row as u64;
        let in_cell = (c.flip_index(&places) * self.lanes() + lane) as u64;
        Slot::new((cell << c.index_bits()) * self.lanes() as u64 + in_cell)
    }
}

/// The first cell of a row of cosets, of so many before it, of which so many have no free layer.
fn coset_row_start(
    c: &Coordinate,
    layer_tables: Option<&FreeLayerTables>,
    full_rows: usize,
    rows: usize,
) -> u64 {
    let free = layer_tables.map_or(0, |tables| (rows - full_rows) as u64 * tables.index_count() as u64);
    full_rows as u64 * c.row_cells() as u64 + free
}

fn cell_number(cell: u64) -> u32 {
    u32::try_from(cell).expect("a table that fits in memory has fewer cells")
}

/// The codes of a fill, written in the order of the layout.
pub(crate) struct LayoutWriter<C> {
    coordinate: Coordinate,
    /// Two cells for each cell of the coordinate, as the fill numbers them.
    planes: Vec<C>,
    /// How many threads arrange them.
    threads: usize,
}

impl<C: Cell> LayoutWriter<C> {
    pub(crate) fn new(coordinate: Coordinate, planes: Vec<C>, threads: usize) -> LayoutWriter<C> {
        LayoutWriter { coordinate, planes, threads }
    }

    /// The codes of a row of cosets, whose representative placement this is.
    fn coset_row_codes(&self, steps: &StepTables<'_>, placement: usize) -> Vec<u8> {
        let c = &self.coordinate;
        let positions = c.positions(placement);
        let free = row_steps::free_positions(&positions);
        let lane_steps: [_; COSET_SIZE] = std::array::from_fn(|t| steps.row_step(&positions, t));
        let maps = lane_steps.each_ref().map(|step| {
            let mut map = Vec::with_capacity(c.rest_count());
            steps.map_rest(step, &free, &mut map);
            map
        });
        self.interleaved(|lane, rest, block| {
            let (step, (source_rest, flips)) = (&lane_steps[lane], maps[lane][rest]);
            let source = self.block(step.target_row, source_rest as usize);
            for (planes, corner) in block.chunks_exact_mut(2).zip(steps.corners(step)) {
                planes.copy_from_slice(&source[2 * *corner as usize..][..2]);
            }
            steps.apply_flips(step, flips, block);
        })
    }

    /// The codes of a row of cosets that leave a layer free: of those of all turns those of each layer_index's representative one.
    fn free_layer_row_codes(
        &self,
        steps: &StepTables<'_>,
        layer_tables: &FreeLayerTables,
        placement: usize,
    ) -> Vec<u8> {
        let free = FreeLayer::of(&self.coordinate.positions(placement));
        let face = free.face().expect("a layer is free");
        let all_lanes = self.coset_row_codes(steps, placement);
        let (rest_count, corner_count) = (self.coordinate.rest_count(), self.coordinate.corner_count());
        let size = all_lanes.len() / (rest_count * corner_count);
        let mut codes = vec![u8::MAX; layer_tables.index_count() * size];
        for (cell, index) in all_lanes.chunks_exact(size).zip(0..) {
            let layer_index = layer_tables.get(free, index / corner_count, index % corner_count);
            let target = &mut codes[layer_index.index() * size..][..size];
            if !layer_index.is_fixed() {
                if layer_index.quarter() == 0 {
                    target.copy_from_slice(cell);
                }
                continue;
            }
            // Those of its quarter, whatever the base's half of the turn is.
            let has_quarter =
                |t: &usize| ud_coset::face_part(face, *t) >> (2 * face) == usize::from(layer_index.quarter());
            let lanes =
                (0..COSET_SIZE).filter(has_quarter).fold(0, |lanes, t| lanes | 1u16 << t).to_le_bytes();
            for ((code, source), i) in target.iter_mut().zip(cell).zip(0..) {
                let lanes = lanes[i % lanes.len()];
                *code = *code & !lanes | source & lanes;
            }
        }
        codes
    }

    /// The codes of up to sixteen rows of the coordinate.
    fn non_coset_row_codes(&self, rows: &[usize]) -> Vec<u8> {
        self.interleaved(|lane, rest, block| match rows.get(lane) {
            Some(row) => block.copy_from_slice(self.block(*row, rest)),
            None => block.fill(C::EMPTY.not()),
        })
    }

    /// The planes of all corner tuples with one placement of the rest.
    fn block(&self, row: usize, rest: usize) -> &[C] {
        let size = 2 * self.coordinate.corner_count();
        &self.planes[(row * self.coordinate.rest_count() + rest) * size..][..size]
    }

    /// Sixteen rows in words, one code of each row: `block` gives the planes of all corner tuples of a row, with one
    /// placement of the rest.
    fn interleaved(&self, block: impl Fn(usize, usize, &mut [C])) -> Vec<u8> {
        let c = &self.coordinate;
        let mut bytes = Vec::with_capacity(c.row_cells() * COSET_SIZE * 2 * (1 << C::INDEX_BITS) / 8);
        let mut blocks: [Vec<C>; COSET_SIZE] = std::array::from_fn(|_| vec![C::EMPTY; 2 * c.corner_count()]);
        for rest in 0..c.rest_count() {
            for (lane, planes) in blocks.iter_mut().enumerate() {
                block(lane, rest, planes);
            }
            for corners in 0..c.corner_count() {
                for word in 0..C::WORDS {
                    let [low, high] = [0, 1].map(|plane| {
                        let mut bits = blocks.each_ref().map(|block| block[2 * corners + plane].word(word));
                        transpose_squares(&mut bits);
                        bits
                    });
                    for halfword in 0..C::HALFWORDS {
                        for (low, high) in low.iter().zip(&high) {
                            push_word(low >> (16 * halfword), high >> (16 * halfword), &mut bytes);
                        }
                    }
                }
            }
        }
        bytes
    }

    /// All codes as the coordinate numbers them.
    fn write_in_coordinate_order(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(1 << 16);
        // Of the smallest cells there are two in a word.
        let cells_per_word = if C::INDEX_BITS < 4 { 2 } else { 1 };
        for planes in self.planes.chunks(2 * cells_per_word) {
            for word in 0..C::WORDS {
                let plane = |i: usize| planes.get(i).map_or(u64::MAX, |cell| cell.word(word));
                let [low, high] = match cells_per_word {
                    1 => [plane(0), plane(1)],
                    _ => [plane(0) & 0xff | plane(2) << 8, plane(1) & 0xff | plane(3) << 8],
                };
                for halfword in 0..C::HALFWORDS {
                    push_word(low >> (16 * halfword), high >> (16 * halfword), &mut bytes);
                }
            }
            if bytes.len() >= 1 << 16 {
                out.write_all(&bytes)?;
                bytes.clear();
            }
        }
        out.write_all(&bytes)?;
        out.flush()
    }
}

/// Transposes each of the four squares of 16 bits that 16 words have side by side: bit i of word j becomes bit j of
/// word i.
fn transpose_squares(words: &mut [u64; 16]) {
    for (shift, mask) in [
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        for i in (0..16).filter(|i| i & shift == 0) {
            let change = (words[i] >> shift ^ words[i + shift]) & mask;
            words[i] ^= change << shift;
            words[i + shift] ^= change;
        }
    }
}

/// Sixteen codes: the low 16 bits of these.
fn push_word(low: u64, high: u64, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&(low as u32 & 0xffff | (high as u32) << 16).to_le_bytes());
}

impl<C: Cell> CodeWriter for LayoutWriter<C> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let layout = self.coordinate.layout();
        let Some(layer_tables) = layout.free_layer_tables else {
            return self.write_in_coordinate_order(out);
        };
        let steps = StepTables::new(&self.coordinate, UD_TURNS);
        let non_coset_rows: Vec<&[usize]> = layout.non_coset_rows.chunks(COSET_SIZE).collect();
        let row_codes = |i: usize| match layout.rows.get(i) {
            Some(placement) if i < layout.full_rows => self.coset_row_codes(&steps, *placement),
            Some(placement) => self.free_layer_row_codes(&steps, layer_tables, *placement),
            None => self.non_coset_row_codes(non_coset_rows[i - layout.rows.len()]),
        };
        let threads = self.threads.max(1);
        let rows: Vec<usize> = (0..layout.rows.len() + non_coset_rows.len()).collect();
        for rows in rows.chunks(threads) {
            let next = AtomicUsize::new(0);
            let worker = || -> Vec<(usize, Vec<u8>)> {
                let indices = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                indices.map_while(|i| Some((i, row_codes(*rows.get(i)?)))).collect()
            };
            let mut chunks = share(rows.len(), worker).concat();
            chunks.sort_unstable_by_key(|(i, _)| *i);
            chunks.iter().try_for_each(|(_, bytes)| out.write_all(bytes))?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_squares_transposes_each_16_bit_square() {
        let words: [u64; 16] = std::array::from_fn(|i| (i as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut transposed = words;
        transpose_squares(&mut transposed);
        for (i, word) in transposed.iter().enumerate() {
            for bit in 0..64 {
                let (halfword, j) = (bit / 16, bit % 16);
                assert_eq!(word >> bit & 1, words[j] >> (16 * halfword + i) & 1);
            }
        }
    }
}
