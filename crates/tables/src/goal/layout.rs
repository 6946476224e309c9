//! The order in which a table stores the codes of its states.
//!
//! A table is a list of 32-bit words, little-endian, of sixteen two-bit codes each: bit `lane` of a word is the low bit
//! of a code, bit `16 + lane` its high bit. If the coordinate allows it, the sixteen states of a ⟨U, D⟩ coset share one
//! word: with their turns `U^u D^d` undone they are one state, whose cell and flips give the word, and the turn gives
//! the lane, `u + 4 d`. A search that has read a state's word then knows the codes of its six children by turns of U
//! and D.
//!
//! Such a table has three sections, with `cell = rest * corner count + corners`:
//!
//! | rows of a section | word within a row | lane |
//! |-------------------|-------------------|------|
//! | [cosets] of a base with edges in both layers (*full rows*) | `cell * 2^index bits + flips` | the turn |
//! | cosets of a base with a free layer (`free_layer.rs`) | `free-layer index * 2^index bits + flips` | turn, and quarter of the layer |
//! | sixteen rows of the coordinate whose base is in no coset | `cell * 2^index bits + flips` | one for each row |
//!
//! Free-layer rows take a quarter of the words of full rows. Rows are cosets up to the symmetries of the coordinate. A
//! symmetry that maps a coset to itself folds nothing, so the states of such a coset are stored once for each image.
//!
//! A coordinate has such *coset words* if its base is four edges, its flips are by piece, its symmetries fix the U-D
//! axis, and its free-layer indices fit in 20 bits. All other tables store their codes in the order of the coordinate,
//! sixteen to a word.
//!
//! [cosets]: crate::goal::ud_coset

use std::io::{self, Write};
use std::sync::Arc;

use crate::goal::cell::Cell;
use crate::goal::coordinate::{Coordinate, MAX_BASE, Places};
use crate::goal::free_layer::{FreeLayer, FreeLayerTables};
use crate::goal::row_steps::{self, StepTables};
use crate::goal::table::{CODES_PER_WORD, Slot};
use crate::goal::ud_coset::{self, COSET_SIZE, UD_AXIS, UD_TURNS, UdCosets};
use cubiform_store::fill::CodeWriter;
use cubiform_threads::Threads;

/// The place of the states of one base placement in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowAssignment {
    /// The first cell of the row, counted in cells of `2^index bits * lanes` codes.
    pub(crate) start: u32,
    /// The index in the coordinate's group of the symmetry that folds the placement into the row.
    pub(crate) fold: u8,
    /// The turn of ⟨U, D⟩ that leads from the row's representative to the folded placement; 0 in non-coset rows.
    pub(crate) turn: u8,
    /// The lane in a word: `turn`, or the number among sixteen non-coset rows. Readers add the quarter of a free layer.
    pub(crate) lane: u8,
    /// The free layer of the row, if the placement is in a coset.
    pub(crate) free_layer: FreeLayer,
    /// Whether the placement is in a coset.
    pub(crate) in_coset: bool,
}

