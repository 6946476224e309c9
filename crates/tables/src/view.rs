//! Views: how a search that tracks its own pieces looks a state up in a table of some of them.
//!
//! A table of the cross and the slot FR serves every slot of every bottom colour: seen after a symmetry, the
//! searched pieces are the table's. A view compiles that symmetry, and the ones that fold the table's rows,
//! into small arrays, so that a look-up is a handful of reads from them and one from the table.

use std::sync::{Arc, OnceLock};

use cubiform_cube::piece::{CORNER_IMAGE, EDGE_IMAGE};
use cubiform_cube::piece::{conjugate_corner, conjugate_edge};
use cubiform_cube::{PieceSet, Symmetry};

use crate::coordinate::{
    AXIS, Coordinate, LAST_POSITION, MAX_BASE, MAX_REST, MIN_INDEX_BITS, conjugate_orientation, corner_rank,
};
use crate::layout::Seat;
use crate::orbit::{self, ORBIT, ORBIT_AXIS, TURNS};
use crate::placement;
pub use crate::table::Location;
use crate::table::{Table, code};
use crate::tracked::{
    BASES, HALF, HALVES, MANNERS, PAIRS, Stance, Stances, Standing, State, Tracked, Turns, bits, halves,
};

/// What a base placement of the search becomes in the table.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The first cell of its row.
    start: u32,
    /// The number of the set of positions that the row's base takes, where more than two edges are beside it; or that
    /// times the placements of those in twelve positions.
    set: u16,
    /// The flips that are exchanged in the base, and which state of a word it is: exclusive with what the lens says.
    manner: u8,
    /// The lens for the symmetry and the turn that carry it there.
    lens: u8,
}

/// For each set of positions that a base takes, the rank of each placement of up to two more edges in all twelve
/// positions among those in the ones left free; and for more edges the rank of each position, four bits each.
struct FreeRanks {
    of_placements: Vec<u8>,
    of_positions: Vec<u64>,
}

impl FreeRanks {
    /// The ranks for a base and a rest of these sizes, made once for all views.
    fn of(base: usize, rest: usize) -> &'static FreeRanks {
        static ALL: [[OnceLock<FreeRanks>; MAX_REST + 1]; MAX_BASE + 1] =
            [const { [const { OnceLock::new() }; MAX_REST + 1] }; MAX_BASE + 1];
        ALL[base][rest].get_or_init(|| FreeRanks::new(base, rest))
    }

    /// The sets of `base` positions; an entry has the index of one in this list.
    fn sets(base: usize) -> impl Iterator<Item = u16> {
        (0..1u16 << 12).filter(move |set| set.count_ones() as usize == base)
    }

    fn new(base: usize, rest: usize) -> FreeRanks {
        let free = |set: u16, p: u8| p - (set & ((1 << p) - 1)).count_ones() as u8;
        let placements = if rest <= 2 { placement::count(12, rest) } else { 0 };
        let mut of_placements = Vec::new();
        for set in FreeRanks::sets(base) {
            for rank in 0..placements {
                let mut positions = [0; 2];
                placement::unrank(12, rank, &mut positions[..rest]);
                let legal = positions[..rest].iter().all(|p| set >> p & 1 == 0);
                let ranks = positions.map(|p| free(set, p));
                let rank = if legal { placement::rank(12 - base, &ranks[..rest]) } else { 0 };
                of_placements.push(rank as u8);
            }
        }
        let of_positions = FreeRanks::sets(base)
            .map(|set| (0..12).fold(0, |ranks, p| ranks | u64::from(free(set, p)) << (4 * p)))
            .collect();
        FreeRanks { of_placements, of_positions }
    }
}

/// Up to four pieces of the search that are the table's, two by two in the search's order: which they are in its list.
#[derive(Clone, Copy, Default)]
struct Pieces([[u8; 2]; 2]);

/// What becomes of two pieces, or one, by their places: an image each. Those of two pairs are put together by "or". Of up
/// to two edges an image is the rank of their placement in twelve positions (eight bits) and then their flips; of more,
/// four times the position of each edge of the table (six bits each) and from bit 24 on their flips. Of one or two
/// corners it is their rank, of more the place of each corner of the table (eight bits each).
type Images = [u32; PAIRS];

