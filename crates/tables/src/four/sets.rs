//! Components that are sets of positions, twists or parities.
//!
//! | component | numbers | size |
//! |---|---|---|
//! | [`SliceWings`] | set of positions of the wings of u and d | C(24, 8) = 735,471 |
//! | [`Twists`] | twists of the corners | 3^7 = 2187 |
//! | [`OppositeCentres`] | centres of two opposite colours: set of positions (base), partition by colour (bit) | C(n, 8) bases, 35 bits |
//! | [`AxisCentres`] | the base of `OppositeCentres` alone | C(n, 8) |
//! | [`WingParity`] | parity of the permutation of all wings | 2 |
//! | [`WingKinds`] | set of positions of the first kind of wings, and parity | 2 * C(16, 8) = 25,740 |
//! | [`SquareCentres`] | centres as half turns place them | 12^3 = 1728 |
//!
//! A set of positions is a bit mask. Its rank is that of [`subset::rank`].

use cubiform_cube::four::Cube4;
use cubiform_cube::four::cell::centre_face;
use cubiform_cube::state::is_odd;
use cubiform_cube::{Axis, Face};

use super::component::{Component, Motion, RowPieces};
use crate::kociemba::{self, Twist};
use crate::subset;

/// The set of positions of the eight wings of the layers u and d, 16..24, among all 24: 735,471.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SliceWings(u32);

impl Component for SliceWings {
    const SIZE: usize = subset::count(24, 8);

    fn from_cube(cube: &Cube4) -> Option<SliceWings> {
        Some(SliceWings(cube.wings()[16..].iter().fold(0, |set, position| set | 1 << position)))
    }

    /// Ignores names: the symmetries of the stage that has this component preserve them.
    fn moved(&self, motion: &Motion) -> SliceWings {
        SliceWings(subset::image(self.0, |i| motion.wings[i]))
    }

    fn rank(&self) -> usize {
        subset::rank(self.0)
    }

    fn unrank(rank: usize) -> SliceWings {
        SliceWings(subset::unrank(rank, 8))
    }
}

/// The twists at the eight corner positions: 2187, ranked as [`Twist`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twists([u8; 8]);

impl Component for Twists {
    const SIZE: usize = <Twist as kociemba::Coordinate>::SIZE;

    fn from_cube(cube: &Cube4) -> Option<Twists> {
        Some(Twists(Twist::of_places(cube.corners())))
    }

    fn moved(&self, motion: &Motion) -> Twists {
        Twists(Twist::moved(&self.0, &motion.corners))
    }

    fn rank(&self) -> usize {
        <Twist as kociemba::Coordinate>::rank(&self.0)
    }

    fn unrank(rank: usize) -> Twists {
        Twists(<Twist as kociemba::Coordinate>::unrank(rank))
    }
}

/// The centres of the two opposite colours of `AXIS` (0, 1, 2 for X, Y, Z), all within the positions `FIRST`..`END`.
///
/// The base is the set of the eight positions. The bit is the partition of these into two fours by colour; exchanging
/// the two colours makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OppositeCentres<const AXIS: usize, const FIRST: usize, const END: usize> {
    /// The positions of both colours.
    both: u32,
    /// The positions of one of the colours.
    first_color: u32,
}

/// The number of partitions of eight into two fours: C(8, 4) / 2 = 35.
const PARTITIONS: usize = subset::count(8, 4) / 2;

/// Returns the rank of a partition of 0..8, given as one of its fours.
fn partition_rank(half: u32) -> usize {
    // Rank the half that contains 0, by its other three members.
    let half = if half & 1 == 1 { half } else { half ^ 0xff };
    subset::rank(half >> 1)
}

impl<const AXIS: usize, const FIRST: usize, const END: usize> Component
    for OppositeCentres<AXIS, FIRST, END>
{
    const SIZE: usize = Self::BASES * Self::BITS;

    fn from_cube(cube: &Cube4) -> Option<Self> {
        let axis = Axis::ALL[AXIS];
        let set = |is_first: &dyn Fn(Face) -> bool| {
            (0..24).filter(|i| is_first(cube.centres()[*i])).fold(0, |set, i| set | 1 << i)
        };
        let both: u32 = set(&|color| color.axis() == axis);
        (both >> END == 0 && both >> FIRST << FIRST == both)
            .then(|| OppositeCentres { both, first_color: set(&|color| color == axis.face()) })
    }

    /// Ignores names: they exchange the two colours at most.
    fn moved(&self, motion: &Motion) -> Self {
        OppositeCentres {
            both: subset::image(self.both, |i| motion.centres[i]),
            first_color: subset::image(self.first_color, |i| motion.centres[i]),
        }
    }

    fn rank(&self) -> usize {
        self.base() * Self::BITS + self.bit()
    }

    fn unrank(rank: usize) -> Self {
        OppositeCentres::new(rank / Self::BITS, rank % Self::BITS)
    }
}

