//! The figures of docs/atlas: those of the cross equal the stored distributions, and scrambles are as hard as it says.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use crate::common::{analyze_input, cubiform};
use cubiform_answers::distribution::{CountQuestion, parse_subject};
use cubiform_cube::goal::Stage;
use cubiform_cube::{Axis, Cube, DrSubset, Move, Reduction, Side, random};
use cubiform_search::run_alone;
use cubiform_solvers::reduction::Reductions;
use cubiform_stats::distribution::{StateCounts, known, known_over_axes};
use cubiform_stats::{Histogram, Subset};
use cubiform_threads::{CancelToken, Threads};

const CROSS: &str = include_str!("../../../../docs/atlas/cross.csv");
const DISTRIBUTIONS: &str = include_str!("../../../../docs/atlas/distributions.csv");
const DR_SUBSETS: &str = include_str!("../../../../docs/atlas/dr-subsets.csv");
const FEWEST_MOVES: &str = include_str!("../../../../docs/guide/fewest-moves.md");
const EXTREMES: &str = include_str!("../../../../docs/atlas/extremes.csv");

/// A scramble that is at least this far from a stage, and the greatest distance that any has.
struct Extreme {
    goal: &'static str,
    stage: &'static str,
    colors: &'static str,
    at_least: u8,
    at_most: u8,
    scramble: &'static str,
}

fn extremes() -> Vec<Extreme> {
    let extreme = |line: &'static str| match line.split(',').collect::<Vec<_>>()[..] {
        [goal, stage, colors, at_least, at_most, scramble] => {
            let [at_least, at_most] = [at_least, at_most].map(|moves| moves.parse().unwrap());
            Extreme { goal, stage, colors, at_least, at_most, scramble }
        }
        _ => panic!("{line}"),
    };
    EXTREMES.lines().skip(1).map(extreme).collect()
}

fn set(colors: &str) -> Subset {
    Subset::list(colors).unwrap()[0]
}

/// Returns the shortest length of the last stage in this CSV, by scramble.
fn shortest(csv: &str) -> Vec<u8> {
    let lengths = |line: &str| line.split(',').skip(1).map(|cell| cell.parse().unwrap()).min().unwrap();
    csv.lines().skip(1).map(lengths).collect()
}

#[test]
fn crosses_equal_the_stored_distributions() {
    let mut sets = 0;
    for line in CROSS.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').map(|cell| cell.trim_matches('"')).collect();
        // The kind, in quotes, may have a comma.
        let counts: Vec<u64> = cells[cells.len() - 9..].iter().map(|cell| cell.parse().unwrap()).collect();
        let subset = set(cells[0]);
        assert_eq!(known("cross", subset), Some(Histogram::new(counts).into()), "{line}");
        sets += cells[cells.len() - 12].parse::<usize>().unwrap();
    }
    assert_eq!(sets, 63);
}

#[test]
fn distributions_equal_those_of_the_command() {
    let mut counts: BTreeMap<(&str, &str), Vec<u128>> = BTreeMap::new();
    for line in DISTRIBUTIONS.lines().skip(1) {
        let [counted, colors, moves, states, _] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let counts = counts.entry((counted, colors)).or_default();
        assert_eq!(moves, counts.len().to_string(), "{line}");
        counts.push(states.parse().unwrap());
    }
    for (name, step) in [("eo", Reduction::Eo), ("dr", Reduction::Dr)] {
        let counts = counts.remove(&(name, "axes")).map(StateCounts::new);
        assert_eq!(counts, known_over_axes(step), "{name}");
    }
    let (stages, others): (Vec<_>, Vec<_>) =
        counts.into_iter().partition(|((_, colors), _)| !colors.is_empty());
    assert_eq!((stages.len(), others.len()), (17, 20));
    for ((stage, colors), counts) in stages {
        let colors = if colors == "all" { "CN" } else { colors };
        // The stored counts of one colour of the cross are those of the twelve edges, which are more.
        let shares = |counts: &StateCounts| counts.shares().collect::<Vec<_>>();
        let (counts, stored) = (StateCounts::new(counts), known(stage, set(colors)).unwrap());
        assert!(
            shares(&counts).iter().zip(shares(&stored)).all(|(a, b)| (a - b).abs() < 1e-15),
            "{stage} {colors}"
        );
        assert_eq!(counts.counts().len(), stored.counts().len(), "{stage} {colors}");
    }
    for ((counted, _), counts) in others {
        let subject = parse_subject(counted).unwrap();
        let question = CountQuestion { subject, stage: None, colors: None, any_axis: false };
        let count = question.count().unwrap();
        let told = count.run(&Threads::new(1), &CancelToken::never()).unwrap();
        assert_eq!(told.counts.counts(), counts, "{counted}");
    }
}

/// The exact shares over all states against the lengths of random states, of which each share is within five standard errors.
#[test]
fn eo_and_dr_of_the_best_axis_agree_with_random_states() {
    const STATES: usize = 4000;
    let reductions = Reductions::in_memory(&Threads::new(2), &CancelToken::never()).unwrap();
    for step in [Reduction::Eo, Reduction::Dr] {
        let mut counts = [0.0; 20];
        for cube in random::states(31).take(STATES) {
            let length = |axis| {
                let side = Side { axis, is_inverse: false };
                run_alone(reductions.stage(&cube, side, &[step])).length.unwrap()
            };
            counts[usize::from(Axis::ALL.map(length).into_iter().min().unwrap())] += 1.0;
        }
        let known = known_over_axes(step).unwrap();
        let shares: Vec<f64> = known.shares().chain(std::iter::repeat(0.0)).take(counts.len()).collect();
        for (moves, (count, share)) in counts.into_iter().zip(shares).enumerate() {
            let expected = share * STATES as f64;
            let limit = 5.0 * (expected * (1.0 - share)).sqrt() + 3.0 * f64::from(expected > 0.0);
            assert!((count - expected).abs() <= limit, "{step:?} {moves}: {count}, not {expected}");
        }
    }
}

