//! The steps of fewest-moves solves, against searches that know only whole cubes and the flips of their edges.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use cubiform_cube::goal::Variant;
use cubiform_cube::notation::Niss;
use cubiform_cube::piece::is_flipped;
use cubiform_cube::{Algorithm, Axis, Cube, Frame, Move, Reduction, Side, random};
use cubiform_search::run_alone;
use cubiform_solvers::cfop::{AnalyzeError, Analyzer, Request};
use cubiform_solvers::reduction::{Attempt, ChainLengths, ChainStep, Reductions};
use cubiform_solvers::solver::Limits;
use cubiform_threads::{CancelToken, Threads};

pub(crate) static REDUCTIONS: LazyLock<Reductions> =
    LazyLock::new(|| Reductions::in_memory(&Threads::new(2), &CancelToken::never()).unwrap());

pub(crate) fn length(cube: &Cube, side: Side, steps: &[Reduction]) -> u8 {
    run_alone(REDUCTIONS.stage(cube, side, steps)).length.unwrap()
}

/// Returns all solutions of a stage with at most `slack` moves more than the minimum, as seen from the side, sorted.
pub(crate) fn solutions(cube: &Cube, side: Side, steps: &[Reduction], slack: u8) -> Vec<Vec<Move>> {
    let lengths = (length(cube, side, steps), slack);
    let found = run_alone(REDUCTIONS.stage_solutions(cube, side, steps, lengths, usize::MAX));
    let seen = |moves: Vec<Move>| in_order(moves.iter().map(|m| side.rotation().conjugate(*m)).collect());
    let mut found: Vec<_> = found.into_iter().map(|solution| seen(solution.moves)).collect();
    found.sort();
    found
}

/// Returns moves with consecutive turns of opposite faces in canonical order.
fn in_order(mut moves: Vec<Move>) -> Vec<Move> {
    for i in 1..moves.len() {
        if moves[i - 1].face().opposite() == moves[i].face() && !moves[i - 1].may_precede(moves[i]) {
            moves.swap(i - 1, i);
        }
    }
    moves
}

/// Returns all sequences of exactly `length` moves that meet a goal only with their last move, in either order of two moves
/// about one axis, and do not end in a counter-clockwise turn about the last axis.
pub(crate) fn brute_force(cube: &Cube, length: u8, within: &dyn Fn(&Cube, u8) -> bool) -> Vec<Vec<Move>> {
    fn extend(
        cubes: &mut Vec<(Cube, Move)>,
        start: &Cube,
        left: u8,
        within: &dyn Fn(&Cube, u8) -> bool,
        found: &mut Vec<Vec<Move>>,
    ) {
        let cube = cubes.last().map_or(*start, |(cube, _)| *cube);
        let path = || cubes.iter().map(|(_, m)| *m).collect::<Vec<Move>>();
        if left == 0 {
            let axis = cubes.last().map(|(_, m)| m.face().axis());
            let mut ending = cubes.iter().rev().take_while(|(_, m)| Some(m.face().axis()) == axis);
            let is_met_early = (1..=cubes.len()).any(|n| {
                let before = if n == cubes.len() { *start } else { cubes[cubes.len() - n - 1].0 };
                let exchanged = cubes
                    .get(cubes.len() - n + 1)
                    .filter(|(_, m)| m.face().axis() == cubes[cubes.len() - n].1.face().axis());
                within(&before, 0) || exchanged.is_some_and(|(_, m)| within(&before.turn(*m), 0))
            });
            if within(&cube, 0) && !is_met_early && ending.all(|(_, m)| m.quarters() != 3) {
                found.push(path());
            }
            return;
        }
        if !within(&cube, left) {
            return;
        }
        let last = cubes.last().map(|(_, m)| *m);
        for m in Move::all().filter(|m| last.is_none_or(|last| last.may_precede(*m))) {
            cubes.push((cube.turn(m), m));
            extend(cubes, start, left - 1, within, found);
            cubes.pop();
        }
    }
    let mut found = Vec::new();
    extend(&mut Vec::new(), cube, length, within, &mut found);
    found.sort();
    found
}