impl Pieces {
    /// Those with these indices, ascending.
    fn new(indices: &[usize]) -> Pieces {
        let mut pieces = Pieces::default();
        for (i, index) in indices.iter().enumerate() {
            pieces.0[i / 2][i % 2] = *index as u8;
        }
        pieces
    }

    /// The two images of `len` pieces put together.
    #[inline(always)]
    fn image(&self, len: usize, places: &[u8; 4], images: &[Images; 2]) -> u32 {
        let of_pair = |pair: usize| {
            let [first, second] = self.0[pair].map(|i| usize::from(places[usize::from(i) & 3]));
            let index = if len > 2 * pair + 1 { first | second << 5 } else { first };
            images[pair][index & (PAIRS - 1)]
        };
        if len > 2 { of_pair(0) | of_pair(1) } else { of_pair(0) }
    }
}

/// A symmetry from the search's pieces to the table's, and then the turn of U and D that is undone there.
struct Lens {
    /// By the manner in which the search's base stands: the flips of the table's base and, in the low four bits if the
    /// table has orbits, which state of the word it is.
    manners: [u8; MANNERS],
    rest: [Images; 2],
    corners: [Images; 2],
    /// By half of an orientation: its part of the table's index, the two exclusive.
    orientation: [[u16; HALVES]; 2],
}

/// What the work of a look-up depends on: how many edges the base has, how many there are beside it, how many
/// corners, and what its cells hold.
type Shape = (usize, usize, usize, Cells);

/// What the cells of a table hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    /// The orientation of all edges.
    Oriented,
    /// The flips of pieces.
    Straight,
    /// The flips of pieces, sixteen states of an orbit for each.
    Orbits,
}

/// A way to look up states of some tracked pieces in a table.
///
/// Where the table keeps the states of an [orbit] in one word, the search's states are looked up with
/// their own turns of U and D [undone](Turns::stances): what is then left to do is the same for all sixteen.
pub struct View {
    /// By the index of a [`Standing`], of states with their turns undone or as they are.
    entries: Box<[Entry]>,
    undoes: bool,
    lenses: Vec<Lens>,
    rest: Pieces,
    corners: Pieces,
    free: &'static FreeRanks,
    shape: Shape,
    /// The codes of the table and how many bytes they are. Kept here because every look-up needs them; a table never
    /// moves or frees its codes while it lives.
    codes: *const u8,
    len: usize,
    table: Arc<Table>,
    symmetry: Symmetry,
}

impl View {
    /// Whether there is a view of `tracked` after `symmetry` in a table of that coordinate: if its base lies within
    /// the image of the tracked base, its rest within that of the rest, its corners within that of the corners, and,
    /// if it holds the orientation of all edges, the symmetry keeps its axis, Z.
    pub fn fits(tracked: &Tracked, symmetry: Symmetry, c: &Coordinate) -> bool {
        let base = |list: &[usize]| PieceSet::new(&[], list);
        let others = PieceSet::new(&tracked.corners, &tracked.rest);
        base(&tracked.base).image(symmetry).contains(base(c.base()))
            && others.image(symmetry).contains(PieceSet::new(c.corners(), c.rest()))
            && (!c.is_oriented() || symmetry.axis(AXIS) == AXIS)
    }