/// The order of the codes of a coordinate's table.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The cosets of base placements, with the assignment of each coset's representative; `None` without coset words.
    cosets: Option<(Arc<UdCosets>, Vec<RowAssignment>)>,
    /// By symmetry of the group and turn of ⟨U, D⟩: the conjugated turn.
    images: Vec<[u8; COSET_SIZE]>,
    /// By row of a coset: the rank of its representative base placement. Full rows come first.
    rows: Vec<usize>,
    /// The number of full rows.
    full_rows: usize,
    /// The indices of free layers; `None` without coset words.
    free_layer_tables: Option<&'static FreeLayerTables>,
    /// The rows of the coordinate whose base is in no coset.
    non_coset_rows: Vec<usize>,
    /// By row of the coordinate: its index in `non_coset_rows`.
    non_coset_index: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(c: &Coordinate) -> Layout {
        let has_cosets = c.base().len() == MAX_BASE
            && !c.is_oriented()
            && FreeLayerTables::fit(c.rest().len(), c.corners().len())
            && c.symmetries().iter().all(|s| s.axis(UD_AXIS) == UD_AXIS);
        let cosets = has_cosets.then(|| UdCosets::of(c.base()));
        let image = |s| std::array::from_fn(|turn| ud_coset::image(s, turn) as u8);
        let images: Vec<[u8; COSET_SIZE]> =
            if has_cosets { c.symmetries().iter().map(|s| image(*s)).collect() } else { Vec::new() };
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
                for (s, symmetry) in c.symmetries().iter().enumerate() {
                    let image = c.base_image_rank(s, &c.positions(representative));
                    let (to, turn) = cosets.find(image).expect("the symmetry fixes the axis");
                    // The symmetry that carries the representative of coset `to` into this row.
                    let inverse = symmetry.inverse();
                    let fold = c
                        .symmetries()
                        .iter()
                        .position(|g| *g == inverse)
                        .expect("the symmetries are a group");
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

    /// Returns the number of codes, a multiple of sixteen.
    pub(crate) fn code_count(&self, c: &Coordinate) -> u64 {
        let groups = self.non_coset_rows.len().div_ceil(self.lanes());
        let cells = self.non_coset_group_start(c, groups) * self.lanes() as u64;
        (cells << c.index_bits()).next_multiple_of(CODES_PER_WORD as u64)
    }

    /// Returns the first cell of a group of non-coset rows. A group has one row for each lane.
    fn non_coset_group_start(&self, c: &Coordinate, group: usize) -> u64 {
        coset_row_start(c, self.free_layer_tables, self.full_rows, self.rows.len())
            + group as u64 * c.row_cells() as u64
    }

    /// Returns a number of cells of which the start of every row is a multiple.
    pub(crate) fn row_start_unit(&self, c: &Coordinate) -> usize {
        self.free_layer_tables.map_or(c.row_cells(), FreeLayerTables::index_count)
    }

    /// Returns the indices of free layers, if the table has coset words.
    pub(crate) fn free_layer_tables(&self) -> Option<&'static FreeLayerTables> {
        self.free_layer_tables
    }

    /// Returns whether the sixteen states of a ⟨U, D⟩ coset share a word.
    pub(crate) fn has_coset_words(&self) -> bool {
        self.cosets.is_some()
    }

    /// Returns the number of states in a word that have the same cell and flips: 16 with coset words, otherwise 1.
    fn lanes(&self) -> usize {
        if self.has_coset_words() { COSET_SIZE } else { 1 }
    }

    /// Returns the place of the states whose base has this placement.
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
        let start = cell_number(self.non_coset_group_start(c, index / self.lanes()));
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

    /// Returns the slot of a state by the definition. Slow: searches use an
    /// [`Indexer`](crate::lookup::indexer::Indexer).
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

/// Returns the first cell of a coset's row after `rows` rows, of which the first `full_rows` are full.
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

/// Writes the codes of a complete fill in the order of the layout.
pub(crate) struct LayoutWriter<C> {
    coordinate: Coordinate,
    /// The low and the high plane of each cell, in the order of the coordinate.
    planes: Vec<C>,
    /// The threads that arrange the codes.
    threads: Threads,
}

impl<C: Cell> LayoutWriter<C> {
    pub(crate) fn new(coordinate: Coordinate, planes: Vec<C>, threads: &Threads) -> LayoutWriter<C> {
        LayoutWriter { coordinate, planes, threads: threads.clone() }
    }

    /// Returns the codes of a full row whose representative base placement is `placement`.
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

    /// Returns the codes of a free-layer row whose representative base placement is `placement`. The first arrangement
    /// of an orbit of four fills all sixteen lanes of its words. Four arrangements that the layer's turn fixes share a
    /// word.
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
            // The lanes whose quarter of the free layer is that of the arrangement.
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

    /// Returns the codes of up to sixteen rows of the coordinate, one to a lane. Lanes without a row get code 3.
    fn non_coset_row_codes(&self, rows: &[usize]) -> Vec<u8> {
        self.interleaved(|lane, rest, block| match rows.get(lane) {
            Some(row) => block.copy_from_slice(self.block(*row, rest)),
            None => block.fill(C::EMPTY.not()),
        })
    }

    /// Returns the planes of all corner tuples at one rest placement of a row of the coordinate.
    fn block(&self, row: usize, rest: usize) -> &[C] {
        let size = 2 * self.coordinate.corner_count();
        &self.planes[(row * self.coordinate.rest_count() + rest) * size..][..size]
    }

    /// Returns the codes of a row of words. `block(lane, rest, planes)` writes the planes of all corner tuples at one
    /// rest placement for one lane.
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

    /// Writes all codes in the order of the coordinate.
    fn write_in_coordinate_order(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(1 << 16);
        // A cell of eight flip patterns fills half a word.
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

/// Transposes each of the four 16x16 bit squares that lie side by side in 16 words: bit i of word j becomes bit j of
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

/// Appends a table word of the low 16 bits of two planes.
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
        let rows: Vec<usize> = (0..layout.rows.len() + non_coset_rows.len()).collect();
        for rows in rows.chunks(self.threads.count()) {
            let codes = self.threads.map(rows, |row| row_codes(*row));
            codes.iter().try_for_each(|bytes| out.write_all(bytes))?;
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
