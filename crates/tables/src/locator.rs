//! Locators: where in a table the state of a search lies.
//!
//! A table of the cross and the slot FR serves every slot of every bottom colour: seen after a symmetry, the
//! searched pieces are the table's. A locator compiles that symmetry, and the ones that fold the table's rows,
//! into small arrays, so that a state is found with a handful of reads from them.

use std::sync::OnceLock;

use cubiform_cube::piece::{EDGE_IMAGE, conjugate_edge};
use cubiform_cube::{PieceSet, Symmetry};

use crate::coordinate::{
    AXIS, Coordinate, LAST_POSITION, MAX_BASE, MIN_INDEX_BITS, corner_rank, corner_tuples,
};
use crate::lanes::bits;
use crate::layout::Seat;
use crate::lens::{FLIP_SHIFT, Lens, base_source};
use crate::loose::{Kind, Ways};
use crate::orbit::{self, ORBIT, ORBIT_AXIS, TURNS};
use crate::placement;
use crate::spot::{self, Spot};
use crate::stances::{Stance, Stances};
use crate::table::{Location, WORD};
use crate::tracked::{State, Tracked, Turns, halves};
#[cfg(target_arch = "x86_64")]
use crate::wide::{Wide, WideLocator};

/// What a base placement of the search becomes in the table: eight bytes.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Entry {
    /// Where its row begins, in [units](crate::layout::Layout::unit).
    row: u16,
    /// The positions that the row's base takes, a bit each, and from bit 12 on which layer it leaves loose.
    taken: u16,
    /// The number of that set of positions.
    set: u16,
    /// Sixteen times the flips that are exchanged in the base, and which state of a word it is: exclusive with what the lens
    /// says.
    manner: u8,
    /// The lens for the symmetry and the turn that carry it there.
    lens: u8,
}

/// Where the kind lies in what an entry has of positions.
pub(crate) const KIND_SHIFT: u32 = 12;

impl Entry {
    #[inline(always)]
    fn flips(&self) -> u8 {
        self.manner / ORBIT as u8
    }

    /// Which state of a word it is.
    #[inline(always)]
    fn lane(&self) -> u8 {
        self.manner % ORBIT as u8
    }

    #[inline(always)]
    fn kind(&self) -> Kind {
        Kind::from_number((self.taken >> KIND_SHIFT) as u8)
    }
}

/// For each set of positions that a base takes, the rank of each position among those left free, four bits each.
struct FreeRanks(Vec<u64>);

impl FreeRanks {
    /// The ranks for a base of this size, made once for all views.
    fn of(base: usize) -> &'static FreeRanks {
        static ALL: [OnceLock<FreeRanks>; MAX_BASE + 1] = [const { OnceLock::new() }; MAX_BASE + 1];
        ALL[base].get_or_init(|| {
            let free = |set: u16, p: u8| p - (set & ((1 << p) - 1)).count_ones() as u8;
            let of_set = |set| (0..12).fold(0, |ranks, p| ranks | u64::from(free(set, p)) << (4 * p));
            FreeRanks(FreeRanks::sets(base).map(of_set).collect())
        })
    }

    /// The sets of `base` positions; an entry has the index of one in this list.
    fn sets(base: usize) -> impl Iterator<Item = u16> {
        (0..1u16 << 12).filter(move |set| set.count_ones() as usize == base)
    }
}

/// What the work of a look-up depends on: how many edges the base has, how many there are beside it, how many
/// corners, and what its cells hold.
pub(crate) type Shape = (usize, usize, usize, Cells);

/// What the cells of a table hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cells {
    /// The orientation of all edges.
    Oriented,
    /// The flips of pieces.
    Straight,
    /// The flips of pieces, sixteen states of an orbit for each.
    Orbits,
}

/// Where some codes of a table lie, by lane.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct Located {
    /// The word, counted in words.
    pub(crate) words: [u32; 32],
    /// Which code of the word, and where turns of U and D lead: the bits of a [`Spot`].
    pub(crate) spots: [u32; 32],
}

