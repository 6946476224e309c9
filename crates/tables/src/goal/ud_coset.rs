//! Cosets of ⟨U, D⟩: the base placements that turns of U and D make of one another.
//!
//! The sixteen elements of ⟨U, D⟩ are the turns `U^u D^d` for u and d in 0..4, in quarter turns clockwise. A turn is
//! numbered `u + 4 d`:
//!
//! | bits of a turn | value |
//! |----------------|-------|
//! | 0-1 | quarter turns of U |
//! | 2-3 | quarter turns of D |
//!
//! These turns flip no edge (relative to the F-B axis) and move no piece out of its layer. They sort the placements of
//! a base of four edges into cosets:
//!
//! | base edges in | placements in the coset |
//! |---------------|-------------------------|
//! | both layers, U and D | 16: all turns give different placements |
//! | one layer | 4: turns of the other layer, the *free layer*, leave the base where it is |
//! | neither layer | 1: in no coset here |
//!
//! Placements of the second kind are also in no coset here if a symmetry maps their coset to itself.
//!
//! Each coset has one representative placement, and each of its placements one turn that leads to it from the
//! representative. A table stores the sixteen states of a coset in one word (see [`layout`](crate::goal::layout)).

use std::sync::{Arc, OnceLock};

use cubiform_cube::goal::CROSS;
use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN};
use cubiform_cube::{Axis, Face, Move, PieceSet, Symmetry};

use crate::goal::places::{MAX_BASE, PlaceTurn};
use crate::kociemba::unrank;
use cubiform_cube::placement;

/// The number of turns in ⟨U, D⟩, and of placements in a coset of a base with edges in both layers.
pub(crate) const COSET_SIZE: usize = 16;
/// The axis of U and D.
pub(crate) const UD_AXIS: Axis = Axis::Y;
/// The faces of the axis: U is face 0, D face 1.
const FACES: [Face; 2] = [Face::U, Face::D];

/// By turn of ⟨U, D⟩: its effect on edge places and corner places.
pub(crate) static UD_TURNS: [PlaceTurn; COSET_SIZE] = {
    let mut turns = [PlaceTurn { edges: [0; 24], corners: [0; 24] }; COSET_SIZE];
    let mut t = 0;
    while t < COSET_SIZE {
        let mut place = 0;
        while place < 24 {
            let (mut edge, mut corner) = (place as u8, place as u8);
            let mut face = 0;
            while face < 2 {
                if let Some(m) = Move::new(FACES[face], (t >> (2 * face) & 3) as i32) {
                    edge = EDGE_TURN[m.index()][edge as usize];
                    corner = CORNER_TURN[m.index()][corner as usize];
                }
                face += 1;
            }
            turns[t].edges[place] = edge;
            turns[t].corners[place] = corner;
            place += 1;
        }
        t += 1;
    }
    turns
};

/// Returns the inverse of turn `t`.
pub(crate) const fn inverse(t: usize) -> usize {
    (4 - (t & 3)) & 3 | ((4 - (t >> 2)) & 3) << 2
}

/// Returns turn `t` followed by turn `u`.
pub(crate) const fn then(t: usize, u: usize) -> usize {
    (t + u) & 3 | (((t >> 2) + (u >> 2)) & 3) << 2
}

/// Returns the number of a move as a turn of ⟨U, D⟩, if it turns U or D.
pub(crate) const fn of_move(m: Move) -> Option<usize> {
    match m.face() {
        Face::U => Some(m.quarters() as usize),
        Face::D => Some((m.quarters() as usize) << 2),
        _ => None,
    }
}

/// Returns the part of turn `t` that turns one face, 0 for U and 1 for D.
pub(crate) const fn face_part(face: usize, t: usize) -> usize {
    t & 3 << (2 * face)
}

/// The six moves of U and D, as a set of bits by move index.
pub(crate) const UD_MOVES: u32 = {
    let mut moves = 0;
    let mut m = 0;
    while m < Move::COUNT {
        moves |= (of_move(Move::from_index(m)).is_some() as u32) << m;
        m += 1;
    }
    moves
};

/// Returns the conjugate of turn `t` by symmetry `s`: the turn that does to the conjugated cube what `t` does to the
/// cube.
///
/// # Panics
/// If `s` does not fix the axis.
pub(crate) fn image(s: Symmetry, t: usize) -> usize {
    let moves = FACES.iter().enumerate().filter_map(|(i, face)| Move::new(*face, (t >> (2 * i) & 3) as i32));
    let image = |m| of_move(s.conjugate(m)).expect("the symmetry keeps the axis");
    moves.map(image).fold(0, then)
}

