//! Loose layers: how a layer of U or D is turned in which a base of four edges has none.
//!
//! A turn of such a layer leaves the base as it is, so that only the other pieces tell how it is turned. Of the four ways
//! that turns make of edges and corners beside the base the first is the own one. Where all of these pieces are
//! elsewhere the turn changes nothing: they are held, and four such ways, one after the other, take the place of four
//! turns. So the ways beside a base are numbered without gaps, by a fourth of their count and a quarter turn.

use std::sync::OnceLock;

use crate::coordinate::{MAX_BASE, MAX_CORNERS, MAX_REST, corner_rank, corner_tuples, corner_unrank};
use crate::orbit::{TURNS, loose_sides};
use crate::placement;

/// Which layer is loose: none, or one of five kinds of bases with edges in one of the layers alone. One kind has none in
/// U; those that have none in D differ in how many they have in U, since positions are ranked from U on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind(u8);

/// How many kinds have a loose layer.
const KINDS: usize = 5;

impl Kind {
    /// That of a base of four edges in these positions; no layer is loose if both are.
    pub(crate) fn of(positions: &[u8; MAX_BASE]) -> Kind {
        let mut loose = loose_sides(positions);
        match (loose.next(), loose.next()) {
            (Some(0), None) => Kind(1),
            (Some(_), None) => Kind(1 + positions.iter().filter(|p| **p < 4).count() as u8),
            _ => Kind(0),
        }
    }

    /// Its number, below eight: 0 if no layer is loose.
    #[inline(always)]
    pub(crate) fn number(self) -> u8 {
        self.0
    }

    /// That of a number.
    #[inline(always)]
    pub(crate) fn from_number(number: u8) -> Kind {
        Kind(number)
    }

    /// The side that is loose, 0 for U and 1 for D, if one is.
    #[inline(always)]
    pub(crate) fn side(self) -> Option<usize> {
        self.0.checked_sub(1).map(|kind| usize::from(kind > 0))
    }

    /// Positions of a base of this kind, which has a loose layer.
    fn example(self) -> [u8; MAX_BASE] {
        match self.0 {
            1 => [4, 5, 6, 7],
            kind => std::array::from_fn(|i| if i < usize::from(kind) - 1 { i as u8 } else { 8 + i as u8 }),
        }
    }
}

/// Which way it is that pieces beside a base stand: a number, a quarter turn, and whether they are held, in 20 bits, two
/// and one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way(u32);

/// Where the parts of a way lie, and where a word ends that is added to another one to make one.
pub(crate) const QUARTER_SHIFT: u32 = 20;
pub(crate) const HELD_SHIFT: u32 = 22;
pub(crate) const LIST_SHIFT: u32 = 24;

impl Way {
    fn new(index: usize, quarter: usize, held: bool) -> Way {
        assert!(index < 1 << QUARTER_SHIFT, "a way's number has 20 bits");
        Way((index | quarter << QUARTER_SHIFT) as u32 | u32::from(held) << HELD_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize % (1 << QUARTER_SHIFT)
    }

    #[inline(always)]
    pub(crate) fn quarter(self) -> u8 {
        (self.0 >> QUARTER_SHIFT) as u8 & 3
    }

    #[inline(always)]
    pub(crate) fn is_held(self) -> bool {
        self.0 >> HELD_SHIFT & 1 != 0
    }
}

/// The ways of so many edges and corners beside bases of four edges.
///
/// Where edges are in the loose layer they tell its turn, and a way's number is made of theirs and the rank of the corners
/// with the turn undone. Where none are the corners tell, four ways of them after the other, and where there are none, the
/// edges themselves. So two small tables are enough.
#[derive(Debug)]
pub(crate) struct Ways {
    /// How many numbers they take.
    numbers: usize,
    /// How many ways of edges there are.
    rest_count: usize,
    /// How many ways of corners there are.
    corner_count: usize,
    /// By kind and rank of edges: what they tell of the way, and from `LIST_SHIFT` on which list of corners tells the rest.
    rest: Box<[u32]>,
    /// By side, turn to be undone (or, fifth, none, where they tell of it) and rank of corners: what they tell of the way,
    /// to be added.
    corners: Box<[u32]>,
}

/// For the corners: the turns to be undone, and that they tell the turn.
const TASKS: usize = 5;
const TELL: usize = 4;

impl Ways {
    /// Those of `rest` edges and of `corners`, made once.
    pub(crate) fn of(rest: usize, corners: usize) -> &'static Ways {
        static ALL: [[OnceLock<Ways>; MAX_CORNERS + 1]; MAX_REST + 1] =
            [const { [const { OnceLock::new() }; MAX_CORNERS + 1] }; MAX_REST + 1];
        ALL[rest][corners].get_or_init(|| Ways::new(rest, corners))
    }

