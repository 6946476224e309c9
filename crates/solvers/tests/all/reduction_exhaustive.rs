//! Shortest chains of EO, DR and finish, against an exhaustive search that knows only whole cubes.
//!
//! It takes every sequence of moves on both sides that reaches an EO within its length, after each every sequence that
//! reaches a DR, and after each every finish that is short enough. Consecutive turns of one face count as one move, and
//! turns of opposite faces within a step come in one order; nothing else is left out, and nothing at all between two steps.
//! The distances by which it is cut are counted here, breadth first.

use std::collections::HashMap;
use std::sync::LazyLock;

use cubiform_cube::piece::is_flipped;
use cubiform_cube::{Axis, Cube, Move, Reduction, Side, Symmetry, random};
use cubiform_solvers::reduction::{Chain, ChainLengths};
use cubiform_solvers::solver::Limits;
use cubiform_threads::Threads;

use super::reduction::REDUCTIONS;

/// The number of moves from the solved cube within which all states of the domino group are known.
const KNOWN: usize = 7;

/// Distances of every state from a reduction, by a number that the moves permute. 255 is unknown.
struct Distances {
    number: fn(&Cube) -> usize,
    of: Vec<u8>,
}

impl Distances {
    fn new(states: usize, moves: &[Move], number: fn(&Cube) -> usize) -> Distances {
        let mut of = vec![u8::MAX; states];
        of[number(&Cube::SOLVED)] = 0;
        let mut level = vec![Cube::SOLVED];
        for distance in 1.. {
            let mut next = Vec::new();
            for cube in level.iter().flat_map(|cube| moves.iter().map(|m| cube.turn(*m))) {
                let known = &mut of[number(&cube)];
                if *known == u8::MAX {
                    *known = distance;
                    next.push(cube);
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Distances { number, of }
    }

    fn get(&self, cube: &Cube) -> usize {
        usize::from(self.of[(self.number)(cube)])
    }
}

/// The flips of the edges relative to an axis, bit `p` for place `p`.
fn flips(cube: &Cube, axis: Axis) -> usize {
    let flipped = cube.edges().iter().enumerate().filter(|(edge, place)| is_flipped(axis, *edge, **place));
    flipped.fold(0, |set, (_, place)| set | 1 << (place / 2))
}

/// The twists of the corners at their places relative to U/D, a digit to base 3 each.
fn twists(cube: &Cube) -> usize {
    cube.corners().iter().map(|place| usize::from(place % 3) * 3_usize.pow(u32::from(place / 3))).sum()
}

fn moves_that(keep: impl Fn(&Cube) -> bool) -> Vec<Move> {
    Move::all().filter(|m| keep(&Cube::SOLVED.turn(*m))).collect()
}

/// Moves that keep EO relative to F/B, and DR along U/D.
static EO_MOVES: LazyLock<Vec<Move>> = LazyLock::new(|| moves_that(|cube| cube.is_oriented(Axis::Z)));
static DR_MOVES: LazyLock<Vec<Move>> = LazyLock::new(|| moves_that(|cube| Reduction::Dr.is_met(cube)));

/// Distances from EO relative to F/B, by all moves.
static TO_EO: LazyLock<Distances> =
    LazyLock::new(|| Distances::new(1 << 12, &Move::all().collect::<Vec<_>>(), |cube| flips(cube, Axis::Z)));

/// Distances from DR along U/D, by the moves that keep EO relative to F/B.
static TO_DR: LazyLock<Distances> =
    LazyLock::new(|| Distances::new(6561 << 12, &EO_MOVES, |cube| twists(cube) << 12 | flips(cube, Axis::X)));

/// The places of the corners and of the edges.
type Places = ([u8; 8], [u8; 12]);

/// All states of the domino group along U/D within [`KNOWN`] moves of the solved one.
static TO_SOLVED: LazyLock<HashMap<Places, u8>> = LazyLock::new(|| {
    let mut known = HashMap::from([(places(&Cube::SOLVED), 0)]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=KNOWN {
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| DR_MOVES.iter().map(|m| cube.turn(*m))) {
            known.entry(places(&cube)).or_insert_with(|| {
                next.push(cube);
                distance as u8
            });
        }
        level = next;
    }
    known
});

fn places(cube: &Cube) -> Places {
    (*cube.corners(), *cube.edges())
}

/// Passes every state after `length` moves to `take`, of sequences within one step.
fn each_state(cube: &Cube, moves: &[Move], last: Option<Move>, length: usize, take: &mut dyn FnMut(&Cube)) {
    each_state_within(cube, moves, last, length, &|_, _| true, take);
}

/// Passes every state after `length` moves to `take`, of sequences within one step that stay `within` what the moves that
/// are left can mend.
fn each_state_within(
    cube: &Cube,
    moves: &[Move],
    last: Option<Move>,
    length: usize,
    within: &dyn Fn(&Cube, usize) -> bool,
    take: &mut dyn FnMut(&Cube),
) {
    if !within(cube, length) {
        return;
    }
    if length == 0 {
        return take(cube);
    }
    let follows = |m: &Move| {
        last.is_none_or(|last| {
            let is_parallel = last.face().opposite() == m.face();
            last.face() != m.face() && (!is_parallel || last.face().index() < m.face().index())
        })
    };
    for m in moves.iter().filter(|m| follows(m)) {
        each_state_within(&cube.turn(*m), moves, Some(*m), length - 1, within, take);
    }
}

/// Passes every state that a step of exactly `length` moves on both sides reaches to `take`. The shorter part is tried
/// first, so that few states are left for the longer one.
fn each_step(cube: &Cube, moves: &[Move], length: usize, distances: &Distances, take: &mut dyn FnMut(&Cube)) {
    let within = |cube: &Cube, left: usize| distances.get(cube) <= left;
    for short in 0..=length / 2 {
        let long = length - short;
        each_state(cube, moves, None, short, &mut |state| {
            each_state_within(&state.inverse(), moves, None, long, &within, &mut |end| take(&end.inverse()));
        });
        if short < long {
            each_state(&cube.inverse(), moves, None, short, &mut |state| {
                each_state_within(&state.inverse(), moves, None, long, &within, &mut *take);
            });
        }
    }
}

/// Returns whether a state of the domino group can be solved in at most `max` moves.
fn is_solved_within(cube: &Cube, last: Option<Move>, max: usize) -> bool {
    if let Some(distance) = TO_SOLVED.get(&places(cube)) {
        return usize::from(*distance) <= max;
    }
    let follows = |m: &&Move| last.is_none_or(|last| last.may_precede(**m));
    max > KNOWN
        && DR_MOVES.iter().filter(follows).any(|m| is_solved_within(&cube.turn(*m), Some(*m), max - 1))
}

/// Returns whether a chain within these lengths has at most `max` moves.
fn has_chain(cube: &Cube, lengths: ChainLengths, max: usize) -> bool {
    let all: Vec<Move> = Move::all().collect();
    let (eo_max, dr_max) = (usize::from(lengths.eo), usize::from(lengths.dr));
    // One rotation for each axis that comes to F/B, of the EO, and each that comes to U/D, of the DR.
    let mut rotations: Vec<Symmetry> = Symmetry::rotations().collect();
    rotations.sort_by_key(|s| Axis::ALL.map(|axis| s.axis(axis) as u8));
    rotations.dedup_by_key(|s| Axis::ALL.map(|axis| s.axis(axis) as u8));
    assert_eq!(rotations.len(), 6);
    let mut found = false;
    for rotation in rotations {
        let seen = cube.conjugate(rotation);
        for eo in 0..=eo_max {
            each_step(&seen, &all, eo, &TO_EO, &mut |after_eo| {
                for dr in 0..=dr_max - eo {
                    let Some(left) = max.checked_sub(eo + dr).filter(|_| !found) else { return };
                    each_step(after_eo, &EO_MOVES, dr, &TO_DR, &mut |after_dr| {
                        found = found || is_solved_within(after_dr, None, left);
                    });
                }
            });
        }
    }
    found
}

/// Finds the shortest chain within these lengths, checks each of its steps, and that no chain is shorter. Returns its length.
fn check(name: &str, cube: &Cube, lengths: ChainLengths, limits: &Limits) -> Option<usize> {
    let Ok(chain) = REDUCTIONS.chain(cube, &[lengths], limits, &Threads::single()) else {
        assert!(!has_chain(cube, lengths, usize::from(limits.max_length.unwrap())), "{name}");
        return None;
    };
    let total = length_of_steps(cube, &chain, lengths);
    assert_eq!(chain.shortest_within, Some(lengths));
    assert!(total == 0 || !has_chain(cube, lengths, total - 1), "{name}: {total}");
    Some(total)
}

/// Returns the number of moves of a chain, each of whose steps is replayed.
fn length_of_steps(cube: &Cube, chain: &Chain, lengths: ChainLengths) -> usize {
    let (mut end, mut total) = (*cube, 0);
    for (step, max) in chain.steps.iter().zip([lengths.eo, lengths.dr, u8::MAX, u8::MAX]) {
        end = end.apply(&step.normal).inverse().apply(&step.inverse).inverse();
        total += step.normal.len() + step.inverse.len();
        let along = |axis| step.reduction.is_met(&Side { axis, is_inverse: false }.view(&end));
        assert!(along(step.axis.unwrap_or(Axis::Y)) && total <= usize::from(max), "{step:?}");
    }
    assert_eq!(end, Cube::SOLVED);
    total
}

#[test]
fn no_chain_is_shorter_within_small_lengths() {
    let lengths = ChainLengths { eo: 5, dr: 9 };
    let mut found = 0;
    for (i, cube) in random::states(71).take(3).enumerate() {
        if let Some(total) = check(&i.to_string(), &cube, lengths, &Limits::at_most(25)) {
            assert!(has_chain(&cube, lengths, total), "{i}: {total}");
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
#[ignore = "twenty minutes of two cores"]
fn no_chain_of_two_hundred_states_is_shorter() {
    let lengths = ChainLengths { eo: 5, dr: 10 };
    let cubes: Vec<(usize, Cube)> = random::states(72).take(200).enumerate().collect();
    Threads::new(2).map(&cubes, |(i, cube)| {
        let start = std::time::Instant::now();
        check(&i.to_string(), cube, lengths, &Limits::default()).expect("every state has a chain");
        eprintln!("{i}: {:?}", start.elapsed());
    });
}
