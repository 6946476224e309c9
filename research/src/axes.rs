//! The distributions of EO and of DR over the best of the three axes, over all states of the cube.
//!
//! The DR of an axis depends on three things: in which places the edges of its slice are, which edges are flipped, and how
//! the corners are twisted, all relative to that axis. Together, those of the three axes are functions of
//!
//! * a *pattern of edges*: for each place, the slice to which its edge belongs, and its flip: `12! / 4!^3 * 2^11` =
//!   70,963,200 patterns;
//! * a *pattern of corners*: for each place, which of the two tetrads (sets of four corners that half turns keep apart)
//!   its corner belongs to, and its twist: `C(8, 4) * 3^7` = 153,090 patterns.
//!
//! Every pair of patterns belongs to equally many states, `4!^3 * 4!^2 / 2`. So the distances of all pairs are counted.
//!
//! A *row* is the distances of the 2,187 twists with one arrangement of flips and slice. Sixteen symmetries keep the axis of
//! U and D, so that a row is kept for each of 64,430 classes of arrangements. A symmetry of the cube exchanges the axes and
//! changes no minimum; so only those patterns of edges are counted whose class relative to U/D is the least of the three,
//! with a weight.

use std::array::from_fn;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use cubiform_cube::{Axis, Cube, Move, Reduction, Symmetry};
use cubiform_stats::distribution::StateCounts;
use cubiform_tables::kociemba::{Coordinate as _, Flip, Twist, UdSlice};
use cubiform_threads::Threads;

use crate::parts::count_parts;
use crate::{Watch, counts_of_thresholds};

/// Number of twists of the corners, 3^7.
const TWISTS: usize = 2187;
/// Number of arrangements: 2,048 flips of the edges, and 495 sets of places for the edges of the slice.
const ARRANGEMENTS: usize = 2048 * 495;
/// Number of states with a given pattern of edges and a given pattern of corners.
const STATES_OF_PATTERNS: u128 = 24_u128.pow(5) / 2;
/// Number of states with a given pattern of edges.
const STATES_OF_EDGES: u128 = 24_u128.pow(3) * 40_320 * 2187 / 2;
/// A distance that is not known yet.
const UNKNOWN: u8 = u8::MAX;
/// Number of thresholds: no state is more than twelve moves from a DR.
const LEVELS: usize = 14;

/// Numbers of an axis: of arrangements, of twists, of their classes, and how moves and symmetries change them.
struct Numbers {
    /// The class of each arrangement, and the symmetry that maps the arrangement to the representative of its class.
    classes: Vec<(u32, u8)>,
    /// A cube with the representative of each class, and the number of arrangements in it.
    representatives: Vec<(Cube, u64)>,
    /// By symmetry, the image of each twist.
    twist_images: Vec<Vec<u16>>,
    /// By move, each twist after it.
    twist_turns: Vec<Vec<u16>>,
}

/// Returns the number of the arrangement of flips and slice of a cube, relative to U/D.
fn arrangement(cube: &Cube) -> usize {
    Flip::rank_of(cube) * 495 + UdSlice::rank_of(cube)
}

/// Returns the symmetries that keep the axis of U and D.
fn symmetries() -> Vec<Symmetry> {
    Symmetry::all().filter(|s| s.axis(Axis::Y) == Axis::Y).collect()
}

/// Returns three rotations that bring each axis to that of U and D, and each to that of F and B.
fn rotations() -> [Symmetry; 3] {
    [[Axis::Y, Axis::Z], [Axis::Z, Axis::X], [Axis::X, Axis::Y]].map(|[up, front]| {
        let is_right = |s: &Symmetry| s.axis(up) == Axis::Y && s.axis(front) == Axis::Z;
        Symmetry::rotations().find(is_right).expect("rotations exchange all axes")
    })
}

/// Returns a cube for each number below `size` that moves lead to.
fn cubes(size: usize, number: impl Fn(&Cube) -> usize) -> Vec<Cube> {
    let mut found: Vec<Option<Cube>> = vec![None; size];
    let mut queue = vec![Cube::SOLVED];
    while let Some(cube) = queue.pop() {
        let place = &mut found[number(&cube)];
        if place.is_none() {
            *place = Some(cube);
            queue.extend(Move::all().map(|m| cube.turn(m)));
        }
    }
    found.into_iter().map(|cube| cube.expect("moves lead to every number")).collect()
}

