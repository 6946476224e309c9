//! Parts that are sets of positions, and the twists: what stages 1 to 3 put in its place.

use cubiform_cube::four::Cube4;
use cubiform_cube::four::cell::centre_face;
use cubiform_cube::state::is_odd;
use cubiform_cube::{Axis, Face};

use super::component::{Component, Ranked, Row};
use super::motion::Motion;
use crate::kociemba::{self, Twist};
use crate::subset;

/// The positions to which those of `set` are image_of.
fn image_of(mut set: u32, images: &[u8; 24]) -> u32 {
    let mut image = 0;
    while set != 0 {
        image |= 1 << images[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    image
}

/// The positions of the axis wings of the layers u and d, 16 to 23, among all 24, in whatever order: 735,471.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SliceWings(u32);

impl Component for SliceWings {
    fn of(cube: &Cube4) -> Option<SliceWings> {
        Some(SliceWings(cube.wings()[16..].iter().fold(0, |set, position| set | 1 << position)))
    }

    /// Names do not matter: see [`super::stages`].
    fn moved(&self, motion: &Motion) -> SliceWings {
        SliceWings(image_of(self.0, &motion.wings))
    }
}

impl Ranked for SliceWings {
    const SIZE: usize = subset::count(24, 8);

    fn rank(&self) -> usize {
        subset::rank(self.0)
    }

    fn unrank(rank: usize) -> SliceWings {
        SliceWings(subset::unrank(rank, 8))
    }
}

/// The twists at the axis corner positions: 2187.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twists([u8; 8]);

impl Component for Twists {
    fn of(cube: &Cube4) -> Option<Twists> {
        let mut twists = [0; 8];
        for place in cube.corners() {
            twists[usize::from(place / 3)] = place % 3;
        }
        Some(Twists(twists))
    }

    fn moved(&self, motion: &Motion) -> Twists {
        let mut moved = [0; 8];
        for (position, twist) in self.0.iter().enumerate() {
            let place = motion.corners[3 * position + usize::from(*twist)];
            moved[usize::from(place / 3)] = place % 3;
        }
        Twists(moved)
    }
}

impl Ranked for Twists {
    const SIZE: usize = <Twist as kociemba::Coordinate>::SIZE;

    fn rank(&self) -> usize {
        <Twist as kociemba::Coordinate>::rank(&self.0)
    }

    fn unrank(rank: usize) -> Twists {
        Twists(<Twist as kociemba::Coordinate>::unrank(rank))
    }
}

/// The centres of two opposite colours: where the axis are, which is the base, and into which two fours their colours
/// part them, whichever is which: 35 ways.
///
/// The colours are those of `AXIS` (0, 1, 2 for X, Y, Z), and the positions all of the first `SLOTS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OppositeCentres<const AXIS: usize, const SLOTS: usize> {
    both: u32,
    /// Those of first colour.
    first_color: u32,
}

/// How many ways there are to part axis into two fours.
const PARTITIONS: usize = subset::count(8, 4) / 2;

/// The number of a partition_rank, of which first half is given.
fn partition_rank(half: u32) -> usize {
    // The half that has the first of the axis.
    let half = if half & 1 == 1 { half } else { half ^ 0xff };
    subset::rank(half >> 1)
}

impl<const AXIS: usize, const SLOTS: usize> Component for OppositeCentres<AXIS, SLOTS> {
    fn of(cube: &Cube4) -> Option<Self> {
        let axis = Axis::ALL[AXIS];
        let set = |is_first: &dyn Fn(Face) -> bool| {
            (0..24).filter(|i| is_first(cube.centres()[*i])).fold(0, |set, i| set | 1 << i)
        };
        let both: u32 = set(&|color| color.axis() == axis);
        (both >> SLOTS == 0)
            .then(|| OppositeCentres { both, first_color: set(&|color| color == axis.face()) })
    }

    /// Names exchange the two colours at most.
    fn moved(&self, motion: &Motion) -> Self {
        OppositeCentres {
            both: image_of(self.both, &motion.centres),
            first_color: image_of(self.first_color, &motion.centres),
        }
    }
}

impl<const AXIS: usize, const SLOTS: usize> Row for OppositeCentres<AXIS, SLOTS> {
    const BASES: usize = subset::count(SLOTS, 8);
    const BITS: usize = PARTITIONS;
    /// In which order the axis are image_of, half bits each.
    type ColumnMap = u32;

    fn base(&self) -> usize {
        subset::rank(self.both)
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
        let both = subset::unrank(base, 8);
        let (half, mut left, mut first_color) = (subset::unrank(bit, 3) << 1 | 1, both, 0);
        for i in 0..8 {
            first_color |= (half >> i & 1) << left.trailing_zeros();
            left &= left - 1;
        }
        OppositeCentres { both, first_color }
    }

    fn column_map(&self, motion: &Motion, _: usize) -> u32 {
        let to = image_of(self.both, &motion.centres);
        let (mut map, mut both) = (0, self.both);
        while both != 0 {
            let image = motion.centres[both.trailing_zeros() as usize];
            map = map << 4 | (to & ((1 << image) - 1)).count_ones();
            both &= both - 1;
        }
        map
    }
}

/// Where the centres of two opposite colours are, among the first `SLOTS` positions: the base of [`OppositeCentres`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AxisCentres<const AXIS: usize, const SLOTS: usize>(u32);

impl<const AXIS: usize, const SLOTS: usize> Component for AxisCentres<AXIS, SLOTS> {
    fn of(cube: &Cube4) -> Option<Self> {
        OppositeCentres::<AXIS, SLOTS>::of(cube).map(|centres| AxisCentres(centres.both))
    }

    /// Names exchange the two colours at most.
    fn moved(&self, motion: &Motion) -> Self {
        AxisCentres(image_of(self.0, &motion.centres))
    }
}

impl<const AXIS: usize, const SLOTS: usize> Ranked for AxisCentres<AXIS, SLOTS> {
    const SIZE: usize = subset::count(SLOTS, 8);

    fn rank(&self) -> usize {
        subset::rank(self.0)
    }

    fn unrank(rank: usize) -> Self {
        AxisCentres(subset::unrank(rank, 8))
    }
}

/// The positions of the centres on F and B.
const FRONT: u32 = 0xff << 16;

/// How the centres of F and B are parted that are on these two faces: 35 ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrontPartition(OppositeCentres<2, 24>);

impl Component for FrontPartition {
    fn of(cube: &Cube4) -> Option<FrontPartition> {
        OppositeCentres::of(cube).filter(|centres| centres.both == FRONT).map(FrontPartition)
    }

    fn moved(&self, motion: &Motion) -> FrontPartition {
        FrontPartition(self.0.moved(motion))
    }
}

impl Ranked for FrontPartition {
    const SIZE: usize = PARTITIONS;

    fn rank(&self) -> usize {
        self.0.bit()
    }

    fn unrank(rank: usize) -> FrontPartition {
        FrontPartition(OppositeCentres::new(subset::rank(FRONT), rank))
    }
}

/// Whether the order of all wings is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WingParity(bool);

impl Component for WingParity {
    fn of(cube: &Cube4) -> Option<WingParity> {
        Some(WingParity(is_odd(cube.wings())))
    }

    fn moved(&self, motion: &Motion) -> WingParity {
        WingParity(self.0 != motion.is_odd)
    }
}

impl Ranked for WingParity {
    const SIZE: usize = 2;

    fn rank(&self) -> usize {
        self.0.into()
    }

    fn unrank(rank: usize) -> WingParity {
        WingParity(rank == 1)
    }
}

/// Where all axis positions are theirs, nothing is left but the partition_rank.
impl Ranked for OppositeCentres<1, 8> {
    const SIZE: usize = PARTITIONS;

    fn rank(&self) -> usize {
        self.bit()
    }

    fn unrank(rank: usize) -> Self {
        OppositeCentres::new(0, rank)
    }
}

/// Which of the wings 0 to 15 are where those are whose U or D facelet shows up or down when they are, and whether
/// their order is odd: 25,740.
///
/// Wings 0 to 3 and 12 to 15 are of first such kind, the others of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WingKinds {
    /// The positions of the first kind.
    first_kind: u32,
    is_odd: bool,
}