    /// Whether so many pieces have few enough ways.
    pub(crate) fn fit(rest: usize, corners: usize) -> bool {
        placement::count(8, rest) * corner_tuples(corners) <= 4 << QUARTER_SHIFT
    }

    fn new(rest: usize, corners: usize) -> Ways {
        assert!(Ways::fit(rest, corners), "they have too many ways");
        let (rest_count, corner_count) = (placement::count(8, rest), corner_tuples(corners));
        let (mut of_corners, mut corner_numbers) = (Vec::new(), 0);
        for side in 0..2 {
            let turned = |rank: usize, quarter: usize| {
                let mut places = [0; MAX_CORNERS];
                let places = &mut places[..corners];
                corner_unrank(rank, places);
                for place in places.iter_mut() {
                    *place = TURNS[quarter << (2 * side)].corners[usize::from(*place)];
                }
                corner_rank(places)
            };
            for quarter in 0..4 {
                of_corners.extend((0..corner_count).map(|rank| turned(rank, (4 - quarter) & 3) as u32));
            }
            let (ways, free, held) = told(corner_count, turned);
            of_corners.extend(ways.iter().map(|way| if corners == 0 { 0 } else { way.0 }));
            corner_numbers = free + held.div_ceil(4);
        }
        let (mut of_rest, mut numbers) = (Vec::new(), 0);
        for kind in (1..=KINDS as u8).map(Kind) {
            let positions = kind.example();
            let free: Vec<u8> = (0..12).filter(|p| !positions.contains(p)).collect();
            let side = kind.side().expect("it has a loose layer");
            let turned = |rank: usize, quarter: usize| {
                let mut edges = [0; MAX_REST];
                let edges = &mut edges[..rest];
                placement::unrank(8, rank, edges);
                for edge in edges.iter_mut() {
                    let place = TURNS[quarter << (2 * side)].edges[2 * usize::from(free[usize::from(*edge)])];
                    let to = free.iter().position(|p| *p == place / 2);
                    *edge = to.expect("a turn of the layer keeps what the base leaves free") as u8;
                }
                placement::rank(8, edges)
            };
            let (ways, free, held) = told(rest_count, turned);
            // Those that are held come after the others, each with all numbers of the corners.
            numbers = free * corner_count;
            for way in ways {
                let quarter = usize::from(way.quarter());
                let (own, task) = match (way.is_held(), corners) {
                    (true, 0) => (way, TELL),
                    (true, _) => (Way::new(numbers, 0, false), TELL),
                    (false, _) => (Way::new(way.index() * corner_count, quarter, false), quarter),
                };
                numbers += if way.is_held() && corners > 0 { corner_numbers } else { 0 };
                of_rest.push(own.0 | ((side * TASKS + task) as u32) << LIST_SHIFT);
            }
            if corners == 0 {
                numbers = free + held.div_ceil(4);
            }
        }
        let (rest, corners) = (of_rest.into_boxed_slice(), of_corners.into_boxed_slice());
        Ways { numbers, rest_count, corner_count, rest, corners }
    }

