//! The distribution of the best slot of several colours, by the corners of U and those of D.
//!
//! Whether a slot is far enough depends on five edges and a corner. Seen from the corners, an edge is one of three kinds:
//! only slots at corners of U depend on it, only slots at corners of D, or both. The edges of the third kind are
//! *shared*. Once they are placed and flipped, the two halves of the cube have nothing in common but the positions that
//! are left. For each set of these positions, a half's own edges are arranged on it in all ways; each of these ways gives
//! the four corners sets of allowed places, hence permanents and determinants over the sets of four positions (see
//! [`corner_ways`](super::corner_ways)). Their sums over all ways are joined with those of the other half over the
//! complementary sets of edge positions and of corner positions. Twist and permutation of a legal state are averages over
//! characters, as there, and the flips of a half's own edges are summed by their parity.
//!
//! For white, red and yellow, six edges are shared: 10.6 million of their states up to symmetry, and 1,920 ways of three
//! edges of each half, in place of 245,000 million states of all edges. The more colours, the more edges are shared: for
//! five and six colours nothing is saved, and [`many_colors`](super::many_colors) counts. `gpu/halves.cu` counts by the same
//! method on a GPU.
//!
//! 32 sets of flips of the shared edges are counted side by side. The colours are turned as it saves most, and the
//! positions of the shared edges are reduced by the symmetries of the colours.

use std::io::{self, Write};

use cubiform_cube::{Color, Face, placement};
#[cfg(target_arch = "x86_64")]
use cubiform_tables::machine::InstructionSet;
use cubiform_threads::CancelToken;

use super::CUBE_STATES;
use super::corner_ways::{FourCorners, LANES};
use super::division::{Division, LANE_EDGES, colored_faces};
use super::slot_distances::{ALL_PLACES, FLIPS, SlotDistances, SlotView};
use super::subsets::{IS_ODD, QUADS, complement, is_odd};
#[cfg(target_arch = "x86_64")]
use super::vectors::{Avx2, Avx512};
use super::vectors::{Portable, Vectors};
use crate::placement_classes::classes_of_edges;

/// The permanent of four corners without constraints: 4! * 3^4.
const ALL_FOUR: i32 = 1944;

/// The number of sums of four corners that 16 bits hold.
const SUMMED: usize = i16::MAX as usize / ALL_FOUR as usize;

/// A counter of the states of the cube by the best slot of several colours.
pub(super) struct Halves<'a> {
    distances: &'a SlotDistances,
    shared: Vec<usize>,
    classes: Vec<(Vec<u8>, u128)>,
    /// The placements of the other shared edges on the positions that are left, for each class.
    placements: usize,
    halves: [Half; 2],
    /// The number of corners without slots.
    free_corners: usize,
}

/// The corners of U or of D, and the edges of this half alone.
struct Half {
    edges: Vec<usize>,
    /// The slots of the four corners.
    slots: [Vec<ColoredSlot>; 4],
    /// The orders of the edges on as many positions, and whether they are odd.
    orders: Vec<(Vec<u8>, bool)>,
}

/// A slot of a colour, and the index of its set of places by the flips of the first shared edges.
struct ColoredSlot {
    view: SlotView,
    lanes: [u32; LANES],
}

/// The sums over all ways to arrange a half's edges on one set of positions, by lane: of the permanents and of the
/// determinants with the sign of the order of the edges; of the trivial character, and of the components `a` and `a + b`
/// of the nontrivial one.
struct HalfSums([[[[i32; LANES]; QUADS]; 3]; 2]);

/// The components of the values of four corners that are summed.
const COMPONENTS: [usize; 3] = [0, 1, 3];

/// Memory for the count of one half.
struct HalfScratch {
    /// The sums by the parity of the flips of the half's edges.
    sums: [HalfSums; 2],
    /// Sums of at most [`SUMMED`] ways.
    few: [[[[i16; LANES]; QUADS]; 3]; 2],
    summed: usize,
    four: FourCorners,
}

/// Memory for the count of a part.
struct Scratch {
    halves: [HalfScratch; 2],
    ways: [Vec<Way>; 2],
    flipped: [Vec<FlippedWay>; 2],
}