/// The wings of the first kind, and their positions at home.
const FIRST_KIND: u32 = 0xf00f;

impl Component for WingKinds {
    fn of(cube: &Cube4) -> Option<WingKinds> {
        let wings = &cube.wings()[..16];
        let is_first = |wing: usize| FIRST_KIND >> wing & 1 == 1;
        let first_kind = (0..16).filter(|wing| is_first(*wing)).fold(0, |set, wing| set | 1 << wings[wing]);
        wings.iter().all(|position| *position < 16).then(|| WingKinds { first_kind, is_odd: is_odd(wings) })
    }

    fn moved(&self, motion: &Motion) -> WingKinds {
        let keeps_kinds = FIRST_KIND >> motion.wing_names[0] & 1 == 1;
        let first_kind = if keeps_kinds { self.first_kind } else { self.first_kind ^ 0xffff };
        WingKinds { first_kind: image_of(first_kind, &motion.wings), is_odd: self.is_odd != motion.is_odd }
    }
}

impl Ranked for WingKinds {
    const SIZE: usize = 2 * subset::count(16, 8);

    fn rank(&self) -> usize {
        2 * subset::rank(self.first_kind) + usize::from(self.is_odd)
    }

    fn unrank(rank: usize) -> WingKinds {
        WingKinds { first_kind: subset::unrank(rank / 2, 8), is_odd: rank % 2 == 1 }
    }
}

/// The centres of the last stage: on each axis its own axis, in an order that half turns make, 12 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareCentres([Face; 24]);

/// The ways in which half turns can place the first colour of an axis on its axis positions, as sets of these.
///
/// Positions 0, 1, 4 and 5 exchange their centres, and the others theirs. Two of each half have the first colour, and
/// which it is that goes with the first of its half is the same in both.
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

/// The number of each set that is a configuration; 12 for others.
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
    /// The configuration of each axis positions, 12 for first that half turns do not make, if the right colours are there.
    fn configurations(&self) -> [usize; 3] {
        std::array::from_fn(|axis| {
            let set = (0..8).filter(|i| self.0[8 * axis + i] == centre_face(8 * axis));
            CONFIGURATION[set.fold(0, |set, i| set | 1 << i)].into()
        })
    }
}

impl Component for SquareCentres {
    fn of(cube: &Cube4) -> Option<SquareCentres> {
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
}

impl Ranked for SquareCentres {
    const SIZE: usize = 12 * 12 * 12;

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