impl Located {
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, (word, spot): (u32, Spot)) {
        (self.words[lane & 31], self.spots[lane & 31]) = (word, spot.0.into());
    }

    /// The spot of a child.
    #[inline(always)]
    pub fn spot(&self, lane: usize) -> Spot {
        Spot(self.spots[lane & 31] as u8)
    }
}

/// What finds states of some tracked pieces in a table.
///
/// Where the table keeps the states of an [orbit] in one word, the search's states are looked up with
/// their own turns of U and D undone: what is then left to do is the same for all sixteen.
pub(crate) struct Locator {
    /// By the number of a [`Standing`](crate::stances::Standing), of states with their turns undone or as they are.
    entries: Box<[Entry]>,
    undoes: bool,
    lenses: Vec<Lens>,
    ways: Option<&'static Ways>,
    free: &'static FreeRanks,
    shape: Shape,
    /// For all lanes of a vector at a time, where the processor can.
    #[cfg(target_arch = "x86_64")]
    wide: Option<Box<WideLocator>>,
}

impl Locator {
    /// Whether there is one of `tracked` after `symmetry` in a table of that coordinate: if its base lies within
    /// the image of the tracked base, its rest within that of the rest, its corners within that of the corners, and,
    /// if it holds the orientation of all edges, the symmetry keeps its axis, Z.
    pub(crate) fn fits(tracked: &Tracked, symmetry: Symmetry, c: &Coordinate) -> bool {
        let base = |list: &[usize]| PieceSet::new(&[], list);
        let others = PieceSet::new(&tracked.corners, &tracked.rest);
        base(&tracked.base).image(symmetry).contains(base(c.base()))
            && others.image(symmetry).contains(PieceSet::new(c.corners(), c.rest()))
            && (!c.is_oriented() || symmetry.axis(AXIS) == AXIS)
    }

