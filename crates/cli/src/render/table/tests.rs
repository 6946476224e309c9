//! Tests of blocks on terminals of several widths.

use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color, Frame, Symmetry};
use cubiform_solvers::cfop::NoLength;

use super::{Style, Table};
use crate::terminal::Terminal;
use cubiform_answers::analysis::annotation::Annotation;
use cubiform_answers::analysis::report::{Report, SolutionReport, StageReport};
use cubiform_answers::goals::{GoalList, Goals};
use cubiform_answers::rows::RowWriter;
use cubiform_answers::scramble::{Scramble, ScrambleText};

/// Renders a block of these goals. Each stage has a few solutions, which solve different choices of slots.
fn block(goals: Vec<Variant>, colors: &[Color], width: Option<usize>) -> String {
    let goals = Goals::new(&GoalList(goals), "all").unwrap();
    let terminal = width.map_or_else(Terminal::of_file, Terminal::of_width);
    let style = Style { terminal, ids: false, solutions: true, slack: true, links: false };
    let stages = goals.each().iter().enumerate().flat_map(|(goal, asked)| {
        asked.stages().map(move |stage| {
            let rotation = Symmetry::bring_down(colors[0]);
            let solutions = stage.choices.iter().step_by(stage.choices.len().div_ceil(3)).enumerate();
            let solution = |(i, target): (usize, &cubiform_cube::goal::Target)| SolutionReport {
                frame: Frame::Bottom(colors[0]),
                rotation: rotation.rotation_name().unwrap(),
                annotation: Annotation::new(target.choice.clone(), i as u8, target.oriented).seen(rotation),
                moves: Algorithm::parse("R U2 F' L2 D B' U2 R' F2 L").unwrap().resolve().0[..7 + i].to_vec(),
                steps: Vec::new(),
                over: i as u8,
                link: None,
                held: None,
            };
            StageReport {
                goal,
                name: stage.name.clone(),
                lengths: colors
                    .iter()
                    .enumerate()
                    .map(|(i, color)| (Frame::Bottom(*color), Ok(7 + (i % 3) as u8)))
                    .collect(),
                solutions: solutions.map(solution).collect(),
            }
        })
    });
    let text = "R' U2 F2 D' L2 B2 D' F2 U' R2 D2 L' B R2 F' D' U2 R' F D L2 R' U2 F2 D' L2 B2 D' F2 U' R2 D2";
    let scramble = Scramble {
        id: "1".into(),
        text: ScrambleText::Moves(text.into()),
        cube: Algorithm::parse(text).unwrap().cube(),
        turned: Symmetry::IDENTITY,
        carried: Vec::new(),
    };
    let report = Report { row: 1, scramble, stages: stages.collect(), nodes: 0 };
    let mut out = Vec::new();
    Table::new(&goals, style, Vec::new()).write_row(&report, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn block_of_every_goal_fits_the_terminal() {
    for width in [80, 100, 140] {
        let each = Variant::all().iter().map(|goal| vec![goal.clone()]);
        for goals in each.chain([Variant::all()[..3].to_vec(), Variant::all().to_vec()]) {
            let text = block(goals, &Color::COLUMNS, Some(width));
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn lines_are_not_wrapped_in_files() {
    let text = block(vec![Variant::pseudo_pair()], &Color::COLUMNS, None);
    assert!(text.starts_with("R' U2 F2") && text.lines().next().unwrap().len() > 90);
    let blank = text.lines().position(str::is_empty).unwrap();
    let rows = text.lines().skip(blank + 2);
    assert!(rows.clone().all(|line| line.starts_with("pseudo pair ")), "{text}");
    assert_eq!(rows.count(), 12);
}

#[test]
fn slot_colours_are_letters_on_narrow_terminals() {
    let [wide, narrow] =
        [100, 80].map(|width| block(vec![Variant::std()], &Color::COLUMNS[1..], Some(width)));
    assert!(wide.contains("  white   FR (green-orange) FL (green-red) "), "{wide}");
    assert!(narrow.contains("  white   FR (GO) FL (GR) ") && narrow.contains(" 8 +1  white "), "{narrow}");
}

#[test]
fn goals_are_columns_with_one_colour_and_rows_with_several() {
    let goals = || vec![Variant::std(), Variant::pseudo(), Variant::eo()];
    let head = |text: String, lines: usize| {
        text.lines().skip(2).take(lines).map(|l| l.to_owned() + "\n").collect::<String>()
    };
    let one = block(goals(), &Color::COLUMNS[1..2], Some(80));
    assert_eq!(
        head(one, 6),
        "\
white     std  pseudo  eocross
cross       7       7        7
xcross      7       7        7
xxcross     7       7        7
xxxcross    7       7        7
f2l         7                7
"
    );
    let two = block(goals(), &Color::COLUMNS[..2], Some(80));
    assert_eq!(
        head(two, 5).trim_start(),
        "\
white  yellow  best
cross               8       7*   7  yellow
pseudo cross        8       7*   7  yellow
eocross             8       7*   7  yellow
xcross              8       7*   7  yellow
"
    );
}

#[test]
fn impossible_length_is_a_dash_and_unfinished_one_a_bound() {
    let goals = Goals::new(&GoalList(vec![Variant::std()]), "cross").unwrap();
    let style =
        Style { terminal: Terminal::of_file(), ids: false, solutions: false, slack: false, links: false };
    let lengths = [Err(NoLength::Impossible), Err(NoLength::GivenUp { at_least: 19 }), Ok(4)];
    let lengths = Color::COLUMNS.map(Frame::Bottom).into_iter().zip(lengths).collect();
    let stage = StageReport { goal: 0, name: "cross".into(), lengths, solutions: Vec::new() };
    let mut out = Vec::new();
    Table::new(&goals, style, Vec::new()).write_lengths(&[stage], &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text, "          white  yellow  orange  best\ncross      >18       -       4*   4  orange\n");
}
