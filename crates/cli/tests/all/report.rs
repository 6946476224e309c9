//! `cubiform report`: the page is self-contained and agrees with `cubiform stats`; invalid input is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::common::{RunOutput, cubiform, names, run};
use roxmltree::Document;
use serde_json::Value;

const ANALYSIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/analysis-20.csv");
const GOLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../solvers/fixtures/gold-std.csv");

/// Returns the path of a folder for a test, which does not exist yet.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

/// Writes the ten scrambles under other ids. They are among the twenty, and samples with common scrambles are not
/// compared.
///
/// Tests run side by side, so the file is written once.
fn other_ids() -> String {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        let path = format!("{}/report-other-ids.csv", env!("CARGO_TARGET_TMPDIR"));
        fs::write(&path, fs::read_to_string(GOLD).unwrap().replace("\n", "\nx").trim_end_matches('x'))
            .unwrap();
        path
    });
    PATH.clone()
}

fn report(folder: &Path, arguments: &[&str]) -> RunOutput {
    run(&[&["report", folder.to_str().unwrap()], arguments].concat())
}

fn report_of(folder: &Path, input: impl Into<Vec<u8>>) -> RunOutput {
    cubiform().args(["report", folder.to_str().unwrap(), "-"]).write_stdin(input).output().unwrap().into()
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("index.html")).unwrap()
}

/// Returns the text from the first `from` to the next `to`, inclusive.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap_or_else(|| panic!("there is no {from}"));
    let end = text[start..].find(to).unwrap();
    &text[start..start + end + to.len()]
}

/// Returns the cells of a table of the page by row, with the header first.
fn table(page: &str, id: &str) -> Vec<Vec<String>> {
    let table = between(page, &format!("<table id=\"{id}\">"), "</table>");
    let document = Document::parse(table).unwrap();
    let is = |name: &'static str| move |node: &roxmltree::Node<'_, '_>| node.has_tag_name(name);
    let text = |cell: roxmltree::Node<'_, '_>| cell.text().unwrap_or_default().to_string();
    let cells = |row: roxmltree::Node<'_, '_>| row.children().map(text).collect();
    document.descendants().filter(is("tr")).map(cells).collect()
}