impl Numbers {
    fn new() -> Numbers {
        let symmetries = symmetries();
        let twisted = cubes(TWISTS, Twist::rank_of);
        let twists = |change: &dyn Fn(&Cube) -> Cube| {
            twisted.iter().map(|cube| Twist::rank_of(&change(cube)) as u16).collect::<Vec<u16>>()
        };
        let (mut classes, mut representatives) = (vec![(u32::MAX, 0); ARRANGEMENTS], Vec::new());
        for (number, cube) in cubes(ARRANGEMENTS, arrangement).into_iter().enumerate() {
            if classes[number].0 != u32::MAX {
                continue;
            }
            let class = representatives.len() as u32;
            let mut size = 0;
            for (index, s) in symmetries.iter().enumerate() {
                let image = &mut classes[arrangement(&cube.conjugate(s.inverse()))];
                if image.0 == u32::MAX {
                    *image = (class, index as u8);
                    size += 1;
                }
            }
            representatives.push((cube, size));
        }
        Numbers {
            classes,
            representatives,
            twist_images: symmetries.iter().map(|s| twists(&|cube| cube.conjugate(*s))).collect(),
            twist_turns: Move::all().map(|m| twists(&|cube| cube.turn(m))).collect(),
        }
    }

    /// Returns the class of a cube's arrangement, and the symmetry to its representative.
    fn class(&self, cube: &Cube) -> (usize, usize) {
        let (class, s) = self.classes[arrangement(cube)];
        (class as usize, s.into())
    }
}

/// The DR distances of all states relative to one axis, a row for each class of arrangements.
struct Rows {
    numbers: Numbers,
    distances: Vec<AtomicU8>,
}

impl Rows {
    /// Fills the rows breadth-first: a state is at a distance if a state one move away is nearer by one.
    fn new(threads: &Threads, watch: &Watch<'_>) -> Option<Rows> {
        let numbers = Numbers::new();
        let classes = numbers.representatives.len();
        let distances: Vec<AtomicU8> = (0..classes * TWISTS).map(|_| AtomicU8::new(UNKNOWN)).collect();
        let (home, _) = numbers.class(&Cube::SOLVED);
        distances[home * TWISTS + Twist::rank_of(&Cube::SOLVED)].store(0, Ordering::Relaxed);
        let rows = Rows { numbers, distances };
        for level in 1.. {
            let reached = AtomicU64::new(0);
            count_parts(classes, 0, threads, watch, &|class, _| {
                reached.fetch_add(rows.reach(class, level), Ordering::Relaxed);
            })?;
            if reached.into_inner() == 0 {
                break;
            }
        }
        Some(rows)
    }

    /// Returns the row of a class.
    fn row(&self, class: usize) -> &[AtomicU8] {
        &self.distances[class * TWISTS..][..TWISTS]
    }

    /// Sets the states of a row that are `level` moves away, and returns their number.
    fn reach(&self, class: usize, level: u8) -> u64 {
        let mut reached = 0;
        let row = self.row(class);
        let (cube, _) = self.numbers.representatives[class];
        for (m, turned) in Move::all().zip(&self.numbers.twist_turns) {
            let (next, s) = self.numbers.class(&cube.turn(m));
            let (next, images) = (self.row(next), &self.numbers.twist_images[s]);
            for (twist, distance) in row.iter().enumerate() {
                let is_unknown = distance.load(Ordering::Relaxed) == UNKNOWN;
                let image = images[usize::from(turned[twist])];
                if is_unknown && next[usize::from(image)].load(Ordering::Relaxed) == level - 1 {
                    distance.store(level, Ordering::Relaxed);
                    reached += 1;
                }
            }
        }
        reached
    }

    /// Returns the distances of all twists of a cube with this arrangement, given its class and symmetry.
    fn distances(&self, (class, s): (usize, usize)) -> [u8; TWISTS] {
        let (row, images) = (self.row(class), &self.numbers.twist_images[s]);
        from_fn(|twist| row[usize::from(images[twist])].load(Ordering::Relaxed))
    }

    /// Returns the number of states of the axis at each distance.
    #[cfg(test)]
    fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; LEVELS];
        for (class, (_, size)) in self.numbers.representatives.iter().enumerate() {
            for distance in self.row(class) {
                counts[usize::from(distance.load(Ordering::Relaxed))] += size;
            }
        }
        counts
    }
}