/// The distance of every set of flipped edges relative to U/D from the empty one, bit `p` for place `p`.
static EO_DISTANCES: LazyLock<HashMap<u16, u8>> = LazyLock::new(|| {
    let mut known = HashMap::from([(flips(&Cube::SOLVED), 0)]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1.. {
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m))) {
            known.entry(flips(&cube)).or_insert_with(|| {
                next.push(cube);
                distance
            });
        }
        if next.is_empty() {
            return known;
        }
        level = next;
    }
    unreachable!("the sets are finite");
});

fn flips(cube: &Cube) -> u16 {
    let flipped = cube.edges().iter().enumerate().filter(|(edge, place)| is_flipped(Axis::Y, *edge, **place));
    flipped.fold(0, |set, (_, place)| set | 1 << (place / 2))
}

#[test]
fn eo_lengths_and_solutions_equal_a_search_of_the_flips() {
    assert_eq!(EO_DISTANCES.len(), 2048);
    let within = |cube: &Cube, left: u8| EO_DISTANCES[&flips(cube)] <= left;
    for (i, cube) in random::states(2).take(60).enumerate() {
        for side in Side::ALL {
            let view = side.view(&cube);
            let distance = EO_DISTANCES[&flips(&view)];
            assert_eq!(length(&cube, side, &[Reduction::Eo]), distance);
            if i < 8 {
                let slack = u8::from(i < 2 && distance < 4);
                let expected =
                    (distance..=distance + slack).flat_map(|length| brute_force(&view, length, &within));
                let mut expected: Vec<_> = expected.collect();
                expected.sort();
                assert_eq!(solutions(&cube, side, &[Reduction::Eo], slack), expected, "{side:?}");
            }
        }
    }
}

#[test]
fn dr_lengths_and_solutions_equal_brute_force_near_dr() {
    let is_met = |cube: &Cube, left: u8| left > 0 || Reduction::Dr.is_met(cube);
    let g1: Vec<Move> = Move::all().filter(|m| Reduction::Dr.moves() >> m.index() & 1 == 1).collect();
    for (i, random) in random::states(7).take(12).enumerate() {
        // A state of the domino group, and a few moves that leave it.
        let mixed =
            (0..20).map(|k| g1[usize::from(random.edges()[k % 12] + random.corners()[k % 8]) % g1.len()]);
        let moved = (0..4).map(|k| Move::from_index(usize::from(random.corners()[k]) % Move::COUNT));
        let moves: Vec<Move> = mixed.chain(moved).collect();
        let side = Side::ALL[i % 6];
        let cube = Cube::from_moves(&moves).conjugate(side.rotation().inverse());
        let cube = if side.is_inverse { cube.inverse() } else { cube };
        let view = side.view(&cube);
        let shortest = (0..5).find_map(|length| {
            let found = brute_force(&view, length, &is_met);
            (!found.is_empty()).then_some((length, found))
        });
        let (expected, paths) = shortest.unwrap();
        assert_eq!(length(&cube, side, &[Reduction::Dr]), expected);
        assert_eq!(solutions(&cube, side, &[Reduction::Dr], 0), paths);
    }
}

/// Returns all shortest sequences of some moves that reach a state, in one order of parallel turns; none within `max` moves if it is empty.
fn shortest(cube: &Cube, moves: &[Move], max: usize, is_met: &dyn Fn(&Cube) -> bool) -> Vec<Vec<Move>> {
    let mut level = vec![(*cube, Vec::<Move>::new())];
    for _ in 0..=max {
        let met: Vec<Vec<Move>> =
            level.iter().filter(|(cube, _)| is_met(cube)).map(|(_, path)| path.clone()).collect();
        if !met.is_empty() {
            return met;
        }
        let longer = |(cube, path): &(Cube, Vec<Move>)| -> Vec<(Cube, Vec<Move>)> {
            let follows = |m: &&Move| path.last().is_none_or(|last| last.may_precede(**m));
            moves
                .iter()
                .filter(follows)
                .map(|m| (cube.turn(*m), [&path[..], std::slice::from_ref(m)].concat()))
                .collect()
        };
        level = level.iter().flat_map(longer).collect();
    }
    Vec::new()
}

fn moves_that(keep: impl Fn(&Cube) -> bool) -> Vec<Move> {
    Move::all().filter(|m| keep(&Cube::SOLVED.turn(*m))).collect()
}

