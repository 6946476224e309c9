//! Coordinates of the whole cube round-trip, commute with moves and symmetries of whole cubes, and have their known
//! numbers of classes.

use cubiform_cube::{Cube, Move, random};
use cubiform_tables::whole::{
    Classes, ConjugateTable, Corners, Flip, FlipSlice, FlipSliceConjugates, Four, IN_G1, KEEPING_UD,
    LayerEdges, MoveSetConjugates, MoveTable, Part, Slice, SliceOrder, Symmetric, Twist,
};

/// States, of G1 if the part has only its moves.
fn cubes<P: Part>() -> Vec<Cube> {
    let moves: Vec<Move> = Move::all().filter(|m| P::MOVES >> m.index() & 1 == 1).collect();
    let in_g1 = |i: usize| {
        (0..60).fold(Cube::SOLVED, |cube, k| cube.turn(moves[(i * i + k * (i + k)) % moves.len()]))
    };
    if P::MOVES == IN_G1 { (0..100).map(in_g1).collect() } else { random::states(3).take(100).collect() }
}

fn check_moves<P: Part>() {
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
                assert_eq!(P::rank(&P::turn(&P::of(&cube), m)), to);
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
        for (i, s) in KEEPING_UD.iter().enumerate() {
            let image = P::rank_of(&cube.conjugate(*s));
            assert_eq!(P::rank(&P::conjugate(&P::of(&cube), *s)), image);
            assert_eq!(table.conjugate(P::rank_of(&cube), i), image);
        }
    }
}

#[test]
fn parts_commute_with_moves() {
    check_moves::<Twist>();
    check_moves::<Flip>();
    check_moves::<Slice>();
    check_moves::<Corners>();
    check_moves::<Four<0>>();
    check_moves::<Four<4>>();
    check_moves::<Four<8>>();
    check_moves::<LayerEdges>();
    check_moves::<SliceOrder>();
}

#[test]
fn parts_commute_with_symmetries() {
    check_symmetries::<Twist>();
    check_symmetries::<Slice>();
    check_symmetries::<Corners>();
    check_symmetries::<LayerEdges>();
    check_symmetries::<SliceOrder>();
    let (conjugates, sets) = (FlipSliceConjugates::new(), MoveSetConjugates::new());
    for cube in cubes::<FlipSlice>() {
        for (i, s) in KEEPING_UD.iter().enumerate() {
            let image = cube.conjugate(*s);
            assert_eq!(FlipSlice::conjugate(&FlipSlice::of(&cube), *s), FlipSlice::of(&image));
            assert_eq!(
                conjugates.conjugate(Flip::rank_of(&cube), Slice::rank_of(&cube), i),
                (Flip::rank_of(&image), Slice::rank_of(&image))
            );
            for m in Move::all() {
                assert_eq!(sets.conjugate(1 << m.index(), i), 1 << s.conjugate(m).index());
            }
        }
    }
}

/// The classes are right, and so many.
fn check_classes(size: usize, count: usize, conjugate: impl Fn(usize, usize) -> usize) {
    let classes = Classes::new(size, &conjugate);
    assert_eq!(classes.count(), count);
    for rank in 0..size {
        let (class, s) = classes.of(rank);
        assert_eq!(conjugate(rank, s), classes.representative(class));
    }
    // The orbits of the representatives, by their stabilisers, make up the whole.
    let orbit = |class| 16 / classes.keeping(class).count_ones() as usize;
    assert_eq!((0..count).map(orbit).sum::<usize>(), size);
}

#[test]
fn classes_have_their_known_numbers() {
    let (corners, edges) = (ConjugateTable::<Corners>::new(), ConjugateTable::<LayerEdges>::new());
    check_classes(Corners::SIZE, 2768, |rank, s| corners.conjugate(rank, s));
    check_classes(LayerEdges::SIZE, 2768, |rank, s| edges.conjugate(rank, s));
    let conjugates = FlipSliceConjugates::new();
    check_classes(FlipSlice::SIZE, 64_430, |rank, s| {
        let (flip, slice) = conjugates.conjugate(rank % Flip::SIZE, rank / Flip::SIZE, s);
        slice * Flip::SIZE + flip
    });
    let twists = ConjugateTable::<Twist>::new();
    check_classes(Twist::SIZE, 168, |rank, s| twists.conjugate(rank, s));
}