/// Counts all states of the cube by the EO or the DR of the best of the three axes. Returns `None` if it was cancelled.
///
/// A count of EO takes seconds, one of DR five minutes of one core and 200 MB of memory.
///
/// # Panics
/// If the step is another one.
pub fn best_of_axes(step: Reduction, threads: &Threads, watch: &Watch<'_>) -> Option<StateCounts> {
    let (at_least, states) = match step {
        Reduction::Eo => (eo(threads, watch)?, STATES_OF_EDGES),
        Reduction::Dr => (dr(threads, watch)?, STATES_OF_PATTERNS),
        _ => panic!("only EO and DR are counted over axes"),
    };
    // The weights are twice the number of patterns.
    Some(counts_of_thresholds(&at_least.iter().map(|sum| sum / 2 * states).collect::<Vec<u128>>()))
}

fn eo(threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u128>> {
    let numbers = Numbers::new();
    let distances = flip_distances();
    count_edges(&numbers, threads, watch, &|cubes, _, weight, tally| {
        let least = cubes.iter().map(|cube| distances[Flip::rank_of(cube)]).min().expect("there are three");
        tally[..=usize::from(least)].iter_mut().for_each(|sum| *sum += u128::from(weight));
    })
}

fn dr(threads: &Threads, watch: &Watch<'_>) -> Option<Vec<u128>> {
    let rows = Rows::new(threads, watch)?;
    let corners = corner_patterns();
    count_edges(&rows.numbers, threads, watch, &|_, classes, weight, tally| {
        let [first, second, third] = classes.map(|class| rows.distances(class));
        for twists in &corners {
            let least: [u8; TWISTS] = from_fn(|twist| {
                let [b, c] = twists[twist];
                first[twist].min(second[usize::from(b)]).min(third[usize::from(c)])
            });
            for (level, sum) in tally.iter_mut().enumerate() {
                // Sums of at most 128 ones fit into a byte, so that the compiler can use vectors of bytes.
                let of_chunk = |chunk: &[u8]| chunk.iter().map(|d| u8::from(*d >= level as u8)).sum::<u8>();
                let count: u64 = least.chunks(128).map(|chunk| u64::from(of_chunk(chunk))).sum();
                *sum += u128::from(count * weight);
            }
        }
    })
}

/// A function that counts one pattern of edges. It takes the cube as seen along each axis, the three classes and the weight
/// of the pattern, and adds to the numbers of states that are at least 0, 1, 2, ... moves away.
type CountPattern<'a> = &'a (dyn Fn(&[Cube; 3], [(usize, usize); 3], u64, &mut Vec<u128>) + Sync);

/// Counts the patterns of edges whose class relative to U/D is the least of the three. The weights of all add up to twice
/// the number of patterns.
fn count_edges(
    numbers: &Numbers,
    threads: &Threads,
    watch: &Watch<'_>,
    count: CountPattern<'_>,
) -> Option<Vec<u128>> {
    let rotations = rotations();
    let parts = numbers.representatives.len();
    count_parts(parts, LEVELS, threads, watch, &|class, tally| {
        let (cube, size) = &numbers.representatives[class];
        for cube in other_slices(cube) {
            let cubes = rotations.map(|s| cube.conjugate(s));
            let classes = [0, 1, 2].map(|i| numbers.class(&cubes[i]));
            if classes.iter().all(|(other, _)| *other >= class) {
                let ties = classes.iter().filter(|(other, _)| *other == class).count() as u64;
                count(&cubes, classes, size * (6 / ties), tally);
            }
        }
    })
}

/// Returns the cubes with the arrangement of a cube and each of the 70 ways in which the edges of the two other slices can
/// share the places that the slice leaves.
fn other_slices(cube: &Cube) -> Vec<Cube> {
    // The place of an edge is twice its position, plus its flip.
    let places: Vec<u8> = cube.edges()[..8].to_vec();
    let mut found = Vec::with_capacity(70);
    for set in (0..256_u32).filter(|set| set.count_ones() == 4) {
        let (mut edges, mut next) = (*cube.edges(), [[1, 3, 5, 7].into_iter(), [0, 2, 4, 6].into_iter()]);
        for (i, place) in places.iter().enumerate() {
            let edge: usize = next[(set >> i & 1) as usize].next().expect("each slice has four edges");
            edges[edge] = *place;
        }
        found.push(with_parity(*cube.corners(), edges));
    }
    found
}

/// Returns a cube with these places, two corners of a tetrad exchanged if the parities differ.
fn with_parity(mut corners: [u8; 8], edges: [u8; 12]) -> Cube {
    Cube::from_places(corners, edges).unwrap_or_else(|_| {
        corners.swap(0, 2);
        Cube::from_places(corners, edges).expect("only the parity was wrong")
    })
}

/// Returns, for each of the 70 sets of places of a tetrad and each twist relative to U/D, the twists relative to the two
/// other axes.
fn corner_patterns() -> Vec<[[u16; 2]; TWISTS]> {
    let rotations = rotations();
    let twisted = cubes(TWISTS, Twist::rank_of);
    let pattern = |set: u32| {
        let mut tetrads = [[1, 3, 4, 6].into_iter(), [0, 2, 5, 7].into_iter()];
        let corner_at: [usize; 8] = from_fn(|position| {
            tetrads[(set >> position & 1) as usize].next().expect("each tetrad has four corners")
        });
        let mut twists = [[0; 2]; TWISTS];
        for cube in &twisted {
            let mut corners = [0; 8];
            for place in cube.corners() {
                corners[corner_at[usize::from(place / 3)]] = *place;
            }
            let cube = with_parity(corners, *cube.edges());
            let [own, b, c] = rotations.map(|s| Twist::rank_of(&cube.conjugate(s)) as u16);
            twists[usize::from(own)] = [b, c];
        }
        twists
    };
    (0..256_u32).filter(|set| set.count_ones() == 4).map(pattern).collect()
}

/// Returns the number of moves to an EO of each arrangement of flips.
fn flip_distances() -> Vec<u8> {
    let mut distances = vec![UNKNOWN; 2048];
    let mut level = vec![Cube::SOLVED];
    for distance in 0.. {
        level.retain(|cube| {
            let place = &mut distances[Flip::rank_of(cube)];
            let is_new = *place == UNKNOWN;
            *place = distance.min(*place);
            is_new
        });
        if level.is_empty() {
            break;
        }
        level = level.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m))).collect();
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::random;
    use cubiform_cube::Side;
    use cubiform_search::run_alone;
    use cubiform_solvers::reduction::Reductions;
    use cubiform_stats::distribution::known_over_axes;
    use cubiform_store::TableKind;
    use cubiform_tables::kociemba::PHASES;
    use cubiform_threads::CancelToken;

    #[test]
    fn eo_of_the_best_axis_is_counted_over_all_states() {
        let threads = Threads::new(2);
        let counted = best_of_axes(Reduction::Eo, &threads, &Watch::quiet()).unwrap();
        assert_eq!(counted.total(), 43_252_003_274_489_856_000);
        assert_eq!(Some(counted), known_over_axes(Reduction::Eo));
    }

    #[test]
    fn patterns_are_those_of_the_pieces() {
        let mut seen: Vec<_> = other_slices(&Cube::SOLVED).iter().map(|cube| *cube.edges()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 70);
        // Corners that are untwisted along one axis are so along all axes only with the tetrads at home: in the other tetrad,
        // two stickers of each change places.
        let home = Twist::rank_of(&Cube::SOLVED) as u16;
        let is_dr = |twists: &&[[u16; 2]; TWISTS]| twists[usize::from(home)] == [home, home];
        assert_eq!(corner_patterns().iter().filter(is_dr).count(), 1);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn rows_and_stored_dr_equal_other_counts() {
        let threads = Threads::new(2);
        let rows = Rows::new(&threads, &Watch::quiet()).unwrap();
        let counts = rows.counts();
        let of_table = PHASES[0].distances().counts;
        assert_eq!(counts[..of_table.len()], of_table[..]);
        assert_eq!(counts.iter().sum::<u64>(), of_table.iter().sum::<u64>());

        let reductions = Reductions::in_memory(&threads, &CancelToken::never()).unwrap();
        let (corners, mut random) = (corner_patterns(), random(7));
        for _ in 0..1000 {
            let moves: Vec<Move> = (0..30).map(|_| Move::from_index(random() as usize % 18)).collect();
            let cube = Cube::from_moves(&moves);
            for (axis, s) in [Axis::Y, Axis::Z, Axis::X].into_iter().zip(rotations()) {
                let turned = cube.conjugate(s);
                let row = rows.distances(rows.numbers.class(&turned));
                let side = Side { axis, is_inverse: false };
                let length = run_alone(reductions.stage(&cube, side, &[Reduction::Dr])).length;
                assert_eq!(length, Ok(row[Twist::rank_of(&turned)]));
            }
            // The twists along the other axes follow from the pattern.
            let [own, b, c] = rotations().map(|s| Twist::rank_of(&cube.conjugate(s)) as u16);
            assert!(corners.iter().any(|twists| twists[usize::from(own)] == [b, c]));
        }
        let counted = best_of_axes(Reduction::Dr, &threads, &Watch::quiet());
        assert_eq!(counted, known_over_axes(Reduction::Dr));
    }
}