#[test]
fn report_on_two_samples_has_all_figures() {
    let folder = folder("two");
    let other = other_ids();
    let said =
        report(&folder, &[ANALYSIS, "--against", &other, "--title", "Twenty & <ten>", "--wca=2026-05-06"]);
    assert_eq!(said.wrote, format!("wrote {} and 10 figures\n", folder.join("index.html").display()));
    assert_eq!(said.success(), "");
    let found = names(&folder);
    assert_eq!(found.len(), 11, "{found:?}");
    let page = page(&folder);
    for number in 1..=10 {
        assert!(page.contains(&format!("<figcaption><b>Figure {number}.</b> ")), "{number}");
    }
    assert!(page.len() < 2_000_000, "{}", page.len());
    assert!(page.contains("<h1>Twenty &amp; &lt;ten&gt;</h1>"), "{page}");
    assert!(page.contains("published at https://worldcubeassociation.org/results as of 2026-05-06."));
    for file in found.iter().filter(|name| name.ends_with(".svg")) {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let document = Document::parse(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        let svg = document.root_element();
        let has =
            |name: &str| svg.children().any(|node| node.has_tag_name((SVG, name)) && node.text().is_some());
        assert!(has("title") && has("desc"), "{file}");
        // A file looks the same wherever it is placed.
        assert!(!text.contains("<style") && !text.contains("prefers-color-scheme"), "{file}");
        assert!(svg.descendants().filter(|node| node.has_tag_name((SVG, "text"))).count() > 5, "{file}");
        assert!(page.contains(&format!("href=\"{file}\"")), "{file}");
        // All coordinates are within the figure: attributes, starts of lines, and centres of marks.
        let height = svg.attribute("viewBox").unwrap().rsplit(' ').next().unwrap().parse::<f64>().unwrap();
        for node in svg.descendants() {
            let number = |name| node.attribute(name).map(|n| n.parse::<f64>().unwrap());
            let start = match node.attribute("transform").and_then(|text| text.strip_prefix("translate(")) {
                Some(centre) => centre.split_once(')').unwrap().0.split_once(' '),
                None => node
                    .attribute("d")
                    .and_then(|data| data[1..].split(['V', 'H', 'h', 'v', ' ']).next()?.split_once(',')),
            };
            let start = start.map(|(x, y)| [x, y].map(|n| n.parse::<f64>().unwrap()));
            let x = number("x").into_iter().chain(start.map(|[x, _]| x));
            let y = number("y").into_iter().chain(start.map(|[_, y]| y));
            for (value, most) in x.zip(std::iter::repeat(1600.0)).chain(y.zip(std::iter::repeat(height))) {
                assert!((0.0..=most).contains(&value), "{file}: {node:?}");
            }
        }
    }
    // The figures of the page equal those in the files, and only the page follows the scheme of the screen.
    let first = fs::read_to_string(folder.join(&found[0])).unwrap();
    assert!(page.contains(first.split_once("?>\n").unwrap().1.trim_end()));
    assert!(page.contains("@media screen and (prefers-color-scheme:dark){.figure .fill-ink{fill:#E6EDF3}"));
}

/// All text of every figure is at least nine pixels high on a screen of 400 pixels, which a figure fills.
#[test]
fn text_of_figures_can_be_read_on_a_phone() {
    let folder = folder("phone");
    report(&folder, &[ANALYSIS, "--against", &other_ids(), "--beside", &goal_file("phone", "pseudo")])
        .success();
    for file in names(&folder).iter().filter(|name| name.ends_with(".svg")) {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let svg = Document::parse(&text).unwrap();
        let texts = svg.descendants().filter(|node| node.has_tag_name((SVG, "text")));
        for node in texts {
            let size: f64 = node.attribute("font-size").unwrap().parse().unwrap();
            assert!(size * 400.0 / 1600.0 >= 9.0, "{file}: {node:?}");
        }
    }
    assert!(
        page(&folder).contains("@media screen and (max-width: 30rem) {\nfigure { margin-inline: -1rem; }")
    );
}

/// Each figure stands alone: its caption says what is shown, the number of scrambles and what the marks are, and its foot
/// has the program, the goal and the file with its hash.
#[test]
fn captions_and_feet_stand_alone() {
    let folder = folder("captions");
    report(&folder, &[ANALYSIS, "--against", &other_ids(), "--beside", &goal_file("captions", "pseudo")])
        .success();
    let page = page(&folder);
    let files: Vec<String> = names(&folder).into_iter().filter(|name| name.ends_with(".svg")).collect();
    let captions: Vec<&str> =
        page.split("<figcaption>").skip(1).map(|rest| rest.split("</figcaption>").next().unwrap()).collect();
    assert_eq!(captions.len(), files.len());
    for (file, caption) in files.iter().zip(captions) {
        assert!(caption.contains(file.as_str()), "{file}: {caption}");
        assert!(caption.contains("20 scrambles"), "{file}: {caption}");
        assert!(
            caption.contains("number of moves") || caption.contains("at most that many moves"),
            "{file}: {caption}"
        );
        assert!(
            caption.contains("95 % confidence intervals (Wilson score)")
                || caption.contains("95 % confidence intervals (Student's t)")
                || file.contains("axes") && caption.contains("± 2 standard errors"),
            "{file}: {caption}"
        );
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let svg = Document::parse(&text).unwrap();
        let description = svg.descendants().find(|node| node.has_tag_name((SVG, "desc"))).unwrap();
        assert!(
            description.text().unwrap().contains("Student's t")
                || description.text().unwrap().contains("standard errors")
                || description.text().unwrap().contains("Wilson")
        );
        let foot = svg.descendants().rfind(|node| node.has_tag_name((SVG, "text"))).unwrap();
        let expected = concat!(
            "cubiform ",
            env!("CARGO_PKG_VERSION"),
            ", goal std, 20 scrambles, analysis-20.csv (4d59133b) and 2 more"
        );
        assert_eq!(foot.text(), Some(expected), "{file}");
    }
}

/// Writes the analysis under the stage names of another goal, with each length one move shorter. Returns its path.
fn goal_file(test: &str, goal: &str) -> String {
    let path = format!("{}/report-{test}-{goal}.csv", env!("CARGO_TARGET_TMPDIR"));
    let text = fs::read_to_string(ANALYSIS).unwrap();
    let mut lines = text.lines();
    let header: Vec<String> = lines
        .next()
        .unwrap()
        .split(',')
        .map(|name| if name.contains("cross") { format!("{goal}_{name}") } else { name.into() })
        .collect();
    let is_length: Vec<bool> = header.iter().map(|name| name.contains("cross")).collect();
    let shorter = |(cell, is_length): (&str, &bool)| match is_length {
        true => (cell.parse::<u8>().unwrap() - 1).to_string(),
        false => cell.into(),
    };
    let rows = lines.map(|line| line.split(',').zip(&is_length).map(shorter).collect::<Vec<_>>().join(","));
    fs::write(&path, std::iter::once(header.join(",")).chain(rows).collect::<Vec<_>>().join("\n") + "\n")
        .unwrap();
    path
}

#[test]
fn goals_are_compared_side_by_side() {
    let folder = folder("beside");
    let pseudo = goal_file("beside", "pseudo");
    report(&folder, &[ANALYSIS, "--beside", &pseudo]).success();
    let found = names(&folder);
    for name in [
        "figure-07-goals.svg",
        "figure-08-goals-differences.svg",
        "figure-09-goals-cross.svg",
        "figure-13-all-stages-pseudo.svg",
    ] {
        assert!(found.iter().any(|found| found == name), "{name}: {found:?}");
    }
    let page = page(&folder);
    // The tables equal those of `stats --beside`.
    let told: Value =
        serde_json::from_str(&run(&["stats", ANALYSIS, "--beside", &pseudo, "-f", "json"]).success())
            .unwrap();
    let rows = told["beside"].as_array().unwrap();
    let cells = table(&page, "beside-table");
    assert_eq!(cells.len(), rows.len() + 1);
    assert_eq!(
        cells[0],
        ["stage", "colours", "std", "std se", "pseudo", "pseudo se", "pseudo more", "pseudo more se"]
    );
    for (cells, row) in cells[1..].iter().zip(rows) {
        assert_eq!(
            (&cells[0], &cells[6]),
            (&row["stage"].as_str().unwrap().to_string(), &"-1.0000".to_string())
        );
        assert_eq!(cells[2], format!("{:.4}", row["std"].as_f64().unwrap()));
    }
    // Means, medians, modes and extremes of both goals.
    let measures: Vec<Vec<String>> =
        table(&page, "goals-table").into_iter().filter(|row| row[0] != "f2l").collect();
    assert_eq!(measures[0][..5], ["stage", "colours", "goal", "min", "max"]);
    // The goal pseudo has no stage f2l.
    let summary: Vec<&Value> =
        told["summary"].as_array().unwrap().iter().filter(|row| row["stage"] != "xxxxcross").collect();
    assert_eq!(measures.len(), 2 * summary.len() + 1);
    for (pair, row) in measures[1..].chunks(2).zip(summary) {
        let number = |name: &str| row[name].as_u64().unwrap();
        assert_eq!((&pair[0][2][..], &pair[1][2][..]), ("std", "pseudo"));
        for (goal, shorter) in pair.iter().zip(0..) {
            assert_eq!(goal[3], (number("min") - shorter).to_string());
            assert_eq!(goal[4], (number("max") - shorter).to_string());
            assert_eq!(goal[9], (number("p50") - shorter).to_string());
            assert_eq!(goal[12], (number("mode") - shorter).to_string());
        }
    }
    let figure = fs::read_to_string(folder.join("figure-08-goals-differences.svg")).unwrap();
    assert!(figure.contains("cross: pseudo -1.000 ± 0.000. xcross: pseudo -1.000 ± 0.000."), "{figure}");
    assert!(page.contains(", beside other goals, from <code>"));
    let said = report(&folder, &[ANALYSIS, "--beside", ANALYSIS]).failure(1);
    assert!(said.contains("another file already has goal std"), "{said}");
}

#[test]
fn sets_and_stages_choose_the_figures() {
    let folder = folder("choice");
    report(&folder, &[ANALYSIS, "--sets", "W,WG,CN", "--stages", "cross,f2l"]).success();
    assert_eq!(
        names(&folder),
        [
            "figure-01-cross.svg",
            "figure-02-f2l.svg",
            "figure-03-all-stages-w.svg",
            "figure-04-cumulative-w.svg",
            "figure-05-all-stages-gw.svg",
            "figure-06-cumulative-gw.svg",
            "figure-07-all-stages-bgorwy.svg",
            "figure-08-cumulative-bgorwy.svg",
            "figure-09-color-neutrality.svg",
            "figure-10-axes-cross.svg",
            "figure-11-axes-f2l.svg",
            "index.html"
        ]
    );
    let cross = fs::read_to_string(folder.join("figure-01-cross.svg")).unwrap();
    for name in ["white: mean ", "white/green: mean ", "any (CN): mean "] {
        assert!(cross.contains(name), "{name}");
    }
    // The tables have the chosen sets of all stages.
    let sets: Vec<String> =
        table(&page(&folder), "summary-table")[1..].iter().map(|row| row[1].clone()).collect();
    assert_eq!(sets[..4], ["W", "GW", "BGORWY", "W"]);
    assert_eq!(sets.len(), 5 * 3);

    // Many sets are drawn as means.
    report(&folder, &[ANALYSIS, "--sets", "all", "--stages", "xcross"]).success();
    let means = fs::read_to_string(folder.join("figure-01-xcross.svg")).unwrap();
    assert!(means.contains("Mean move count: xcross by colour set") && means.contains("WYOR"), "{means}");
    assert!(report(&folder, &[ANALYSIS, "--sets", "X"]).failure(2).contains("--sets"));
    let said = report(&folder, &[ANALYSIS, "--stages", "oll"]).failure(2);
    assert!(
        said.contains("--stages: the analysis has no stage 'oll' (its stages: cross, xcross, "),
        "{said}"
    );
}

const SVG: &str = "http://www.w3.org/2000/svg";

#[test]
fn page_has_no_external_references() {
    let folder = folder("alone");
    report(&folder, &[ANALYSIS]).success();
    let page = page(&folder);
    for loads in ["src=", "<link", "<script", "url(", "@import", "<img", "<iframe", "<use"] {
        assert!(!page.contains(loads), "{loads}");
    }
    for part in page.split("href=\"").skip(1) {
        assert!(part.starts_with('#') || part.starts_with("figure-"), "{}", &part[..40]);
    }
    // The ids of elements are unique.
    let mut ids: Vec<&str> =
        page.split(" id=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(!page.contains("worldcubeassociation"));
}

/// Column titles that differ from the names in JSON.
const NAMES: [(&str, &str); 10] = [
    ("colours", "colors"),
    ("one colour", "one"),
    ("dual CN", "axis"),
    ("two pairs", "two_axes"),
    ("CN", "any"),
    ("saved by dual CN", "to_axis"),
    ("by two pairs", "to_two_axes"),
    ("by CN", "to_any"),
    ("colour spread", "color_spread"),
    ("pair spread", "axis_spread"),
];

/// Compares every number in the tables of the page with `stats --format json`.
#[test]
fn tables_of_the_page_equal_those_of_stats() {
    let folder = folder("numbers");
    let other = other_ids();
    report(&folder, &[ANALYSIS, "--against", &other]).success();
    let page = page(&folder);
    let told: Value =
        serde_json::from_str(&run(&["stats", ANALYSIS, "--against", &other, "-f", "json"]).success())
            .unwrap();
    let mut numbers = 0;
    for part in ["summary", "exact", "increments", "neutrality", "symmetry", "comparison", "histogram"] {
        let rows = told[part].as_array().unwrap();
        let found = table(&page, &format!("{part}-table"));
        assert_eq!(found.len(), rows.len() + 1, "{part}");
        for (cells, row) in found[1..].iter().zip(rows) {
            let mut last = String::new();
            for (cell, column) in cells.iter().zip(&found[0]) {
                let name = match (&column[..], part) {
                    // Each standard error follows its gain.
                    ("se", "neutrality") => format!("{last}_se"),
                    (title, _) => match NAMES.iter().find(|(known, _)| *known == title) {
                        Some((_, name)) => name.to_string(),
                        None => title.replace(' ', "_"),
                    },
                };
                let shown = match &row[&name] {
                    Value::String(text) if text == "xxxxcross" => "f2l".into(),
                    Value::String(text) => text.clone(),
                    Value::Null => "-".into(),
                    share if column == "share" => format!("{:.2} %", 100.0 * share.as_f64().unwrap()),
                    number if number.is_u64() => number.to_string(),
                    number => format!("{:.4}", number.as_f64().unwrap()),
                };
                assert_eq!(*cell, shown, "{part} {row}");
                last = name;
                numbers += 1;
            }
        }
    }
    assert!(numbers > 2000, "{numbers}");
}

#[test]
fn missing_figures_are_listed_with_the_reason() {
    let folder = folder("few");
    let said = report_of(&folder, "id,pseudo_cross_z2,pseudo_cross_z0\n\"<b>\u{1}\",4,5\nb,5,5\n");
    assert_eq!(said.success(), "");
    assert_eq!(
        names(&folder),
        ["figure-01-one-color.svg", "figure-02-more-colors.svg", "figure-03-cumulative.svg", "index.html"]
    );
    let page = page(&folder);
    let missing = between(&page, "<ul class=\"note\" id=\"missing\">", "</ul>");
    for (figure, why) in [
        ("second-stage", "only one stage"),
        ("color-neutrality", "needs lengths of all six bottom colours"),
        ("two-samples", "no second sample (--against)"),
    ] {
        assert!(missing.contains(&format!("<li>{figure}: {why}</li>")), "{missing}");
    }
    assert_eq!(missing.matches("<li>").count(), 7);
    assert!(page.contains("pseudo cross on white or yellow"), "{page}");
    assert!(page.contains("<code>&lt;b&gt;\u{FFFD}</code>"), "{page}");
    assert!(page.contains("<b>2 scrambles</b>"), "{page}");
    // Figures are numbered without gaps.
    let numbers: Vec<&str> = page.split("<b>Figure ").skip(1).map(|part| &part[..2]).collect();
    assert_eq!(numbers, ["1.", "2.", "3."]);

    // One scramble with one colour is enough for a page.
    let folder = self::folder("one");
    report_of(&folder, "id,goal_x1\na,0\n").success();
    assert_eq!(names(&folder), ["figure-01-one-color.svg", "figure-02-cumulative.svg", "index.html"]);
}

/// The colours of whiskers on bars, and of the first series.
const INK: &str = "#1F2328";
const FIRST: &str = "#0258B1";

/// Shares have intervals, and the three pairs of opposite colours are compared by residuals and a test.
#[test]
fn figures_have_intervals_and_a_test() {
    let folder = folder("intervals");
    report(&folder, &[ANALYSIS]).success();
    let figure = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let bars = figure("figure-01-one-color.svg");
    assert!(bars.contains("Whiskers are 95 % confidence intervals (Wilson score)"), "{bars}");
    let svg = Document::parse(&bars).unwrap();
    // A whisker for each of the lengths 4 to 7, and for 3, which the sample lacks but 2.75 % of all states have. Length 8 has no whisker: only 0.05 % of all states have it.
    let thin = |svg: &Document<'_>, stroke: &str| {
        let is_thin = |node: &roxmltree::Node<'_, '_>| {
            node.has_tag_name((SVG, "path"))
                && node.attribute("stroke-width") == Some("3")
                && node.attribute("stroke") == Some(stroke)
        };
        svg.descendants().filter(is_thin).count()
    };
    assert_eq!(thin(&svg, INK), 5, "{bars}");
    // Each share of a stage has a whisker in the colour of the stage, each cumulative share a band.
    let stages = figure("figure-05-all-stages.svg");
    assert!(thin(&Document::parse(&stages).unwrap(), FIRST) >= 3, "{stages}");
    let cumulative = figure("figure-07-cumulative.svg");
    let cumulative = Document::parse(&cumulative).unwrap();
    let bands = cumulative.descendants().filter(|node| {
        node.has_tag_name((SVG, "rect"))
            && node.attribute("opacity") == Some("0.22")
            && node.attribute("fill") == Some(FIRST)
    });
    assert!(bands.count() >= 3);
    let neutrality = figure("figure-06-color-neutrality.svg");
    assert_eq!(thin(&Document::parse(&neutrality).unwrap(), FIRST), 3, "{neutrality}");
    let axes = figure("figure-08-axes.svg");
    assert!(axes.contains("χ² = ") || axes.contains("too few scrambles for a test"), "{axes}");
    assert!(axes.contains("share minus mean share"), "{axes}");
}

/// Exact shares above the sample's shares fit into the figure, and so do lengths that the sample lacks.
#[test]
fn exact_shares_beyond_the_sample_fit_the_figure() {
    let folder = folder("exact");
    let rows: String = (0..9).map(|i| format!("{i},{},{}\n", i, 8 - i)).collect();
    report_of(&folder, format!("id,cross_z2,cross_z0\n{rows}")).success();
    let text = fs::read_to_string(folder.join("figure-01-one-color.svg")).unwrap();
    let svg = Document::parse(&text).unwrap();
    let lines = svg.descendants().filter(|node| node.attribute("stroke-width") == Some("6"));
    let heights: Vec<f64> = lines
        .map(|line| line.attribute("d").unwrap().split([',', ' ']).nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(heights.len(), 9);
    let highest = heights.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(highest > 180.0 && highest == heights[6], "{heights:?}");
    let description =
        svg.descendants().find(|node| node.has_tag_name((SVG, "desc"))).unwrap().text().unwrap();
    assert!(description.contains("exact mean 5.812058."), "{description}");
}

#[test]
fn each_length_has_examples() {
    let folder = folder("examples");
    report_of(&folder, "id,cross_z2,cross_z0\na,5,6\nb,4,6\nc,6,5\nd,5,5\ne,7,5\n").success();
    let page = page(&folder);
    let examples = between(&page, "<h3>cross on white or yellow</h3>", "</table>");
    let table = Document::parse(between(examples, "<tbody>", "</tbody>")).unwrap();
    let text = |row: roxmltree::Node<'_, '_>| {
        row.descendants()
            .filter(|node| node.is_text())
            .map(|node| node.text().unwrap())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = table.descendants().filter(|node| node.has_tag_name("tr")).map(text).collect();
    assert_eq!(rows, ["4 1 b", "5 4 a ,  c ,  d"]);
}

#[test]
fn earlier_report_is_replaced_and_foreign_files_are_refused() {
    let folder = folder("again");
    report(&folder, &[ANALYSIS]).success();
    assert_eq!(names(&folder).len(), 9);
    let short = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("report-short.csv");
    fs::write(&short, "id,cross_z2\na,5\n").unwrap();
    report(&folder, &[short.to_str().unwrap()]).success();
    assert_eq!(names(&folder), ["figure-01-one-color.svg", "figure-02-cumulative.svg", "index.html"]);
    let before = page(&folder);

    // So are figures under the names of an earlier version.
    let earlier = folder.join("figure-09-cumulative.svg");
    fs::copy(folder.join("figure-02-cumulative.svg"), &earlier).unwrap();
    report(&folder, &[short.to_str().unwrap()]).success();
    assert_eq!(names(&folder).len(), 3);
    fs::write(&earlier, "<svg/>").unwrap();
    let said = report(&folder, &[short.to_str().unwrap()]).failure(1);
    assert!(said.contains("its figure-09-cumulative.svg is not from a report"), "{said}");
    fs::remove_file(&earlier).unwrap();

    // A failed run leaves the report unchanged.
    fs::write(&short, "id,cross_z2\na,5\nb,x\n").unwrap();
    let said = report(&folder, &[short.to_str().unwrap()]).failure(1);
    assert!(said.contains("report-short.csv:3: column 2 (cross_z2): 'x' is not a number of moves"), "{said}");
    assert_eq!(names(&folder).len(), 3);
    assert_eq!(page(&folder), before);

    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let said = report(&folder, &[ANALYSIS]).failure(1);
    assert!(said.contains("it contains notes.txt, which does not belong to a report"), "{said}");
    assert_eq!(page(&folder), before);
    assert_eq!(fs::read_to_string(folder.join("notes.txt")).unwrap(), "mine");

    // A foreign page with the same name.
    let folder = self::folder("site");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("index.html"), "<h1>Mine</h1>").unwrap();
    let said = report(&folder, &[ANALYSIS]).failure(1);
    assert!(said.contains("its index.html is not from a report\n  choose a new folder"), "{said}");
    assert_eq!(page(&folder), "<h1>Mine</h1>");
    fs::remove_file(folder.join("index.html")).unwrap();
    report(&folder, &[ANALYSIS]).success();
    assert_eq!(names(&folder).len(), 9);
}

#[test]
fn errors_leave_no_files() {
    let parent = folder("none");
    fs::create_dir(&parent).unwrap();
    let folder = parent.join("report");
    for (arguments, message) in [
        (&["no-such-file.csv"][..], "error: cannot read no-such-file.csv: "),
        (&[env!("CARGO_MANIFEST_DIR")], "the folder has no _manifest.json"),
        (&[ANALYSIS, "--against", "no-such-file.csv"], "error: cannot read no-such-file.csv: "),
    ] {
        let said = report(&folder, arguments).failure(1);
        assert!(said.contains(message), "{said}");
    }
    let said = report_of(&folder, "id,cross_z0\n").failure(1);
    assert_eq!(said, "error: <stdin>: no scrambles, only a header\n");
    let said = report(Path::new(ANALYSIS), &[GOLD]).failure(1);
    assert!(said.ends_with("it is a file; give the output folder first, then the analyses\n"), "{said}");
    let said = report(&folder.join("within"), &[ANALYSIS]).failure(1);
    assert!(said.contains("does not exist"), "{said}");
    assert!(
        report(&folder, &["-", "--against", "-"])
            .failure(2)
            .contains("standard input (-) can be read only once")
    );
    assert!(report(&folder, &[]).failure(2).contains("<FILE>"));
    assert_eq!(names(&parent), [""; 0]);
}
