//! Recomputes the stored distributions of one colour with a program that shares no code with the counters, the engine or
//! its tables: a cube of stickers in space, breadth-first search over plain arrays, and other sums.
//!
//! A place is the index of the sticker where a piece has its reference sticker, so there are no conventions of flip and
//! twist. The reference sticker of the cross edges and of the corners is the one of the bottom; of the slot edge FR, the
//! one of F. A *cross* is the index of a state of the four edges of the bottom. The distances of a *pair* (the cross, the
//! slot edge FR and a corner of the bottom) answer for the other slots by rotation.

use std::array::from_fn;
use std::collections::HashMap;

/// The stored counts.
const COUNTS: &str = include_str!("../../crates/stats/src/distribution/counts.txt");

/// The number of states of the cross.
const CROSSES: usize = 24 * 22 * 20 * 18;

/// The distance of states that are not reached yet, and of impossible ones.
const NONE: u8 = 254;
const IMPOSSIBLE: u8 = 255;

/// A vector: x to the right, y up, z to the front.
type Vector = [i8; 3];

const UP: Vector = [0, 1, 0];
const DOWN: Vector = [0, -1, 0];
const RIGHT: Vector = [1, 0, 0];
const FRONT: Vector = [0, 0, 1];

fn dot(a: Vector, b: Vector) -> i8 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn sum(vectors: &[Vector]) -> Vector {
    from_fn(|i| vectors.iter().map(|vector| vector[i]).sum())
}

/// Returns a vector after clockwise quarter turns about an axis, as seen from its tip.
fn rotated(vector: Vector, axis: Vector, quarters: usize) -> Vector {
    (0..quarters).fold(vector, |v, _| {
        from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            axis[i] * dot(axis, v) + v[j] * axis[k] - v[k] * axis[j]
        })
    })
}

/// A sticker: the position of its piece, and the direction that it faces.
type Sticker = (Vector, Vector);

/// Returns the 24 stickers of the pieces with this number of stickers, piece by piece. So the position of an edge is half
/// its place, and that of a corner a third.
fn stickers(faces: usize) -> Vec<Sticker> {
    let all = || (0..27i8).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1]);
    let pieces = all().filter(|at| usize::from(dot(*at, *at) as u8) == faces);
    pieces
        .flat_map(|at| all().filter(move |v| dot(*v, *v) == 1 && dot(*v, at) == 1).map(move |v| (at, v)))
        .collect()
}

/// A permutation of the 24 places of edges or of corners.
type Permutation = [u8; 24];

/// Returns the permutation that moves the stickers of some pieces by a rotation or reflection of space.
fn permutation(
    stickers: &[Sticker],
    is_moved: impl Fn(Vector) -> bool,
    image: impl Fn(Vector) -> Vector,
) -> Permutation {
    from_fn(|place| {
        let (at, facing) = stickers[place];
        let to = if is_moved(at) { (image(at), image(facing)) } else { (at, facing) };
        index_of(stickers, to)
    })
}

fn index_of(stickers: &[Sticker], wanted: Sticker) -> u8 {
    stickers.iter().position(|sticker| *sticker == wanted).expect("stickers move to stickers") as u8
}

/// The tracked pieces of a state: the places of the four edges of the bottom, of a slot edge, and of a corner.
#[derive(Clone, Copy)]
struct Pair {
    cross: [u8; 4],
    edge: u8,
    corner: u8,
}

struct Model {
    /// By move, three for each face, 1 to 3 quarter turns.
    edge_moves: Vec<Permutation>,
    corner_moves: Vec<Permutation>,
    /// By number of quarter turns of the whole cube, clockwise from above.
    edge_rotations: [Permutation; 4],
    corner_rotations: [Permutation; 4],
    /// The reflection that exchanges left and right.
    edge_reflection: Permutation,
    /// The solved state of FR, by corner: DFR, and those to which the rotations carry it.
    solved: [Pair; 4],
    /// The cross of each state of the four edges, and the reverse.
    cross_indices: HashMap<[u8; 4], u32>,
    crosses: Vec<[u8; 4]>,
    /// By cross, the crosses after the moves.
    cross_moves: Vec<[u32; 18]>,
}