impl Half {
    fn new(corners: std::ops::Range<usize>, division: &Division, edges: &[usize]) -> Half {
        let slot = |corner: usize, face: Face| {
            let view = SlotView::new(corner, face);
            let word =
                |lane: usize| (0..LANE_EDGES).fold(0, |word, i| word | (lane >> i & 1) << division.shared[i]);
            let lanes = std::array::from_fn(|lane| view.index(word(lane)) as u32);
            ColoredSlot { view, lanes }
        };
        let slots = std::array::from_fn(|i| {
            let corner = corners.start + i;
            colored_faces(corner, &division.faces).map(|face| slot(corner, face)).collect()
        });
        let orders = (0..placement::count(edges.len(), edges.len()))
            .map(|rank| {
                let mut order = vec![0; edges.len()];
                placement::unrank(edges.len(), rank, &mut order);
                let is_odd = is_odd(&order);
                (order, is_odd)
            })
            .collect();
        Half { edges: edges.to_vec(), slots, orders }
    }
}

/// The places of the corners of a half for one order of its edges on a set of positions, by slot and by the flips of the
/// five edges of the slot.
struct Way {
    sets: [[[u32; FLIPS]; 3]; 4],
    is_odd: bool,
}

impl Half {
    /// Writes the orders on these positions, in ascending order, with which no corner is without places, at least `k`
    /// moves away. `positions` has the positions of the shared edges.
    #[inline(always)]
    fn ways(
        &self,
        distances: &SlotDistances,
        k: usize,
        own: &[u8],
        positions: &mut [u8; 12],
        ways: &mut Vec<Way>,
    ) {
        ways.clear();
        for (order, is_odd) in &self.orders {
            self.edges.iter().zip(order).for_each(|(edge, at)| positions[*edge] = own[usize::from(*at)]);
            let mut way = Way { sets: [[[0; FLIPS]; 3]; 4], is_odd: *is_odd };
            let mut is_possible = true;
            for (slots, sets) in self.slots.iter().zip(&mut way.sets) {
                for (slot, set) in slots.iter().zip(sets) {
                    *set = distances.far(k, &slot.view, positions);
                    is_possible &= set.iter().any(|places| *places != 0);
                }
            }
            if is_possible {
                ways.push(way);
            }
        }
    }

    /// Writes the places of the corners for each way, and each set of flips of the half's edges. `word` has the flips of
    /// the shared edges that are not those of the lanes; bit `lane` of `odd_lanes` is set if those of the lane, which this
    /// half then counts with its own, are odd. Returns the lanes with places for all corners, by parity.
    #[inline(always)]
    fn write_places<V: Vectors>(
        &self,
        vectors: V,
        ways: &[Way],
        word: usize,
        odd_lanes: u32,
        list: &mut Vec<FlippedWay>,
    ) -> [u32; 2] {
        list.clear();
        let mut alive = [0; 2];
        for flips in 0..1usize << self.edges.len() {
            let word =
                self.edges.iter().enumerate().fold(word, |word, (i, edge)| word | (flips >> i & 1) << edge);
            for way in ways {
                let mut places = [[ALL_PLACES; LANES]; 4];
                for ((slots, sets), places) in self.slots.iter().zip(&way.sets).zip(&mut places) {
                    for (slot, set) in slots.iter().zip(sets) {
                        vectors.intersect(places, set, &slot.lanes, slot.view.index(word) as u32);
                    }
                }
                let is_alive = |lane: usize| u32::from(places.iter().all(|places| places[lane] != 0)) << lane;
                let lanes = (0..LANES).fold(0, |lanes, lane| lanes | is_alive(lane));
                if lanes != 0 {
                    let parity = flips.count_ones() as usize % 2;
                    alive[parity] |= lanes & !odd_lanes;
                    alive[1 - parity] |= lanes & odd_lanes;
                    list.push(FlippedWay { places, lanes, parity, is_odd: way.is_odd });
                }
            }
        }
        // Sums are by the parity of the flips.
        list.sort_by_key(|way| way.parity);
        alive
    }
}

