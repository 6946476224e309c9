//! The samples of random states in docs/atlas/random, and the distributions beside which the web page shows a length:
//! counted exactly where that is possible, else estimated from the samples. The latter are written to
//! web/src/data/percentiles.json.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process;

/// The samples: the goal, its stages as `analyze --stages` reads them, and the number of random states. They take about
/// eight core-hours, half of them for all stages of `std`; the last stages of `eo` take a third of a second each.
const SAMPLES: [(&str, &str, &str); 11] = [
    ("std", "..xcross", "1000000"),
    ("pair", "..xcross", "1000000"),
    ("pseudo", "..xcross", "1000000"),
    ("pseudo_pair", "..xcross", "1000000"),
    ("eo", "..xcross", "1000000"),
    ("pair", "all", "100000"),
    ("pseudo", "all", "20000"),
    ("pseudo_pair", "all", "20000"),
    ("eo", "..xxcross", "20000"),
    ("eo", "xxxcross..", "2000"),
    ("std", "all", "1000000"),
];

/// The seed of the random states.
const SEED: &str = "20261123";

/// The sets of bottom colours of which the page shows distributions, by the letters that `stats` sorts. All sets of a row
/// have the same distribution, since turning the cube makes one of the other.
const SETS: [(&str, &[&str]); 3] =
    [("one", &["W", "Y", "O", "R", "G", "B"]), ("two", &["WY", "OR", "BG"]), ("all", &["BGORWY"])];

/// The stages whose distributions are counted exactly, by the names of their columns, with the sets of [`SETS`].
const EXACT: [(&str, &[&str]); 6] = [
    ("cross", &["one", "two", "all"]),
    ("pseudo_cross", &["one", "two", "all"]),
    ("xcross", &["one", "two", "all"]),
    ("cross_pair", &["one"]),
    ("pseudo_xcross", &["one"]),
    ("pseudo_cross_pseudo_pair", &["one"]),
];

/// Analyses the samples into target/atlas, where a run goes on after an interruption, and writes what is made of them.
pub(crate) fn run() -> bool {
    made(|folder| SAMPLES.iter().try_for_each(|sample| analyze(folder, sample)))
}

/// Writes what is made of the samples as far as they have been analysed.
pub(crate) fn summarise() -> bool {
    made(|_| Ok(()))
}

/// Builds the command, prepares the samples in target/atlas, and writes what is made of them.
fn made(prepare: impl FnOnce(&Path) -> Result<(), String>) -> bool {
    if !process::run(&[], "cargo", &["build", "--release", "--locked", "--package", "cubiform-cli"]) {
        return false;
    }
    let folder = process::root().join("target/atlas");
    let created = fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()));
    match created.and_then(|()| prepare(&folder)).and_then(|()| write(&folder)) {
        Ok(()) => true,
        Err(message) => {
            eprintln!("{message}");
            false
        }
    }
}

/// Returns the name of a sample: `std-all`, `pair-to-xcross`.
fn name_of(goal: &str, stages: &str) -> String {
    let stages = match (stages.strip_prefix(".."), stages.strip_suffix("..")) {
        (Some(last), _) => format!("to-{last}"),
        (_, Some(first)) => format!("from-{first}"),
        _ => stages.to_string(),
    };
    format!("{goal}-{stages}")
}

/// Analyses the states of a sample that are not yet in its folder.
fn analyze(folder: &Path, (goal, stages, count): &(&str, &str, &str)) -> Result<(), String> {
    let output = format!("{}/", folder.join(name_of(goal, stages)).display());
    let question = ["analyze", "--random", count, "--seed", SEED, "--goal", goal, "--stages", stages];
    cubiform(&[&question[..], &["--format", "parquet", "--output", &output, "--resume"]].concat()).map(drop)
}