    /// The view of `tracked`, whose turns these are, after `symmetry` in `table`, if it [fits](Self::fits).
    pub fn new(tracked: &Tracked, turns: &Turns, symmetry: Symmetry, table: &Arc<Table>) -> Option<View> {
        let c: &Coordinate = table.coordinate();
        if !View::fits(tracked, symmetry, c) {
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
            set_numbers[usize::from(set)] = i;
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
        // The search's pieces that are the table's are the same whichever symmetry folds it.
        let edge =
            |e: &usize| tracked.rest.iter().position(|t| EDGE_IMAGE[symmetry.index()][*t] as usize == *e);
        let corner = |d: &usize| {
            tracked.corners.iter().position(|t| CORNER_IMAGE[symmetry.index()][*t] as usize == *d)
        };
        let mut rest: Vec<usize> = c.rest().iter().map(edge).collect::<Option<_>>()?;
        let mut corners: Vec<usize> = c.corners().iter().map(corner).collect::<Option<_>>()?;
        rest.sort_unstable();
        corners.sort_unstable();
        let seen = Seen { tracked, undoes, rest: &rest, corners: &corners };
        let sets = if c.rest().len() > 2 { 1 } else { placement::count(12, c.rest().len()) };
        let lanes = if layout.has_orbits() { ORBIT as u8 } else { 1 };
        let mut lenses: Vec<((u8, u8), Lens)> = Vec::new();
        let mut entries = vec![Entry::default(); BASES];
        let mut most = 0;
        for placed in 0..placement::count(12, tracked.base.len()) {
            let mut positions = [0; MAX_BASE];
            placement::unrank(12, placed, &mut positions[..tracked.base.len()]);
            let standing = turns.standing_at(&positions[..tracked.base.len()], undoes);
            if standing.turn() != 0 {
                // The orbit's own placement has the entry.
                continue;
            }
            let mut image = [0; MAX_BASE];
            for (j, i) in sources.iter().enumerate() {
                image[j] = EDGE_IMAGE[symmetry.index()][positions[*i] as usize];
            }
            let seat = layout.seat(c, placement::rank(12, &image[..sources.len()]));
            let lens = (seat.fold, seat.turn);
            let lens = match lenses.iter().position(|(key, _)| *key == lens) {
                Some(i) => i,
                None => {
                    let s = symmetry.then(c.group()[usize::from(seat.fold)]);
                    lenses.push((lens, Lens::new(&seen, s, usize::from(seat.turn), c)));
                    lenses.len() - 1
                }
            };
            let fold = usize::from(seat.fold);
            let flip = |(j, (i, flips)): (usize, &(usize, [u8; 12]))| flips[positions[*i] as usize] << j;
            let flips = folds[fold].iter().enumerate().map(flip).fold(0, |all, flip| all | flip);
            let set = set_numbers[usize::from(folded_set(c, &image, &seat))] * sets;
            // A lane that is a turn is told by the lens.
            let lane = if seat.turn == 0 { seat.lane } else { 0 };
            entries[standing.number()] = Entry {
                start: seat.start,
                set: u16::try_from(set).expect("495 sets and 132 placements at most"),
                manner: flips * lanes + lane,
                lens: u8::try_from(lens).expect("a group has few symmetries"),
            };
            most = most.max(standing.number());
        }
        entries.truncate(most + 1);
        Some(View {
            codes: table.bytes().as_ptr(),
            len: table.bytes().len(),
            table: Arc::clone(table),
            symmetry,
            entries: entries.into_boxed_slice(),
            undoes,
            lenses: lenses.into_iter().map(|(_, lens)| lens).collect(),
            rest: Pieces::new(&rest),
            corners: Pieces::new(&corners),
            free: FreeRanks::of(c.base().len(), c.rest().len()),
            shape: (c.base().len(), c.rest().len(), c.corners().len(), cells),
        })
    }

    /// The table it looks into.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The symmetry from the search to the table, before folding.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Whether it looks states up with their turns of U and D undone, those of an orbit in one word.
    #[inline(always)]
    pub fn undoes(&self) -> bool {
        self.undoes
    }

    /// Where the code of `state` lies.
    #[inline]
    pub fn locate(&self, turns: &Turns, state: &State) -> Location {
        self.locate_shape(&turns.stance(state, self.undoes), self.shape)
    }

    /// Where the codes of those children lie whose bits are set, given as this view [wants](Self::undoes) them; asks the
    /// processor to fetch them.
    #[inline(always)]
    pub fn locate_each(&self, moves: u32, children: &Stances, at: &mut [Location; 32]) {
        // The shapes of the catalogue's tables, compiled each for itself; the cross alone is seldom searched with.
        macro_rules! shapes {
            ($($shape:pat => $same:expr,)*) => {
                match self.shape {
                    $($shape => self.locate_each_shape(moves, children, at, $same),)*
                    shape => self.locate_each_shape(moves, children, at, shape),
                }
            };
        }
        use Cells::{Orbits, Oriented, Straight};
        shapes! {
            (4, 2, 2, Orbits) => (4, 2, 2, Orbits),
            (3, 2, 2, Straight) => (3, 2, 2, Straight),
            (4, 1, 1, Orbits) => (4, 1, 1, Orbits),
            (4, 4, 0, Orbits) => (4, 4, 0, Orbits),
            (4, 3, 0, Orbits) => (4, 3, 0, Orbits),
            (4, 0, 3, Orbits) => (4, 0, 3, Orbits),
            (4, 0, 0, Oriented) => (4, 0, 0, Oriented),
            (4, 1, 1, Oriented) => (4, 1, 1, Oriented),
        }
    }

    #[inline(always)]
    fn locate_each_shape(&self, moves: u32, children: &Stances, at: &mut [Location; 32], shape: Shape) {
        for m in bits(moves) {
            at[m] = self.locate_shape(children.get(m), shape);
        }
        // In a loop of its own: a prefetch whose page must be looked up first holds up what comes after it, so few
        // would be under way if much came between them.
        for m in bits(moves) {
            self.prefetch(at[m]);
        }
    }

    /// Reads the words of those locations whose bits are set and gives them with the distances of the states, whose
    /// parent has distance `parent`; those in the set that are at most `limit`.
    #[inline(always)]
    pub fn admit_each(
        &self,
        moves: u32,
        at: &[Location; 32],
        parent: u8,
        limit: u8,
        distances: &mut [u8; 32],
        words: &mut [u32; 32],
    ) -> u32 {
        let carry = &CARRY[usize::from(parent & 31)];
        let mut admitted = 0;
        for m in bits(moves) {
            words[m] = self.word(at[m]);
            distances[m] = carry[usize::from(at[m].code(words[m]))];
            admitted |= u32::from(distances[m] <= limit) << m;
        }
        admitted
    }

    /// The same for children by [turns of U and D](crate::orbit::ORBIT_MOVES) of a state in an orbit, of which the
    /// standing, with its turn undone, and the word are given.
    #[inline(always)]
    pub fn admit_turned(
        &self,
        moves: u32,
        (standing, word): (Standing, u32),
        parent: u8,
        limit: u8,
        distances: &mut [u8; 32],
    ) -> u32 {
        let carry = &CARRY[usize::from(parent & 31)];
        // In an orbit the lens alone says which state of the word it is.
        let manners = &self.lenses[usize::from(self.entries[standing.number()].lens)].manners;
        let mut admitted = 0;
        for m in bits(moves) {
            let code = code(word, u32::from(manners[standing.turned(m).manner()]) % ORBIT as u32);
            distances[m] = carry[usize::from(code)];
            admitted |= u32::from(distances[m] <= limit) << m;
        }
        admitted
    }

    #[inline(always)]
    fn locate_shape(&self, state: &Stance, (base_len, rest_len, corner_len, cells): Shape) -> Location {
        let entry = &self.entries[state.standing.number()];
        let lens = &self.lenses[usize::from(entry.lens)];
        let lane_bits = if cells == Cells::Orbits { ORBIT.trailing_zeros() as usize } else { 0 };
        let mut manner = usize::from(lens.manners[state.standing.manner()] ^ entry.manner);
        let set = usize::from(entry.set);
        let rest = match rest_len {
            0 => 0,
            1 | 2 => {
                let image = self.rest.image(rest_len, &state.rest, &lens.rest) as usize;
                manner |= (image >> 8) << (base_len + lane_bits);
                usize::from(self.free.of_placements[set + (image & 255)])
            }
            k => {
                let image = self.rest.image(rest_len, &state.rest, &lens.rest);
                manner |= ((image >> 24) as usize) << (base_len + lane_bits);
                let ranks = self.free.of_positions[set];
                let free: [u8; MAX_REST] =
                    std::array::from_fn(|j| (ranks >> (image >> (6 * j) & 63) & 15) as u8);
                placement::rank(12 - base_len, &free[..k])
            }
        };
        let corners = match corner_len {
            0 => 0,
            1 | 2 => self.corners.image(corner_len, &state.corners, &lens.corners) as usize,
            k => {
                corner_rank(&self.corners.image(corner_len, &state.corners, &lens.corners).to_le_bytes()[..k])
            }
        };
        let corner_count = placement::count(8, corner_len) * 3usize.pow(corner_len as u32);
        let cell = u64::from(entry.start) + (rest * corner_count + corners) as u64;
        let (bits, in_cell) = if cells == Cells::Oriented {
            let [first, last] = halves(state.orientation);
            (LAST_POSITION, usize::from(lens.orientation[0][first] ^ lens.orientation[1][last]))
        } else {
            ((base_len + rest_len).max(MIN_INDEX_BITS) + lane_bits, manner)
        };
        Location::new(cell << bits | in_cell as u64)
    }

    /// Asks the processor to fetch the code at a location, into the second-level cache: the first is needed for the small
    /// arrays (2 % faster, measured).
    #[inline(always)]
    pub fn prefetch(&self, at: Location) {
        let byte = self.codes.wrapping_add(at.byte());
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect that a program can see, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(byte.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = byte;
    }

    /// The word of a location.
    #[inline(always)]
    fn word(&self, at: Location) -> u32 {
        let byte = at.byte();
        assert!(byte + size_of::<u32>() <= self.len, "a location of another table");
        // SAFETY: the word lies within the codes, as was just asserted; `codes` points to them as long as `table` lives,
        // which this view keeps alive: see `new`. It is read wherever it lies.
        u32::from_le(unsafe { self.codes.add(byte).cast::<u32>().read_unaligned() })
    }

    /// The code at a location: the distance modulo 3.
    #[inline(always)]
    pub fn code(&self, at: Location) -> u8 {
        at.code(self.word(at))
    }
}

// SAFETY: `codes` points to bytes that nothing writes to, in a table that is itself `Send` and `Sync`.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

/// The distance of a state of that code, given one that is off by one at most, below 32.
pub fn carried(near: u8, code: u8) -> u8 {
    CARRY[usize::from(near & 31)][usize::from(code & 3)]
}

/// The distance of a child, by that of its parent, below 32, and the child's code.
///
/// (code - parent) mod 3 is 0, 1 or 2: the same, one more, one less.
const CARRY: [[u8; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut parent = 0;
    while parent < 32 {
        let mut code = 0;
        while code < 4 {
            let change = (code + 3 - parent % 3) % 3;
            table[parent][code] = (parent + change) as u8;
            if change == 2 {
                table[parent][code] = (parent as u8).wrapping_sub(1);
            }
            code += 1;
        }
        parent += 1;
    }
    table
};

/// Which edge of the search's base a symmetry of a view that fits carries to this one of the table's.
fn base_source(tracked: &Tracked, s: Symmetry, edge: usize) -> usize {
    let source = tracked.base.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == edge);
    source.expect("the table's base lies within the search's, and its group keeps it")
}

/// The positions that the base of a row takes, given those of an image of it in the table and where that lies.
fn folded_set(c: &Coordinate, image: &[u8; MAX_BASE], seat: &Seat) -> u16 {
    let fold = EDGE_IMAGE[c.group()[usize::from(seat.fold)].index()];
    let back = &TURNS[orbit::inverse(usize::from(seat.turn))].edges;
    image[..c.base().len()]
        .iter()
        .map(|p| back[2 * usize::from(fold[usize::from(*p)])] / 2)
        .fold(0, |set, p| set | 1 << p)
}

/// What of the search a lens sees.
struct Seen<'a> {
    tracked: &'a Tracked,
    /// Whether the search's turns are undone.
    undoes: bool,
    /// Which of the search's edges outside the base, and of its corners, are the table's, ascending.
    rest: &'a [usize],
    corners: &'a [usize],
}

/// A piece of the search as one of the table's: which, and its place there by each place of the search.
type Carried = (usize, [u8; 24]);

impl Lens {
    /// First `s`, then `turn` undone.
    fn new(seen: &Seen<'_>, s: Symmetry, turn: usize, c: &Coordinate) -> Lens {
        let tracked = seen.tracked;
        let back = &TURNS[orbit::inverse(turn)];
        // By edge of the table's base: which of the search's it is.
        let base: Vec<usize> = c.base().iter().map(|edge| base_source(tracked, s, *edge)).collect();
        let lanes: [usize; ORBIT] = std::array::from_fn(|own| match seen.undoes {
            true => orbit::then(turn, orbit::image(s, own)),
            false => turn,
        });
        let manner = |manner: usize| {
            let flips = base.iter().enumerate();
            let flips = flips.fold(0, |flips, (j, i)| flips | ((manner / ORBIT) >> i & 1) << j);
            if c.layout().has_orbits() { flips * ORBIT + lanes[manner % ORBIT] } else { flips }
        };
        let edge = |i: &usize| -> Carried {
            let edge = tracked.rest[*i];
            let to = usize::from(EDGE_IMAGE[s.index()][edge]);
            let j = c.rest().iter().position(|e| *e == to).expect("it is one of the table's");
            let place = |place| back.edges[usize::from(conjugate_edge(s, edge, place as u8))];
            (j, std::array::from_fn(place))
        };
        let corner = |i: &usize| -> Carried {
            let corner = tracked.corners[*i];
            let to = usize::from(CORNER_IMAGE[s.index()][corner]);
            let j = c.corners().iter().position(|d| *d == to).expect("it is one of the table's");
            let place = |place| back.corners[usize::from(conjugate_corner(s, corner, place as u8))];
            (j, std::array::from_fn(place))
        };
        let mut lens = Lens {
            manners: std::array::from_fn(|own| manner(own) as u8),
            rest: [[0; PAIRS]; 2],
            corners: [[0; PAIRS]; 2],
            orientation: [0, HALF].map(|shift| {
                std::array::from_fn(|half| {
                    conjugate_orientation((half << shift) as u16, s) & ((1 << LAST_POSITION) - 1)
                })
            }),
        };
        let rest: Vec<Carried> = seen.rest.iter().map(edge).collect();
        for (images, pieces) in lens.rest.iter_mut().zip(rest.chunks(2)) {
            fill_images(images, pieces, |places| edges_image(c.rest().len(), places));
        }
        let corners: Vec<Carried> = seen.corners.iter().map(corner).collect();
        for (images, pieces) in lens.corners.iter_mut().zip(corners.chunks(2)) {
            fill_images(images, pieces, |places| corners_image(c.corners().len(), places));
        }
        lens
    }
}

/// Fills the images of one or two pieces of a table by their places, of no account where two stand in one position.
fn fill_images(images: &mut Images, pieces: &[Carried], image: impl Fn(&[(usize, u8)]) -> u32) {
    let (first, to_first) = &pieces[0];
    for (a, own) in to_first.iter().zip(images.iter_mut()) {
        *own = image(&[(*first, *a)]);
    }
    let Some((second, to_second)) = pieces.get(1) else { return };
    for (b, row) in to_second.iter().zip(images.chunks_exact_mut(32)) {
        for (a, own) in to_first.iter().zip(row) {
            *own = image(&[(*first, *a), (*second, *b)]);
        }
    }
}

/// The image of one or two of `len` edges of a table, each in a place.
fn edges_image(len: usize, places: &[(usize, u8)]) -> u32 {
    let flips = places.iter().fold(0, |flips, (j, place)| flips | u32::from(place % 2) << j);
    if len > 2 {
        let positions = |image, (j, place): &(usize, u8)| image | u32::from(place / 2 * 4) << (6 * j);
        return places.iter().fold(flips << 24, positions);
    }
    let mut positions = [0; 2];
    for (j, place) in places {
        positions[*j] = place / 2;
    }
    if places.len() < len || len == 2 && positions[0] == positions[1] {
        return 0;
    }
    placement::rank(12, &positions[..len]) as u32 | flips << 8
}

/// The image of one or two of `len` corners of a table, each in a place.
fn corners_image(len: usize, places: &[(usize, u8)]) -> u32 {
    if len > 2 {
        return places.iter().fold(0, |image, (j, place)| image | u32::from(*place) << (8 * j));
    }
    let mut all = [0; 2];
    for (j, place) in places {
        all[*j] = *place;
    }
    if places.len() < len || len == 2 && all[0] / 3 == all[1] / 3 {
        return 0;
    }
    corner_rank(&all[..len]) as u32
}
