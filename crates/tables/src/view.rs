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
    AXIS, Coordinate, LAST_POSITION, MAX_BASE, MAX_CORNERS, MAX_REST, MIN_INDEX_BITS, conjugate_orientation,
    corner_rank,
};
use crate::layout::Seat;
use crate::orbit::{self, ORBIT, ORBIT_AXIS, TURNS};
use crate::placement;
pub use crate::table::Location;
use crate::table::{Table, code};
use crate::tracked::{
    BASES, HALF, HALVES, PAIRS, PLACE, Stance, Stances, Standing, State, Tracked, Turns, bits, halves,
    place_shift,
};

/// What a base placement of the search becomes in the table: the first cell of its row in 32 bits, the number of the set
/// of positions that the row's base takes in 9, the lens for the symmetry and the turn that carry it there in 12, the
/// flips that the symmetry exchanges in the base in 4, and how many times its cells are doubled in 3.
#[derive(Clone, Copy, Default)]
struct Entry(u64);

impl Entry {
    fn new(seat: &Seat, set: usize, lens: usize, flips: u8) -> Entry {
        assert!(
            set < 1 << 9 && lens < 1 << 12 && flips < 1 << 4 && seat.shift < 1 << 3,
            "each fits its bits"
        );
        let above = set as u64 | (lens as u64) << 9 | u64::from(flips) << 21 | u64::from(seat.shift) << 25;
        Entry(u64::from(seat.start) | above << 32)
    }

    #[inline(always)]
    fn start(self) -> u64 {
        self.0 & 0xffff_ffff
    }

    #[inline(always)]
    fn set(self) -> usize {
        (self.0 >> 32 & 0x1ff) as usize
    }

    #[inline(always)]
    fn lens(self) -> usize {
        (self.0 >> 41 & 0xfff) as usize
    }

    #[inline(always)]
    fn flips(self) -> usize {
        (self.0 >> 53 & 15) as usize
    }

    #[inline(always)]
    fn shift(self) -> u8 {
        (self.0 >> 57) as u8
    }
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

/// Two pieces of the search that are two consecutive ones of the table; the second may be missing.
///
/// Their places index an array of 1024 images. For up to two edges an image is the rank of their placement in twelve
/// positions (eight bits) and then their flips; for more, four times each position (six bits each) and the flips of
/// each two. For one or two corners it is their rank, for more their places.
#[derive(Clone, Copy, Default)]
struct Pair {
    shifts: [u8; 2],
    second: u16,
}

/// Images in the array of a pair.
const PAIR_IMAGES: usize = PAIRS;

impl Pair {
    /// `from` are the indices of the pieces in the search's list.
    fn new(from: &[usize], images: &mut [u16; PAIR_IMAGES], image: impl Fn(&[u8]) -> u16) -> Pair {
        *images = std::array::from_fn(|i| {
            let places = &[(i % 32) as u8, (i / 32) as u8][..from.len()];
            if places.iter().all(|p| *p < 24) { image(places) } else { 0 }
        });
        Pair {
            // The second place comes to lie above the first: shifted up by five, or less down.
            shifts: [place_shift(from[0]), place_shift(*from.last().expect("a pair has a piece"))],
            second: if from.len() == 1 { 0 } else { (PLACE << 5) as u16 },
        }
    }

    #[inline(always)]
    fn index(&self, places: u32) -> usize {
        let first = places >> self.shifts[0] & PLACE;
        let second = (places << 5) >> self.shifts[1] & u32::from(self.second);
        (first | second) as usize
    }
}

/// A symmetry from the search's pieces to the table's, and then the turn of U and D that is undone there.
struct Lens {
    /// By the turn that has been undone of the search's state: which state of the word it is.
    turns: [u8; ORBIT],
    /// The flips of the table's base, by those of the search's base.
    base_flips: [u8; 16],
    /// The table's rest, two by two, and what their places become.
    rest: [Pair; MAX_REST / 2],
    rest_images: [[u16; PAIR_IMAGES]; MAX_REST / 2],
    /// The table's corners, two by two, and what their places become.
    corners: [Pair; MAX_CORNERS / 2],
    corner_images: [[u16; PAIR_IMAGES]; MAX_CORNERS / 2],
    /// By half of an orientation: its part of the table's index, the two exclusive.
    orientation: [[u16; HALVES]; 2],
}

/// What the work of a look-up depends on: how many edges the base has, how many there are beside it, how many
/// corners, and whether all edges are oriented.
type Shape = (usize, usize, usize, bool);

/// A way to look up states of some tracked pieces in a table.
///
/// Where the table keeps the states of an [orbit](crate::orbit) in one word, the search's states are looked up with
/// their own turns of U and D [undone](Turns::undone): what is then left to do is the same for all sixteen.
pub struct View {
    /// By the index of a [`Standing`], of states with their turns undone or as they are.
    entries: Box<[Entry]>,
    undoes: bool,
    lenses: Vec<Lens>,
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

