//! Orbits of U and D: which placements of four edges such turns make of one another.
//!
//! Turns of U and D flip no edge (relative to Z) and leave one another's pieces alone. A placement with edges in both
//! layers is one of sixteen that they make of one another, each by one turn `U^u D^d`, which has the number `u + 4 d`
//! here. Of a placement with edges in one of the layers the turns of that layer make four; the other layer is free (see
//! `free`): only other pieces tell how it is turn_positions, if some of them are in it. So sixteen states that turns of U and D
//! make of one another lie in one word of a table: see `layout`.

use std::sync::{Arc, OnceLock};

use cubiform_cube::goal::CROSS;
use cubiform_cube::piece::{CORNER_TURN, EDGE_IMAGE, EDGE_TURN};
use cubiform_cube::{Axis, Face, Move, PieceSet, Symmetry};

use crate::placement;
use crate::target::coordinate::MAX_BASE;
use crate::target::row_steps::PlaceTurn;

/// How many turns there are of U and D together, and so placements in an coset.
pub const COSET_SIZE: usize = 16;
/// The axis about which they turn.
pub(crate) const UD_AXIS: Axis = Axis::Y;
/// Its two faces: the low two bits of the number of a turn are the quarters of the first.
const FACES: [Face; 2] = [Face::U, Face::D];

/// What turn `t` does to places.
pub(crate) static UD_TURNS: [PlaceTurn; COSET_SIZE] = {
    let mut turns = [PlaceTurn { edges: [0; 24], corners: [0; 24] }; COSET_SIZE];
    let mut t = 0;
    while t < COSET_SIZE {
        let mut place = 0;
        while place < 24 {
            let (mut edge, mut corner) = (place as u8, place as u8);
            let mut side = 0;
            while side < 2 {
                if let Some(m) = Move::new(FACES[side], (t >> (2 * side) & 3) as i32) {
                    edge = EDGE_TURN[m.index()][edge as usize];
                    corner = CORNER_TURN[m.index()][corner as usize];
                }
                side += 1;
            }
            turns[t].edges[place] = edge;
            turns[t].corners[place] = corner;
            place += 1;
        }
        t += 1;
    }
    turns
};

/// The turn that normalizes turn `t`.
pub(crate) const fn inverse(t: usize) -> usize {
    (4 - (t & 3)) & 3 | ((4 - (t >> 2)) & 3) << 2
}

/// Turn `t` and then turn `u`.
pub(crate) const fn then(t: usize, u: usize) -> usize {
    (t + u) & 3 | (((t >> 2) + (u >> 2)) & 3) << 2
}

/// The number of a move as a turn of U and D, if it is one.
pub(crate) const fn of_move(m: Move) -> Option<usize> {
    match m.face() {
        Face::U => Some(m.quarters() as usize),
        Face::D => Some((m.quarters() as usize) << 2),
        _ => None,
    }
}

/// The part of a turn that is of one of the two faces.
pub(crate) const fn face_part(side: usize, t: usize) -> usize {
    t & 3 << (2 * side)
}

/// The moves of U and D, a bit each.
pub const UD_MOVES: u32 = {
    let mut moves = 0;
    let mut m = 0;
    while m < Move::COUNT {
        moves |= (of_move(Move::from_index(m)).is_some() as u32) << m;
        m += 1;
    }
    moves
};

/// The turn that does on the moved cube what turn `t` does on the cube.
///
/// # Panics
/// If `s` does not keep the axis.
pub(crate) fn image(s: Symmetry, t: usize) -> usize {
    let moves =
        FACES.iter().enumerate().filter_map(|(side, face)| Move::new(*face, (t >> (2 * side) & 3) as i32));
    let image = |m| of_move(s.conjugate(m)).expect("the symmetry keeps the axis");
    moves.map(image).fold(0, then)
}

/// The cosets of placements of four edges.
#[derive(Debug)]
pub(crate) struct UdCosets {
    /// By placement: its coset, if it is in one, and the turn that makes it of the coset's representative placement, with nothing of
    /// a free layer.
    by_placement: Vec<Option<(u16, u8)>>,
    /// By coset: its representative placement. Those with edges in both layers come first.
    representatives: Vec<u32>,
    /// How many have edges in both.
    full_count: usize,
}

/// Positions of the edges of a base.
type Positions = [u8; MAX_BASE];

/// What turn `t` makes of positions.
pub(crate) fn turn_positions(positions: &Positions, t: usize) -> Positions {
    positions.map(|p| UD_TURNS[t].edges[2 * usize::from(p)] / 2)
}

/// By side: the positions of edges that a turn of it moves, a bit each.
const LAYERS: [u16; 2] = {
    let (mut layers, mut i) = ([0; 2], 0);
    while i < 2 * 12 {
        let (side, position) = (i / 12, i % 12);
        let moved = UD_TURNS[1 << (2 * side)].edges[2 * position] as usize / 2 != position;
        layers[side] |= (moved as u16) << position;
        i += 1;
    }
    layers
};