    /// That of `tracked`, whose turns these are, after `symmetry` in a table of that coordinate, if it
    /// [fits](Self::fits).
    pub(crate) fn new(
        tracked: &Tracked,
        turns: &Turns,
        symmetry: Symmetry,
        c: &Coordinate,
    ) -> Option<Locator> {
        if !Locator::fits(tracked, symmetry, c) {
            return None;
        }
        let layout = c.layout();
        let cells = match (c.is_oriented(), layout.has_orbits()) {
            (true, _) => Cells::Oriented,
            (false, false) => Cells::Straight,
            (false, true) => Cells::Orbits,
        };
        let undoes = layout.has_orbits()
            && tracked.base.len() == c.base().len()
            && symmetry.axis(ORBIT_AXIS) == ORBIT_AXIS;
        // Where the table's base pieces come from before folding.
        let source = |edge: &usize| base_source(tracked, symmetry, *edge);
        let sources: Vec<usize> = c.base().iter().map(source).collect();
        let mut set_numbers = vec![0; 1 << 12];
        for (i, set) in FreeRanks::sets(c.base().len()).enumerate() {
            set_numbers[usize::from(set)] = i as u16;
        }
        // For each symmetry that folds the table and each edge of its base: which of the search's edges it is, and
        // the flip by that one's position.
        let folds: Vec<Vec<(usize, [u8; 12])>> = c
            .group()
            .iter()
            .map(|g| {
                let total = symmetry.then(*g);
                let edge = |edge: &usize| {
                    let i = base_source(tracked, total, *edge);
                    let flip = |p| conjugate_edge(total, tracked.base[i], 2 * p as u8) & 1;
                    (i, std::array::from_fn(flip))
                };
                c.base().iter().map(edge).collect()
            })
            .collect();
        // By lens: its symmetry of the group and turn, and how many entries have it.
        let mut lenses: Vec<((u8, u8), usize)> = Vec::new();
        let standings = turns.standings(tracked.base.len(), undoes);
        let numbers = standings.iter().map(|(_, standing)| standing.number() + 1).max().unwrap_or(0);
        let mut entries = vec![Entry::default(); numbers];
        for (positions, standing) in standings {
            let mut image = [0; MAX_BASE];
            for (j, i) in sources.iter().enumerate() {
                image[j] = EDGE_IMAGE[symmetry.index()][positions[*i] as usize];
            }
            let seat = layout.seat(c, placement::rank(12, &image[..sources.len()]));
            let lens = (seat.fold, seat.turn);
            let lens = match lenses.iter().position(|(key, _)| *key == lens) {
                Some(i) => i,
                None => {
                    lenses.push((lens, 0));
                    lenses.len() - 1
                }
            };
            lenses[lens].1 += 1;
            let fold = usize::from(seat.fold);
            let flip = |(j, (i, flips)): (usize, &(usize, [u8; 12]))| flips[positions[*i] as usize] << j;
            let flips = folds[fold].iter().enumerate().map(flip).fold(0, |all, flip| all | flip);
            let taken = folded_set(c, &image, &seat);
            assert_eq!(
                undoes && standing.is_in_orbit(),
                undoes && seat.in_orbit,
                "both have the same orbits"
            );
            // A lane that is a turn is told by the lens.
            let lane = if seat.turn == 0 { seat.lane } else { 0 };
            entries[standing.number()] = Entry {
                row: u16::try_from(seat.start as usize / layout.unit(c))
                    .expect("four for each of 11,880 at most"),
                taken: taken | u16::from(seat.loose.number()) << KIND_SHIFT,
                set: set_numbers[usize::from(taken)],
                manner: flips * ORBIT as u8 + lane,
                lens: u8::try_from(lens).expect("a group has few symmetries"),
            };
        }
        // The most used come first. They are large: each is made where it stays.
        let mut order: Vec<usize> = (0..lenses.len()).collect();
        order.sort_by_key(|lens| std::cmp::Reverse(lenses[*lens].1));
        let mut numbers = vec![0; lenses.len()];
        for (number, lens) in order.iter().enumerate() {
            numbers[*lens] = number as u8;
        }
        for entry in &mut entries {
            entry.lens = numbers[usize::from(entry.lens)];
        }
        let lens = |(fold, turn): (u8, u8)| {
            let s = symmetry.then(c.group()[usize::from(fold)]);
            Lens::new(tracked, undoes, s, usize::from(turn), c)
        };
        let lenses: Vec<Lens> = order.iter().map(|i| lens(lenses[*i].0)).collect();
        let shape = (c.base().len(), c.rest().len(), c.corners().len(), cells);
        Some(Locator {
            #[cfg(target_arch = "x86_64")]
            wide: Wide::chosen().filter(|_| undoes).and_then(|wide| WideLocator::new(wide, shape, &lenses)),
            ways: layout.ways(),
            entries: entries.into_boxed_slice(),
            undoes,
            lenses,
            free: FreeRanks::of(c.base().len()),
            shape,
        })
    }

    /// Whether it wants states with their turns of U and D undone.
    #[inline(always)]
    pub(crate) fn undoes(&self) -> bool {
        self.undoes
    }

    #[cfg(all(test, target_arch = "x86_64"))]
    pub(crate) fn wide(&self) -> Option<&WideLocator> {
        self.wide.as_deref()
    }

    #[cfg(all(test, target_arch = "x86_64"))]
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Where the code of `state` lies.
    pub(crate) fn locate(&self, turns: &Turns, state: &State) -> Location {
        let (word, spot) = self.locate_shape(&turns.stance(state, self.undoes), self.shape);
        Location::new(u64::from(word) * WORD as u64 + u64::from(spot.0) % WORD as u64)
    }

    /// Where the codes of those children lie whose lanes are in `set`, with their turns undone if it [wants](Self::undoes) that.
    #[inline(always)]
    pub(crate) fn locate_each(&self, set: u32, children: &Stances, located: &mut Located) {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = &self.wide
            && wide.is_worth(set)
        {
            let others = wide.locate(&self.entries, set, children, located);
            if others != 0 {
                self.locate_one_by_one(others, children, located);
            }
            return;
        }
        self.locate_one_by_one(set, children, located);
    }