/// The faces in the order of the moves, and their letters.
const FACES: [(char, Vector); 6] =
    [('U', UP), ('D', DOWN), ('R', RIGHT), ('L', [-1, 0, 0]), ('F', FRONT), ('B', [0, 0, -1])];

impl Model {
    fn new() -> Model {
        let (edges, corners) = (stickers(2), stickers(3));
        let moves = |stickers: &[Sticker]| {
            let turn = |n: usize| {
                let axis = FACES[n / 3].1;
                permutation(stickers, |at| dot(at, axis) == 1, |v| rotated(v, axis, n % 3 + 1))
            };
            (0..18).map(turn).collect::<Vec<_>>()
        };
        let rotations =
            |stickers: &[Sticker]| from_fn(|n| permutation(stickers, |_| true, |v| rotated(v, UP, n)));
        let cross = from_fn(|n| index_of(&edges, (rotated(sum(&[DOWN, FRONT]), UP, n), DOWN)));
        let pair = |n: usize| Pair {
            cross,
            edge: index_of(&edges, (sum(&[FRONT, RIGHT]), FRONT)),
            corner: index_of(&corners, (rotated(sum(&[DOWN, FRONT, RIGHT]), UP, n), DOWN)),
        };
        let mut model = Model {
            edge_moves: moves(&edges),
            corner_moves: moves(&corners),
            edge_rotations: rotations(&edges),
            corner_rotations: rotations(&corners),
            edge_reflection: permutation(&edges, |_| true, |[x, y, z]| [-x, y, z]),
            solved: from_fn(pair),
            cross_indices: HashMap::new(),
            crosses: Vec::new(),
            cross_moves: Vec::new(),
        };
        for n in 0..24usize.pow(4) as u32 {
            let places: [u8; 4] = from_fn(|i| (n / 24u32.pow(i as u32) % 24) as u8);
            let at = places.map(|place| place / 2);
            if (0..4).all(|i| !at[..i].contains(&at[i])) {
                model.cross_indices.insert(places, model.crosses.len() as u32);
                model.crosses.push(places);
            }
        }
        assert_eq!(model.crosses.len(), CROSSES);
        let after = |cross: &[u8; 4]| {
            from_fn(|m| model.cross_indices[&cross.map(|place| model.edge_moves[m][usize::from(place)])])
        };
        model.cross_moves = model.crosses.iter().map(after).collect();
        model
    }

    /// Returns the number of a move such as `R'`.
    fn move_named(name: &str) -> usize {
        let face = FACES.iter().position(|(letter, _)| name.starts_with(*letter)).unwrap();
        3 * face + ["", "2", "'"].iter().position(|suffix| *suffix == &name[1..]).unwrap()
    }

    fn turned(&self, pair: Pair, m: usize) -> Pair {
        let edge = |place: u8| self.edge_moves[m][usize::from(place)];
        Pair {
            cross: pair.cross.map(edge),
            edge: edge(pair.edge),
            corner: self.corner_moves[m][usize::from(pair.corner)],
        }
    }

    /// Returns a pair and its images under the turns of a face.
    fn turns(&self, pair: Pair, face: char) -> [Pair; 4] {
        let first = Model::move_named(&face.to_string());
        from_fn(|n| if n == 0 { pair } else { self.turned(pair, first + n - 1) })
    }

    /// Returns whether a slot edge can be at this place beside a cross.
    fn is_free(cross: &[u8; 4], edge: usize) -> bool {
        cross.iter().all(|place| usize::from(*place) / 2 != edge / 2)
    }

    /// Returns the image of a cross under n rotations.
    fn cross_rotated(&self, cross: usize, n: usize) -> usize {
        let image = |i: usize| self.edge_rotations[n][usize::from(self.crosses[cross][(i + 4 - n) % 4])];
        self.cross_indices[&from_fn(image)] as usize
    }

