//! Draws from the goal outward, compared with breadth-first lists of states.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::tests::{assert_uniform, shared_oracle};
use super::*;
use cubiform_cube::goal::Variant;
use cubiform_cube::{Move, PieceSet, Symmetry};
use cubiform_tables::Table;
use cubiform_tables::catalogue::Entry;
use cubiform_threads::Threads;

/// Returns tables that bound every stage of `std`, `pair` and `eo`.
fn tables() -> &'static [Arc<Table>] {
    static TABLES: OnceLock<Vec<Arc<Table>>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let fill = |name: &&str| {
            let coordinate = Entry::named(name).unwrap().coordinate();
            Arc::new(Table::fill(Arc::clone(coordinate), &Threads::new(2), &Watch::quiet()).unwrap().0)
        };
        ["cross", "cross-slot", "eo-cross"].iter().map(fill).collect()
    })
}

fn draw(text: &str, seed: u64) -> Draw {
    let condition = Condition::parse(text).unwrap();
    let analyzer = |(goal, stage): (usize, usize)| {
        Analyzer::builder(&(Variant::NAMED[goal].variant)())
            .stages([stage])
            .tables(tables())
            .threads(&Threads::available())
            .build()
            .unwrap()
    };
    let analyzers = searched_stages(&condition).into_iter().map(analyzer).collect();
    let draw =
        Draw::new(&condition, seed, shared_oracle(), analyzers, &Threads::new(2), &Watch::quiet()).unwrap();
    assert!(!draw.outward.is_empty(), "{text} is drawn from the goal outward");
    draw
}

/// Returns the places of some pieces.
fn places(pieces: PieceSet, cube: &Cube) -> Vec<u8> {
    let corners = pieces.corners().map(|c| cube.corners()[c]);
    corners.chain(pieces.edges().map(|e| cube.edges()[e])).collect()
}

/// Returns the placements of some pieces at each distance up to `radius`, found breadth-first from the solved cube.
fn ball(pieces: PieceSet, radius: usize) -> Vec<HashSet<Vec<u8>>> {
    let mut known = HashSet::from([places(pieces, &Cube::SOLVED)]);
    let mut frontier = vec![Cube::SOLVED];
    let mut spheres = vec![known.clone()];
    for _ in 0..radius {
        let next = frontier.iter().flat_map(|cube| Move::all().map(|m| cube.turn(m)));
        frontier = next.filter(|cube| known.insert(places(pieces, cube))).collect();
        spheres.push(frontier.iter().map(|cube| places(pieces, cube)).collect());
    }
    spheres
}

/// Returns the pieces of the first two layers with yellow at the bottom.
fn f2l() -> PieceSet {
    Variant::std().stages[4].choices[0].pieces
}

/// The number of states with a given placement of the pieces of the first two layers.
const COMPLETIONS: u128 = 24 * 24 / 2 * 27 * 8;

#[test]
fn draws_near_f2l_are_uniform_over_a_breadth_first_list() {
    let spheres = ball(f2l(), 2);
    let within: HashSet<Vec<u8>> = spheres.into_iter().flatten().collect();
    let mut draw = draw("f2l[Y] <= 2", 1);
    let mut counts: HashMap<Vec<u8>, u32> = HashMap::new();
    for _ in 0..60 * within.len() {
        let placement = places(f2l(), &draw.next_state().unwrap());
        assert!(within.contains(&placement));
        *counts.entry(placement).or_default() += 1;
    }
    assert_uniform(&counts, within.len(), "f2l[Y] <= 2");
    // Pieces that the condition does not restrict.
    let mut others: HashMap<(u8, u8), u32> = HashMap::new();
    for _ in 0..4000 {
        let cube = draw.next_state().unwrap();
        *others.entry((cube.corners()[0] % 3, cube.edges()[3] % 2)).or_default() += 1;
    }
    assert_uniform(&others, 6, "twists and flips of other pieces");
}

/// The share of accepted trials times the number of trials estimates the number of states, which a list counts exactly.
#[test]
fn estimates_agree_with_breadth_first_counts() {
    let spheres = ball(f2l(), 4);
    let sizes: Vec<usize> = spheres.iter().map(HashSet::len).collect();
    // The first move is no turn of U; the second turns another face, and opposite faces are turned in one order.
    assert_eq!(sizes[..3], [1, 15, 198]);
    for (text, placements) in [
        ("f2l[Y] <= 3", sizes[..4].iter().sum::<usize>()),
        ("f2l[W] == 4", sizes[4]),
        ("f2l[G] >= 2 && f2l[G] <= 3", sizes[2] + sizes[3]),
    ] {
        let exact = placements as f64 * COMPLETIONS as f64;
        let mut draw = draw(text, 2);
        for _ in 0..4000 {
            let cube = draw.next_state().unwrap();
            assert!(draw.satisfies(&cube).unwrap(), "{text}");
        }
        let (estimate, error) = draw.estimated_states().unwrap();
        assert!((estimate - exact).abs() < 5.0 * error, "{text}: {estimate} +- {error}, not {exact}");
        assert!(error < 0.03 * exact, "{text}: {error}");
    }
}