/// A way with flips of the half's edges: the places of the four corners, and the lanes in which none is without places.
struct FlippedWay {
    places: [[u32; LANES]; 4],
    lanes: u32,
    parity: usize,
    is_odd: bool,
}

impl HalfSums {
    const ZERO: HalfSums = HalfSums([[[[0; LANES]; QUADS]; 3]; 2]);
}

impl HalfScratch {
    /// Sums over the ways that have places in one of the lanes `alive`.
    #[inline(always)]
    fn sum(&mut self, ways: &[FlippedWay], alive: [u32; 2], odd_lanes: u32, free_corners: usize) {
        self.sums.iter_mut().for_each(|sums| sums.0 = HalfSums::ZERO.0);
        for ways in ways.chunk_by(|one, other| one.parity == other.parity) {
            let parity = ways[0].parity;
            let alive = alive[parity] & !odd_lanes | alive[1 - parity] & odd_lanes;
            for way in ways.iter().filter(|way| way.lanes & alive != 0) {
                self.add(way, way.lanes & alive, free_corners);
                if self.summed == SUMMED {
                    self.flush(parity, odd_lanes);
                }
            }
            self.flush(parity, odd_lanes);
        }
    }

    /// Adds the values of four corners; those outside of these lanes may be wrong.
    #[inline(always)]
    fn add(&mut self, way: &FlippedWay, lanes: u32, free_corners: usize) {
        let mut whole = [0u32; LANES];
        for places in &way.places {
            for i in 0..LANES {
                whole[i] += u32::from(places[i] == ALL_PLACES);
            }
        }
        // Corners without constraints have weights 0 for the nontrivial character, and two of them determinants 0.
        let least =
            (0..LANES).map(|i| whole[i] | (!lanes >> i & 1) << 3).min().expect("there are lanes") as usize;
        self.four.weigh(&way.places);
        match least.max(free_corners) {
            0 => {
                self.add_values::<4, false>(false);
                self.add_values::<4, true>(way.is_odd);
            }
            1 => {
                self.add_values::<1, false>(false);
                self.add_values::<1, true>(way.is_odd);
            }
            _ => self.add_values::<1, false>(false),
        }
        self.summed += 1;
    }

    #[inline(always)]
    fn add_values<const N: usize, const SIGNED: bool>(&mut self, is_negative: bool) {
        self.four.fill::<N, SIGNED>();
        let few = &mut self.few[usize::from(SIGNED)];
        for (few, component) in few.iter_mut().zip(COMPONENTS).take(N.min(3)) {
            for (few, quad) in few.iter_mut().zip(&self.four.quads) {
                let value = &quad[component].0;
                for i in 0..LANES {
                    few[i] = few[i].wrapping_add(if is_negative { -value[i] } else { value[i] });
                }
            }
        }
    }

    /// Adds the sums of few ways to the others.
    #[inline(always)]
    fn flush(&mut self, parity: usize, odd_lanes: u32) {
        if self.summed == 0 {
            return;
        }
        for (other, sums) in self.sums.iter_mut().enumerate() {
            // All ones in the lanes whose sums go here.
            let mask: [i32; LANES] =
                std::array::from_fn(|i| -i32::from((odd_lanes >> i & 1) as usize == parity ^ other));
            let sums = sums.0.as_flattened_mut().as_flattened_mut();
            for (sums, few) in sums.iter_mut().zip(self.few.as_flattened().as_flattened()) {
                for i in 0..LANES {
                    sums[i] += i32::from(few[i]) & mask[i];
                }
            }
        }
        self.few = [[[[0; LANES]; QUADS]; 3]; 2];
        self.summed = 0;
    }
}

impl Scratch {
    fn new() -> Box<Scratch> {
        const HALF: HalfScratch = HalfScratch {
            sums: [HalfSums::ZERO; 2],
            few: [[[[0; LANES]; QUADS]; 3]; 2],
            summed: 0,
            four: FourCorners::ZERO,
        };
        Box::new(Scratch {
            halves: [HALF; 2],
            ways: [const { Vec::new() }; 2],
            flipped: [const { Vec::new() }; 2],
        })
    }

