//! Makes the files of docs/atlas: exact distributions, summaries of random states, and figures. Also makes
//! web/src/data/percentiles.json, the distributions that the web page shows beside a length: exact where they are counted,
//! else estimated from the random states.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

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

/// In place of bottom colours: the best of the three axes.
const AXES: &str = "axes";

/// The distributions of docs/atlas/distributions.csv: what is counted, and over which bottom colours. The page shows those of
/// stages, too.
const DISTRIBUTIONS: [(&str, Option<&str>); 39] = [
    ("cross", Some("W")),
    ("cross", Some("WY")),
    ("cross", Some("all")),
    ("pseudo_cross", Some("W")),
    ("pseudo_cross", Some("WY")),
    ("pseudo_cross", Some("all")),
    ("xcross", Some("W")),
    ("xcross", Some("WY")),
    ("xcross", Some("WR")),
    ("xcross", Some("WRG")),
    ("xcross", Some("WYR")),
    ("xcross", Some("WYRO")),
    ("xcross", Some("WYRG")),
    ("xcross", Some("all")),
    ("cross_pair", Some("W")),
    ("pseudo_xcross", Some("W")),
    ("pseudo_cross_pseudo_pair", Some("W")),
    ("eo", Some(AXES)),
    ("dr", Some(AXES)),
    ("phase-1", None),
    ("phase-2", None),
    ("thistlethwaite-1", None),
    ("thistlethwaite-2", None),
    ("thistlethwaite-3", None),
    ("thistlethwaite-4", None),
    ("222", None),
    ("444-slice-1", None),
    ("444-slice-2", None),
    ("444-slice-3", None),
    ("444-slice-4", None),
    ("444-slice-5", None),
    ("444-outer-1", None),
    ("444-outer-2", None),
    ("444-outer-3", None),
    ("444-block-1", None),
    ("444-block-2", None),
    ("444-block-3", None),
    ("444-block-4", None),
    ("444-block-5", None),
];

/// The reports whose figures the atlas shows: the first sample, those beside it, and the names of the figures.
const REPORTS: [(&str, &[&str], &[&str]); 2] = [
    (
        "std-to-xcross",
        &["pair-to-xcross", "pseudo-to-xcross", "pseudo_pair-to-xcross", "eo-to-xcross"],
        &["goals", "goals-differences"],
    ),
    ("std-all", &[], &["all-stages", "color-neutrality", "cumulative"]),
];

/// The number of random states that all methods solve.
const METHOD_STATES: &str = "200";

/// The folder of the samples and of counts that take minutes, in the project's root, where commands run.
const FOLDER: &str = "target/atlas";

/// Analyses the samples, where an earlier run has left off, and writes what is made of them; with the argument
/// `summarise`, only of what is analysed so far.
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let is_summary = match &args[..] {
        [] => false,
        [one] if one == "summarise" => true,
        _ => {
            eprintln!("usage: atlas [summarise]");
            return ExitCode::FAILURE;
        }
    };
    let steps = || {
        let build = ["build", "--release", "--locked", "--package", "cubiform-cli"];
        let built = command("cargo").args(build).status().map_err(|e| format!("cargo: {e}"))?;
        if !built.success() {
            return Err("cannot build the command".to_string());
        }
        created(FOLDER)?;
        if !is_summary {
            SAMPLES.iter().try_for_each(analyze)?;
        }
        count()?;
        write()?;
        draw()?;
        methods()
    };
    match steps() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the project's root.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns a command that runs in the project's root.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Returns the path of a file or folder in [`FOLDER`], from the project's root.
fn path_of(name: &str) -> String {
    format!("{FOLDER}/{name}")
}

/// Creates a folder in the project's root if it is missing, and returns its path.
fn created(path: &str) -> Result<PathBuf, String> {
    let folder = root().join(path);
    fs::create_dir_all(&folder).map_err(|e| format!("{path}: {e}"))?;
    Ok(folder)
}