/// Which of the two layers have none of a base's edges.
pub(crate) fn free_faces(positions: &Positions) -> impl Iterator<Item = usize> {
    let taken = positions.iter().fold(0, |taken, position| taken | 1 << position);
    (0..FACES.len()).filter(move |side| LAYERS[*side] & taken == 0)
}

/// The positions of a base that has this rank.
pub(crate) fn base_positions(placement: usize) -> Positions {
    let mut positions = [0; MAX_BASE];
    placement::unrank(12, placement, &mut positions);
    positions
}

impl UdCosets {
    /// Those of `base`, four edges; the one of the cross is kept.
    pub(crate) fn of(base: &[usize]) -> Arc<UdCosets> {
        static CROSSES: OnceLock<Arc<UdCosets>> = OnceLock::new();
        if base == CROSS {
            return Arc::clone(CROSSES.get_or_init(|| Arc::new(UdCosets::new(&CROSS))));
        }
        Arc::new(UdCosets::new(base))
    }

    /// An coset's representative placement is chosen alike by all symmetries that keep the base and the axis: what one makes of it is
    /// mostly another coset's representative. So few turns are needed between what a search and what a table knows.
    ///
    /// A table cannot fold placements that a symmetry carries to their representative coset. Those with edges in both layers are in
    /// cosets all the equal_images: so many children are known then that it is worth its room. Those with a free layer are not.
    fn new(base: &[usize]) -> UdCosets {
        assert_eq!(base.len(), MAX_BASE, "a base of four edges");
        let set = PieceSet::new(&[], base);
        let label_of = |edge: u8| {
            base.iter().position(|e| *e == usize::from(edge)).expect("the symmetry keeps the base")
        };
        // Each with the label_of that each label_of goes to.
        let symmetries: Vec<(Symmetry, [usize; MAX_BASE])> = Symmetry::all()
            .filter(|s| s.axis(UD_AXIS) == UD_AXIS && set.image(*s) == set)
            .map(|s| (s, std::array::from_fn(|j| label_of(EDGE_IMAGE[s.index()][base[j]]))))
            .collect();
        let rank = |positions: &Positions| placement::rank(12, positions);
        // Of what a symmetry makes of these turns of some positions the least, and the turn.
        let least_coset_image = |(s, labels): &(Symmetry, [usize; MAX_BASE]),
                                 turns: &[(usize, Positions)]| {
            let image = |(t, positions): &(usize, Positions)| {
                let mut image = [0; MAX_BASE];
                for (position, label) in positions.iter().zip(labels) {
                    image[*label] = EDGE_IMAGE[s.index()][usize::from(*position)];
                }
                // Of the least rank: that order is the one of the positions themselves.
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
                // The first of the coset to come along stands for all.
                if cosets.by_placement[first].is_some() || free_faces(&positions).count() != free {
                    continue;
                }
                // A turn of a free layer makes nothing new.
                let avoids_free_layers =
                    |t: &usize| free_faces(&positions).all(|side| face_part(side, *t) == 0);
                let turns =
                    (0..COSET_SIZE).filter(avoids_free_layers).map(|t| (t, turn_positions(&positions, t)));
                let turns: Vec<(usize, Positions)> = turns.collect();
                let images: Vec<_> = symmetries.iter().map(|s| least_coset_image(s, &turns)).collect();
                // Of symmetries that give the equal_images least image the first counts.
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

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// How many have edges in both layers: the first ones.
    pub(crate) fn full_count(&self) -> usize {
        self.full_count
    }

    /// The representative placement of an coset, as a rank.
    pub(crate) fn representative(&self, coset: usize) -> usize {
        self.representatives[coset] as usize
    }

    /// The coset of a placement, if it is in one, and the turn that makes it of the coset's representative.
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
        let cosets = UdCosets::of(&CROSS);
        // 12 * 11 * 10 * 9 placements, twice 8 * 7 * 6 * 5 without edges in one of the layers, 24 without any.
        assert_eq!(cosets.full_count() * COSET_SIZE, 11_880 - 2 * 1680 + 24);
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
            assert_eq!(coset < cosets.full_count(), free.is_empty());
            assert!(free.iter().all(|side| face_part(*side, t) == 0));
            assert!(!std::mem::replace(&mut seen[coset][t], true));
            assert_eq!(turn_positions(&base_positions(cosets.representative(coset)), t), positions);
        }
        for (coset, seen) in seen.iter().enumerate() {
            let size = if coset < cosets.full_count() { COSET_SIZE } else { 4 };
            assert_eq!(seen.iter().filter(|seen| **seen).count(), size);
        }
        assert!(outside < 500, "{outside} placements are in no coset");
    }

    #[test]
    fn rotation_maps_most_representatives_to_representatives() {
        let cosets = UdCosets::of(&CROSS);
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
            let mut representative = [0; MAX_BASE];
            placement::unrank(12, cosets.representative(*coset), &mut representative);
            matches!(cosets.find(rotated_rank(&representative)), Some((_, 0)))
        };
        let count = (0..cosets.len()).filter(stays_representative).count();
        assert!(count * 10 > cosets.len() * 9, "{count} of {}", cosets.len());
    }
}