    /// The same, without vectors. Where there are some this is for few children at a time.
    #[inline(always)]
    pub(crate) fn locate_one_by_one(&self, set: u32, children: &Stances, located: &mut Located) {
        // The shapes of the catalogue's tables, compiled each for itself; the cross alone is seldom searched with.
        use Cells::{Orbits, Oriented, Straight};
        let locate = match self.shape {
            (4, 2, 2, Orbits) => Locator::locate_compiled::<4, 2, 2, { Orbits as u8 }>,
            (3, 2, 2, Straight) => Locator::locate_compiled::<3, 2, 2, { Straight as u8 }>,
            (4, 1, 1, Orbits) => Locator::locate_compiled::<4, 1, 1, { Orbits as u8 }>,
            (4, 4, 0, Orbits) => Locator::locate_compiled::<4, 4, 0, { Orbits as u8 }>,
            (4, 3, 0, Orbits) => Locator::locate_compiled::<4, 3, 0, { Orbits as u8 }>,
            (4, 0, 3, Orbits) => Locator::locate_compiled::<4, 0, 3, { Orbits as u8 }>,
            (4, 0, 0, Oriented) => Locator::locate_compiled::<4, 0, 0, { Oriented as u8 }>,
            (4, 1, 1, Oriented) => Locator::locate_compiled::<4, 1, 1, { Oriented as u8 }>,
            _ => Locator::locate_any,
        };
        locate(self, set, children, located);
    }

    /// For one shape: apart, since all of them in one function leave too few registers.
    #[inline(never)]
    fn locate_compiled<const BASE: usize, const REST: usize, const CORNERS: usize, const CELLS: u8>(
        &self,
        set: u32,
        children: &Stances,
        located: &mut Located,
    ) {
        const ORIENTED: u8 = Cells::Oriented as u8;
        const STRAIGHT: u8 = Cells::Straight as u8;
        const ORBITS: u8 = Cells::Orbits as u8;
        let cells = const {
            match CELLS {
                ORIENTED => Cells::Oriented,
                STRAIGHT => Cells::Straight,
                ORBITS => Cells::Orbits,
                _ => panic!("cells are of these kinds"),
            }
        };
        self.locate_each_shape(set, children, located, (BASE, REST, CORNERS, cells));
    }

    /// For any.
    #[inline(never)]
    fn locate_any(&self, set: u32, children: &Stances, located: &mut Located) {
        self.locate_each_shape(set, children, located, self.shape);
    }

    #[inline(always)]
    fn locate_each_shape(&self, set: u32, children: &Stances, located: &mut Located, shape: Shape) {
        for lane in bits(set) {
            located.set(lane, self.locate_shape(&children.get(lane), shape));
        }
    }

    /// The word in which the code of a state lies, counted in words, and its spot there.
    #[inline(always)]
    fn locate_shape(&self, state: &Stance, (base_len, rest_len, corner_len, cells): Shape) -> (u32, Spot) {
        let entry = &self.entries[state.standing.number()];
        let lens = &self.lenses[usize::from(entry.lens)];
        let mut flips = usize::from(lens.flips[state.standing.flips()] ^ entry.flips());
        let mut rest = 0;
        if rest_len > 0 {
            let ranks = self.free.0[usize::from(entry.set)];
            let places = up_to(rest_len, |j| lens.rest[j].place(&state.rest));
            let free = places.map(|place| (ranks >> (place % (1 << FLIP_SHIFT)) & 15) as u8);
            let flip = |(j, place): (usize, &u8)| usize::from(place >> FLIP_SHIFT) << (base_len + j);
            flips |= places.iter().enumerate().map(flip).sum::<usize>();
            rest = placement::rank(12 - base_len, &free[..rest_len]);
        }
        let places = up_to(corner_len, |j| lens.corners[j].place(&state.corners));
        let corners = match corner_len {
            2 => usize::from(TWO_CORNERS[usize::from(places[0]) & 31][usize::from(places[1]) & 31]),
            _ => corner_rank(&places[..corner_len]),
        };
        let corner_count = corner_tuples(corner_len);
        let rest_count = placement::count(12 - base_len, rest_len);
        let mut in_row = rest * corner_count + corners;
        let row_cells = rest_count * corner_count;
        if cells == Cells::Oriented {
            let [first, last] = halves(state.orientation);
            let in_cell = lens.orientation[0][first] ^ lens.orientation[1][last];
            let cell = usize::from(entry.row) * row_cells + in_row;
            return in_words((cell as u64) << LAST_POSITION | u64::from(in_cell));
        }
        let index_bits = (base_len + rest_len).max(MIN_INDEX_BITS);
        if cells == Cells::Straight {
            let cell = usize::from(entry.row) * row_cells + in_row;
            return in_words((cell as u64) << index_bits | flips as u64);
        }
        let mut spot = lens.turns[state.standing.turn()] ^ entry.lane();
        let ways = self.ways.expect("a table of orbits has ways");
        if let Some(side) = entry.kind().side() {
            let way = ways.get(entry.kind(), rest, corners);
            in_row = way.index();
            spot |= way.quarter() << (2 * side);
            spot |= if way.is_held() { (side as u8 + 1) << spot::HELD_SHIFT } else { 0 };
        }
        let cell = usize::from(entry.row) * ways.numbers() + in_row;
        ((cell << index_bits | flips) as u32, Spot(spot))
    }
}