#[test]
fn extremes_are_those_of_stages_and_within_their_bounds() {
    for Extreme { stage, colors, at_least, at_most, .. } in extremes() {
        assert!(Stage::named(stage).is_some() && at_least <= at_most && at_most <= 20, "{stage}");
        let colors = if colors == "all" { "CN" } else { colors };
        if let Some(longest) = known(stage, set(colors)).map(|counts| counts.counts().len() - 1) {
            assert_eq!((usize::from(at_least), usize::from(at_most)), (longest, longest), "{stage} {colors}");
        }
    }
}

#[test]
fn hardest_pseudo_crosses_are_as_long_as_told() {
    let crosses: Vec<Extreme> = extremes().into_iter().filter(|of| of.stage == "pseudo_cross").collect();
    assert_eq!(crosses.len(), 2);
    for Extreme { goal, colors, at_least, scramble, .. } in crosses {
        let arguments = ["--goal", goal, "-s", "cross", "-c", colors, "-f", "csv"];
        assert_eq!(shortest(&analyze_input(&arguments, scramble).success()), [at_least], "{scramble}");
    }
}

#[test]
#[ignore = "needs the full tables and minutes"]
fn extremes_are_as_long_as_told() {
    let mut scrambles: BTreeMap<_, Vec<Extreme>> = BTreeMap::new();
    for of in extremes() {
        scrambles.entry((of.goal, of.stage, of.colors)).or_default().push(of);
    }
    for ((goal, stage, colors), extremes) in scrambles {
        let input: String = extremes.iter().map(|of| format!("{}\n", of.scramble)).collect();
        let mut command = cubiform();
        if let Some(folder) = std::env::var_os("CUBIFORM_TABLES") {
            command.env("CUBIFORM_TABLES", folder);
        }
        let arguments = ["analyze", "--goal", goal, "-s", stage, "-c", colors, "-f", "csv"];
        let output = command.args(arguments).write_stdin(input).output().unwrap();
        let found = shortest(&String::from_utf8(output.stdout).unwrap());
        let told: Vec<u8> = extremes.iter().map(|of| of.at_least).collect();
        assert_eq!(found, told, "{goal} {stage} {colors}");
    }
}

/// Returns a state in DR along U/D for each coset of HTR: the corners up to half turns before them, and the edges of a slice.
fn cosets_of_htr() -> Vec<Cube> {
    let moves_of = |reduction: Reduction| {
        Move::all().filter(move |m| reduction.moves() >> m.index() & 1 == 1).collect::<Vec<Move>>()
    };
    fn reached<K: Eq + std::hash::Hash>(moves: &[Move], key: impl Fn(&Cube) -> K) -> Vec<Cube> {
        let mut known = HashSet::from([key(&Cube::SOLVED)]);
        let mut cubes = vec![Cube::SOLVED];
        let mut next = 0;
        while next < cubes.len() {
            let turned: Vec<Cube> = moves.iter().map(|m| cubes[next].turn(*m)).collect();
            cubes.extend(turned.into_iter().filter(|cube| known.insert(key(cube))));
            next += 1;
        }
        cubes
    }
    let half_turns = reached(&moves_of(Reduction::Htr), |cube| *cube.corners());
    assert_eq!(half_turns.len(), 96);
    reached(&moves_of(Reduction::Dr), |cube| {
        let corners = half_turns.iter().map(|before| *before.then(cube).corners()).min();
        (corners, [1, 3, 5, 7].iter().fold(0, |set, edge| set | 1 << (cube.edges()[*edge] / 2)))
    })
}

#[test]
fn subsets_of_dr_equal_a_count_of_all_cosets() {
    let reductions = Reductions::in_memory(&Threads::new(2), &CancelToken::never()).unwrap();
    let side = Side { axis: Axis::Y, is_inverse: false };
    let mut counts: BTreeMap<(String, u8), usize> = BTreeMap::new();
    for cube in cosets_of_htr() {
        let length = run_alone(reductions.stage(&cube, side, &[Reduction::Htr])).length.unwrap();
        *counts.entry((DrSubset::of(&cube).unwrap().to_string(), length)).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<usize>(), 29_400);
    assert_eq!(counts.keys().map(|(subset, _)| subset).collect::<HashSet<_>>().len(), 48);
    let mut csv = String::from("subset,moves,cosets\n");
    let mut by_corners: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for ((subset, moves), cosets) in &counts {
        writeln!(csv, "{subset},{moves},{cosets}").unwrap();
        by_corners.entry(&subset[..3]).or_default().push((usize::from(*moves), *cosets));
    }
    assert_eq!(csv, DR_SUBSETS);
    for (corners, lengths) in by_corners {
        let cosets: usize = lengths.iter().map(|(_, cosets)| cosets).sum();
        let moves: usize = lengths.iter().map(|(moves, cosets)| moves * cosets).sum();
        let [min, max] = [lengths.iter().min(), lengths.iter().max()].map(|length| length.unwrap().0);
        let share = 100.0 * cosets as f64 / 29_400.0;
        let mean = moves as f64 / cosets as f64;
        // With a comma before the last three digits.
        let cosets = match cosets {
            1000.. => format!("{},{:03}", cosets / 1000, cosets % 1000),
            few => few.to_string(),
        };
        let row = format!("| {corners} | {cosets} | {share:.2} % | {min} to {max} | {mean:.2} |");
        assert!(FEWEST_MOVES.contains(&row), "{row}");
    }
}
