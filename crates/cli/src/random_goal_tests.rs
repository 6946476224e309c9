//! A property test: goals with any stages, labels and choices pass through the parsers, conditions, renderers, and the
//! commands that read their files, without a panic and with distinct columns.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use clap::Parser;
use cubiform_cube::goal::condition::Condition;
use cubiform_cube::goal::{Choice, Placement, ReadyPair, Slot, Stage, Target, Variant, expression};
use cubiform_cube::{Axis, Color, Cube, Frame, Move, PieceSet, Symmetry, random};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use crate::args::{Cli, Command, Format};
use crate::render::{Style, renderer};
use crate::terminal::Terminal;
use crate::{report_command, stats};
use cubiform_answers::analysis::annotation::Annotation;
use cubiform_answers::analysis::report::{Report, SolutionReport, StageReport};
use cubiform_answers::columns::stage_and_color;
use cubiform_answers::goals::{GoalList, Goals, parse_stages};
use cubiform_answers::run::Run;
use cubiform_answers::scramble::Scramble;

/// The number of scrambles of a file.
const ROWS: usize = 3;

/// Any pieces, placed as in any cubes, with any description.
fn target() -> impl Strategy<Value = Target> {
    let blocks = select(vec!["", "2x2x2", "1x2x3", "2x2x2 + line", "1x2x3 + 1x2x3"]);
    let moves = prop::collection::vec(0..18usize, 0..4);
    let pieces = (any::<u8>(), 0..1u16 << 12);
    (pieces, prop::collection::vec(moves, 1..4), 0..4usize, prop::option::of((0..4usize, 0..4usize)), blocks)
        .prop_map(|((corners, edges), seeds, axis, ready, blocks)| {
            let corners: Vec<usize> = (0..8).filter(|i| corners >> i & 1 == 1).collect();
            let edges: Vec<usize> = (0..12).filter(|i| edges >> i & 1 == 1).collect();
            let pieces = PieceSet::new(&corners, &edges);
            let seed = |moves: Vec<usize>| {
                Cube::from_moves(&moves.into_iter().map(Move::from_index).collect::<Vec<_>>())
            };
            let placements: Vec<Placement> = match blocks {
                "" => Vec::new(),
                text => {
                    expression::parse(text).unwrap().stages[0].choices[axis % 2].choice.placements.clone()
                }
            };
            let ready = ready.map(|(i, k)| ReadyPair { corner: Slot::ALL[i], edge: Slot::ALL[k] });
            Target {
                choice: Choice { ready, placements, ..Choice::from_pieces(pieces) },
                oriented: Axis::ALL.get(axis).copied(),
                ..Target::new(pieces, seeds.into_iter().map(seed))
            }
        })
}

/// A goal of one to eight stages with distinct labels.
fn variant(name: &'static str) -> impl Strategy<Value = Variant> {
    let words = select(vec![
        "cross",
        "xcross",
        "f2l",
        "xxxxcross",
        "goal",
        "fb",
        "2x2x2",
        "left_block",
        "a_cross_b",
        "eo",
        "step",
        "a_label_that_is_longer_than_any_other",
    ]);
    let label = prop_oneof![words.prop_map(str::to_string), "[a-z][a-z0-9]{0,9}"];
    let stage = (label, prop::collection::vec(target(), 1..6));
    prop::collection::vec(stage, 1..=8).prop_map(move |stages| {
        let mut labels = HashSet::new();
        let stages = stages.into_iter().enumerate().map(|(i, (label, choices))| {
            let label = if labels.insert(label.clone()) { label } else { format!("{label}z{i}") };
            Stage::of_goal(name, label, choices)
        });
        Variant { name: name.into(), stages: stages.collect() }
    })
}

fn run_settings(goals: &Goals) -> Run {
    serde_json::from_value(json!({
        "program": "cubiform 0.1.0", "goal": goals.names(), "stages": goals.stage_names(), "colors": "YWORGB",
        "metric": "HTM", "solutions": 2, "format": "any", "shard": "1/1",
        "input": [{"random": {"count": ROWS, "seed": 1}}], "events": null, "credit": null,
    }))
    .unwrap()
}

/// Returns reports of random states with plausible lengths, and with solutions of every choice.
fn reports(goals: &Goals, colors: &[Color]) -> Vec<Report> {
    let stages = |row: usize| {
        goals.each().iter().enumerate().flat_map(move |(goal, asked)| {
            asked.stages().enumerate().map(move |(k, stage)| {
                let solution = |(i, target): (usize, &Target)| SolutionReport {
                    frame: Frame::Bottom(colors[0]),
                    rotation: String::new(),
                    annotation: Annotation::new(target.choice.clone(), i as u8, target.oriented)
                        .seen(Symmetry::bring_down(colors[0])),
                    moves: vec![Move::from_index(i % 18)],
                    steps: Vec::new(),
                    over: 0,
                    link: None,
                    held: None,
                };
                StageReport {
                    goal,
                    name: stage.name.clone(),
                    lengths: colors
                        .iter()
                        .enumerate()
                        .map(|(i, c)| (Frame::Bottom(*c), Ok((1 + k + (row + i) % 3) as u8)))
                        .collect(),
                    solutions: stage.choices.iter().enumerate().map(solution).collect(),
                }
            })
        })
    };
    let report = |(row, cube)| {
        let scramble = Scramble::from_state(format!("{row}"), cube);
        Report { row: row as u64 + 1, scramble, stages: stages(row).collect(), nodes: 1 }
    };
    random::states(1).take(ROWS).enumerate().map(report).collect()
}