/// Returns cubes that some half turns, moves of the domino group, moves that keep EO and any moves lead to, with these moves.
fn made_step_by_step(count: usize) -> Vec<(Cube, Vec<Move>)> {
    let kinds = [
        moves_that(|cube| Reduction::Htr.is_met(cube)),
        moves_that(|cube| Reduction::Dr.is_met(cube)),
        moves_that(|cube| cube.is_oriented(Axis::Z)),
        Move::all().collect(),
    ];
    let made = |(i, random): (usize, Cube)| {
        let pick = |k: usize| usize::from(random.edges()[k % 12]) + 7 * usize::from(random.corners()[k % 8]);
        let moves: Vec<Move> = (0..4 + i % 4).map(|k| kinds[k / 2][pick(k) % kinds[k / 2].len()]).collect();
        (Cube::from_moves(&moves), moves)
    };
    random::states(31).take(count).enumerate().map(made).collect()
}

/// A stage of several steps: each step is shortest after all shortest ways to take those before it.
#[test]
fn lengths_of_several_steps_equal_brute_force() {
    use Reduction::{Dr, Eo, Finish, Htr};
    let (half_turns, domino) = (moves_that(|cube| Htr.is_met(cube)), moves_that(|cube| Dr.is_met(cube)));
    let all: Vec<Move> = Move::all().collect();
    let mut compared = [0; 3];
    for (i, (cube, _)) in made_step_by_step(60).iter().enumerate() {
        let side = Side::ALL[i % 6];
        let cube = cube.conjugate(side.rotation().inverse());
        let cube = if side.is_inverse { cube.inverse() } else { cube };
        let view = side.view(&cube);
        // An EO along one of the other axes, and then a DR that keeps it.
        let after_eo = [Axis::X, Axis::Z].map(|axis| {
            let paths = shortest(&view, &all, 3, &|cube| cube.is_oriented(axis));
            let keeping = moves_that(|cube| cube.is_oriented(axis));
            (paths, keeping)
        });
        let eo = after_eo.iter().filter_map(|(paths, _)| paths.first().map(Vec::len)).min();
        let dr = after_eo.iter().flat_map(|(paths, keeping)| {
            let shortest_eo = paths.iter().filter(|path| Some(path.len()) == eo);
            shortest_eo.filter_map(|path| {
                Some(shortest(&view.apply(path), keeping, 5, &|cube| Dr.is_met(cube)).first()?.len())
            })
        });
        if let (Some(eo), Some(dr)) = (eo, dr.min()) {
            assert_eq!(usize::from(length(&cube, side, &[Eo, Dr])), eo + dr, "{i}");
            compared[0] += 1;
        }
        // A DR by any moves, then HTR, then the finish.
        let paths = shortest(&view, &all, 4, &|cube| Dr.is_met(cube));
        let mut ends: Vec<(Cube, usize)> = paths.iter().map(|path| (view.apply(path), path.len())).collect();
        for (steps, moves) in [(&[Dr, Htr][..], &domino), (&[Dr, Htr, Finish], &half_turns)] {
            let last = steps[steps.len() - 1];
            let next: Vec<(Cube, usize)> = ends
                .iter()
                .flat_map(|(cube, before)| {
                    let paths = shortest(cube, moves, 5, &|cube| last.is_met(cube));
                    paths.into_iter().map(|path| (cube.apply(&path), before + path.len())).collect::<Vec<_>>()
                })
                .collect();
            let Some(least) = next.iter().map(|(_, length)| *length).min() else { break };
            assert_eq!(usize::from(length(&cube, side, steps)), least, "{i} {steps:?}");
            compared[steps.len() - 1] += 1;
            ends = next.into_iter().filter(|(_, length)| *length == least).collect();
        }
    }
    assert!(compared.iter().all(|count| *count >= 20), "{compared:?}");
}

