//! Longer solutions, and stages met with some of the moves, against brute force and breadth-first searches that use
//! only goals and whole cubes.

use crate::tables;

use std::collections::{HashMap, HashSet};

use cubiform_cube::goal::{Stage, Variant, expression};
use cubiform_cube::{Color, Cube, Face, Frame, Move, Symmetry, random};
use cubiform_solvers::cfop::{NoLength, Request};

const ALL_MOVES: u32 = (1 << Move::COUNT) - 1;

fn request(color: Color, slack: u8) -> Request {
    Request { frames: Frame::bottoms(vec![color]), solutions: usize::MAX, slack, only_best: false }
}

/// Parses a set of moves: faces by their letters, with only the half turn if a 2 follows.
fn moves(names: &str) -> u32 {
    let of = |name: &str| {
        let face = Face::from_letter(name.chars().next().unwrap()).unwrap();
        let is_half = name.ends_with('2');
        Move::set(Move::all().filter(move |m| m.face() == face && (!is_half || m.quarters() == 2)))
    };
    names.split(' ').map(of).fold(0, |all, turns| all | turns)
}

/// Returns all canonical sequences of `length` of these moves that meet a stage with the last move and not earlier, nor
/// with two consecutive moves about one axis exchanged.
fn brute_force(stage: &Stage, cube: &Cube, moves: u32, length: usize) -> HashSet<Vec<Move>> {
    fn visit(
        (stage, moves): (&Stage, u32),
        cube: &Cube,
        depth_left: usize,
        path: &mut Vec<(Cube, Move)>,
        found: &mut HashSet<Vec<Move>>,
    ) {
        if depth_left == 0 {
            if stage.is_met(cube) {
                found.insert(path.iter().map(|(_, m)| *m).collect());
            }
            return;
        }
        if stage.is_met(cube) {
            return;
        }
        for m in Move::all().filter(|m| moves >> m.index() & 1 == 1) {
            let last = path.last().copied();
            if last.is_some_and(|(_, last)| !last.may_precede(m)) {
                continue;
            }
            // The move before may be exchanged with this one.
            if last.is_some_and(|(before, last)| {
                last.face() == m.face().opposite() && stage.is_met(&before.turn(m))
            }) {
                continue;
            }
            path.push((*cube, m));
            visit((stage, moves), &cube.turn(m), depth_left - 1, path, found);
            path.pop();
        }
    }
    let mut found = HashSet::new();
    visit((stage, moves), cube, length, &mut Vec::new(), &mut found);
    found
}

#[test]
fn longer_solutions_match_brute_force() {
    let mut longer = 0;
    for (variant, stages) in [
        (Variant::std(), &[0, 1][..]),
        (Variant::pseudo(), &[0]),
        (Variant::eo(), &[0]),
        (expression::parse("2x2x2").unwrap(), &[0]),
    ] {
        let analyzer = tables::analyzer(&variant, stages);
        for (i, state) in random::states(7).take(6).enumerate() {
            // Two moves, so that brute force can reach two moves beyond the minimum.
            let scramble: Vec<Move> =
                state.edges().iter().take(2).map(|p| Move::from_index(usize::from(*p) % 18)).collect();
            let cube = Cube::from_moves(&scramble);
            let color = Color::COLUMNS[i];
            let oriented = cube.conjugate(Symmetry::bring_down(color));
            let results = analyzer.analyze(&cube, &request(color, 2)).unwrap();
            for (stage, results) in stages.iter().zip(&results) {
                let stage = &variant.stages[*stage];
                let min_length = usize::from(results[0].length.unwrap());
                assert!(results[0].solutions.is_sorted_by_key(|solution| solution.moves.len()));
                for length in min_length..=min_length + 2 {
                    let of_length =
                        results[0].solutions.iter().filter(|solution| solution.moves.len() == length);
                    let found: HashSet<Vec<Move>> =
                        of_length.map(|solution| solution.moves.clone()).collect();
                    assert_eq!(
                        found,
                        brute_force(stage, &oriented, ALL_MOVES, length),
                        "{} {length}",
                        stage.name
                    );
                    longer += if length > min_length { found.len() } else { 0 };
                }
            }
        }
    }
    assert!(longer > 300, "{longer}");
}

