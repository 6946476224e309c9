//! Coordinates of the two-phase algorithm: they round-trip, commute with the moves and symmetries of cubes, and have
//! their known numbers of symmetry classes; the exact tables equal brute force.

use std::collections::HashMap;

use crate::kociemba::catalogue::{PHASE_1, PHASE_2};
use crate::kociemba::phase::Phase;
use crate::kociemba::phase1::{Coset, Phase1};
use crate::kociemba::phase2::{G1State, Phase2};
use crate::kociemba::{
    ConjugateTable, Coordinate, CornerPermutation, Flip, FlipSlice, FlipSliceConjugates, FourEdges, IN_G1,
    MoveSetConjugates, MoveTable, Permutation, PhaseTransition, SlicePermutation, SymClasses, Symmetric,
    Twist, UD_SYMMETRIES, UdEdges, UdSlice,
};
use cubiform_cube::{Cube, Move, random};
use cubiform_store::fill::Watch;
use cubiform_store::table_kind::TableKind;
use cubiform_threads::Threads;

mod g1;

/// Returns random states, within G1 if the coordinate has only moves of G1.
fn cubes<P: Coordinate>() -> Vec<Cube> {
    let moves: Vec<Move> = Move::all().filter(|m| P::MOVES >> m.index() & 1 == 1).collect();
    let in_g1 = |i: usize| {
        (0..60).fold(Cube::SOLVED, |cube, k| cube.turn(moves[(i * i + k * (i + k)) % moves.len()]))
    };
    if P::MOVES == IN_G1 { (0..100).map(in_g1).collect() } else { random::states(3).take(100).collect() }
}

fn check_moves<P: Coordinate>() {
    assert_eq!(P::rank_of(&Cube::SOLVED), 0);
    let table = MoveTable::<P>::new();
    for rank in 0..P::SIZE {
        assert_eq!(P::rank(&P::unrank(rank)), rank);
        for m in Move::all().filter(|m| P::MOVES >> m.index() & 1 == 1) {
            let to = table.turn(rank, m.index());
            assert_eq!(table.turn(to, m.inverse().index()), rank);
        }
    }
    for cube in cubes::<P>() {
        for m in Move::all() {
            if P::MOVES >> m.index() & 1 == 1 {
                let to = P::rank_of(&cube.turn(m));
                assert_eq!(P::rank(&P::turn(&P::pieces(&cube), m)), to);
                assert_eq!(table.turn(P::rank_of(&cube), m.index()), to);
            } else {
                assert_eq!(table.row(P::rank_of(&cube))[m.index()], u16::MAX);
            }
        }
    }
}

fn check_symmetries<P: Symmetric>() {
    let table = ConjugateTable::<P>::new();
    for cube in cubes::<P>() {
        for (i, s) in UD_SYMMETRIES.iter().enumerate() {
            let image = P::rank_of(&cube.conjugate(*s));
            assert_eq!(P::rank(&P::conjugate(&P::pieces(&cube), *s)), image);
            assert_eq!(table.conjugate(P::rank_of(&cube), i), image);
        }
    }
}

#[test]
fn coordinates_commute_with_moves() {
    check_moves::<Twist>();
    check_moves::<Flip>();
    check_moves::<UdSlice>();
    check_moves::<CornerPermutation>();
    check_moves::<FourEdges<0>>();
    check_moves::<FourEdges<4>>();
    check_moves::<FourEdges<8>>();
    check_moves::<UdEdges>();
    check_moves::<SlicePermutation>();
}

#[test]
fn coordinates_commute_with_symmetries() {
    check_symmetries::<Twist>();
    check_symmetries::<UdSlice>();
    check_symmetries::<CornerPermutation>();
    check_symmetries::<UdEdges>();
    check_symmetries::<SlicePermutation>();
    let (conjugates, sets) = (FlipSliceConjugates::new(), MoveSetConjugates::new());
    for cube in cubes::<Flip>() {
        for (i, s) in UD_SYMMETRIES.iter().enumerate() {
            let image = cube.conjugate(*s);
            assert_eq!(
                conjugates.conjugate(Flip::rank_of(&cube), UdSlice::rank_of(&cube), i),
                (Flip::rank_of(&image), UdSlice::rank_of(&image))
            );
            for m in Move::all() {
                assert_eq!(sets.conjugate(1 << m.index(), i), 1 << s.conjugate(m).index());
            }
        }
    }
}

/// Checks the representatives and the number of the symmetry classes.
fn check_classes(size: usize, count: usize, conjugate: impl Fn(usize, usize) -> usize) {
    let classes = SymClasses::new(size, &conjugate);
    assert_eq!(classes.count(), count);
    for rank in 0..size {
        let (class, s) = classes.class_of(rank);
        assert_eq!(conjugate(rank, s), classes.representative(class));
    }
    // The orbit sizes, 16 divided by the order of the stabilizer, add up to the size of the coordinate.
    let orbit_size = |class| 16 / classes.stabilizer(class).len();
    assert_eq!((0..count).map(orbit_size).sum::<usize>(), size);
}

#[test]
fn symmetry_classes_have_their_known_counts() {
    let (corners, edges) = (ConjugateTable::<CornerPermutation>::new(), ConjugateTable::<UdEdges>::new());
    check_classes(CornerPermutation::SIZE, 2768, |rank, s| corners.conjugate(rank, s));
    check_classes(UdEdges::SIZE, 2768, |rank, s| edges.conjugate(rank, s));
    let conjugates = FlipSliceConjugates::new();
    check_classes(FlipSlice::SIZE, 64_430, |rank, s| {
        let (flip, slice) = conjugates.conjugate(rank % Flip::SIZE, rank / Flip::SIZE, s);
        slice * Flip::SIZE + flip
    });
    let twists = ConjugateTable::<Twist>::new();
    check_classes(Twist::SIZE, 168, |rank, s| twists.conjugate(rank, s));
}