    /// The view of `tracked` after `symmetry` in `table`, if it [fits](Self::fits).
    /// `turns` are those of `tracked`.
    pub fn new(tracked: &Tracked, turns: &Turns, symmetry: Symmetry, table: &Arc<Table>) -> Option<View> {
        let c: &Coordinate = table.coordinate();
        if !View::fits(tracked, symmetry, c) {
            return None;
        }
        let layout = c.layout();
        let undoes = layout.has_orbits()
            && tracked.base.len() == c.base().len()
            && symmetry.axis(ORBIT_AXIS) == ORBIT_AXIS;
        // Where the table's base pieces come from before folding.
        let source = |edge: &usize| {
            tracked.base.iter().position(|e| EDGE_IMAGE[symmetry.index()][*e] as usize == *edge)
        };
        let sources: Vec<usize> = c.base().iter().map(source).collect::<Option<_>>()?;
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
                    let i = base_source(tracked, total, *edge).expect("the group keeps the base");
                    let flip = |p| conjugate_edge(total, tracked.base[i], 2 * p as u8) & 1;
                    (i, std::array::from_fn(flip))
                };
                c.base().iter().map(edge).collect()
            })
            .collect();
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
                    lenses.push((lens, Lens::new(tracked, s, usize::from(seat.turn), undoes, c)?));
                    lenses.len() - 1
                }
            };
            let fold = usize::from(seat.fold);
            let flip = |(j, (i, flips)): (usize, &(usize, [u8; 12]))| flips[positions[*i] as usize] << j;
            let flips = folds[fold].iter().enumerate().map(flip).fold(0, |all, flip| all | flip);
            let set = set_numbers[usize::from(folded_set(c, &image, &seat))];
            entries[standing.index()] = Entry::new(&seat, set, lens, flips);
            most = most.max(standing.index());
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
            free: FreeRanks::of(c.base().len(), c.rest().len()),
            shape: (c.base().len(), c.rest().len(), c.corners().len(), c.is_oriented()),
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
        match self.shape {
            (4, 2, 2, false) => self.locate_each_shape(moves, children, at, (4, 2, 2, false)),
            (3, 2, 2, false) => self.locate_each_shape(moves, children, at, (3, 2, 2, false)),
            (4, 1, 1, false) => self.locate_each_shape(moves, children, at, (4, 1, 1, false)),
            (4, 4, 0, false) => self.locate_each_shape(moves, children, at, (4, 4, 0, false)),
            (4, 3, 0, false) => self.locate_each_shape(moves, children, at, (4, 3, 0, false)),
            (4, 0, 3, false) => self.locate_each_shape(moves, children, at, (4, 0, 3, false)),
            (4, 0, 0, true) => self.locate_each_shape(moves, children, at, (4, 0, 0, true)),
            (4, 1, 1, true) => self.locate_each_shape(moves, children, at, (4, 1, 1, true)),
            shape => self.locate_each_shape(moves, children, at, shape),
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
        let lens = &self.lenses[self.entries[standing.index()].lens()];
        let mut admitted = 0;
        for m in bits(moves) {
            let code = code(word, u32::from(lens.turns[standing.turned(m).turn()]));
            distances[m] = carry[usize::from(code)];
            admitted |= u32::from(distances[m] <= limit) << m;
        }
        admitted
    }

    #[inline(always)]
    fn locate_shape(&self, state: &Stance, (base_len, rest_len, corner_len, oriented): Shape) -> Location {
        let (base, rest, corners) = (state.standing, state.rest(), state.corners());
        let entry = self.entries[base.index()];
        let lens = &self.lenses[entry.lens()];
        let rest_image = |i: usize| {
            let index = lens.rest[i].index(rest);
            usize::from(lens.rest_images[i][index & (PAIR_IMAGES - 1)])
        };
        let corner_image = |i: usize| {
            let index = lens.corners[i].index(corners);
            lens.corner_images[i][index & (PAIR_IMAGES - 1)]
        };
        let mut flips = usize::from(lens.base_flips[base.flips() & 15]) ^ entry.flips();
        let rest = match rest_len {
            0 => 0,
            1 | 2 => {
                let image = rest_image(0);
                flips |= (image >> 8) << base_len;
                usize::from(
                    self.free.of_placements[entry.set() * placement::count(12, rest_len) + (image & 255)],
                )
            }
            k => {
                let ranks = self.free.of_positions[entry.set()];
                let mut free = [0; MAX_REST];
                for (i, free) in free.chunks_mut(2).enumerate().take(k.div_ceil(2)) {
                    let image = rest_image(i);
                    flips |= (image >> 12) << (base_len + 2 * i);
                    free[0] = (ranks >> (image & 63) & 15) as u8;
                    free[1] = (ranks >> (image >> 6 & 63) & 15) as u8;
                }
                placement::rank(12 - base_len, &free[..k])
            }
        };
        let corners = match corner_len {
            0 => 0,
            1 | 2 => usize::from(corner_image(0)),
            k => {
                let ([a, b], [c, d]) = (corner_image(0).to_le_bytes(), corner_image(1).to_le_bytes());
                corner_rank(&[a, b, c, d][..k])
            }
        };
        let corner_count = placement::count(8, corner_len) * 3usize.pow(corner_len as u32);
        let cell = entry.start() + (rest * corner_count + corners) as u64;
        let (bits, flips) = if oriented {
            let [first, last] = halves(state.orientation);
            (LAST_POSITION, usize::from(lens.orientation[0][first] ^ lens.orientation[1][last]))
        } else {
            ((base_len + rest_len).max(MIN_INDEX_BITS), flips)
        };
        Location::new(bits, cell, flips, entry.shift(), lens.turns[base.turn()])
    }

    /// Asks the processor to fetch the code at a location.
    #[inline(always)]
    pub fn prefetch(&self, at: Location) {
        let byte = self.codes.wrapping_add(at.byte());
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect that a program can see, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(byte.cast());
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

fn base_source(tracked: &Tracked, s: Symmetry, edge: usize) -> Option<usize> {
    tracked.base.iter().position(|e| EDGE_IMAGE[s.index()][*e] as usize == edge)
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

impl Lens {
    /// First `s`, then `turn` undone; `undoes` says whether the search undoes turns.
    fn new(tracked: &Tracked, s: Symmetry, turn: usize, undoes: bool, c: &Coordinate) -> Option<Lens> {
        let back = &TURNS[orbit::inverse(turn)];
        let mut base_flips = [0; 16];
        for (j, edge) in c.base().iter().enumerate() {
            let i = base_source(tracked, s, *edge)?;
            for (flips, image) in base_flips.iter_mut().enumerate() {
                *image |= ((flips >> i & 1) << j) as u8;
            }
        }
        let edge = |e: &usize| tracked.rest.iter().position(|t| EDGE_IMAGE[s.index()][*t] as usize == *e);
        let rest: Vec<usize> = c.rest().iter().map(edge).collect::<Option<_>>()?;
        let corner =
            |d: &usize| tracked.corners.iter().position(|t| CORNER_IMAGE[s.index()][*t] as usize == *d);
        let corners: Vec<usize> = c.corners().iter().map(corner).collect::<Option<_>>()?;

        let mut lens = Lens {
            turns: std::array::from_fn(|own| {
                if undoes { orbit::then(turn, orbit::image(s, own)) as u8 } else { turn as u8 }
            }),
            base_flips,
            rest: Default::default(),
            rest_images: [[0; PAIR_IMAGES]; MAX_REST / 2],
            corners: Default::default(),
            corner_images: [[0; PAIR_IMAGES]; MAX_CORNERS / 2],
            orientation: [0, HALF].map(|shift| {
                std::array::from_fn(|half| {
                    conjugate_orientation((half << shift) as u16, s) & ((1 << LAST_POSITION) - 1)
                })
            }),
        };
        for ((pair, images), from) in lens.rest.iter_mut().zip(&mut lens.rest_images).zip(rest.chunks(2)) {
            *pair = Pair::new(from, images, |places| {
                let mut positions = [0; 2];
                let mut flips = 0;
                for (k, (i, place)) in from.iter().zip(places).enumerate() {
                    let place = back.edges[usize::from(conjugate_edge(s, tracked.rest[*i], *place))];
                    positions[k] = place / 2;
                    flips |= u16::from(place % 2) << k;
                }
                match rest.len() {
                    // Two edges are never in one position.
                    2 if positions[0] == positions[1] => 0,
                    1 | 2 => placement::rank(12, &positions[..rest.len()]) as u16 | flips << 8,
                    _ => u16::from(4 * positions[0]) | u16::from(4 * positions[1]) << 6 | flips << 12,
                }
            });
        }
        for ((pair, images), from) in
            lens.corners.iter_mut().zip(&mut lens.corner_images).zip(corners.chunks(2))
        {
            *pair = Pair::new(from, images, |places| {
                let mut image = [0; 2];
                for ((image, i), place) in image.iter_mut().zip(from).zip(places) {
                    *image = back.corners[usize::from(conjugate_corner(s, tracked.corners[*i], *place))];
                }
                match from.len() {
                    _ if corners.len() > 2 => u16::from_le_bytes(image),
                    1 => u16::from(image[0]),
                    // Two corners are never in one position.
                    _ if image[0] / 3 == image[1] / 3 => 0,
                    _ => corner_rank(&image) as u16,
                }
            });
        }
        Some(lens)
    }
}