impl<const AXIS: usize, const FIRST: usize, const END: usize> RowPieces
    for OppositeCentres<AXIS, FIRST, END>
{
    const BASES: usize = subset::count(END - FIRST, 8);
    const BITS: usize = PARTITIONS;
    /// The images of the eight positions, as indices in the sorted set of images, four bits each.
    type ColumnMap = u32;

    fn base(&self) -> usize {
        subset::rank(self.both >> FIRST)
    }

    fn bit(&self) -> usize {
        let (mut half, mut both, mut i) = (0, self.both, 0);
        while both != 0 {
            half |= (self.first_color >> both.trailing_zeros() & 1) << i;
            both &= both - 1;
            i += 1;
        }
        partition_rank(half)
    }

    fn new(base: usize, bit: usize) -> Self {
        let both = subset::unrank(base, 8) << FIRST;
        let (half, mut left, mut first_color) = (subset::unrank(bit, 3) << 1 | 1, both, 0);
        for i in 0..8 {
            first_color |= (half >> i & 1) << left.trailing_zeros();
            left &= left - 1;
        }
        OppositeCentres { both, first_color }
    }

    fn column_map(&self, motion: &Motion, _: usize) -> u32 {
        let to = subset::image(self.both, |i| motion.centres[i]);
        let (mut map, mut both) = (0, self.both);
        while both != 0 {
            let image = motion.centres[both.trailing_zeros() as usize];
            map = map << 4 | (to & ((1 << image) - 1)).count_ones();
            both &= both - 1;
        }
        map
    }
}

/// The set of positions of the centres of two opposite colours: the base of [`OppositeCentres`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AxisCentres<const AXIS: usize, const SLOTS: usize>(u32);

impl<const AXIS: usize, const SLOTS: usize> Component for AxisCentres<AXIS, SLOTS> {
    const SIZE: usize = subset::count(SLOTS, 8);

    fn from_cube(cube: &Cube4) -> Option<Self> {
        OppositeCentres::<AXIS, 0, SLOTS>::from_cube(cube).map(|centres| AxisCentres(centres.both))
    }

    /// Ignores names: they exchange the two colours at most.
    fn moved(&self, motion: &Motion) -> Self {
        AxisCentres(subset::image(self.0, |i| motion.centres[i]))
    }

    fn rank(&self) -> usize {
        subset::rank(self.0)
    }

    fn unrank(rank: usize) -> Self {
        AxisCentres(subset::unrank(rank, 8))
    }
}

/// The parity of the permutation of all wings: `true` if it is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WingParity(bool);

impl Component for WingParity {
    const SIZE: usize = 2;

    fn from_cube(cube: &Cube4) -> Option<WingParity> {
        Some(WingParity(is_odd(cube.wings())))
    }

    fn moved(&self, motion: &Motion) -> WingParity {
        WingParity(self.0 != motion.is_odd)
    }

    fn rank(&self) -> usize {
        self.0.into()
    }

    fn unrank(rank: usize) -> WingParity {
        WingParity(rank == 1)
    }
}

/// The kinds of the wings 0..16, and the parity of their permutation: 2 * C(16, 8) = 25,740.
///
/// Wings 0..4 and 12..16 are of the first kind, wings 4..12 of the second; so are the positions. A wing shows its U or
/// D sticker on U or D exactly at positions of its own kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WingKinds {
    /// The positions of the wings of the first kind.
    first_kind: u32,
    is_odd: bool,
}

/// The wings of the first kind, and their positions on the solved cube.
const FIRST_KIND: u32 = 0xf00f;

impl Component for WingKinds {
    const SIZE: usize = 2 * subset::count(16, 8);

    fn from_cube(cube: &Cube4) -> Option<WingKinds> {
        let wings = &cube.wings()[..16];
        let is_first = |wing: usize| FIRST_KIND >> wing & 1 == 1;
        let first_kind = (0..16).filter(|wing| is_first(*wing)).fold(0, |set, wing| set | 1 << wings[wing]);
        wings.iter().all(|position| *position < 16).then(|| WingKinds { first_kind, is_odd: is_odd(wings) })
    }

