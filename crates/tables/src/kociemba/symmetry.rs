//! The sixteen symmetries that map the U-D axis to itself, and tables of their effect on coordinates and moves.

use std::marker::PhantomData;

use cubiform_cube::{Axis, Move, Symmetry};

use crate::goal::places::conjugate_orientation;
use crate::kociemba::huge_pages::zeros;
use crate::kociemba::{Coordinate, Flip, Symmetric, UdSlice};

/// The symmetries that map the U-D axis to itself, the identity first. The first eight also map the F-B axis to itself;
/// the others exchange it with the L-R axis. Tables index symmetries by their position in this list.
pub(crate) const UD_SYMMETRIES: [Symmetry; 16] = {
    let mut symmetries = [Symmetry::IDENTITY; 16];
    let (mut count, mut i) = (0, 0);
    while i < 2 * Symmetry::COUNT {
        let s = Symmetry::from_index(i % Symmetry::COUNT);
        let keeps_fb = matches!(s.axis(Axis::Z), Axis::Z);
        if matches!(s.axis(Axis::Y), Axis::Y) && keeps_fb == (i < Symmetry::COUNT) {
            symmetries[count] = s;
            count += 1;
        }
        i += 1;
    }
    symmetries
};

/// The rank of the conjugate of each rank of a coordinate by each of [`UD_SYMMETRIES`].
///
/// Two bytes for each rank and symmetry: 32 * `C::SIZE` bytes.
#[derive(Debug)]
pub(crate) struct ConjugateTable<C> {
    ranks: Vec<u16>,
    coordinate: PhantomData<C>,
}

impl<C: Symmetric> ConjugateTable<C> {
    /// Computes the table.
    ///
    /// # Panics
    /// If ranks do not fit 16 bits.
    pub(crate) fn new() -> ConjugateTable<C> {
        assert!(C::SIZE <= 1 << 16, "ranks have 16 bits");
        let mut ranks: Vec<u16> = zeros(UD_SYMMETRIES.len() * C::SIZE);
        for (i, s) in UD_SYMMETRIES.iter().enumerate() {
            // A symmetry that is the product of two earlier ones is computed by two look-ups in their tables.
            let earlier = || UD_SYMMETRIES[..i].iter().enumerate();
            let factors = earlier().find_map(|(a, first)| {
                earlier().find(|(_, second)| first.then(**second) == *s).map(|(b, _)| (a, b))
            });
            let (done, rest) = ranks.split_at_mut(i * C::SIZE);
            for (rank, image) in rest[..C::SIZE].iter_mut().enumerate() {
                *image = match factors {
                    Some((a, b)) => done[b * C::SIZE + usize::from(done[a * C::SIZE + rank])],
                    None => C::rank(&C::conjugate(&C::unrank(rank), *s)) as u16,
                };
            }
        }
        ConjugateTable { ranks, coordinate: PhantomData }
    }

    /// Returns the rank of the conjugate by symmetry `s` of [`UD_SYMMETRIES`].
    #[inline(always)]
    pub(crate) fn conjugate(&self, rank: usize, s: usize) -> usize {
        usize::from(self.ranks[s * C::SIZE + rank])
    }
}

/// Conjugates of [`Flip`] and [`UdSlice`] together.
///
/// A table by flip, slice and symmetry would have 16 * 2048 * 495 entries. Instead, the flips are permuted by position,
/// and corrected by a mask that depends on the slice: a symmetry that exchanges the F-B and L-R axes turns flips
/// relative to one axis into flips relative to the other. The two differ exactly at positions where a slice edge stands
/// outside the slice or another edge inside it. Both steps act on the bits of a rank one by one, so that the mask can
/// be XORed into the result.
///
/// Size: 16 * (4 * 495 + 2 * 2048) bytes = 97 kB.
#[derive(Debug)]
pub(crate) struct FlipSliceConjugates {
    /// By symmetry and rank of [`UdSlice`].
    slices: Vec<SliceConjugate>,
    /// By symmetry and rank of [`Flip`]: the flips permuted by position.
    flips: Vec<u16>,
}