/// Writes the summaries of the samples and the distributions of the page.
fn write(folder: &Path) -> Result<(), String> {
    let summaries = process::root().join("docs/atlas/random");
    fs::create_dir_all(&summaries).map_err(|e| format!("{}: {e}", summaries.display()))?;
    let mut goals: BTreeMap<&str, Vec<(String, Sample)>> = BTreeMap::new();
    for (goal, stages, _) in SAMPLES {
        let name = name_of(goal, stages);
        let sample = folder.join(&name);
        if !sample.exists() {
            return Err(format!("{}: the sample is missing; run: cargo xtask atlas", sample.display()));
        }
        let sample = sample.display().to_string();
        let summary = summaries.join(format!("{name}.parquet")).display().to_string();
        cubiform(&["stats", &sample, "--sets", "all", "--format", "parquet", "--output", &summary])?;
        let lengths = cubiform(&["stats", &sample, "--sets", "all", "--format", "csv"])?;
        let known = goals.entry(goal).or_default();
        for (stage, sample) in samples(&lengths).map_err(|e| format!("{name}: {e}"))? {
            match known.iter_mut().find(|(known, _)| *known == stage) {
                Some((_, known)) if known.scrambles() < sample.scrambles() => *known = sample,
                Some(_) => {}
                None => known.push((stage, sample)),
            }
        }
    }
    let mut texts = Vec::new();
    for (goal, stages) in &goals {
        let mut rows = Vec::new();
        for (stage, sample) in stages {
            let mut sets = Vec::new();
            for (set, colors) in SETS {
                let exact = EXACT.iter().any(|(known, sets)| known == stage && sets.contains(&set));
                let shares = if exact {
                    exact_shares(folder, stage, colors[0])?
                } else {
                    sample.of(colors)?.to_json()
                };
                sets.push(format!("\"{set}\":{shares}"));
            }
            rows.push(format!("\"{stage}\":{{{}}}", sets.join(",")));
        }
        texts.push(format!("\"{goal}\":{{\n{}\n}}", rows.join(",\n")));
    }
    let path = process::root().join("web/src/data/percentiles.json");
    fs::write(&path, format!("{{\"goals\":{{{}}}}}\n", texts.join(",")))
        .map_err(|e| format!("{}: {e}", path.display()))?;
    eprintln!("wrote {} and {}", summaries.display(), path.display());
    Ok(())
}

/// Runs the command and returns its output.
fn cubiform(args: &[&str]) -> Result<String, String> {
    let program = process::root().join("target/release/cubiform");
    eprintln!("+ cubiform {}", args.join(" "));
    let output = process::command(&program.display().to_string(), args)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("cubiform {} failed", args.join(" "))),
    }
}

/// Returns the exact shares of a stage over these colours, as JSON. A count, which may take minutes, is kept.
fn exact_shares(folder: &Path, stage: &str, colors: &str) -> Result<String, String> {
    let path: PathBuf = folder.join(format!("exact-{stage}-{colors}.csv"));
    if !path.exists() {
        let output = path.display().to_string();
        cubiform(&["distribution", stage, "--colors", colors, "--format", "csv", "--output", &output])?;
    }
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let shares: Option<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').nth(2)).collect();
    let shares = shares.ok_or_else(|| format!("{}: a line without a share", path.display()))?;
    Ok(format!("{{\"shares\":[{}]}}", shares.join(",")))
}

/// The number of scrambles of each length, by the letters of the bottom colours.
#[derive(Default)]
struct Sample {
    counts: BTreeMap<String, Vec<u64>>,
}

/// Reads the table `histogram` of `stats --format csv`. The stages are in the order of the table.
fn samples(text: &str) -> Result<Vec<(String, Sample)>, String> {
    let mut stages: Vec<(String, Sample)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some(cells) = line.strip_prefix("histogram,") else { continue };
        let bad = || format!("line {}: not a row of lengths", number + 1);
        let [_, stage, _, colors, moves, _, count, _] = cells.split(',').collect::<Vec<_>>()[..] else {
            return Err(bad());
        };
        let (Ok(moves), Ok(count)) = (moves.parse::<usize>(), count.parse()) else { return Err(bad()) };
        if stages.last().is_none_or(|(last, _)| last != stage) {
            stages.push((stage.to_string(), Sample::default()));
        }
        let (_, sample) = stages.last_mut().ok_or_else(bad)?;
        let counts = sample.counts.entry(colors.to_string()).or_default();
        counts.resize(counts.len().max(moves + 1), 0);
        counts[moves] = count;
    }
    Ok(stages)
}

