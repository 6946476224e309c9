//! The `std` stages against known values: ten WCA scrambles, and the worked example of the spec.

mod tables;

use std::sync::atomic::AtomicBool;

use cubiform_cube::goal::Variant;
use cubiform_cube::{Algorithm, Color, Cube};
use cubiform_solvers::cfop::{Analyzer, Request};

/// Known least move counts of ten official scrambles, columns in the order yellow, white, orange, red, green, blue;
/// computed by the author of the spec.
const GOLD: &str = include_str!("../fixtures/gold-std.csv");
const SCRAMBLES: &str = include_str!("../fixtures/gold-scrambles.txt");

fn all_colors() -> Request {
    Request { colors: Color::COLUMNS.to_vec(), solutions: 0, only_best: false }
}

fn lengths(analyzer: &Analyzer, cube: &Cube, request: &Request) -> Vec<u8> {
    let results = analyzer.analyze_shared(cube, request, 2, &AtomicBool::new(false)).unwrap();
    results.iter().flatten().map(|r| r.length).collect()
}

#[test]
fn all_300_cells_of_the_gold_file() {
    let analyzer = tables::analyzer(&Variant::std(), &[0, 1, 2, 3, 4]);
    let gold = GOLD.lines().skip(1);
    let mut cells = 0;
    for (gold, scramble) in gold.zip(SCRAMBLES.lines()) {
        let (id, scramble) = scramble.split_once(',').unwrap();
        let mut gold = gold.split(',');
        assert_eq!(gold.next(), Some(id));
        let gold: Vec<u8> = gold.map(|cell| cell.parse().unwrap()).collect();
        let cube = Algorithm::parse(scramble).unwrap().cube();
        assert_eq!(lengths(&analyzer, &cube, &all_colors()), gold, "{id}");
        cells += gold.len();
    }
    assert_eq!(cells, 300);
}

#[test]
fn the_worked_example_of_the_spec() {
    let analyzer = tables::analyzer(&Variant::std(), &[0]);
    let scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
    let cube = Algorithm::parse(scramble).unwrap().cube();
    let row: Vec<(char, u8)> =
        Color::COLUMNS.map(Color::letter).into_iter().zip(lengths(&analyzer, &cube, &all_colors())).collect();
    assert_eq!(row, [('Y', 6), ('W', 6), ('O', 6), ('R', 5), ('G', 7), ('B', 5)]);
}