/// What there is of four by their numbers, of the first `len`; 0 for others.
#[inline(always)]
fn up_to(len: usize, place: impl Fn(usize) -> u8) -> [u8; 4] {
    std::array::from_fn(|j| if j < len { place(j) } else { 0 })
}

/// The word that has the code of this index, and which of its codes it is.
#[inline(always)]
fn in_words(code: u64) -> (u32, Spot) {
    ((code / WORD as u64) as u32, Spot((code % WORD as u64) as u8))
}

/// By the places of two corners: their [rank](corner_rank).
static TWO_CORNERS: [[u16; 32]; 32] = {
    let (mut ranks, mut i) = ([[0; 32]; 32], 0);
    while i < 24 * 24 {
        let (first, second) = (i / 24, i % 24);
        ranks[first][second] = corner_rank(&[first as u8, second as u8]) as u16;
        i += 1;
    }
    ranks
};

/// The positions that the base of a row takes, given those of an image of it in the table and where that lies.
fn folded_set(c: &Coordinate, image: &[u8; MAX_BASE], seat: &Seat) -> u16 {
    let fold = EDGE_IMAGE[c.group()[usize::from(seat.fold)].index()];
    let back = &TURNS[orbit::inverse(usize::from(seat.turn))].edges;
    image[..c.base().len()]
        .iter()
        .map(|p| back[2 * usize::from(fold[usize::from(*p)])] / 2)
        .fold(0, |set, p| set | 1 << p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::goal::{CROSS, Target};
    use cubiform_cube::{Cube, Move, random};

    #[test]
    fn turns_of_u_and_d_lead_from_spot_to_spot() {
        // Of the edges between U and D a symmetry may exchange these layers.
        for (base, rest, corners, senses) in [
            (CROSS.to_vec(), vec![8, 9, 10, 11], vec![4, 5, 6, 7], [0, 1]),
            (vec![8, 9, 10, 11], vec![0, 2, 4, 6], vec![0, 2, 5, 7], [0, 2]),
        ] {
            let pieces = PieceSet::new(&corners[..1], &[&base[..], &rest[..1]].concat());
            let coordinate = Coordinate::new(Target::solved(pieces), &base);
            let tracked = Tracked { base, rest, corners };
            let turns = Turns::new(&tracked);
            let (mut seen, mut held) = (Vec::new(), 0);
            for s in Symmetry::all() {
                let Some(locator) = Locator::new(&tracked, &turns, s, &coordinate) else { continue };
                let find = |cube: &Cube| {
                    locator.locate_shape(&turns.stance(&tracked.state(cube), true), locator.shape)
                };
                for cube in random::states(3).take(500) {
                    let stance = turns.stance(&tracked.state(&cube), true);
                    if !locator.undoes() || !stance.standing.is_in_orbit() {
                        continue;
                    }
                    let (word, spot) = find(&cube);
                    let sense = spot.0 >> 6;
                    if !seen.contains(&sense) {
                        seen.push(sense);
                    }
                    for m in Move::all().filter(|m| orbit::of_move(*m).is_some()) {
                        let child = find(&cube.turn(m));
                        assert_eq!(child, (word, spot.after(m.index())), "{s:?}, {m}");
                        held += usize::from(child.1 == spot);
                    }
                }
            }
            seen.sort_unstable();
            assert!(seen == senses && held > 0, "{seen:?}, {held} held");
        }
    }
}