/// The minimum of each step of an attempt, on one side, from where it began.
#[test]
fn shortest_steps_of_attempts_equal_brute_force() {
    use Reduction::{Dr, Eo, Htr};
    let mut compared = 0;
    for (i, (cube, moves)) in made_step_by_step(16).iter().enumerate() {
        // The moves are undone, and a detour makes the first step longer.
        let detour: Vec<Move> = Move::all().skip(i).step_by(7).take(usize::from(i % 3 == 0)).collect();
        let back = moves.iter().rev().map(|m| m.inverse());
        let made: Vec<(Move, bool)> = detour
            .iter()
            .copied()
            .chain(detour.iter().map(|m| m.inverse()))
            .chain(back)
            .map(|m| (m, false))
            .collect();
        let review = attempt(cube, &made);
        let mut from = *cube;
        let mut before = None;
        for step in &review.steps {
            let sides = Side::ALL.into_iter().filter(|side| match (step.made.reduction, before) {
                (Dr, Some(eo)) => side.axis != eo,
                (Htr, Some(dr)) => side.axis == dr,
                _ => true,
            });
            let lengths = sides.filter_map(|side| {
                let keeping = match (step.made.reduction, before) {
                    (Eo, _) => Move::all().collect(),
                    (Dr, Some(eo)) => moves_that(|cube| cube.is_oriented(side.rotation().axis(eo))),
                    (Htr, _) => moves_that(|cube| Dr.is_met(cube)),
                    _ => moves_that(|cube| Htr.is_met(cube)),
                };
                let met = |cube: &Cube| step.made.reduction.is_met(cube);
                Some(shortest(&side.view(&from), &keeping, 4, &met).first()?.len())
            });
            if let Some(least) = lengths.min() {
                assert_eq!(usize::from(step.shortest), least, "{i} {step:?}");
                compared += 1;
            }
            from = from.apply(&step.made.normal);
            before = step.made.axis;
        }
    }
    assert!(compared >= 40, "{compared}");
}

#[test]
fn chains_solve_and_have_steps_that_add_up() {
    use Reduction::{Ar, Dr, Drm, Eo, Finish, Floppy, Htr, LeaveSlice};
    for cube in random::states(11).take(4) {
        for side in Side::ALL {
            let stages = [
                &[Eo][..],
                &[Dr],
                &[Eo, Dr],
                &[Dr, Htr],
                &[Dr, Htr, Finish],
                &[Eo, Ar],
                &[Eo, Drm(&[(4, 2)])],
                &[Dr, Htr, Floppy],
                &[Dr, Htr, LeaveSlice],
            ];
            let lengths = stages.map(|steps| {
                let length = length(&cube, side, steps);
                let found = run_alone(REDUCTIONS.stage_solutions(&cube, side, steps, (length, 1), 20));
                assert_eq!(found[0].moves.len(), usize::from(length));
                let of_length = found.iter().filter(|solution| solution.moves.len() == found[0].moves.len());
                assert!(of_length.count() <= 20);
                for solution in found {
                    assert_eq!(solution.steps.len(), steps.len());
                    assert_eq!(usize::from(solution.steps.iter().sum::<u8>()), solution.moves.len());
                    let from = if side.is_inverse { cube.inverse() } else { cube };
                    let mut reached = from.conjugate(side.rotation());
                    let seen: Vec<Move> =
                        solution.moves.iter().map(|m| side.rotation().conjugate(*m)).collect();
                    let mut moves = &seen[..];
                    for (step, count) in steps.iter().zip(&solution.steps) {
                        let (own, rest) = moves.split_at(usize::from(*count));
                        (reached, moves) = (reached.apply(own), rest);
                        // An EO before a DR is along one of the other axes.
                        let is_eo = || reached.is_oriented(Axis::X) || reached.is_oriented(Axis::Z);
                        assert!(if *step == Eo && steps.len() > 1 { is_eo() } else { step.is_met(&reached) });
                    }
                }
                length
            });
            let [eo, dr, eo_dr, htr, finish, ar, drm, floppy, leave_slice] = lengths;
            assert!(ar <= eo_dr && drm > 0, "{lengths:?}");
            assert!(htr <= floppy && floppy <= finish && htr <= leave_slice && leave_slice <= finish);
            assert!(eo <= 7 && dr <= 12 && dr <= eo_dr && dr <= htr && htr <= finish, "{lengths:?}");
        }
    }
}