/// The shares of lengths, with the standard errors of the shares of longer ones.
struct Shares {
    shares: Vec<f64>,
    errors: Vec<f64>,
    scrambles: u64,
}

impl Sample {
    /// Returns the number of scrambles.
    fn scrambles(&self) -> u64 {
        self.counts.values().next().map_or(0, |counts| counts.iter().sum())
    }

    /// Returns the distribution over sets that have the same one. The lengths of a scramble for different sets depend on
    /// one another, so the errors are those of a single set, which are not smaller.
    fn of(&self, sets: &[&str]) -> Result<Shares, String> {
        let counts: Option<Vec<&Vec<u64>>> = sets.iter().map(|set| self.counts.get(*set)).collect();
        let counts = counts.ok_or("a set of colours is missing")?;
        let longest = counts.iter().map(|counts| counts.len()).max().unwrap_or_default();
        let scrambles = self.scrambles();
        let all = (scrambles * sets.len() as u64) as f64;
        let share = |range: std::ops::Range<usize>| {
            let of_set = |counts: &&Vec<u64>| counts.iter().take(range.end).skip(range.start).sum::<u64>();
            counts.iter().map(of_set).sum::<u64>() as f64 / all
        };
        let error = |share: f64| (share * (1.0 - share) / scrambles as f64).sqrt();
        Ok(Shares {
            shares: (0..longest).map(|moves| share(moves..moves + 1)).collect(),
            errors: (0..longest).map(|moves| error(share(moves + 1..longest))).collect(),
            scrambles,
        })
    }
}

impl Shares {
    fn to_json(&self) -> String {
        let list = |values: &[f64], digits: usize| -> String {
            let mut text = String::new();
            for (i, value) in values.iter().enumerate() {
                let separator = if i == 0 { "" } else { "," };
                // A String takes all that is written to it.
                let _ = write!(text, "{separator}{value:.digits$}");
            }
            text
        };
        let (shares, errors) = (list(&self.shares, 7), list(&self.errors, 6));
        format!("{{\"scrambles\":{},\"shares\":[{shares}],\"errors\":[{errors}]}}", self.scrambles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_errors_of_two_scrambles() {
        let rows = ["W,1,scrambles,2,", "W,2,scrambles,2,", "Y,2,scrambles,4,", "WY,1,scrambles,3,"];
        let rows = rows.map(|row| format!("histogram,,cross,,{row}\n")).concat();
        let stages = samples(&format!("part,goal\nsummary,,cross,,W,,min,1,\n{rows}")).unwrap();
        let (name, sample) = &stages[0];
        assert_eq!((name.as_str(), stages.len()), ("cross", 1));
        let shares = sample.of(&["W", "Y"]).unwrap();
        assert_eq!((shares.scrambles, &shares.shares[..]), (4, &[0.0, 0.25, 0.75][..]));
        let error = (0.25 * 0.75 / 4.0_f64).sqrt();
        assert_eq!(shares.errors, [0.0, error, 0.0]);
        assert!(sample.of(&["R"]).is_err() && samples("histogram,,cross,,W,x,scrambles,1,\n").is_err());
    }

    #[test]
    fn samples_are_named_after_goal_and_stages() {
        let names = ["all", "..xcross", "xxxcross.."].map(|stages| name_of("eo", stages));
        assert_eq!(names, ["eo-all", "eo-to-xcross", "eo-from-xxxcross"]);
    }
}