    /// Returns six times the number of legal states, over all lanes, given the parity of the edges, each half's own ones
    /// in ascending order.
    #[inline(always)]
    fn joined(&self, is_odd: bool) -> i64 {
        let mut total = 0;
        for (up, down) in self.halves[0].sums.iter().zip(&self.halves[1].sums) {
            for (sign, (up, down)) in up.0.iter().zip(&down.0).enumerate() {
                for quad in 0..QUADS {
                    let dot = |component: usize| {
                        let (a, b) = (&up[component][quad], &down[component][complement(quad)]);
                        (0..LANES).map(|i| i64::from(a[i]) * i64::from(b[i])).sum::<i64>()
                    };
                    // The characters of the twist: the trivial one, and twice the real part of the others.
                    let ways = dot(0) + 3 * dot(1) - dot(2);
                    total += if sign == 1 && is_odd != IS_ODD[quad] { -ways } else { ways };
                }
            }
        }
        total
    }
}

impl Halves<'_> {
    /// Returns the counter for these colours.
    ///
    /// # Panics
    /// If there are no colours.
    pub(super) fn new<'a>(distances: &'a SlotDistances, colors: &[Color]) -> Halves<'a> {
        Halves::of(distances, Division::best(colors))
    }

    /// Returns the counter for these colours if it takes at most half the work of a count of all states of the edges.
    pub(super) fn if_best<'a>(distances: &'a SlotDistances, colors: &[Color]) -> Option<Halves<'a>> {
        let division = Division::best(colors);
        let ways_of_all = 2 * (placement::count(12, 12) << 11) as u64 / division.symmetries.len() as u64;
        (2 * division.work() <= ways_of_all).then(|| Halves::of(distances, division))
    }

    fn of(distances: &SlotDistances, division: Division) -> Halves<'_> {
        let half = |i: usize| Half::new(4 * i..4 * i + 4, &division, &division.own[i]);
        let free_corners =
            (0..8).filter(|corner| colored_faces(*corner, &division.faces).next().is_none()).count();
        Halves {
            distances,
            classes: classes_of_edges(&division.shared[..division.reduced], &division.symmetries),
            placements: placement::count(12 - division.reduced, division.shared.len() - division.reduced),
            halves: [half(0), half(1)],
            free_corners,
            shared: division.shared,
        }
    }

    /// Returns the number of parts.
    pub(super) fn parts(&self) -> usize {
        self.classes.len() * self.placements
    }

    /// Writes the work file of the GPU program, in words of 32 bits: see `gpu/halves.cu`.
    pub(super) fn write_work(&self, file: &mut dyn Write) -> io::Result<()> {
        let mut write = |words: &[u32]| words.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()));
        let list = |numbers: &[usize]| numbers.iter().map(|n| *n as u32).collect::<Vec<u32>>();
        let reduced = self.classes[0].0.len();
        write(&list(&[self.distances.largest(), self.shared.len(), reduced, self.free_corners]))?;
        write(&list(&self.shared))?;
        for half in &self.halves {
            write(&list(&[half.edges.len()]))?;
            write(&list(&half.edges))?;
            for slots in &half.slots {
                write(&list(&[slots.len()]))?;
                slots.iter().try_for_each(|slot| write(&slot.view.words()))?;
            }
        }
        write(&list(&[self.classes.len()]))?;
        for (positions, size) in &self.classes {
            positions.iter().try_for_each(|position| write(&[u32::from(*position)]))?;
            write(&[*size as u32])?;
        }
        self.distances.levels().iter().try_for_each(|sets| write(sets))
    }

    /// Returns the positions of the shared edges of a part, and the number of placements that are its images.
    fn part(&self, part: usize) -> (Vec<u8>, u128) {
        let (reduced, size) = &self.classes[part / self.placements];
        let free = free_of(reduced);
        let mut at = vec![0; self.shared.len() - reduced.len()];
        placement::unrank(free.len(), part % self.placements, &mut at);
        (reduced.iter().copied().chain(at.iter().map(|at| free[usize::from(*at)])).collect(), *size)
    }

    /// Adds the numbers of states of a part that are at least 0, 1, 2, ... moves away to a tally, with the widest vector
    /// instructions available. If the count is cancelled, the tally is incomplete.
    pub(super) fn add_part(&self, part: usize, tally: &mut [u128], cancel: &CancelToken) {
        #[cfg(target_arch = "x86_64")]
        {
            match InstructionSet::chosen() {
                // SAFETY: the chosen instruction set is available and includes these features.
                InstructionSet::Avx512 => return unsafe { add_part_avx512(self, part, tally, cancel) },
                // SAFETY: as above.
                InstructionSet::Avx2 => return unsafe { add_part_avx2(self, part, tally, cancel) },
                InstructionSet::Scalar => {}
            }
        }
        self.add_part_with(Portable, part, tally, cancel);
    }

    #[inline(always)]
    fn add_part_with<V: Vectors>(&self, vectors: V, part: usize, tally: &mut [u128], cancel: &CancelToken) {
        let mut scratch = Scratch::new();
        let (shared, size) = self.part(part);
        let free = free_of(&shared);
        let mut positions = [0; 12];
        self.shared.iter().zip(&shared).for_each(|(edge, position)| positions[*edge] = *position);
        tally[0] += size * (CUBE_STATES / placement::count(12, self.shared.len()) as u128);
        for (k, sum) in tally.iter_mut().enumerate().skip(1) {
            let ways = self.count(vectors, k, &free, &mut positions, &mut scratch, cancel);
            if ways == 0 || cancel.is_cancelled() {
                break;
            }
            *sum += u128::from(ways) * size;
        }
    }

    /// Returns the number of states, with the shared edges at their positions, in which every slot of every colour is at
    /// least `k` moves away. `free` has the other positions.
    #[inline(always)]
    fn count<V: Vectors>(
        &self,
        vectors: V,
        k: usize,
        free: &[u8],
        positions: &mut [u8; 12],
        scratch: &mut Scratch,
        cancel: &CancelToken,
    ) -> u64 {
        let mut total = 0;
        let sets =
            (0..1u32 << free.len()).filter(|set| set.count_ones() as usize == self.halves[0].edges.len());
        for set in sets {
            if cancel.is_cancelled() {
                break;
            }
            let of = |set: u32| (0..free.len()).filter(move |i| set >> i & 1 == 1).map(|i| free[i]).collect();
            let own: [Vec<u8>; 2] = [of(set), of(!set)];
            for ((half, own), ways) in self.halves.iter().zip(&own).zip(&mut scratch.ways) {
                half.ways(self.distances, k, own, positions, ways);
            }
            if scratch.ways.iter().any(Vec::is_empty) {
                continue;
            }
            for (half, own) in self.halves.iter().zip(&own) {
                half.edges.iter().zip(own).for_each(|(edge, position)| positions[*edge] = *position);
            }
            let is_odd = is_odd(positions);
            for group in 0..1usize << (self.shared.len() - LANE_EDGES) {
                let edges = self.shared[LANE_EDGES..].iter().enumerate();
                let word = edges.fold(0, |word, (i, edge)| word | (group >> i & 1) << edge);
                // The half of D has the flips of the shared edges, too, and then the parity of that of U.
                let is_odd_lane = |lane: &u32| (lane.count_ones() + group.count_ones()) % 2 == 1;
                let odd_lanes = (0..LANES as u32).filter(is_odd_lane).fold(0, |set, lane| set | 1 << lane);
                let mut alive = [u32::MAX; 2];
                for (i, odd_lanes) in [0, odd_lanes].into_iter().enumerate() {
                    let (ways, list) = (&scratch.ways[i], &mut scratch.flipped[i]);
                    let lanes = self.halves[i].write_places(vectors, ways, word, odd_lanes, list);
                    alive = [alive[0] & lanes[0], alive[1] & lanes[1]];
                }
                if alive == [0; 2] {
                    continue;
                }
                for (i, odd_lanes) in [0, odd_lanes].into_iter().enumerate() {
                    scratch.halves[i].sum(&scratch.flipped[i], alive, odd_lanes, self.free_corners);
                }
                total += scratch.joined(is_odd);
            }
        }
        debug_assert!(total >= 0 && total % 6 == 0, "characters average to a number");
        total as u64 / 6
    }
}