#[test]
fn chains_are_within_their_lengths_and_no_longer_than_chains_of_one_side() {
    use Reduction::{Dr, Eo};
    let threads = Threads::new(2);
    let lengths = ChainLengths { eo: 4, dr: 9 };
    let mut found = 0;
    for cube in random::states(3).take(12) {
        let Ok(chain) = REDUCTIONS.chain(&cube, &[lengths], &Limits::default(), &threads) else { continue };
        found += 1;
        let total: usize = chain.steps.iter().map(|step| step.normal.len() + step.inverse.len()).sum();
        assert!(chain.shortest_within == Some(lengths) && chain.solution().len() <= total);
        let [eo, dr, ..] = &chain.steps[..] else { panic!("four steps") };
        let (mut normal, mut inverse) = (eo.normal.clone(), eo.inverse.clone());
        let reached =
            |normal: &[Move], inverse: &[Move]| Cube::from_moves(inverse).inverse().then(&cube.apply(normal));
        assert!(normal.len() + inverse.len() <= 4);
        assert!(reached(&normal, &inverse).is_oriented(eo.axis.unwrap()));
        normal.extend(&dr.normal);
        inverse.extend(&dr.inverse);
        assert!(normal.len() + inverse.len() <= 9);
        let along = Side { axis: dr.axis.unwrap(), is_inverse: false };
        assert!(Dr.is_met(&along.view(&reached(&normal, &inverse))));
        // A chain on one side whose EO is short enough cannot be shorter.
        for side in Side::ALL {
            let steps = [Eo, Dr, Reduction::Htr, Reduction::Finish];
            let stage = run_alone(REDUCTIONS.stage(&cube, side, &steps)).length.unwrap();
            let solutions = run_alone(REDUCTIONS.stage_solutions(&cube, side, &steps, (stage, 0), 1));
            if solutions[0].steps[0] <= 4 && solutions[0].steps[0] + solutions[0].steps[1] <= 9 {
                assert!(total <= usize::from(stage), "{side:?}");
            }
        }
        // One move less is impossible.
        let limits = Limits::at_most(total as u8 - 1);
        assert!(REDUCTIONS.chain(&cube, &[lengths], &limits, &threads).is_err());
    }
    assert!(found > 6, "{found}");
}

#[test]
fn a_step_may_begin_with_a_turn_parallel_to_the_last_one_in_either_order() {
    // Lengths found by a search of all chains that shares no code with this one. A chain of 20 moves of each has a step that
    // begins with a turn which canonical order would put before the last turn of the step before.
    let lengths = ChainLengths { eo: 5, dr: 10 };
    for scramble in [
        "D L' U' F' B L' D' L2 R' U2 L U2 L2 D' B F' D' B U' L' B2 U D' R' F",
        "L' F U' R D L U D2 B' F2 R2 B D2 R2 B' L R' F' L2 U2 D' B2 L R D2",
    ] {
        let cube = Algorithm::parse(scramble).unwrap().cube();
        let chain = REDUCTIONS.chain(&cube, &[lengths], &Limits::default(), &Threads::new(2)).unwrap();
        let total: usize = chain.steps.iter().map(|step| step.normal.len() + step.inverse.len()).sum();
        assert_eq!((total, chain.shortest_within), (20, Some(lengths)), "{scramble}");
    }
}

#[test]
fn moves_of_both_sides_are_counted_apart_until_the_cube_is_solved() {
    let scramble = "U2 D B R L B R' U' R L' D' R' U D2 R F2 L R' D' B' U R2 D U' L2";
    let text = "R2 ^(F B) U' F B2 ^(U) U' F2 ^(L) R ^(B' R) D2 B L2 R2 U2 B' L2 B' R2 U2 F R2 D2";
    let cube = Algorithm::parse(scramble).unwrap().cube();
    let review = attempt(&cube, &Niss::parse(text).unwrap().in_order());
    let totals: Vec<usize> = review.steps.iter().map(|step| step.total).collect();
    assert_eq!((&totals[..], review.end), (&[8, 13, 24, 26][..], Cube::SOLVED));
}