/// Writes a file in the project's root.
fn save(path: &str, text: &str) -> Result<(), String> {
    fs::write(root().join(path), text).map_err(|e| format!("{path}: {e}"))?;
    eprintln!("wrote {path}");
    Ok(())
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
fn analyze((goal, stages, count): &(&str, &str, &str)) -> Result<(), String> {
    let output = path_of(&name_of(goal, stages)) + "/";
    let question = ["analyze", "--random", count, "--seed", SEED, "--goal", goal, "--stages", stages];
    cubiform(&[&question[..], &["--format", "parquet", "--output", &output, "--resume"]].concat()).map(drop)
}

/// Writes the summaries of the samples and the distributions of the page.
fn write() -> Result<(), String> {
    let summaries = "docs/atlas/random";
    created(summaries)?;
    let mut goals: BTreeMap<&str, Vec<(String, Sample)>> = BTreeMap::new();
    for (goal, stages, _) in SAMPLES {
        let name = name_of(goal, stages);
        let sample = path_of(&name);
        if !root().join(&sample).exists() {
            return Err(format!(
                "{sample}: the sample is missing; run: cargo run --release -p cubiform-research --bin atlas"
            ));
        }
        let summary = format!("{summaries}/{name}.parquet");
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
                let first = if set == "all" { set } else { colors[0] };
                let exact = DISTRIBUTIONS.contains(&(stage, Some(first)));
                let shares = if exact { exact_shares(stage, first)? } else { sample.of(colors)?.to_json() };
                sets.push(format!("\"{set}\":{shares}"));
            }
            rows.push(format!("\"{stage}\":{{{}}}", sets.join(",")));
        }
        texts.push(format!("\"{goal}\":{{\n{}\n}}", rows.join(",\n")));
    }
    save("web/src/data/percentiles.json", &format!("{{\"goals\":{{{}}}}}\n", texts.join(",")))
}

/// Draws the figures.
fn draw() -> Result<(), String> {
    let images = created("docs/atlas/images")?;
    for (sample, others, figures) in REPORTS {
        let report = path_of(&format!("report-{sample}"));
        let mut args = vec!["report".to_string(), report.clone(), path_of(sample)];
        args.extend(others.iter().flat_map(|other| ["--beside".to_string(), path_of(other)]));
        cubiform(&args.iter().map(String::as_str).collect::<Vec<_>>())?;
        let entries = fs::read_dir(root().join(&report)).map_err(|e| format!("{report}: {e}"))?;
        let files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        for figure in figures {
            // The names of files have the number of the figure: figure-06-goals.svg.
            let is_named = |path: &&PathBuf| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                name.splitn(3, '-').nth(2) == Some(&format!("{figure}.svg"))
            };
            let file = files.iter().find(is_named);
            let file = file.ok_or_else(|| format!("{report}: no figure '{figure}'"))?;
            fs::copy(file, images.join(format!("{figure}.svg")))
                .map_err(|e| format!("{}: {e}", file.display()))?;
        }
    }
    Ok(())
}

/// Draws the comparison of methods.
fn methods() -> Result<(), String> {
    let compared = ["methods", "compare", "--count", METHOD_STATES, "--seed", "1", "--format", "svg"];
    save("docs/atlas/images/methods.svg", &cubiform(&compared)?)
}

/// Runs the command and returns its output.
fn cubiform(args: &[&str]) -> Result<String, String> {
    let program = root().join("target/release/cubiform");
    eprintln!("+ cubiform {}", args.join(" "));
    let output = command(&program.display().to_string())
        .args(args)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("cubiform {} failed", args.join(" "))),
    }
}

/// Writes docs/atlas/distributions.csv.
fn count() -> Result<(), String> {
    let mut table = "counted,colors,moves,states,share\n".to_string();
    for (counted, colors) in DISTRIBUTIONS {
        for row in distribution(counted, colors)?.lines().skip(1) {
            // A String takes all that is written to it.
            let _ = writeln!(table, "{counted},{},{row}", colors.unwrap_or_default());
        }
    }
    save("docs/atlas/distributions.csv", &table)
}

/// Returns the distribution in CSV. A count, which may take minutes, is kept.
fn distribution(counted: &str, colors: Option<&str>) -> Result<String, String> {
    let output = path_of(&format!("exact-{counted}-{}.csv", colors.unwrap_or_default()));
    let path = root().join(&output);
    if !path.exists() {
        let what = match colors {
            None => vec![counted],
            Some(AXES) => vec!["dr", "--stage", counted, "--any-axis"],
            Some(colors) => vec![counted, "--colors", colors],
        };
        let output = ["--format", "csv", "--output", &output];
        cubiform(&[&["distribution"], &what[..], &output].concat())?;
    }
    fs::read_to_string(&path).map_err(|e| format!("{output}: {e}"))
}

/// Returns the exact shares of a stage over these colours, as JSON.
fn exact_shares(stage: &str, colors: &str) -> Result<String, String> {
    let text = distribution(stage, Some(colors))?;
    let shares: Option<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').nth(2)).collect();
    let shares = shares.ok_or_else(|| format!("{stage}, {colors}: a line without a share"))?;
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
