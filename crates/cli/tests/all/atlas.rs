//! The figures of docs/atlas: those of the cross equal the stored distributions, and scrambles are as hard as it says.

use std::collections::BTreeMap;

use crate::common::{analyze_input, cubiform};
use cubiform_answers::distribution::{Question, parse_subject};
use cubiform_cube::Reduction;
use cubiform_cube::goal::Stage;
use cubiform_stats::distribution::{StateCounts, known, known_over_axes};
use cubiform_stats::{Histogram, Subset};
use cubiform_threads::{CancelToken, Threads};

const CROSS: &str = include_str!("../../../../docs/atlas/cross.csv");
const DISTRIBUTIONS: &str = include_str!("../../../../docs/atlas/distributions.csv");
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
    assert_eq!((stages.len(), others.len()), (12, 20));
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
        let question = Question { subject, stage: None, colors: None, any_axis: false };
        let count = question.count().unwrap();
        let told = count.run(&Threads::new(1), &CancelToken::never()).unwrap();
        assert_eq!(told.counts.counts(), counts, "{counted}");
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