/// The state of a cross is the placement of four edges: a table of all 190,080 placements gives the distances and the
/// numbers of solutions.
#[test]
fn cross_solutions_of_six_to_eight_moves_match_an_exact_table() {
    let cross = |cube: &Cube| [4, 5, 6, 7].map(|edge| cube.edges()[edge]);
    // For each place of an edge and each move, the place after the move.
    let turn: Vec<[u8; 18]> = (0..24u8)
        .map(|place| {
            std::array::from_fn(|m| {
                let moved = Cube::SOLVED.turn(Move::from_index(m)).edges()[usize::from(place / 2)];
                moved ^ (place % 2)
            })
        })
        .collect();
    let home = cross(&Cube::SOLVED);
    let mut distance = HashMap::from([(home, 0u8)]);
    let mut open = vec![home];
    while !open.is_empty() {
        let mut next = Vec::new();
        for places in open {
            for m in Move::all() {
                let turned = places.map(|place| turn[usize::from(place)][m.index()]);
                let next_distance = distance[&places] + 1;
                distance.entry(turned).or_insert_with(|| {
                    next.push(turned);
                    next_distance
                });
            }
        }
        open = next;
    }
    assert_eq!(distance.len(), 190_080);

    struct Crosses<'a> {
        turn: &'a [[u8; 18]],
        distance: &'a HashMap<[u8; 4], u8>,
    }
    impl Crosses<'_> {
        /// Collects the sequences of `depth_left` moves that solve the cross and do not solve it earlier.
        fn visit(
            &self,
            places: [u8; 4],
            depth_left: u8,
            path: &mut Vec<([u8; 4], Move)>,
            all: &mut HashSet<Vec<Move>>,
        ) {
            let distance = self.distance[&places];
            if depth_left == 0 {
                all.insert(path.iter().map(|(_, m)| *m).collect());
                return;
            }
            if distance == 0 {
                return;
            }
            for m in Move::all() {
                let turned = |places: [u8; 4]| places.map(|place| self.turn[usize::from(place)][m.index()]);
                if self.distance[&turned(places)] > depth_left - 1 {
                    continue;
                }
                if let Some((before, last)) = path.last() {
                    let met = last.face() == m.face().opposite() && self.distance[&turned(*before)] == 0;
                    if met || !last.may_precede(m) {
                        continue;
                    }
                }
                path.push((places, m));
                self.visit(turned(places), depth_left - 1, path, all);
                path.pop();
            }
        }
    }
    let crosses = Crosses { turn: &turn, distance: &distance };
    let analyzer = tables::analyzer(&Variant::std(), &[0]);
    let mut counted = [0; 9];
    for cube in random::states(9).filter(|cube| distance[&cross(cube)] == 6).take(3) {
        let results = analyzer.analyze(&cube, &request(Color::COLUMNS[0], 2)).unwrap();
        assert_eq!(results[0][0].length, Ok(6));
        for length in 6..=8u8 {
            let mut wanted = HashSet::new();
            crosses.visit(cross(&cube), length, &mut Vec::new(), &mut wanted);
            let of_length = results[0][0].solutions.iter().filter(|s| s.moves.len() == usize::from(length));
            let found: Vec<Vec<Move>> = of_length.map(|solution| solution.moves.clone()).collect();
            assert_eq!(found.len(), wanted.len());
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), wanted);
            counted[usize::from(length)] += wanted.len();
        }
    }
    assert!(counted[6] > 0 && counted[7] > 10 * counted[6] && counted[8] > 5 * counted[7], "{counted:?}");
}

