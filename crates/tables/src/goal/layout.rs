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

use std::sync::Arc;

use crate::goal::code_address::{CODES_PER_WORD, CodeAddress};
use crate::goal::coordinate::Coordinate;
use crate::goal::free_layer::{FreeLayer, FreeLayerTables};
use crate::goal::places::{MAX_BASE, Places};
use crate::goal::ud_coset::{self, COSET_SIZE, UD_AXIS, UD_TURNS, UdCosets};

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
    pub(super) rows: Vec<usize>,
    /// The number of full rows.
    pub(super) full_rows: usize,
    /// The indices of free layers; `None` without coset words.
    pub(crate) free_layer_tables: Option<&'static FreeLayerTables>,
    /// The rows of the coordinate whose base is in no coset.
    pub(super) non_coset_rows: Vec<usize>,
    /// By row of the coordinate: its index in `non_coset_rows`.
    non_coset_index: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(c: &Coordinate) -> Layout {
        let has_cosets = c.base().len() == MAX_BASE
            && !c.is_oriented()
            && FreeLayerTables::fit(c.rest().len(), c.corners().len())
            && c.symmetries().iter().all(|s| s.axis(UD_AXIS) == UD_AXIS);
        let cosets = has_cosets.then(|| UdCosets::get(c.base()));
        let image = |s| std::array::from_fn(|turn| ud_coset::image(s, turn) as u8);
        let images: Vec<[u8; COSET_SIZE]> =
            if has_cosets { c.symmetries().iter().map(|s| image(*s)).collect() } else { Vec::new() };
        let (mut rows, mut full_rows) = (Vec::new(), 0);
        let layer_tables = has_cosets.then(|| FreeLayerTables::for_pieces(c.rest().len(), c.corners().len()));
        let assignments = cosets.as_ref().map(|cosets| {
            let mut assignments: Vec<Option<RowAssignment>> = vec![None; cosets.len()];
            for coset in 0..cosets.len() {
                if assignments[coset].is_some() {
                    continue;
                }
                let representative = cosets.representative(coset);
                let free = FreeLayer::from_positions(&c.positions(representative));
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
                if coset < cosets.full_count {
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

    /// Returns a common divisor of all row starts, in cells.
    pub(crate) fn row_start_unit(&self, c: &Coordinate) -> usize {
        self.free_layer_tables.map_or(c.row_cells(), |tables| tables.index_count)
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

    /// Returns the address of a state by the definition. Slow: searches use an
    /// [`Indexer`](crate::lookup::indexer::Indexer).
    pub(crate) fn address(&self, c: &Coordinate, places: &Places) -> CodeAddress {
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
                cell_in_row / c.corner_count,
                cell_in_row % c.corner_count,
            );
            cell_in_row = layer_index.index();
            lane |= usize::from(layer_index.quarter()) << (2 * face);
        }
        let cell = u64::from(assignment.start) + cell_in_row as u64;
        let in_cell = (c.flip_index(&places) * self.lanes() + lane) as u64;
        CodeAddress::new((cell << c.index_bits()) * self.lanes() as u64 + in_cell)
    }
}

/// Returns the first cell of a coset's row after `rows` rows, of which the first `full_rows` are full.
fn coset_row_start(
    c: &Coordinate,
    layer_tables: Option<&FreeLayerTables>,
    full_rows: usize,
    rows: usize,
) -> u64 {
    let free = layer_tables.map_or(0, |tables| (rows - full_rows) as u64 * tables.index_count as u64);
    full_rows as u64 * c.row_cells() as u64 + free
}

fn cell_number(cell: u64) -> u32 {
    u32::try_from(cell).expect("a table that fits in memory has fewer cells")
}
