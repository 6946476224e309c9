//! The distributions beside which the web page shows a length: counted exactly where that is possible, else estimated from
//! random states. Written to web/src/data/percentiles.json.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process;

/// The samples: the goal, its stages as `analyze --stages` reads them, and the number of random states. All of them take an
/// hour or two; the last stages of `eo` take a third of a second each.
const SAMPLES: [(&str, &str, &str); 6] = [
    ("std", "all", "100000"),
    ("pseudo", "all", "20000"),
    ("pair", "all", "100000"),
    ("pseudo_pair", "all", "20000"),
    ("eo", "..xxcross", "20000"),
    ("eo", "xxxcross..", "2000"),
];

/// The stages whose distributions over one colour and over all are counted exactly, by the names of their columns.
const EXACT: [&str; 2] = ["cross", "pseudo_cross"];

/// The seed of the random states.
const SEED: &str = "20261123";

/// The number of bottom colours: a stage has a column for each.
const COLORS: usize = 6;

/// Analyses the samples into target/percentiles, where finished ones are kept, and writes the distributions.
pub(crate) fn run() -> bool {
    if !process::run(&[], "cargo", &["build", "--release", "--locked", "--package", "cubiform-cli"]) {
        return false;
    }
    let folder = process::root().join("target/percentiles");
    match write(&folder) {
        Ok(path) => {
            eprintln!("wrote {}", path.display());
            true
        }
        Err(message) => {
            eprintln!("{message}");
            false
        }
    }
}

fn write(folder: &Path) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut goals: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (goal, stages, count) in SAMPLES {
        let file = folder.join(format!("{goal}-{}.csv", stages.replace('.', "_")));
        let path = file.display().to_string();
        if !file.exists() {
            cubiform(&[
                "analyze", "--random", count, "--seed", SEED, "--goal", goal, "--stages", stages, "-f",
                "csv", "-o", &path,
            ])?;
        }
        let text = fs::read_to_string(&file).map_err(|e| format!("{path}: {e}"))?;
        for (stage, sample) in samples(&text).map_err(|e| format!("{path}: {e}"))? {
            let [one, two, all] = match EXACT.contains(&stage.as_str()) {
                true => [exact(&stage, "W")?, exact(&stage, "WY")?, exact(&stage, "all")?],
                false => [sample.of_one().to_json(), sample.of_two().to_json(), sample.of_all().to_json()],
            };
            let stage = format!("\"{stage}\":{{\"one\":{one},\"two\":{two},\"all\":{all}}}");
            goals.entry(goal).or_default().push(stage);
        }
    }
    let goals: Vec<String> =
        goals.iter().map(|(goal, stages)| format!("\"{goal}\":{{\n{}\n}}", stages.join(",\n"))).collect();
    let path = process::root().join("web/src/data/percentiles.json");
    fs::write(&path, format!("{{\"goals\":{{{}}}}}\n", goals.join(",")))
        .map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
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

/// Returns the exact shares of a stage over these colours, as JSON.
fn exact(stage: &str, colors: &str) -> Result<String, String> {
    let text = cubiform(&["distribution", stage, "--colors", colors, "-f", "csv"])?;
    let shares: Option<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').nth(2)).collect();
    let shares = shares.ok_or_else(|| format!("the distribution of {stage} has a line without a share"))?;
    Ok(format!("{{\"shares\":[{}]}}", shares.join(",")))
}

/// The lengths of a stage: those of the six colours, scramble by scramble.
#[derive(Default)]
struct Sample {
    lengths: Vec<[usize; COLORS]>,
}