    fn cross_reflected(&self, cross: usize) -> usize {
        let image = |i: usize| self.edge_reflection[usize::from(self.crosses[cross][(4 - i) % 4])];
        self.cross_indices[&from_fn(image)] as usize
    }

    /// Returns crosses of which all others are images under the rotations and reflections that keep the bottom, with the
    /// numbers of their images. These carry a goal of any slot into itself.
    fn classes(&self) -> Vec<(usize, u128)> {
        let class = |cross| {
            let rotated = (0..4).map(|n| self.cross_rotated(cross, n));
            let mut images: Vec<usize> =
                rotated.flat_map(|image| [image, self.cross_reflected(image)]).collect();
            images.sort_unstable();
            images.dedup();
            (images[0] == cross).then_some((cross, images.len() as u128))
        };
        (0..CROSSES).filter_map(class).collect()
    }

    /// Returns the states in which the pair of FR and the n-th corner is ready: an insert leads to the solved state, up to
    /// a turn of U before it.
    fn ready(&self, n: usize) -> Vec<Pair> {
        // The corner is brought below the edge.
        let below =
            self.turns(self.solved[n], 'D').into_iter().find(|pair| pair.corner == self.solved[0].corner);
        let out = |insert: &str| {
            let moves = insert.split(' ').map(Model::move_named);
            moves.fold(below.unwrap(), |pair, m| self.turned(pair, m))
        };
        // The reverses of the inserts.
        let outs = ["R U R'", "R U' R'", "F' U F", "F' U' F"].map(out);
        outs.into_iter().flat_map(|pair| self.turns(pair, 'U')).collect()
    }
}

/// Distances of pairs by cross, place of the edge and place of the corner.
struct Distances(Vec<u8>);

/// The number of places of an edge and a corner.
const ROW: usize = 24 * 24;

impl Distances {
    fn new(model: &Model, goal: &[Pair]) -> Distances {
        let row_moves: Vec<[u16; ROW]> = (0..18)
            .map(|m| {
                from_fn(|i| {
                    u16::from(model.edge_moves[m][i / 24]) * 24 + u16::from(model.corner_moves[m][i % 24])
                })
            })
            .collect();
        let mut distances = vec![NONE; CROSSES * ROW];
        for (row, cross) in distances.chunks_exact_mut(ROW).zip(&model.crosses) {
            for (edge, places) in row.chunks_exact_mut(24).enumerate() {
                if !Model::is_free(cross, edge) {
                    places.fill(IMPOSSIBLE);
                }
            }
        }
        for pair in goal {
            let cross = model.cross_indices[&pair.cross] as usize;
            distances[cross * ROW + usize::from(pair.edge) * 24 + usize::from(pair.corner)] = 0;
        }
        let possible = CROSSES * 16 * 24;
        let mut reached = distances.iter().filter(|distance| **distance == 0).count();
        let (mut level, mut newest) = (0, reached);
        while newest > 0 {
            let before = reached;
            // Of the states of the last level and those not reached yet, the fewer are turned.
            let is_forward = newest < possible - reached;
            for cross in 0..CROSSES {
                for i in 0..ROW {
                    let distance = distances[cross * ROW + i];
                    if distance != if is_forward { level } else { NONE } {
                        continue;
                    }
                    for (to, row_move) in model.cross_moves[cross].iter().zip(&row_moves) {
                        let next = *to as usize * ROW + usize::from(row_move[i]);
                        if is_forward && distances[next] == NONE {
                            distances[next] = level + 1;
                            reached += 1;
                        } else if !is_forward && distances[next] == level {
                            distances[cross * ROW + i] = level + 1;
                            reached += 1;
                            break;
                        }
                    }
                }
            }
            newest = reached - before;
            level += 1;
        }
        assert_eq!(reached, possible);
        Distances(distances)
    }

    /// Returns the distances of the slot to which n rotations carry FR, by places of its edge and of the corner that goes
    /// with it.
    fn slot(&self, model: &Model, cross: usize, n: usize) -> [[u8; 24]; 24] {
        let back = (4 - n) % 4;
        let row = &self.0[model.cross_rotated(cross, back) * ROW..][..ROW];
        from_fn(|edge| {
            from_fn(|corner| {
                let edge = usize::from(model.edge_rotations[back][edge]);
                row[24 * edge + usize::from(model.corner_rotations[back][corner])]
            })
        })
    }
}