/// Returns the distance of a stage with some of the moves, `Some(None)` if they never meet it, or `None` if the search
/// reaches more than `max_states` states.
fn breadth_first_distance(stage: &Stage, cube: &Cube, moves: u32, max_states: usize) -> Option<Option<u8>> {
    let mut visited: HashSet<Cube> = HashSet::from([*cube]);
    let mut open = vec![*cube];
    for distance in 0.. {
        if open.iter().any(|cube| stage.is_met(cube)) {
            return Some(Some(distance));
        }
        let mut next = Vec::new();
        for cube in &open {
            for m in Move::all().filter(|m| moves >> m.index() & 1 == 1) {
                let turned = cube.turn(m);
                if visited.insert(turned) {
                    next.push(turned);
                }
            }
        }
        if next.is_empty() {
            return Some(None);
        }
        if visited.len() > max_states {
            return None;
        }
        open = next;
    }
    unreachable!()
}

#[test]
fn lengths_within_some_moves_match_breadth_first_search() {
    let goals = [
        "cross", "cross + any slot", "1x2x3", "2x2x2", "cross + FR edge", "FR + UF", "any eo",
        "cross + offset D",
    ];
    let (mut possible, mut impossible) = (0, 0);
    for (g, goal) in goals.into_iter().enumerate() {
        let variant = expression::parse(goal).unwrap();
        for (k, set) in ["U2 R2 F2", "U2 D2 R2 L2", "U R2", "U D R2", "F2 B2 R2 L2"].into_iter().enumerate() {
            let allowed = moves(set);
            let analyzer = tables::analyzer(&variant, &[0]).within(allowed).unwrap();
            let list: Vec<Move> = Move::all().filter(|m| allowed >> m.index() & 1 == 1).collect();
            for i in 0..6 {
                // States that these moves generate, as seen from each colour, and states that they may not generate.
                let mut cube = Cube::SOLVED;
                for j in 0..12 {
                    cube = cube.turn(list[(i * 31 + j * j * 7 + g * 5 + k * 3 + i * j) % list.len()]);
                }
                if i % 2 == 1 {
                    cube = cube.turn(Move::from_index((5 * i + g + k) % 18));
                }
                let color = Color::COLUMNS[i];
                let oriented = cube.conjugate(Symmetry::bring_down(color));
                let Some(distance) = breadth_first_distance(&variant.stages[0], &oriented, allowed, 300_000)
                else {
                    continue;
                };
                let result = &analyzer.analyze(&cube, &request(color, 0)).unwrap()[0][0];
                let at = format!("{goal} {set} {i}");
                match distance {
                    None => {
                        impossible += 1;
                        assert_eq!(result.length, Err(NoLength::Impossible), "{at}");
                        assert!(result.solutions.is_empty());
                    }
                    Some(length) => {
                        possible += 1;
                        assert_eq!(result.length, Ok(length), "{at}");
                        if length <= 6 {
                            let found: HashSet<Vec<Move>> =
                                result.solutions.iter().map(|s| s.moves.clone()).collect();
                            assert_eq!(
                                found,
                                brute_force(&variant.stages[0], &oriented, allowed, length.into()),
                                "{at}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(possible > 40 && impossible > 40, "{possible} {impossible}");
}

#[test]
fn all_moves_change_nothing_and_five_faces_are_never_shorter() {
    let variant = Variant::std();
    let analyzer = || tables::analyzer(&variant, &[0, 1]);
    let (all, same, five) =
        (analyzer(), analyzer().within(ALL_MOVES).unwrap(), analyzer().within(moves("U R F D L")).unwrap());
    for (i, cube) in random::states(4).take(6).enumerate() {
        let request = request(Color::COLUMNS[i], 0);
        let [all, same, five] =
            [&all, &same, &five].map(|analyzer| analyzer.analyze(&cube, &request).unwrap());
        for stage in 0..2 {
            assert_eq!(
                (&all[stage][0].length, &all[stage][0].solutions),
                (&same[stage][0].length, &same[stage][0].solutions)
            );
            assert!(five[stage][0].length.unwrap() >= all[stage][0].length.unwrap());
            assert!(five[stage][0].solutions.iter().flat_map(|s| &s.moves).all(|m| m.face() != Face::B));
        }
    }
}