/// Reads the stages of an analysis in CSV, in the order of its columns.
fn samples(text: &str) -> Result<Vec<(String, Sample)>, String> {
    let mut lines = text.lines();
    let header = lines.next().ok_or("the file is empty")?;
    let names: Vec<&str> = header.split(',').skip(1).collect();
    let mut stages: Vec<(String, Sample)> = Vec::new();
    for columns in names.chunks(COLORS) {
        let (stage, _) =
            columns[0].rsplit_once('_').ok_or(format!("column {}: not a stage with a colour", columns[0]))?;
        stages.push((stage.to_string(), Sample::default()));
    }
    for (number, line) in lines.enumerate() {
        let lengths: Result<Vec<usize>, _> = line.split(',').skip(1).map(str::parse).collect();
        let lengths = lengths.map_err(|e| format!("line {}: {e}", number + 2))?;
        for (row, (_, sample)) in lengths.chunks(COLORS).zip(&mut stages) {
            let row = row.try_into().map_err(|_| format!("line {}: a stage lacks a colour", number + 2))?;
            sample.lengths.push(row);
        }
    }
    Ok(stages)
}

/// The shares of lengths, with the standard errors of the shares of longer ones.
struct Shares {
    shares: Vec<f64>,
    errors: Vec<f64>,
    scrambles: usize,
}

impl Sample {
    /// Returns the distribution for one colour: all colours count, since turning the cube makes one of the other.
    fn of_one(&self) -> Shares {
        shares_of(self.lengths.iter().map(|row| &row[..]))
    }

    /// Returns the distribution of the shorter length of two opposite colours, whose columns are neighbours.
    fn of_two(&self) -> Shares {
        let pairs = |row: &[usize; COLORS]| [row[0].min(row[1]), row[2].min(row[3]), row[4].min(row[5])];
        let lengths: Vec<[usize; 3]> = self.lengths.iter().map(pairs).collect();
        shares_of(lengths.iter().map(|row| &row[..]))
    }

    /// Returns the distribution of the shortest length of all colours.
    fn of_all(&self) -> Shares {
        let lengths: Vec<[usize; 1]> =
            self.lengths.iter().map(|row| [row.iter().copied().min().unwrap_or_default()]).collect();
        shares_of(lengths.iter().map(|row| &row[..]))
    }
}

/// Returns the shares of lengths of scrambles with one or several lengths each. Lengths of one scramble depend on each
/// other, so the error is that of means over scrambles.
fn shares_of<'a>(scrambles: impl Iterator<Item = &'a [usize]> + Clone) -> Shares {
    let count = scrambles.clone().count();
    let longest = scrambles.clone().flatten().copied().max().unwrap_or_default();
    let mean = |share: &dyn Fn(usize) -> bool| {
        let shares = scrambles
            .clone()
            .map(|row| row.iter().filter(|length| share(**length)).count() as f64 / row.len() as f64);
        let (sum, squares) =
            shares.fold((0.0, 0.0), |(sum, squares), share| (sum + share, squares + share * share));
        let mean = sum / count as f64;
        let variance = (squares - sum * mean) / (count as f64 - 1.0);
        (mean, (variance / count as f64).max(0.0).sqrt())
    };
    Shares {
        shares: (0..=longest).map(|moves| mean(&|length| length == moves).0).collect(),
        errors: (0..=longest).map(|moves| mean(&|length| length > moves).1).collect(),
        scrambles: count,
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
        let header = "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1";
        let stages = samples(&format!("{header}\na,1,1,1,2,2,2\nb,2,2,2,2,2,2\n")).unwrap();
        let (name, sample) = &stages[0];
        assert_eq!((name.as_str(), stages.len()), ("cross", 1));
        // The shares of 1 are a half and none: their mean is a quarter, its error a quarter.
        let one = sample.of_one();
        assert_eq!(one.shares, [0.0, 0.25, 0.75]);
        assert!((one.errors[1] - 0.25).abs() < 1e-12 && one.errors[2] == 0.0, "{:?}", one.errors);
        assert_eq!(sample.of_two().shares, [0.0, 1.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(sample.of_all().shares, [0.0, 0.5, 0.5]);
        assert!(samples("id,cross_z0\na,x\n").is_err());
    }
}
