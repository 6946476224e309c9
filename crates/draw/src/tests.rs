//! Draws under conditions: uniformity where the states can be listed, counts against other ways of counting, and errors
//! for conditions that no state satisfies.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::LazyLock;

use super::distance_oracle::cross_edges;
use super::*;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::goal::{CROSS, Slot};
use cubiform_cube::{Face, Symmetry};
use cubiform_threads::{CancelToken, Threads};

/// Returns the oracle that the tests share.
pub(super) fn shared_oracle() -> &'static Arc<DistanceOracle> {
    static ORACLE: LazyLock<Arc<DistanceOracle>> =
        LazyLock::new(|| Arc::new(DistanceOracle::new(&Threads::new(2), &Watch::quiet()).unwrap()));
    &ORACLE
}

fn try_draw(text: &str, seed: u64) -> Result<Draw, DrawError> {
    let condition = Condition::parse(text).unwrap();
    Draw::new(&condition, seed, shared_oracle(), Vec::new(), &Threads::new(2), &Watch::quiet())
}

fn draw(text: &str, seed: u64) -> Draw {
    try_draw(text, seed).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn known(text: &str) -> u128 {
    draw(text, 1).known_states().unwrap_or_else(|| panic!("{text} is not counted"))
}

/// Counts draws by the class that `class` gives them.
fn tally<C: Hash + Eq>(text: &str, draws: u32, class: impl Fn(&Cube) -> C) -> HashMap<C, u32> {
    let mut draw = draw(text, 5);
    let mut counts = HashMap::new();
    for _ in 0..draws {
        let cube = draw.next_state().unwrap();
        assert!(draw.satisfies(&cube).unwrap(), "{text}");
        *counts.entry(class(&cube)).or_default() += 1;
    }
    counts
}

/// Asserts that counts are uniform: chi-square within five standard deviations of its mean.
pub(super) fn assert_uniform<C>(counts: &HashMap<C, u32>, classes: usize, what: &str) {
    assert_eq!(counts.len(), classes, "{what}: every class is drawn, and no other");
    let expected = f64::from(counts.values().sum::<u32>()) / classes as f64;
    let statistic: f64 = counts.values().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    let degrees = (classes - 1) as f64;
    assert!((statistic - degrees).abs() < 5.0 * (2.0 * degrees).sqrt(), "{what}: {statistic} of {degrees}");
}

/// Asserts that a share of draws is within five standard deviations of its expectation.
fn assert_share(count: u32, draws: u32, share: f64, what: &str) {
    let expected = f64::from(draws) * share;
    let deviation = (expected * (1.0 - share)).sqrt();
    assert!((f64::from(count) - expected).abs() < 5.0 * deviation, "{what}: {count}, not {expected}");
}

/// Returns the places of the edges of the white cross, those of the U layer.
fn white_cross(cube: &Cube) -> Vec<u8> {
    cube.edges()[..4].to_vec()
}

#[test]
fn draws_of_a_farthest_cross_are_uniform_over_its_102_placements() {
    assert_eq!(known("cross[W] == 8"), 102 * (ALL_STATES / 190_080));
    assert_uniform(&tally("cross[W] == 8", 102 * 200, white_cross), 102, "cross[W] == 8");
    // Pieces that the condition does not restrict.
    let corner = |cube: &Cube| cube.corners()[6];
    assert_uniform(&tally("cross[W] == 8", 24 * 400, corner), 24, "a corner");
    let edge = |cube: &Cube| (cube.edges().iter().position(|place| place / 2 == 3), cube.corners()[0] % 3);
    let counts = tally("cross[W] == 8", 5000, edge);
    assert!(counts.len() > 12, "{counts:?}");
}

/// Six joined lists. `cubiform distribution cross --colors all` reports the same 40 states of the edges.
#[test]
fn draws_with_all_crosses_farthest_are_uniform_over_40_edge_states() {
    assert_eq!(known("cross == 8"), 40 * (ALL_STATES / 980_995_276_800));
    assert_uniform(&tally("cross == 8", 40 * 300, |cube| *cube.edges()), 40, "cross == 8");
}

/// Six joined crosses with slots, and few enough states that each is drawn.
#[test]
fn draws_with_all_xcrosses_farthest_are_uniform_over_438_states() {
    assert_eq!(known("xcross == 10"), 438);
    let counts = tally("xcross == 10", 438 * 30, |cube| *cube);
    assert_uniform(&counts, 438, "xcross == 10");
    for cube in counts.keys() {
        assert!(Symmetry::all().all(|s| counts.contains_key(&cube.conjugate(s))));
    }
}

#[test]
fn joined_crosses_are_counted_like_all_pairs_tried() {
    let farthest = |face: Face| -> Vec<[u8; 4]> {
        let mut crosses = Vec::new();
        let edges = cross_edges(face);
        for rank in 0..cubiform_cube::placement::count(12, 4) {
            let mut positions = [0; 4];
            cubiform_cube::placement::unrank(12, rank, &mut positions);
            for flips in 0..16 {
                let places = std::array::from_fn(|j| 2 * positions[j] + (flips >> j & 1));
                if shared_oracle().cross_distance(face.color(), &plan::place_edges(&edges, &places)) == 8 {
                    crosses.push(places);
                }
            }
        }
        crosses
    };
    let (white, yellow) = (farthest(Face::U), farthest(Face::D));
    assert_eq!((white.len(), yellow.len()), (102, 102));
    let are_apart =
        |a: &[u8; 4], b: &[u8; 4]| a.iter().all(|place| b.iter().all(|other| place / 2 != other / 2));
    let pairs: usize = white.iter().map(|w| yellow.iter().filter(|y| are_apart(w, y)).count()).sum();
    // The four other edges, and the corners, half of which have the parity of the edges.
    let others = 24 * 8 * (88_179_840 / 2);
    assert_eq!(known("cross[W] == 8 && cross[Y] == 8"), pairs as u128 * others);
    let both = |cube: &Cube| (white_cross(cube), CROSS.map(|edge| cube.edges()[edge]));
    let counts = tally("cross[W] == 8 && cross[Y] == 8", pairs as u32 * 20, both);
    assert_uniform(&counts, pairs, "pairs of crosses");
    // The crosses of adjacent faces share an edge.
    let (white_edges, green_edges) = (cross_edges(Face::U), cross_edges(Face::F));
    let fits = |w: &[u8; 4], g: &[u8; 4]| {
        white_edges.iter().zip(w).all(|(e, p)| {
            green_edges.iter().zip(g).all(|(f, q)| (e == f) == (p / 2 == q / 2) && (e != f || p == q))
        })
    };
    let green = farthest(Face::F);
    let pairs: usize = white.iter().map(|w| green.iter().filter(|g| fits(w, g)).count()).sum();
    let others = 120 * 16 * (88_179_840 / 2);
    assert_eq!(known("cross[W] == 8 && cross[G] == 8"), pairs as u128 * others);
}

/// The proposal counts corners for each placement of the edges; the list counts edges and corners of the slots
/// together.
#[test]
fn proposal_size_equals_the_share_of_its_cross_list() {
    for text in ["xcross[W] == 10", "xcross[G] >= 10 && cross[G] == 8"] {
        let relaxed = ConditionRelaxation::from_condition(&Condition::parse(text).unwrap());
        let (conjunctions, _) = relaxed.relaxation.to_dnf();
        let plan =
            ProposalPlan::best(&conjunctions[0], shared_oracle(), &CancelToken::never()).unwrap().unwrap();
        let counted = plan.colors[0].0.share * ALL_STATES as f64;
        assert!((counted / known(text) as f64 - 1.0).abs() < 1e-9, "{text}: {counted}");
    }
    assert_eq!(known("xcross[W] == 10"), 310_975_303_680);
    assert_eq!(known("xcross[O] == 10"), 310_975_303_680);
}

/// The share of draws of one condition that satisfy another equals the quotient of the exact counts. This compares
/// joins with slots to joins of crosses followed by rejection.
#[test]
fn shares_of_draws_agree_with_exact_counts() {
    for (text, part, draws) in [
        ("cross[W] == 8", "xcross[W] >= 9", 10_000),
        ("cross[W] == 8 && cross[Y] == 8", "xcross[W] == 10", 10_000),
        ("cross[W] == 8 && cross[G] == 8", "xcross[G] == 10", 10_000),
        ("xcross[W] == 10 && xcross[Y] == 10", "cross[W] == 8", 10_000),
        ("xcross[W] == 10 && xcross[Y] == 10", "cross[G] == 8", 10_000),
    ] {
        let both = format!("{text} && {part}");
        let share = known(&both) as f64 / known(text) as f64;
        let part_condition = Condition::parse(part).unwrap();
        let part_condition =
            Draw::new(&part_condition, 1, shared_oracle(), Vec::new(), &Threads::new(2), &Watch::quiet())
                .unwrap();
        let counts = tally(text, draws, |cube| part_condition.satisfies(cube).unwrap());
        assert_share(counts.get(&true).copied().unwrap_or(0), draws, share, &both);
    }
    assert_eq!(known("xcross[W] == 10 && xcross[Y] == 10"), 20_230_604);
}

/// A state with several slots solved is in as many proposals, and must not be likelier than others.
#[test]
fn overlapping_proposals_count_each_state_once() {
    let text = "xcross[W] == 0";
    let mut draw = draw(text, 3);
    assert_eq!(draw.proposals.len(), 4);
    // The states with the cross and k given slots solved: the other edges and corners, in half of all permutations.
    let solved = |k: u32| {
        let factorial = (1..=8 - k).map(f64::from).product::<f64>();
        factorial * factorial / 2.0 * 6f64.powi(7 - k as i32)
    };
    let (one, two, three, four) = (solved(1), solved(2), solved(3), solved(4));
    let all = 4.0 * one - 6.0 * two + 4.0 * three - four;
    let exactly_two = 6.0 * (two - 2.0 * three + four);
    const DRAWS: u32 = 100_000;
    let solved_slots = |cube: &Cube| {
        let is_solved = |slot: &Slot| {
            shared_oracle().distance(Feature::slot(Face::U, *slot), cube.edges(), cube.corners()) == 0
        };
        Slot::ALL.iter().filter(|slot| is_solved(slot)).count()
    };
    let mut two_solved = 0;
    for _ in 0..DRAWS {
        two_solved += u32::from(solved_slots(&draw.next_state().unwrap()) == 2);
    }
    assert_share(two_solved, DRAWS, exactly_two / all, "two slots solved");
    assert_eq!(draw.known_states(), None);
    let (estimate, error) = draw.estimated_states().unwrap();
    assert!((estimate - all).abs() < 5.0 * error, "{estimate} {error} {all}");
}

/// Rejection from all states returns the states of `random::states` that satisfy the condition, in order.
#[test]
fn common_conditions_draw_the_random_states_of_the_seed() {
    let mut draw = draw("xcross[W] <= 6 || cross[Y] == 7 && xcross[R] - cross[R] <= 1", 9);
    assert_eq!((draw.proposal_states(), draw.known_states()), (ALL_STATES, None));
    let satisfying: Vec<Cube> =
        random::states(9).take(2000).filter(|cube| draw.satisfies(cube).unwrap()).collect();
    assert!(satisfying.len() > 100);
    for cube in satisfying {
        assert_eq!(draw.next_state().unwrap(), cube);
    }
}

/// Requirements that no proposal enforces are met by rejection.
#[test]
fn conditions_beyond_the_relaxation_are_met_by_rejection() {
    for text in [
        "cross[W] == 8 && xcross[W] - cross[W] == 1 && cross[Y] < cross[W]",
        "cross[W] == 8 && (cross[R] <= 4 || xcross[G] == 7)",
        "cross[W] == 8 && !(xcross[Y] < 8)",
        "xcross[WY] <= 1 || cross[G] == 8",
    ] {
        let counts = tally(text, 300, |_| ());
        assert_eq!(counts[&()], 300, "{text}");
    }
}

#[test]
fn draws_depend_on_the_seed_and_not_on_threads() {
    let condition = Condition::parse("xcross[W] == 10 && cross[Y] == 8").unwrap();
    let states = |seed, threads: &Threads| -> Vec<Cube> {
        let mut draw =
            Draw::new(&condition, seed, shared_oracle(), Vec::new(), threads, &Watch::quiet()).unwrap();
        (0..20).map(|_| draw.next_state().unwrap()).collect()
    };
    assert_eq!(states(1, &Threads::new(1)), states(1, &Threads::new(3)));
    assert_ne!(states(1, &Threads::new(1)), states(2, &Threads::new(1)));
}

#[test]
fn unsatisfiable_conditions_are_errors() {
    for text in [
        "cross[W] > 8",
        "xcross[W] == 11 || cross[Y] == 9",
        // An xcross is at least as long as its cross. Only the join shows that this cannot hold.
        "cross[W] == 8 && xcross[W] <= 7",
        "xcross[W] <= 1 && cross[W] >= 2",
        "cross[W] - xcross[W] > 0",
    ] {
        assert_eq!(try_draw(text, 1).err(), Some(DrawError::Unsatisfiable), "{text}");
    }
    // No state satisfies this condition, but the relaxation does not show it.
    let mut draw = draw("cross[W] + cross[Y] - xcross[W] - xcross[Y] > 0", 1);
    draw.budget = 1000;
    assert_eq!(draw.next_state(), Err(DrawError::TooRare { tried: 1001, candidates: ALL_STATES }));
    draw.cancel = CancelToken::cancelled();
    assert_eq!(draw.next_state(), Err(DrawError::Cancelled));
}

#[test]
fn display_describes_how_states_are_drawn() {
    let text = draw("xcross[W] == 10 && xcross[Y] == 10", 1).to_string();
    assert!(
        text.starts_with("states are drawn uniformly among those that satisfy xcross[W] == 10 && "),
        "{text}"
    );
    assert!(
        text.contains("\n  20,230,604 states: white cross in 2,574 of 190,080 placements with slots "),
        "{text}"
    );
    assert!(text.ends_with("\n  exactly these states satisfy the condition: none is rejected"), "{text}");
    let text = draw("cross[W] <= 4", 1).to_string();
    assert!(
        text.ends_with(
            "are tried until one satisfies the condition (drawn from all 43,252,003,274,489,856,000 states)"
        ),
        "{text}"
    );
    let text = draw("xcross <= 1", 1).to_string();
    assert!(text.contains("\n  and 21 more sets, ") && text.lines().count() == 6, "{text}");
}