/// The ⟨U, D⟩ cosets of the placements of a base of four edges.
#[derive(Debug)]
pub(crate) struct UdCosets {
    /// By placement rank: its coset, if it is in one, and the turn from the coset's representative, without turns of a
    /// free layer.
    by_placement: Vec<Option<(u16, u8)>>,
    /// By coset: the rank of its representative. Cosets with edges in both layers come first.
    representatives: Vec<u32>,
    /// The number of cosets with edges in both layers.
    pub(crate) full_count: usize,
}

/// Positions of the edges of a base.
type Positions = [u8; MAX_BASE];

/// Returns the positions after turn `t`.
pub(crate) fn turn_positions(positions: &Positions, t: usize) -> Positions {
    positions.map(|p| UD_TURNS[t].edges[2 * usize::from(p)] / 2)
}

/// By face: the edge positions of its layer, as bits.
const LAYERS: [u16; 2] = {
    let (mut layers, mut i) = ([0; 2], 0);
    while i < 2 * 12 {
        let (face, position) = (i / 12, i % 12);
        let moved = UD_TURNS[1 << (2 * face)].edges[2 * position] as usize / 2 != position;
        layers[face] |= (moved as u16) << position;
        i += 1;
    }
    layers
};

/// Returns the faces, 0 for U and 1 for D, whose layers hold none of the base's edges.
pub(crate) fn free_faces(positions: &Positions) -> impl Iterator<Item = usize> {
    let occupied = positions.iter().fold(0, |occupied, position| occupied | 1 << position);
    (0..FACES.len()).filter(move |face| LAYERS[*face] & occupied == 0)
}

/// Returns the positions of the base placement of this rank.
pub(crate) fn base_positions(placement: usize) -> Positions {
    unrank(12, placement)
}

impl UdCosets {
    /// Returns the cosets of `base`, which has four edges. Those of the cross are built once.
    pub(crate) fn get(base: &[usize]) -> Arc<UdCosets> {
        static CROSSES: OnceLock<Arc<UdCosets>> = OnceLock::new();
        if base == CROSS {
            return Arc::clone(CROSSES.get_or_init(|| Arc::new(UdCosets::new(&CROSS))));
        }
        Arc::new(UdCosets::new(base))
    }

    /// Builds the cosets.
    ///
    /// Representatives are chosen so that the symmetries of base and axis map most of them to representatives: the
    /// representative is the placement whose image under some symmetry has the least rank of all images of the coset.
    /// Then few turns are needed between the coset of a search's state and that of a table.
    ///
    /// A symmetry that maps a coset to itself cannot fold its states in a table. Such cosets are kept if the base has
    /// edges in both layers, since the known codes of children are worth the memory, and left out if a layer is free.
    fn new(base: &[usize]) -> UdCosets {
        assert_eq!(base.len(), MAX_BASE, "a base of four edges");
        let set = PieceSet::new(&[], base);
        let label_of = |edge: u8| {
            base.iter().position(|e| *e == usize::from(edge)).expect("the symmetry keeps the base")
        };
        // Each symmetry of base and axis, with the index in the base to which it carries each edge of the base.
        let symmetries: Vec<(Symmetry, [usize; MAX_BASE])> = Symmetry::all()
            .filter(|s| s.axis(UD_AXIS) == UD_AXIS && set.image(*s) == set)
            .map(|s| (s, std::array::from_fn(|j| label_of(EDGE_IMAGE[s.index()][base[j]]))))
            .collect();
        let rank = |positions: &Positions| placement::rank(12, positions);
        // Returns the least image of a coset under a symmetry, and the turn whose placement has it.
        let least_coset_image = |(s, labels): &(Symmetry, [usize; MAX_BASE]),
                                 turns: &[(usize, Positions)]| {
            let image = |(t, positions): &(usize, Positions)| {
                let mut image = [0; MAX_BASE];
                for (position, label) in positions.iter().zip(labels) {
                    image[*label] = EDGE_IMAGE[s.index()][usize::from(*position)];
                }
                // Big-endian bytes compare like the ranks of the positions.
                (u32::from_be_bytes(image), *t)
            };
            turns.iter().map(image).min().expect("a coset has at least four placements")
        };
        let mut cosets = UdCosets {
            by_placement: vec![None; placement::count(12, MAX_BASE)],
            representatives: Vec::new(),
            full_count: 0,
        };
        for free in [0, 1] {
            for first in 0..cosets.by_placement.len() {
                let positions = base_positions(first);
                // A coset is built from the first of its placements.
                if cosets.by_placement[first].is_some() || free_faces(&positions).count() != free {
                    continue;
                }
                // A turn of a free layer leaves the placement as it is.
                let avoids_free_layers =
                    |t: &usize| free_faces(&positions).all(|face| face_part(face, *t) == 0);
                let turns =
                    (0..COSET_SIZE).filter(avoids_free_layers).map(|t| (t, turn_positions(&positions, t)));
                let turns: Vec<(usize, Positions)> = turns.collect();
                let images: Vec<_> = symmetries.iter().map(|s| least_coset_image(s, &turns)).collect();
                // If several symmetries give the least image, the first decides.
                let (least, representative) =
                    *images.iter().min_by_key(|(image, _)| *image).expect("the identity is a symmetry");
                let equal_images = images.iter().filter(|(image, _)| *image == least).count();
                if free == 1 && equal_images > 1 {
                    continue;
                }
                let representative = turn_positions(&positions, representative);
                for (t, _) in &turns {
                    cosets.by_placement[rank(&turn_positions(&representative, *t))] =
                        Some((cosets.representatives.len() as u16, *t as u8));
                }
                cosets.representatives.push(rank(&representative) as u32);
            }
            if free == 0 {
                cosets.full_count = cosets.representatives.len();
            }
        }
        cosets
    }