#[test]
fn random_attempts_have_a_solution() {
    for (i, state) in random::states(56).take(60).enumerate() {
        let moves: Vec<Move> =
            (0..12).map(|n| Move::from_index(usize::from(state.edges()[n]) % Move::COUNT)).collect();
        let (scramble, made) = moves.split_at(i % 7);
        let cube = Cube::SOLVED.apply(scramble);
        let made: Vec<(Move, bool)> =
            made.iter().take(1 + i % 5).enumerate().map(|(n, m)| (*m, (i + n) % 3 == 0)).collect();
        let review = attempt(&cube, &made);
        assert!(review.with_chain <= made.len() + 30, "{scramble:?} {made:?}");
        // The moves on both sides, and those that are left, solve the cube.
        let made: Vec<ChainStep> =
            review.steps.iter().map(|step| step.made.clone()).chain(review.rest).collect();
        let way_on = review.chain.map_or(Vec::new(), |chain| chain.steps);
        assert_eq!(
            after(&cube, &written(&[&made[..], &way_on].concat())),
            Cube::SOLVED,
            "{scramble:?} {made:?}"
        );
    }
}

#[test]
fn a_chain_has_the_totals_of_its_attempt() {
    let (mut equal, mut all) = (0, 0);
    for (i, cube) in random::states(57).take(8).enumerate() {
        // Of a search that ends early, too, whose chain may have turns of one face in two steps.
        let limits = Limits { first: i % 2 == 1, ..Limits::default() };
        let chain = REDUCTIONS.chain(&cube, &ChainLengths::GROWING, &limits, &Threads::single()).unwrap();
        let review = attempt(&cube, &written(&chain.steps));
        let totals = chain.totals();
        assert_eq!((totals[3], &chain.solution()), (review.counted_moves.len(), &review.counted_moves));
        for ((own, total), step) in chain.steps.iter().zip(totals).zip(&review.steps) {
            // The moves may reach another EO before that of the chain.
            all += 1;
            equal += usize::from(*own == step.made && total == step.total);
            assert!(*own != step.made || total == step.total, "{own:?} {total} {step:?}");
        }
    }
    assert!(equal * 4 > all * 3, "{equal} of {all} steps are the same");
}

#[test]
fn no_attempt_knows_a_shorter_chain_than_a_complete_search() {
    use Reduction::{Dr, Eo};
    let lengths = ChainLengths { eo: 5, dr: 11 };
    let solutions = |cube: &Cube, side: Side| {
        let length = length(cube, side, &[Eo, Dr]);
        run_alone(REDUCTIONS.stage_solutions(cube, side, &[Eo, Dr], (length, 1), 3))
    };
    let on = |side: Side, moves: &[Move]| moves.iter().map(|m| (*m, side.is_inverse)).collect::<Vec<_>>();
    for cube in random::states(58).take(2) {
        let mut tried = 0;
        let chain = REDUCTIONS.chain(&cube, &[lengths], &Limits::default(), &Threads::new(2)).unwrap();
        let shortest = chain.solution().len();
        assert_eq!(chain.shortest_within, Some(lengths));
        for eo_side in Side::ALL {
            for solution in solutions(&cube, eo_side) {
                let eo = on(eo_side, &solution.moves[..usize::from(solution.steps[0])]);
                let after_eo = after(&cube, &eo);
                for dr_side in Side::ALL {
                    for dr in solutions(&after_eo, dr_side).iter().filter(|dr| dr.steps[0] == 0) {
                        let moves = [&eo[..], &on(dr_side, &dr.moves)].concat();
                        if eo.len() > 5 || moves.len() > 11 || tried == 3 {
                            continue;
                        }
                        let review = attempt(&cube, &moves);
                        let found = review.steps[0].with_chain.min(review.with_chain);
                        assert!(found >= shortest, "{moves:?}: {found} below {shortest}");
                        tried += 1;
                    }
                }
            }
        }
        assert_eq!(tried, 3);
    }
}

/// Returns the state after moves, each with whether it is on the inverse.
fn after(cube: &Cube, moves: &[(Move, bool)]) -> Cube {
    moves.iter().fold(*cube, |cube, (m, is_inverse)| match is_inverse {
        false => cube.turn(*m),
        true => cube.inverse().turn(*m).inverse(),
    })
}