/// Returns the other positions of edges, in ascending order.
fn free_of(positions: &[u8]) -> Vec<u8> {
    (0..12).filter(|position| !positions.contains(position)).collect()
}

/// `add_part_with`, compiled for vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_part_avx2(counter: &Halves<'_>, part: usize, tally: &mut [u128], cancel: &CancelToken) {
    // SAFETY: this function has the features of the vectors.
    counter.add_part_with(unsafe { Avx2::new() }, part, tally, cancel);
}

/// `add_part_with`, compiled for vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
fn add_part_avx512(counter: &Halves<'_>, part: usize, tally: &mut [u128], cancel: &CancelToken) {
    // SAFETY: this function has the features of the vectors.
    counter.add_part_with(unsafe { Avx512::new() }, part, tally, cancel);
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::BufWriter;
    use std::process::Command;

    use super::super::corner_ways;
    use super::super::edge_ways::EdgeWays;
    use super::super::slot_distances::tests::distances;
    use super::*;

    /// A part, against the kernel of single placements of all edges.
    #[test]
    fn parts_equal_the_sums_over_the_placements_of_the_edges_that_are_not_shared() {
        for (letters, part) in
            [("WR", 1234), ("WYR", 100_000), ("WGR", 5000), ("WYRO", 300_000), ("WYRG", 70_000)]
        {
            let colors = Color::list(letters).unwrap();
            let counter = Halves::new(distances(), &colors);
            let mut tally = vec![0; distances().largest() + 1];
            counter.add_part(part, &mut tally, &CancelToken::never());
            let single = EdgeWays::new(distances(), &Division::best(&colors).faces);
            let (shared, size) = counter.part(part);
            let free = free_of(&shared);
            let own: Vec<usize> = counter.halves.iter().flat_map(|half| half.edges.clone()).collect();
            let mut positions = [0; 12];
            counter.shared.iter().zip(&shared).for_each(|(edge, position)| positions[*edge] = *position);
            let mut expected = vec![0; tally.len()];
            expected[0] = tally[0];
            let mut scratch = corner_ways::Scratch::new();
            for rank in 0..placement::count(own.len(), own.len()) {
                let mut order = vec![0; own.len()];
                placement::unrank(own.len(), rank, &mut order);
                own.iter().zip(order).for_each(|(edge, at)| positions[*edge] = free[usize::from(at)]);
                for (k, sum) in expected.iter_mut().enumerate().skip(1) {
                    *sum += size * u128::from(single.count(Portable, &positions, k, &mut scratch));
                }
            }
            assert_eq!(tally, expected, "{letters}");
        }
    }

    /// The GPU program, compiled for the processor, on one part.
    #[test]
    #[ignore = "needs a C++ compiler"]
    fn the_gpu_program_counts_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/gpu/halves.cu");
        let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
        let mut compile = Command::new(compiler);
        compile.args(["-O2", "-std=c++17", "-x", "c++", source, "-o"]).arg(file("halves"));
        assert!(compile.status().expect("a C++ compiler is there").success());
        for (letters, part) in [("WR", 1234), ("WYR", 100_000), ("WYRO", 300_000)] {
            let counter = Halves::new(distances(), &Color::list(letters).unwrap());
            let mut tally = vec![0; distances().largest() + 1];
            counter.add_part(part, &mut tally, &CancelToken::never());
            counter.write_work(&mut BufWriter::new(File::create(file("work")).unwrap())).unwrap();
            let sums = file(letters);
            let mut count = Command::new(file("halves"));
            count
                .arg(file("work"))
                .arg(&sums)
                .arg("1000")
                .args([part, part + 1].map(|part| part.to_string()));
            assert!(count.status().unwrap().success());
            let text = std::fs::read_to_string(&sums).unwrap();
            let counted = text.lines().skip(1).map(|line| {
                let (k, number) = (line.split(' ').next().unwrap(), line.rsplit(' ').next().unwrap());
                (k.parse().unwrap(), number.parse().unwrap())
            });
            let expected: Vec<(usize, u128)> = (1..tally.len()).rev().map(|k| (k, tally[k])).collect();
            assert_eq!(counted.collect::<Vec<_>>(), expected, "{letters}");
        }
    }
}