/// The number of thresholds counted side by side.
const LANES: usize = 12;

/// Numbers of ways by threshold: the distances of at least 0, 1, 2, ... Doubles are exact below 2^53.
type Ways = [f64; LANES];

/// The pairs of two of eight positions.
const PAIRS: [[usize; 2]; 28] = {
    let (mut pairs, mut i, mut bits) = ([[0; 2]; 28], 0, 0u32);
    while bits < 256 {
        if bits.count_ones() == 2 {
            pairs[i] = [bits.trailing_zeros() as usize, bits.ilog2() as usize];
            i += 1;
        }
        bits += 1;
    }
    pairs
};

/// Returns the counts of the distances of one colour, over the states of the first two layers, where corners go with the
/// edges of their slots.
fn counts_of_slots(model: &Model, distances: &Distances) -> Vec<u128> {
    let mut at_least = [0; LANES];
    for (cross, size) in model.classes() {
        for (sum, ways) in at_least.iter_mut().zip(ways_of_slots(model, distances, cross)) {
            *sum += size * ways as u128;
        }
    }
    differences(&at_least)
}

fn differences(at_least: &[u128]) -> Vec<u128> {
    let counts = at_least.windows(2).map(|pair| pair[0] - pair[1]);
    let mut counts: Vec<u128> = counts.collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

/// Returns the number of states of the four slots in which each is at least k moves away: the sum, over the positions of
/// the slots 0 and 1, of the products with the ways of the slots 2 and 3 at other positions.
fn ways_of_slots(model: &Model, distances: &Distances, cross: usize) -> Ways {
    let mut free = (0..12).filter(|position| Model::is_free(&model.crosses[cross], 2 * position));
    let free: [usize; 8] = from_fn(|_| free.next().unwrap());
    // By slot, position of the edge among the free ones, and position of the corner.
    let slots: [[[Ways; 8]; 8]; 4] = from_fn(|n| {
        let distances = distances.slot(model, cross, n);
        free.map(|position| {
            let mut ways = [[0.0; LANES]; 8];
            for (i, distance) in distances[2 * position..][..2].as_flattened().iter().enumerate() {
                let ways = &mut ways[i % 24 / 3][..=usize::from(*distance)];
                ways.iter_mut().for_each(|ways| *ways += 1.0);
            }
            ways
        })
    });
    // By pairs of positions of the two edges and of the two corners.
    let half = |one: &[[Ways; 8]; 8], other: &[[Ways; 8]; 8]| -> Vec<Vec<Ways>> {
        let of = |[a, b]: [usize; 2], [c, d]: [usize; 2]| {
            from_fn(|k| {
                one[a][c][k] * other[b][d][k]
                    + one[a][d][k] * other[b][c][k]
                    + one[b][c][k] * other[a][d][k]
                    + one[b][d][k] * other[a][c][k]
            })
        };
        PAIRS.iter().map(|edges| PAIRS.iter().map(|corners| of(*edges, *corners)).collect()).collect()
    };
    let (first, second) = (half(&slots[0], &slots[1]), half(&slots[2], &slots[3]));
    // The sums over the pairs of edge positions, then of corner positions, that are disjoint from a pair.
    let second = transposed(&second.iter().map(|row| disjoint(row)).collect::<Vec<_>>());
    let second = transposed(&second.iter().map(|row| disjoint(row)).collect::<Vec<_>>());
    let mut sums = [0.0; LANES];
    for (first, second) in first.iter().flatten().zip(second.iter().flatten()) {
        sums.iter_mut().zip(first.iter().zip(second)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums
}

fn transposed(rows: &[Vec<Ways>]) -> Vec<Vec<Ways>> {
    (0..rows[0].len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect()
}

/// Returns, for each pair, the sum of the values of the pairs that are disjoint from it: those of all pairs, less those
/// with its first position and those with its second one, which both have the pair itself.
fn disjoint(values: &[Ways]) -> Vec<Ways> {
    let (mut all, mut with) = ([0.0; LANES], [[0.0; LANES]; 8]);
    let add = |to: &mut Ways, value: &Ways| to.iter_mut().zip(value).for_each(|(to, value)| *to += value);
    for ([a, b], value) in PAIRS.iter().zip(values) {
        add(&mut all, value);
        add(&mut with[*a], value);
        add(&mut with[*b], value);
    }
    let of =
        |([a, b], value): (&[usize; 2], &Ways)| from_fn(|k| all[k] + value[k] - with[*a][k] - with[*b][k]);
    PAIRS.iter().zip(values).map(of).collect()
}

/// Numbers of ways by threshold, from the first one that is counted.
type Lanes = [u16; 8];

/// Returns the counts of the distances of one colour, over the states of the first two layers, where corners go with any
/// edges, given the goal states of FR and the n-th corner.
fn counts_of_any_pairs(model: &Model, goal: impl Fn(usize) -> Vec<Pair>) -> Vec<u128> {
    let distances: [Distances; 4] = from_fn(|n| Distances::new(model, &goal(n)));
    // The other pieces have 1680 * 2^4 and 1680 * 3^4 arrangements.
    let mut at_least = vec![(CROSSES * 1680 * 16) as u128 * 1680 * 81];
    for first in [1, 9] {
        let mut sums = [0; 8];
        for (cross, size) in model.classes() {
            let slots = from_fn(|n| rows_of_edge(model, &distances, cross, n));
            let mut ways = [0; 8];
            add_edges(&slots, &mut Vec::new(), &[u8::MAX; 96], first, &mut ways);
            sums.iter_mut().zip(ways).for_each(|(sum, ways)| *sum += size * u128::from(ways));
        }
        at_least.extend(sums);
    }
    differences(&at_least)
}

/// The distances with one slot edge, by corner and its place.
type Row = [u8; 96];

/// Returns the distances with the slot edge to which n rotations carry FR, by its position and place.
fn rows_of_edge(model: &Model, distances: &[Distances; 4], cross: usize, n: usize) -> Vec<(usize, Row)> {
    let corners: [[[u8; 24]; 24]; 4] =
        from_fn(|corner| distances[(corner + 4 - n) % 4].slot(model, cross, n));
    let free = (0..24).filter(|edge| Model::is_free(&model.crosses[cross], *edge));
    free.map(|edge| (edge / 2, from_fn(|i| corners[i / 24][edge][i % 24]))).collect()
}

/// Adds the numbers of states in which all corners are far from the goal with all slot edges. The first of these have
/// the positions `taken`, and the distances with the nearest of them are `nearest`.
fn add_edges(
    slots: &[Vec<(usize, Row)>; 4],
    taken: &mut Vec<usize>,
    nearest: &Row,
    first: u8,
    sums: &mut [u64; 8],
) {
    if nearest.chunks_exact(24).any(|places| places.iter().all(|distance| *distance < first)) {
        return;
    }
    let Some(slot) = slots.get(taken.len()) else { return add_corners(nearest, first, sums) };
    for (position, row) in slot {
        if taken.contains(position) {
            continue;
        }
        taken.push(*position);
        add_edges(slots, taken, &from_fn(|i| nearest[i].min(row[i])), first, sums);
        taken.pop();
    }
}

/// Adds the numbers of arrangements of the four corners at places that are at least `first`, `first + 1`, ... moves away.
fn add_corners(distances: &Row, first: u8, sums: &mut [u64; 8]) {
    // By corner and position, the three stickers of which are adjacent places.
    let ways: [[Lanes; 8]; 4] = from_fn(|corner| {
        from_fn(|position| {
            let twists = &distances[24 * corner + 3 * position..][..3];
            from_fn(|k| twists.iter().map(|distance| u16::from(*distance >= first + k as u8)).sum())
        })
    });
    let half = |a: &[Lanes; 8], b: &[Lanes; 8]| -> [Lanes; 28] {
        PAIRS.map(|[p, q]| from_fn(|k| a[p][k] * b[q][k] + a[q][k] * b[p][k]))
    };
    let (one, other) = (half(&ways[0], &ways[1]), half(&ways[2], &ways[3]));
    let (mut all, mut with) = ([0; 8], [[0; 8]; 8]);
    for ([p, q], value) in PAIRS.iter().zip(&other) {
        for k in 0..8 {
            all[k] += value[k];
            with[*p][k] += value[k];
            with[*q][k] += value[k];
        }
    }
    // A product is at most 18 * 15 * 18, so 16 bits hold the sum of 10 of them.
    for chunk in [0..10, 10..20, 20..28] {
        let mut sum: Lanes = [0; 8];
        for i in chunk {
            let [p, q] = PAIRS[i];
            for k in 0..8 {
                sum[k] += one[i][k] * (all[k] + other[i][k] - with[p][k] - with[q][k]);
            }
        }
        sums.iter_mut().zip(sum).for_each(|(total, sum)| *total += u64::from(sum));
    }
}

/// Returns the stored counts of one colour.
fn stored(stage: &str) -> Vec<u128> {
    let line = COUNTS.lines().find_map(|line| line.strip_prefix(stage)?.strip_prefix(" 1,0: ")).unwrap();
    line.split(' ').map(|number| number.replace('_', "").parse().unwrap()).collect()
}

/// Returns the counts of the distances to the nearest of some crosses, over all states of the twelve edges.
fn counts_of_crosses(model: &Model, goal: &[Pair]) -> Vec<u128> {
    let mut distances = vec![NONE; CROSSES];
    let mut queue: Vec<usize> = goal.iter().map(|pair| model.cross_indices[&pair.cross] as usize).collect();
    queue.iter().for_each(|cross| distances[*cross] = 0);
    let mut next = 0;
    while next < queue.len() {
        for to in model.cross_moves[queue[next]] {
            if distances[to as usize] == NONE {
                distances[to as usize] = distances[queue[next]] + 1;
                queue.push(to as usize);
            }
        }
        next += 1;
    }
    let mut counts = vec![0; usize::from(distances[queue[CROSSES - 1]]) + 1];
    // The other eight edges have 8! * 2^7 states for each cross.
    distances.iter().for_each(|distance| counts[usize::from(*distance)] += 40_320 * 128);
    counts
}

#[test]
fn crosses_are_recounted() {
    let model = Model::new();
    assert_eq!(counts_of_crosses(&model, &[model.solved[0]]), stored("cross"));
    assert_eq!(counts_of_crosses(&model, &model.turns(model.solved[0], 'D')), stored("pseudo_cross"));
}

#[test]
fn xcrosses_are_recounted() {
    let model = Model::new();
    let distances = Distances::new(&model, &[model.solved[0]]);
    assert_eq!(counts_of_slots(&model, &distances), stored("xcross"));
}

#[test]
fn crosses_with_a_pair_are_recounted() {
    let model = Model::new();
    let distances = Distances::new(&model, &[vec![model.solved[0]], model.ready(0)].concat());
    assert_eq!(counts_of_slots(&model, &distances), stored("cross_pair"));
}

#[test]
#[ignore = "takes minutes"]
fn pseudo_xcrosses_are_recounted() {
    let model = Model::new();
    let counts = counts_of_any_pairs(&model, |n| model.turns(model.solved[n], 'D').to_vec());
    assert_eq!(counts, stored("pseudo_xcross"));
}

#[test]
#[ignore = "takes minutes"]
fn pseudo_crosses_with_a_pseudo_pair_are_recounted() {
    let model = Model::new();
    let goal = |n: usize| {
        let pairs = [vec![model.solved[n]], model.ready(n)].concat();
        pairs.into_iter().flat_map(|pair| model.turns(pair, 'D')).collect()
    };
    assert_eq!(counts_of_any_pairs(&model, goal), stored("pseudo_cross_pseudo_pair"));
}