/// Returns the moves of steps in order, each with whether it is on the inverse.
fn written(steps: &[ChainStep]) -> Vec<(Move, bool)> {
    let on = |moves: &[Move], side: bool| moves.iter().map(|m| (*m, side)).collect::<Vec<_>>();
    steps.iter().flat_map(|step| [on(&step.normal, false), on(&step.inverse, true)].concat()).collect()
}

fn attempt(cube: &Cube, moves: &[(Move, bool)]) -> Attempt {
    let lengths = ChainLengths::GROWING;
    REDUCTIONS.attempt(cube, moves, &lengths, &Limits::default(), &Threads::new(2)).unwrap()
}

#[test]
fn a_shortest_chain_is_parted_into_its_steps_and_loses_nothing() {
    for cube in random::states(11).take(3) {
        let chain =
            REDUCTIONS.chain(&cube, &ChainLengths::GROWING, &Limits::default(), &Threads::new(2)).unwrap();
        let moves = written(&chain.steps);
        let review = attempt(&cube, &moves);
        assert_eq!((&review.moves, review.end, &review.rest), (&chain.solution(), Cube::SOLVED, &None));
        assert!(review.steps.iter().all(|step| step.with_chain >= review.with_chain));
        for (step, own) in review.steps.iter().zip(&chain.steps).take(2) {
            assert_eq!(&step.made, own);
            let is_on_one_side = own.normal.is_empty() || own.inverse.is_empty();
            let made = own.normal.len() + own.inverse.len();
            assert!(!is_on_one_side || usize::from(step.shortest) <= made, "{step:?}");
        }
        // Without its last move it is not solved, and the shortest known solution stays.
        let cut = attempt(&cube, &moves[..moves.len() - 1]);
        assert_ne!(cut.end, Cube::SOLVED);
        assert_eq!(cut.with_chain, review.with_chain);
        assert!(cut.steps.iter().all(|step| step.with_chain >= cut.with_chain));
    }
}

#[test]
fn chains_from_the_steps_of_an_attempt_solve_it() {
    let scramble = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F";
    let cube = Algorithm::parse(scramble).unwrap().cube();
    let text = "F D' B' R'\nF R2 D' F2 D\nF L2 F' R2 B2 U2 F' L2 D2 F'\nL2 F2 L2 U2 L2 U2";
    let review = attempt(&cube, &Niss::parse(text).unwrap().in_order());
    let steps: Vec<_> = review
        .steps
        .iter()
        .map(|step| {
            let made = &step.made;
            (made.reduction, made.axis, made.normal.len(), step.shortest, step.total, step.with_chain)
        })
        .collect();
    assert_eq!(
        steps,
        [
            (Reduction::Eo, Some(Axis::X), 4, 3, 4, 16),
            (Reduction::Dr, Some(Axis::Z), 5, 5, 9, 21),
            (Reduction::Htr, None, 10, 10, 19, 23),
            (Reduction::Finish, None, 6, 6, 25, 25),
        ]
    );
    let mut before = Vec::new();
    for step in &review.steps {
        assert_eq!(after(&cube, &written(&[&before[..], &step.chain.steps].concat())), Cube::SOLVED);
        before.push(step.made.clone());
    }
}

#[test]
fn a_reduced_cube_has_no_step_to_take() {
    for side in Side::ALL {
        for steps in [&[Reduction::Eo][..], &[Reduction::Dr, Reduction::Htr, Reduction::Finish]] {
            assert_eq!(length(&Cube::SOLVED, side, steps), 0);
            assert_eq!(solutions(&Cube::SOLVED, side, steps, 0), [Vec::<Move>::new()]);
        }
    }
}

#[test]
fn a_cancelled_analysis_along_axes_ends() {
    let dr = Variant::named("dr").unwrap();
    let analyzer = Analyzer::along_axes(&dr.stages, REDUCTIONS.clone(), &CancelToken::never()).unwrap();
    let request = Request { frames: Frame::sides(), solutions: usize::MAX, slack: 4, only_best: false };
    let cube = random::states(17).next().unwrap();
    // While lengths are searched, and while billions of solutions are.
    for time in [0, 200] {
        let stop = CancelToken::new().child_within(Some(Duration::from_millis(time)));
        assert_eq!(analyzer.analyze_until(&cube, &request, &stop), Err(AnalyzeError::Cancelled));
    }
}