/// Returns all states within `depth` moves of the solved one, by key, with their distances: a plain breadth-first
/// search on cubes.
fn by_brute_force<K: Copy + Eq + std::hash::Hash>(
    key: impl Fn(&Cube) -> K,
    moves: u32,
    depth: u8,
) -> HashMap<K, (Cube, u8)> {
    let mut all = HashMap::from([(key(&Cube::SOLVED), (Cube::SOLVED, 0))]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for cube in level {
            for m in Move::all().filter(|m| moves >> m.index() & 1 == 1) {
                let to = cube.turn(m);
                all.entry(key(&to)).or_insert_with(|| {
                    next.push(to);
                    (to, distance)
                });
            }
        }
        level = next;
    }
    all
}

fn coset(cube: &Cube) -> (u16, u16, u16) {
    let Coset { twist, flip, slice } = Coset::from_cube(cube);
    (twist, flip, slice)
}

fn state(cube: &Cube) -> (u16, u16, u16) {
    let G1State { corners, edges, order } = G1State::from_cube(cube);
    (corners, edges, order)
}

/// Returns the number of states in the exact table of a phase, by distance.
fn exact_counts<P: Phase>(phase: &P) -> Vec<u64> {
    let mut counts = vec![0; usize::from(phase.exact_table().radius()) + 1];
    for (key, entry) in phase.exact_table().iter() {
        counts[usize::from(entry.distance)] += phase.tables().states::<P>(key);
    }
    counts
}

#[test]
fn phase_1_table_equals_brute_force() {
    let phase = Phase1::new(None);
    // Known numbers of cosets, <https://kociemba.org/math/distribution.htm>.
    assert_eq!(exact_counts(&phase), [1, 4, 50, 592, 7156, 87_236, 1_043_817, 12_070_278]);
    let all = by_brute_force(coset, (1 << 18) - 1, 5);
    for (cube, distance) in all.values() {
        let entry = phase.entry(Coset::from_cube(cube)).expect("within the radius of the exact table");
        assert_eq!(entry.distance, *distance);
        for m in Move::all().filter(|_| *distance < 5) {
            let is_nearer = all[&coset(&cube.turn(m))].1 < *distance;
            assert_eq!(entry.improving_moves >> m.index() & 1 == 1, is_nearer, "{cube:?} {m}");
        }
    }
    // About six in a thousand random states are within the radius.
    let near =
        random::states(5).take(20_000).filter(|cube| phase.entry(Coset::from_cube(cube)).is_some()).count();
    assert!((60..180).contains(&near), "{near}");
}

#[test]
fn phase_2_table_equals_brute_force() {
    let phase = Phase2::new(None);
    let transition = PhaseTransition::default();
    let counts = [1, 10, 67, 456, 3079, 19_948, 123_074, 736_850, 4_185_118];
    assert_eq!(exact_counts(&phase), counts);
    let all = by_brute_force(state, IN_G1, 5);
    for (cube, distance) in all.values() {
        assert_eq!(transition.state(&Permutation::from_cube(cube)), G1State::from_cube(cube));
        let entry = phase.entry(G1State::from_cube(cube)).expect("within the radius of the exact table");
        assert_eq!(entry.distance, *distance);
        let at = G1State::from_cube(cube);
        assert!(phase.corner_lower_bound(at.corners, at.order) <= *distance);
        for m in Move::all().filter(|m| *distance < 5 && IN_G1 >> m.index() & 1 == 1) {
            let to = all[&state(&cube.turn(m))].1;
            assert_eq!(entry.improving_moves >> m.index() & 1 == 1, to < *distance, "{cube:?} {m}");
            // No move to a child within `depth_left` is left out.
            for depth_left in to..to + 2 {
                assert!(
                    phase.candidate_moves(at, depth_left) >> m.index() & 1 == 1,
                    "{cube:?} {m} {depth_left}"
                );
            }
        }
    }
}

#[test]
fn permutations_commute_with_all_moves() {
    let (transition, corners) = (PhaseTransition::default(), crate::kociemba::MoveTable::new());
    for cube in random::states(8).take(100) {
        for m in Move::all() {
            let turned = transition.turn_permutation(&corners, &Permutation::from_cube(&cube), m);
            assert_eq!(turned, Permutation::from_cube(&cube.turn(m)));
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn all_cosets_are_within_twelve_moves() {
    let counts = TableKind::distances(&PHASE_1).counts;
    assert_eq!(Phase1::new(None).distribution(), counts);
    assert_eq!(counts.iter().sum::<u64>(), 2_217_093_120);
}

#[test]
#[ignore = "takes minutes and 2.7 GB of memory"]
fn all_states_of_g1_are_within_eighteen_moves() {
    // Known numbers, which others have counted independently.
    let known = TableKind::distances(&PHASE_2).counts;
    assert_eq!(known.iter().sum::<u64>(), 19_508_428_800);
    let counts = g1::distribution(&Threads::new(2), &Watch::quiet()).expect("not cancelled");
    assert_eq!(counts, known);
    // The numbers near the goal, counted in two other ways.
    assert_eq!(counts[..9], exact_counts(&Phase2::new(None)));
    let mut near_counts = vec![0; 7];
    by_brute_force(state, IN_G1, 6)
        .values()
        .for_each(|(_, distance)| near_counts[usize::from(*distance)] += 1);
    assert_eq!(counts[..7], near_counts);
}
