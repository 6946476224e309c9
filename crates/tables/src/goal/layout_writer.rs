//! The codes of a filled coordinate, written in the order of its layout.

use std::io::{self, Write};

use cubiform_store::fill::CodeWriter;
use cubiform_threads::Threads;

use crate::goal::cell::Cell;
use crate::goal::coordinate::Coordinate;
use crate::goal::free_layer::{FreeLayer, FreeLayerTables};
use crate::goal::row_steps::{self, StepTables};
use crate::goal::ud_coset::{self, COSET_SIZE, UD_TURNS};
use crate::levels::row_fill::Planes;

/// Writes the codes of a complete fill in the order of the layout.
pub(crate) struct LayoutWriter<C> {
    coordinate: Coordinate,
    /// The low and the high plane of each cell, in the order of the coordinate.
    planes: Vec<Planes<C>>,
    /// The threads that arrange the codes.
    threads: Threads,
}

impl<C: Cell> LayoutWriter<C> {
    pub(crate) fn new(coordinate: Coordinate, planes: Vec<Planes<C>>, threads: &Threads) -> LayoutWriter<C> {
        LayoutWriter { coordinate, planes, threads: threads.clone() }
    }

    /// Returns the codes of a full row whose representative base placement is `placement`.
    fn coset_row_codes(&self, steps: &StepTables<'_>, placement: usize) -> Vec<u8> {
        let c = &self.coordinate;
        let positions = c.positions(placement);
        let free = row_steps::free_positions(&positions);
        let lane_steps: [_; COSET_SIZE] = std::array::from_fn(|t| steps.row_step(&positions, t));
        let maps = lane_steps.each_ref().map(|step| {
            let mut map = Vec::with_capacity(c.rest_count);
            steps.map_rest(step, &free, &mut map);
            map
        });
        self.interleaved(|lane, rest, block| {
            let (step, (source_rest, flips)) = (&lane_steps[lane], maps[lane][rest]);
            let source = self.block(step.target_row, source_rest as usize);
            for (planes, corner) in block.iter_mut().zip(steps.corners(step)) {
                *planes = source[*corner as usize];
            }
            steps.apply_flips(step, flips, block.as_flattened_mut());
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
        let free = FreeLayer::from_positions(&self.coordinate.positions(placement));
        let face = free.face().expect("a layer is free");
        let all_lanes = self.coset_row_codes(steps, placement);
        let (rest_count, corner_count) = (self.coordinate.rest_count, self.coordinate.corner_count);
        let size = all_lanes.len() / (rest_count * corner_count);
        let mut codes = vec![u8::MAX; layer_tables.index_count * size];
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
            None => block.fill([C::EMPTY.not(); 2]),
        })
    }

    /// Returns the planes of all corner tuples at one rest placement of a row of the coordinate.
    fn block(&self, row: usize, rest: usize) -> &[Planes<C>] {
        let size = self.coordinate.corner_count;
        &self.planes[(row * self.coordinate.rest_count + rest) * size..][..size]
    }

    /// Returns the codes of a row of words. `block(lane, rest, planes)` writes the planes of all corner tuples at one
    /// rest placement for one lane.
    fn interleaved(&self, block: impl Fn(usize, usize, &mut [Planes<C>])) -> Vec<u8> {
        let c = &self.coordinate;
        let mut bytes = Vec::with_capacity(c.row_cells() * COSET_SIZE * 2 * (1 << C::INDEX_BITS) / 8);
        let mut blocks: [Vec<Planes<C>>; COSET_SIZE] =
            std::array::from_fn(|_| vec![[C::EMPTY; 2]; c.corner_count]);
        for rest in 0..c.rest_count {
            for (lane, planes) in blocks.iter_mut().enumerate() {
                block(lane, rest, planes);
            }
            for corners in 0..c.corner_count {
                for word in 0..C::WORDS {
                    let [low, high] = [0, 1].map(|plane| {
                        let mut bits = blocks.each_ref().map(|block| block[corners][plane].word(word));
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
        for planes in self.planes.chunks(cells_per_word) {
            let planes = planes.as_flattened();
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