    /// How many numbers they take: a fourth of how many they are, rounded up.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    /// How many ways of edges there are of each kind.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn rest_count(&self) -> usize {
        self.rest_count
    }

    /// How many ways of corners there are.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn corner_count(&self) -> usize {
        self.corner_count
    }

    /// What edges tell, by kind, counted from 1, and rank: what is added to the way, and from `LIST_SHIFT` on which list of
    /// [corners](Self::corner_words) tells the rest.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn rest_words(&self) -> &[u32] {
        &self.rest
    }

    /// What corners tell, list after list by their ranks.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn corner_words(&self) -> &[u32] {
        &self.corners
    }

    /// That of edges and of corners of these ranks, where a layer is loose.
    #[inline(always)]
    pub(crate) fn get(&self, kind: Kind, rest: usize, corners: usize) -> Way {
        let of_rest = self.rest[(usize::from(kind.0) - 1) * self.rest_count + rest];
        let at = (of_rest >> LIST_SHIFT) as usize * self.corner_count + corners;
        Way((of_rest & ((1 << LIST_SHIFT) - 1)) + self.corners[at])
    }
}

/// Numbers so many ranks by what turns make of them, four by four: first those that they change, and then those that are
/// held. How many numbers the first take, and how many ranks are held.
fn told(count: usize, turned: impl Fn(usize, usize) -> usize) -> (Vec<Way>, usize, usize) {
    let (mut ways, mut free) = (vec![None; count], 0);
    for rank in 0..count {
        if ways[rank].is_none() && turned(rank, 1) != rank {
            for quarter in 0..4 {
                ways[turned(rank, quarter)] = Some(Way::new(free, quarter, false));
            }
            free += 1;
        }
    }
    let mut held = 0;
    for way in ways.iter_mut().filter(|way| way.is_none()) {
        *way = Some(Way::new(free + held / 4, held % 4, true));
        held += 1;
    }
    (ways.into_iter().map(|way| way.expect("each has one")).collect(), free, held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::unranked;

    #[test]
    fn ways_are_numbered_without_gaps() {
        for (rest, corners) in [(2, 2), (1, 1), (4, 0), (3, 0), (0, 3)] {
            let ways = Ways::of(rest, corners);
            let (rest_count, corner_count) = (placement::count(8, rest), corner_tuples(corners));
            assert_eq!(ways.numbers() * 4, rest_count * corner_count);
            for kind in (1..=KINDS as u8).map(Kind) {
                let mut seen = vec![[false; 4]; ways.numbers()];
                for (a, b) in (0..rest_count).flat_map(|a| (0..corner_count).map(move |b| (a, b))) {
                    let way = ways.get(kind, a, b);
                    assert!(!std::mem::replace(&mut seen[way.index()][usize::from(way.quarter())], true));
                }
            }
        }
        // Of nothing there is one way, which nothing turns.
        assert_eq!(Ways::of(0, 0).numbers(), 1);
        assert!(Ways::of(0, 0).get(Kind(3), 0, 0).is_held());
    }

    #[test]
    fn kinds_are_told_by_positions() {
        let mut counts = [0; KINDS + 1];
        for placed in 0..placement::count(12, MAX_BASE) {
            let positions = unranked(placed);
            let kind = Kind::of(&positions);
            counts[usize::from(kind.number())] += 1;
            let has = |layer: std::ops::Range<u8>| positions.iter().any(|p| layer.contains(p));
            let loose = match (has(0..4), has(4..8)) {
                (false, true) => Some(0),
                (true, false) => Some(1),
                _ => None,
            };
            assert_eq!(kind.side(), loose);
        }
        assert_eq!(counts, [11_880 - 2 * 1656, 1656, 16 * 24, 36 * 24, 16 * 24, 24]);
        assert!((1..=KINDS as u8).all(|kind| Kind::of(&Kind(kind).example()) == Kind(kind)));
    }
}