fn rendered(goals: &Goals, format: Format, colors: &[Color], run: &Run) -> Vec<u8> {
    let style =
        Style { terminal: Terminal::of_width(80), ids: true, solutions: true, slack: true, links: false };
    let mut renderer = renderer(format, goals, style, run);
    let mut bytes = Vec::new();
    renderer.write_header(&mut bytes).unwrap();
    reports(goals, colors).iter().for_each(|row| renderer.write_row(row, &mut bytes).unwrap());
    renderer.write_end(&mut bytes).unwrap();
    bytes
}

/// Runs `stats` or `report` with these arguments, of which `OUT` stands for an output in `folder`.
fn run_command(folder: &Path, arguments: &[&str]) {
    let out = folder.join("out");
    let out = out.to_str().unwrap();
    let _ = fs::remove_dir_all(out);
    let _ = fs::remove_file(out);
    let words =
        ["cubiform"].iter().chain(arguments).copied().map(|word| if word == "OUT" { out } else { word });
    let done = match Cli::try_parse_from(words).unwrap().command {
        Command::Stats(args) => stats::run(&args),
        Command::Report(args) => report_command::run(&args),
        other => panic!("{other:?}"),
    };
    done.unwrap_or_else(|e| panic!("{arguments:?}: {e:?}"));
}

fn assert_distinct<T: std::hash::Hash + Eq + std::fmt::Debug>(items: impl IntoIterator<Item = T>) {
    let mut known = HashSet::new();
    for item in items {
        let text = format!("{item:?}");
        assert!(known.insert(item), "{text} occurs twice");
    }
}

/// Every name of a stage selects that stage, alone and in ranges.
fn check_stages(goal: &Variant) {
    for (i, stage) in goal.stages.iter().enumerate() {
        for name in [&stage.name, &stage.title, &stage.label] {
            assert_eq!(parse_stages(name, goal), Ok(vec![i]), "{name}");
        }
        let from: Vec<usize> = (i..goal.stages.len()).collect();
        assert_eq!(parse_stages(&format!("{}..", stage.name), goal), Ok(from));
    }
}

/// Every stage can stand in a condition, under the same name as in columns.
fn check_conditions(goals: &'static [Variant]) {
    for (i, goal) in goals.iter().enumerate() {
        for (k, stage) in goal.stages.iter().enumerate() {
            let text = format!("{}[WY] <= {k} || {}_{}[G] - {0} == 1", stage.name, goal.name, stage.label);
            let condition = Condition::parse_for(goals, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(Condition::parse_for(goals, &condition.to_string()), Ok(condition.clone()));
            for length in condition.lengths() {
                assert_eq!((length.goal, length.stage, length.stage()), (i, k, stage));
            }
            assert_eq!(condition.decide(&|_| Some(k as u8)), Some(true));
        }
    }
}

fn check(goals: Vec<Variant>) {
    goals.iter().for_each(check_stages);
    check_conditions(goals.clone().leak());
    let goals = Goals::new(&GoalList(goals), "all").unwrap();
    assert_distinct(goals.stage_names());
    let colors = &Color::COLUMNS;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let run = run_settings(&goals);
    for (format, name) in [(Format::Csv, "a.csv"), (Format::Jsonl, "a.jsonl"), (Format::Parquet, "a.parquet")]
    {
        fs::write(path(name), rendered(&goals, format, colors, &run)).unwrap();
    }
    let table = fs::read_to_string(path("a.csv")).unwrap();
    let columns: Vec<&str> = table.lines().next().unwrap().split(',').skip(1).collect();
    assert_distinct(columns.iter().map(|column| stage_and_color(column).unwrap()));
    for name in ["a.csv", "a.jsonl", "a.parquet"] {
        run_command(folder.path(), &["stats", "-o", "OUT", &path(name), "--details"]);
        run_command(
            folder.path(),
            &["stats", "-o", "OUT", &path(name), "--histogram", &goals.stage_names().join(",")],
        );
        run_command(folder.path(), &["stats", "-o", "OUT", &path(name), "-f", "json"]);
    }
    for format in ["csv", "jsonl", "markdown"] {
        run_command(folder.path(), &["stats", "-o", "OUT", &path("a.csv"), "-f", format]);
    }
    if let [first, second, ..] = goals.each() {
        for (goal, name) in [(first, "first.csv"), (second, "second.csv")] {
            let goals = Goals::new(&GoalList(vec![goal.goal.clone()]), "all").unwrap();
            let run = run_settings(&goals);
            fs::write(path(name), rendered(&goals, Format::Csv, colors, &run)).unwrap();
        }
        run_command(
            folder.path(),
            &["stats", "-o", "OUT", &path("first.csv"), "--beside", &path("second.csv")],
        );
    }
    run_command(folder.path(), &["report", "OUT", &path("a.csv")]);
    for colors in [&colors[..], &colors[1..2]] {
        rendered(&goals, Format::Json, colors, &run);
        let table = String::from_utf8(rendered(&goals, Format::Table, colors, &run)).unwrap();
        for stage in goals.each().iter().flat_map(|asked| asked.stages()) {
            let is_row = |line: &str| line.starts_with(&*stage.title) || line.starts_with(&*stage.label);
            assert!(table.lines().any(is_row), "{}:\n{table}", stage.title);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 64, ..ProptestConfig::default() })]

    #[test]
    fn one_goal_passes_through_parsers_renderers_and_statistics(goal in variant("own")) {
        check(vec![goal]);
    }

    #[test]
    fn two_goals_pass_through_parsers_renderers_and_statistics(a in variant("own"), b in variant("other_goal")) {
        check(vec![a, b]);
    }
}

/// The same for the goals with names, all in one run.
#[test]
fn named_goals_pass_through_parsers_renderers_and_statistics() {
    check(Variant::all().to_vec());
}