/// The conjugate of one [`UdSlice`] by one symmetry.
#[derive(Clone, Copy, Debug)]
struct SliceConjugate {
    rank: u16,
    /// The mask to XOR into the permuted flips.
    flip_difference: u16,
}

impl FlipSliceConjugates {
    /// Computes the tables.
    pub(crate) fn new() -> FlipSliceConjugates {
        let permuted = |s: &Symmetry, rank: usize| Flip::rank(&conjugate_orientation(Flip::unrank(rank), *s));
        let conjugates = ConjugateTable::<UdSlice>::new();
        let slice = |s: usize, rank: usize| {
            // Positions, except the last, at which flips relative to the two axes differ.
            let difference = (UdSlice::unrank(rank) ^ UdSlice::unrank(0)) & 0x7ff;
            let exchanges_sides = UD_SYMMETRIES[s].axis(Axis::X) != Axis::X;
            SliceConjugate {
                rank: conjugates.conjugate(rank, s) as u16,
                flip_difference: if exchanges_sides {
                    permuted(&UD_SYMMETRIES[s], difference.into()) as u16
                } else {
                    0
                },
            }
        };
        let flips =
            UD_SYMMETRIES.iter().flat_map(|s| (0..Flip::SIZE).map(move |rank| permuted(s, rank) as u16));
        FlipSliceConjugates {
            slices: (0..16).flat_map(|s| (0..UdSlice::SIZE).map(move |rank| slice(s, rank))).collect(),
            flips: flips.collect(),
        }
    }

    /// Returns the rank of the slice of the conjugate by symmetry `s` of [`UD_SYMMETRIES`].
    #[inline(always)]
    pub(crate) fn slice(&self, slice: usize, s: usize) -> usize {
        self.slices[s * UdSlice::SIZE + slice].rank.into()
    }

    /// Returns the ranks of flip and slice of the conjugate by symmetry `s` of [`UD_SYMMETRIES`].
    #[inline(always)]
    pub(crate) fn conjugate(&self, flip: usize, slice: usize, s: usize) -> (usize, usize) {
        let slice = self.slices[s * UdSlice::SIZE + slice];
        (usize::from(self.flips[s * Flip::SIZE + flip] ^ slice.flip_difference), slice.rank.into())
    }
}

/// Conjugates of sets of moves, 18 bits each, by [`UD_SYMMETRIES`].
///
/// A set is looked up in three pieces of six bits: 16 * 3 * 64 * 4 bytes = 12 kB.
#[derive(Clone, Debug)]
pub(crate) struct MoveSetConjugates {
    /// By symmetry, pair of faces (six moves each) and set of these six moves.
    by_face_pair: [[[u32; 64]; 3]; 16],
}

impl MoveSetConjugates {
    /// Computes the tables.
    pub(crate) fn new() -> MoveSetConjugates {
        let image = |s: Symmetry, pair: usize, set: usize| {
            let moves = (0..6).filter(|bit| set >> bit & 1 == 1).map(|bit| Move::from_index(6 * pair + bit));
            moves.fold(0, |set, m| set | 1 << s.conjugate(m).index())
        };
        MoveSetConjugates {
            by_face_pair: UD_SYMMETRIES
                .map(|s| std::array::from_fn(|i| std::array::from_fn(|set| image(s, i, set)))),
        }
    }

    /// Returns the set of the images of the moves of `set` under symmetry `s` of [`UD_SYMMETRIES`].
    #[inline(always)]
    pub(crate) fn conjugate(&self, set: u32, s: usize) -> u32 {
        let images = &self.by_face_pair[s];
        let of_pair = |i: usize| images[i][(set >> (6 * i) & 63) as usize];
        of_pair(0) | of_pair(1) | of_pair(2)
    }
}