/// A state that is near the stage with several colours or several choices of slots must not be likelier than others.
#[test]
fn overlapping_targets_count_each_state_once() {
    // With three slots solved on white: states with all four solved are in each of the four choices.
    let solved = |k: u32| {
        let factorial = (1..=8 - k).map(f64::from).product::<f64>();
        factorial * factorial / 2.0 * 6f64.powi(7 - k as i32)
    };
    let all = 4.0 * solved(3) - 3.0 * solved(4);
    let mut white = draw("xxxcross[W] == 0", 3);
    const DRAWS: u32 = 40_000;
    let mut complete = 0;
    for _ in 0..DRAWS {
        let held =
            white.next_state().unwrap().conjugate(Symmetry::bring_down(cubiform_cube::Face::U.color()));
        complete += u32::from(Variant::std().stages[4].is_met(&held));
    }
    let share = solved(4) / all;
    let expected = f64::from(DRAWS) * share;
    assert!((f64::from(complete) - expected).abs() < 5.0 * expected.sqrt(), "{complete}, not {expected}");
    let (estimate, error) = white.estimated_states().unwrap();
    assert!((estimate - all).abs() < 5.0 * error, "{estimate} +- {error}, not {all}");
    // Some states are in both sets of this union.
    let both = draw("f2l[W] <= 1 || xxxcross[W] == 0", 4);
    assert_eq!(both.outward.len(), 2);
}

/// States near the goals of two colours have a trial for each, so the number of trials is no estimate of the states.
#[test]
fn description_has_a_bound_while_every_trial_is_accepted() {
    let mut draw = draw("f2l <= 2", 1);
    draw.run_pilot(100).unwrap();
    // 214 placements within two moves, for each of six colours.
    let bound = "at most 79,875,072 states satisfy the condition, and with a confidence of 95 % at least 77,478,819 (all 100 \
                 trials were accepted)";
    assert!(draw.to_string().contains(bound), "{draw}");
    // One trial in about ten is rejected.
    let mut draw = self::draw("xxxcross[W] == 0 || f2l[W] <= 1", 1);
    draw.run_pilot(300).unwrap();
    assert!(draw.to_string().contains("\n  about "), "{draw}");
}

/// Estimates of two sets, their union and their intersection satisfy inclusion and exclusion.
#[test]
fn estimates_of_unions_satisfy_inclusion_and_exclusion() {
    let estimate = |text: &str| {
        let mut draw = draw(text, 5);
        for _ in 0..3000 {
            let cube = draw.next_state().unwrap();
            assert!(draw.satisfies(&cube).unwrap(), "{text}");
        }
        draw.estimated_states().unwrap()
    };
    let spheres = ball(f2l(), 2);
    let of_f2l = spheres.iter().map(HashSet::len).sum::<usize>() as f64 * COMPLETIONS as f64;
    let (slots, slots_error) = estimate("xxxcross[W] <= 1");
    let (both, both_error) = estimate("xxxcross[W] <= 1 && f2l[W] <= 2");
    let (either, either_error) = estimate("xxxcross[W] <= 1 || f2l[W] <= 2");
    let error = (slots_error.powi(2) + both_error.powi(2) + either_error.powi(2)).sqrt();
    assert!((slots + of_f2l - both - either).abs() < 5.0 * error, "{slots} {of_f2l} {both} {either} {error}");
}

#[test]
fn every_draw_satisfies_its_condition() {
    for text in [
        "f2l <= 5",
        "xxxcross <= 3",
        "xxcross <= 4 && cross[W] >= 3",
        "eo_xxxcross[W] <= 4",
        "xxxcross_pair[R] <= 3",
        "f2l[W] <= 7 && !(cross[Y] < 6)",
        "f2l[WG] == 5 || eo_f2l[R] <= 3",
    ] {
        let mut draw = draw(text, 6);
        for _ in 0..40 {
            let cube = draw.next_state().unwrap();
            assert!(draw.satisfies(&cube).unwrap(), "{text}");
        }
        assert!(draw.to_string().contains("trials"), "{draw}");
    }
}

#[test]
fn equal_seeds_give_equal_draws() {
    let states = |seed| {
        let mut draw = draw("f2l <= 4", seed);
        (0..10).map(|_| draw.next_state().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(states(1), states(1));
    assert_ne!(states(1), states(2));
}