    fn moved(&self, motion: &Motion) -> WingKinds {
        let keeps_kinds = FIRST_KIND >> motion.wing_names[0] & 1 == 1;
        let first_kind = if keeps_kinds { self.first_kind } else { self.first_kind ^ 0xffff };
        WingKinds {
            first_kind: subset::image(first_kind, |i| motion.wings[i]),
            is_odd: self.is_odd != motion.is_odd,
        }
    }

    fn rank(&self) -> usize {
        2 * subset::rank(self.first_kind) + usize::from(self.is_odd)
    }

    fn unrank(rank: usize) -> WingKinds {
        WingKinds { first_kind: subset::unrank(rank / 2, 8), is_odd: rank % 2 == 1 }
    }
}

/// The centres of the last stage: on each axis its own eight centres, placed as half turns can place them. An axis has
/// 12 configurations.
///
/// The rank has three digits in base 12: the configurations of the centres 0..8, 8..16 and 16..24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareCentres([Face; 24]);

/// The sets of positions, of the eight of an axis, on which half turns can place its first colour.
///
/// Half turns exchange centres within each of the tetrads 0, 1, 4, 5 and 2, 3, 6, 7. Two of each four have the first
/// colour; the first position of a tetrad has the same partner in both. Configuration number `i` (0..12):
///
/// | digit of `i` | value |
/// |---|---|
/// | `i / 4` | the partner of the first position in each tetrad: 0, 1 or 2 for its second, third or fourth position |
/// | bit 0 | 0 if that pair of the first tetrad has the first colour, 1 if the other pair has it |
/// | bit 1 | likewise for the second tetrad |
const CONFIGURATIONS: [u8; 12] = {
    const TETRADS: [[u8; 4]; 2] = [[0, 1, 4, 5], [2, 3, 6, 7]];
    let mut configurations = [0; 12];
    let mut i = 0;
    while i < 12 {
        let partner = 1 + i / 4;
        let mut k = 0;
        while k < 4 {
            let is_in_pair = k == 0 || k == partner;
            if is_in_pair == (i & 1 == 0) {
                configurations[i] |= 1 << TETRADS[0][k];
            }
            if is_in_pair == (i & 2 == 0) {
                configurations[i] |= 1 << TETRADS[1][k];
            }
            k += 1;
        }
        i += 1;
    }
    configurations
};

/// The number of the configuration of each set of positions; 12 for other sets.
const CONFIGURATION: [u8; 256] = {
    let mut numbers = [12; 256];
    let mut i = 0;
    while i < 12 {
        numbers[CONFIGURATIONS[i] as usize] = i as u8;
        i += 1;
    }
    numbers
};

impl SquareCentres {
    /// Returns the configuration of each axis, 12 if half turns do not make it. Each axis must have its own colours.
    fn configurations(&self) -> [usize; 3] {
        std::array::from_fn(|axis| {
            let set = (0..8).filter(|i| self.0[8 * axis + i] == centre_face(8 * axis));
            CONFIGURATION[set.fold(0, |set, i| set | 1 << i)].into()
        })
    }
}

impl Component for SquareCentres {
    const SIZE: usize = 12 * 12 * 12;

    fn from_cube(cube: &Cube4) -> Option<SquareCentres> {
        let centres = SquareCentres(*cube.centres());
        let on_axis = |i: usize| centres.0[i].axis() == centre_face(i).axis();
        let all = (0..24).all(on_axis) && centres.configurations().iter().all(|number| *number < 12);
        all.then_some(centres)
    }

    fn moved(&self, motion: &Motion) -> SquareCentres {
        let mut moved = self.0;
        for (color, to) in self.0.iter().zip(&motion.centres) {
            moved[usize::from(*to)] = motion.names.face(*color);
        }
        SquareCentres(moved)
    }

    fn rank(&self) -> usize {
        self.configurations().iter().fold(0, |rank, number| 12 * rank + number)
    }

    fn unrank(rank: usize) -> SquareCentres {
        SquareCentres(std::array::from_fn(|i| {
            let number = [rank / 144, rank / 12 % 12, rank % 12][i / 8];
            let first = centre_face(i / 8 * 8);
            if CONFIGURATIONS[number] >> (i % 8) & 1 == 1 { first } else { first.opposite() }
        }))
    }
}