    /// Returns the number of cosets.
    pub(crate) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the rank of a coset's representative placement.
    pub(crate) fn representative(&self, coset: usize) -> usize {
        self.representatives[coset] as usize
    }

    /// Returns the coset of a placement, if it is in one, and the turn that leads to it from the representative.
    pub(crate) fn find(&self, placement: usize) -> Option<(usize, usize)> {
        self.by_placement[placement].map(|(coset, t)| (usize::from(coset), usize::from(t)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_numbers_compose_and_conjugate_like_moves() {
        for t in 0..COSET_SIZE {
            assert_eq!(then(t, inverse(t)), 0);
            for m in Move::all() {
                let Some(turn) = of_move(m) else { continue };
                for place in 0..24 {
                    let after = EDGE_TURN[m.index()][usize::from(UD_TURNS[t].edges[place])];
                    assert_eq!(UD_TURNS[then(t, turn)].edges[place], after);
                    let after = CORNER_TURN[m.index()][usize::from(UD_TURNS[t].corners[place])];
                    assert_eq!(UD_TURNS[then(t, turn)].corners[place], after);
                }
                for s in Symmetry::all().filter(|s| s.axis(UD_AXIS) == UD_AXIS) {
                    assert_eq!(image(s, turn), of_move(s.conjugate(m)).unwrap());
                    assert_eq!(image(s, then(t, turn)), then(image(s, t), image(s, turn)));
                }
            }
        }
        assert_eq!(Move::all().filter_map(of_move).count(), 6);
    }

    #[test]
    fn cosets_have_sixteen_placements_or_four() {
        let cosets = UdCosets::get(&CROSS);
        // 12 * 11 * 10 * 9 placements, less twice 8 * 7 * 6 * 5 with a free layer, of which 24 have two.
        assert_eq!(cosets.full_count * COSET_SIZE, 11_880 - 2 * 1680 + 24);
        let mut seen = vec![[false; COSET_SIZE]; cosets.len()];
        let mut outside = 0;
        for placement in 0..11_880 {
            let positions = base_positions(placement);
            let free: Vec<usize> = free_faces(&positions).collect();
            let Some((coset, t)) = cosets.find(placement) else {
                assert!(!free.is_empty());
                outside += 1;
                continue;
            };
            assert_eq!(coset < cosets.full_count, free.is_empty());
            assert!(free.iter().all(|face| face_part(*face, t) == 0));
            assert!(!std::mem::replace(&mut seen[coset][t], true));
            assert_eq!(turn_positions(&base_positions(cosets.representative(coset)), t), positions);
        }
        for (coset, seen) in seen.iter().enumerate() {
            let size = if coset < cosets.full_count { COSET_SIZE } else { 4 };
            assert_eq!(seen.iter().filter(|seen| **seen).count(), size);
        }
        assert!(outside < 500, "{outside} placements are in no coset");
    }

    #[test]
    fn rotation_maps_most_representatives_to_representatives() {
        let cosets = UdCosets::get(&CROSS);
        let y = Symmetry::rotation(Face::U, 1);
        let rotated_rank = |positions: &Positions| {
            let mut image = [0; MAX_BASE];
            for (edge, position) in CROSS.iter().zip(positions) {
                let to = CROSS.iter().position(|e| *e == usize::from(EDGE_IMAGE[y.index()][*edge])).unwrap();
                image[to] = EDGE_IMAGE[y.index()][usize::from(*position)];
            }
            placement::rank(12, &image)
        };
        let stays_representative = |coset: &usize| {
            let representative = base_positions(cosets.representative(*coset));
            matches!(cosets.find(rotated_rank(&representative)), Some((_, 0)))
        };
        let count = (0..cosets.len()).filter(stays_representative).count();
        assert!(count * 10 > cosets.len() * 9, "{count} of {}", cosets.len());
    }
}
